"""A real language model on this machine, by the whole way: server, questions, answers, record.

`STEAD_LLAMA_PYTHON` names an interpreter that has ik_llama_cpp; the model is the resource smollm2.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import stead
from stead.resources import folder
from stead.systems import RatingQuestion, System, parse_system
from tests.lexicons.real import real
from tests.shared import shared
from tests.systems.made import item

PYTHON = os.environ.get("STEAD_LLAMA_PYTHON", "")
SERVER = Path(__file__).with_name("serve_gguf.py")

pytestmark = [
    pytest.mark.soak,
    pytest.mark.real,
    pytest.mark.skipif(not PYTHON, reason="STEAD_LLAMA_PYTHON names no interpreter with ik_llama_cpp"),
]
BRIGHT = item("He was the [brightest] pupil in the class.", "bright.a")


@contextmanager
def serving(log: Path) -> Iterator[str]:
    """The address of a server with the model; `log` gets a line for each answer."""
    real("smollm2")
    model = next(folder("smollm2").glob("*.gguf"))
    with (
        log.open("w", encoding="utf-8") as output,
        subprocess.Popen(
            [PYTHON, str(SERVER), str(model), "0"], stdout=output, stderr=subprocess.DEVNULL, text=True
        ) as process,
    ):
        while not (lines := log.read_text(encoding="utf-8").splitlines()):
            assert process.poll() is None
            time.sleep(0.1)
        yield f"http://127.0.0.1:{lines[0].split()[-1]}/v1"
        process.terminate()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server") / "log.txt") as address:
        yield address


@pytest.fixture
def system(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path))
    return parse_system(f"llm(url={url},model=smollm2,max_tokens=24,at_once=2,timeout=600)")


def test_what_it_says_is_words_or_a_fault_and_the_same_again(system: System) -> None:
    (terms,) = system.annotate_all([BRIGHT])
    record = system.record_of_answers([BRIGHT])
    assert record["requests"] == 1
    assert record["prompt tokens"] > 50
    assert 0 < record["completion tokens"] <= 24
    assert terms is not None or any(fault.startswith("answer refused") for fault in record["faults"])
    assert all(term.replace(" ", "").replace("-", "").isalpha() for term in terms or ())
    assert system.annotate_all([BRIGHT]) == [terms]


def test_its_ratings_are_grades_or_missing(system: System) -> None:
    question = RatingQuestion(BRIGHT, ["clever", "shiny"])
    (values,) = system.rate_all([question])
    missing = system.record_of_ratings([question])["faults"].get("rating missing or not from 0 to 3", 0)
    assert all(value in {None, 0.0, 1.0, 2.0, 3.0} for value in values)
    assert sum(value is None for value in values) == missing or all(value is None for value in values)


def sample_items(path: Path, number: int) -> None:
    """Items of the development part of CoInCo, drawn at random."""
    coinco = shared("data", "coinco", "coinco_dev.xml.gz", what="the development part of CoInCo")
    items = [sentence for sentence in stead.read_items(str(coinco)) if len(sentence.text) < 200]
    stead.write(random.Random(1).sample(items, number), path, format="stead")


def run_command(folder: Path, address: str, cache: str) -> "subprocess.Popen[bytes]":
    system = f"llm(url={address},model=smollm2,max_tokens=16,at_once=2,timeout=600)"
    words = ["run", system, "items.jsonl", "-o", "run.txt"]
    environment = {**os.environ, "STEAD_CACHE": str(folder / cache)}
    return subprocess.Popen([sys.executable, "-m", "stead", *words], cwd=folder, env=environment)


def answered(log: Path) -> list[str]:
    return [line for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("answered ")]


def test_300_items_killed_twice_and_resumed_give_the_same_bytes_and_no_request_is_answered_twice(
    tmp_path: Path,
) -> None:
    number, log = 300, tmp_path / "log.txt"
    sample_items(tmp_path / "items.jsonl", number)
    with serving(log) as address:
        for stop in (number // 4, number // 2):
            with run_command(tmp_path, address, "cache") as process:
                while len(answered(log)) < stop:
                    assert process.poll() is None
                    time.sleep(0.05)
                process.kill()
            assert not (tmp_path / "run.txt").exists()
            time.sleep(30)  # what the server was at is lost with the connection
        in_flight = len(answered(log)) - replies_kept(tmp_path / "cache")
        with run_command(tmp_path, address, "cache") as process:
            assert process.wait() == 0
        times = Counter(answered(log))
        assert len(times) == number
        assert sum(times.values()) - number == in_flight <= 4  # two at once, killed twice, before they were kept
        interrupted = (tmp_path / "run.txt").read_bytes()
        record = json.loads((tmp_path / "run.txt.record.json").read_text())
        with run_command(tmp_path, address, "other") as process:
            assert process.wait() == 0
    assert (tmp_path / "run.txt").read_bytes() == interrupted
    whole = json.loads((tmp_path / "run.txt.record.json").read_text())
    for counted in (record, whole):
        assert counted.pop("seconds, added up") > 0
    assert whole == record


def replies_kept(cache: Path) -> int:
    return sum(1 for path in cache.rglob("*.json") if not path.name.startswith("."))
