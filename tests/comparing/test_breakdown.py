"""Figures by group, item by item, and the items that nobody gets right."""

import json
from dataclasses import asdict

import numpy as np
import pytest

from stead import GoldStandard, Item, UsageError, score
from stead.comparing import breakdown, breakdowns, difficulty, duel
from stead.core.faults import Source
from stead.core.substitutes import GoldRow
from stead.records.comparison import Breakdown
from stead.scoring import (
    Grouping,
    ScoringSettings,
    by_agreement,
    by_lexelt,
    by_part_of_speech,
    by_sentence_length,
    by_substitutes,
    by_table,
)
from tests.comparing.made import evaluation, evaluation_of_rows

GOLD = GoldStandard.of(
    [
        GoldRow("bright.a", "1", [("clever", 4.0)]),
        GoldRow("bright.a", "2", [("clever", 2.0), ("smart", 1.0), ("Smart", 1.0)]),
        GoldRow("run.v", "3", [("flow", 2.0), ("dash", 1.0), ("race", 1.0), ("jog", 1.0), ("go", 1.0)]),
    ],
    Source("gold", "0" * 64),
)
"""Item 2 has two substitutes after matching, of weight 2 each; item 3 has five, the heaviest a third of all weight."""

RESULT = score(
    GOLD, {"1": ["clever"], "2": ["smart"]}, {"1": ["dark"], "2": ["clever"], "3": ["flow"]}, measures="best"
)


def recall(found: Breakdown) -> dict[tuple[str, str], float | None]:
    return {(row.group, row.run): row.value for row in found.rows if row.figure == "R"}


def test_groups_by_hand() -> None:
    """best: run 1 earns 1, 1/2, 0; run 2 earns 0, 1/2, 1/3."""
    found = breakdown(RESULT.evaluation, by_part_of_speech())
    assert (found.grouping, found.groups) == ("pos", ("pos=v", "pos=a"))
    assert recall(found) == {
        ("pos=v", "run 1"): 0,
        ("pos=v", "run 2"): pytest.approx(1 / 3),
        ("pos=a", "run 1"): pytest.approx(0.75),
        ("pos=a", "run 2"): pytest.approx(0.25),
    }
    assert {(row.group, row.items, row.scored) for row in found.rows} == {("pos=v", 1, 1), ("pos=a", 2, 2)}
    assert [row.value for row in found.rows if (row.group, row.run, row.figure) == ("pos=v", "run 1", "P")] == [None]


def test_groups_are_those_of_scoring() -> None:
    """What `score(by=...)` computes by itself."""
    by_scoring = score(
        GOLD, {"1": ["clever"], "2": ["smart"]}, {"1": ["dark"], "2": ["clever"], "3": ["flow"]}, by="lexelt"
    )
    expected = {
        (each.group, each.run, each.measure, figure): value
        for each in by_scoring.scores
        if each.group != "all"
        for figure, value in each.figures.items()
    }
    own = breakdown(by_scoring.evaluation, by_lexelt())
    assert {(row.group, row.run, row.measure, row.figure): row.value for row in own.rows} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("grouping", "groups"),
    [
        (by_substitutes(GOLD, ScoringSettings()), ("substitutes=1", "substitutes=2", "substitutes=5-7")),
        (by_agreement(GOLD, ScoringSettings()), ("agreement=0.25-0.5", "agreement=0.5-0.75", "agreement=1")),
        (
            by_sentence_length(
                [
                    Item(id="1", lexelt="bright.a", text="a bright idea", start=2, end=8),
                    Item(id="3", lexelt="run.v", text="run " * 12, start=0, end=3),
                ]
            ),
            ("length=1-10", "length=11-20", "length=(none)"),
        ),
        (by_table("genre", {"run.v": "sports", "1": "news"}), ("genre=news", "genre=sports", "genre=(none)")),
    ],
)
def test_every_grouping_divides_the_items(grouping: object, groups: tuple[str, ...]) -> None:
    found = breakdown(RESULT.evaluation, grouping)  # type: ignore[arg-type]
    assert found.groups == groups
    assert sum(row.items for row in found.rows if (row.run, row.figure) == ("run 1", "R")) == 3
    assert json.loads(json.dumps(asdict(found), allow_nan=False))["schema"] == "stead.breakdown/1"


def test_wins_and_losses_by_hand() -> None:
    found = duel(RESULT.evaluation, "run 1", "run 2", "best")
    assert (found.figure, found.wins, found.losses, found.ties, found.undefined) == ("R", 1, 1, 1, 0)
    rows = [(item.lexelt, item.id, item.first, item.second) for item in found.items]
    assert rows == [
        ("bright.a", "1", 1, 0),
        ("run.v", "3", 0, pytest.approx(1 / 3)),
        ("bright.a", "2", 0.5, 0.5),
    ]
    assert [item.difference for item in found.items] == pytest.approx([1, -1 / 3, 0])


def test_exchanging_the_runs_exchanges_wins_and_losses() -> None:
    one, other = (duel(RESULT.evaluation, *runs, "best") for runs in (("run 1", "run 2"), ("run 2", "run 1")))
    assert (one.wins, one.losses, one.ties) == (other.losses, other.wins, other.ties)


def test_items_on_which_a_run_has_no_figure_are_counted_apart() -> None:
    found = duel(RESULT.evaluation, "run 1", "run 2", "best", "P")
    assert (found.undefined, len(found.items)) == (1, 2)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("run 1", "run 9", "best"), "'run 9' is none of the runs; there are run 1, run 2"),
        (("run 1", "run 2", "oot"), "oot was not scored"),
        (("run 1", "run 2", "best", "F"), "best has no figure 'F'; it has P, R"),
    ],
)
def test_a_duel_of_what_is_not_there(arguments: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        duel(RESULT.evaluation, *arguments)


def test_items_that_nobody_gets_right() -> None:
    own = evaluation({"a": [0, 0.5, 1, 0], "b": [0, 0, 1, np.nan], "c": [0, 0, 0.5, np.nan]})
    found = difficulty(own, "rank")
    assert [(item.id, item.solved_by, item.runs) for item in found.items] == [
        ("0", 0, 3),
        ("3", 0, 1),
        ("1", 1, 3),
        ("2", 3, 3),
    ]
    assert (found.unsolved, found.undefined) == (2, 0)
    assert found.items[3].mean == pytest.approx(2.5 / 3)


def test_items_on_which_no_run_has_a_figure_are_counted_apart() -> None:
    own = evaluation_of_rows({"a": [[1, 1, 1], [0, 0, 0]], "b": [[1, 0, 0], [0, 0, 0]]}, "best-mode")
    found = difficulty(own, "best-mode")
    assert (len(found.items), found.undefined, found.unsolved) == (1, 1, 0)


def test_breakdowns_of_one_name_stand_together() -> None:
    own = evaluation({"a": [1.0, 0.0, 0.5]})
    odd = Grouping("subset", lambda _, identifier: "odd" if int(identifier) % 2 else "even")
    first = Grouping("subset", lambda _, identifier: "first" if identifier == "0" else "later")
    other = Grouping("pos", lambda *_: "n")
    subset, pos = breakdowns(own, [odd, other, first])
    assert (subset.grouping, pos.grouping) == ("subset", "pos")
    assert subset.groups == ("subset=even", "subset=odd", "subset=first", "subset=later")
    values = {row.group: row.value for row in subset.rows}
    assert values == {"subset=even": 0.75, "subset=odd": 0.0, "subset=first": 1.0, "subset=later": 0.25}
