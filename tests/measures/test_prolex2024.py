"""ProLex: sums pooled over the items that have a good substitute, by hand and against plain loops."""

import csv
from ast import literal_eval
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead import GoldStandard, score
from stead.core.faults import Source
from stead.core.substitutes import GoldRow
from tests.scoring.figures import Figures
from tests.scoring.strategies import examples
from tests.shared import shared

Levels = Mapping[str, bool]
"""The acceptable substitutes of an item: whether each is proficient."""

GOLD: Mapping[str, Levels] = {
    "1": {"clever": False, "astute": True, "gifted": True},
    "2": {"easy": False},
    "3": {"vivid": True},
}
ANSWERS: Mapping[str, Sequence[str]] = {"1": ["clever", "astute", "wrong"], "2": ["easy", "dull"], "3": ["other"]}


def levelled_gold(items: Mapping[str, Levels]) -> GoldStandard:
    rows = [
        GoldRow("", item, [*((term, 1.0) for term in own), ("refused", 0.0)], proficient=[*own.values(), False])
        for item, own in items.items()
    ]
    return GoldStandard.of(rows, Source("gold", "0" * 64), graded=True)


def figures_of(gold: Mapping[str, Levels], answers: Mapping[str, Sequence[str]], measure: str) -> Figures:
    return score(levelled_gold(gold), answers, measures=measure).scores[0].figures


def test_acceptable_substitutes_of_any_level_are_good() -> None:
    """Three hits (clever, astute; easy) of six answers; five substitutes are wanted."""
    expected = {"P": 3 / 6, "R": 3 / 5, "F": 2 * 3 / (6 + 5)}
    assert figures_of(GOLD, ANSWERS, "prolex-f(gold=acceptable)") == pytest.approx(expected)


def test_only_items_with_a_proficient_substitute_count_for_proficiency() -> None:
    """One hit (astute) of four answers, to items 1 and 3; three substitutes are wanted."""
    expected = {"P": 1 / 4, "R": 1 / 3, "F": 2 * 1 / (4 + 3)}
    assert figures_of(GOLD, ANSWERS, "prolex-f") == pytest.approx(expected)
    one_score = score(levelled_gold(GOLD), ANSWERS, measures="prolex-f").scores[0]
    assert (one_score.scored, one_score.attempted) == (2, 2)


def test_recall_wants_no_more_than_can_be_answered() -> None:
    """Of the first two answers: clever and astute; two of item 1 and one of item 3 are wanted."""
    assert figures_of(GOLD, ANSWERS, "prolex-f@2") == pytest.approx({"P": 1 / 3, "R": 1 / 3, "F": 1 / 3})


def test_a_refused_substitute_is_a_wrong_answer() -> None:
    assert figures_of(GOLD, {"1": ["refused", "astute"]}, "prolex-f")["P"] == 1 / 2


def test_no_hit_at_all_is_zero() -> None:
    """The reference stops with a division by zero."""
    assert figures_of(GOLD, {"1": ["wrong"]}, "prolex-f") == {"P": 0, "R": 0, "F": 0}


def test_the_first_answers_are_the_first_distinct_ones() -> None:
    """The reference takes the first two as written, clever and clever, and then drops the repeat."""
    assert figures_of(GOLD, {"1": ["clever", "clever", "astute"]}, "prolex-f@2(gold=acceptable)")["P"] == 1
    assert figures_of(GOLD, {"1": ["clever", "clever", "astute"]}, "prolex-f@2")["P"] == 1 / 2


def test_a_gold_without_any_proficient_substitute_has_no_score() -> None:
    assert figures_of({"2": GOLD["2"]}, {"2": ["easy"]}, "prolex-f") == {"P": None, "R": None, "F": None}


# Against plain loops


def by_loops(
    gold: Mapping[str, set[str]], answers: Mapping[str, Sequence[str]], depth: int
) -> dict[str, Fraction | None]:
    """As the reference program adds up, item by item."""
    hits = given_answers = wanted = 0
    for item, good in gold.items():
        if good:
            first = answers.get(item, [])[:depth]
            hits += len(good & {*first})
            given_answers += len(first)
            wanted += min(depth, len(good))
    precision = Fraction(hits, given_answers) if given_answers else None
    recall = Fraction(hits, wanted) if wanted else None
    if precision is None or recall is None:
        return {"P": precision, "R": recall, "F": None}
    both = precision + recall
    return {"P": precision, "R": recall, "F": 2 * precision * recall / both if both else Fraction(0)}


TERMS = [f"term{number}" for number in range(13)]


@examples(100)
@given(
    st.dictionaries(st.sampled_from("123"), st.dictionaries(st.sampled_from(TERMS), st.booleans(), min_size=1)),
    st.dictionaries(st.sampled_from("123"), st.lists(st.sampled_from([*TERMS, "refused", "other"]), unique=True)),
    st.integers(1, 12),
)
def test_both_golds_against_plain_loops(gold: dict[str, Levels], answers: dict[str, list[str]], depth: int) -> None:
    """Another item keeps gold and run from being empty."""
    gold, answers = {**gold, "0": {"sure": True}}, {**answers, "0": ["sure"]}
    good = {
        "acceptable": {item: set(own) for item, own in gold.items()},
        "proficient": {item: {term for term in own if own[term]} for item, own in gold.items()},
    }
    for name, substitutes in good.items():
        expected = {
            figure: value if value is None else pytest.approx(float(value), rel=0, abs=1e-12)
            for figure, value in by_loops(substitutes, answers, depth).items()
        }
        assert figures_of(gold, answers, f"prolex-f@{depth}(gold={name})") == expected


# The preset


def test_the_preset_compares_terms_as_they_are_written(tmp_path: Path) -> None:
    """`Astute` is another word; the item without an acceptable substitute is not scored."""
    gold = tmp_path / "gold.csv"
    gold.write_text(
        "target word,Sentence,acc_subs,unacc_subs,prof_acc_subs\n"
        "bright,A **bright** boy.,\"['clever', 'astute']\",['lit'],['astute']\n"
        "dim,A **dim** room.,[],['dull'],[]\n",
        encoding="utf-8",
    )
    result = score(gold, {("bright", "A bright boy."): ["clever", "Astute"]}, preset="prolex")
    figures = {one_score.label: (one_score.figures, one_score.scored) for one_score in result.scores}
    assert figures == {
        "prolex-f@10(gold=acceptable)": ({"P": 1 / 2, "R": 1 / 2, "F": 1 / 2}, 1),
        "prolex-f@10": ({"P": 0, "R": 0, "F": 0}, 1),
    }


def test_the_development_set_of_prolex() -> None:
    """A run that names what people were asked about, the unacceptable half way, scores as the loops have it."""
    path = shared("data", "prolex", "ProLex_v1.0_dev.csv", what="ProLex")
    with path.open(encoding="utf-8", newline="") as file:
        lists = {
            row["Sentence"].replace("**", ""): {name: literal_eval(row[name]) for name in row if name.endswith("_subs")}
            for row in csv.DictReader(file)
        }
    answers = {item: own["acc_subs"][1:] + own["unacc_subs"] + own["acc_subs"][:1] for item, own in lists.items()}
    scores = score(path, answers, preset="prolex").scores
    for one_score, column in zip(scores, ("acc_subs", "prof_acc_subs"), strict=True):
        good = {item: set(own[column]) for item, own in lists.items()}
        assert one_score.figures == pytest.approx(by_loops(good, answers, depth=10))
        assert one_score.scored == sum(1 for terms in good.values() if terms)
        assert one_score.ceiling == {"P": 1, "R": 1, "F": 1}
