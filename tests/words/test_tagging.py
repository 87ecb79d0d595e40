"""The tagger of English: what a word is in its sentence."""

import numpy as np
import pytest

from stead.words.tagging import COARSE, WEIGHTS, Tagger, described, english_tagger

pytest.importorskip("lemminflect", reason="needs the library lemminflect")


@pytest.mark.parametrize(
    ("sentence", "word", "part"),
    [
        ("He praised the recent moves , saying little .", "moves", "n"),
        ("He moves slowly .", "moves", "v"),
        ("Each request is logged .", "request", "n"),
        ("They request more money .", "request", "v"),
        ("thx for the help , you 're a star", "help", "n"),
        ("Turn left at the lights .", "left", "r"),
        ("She left early .", "left", "v"),
        ("the light bag", "light", "a"),
        ("The light went out .", "light", "n"),
    ],
)
def test_the_same_form_is_another_word_in_another_sentence(sentence: str, word: str, part: str) -> None:
    words = sentence.split()
    assert COARSE[english_tagger().tag(words)[words.index(word)]] == part


def test_names_and_numbers_have_tags_of_their_own() -> None:
    tags = english_tagger().tag(["Yesterday", "Anna", "saw", "12", "dogs", "in", "Berlin", "."])
    assert (tags[1], tags[3], tags[6]) == ("NNP", "CD", "NNP")


def test_typographic_quotation_marks_and_apostrophes_are_as_plain_ones() -> None:
    plain = '" I don\'t know , " she said .'
    curly = "\u201c I don\u2019t know , \u201d she said ."
    assert english_tagger().tag(curly.split()) == english_tagger().tag(plain.split())


@pytest.mark.parametrize("words", [[], [""], ["\ud800"], ["é" * 1000], ["🙂"], ["a"] * 500])
def test_any_words_are_tagged(words: list[str]) -> None:
    assert len(english_tagger().tag(words)) == len(words)


def test_a_table_is_saved_as_it_is(tmp_path: pytest.TempPathFactory) -> None:
    weights = np.zeros((1 << 12, 2), np.int8)
    weights[5, 1], weights[4000, 0] = 7, -3
    path = tmp_path / "small.npz"  # type: ignore[operator]
    Tagger(["NN", "VB"], weights).save(path)
    loaded = Tagger.load(path)
    assert loaded.tags == ("NN", "VB")
    assert [row.tolist() for row in loaded._rows(["dogs", "bark"])] == [
        row.tolist() for row in Tagger(["NN", "VB"], weights)._rows(["dogs", "bark"])
    ]
    assert np.array_equal(loaded._weights, weights)


def test_the_shipped_table_is_small() -> None:
    assert WEIGHTS.stat().st_size < 1_500_000


def test_features_do_not_depend_on_what_is_farther_than_two_words() -> None:
    near = described(["the", "old", "dog", "barked", "at", "me", "loudly"])[2].features
    far = described(["the", "old", "dog", "barked", "at", "us", "loudly"])[2].features
    assert near == far
    assert near != described(["the", "old", "dog", "barked", "to", "me", "loudly"])[2].features
