"""A real language model on this machine, by the whole way: server, questions, answers, record.

`STEAD_LLAMA_PYTHON` names an interpreter that has ik_llama_cpp; the model is the resource smollm2.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from stead.resources import folder
from stead.systems import RatingQuestion, System, parse_system
from tests.lexicons.real import real
from tests.systems.made import item

PYTHON = os.environ.get("STEAD_LLAMA_PYTHON", "")
SERVER = Path(__file__).with_name("serve_gguf.py")

pytestmark = [
    pytest.mark.soak,
    pytest.mark.real,
    pytest.mark.skipif(not PYTHON, reason="STEAD_LLAMA_PYTHON names no interpreter with ik_llama_cpp"),
]
BRIGHT = item("He was the [brightest] pupil in the class.", "bright.a")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    real("smollm2")
    model = next(folder("smollm2").glob("*.gguf"))
    with subprocess.Popen(
        [PYTHON, str(SERVER), str(model), "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        ready = next(line for line in process.stdout if line.startswith("serving on "))
        yield f"http://127.0.0.1:{ready.split()[-1]}/v1"
        process.terminate()


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
