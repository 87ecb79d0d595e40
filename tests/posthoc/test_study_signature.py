"""The signature of a study: whatever could change one of its figures is in it."""

from dataclasses import fields, replace
from typing import Any

import pytest

from stead.core.annotation import Annotation, Annotations
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.parameters import declarations
from stead.core.resampling import Resampling
from stead.measures import parse_measure
from stead.posthoc import extend_gold, pool, study
from stead.posthoc.study_record import UNUSED, StudyInputs, signature
from stead.scoring import ScoringSettings
from tests.posthoc.made import A1, A2, B1, FIRST, GOLD, SECOND, gold_of, rating, run_of, small_pool
from tests.scoring.test_signature import OTHER_SETTINGS

RATINGS = [rating(key, term, "ann", 2.0) for key, term in ((A1, "large"), (A2, "great"), (B1, "jog"), (B1, "sprint"))]
GOLD2 = extend_gold(GOLD, RATINGS).gold
ANNOTATIONS = [
    Annotation(lexelt=lexelt, id=identifier, annotator=annotator, substitutes=("large", term))
    for lexelt, identifier in (A1, A2, B1)
    for annotator, term in (("eve", "great"), ("bob", "jog"))
]
INPUTS = StudyInputs(
    measures=[parse_measure("best")], runs=[FIRST, SECOND], pool=small_pool(), first=GOLD, second=GOLD2
)
OTHER_INPUTS: dict[str, Any] = {
    "measures": [parse_measure("oot@10")],
    "settings": ScoringSettings(min_responses=8),
    "runs": [FIRST, run_of({A1: ["huge", "large"]}, "second")],
    "pool": small_pool(depth=1),
    "annotations": Annotations.of(ANNOTATIONS, Source("annotations", "")),
    "ratings": RATINGS,
    "machines": [rating(A1, "large", "machine:test", 1.0)],
    "frequency": len,
    "first": replace(GOLD, source=Source("gold", "a" * 64)),
    "second": replace(GOLD2, source=Source("gold", "b" * 64)),
}
SENTENCE = Item(lexelt="big.a", id="1", text="A big one .", start=2, end=5)
WITHOUT_FIGURES: dict[str, Any] = {"frequency_source": "words.tsv", "sentences": [SENTENCE]}
OTHER_RESAMPLING: dict[str, Any] = {"unit": "lexelt", "resamples": 77, "level": 0.9, "seed": 5}


def test_a_signature_in_full() -> None:
    parts = signature(INPUTS, Resampling(resamples=50)).split("|")
    assert [part.partition(":")[0] for part in parts] == [
        *("study", "dup", "match", "min", "weights", "faults", "from", "unit", "resamples", "level", "seed"),
        *("measures", "runs", "items", "pool", "gold1", "gold2", "v"),
    ]
    assert {"measures:best", "items:3", "weights:counts+graded", "faults:repair", "level:0.95"} <= {*parts}


def test_every_input_is_tried() -> None:
    assert {*OTHER_INPUTS} | {*WITHOUT_FIGURES} == {field.name for field in fields(StudyInputs)}


def test_every_input_changes_the_signature() -> None:
    how = Resampling()
    signatures = {signature(replace(INPUTS, **{name: value}), how) for name, value in OTHER_INPUTS.items()}
    assert len(signatures | {signature(INPUTS, how)}) == 1 + len(OTHER_INPUTS)


@pytest.mark.parametrize("name", WITHOUT_FIGURES)
def test_what_changes_no_figure_is_not_signed(name: str) -> None:
    assert signature(replace(INPUTS, **{name: WITHOUT_FIGURES[name]}), Resampling()) == signature(INPUTS, Resampling())


@pytest.mark.parametrize("name", [name for name in OTHER_SETTINGS if name != "candidates"])
def test_every_setting_of_scores_changes_the_signature(name: str) -> None:
    other = replace(INPUTS, settings=replace(ScoringSettings(), **{name: OTHER_SETTINGS[name]}))
    assert signature(other, Resampling()) != signature(INPUTS, Resampling())


def test_candidates_change_the_signature_of_measures_that_rank_them() -> None:
    ranked = replace(INPUTS, measures=[parse_measure("gap(pool=candidates)")])
    other = replace(ranked, settings=ScoringSettings(candidates=OTHER_SETTINGS["candidates"]))
    assert signature(other, Resampling()) != signature(ranked, Resampling())


def test_a_threshold_that_is_the_usual_one_of_the_first_gold_only_changes_the_signature() -> None:
    other = replace(INPUTS, settings=ScoringSettings(min_responses=2))
    assert signature(other, Resampling()) != signature(INPUTS, Resampling())


@pytest.mark.parametrize("name", [name for name in declarations(Resampling) if name not in UNUSED])
def test_every_choice_of_resampling_changes_the_signature(name: str) -> None:
    other = replace(Resampling(), **{name: OTHER_RESAMPLING[name]})
    assert signature(INPUTS, other) != signature(INPUTS, Resampling())


def test_whatever_is_given_to_a_study_changes_its_signature() -> None:
    gold1 = gold_of({A1: {"large": 9, "Huge": 1}, A2: {"great": 9}, B1: {"jog": 9, "go fast": 1}})
    given: dict[str, dict[str, Any]] = {
        "nothing else": {},
        "min_responses": {"min_responses": 3},
        "faults": {"faults": "skip"},
        "match": {"match": "exact"},
        "measures": {"measures": "best"},
        "pool": {"pool": pool(gold1, FIRST, SECOND, depth=1)},
        "ratings": {"ratings": RATINGS},
        "annotations": {"annotations": ANNOTATIONS},
        "fewer annotations": {"annotations": ANNOTATIONS[:4]},
        "frequencies": {"frequencies": ("lengths", len)},
        "other frequencies": {"frequencies": ("lengths", lambda word: 1.0 + word.count("g"))},
        "a baseline": {"baselines": run_of({A1: ["grand"]}, "third")},
        "another baseline": {"baselines": run_of({A1: ["visa"]}, "third")},
        "seed": {"seed": 2},
    }
    signatures = {
        name: study(gold1, GOLD2, FIRST, SECOND, **{"resamples": 0, **options}).study.signature
        for name, options in given.items()
    }
    signatures["other runs"] = study(gold1, GOLD2, FIRST, run_of({A1: ["x"]}, "second"), resamples=0).study.signature
    assert len({*signatures.values()}) == len(signatures)
