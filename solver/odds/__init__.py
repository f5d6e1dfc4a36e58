"""How likely: exact weights of all deals that fit a record."""

import os

# The matrices here are small: a second BLAS thread costs far more than it saves. Read when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
