"""The same work on many parts of a large file, and how many cores there are for it.

Array arithmetic and hashing let other threads run.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")

_ANY = 1 << 10  # cores
_LIMITS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)
"""What numeric libraries look at when they are loaded, before they start their threads."""


def cores() -> int:
    """How many cores this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def limit_threads(number: int) -> Iterator[None]:
    """Processes that are started meanwhile use so many threads each, unless the user has said how many."""
    new = [name for name in _LIMITS if name not in os.environ]
    os.environ.update(dict.fromkeys(new, str(number)))
    try:
        yield
    finally:
        for name in new:
            del os.environ[name]


def _limit() -> int:
    """How many threads somebody wants in this process."""
    said = os.environ.get(_LIMITS[0], "")
    return max(1, int(said)) if said.isdecimal() else _ANY


def map_in_order(
    function: Callable[[Part], Result], parts: Iterable[Part], *, at_most: int | None = None
) -> Iterator[Result]:
    """The function on each part, in order, on every core or `at_most` so many; few more parts are held than that."""
    parts = iter(parts)
    first = list(islice(parts, 2))
    threads_wanted = min(os.cpu_count() or 1, at_most or _ANY, _limit())
    if len(first) < 2 or threads_wanted == 1:
        yield from map(function, chain(first, parts))
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # noqa: PLC0415 (for large files only)

    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(threads_wanted) as threads:
        for part in chain(first, parts):
            waiting.append(threads.submit(function, part))
            if len(waiting) > threads_wanted:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
