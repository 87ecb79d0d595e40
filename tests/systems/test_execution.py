"""Who answers: this process as long as that is quick, or others."""

from collections.abc import Callable, Iterator

import pytest

from stead.core.item import Item
from stead.core.substitutes import RunRow
from stead.systems import Answerer, Execution, SystemCall, execution
from stead.systems.execution import Batch
from tests.systems.batching import AtOnce, Plain

ITEMS = [
    Item(id=str(number), lexelt="match.n", text="a match", start=2, end=7) for number in range(1, 71)
]  # three batches
SHARED: list[tuple[int, list[Batch]]] = []


class Recorded:
    """Instead of other processes: how many would be started, and which batches they would be sent."""

    def __init__(self, answerer: Answerer, make: Callable[[], Answerer], number: int) -> None:
        self._number = number

    def __enter__(self) -> "Recorded":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def answers(self, batches: Iterator[Batch]) -> Iterator[RunRow]:
        SHARED.append((self._number, list(batches)))
        yield from (RunRow(item.lexelt, item.id, []) for batch in SHARED[-1][1] for item in batch.left)


@pytest.fixture(autouse=True)
def recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    SHARED.clear()
    monkeypatch.setattr("stead.systems.workers.WorkerPool", Recorded)
    monkeypatch.setattr(execution, "cores", lambda: 2)


def shared(workers: int | None, number: int = 70, answered: int = 0, system: Plain | None = None) -> list[int]:
    """The numbers of workers that are started for so many items, all of which are answered once and in order."""
    asker = Answerer(SystemCall("not parsed", "oot"), system or Plain())
    rows = list(Execution(asker, workers)(ITEMS[:number], answered))
    assert [row.id for row in rows] == [item.id for item in ITEMS[answered:number]]
    return [count for count, _ in SHARED]


@pytest.mark.parametrize(
    ("workers", "number", "answered", "started"),
    [
        (1, 70, 0, []),
        (2, 70, 0, [2]),
        (8, 70, 0, [3]),  # no more than there are batches
        (2, 33, 0, [2]),
        (2, 32, 0, []),
        (2, 0, 0, []),
        (2, 70, 31, [2]),
        (2, 70, 64, []),
        (2, 70, 70, []),
    ],
)
def test_as_many_as_are_wanted_and_have_a_batch(workers: int, number: int, answered: int, started: list[int]) -> None:
    assert shared(workers, number, answered) == started


def test_quick_work_is_done_here() -> None:
    assert shared(None) == []


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it takes is long."""
    monkeypatch.setattr(execution, "_TRIAL", 0.0)
    monkeypatch.setattr(execution, "_WORTH", 0.0)


@pytest.mark.usefixtures("slow")
def test_what_takes_long_is_begun_here_and_ended_by_a_worker_for_each_core() -> None:
    assert shared(None) == [2]
    assert [(batch.items[0].id, batch.answered) for batch in SHARED[0][1]] == [("1", 2), ("33", 0), ("65", 0)]


@pytest.mark.usefixtures("slow")
def test_what_was_answered_at_once_is_not_asked_again() -> None:
    assert shared(None, system=AtOnce()) == [2]
    assert [(batch.items[0].id, batch.answered) for batch in SHARED[0][1]] == [("33", 0), ("65", 0)]


@pytest.mark.usefixtures("slow")
def test_on_one_core_everything_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "cores", lambda: 1)
    assert shared(None) == []


def test_what_takes_long_is_told_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer loads the system and is not counted; five more in 1.25 s are 0.25 s each."""
    moments = iter([0.0, 100.0, 100.5, 101.25])
    monkeypatch.setattr(execution, "monotonic", lambda: next(moments))
    clock = execution._Clock()
    clock.tick()
    for _ in range(5):
        clock.tick()
    assert [clock.expects(40), clock.expects(40)] == [0.0, 10.0]


def test_a_system_that_only_this_process_knows_is_asked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Plain, "__module__", "__main__")
    assert shared(2) == []
