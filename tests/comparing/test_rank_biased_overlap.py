"""Rank-biased overlap, by hand and by its properties."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead import UsageError
from stead.comparing import rank_biased_overlap
from tests.scoring.strategies import examples


def singly(runs: str) -> list[str]:
    """One run a rank."""
    return list(runs)


def test_by_hand() -> None:
    """a b c and a c b agree by 1, 1/2, 1 at depth 1, 2, 3: .1/.9 (.9 + .405 + .729) + .729 = .955."""
    assert rank_biased_overlap(singly("abc"), singly("acb")) == pytest.approx(0.955)


def test_by_hand_with_another_persistence() -> None:
    """The same with p = 1/2: 1 (1/2 + 1/8 + 1/8) + 1/8."""
    assert rank_biased_overlap(singly("abc"), singly("acb"), persistence=0.5) == pytest.approx(0.875)


def test_a_longer_ranking_by_hand() -> None:
    """1 2 3 4 5 and 2 3 4 1 5 agree by 0, 1/2, 2/3, 1, 1.

    .1/.9 (.405 + .486 + .6561 + .59049) + .59049 = .828
    """
    assert rank_biased_overlap(singly("12345"), singly("23415")) == pytest.approx(0.828, abs=1e-6)


def test_rankings_without_a_run_in_common() -> None:
    assert rank_biased_overlap(singly("ab"), singly("cd")) == 0


def test_rankings_of_different_length_by_hand() -> None:
    """a and b a: nothing at depth 1, one of two at depth 2; p = 1/2: (0 + 1/8) + 1/2 * 1/4 (equation 32)."""
    assert rank_biased_overlap(singly("a"), singly("ba"), persistence=0.5) == pytest.approx(0.25)


def test_a_shorter_ranking_is_taken_to_go_on_as_it_ends() -> None:
    """a and a b c: agreement 1 at depth 1, and so it goes on."""
    assert rank_biased_overlap(singly("a"), singly("abc")) == pytest.approx(1)


def test_ties_by_hand() -> None:
    """a = b, c and a, b, c: at depth 1 two runs and one, with one in common: 2 / 3; then 1 and 1.

    .1/.9 (2/3 .9 + .81 + .729) + .729 = .96667
    """
    assert rank_biased_overlap([{"a", "b"}, {"c"}], singly("abc")) == pytest.approx(0.9666667)


@pytest.mark.parametrize("persistence", [0, 1, -0.5, 2, float("nan")])
def test_persistence_lies_between_nought_and_one(persistence: float) -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        rank_biased_overlap(singly("ab"), singly("ab"), persistence=persistence)


def test_no_run_is_no_ranking() -> None:
    with pytest.raises(UsageError, match="at least one run"):
        rank_biased_overlap([], [])


def tied(scores: dict[str, int]) -> list[set[str]]:
    ordered = sorted(scores, key=lambda run: -scores[run])
    return [set(group) for _, group in groupby(ordered, key=scores.__getitem__)]


rankings = st.dictionaries(st.sampled_from("abcdefg"), st.integers(0, 4), min_size=1).map(tied)
persistences = st.floats(0.05, 0.95)


@examples(200)
@given(rankings, rankings, persistences)
def test_it_lies_between_nought_and_one_and_is_symmetric(
    first: list[set[str]], second: list[set[str]], persistence: float
) -> None:
    found = rank_biased_overlap(first, second, persistence=persistence)
    assert -1e-12 <= found <= 1 + 1e-12
    assert found == pytest.approx(rank_biased_overlap(second, first, persistence=persistence))


@examples(100)
@given(rankings, persistences)
def test_it_is_one_for_equal_rankings(ranking: list[set[str]], persistence: float) -> None:
    assert rank_biased_overlap(ranking, ranking, persistence=persistence) == pytest.approx(1)


@examples(100)
@given(st.permutations("abcdef"), persistences)
def test_without_ties_it_is_the_equation_of_the_paper(order: list[str], persistence: float) -> None:
    """RBO_ext for two rankings of the same k runs (equation 23): X_k / k p^k + (1 - p) / p sum X_d / d p^d."""
    first, size = singly("abcdef"), 6
    overlaps = [len(set(first[:depth]) & set(order[:depth])) for depth in range(1, size + 1)]
    seen = sum(overlap / depth * persistence**depth for depth, overlap in enumerate(overlaps, start=1))
    expected = overlaps[-1] / size * persistence**size + (1 - persistence) / persistence * seen
    assert rank_biased_overlap(first, order, persistence=persistence) == pytest.approx(expected)


def test_the_top_counts_most() -> None:
    top = rank_biased_overlap(singly("abcdef"), singly("bacdef"))
    bottom = rank_biased_overlap(singly("abcdef"), singly("abcdfe"))
    assert top < bottom < 1
