"""Measurements; nothing here is collected as a test."""

import solver  # noqa: F401 - before numpy, which reads once how many threads it may use
