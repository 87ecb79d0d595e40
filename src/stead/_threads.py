"""The same work on many parts of a large file: array arithmetic and hashing let other threads run."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

Part = TypeVar("Part")
Worked = TypeVar("Worked")

_ANY = 1 << 10  # cores


def in_order(
    function: Callable[[Part], Worked], parts: Iterable[Part], *, at_most: int | None = None
) -> Iterator[Worked]:
    """The function on each part, in order, on every core or `at_most` so many; few more parts are held than that."""
    parts = iter(parts)
    first = list(islice(parts, 2))
    cores = min(os.cpu_count() or 1, at_most or _ANY)
    if len(first) < 2 or cores == 1:
        yield from map(function, chain(first, parts))
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # noqa: PLC0415 (for large files only)

    waiting: deque[Future[Worked]] = deque()
    with ThreadPoolExecutor(cores) as threads:
        for part in chain(first, parts):
            waiting.append(threads.submit(function, part))
            if len(waiting) > cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
