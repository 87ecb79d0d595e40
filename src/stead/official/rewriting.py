"""Rewritings of gold and run, each of which makes one defect of the official program harmless and nothing else.

Terms that a defect would spoil are spelt otherwise, in the same way on both sides: `hypnotic` becomes `hyp__notic`.
Each may stand alone, on the files as they are, or follow those before it in `defects.py`.
"""

import math
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple, Self

from stead.official.item_lines import RewritableFiles
from stead.official.program_input import normalise_guess
from stead.rules.matching import parse_rules

Pieces = tuple[str, ...]

# Hyphens and apostrophes are legible, and what they do is other defects' doing.
_OUTSIDE_WORDS = re.compile(r"[^\w\s'-]", re.ASCII)
_ONE_LETTER = re.compile(r"\w", re.ASCII)
_FILLER = "__"  # a guess that no gold has
_LEAST_MULTIWORD = 2


def as_it_is(sheet: RewritableFiles) -> RewritableFiles:
    """Nothing more: the sheet holds only what stead reads."""
    return sheet


# ------------------------------------------------------------------------------------------------------ items


def numbered_ids(sheet: RewritableFiles) -> RewritableFiles:
    """Ids written as numbers, another one for each item."""
    numbers: dict[str, str] = {}
    return sheet.with_ids(lambda line: numbers.setdefault(line.key, str(len(numbers) + 1)))


# ----------------------------------------------------------------------------------------------- answers only


def without_blank_answers(sheet: RewritableFiles) -> RewritableFiles:
    """Lines without an answer left out."""
    return sheet.without_blank_answers()


def trimmed_guesses(sheet: RewritableFiles) -> RewritableFiles:
    """Guesses without blanks around them; a carriage return is another matter."""
    return sheet.with_run(
        lambda pieces: (piece.removesuffix("\r").strip() + ("\r" * piece.endswith("\r")) for piece in pieces)
    )


def without_empty_guesses(sheet: RewritableFiles) -> RewritableFiles:
    """Only guesses that say something."""
    return sheet.with_run(lambda pieces: filter(None, pieces))


def first_guess_only(sheet: RewritableFiles) -> RewritableFiles:
    """The first of several multiwords, without semicolons."""
    return sheet.with_run(lambda pieces: [piece for piece in pieces if hyphens_as_blanks(piece).strip()][:1])


def repeats_removed(sheet: RewritableFiles) -> RewritableFiles:
    """Each guess once."""
    return sheet.with_run(lambda pieces: (piece for piece in _repeats_marked(pieces) if piece is not None))


def repeats_replaced(sheet: RewritableFiles) -> RewritableFiles:
    """Each guess once, its repeats replaced by a wrong guess, so that the others keep their places."""
    return sheet.with_run(lambda pieces: (_FILLER if piece is None else piece for piece in _repeats_marked(pieces)))


def _repeats_marked(pieces: Pieces) -> Iterable[str | None]:
    """The guesses, None in place of one that the program takes for an earlier one; empty ones are left to others."""
    seen: set[str] = set()
    for piece in pieces:
        levelled = normalise_guess(piece)
        yield None if piece and levelled in seen else piece
        seen.add(levelled)


def replacements_removed(sheet: RewritableFiles) -> RewritableFiles:
    """The places of repeats given to the guesses after them."""
    return sheet.with_run(lambda pieces: (piece for piece in pieces if piece != _FILLER))


# -------------------------------------------------------------------------------------------------- gold only


def without_names(sheet: RewritableFiles) -> RewritableFiles:
    """No NAME responses."""
    return sheet.without_names()


def without_zero_counts(sheet: RewritableFiles) -> RewritableFiles:
    """Only entries that somebody gave."""
    return sheet.with_gold(lambda entries: (entry for entry in _written(entries) if _weight(entry)))


def whole_weights(sheet: RewritableFiles) -> RewritableFiles:
    """Weights as whole numbers in the same proportion, all large enough for the item to be scored."""
    weights = [_weight(entry) for line in sheet.gold for entry in _written(line.pieces)]
    scale = math.lcm(*(weight.denominator for weight in weights)) * (2 if sheet.graded else 1)

    def rewritten(entries: Pieces) -> Iterable[str]:
        written = _written(entries)
        if sheet.task == "mw" and sheet.graded and all(_weight(entry) < _LEAST_MULTIWORD for entry in written):
            return ()
        return (_reweighted(entry, _weight(entry) * scale) for entry in written)

    return sheet.with_gold(rewritten)


def equal_terms_merged(sheet: RewritableFiles) -> RewritableFiles:
    """Each term once in an item: counts add up, of graded weights the largest stays."""

    def rewritten(entries: Pieces) -> Iterable[str]:
        merged: dict[str, str] = {}
        for entry in _written(entries):
            term, weight = _GoldEntry.of(entry).term, _weight(entry)
            if (earlier := merged.get(term)) is not None:
                weight = max(weight, _weight(earlier)) if sheet.graded else weight + _weight(earlier)
            merged[term] = _reweighted(earlier or entry, weight)
        return merged.values()

    return sheet.with_gold(rewritten)


def heaviest_first(sheet: RewritableFiles) -> RewritableFiles:
    """Gold entries by falling weight."""
    return sheet.with_gold(lambda entries: sorted(_written(entries), key=_weight, reverse=True))


# ----------------------------------------------------------------------------------------------- both sides


def without_carriage_returns(sheet: RewritableFiles) -> RewritableFiles:
    """Lines that end in a line feed alone."""

    def rewritten(pieces: Pieces) -> Pieces:
        return (*pieces[:-1], *(piece.removesuffix("\r") for piece in pieces[-1:]))

    return sheet.with_run(rewritten).with_gold(rewritten)


def single_blanks(sheet: RewritableFiles) -> RewritableFiles:
    """One blank between words, and between a gold term and its weight."""
    level = _SINGLE_SPACES.normalise
    return sheet.with_run(lambda pieces: (_inside(piece, level) for piece in pieces)).with_gold(
        lambda entries: map(level, _written(entries))
    )


def respelt(spelling: Callable[[str], str]) -> Callable[[RewritableFiles], RewritableFiles]:
    """A rewriting of each term on both sides; a term of which nothing is left is left out."""

    def rewritten(sheet: RewritableFiles) -> RewritableFiles:
        spelt = cache(lambda term: _inside(term, spelling))  # a file names the same terms over and over
        respelt_gold = sheet.with_gold(lambda entries: _respelt_entries(entries, spelt))
        return respelt_gold.with_run(lambda pieces: (spelt(piece) for piece in pieces if spelt(piece) or not piece))

    return rewritten


def _respelt_entries(entries: Pieces, spelling: Callable[[str], str]) -> Iterable[str]:
    parts = (_GoldEntry.of(entry) for entry in _written(entries))
    return (f"{term}{part.gap}{part.weight}" for part in parts if (term := spelling(part.term)))


def hyphens_as_blanks(term: str) -> str:
    """`look-up` as `look up`."""
    parted = _HYPHENS.normalise(term)
    return term if parted == term else _SINGLE_SPACES.normalise(parted)


def name_letters_parted(term: str) -> str:
    """`hypnotic` without the letters p and n next to each other."""
    return re.sub("p(?=n)", lambda found: f"{found[0]}__", term, flags=re.IGNORECASE)


def prefix_kept_apart(term: str) -> str:
    """`non stop` without the prefix that would be joined."""
    return re.sub("^non(?=[ -])", lambda found: f"{found[0]}__", term, flags=re.IGNORECASE)


def apostrophes_spelt_out(term: str) -> str:
    """`don't` without an apostrophe that could be removed."""
    return term.replace("'", _spelt_out("'"))


def lower_case(term: str) -> str:
    """Lower case, in composed characters."""
    return _LOWER_CASE.normalise(term)


def outsiders_spelt_out(term: str) -> str:
    """`café` in ASCII letters, digits and underscores."""
    return _OUTSIDE_WORDS.sub(lambda found: _spelt_out(found[0]), term)


def lengthened(term: str) -> str:
    """A one-letter term with a tail."""
    return f"{term}__" if _ONE_LETTER.fullmatch(term) else term


_HYPHENS = parse_rules("exact,hyphens=space")
_SINGLE_SPACES = parse_rules("exact,spaces=collapse")
_LOWER_CASE = parse_rules("exact,unicode=nfc,case=lower")


def _spelt_out(character: str) -> str:
    return f"_{ord(character):x}_"


def _inside(term: str, spelling: Callable[[str], str]) -> str:
    """A term spelt otherwise, the blanks around it as they were; nothing if nothing is left of it."""
    core = term.strip()
    spelt = spelling(core)
    return term.replace(core, spelt, 1) if spelt else term if not core else ""


# ------------------------------------------------------------------------------------------------ gold entries


class _GoldEntry(NamedTuple):
    """A gold entry taken apart: the weight is what follows the last blank."""

    term: str
    gap: str
    weight: str

    @classmethod
    def of(cls, entry: str) -> Self:
        term, weight = entry.strip().rsplit(None, 1)
        return cls(term, entry.strip()[len(term) : -len(weight)], weight)


def _written(entries: Pieces) -> list[str]:
    """The entries that are not blank."""
    return [entry for entry in entries if entry.strip()]


def _weight(entry: str) -> Fraction:
    return Fraction(float(_GoldEntry.of(entry).weight))


def _reweighted(entry: str, weight: Fraction) -> str:
    """The same entry with another weight; one that has it already stays as it is."""
    if _weight(entry) == weight and weight.denominator > 1:
        return entry
    term, gap, _ = _GoldEntry.of(entry)
    return f"{term}{gap}{weight if weight.denominator == 1 else float(weight)}"
