"""`stead run --engine spark`: the same bytes as one process, whatever happens to executors and their workers."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from stead import read_items, write
from stead.core.spark import _cause
from tests.cli.running import Command
from tests.shared import shared
from tests.systems.made import xml
from tests.tools import program

ROOT = Path(__file__).resolve().parents[2]
CALL = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture(scope="module")
def java() -> None:
    """Spark needs Java 17 or newer."""
    command = [str(program("java", "openjdk-17-jre-headless")), "-version"]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs a Java that runs: apt-get install --no-install-recommends openjdk-17-jre-headless")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with items."""
    monkeypatch.chdir(tmp_path)
    Path("items.xml").write_text(xml([("match.n", "They lost the [match].")] * 200))
    return tmp_path


def started(master: str, system: str, *words: str) -> "subprocess.Popen[bytes]":
    """The command in a process of its own, with a session of Spark of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", CALL, "run", system, *words, "--engine", "spark"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYSPARK_SUBMIT_ARGS": f"--master {master} pyspark-shell"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def answers_kept(path: Path) -> int:
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0


@pytest.mark.usefixtures("java")
def test_the_same_bytes_as_one_process_though_a_worker_falls_and_a_system_fails(folder: Path, stead: Command) -> None:
    """In one session: a worker is killed at item 70 and its task tried again; items 150 and 190 fail for good."""
    system = "tests.systems.batching:AtOnce"
    done = stead("run", f"{system}(fate=fails-150-190)", "items.xml", "-o", "one.txt", "--workers", "1")
    assert done.err == "stead: the system at-once, item 150: KeyError: 'match'.\n"
    Path("script.py").write_text(
        "import stead\n"
        f"run = stead.run({system + '(fate=falls-70)'!r}, 'items.xml', output='spark.txt', engine='spark')\n"
        "print(len(run.run))\n"
        "try:\n"
        f"    stead.run({system + '(fate=fails-150-190)'!r}, 'items.xml', output='failed.txt', engine='spark')\n"
        "except stead.SteadError as error:\n"
        "    print(error)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYSPARK_SUBMIT_ARGS": "--master local[2,3] pyspark-shell"}
    ran = subprocess.run([sys.executable, "script.py"], env=environment, capture_output=True, check=False, timeout=300)
    assert ran.stdout.decode().splitlines() == ["200", "the system at-once, item 150: KeyError: 'match'."], ran.stderr
    assert Path("fallen").exists()
    whole = stead("run", system, "items.xml", "-o", "whole.txt", "--workers", "1")
    assert whole.status == 0
    assert Path("spark.txt").read_bytes() == Path("whole.txt").read_bytes()
    assert Path("failed.txt.part").read_bytes() == Path("one.txt.part").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["llm(url=http://localhost/v1,model=m)"], "--engine spark cannot run the system llm, which asks for several"),
        (["wordnet", "--workers", "2"], "--workers are for the engine local"),
        (["wordnet", "--engine", "dask"], "invalid choice: 'dask'"),
    ],
)
def test_what_cannot_run_on_spark_is_refused(folder: Path, stead: Command, words: list[str], message: str) -> None:
    done = stead("run", "--engine", "spark", "-o", "run.txt", words[0], "items.xml", *words[1:])
    assert done.status == 2
    assert message in done.err


@pytest.mark.usefixtures("java")
def test_a_master_that_cannot_be_is_one_sentence(folder: Path) -> None:
    with started("nonsense", "tests.systems.batching:AtOnce", "items.xml", "-o", "run.txt") as process:
        output, _ = process.communicate()
    *_, sentence = output.decode().splitlines()
    assert process.returncode == 1
    assert sentence.startswith("stead: Spark did not start: ")
    assert "the master that its settings name (PYSPARK_SUBMIT_ARGS" in sentence
    assert not Path("run.txt").exists()


def test_the_reason_of_java_is_quoted_and_not_the_call() -> None:
    message = (
        "An error occurred while calling None.org.apache.spark.sql.classic.SparkSession.\n"
        ": java.lang.IllegalStateException: Cannot call methods on a stopped SparkContext.\n"
        "This stopped SparkContext was created at:\n"
    )
    assert _cause(message) == "Cannot call methods on a stopped SparkContext"


def executors(driver: int) -> list[int]:
    """The processes of executors that descend from a driver."""
    parents, names = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
            names[int(path.parent.name)] = (path.parent / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue

    def descends(process: int) -> bool:
        return process == driver or (process in parents and descends(parents[process]))

    return [process for process, name in names.items() if b"CoarseGrainedExecutorBackend" in name and descends(process)]


@pytest.mark.soak
@pytest.mark.real
@pytest.mark.usefixtures("java")
def test_swift_on_two_executors_of_which_one_is_killed(folder: Path, stead: Command) -> None:
    number = 20_000
    write_coinco(Path("items.jsonl"), number)
    with started("local-cluster[2,1,1024]", "swift", "items.jsonl", "-o", "spark.txt") as process:
        while answers_kept(Path("spark.txt.part")) < number // 4:
            assert process.poll() is None
            time.sleep(0.2)
        victim, *others = executors(process.pid)
        assert others
        os.kill(victim, signal.SIGKILL)
        output, _ = process.communicate()
        assert process.returncode == 0, output
    done = stead("run", "swift", "items.jsonl", "-o", "one.txt", "--workers", "1")
    assert done.status == 0
    assert Path("spark.txt").read_bytes() == Path("one.txt").read_bytes()


def write_coinco(path: Path, number: int) -> None:
    """Write items of CoInCo, from the first again under other ids when there are no more."""
    coinco = shared("data", "coinco", "coinco_dev.xml.gz", what="the development part of CoInCo")
    items = read_items(str(coinco))
    again = (replace(items[index % len(items)], id=str(index)) for index in range(number))
    write(list(again), path, format="stead")
