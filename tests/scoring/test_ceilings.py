"""The ceiling: what a run that knows the gold scores, and what no run can exceed."""

import pytest
from hypothesis import assume, given

from stead import Result, score
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
]
ONLY_THE_HEAVIEST = {"best", "best-mode", "jabbari-best", "jabbari-best1", "semdis-best", "semdis-best-norm"}
MULTIWORDS = ["mw-detection", "mw-identification"]


def oracle(gold: Golds, *, only_one: bool = False) -> Runs:
    return {item: heaviest_first(own)[: 1 if only_one else None] for item, own in gold.items()}


def scored(gold: Golds, run: Runs, measures: list[str]) -> Result:
    return score(gold, run, measures=measures, min_responses=0)


@examples(40)
@given(golds)
def test_the_ceiling_is_the_score_of_a_run_that_knows_the_gold(gold: Golds) -> None:
    for only_one in (True, False):
        measures = [name for name in SUBSTITUTES if (name in ONLY_THE_HEAVIEST) == only_one]
        for own in scored(gold, oracle(gold, only_one=only_one), measures).scores:
            assert_near(own.ceiling, own.figures, tolerance=1e-12)


@examples(40)
@given(golds)
def test_the_ceiling_of_multiwords_is_one_where_there_is_any(gold: Golds) -> None:
    run = {item: agreed_multiword(weights) for item, weights in gold.items()}
    assume(any(run.values()))
    for own in scored(gold, run, MULTIWORDS).scores:
        assert own.ceiling == own.figures == {"P": 1, "R": 1}


@examples(40)
@given(tasks())
def test_the_ceiling_does_not_depend_on_the_run(task: tuple[Golds, Runs]) -> None:
    gold, run = task
    own, other = scored(gold, run, SUBSTITUTES), scored(gold, oracle(gold), SUBSTITUTES)
    assert [each.ceiling for each in own.scores] == [each.ceiling for each in other.scores]


@examples(50)
@given(tasks(unique=False, every_item=True))
def test_no_run_that_answers_every_item_exceeds_a_ceiling(task: tuple[Golds, Runs]) -> None:
    assert figures_beyond_their_ceiling(scored(*task, SUBSTITUTES)) == {}


@examples(50)
@given(tasks(unique=False))
def test_no_run_exceeds_the_ceiling_of_what_is_averaged_over_all_items(task: tuple[Golds, Runs]) -> None:
    beyond = figures_beyond_their_ceiling(scored(*task, SUBSTITUTES)) | figures_beyond_their_ceiling(
        scored(*task, MULTIWORDS)
    )
    over_the_attempted = {("best", "P"), ("oot@10", "P"), ("oot@2", "P")}
    assert beyond.keys() <= over_the_attempted


@pytest.mark.parametrize("measure", ["best", "oot@2"])
def test_a_run_that_answers_only_the_easy_items_may_exceed_the_ceiling_of_precision(measure: str) -> None:
    """The ceiling is that of a perfect run which answers every item; precision is over the attempted ones."""
    gold = {"easy": {"one": 3.0}, "hard": {"one": 1.0, "other": 1.0, "third": 1.0}}
    beyond = figures_beyond_their_ceiling(scored(gold, {"easy": ["one"]}, [measure]))
    assert beyond.keys() == {(measure, "P")}


def figures_beyond_their_ceiling(result: Result) -> dict[tuple[str, str], tuple[float, float | None]]:
    return {
        (own.measure, name): (value, own.ceiling[name])
        for own in result.scores
        for name, value in own.figures.items()
        if value is not None and value > (own.ceiling[name] or 0) + 1e-12
    }


def test_the_ceiling_of_a_group_is_that_of_its_items() -> None:
    gold = {("easy.a", "1"): {"one": 3.0}, ("hard.n", "2"): {"one": 1.0, "other": 1.0}}
    result = score(gold, {("easy.a", "1"): ["wrong"]}, measures="best", by="pos")
    assert {own.group: own.ceiling["R"] for own in result.scores} == {"all": 0.75, "pos=n": 0.5, "pos=a": 1}


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
    ceilings = {(own.measure, name): value for own in result.scores for name, value in own.ceiling.items()}
    best = sum(shares) / len(shares)
    for measure, name in (("best", "P"), ("best", "R"), ("semdis-best", "mean")):
        assert ceilings.pop((measure, name)) == pytest.approx(best)
    assert ceilings == pytest.approx(dict.fromkeys(ceilings, 1))
