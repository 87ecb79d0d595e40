"""Every choice that can move a figure is in its signature."""

from dataclasses import fields, replace

import pytest

from stead.agreement.figures import AgreementSettings, human_signature, signature
from stead.core.faults import Source
from stead.rules.definitions import Rules
from tests.agreement.made import ANNOTATIONS, MEMORY, figures, measured

OTHER_SETTINGS = {
    "rules": Rules(case="keep"),
    "without": ("ann",),
    "max_answers": 4,
    "seed": 2,
    "resamples": 10,
    "policy": "skip",
}


def signed(settings: AgreementSettings, source: Source = MEMORY) -> str:
    return signature("pairwise", "all", settings, source, items=5, people=3)


def test_the_signature_of_a_figure() -> None:
    assert figures(measured(resamples=10))["pairwise"].signature == (
        "pairwise|dup:once|match:lenient|max:3|min:2|faults:repair|from:memory|annotators:3|resamples:10|seed:1|items:5|"
        "annotations:sha256:abababababab|v:1.0.0"
    )


def test_every_setting_is_tried() -> None:
    assert set(OTHER_SETTINGS) == {field.name for field in fields(AgreementSettings)}


@pytest.mark.parametrize("name", OTHER_SETTINGS)
def test_every_setting_changes_the_signature(name: str) -> None:
    assert signed(replace(AgreementSettings(), **{name: OTHER_SETTINGS[name]})) != signed(AgreementSettings())  # type: ignore[arg-type]


def test_other_data_another_reader_and_another_group_change_the_signature() -> None:
    usual = signed(AgreementSettings())
    assert signed(AgreementSettings(), replace(MEMORY, sha256="cd" * 32)) != usual
    assert signed(AgreementSettings(), replace(MEMORY, format="other")) != usual
    assert signature("pairwise", "pos=n", AgreementSettings(), MEMORY, items=5, people=3) != usual
    assert signature("pairwise", "all", AgreementSettings(), MEMORY, items=4, people=3) != usual
    assert signature("pairwise", "all", AgreementSettings(), MEMORY, items=5, people=2) != usual


def test_a_seed_that_nothing_was_drawn_with_is_not_signed() -> None:
    assert signed(AgreementSettings(resamples=0, seed=5)) == signed(AgreementSettings(resamples=0))


def test_names_cannot_break_the_signature() -> None:
    odd = signed(AgreementSettings(without=("a|b", "c,d", "e%f", "g\x1bh")))
    assert "without:a%7Cb,c%2Cd,e%25f,g%1Bh|" in odd


def test_figures_without_an_annotator_are_signed_as_such() -> None:
    found = figures(measured(), "without=bob")["pairwise"].signature
    assert "|annotators:2|" in found
    assert "|group:without=bob|" in found


def test_ratings_have_no_matching_rules() -> None:
    found = signature("unanimous", "all", AgreementSettings(rules=None), MEMORY, items=5, people=3)
    assert "match:" not in found
    assert "ratings:sha256:" in found


def test_human_scores_are_signed_too() -> None:
    found = human_signature("best", AgreementSettings(without=("x",)), MEMORY, items=5, people=3)
    assert found == (
        "best|gold:others|dup:once|match:lenient|max:3|min:2|faults:repair|from:memory|annotators:3|without:x|items:5|"
        "annotations:sha256:abababababab|v:1.0.0"
    )


def test_signatures_of_one_result_differ_by_coefficient_and_group_only() -> None:
    agreement = measured(ANNOTATIONS, "pos")
    assert len({figure.signature for figure in agreement.figures}) == len(agreement.figures)
