"""Vectors of words by an encoder: the file, cosines, and the nearest words as candidates."""

from pathlib import Path

import numpy as np
import pytest

from stead.systems.blend.candidates import CandidateFinder, PastAnswers
from stead.systems.blend.features import FEATURES
from stead.systems.blend.word_tables import ENCODED_WORDS, PARTS, EncodedVocabulary, Tables
from tests.systems.blend.made import small_tables

VOCABULARY = EncodedVocabulary(
    ["match", "game", "absent", "bible", "match", "contest"],
    "nvnnvn",
    np.array([[3, 0], [3, 0], [3, 0], [2, 2], [-3, 0], [0, 1]], np.int8),
)


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return small_tables(tmp_path, VOCABULARY)


def _column(tables: Tables, lemma: str, name: str) -> dict[str, float]:
    found = CandidateFinder(tables).of(lemma, "n", PastAnswers())
    return dict(zip(found.words, found.features[:, FEATURES.index(name)].tolist(), strict=True))


def _keys(tables: Tables, *words: tuple[str, str]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array([tables.number(word) * len(PARTS) + PARTS.index(pos) for word, pos in words], np.int32)


def test_a_word_has_a_vector_of_length_one_for_each_part_of_speech(tables: Tables) -> None:
    keys = _keys(tables, ("match", "n"), ("match", "v"), ("contest", "n"), ("contest", "v"))
    assert tables.encoded.has(keys).tolist() == [True, True, True, False]
    assert tables.encoded.vectors(keys).tolist() == [[1, 0], [-1, 0], [0, 1], [0, 0]]


def test_cosines_are_of_the_part_of_speech_and_unknown_where_a_word_is_not_encoded(tables: Tables) -> None:
    cosines = _column(tables, "match", "encoded_cosine")
    assert cosines["contest"] == 0
    assert cosines["bible"] == pytest.approx(np.sqrt(0.5))
    assert np.isnan(cosines["lighter"])


def test_the_nearest_words_are_candidates_whatever_else_is_known_of_them(tables: Tables, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    assert "bible" not in CandidateFinder(small_tables(tmp_path / "plain")).of("match", "n", PastAnswers()).words
    ranks = _column(tables, "match", "nearest_rank")
    assert (ranks["bible"], ranks["contest"]) == (0, 1)
    assert "game" not in ranks  # it is encoded as a verb


def test_a_target_that_is_not_encoded_has_neighbours_by_the_other_vectors(tmp_path: Path) -> None:
    tables = small_tables(tmp_path, VOCABULARY._replace(parts="vvnnvn"))
    assert _column(tables, "match", "nearest_rank")["contest"] == 0
    assert np.isnan([*_column(tables, "match", "encoded_cosine").values()]).all()


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    VOCABULARY.save(tmp_path / "words.npz")
    read = EncodedVocabulary.load(tmp_path / "words.npz")
    assert (read.words, read.parts) == (VOCABULARY.words, VOCABULARY.parts)
    assert np.array_equal(read.matrix, VOCABULARY.matrix)


def test_the_words_that_come_with_stead_are_near_to_what_means_the_same() -> None:
    vocabulary = EncodedVocabulary.load(ENCODED_WORDS)
    assert len(vocabulary.words) == len(vocabulary.parts) == len(vocabulary.matrix)
    assert {*vocabulary.parts} == {*PARTS}
    rows = {key: row for row, key in enumerate(zip(vocabulary.words, vocabulary.parts, strict=True))}
    assert len(rows) == len(vocabulary.words)
    vectors = vocabulary.matrix.astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)

    def nearness(word: str, other: str, pos: str) -> float:
        return float(vectors[rows[word, pos]] @ vectors[rows[other, pos]])

    assert nearness("buy", "purchase", "v") > nearness("buy", "sell", "v")
    assert nearness("happy", "glad", "a") > nearness("happy", "sad", "a")
    assert nearness("bank", "shore", "n") > nearness("bank", "apple", "n")
    assert nearness("quickly", "rapidly", "r") > nearness("quickly", "sadly", "r")
