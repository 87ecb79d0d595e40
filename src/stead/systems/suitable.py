"""Which suggestions suit a sentence that people see; what systems answer in a run is not touched.

Left out are words that hurt, forms and spellings of the target, its opposites, what it is made of, other things of its
kind (`aunt` for `sister`), and words of another part of speech. Words of a list of synonyms come first.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from stead.core.item import Item
from stead.lexicons import PARTS_OF_SPEECH, Lexicon
from stead.lexicons.lookups import with_capitals
from stead.rules.spelling import spelling_key
from stead.systems.base import Suggestion, target_of
from stead.systems.context import morphology_of
from stead.words import inflect, replace_target, words_of
from stead.words.english import TAGS, word_set
from stead.words.inflection import english_forms_of
from stead.words.parts_in_context import base_parts

_LISTS = Path(__file__).with_name("offensive")
_MARKS = frozenset({"disparagement", "ethnic slur", "obscenity"})
"""The usages that WordNet's senses of offensive words exemplify."""
_EXTREME = word_set(
    "absolute boiling dead enormous excellent final freezing gigantic huge immense impossible infinite main massive "
    "only perfect principal tiny total unique vast whole"
)
"""Adjectives that are not compared: nothing is the most freezing."""
_PROBABLE_ENOUGH = 1 / 3
"""The share of the probability of the first word that a word of a list needs to come before it."""
_KINDS = """
north, south, east, west, northeast, northwest, southeast, southwest; left, right
spring, summer, autumn fall, winter; breakfast, brunch, lunch luncheon, dinner supper
hour, day, week, month, year, decade, century
sunday, monday, tuesday, wednesday, thursday, friday, saturday
january, february, march, april, may, june, july, august, september, october, november, december
zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve dozen, thirteen, fourteen, fifteen,
    sixteen, seventeen, eighteen, nineteen, twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety, hundred,
    thousand, million, billion, trillion
first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth; double, triple, quadruple
red, orange, yellow, green, blue, purple violet, pink, brown, black, white, grey gray
mother mom mum mama mommy mummy, father dad daddy papa, sister sis, brother, son, daughter, uncle, aunt auntie,
    nephew, niece, cousin, grandmother grandma granny, grandfather grandpa, husband, wife
eye, ear, nose, mouth, face, neck, hand, arm, leg, foot, finger, thumb, toe, knee, elbow, shoulder, tooth, bone, tongue,
    lip, lung, liver, kidney, chest
dog, cat, horse, cow, pig, sheep, goat, bird, lion, tiger, wolf, fox
"""
"""Kinds of which no member is a substitute of another, after `;` or a line end; names of one member have no comma."""
_CONTEXT = 80
"""Characters after the target in which the next word is looked for."""


def suitable(
    item: Item, suggestions: Iterable[Suggestion], lexicon: Lexicon | None, *, offensive: bool = False
) -> Iterator[Suggestion]:
    """Keep the suggestions that suit the sentence, in their order; names get the capitals that the lexicon has.

    `offensive` keeps words that hurt; they are kept, too, if the target itself is one.
    """
    lemma, pos = target_of(item)
    language = item.language or "en"
    forms = _spellings_of(item, lemma, pos, language)
    others = other_things(lexicon, lemma, pos) if lexicon else frozenset()
    others |= _others_of_kind(lemma) if language == "en" else frozenset()
    offensive = offensive or is_offensive(lemma, pos, language, lexicon)
    before, after = item.text[: item.start], item.text[item.end :]
    tag = inflect(lemma, item.target, item.lexelt, language, before=before, after=after).tag
    following = next(iter(words_of(after[:_CONTEXT], language)), "").lower()
    synonyms = {word.lower() for sense in lexicon.senses(lemma, pos) for word in sense.synonyms} if lexicon else set()
    for suggestion in suggestions:
        term = with_capitals(lexicon, suggestion.term, pos) if lexicon and language == "en" else suggestion.term
        is_name = language == "en" and (term != term.lower() or lemma[:1].isupper())
        if (
            spelling_key(term, language) in forms
            or term.lower() in others
            or (" " in lemma and (_is_part(term, lemma) or _is_opposite_phrase(lexicon, lemma, term.lower())))
            or (pos == "a" and lexicon and _is_shade_or_result(lexicon, lemma.lower(), term))
            or (tag in {"JJR", "JJS"} and term in _EXTREME)
            or (" " in term and _breaks_the_phrase(term, tag, following, lexicon))
            or (is_name and term.lower() not in synonyms)  # another person, place or people
            or (not offensive and is_offensive(term, pos, language, lexicon))
            or not _can_be(term, pos, language, lexicon)
            or spelling_key(_form_of(item, term), language) in forms
        ):
            continue
        yield suggestion if term == suggestion.term else replace(suggestion, term=term)


def _breaks_the_phrase(term: str, tag: str, following: str, lexicon: Lexicon | None) -> bool:
    """Whether a phrase cannot stand here: its last word would come twice, or its form of `be` has no complement.

    `be concern` is what a lemmatiser left of somebody's answer.
    """
    first, *_, last = words = term.lower().split()
    if last == following:
        return True
    is_leftover = len(words) == 2 and lexicon is not None and not lexicon.senses(last, "a")
    return first == "be" and (is_leftover or tag == "VBN")


def _form_of(item: Item, term: str) -> str:
    before, after = item.text[: item.start], item.text[item.end :]
    if item.language in {"", "en"}:  # a form does not depend on the article, which takes time to correct
        return inflect(term, item.target, item.lexelt, item.language, before=before, after=after).text
    replaced = replace_target(item, term)
    return replaced.text[replaced.start : replaced.end]


def _spellings_of(item: Item, lemma: str, pos: str, language: str) -> set[str]:
    """The keys of all forms of the target, so that neither `best` nor `color` is a substitute of itself."""
    forms = english_forms_of(lemma, pos) if language == "en" and pos in TAGS else {lemma}
    parts = lemma.split()[: 1 if pos == "v" else None]  # neither `took` for `took off` nor `man` for `old man`
    return {spelling_key(form, language) for form in (*forms, *parts, item.target)}


def antonyms(lexicon: Lexicon, lemma: str, pos: str) -> frozenset[str]:
    """The opposites of a word in any of its senses."""
    return _related(lexicon, lemma, pos, "antonym")


_SUBSTANCES = ("mero_substance", "holo_substance")
_NEAR = ("similar", "hypernym", "hyponym")


@lru_cache(1 << 12)
def other_things(lexicon: Lexicon, lemma: str, pos: str) -> frozenset[str]:
    """Words that mean something else: opposites (of an adjective, `humid` for `dry` as well), and substances.

    What is near to the word in another of its senses is not among the indirect ones.
    """
    opposites = antonyms(lexicon, lemma, pos)
    indirect = {word for opposite in opposites if pos == "a" for word in _related(lexicon, opposite, pos, "similar")}
    return opposites | ((indirect | _related(lexicon, lemma, pos, *_SUBSTANCES)) - _near(lexicon, lemma, pos))


def listed_first(item: Item, suggestions: Iterable[Suggestion], lexicon: Lexicon | None) -> list[Suggestion]:
    """Put the words of a list of synonyms first: those that are probable enough; all if the lexicon lacks the target.

    What the lexicon lacks is new to the other sources, too: their words are guesses from spelling and vectors.
    """
    suggestions = [*suggestions]
    least = suggestions[0].score * _PROBABLE_ENOUGH if suggestions and _has(lexicon, *target_of(item)) else 0.0
    return sorted(suggestions, key=lambda one: "synonyms" not in one.sources or one.score < least)


def _has(lexicon: Lexicon | None, lemma: str, pos: str) -> bool:
    return lexicon is None or bool(lexicon.senses(lemma, pos))


def _near(lexicon: Lexicon, lemma: str, pos: str) -> frozenset[str]:
    synonyms = (word.lower() for sense in lexicon.senses(lemma, pos) for word in sense.synonyms)
    return _related(lexicon, lemma, pos, *_NEAR).union(synonyms)


def _related(lexicon: Lexicon, lemma: str, pos: str, *relations: str) -> frozenset[str]:
    senses = lexicon.senses(lemma, pos)
    return frozenset(word.lower() for sense in senses for relation in relations for word in sense.related(relation))


@cache
def _members_of_kinds() -> Sequence[Sequence[frozenset[str]]]:
    """The definite kinds: of each, the names of each of its members."""
    kinds = re.split(r";|\n(?! )", _KINDS.strip())
    return [[frozenset(names.split()) for names in kind.split(",")] for kind in kinds]


@lru_cache(1 << 12)
def _others_of_kind(lemma: str) -> frozenset[str]:
    """The names of other things of the same definite kind, but for the names of the same thing."""
    word = lemma.lower()
    kinds = [kind for kind in _members_of_kinds() if any(word in names for names in kind)]
    return frozenset(name for kind in kinds for names in kind if word not in names for name in names)


def _is_part(term: str, lemma: str) -> bool:
    """Whether a phrase is a part of the target: `around the bush` for `beat around the bush`."""
    return " " in term and f" {term.lower()} " in f" {lemma.lower()} "


def _is_opposite_phrase(lexicon: Lexicon | None, lemma: str, term: str) -> bool:
    """Whether two phrases differ in one word, and in opposites: `young man` for `old man`."""
    if lexicon is None:
        return False
    different = [pair for pair in zip(lemma.lower().split(), term.split(), strict=False) if len(set(pair)) > 1]
    same_length = len(lemma.split()) == len(term.split())
    return same_length and len(different) == 1 and different[0][1] in antonyms(lexicon, different[0][0], "")


def _is_shade_or_result(lexicon: Lexicon, lemma: str, term: str) -> bool:
    """Whether an adjective is nearly the target (`bluish` for `blue`), or what has been made so (`dried` for `dry`)."""
    if term.endswith("ish") and term[:3] == lemma[:3]:
        return True
    made = {lemma, f"{lemma}en", f"{lemma}{lemma[-1]}en"} | _related(lexicon, lemma, "a", "derivation")
    return term.endswith("ed") and not made.isdisjoint(morphology_of(lexicon)(term, "v"))


@lru_cache(1 << 14)
def is_offensive(term: str, pos: str, language: str, lexicon: Lexicon | None) -> bool:
    """Whether a term hurts: by our list, by WordNet's usages of its first sense, by the remarks of a thesaurus."""
    words = {term.lower(), *re.split(r"[\s\-]+", term.lower())}
    if not words.isdisjoint(_listed_forms(language, lexicon)):
        return True
    if lexicon is None:
        return False
    is_vulgar = getattr(lexicon, "is_vulgar", None)
    if is_vulgar is not None:
        return bool(is_vulgar(term))
    return any(_MARKS.intersection(sense.related("exemplifies")) for sense in lexicon.senses(term, pos)[:1])


@lru_cache(8)
def _listed_forms(language: str, lexicon: Lexicon | None) -> frozenset[str]:
    """The words of the list of a language; in English with the forms of those that the lexicon has."""
    listed = listed_offensive_words(language)
    if lexicon is None or language != "en":
        return listed
    entries = [(word, pos) for word in listed for pos in PARTS_OF_SPEECH if lexicon.senses(word, pos)]
    return listed.union(*(english_forms_of(word, pos) for word, pos in entries))


@cache
def listed_offensive_words(language: str) -> frozenset[str]:
    """List the offensive words of a language that lexicons do not mark, in lower case; none if there is no list."""
    path = _LISTS / f"{language}.txt"
    if not path.exists():
        return frozenset()
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(line.lower() for line in lines if line and not line.startswith("#"))


@lru_cache(1 << 14)
def _can_be(term: str, pos: str, language: str, lexicon: Lexicon | None) -> bool:
    """Whether a word can be of the target's part of speech; one that the lexicon lacks, and a phrase, can be any."""
    if lexicon is None or pos not in PARTS_OF_SPEECH or " " in term:
        return True
    if language != "en":
        known_parts = base_parts(language, term)
        return not known_parts or pos in known_parts
    morphology = morphology_of(lexicon)
    return bool(morphology(term, pos)) or not any(morphology(term, letter) for letter in PARTS_OF_SPEECH)
