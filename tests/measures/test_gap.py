"""Generalised average precision: by hand, and with ties by trying every order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead import GoldStandard, Run, score
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, RunRow
from stead.reporting.score_tables import item_records
from tests.measures.examples import judged_gold, scored_run
from tests.scoring.strategies import examples

Weights = Mapping[str, float]

GOLD = {("bright.a", "1"): {"clever": 3, "smart": 1}, ("bright.a", "2"): {"light": 2, "shiny": 1}}
"""The pool of the target: clever, smart, light, shiny. The ideal of item 1 is 3/1 + 4/2 = 5."""


def gap(measure: str, answers: Sequence[str], **options: object) -> float | None:
    """The GAP of the first item."""
    result = score(GOLD, {("bright.a", "1"): answers}, measures=measure, **options)  # type: ignore[arg-type]
    figures: dict[str, float | None] = item_records(result.evaluation)[0]["figures"]
    return figures["mean"]


# By hand


@pytest.mark.parametrize(
    ("answers", "reached"),
    [
        (["clever", "smart"], 3 / 1 + 4 / 2),
        (["smart", "clever"], 1 / 1 + 4 / 2),
        (["light", "clever", "smart"], 3 / 2 + 4 / 3),
        (["clever", "light", "shiny", "smart"], 3 / 1 + 4 / 4),
        (["light", "shiny", "smart", "clever"], 1 / 3 + 4 / 4),
        (["light", "shiny"], 0),
    ],
)
def test_answers_of_the_run_alone(answers: list[str], reached: float) -> None:
    assert gap("gap(pool=run)", answers) == pytest.approx(reached / 5)


@pytest.mark.parametrize(
    ("answers", "reached"),
    [
        (["clever", "smart"], 3 / 1 + 4 / 2),
        (["clever", "nonsense", "smart"], 3 / 1 + 4 / 2),
        (["light", "shiny", "smart"], 1 / 3 + 4 / 4),
        (["light", "shiny"], (3 / 3 + 4 / 4 + 1 / 3 + 4 / 4) / 2),
        (["clever"], 3 / 1 + (4 / 2 + 4 / 3 + 4 / 4) / 3),
        (["nonsense"], 0),
        ([], 0),
    ],
)
def test_the_pool_of_the_target(answers: list[str], reached: float) -> None:
    """Other answers are skipped; candidates left out come last, in any order; nothing ranked earns nothing."""
    gold = {**GOLD, ("bar.n", "3"): {"pub": 2}}
    result = score(gold, {("bright.a", "1"): answers, ("bar.n", "3"): ["pub"]}, measures="gap")
    assert item_records(result.evaluation)[0]["figures"]["mean"] == pytest.approx(reached / 5)


def test_the_pool_is_that_of_the_own_target_also_of_items_that_are_not_scored() -> None:
    gold = {("bright.a", "1"): {"clever": 2}, ("bright.a", "2"): {"light": 1}, ("bar.n", "3"): {"pub": 2}}
    run = {("bright.a", "1"): ["light", "pub"], ("bar.n", "3"): ["clever", "pub"]}
    assert [item["figures"]["mean"] for item in item_records(score(gold, run, measures="gap").evaluation)] == [1 / 2, 1]


@pytest.mark.parametrize(
    ("candidates", "reached"),
    [
        (["clever", "smart"], 3 / 1 + 4 / 2),
        (["clever", "smart", "dull"], 3 / 2 + 4 / 3),
        (["Clever", "smart", "DULL", "dull"], 3 / 2 + 4 / 3),
        (["clever", "smart", "dull", "other"], 3 / 2 + (4 / 3 + 4 / 4) / 2),
        (["clever", "smart", "dull", "other", "", " - "], 3 / 2 + (4 / 3 + 4 / 4) / 2),
    ],
)
def test_the_candidates_of_a_file(candidates: list[str], reached: float) -> None:
    """Answers that are no candidates are skipped; equal candidates, under the rules, are one; empty ones are none."""
    answers = ["nonsense", "dull", "light", "clever"]
    assert gap("gap(pool=candidates)", answers, candidates={"bright.a": candidates}) == pytest.approx(reached / 5)


def test_a_target_that_is_dropped_is_no_candidate() -> None:
    candidates = {"bright.a": ["bright", "clever", "smart", "dull"]}
    actual = gap("gap(pool=candidates)", ["clever"], candidates=candidates, match="lenient,target=drop")
    assert actual == pytest.approx((3 / 1 + (4 / 2 + 4 / 3) / 2) / 5)


def test_a_target_without_candidates_ranks_nothing() -> None:
    assert gap("gap(pool=candidates)", ["clever"], candidates={"bright.a": [], "bar.n": ["clever"]}) == 0


def test_a_substitute_that_is_no_candidate_cannot_be_reached() -> None:
    """Of the gold only `smart` is a candidate: it is second of `dull`, `smart`, `other`, or third."""
    actual = gap("gap(pool=candidates)", ["dull"], candidates={"bright.a": ["dull", "smart", "other"]})
    assert actual == pytest.approx((1 / 2 + 1 / 3) / 2 / 5)


def test_a_candidate_is_ranked_once_even_if_repeats_are_paid() -> None:
    for pool in ("gold", "candidates"):
        measure, candidates = f"gap(pool={pool})", {"bright.a": ["clever", "smart", "light", "shiny"]}
        once, paid = (
            gap(measure, answers, candidates=candidates, match="lenient,duplicates=paid")
            for answers in (["light", "clever"], ["light", "light", "clever", "clever"])
        )
        assert paid == once


def test_a_paid_repeat_of_the_run_is_ranked_again() -> None:
    """As the reference does: 3/1 + 6/2 + 7/3."""
    answers = ["clever", "clever", "smart"]
    assert gap("gap(pool=run)", answers, match="lenient,duplicates=paid") == pytest.approx((3 + 6 / 2 + 7 / 3) / 5)


# Multiwords

COMPOUNDS = {("bright.a", "1"): {"clever": 3, "on the ball": 2, "quick-witted": 1}, ("bright.a", "2"): {"well lit": 2}}


@pytest.mark.parametrize("pool", ["gold", "run"])
def test_multiwords_are_terms_or_are_removed_from_gold_pool_and_run(pool: str) -> None:
    """With a space or a hyphen; item 2 has no other substitute, and is left out of the average."""
    run = {("bright.a", "1"): ["on the ball", "well-lit", "clever", "quick witted"]}
    kept, removed = (
        score(COMPOUNDS, run, measures=f"gap(pool={pool},multiwords={multiwords})").scores[0]
        for multiwords in ("kept", "removed")
    )
    assert (kept.scored, removed.scored) == (2, 1)
    assert removed.figures["mean"] == 1
    assert kept.figures["mean"] == pytest.approx((2 / 1 + 5 / 3 + 6 / 4) / (3 / 1 + 5 / 2 + 6 / 3) / 2)


def test_a_multiword_of_the_gold_stays_removed_however_the_answer_is_written() -> None:
    """`-sharp` and `sharp` match when hyphens are spaces; the gold's is a multiword, so there is nothing to find."""
    gold = {("bright.a", "1"): {"-sharp": 3, "clever": 1}}
    result = score(gold, {("bright.a", "1"): ["sharp", "clever"]}, measures="gap,gap(pool=run)")
    assert [one_score.figures["mean"] for one_score in result.scores] == [1, 1]


def test_a_multiword_for_one_annotator_is_in_the_pool_if_it_is_a_single_word_elsewhere() -> None:
    gold = {("bright.a", "1"): {"-sharp": 2, "clever": 2}, ("bright.a", "2"): {"sharp": 2}}
    result = score(gold, {("bright.a", "2"): ["clever"]}, measures="gap")
    assert [item["figures"]["mean"] for item in item_records(result.evaluation)] == [0, 1 / 2]


# Shares of judges


def test_shares_weigh_otherwise_than_counts() -> None:
    """Clever: 3 of 10; smart: 2 of 2. The ideal by counts is 3/1 + 5/2, by shares 1/1 + 1.3/2."""
    gold = judged_gold({"1": {"clever": (3, 10), "smart": (2, 2), "dull": (0, 4)}})
    run = scored_run({"1": {"clever": 2.0, "smart": 1.0}})
    result = score(gold, run, measures="gap,gap(weights=shares)")
    assert result.value("gap") == 1
    assert result.value("gap(weights=shares)") == pytest.approx((0.3 / 1 + 1.3 / 2) / (1 / 1 + 1.3 / 2))


def test_a_substitute_that_nobody_accepts_is_no_candidate_of_the_gold() -> None:
    gold = judged_gold({"1": {"clever": (3, 10), "dull": (0, 4)}})
    assert score(gold, scored_run({"1": {"dull": 2.0, "clever": 1.0}}), measures="gap").value("gap") == 1


# Ties: every order, one by one


def sum_of_means(weights: Iterable[Fraction]) -> Fraction:
    """The sum of the mean weights down to each good candidate."""
    total, so_far = Fraction(0), Fraction(0)
    for rank, weight in enumerate(weights, start=1):
        so_far += weight
        total += so_far / rank if weight > 0 else 0
    return total


def all_orders(groups: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    for orders in product(*(list(permutations(group)) for group in groups)):
        yield [term for order in orders for term in order]


def by_every_order(groups: Sequence[Sequence[str]], weights: Weights) -> Fraction:
    exact = {term: Fraction(weight) for term, weight in weights.items()}
    values = [sum_of_means(exact.get(term, Fraction(0)) for term in order) for order in all_orders(groups)]
    return sum(values, Fraction(0)) / len(values) / sum_of_means(sorted(exact.values(), reverse=True))


def group_ties(answers: Mapping[str, float]) -> list[list[str]]:
    groups = [list(answers)[:1]]
    for before, answer in pairwise(answers):
        if answers[before] == answers[answer]:
            groups[-1].append(answer)
        else:
            groups.append([answer])
    return groups


TERMS = [f"term{number}" for number in range(7)]
CANDIDATES = [*TERMS, "other0", "other1"]


@st.composite
def tied_tasks(draw: st.DrawFn) -> tuple[Weights, dict[str, float]]:
    """Real weights of some terms, and some candidates ranked by descending scores with ties, some left out."""
    weights = draw(
        st.dictionaries(st.sampled_from(TERMS), st.integers(1, 40).map(lambda w: w / 8), min_size=1, max_size=5)
    )
    ranked = draw(st.lists(st.sampled_from(CANDIDATES), unique=True, min_size=1, max_size=6))
    scores = sorted(draw(st.lists(st.integers(0, 2), min_size=len(ranked), max_size=len(ranked))), reverse=True)
    return weights, {term: float(value) for term, value in zip(ranked, scores, strict=True)}


def gold_of(*items: Weights) -> GoldStandard:
    rows = [GoldRow("bright.a", str(number), list(weights.items())) for number, weights in enumerate(items)]
    return GoldStandard.of(rows, Source("gold", "0" * 64), graded=True)


def run_of(answers: Mapping[str, float]) -> Run:
    return Run.of([RunRow("bright.a", "0", list(answers), list(answers.values()))], Source("run", "1" * 64))


def value(gold: GoldStandard, answers: Mapping[str, float], measure: str, **options: object) -> float:
    result = score(gold, run_of(answers), measures=measure, **options)  # type: ignore[arg-type]
    actual: float = item_records(result.evaluation)[0]["figures"]["mean"]
    return actual


@examples(80)
@given(tied_tasks())
def test_ties_of_the_run_are_the_mean_over_every_order(task: tuple[Weights, dict[str, float]]) -> None:
    weights, answers = task
    actual = value(gold_of(weights), answers, "gap(pool=run)")
    assert actual == pytest.approx(float(by_every_order(group_ties(answers), weights)), rel=0, abs=1e-12)


@examples(80)
@given(tied_tasks(), st.sets(st.sampled_from(TERMS), max_size=5))
def test_candidates_that_the_run_leaves_out_are_tied_at_the_end(
    task: tuple[Weights, dict[str, float]], elsewhere: set[str]
) -> None:
    """The pool is the gold of both items of the target, or a file that has the same terms."""
    weights, answers = task
    gold = gold_of(weights, dict.fromkeys(elsewhere, 1.0))
    pool = {*weights, *elsewhere}
    ranked = {term: points for term, points in answers.items() if term in pool}
    left_out = sorted(pool - ranked.keys())
    expected = float(by_every_order([*group_ties(ranked), left_out], weights)) if ranked else 0.0
    candidates = {"bright.a": sorted(pool)}
    assert value(gold, answers, "gap") == pytest.approx(expected, rel=0, abs=1e-12)
    actual = value(gold, answers, "gap(pool=candidates)", candidates=candidates)
    assert actual == pytest.approx(expected, rel=0, abs=1e-12)


@examples(60)
@given(tied_tasks())
def test_ties_in_the_order_of_the_file(task: tuple[Weights, dict[str, float]]) -> None:
    weights, answers = task
    actual = value(gold_of(weights), answers, "gap(pool=run,ties=file)")
    assert actual == pytest.approx(float(by_every_order([[term] for term in answers], weights)), rel=0, abs=1e-12)


def test_a_run_without_scores_has_no_ties() -> None:
    actual = [gap(f"gap(pool=run,ties={ties})", ["smart", "clever"]) for ties in ("expected", "file")]
    assert actual == pytest.approx([3 / 5, 3 / 5])


def test_equal_scores_of_two_items_are_no_tie() -> None:
    gold = judged_gold({"1": {"clever": (3, 3)}, "2": {"smart": (2, 2)}})
    run = scored_run({"1": {"smart": 2.0, "clever": 1.0}, "2": {"smart": 1.0, "clever": 0.0}})
    result = score(gold, run, measures="gap(pool=run)")
    assert [item["figures"]["mean"] for item in item_records(result.evaluation)] == [1 / 2, 1]


def test_a_tie_stays_one_when_the_answer_between_is_skipped() -> None:
    """All three have the same score; `nonsense` is no candidate."""
    gold = judged_gold({"1": {"clever": (3, 3)}, "2": {"smart": (2, 2)}})
    run = scored_run({"1": {"smart": 1.0, "nonsense": 1.0, "clever": 1.0}})
    result = score(gold, run, measures="gap")
    assert item_records(result.evaluation)[0]["figures"]["mean"] == pytest.approx((1 + 1 / 2) / 2)


@pytest.mark.parametrize("heavy", [1.0, 1e6, 1e12])
def test_the_weights_of_other_items_do_not_matter(heavy: float) -> None:
    """Up to the largest weight there is."""
    gold = {"0": {"term": heavy}, "1": {"clever": 0.3, "smart": 0.1}}
    result = score(gold, {"0": ["term"], "1": ["smart", "clever"]}, measures="gap,gap(pool=run)", weights="graded")
    actual = [item["figures"]["mean"] for item in item_records(result.evaluation) if item["id"] == "1"]
    assert actual == pytest.approx([(0.1 + 0.4 / 2) / (0.3 + 0.4 / 2)] * 2, rel=0, abs=1e-14)
