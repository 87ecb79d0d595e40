"""What a gold looks like."""

from typing import Any

import stead
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, GoldStandard
from stead.golds import Description, gold_multiwords
from stead.records.sheet import Section

MEMORY = Source("made", "")


def gold(*rows: tuple[str, str, dict[str, float]], graded: bool | None = None, names: float = 0.0) -> GoldStandard:
    made = [GoldRow(lexelt, identifier, list(own.items()), names) for lexelt, identifier, own in rows]
    return GoldStandard.of(made, MEMORY, graded=graded)


def section(sections: tuple[Section, ...], title: str) -> dict[Any, Any]:
    [found] = [each for each in sections if each.title == title]
    return {row[0]: row[1] for row in found.rows}


# Item 1: clever 3, smart 1, well-lit and well lit 1 each: the last two are one under the usual rules, with 2. The
# substitutes of item 2 weigh the same: no mode. Item 3 has no substitutes.
GOLD = gold(
    ("bright.a", "1", {"clever": 3, "smart": 1, "well-lit": 1, "well lit": 1}),
    ("bright.a", "2", {"full of light": 2, "sunny": 2}),
    ("dim.v", "3", {}),
)


def test_sizes_modes_and_multiwords() -> None:
    sizes = section(Description(GOLD).sections(), "Gold")
    assert sizes == {
        "weights": "counts",
        "items": 3,
        "lexelts": 2,
        "substitutes": 5,  # 3 + 2 after merging
        "distinct substitutes": 6,  # as they are written
        "substitutes an item, mean": 5 / 3,
        "substitutes an item, median": 2.0,
        "weight of an item, mean": 10 / 3,  # 6 + 4
        "items with a mode": 1,
        "items with a mode, share": 1 / 3,
        "substitutes of several words": 2,  # well lit, full of light; well-lit has no blank
        "substitutes of several words, share": 2 / 6,
        "items with NAME responses (pn)": 0,
    }


def test_distributions() -> None:
    sections = Description(GOLD).sections()
    assert section(sections, "Parts of speech") == {"a": 2, "v": 1}
    assert section(sections, "Substitutes of each item") == {0: 1, 2: 1, 3: 1}
    assert section(sections, "Weights") == {1.0: 1, 2.0: 3, 3.0: 1}


def test_graded_weights_keep_the_larger_of_equal_terms() -> None:
    graded = gold(("a.n", "1", {"well-lit": 0.5, "well lit": 2.5}), graded=True)
    assert section(Description(graded).sections(), "Weights") == {2.5: 1}


def test_many_different_weights_are_given_by_quartiles() -> None:
    """0, 1, ... 40: quartiles 10, 20, 30."""
    many = gold(("a.n", "1", {f"x{number}": float(number) for number in range(41)}))
    assert section(Description(many).sections(), "Weights") == {
        "smallest": 0.0,
        "first quartile": 10.0,
        "median": 20.0,
        "third quartile": 30.0,
        "largest": 40.0,
    }


def test_names_are_counted() -> None:
    assert (
        section(Description(gold(("a.n", "1", {"x": 2}), names=2.0)).sections(), "Gold")[
            "items with NAME responses (pn)"
        ]
        == 1
    )


def test_a_gold_multiword_is_the_only_most_frequent_one_and_named_by_two() -> None:
    phrases = gold(
        ("a.n", "1", {"in a way": 2, "by the way": 1}),
        ("a.n", "2", {"in a way": 2, "by the way": 2}),
        ("a.n", "3", {"in a way": 1}),
        ("a.n", "4", {"by the way": 1, "in a way": 3}),
    )
    assert gold_multiwords(phrases) == {("a.n", "1"): "in a way", ("a.n", "4"): "in a way"}
    assert section(Description(GOLD, phrases).sections(), "Gold")["items with a gold multiword"] == 2


def test_forms_of_a_multiword_are_one_as_in_scoring() -> None:
    phrases = gold(("a.n", "1", {"in-case": 1, "In case": 1}), ("a.n", "2", {"x y": 3, "x-z": 2, "x z": 2}))
    assert gold_multiwords(phrases) == {("a.n", "1"): "in-case", ("a.n", "2"): "x-z"}
    substitutes = gold(("a.n", "1", {"p": 2}), ("a.n", "2", {"p": 2}))
    run = {key: [phrase] for key, phrase in gold_multiwords(phrases).items()}
    result = stead.score(substitutes, run, measures="multiwords", multiwords=phrases)
    assert result.value("mw-identification", "R") == 1.0
    assert {score.scored for score in result.scores} == {2}


def test_modes_are_those_that_scoring_finds() -> None:
    result = stead.score(GOLD, {("bright.a", "1"): ["clever"]}, measures="best-mode", min_responses=0)
    assert section(Description(GOLD).sections(), "Gold")["items with a mode"] == result.evaluation.gold.with_mode


def test_a_gold_of_nothing_can_be_described() -> None:
    assert section(Description(gold()).sections(), "Gold")["items with a mode, share"] is None
