"""Which suggestions suit a sentence that people see; what systems answer in a run is not touched.

Left out are words that hurt, forms and spellings of the target, its opposites, and words of another part of speech.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from stead.core.item import Item
from stead.lexicons import PARTS_OF_SPEECH, Lexicon
from stead.lexicons.lookups import with_capitals
from stead.rules.spelling import spelling_key
from stead.systems.base import Suggestion, target_of
from stead.systems.context import morphology_of
from stead.words import inflect, replace_target
from stead.words.english import COMPARING, TAGS, word_set
from stead.words.inflection import english_forms_of

_LISTS = Path(__file__).with_name("offensive")
_MARKS = frozenset({"disparagement", "ethnic slur", "obscenity"})
"""The usages that WordNet's senses of offensive words exemplify."""
_EXTREME = word_set(
    "absolute boiling dead enormous excellent final freezing gigantic huge immense impossible infinite main massive "
    "only perfect principal tiny total unique vast whole"
)
"""Adjectives that are not compared: nothing is the most freezing."""


def suitable(
    item: Item, suggestions: Iterable[Suggestion], lexicon: Lexicon | None, *, offensive: bool = False
) -> Iterator[Suggestion]:
    """Keep the suggestions that suit the sentence, in their order; names get the capitals that the lexicon has.

    `offensive` keeps words that hurt; they are kept, too, if the target itself is one.
    """
    lemma, pos = target_of(item)
    language = item.language or "en"
    forms = _spellings_of(item, lemma, pos, language)
    opposites = antonyms(lexicon, lemma, pos) if lexicon else frozenset()
    offensive = offensive or is_offensive(lemma, pos, language, lexicon)
    is_compared = pos == "a" and inflect(lemma, item.target, item.lexelt).tag in COMPARING
    synonyms = {word.lower() for sense in lexicon.senses(lemma, pos) for word in sense.synonyms} if lexicon else set()
    for suggestion in suggestions:
        term = with_capitals(lexicon, suggestion.term, pos) if lexicon and language == "en" else suggestion.term
        is_name = language == "en" and (term != term.lower() or lemma[:1].isupper())
        if (
            spelling_key(term) in forms
            or term.lower() in opposites
            or (is_compared and term in _EXTREME)
            or (is_name and term.lower() not in synonyms)  # another person, place or people
            or (not offensive and is_offensive(term, pos, language, lexicon))
            or not _can_be(term, pos, language, lexicon)
            or spelling_key(_form_of(item, term)) in forms
        ):
            continue
        yield replace(suggestion, term=term)


def _form_of(item: Item, term: str) -> str:
    replaced = replace_target(item, term)
    return replaced.text[replaced.start : replaced.end]


def _spellings_of(item: Item, lemma: str, pos: str, language: str) -> set[str]:
    """The keys of all forms of the target, so that neither `best` nor `color` is a substitute of itself."""
    forms = english_forms_of(lemma, pos) if language == "en" and pos in TAGS else {lemma}
    verb = lemma.split(maxsplit=1)[0] if pos == "v" else lemma  # `took` cannot stand for `took off`
    return {spelling_key(form) for form in (*forms, verb, item.target)}


def antonyms(lexicon: Lexicon, lemma: str, pos: str) -> frozenset[str]:
    """The opposites of a word in any of its senses."""
    return frozenset(word.lower() for sense in lexicon.senses(lemma, pos) for word in sense.related("antonym"))


@lru_cache(1 << 14)
def is_offensive(term: str, pos: str, language: str, lexicon: Lexicon | None) -> bool:
    """Whether a term hurts: by our list, by WordNet's usages of its first sense, by the remarks of a thesaurus."""
    listed = listed_offensive_words(language)
    words = {term.lower(), *re.split(r"[\s\-]+", term.lower())}
    lemmas = {
        lemma
        for word in words
        for lemma in (word, *(morphology_of(lexicon)(word) if language == "en" and lexicon else ()))
    }
    if lemmas & listed:
        return True
    if lexicon is None:
        return False
    is_vulgar = getattr(lexicon, "is_vulgar", None)
    if is_vulgar is not None:
        return bool(is_vulgar(term))
    return any(_MARKS.intersection(sense.related("exemplifies")) for sense in lexicon.senses(term, pos)[:1])


@cache
def listed_offensive_words(language: str) -> frozenset[str]:
    """List the offensive words of a language that lexicons do not mark, in lower case; none if there is no list."""
    path = _LISTS / f"{language}.txt"
    if not path.exists():
        return frozenset()
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(line.lower() for line in lines if line and not line.startswith("#"))


def _can_be(term: str, pos: str, language: str, lexicon: Lexicon | None) -> bool:
    """Whether a word can be of the target's part of speech; one that the lexicon lacks, and a phrase, can be any."""
    if language != "en" or lexicon is None or pos not in PARTS_OF_SPEECH or " " in term:
        return True
    known = [letter for letter in PARTS_OF_SPEECH if morphology_of(lexicon)(term, letter)]
    return not known or pos in known
