"""The whole scorer against plain loops, on random golds and runs: every figure, every count."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stead import BadInput, GoldStandard, Run, ScoreResult, score
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, RunRow
from stead.rules.definitions import Rules
from stead.scoring import evaluate
from tests.scoring import naive
from tests.scoring.figures import assert_near
from tests.scoring.strategies import examples

SINGLE = ["bright", "Bright", "clever", "CLEVER", "smart", "well-off", "Well-Off"]
ACCENTED = ["e\u0301lan", "\u00e9lan", "\u00c9LAN"]
MULTI = ["well off", "Well  off", "on the ball", "on-the ball", " quick-witted one "]
NO_TERMS = ["-", " ", ""]
FURTHER = [f"further {number}" for number in range(4)] + [f"x{number}" for number in range(6)]
TERMS = SINGLE + ACCENTED + MULTI + FURTHER
LEXELTS = ["bright.a", "clever.a", "well-off.a", "bar.n.v"]
IDS = ["1", "2", "3", "4"]

terms = st.sampled_from(TERMS + NO_TERMS)
count_weights = st.integers(0, 3).map(float)
graded_weights = st.integers(0, 12).map(lambda quarters: quarters / 4)
prices = st.sampled_from(["0", "1", "0.5", "2", "mean-gold", "mean-answer"])


@st.composite
def golds(draw: st.DrawFn, *, repeat_ids: bool) -> naive.Gold:
    graded = draw(st.booleans())
    weights = graded_weights if graded else count_weights
    keys = st.tuples(st.sampled_from(LEXELTS), st.sampled_from(IDS))
    chosen = draw(st.lists(keys, min_size=1, max_size=5, unique_by=(lambda key: key) if repeat_ids else by_id))
    entries = st.lists(st.tuples(terms, weights), min_size=draw(st.sampled_from([0, 1, 5])), max_size=14)
    return naive.Gold([(lexelt, identifier, draw(entries)) for lexelt, identifier in chosen], graded)


def by_id(key: tuple[str, str]) -> str:
    return key[1]


@st.composite
def runs(draw: st.DrawFn, gold: naive.Gold) -> naive.Run:
    """Answers to most of the gold's items, and lines for others, second lines and other targets among them."""
    lines = [
        (lexelt, identifier, draw(some_answers([term for term, _ in entries])))
        for lexelt, identifier, entries in gold.lines
        if draw(st.integers(0, 4))
    ]
    others = st.tuples(st.sampled_from(LEXELTS), st.sampled_from([*IDS, "99"]), some_answers([]))
    lines += draw(st.lists(others, max_size=3))
    return naive.Run(draw(st.permutations(lines)))


def some_answers(right: list[str]) -> st.SearchStrategy[list[str]]:
    answer = st.sampled_from(right) | terms if right else terms
    return st.lists(answer, min_size=1, max_size=14) | st.lists(answer, max_size=2)


choices = st.builds(
    naive.Choices,
    min_responses=st.sampled_from([None, None, 0, 1, 2, 2.5, 4]),
    pay_repeats=st.booleans(),
    drop_target=st.booleans(),
    drop_gold_multiwords=st.booleans(),
    drop_run_multiwords=st.booleans(),
)


@st.composite
def tasks(draw: st.DrawFn, *, repeat_ids: bool = True) -> tuple[naive.Gold, naive.Run, naive.Choices]:
    gold = draw(golds(repeat_ids=repeat_ids))
    return gold, draw(runs(gold)), draw(choices)


def gold_standard(gold: naive.Gold) -> GoldStandard:
    rows = [
        GoldRow(*line[:2], list(line[2]), judges=None if gold.judges is None else list(gold.judges[place]))
        for place, line in enumerate(gold.lines)
    ]
    return GoldStandard.of(rows, Source("gold", "0" * 64), graded=gold.graded)


def run_of(run: naive.Run) -> Run:
    rows = [
        RunRow(*line[:2], list(line[2]), None if run.scores is None else list(run.scores[place]))
        for place, line in enumerate(run.lines)
    ]
    return Run.of(rows, Source("run", "1" * 64))


def rules_of(choices: naive.Choices) -> Rules:
    return Rules(
        duplicates="paid" if choices.pay_repeats else "once",
        target="drop" if choices.drop_target else "keep",
        gold_multiwords="drop" if choices.drop_gold_multiwords else "keep",
        run_multiwords="drop" if choices.drop_run_multiwords else "keep",
    )


def score_run(
    gold: naive.Gold,
    run: naive.Run,
    choices: naive.Choices,
    measures: list[str],
    multiwords: naive.Gold | None = None,
    candidates: naive.Candidates | None = None,
) -> ScoreResult:
    return score(
        gold_standard(gold),
        run_of(run),
        measures=measures,
        match=rules_of(choices),
        min_responses=choices.min_responses,
        multiwords=None if multiwords is None else gold_standard(multiwords),
        candidates=candidates,
    )


def assert_same_outcomes(result: ScoreResult, expected: Mapping[str, naive.Outcome]) -> None:
    assert [one_score.measure for one_score in result.scores] == list(expected)
    for one_score in result.scores:
        outcome = expected[one_score.measure]
        assert (one_score.scored, one_score.attempted) == (outcome.counted, outcome.attempted), one_score.measure
        exact = {name: None if value is None else float(value) for name, value in outcome.figures.items()}
        assert_near(one_score.figures, exact, tolerance=1e-12)


@examples(150)
@given(tasks(), st.integers(1, 12), prices)
def test_every_measure_of_substitutes(task: tuple[naive.Gold, naive.Run, naive.Choices], depth: int, k: str) -> None:
    gold, run, chosen = task
    items, odd = naive.align(gold, run, chosen)
    expected = naive.all_outcomes(items, depth=depth, k=k)
    if not any(item.answers for item in items):
        with pytest.raises(BadInput):
            score_run(gold, run, chosen, list(expected))
        return
    result = score_run(gold, run, chosen, list(expected))
    assert_same_outcomes(result, expected)
    summary = result.evaluation.runs[0]
    assert (list(summary.unknown_ids), list(summary.repeated_ids)) == (odd.unknown, odd.repeated)
    assert list(summary.other_targets) == odd.other_targets
    assert (summary.items_with_duplicates, summary.duplicates) == (len(odd.duplicates), sum(odd.duplicates.values()))
    assert summary.attempted == sum(1 for item in items if item.answers)
    assert result.evaluation.gold.scored == len(items)
    assert result.evaluation.gold.with_mode == sum(1 for item in items if item.mode)


@st.composite
def ranked_tasks(draw: st.DrawFn) -> tuple[naive.Gold, naive.Run, naive.Choices, naive.Candidates]:
    """Scores that fall, with ties, or none; candidates of every target: most of the gold's and some more."""
    gold, run, chosen = draw(tasks())
    if draw(st.integers(0, 3)):
        steps = [[draw(st.integers(0, 1)) for _ in own] for *_, own in run.lines]
        run = naive.Run(run.lines, [[-float(step) for step in accumulate(own)] for own in steps])
    candidates = {
        lexelt: [term for line in gold.lines if line[0] == lexelt for term, _ in line[2] if draw(st.integers(0, 3))]
        + draw(st.lists(terms))
        for lexelt in LEXELTS
    }
    return gold, run, chosen, candidates


@examples(120)
@given(ranked_tasks())
def test_rankings(task: tuple[naive.Gold, naive.Run, naive.Choices, naive.Candidates]) -> None:
    gold, run, chosen, candidates = task
    items, _ = naive.align(gold, run, chosen)
    pools = {
        "gold": naive.gold_pool(gold, chosen),
        "candidates": naive.candidate_pool(candidates, chosen),
        "run": None,
    }
    expected = naive.rankings(items, pools, shares=False)
    if any(item.answers for item in items):
        assert_same_outcomes(score_run(gold, run, chosen, list(expected), candidates=candidates), expected)


@st.composite
def judged_tasks(draw: st.DrawFn) -> tuple[naive.Gold, naive.Run, naive.Choices]:
    """Up to six judges accept or refuse each entry, nobody some of them."""
    gold, run, chosen = draw(tasks())
    votes = [[(draw(st.integers(0, 6)), draw(st.integers(0, 6))) for _ in entries] for *_, entries in gold.lines]
    lines = [
        (lexelt, identifier, [(term, float(yes)) for (term, _), (yes, _) in zip(entries, own, strict=True)])
        for (lexelt, identifier, entries), own in zip(gold.lines, votes, strict=True)
    ]
    judges = [[float(yes + no) for yes, no in own] for own in votes]
    return naive.Gold(lines, graded=False, judges=judges), run, chosen


@examples(120)
@given(judged_tasks(), st.integers(1, 12))
def test_what_judges_said(task: tuple[naive.Gold, naive.Run, naive.Choices], depth: int) -> None:
    gold, run, chosen = task
    items, _ = naive.align(gold, run, chosen)
    pools = {"gold": naive.gold_pool(gold, chosen), "run": None}
    expected = {**naive.judged_outcomes(items, depth), **naive.rankings(items, pools, shares=True)}
    if any(item.answers for item in items):
        assert_same_outcomes(score_run(gold, run, chosen, list(expected)), expected)


@examples(60)
@given(tasks(repeat_ids=False))
def test_multiwords_alone(task: tuple[naive.Gold, naive.Run, naive.Choices]) -> None:
    gold, run, chosen = task
    expected = naive.multiwords(gold, run, chosen, within=None)
    if not expected["mw-detection"].attempted:
        with pytest.raises(BadInput):
            score_run(gold, run, chosen, list(expected))
        return
    assert_same_outcomes(score_run(gold, run, chosen, list(expected)), expected)


@examples(60)
@given(tasks(repeat_ids=False), golds(repeat_ids=False))
def test_multiwords_within_the_items_scored_for_substitutes(
    task: tuple[naive.Gold, naive.Run, naive.Choices], anywhere: naive.Gold
) -> None:
    gold, run, chosen = task
    weights = zip(gold.lines, naive.gold_weights(gold, chosen), strict=True)
    within = {line[1] for line, own in weights if naive.is_scored(own, gold, chosen)}
    multiwords = naive.Gold([line for line in anywhere.lines if line[1] in within], anywhere.graded)
    assume(multiwords.lines)
    expected = naive.multiwords(multiwords, run, chosen, within=within)
    if not expected["mw-detection"].attempted:
        with pytest.raises(BadInput):
            score_run(gold, run, chosen, list(expected), multiwords)
        return
    assert_same_outcomes(score_run(gold, run, chosen, list(expected), multiwords), expected)


@examples(40)
@given(tasks())
def test_single_words_are_scored_without_multiwords_on_either_side(
    task: tuple[naive.Gold, naive.Run, naive.Choices],
) -> None:
    gold, run, chosen = task
    if not any(item.answers for item in naive.align(gold, run, chosen)[0]):
        return
    single = naive.Choices(
        chosen.min_responses,
        chosen.pay_repeats,
        chosen.drop_target,
        drop_gold_multiwords=True,
        drop_run_multiwords=True,
    )
    expected = naive.all_outcomes(naive.align(gold, run, single)[0], depth=10, k="1")
    result = score(
        gold_standard(gold),
        run_of(run),
        measures=list(expected),
        match=rules_of(chosen),
        min_responses=chosen.min_responses,
        by="subset",
    )
    own = [one_score for one_score in result.scores if one_score.group == "subset=NMWS"]
    for each, (name, outcome) in zip(own, expected.items(), strict=True):
        assert (each.measure, each.scored, each.attempted) == (name, outcome.counted, outcome.attempted)
        exact = {figure: None if value is None else float(value) for figure, value in outcome.figures.items()}
        assert_near(each.figures, exact, tolerance=1e-12)


@examples(20)
@given(tasks())
def test_statistics_that_were_not_kept_are_computed_when_asked_for(
    task: tuple[naive.Gold, naive.Run, naive.Choices],
) -> None:
    gold, run, chosen = task
    if not any(item.answers for item in naive.align(gold, run, chosen)[0]):
        return
    averages = score_run(gold, run, chosen, list(naive.all_outcomes([], depth=10, k="1")))
    kept = evaluate(replace(averages.request, by_item=True))
    assert not averages.request.by_item
    assert averages.scores == kept.scores
    for own, other in zip(averages.evaluation.statistics, kept.statistics, strict=True):
        assert (own.measure, own.values.tolist()) == (other.measure, other.values.tolist())


@examples(40)
@given(tasks())
def test_statistics_of_the_items_add_up_to_the_scores(task: tuple[naive.Gold, naive.Run, naive.Choices]) -> None:
    gold, run, chosen = task
    if not any(item.answers for item in naive.align(gold, run, chosen)[0]):
        return
    result = score_run(gold, run, chosen, list(naive.all_outcomes([], depth=10, k="1")))
    for own, statistics in zip(result.scores, result.evaluation.statistics, strict=True):
        sums = dict(zip(statistics.fields, statistics.values.sum(axis=0).tolist(), strict=True))
        assert (own.measure, own.scored, own.attempted) == (statistics.measure, sums["counted"], sums["attempted"])
        assert len(statistics.ids) == result.evaluation.gold.scored == len(statistics.values)
        assert statistics.figures.shape == (len(statistics.ids), len(statistics.figure_names))
        for numerator, figure in (("credit", "R"), ("score", "mean"), ("precision", "P"), ("recall", "R")):
            if numerator in sums and own.figures.get(figure) is not None:
                assert own.figures[figure] == pytest.approx(sums[numerator] / sums["counted"])
