"""A file of many blocks is read as one line at a time would be, whatever terms its blocks share."""

import numpy as np
import pytest

from stead.formats import format as reading
from stead.formats.fast import lines
from tests.formats.made import read_gold, read_run

TERMS = [
    "bright",
    "brightly",
    "brightnes",  # nine bytes: the first that need a second word
    "brightnex",
    "é" * 8,
    "a term of exactly thirty-two by.",
    "a term of more than thirty-two bytes, which no table remembers",
    "a term of more than thirty-two bytes, which no table remembered",
    *(f"word{number}" for number in range(40)),
]


@pytest.fixture(params=[2, 6, 18], ids=lambda bits: f"{1 << bits} slots")
def small_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of a few lines, and tables in which some terms, or nearly all of them, share a slot."""
    monkeypatch.setattr(reading, "BLOCK", 200)
    monkeypatch.setattr(reading.blocks_of, "__defaults__", (200,))
    monkeypatch.setattr(lines, "_TABLE_BITS", request.param)


def drawn(seed: int) -> list[list[str]]:
    """The terms of a hundred lines, a few lines with none."""
    chance = np.random.default_rng(seed)
    return [[str(term) for term in chance.choice(TERMS, chance.integers(0, 6), replace=False)] for _ in range(100)]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("seed", range(3))
def test_answers_are_those_of_each_line(seed: int) -> None:
    expected = drawn(seed)
    text = "".join(f"bright.a {number} ::: {';'.join(terms)}\n" for number, terms in enumerate(expected))
    rows, report = read_run(text, "semeval")
    assert [(row.id, row.answers) for row in rows] == [(str(number), terms) for number, terms in enumerate(expected)]
    assert not report.faults


@pytest.mark.usefixtures("small_blocks")
def test_weights_of_one_digit_or_more_are_those_of_each_entry() -> None:
    weights = ["1", "9", "10", "2.5", "0.25", "3"]
    expected = [
        [(term, weights[(place + number) % len(weights)]) for place, term in enumerate(terms)]
        for number, terms in enumerate(drawn(9))
    ]
    text = "".join(
        f"bright.a {number} :: {''.join(f'{term} {weight};' for term, weight in entries)}\n"
        for number, entries in enumerate(expected)
    )
    rows, _ = read_gold(text, "semeval")
    read = [row.weights for row in rows]
    assert read == [[(term, float(weight)) for term, weight in entries] for entries in expected]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("weight", ["x", "-", "nan", "1,5"])
def test_an_entry_without_a_valid_weight_is_reported_with_its_line(weight: str) -> None:
    lines_before = "".join(f"bright.a {number} :: clever 3;smart 12;\n" for number in range(20))
    rows, report = read_gold(f"{lines_before}bright.a 20 :: clever {weight};\n", "semeval")
    assert len(rows) == 20
    assert [fault.line for fault in report.faults] == [21]


def test_only_so_many_terms_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_MOST_KNOWN", 4)
    block = b"one;three;four;five\n" + b"\0" * 8
    spans = lines.Spans(block, np.array([0, 4, 10, 15]), np.array([3, 9, 14, 19]))
    known = lines.KnownTerms.none().with_more(spans, np.array([5, 6, 7, 8]))
    assert known.find(spans).tolist() == [5, 6, 7, -1]
    assert known.with_more(spans, np.array([1, 2, 3, 4])) is known
