"""Processes that answer side by side: the items' order, few batches at once, errors in their place."""

import os
import pickle
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import pytest

from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.item import Item
from stead.core.parallel import cores, limiting_threads
from stead.core.run import RunRow
from stead.systems import Question, answer
from stead.systems.execution import BATCH, Batch, batches
from stead.systems.worker import _portable, _portions, work
from stead.systems.workers import AHEAD, Workers
from tests.systems.batching import Plain

ITEMS = [Item(id=str(number), lexelt="match.n", text="a match", start=2, end=7) for number in range(1, BATCH * 20)]


def question(fate: str) -> Question:
    return Question(f"tests.systems.batching:Plain(fate={fate})", "oot")


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
    with Workers(question("waits-1"), 2) as workers:
        for row in workers.answers(counted()):
            rows.append(row)  # noqa: PERF402 (it is looked at meanwhile)
    assert rows == [answer(Plain(), item, "oot") for item in ITEMS]
    assert Path("go").exists()
    assert max(out) == most
    assert sys.modules["__main__"] is main


def test_the_first_failing_item_is_named_whoever_fails_first_and_all_before_it_is_kept() -> None:
    rows: list[str] = []
    with pytest.raises(BadInput) as caught, Workers(question("fails-40-65-130"), 2) as workers:
        rows.extend(row.id for row in workers.answers(batches(ITEMS)))
    assert str(caught.value) == "the system plain, item 40: KeyError: 'match'."
    assert rows == [str(number) for number in range(1, 40)]


def test_what_was_answered_before_an_error_is_there() -> None:
    def failing() -> Iterator[RunRow]:
        yield RunRow("a.n", "1", [])
        raise BadInput("no.")

    portions = _portions(failing())
    assert next(portions) == [RunRow("a.n", "1", [])]
    with pytest.raises(BadInput):
        next(portions)


@pytest.mark.parametrize(("fate", "how"), [("killed-40", "signal 9"), ("leaves-3", "exit status 3")])
def test_a_worker_that_dies_is_one_sentence(fate: str, how: str) -> None:
    with pytest.raises(SteadError) as caught, Workers(question(fate), 2) as workers:
        list(workers.answers(batches(ITEMS)))
    assert str(caught.value) == (
        f"a process that answers items has ended before its time ({how}); was it for want of memory? Give the same "
        "command again, perhaps with fewer --workers: what was answered is kept."
    )


@pytest.mark.parametrize("reads_some", [False, True])
def test_a_worker_whom_nobody_hears_any_more_leaves_without_a_word(
    capfd: pytest.CaptureFixture[str], reads_some: bool
) -> None:
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=work, args=(theirs, question("")))
    process.start()
    theirs.close()
    ours.send(Batch(ITEMS))
    if reads_some:
        assert ours.poll(30)
    ours.close()  # with answers that nobody has read, or before there are any
    process.join(30)
    assert process.exitcode is not None
    assert capfd.readouterr().err == ""


def test_each_worker_has_its_share_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stead.systems.workers.cores", lambda: 6)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    with Workers(question("threads"), 2) as workers:
        assert {row.answers[0] for row in workers.answers(batches(ITEMS))} == {"3"}
    assert "OMP_NUM_THREADS" not in os.environ


def test_what_a_user_has_said_about_threads_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    with limiting_threads(2):
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


def raised(error: Exception) -> Exception:
    try:
        raise error
    except Exception as caught:
        return pickle.loads(pickle.dumps(_portable(caught)))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("error", "kind", "told"),
    [
        (BadInput("no."), BadInput, "no."),
        (Stubborn("one", "two"), UsageError, "one and two"),
        (ZeroDivisionError("by zero"), ZeroDivisionError, "by zero"),
        (Local("lost"), RuntimeError, "lost"),
    ],
)
def test_an_error_reaches_another_process(error: Exception, kind: type[Exception], told: str) -> None:
    found = raised(error)
    assert (type(found), str(found)) == (kind, told)
    notes = "".join(getattr(found, "__notes__", []))
    assert ("in raised" in notes) == (not isinstance(error, SteadError))  # a person should see where
