"""Lemmas in many languages."""

import unicodedata

import pytest
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from stead.core.errors import UsageError
from stead.words import lemmatiser
from stead.words.lemmatisers import LEMMATISED


@pytest.mark.parametrize(
    ("language", "form", "lemmas"),
    [
        ("en", "matches", ("match",)),
        ("en", "Matches", ("match",)),
        ("fr", "chevaux", ("cheval",)),
        ("French", "mangeait", ("manger",)),
        ("it", "mangiavano", ("mangiare",)),
        ("es", "perros", ("perro",)),
        ("de", "Häuser", ("Haus",)),
        ("de", unicodedata.normalize("NFD", "Häuser"), ("Haus",)),
        ("en", " ", ()),
        ("en", "", ()),
    ],
)
def test_a_form_has_these_lemmas(language: str, form: str, lemmas: tuple[str, ...]) -> None:
    assert lemmatiser(language)(form, "n")[: len(lemmas) or None] == lemmas


def test_the_languages_are_those_of_the_library() -> None:
    assert LEMMATISED == SUPPORTED_LANGUAGES


@pytest.mark.parametrize("language", ["zh", "yo", "xx"])
def test_a_language_without_lemmatiser_is_refused_with_those_there_are(language: str) -> None:
    with pytest.raises(UsageError, match=f"no lemmatiser for {language}; there are ar, ast,"):
        lemmatiser(language)
