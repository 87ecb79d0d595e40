"""Signals: what the sentence says of a candidate, by hand."""

from pathlib import Path

import numpy as np
import pytest

from stead.systems.blend.signals import NgramSignal, Shortlist, SurroundingsSignal
from stead.systems.context import TargetContext
from tests.systems.blend.made import small_tables
from tests.systems.made import item

# log10 of P(b | a) where a bigram is listed; else the weight of a to the right of it, and P(b).
ARPA = """\\data\\
ngram 1=6
ngram 2=4

\\1-grams:
-3.0\t<unk>
-99\t<s>\t-0.3
-0.7\t</s>
-0.5\tdog\t-0.2
-0.9\tbarks\t-0.1
-1.2\tcat\t-0.4

\\2-grams:
-0.2\t<s> dog
-0.4\tdog barks
-0.1\tbarks </s>
-0.6\tcat barks

\\end\\
"""


@pytest.fixture
def ngrams(tmp_path: Path) -> NgramSignal:
    (tmp_path / "model.arpa").write_text(ARPA)
    return NgramSignal(f"kenlm:{tmp_path / 'model.arpa'}")


def test_ngrams_by_hand(ngrams: NgramSignal) -> None:
    """`<s> cat barks </s>`: cat after <s> is not listed: -0.3 - 1.2; barks after cat -0.6; the end after barks -0.1."""
    context = TargetContext(item("[Dog] barks", "dog.n"))
    (rows,) = ngrams.values([Shortlist(context, ["cat"])])
    found = dict(zip(ngrams.features, rows[0].tolist(), strict=True))
    assert found["ngram_whole"] == pytest.approx(-1.5 - 0.6 - 0.1)
    assert found["ngram_alone"] == pytest.approx(-1.2)
    # right alone: barks -0.9, the end after it -0.1
    assert found["ngram_gain"] == pytest.approx(-2.2 + 1.2 + 1.0)
    assert found["ngram_left"] == pytest.approx(-1.5 + 1.2)
    assert found["ngram_right"] == pytest.approx(-0.7 + 1.0)
    # the dog itself: -0.2 - 0.4 - 0.1
    assert found["ngram_to_target"] == pytest.approx(-2.2 + 0.7)
    assert found["ngram_to_best"] == 0


def test_candidates_stand_in_the_targets_form(tmp_path: Path, ngrams: NgramSignal) -> None:
    context = TargetContext(item("Two [dogs] bark", "dog.n"))
    assert context.form("cat") == "cats"
    assert context.form("guard dog") == "guard dogs"


def test_no_candidates_give_no_rows(ngrams: NgramSignal) -> None:
    (rows,) = ngrams.values([Shortlist(TargetContext(item("[Dog] barks", "dog.n")), [])])
    assert rows.shape == (0, len(ngrams.features))


def test_surroundings_by_hand(tmp_path: Path) -> None:
    """Around: game (0, 1) and, unknown, the rest as zeros. contest (.8, .6): the mean over six words is .6 / 6."""
    signal = SurroundingsSignal(small_tables(tmp_path))
    context = TargetContext(item("We saw the [match] in a game", "match.n"))
    (rows,) = signal.values([Shortlist(context, ["contest"])])
    mean, best, to_target = rows[0].tolist()
    assert mean == pytest.approx(0.6 / 6)
    assert best == pytest.approx(0.6)
    assert to_target == pytest.approx(0.1)  # the match itself, (1, 0), has nothing in common with a game


def test_a_target_alone_has_no_surroundings(tmp_path: Path) -> None:
    signal = SurroundingsSignal(small_tables(tmp_path))
    (rows,) = signal.values([Shortlist(TargetContext(item("[match]", "match.n")), ["contest"])])
    assert np.isnan(rows).all()
