"""Paraphrases as candidates and features, and words that WordNet lacks as targets."""

from pathlib import Path

import numpy as np
import pytest

from stead.lexicons import open_frequencies, open_lexicon
from stead.lexicons.paraphrases import Paraphrase
from stead.lexicons.vectors import Vectors
from stead.lexicons.wordnet_files import WordNet
from stead.systems.blend.candidates import CandidateFinder, PastAnswers
from stead.systems.blend.components import KnownWords
from stead.systems.blend.features import FEATURES
from stead.systems.blend.word_tables import Sources, Tables, compile_tables
from tests.systems.blend.made import MOBY
from tests.systems.made import write_sources

PAIRS = (
    Paraphrase(0.1, "match", "contest"),
    Paraphrase(0.2, "match", "contests"),
    Paraphrase(0.25, "matches", "contest"),
    Paraphrase(0.05, "match", "equal"),
    Paraphrase(0.4, "match", "no such phrase"),
    Paraphrase(0.02, "competition", "match"),
    Paraphrase(0.3, "match", "matches"),
)
VECTORS = {"contest": (1.0, 0.0), "competition": (0.9, 0.1), "smartphone": (0.8, 0.2), "smartphones": (0.7, 0.3)}


def _wordnet(folder: Path) -> tuple[WordNet, str]:
    lexicon, frequencies = write_sources(folder / "sources")
    wordnet = open_lexicon(lexicon)
    assert isinstance(wordnet, WordNet)
    return wordnet, frequencies


def _tables(folder: Path, pairs: tuple[Paraphrase, ...] = PAIRS) -> Tables:
    wordnet, frequencies = _wordnet(folder)
    (folder / "moby.txt").write_text(MOBY, encoding="utf-8")
    vectors = Vectors(list(VECTORS), np.array([*VECTORS.values()], np.float32), "small")
    made = folder / "tables"
    made.mkdir()
    moby = open_lexicon(f"moby:{folder / 'moby.txt'}")
    compile_tables(
        Sources(
            thesaurus=moby,
            frequencies=open_frequencies(frequencies),
            vectors=vectors,
            wordnet=wordnet,
            paraphrases=pairs,
        ),
        made,
    )
    return Tables(made)


def _column(tables: Tables, lemma: str, name: str) -> dict[str, float]:
    found = CandidateFinder(tables).of(lemma, "n", PastAnswers())
    return dict(zip(found.words, found.features[:, FEATURES.index(name)].tolist(), strict=True))


def test_forms_are_joined_by_their_lemma(tmp_path: Path) -> None:
    """match: contest .1 and contests .2, in all .3; matches: contest .25. The better form of the target counts."""
    tables = _tables(tmp_path)
    assert _column(tables, "match", "paraphrase")["contest"] == pytest.approx(0.3)
    assert _column(tables, "match", "paraphrase")["equal"] == pytest.approx(0.05)
    assert _column(tables, "match", "paraphrase_rank")["equal"] == 1
    assert set(_column(tables, "match", "target_paraphrases").values()) == {2.0}


def test_a_pair_counts_both_ways(tmp_path: Path) -> None:
    tables = _tables(tmp_path)
    assert _column(tables, "match", "paraphrase_back")["competition"] == pytest.approx(0.02)
    assert _column(tables, "match", "paraphrase")["competition"] == 0
    assert _column(tables, "contest", "paraphrase_back")["match"] == pytest.approx(0.3)


def test_without_the_table_nothing_is_paraphrased(tmp_path: Path) -> None:
    tables = _tables(tmp_path, ())
    assert set(_column(tables, "match", "paraphrase").values()) == {0.0}
    assert set(_column(tables, "match", "paraphrase_rank").values()) == {99.0}


def test_a_word_that_wordnet_lacks_has_the_candidates_of_its_vector(tmp_path: Path) -> None:
    tables = _tables(tmp_path)
    assert {"contest", "competition"} <= {*CandidateFinder(tables).of("smartphone", "n", PastAnswers()).words}
    assert "smartphone" not in CandidateFinder(tables).of("contest", "n", PastAnswers()).words  # no known noun


def test_known_words_are_those_of_wordnet_other_spellings_and_those_it_lacks(tmp_path: Path) -> None:
    tables = _tables(tmp_path)
    words = KnownWords(_wordnet(tmp_path / "again")[0], tables)
    assert len(words.senses("match", "n")) == 3
    assert words.senses("mátch", "n") == words.senses("match", "n")
    assert "smartphone" in words
    assert "smartphones" not in words  # a form, whose lemma is known
    assert "zebra" not in words
