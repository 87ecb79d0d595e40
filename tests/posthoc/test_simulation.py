"""Simulated campaigns: the same for the same seed, like the published figures, and true to their truth."""

from statistics import fmean

import numpy as np
import pytest

from stead import measure_agreement
from stead.core.errors import UsageError
from stead.posthoc.dispatch_checks import verify
from stead.posthoc.dispatching import make_dispatch
from stead.posthoc.simulated_world import Design, Nature, World, made_up_word
from stead.posthoc.simulation import SimulatedCampaign, simulate, simulate_annotations

PUBLISHED = {
    "pairwise": 0.2775,  # McCarthy & Navigli 2007, section 2
    "items-with-mode": 0.7393,
    "unanimous": 0.56,  # Tanguy et al. 2018, section 3.2
    "mean-standard-deviation": 0.38,
}
SMALL = Design(targets=8, sentences=5, runs=4, raters=12, size=80)


def figures(campaign: SimulatedCampaign) -> dict[str, float]:
    people, raters = (
        measure_agreement(campaign.annotations, resamples=0),
        measure_agreement(campaign.ratings, resamples=0),
    )
    found = {name: (people if place < 2 else raters).value(name) for place, name in enumerate(PUBLISHED)}
    return {name: value for name, value in found.items() if value is not None}


def test_the_default_shows_the_published_figures_within_a_tenth() -> None:
    assert figures(simulate()) == {name: pytest.approx(value, rel=0.1) for name, value in PUBLISHED.items()}


@pytest.mark.soak
def test_fifty_seeds_show_the_published_figures_on_average() -> None:
    found = [figures(simulate(Design(seed=seed))) for seed in range(1, 51)]
    means = {name: fmean(each[name] for each in found) for name in PUBLISHED}
    assert means == {name: pytest.approx(value, rel=0.05) for name, value in PUBLISHED.items()}


def test_the_same_seed_makes_the_same_campaign_and_another_seed_another() -> None:
    first, again, other = (simulate(Design(targets=6, sentences=4, runs=3, raters=10, seed=seed)) for seed in (4, 4, 5))
    assert first.ratings == again.ratings
    assert first.annotations == again.annotations
    assert [list(run) for run in first.runs] == [list(run) for run in again.runs]
    assert first.annotations != other.annotations


def test_more_annotators_change_nobodys_answers() -> None:
    world = World(SMALL, Nature())
    assert simulate_annotations(world, 3) == simulate_annotations(world, 5)[: 3 * SMALL.items]


def test_the_dispatch_keeps_its_constraints_and_every_candidate_its_ratings() -> None:
    campaign = simulate(SMALL)
    assert all(check.holds for check in verify(campaign.dispatch, campaign.pool))
    counts: dict[tuple[str, str, str], int] = {}
    for rating in campaign.ratings:
        key = rating.lexelt, rating.id, rating.candidate
        counts[key] = counts.get(key, 0) + 1
    assert len(counts) == campaign.pool.size
    assert set(counts.values()) <= set(range(3, 8))


def test_the_truth_is_the_mean_of_many_raters() -> None:
    """A word of fitness 1 with noise of 1: P(>=1) + P(>=2) + P(>=3) = Φ(.5) + Φ(-.5) + Φ(-1.5) = 1.0668."""
    nature = Nature(hesitation=1.0, leniency=0.0)
    world = World(Design(targets=1, sentences=1, raters=7), nature)
    world.fitness[:] = 1.0
    assert world.expected_rating == pytest.approx(np.full((1, nature.words), 1.0668), abs=1e-4)
    drawn = np.clip(np.round(1.0 + np.random.default_rng(1).normal(size=200_000)), 0, 3)
    assert drawn.mean() == pytest.approx(1.0668, abs=0.01)


def test_better_runs_score_better_against_the_truth() -> None:
    campaign = simulate(SMALL)
    truth = {(row.id, term): weight for row in campaign.truth for term, weight in row.weights}
    earned = {run.name: fmean(truth[row.id, term] for row in run for term in row.answers) for run in campaign.runs}
    by_quality = sorted(campaign.qualities, key=campaign.qualities.__getitem__)
    assert [earned[name] for name in by_quality] == sorted(earned.values())


def test_words_are_all_different() -> None:
    words = [made_up_word(number) for number in range(60_000)]
    assert len(set(words)) == len(words)
    assert all(word.isalpha() for word in words)


def test_raters_who_can_not_be_are_refused() -> None:
    with pytest.raises(UsageError, match="targets is a whole number"):
        Design(targets=0)
    with pytest.raises(UsageError, match="cannot give 7 honest ratings"):
        Design(raters=8, bad_raters=3)


def test_another_dispatch_of_the_pool_is_possible() -> None:
    from stead.posthoc.dispatching import DispatchRules  # noqa: PLC0415

    campaign = simulate(SMALL)
    again, _ = make_dispatch(campaign.pool, DispatchRules(subsets=5))
    assert all(check.holds for check in verify(again, campaign.pool))
