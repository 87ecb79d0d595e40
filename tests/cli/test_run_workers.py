"""`stead run` with several processes: the same bytes, whatever happens to them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Command
from tests.systems.made import xml

ROOT = Path(__file__).resolve().parents[2]
NUMBER = 100  # four batches
CALL = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with items and candidates."""
    monkeypatch.chdir(tmp_path)
    Path("items.xml").write_text(xml([("match.n", "They lost the [match].")] * NUMBER))
    Path("pool.txt").write_text("match.n::other;word3;nothing\n")
    return tmp_path


def started(system: str, *words: str) -> subprocess.Popen[bytes]:
    """The command in a process, and a group of processes, of its own, as a terminal starts it."""
    return subprocess.Popen(
        [sys.executable, "-c", CALL, "run", f"tests.systems.batching:{system}", "items.xml", "-o", "run.txt", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def ran(system: str, *words: str) -> tuple[int, str]:
    """The status of a command, and what it said."""
    with started(system, *words) as process:
        _, said = process.communicate(timeout=120)
    return process.returncode, said.decode()


def wait_until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < limit
        time.sleep(0.01)


def kept() -> list[str]:
    """The ids of answers that stand beside the run."""
    lines = Path("run.txt.part").read_bytes().split(b"\n")[1:-1] if Path("run.txt.part").exists() else []
    return [json.loads(line)["id"] for line in lines]


def is_first_batch_kept_while_a_worker_hangs() -> bool:
    return Path("hanging").exists() and len(kept()) >= 32


def members(group: int) -> list[int]:
    """The processes of a group that are alive; a dead one that nobody has asked about is none."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, own = path.read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(own) == group and state != "Z":
            found.append(int(path.parent.name))
    return found


@pytest.mark.parametrize("words", [[], ["--task", "rank", "--candidates", "pool.txt"]], ids=["oot", "rank"])
def test_the_same_bytes_with_one_and_with_two(folder: Path, stead: Command, words: list[str]) -> None:
    one = stead("run", "tests.systems.batching:AtOnce", "items.xml", "-o", "one.txt", "--workers", "1", *words)
    status, said = ran("AtOnce", "--workers", "2", *words)
    assert (status, said) == (0, one.err.replace("one.txt", "run.txt"))
    assert Path("run.txt").read_bytes() == Path("one.txt").read_bytes()
    assert not Path("run.txt.part").exists()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize(("before", "after"), [("2", "1"), ("1", "2")])
def test_killed_in_the_middle_and_gone_on_with_by_another_number(
    folder: Path, stead: Command, before: str, after: str
) -> None:
    system = "AtOnce(fate=hangs-40)"
    with started(system, "--workers", before) as process:
        wait_until(is_first_batch_kept_while_a_worker_hangs)
        workers = len(members(process.pid))
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
        wait_until(lambda: not members(process.pid))  # long before the minute that one of them would hang
    assert workers >= int(before)
    assert kept() == [str(number) for number in range(1, 33)]
    status, said = ran(system, "--workers", after)
    assert status == 0
    assert said.startswith("stead: 32 items of 100 were answered before; going on.\n")
    stead("run", f"tests.systems.batching:{system}", "items.xml", "-o", "whole.txt", "--workers", "1")
    assert Path("run.txt").read_bytes() == Path("whole.txt").read_bytes()


def test_cut_off_inside_a_batch_the_rest_is_answered_as_if_it_had_not_been(folder: Path, stead: Command) -> None:
    """What `AtOnce` answers tells which items it was asked for together."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("stead.api.systems.save", _interrupted)
        stead("run", "tests.systems.batching:AtOnce", "items.xml", "-o", "run.txt", "--workers", "1")
    lines = Path("run.txt.part").read_bytes().split(b"\n")
    Path("run.txt.part").write_bytes(b"\n".join([*lines[:21], b'{"half']))
    assert ran("AtOnce", "--workers", "2")[0] == 0
    stead("run", "tests.systems.batching:AtOnce", "items.xml", "-o", "whole.txt", "--workers", "1")
    assert Path("run.txt").read_bytes() == Path("whole.txt").read_bytes()


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.usefixtures("interrupts_are_heard")
def test_interrupted_everybody_ends_at_once_and_one_sentence_is_said(folder: Path) -> None:
    with started("Plain(fate=hangs-40)", "--workers", "2") as process:
        wait_until(is_first_batch_kept_while_a_worker_hangs)
        os.killpg(process.pid, signal.SIGINT)  # a terminal tells the whole group
        _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, b"stead: interrupted.\n")
    wait_until(lambda: not members(process.pid))  # Python's own helper process may be a moment later
    assert len(kept()) >= 32


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.usefixtures("interrupts_are_heard")
def test_interrupted_while_workers_begin_one_sentence_is_said(folder: Path) -> None:
    with started("Plain(fate=hangs-40)", "--workers", "2") as process:
        wait_until(lambda: len(members(process.pid)) >= 4)  # with Python's own helper process
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, b"stead: interrupted.\n")
    wait_until(lambda: not members(process.pid))


def test_a_worker_that_is_killed_is_one_sentence_and_what_was_answered_is_kept(folder: Path) -> None:
    status, said = ran("Plain(fate=killed-70)", "--workers", "2")
    assert status == 1
    assert said.startswith("stead: a process that answers items has ended before its time (signal 9); ")
    assert said.count("\n") == 1
    assert kept() == [str(number) for number in range(1, len(kept()) + 1)]
    assert not Path("run.txt").exists()


def test_a_system_that_fails_is_the_same_sentence_with_any_number(folder: Path) -> None:
    found = []
    for workers in ("1", "2"):
        found.append((*ran("Plain(fate=fails-40-70)", "--workers", workers), kept()))
        Path("run.txt.part").unlink()
    assert found[0][:2] == (1, "stead: the system plain, item 40: KeyError: 'match'.\n")
    assert found[0] == found[1]
    assert found[0][2] == [str(number) for number in range(1, 40)]


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", ""])
def test_a_number_of_workers_that_is_none_is_wrong_usage(folder: Path, stead: Command, number: str) -> None:
    done = stead("run", "wordnet", "items.xml", "-o", "run.txt", f"--workers={number}")
    assert (done.status, done.out) == (2, "")
    assert "--workers" in done.err.splitlines()[-1]


def test_a_script_that_runs_a_command_is_not_run_again_by_workers(folder: Path) -> None:
    words = ["run", "tests.systems.batching:Plain", "items.xml", "-o", "run.txt", "--workers", "2"]
    Path("script.py").write_text(f"print('once', flush=True)\nfrom stead.cli import main\nmain({words})\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "script.py"], env=environment, capture_output=True, check=True)
    assert done.stdout == b"once\n"
    assert b"wrote run.txt: 100 of 100 items answered." in done.stderr
