"""The service: substitutes for sentences, for whole texts, and for given candidates; what waits is one batch."""

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count
from math import ceil
from operator import attrgetter, itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from stead.core.errors import BadInput, SteadError
from stead.playground.guards import Refusal, ServiceLimits, too_busy
from stead.playground.json_schema import read
from stead.playground.openapi import JSON, JSON_LINES, ServiceInterface
from stead.playground.served_systems import Answer, ServedSystem, ServedSystems, TargetQuery
from stead.web.metrics import Gauge, Histogram, Labels, Metrics, counter_lines, histogram_lines

_log = logging.getLogger("stead.web")
Record = dict[str, Any]
Q = TypeVar("Q")
A = TypeVar("A")
_MOST_IN_A_BATCH = 32
_PATIENCE = 16
"""How many queries that came later, or how many later turns, a worker answers before it takes from another's."""
_BATCHES_OF_A_SHARE = 4
"""With one, the slowest of 32 clients of swift wait a third longer; with more, a request costs more."""
_LONGEST_PAUSE = 60
_LOADING_PAUSE = 10
_WEIGHT = 0.2
"""Of the newest batch in the mean of the seconds that a query takes."""


# --------------------------------------------------------------------------------------------------------- batching


class _WaitingQuery(NamedTuple, Generic[Q, A]):
    """A query that waits, in the order in which it is to be answered: by its turn, then by when it came."""

    turn: int
    """How many queries of its request come before it, from the turn after the one that was under way when they came.

    Clients that ask again and again could join the turn under way for ever, and no text would have its second query.
    """
    number: int
    query: Q
    answer: asyncio.Future[A]

    def is_older(self, other: "_WaitingQuery[Q, A]") -> bool:
        """Whether it has waited so much longer that it should not wait for a worker of its own."""
        turns, numbers = other.turn - self.turn, other.number - self.number
        return turns > _PATIENCE or (turns == 0 and numbers > _PATIENCE)


class Batcher(Generic[Q, A]):
    """Answers the queries of many requests in batches, each in a thread, as many at once as there are workers.

    No request waits for a batch to fill: a batch is what has come while those before it were computed. It takes one
    query of each request in turn, so that a long text does not keep short ones waiting, and no more than a part of the
    worker's share of all that are under way: no worker is left without, and nobody waits for a long batch that was
    begun just before, or to be answered with many others. A query whose request has gone is left out.

    `home` gives a number to a query: queries with the same number are for the same worker, which remembers what it has
    computed for them. Another takes them if it has none of its own, or none that has waited nearly as long.
    """

    def __init__(
        self,
        workers: Sequence[Callable[[Sequence[Q]], Sequence[A]]],
        *,
        home: Callable[[Q], int] = lambda _: 0,
        report: Callable[[int, float], None] = lambda *_: None,
    ) -> None:
        self._workers, self._home, self._report = workers, home, report
        self._queues: list[list[_WaitingQuery[Q, A]]] = [[] for _ in workers]
        self._batches: dict[int, asyncio.Task[None]] = {}
        """What each worker is at, unless it is idle."""
        self._numbers = count()
        self._turn = self._computing = 0
        self._threads = ThreadPoolExecutor(len(workers), thread_name_prefix="stead-batch")
        self._seconds = 0.0

    @property
    def waiting(self) -> int:
        """The number of queries that no batch has taken yet."""
        return sum(map(len, self._queues))

    @property
    def pause(self) -> int:
        """In how many seconds what waits now will probably be answered."""
        return max(1, min(_LONGEST_PAUSE, ceil(self.waiting * self._seconds / len(self._workers))))

    async def answers(self, queries: Sequence[Q]) -> AsyncIterator[A]:
        """Yield the answers in the order of the queries, each as soon as it is there."""
        loop = asyncio.get_running_loop()
        futures: list[asyncio.Future[A]] = [loop.create_future() for _ in queries]
        for turn, (query, future) in enumerate(zip(queries, futures, strict=True), start=self._turn + 1):
            queue = self._queues[self._home(query) % len(self._queues)]
            heappush(queue, _WaitingQuery(turn, next(self._numbers), query, future))
        idle = [worker for worker in range(len(self._workers)) if worker not in self._batches]
        for worker in sorted(idle, key=lambda worker: not self._queues[worker])[: len(queries)]:
            self._batches[worker] = loop.create_task(self._run(worker))
        try:
            for future in futures:
                yield await future
        finally:
            for future in futures:
                if not future.cancel() and not future.cancelled():
                    future.exception()  # asyncio logs an exception that nobody looked at
            if any(future.cancelled() for future in futures):
                self._forget_cancelled()

    def _forget_cancelled(self) -> None:
        """Take what nobody waits for out of the queues: it would be counted, and others would be refused for it."""
        for queue in self._queues:
            queue[:] = (waiting for waiting in queue if not waiting.answer.cancelled())
            heapify(queue)

    def close(self) -> None:
        """Stop the threads when their batches are done."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, worker: int) -> None:
        try:
            await self._compute_batches(worker)
        finally:  # at once, not when the task is done: what comes between would start no other, and wait for ever
            del self._batches[worker]

    async def _compute_batches(self, worker: int) -> None:
        answer = self._workers[worker]
        while batch := self._next_batch(worker):
            queries = [waiting.query for waiting in batch]
            began = time.perf_counter()
            self._computing += len(batch)
            try:
                answers = await asyncio.get_running_loop().run_in_executor(self._threads, answer, queries)
            except Exception as error:  # of ours: each request that waits gets it
                for waiting in batch:
                    if not waiting.answer.done():
                        waiting.answer.set_exception(error)
                continue
            finally:
                self._computing -= len(batch)
            spent = time.perf_counter() - began
            self._seconds += _WEIGHT * (spent / len(batch) - self._seconds)
            self._report(len(batch), spent)
            for waiting, answered in zip(batch, answers, strict=True):
                if not waiting.answer.done():
                    waiting.answer.set_result(answered)
            await asyncio.sleep(0)  # who has been answered may ask again at once, and be in the next batch

    def _next_batch(self, worker: int) -> list[_WaitingQuery[Q, A]]:
        batch: list[_WaitingQuery[Q, A]] = []
        under_way = self.waiting + self._computing
        most = min(_MOST_IN_A_BATCH, ceil(under_way / len(self._workers) / _BATCHES_OF_A_SHARE))
        while len(batch) < most and (queue := self._next_queue(worker)):
            waiting = heappop(queue)
            if not waiting.answer.done():  # else its request has gone
                self._turn = max(self._turn, waiting.turn)
                batch.append(waiting)
        return batch

    def _next_queue(self, worker: int) -> list[_WaitingQuery[Q, A]]:
        """The queue from which a worker takes its next query; an empty one if nothing waits."""
        home = self._queues[worker]
        oldest = min(filter(None, self._queues), key=itemgetter(0), default=home)
        return oldest if not home or oldest[0].is_older(home[0]) else home


# ---------------------------------------------------------------------------------------------------------- service


_SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)


@dataclass
class ServiceMetrics(Metrics):
    """The requests and the batches since the service was started. Labels are addresses and systems."""

    batches: defaultdict[Labels, Histogram] = field(default_factory=lambda: defaultdict(lambda: Histogram(_SIZES)))
    computing: defaultdict[Labels, float] = field(default_factory=lambda: defaultdict(float))

    def add_batch(self, system: str, size: int, seconds: float) -> None:
        """Count a batch of targets that a system was asked for."""
        self.batches[(("system", system),)].add(size)
        self.computing[(("system", system),)] += seconds

    def lines(self) -> Iterator[str]:
        """The lines of Prometheus."""
        yield from super().lines()
        yield from histogram_lines("stead_batch_targets", "Targets that were answered in one batch.", self.batches)
        yield from counter_lines("stead_computing_seconds_total", "Seconds that systems computed.", self.computing)


class Service:
    """Answers requests by the systems that are served. All that wait for one system are answered in one batch."""

    def __init__(self, systems: ServedSystems, interface: ServiceInterface, metrics: ServiceMetrics) -> None:
        self._systems, self._interface, self._metrics = systems, interface, metrics
        self._batchers: dict[ServedSystem, Batcher[TargetQuery, Answer]] = {}
        self._loading: dict[tuple[str, str], asyncio.Task[ServedSystem]] = {}

    def gauges(self) -> list[Gauge]:
        """What is to be seen at this moment, for the metrics."""
        return [
            Gauge("stead_targets_waiting", "Targets that wait for an answer.", self._waiting),
            Gauge("stead_systems_loaded", "Systems in memory, each in one language.", len(self._batchers)),
        ]

    async def suggest(self, body: Any, _request: Request) -> Response:
        """Find substitutes for one target, or for one of each sentence."""
        asked = self._read(body, "suggest")
        system = await self._system(asked)
        if "sentences" not in asked:
            return json_response({**_one(await self._answers(system, [_query(asked)])), **_settings(asked)})
        sentences = [sentence if isinstance(sentence, dict) else {"text": sentence} for sentence in asked["sentences"]]
        answers = await self._answers(
            system, [_query({**sentence, "number": asked["number"]}) for sentence in sentences]
        )
        records = [{"error": answer.record()} if isinstance(answer, Refusal) else answer for answer in answers]
        return json_response({"answers": records, **_settings(asked)})

    async def rank(self, body: Any, _request: Request) -> Response:
        """Rank given candidates for a target."""
        asked = self._read(body, "rank")
        system = await self._system(asked)
        return json_response({**_one(await self._answers(system, [_query(asked)])), **_settings(asked)})

    async def text(self, body: Any, request: Request) -> Response:
        """Find substitutes for every word of a text; as they are found, if JSON Lines are asked for."""
        asked = self._read(body, "text")
        system = await self._system(asked)
        queries = await asyncio.to_thread(system.targets, asked["text"], asked["number"])
        self._refuse_more(system, len(queries))
        if JSON_LINES in request.headers.get("accept", ""):
            return StreamingResponse(self._lines(system, queries, asked), media_type=JSON_LINES)
        targets = [answer for answer in await self._answers(system, queries) if _is_wanted(answer, asked)]
        return json_response({"targets": targets, **_settings(asked)})

    # ------------------------------------------------------------------------------------------------------ systems

    def _read(self, body: Any, name: str) -> Record:
        try:
            asked: Record = read(body, self._interface.requests[name])
        except BadInput as error:
            raise Refusal(400, str(error)) from None
        return asked

    async def _system(self, asked: Record) -> ServedSystem:
        """The system that is asked for. The first request for it loads it, in a thread: others do not wait."""
        key = asked["system"], asked["language"]
        if self._systems.is_loaded(*key):
            return self._systems.load(*key)
        if key not in self._loading:
            self._loading[key] = asyncio.create_task(asyncio.to_thread(self._systems.load, *key))
            self._loading[key].add_done_callback(lambda _: self._loading.pop(key))
        try:
            async with asyncio.timeout(self._limits.answer_seconds):
                return await asyncio.shield(self._loading[key])
        except SteadError as error:
            raise Refusal(422, str(error)) from None
        except TimeoutError:
            raise too_busy(f"{key[0]} is still being loaded for {key[1]}. Try again soon.", _LOADING_PAUSE) from None

    def _batcher(self, system: ServedSystem) -> Batcher[TargetQuery, Answer]:
        if system not in self._batchers:

            def report(size: int, seconds: float) -> None:
                self._metrics.add_batch(system.name, size, seconds)

            self._batchers[system] = Batcher(system.workers, home=attrgetter("home"), report=report)
        return self._batchers[system]

    # ------------------------------------------------------------------------------------------------------ answers

    @property
    def _limits(self) -> ServiceLimits:
        return self._interface.limits

    @property
    def _waiting(self) -> int:
        return sum(batcher.waiting for batcher in self._batchers.values())

    def _refuse_more(self, system: ServedSystem, further: int) -> None:
        """Refuse more targets than may wait (503)."""
        if self._waiting and self._waiting + further > self._limits.targets:
            raise too_busy("The service is busy: too much waits already.", self._batcher(system).pause)

    async def _answers(self, system: ServedSystem, queries: Sequence[TargetQuery]) -> list[Answer]:
        """All answers, within the time of a request."""
        self._refuse_more(system, len(queries))
        batcher = self._batcher(system)
        try:
            async with asyncio.timeout(self._limits.answer_seconds):
                return [answer async for answer in batcher.answers(queries)]
        except TimeoutError:
            seconds = self._limits.answer_seconds
            detail = f"The answer took longer than {seconds:g} seconds. Send less at once, or try again later."
            raise too_busy(detail, batcher.pause) from None

    async def _lines(self, system: ServedSystem, queries: Sequence[TargetQuery], asked: Record) -> AsyncIterator[bytes]:
        """The answers as lines of JSON, each as soon as it is there; the last line tells how it ended."""
        sent = 0
        try:
            async for answer in self._batcher(system).answers(queries):
                if _is_wanted(answer, asked):
                    yield _line(answer)
                    sent += 1
        except Exception:
            _log.exception("a text of %d targets", len(queries))
            yield _line({"error": Refusal(500, "Something is wrong with the service; its log says what.").record()})
            return
        yield _line({"done": sent, **_settings(asked)})


def _one(answers: Sequence[Answer]) -> Record:
    (answer,) = answers
    if isinstance(answer, Refusal):
        raise answer
    return answer


def _is_wanted(answer: Answer, asked: Record) -> bool:
    """Whether a target of a text has substitutes, and is of a part of speech that is asked for."""
    if isinstance(answer, Refusal) or not answer["substitutes"]:
        return False
    return "pos" not in asked or answer["lexelt"].rpartition(".")[2] in asked["pos"]


def _query(asked: Mapping[str, Any]) -> TargetQuery:
    return TargetQuery(**{name: value for name, value in asked.items() if name not in {"system", "language"}})


def _settings(asked: Record) -> Record:
    return {"system": asked["system"], "language": asked["language"]}


def json_response(record: Record) -> Response:
    """A record as a response."""
    return Response(json.dumps(record, ensure_ascii=False), media_type=JSON)


def _line(record: Any) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"
