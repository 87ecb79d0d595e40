"""Proposals for a person to accept or refuse: what is no word, several words, forms that look like one word, lemmas."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from stead.core.text import plural
from stead.golds.answers import Answers, ItemKey
from stead.golds.curation import DROP, SPLIT, Curation, Decision
from stead.golds.typed import Problem, reading_of
from stead.rules.matching import Rules, is_compound

Lemmatise = Callable[[str, str], str]
"""From a word and the code of its language to its lemma."""

_LOOSER_AND_LOOSER = {
    "case": Rules(hyphens="keep"),
    "hyphen or blank": Rules(),
    "apostrophe": Rules(apostrophes="straighten"),
    "American and British spelling": Rules(apostrophes="straighten", spelling="british"),
}
_TOGETHER = "written together or apart"
_LANGUAGES = ("en", "fr", "it")  # whose word for "or" stands between several substitutes


def proposals(
    answers: Answers,
    curation: Curation,
    languages: Mapping[ItemKey, str] | None = None,
    lemmatise: Lemmatise | None = None,
) -> list[Decision]:
    """What might be dropped, split, merged or lemmatised, and has not been decided or proposed before.

    `answers` are those that the accepted decisions lead to; `languages` name that of each item. Nothing else is
    proposed for a form that might be dropped or split, until that is decided.
    """
    known = {_matter(each) for each in curation.decisions}
    counts = _counts(answers)
    taken_apart = [*_drops(counts), *_splits(answers)]
    first = [each for each in taken_apart if _matter(each) not in known]
    undecided = {each.form for each in (*first, *curation.decisions) if _is_open(each)}
    counts = {form: count for form, count in counts.items() if form not in undecided}
    merges = [each for each in _merges(counts) if _matter(each) not in known]
    merged = {each.form for each in merges} | undecided
    if lemmatise is None:
        return [*first, *merges]
    words = (word for word in _words(answers, languages or {}) if word.term not in merged)
    return [*first, *merges, *(each for each in _lemmas(words, counts, lemmatise) if _matter(each) not in known)]


def _matter(decision: Decision) -> tuple[str, frozenset[str], str]:
    """What a decision is about, whichever way it goes, and into which parts a form is split."""
    forms = (decision.form,) if decision.action == SPLIT else (decision.form, decision.to)
    return decision.action, frozenset(forms), decision.lexelt


def _is_open(decision: Decision) -> bool:
    """Whether a form may yet be dropped or split."""
    return decision.status == "proposed" and decision.action in (DROP, SPLIT)


def _drops(counts: Mapping[str, int]) -> Iterator[Decision]:
    """What has no letter in it."""
    for form in sorted(counts):
        if not any(map(str.isalpha, form)):
            yield Decision(
                status="proposed", action=DROP, form=form, reason=f"no letter; {plural(counts[form], 'answer')}"
            )


def _splits(answers: Answers) -> Iterator[Decision]:
    """Substitutes that look like several, each of them with a letter."""
    numbers = np.bincount(answers.codes, minlength=len(answers.vocabulary)).tolist()
    given = sorted((form, count) for form, count in zip(answers.vocabulary, numbers, strict=True) if count)
    for form, count in given:
        reading = reading_of(form, _LANGUAGES)
        parts = list(dict.fromkeys(reading.offer))
        if reading.problem is Problem.SEVERAL and len(parts) > 1 and all(any(map(str.isalpha, part)) for part in parts):
            reason = f"several words; {plural(count, 'answer')}"
            yield Decision(status="proposed", action=SPLIT, form=form, to="; ".join(parts), reason=reason)


def _counts(answers: Answers) -> dict[str, int]:
    """How often each form was given, as a substitute or a multiword."""
    codes = np.concatenate([answers.codes, answers.multiwords[answers.named]])
    found = np.bincount(codes, minlength=len(answers.vocabulary)).tolist()
    return {term: count for term, count in zip(answers.vocabulary, found, strict=True) if count}


def _merges(counts: Mapping[str, int]) -> Iterator[Decision]:
    """Each rarer form of a word into the most frequent one; of equals, into the first in the order of characters."""
    *_, loosest = _LOOSER_AND_LOOSER.values()
    families: dict[str, list[str]] = {}
    for term in sorted(counts, key=lambda term: (-counts[term], term)):
        families.setdefault(loosest.normalise(term).replace(" ", ""), []).append(term)
    for most_frequent, *others in families.values():
        for form in others:
            given = f"{counts[form]} : {counts[most_frequent]} answers"
            yield Decision(
                status="proposed",
                action="merge",
                form=form,
                to=most_frequent,
                reason=f"{_likeness(form, most_frequent)}; {given}",
            )


def _likeness(form: str, other: str) -> str:
    """Why two forms look like one word: the first rule that makes them equal."""
    rules = _LOOSER_AND_LOOSER.items()
    return next((name for name, rule in rules if rule.normalise(form) == rule.normalise(other)), _TOGETHER)


def lemma_of(word: str, language: str) -> str:
    """The likeliest lemma of a word."""
    from stead.words import lemmatiser  # noqa: PLC0415 (much, and only for curating)

    return next(iter(lemmatiser(language)(word, "")), word)


class _Word(NamedTuple):
    """A substitute, its language, and its lexelt where that makes a difference."""

    lexelt: str
    language: str
    term: str


def _words(answers: Answers, languages: Mapping[ItemKey, str]) -> list[_Word]:
    """The single words among the substitutes, each once; for each lexelt apart if there are several languages."""
    several = len(set(languages.values())) > 1
    own = [(lexelt if several else "", languages.get((lexelt, identifier), "")) for lexelt, identifier in answers.items]
    places = zip(answers.item_of[answers.owners].tolist(), answers.codes.tolist(), strict=True)
    found = {_Word(own[item][0], own[item][1], answers.vocabulary[code]) for item, code in places}
    return sorted(word for word in found if word.language and not is_compound(word.term))


def _lemmas(words: Iterable[_Word], counts: Mapping[str, int], lemmatise: Lemmatise) -> Iterator[Decision]:
    """The lemma of each word that is none."""
    for lexelt, language, term in words:
        lemma = lemmatise(term, language)
        if lemma.casefold() != term.casefold():
            given = f"{counts[term]} : {counts.get(lemma, 0)} answers"
            yield Decision(
                status="proposed",
                action="lemmatise",
                form=term,
                to=lemma,
                lexelt=lexelt,
                reason=f"lemma ({language}); {given}",
            )
