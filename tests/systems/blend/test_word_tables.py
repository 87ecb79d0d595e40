"""Tables: lexicons laid out as arrays."""

from pathlib import Path

import numpy as np
import pytest

from stead.systems.blend.candidates import CandidateFinder, PastAnswers
from stead.systems.blend.features import FEATURES
from stead.systems.blend.word_tables import Tables
from tests.systems.blend.made import small_tables


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return small_tables(tmp_path)


def test_a_word_that_is_not_known_has_nothing(tables: Tables) -> None:
    unknown = tables.number("zebra")
    assert unknown == len(tables.words)
    assert tables.thesaurus.row(unknown).tolist() == []
    assert not tables.vectors(np.array([unknown])).any()
    assert tables.frequencies[unknown] == pytest.approx(np.log(1e-3))


def _column(tables: Tables, lemma: str, pos: str, name: str) -> dict[str, float]:
    found = CandidateFinder(tables).of(lemma, pos, PastAnswers())
    return dict(zip(found.words, found.features[:, FEATURES.index(name)].tolist(), strict=True))


def test_candidates_are_those_of_all_sources(tables: Tables) -> None:
    """Synsets: fire {match, lucifer, lucifer match}, game, match2 {equal}; hypernyms contest, competition, lighter;
    hyponym cup final. Moby: game (no noun here, but WordNet's small file lacks it), contest, lucifer, good book."""
    found = CandidateFinder(tables).of("match", "n", PastAnswers()).words
    assert found == sorted(found)
    assert {"lucifer", "lucifer match", "equal", "contest", "competition", "lighter", "cup final", "good book"} <= {
        *found
    }
    assert "match" not in found
    assert "game" not in found  # it has no sense as a noun here


def test_senses_lead_to_words_by_their_share(tables: Tables) -> None:
    """match.n was seen 2, 7 and 0 times in its three senses: with half a time more each, 2.5, 7.5 and 0.5 of 10.5."""
    assert _column(tables, "match", "n", "synonym_share")["lucifer"] == pytest.approx(2.5 / 10.5)
    assert _column(tables, "match", "n", "synonym_rank")["lucifer"] == 0
    assert _column(tables, "match", "n", "synonym_rank")["equal"] == 2
    # contest is above the game (second sense) and among the words of the lighter, above the first
    assert _column(tables, "match", "n", "hypernym_share")["contest"] == pytest.approx(10 / 10.5)
    assert _column(tables, "match", "n", "hyponym_rank")["cup final"] == 1
    assert _column(tables, "match", "n", "hyponym_rank")["lucifer"] == 99


def test_the_thesaurus_counts_both_ways(tables: Tables) -> None:
    """match: game contest lucifer "good book"; contest: match game bout. In common: game. sqrt(4 * 3) = 3.46."""
    assert _column(tables, "match", "n", "listed")["contest"] == 1
    assert _column(tables, "match", "n", "listed_back")["contest"] == 1
    assert _column(tables, "match", "n", "listed_back")["good book"] == 0
    assert _column(tables, "match", "n", "shared_entries")["contest"] == 1
    assert _column(tables, "match", "n", "shared_entries_cosine")["contest"] == pytest.approx(1 / np.sqrt(12))


def test_vectors_have_length_one_and_phrases_the_mean(tables: Tables) -> None:
    assert _column(tables, "match", "n", "cosine")["contest"] == pytest.approx(0.8, abs=1e-3)
    assert tables.vectors(tables.numbers(["good book"])).tolist() == [[0.0, 1.0]]  # good has none


def test_frequencies_are_logarithms_per_million(tables: Tables) -> None:
    """contest 3 per million, match none: log(3.001) and log(.001)."""
    assert _column(tables, "match", "n", "frequency")["contest"] == pytest.approx(np.log(3.001), abs=1e-5)
    assert _column(tables, "match", "n", "frequency_ratio")["contest"] == pytest.approx(np.log(3001), abs=1e-4)


def test_given_words_are_described_whether_known_or_not(tables: Tables) -> None:
    found = CandidateFinder(tables).of_words("match", "n", PastAnswers(), ["Contest", "zebra"])
    assert found.words == ["Contest", "zebra"]
    assert found.features[0, FEATURES.index("listed")] == 1
    assert found.features[1, FEATURES.index("listed")] == 0
    lacking = np.flatnonzero(np.isnan(found.features).any(axis=0))
    assert [FEATURES[column] for column in lacking] == ["encoded_cosine"]


def test_a_target_that_no_lexicon_has_gets_no_candidates(tables: Tables) -> None:
    found = CandidateFinder(tables).of("zebra", "n", PastAnswers())
    assert found.words == []
    assert found.features.shape == (0, len(FEATURES))


def test_a_target_of_no_part_of_speech_is_looked_up_all_the_same(tables: Tables) -> None:
    assert "contest" in CandidateFinder(tables).of("match", "", PastAnswers()).words
