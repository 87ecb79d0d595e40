"""Small files, plain and odd: 300 with what the official program printed for them, and random ones."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.official.program import run_official_on
from stead.official.program_input import Document, Task
from tests.official import naive

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "parity" / "official" / "cases.jsonl").read_text("utf-8").splitlines()
]


def printed(task: Task, gold: bytes, run: bytes) -> str:
    """What the reproduction prints for a run that is called `run`."""
    return run_official_on(Document.of(b"run", run), Document.of(b"gold", gold), task).stdout.decode()


def test_the_cases_are_all_there() -> None:
    assert len(CASES) == 300


@pytest.mark.parametrize("number", range(len(CASES)))
def test_it_prints_what_the_program_printed(number: int) -> None:
    case = CASES[number]
    assert printed(case["task"], case["gold"].encode(), case["run"].encode()) == case["stdout"]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_second_opinion_prints_it_too(number: int) -> None:
    """Otherwise it would be none."""
    case = CASES[number]
    assert naive.output(case["task"], case["gold"].encode(), case["run"].encode()) == case["stdout"]


PLAIN_TERMS = ["team", "club", "edge", "rim", "border", "well-lit", "up to", "non-stop", "o'clock"]
ODD_TERMS = [*PLAIN_TERMS, "", "a", "I", "4", "100", "_x_", "-", ",", ".", "café", "naïve", "to (be)", "B&B", "a/b"]
ODD_TERMS += ["pn", "hypnotic", "Team", "non-", "non stick", "well lit", "   ", "don't won't", "a 3 b", "x 2 "]
ODD_LEXELTS = ["side.n", "side", "e commerce.J", " side.n", "\tside.n", "..N", ",.J", "café.n", "x-y.v"]
ODD_HEADS = [" {} ", " {}  ", " {}", "  {} ", " id{} ", " {} 7 "]


def gold_lines(*, odd: bool) -> st.SearchStrategy[str]:
    """Entries by falling count where the file is plain."""
    if not odd:
        counts = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(lambda found: sorted(found, reverse=True))
        terms = st.permutations(PLAIN_TERMS)
        return st.tuples(terms, counts).map(
            lambda found: "".join(f"{term} {count};" for term, count in zip(*found, strict=False))
        )
    blanks, ends = st.sampled_from([" ", " ", " ", "  ", ""]), st.sampled_from(["", "", "x", ".5"])
    counts_of_entries = st.sampled_from([0, 1, 1, 2, 3, 5, 12]).map(str)
    entry = st.tuples(st.sampled_from(ODD_TERMS), blanks, counts_of_entries, ends).map("".join)
    return st.lists(entry, max_size=5).map(";".join)


def answers(*, odd: bool) -> st.SearchStrategy[str]:
    """Guesses between semicolons."""
    if not odd:
        return st.lists(st.sampled_from(PLAIN_TERMS), min_size=1, max_size=4, unique=True).map(";".join)
    guess = st.tuples(st.sampled_from(["", "", " "]), st.sampled_from(ODD_TERMS)).map("".join)
    return st.lists(guess, max_size=13).map(";".join)


@st.composite
def files(draw: st.DrawFn, task: Task) -> tuple[bytes, bytes]:
    """A gold and a run; of the plain kind nothing is odd, of the other anything may be."""
    odd = draw(st.booleans())
    separator = ":::" if task == "oot" else "::"
    gold, run = [], []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        lexelt = draw(st.sampled_from(ODD_LEXELTS)) if odd else "side.n"
        head = draw(st.sampled_from([" {} ", *ODD_HEADS])).format(number) if odd else f" {number} "
        gold.append(f"{lexelt} {number} :: {draw(gold_lines(odd=odd))}\n")
        run.append(f"{lexelt}{head}{separator}{draw(st.sampled_from([' ', ' ', '  ', ''])) if odd else ' '}")
        run[-1] += draw(answers(odd=odd)) + (draw(st.sampled_from(["\n", "\n", "\r\n", "\n\n"])) if odd else "\n")
    if odd:
        run += draw(st.lists(st.sampled_from([*run, "rubbish\n", " \n"]), max_size=2))
    return "".join(gold).encode(), "".join(run).encode()


@pytest.mark.parametrize("task", ["best", "oot", "mw"])
@settings(deadline=None)
@given(data=st.data())
def test_two_readings_of_the_program_agree_on_random_files(task: Task, data: st.DataObject) -> None:
    gold, run = data.draw(files(task))
    assert printed(task, gold, run) == naive.output(task, gold, run)
