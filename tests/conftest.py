"""What holds for every test."""

import os

from hypothesis import HealthCheck, settings

# No deadline: how long an example takes says something about the machine, not about the program.
# In continuous integration the examples are the same every time; elsewhere new ones are tried.
settings.register_profile(
    "bosscat",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("bosscat")
