"""The long checks of the numbers: what takes minutes. ``python -m tests.evidence [SECTION ...]`` runs them.

A section is a module with ``run()``, which yields its findings line by line as (good, line); the tests hold a small
fixed slice of each.
"""
