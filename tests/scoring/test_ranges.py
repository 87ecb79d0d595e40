"""Items divided by a number: of substitutes, of words, the share of those who agree."""

from collections.abc import Sequence

import pytest

from stead import GoldStandard, Item, UsageError
from stead.core.faults import Source
from stead.core.substitutes import GoldRow
from stead.rules.definitions import parse_rules
from stead.scoring import ScoringSettings, by_agreement, by_sentence_length, by_substitutes


def gold_of(
    *weights: Sequence[float], lexelts: Sequence[str] | None = None, ids: Sequence[str] | None = None
) -> GoldStandard:
    rows = [
        GoldRow(
            lexelts[place] if lexelts else "bright.a",
            ids[place] if ids else str(place),
            [(f"term{number}", weight) for number, weight in enumerate(own)],
        )
        for place, own in enumerate(weights)
    ]
    return GoldStandard.of(rows, Source("gold", "0" * 64))


def test_numbers_of_substitutes() -> None:
    gold = gold_of(*[[1.0] * count for count in (0, 1, 2, 3, 4, 5, 7, 8, 30)])
    grouping = by_substitutes(gold, ScoringSettings())
    labels = grouping.labels(gold.lexelts, gold.ids)
    assert labels == ["(none)", "1", "2", "3-4", "3-4", "5-7", "5-7", "8+", "8+"]
    assert grouping.distinct(labels) == ["1", "2", "3-4", "5-7", "8+", "(none)"]


def test_ranges_come_in_the_order_of_the_numbers() -> None:
    gold = gold_of([1.0] * 10, [1.0] * 2)
    grouping = by_substitutes(gold, ScoringSettings(), bounds=(2, 10))
    assert grouping.distinct(grouping.labels(gold.lexelts, gold.ids)) == ["2-9", "10+"]


def test_equal_terms_are_one_substitute() -> None:
    rows = [GoldRow("x.n", "1", [("Pub", 1.0), ("pub", 1.0)])]
    gold = GoldStandard.of(rows, Source("gold", "0" * 64))
    assert by_substitutes(gold, ScoringSettings()).group_of("x.n", "1") == "1"
    assert by_substitutes(gold, ScoringSettings(rules=parse_rules("exact"))).group_of("x.n", "1") == "2"


def test_names_are_substitutes_where_they_are_terms() -> None:
    gold = GoldStandard.of([GoldRow("x.n", "1", [("pub", 2.0)], names=2.0)], Source("gold", "0" * 64))
    assert by_substitutes(gold, ScoringSettings()).group_of("x.n", "1") == "1"
    assert by_substitutes(gold, ScoringSettings(names="terms")).group_of("x.n", "1") == "2"


def test_shares_of_the_heaviest_substitute() -> None:
    """1/5, 1/4, 2/5 (of .4 in tenths: .1 + .3 in the gold), 1/2, 3/4, 1."""
    gold = gold_of([1] * 5, [1] * 4, [2, 1, 1, 1], [0.1, 0.1], [3, 1], [2], [0])
    grouping = by_agreement(gold, ScoringSettings())
    assert grouping.labels(gold.lexelts, gold.ids) == [
        "0-0.25",
        "0.25-0.5",
        "0.25-0.5",
        "0.5-0.75",
        "0.75-1",
        "1",
        "0-0.25",
    ]


def test_a_last_bound_below_one_is_open() -> None:
    assert by_agreement(gold_of([2], [1, 1]), ScoringSettings(), bounds=(0, 0.5)).labels(
        ["bright.a"] * 2, ["0", "1"]
    ) == [
        "0.5+",
        "0.5+",
    ]


def test_an_item_that_the_gold_does_not_have_is_in_no_group() -> None:
    assert by_agreement(gold_of([2]), ScoringSettings()).labels(["x.n"], ["99"]) == ["(none)"]


def test_items_are_known_by_lexelt_where_ids_repeat() -> None:
    gold = gold_of([1], [1, 1], lexelts=["x.n", "y.n"], ids=["1", "1"])
    assert by_substitutes(gold, ScoringSettings()).labels(["y.n", "x.n"], ["1", "1"]) == ["2", "1"]


def item(identifier: str, words: int, lexelt: str = "x.n") -> Item:
    return Item(id=identifier, lexelt=lexelt, text=" ".join(["word"] * words), start=0, end=4)


def test_lengths_of_sentences() -> None:
    grouping = by_sentence_length([item("1", 10), item("2", 11), item("3", 31), item("4", 1)])
    labels = grouping.labels([""] * 5, ["1", "2", "3", "4", "5"])
    assert labels == ["1-10", "11-20", "31+", "1-10", "(none)"]


def test_sentences_are_known_by_lexelt_where_ids_repeat() -> None:
    grouping = by_sentence_length([item("1", 5, "x.n"), item("1", 25, "y.n")])
    assert grouping.labels(["x.n", "y.n", ""], ["1", "1", "1"]) == ["1-10", "21-30", "(none)"]


@pytest.mark.parametrize("bounds", [(), (2, 1), (1, 1)])
def test_bounds_rise(bounds: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match="numbers in ascending order"):
        by_substitutes(gold_of([1]), ScoringSettings(), bounds=bounds)
    with pytest.raises(UsageError, match="numbers in ascending order"):
        by_agreement(gold_of([1]), ScoringSettings(), bounds=bounds)


def test_other_bounds_are_another_table() -> None:
    gold = gold_of([1])
    assert by_substitutes(gold, ScoringSettings()).table != by_substitutes(gold, ScoringSettings(), bounds=(1, 4)).table
