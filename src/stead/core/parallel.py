"""Parallel work in threads: a function on many parts of a large file; the number of cores; the end of worker processes.

Threads are enough for files, since array arithmetic and hashing release the interpreter lock.
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
"""Environment variables that numeric libraries read when they are loaded."""


def cores() -> int:
    """Number of cores that this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def limit_threads(threads: int) -> Iterator[None]:
    """Limit numeric libraries to this many threads in processes started meanwhile, unless the user has set a limit."""
    new = [name for name in _LIMITS if name not in os.environ]
    os.environ.update(dict.fromkeys(new, str(threads)))
    try:
        yield
    finally:
        for name in new:
            del os.environ[name]


def end_with_parent() -> None:
    """Let this process, which another one has started, end at once when that one ends, even by `kill -9`."""
    from multiprocessing import parent_process  # noqa: PLC0415 (for worker processes only)
    from threading import Thread  # noqa: PLC0415

    parent = parent_process()
    if parent is None:
        return

    def wait_and_exit() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait_and_exit, daemon=True).start()


def _limit() -> int:
    """The limit that the environment sets for this process."""
    wanted = os.environ.get(_LIMITS[0], "")
    return max(1, int(wanted)) if wanted.isdecimal() else _ANY


def map_in_order(
    function: Callable[[Part], Result], parts: Iterable[Part], *, at_most: int | None = None
) -> Iterator[Result]:
    """Apply a function to each part in `at_most` threads (default: one per core); results come in order.

    Only as many parts as threads are held in memory.
    """
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
