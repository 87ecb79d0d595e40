"""What single answers earn: by hand, and never other than what scoring pays."""

from collections.abc import Sequence

import pytest
from hypothesis import given

from stead.core.faults import Source
from stead.core.substitutes import CanonicalForms, GoldRow, GoldStandard, Run, RunRow
from stead.measures import parse_measure
from stead.rules.definitions import parse_rules
from stead.scoring import Credits, Request, ScoringSettings
from stead.scoring.align import align
from tests.scoring.strategies import Golds, Runs, examples, tasks

SOURCE = Source("made", "0" * 64)


def request(gold: Sequence[GoldRow], *rows: RunRow, measure: str = "best", **settings: object) -> tuple[Request, Run]:
    run = Run.of(rows, SOURCE)
    made = ScoringSettings(**{"rules": parse_rules("lenient"), **settings})  # type: ignore[arg-type]
    return Request(
        gold=GoldStandard.of(gold, SOURCE), runs=[run], measures=[parse_measure(measure)], settings=made
    ), run


GOLD = [
    GoldRow("bright.a", "1", [("smart", 1), ("clever", 3), ("well-read", 1), ("well read", 1), ("nothing", 0)]),
    GoldRow("dog.n", "2", [("hound", 2)]),
]


def test_the_gold_is_as_it_is_written_heaviest_first() -> None:
    made, _ = request(GOLD)
    assert Credits(made).gold() == {
        "1": (("clever", 3.0), ("smart", 1.0), ("well-read", 1.0), ("well read", 1.0)),
        "2": (("hound", 2.0),),
    }


def test_answers_are_as_they_are_written_with_what_they_earn() -> None:
    """`Well-Read` is both of the gold's forms, 1 + 1; the second `CLEVER` was given before."""
    row = RunRow("bright.a", "1", ["Clever", "Well-Read", "lamp", "CLEVER"])
    made, run = request(GOLD, row)
    assert Credits(made).of_run(run) == {"1": (("Clever", 3.0), ("Well-Read", 2.0), ("lamp", 0.0), ("CLEVER", 0.0))}


@pytest.mark.parametrize(
    ("rules", "answers", "earned"),
    [
        ("lenient,duplicates=paid", ["clever", "Clever"], [3.0, 3.0]),
        ("exact", ["clever", "Clever", "well-read"], [3.0, 0.0, 1.0]),
        ("lenient,gold_multiwords=drop", ["well read", "clever"], [1.0, 3.0]),
        ("lenient,run_multiwords=drop", ["well read", "clever"], [0.0, 3.0]),
    ],
)
def test_the_rules_hold_here_too(rules: str, answers: list[str], earned: list[float]) -> None:
    made, run = request(GOLD, RunRow("bright.a", "1", answers), rules=parse_rules(rules))
    assert [weight for _, weight in Credits(made).of_run(run)["1"]] == earned


def test_a_mapping_changes_what_is_earned_but_not_what_is_shown() -> None:
    forms = CanonicalForms({"bright.a": {"clevr": "clever"}}, SOURCE)
    made, run = request(GOLD, RunRow("", "1", ["clevr"]), mapping=forms)
    assert Credits(made).of_run(run) == {"1": (("clevr", 3.0),)}


def test_the_first_answer_to_an_item_counts() -> None:
    made, run = request(GOLD, RunRow("bright.a", "1", ["lamp"]), RunRow("bright.a", "1", ["clever"]))
    assert Credits(made).of_run(run) == {"1": (("lamp", 0.0),)}


def test_equal_terms_of_a_graded_gold_keep_the_larger_weight() -> None:
    made, run = request([GoldRow("a.n", "1", [("x-y", 0.5), ("x y", 0.25)])], RunRow("a.n", "1", ["x y"]))
    assert Credits(made).of_run(run) == {"1": (("x y", 0.5),)}


def test_ids_that_repeat_across_lexelts_are_kept_apart() -> None:
    gold = [GoldRow("a.n", "1", [("x", 2)]), GoldRow("b.n", "1", [("y", 2)])]
    made, run = request(gold, RunRow("b.n", "1", ["x", "y"]))
    assert Credits(made).of_run(run) == {("b.n", "1"): (("x", 0.0), ("y", 2.0))}


def test_multiwords_are_paid_by_their_own_gold() -> None:
    multiwords = GoldStandard.of([GoldRow("dog.n", "2", [("hot dog", 3)])], SOURCE)
    row = RunRow("dog.n", "2", ["hot dog"])
    made, run = request(GOLD, row, measure="mw-detection", multiwords=multiwords)
    paid = Credits(made)
    assert paid.gold()["2"] == (("hot dog", 3.0),)
    assert paid.of_run(run) == {"2": (("hot dog", 3.0),)}


@pytest.mark.parametrize("rules", ["lenient", "exact", "lenient,duplicates=paid", "lenient,run_multiwords=drop"])
@examples(60)
@given(task=tasks(unique=False))
def test_what_is_shown_adds_up_to_what_scoring_pays(rules: str, task: tuple[Golds, Runs]) -> None:
    gold, answers = task
    rows = [GoldRow("a.n", key, [*own.items(), ("Term0", 1)]) for key, own in gold.items()]
    made, run = request(rows, *(RunRow("", key, list(own)) for key, own in answers.items()), rules=parse_rules(rules))
    paid = Credits(made)
    alignment = align(paid.indexed, run).alignment
    shown = paid.of_run(run)
    expected = dict(zip(alignment.ids, alignment.answers.sums().tolist(), strict=True))
    assert {key: sum(weight for _, weight in shown.get(key, ())) for key in expected} == pytest.approx(expected)
