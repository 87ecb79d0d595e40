"""Responses that take much computing: a few threads of their own make them, so that no other page waits for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from starlette.responses import Response

THREADS = 2
"""Hashing a password takes 19 MB and a whole processor for as long as it lasts."""
MOST_WAITING = 64


@dataclass(frozen=True)
class Later:
    """What a handler returns instead of a response that is to be made elsewhere, and perhaps not at once."""

    make: Callable[[], Response]
    busy: Callable[[], Response]
    """What those see who come when too many wait."""
    seconds: float = 0.0
    """How long to wait before; meanwhile it takes no thread, and no place in the queue."""


class Queue:
    """The responses that wait for one of the threads: not too many of them."""

    def __init__(self) -> None:
        # Always the same threads, and not just any two: each of them keeps the memory that it once had.
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="stead-later")
        self._inside = 0

    async def response(self, later: Later) -> Response:
        """The response, when it is its turn."""
        await asyncio.sleep(later.seconds)
        if self._inside >= MOST_WAITING:
            return later.busy()
        self._inside += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, later.make)
        finally:
            self._inside -= 1
