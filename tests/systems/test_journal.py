"""Runs that are killed go on where they were and come out the same."""

import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.core.substitutes import Run, RunRow
from stead.systems import Journal, RunPlan
from tests.systems.made import xml

ITEMS = [Item(id=str(number), lexelt="match.n", text="a match", start=2, end=7) for number in range(5)]


class Counted:
    """Answers, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, items: Sequence[Item], answered: int) -> Generator[RunRow, None, None]:
        for item in items[answered:]:
            self.asked.append(item.id)
            yield RunRow(item.lexelt, item.id, [f"word{item.id}", "café \ud800"], [1 / 3, -0.1])


def streamed(path: Path, signature: str = "one") -> tuple[Counted, Run]:
    answers = Counted()
    done = Journal(path).complete(RunPlan(ITEMS, answers, signature), "one")
    return answers, done


def stopped(path: Path, keep: bytes) -> None:
    """The answers so far, as a process leaves them that is killed."""
    path.with_name(f"{path.name}.part").write_bytes(keep)


def rows(run: Run) -> list[RunRow]:
    return list(run)


@pytest.fixture
def part(tmp_path: Path) -> tuple[Path, bytes]:
    """A finished work's path and kept answers."""
    path = tmp_path / "run.txt"
    streamed(path)
    return path, (tmp_path / "run.txt.part").read_bytes()


def test_every_item_is_asked_once_in_order(tmp_path: Path) -> None:
    told: list[tuple[str, float, float]] = []
    answers = Counted()
    run = Journal(tmp_path / "run.txt").complete(RunPlan(ITEMS, answers, "one"), "it", lambda *step: told.append(step))
    assert (answers.asked, told) == (["0", "1", "2", "3", "4"], [("it", done, 5) for done in range(6)])
    assert len(run) == 5


def test_wherever_the_file_is_cut_the_run_is_the_same(part: tuple[Path, bytes]) -> None:
    path, kept = part
    _, whole = streamed(path)
    head = kept.index(b"\n")
    for end in range(0, len(kept) + 1, 7):
        stopped(path, kept[:end])
        answers, run = streamed(path)
        assert rows(run) == rows(whole)
        done = max(0, kept[:end].count(b"\n") - 1) if end > head else 0
        assert answers.asked == ["0", "1", "2", "3", "4"][done:]
        assert path.with_name("run.txt.part").read_bytes() == kept


def test_answers_are_there_as_they_come(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    lines: list[int] = []

    def count(*_: object) -> None:
        lines.append((tmp_path / "run.txt.part").read_bytes().count(b"\n"))

    Journal(path).complete(RunPlan(ITEMS, Counted(), "one"), "it", count)
    assert lines == [0, 2, 3, 4, 5, 6]  # before the first; then what they are answers to, and each answer


def test_answers_are_not_held_while_others_are_asked(tmp_path: Path) -> None:
    """2,000 answers of 10,000 characters are 20 MB; while the last is asked, far less is in use."""
    many = [Item(id=str(number), lexelt="match.n", text="a match", start=2, end=7) for number in range(2000)]
    used: list[int] = []

    def answers(items: Sequence[Item], answered: int) -> Generator[RunRow, None, None]:
        for item in items[answered:]:
            if item is many[-1]:
                used.append(tracemalloc.get_traced_memory()[0])
            yield RunRow(item.lexelt, item.id, [f"{item.id:>10}" * 1000], [1.0])

    tracemalloc.start()
    try:
        Journal(tmp_path / "run.txt").complete(RunPlan(many, answers, "one"), "it")
    finally:
        tracemalloc.stop()
    assert used[0] < 2_000_000


def test_another_signature_begins_anew(part: tuple[Path, bytes]) -> None:
    answers, _ = streamed(part[0], "two")
    assert len(answers.asked) == 5


@pytest.mark.parametrize(
    "damage", [b"{}", b"[]", b"\xff", b"nonsense", b"", b'{"lexelt": "match.n", "id": "9", "answers": []}']
)
def test_from_a_damaged_line_on_everything_is_asked_again(part: tuple[Path, bytes], damage: bytes) -> None:
    path, kept = part
    lines = kept.split(b"\n")
    lines[2] = damage  # the answer to item 1
    stopped(path, b"\n".join(lines))
    answers, run = streamed(path)
    assert answers.asked == ["1", "2", "3", "4"]
    assert [row.id for row in run] == ["0", "1", "2", "3", "4"]


def test_more_lines_than_items_are_left_out(part: tuple[Path, bytes]) -> None:
    path, kept = part
    stopped(path, kept + kept.split(b"\n")[1] + b"\n")
    answers, run = streamed(path)
    assert (answers.asked, len(run)) == ([], 5)


@pytest.mark.parametrize("signature", ["one", "two"])
def test_two_runs_at_once_do_not_write_over_each_other(tmp_path: Path, signature: str) -> None:
    path, seen = tmp_path / "run.txt", []

    def second(_: str, done: float, __: float) -> None:
        if done == 3:
            with pytest.raises(BadInput, match=r"run\.txt\.part: another process is writing it") as caught:
                streamed(path, signature)
            seen.append(caught)

    run = Journal(path).complete(RunPlan(ITEMS, Counted(), "one"), "it", second)
    assert seen
    assert len(run) == 5
    assert streamed(path)[0].asked == []  # the lock has gone with the first


def test_finished_work_leaves_nothing_beside_it(part: tuple[Path, bytes]) -> None:
    Journal(part[0]).remove()
    Journal(part[0]).remove()
    assert list(part[0].parent.iterdir()) == []


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere/run.txt.part: cannot be written: No such file"):
        streamed(tmp_path / "nowhere" / "run.txt")


def test_a_folder_in_the_way_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "run.txt.part").mkdir()
    with pytest.raises(BadInput, match=r"run.txt.part: cannot be written: Is a directory"):
        streamed(tmp_path / "run.txt")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(BadInput, match="cannot be written: Permission denied"):
            streamed(tmp_path / "run.txt")
    finally:
        tmp_path.chmod(0o700)


# ------------------------------------------------------------------------------------------------- a real process


SLOW = """
import time
from dataclasses import dataclass
from pathlib import Path
from stead.systems import Suggestion, System

@dataclass(frozen=True)
class Slow(System):
    name = "slow"
    paper = about = "takes its time"
    threshold = 0.0

    def suggest(self, item):
        with Path("asked").open("a") as file:
            file.write(item.id + "\\n")
        time.sleep(0.02)
        return [Suggestion(f"word{item.id}", int(item.id) / 7), Suggestion("other", 0.1)]

    def signature(self):
        return "slow"
"""
NUMBER = 40


def started(folder: Path, task: str) -> subprocess.Popen[bytes]:
    words = ["run", "slow:Slow", "items.xml", "--task", task, "-o", "run.txt"]
    words += ["--candidates", "pool.txt"] if task == "rank" else []
    call = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", call, *words],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def prepared(folder: Path) -> Path:
    folder.mkdir()
    (folder / "slow.py").write_text(SLOW)
    (folder / "items.xml").write_text(xml([("match.n", "They lost the [match].")] * NUMBER))
    (folder / "pool.txt").write_text("match.n::other;word3;nothing\n")
    return folder


@pytest.mark.parametrize("task", ["oot", "rank"])
def test_a_process_killed_in_the_middle_goes_on_and_leaves_the_same_bytes(tmp_path: Path, task: str) -> None:
    whole, killed = prepared(tmp_path / "whole"), prepared(tmp_path / "killed")
    with started(whole, task) as process:
        assert process.wait(60) == 0
    with started(killed, task) as process:
        limit = time.monotonic() + 60
        while not (killed / "asked").exists() or len((killed / "asked").read_text().split()) < 10:
            assert time.monotonic() < limit
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
    assert not (killed / "run.txt").exists()
    kept = (killed / "run.txt.part").read_bytes().split(b"\n")[1:-1]
    before = len((killed / "asked").read_text().split())
    assert 8 <= len(kept) < NUMBER
    assert [json.loads(line)["id"] for line in kept] == [str(number + 1) for number in range(len(kept))]
    with started(killed, task) as process:
        _, words = process.communicate(timeout=60)
    assert process.returncode == 0
    assert f"{len(kept)} items of {NUMBER} were answered before; going on." in words.decode()
    assert (killed / "run.txt").read_bytes() == (whole / "run.txt").read_bytes()
    assert len((killed / "asked").read_text().split()) - before == NUMBER - len(kept)
    assert sorted(path.name for path in killed.iterdir() if "run" in path.name) == ["run.txt"]
