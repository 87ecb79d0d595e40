"""Recognise what a typed text is: one substitute, several, NIL, NAME, or no word at all; note it, propose what to do.

Proposed to a curator are drops (no letters), splits (several words in one answer), merges (variants) and lemmas.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from stead.core.arrays import IntArray
from stead.core.text import plural
from stead.formats import quote
from stead.golds.answer_arrays import AnswerArrays, ItemKey
from stead.golds.decisions import DROP, SPLIT, Curation, Decision
from stead.rules.definitions import Rules, is_compound


class Problem(StrEnum):
    """Why a text is not read as one substitute."""

    INVISIBLE = "invisible"  # nothing in it can be seen
    NIL = "nil"  # says that there is no substitute
    NAME = "name"  # says that the target is part of a proper name
    SIGNS = "signs"  # neither letters nor digits
    DIGITS = "digits"  # no letters
    SEVERAL = "several"  # more than one substitute
    MIXED = "mixed"  # a substitute, and that there is none
    PUNCTUATION = "punctuation"  # punctuation before or after the word
    HIDDEN = "hidden"  # a word with characters that cannot be seen


@dataclass(frozen=True, slots=True)
class TermReading:
    """What a text is: a substitute if there is no problem; else `offer` has the substitutes that may be meant."""

    problem: Problem | None = None
    offer: tuple[str, ...] = ()


def read_term(text: str, languages: Collection[str] = ()) -> TermReading:
    """Classify a typed text; separators such as "or" are those of the languages (`en`, `fr-CA`).

    Every substitute that is offered is itself classified as a substitute, or as digits.
    """
    if text.isascii() and text.isalpha() and text.casefold() not in _ONE_WORD:
        return _SUBSTITUTE  # the usual case, decided fast
    return _read_any(text, frozenset(language.partition("-")[0].casefold() for language in languages))


def _read_any(text: str, languages: frozenset[str]) -> TermReading:
    seen = "".join(" " if char.isspace() else char for char in text if char.isspace() or not _is_hidden(char))
    seen = " ".join(seen.split())
    if all(char == " " or _is_joining(char) for char in seen):
        return TermReading(Problem.INVISIBLE)
    reading = _read_visible(seen, languages)
    if reading.problem is None and seen != " ".join(text.split()):
        return TermReading(Problem.HIDDEN, (seen,))
    return reading


def _read_visible(text: str, languages: frozenset[str]) -> TermReading:
    special = _special(text, languages)
    if special is not None:
        return TermReading(special)
    if not any(map(str.isalnum, text)):
        return TermReading(Problem.SIGNS)
    if not any(map(str.isalpha, text)):
        return TermReading(Problem.DIGITS)
    return _read_words(text, languages)


def _read_words(text: str, languages: frozenset[str]) -> TermReading:
    pieces = [_trim(piece) for piece in _separator(languages).split(text)]
    worded = [piece for piece in pieces if any(map(str.isalnum, piece))]
    meant = tuple(piece for piece in worded if not _special(piece, languages))
    if not meant:
        return TermReading(Problem.NIL)
    if len(meant) > 1:
        return TermReading(Problem.SEVERAL, meant)
    if len(worded) > 1:
        return TermReading(Problem.MIXED, meant)
    return _SUBSTITUTE if meant == (text,) else TermReading(Problem.PUNCTUATION, meant)


def _special(text: str, languages: Collection[str]) -> Problem | None:
    """NIL or NAME, if the text is a word or sign for it."""
    word = text.casefold().rstrip(".!")
    if any(word in _NIL_WORDS.get(language, ()) for language in languages):
        return Problem.NIL
    return _SPECIAL.get(text) or _SPECIAL.get(word)


@lru_cache(maxsize=100)
def _separator(languages: frozenset[str]) -> re.Pattern[str]:
    """The separators of substitutes; not a comma or slash between digits, nor the slash of a tag."""
    words = sorted(word for language in languages for word in _OR.get(language, ()))
    spoken = [rf"\s(?:{'|'.join(words)})(?=\s)"] if words else []
    signs = (
        f"[{_SEPARATORS}]|->",
        r"(?<!\d),|,(?!\d)",
        r"(?<![\d<])/|(?<!<)/(?!\d)",
        rf"(?:^|\s)[{_BETWEEN_SPACES}](?=\s|$)",
    )
    return re.compile("|".join([*spoken, *signs]), re.I)


def _trim(piece: str) -> str:
    """Strip a list number before, a remark in brackets after, and punctuation around a piece."""
    while (shorter := _strip_punctuation(_NUMBERED.sub("", _REMARK.sub("", piece)))) != piece:
        piece = shorter
    return piece


def _strip_punctuation(piece: str) -> str:
    """Strip punctuation around a piece, but not the last full stop of an abbreviation such as "a.m."."""
    start, end = 0, len(piece)
    while start < end and _is_outer(piece[start]):
        start += 1
    while end > start and _is_outer(piece[end - 1]):
        end -= 1
    inner = piece[start:end]
    return f"{inner}." if "." in inner and piece[end : end + 1] == "." else inner


def _is_outer(char: str) -> bool:
    return char == " " or (unicodedata.category(char) in ("Po", "Pi", "Pf") and char not in _PARTS_OF_WORDS)


def _is_hidden(char: str) -> bool:
    """Whether a character is invisible and not needed for spelling."""
    return char in _FILLERS or (unicodedata.category(char) in ("Cf", "Cc", "Cs") and not _is_joining(char))


def _is_joining(char: str) -> bool:
    """Whether a character is invisible but shapes its neighbours: joiners, variation selectors."""
    return char in _JOINERS or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


_SUBSTITUTE = TermReading()
_SPECIAL = {
    **dict.fromkeys(("nil", "none", "n/a", "-", "--", "\N{EN DASH}", "\N{EM DASH}", "?"), Problem.NIL),
    **dict.fromkeys(("name", "proper name", "nom propre", "nome proprio"), Problem.NAME),
}
_NIL_WORDS = {"fr": ("aucun", "aucune"), "it": ("nessuno", "nessuna")}
_ONE_WORD = {*_SPECIAL, *(word for words in _NIL_WORDS.values() for word in words)}
_OR = {
    "en": ("or", "and/or"),
    "fr": ("ou", "et/ou"),
    "it": ("o", "oppure", "e/o"),
    "de": ("oder", "und/oder"),
    "es": ("o", "y/o"),
    "pt": ("ou", "e/ou"),
}
_SEPARATORS = ";|" + "".join(
    (
        "\N{IDEOGRAPHIC COMMA}\N{FULLWIDTH COMMA}\N{FULLWIDTH SEMICOLON}\N{FULLWIDTH SOLIDUS}",
        "\N{ARABIC COMMA}\N{ARABIC SEMICOLON}\N{RIGHTWARDS ARROW}",
    )
)
_BETWEEN_SPACES = "-+&\N{EN DASH}\N{EM DASH}\N{MIDDLE DOT}"
_NUMBERED = re.compile(r"^\d+[.)]\s+(?=\S)")
_REMARK = re.compile(r"(?<=\S)\s+\([^()]*\)$")
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}\N{COMBINING GRAPHEME JOINER}"
_FILLERS = (
    "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}"
    "\N{BRAILLE PATTERN BLANK}"
)
_PARTS_OF_WORDS = "'%&@#§\N{RIGHT SINGLE QUOTATION MARK}\N{HEBREW PUNCTUATION GERESH}\N{HEBREW PUNCTUATION GERSHAYIM}"


_LOST = "\N{REPLACEMENT CHARACTER}"
_MARKS = {Problem.NIL: "NIL", Problem.NAME: "NAME"}
_SENTENCES = {
    Problem.SEVERAL: "{} may be several substitutes in one",
    Problem.MIXED: "{} with NIL or NAME beside a word",
    Problem.PUNCTUATION: "{} with punctuation around the word",
    Problem.DIGITS: "{} without letters",
    Problem.SIGNS: "{} of punctuation only",
    Problem.HIDDEN: "{} with invisible characters",
    Problem.INVISIBLE: "{} with nothing that can be seen",
}
_SHOWN = 3


def notes_on_suspicious_terms(
    location: str, vocabulary: Sequence[str], codes: IntArray, languages: Collection[str] = ()
) -> Iterator[str]:
    """Notes on substitutes that may be something else: NIL, NAME, several words, or words with lost letters.

    `codes` are the positions of the answers in the vocabulary.
    """
    counts = np.bincount(codes, minlength=len(vocabulary)).tolist()
    used = sorted((term, count) for term, count in zip(vocabulary, counts, strict=True) if count)
    by_problem: dict[Problem, list[tuple[str, int]]] = {}
    for term, count in used:
        problem = read_term(term, languages).problem
        if problem is not None:
            by_problem.setdefault(problem, []).append((term, count))
    marked = [(term, count, mark) for problem, mark in _MARKS.items() for term, count in by_problem.get(problem, ())]
    for term, count, mark in sorted(marked):
        yield (
            f"{location}: {quote(term)} is among the substitutes ({plural(count, 'answer')}) and is counted as a "
            f"word; if {mark} is meant, mark it as {mark}."
        )
    for problem, sentence in _SENTENCES.items():
        if problem in by_problem:
            yield f"{location}: {_summary(sentence, by_problem[problem])}: counted as written."
    lost = sum(count for term, count in used if _LOST in term)
    if lost:
        yield (
            f"{location}: {plural(lost, 'answer')} with {_LOST} in place of a letter that was lost earlier: different "
            "words may look the same."
        )


def _summary(sentence: str, terms: Sequence[tuple[str, int]]) -> str:
    """Fill in the number of answers, and name the first terms."""
    some = ", ".join([*(quote(term) for term, _ in terms[:_SHOWN]), *["..."] * (len(terms) > _SHOWN)])
    return f"{sentence.format(plural(sum(count for _, count in terms), 'answer'))} ({some})"


# --------------------------------------------------------------------------------------------------- proposed decisions

Lemmatise = Callable[[str, str], str]
"""From a word and the code of its language to its lemma."""


class ProposalCause(Enum):
    """Why a decision is proposed, in the words of the curation file."""

    NO_LETTER = "no letter"
    SEVERAL_WORDS = "several words"
    CASE = "case"
    HYPHEN = "hyphen or space"
    APOSTROPHE = "apostrophe"
    SPELLING = "American and British spelling"
    TOGETHER = "written together or apart"
    LEMMA = "lemma"


@dataclass(frozen=True, slots=True)
class ProposalReason:
    """The reason of a proposal: its cause, how often the form was given, and how often that which it is read as.

    `language` is that of a lemma. As a text, it is the reason in the curation file: `hyphen or space; 1 : 2 answers`.
    """

    cause: ProposalCause
    given: int
    given_other: int | None = None
    language: str = ""

    def __str__(self) -> str:
        language = f" ({self.language})" if self.language else ""
        one = self.given_other is None
        answers = plural(self.given, "answer") if one else f"{self.given} : {self.given_other} answers"
        return f"{self.cause.value}{language}; {answers}"

    @classmethod
    def parse(cls, text: str) -> "ProposalReason | None":
        """Parse the reason of a decision; None if a person wrote it."""
        match = _REASON.fullmatch(text)
        if match is None:
            return None
        other = match["other"]
        return cls(
            ProposalCause(match["cause"]),
            int(match["given"]),
            None if other is None else int(other),
            match["language"] or "",
        )


_REASON = re.compile(
    rf"(?P<cause>{'|'.join(re.escape(cause.value) for cause in ProposalCause)})(?: \((?P<language>[^()]+)\))?"
    r"; (?P<given>[0-9]{1,9})(?: : (?P<other>[0-9]{1,9}))? answers?"
)
_FROM_STRICT_TO_LOOSE = {
    ProposalCause.CASE: Rules(hyphens="keep"),
    ProposalCause.HYPHEN: Rules(),
    ProposalCause.APOSTROPHE: Rules(apostrophes="straighten"),
    ProposalCause.SPELLING: Rules(apostrophes="straighten", spelling="british"),
}
_LANGUAGES = ("en", "fr", "it")  # whose word for "or" may separate substitutes


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
            reason = ProposalReason(ProposalCause.NO_LETTER, counts[form])
            yield Decision(status="proposed", action=DROP, form=form, reason=str(reason))


def _propose_splits(answers: AnswerArrays) -> Iterator[Decision]:
    """Propose to split substitutes that look like several, each with a letter."""
    numbers = np.bincount(answers.codes, minlength=len(answers.vocabulary)).tolist()
    given = sorted((form, count) for form, count in zip(answers.vocabulary, numbers, strict=True) if count)
    for form, count in given:
        reading = read_term(form, _LANGUAGES)
        parts = list(dict.fromkeys(reading.offer))
        if reading.problem is Problem.SEVERAL and len(parts) > 1 and all(any(map(str.isalpha, part)) for part in parts):
            reason = ProposalReason(ProposalCause.SEVERAL_WORDS, count)
            yield Decision(status="proposed", action=SPLIT, form=form, to="; ".join(parts), reason=str(reason))


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
            reason = ProposalReason(_likeness(form, most_frequent), counts[form], counts[most_frequent])
            yield Decision(status="proposed", action="merge", form=form, to=most_frequent, reason=str(reason))


def _likeness(form: str, other: str) -> ProposalCause:
    """Why two forms look like one word: the strictest rules under which they are equal."""
    rules = _FROM_STRICT_TO_LOOSE.items()
    return next(
        (cause for cause, rule in rules if rule.normalise(form) == rule.normalise(other)), ProposalCause.TOGETHER
    )


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
            reason = str(ProposalReason(ProposalCause.LEMMA, counts[term], counts.get(lemma, 0), language))
            yield Decision(status="proposed", action="lemmatise", form=term, to=lemma, lexelt=lexelt, reason=reason)
