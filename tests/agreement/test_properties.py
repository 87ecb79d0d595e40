"""What holds of every coefficient on any annotations."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.agreement import COEFFICIENTS
from stead.core.annotation import Annotation
from tests.agreement.made import ANNOTATIONS, measured, values
from tests.agreement.naive import naive
from tests.agreement.strategies import MULTIWORDS, PEOPLE, WORDS, annotation_lists

RATES = {coefficient.name for coefficient in COEFFICIENTS if not coefficient.corrected_for_chance}
PERFECT = {
    "pairwise",
    "semdis-same",
    "semdis-both",
    "semdis-mode-annotators",
    "multiword-detection",
    "multiword-identification-either",
    "multiword-identification-both",
}
"""1 where all say the same, whatever it is; three substitutes of everybody have no mode, and three are not one."""


@given(annotation_lists())
def test_the_arrays_say_what_the_loops_say(annotations: list[Annotation]) -> None:
    found, expected = values(measured(annotations)), naive(annotations)
    assert set(expected) == RATES
    for name, value in expected.items():
        assert found[name] == (None if value is None else pytest.approx(value, abs=1e-12)), name


@given(annotation_lists())
def test_rates_are_bounded(annotations: list[Annotation]) -> None:
    agreement = measured(annotations, "pos", "lexelt", "item")
    for figure in agreement.figures:
        if figure.coefficient in RATES and figure.value is not None:
            assert 0 <= figure.value <= 1 + 1e-12
        if figure.value is not None:
            assert figure.value <= 1 + 1e-12
        assert 0 <= figure.items <= agreement.items


@given(annotation_lists(), st.permutations(PEOPLE))
def test_who_is_who_does_not_matter(annotations: list[Annotation], names: list[str]) -> None:
    renamed = dict(zip(PEOPLE, names, strict=True))
    others = [replace(annotation, annotator=renamed[annotation.annotator]) for annotation in annotations]
    before, after = values(measured(annotations)), values(measured(others))
    assert before == {name: value if value is None else pytest.approx(value) for name, value in after.items()}


@given(annotation_lists(), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(annotations: list[Annotation], chance: object) -> None:
    shuffled = list(annotations)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    before, after = values(measured(annotations)), values(measured(shuffled))
    assert before == {name: value if value is None else pytest.approx(value) for name, value in after.items()}


@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from(WORDS), max_size=3).map(tuple), st.booleans(), st.sampled_from(MULTIWORDS)),
        min_size=1,
        max_size=5,
    )
)
def test_annotators_who_say_the_same_agree_wholly(answers: list[tuple[tuple[str, ...], bool, str]]) -> None:
    annotations = [
        Annotation(
            lexelt="bright.a", id=str(number), annotator=who, substitutes=substitutes, nil=nil, multiword=multiword
        )
        for number, (substitutes, nil, multiword) in enumerate(answers)
        for who in PEOPLE
    ]
    for name, value in values(measured(annotations)).items():
        if name in PERFECT:
            assert value in {None, 1}, name


@given(annotation_lists())
def test_word_for_word_semdis_is_never_below_the_other_reading(annotations: list[Annotation]) -> None:
    agreement = measured(annotations, "item")
    for group in {figure.group for figure in agreement.figures}:
        found = values(agreement, group)
        same, both = found["semdis-same"], found["semdis-both"]
        assert (same is None) == (both is None)
        if same is not None and both is not None:
            assert same >= both


@given(annotation_lists())
def test_every_pair_is_used_or_left_out_for_a_reason(annotations: list[Annotation]) -> None:
    pairs = measured(annotations).pairs
    assert pairs.used + sum(pairs.left_out.values()) == pairs.possible
    assert all(number > 0 for number in pairs.left_out.values())


@given(annotation_lists())
def test_every_item_is_used_or_left_out_for_a_reason(annotations: list[Annotation]) -> None:
    agreement = measured(annotations, "pos")
    sizes = {"all": agreement.items}
    for figure in agreement.figures:
        if figure.group in sizes:
            assert figure.items + sum(figure.left_out.values()) == sizes[figure.group], figure.coefficient


@given(annotation_lists())
def test_the_figures_without_an_annotator_are_those_of_the_others_alone(annotations: list[Annotation]) -> None:
    agreement = measured(annotations)
    present = [each.name for each in agreement.annotators]
    if len(present) < 3:
        assert not [figure for figure in agreement.figures if figure.group.startswith("without=")]
        return
    for name in present:
        others = [annotation for annotation in annotations if annotation.annotator != name]
        expected = naive(others)
        for coefficient, value in values(agreement, f"without={name}").items():
            assert value == (
                None if expected[coefficient] is None else pytest.approx(expected[coefficient], abs=1e-9)
            ), (name, coefficient)


def test_pairwise_of_two_is_the_mean_of_their_overlaps_and_that_of_many_the_mean_over_pairs_of_people() -> None:
    """Where everybody answers everything the mean over all pairs is also that over pairs of people."""
    complete = [each for each in ANNOTATIONS if (each.lexelt, each.id) in {("bright.a", "1"), ("run.v", "4")}]
    of_two = []
    for pair in combinations(("ann", "bob", "cat"), 2):
        value = values(measured([each for each in complete if each.annotator in pair]))["pairwise"]
        assert value is not None
        of_two.append(value)
    assert values(measured(complete))["pairwise"] == pytest.approx(sum(of_two) / 3)
