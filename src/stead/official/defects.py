"""The defects of the official program, by task, in the order in which they are made harmless."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from stead.official import rewriting
from stead.official.item_lines import RewritableFiles
from stead.official.program_input import Task
from stead.official.rewriting import respelt


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
    rewriting.as_it_is,
)
_ZERO_COUNTS = Defect(
    "zero-count",
    "A gold term that nobody gave counts as a response, and an item with no other makes the program die.",
    None,
    rewriting.without_zero_counts,
)
_DECIMAL_WEIGHTS = Defect(
    "decimal-weight",
    "Gold weights are cut to their whole part.",
    None,
    rewriting.whole_weights,
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
        rewriting.numbered_ids,
    ),
    Defect(
        "stale-answer",
        "A blank answer re-uses the guesses of the last answered item, without counting as attempted.",
        "blank_{task}",
        rewriting.without_blank_answers,
    ),
    Defect("carriage-return", _CARRIAGE_RETURN, "crlf_{task}", rewriting.without_carriage_returns),
    Defect(
        "untrimmed-guess",
        "Spaces around a guess are part of it, which makes it wrong.",
        "space_after_semicolon_{task}",
        rewriting.trimmed_guesses,
    ),
    Defect(
        "empty-guess",
        "Leading and doubled semicolons are guesses.",
        "empty_guess_{task}",
        rewriting.without_empty_guesses,
    ),
    Defect("double-space", _DOUBLE_SPACE, "double_blank_gold_best", rewriting.single_spaces),
    Defect(
        "hyphenated-mode",
        "Answers lose their hyphens and the mode keeps its own, so a hyphenated mode is never hit.",
        "hyphen_mode_{task}",
        respelt(rewriting.hyphens_as_spaces),
    ),
    Defect(
        "pn-anywhere",
        "Gold terms that contain the letters pn anywhere are deleted.",
        "pn_inside_best",
        respelt(rewriting.name_letters_parted),
    ),
    Defect(
        "joined-non",
        "`non-x` and `non x` become `nonx` in the answer only.",
        "non_prefix_best",
        respelt(rewriting.prefix_kept_apart),
    ),
    Defect(
        "apostrophe",
        "One apostrophe is removed from every term, so the form without it is right as well.",
        "apostrophe_best",
        respelt(rewriting.apostrophes_spelt_out),
    ),
    Defect(
        "case",
        "Upper and lower case differ.",
        "capital_{task}",
        respelt(rewriting.lower_case),
    ),
    Defect("odd-characters", _OUTSIDE_ASCII, "odd_characters_best", respelt(rewriting.outsiders_spelt_out)),
    Defect("one-letter", _ONE_LETTER, "one_letter_best", respelt(rewriting.lengthened)),
    _DECIMAL_WEIGHTS,
    Defect("equal-gold-terms", _EQUAL_TERMS, "double_blank_gold_best", rewriting.equal_terms_merged),
    Defect("first-listed-mode", _FIRST_LISTED, "unsorted_gold_best", rewriting.heaviest_first),
)
_BEST_ONLY = (
    Defect(
        "repeated-guess",
        "A repeated guess counts in the numerator and in the denominator.",
        "dup_best",
        rewriting.repeats_removed,
    ),
)
_OOT_ONLY = (
    Defect(
        "repeated-guess",
        "A repeated guess is credited again for each copy.",
        "dup_oot",
        rewriting.repeats_replaced,
    ),
    Defect(
        "first-ten-written",
        "The ten guesses are the first ten as written, instead of the first ten different ones.",
        "dup_over_ten_oot",
        rewriting.replacements_removed,
    ),
)
_MULTIWORDS = (
    _LINE_FORM,
    _ZERO_COUNTS,
    Defect("id-not-a-number", "Ids must be numbers.", "malformed_mw", rewriting.numbered_ids),
    Defect("name-counted", "The mark pn of a proper name is a multiword like others.", None, rewriting.without_names),
    Defect(
        "blank-detected",
        "A blank answer counts as detected, though not as given.",
        "blank_mw",
        rewriting.without_blank_answers,
    ),
    Defect("carriage-return", _CARRIAGE_RETURN, "crlf_mw", rewriting.without_carriage_returns),
    Defect(
        "semicolon",
        "Semicolons are part of the multiword.",
        None,
        rewriting.first_guess_only,
    ),
    Defect(
        "untrimmed-guess",
        "Spaces around a multiword are part of it, which makes it wrong.",
        "trailing_blank_mw",
        rewriting.trimmed_guesses,
    ),
    Defect("double-space", _DOUBLE_SPACE, "double_blank_gold_best", rewriting.single_spaces),
    Defect("hyphen", "Hyphen and space differ.", "hyphen_mw", respelt(rewriting.hyphens_as_spaces)),
    Defect(
        "apostrophe",
        "One apostrophe is removed from the gold only, so it can never be matched.",
        "apostrophe_mw",
        respelt(rewriting.apostrophes_spelt_out),
    ),
    Defect("case", "Upper and lower case differ.", "capital_mw", respelt(rewriting.lower_case)),
    Defect("odd-characters", _OUTSIDE_ASCII, "odd_characters_best", respelt(rewriting.outsiders_spelt_out)),
    Defect("one-letter", _ONE_LETTER, "one_letter_best", respelt(rewriting.lengthened)),
    _DECIMAL_WEIGHTS,
    Defect("equal-gold-terms", _EQUAL_TERMS, "double_blank_gold_best", rewriting.equal_terms_merged),
    Defect("first-listed-mode", _FIRST_LISTED, "unsorted_gold_best", rewriting.heaviest_first),
)


def _of(task: Task, *defects: Defect) -> tuple[Defect, ...]:
    """Fill in the task in the names of the cases."""
    return tuple(replace(defect, case=defect.case and defect.case.format(task=task)) for defect in defects)


DEFECTS: dict[Task, tuple[Defect, ...]] = {
    "best": _of("best", *_SUBSTITUTES, *_BEST_ONLY),
    "oot": _of("oot", *_SUBSTITUTES, *_OOT_ONLY),
    "mw": _MULTIWORDS,
}
