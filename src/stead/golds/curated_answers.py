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

_FROM_STRICT_TO_LOOSE = {
    "case": Rules(hyphens="keep"),
    "hyphen or space": Rules(),
    "apostrophe": Rules(apostrophes="straighten"),
    "American and British spelling": Rules(apostrophes="straighten", spelling="british"),
}
_TOGETHER = "written together or apart"
_LANGUAGES = ("en", "fr", "it")  # whose word for "or" may separate substitutes


class Change(NamedTuple):
    """An accepted decision, and the number of answers that it changed (or of annotations that it dropped)."""

    decision: Decision
    changed: int


class CuratedAnswers(NamedTuple):
    """Answers after curation, what each decision changed, and why items are left out."""

    answers: AnswerArrays
    changes: tuple[Change, ...]
    dropped: dict[int, str]


def apply_curation(answers: AnswerArrays, curation: Curation) -> CuratedAnswers:
    """Apply the accepted decisions, in their order."""
    if not curation.accepted:
        return CuratedAnswers(answers, (), {})
    progress = _CurationInProgress(answers)
    changes = tuple(Change(decision, progress.apply(decision)) for decision in curation.accepted)
    return CuratedAnswers(progress.answers(), changes, progress.dropped)


class _CurationInProgress:
    """Answers while decisions are applied: substitutes and multiwords in one array, indexed by term."""

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
        """Apply one decision; returns the number of changes."""
        if decision.action in DROPPING:
            return self._leave_out(decision)
        positions = self._chosen(decision)
        if len(positions):
            self._read_as(positions, self.index[decision.form], decision.parts)
        return len(positions)

    def _leave_out(self, decision: Decision) -> int:
        items = self._items(decision)
        rows = self.kept & np.isin(self.before.item_of, items)
        self.kept &= ~rows
        for item in items:
            self.dropped.setdefault(item, f"{decision.action}: {decision.reason}")
        return int(rows.sum())

    def _chosen(self, decision: Decision) -> IntArray:
        """The positions at which the form of a decision was given, in the items that it is about."""
        code = self.index.get(decision.form)
        if code is None:
            return np.empty(0, dtype=np.int64)
        positions = self._places_of(code)
        rows = self.rows[positions]
        chosen = self.kept[rows]
        if decision.lexelt:
            chosen &= np.isin(self.before.item_of[rows], self._items(decision))
        if decision.action == SPLIT:
            chosen &= ~self.is_multiword[positions]  # an annotator names one multiword
        return np.asarray(positions[chosen])

    def _read_as(self, positions: IntArray, old: int, parts: Sequence[str]) -> None:
        """Give positions other codes: none, one, or several, for which positions are added in the same rows."""
        self._places[old] = np.setdiff1d(self._places_of(old), positions)
        codes = [self.index.setdefault(part, len(self.index)) for part in parts] or [_DROPPED]
        for number, code in enumerate(codes):
            changed = positions if not number else self._further(positions)
            self.codes[changed] = code
            if code != _DROPPED:
                self._places[code] = np.concatenate([self._places_of(code), changed])

    def _further(self, positions: IntArray) -> IntArray:
        """Add positions in the rows of these."""
        start = len(self.codes)
        self.codes = np.concatenate([self.codes, np.full(len(positions), _DROPPED)])
        self.rows = np.concatenate([self.rows, self.rows[positions]])
        self.is_multiword = np.concatenate([self.is_multiword, np.zeros(len(positions), dtype=np.bool_)])
        return np.arange(start, len(self.codes))

    def _items(self, decision: Decision) -> list[int]:
        """The items of a decision's lexelt, or the single item that it names."""
        items = self._items_of.get(decision.lexelt, [])
        return [item for item in items if decision.id in {"", self.before.items[item][1]}]

    def _places_of(self, code: int) -> IntArray:
        if code not in self._places:
            start, end = np.searchsorted(self._sorted, [code, code + 1])
            self._places[code] = self._order[start:end]
        return self._places[code]

    def answers(self) -> AnswerArrays:
        """The curated answers; what a split added comes after the other answers of its row."""
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
    """Propose what to drop, split, merge or lemmatise, unless it was decided or proposed before.

    `answers` are those after the accepted decisions; `languages` has the language of each item. As long as it is
    undecided whether a form is dropped or split, nothing else is proposed for it.
    """
    known = {_subject(decision) for decision in curation.decisions}
    counts = _counts(answers)
    taken_apart = [*_propose_drops(counts), *_propose_splits(answers)]
    first = [decision for decision in taken_apart if _subject(decision) not in known]
    undecided = {decision.form for decision in (*first, *curation.decisions) if _is_open(decision)}
    counts = {form: count for form, count in counts.items() if form not in undecided}
    merges = [decision for decision in _propose_merges(counts) if _subject(decision) not in known]
    merged = {decision.form for decision in merges} | undecided
    if lemmatise is None:
        return [*first, *merges]
    words = (word for word in _lemma_candidates(answers, languages or {}) if word.term not in merged)
    return [
        *first,
        *merges,
        *(decision for decision in _propose_lemmas(words, counts, lemmatise) if _subject(decision) not in known),
    ]


def _subject(decision: Decision) -> tuple[str, frozenset[str], str]:
    """What a decision is about: the same for both directions of a merge, and for all ways to split a form."""
    forms = (decision.form,) if decision.action == SPLIT else (decision.form, decision.to)
    return decision.action, frozenset(forms), decision.lexelt


def _is_open(decision: Decision) -> bool:
    """Whether a decision to drop or split a form is still to be made."""
    return decision.status == "proposed" and decision.action in (DROP, SPLIT)


def _propose_drops(counts: Mapping[str, int]) -> Iterator[Decision]:
    """Propose to drop forms without letters."""
    for form in sorted(counts):
        if not any(map(str.isalpha, form)):
            yield Decision(
                status="proposed", action=DROP, form=form, reason=f"no letter; {plural(counts[form], 'answer')}"
            )


def _propose_splits(answers: AnswerArrays) -> Iterator[Decision]:
    """Propose to split substitutes that look like several, each with a letter."""
    numbers = np.bincount(answers.codes, minlength=len(answers.vocabulary)).tolist()
    given = sorted((form, count) for form, count in zip(answers.vocabulary, numbers, strict=True) if count)
    for form, count in given:
        reading = read_term(form, _LANGUAGES)
        parts = list(dict.fromkeys(reading.offer))
        if reading.problem is Problem.SEVERAL and len(parts) > 1 and all(any(map(str.isalpha, part)) for part in parts):
            reason = f"several words; {plural(count, 'answer')}"
            yield Decision(status="proposed", action=SPLIT, form=form, to="; ".join(parts), reason=reason)


def _counts(answers: AnswerArrays) -> dict[str, int]:
    """Count how often each form was given, as a substitute or a multiword."""
    codes = np.concatenate([answers.codes, answers.multiwords[answers.named]])
    numbers = np.bincount(codes, minlength=len(answers.vocabulary)).tolist()
    return {term: count for term, count in zip(answers.vocabulary, numbers, strict=True) if count}


def _propose_merges(counts: Mapping[str, int]) -> Iterator[Decision]:
    """Propose to merge variants of a word into the most frequent one; of equals, into the first by character."""
    *_, loosest = _FROM_STRICT_TO_LOOSE.values()
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
    """Why two forms look like one word: the strictest rules under which they are equal."""
    rules = _FROM_STRICT_TO_LOOSE.items()
    return next((name for name, rule in rules if rule.normalise(form) == rule.normalise(other)), _TOGETHER)


def likeliest_lemma(word: str, language: str) -> str:
    """The most likely lemma of a word."""
    from stead.words import lemmatiser  # noqa: PLC0415 (slow to import, and only needed for curating)

    return next(iter(lemmatiser(language)(word, "")), word)


class _LemmaCandidate(NamedTuple):
    """A substitute with its language, and its lexelt if the data has several languages."""

    lexelt: str
    language: str
    term: str


def _lemma_candidates(answers: AnswerArrays, languages: Mapping[ItemKey, str]) -> list[_LemmaCandidate]:
    """The distinct single words among the substitutes; by lexelt if there are several languages."""
    several = len(set(languages.values())) > 1
    scopes = [
        (lexelt if several else "", languages.get((lexelt, identifier), "")) for lexelt, identifier in answers.items
    ]
    given = zip(answers.item_of[answers.owners].tolist(), answers.codes.tolist(), strict=True)
    candidates = {_LemmaCandidate(scopes[item][0], scopes[item][1], answers.vocabulary[code]) for item, code in given}
    return sorted(word for word in candidates if word.language and not is_compound(word.term))


def _propose_lemmas(
    words: Iterable[_LemmaCandidate], counts: Mapping[str, int], lemmatise: Lemmatise
) -> Iterator[Decision]:
    """Propose the lemma of each word that is not a lemma itself."""
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
