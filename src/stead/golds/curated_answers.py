"""Apply a curation to answers, and propose further decisions.

Proposed are drops (no letters), splits (several words in one answer), merges (variants of one word) and lemmas.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from stead.core.arrays import IntArray
from stead.core.text import plural
from stead.golds.answer_arrays import NO_MULTIWORD, AnswerArrays, ItemKey
from stead.golds.decisions import DROP, DROPPING, SPLIT, Curation, Decision
from stead.golds.suspicious_terms import Problem, read_term
from stead.rules.matching import Rules, is_compound

_DROPPED = NO_MULTIWORD
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


class Change(NamedTuple):
    """An accepted decision, and how many answers (for what is left out: annotations) it changed."""

    decision: Decision
    changed: int


class CuratedAnswers(NamedTuple):
    """Answers after curation, what each decision changed, and why items are left out."""

    answers: AnswerArrays
    changes: tuple[Change, ...]
    dropped: dict[int, str]


def apply_curation(answers: AnswerArrays, curation: Curation) -> CuratedAnswers:
    """Apply the accepted decisions, one after the other."""
    if not curation.accepted:
        return CuratedAnswers(answers, (), {})
    bench = _CurationInProgress(answers)
    changes = tuple(Change(each, bench.apply(each)) for each in curation.accepted)
    return CuratedAnswers(bench.answers(), changes, bench.dropped)


class _CurationInProgress:
    """Answers while they are changed: substitutes and multiwords in one array, found by their term."""

    def __init__(self, answers: AnswerArrays) -> None:
        self.before = answers
        self.index = dict(zip(answers.vocabulary, range(len(answers.vocabulary)), strict=True))
        self.codes = np.concatenate([answers.codes, answers.multiwords])
        self.rows = np.concatenate([answers.owners, np.arange(len(answers))])
        self.is_multiword = np.repeat([False, True], [len(answers.codes), len(answers)])
        self.kept = np.ones(len(answers), dtype=np.bool_)
        self.dropped: dict[int, str] = {}
        self._order = np.argsort(self.codes, kind="stable")
        self._sorted = self.codes[self._order]
        self._places: dict[int, IntArray] = {}
        self._items_of: dict[str, list[int]] = {}
        for position, (lexelt, _) in enumerate(answers.items):
            self._items_of.setdefault(lexelt, []).append(position)

    def apply(self, decision: Decision) -> int:
        """Apply one decision; how much it changed."""
        if decision.action in DROPPING:
            return self._leave_out(decision)
        places = self._chosen(decision)
        if len(places):
            self._read_as(places, self.index[decision.form], decision.parts)
        return len(places)

    def _leave_out(self, decision: Decision) -> int:
        items = self._items(decision)
        rows = self.kept & np.isin(self.before.item_of, items)
        self.kept &= ~rows
        for item in items:
            self.dropped.setdefault(item, f"{decision.action}: {decision.reason}")
        return int(rows.sum())

    def _chosen(self, decision: Decision) -> IntArray:
        """Where the form of a decision was given, among the items that it is about."""
        code = self.index.get(decision.form)
        if code is None:
            return np.empty(0, dtype=np.int64)
        places = self._places_of(code)
        rows = self.rows[places]
        chosen = self.kept[rows]
        if decision.lexelt:
            chosen &= np.isin(self.before.item_of[rows], self._items(decision))
        if decision.action == SPLIT:
            chosen &= ~self.is_multiword[places]  # an annotator names one multiword
        return np.asarray(places[chosen])

    def _read_as(self, places: IntArray, old: int, parts: Sequence[str]) -> None:
        """Give places other codes: none, one, or several, for which there are further places in the same rows."""
        self._places[old] = np.setdiff1d(self._places_of(old), places)
        codes = [self.index.setdefault(part, len(self.index)) for part in parts] or [_DROPPED]
        for number, code in enumerate(codes):
            own = places if not number else self._further(places)
            self.codes[own] = code
            if code != _DROPPED:
                self._places[code] = np.concatenate([self._places_of(code), own])

    def _further(self, places: IntArray) -> IntArray:
        """New places in the rows of some others."""
        start = len(self.codes)
        self.codes = np.concatenate([self.codes, np.full(len(places), _DROPPED)])
        self.rows = np.concatenate([self.rows, self.rows[places]])
        self.is_multiword = np.concatenate([self.is_multiword, np.zeros(len(places), dtype=np.bool_)])
        return np.arange(start, len(self.codes))

    def _items(self, decision: Decision) -> list[int]:
        """The items of a decision's lexelt, or the one item that it names."""
        items = self._items_of.get(decision.lexelt, [])
        return [item for item in items if decision.id in {"", self.before.items[item][1]}]

    def _places_of(self, code: int) -> IntArray:
        if code not in self._places:
            start, end = np.searchsorted(self._sorted, [code, code + 1])
            self._places[code] = self._order[start:end]
        return self._places[code]

    def answers(self) -> AnswerArrays:
        """The answers as they now are; what a split added comes after the other answers of its row."""
        given = np.flatnonzero(~self.is_multiword & (self.codes != _DROPPED))
        given = given[np.argsort(self.rows[given], kind="stable")]
        changed = replace(
            self.before,
            vocabulary=list(self.index),
            owners=self.rows[given],
            codes=self.codes[given],
            multiwords=self.codes[self.is_multiword],
        )
        return changed.only(self.kept)


def propose_decisions(
    answers: AnswerArrays,
    curation: Curation,
    languages: Mapping[ItemKey, str] | None = None,
    lemmatise: Lemmatise | None = None,
) -> list[Decision]:
    """What might be dropped, split, merged or lemmatised, and has not been decided or proposed before.

    `answers` are those that the accepted decisions lead to; `languages` name that of each item. Nothing else is
    proposed for a form that might be dropped or split, until that is decided.
    """
    known = {_subject(each) for each in curation.decisions}
    counts = _counts(answers)
    taken_apart = [*_propose_drops(counts), *_propose_splits(answers)]
    first = [each for each in taken_apart if _subject(each) not in known]
    undecided = {each.form for each in (*first, *curation.decisions) if _is_open(each)}
    counts = {form: count for form, count in counts.items() if form not in undecided}
    merges = [each for each in _propose_merges(counts) if _subject(each) not in known]
    merged = {each.form for each in merges} | undecided
    if lemmatise is None:
        return [*first, *merges]
    words = (word for word in _lemma_candidates(answers, languages or {}) if word.term not in merged)
    return [
        *first,
        *merges,
        *(each for each in _propose_lemmas(words, counts, lemmatise) if _subject(each) not in known),
    ]


def _subject(decision: Decision) -> tuple[str, frozenset[str], str]:
    """What a decision is about, whichever way it goes, and into which parts a form is split."""
    forms = (decision.form,) if decision.action == SPLIT else (decision.form, decision.to)
    return decision.action, frozenset(forms), decision.lexelt


def _is_open(decision: Decision) -> bool:
    """Whether a form may yet be dropped or split."""
    return decision.status == "proposed" and decision.action in (DROP, SPLIT)


def _propose_drops(counts: Mapping[str, int]) -> Iterator[Decision]:
    """What has no letter in it."""
    for form in sorted(counts):
        if not any(map(str.isalpha, form)):
            yield Decision(
                status="proposed", action=DROP, form=form, reason=f"no letter; {plural(counts[form], 'answer')}"
            )


def _propose_splits(answers: AnswerArrays) -> Iterator[Decision]:
    """Substitutes that look like several, each of them with a letter."""
    numbers = np.bincount(answers.codes, minlength=len(answers.vocabulary)).tolist()
    given = sorted((form, count) for form, count in zip(answers.vocabulary, numbers, strict=True) if count)
    for form, count in given:
        reading = read_term(form, _LANGUAGES)
        parts = list(dict.fromkeys(reading.offer))
        if reading.problem is Problem.SEVERAL and len(parts) > 1 and all(any(map(str.isalpha, part)) for part in parts):
            reason = f"several words; {plural(count, 'answer')}"
            yield Decision(status="proposed", action=SPLIT, form=form, to="; ".join(parts), reason=reason)


def _counts(answers: AnswerArrays) -> dict[str, int]:
    """How often each form was given, as a substitute or a multiword."""
    codes = np.concatenate([answers.codes, answers.multiwords[answers.named]])
    found = np.bincount(codes, minlength=len(answers.vocabulary)).tolist()
    return {term: count for term, count in zip(answers.vocabulary, found, strict=True) if count}


def _propose_merges(counts: Mapping[str, int]) -> Iterator[Decision]:
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


def likeliest_lemma(word: str, language: str) -> str:
    """The likeliest lemma of a word."""
    from stead.words import lemmatiser  # noqa: PLC0415 (much, and only for curating)

    return next(iter(lemmatiser(language)(word, "")), word)


class _LemmaCandidate(NamedTuple):
    """A substitute, its language, and its lexelt where that makes a difference."""

    lexelt: str
    language: str
    term: str


def _lemma_candidates(answers: AnswerArrays, languages: Mapping[ItemKey, str]) -> list[_LemmaCandidate]:
    """The single words among the substitutes, each once; for each lexelt apart if there are several languages."""
    several = len(set(languages.values())) > 1
    own = [(lexelt if several else "", languages.get((lexelt, identifier), "")) for lexelt, identifier in answers.items]
    places = zip(answers.item_of[answers.owners].tolist(), answers.codes.tolist(), strict=True)
    found = {_LemmaCandidate(own[item][0], own[item][1], answers.vocabulary[code]) for item, code in places}
    return sorted(word for word in found if word.language and not is_compound(word.term))


def _propose_lemmas(
    words: Iterable[_LemmaCandidate], counts: Mapping[str, int], lemmatise: Lemmatise
) -> Iterator[Decision]:
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
