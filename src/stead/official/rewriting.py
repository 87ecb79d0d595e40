"""Rewrite gold and run: each rewriting makes one defect of the official program harmless, and changes nothing else.

Terms that a defect would spoil are spelt differently, in the same way on both sides: `hypnotic` becomes `hyp__notic`.
Each works alone, on the files as they are, or after those before it in `defects.py`.
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

# Hyphens and apostrophes are legible; other defects deal with them.
_OUTSIDE_WORDS = re.compile(r"[^\w\s'-]", re.ASCII)
_ONE_LETTER = re.compile(r"\w", re.ASCII)
_FILLER = "__"  # a guess that no gold has
_LEAST_MULTIWORD = 2


def as_it_is(files: RewritableFiles) -> RewritableFiles:
    """Change nothing: the files hold only what stead reads."""
    return files


# ------------------------------------------------------------------------------------------------------ items


def numbered_ids(files: RewritableFiles) -> RewritableFiles:
    """Replace ids by numbers, a different one for each item."""
    numbers: dict[str, str] = {}
    return files.with_ids(lambda line: numbers.setdefault(line.key, str(len(numbers) + 1)))


# ----------------------------------------------------------------------------------------------- answers only


def without_blank_answers(files: RewritableFiles) -> RewritableFiles:
    """Remove lines with an empty answer."""
    return files.without_blank_answers()


def trimmed_guesses(files: RewritableFiles) -> RewritableFiles:
    """Strip spaces around guesses, but not carriage returns, which are another defect."""
    return files.with_run(
        lambda pieces: (piece.removesuffix("\r").strip() + ("\r" * piece.endswith("\r")) for piece in pieces)
    )


def without_empty_guesses(files: RewritableFiles) -> RewritableFiles:
    """Remove empty guesses."""
    return files.with_run(lambda pieces: filter(None, pieces))


def first_guess_only(files: RewritableFiles) -> RewritableFiles:
    """Keep the first of several multiwords, without semicolons."""
    return files.with_run(lambda pieces: [piece for piece in pieces if hyphens_as_spaces(piece).strip()][:1])


def repeats_removed(files: RewritableFiles) -> RewritableFiles:
    """Remove repeated guesses."""
    return files.with_run(lambda pieces: (piece for piece in _repeats_marked(pieces) if piece is not None))


def repeats_replaced(files: RewritableFiles) -> RewritableFiles:
    """Replace repeated guesses by a wrong guess, so that the others keep their ranks."""
    return files.with_run(lambda pieces: (_FILLER if piece is None else piece for piece in _repeats_marked(pieces)))


def _repeats_marked(pieces: Pieces) -> Iterable[str | None]:
    """Replace guesses that the program takes for earlier ones by None; empty ones are another defect."""
    seen: set[str] = set()
    for piece in pieces:
        normalised = normalise_guess(piece)
        yield None if piece and normalised in seen else piece
        seen.add(normalised)


def replacements_removed(files: RewritableFiles) -> RewritableFiles:
    """Remove the replacements of repeated guesses, so that later guesses move up."""
    return files.with_run(lambda pieces: (piece for piece in pieces if piece != _FILLER))


# -------------------------------------------------------------------------------------------------- gold only


def without_names(files: RewritableFiles) -> RewritableFiles:
    """Remove NAME responses."""
    return files.without_names()


def without_zero_counts(files: RewritableFiles) -> RewritableFiles:
    """Remove entries with a count of 0."""
    return files.with_gold(lambda entries: (entry for entry in _written(entries) if _weight(entry)))


def whole_weights(files: RewritableFiles) -> RewritableFiles:
    """Scale weights to whole numbers that are large enough for the item to be scored."""
    weights = [_weight(entry) for line in files.gold for entry in _written(line.pieces)]
    scale = math.lcm(*(weight.denominator for weight in weights)) * (2 if files.graded else 1)

    def rewritten(entries: Pieces) -> Iterable[str]:
        written = _written(entries)
        if files.task == "mw" and files.graded and all(_weight(entry) < _LEAST_MULTIWORD for entry in written):
            return ()
        return (_reweighted(entry, _weight(entry) * scale) for entry in written)

    return files.with_gold(rewritten)


def equal_terms_merged(files: RewritableFiles) -> RewritableFiles:
    """Merge equal terms of an item: counts are added up; of graded weights the largest is taken."""

    def rewritten(entries: Pieces) -> Iterable[str]:
        merged: dict[str, str] = {}
        for entry in _written(entries):
            term, weight = _GoldEntry.of(entry).term, _weight(entry)
            if (earlier := merged.get(term)) is not None:
                weight = max(weight, _weight(earlier)) if files.graded else weight + _weight(earlier)
            merged[term] = _reweighted(earlier or entry, weight)
        return merged.values()

    return files.with_gold(rewritten)


def heaviest_first(files: RewritableFiles) -> RewritableFiles:
    """Sort gold entries by decreasing weight."""
    return files.with_gold(lambda entries: sorted(_written(entries), key=_weight, reverse=True))


# ----------------------------------------------------------------------------------------------- both sides


def without_carriage_returns(files: RewritableFiles) -> RewritableFiles:
    """Remove carriage returns before line feeds."""

    def rewritten(pieces: Pieces) -> Pieces:
        return (*pieces[:-1], *(piece.removesuffix("\r") for piece in pieces[-1:]))

    return files.with_run(rewritten).with_gold(rewritten)


def single_spaces(files: RewritableFiles) -> RewritableFiles:
    """Collapse spaces between words, and between a gold term and its weight."""
    level = _SINGLE_SPACES.normalise
    return files.with_run(lambda pieces: (_inside(piece, level) for piece in pieces)).with_gold(
        lambda entries: map(level, _written(entries))
    )


def respelt(spelling: Callable[[str], str]) -> Callable[[RewritableFiles], RewritableFiles]:
    """Make a rewriting of each term on both sides; a term that becomes empty is removed."""

    def rewritten(files: RewritableFiles) -> RewritableFiles:
        spelt = cache(lambda term: _inside(term, spelling))  # the same terms occur many times in a file
        respelt_gold = files.with_gold(lambda entries: _respelt_entries(entries, spelt))
        return respelt_gold.with_run(lambda pieces: (spelt(piece) for piece in pieces if spelt(piece) or not piece))

    return rewritten


def _respelt_entries(entries: Pieces, spelling: Callable[[str], str]) -> Iterable[str]:
    parts = (_GoldEntry.of(entry) for entry in _written(entries))
    return (f"{term}{part.gap}{part.weight}" for part in parts if (term := spelling(part.term)))


def hyphens_as_spaces(term: str) -> str:
    """Write `look-up` as `look up`."""
    parted = _HYPHENS.normalise(term)
    return term if parted == term else _SINGLE_SPACES.normalise(parted)


def name_letters_parted(term: str) -> str:
    """Separate the letters p and n, as in `hypnotic`."""
    return re.sub("p(?=n)", lambda match: f"{match[0]}__", term, flags=re.IGNORECASE)


def prefix_kept_apart(term: str) -> str:
    """Protect the prefix of `non stop`, which would be joined."""
    return re.sub("^non(?=[ -])", lambda match: f"{match[0]}__", term, flags=re.IGNORECASE)


def apostrophes_spelt_out(term: str) -> str:
    """Spell out apostrophes, as in `don't`, which could be removed."""
    return term.replace("'", _spelt_out("'"))


def lower_case(term: str) -> str:
    """Convert a term to lower case and NFC."""
    return _LOWER_CASE.normalise(term)


def outsiders_spelt_out(term: str) -> str:
    """Spell out characters outside ASCII words, as in `café`."""
    return _OUTSIDE_WORDS.sub(lambda match: _spelt_out(match[0]), term)


def lengthened(term: str) -> str:
    """Lengthen a one-letter term."""
    return f"{term}__" if _ONE_LETTER.fullmatch(term) else term


_HYPHENS = parse_rules("exact,hyphens=space")
_SINGLE_SPACES = parse_rules("exact,spaces=collapse")
_LOWER_CASE = parse_rules("exact,unicode=nfc,case=lower")


def _spelt_out(character: str) -> str:
    return f"_{ord(character):x}_"


def _inside(term: str, spelling: Callable[[str], str]) -> str:
    """Respell a term, keeping the spaces around it; empty if nothing is left of it."""
    core = term.strip()
    spelt = spelling(core)
    return term.replace(core, spelt, 1) if spelt else term if not core else ""


# ------------------------------------------------------------------------------------------------ gold entries


class _GoldEntry(NamedTuple):
    """A gold entry, split at the last space into term and weight."""

    term: str
    gap: str
    weight: str

    @classmethod
    def of(cls, entry: str) -> Self:
        term, weight = entry.strip().rsplit(None, 1)
        return cls(term, entry.strip()[len(term) : -len(weight)], weight)


def _written(entries: Pieces) -> list[str]:
    """Select the entries that are not empty."""
    return [entry for entry in entries if entry.strip()]


def _weight(entry: str) -> Fraction:
    return Fraction(float(_GoldEntry.of(entry).weight))


def _reweighted(entry: str, weight: Fraction) -> str:
    """Change the weight of an entry; one that has it already stays as it is."""
    if _weight(entry) == weight and weight.denominator > 1:
        return entry
    term, gap, _ = _GoldEntry.of(entry)
    return f"{term}{gap}{weight if weight.denominator == 1 else float(weight)}"
