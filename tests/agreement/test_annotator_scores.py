"""Each annotator against the gold of the others, worked by hand on the annotations of made.py."""

from typing import Any

import pytest

from stead.agreement import AgreementSettings, human_scores
from stead.core.annotation import Annotation
from stead.core.errors import BadInput, UsageError
from stead.measures import parse_measures
from stead.records.agreement import HumanScores
from stead.records.scores import Score
from stead.rules.definitions import parse_rules
from tests.agreement.made import ANNOTATIONS, answer, made

# The gold of the others, and what the annotator earns for best:
# ann: bright.a 1 clever 1 smart 2: 1/3; bright.a 2 shiny vivid lit: 1/3; run.v 4 dash sprint race flee: 1/4;
#      dog.n 3 (nothing) and hold.v 5 (grip 1) are not scored
# bob: bright.a 1 clever smart: 2/2/2; run.v 4 sprint flee: 1/3/2; the others have fewer than two responses
# cat: bright.a 1 clever 2 smart 1: 1/3; bright.a 2 (NIL); run.v 4 sprint 2 dash race: 0; hold.v 5 keep grip (blank)
BEST = {"ann": (11 / 36, 11 / 36), "bob": (1 / 3, 1 / 3), "cat": (1 / 6, 1 / 12)}


def scored(measures: str = "best", annotations: Any = ANNOTATIONS, **settings: Any) -> HumanScores:
    return human_scores(made(annotations), parse_measures(measures), AgreementSettings(**settings))


def by_name(humans: HumanScores, measure: str = "best") -> dict[str, Score]:
    return {score.run: score for score in humans.scores if score.measure == measure}


@pytest.mark.parametrize("name", BEST)
def test_an_annotator_is_scored_as_a_run(name: str) -> None:
    figures = by_name(scored())[name].figures
    assert (figures["P"], figures["R"]) == pytest.approx(BEST[name])


def test_items_that_the_others_do_not_answer_twice_are_not_scored() -> None:
    counts = {name: (score.scored, score.attempted) for name, score in by_name(scored()).items()}
    assert counts == {"ann": (3, 3), "bob": (2, 2), "cat": (4, 2)}


def test_the_mean_is_that_of_the_annotators() -> None:
    (mean,) = scored().means
    assert mean.figures["P"] == pytest.approx((11 + 12 + 6) / 108)
    assert mean.figures["R"] == pytest.approx((11 + 12 + 3) / 108)
    assert mean.annotators == 3


def test_the_ceiling_is_that_of_the_gold_of_the_others() -> None:
    """bob: 1/2 on bright.a 1 and on run.v 4."""
    assert by_name(scored())["bob"].ceiling == {"P": pytest.approx(1 / 2), "R": pytest.approx(1 / 2)}


def test_any_measure_can_be_asked_for() -> None:
    """oot of bob: 2/2 and 1/2; best-mode of cat: modes clever, shiny, sprint, first answers smart, none, flee."""
    found = scored("oot,best-mode,coverage,gap,semdis-best-norm")
    assert by_name(found, "oot@10")["bob"].figures["R"] == pytest.approx(3 / 4)
    assert by_name(found, "best-mode")["cat"].figures == {"P": 0, "R": 0}
    assert len(found.means) == 5


def test_the_order_of_the_substitutes_is_the_order_of_the_run() -> None:
    rows = [
        answer("bright.a 1", "ann", "smart", "clever"),
        answer("bright.a 1", "bob", "clever"),
        answer("bright.a 1", "cat", "clever"),
    ]
    assert by_name(scored("best-mode", rows), "best-mode")["ann"].figures["R"] == 0


def test_an_annotator_has_one_vote_for_a_substitute() -> None:
    """bob's three writings of one word are one vote, so ann has a gold of clever 2 (with cat), and best is 1."""
    rows = [
        answer("bright.a 1", "ann", "well lit"),
        answer("bright.a 1", "bob", "well-lit", "Well-lit", "well lit"),
        answer("bright.a 1", "cat", "well-lit"),
    ]
    found = by_name(scored("best,semdis-best", rows))["ann"]
    assert (found.figures["R"], found.scored) == (1, 1)
    alone = scored("best", [*rows[:2], answer("bright.a 2", "ann", "x"), *(answer("bright.a 2", w, "x") for w in "bc")])
    assert by_name(alone)["ann"].scored == 1  # bright.a 1 has one response of the others, not three


def test_an_annotator_who_answers_only_some_items_is_scored_on_those() -> None:
    """dan has no row for the other items, so recall is not over them."""
    found = by_name(scored("best", [*ANNOTATIONS, answer("bright.a 1", "dan", "clever", "smart")]))["dan"]
    assert (found.scored, found.attempted) == (1, 1)
    assert found.figures["R"] == pytest.approx((2 + 2) / 2 / 4)


def test_multiwords_are_scored_against_the_multiwords_of_the_others() -> None:
    """ann on run.v 4: the others say run off and run, so there is no gold multiword. bob: neither. cat: run off 2."""
    found = by_name(scored("mw-detection,mw-identification"), "mw-identification")
    assert set(found) == {"ann", "bob", "cat"}
    assert found["cat"].figures == {"P": 0, "R": 0}
    assert found["cat"].scored == 1
    assert found["ann"].figures == {"P": 0, "R": None}


def test_who_cannot_be_scored_is_named() -> None:
    rows = [*ANNOTATIONS, answer("bright.a 1", "dan", nil=True), answer("cat.n 9", "eve", "feline")]
    found = scored("best", rows)
    assert set(by_name(found)) == {"ann", "bob", "cat"}
    (note,) = found.notes
    assert note.startswith("dan, eve: not scored against the others, since they lack an answer to an item")


def test_if_nobody_can_be_scored_that_is_said() -> None:
    rows = [answer("bright.a 1", "ann", "clever"), answer("bright.a 1", "bob", "smart")]
    with pytest.raises(BadInput, match="made: no annotator has an answer to an item"):
        scored("best", rows)


def test_one_annotator_is_not_enough() -> None:
    with pytest.raises(BadInput, match=r"one annotator only \(ann\)"):
        scored("best", [ANNOTATIONS[0]])


@pytest.mark.parametrize("measure", ["swords-f", "prolex-f", "gap(pool=candidates)"])
def test_measures_of_given_candidates_are_refused(measure: str) -> None:
    with pytest.raises(UsageError, match="annotators were given none"):
        scored(measure)


def test_somebody_can_be_left_out() -> None:
    others = [each for each in ANNOTATIONS if each.annotator != "cat"]
    assert scored("best", ANNOTATIONS, without=("cat",)).scores[0].figures == scored("best", others).scores[0].figures


def test_the_rules_are_those_of_scoring() -> None:
    rows = [answer("bright.a 1", who, word) for who, word in (("ann", "Lit"), ("bob", "lit"), ("cat", "lit"))]
    assert by_name(scored("best", rows))["ann"].figures["R"] == 1
    assert by_name(scored("best", rows, rules=parse_rules("exact")))["ann"].figures["R"] == 0


def test_everybody_alike_reaches_the_ceiling() -> None:
    rows: list[Annotation] = [answer(f"a.n {number}", who, "x") for number in range(3) for who in ("ann", "bob", "cat")]
    found = scored("best,oot,best-mode", rows)
    assert all(score.figures == score.ceiling for score in found.scores)
