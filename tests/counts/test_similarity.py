"""The five similarities, by hand on twelve sentences and against plain dense arrays."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from stead.core.errors import UsageError
from stead.counts import Model
from stead.counts.similarity import MEASURES, AlphaSkew, Similarities, measure_named
from tests.counts.twelve import counted

# Window 2, from the pairs in tests/counts/twelve.py. Contexts of dog and mouse, with the side on which they stand:
#
#   dog     after: bark 2, chase 1, the 1, sleep 2, drink 1, water 1 (8)      before: the 5 (5)                    13
#   mouse   after: sleep 1, drink 1, milk 1 (3)                               before: chase 1, a 2, the 1 (4)       7
#
# They share sleep (2, 1) and drink (1, 1) after them, and the (5, 1) before them.
#
#   cosine    (2*1 + 1*1 + 5*1) / (sqrt(4+1+1+4+1+1+25) * sqrt(1+1+1+1+4+1)) = 8 / (sqrt(37) * 3)
#   jaccard   3 / (7 + 6 - 3)
#   l1        2 - 2 (min(2/13, 1/7) + min(1/13, 1/7) + min(5/13, 1/7)) = 2 - 2 (1/7 + 1/13 + 1/7)
#   skew      sum over the three of q log(q / (.99 r + .01 q)), and for the other 5/13 of dog's contexts log(1 / .01)
#
# Mutual information, of 50 pairs: I = log(n * 50 / (pairs of the word on that side * pairs of the context)).
#
#   dog     bark log(2*50 / (8*4)), chase log(50 / (8*4)), the log(50 / (8*2)), sleep log(2*50 / (8*7)),
#           water log(50 / (8*4)), the before it log(5*50 / (5*17)); drink log(50 / (8*8)) is below 0
#   mouse   sleep log(50 / (3*7)), drink log(50 / (3*8)), milk log(50 / (3*4)), before it chase log(50 / (4*4)) and
#           a log(2*50 / (4*7)); the log(50 / (4*17)) is below 0
#
#   lin     only sleep is above 0 with both
_Q, _R = (2 / 13, 1 / 13, 5 / 13), (1 / 7, 1 / 7, 1 / 7)
_DOG = sum(map(math.log, (100 / 32, 50 / 32, 50 / 16, 100 / 56, 50 / 32, 250 / 85)))
_MOUSE = sum(map(math.log, (50 / 21, 50 / 24, 50 / 12, 50 / 16, 100 / 28)))
BY_HAND = {
    "cosine": 8 / (math.sqrt(37) * 3),
    "jaccard": 3 / 10,
    "l1": -(2 - 2 * (1 / 7 + 1 / 13 + 1 / 7)),
    "skew": -(
        sum(q * math.log(q / (0.99 * r + 0.01 * q)) for q, r in zip(_Q, _R, strict=True)) + 5 / 13 * math.log(100)
    ),
    "lin": (math.log(100 / 56) + math.log(50 / 21)) / (_DOG + _MOUSE),
}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return counted(tmp_path_factory.mktemp("twelve"))


@pytest.mark.parametrize("name", MEASURES)
def test_dog_and_mouse_by_hand(model: Model, name: str) -> None:
    found = dict(Similarities(model).nearest("dog", measure_named(name, 0.99), 20))
    assert found["mouse"] == pytest.approx(BY_HAND[name])


def test_rounded_for_people() -> None:
    """The same figures as decimals, so that a slip in the formulas above is seen."""
    rounded = {name: round(value, 4) for name, value in BY_HAND.items()}
    assert rounded == {"cosine": 0.4384, "jaccard": 0.3, "l1": -1.2747, "skew": -2.1097, "lin": 0.1409}


def test_the_word_itself_is_no_neighbour_and_the_number_is_kept(model: Model) -> None:
    found = Similarities(model).nearest("dog", MEASURES["cosine"], 2)
    assert len(found) == 2
    assert "dog" not in dict(found)
    assert found[0].similarity >= found[1].similarity


def test_only_words_that_may_be_named_are(model: Model) -> None:
    among = np.zeros(model.size, bool)
    among[model.lemmas.id("mouse")] = True
    assert [each.lemma for each in Similarities(model).nearest("dog", MEASURES["lin"], 9, among)] == ["mouse"]


def test_an_unknown_word_has_no_neighbours(model: Model) -> None:
    assert Similarities(model).nearest("zebra", MEASURES["lin"], 9) == ()


@pytest.mark.parametrize("alpha", [0.0, 1.0, -1.0, math.nan])
def test_alpha_lies_between_0_and_1(alpha: float) -> None:
    with pytest.raises(UsageError, match="alpha is a number between 0 and 1, not"):
        AlphaSkew(alpha)


def test_an_unknown_measure_is_a_sentence() -> None:
    with pytest.raises(UsageError, match="'euclid' is not a similarity; there are lin, l1, skew, jaccard, cosine"):
        measure_named("euclid", 0.99)


# ------------------------------------------------------------------------------------------ against dense arrays


class Lemmas:
    """Words that are called by their ids."""

    def id(self, lemma: str) -> int:
        return int(lemma)

    def name(self, number: int) -> str:
        return str(number)


class DenseModel:
    """A matrix of counts in the place of a counted corpus."""

    def __init__(self, after: Any) -> None:
        self.lemmas, self.size = Lemmas(), len(after)
        self._sides = {"after": csr_matrix(after), "before": csr_matrix(after.T)}

    def cooccurrences(self, direction: str) -> Any:
        return self._sides[direction]


def dense(name: str, after: Any, word: int) -> list[float]:
    """The formulas, written down over whole rows."""
    counts = np.hstack([after, after.T]).astype(float)
    total = after.sum()
    information = np.zeros_like(counts)
    for side, table in enumerate((after, after.T)):
        for i, j in zip(*np.nonzero(table), strict=True):
            value = math.log(table[i, j] * total / (table[i].sum() * table[:, j].sum()))
            information[i, side * len(after) + j] = max(value, 0.0)
    found = []
    for other in range(len(after)):
        x, y = counts[word], counts[other]
        q, r = x / max(x.sum(), 1), y / max(y.sum(), 1)
        both = (x > 0) & (y > 0)
        if name == "lin":
            shared = (information[word] > 0) & (information[other] > 0)
            top = (information[word] + information[other])[shared].sum()
            found.append(top / (information[word].sum() + information[other].sum()) if top > 0 else -math.inf)
        elif not both.any():
            found.append(-math.inf)
        elif name == "cosine":
            found.append(x @ y / (np.linalg.norm(x) * np.linalg.norm(y)))
        elif name == "jaccard":
            found.append(both.sum() / ((x > 0) | (y > 0)).sum())
        elif name == "l1":
            found.append(-np.abs(q - r).sum())
        else:
            own = q > 0
            found.append(-(q[own] * np.log(q[own] / (0.99 * r[own] + 0.01 * q[own]))).sum())
    return found


@given(st.integers(2, 9), st.integers(0, 2**32 - 1), st.floats(0.1, 0.9), st.sampled_from([*MEASURES]))
@example(9, 9, 0.75, "lin")  # counts that are exactly as expected by chance
def test_similarities_are_those_of_dense_rows(size: int, seed: int, density: float, name: str) -> None:
    rng = np.random.default_rng(seed)
    after = rng.integers(1, 20, (size, size)) * (rng.random((size, size)) < density)
    measured = Similarities(DenseModel(after))  # type: ignore[arg-type]
    for word in range(size):
        assert MEASURES[name](measured, word) == pytest.approx(dense(name, after, word))


def test_a_word_without_contexts_has_no_neighbours() -> None:
    after = np.zeros((3, 3), int)
    after[0, 1] = 2
    measured = Similarities(DenseModel(after))  # type: ignore[arg-type]
    assert all(measured.nearest("2", each, 5) == () for each in MEASURES.values())
