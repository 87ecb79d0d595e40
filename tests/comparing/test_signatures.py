"""Signatures: everything that could move a number is in them, and nothing else."""

from dataclasses import replace
from typing import Any

import pytest

from stead import _version, score
from stead.comparing import (
    Resampling,
    Sampling,
    compare,
    compare_groups,
    discriminative_power,
    growing_samples,
    split_half,
    swap_rates,
)
from stead.core.parameters import declarations
from stead.scoring import by_part_of_speech, by_table
from tests.comparing.made import evaluation

OTHER: dict[str, Any] = {
    "tests": "bootstrap",
    "unit": "lexelt",
    "resamples": 77,
    "interval": "percentile",
    "level": 0.9,
    "correction": "none",
    "seed": 5,
    "samples": 77,
}
RUNS = {"a": [1, 0.5, 0.25], "b": [0, 0.25, 0.5]}


def signed(procedure: Resampling) -> str:
    return compare(evaluation(RUNS), procedure).signature


def test_a_signature_by_hand() -> None:
    assert signed(Resampling(resamples=50)) == (
        "compare|tests:randomisation|unit:item|resamples:50|interval:bca|level:0.95|correction:holm|seed:1|family:figure|pairs:1"
        f"|units:3/3|gold:sha256:ffffffffffff|v:{_version.__version__}"
    )


@pytest.mark.parametrize("name", declarations(Resampling))
def test_every_choice_is_in_the_signature(name: str) -> None:
    own = Resampling(resamples=50)
    assert signed(replace(own, **{name: OTHER[name]})) != signed(own)


@pytest.mark.parametrize("name", declarations(Sampling))
def test_every_choice_of_samples_is_in_the_signature(name: str) -> None:
    own, other = Sampling(samples=5), replace(Sampling(samples=5), **{name: OTHER[name]})
    for function in (split_half, growing_samples, swap_rates):
        assert function(evaluation(RUNS), own)[0].signature != function(evaluation(RUNS), other)[0].signature


def test_the_kinds_of_samples_are_told_apart() -> None:
    own = evaluation(RUNS)
    kinds = {function(own, Sampling(samples=5))[0].signature for function in (split_half, growing_samples, swap_rates)}
    assert len(kinds) == 3
    wide, narrow = (swap_rates(own, Sampling(samples=5), width=width)[0].signature for width in (0.01, 0.05))
    assert wide != narrow


def test_the_family_is_in_the_signature_since_corrections_depend_on_it() -> None:
    own = evaluation({**RUNS, "c": [0, 0, 0]})
    quick = Resampling(resamples=50)
    assert "|family:figure|pairs:3|" in compare(own, quick).signature
    assert "|family:figure|pairs:2|baseline:a|" in compare(own, quick, baseline="a").signature


def test_a_table_of_groups_is_in_the_signature() -> None:
    own, quick = evaluation(RUNS), Resampling(resamples=50)
    tables = [by_table("genre", {"0": "news", "1": last}) for last in ("news", "prose")]
    found = [compare_groups(own, table, quick)["genre=news"].signature for table in tables]
    assert found[0] != found[1]
    assert all("|group:genre=news:sha256:" in each for each in found)
    assert "|group:pos=n|" in compare_groups(own, by_part_of_speech(), quick)["pos=n"].signature


def test_the_scores_that_were_compared_are_named_with_their_signatures() -> None:
    result = score({"1": {"a": 2}, "2": {"b": 3}}, {"1": ["a"]}, {"2": ["b"]}, measures="best,oot@10", by="pos")
    own = compare(result.evaluation, Resampling(resamples=50), measures=["best"])
    assert own.scored == tuple(
        dict.fromkeys(each.signature for each in result.scores if (each.measure, each.group) == ("best", "all"))
    )


def test_discriminative_power_is_signed_as_the_comparison_is() -> None:
    own = compare(evaluation(RUNS), Resampling(resamples=50))
    assert {each.signature for each in discriminative_power(own)} == {own.signature}
