"""Substitutes that look as if something else was meant: NIL, NAME, several words, or a letter that got lost."""

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from stead.core.arrays import IntArray
from stead.core.text import plural
from stead.formats import quote
from stead.golds.typed import Problem, reading_of

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


def notes_on_lookalikes(
    place: str, vocabulary: Sequence[str], codes: IntArray, languages: Collection[str] = ()
) -> Iterator[str]:
    """What such substitutes there are; `codes` are the places of the answers in the vocabulary."""
    counts = np.bincount(codes, minlength=len(vocabulary)).tolist()
    used = sorted((term, count) for term, count in zip(vocabulary, counts, strict=True) if count)
    found: dict[Problem, list[tuple[str, int]]] = {}
    for term, count in used:
        problem = reading_of(term, languages).problem
        if problem is not None:
            found.setdefault(problem, []).append((term, count))
    marked = [(*each, mark) for problem, mark in _MARKS.items() for each in found.get(problem, ())]
    for term, count, mark in sorted(marked):
        yield (
            f"{place}: {quote(term)} stands among the substitutes ({plural(count, 'answer')}) and is counted as a "
            f"word; if {mark} is meant, mark it as {mark}."
        )
    for problem, sentence in _SENTENCES.items():
        if problem in found:
            yield f"{place}: {_summary(sentence, found[problem])}: counted as written."
    lost = sum(count for term, count in used if _LOST in term)
    if lost:
        yield (
            f"{place}: {plural(lost, 'answer')} with {_LOST} in the stead of a letter that was lost before: different "
            "words may look the same."
        )


def _summary(sentence: str, terms: Sequence[tuple[str, int]]) -> str:
    """How many answers, and the first of them."""
    some = ", ".join([*(quote(term) for term, _ in terms[:_SHOWN]), *["..."] * (len(terms) > _SHOWN)])
    return f"{sentence.format(plural(sum(count for _, count in terms), 'answer'))} ({some})"
