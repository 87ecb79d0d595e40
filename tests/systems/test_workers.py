"""Processes that answer side by side: the items' order, few batches at once, errors in their place."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.item import Item
from stead.core.parallel import cores, limit_threads
from stead.core.substitutes import RunRow
from stead.systems import SystemCall, answer
from stead.systems.execution import BATCH, Batch, batches
from stead.systems.workers import AHEAD, WorkerPool
from tests.systems.batching import Plain

ITEMS = [Item(id=str(number), lexelt="match.n", text="a match", start=2, end=7) for number in range(1, BATCH * 20)]


def workers_of(fate: str, number: int = 2) -> WorkerPool[Batch, RunRow]:
    answerer = SystemCall(f"tests.systems.batching:Plain(fate={fate})", "oot").open()
    return WorkerPool(answerer, answerer.call.open, number)


def test_answers_come_in_order_and_few_batches_are_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first item is held up until as many batches are out as may be: none is taken beyond that."""
    monkeypatch.chdir(tmp_path)
    most = AHEAD * 2
    rows: list[RunRow] = []
    out: list[int] = []

    def counted() -> Iterator[Batch]:
        for taken, batch in enumerate(batches(ITEMS), start=1):
            out.append(taken - len(rows) // BATCH)
            if taken == most:
                Path("go").touch()
            yield batch

    main = sys.modules["__main__"]
    with workers_of("waits-1") as workers:
        for row in workers.answers(counted()):
            rows.append(row)  # noqa: PERF402 (it is looked at meanwhile)
    assert rows == [answer(Plain(), item, "oot") for item in ITEMS]
    assert Path("go").exists()
    assert max(out) == most
    assert sys.modules["__main__"] is main


def test_the_first_failing_item_is_named_whoever_fails_first_and_all_before_it_is_kept() -> None:
    rows: list[str] = []
    with pytest.raises(BadInput) as caught, workers_of("fails-40-65-130") as workers:
        rows.extend(row.id for row in workers.answers(batches(ITEMS)))
    assert str(caught.value) == "the system plain, item 40: KeyError: 'match'."
    assert rows == [str(number) for number in range(1, 40)]


@pytest.mark.parametrize(("fate", "how"), [("killed-40", "signal 9"), ("leaves-3", "exit status 3")])
def test_a_worker_that_dies_is_one_sentence(fate: str, how: str) -> None:
    with pytest.raises(SteadError) as caught, workers_of(fate) as workers:
        list(workers.answers(batches(ITEMS)))
    assert str(caught.value) == (
        f"a process that answers items has ended before its time ({how}); was it for want of memory? Give the same "
        "command again, perhaps with fewer --workers: what was answered is kept."
    )


def test_each_worker_has_its_share_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stead.systems.workers.cores", lambda: 6)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    with workers_of("threads") as workers:
        assert {row.answers[0] for row in workers.answers(batches(ITEMS))} == {"3"}
    assert "OMP_NUM_THREADS" not in os.environ


def test_what_a_user_has_said_about_threads_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    with limit_threads(2):
        assert (os.environ["OMP_NUM_THREADS"], os.environ["MKL_NUM_THREADS"]) == ("7", "2")
    assert os.environ["OMP_NUM_THREADS"] == "7"
    assert "MKL_NUM_THREADS" not in os.environ


def test_there_is_a_core() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


# ----------------------------------------------------------------------------------------------------------- errors


class Stubborn(UsageError):
    """One that can be taken apart but not put together in another process."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


class Local(Exception):
    def __reduce__(self) -> str:
        return "nowhere"


ERRORS = {
    "no": (BadInput("no."), BadInput, "no."),
    "stubborn": (Stubborn("one", "two"), Stubborn, "one and two"),
    "zero": (ZeroDivisionError("by zero"), ZeroDivisionError, "by zero"),
    "local": (Local("lost"), Local, "lost"),
    "exit": (SystemExit(3), SystemExit, "3"),
}


def failing(name: str, number: int) -> Iterator[int]:
    """One answer, and an error behind it."""
    yield number
    raise ERRORS[name][0]


@dataclass(frozen=True)
class Failing:
    name: str

    def __call__(self) -> Callable[[int], Iterator[int]]:
        return partial(failing, self.name)


@pytest.mark.parametrize("name", ERRORS)
def test_any_error_of_a_worker_is_raised_here_after_what_was_answered(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """With the place where it happened, which a person should see."""
    _, kind, words = ERRORS[name]
    rows: list[int] = []
    with pytest.raises(kind) as caught, WorkerPool(Failing(name)(), Failing(name), 2) as workers:
        rows.extend(workers.answers([7, 8]))
    assert (type(caught.value), str(caught.value)) == (kind, words)
    assert caught.traceback[-1].name == "failing"
    assert rows == [7]
    assert capfd.readouterr().err == ""


def unmade() -> Callable[[int], Iterator[int]]:
    raise UsageError("it cannot be made there")


def test_what_a_worker_cannot_make_is_answered_here() -> None:
    with WorkerPool(lambda number: [number, -number], unmade, 2) as workers:
        assert list(workers.answers([1, 2])) == [1, -1, 2, -2]


def large(number: int) -> list[str]:
    if number == 5:
        os.kill(os.getpid(), 9)
    return [str(number)]


def test_a_worker_that_dies_with_much_to_read_is_one_sentence() -> None:
    """More than a pipe holds waits for it."""
    parts = [Large(number) for number in range(40)]
    with pytest.raises(SteadError, match=r"\(signal 9\)"), WorkerPool(str, dying, 2) as workers:
        list(workers.answers(parts))


def dying() -> Callable[["Large"], list[str]]:
    return lambda part: large(part.number)


@dataclass(frozen=True)
class Large:
    number: int
    text: str = "x" * (1 << 20)
