"""Recognise what a typed text is: one substitute, several, NIL, NAME, or no word at all."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np

from stead.core.arrays import IntArray
from stead.core.text import plural
from stead.formats import quote


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
    place: str, vocabulary: Sequence[str], codes: IntArray, languages: Collection[str] = ()
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
            f"{place}: {quote(term)} is among the substitutes ({plural(count, 'answer')}) and is counted as a "
            f"word; if {mark} is meant, mark it as {mark}."
        )
    for problem, sentence in _SENTENCES.items():
        if problem in by_problem:
            yield f"{place}: {_summary(sentence, by_problem[problem])}: counted as written."
    lost = sum(count for term, count in used if _LOST in term)
    if lost:
        yield (
            f"{place}: {plural(lost, 'answer')} with {_LOST} in place of a letter that was lost earlier: different "
            "words may look the same."
        )


def _summary(sentence: str, terms: Sequence[tuple[str, int]]) -> str:
    """Fill in the number of answers, and name the first terms."""
    some = ", ".join([*(quote(term) for term, _ in terms[:_SHOWN]), *["..."] * (len(terms) > _SHOWN)])
    return f"{sentence.format(plural(sum(count for _, count in terms), 'answer'))} ({some})"
