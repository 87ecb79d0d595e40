"""SWORDS: sums pooled over items, by hand and against plain loops, for every way to read them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead import ScoreResult, score
from tests.measures.examples import Votes, judged_gold
from tests.scoring.strategies import examples

GOLD: Mapping[str, Votes] = {
    "1": {"clever": (9, 10), "smart": (6, 10), "quick": (5, 10), "apt": (1, 10), "dull": (0, 10)},
    "2": {"light": (8, 10), "shiny": (2, 10)},
}
"""Acceptable: clever, smart; light. Conceivable: also quick (just half), apt (a tenth); shiny."""

ANSWERS: Mapping[str, Sequence[str]] = {"1": ["clever", "nonsense", "quick", "dull", "apt"], "2": ["shiny", "other"]}
"""Judged: all but `nonsense` and `other`."""

Figures = tuple[float, float]
WAYS = list(product(["acceptable", "conceivable"], ["wrong", "removed"], ["capped", "full"]))


def measure_name(gold: str, unjudged: str, recall: str, depth: int = 10) -> str:
    return f"swords-f@{depth}(gold={gold},unjudged={unjudged},recall={recall})"


def score_judged(gold: Mapping[str, Votes], answers: Mapping[str, Sequence[str]], *measures: str) -> ScoreResult:
    return score(judged_gold(gold), answers, measures=measures, min_responses=0)


@pytest.mark.parametrize(
    ("gold", "unjudged", "precision", "recall"),
    [
        ("acceptable", "wrong", 1 / 7, 1 / 3),
        ("acceptable", "removed", 1 / 5, 1 / 3),
        ("conceivable", "wrong", 4 / 7, 4 / 6),
        ("conceivable", "removed", 4 / 5, 4 / 6),
    ],
)
def test_sums_are_pooled_over_the_items(gold: str, unjudged: str, precision: float, recall: float) -> None:
    for capped in ("capped", "full"):
        actual = score_judged(GOLD, ANSWERS, measure_name(gold, unjudged, capped)).scores[0].figures
        harmonic = 2 * precision * recall / (precision + recall)
        assert actual == pytest.approx({"P": precision, "R": recall, "F": harmonic})


@pytest.mark.parametrize(
    ("unjudged", "recall", "expected"),
    [
        ("wrong", "capped", (2 / 4, 2 / 4)),
        ("wrong", "full", (2 / 4, 2 / 6)),
        ("removed", "capped", (3 / 3, 3 / 4)),
        ("removed", "full", (3 / 3, 3 / 6)),
    ],
)
def test_the_first_two_answers(unjudged: str, recall: str, expected: Figures) -> None:
    """Conceivable: four and two. Strict: clever, nonsense; shiny, other. Lenient: clever, quick; shiny."""
    actual = score_judged(GOLD, ANSWERS, measure_name("conceivable", unjudged, recall, depth=2)).scores[0].figures
    assert (actual["P"], actual["R"]) == pytest.approx(expected)


def test_precision_at_one_is_over_the_answered_items() -> None:
    """Unanswered items give no answer to count; recall wants their substitutes all the same."""
    one_score = score_judged(GOLD, {"1": ANSWERS["1"]}, measure_name("conceivable", "wrong", "capped", depth=1)).scores[
        0
    ]
    assert (one_score.figures["P"], one_score.figures["R"]) == (1, 1 / 2)
    assert (one_score.scored, one_score.attempted) == (2, 1)


@pytest.mark.parametrize(
    ("votes", "acceptable", "conceivable"),
    [((5, 10), 0, 1), ((51, 100), 1, 1), ((5001, 10000), 1, 1), ((1, 10), 0, 1), ((9, 100), 0, 0), ((1, 1), 1, 1)],
)
def test_thresholds(votes: tuple[int, int], acceptable: int, conceivable: int) -> None:
    gold = {"1": {"term": votes}, "2": {"sure": (1, 1)}}
    for name, good in (("acceptable", acceptable), ("conceivable", conceivable)):
        result = score_judged(gold, {"1": ["term"], "2": ["sure"]}, measure_name(name, "wrong", "capped"))
        assert result.value(result.scores[0].measure, "P") == (1 + good) / 2


def test_votes_on_equal_terms_are_joined() -> None:
    """1 of 5 and 5 of 5 are 6 of 10; neither alone says so."""
    gold = {"1": {"Clever": (1, 5), "clever": (5, 5), "well-off": (5, 5), "well off": (0, 5)}}
    result = score_judged(gold, {"1": ["clever", "well off"]}, "swords-f")
    assert result.scores[0].figures == pytest.approx({"P": 1 / 2, "R": 1, "F": 2 / 3})


def test_what_was_judged_and_refused_is_not_unjudged() -> None:
    result = score_judged(GOLD, {"1": ["dull"]}, "swords-f(unjudged=removed)")
    assert result.scores[0].figures["P"] == 0


def test_no_answer_that_anybody_judged_has_no_precision() -> None:
    figures = score_judged(GOLD, {"1": ["nonsense"]}, "swords-f(unjudged=removed)").scores[0].figures
    assert figures == {"P": None, "R": 0, "F": None}


def test_no_hit_at_all_is_zero() -> None:
    """The reference stops with a division by zero."""
    assert score_judged(GOLD, {"1": ["nonsense"]}, "swords-f").scores[0].figures == {"P": 0, "R": 0, "F": 0}


# Against plain loops


def by_loops(
    gold: Mapping[str, Votes], answers: Mapping[str, Sequence[str]], way: tuple[str, str, str], depth: int
) -> dict[str, Fraction | None]:
    least = {"acceptable": Fraction(5001, 10000), "conceivable": Fraction(1, 10)}[way[0]]
    right = given = wanted = 0
    for item, votes in gold.items():
        if not any(accepted for accepted, _ in votes.values()):
            continue
        good = {term for term, (accepted, asked) in votes.items() if asked and Fraction(accepted, asked) >= least}
        first = [term for term in answers.get(item, []) if way[1] == "wrong" or term in votes][:depth]
        right += len(good & set(first))
        given += len(first)
        wanted += min(len(good), depth) if way[2] == "capped" else len(good)
    precision = Fraction(right, given) if given else None
    recall = Fraction(right, wanted) if wanted else None
    if precision is None or recall is None:
        return {"P": precision, "R": recall, "F": None}
    both = precision + recall
    return {"P": precision, "R": recall, "F": 2 * precision * recall / both if both else Fraction(0)}


TERMS = [f"term{number}" for number in range(13)]
votes = st.tuples(st.integers(0, 10), st.integers(0, 10)).map(lambda pair: (pair[0], sum(pair)))


@examples(100)
@given(
    st.dictionaries(st.sampled_from("123"), st.dictionaries(st.sampled_from(TERMS), votes, min_size=1), min_size=1),
    st.dictionaries(
        st.sampled_from("123"), st.lists(st.sampled_from([*TERMS, "unjudged", "other"]), unique=True, min_size=1)
    ),
    st.integers(1, 12),
)
def test_every_way_against_plain_loops(gold: dict[str, Votes], answers: dict[str, list[str]], depth: int) -> None:
    """Items that nobody accepts anything for are not scored; another item keeps gold and run from being empty."""
    gold, answers = {**gold, "0": {"sure": (1, 1)}}, {**answers, "0": ["sure"]}
    result = score_judged(gold, answers, *(measure_name(*way, depth=depth) for way in WAYS))
    for way, actual in zip(WAYS, result.scores, strict=True):
        expected = {
            name: value if value is None else pytest.approx(float(value), rel=0, abs=1e-12)
            for name, value in by_loops(gold, answers, way, depth).items()
        }
        assert actual.figures == expected, way
