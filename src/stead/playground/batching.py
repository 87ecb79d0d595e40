"""Micro-batching: whatever waits while a batch is computed is the next batch."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import ceil
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")
_MOST_IN_A_BATCH = 32
_LONGEST_PAUSE = 60
_WEIGHT = 0.2
"""Of the newest batch in the mean of the seconds that a query takes."""


@dataclass
class _Request(Generic[Q, A]):
    """The queries of one request that are still to be answered, each with the future of its answer."""

    waiting: deque[tuple[Q, asyncio.Future[A]]] = field(default_factory=deque)


class Batcher(Generic[Q, A]):
    """Answers the queries of many requests, one batch at a time, in a thread.

    No request waits for a batch to fill: a batch is what has come while the one before it was computed. It takes one
    query of each request in turn, so that a long text does not keep short ones waiting. A query whose request has gone
    is left out.
    """

    def __init__(
        self, answer: Callable[[Sequence[Q]], Sequence[A]], *, report: Callable[[int, float], None] = lambda *_: None
    ) -> None:
        self._answer, self._report = answer, report
        self._requests: deque[_Request[Q, A]] = deque()
        self._work: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="stead-batch")
        self._seconds = 0.0

    @property
    def waiting(self) -> int:
        """The number of queries that no batch has taken yet."""
        return sum(len(request.waiting) for request in self._requests)

    @property
    def pause(self) -> int:
        """In how many seconds what waits now will probably be answered."""
        return max(1, min(_LONGEST_PAUSE, ceil(self.waiting * self._seconds)))

    async def answers(self, queries: Sequence[Q]) -> AsyncIterator[A]:
        """Yield the answers in the order of the queries, each as soon as it is there."""
        loop = asyncio.get_running_loop()
        futures: list[asyncio.Future[A]] = [loop.create_future() for _ in queries]
        self._requests.append(_Request(deque(zip(queries, futures, strict=True))))
        if self._work is None or self._work.done():
            self._work = loop.create_task(self._run())
        try:
            for future in futures:
                yield await future
        finally:
            for future in futures:
                if not future.cancel() and not future.cancelled():
                    future.exception()  # asyncio logs an exception that nobody looked at

    def close(self) -> None:
        """Stop the thread when its batch is done."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(self) -> None:
        while batch := self._next_batch():
            queries = [query for query, _ in batch]
            began = time.perf_counter()
            try:
                answers = await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, queries)
            except Exception as error:  # noqa: BLE001 (of ours: each request that waits gets it)
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            spent = time.perf_counter() - began
            self._seconds += _WEIGHT * (spent / len(batch) - self._seconds)
            self._report(len(batch), spent)
            for (_, future), answer in zip(batch, answers, strict=True):
                if not future.done():
                    future.set_result(answer)

    def _next_batch(self) -> list[tuple[Q, asyncio.Future[A]]]:
        batch: list[tuple[Q, asyncio.Future[A]]] = []
        while self._requests and len(batch) < _MOST_IN_A_BATCH:
            request = self._requests.popleft()
            while request.waiting and request.waiting[0][1].done():  # its request has gone
                request.waiting.popleft()
            if request.waiting:
                batch.append(request.waiting.popleft())
                self._requests.append(request)
        return batch
