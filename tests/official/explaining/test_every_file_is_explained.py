"""Whatever the files hold, the known defects explain every difference."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.official.explain import UNEXPLAINED
from stead.official.program_input import Task
from tests.official.explaining.made import causes, explained

WORDS = ["clever", "Clever", "smart", "x", "X", "é", "É", "e\u0301", "hypnotic", "Pn", "pn", "non", "stop", "nonstop"]
WORDS += ["don't", "dont", "'tis", "U.S.", "café", "look", "up", "66", "-", "\u2010", "a_b", "İ", "K", ",", "B&B"]
LIKELY = ["clever", "Clever", "non-stop", "non stop", "nonstop", "look-up", "look up", "don't", "dont", "café", "x"]
GLUE = [" ", "-", "  ", "\t", "\u00a0", "\u2010", "'", ""]
COUNTS = ["0", "1", "2", "3", "3", "10"]
WEIGHTS = [*COUNTS, "0.5", "2.5", "1e1", "2.0"]
BLANKS = ["", "", "", " ", "  ", "\t"]

terms = st.one_of(
    st.sampled_from(LIKELY),
    st.sampled_from(LIKELY),
    st.sampled_from(WORDS),
    st.tuples(st.sampled_from(WORDS), st.sampled_from(GLUE), st.sampled_from(WORDS)).map("".join),
)
guesses = st.tuples(st.sampled_from(BLANKS), st.one_of(terms, st.just("")), st.sampled_from(BLANKS)).map("".join)
ends = st.sampled_from(["\n", "\n", "\n", "\r\n"])
items = st.sampled_from(
    [
        "bright.a 1",
        "bright.a 2",
        "bright.a 3",
        "bright.a 4",
        "bright.a five",
        "dog.n 1",
        "hot dog.n 6",
        "dog.N 1",
        "bright.J 2",
        "bright.a ::",
        "bright.a 3::",
    ]
)


def entries(weights: list[str]) -> st.SearchStrategy[str]:
    gaps = st.sampled_from([" ", " ", " ", "  ", "\t"])
    entry = st.tuples(st.sampled_from(BLANKS), terms, gaps, st.sampled_from(weights)).map("".join)
    return st.lists(entry, max_size=5).map(";".join)


def gold_lines(weights: list[str]) -> st.SearchStrategy[str]:
    heads = st.tuples(items, st.sampled_from([" :: ", " :: ", " :: ", " ::: "])).map("".join)
    return st.tuples(heads, entries(weights), st.sampled_from([";", ""]), ends).map("".join)


golds = st.sampled_from([COUNTS, WEIGHTS]).flatmap(
    lambda weights: st.lists(gold_lines(weights), min_size=1, max_size=6)
)


def runs(separator: str) -> st.SearchStrategy[list[str]]:
    heads = st.tuples(items, st.sampled_from([separator, separator, separator, "::"])).map(" ".join)
    joined = st.tuples(heads, st.just(" "), st.lists(guesses, max_size=13).map(";".join), ends).map("".join)
    odd = st.sampled_from(
        [
            f"bright.a 1 {separator}\n",
            f"bright.a 3 {separator} ;\n",
            f" bright.a 4{separator}x\n",
            "nothing\n",
            "\n",
            f"# 2 {separator} clever\n",
        ]
    )
    return st.lists(st.one_of(joined, joined, joined, odd), min_size=1, max_size=6)


@pytest.mark.parametrize(("task", "separator"), [("best", "::"), ("oot", ":::"), ("mw", "::")])
@settings(deadline=None)
@given(data=st.data())
def test_nothing_is_left_unexplained(task: Task, separator: str, data: st.DataObject) -> None:
    gold = "".join(["safe.n 0 :: sure 2;\n", *data.draw(golds)])
    run = "".join([f"safe.n 0 {separator} sure\n", *data.draw(runs(separator))])
    differences = explained(run, gold, task)
    assert UNEXPLAINED not in causes(differences)
    assert all(item.causes for item in differences.items)
