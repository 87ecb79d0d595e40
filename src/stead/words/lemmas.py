"""Lemmas of forms in many languages, by simplemma's dictionaries and rules."""

from collections.abc import Callable
from unicodedata import normalize

from stead.core.errors import UsageError
from stead.core.extras import library
from stead.words.languages import LEMMATISED, language_code

Lemmatise = Callable[[str, str], tuple[str, ...]]
"""From a form and a part of speech (one letter, or none) to the lemmas it may belong to, the likeliest first."""


def lemmatiser(language: str) -> Lemmatise:
    """What finds the lemma of a form in a language; it knows no parts of speech, so that they make no difference."""
    code = language_code(language)
    if code not in LEMMATISED:
        raise UsageError(f"there is no lemmatiser for {code}; there are {', '.join(sorted(LEMMATISED))}.")
    lemmatize = library("simplemma", "finding lemmas").lemmatize

    def lemmas(form: str, part_of_speech: str = "") -> tuple[str, ...]:  # noqa: ARG001
        if not form.strip():
            return ()
        form = normalize("NFC", form)  # a capital may begin a sentence or be part of the lemma (Häuser): try both
        return tuple(dict.fromkeys(lemmatize(each, lang=code) for each in dict.fromkeys((form, form.lower()))))

    return lemmas
