"""Signals: what the sentence says of a candidate, by hand."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from stead.systems.blend import signals
from stead.systems.blend.signals import NgramSignal, Shortlist, SurroundingsSignal, TranslationSignal
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext
from stead.systems.neural.translation import TranslatedGap
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
    assert mean == pytest.approx(0.6 / 6, abs=1e-3)  # tables keep half precision
    assert best == pytest.approx(0.6, abs=1e-3)
    assert to_target == pytest.approx(0.1, abs=1e-3)  # the match itself, (1, 0), has nothing in common with a game


def test_a_target_alone_has_no_surroundings(tmp_path: Path) -> None:
    signal = SurroundingsSignal(small_tables(tmp_path))
    (rows,) = signal.values([Shortlist(TargetContext(item("[match]", "match.n")), ["contest"])])
    assert np.isnan(rows).all()


class _MadeUp:
    """A round trip that knows some words."""

    def __init__(self, logs: dict[str, tuple[float, float]]) -> None:
        self.logs, self.gaps = logs, list[TranslatedGap]()

    def score(self, gaps: list[TranslatedGap]) -> list[Floats]:
        self.gaps += gaps
        nothing = (np.nan, np.nan)
        return [np.array([self.logs.get(word, nothing) for word in gap.options], np.float32) for gap in gaps]


def test_translation_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = _MadeUp({"dogs": (-1.0, -0.5), "cats": (-3.0, -1.0), "hounds": (-2.0, -0.25)})
    monkeypatch.setattr(signals, "open_round_trip", lambda *_: made_up)
    signal = TranslationSignal("opus")
    context = TargetContext(item("one two three four five [dogs] bark at six seven eight nine", "dog.n"))
    (rows,) = signal.values([Shortlist(context, ["cat", "zebra", "hound"])])
    cat, zebra, hound = (dict(zip(signal.features, row.tolist(), strict=True)) for row in rows)
    assert (cat["translated_word"], cat["translated_next"], cat["translated_both"]) == (-3.0, -1.0, -4.0)
    assert (cat["translated_both_to_target"], cat["translated_both_to_best"]) == (-2.5, -1.75)
    assert (hound["translated_rank"], cat["translated_rank"]) == (0, 1)
    assert all(np.isnan(value) for value in zebra.values())
    assert made_up.gaps[0].text == "two three four five dogs bark at six seven"


def test_translation_of_no_candidates_gives_no_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "open_round_trip", lambda *_: _MadeUp({"dog": (-1.0, -1.0)}))
    (rows,) = TranslationSignal("opus").values([Shortlist(TargetContext(item("a [dog]", "dog.n")), [])])
    assert rows.shape == (0, len(TranslationSignal.features))


def test_languages_of_items_are_names_or_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SemEval-2007 files say `english`; sentences of one language are translated in one pass."""
    asked = []

    class RoundTrip:
        def __init__(self, language: str) -> None:
            self._language = language

        def score(self, gaps: Sequence[TranslatedGap]) -> list[Floats]:
            asked.append((self._language, len(gaps)))
            return [np.zeros((len(gap.options), 2), np.float32) for gap in gaps]

    monkeypatch.setattr(signals, "open_round_trip", lambda _, language: RoundTrip(language))
    lists = [
        Shortlist(TargetContext(replace(item("The [cat] sat.", "cat.n"), language=language)), ["dog"])
        for language in ("english", "", "en", "french")
    ]
    assert [rows.shape for rows in TranslationSignal("opus").values(lists)] == [(1, 10)] * 4
    assert asked == [("en", 3), ("fr", 1)]
