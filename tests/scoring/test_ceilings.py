"""The ceiling: what a run that knows the gold scores, and what no run can exceed."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import assume, given

from stead import GoldStandard, Run, ScoreResult, score
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, RunRow
from stead.measures import MEASURES
from tests.parity.kit import SEMEVAL
from tests.scoring.figures import assert_near
from tests.scoring.oracle import agreed_multiword, heaviest_first
from tests.scoring.strategies import Golds, Runs, examples, golds, tasks

SUBSTITUTES = [name for name in MEASURES if not name.startswith("mw-")] + [
    "oot@2",
    "rank@3",
    "semdis-oot@1",
    "semdis-oot-norm@2",
    "coverage(k=mean-gold)",
    "p@3",
    "r@2",
    "map@3",
    "potential@1",
    "acc-top1@3",
    "best@2",
    "jabbari-best@2",
    "coverage@2",
    "mrr@2",
    "ndcg@2",
    "hit@1",
    "prolex-f@2",
    "prolex-f@2(gold=acceptable)",
    "gap(multiwords=kept)",
    "gap(pool=run)",
    "gap(weights=shares)",
    "gap(pool=run,weights=shares)",
    *(
        f"swords-f@{depth}(gold={gold},unjudged={unjudged},recall={recall})"
        for depth in (2, 10)
        for gold in ("acceptable", "conceivable")
        for unjudged in ("wrong", "removed")
        for recall in ("capped", "full")
    ),
]
ONLY_THE_HEAVIEST = {"best", "best-mode", "jabbari-best", "jabbari-best1", "semdis-best", "semdis-best-norm"}
ONLY_THE_HEAVIEST |= {"best@2", "jabbari-best@2"}
MULTIWORDS = ["mw-detection", "mw-identification"]


def judges(term: str) -> float:
    """How many are asked about a term: 6, 11, 16 or 21, so that the heaviest is not always the most accepted."""
    return 6.0 + 5 * (sum(map(ord, term)) % 4)


def is_proficient(term: str) -> bool:
    """Every other term, whatever it weighs."""
    return sum(map(ord, term)) % 2 == 0


def judged_gold(gold: Golds) -> GoldStandard:
    rows = [
        GoldRow(
            "bright.a",
            item,
            list(own.items()),
            judges=[judges(term) for term in own],
            proficient=[is_proficient(term) for term in own],
        )
        for item, own in gold.items()
    ]
    return GoldStandard.of(rows, Source("gold", "0" * 64))


def shares(weights: Mapping[str, float]) -> dict[str, float]:
    return {term: weight / judges(term) for term, weight in weights.items()}


def perfect_answers(measure: str, weights: Mapping[str, float]) -> list[str]:
    """What somebody answers who knows the gold and the measure."""
    if measure in ONLY_THE_HEAVIEST:
        return heaviest_first(weights)[:1]
    if "weights=shares" in measure:
        return heaviest_first(shares(weights))
    if measure.startswith("swords-f"):
        least = 0.1 if "conceivable" in measure else 0.5001
        return [term for term, share in shares(weights).items() if share >= least]
    if measure.startswith("prolex-f") and "acceptable" not in measure:
        return [term for term in weights if is_proficient(term)]
    return heaviest_first(weights)


def run_of(answers: Mapping[str, Sequence[str]]) -> Run:
    rows = [RunRow("bright.a", item, list(substitutes)) for item, substitutes in answers.items()]
    return Run.of(rows, Source("run", "1" * 64))


def oracle(gold: Golds, measure: str) -> Run:
    return run_of({item: perfect_answers(measure, weights) for item, weights in gold.items()})


def score_run(gold: Golds, run: Runs | Run, measures: list[str]) -> ScoreResult:
    return score(judged_gold(gold), run, measures=measures, min_responses=0)


@examples(40)
@given(golds)
def test_the_ceiling_is_the_score_of_a_run_that_knows_the_gold(gold: Golds) -> None:
    measures_of_runs = defaultdict(list)  # most measures are best served by the same answers
    for measure in SUBSTITUTES:
        answers = {item: tuple(perfect_answers(measure, weights)) for item, weights in gold.items()}
        measures_of_runs[tuple(answers.items())].append(measure)
    for answers_to_items, measures in measures_of_runs.items():
        if any(answers for _, answers in answers_to_items):
            for one_score in score_run(gold, run_of(dict(answers_to_items)), measures).scores:
                assert_near(one_score.ceiling, one_score.figures, tolerance=1e-12)


@examples(40)
@given(golds)
def test_the_ceiling_of_a_ranking_is_reached_by_the_weights_as_scores(gold: Golds) -> None:
    """Equal weights are ties, in whatever order."""
    for measure, of in (("gap", dict), ("gap(pool=run)", dict), ("gap(weights=shares)", shares)):
        rows = []
        for item, weights in gold.items():
            ranked = sorted(of(weights).items(), key=lambda pair: -pair[1])
            rows.append(RunRow("bright.a", item, [term for term, _ in ranked], [value for _, value in ranked]))
        one_score = score_run(gold, Run.of(rows, Source("run", "1" * 64)), [measure]).scores[0]
        for figures in (one_score.ceiling, one_score.figures):
            assert_near(figures, {"mean": 1}, tolerance=1e-12)


def test_the_ceiling_of_given_candidates_is_what_their_best_order_earns() -> None:
    """Of the gold only `smart` is a candidate: 1/1 of 3/1 + 4/2."""
    gold = {("bright.a", "1"): {"clever": 3, "smart": 1}}
    run = {("bright.a", "1"): ["smart", "dull"]}
    one_score = score(gold, run, measures="gap(pool=candidates)", candidates={"bright.a": ["dull", "smart"]}).scores[0]
    assert one_score.ceiling == one_score.figures == pytest.approx({"mean": 1 / 5})


def test_the_ceiling_of_candidates_that_hold_the_gold_is_one() -> None:
    gold = {("bright.a", "1"): {"clever": 3, "smart": 1}}
    candidates = {"bright.a": ["dull", "smart", "clever", "other"]}
    one_score = score(gold, {"1": ["dull"]}, measures="gap(pool=candidates)", candidates=candidates).scores[0]
    assert one_score.ceiling == {"mean": 1}


@examples(40)
@given(golds)
def test_the_ceiling_of_multiwords_is_one_where_there_is_any(gold: Golds) -> None:
    run = {item: agreed_multiword(weights) for item, weights in gold.items()}
    assume(any(run.values()))
    for one_score in score_run(gold, run, MULTIWORDS).scores:
        assert one_score.ceiling == one_score.figures == {"P": 1, "R": 1}


@examples(40)
@given(tasks())
def test_the_ceiling_does_not_depend_on_the_run(task: tuple[Golds, Runs]) -> None:
    gold, run = task
    own, other = score_run(gold, run, SUBSTITUTES), score_run(gold, oracle(gold, "oot"), SUBSTITUTES)
    assert [one_score.ceiling for one_score in own.scores] == [one_score.ceiling for one_score in other.scores]


@examples(50)
@given(tasks(unique=False, every_item=True))
def test_no_run_that_answers_every_item_exceeds_a_ceiling(task: tuple[Golds, Runs]) -> None:
    assert figures_beyond_their_ceiling(score_run(*task, SUBSTITUTES)) == {}


@examples(50)
@given(tasks(unique=False))
def test_no_run_exceeds_the_ceiling_of_what_is_averaged_over_all_items(task: tuple[Golds, Runs]) -> None:
    beyond = figures_beyond_their_ceiling(score_run(*task, SUBSTITUTES)) | figures_beyond_their_ceiling(
        score_run(*task, MULTIWORDS)
    )
    over_the_attempted = {("best", "P"), ("best@2", "P"), ("oot@10", "P"), ("oot@2", "P")}
    assert beyond.keys() <= over_the_attempted


@pytest.mark.parametrize("measure", ["best", "oot@2"])
def test_a_run_that_answers_only_the_easy_items_may_exceed_the_ceiling_of_precision(measure: str) -> None:
    """The ceiling is that of a perfect run which answers every item; precision is over the attempted ones."""
    gold = {"easy": {"one": 3.0}, "hard": {"one": 1.0, "other": 1.0, "third": 1.0}}
    beyond = figures_beyond_their_ceiling(score_run(gold, {"easy": ["one"]}, [measure]))
    assert beyond.keys() == {(measure, "P")}


def figures_beyond_their_ceiling(result: ScoreResult) -> dict[tuple[str, str], tuple[float, float | None]]:
    return {
        (one_score.measure, name): (value, one_score.ceiling[name])
        for one_score in result.scores
        for name, value in one_score.figures.items()
        if value is not None and value > (one_score.ceiling[name] or 0) + 1e-12
    }


def test_the_ceiling_of_a_group_is_that_of_its_items() -> None:
    gold = {("easy.a", "1"): {"one": 3.0}, ("hard.n", "2"): {"one": 1.0, "other": 1.0}}
    result = score(gold, {("easy.a", "1"): ["wrong"]}, measures="best", by="pos")
    assert {one_score.group: one_score.ceiling["R"] for one_score in result.scores} == {
        "all": 0.75,
        "pos=n": 0.5,
        "pos=a": 1,
    }


def test_ceilings_of_the_kit() -> None:
    """By hand over the gold of the kit: best is the mean of maxw / |H|w, and no item has more than ten substitutes."""
    result = score(SEMEVAL / "gold.txt", SEMEVAL / "clean_best.txt", measures="semeval,jabbari,semdis")
    shares, sizes = [], []
    for line in (SEMEVAL / "gold.txt").read_text(encoding="utf-8").splitlines():
        entries = [entry.rpartition(" ") for entry in line.split(" :: ")[1].split(";") if entry]
        weights = [int(weight) for term, _, weight in entries if term != "pn"]
        if sum(weights) >= 2:
            shares.append(max(weights) / sum(weights))
            sizes.append(len(weights))
    assert max(sizes) <= 10
    ceilings = {
        (one_score.measure, name): value for one_score in result.scores for name, value in one_score.ceiling.items()
    }
    best = sum(shares) / len(shares)
    for measure, name in (("best", "P"), ("best", "R"), ("semdis-best", "mean")):
        assert ceilings.pop((measure, name)) == pytest.approx(best)
    assert ceilings == pytest.approx(dict.fromkeys(ceilings, 1))
