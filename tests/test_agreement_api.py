"""Agreement from Python: paths, lists of annotations, lists of ratings."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import stead
from tests.agreement.made import ANNOTATIONS
from tests.agreement.test_tanguy2018 import RATINGS

EXAMPLE = Path(str(files("stead"))) / "examples" / "annotations.jsonl"


def test_of_a_file() -> None:
    result = stead.agree(EXAMPLE, resamples=0)
    assert result.value("items-with-mode") == pytest.approx(48 / 67)
    assert "agreement on substitutes" in str(result)
    assert result.records()[0]["coefficient"] == "pairwise"
    assert repr(result) == "<AgreementResult: 5 people on 70 items>"


def test_of_annotations_read_before() -> None:
    annotations = stead.load(EXAMPLE, "annotations")
    assert stead.agree(annotations, resamples=0).value("pairwise") == stead.agree(EXAMPLE, resamples=0).value(
        "pairwise"
    )


def test_of_anything_that_can_be_gone_through() -> None:
    assert stead.agree(iter(ANNOTATIONS), resamples=0).value("pairwise") == pytest.approx(5 / 24)


def test_of_ratings() -> None:
    result = stead.agree(RATINGS, by="item", resamples=10)
    assert result.value("unanimous") == pytest.approx(1 / 3)
    assert result.value("unanimous", "item=espace.n 1") == 1 / 2
    assert "Krippendorff's alpha" in str(result)
    assert "rater" in result.to("markdown")
    assert "ratings:sha256:" in result.figure("unanimous").signature
    for form in ("text", "markdown", "latex", "tsv", "json"):
        assert result.to(form)


def test_options() -> None:
    result = stead.agree(ANNOTATIONS, by=["pos", "lexelt"], without="cat", match="exact", seed=3, resamples=20)
    signature = result.figure("pairwise").signature
    for part in ("match:exact", "without:cat", "seed:3", "resamples:20"):
        assert part in signature
    assert result.figure("pairwise", "pos=a").value == pytest.approx((1 / 2 + 1 / 3) / 2)


def test_rules_may_be_an_object() -> None:
    result = stead.agree(ANNOTATIONS, match=stead.Rules(case="keep"), resamples=0)
    assert result.value("multiword-identification-both") == 0


def test_humans() -> None:
    result = stead.humans(ANNOTATIONS, measures="best")
    assert result.mean("best", "P") == pytest.approx(29 / 108)
    assert [score.run for score in result.scores] == ["ann", "bob", "cat"]
    assert "annotators against the others" in str(result)
    assert result.records()[-1]["row"] == "mean"
    assert repr(result) == "<HumansResult: 3 scores on 5 items>"


def test_humans_of_a_file() -> None:
    result = stead.humans(EXAMPLE, without=["chloe"])
    assert len({score.run for score in result.scores}) == 4


def test_the_same_annotations_have_the_same_signature_and_others_another() -> None:
    first = stead.agree(ANNOTATIONS, resamples=0).figure("pairwise").signature
    assert stead.agree(list(ANNOTATIONS), resamples=0).figure("pairwise").signature == first
    assert stead.agree(ANNOTATIONS[1:], resamples=0).figure("pairwise").signature != first


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: stead.agree([]), "no annotator"),
        (lambda: stead.agree(5), "expected annotations .* found int"),  # type: ignore[arg-type]
        (lambda: stead.agree(["clever"]), "expected a list of Annotation, found str in it"),  # type: ignore[arg-type]
        (lambda: stead.agree([*RATINGS, ANNOTATIONS[0]]), "expected a list of Rating, found Annotation in it"),  # type: ignore[arg-type]
        (lambda: stead.agree(RATINGS, match="exact"), "matching rules are not for them"),
        (lambda: stead.agree(ANNOTATIONS, by="verb"), "'verb' divides no items; there are pos, lexelt, item"),
        (lambda: stead.agree(ANNOTATIONS, seed=1.5), "seed is a whole number"),  # type: ignore[arg-type]
        (lambda: stead.agree(ANNOTATIONS, resamples=True), "resamples is a whole number"),
        (lambda: stead.agree(ANNOTATIONS, faults="none"), "no policy"),
        (lambda: stead.agree(ANNOTATIONS, match=5), "matching rules are a text"),  # type: ignore[arg-type]
        (lambda: stead.agree(ANNOTATIONS).to("html"), "not a form of output"),
        (lambda: stead.agree(ANNOTATIONS).value("kappa"), "no 'kappa'"),
        (lambda: stead.agree(ANNOTATIONS).value("pairwise", "pos=n"), "no 'pairwise' .pos=n."),
        (lambda: stead.humans(RATINGS), "expected a list of Annotation, found Rating in it"),  # type: ignore[arg-type]
        (lambda: stead.humans(ANNOTATIONS).mean("gap", "mean"), "there is no mean of gap"),
        (lambda: stead.humans(ANNOTATIONS, measures=[]), "no measure is named"),
        (lambda: stead.humans(ANNOTATIONS, measures="best,multiwords"), "ask for them apart"),
    ],
)
def test_mistakes_are_sentences(call: Any, message: str) -> None:
    with pytest.raises(stead.SteadError, match=message):
        call()
