"""Rewritings of gold and run, each of which makes one defect of the official program harmless and nothing else.

Terms that a defect would spoil are spelt otherwise, in the same way on both sides: `hypnotic` becomes `hyp__notic`.
Each takes the spelling of those before it for granted, so their order matters (`defects.py`).
"""

import math
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

from stead.explaining.sheet import Sheet
from stead.matching import parse_rules

Pieces = tuple[str, ...]

_OUTSIDE_WORDS = re.compile(r"[^\w ]", re.ASCII)
_FILLER = "__"  # a guess that no gold has
_LEAST_MULTIWORD = 2


def as_it_is(sheet: Sheet) -> Sheet:
    """Nothing more: the sheet holds only what stead reads."""
    return sheet


# ------------------------------------------------------------------------------------------------------ items


def ids_with_lexelts(sheet: Sheet) -> Sheet:
    """Items that share an id told apart."""
    return sheet.with_ids(lambda line: line.key)


def ids_in_digits(sheet: Sheet) -> Sheet:
    """Ids written as numbers."""
    numbers: dict[str, str] = {}
    return sheet.with_ids(lambda line: numbers.setdefault(line.key, str(len(numbers) + 1)))


# ----------------------------------------------------------------------------------------------- answers only


def without_blank_answers(sheet: Sheet) -> Sheet:
    """Lines without an answer left out."""
    return sheet.with_run(lambda pieces: pieces)


def trimmed_guesses(sheet: Sheet) -> Sheet:
    """Guesses without blanks around them."""
    return sheet.with_run(lambda pieces: (piece.strip() for piece in pieces))


def without_empty_guesses(sheet: Sheet) -> Sheet:
    """Only guesses that say something."""
    return sheet.with_run(lambda pieces: filter(None, pieces))


def first_guess_only(sheet: Sheet) -> Sheet:
    """The first of several multiwords, without semicolons."""
    return sheet.with_run(lambda pieces: [piece for piece in pieces if hyphens_as_blanks(piece)][:1])


def repeats_removed(sheet: Sheet) -> Sheet:
    """Each guess once."""
    return sheet.with_run(dict.fromkeys)


def repeats_replaced(sheet: Sheet) -> Sheet:
    """Each guess once, its repeats replaced by a wrong guess, so that the others keep their places."""

    def rewritten(pieces: Pieces) -> Iterable[str]:
        places = {piece: place for place, piece in reversed(list(enumerate(pieces)))}
        return (piece if places[piece] == place else _FILLER for place, piece in enumerate(pieces))

    return sheet.with_run(rewritten)


def replacements_removed(sheet: Sheet) -> Sheet:
    """The places of repeats given to the guesses behind them."""
    return sheet.with_run(lambda pieces: (piece for piece in pieces if piece != _FILLER))


# -------------------------------------------------------------------------------------------------- gold only


def without_zero_counts(sheet: Sheet) -> Sheet:
    """Only entries that somebody gave."""
    return sheet.with_gold(lambda entries: (entry for entry in entries if not entry.strip() or _weight(entry)))


def whole_weights(sheet: Sheet) -> Sheet:
    """Weights as whole numbers in the same proportion, all large enough for the item to be scored."""
    weights = [_weight(entry) for line in sheet.gold for entry in line.pieces]
    scale = math.lcm(*(weight.denominator for weight in weights)) * (2 if sheet.graded else 1)

    def rewritten(entries: Pieces) -> Iterable[str]:
        if sheet.task == "mw" and sheet.graded and all(_weight(entry) < _LEAST_MULTIWORD for entry in entries):
            return ()
        return (_entry(_term(entry), _weight(entry) * scale) for entry in entries)

    return sheet.with_gold(rewritten)


def equal_terms_merged(sheet: Sheet) -> Sheet:
    """Each term once in an item: counts add up, of graded weights the largest stays."""

    def rewritten(entries: Pieces) -> Iterable[str]:
        merged: dict[str, Fraction] = {}
        for entry in entries:
            earlier, weight = merged.get(_term(entry), Fraction(0)), _weight(entry)
            merged[_term(entry)] = max(earlier, weight) if sheet.graded else earlier + weight
        return (_entry(term, weight) for term, weight in merged.items())

    return sheet.with_gold(rewritten)


def heaviest_first(sheet: Sheet) -> Sheet:
    """Gold entries by falling weight."""
    return sheet.with_gold(lambda entries: sorted(entries, key=_weight, reverse=True))


# ----------------------------------------------------------------------------------------------- both sides


def without_carriage_returns(sheet: Sheet) -> Sheet:
    """Lines that end in a line feed alone."""

    def rewritten(pieces: Pieces) -> Pieces:
        return (*pieces[:-1], *(piece.removesuffix("\r") for piece in pieces[-1:]))

    return sheet.with_run(rewritten).with_gold(rewritten)


def single_blanks(sheet: Sheet) -> Sheet:
    """One blank between words, and between a gold term and its weight."""
    level = parse_rules("exact,blanks=level").level
    return sheet.with_run(lambda pieces: map(level, pieces)).with_gold(
        lambda entries: filter(None, map(level, entries))
    )


def respelt(spelling: Callable[[str], str]) -> Callable[[Sheet], Sheet]:
    """A rewriting of each term on both sides; a term of which nothing is left is left out."""

    def rewritten(sheet: Sheet) -> Sheet:
        spelt = cache(spelling)  # a file names the same terms over and over
        respelt_gold = sheet.with_gold(lambda entries: _respelt_entries(entries, spelt))
        return respelt_gold.with_run(lambda pieces: filter(None, map(spelt, pieces)))

    return rewritten


def _respelt_entries(entries: Pieces, spelling: Callable[[str], str]) -> Iterable[str]:
    parts = (entry.rsplit(None, 1) for entry in entries)
    return (f"{respelt_term} {weight}" for term, weight in parts if (respelt_term := spelling(term)))


def hyphens_as_blanks(term: str) -> str:
    """`look-up` as `look up`."""
    return _HYPHENS.level(term)


def name_letters_parted(term: str) -> str:
    """`hypnotic` without the letters p and n next to each other."""
    return re.sub("p(?=n)", lambda found: f"{found[0]}__", term, flags=re.IGNORECASE)


def prefix_kept_apart(term: str) -> str:
    """`non stop` without the prefix that would be joined."""
    return re.sub("^non(?= )", lambda found: f"{found[0]}__", term, flags=re.IGNORECASE)


def apostrophes_spelt_out(term: str) -> str:
    """`don't` without an apostrophe that could be removed."""
    return term.replace("'", _spelt_out("'"))


def lower_case(term: str) -> str:
    """Lower case, in composed characters."""
    return _LOWER_CASE.level(term)


def outsiders_spelt_out(term: str) -> str:
    """`café` in ASCII letters, digits and underscores."""
    return _OUTSIDE_WORDS.sub(lambda found: _spelt_out(found[0]), term)


def lengthened(term: str) -> str:
    """A one-letter term with a tail."""
    return f"{term}__" if len(term) == 1 else term


_HYPHENS = parse_rules("exact,hyphens=blank,blanks=level")
_LOWER_CASE = parse_rules("exact,unicode=nfc,case=lower")


def _spelt_out(character: str) -> str:
    return f"_{ord(character):x}_"


def _term(entry: str) -> str:
    return entry.rsplit(None, 1)[0]


def _weight(entry: str) -> Fraction:
    return Fraction(float(entry.rsplit(None, 1)[1]))


def _entry(term: str, weight: Fraction) -> str:
    return f"{term} {weight}"
