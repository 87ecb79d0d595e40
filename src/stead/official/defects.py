"""The defects of the official program, by task, each with the rewriting of gold and run that makes it harmless.

A rewriting changes nothing else. Terms that a defect would spoil are spelt differently, in the same way on both sides:
`hypnotic` becomes `hyp__notic`. Each works alone, on the files as they are, or after those before it in `DEFECTS`.
"""

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple, Self

from stead.official.item_lines import RewritableFiles
from stead.official.program_input import Task, normalise_guess
from stead.rules.definitions import parse_rules

Pieces = tuple[str, ...]

# Hyphens and apostrophes are legible; other defects deal with them.
_OUTSIDE_WORDS = re.compile(r"[^\w\s'-]", re.ASCII)
_WORD_CHARACTER = re.compile(r"\w", re.ASCII)
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
    return f"{term}__" if _WORD_CHARACTER.fullmatch(term) else term


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


# ---------------------------------------------------------------------------------------------------------- defects


@dataclass(frozen=True, slots=True)
class Defect:
    """A behaviour of the official program that stead corrects."""

    name: str
    explanation: str
    """A sentence on what the official program does."""
    case: str | None
    """The case that shows it in docs/reference/differences.md, if that page has a row for it."""
    harmless: Callable[[RewritableFiles], RewritableFiles]
    """Rewrites the files so that the defect has no effect; alone, or after those before it."""


_LINE_FORM = Defect(
    "line-form",
    "Takes other lines for well-formed, and the last of two gold lines for an item.",
    None,
    as_it_is,
)
_ZERO_COUNTS = Defect(
    "zero-count",
    "A gold term that nobody gave counts as a response, and an item with no other makes the program die.",
    None,
    without_zero_counts,
)
_DECIMAL_WEIGHTS = Defect(
    "decimal-weight",
    "Gold weights are cut to their whole part.",
    None,
    whole_weights,
)
_CARRIAGE_RETURN = "The carriage return of a CR LF line stays in the last guess."
_ONE_LETTER = "One-letter gold terms are dropped, the item stays in the total."
_OUTSIDE_ASCII = "Gold terms are cut at, or lost for, characters outside ASCII words."
_DOUBLE_SPACE = "Two spaces before a count, or inside a term, spoil the term."
_EQUAL_TERMS = "Of a repeated gold term only the last count is used, instead of the sum."
_FIRST_LISTED = "The first listed gold term is taken for the mode, instead of the heaviest."


_SUBSTITUTES = (
    _LINE_FORM,
    _ZERO_COUNTS,
    Defect(
        "shared-id",
        "Items of different targets that share an id are taken for one.",
        None,
        numbered_ids,
    ),
    Defect(
        "stale-answer",
        "A blank answer re-uses the guesses of the last answered item, without counting as attempted.",
        "blank_{task}",
        without_blank_answers,
    ),
    Defect("carriage-return", _CARRIAGE_RETURN, "crlf_{task}", without_carriage_returns),
    Defect(
        "untrimmed-guess",
        "Spaces around a guess are part of it, which makes it wrong.",
        "space_after_semicolon_{task}",
        trimmed_guesses,
    ),
    Defect(
        "empty-guess",
        "Leading and doubled semicolons are guesses.",
        "empty_guess_{task}",
        without_empty_guesses,
    ),
    Defect("double-space", _DOUBLE_SPACE, "double_blank_gold_best", single_spaces),
    Defect(
        "hyphenated-mode",
        "Answers lose their hyphens and the mode keeps its own, so a hyphenated mode is never hit.",
        "hyphen_mode_{task}",
        respelt(hyphens_as_spaces),
    ),
    Defect(
        "pn-anywhere",
        "Gold terms that contain the letters pn anywhere are deleted.",
        "pn_inside_best",
        respelt(name_letters_parted),
    ),
    Defect(
        "joined-non",
        "`non-x` and `non x` become `nonx` in the answer only.",
        "non_prefix_best",
        respelt(prefix_kept_apart),
    ),
    Defect(
        "apostrophe",
        "One apostrophe is removed from every term, so the form without it is right as well.",
        "apostrophe_best",
        respelt(apostrophes_spelt_out),
    ),
    Defect(
        "case",
        "Upper and lower case differ.",
        "capital_{task}",
        respelt(lower_case),
    ),
    Defect("odd-characters", _OUTSIDE_ASCII, "odd_characters_best", respelt(outsiders_spelt_out)),
    Defect("one-letter", _ONE_LETTER, "one_letter_best", respelt(lengthened)),
    _DECIMAL_WEIGHTS,
    Defect("equal-gold-terms", _EQUAL_TERMS, "double_blank_gold_best", equal_terms_merged),
    Defect("first-listed-mode", _FIRST_LISTED, "unsorted_gold_best", heaviest_first),
)
_BEST_ONLY = (
    Defect(
        "repeated-guess",
        "A repeated guess counts in the numerator and in the denominator.",
        "dup_best",
        repeats_removed,
    ),
)
_OOT_ONLY = (
    Defect(
        "repeated-guess",
        "A repeated guess is credited again for each copy.",
        "dup_oot",
        repeats_replaced,
    ),
    Defect(
        "first-ten-written",
        "The ten guesses are the first ten as written, instead of the first ten different ones.",
        "dup_over_ten_oot",
        replacements_removed,
    ),
)
_MULTIWORDS = (
    _LINE_FORM,
    _ZERO_COUNTS,
    Defect("id-not-a-number", "Ids must be numbers.", "malformed_mw", numbered_ids),
    Defect("name-counted", "The mark pn of a proper name is a multiword like others.", None, without_names),
    Defect(
        "blank-detected",
        "A blank answer counts as detected, though not as given.",
        "blank_mw",
        without_blank_answers,
    ),
    Defect("carriage-return", _CARRIAGE_RETURN, "crlf_mw", without_carriage_returns),
    Defect(
        "semicolon",
        "Semicolons are part of the multiword.",
        None,
        first_guess_only,
    ),
    Defect(
        "untrimmed-guess",
        "Spaces around a multiword are part of it, which makes it wrong.",
        "trailing_blank_mw",
        trimmed_guesses,
    ),
    Defect("double-space", _DOUBLE_SPACE, "double_blank_gold_best", single_spaces),
    Defect("hyphen", "Hyphen and space differ.", "hyphen_mw", respelt(hyphens_as_spaces)),
    Defect(
        "apostrophe",
        "One apostrophe is removed from the gold only, so it can never be matched.",
        "apostrophe_mw",
        respelt(apostrophes_spelt_out),
    ),
    Defect("case", "Upper and lower case differ.", "capital_mw", respelt(lower_case)),
    Defect("odd-characters", _OUTSIDE_ASCII, "odd_characters_best", respelt(outsiders_spelt_out)),
    Defect("one-letter", _ONE_LETTER, "one_letter_best", respelt(lengthened)),
    _DECIMAL_WEIGHTS,
    Defect("equal-gold-terms", _EQUAL_TERMS, "double_blank_gold_best", equal_terms_merged),
    Defect("first-listed-mode", _FIRST_LISTED, "unsorted_gold_best", heaviest_first),
)


def _of(task: Task, *defects: Defect) -> tuple[Defect, ...]:
    """Fill in the task in the names of the cases."""
    return tuple(replace(defect, case=defect.case and defect.case.format(task=task)) for defect in defects)


DEFECTS: dict[Task, tuple[Defect, ...]] = {
    "best": _of("best", *_SUBSTITUTES, *_BEST_ONLY),
    "oot": _of("oot", *_SUBSTITUTES, *_OOT_ONLY),
    "mw": _MULTIWORDS,
}
