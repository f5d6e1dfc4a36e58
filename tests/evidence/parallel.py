"""The same question of many seeds, on all cores."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")


def spread(question: Callable[[int], T], seeds: Iterable[int]) -> Iterator[T]:
    """Yield what ``question`` says of each seed, in order; it must be a function at the top of a module."""
    pool = ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn"))
    try:
        yield from pool.map(question, seeds)
    finally:  # nobody may want the rest
        pool.shutdown(cancel_futures=True)
