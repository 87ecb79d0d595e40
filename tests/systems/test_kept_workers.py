"""Many requests in several processes: the same answers in the same order, none started for nothing, none left."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import pytest

import stead
from stead.core.errors import BadInput, SteadError
from stead.core.item import Item
from stead.systems import Suggestion, System
from stead.systems.execution import KeptWorkers
from tests.cli.sources import small_system

PROCESSES = 2


@dataclass(frozen=True)
class Telling(System):
    """Suggests the number of its process."""

    name = "telling"
    paper = about = "none"
    threshold = 0.0

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        return [Suggestion(f"p{os.getpid()}", 1.0, "", ())]

    def signature(self) -> str:
        return "telling"


TELLING = "tests.systems.test_kept_workers:Telling"


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are worth it from the first moment."""
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setattr("stead.core.parallel.cores", lambda: PROCESSES)
    monkeypatch.setattr("stead.systems.execution._TRIAL", 0.0)
    monkeypatch.setattr("stead.systems.execution._WORTH", 0.0)


def doubled(number: int) -> list[tuple[int, int]]:
    """Twice a number, and who says so; up to 13 it ends the process if it is another."""
    if number <= 13 and os.getpid() != int(os.environ["TESTING"]):
        os.kill(os.getpid(), signal.SIGKILL)
    return [(2 * number, os.getpid())]


def make_doubled() -> Callable[[int], list[tuple[int, int]]]:
    return doubled


@pytest.fixture
def workers(_at_once: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeptWorkers[int, tuple[int, int]]]:
    monkeypatch.setenv("TESTING", str(os.getpid()))
    kept = KeptWorkers(doubled, make_doubled)
    yield kept
    kept.close()


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_answers_are_in_order_and_processes_are_kept_until_the_end(
    workers: KeptWorkers[int, tuple[int, int]],
) -> None:
    parts = range(14, 60)
    first, again = (list(workers.answers(iter(parts))) for _ in range(2))
    assert [number for number, _ in first] == [number for number, _ in again] == [2 * part for part in parts]
    others = {process for _, process in [*first, *again]} - {os.getpid()}
    assert len(others) == PROCESSES - 1
    assert os.getpid() in {process for _, process in first[10:]}  # which works along while the others load
    assert all(map(is_running, others))
    workers.close()
    assert not any(map(is_running, others))


def refused(number: int) -> list[int]:
    """A number; from 20 on they are refused, in every process."""
    if number >= 20:
        raise BadInput(f"{number} is refused.")
    return [number]


def make_refused() -> Callable[[int], list[int]]:
    return refused


@pytest.mark.usefixtures("_at_once")
def test_an_error_comes_after_the_answers_before_it_whoever_met_it() -> None:
    kept, seen = KeptWorkers(refused, make_refused), list[int]()
    with pytest.raises(BadInput, match="20 is refused"):
        seen.extend(kept.answers(iter(range(60))))
    kept.close()
    assert seen == [*range(20)]


def test_few_parts_stay_here(workers: KeptWorkers[int, tuple[int, int]]) -> None:
    assert {process for _, process in workers.answers(iter(range(PROCESSES + 1)))} == {os.getpid()}


def test_quick_parts_and_slow_parts_stay_here(
    workers: KeptWorkers[int, tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stead.systems.execution._TRIAL", 1e-6)
    clock = count(step=10)  # whoever looks at it waits for ten seconds

    def slow() -> Iterator[int]:
        for number in range(14, 40):
            next(clock)
            yield number

    with monkeypatch.context() as patched:
        patched.setattr("stead.systems.execution.monotonic", lambda: float(next(clock)) / 10)
        assert {process for _, process in workers.answers(slow())} == {os.getpid()}
    monkeypatch.setattr("stead.systems.execution._TRIAL", 60.0)
    assert {process for _, process in workers.answers(iter(range(14, 60)))} == {os.getpid()}


def test_a_limit_of_one_keeps_all_here(
    workers: KeptWorkers[int, tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert {process for _, process in workers.answers(iter(range(14, 60)))} == {os.getpid()}


def test_who_stops_early_leaves_the_processes_to_the_next(workers: KeptWorkers[int, tuple[int, int]]) -> None:
    """Of parts without end, some are taken ahead."""
    some = list(islice(workers.answers(count(14)), 30))
    assert [number for number, _ in some] == [2 * part for part in range(14, 44)]
    assert [number for number, _ in workers.answers(iter(range(14, 30)))] == [2 * part for part in range(14, 30)]


def test_a_process_that_is_killed_is_one_sentence_and_the_next_call_has_others(
    workers: KeptWorkers[int, tuple[int, int]],
) -> None:
    with pytest.raises(SteadError, match=r"ended before its time \(signal 9\).* OMP_NUM_THREADS"):
        list(workers.answers(iter(range(40))))
    assert [number for number, _ in workers.answers(iter(range(14, 60)))] == [2 * part for part in range(14, 60)]


@pytest.mark.usefixtures("_at_once")
def test_requests_and_texts_are_answered_by_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that cannot be sent to another, which is refused in its place."""
    small_system(tmp_path, monkeypatch)
    texts: list[object] = ["a [match]"] * 300
    texts[200] = iter(())
    with stead.Substituter(TELLING) as substituter:
        answers = list(substituter.suggest_many(texts))  # type: ignore[arg-type]
        sentences = list(substituter.text("A match.\n" * 200))
    assert [answer.item.id for answer in answers] == [str(number) for number in range(1, 301)]
    assert [number for number, answer in enumerate(answers) if answer.refusal] == [200]
    assert len({answer[0].term for answer in answers if answer}) > 1
    assert [answer.offset for answer in sentences] == [9 * number for number in range(200)]
    assert {answer[0].term for answer in sentences} - {f"p{os.getpid()}"}


SCRIPT = """
import os, signal, sys
import stead.systems.execution as execution
import stead.core.parallel as parallel
from tests.systems.test_kept_workers import doubled, make_doubled
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
parallel.cores, execution._TRIAL, execution._WORTH = (lambda: 2), 0.0, 0.0
os.environ["TESTING"] = str(os.getpid())
kept = execution.KeptWorkers(doubled, make_doubled)
seen = set()
for number, (_, process) in enumerate(kept.answers(iter(range(14, 10**9)))):
    if process != os.getpid() and process not in seen:
        seen.add(process)
        print(process, flush=True)
    if number == 200:
        os.kill(os.getpid(), getattr(signal, sys.argv[1]))
"""


@pytest.mark.parametrize(("name", "code"), [("SIGINT", -signal.SIGINT), ("SIGKILL", -signal.SIGKILL)])
def test_processes_end_with_the_one_that_started_them(name: str, code: int) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "OMP_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, name], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    processes = [int(line) for line in done.stdout.split()]
    assert done.returncode == code
    assert processes
    deadline = 200
    while any(map(is_running, processes)) and (deadline := deadline - 1):
        subprocess.run(["sleep", "0.05"], check=True)
    assert not any(map(is_running, processes))
    if name == "SIGINT":
        assert done.stderr.count("Traceback") == 1
