"""The same work on many parts of a large file: array arithmetic and hashing let other threads run."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

Part = TypeVar("Part")
Worked = TypeVar("Worked")


def in_order(function: Callable[[Part], Worked], parts: Iterable[Part]) -> Iterator[Worked]:
    """The function on each part, in order, on every core; no more parts are held than there are cores to spare."""
    parts = iter(parts)
    first = list(islice(parts, 2))
    if len(first) < 2:
        yield from map(function, first)
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # noqa: PLC0415 (for large files only)

    cores = os.cpu_count() or 1
    waiting: deque[Future[Worked]] = deque()
    with ThreadPoolExecutor(cores) as threads:
        for part in chain(first, parts):
            waiting.append(threads.submit(function, part))
            if len(waiting) > cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
