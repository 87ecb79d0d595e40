"""Properties of measures. Each is a set and its complement, and every measure is in one of the two.

A member of the set is tried on random golds and runs; a member of the complement has a counterexample.
"""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stead import GoldStandard, score
from stead.core.faults import Source
from stead.core.substitutes import GoldRow
from stead.measures import MEASURES
from stead.records.scores import Score
from tests.scoring.oracle import agreed_multiword, heaviest_first
from tests.scoring.strategies import GOLD_TERMS, WRONG_TERMS, Golds, Runs, answers, examples, golds, tasks

MODES = {"best-mode", "oot-mode"}
MULTIWORDS = {"mw-detection", "mw-identification"}
TENS = {"oot", "semdis-oot", "semdis-oot-norm"}
FIRST_ANSWER = {"jabbari-best1", "semdis-best", "semdis-best-norm"}
SHARED_CREDIT = {"best", "jabbari-best"}
FIRST_PLACE = {"p", "acc-top1"}
WITHIN_TEN = {"r", "map", "potential", "hit", "ndcg"}
POOLED = {"swords-f", "prolex-f"}
RECENT = FIRST_PLACE | WITHIN_TEN | POOLED | {"gap", "mrr"}
CLASSIFIED = MODES | MULTIWORDS | TENS | FIRST_ANSWER | SHARED_CREDIT | RECENT | {"coverage", "rank"}
"""The measures that this page knows: a new one has to be put into a set, or its complement, for each property."""

BOUNDED = CLASSIFIED
UNBOUNDED: set[str] = set()

BOUNDED_THOUGH_PAID = SHARED_CREDIT | FIRST_ANSWER | MODES | MULTIWORDS | FIRST_PLACE
BOUNDED_THOUGH_PAID |= {"map", "potential", "hit", "gap", "mrr"}
UNBOUNDED_WHEN_PAID = TENS | POOLED | {"coverage", "rank", "r", "ndcg"}

ORDER_FREE = TENS | SHARED_CREDIT | POOLED | {"oot-mode", "coverage", "mw-detection", "r", "potential", "hit"}
ORDER_MATTERS = FIRST_ANSWER | FIRST_PLACE | {"best-mode", "rank", "mw-identification", "map", "gap", "mrr", "ndcg"}

LOWERED_BY_CORRECT = SHARED_CREDIT | {"gap"}
MONOTONE_IN_CORRECT = CLASSIFIED - LOWERED_BY_CORRECT

PUNISHES_WRONG = SHARED_CREDIT | POOLED | {"coverage"}
FORGIVES_WRONG = CLASSIFIED - PUNISHES_WRONG

SOMETHING_FOR_WRONG = {"mw-detection", "gap"}
NOTHING_FOR_WRONG = CLASSIFIED - SOMETHING_FOR_WRONG

STAYS_BELOW_ONE = {"best", "oot", "semdis-best", "semdis-oot", "r", "map"}
REACHES_ONE = CLASSIFIED - STAYS_BELOW_ONE

NEEDS_MODE = MODES | MULTIWORDS
NEEDS_NO_MODE = CLASSIFIED - NEEDS_MODE

SCALE_FREE = CLASSIFIED - MULTIWORDS - {"coverage"}
SCALE_MATTERS = MULTIWORDS | {"coverage"}

LEAVING_OUT_CAN_HELP = {"best", "oot"} | POOLED | MODES | MULTIWORDS
LEAVING_OUT_NEVER_HELPS = CLASSIFIED - LEAVING_OUT_CAN_HELP

DEPTHS = dict.fromkeys(TENS | WITHIN_TEN | POOLED | {"rank", "oot-mode"}, 10)
DEPTHS |= dict.fromkeys(FIRST_ANSWER | FIRST_PLACE | MULTIWORDS | {"best-mode"}, 1)
IGNORES_BEYOND_DEPTH = set(DEPTHS)
LOOKS_AT_EVERY_ANSWER = SHARED_CREDIT | {"coverage", "gap", "mrr"}

PROPERTIES = {
    "bounded": (BOUNDED, UNBOUNDED),
    "bounded though paid": (BOUNDED_THOUGH_PAID, UNBOUNDED_WHEN_PAID),
    "order-free": (ORDER_FREE, ORDER_MATTERS),
    "monotone in correct": (MONOTONE_IN_CORRECT, LOWERED_BY_CORRECT),
    "punishes wrong": (PUNISHES_WRONG, FORGIVES_WRONG),
    "nothing for wrong": (NOTHING_FOR_WRONG, SOMETHING_FOR_WRONG),
    "reaches one": (REACHES_ONE, STAYS_BELOW_ONE),
    "needs a mode": (NEEDS_MODE, NEEDS_NO_MODE),
    "scale-free": (SCALE_FREE, SCALE_MATTERS),
    "leaving out never helps": (LEAVING_OUT_NEVER_HELPS, LEAVING_OUT_CAN_HELP),
    "ignores beyond depth": (IGNORES_BEYOND_DEPTH, LOOKS_AT_EVERY_ANSWER),
}

ROUNDING = 1e-12
OTHER_COVERAGES = {"coverage(k=mean-gold)", "coverage(k=mean-answer)"}
Task = tuple[Golds, Runs]
Values = dict[tuple[str, str], float]
"""By measure and figure; only those that have a value."""


@pytest.mark.parametrize("name", PROPERTIES)
def test_every_measure_has_the_property_or_has_it_not(name: str) -> None:
    members, others = PROPERTIES[name]
    assert members | others == MEASURES.keys()
    assert not members & others


def scores(measures: set[str], gold: Golds, run: Runs, *, match: str = "lenient") -> list[Score]:
    """Multiword measures take other files than the rest, so they are asked for apart."""
    kinds = (sorted(measures & MULTIWORDS), sorted(measures - MULTIWORDS))
    return [
        one_score
        for kind in kinds
        if kind
        for one_score in score(accepted_by_all(gold), run, measures=kind, match=match, min_responses=0).scores
    ]


def accepted_by_all(gold: Golds) -> GoldStandard:
    """Everybody accepts every substitute, and all are proficient, so that right and good are the same."""
    rows = [
        GoldRow("", item, list(weights.items()), judges=list(weights.values()), proficient=[True] * len(weights))
        for item, weights in gold.items()
    ]
    return GoldStandard.of(rows, Source("gold", "0" * 64))


def values(measures: set[str], gold: Golds, run: Runs, *, match: str = "lenient") -> Values:
    return {
        (one_score.measure, name): value
        for one_score in scores(measures, gold, run, match=match)
        for name, value in one_score.figures.items()
        if value is not None
    }


def outside_bounds(figures: Values) -> set[tuple[str, str]]:
    return {name for name, value in figures.items() if not -ROUNDING <= value <= 1 + ROUNDING}


def raised_figures(before: Values, after: Values) -> set[tuple[str, str]]:
    return {name for name in before if after[name] > before[name] + ROUNDING}


def lowered_figures(before: Values, after: Values) -> set[tuple[str, str]]:
    return raised_figures(after, before)


def same(figures: Values) -> object:
    return pytest.approx(figures, rel=0, abs=ROUNDING)


def with_answers(run: Runs, item: str, *more: str) -> Runs:
    return {**run, item: [*run[item], *more]}


def answered_items(run: Runs) -> list[str]:
    return sorted(item for item in run if run[item])


# BOUNDED: between 0 and 1, as long as a repeat earns nothing


@examples(50)
@given(tasks(unique=False))
def test_figures_are_between_zero_and_one(task: Task) -> None:
    assert outside_bounds(values(BOUNDED, *task)) == set()


@examples(40)
@given(tasks(unique=False))
def test_paid_repeats_break_no_bound_where_they_cannot(task: Task) -> None:
    assert outside_bounds(values(BOUNDED_THOUGH_PAID, *task, match="lenient,duplicates=paid")) == set()


@pytest.mark.parametrize("measure", sorted(UNBOUNDED_WHEN_PAID | {"gap(pool=run)"}))
def test_paid_repeats_break_the_bound_elsewhere(measure: str) -> None:
    gold, run = {"1": {"right": 2.0}}, {"1": ["right", "right"]}
    assert max(values({measure}, gold, run, match="lenient,duplicates=paid").values()) > 1
    assert max(values({measure}, gold, run).values()) == 1


# ORDER_FREE: the order of the answers, up to ten, is of no matter


@st.composite
def reordered_tasks(draw: st.DrawFn) -> tuple[Golds, Runs, Runs]:
    gold, run = draw(tasks(max_size=10))
    return gold, run, {item: draw(st.permutations(terms)) for item, terms in run.items()}


@examples(50)
@given(reordered_tasks())
def test_another_order_of_the_answers_changes_nothing(task: tuple[Golds, Runs, Runs]) -> None:
    gold, run, reordered = task
    assert values(ORDER_FREE, gold, reordered) == same(values(ORDER_FREE, gold, run))


@pytest.mark.parametrize("measure", sorted(ORDER_MATTERS))
def test_the_best_answer_first_is_better(measure: str) -> None:
    gold = {"1": {"heavy": 3.0, "light": 1.0}}
    best, worst = ["heavy", "light", "wrong"], ["wrong", "light", "heavy"]
    assert raised_figures(values({measure}, gold, {"1": worst}), values({measure}, gold, {"1": best}))


# MONOTONE_IN_CORRECT: one more right answer to an answered item lowers no figure


@examples(50)
@given(tasks(), st.data())
def test_one_more_right_answer_never_lowers(task: Task, data: st.DataObject) -> None:
    gold, run = task
    item = data.draw(st.sampled_from(answered_items(run)))
    missing = sorted(gold[item].keys() - set(run[item]))
    assume(missing)
    more = with_answers(run, item, data.draw(st.sampled_from(missing)))
    assert lowered_figures(values(MONOTONE_IN_CORRECT, gold, run), values(MONOTONE_IN_CORRECT, gold, more)) == set()


@pytest.mark.parametrize("measure", sorted(LOWERED_BY_CORRECT))
def test_a_lesser_right_answer_can_lower(measure: str) -> None:
    """It shares the credit; in a ranking it comes before the heavy one, which might have been first of those left."""
    gold = {"1": {"heavy": 3.0, "light": 1.0}, "2": {"other": 2.0}}
    first = "other" if measure == "gap" else "heavy"
    assert lowered_figures(values({measure}, gold, {"1": [first]}), values({measure}, gold, {"1": [first, "light"]}))


# PUNISHES_WRONG: one more wrong answer beside a right one, within the depth, lowers some figure, and raises none


@examples(50)
@given(tasks(), st.data())
def test_one_more_wrong_answer_lowers_some_figure(task: Task, data: st.DataObject) -> None:
    gold, run = task
    rewarded = [item for item in answered_items(run) if gold[item].keys() & set(run[item])]
    assume(rewarded)
    item = data.draw(st.sampled_from(rewarded))
    more = with_answers(run, item, "one wrong answer more")
    beyond = {measure for measure, depth in DEPTHS.items() if len(run[item]) >= depth}
    punishing = (PUNISHES_WRONG | OTHER_COVERAGES) - beyond
    before, after = values(punishing, gold, run), values(punishing, gold, more)
    assert {measure for measure, _ in lowered_figures(before, after)} == {measure for measure, _ in before}
    assert raised_figures(before, after) == set()


@pytest.mark.parametrize("measure", sorted(FORGIVES_WRONG | {"coverage(k=0)"}))
def test_one_more_wrong_answer_costs_nothing(measure: str) -> None:
    gold = {"1": {"heavy": 3.0, "light": 1.0}}
    before = values({measure}, gold, {"1": ["heavy"]})
    assert before
    assert values({measure}, gold, {"1": ["heavy", "wrong"]}) == before


# NOTHING_FOR_WRONG: without a right answer every figure is 0


@examples(40)
@given(golds, st.lists(st.sampled_from(WRONG_TERMS), min_size=1, max_size=14))
def test_wrong_answers_alone_earn_nothing(gold: Golds, wrong: list[str]) -> None:
    assert set(values(NOTHING_FOR_WRONG, gold, dict.fromkeys(gold, wrong)).values()) <= {0}


def test_a_wrong_multiword_is_detected() -> None:
    assert set(values({"mw-detection"}, {"1": {"red tape": 2.0}}, {"1": ["blue moon"]}).values()) == {1}


def test_a_wrong_candidate_leaves_the_right_one_for_the_second_place() -> None:
    """Of two candidates: half of what the other order earns; but an answer that is no candidate ranks nothing."""
    gold = {"1": {"right": 2.0}, "2": {"other": 2.0}}
    assert sum(values({"gap"}, gold, {"1": ["other"]}).values()) == 1 / 2 / 2
    assert sum(values({"gap"}, gold, {"1": ["no candidate"]}).values()) == 0


def test_what_a_wrong_answer_can_earn_is_shown_for_every_measure() -> None:
    assert {"mw-detection", "gap"} == SOMETHING_FOR_WRONG


# REACHES_ONE: the ideal answers score 1 on every gold that the measure is defined on


@examples(40)
@given(golds)
def test_ideal_answers_score_one(gold: Golds) -> None:
    everything = {item: heaviest_first(weights) for item, weights in gold.items()}
    only_the_first = {item: terms[:1] for item, terms in everything.items()}
    figures = values(REACHES_ONE - SHARED_CREDIT - MULTIWORDS, gold, everything)
    figures |= values(REACHES_ONE & SHARED_CREDIT, gold, only_the_first)
    assert figures == same(dict.fromkeys(figures, 1.0))


@examples(40)
@given(golds)
def test_ideal_multiwords_score_one(gold: Golds) -> None:
    run = {item: agreed_multiword(weights) for item, weights in gold.items()}
    assume(any(run.values()))
    assert set(values(REACHES_ONE & MULTIWORDS, gold, run).values()) == {1}


@pytest.mark.parametrize("measure", sorted(STAYS_BELOW_ONE))
def test_no_answers_score_one_on_a_gold_of_many_equal_substitutes(measure: str) -> None:
    """Eleven substitutes, all alike: any first answers will do, and the more the better, or none but the first.

    The average precision of ten answers asks for ten substitutes: nine are too few.
    """
    terms = GOLD_TERMS[: 9 if measure == "map" else 11]
    gold = {"1": dict.fromkeys(terms, 1.0)}
    for size in range(1, len(terms) + 1):
        assert max(values({measure}, gold, {"1": terms[:size]}).values()) < 1


# NEEDS_MODE: an item without a unique heaviest substitute is no item


def with_a_tie(gold: Golds) -> Golds:
    return {**gold, "tied": {"one": 2.0, "other": 2.0}}


@examples(40)
@given(tasks())
def test_an_item_without_a_mode_changes_nothing(task: Task) -> None:
    gold, run = task
    before, after = scores(NEEDS_MODE, gold, run), scores(NEEDS_MODE, with_a_tie(gold), run)
    assert [(one_score.figures, one_score.scored, one_score.attempted) for one_score in after] == [
        (one_score.figures, one_score.scored, one_score.attempted) for one_score in before
    ]


@pytest.mark.parametrize("measure", sorted(NEEDS_NO_MODE))
def test_an_item_without_a_mode_counts_like_any_other(measure: str) -> None:
    gold, run = {"1": {"right": 2.0}}, {"1": ["right"]}
    assert [one_score.scored for one_score in scores({measure}, gold, run)] == [1]
    assert [one_score.scored for one_score in scores({measure}, with_a_tie(gold), run)] == [2]
    assert lowered_figures(values({measure}, gold, run), values({measure}, with_a_tie(gold), run))


# SCALE_FREE: only the proportions of the weights matter


def scale_weights(gold: Golds, factor: float) -> Golds:
    return {item: {term: factor * weight for term, weight in weights.items()} for item, weights in gold.items()}


@examples(40)
@given(tasks(), st.sampled_from([0.125, 0.3, 2.0, 7.0, 1e6]))
def test_weights_multiplied_by_a_constant_change_nothing(task: Task, factor: float) -> None:
    gold, run = task
    proportional = SCALE_FREE | OTHER_COVERAGES
    assert values(proportional, scale_weights(gold, factor), run) == same(values(proportional, gold, run))


@pytest.mark.parametrize("measure", sorted(SCALE_MATTERS))
def test_weights_multiplied_by_a_constant_change_something(measure: str) -> None:
    gold, run = {"1": {"right": 1.0}}, {"1": ["right", "wrong"]}
    assert values({measure}, scale_weights(gold, 3), run) != values({measure}, gold, run)


# LEAVING_OUT_NEVER_HELPS: averages over all items cannot be raised by silence


@examples(40)
@given(tasks(every_item=True), st.data())
def test_an_item_left_out_never_raises(task: Task, data: st.DataObject) -> None:
    gold, run = task
    assume(len(run) > 1)
    silent = {**run, data.draw(st.sampled_from(sorted(run))): []}
    assert (
        raised_figures(values(LEAVING_OUT_NEVER_HELPS, gold, run), values(LEAVING_OUT_NEVER_HELPS, gold, silent))
        == set()
    )


@pytest.mark.parametrize("measure", sorted(LEAVING_OUT_CAN_HELP))
def test_leaving_out_an_error_can_raise_precision(measure: str) -> None:
    """The second item has a mode for the measures that need one, and no agreed multiword for those that want one."""
    second = {"one": 2.0, "other": 2.0} if measure in MULTIWORDS else {"one": 2.0, "other": 3.0}
    gold = {"1": {"right": 2.0}, "2": second}
    hasty, silent = (scores({measure}, gold, {"1": ["right"], "2": terms})[0].figures for terms in (["wrong"], []))
    assert (hasty["P"], silent["P"]) == (0.5, 1)
    assert hasty["R"] == silent["R"]


# IGNORES_BEYOND_DEPTH: what follows the first answer, or the tenth, is not looked at


@pytest.mark.parametrize("depth", [1, 10])
@examples(40)
@given(golds, st.data())
def test_answers_beyond_the_depth_change_nothing(depth: int, gold: Golds, data: st.DataObject) -> None:
    members = {measure for measure in IGNORES_BEYOND_DEPTH if DEPTHS[measure] == depth}
    all_terms = data.draw(answers(min_size=depth + 1, max_size=depth + 8))
    whole, cut = (values(members, gold, dict.fromkeys(gold, terms)) for terms in (all_terms, all_terms[:depth]))
    assert whole == same(cut)


@pytest.mark.parametrize("measure", sorted(IGNORES_BEYOND_DEPTH - MULTIWORDS))
def test_the_last_answer_within_the_depth_counts(measure: str) -> None:
    gold = {"1": {"right": 2.0}}
    wrong = [f"wrong {number}" for number in range(DEPTHS[measure])]
    assert set(values({measure}, gold, {"1": wrong}).values()) == {0}
    assert min(values({measure}, gold, {"1": [*wrong[1:], "right"]}).values()) > 0


@pytest.mark.parametrize("measure", sorted(LOOKS_AT_EVERY_ANSWER))
def test_the_hundredth_answer_counts(measure: str) -> None:
    gold = {"1": {"right": 2.0}}
    wrong = [f"wrong {number}" for number in range(99)]
    assert set(values({measure}, gold, {"1": wrong}).values()) == {0}
    assert min(values({measure}, gold, {"1": [*wrong, "right"]}).values()) > 0


# Truncated: what a measure looks at is what it would be given in a shorter run

TRUNCATED = sorted(LOOKS_AT_EVERY_ANSWER - {"gap"} | {"coverage(k=mean-answer)"})


@pytest.mark.parametrize("measure", TRUNCATED)
@examples(30)
@given(tasks(unique=False), st.integers(1, 12))
def test_a_truncated_measure_scores_the_first_answers_of_a_run(measure: str, task: Task, depth: int) -> None:
    """The first distinct answers: a repeat takes no place, as everywhere."""
    gold, run = task
    name, bracket, rest = measure.partition("(")
    cut = {item: list(dict.fromkeys(terms))[:depth] for item, terms in run.items()}
    shorter = list(values({measure}, gold, cut).values())
    assert list(values({f"{name}@{depth}{bracket}{rest}"}, gold, run).values()) == pytest.approx(shorter, abs=ROUNDING)
