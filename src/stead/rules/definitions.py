"""Definitions of the field, each once: when two substitutes are equal, the mode, gold multiwords, what counts.

Those of SemEval-2007 are by McCarthy and Navigli (2007, section 3), "SemEval-2007 Task 10: English Lexical Substitution
Task".
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Weights, starts_of
from stead.core.errors import UsageError
from stead.core.parameters import choice, configure, settings, validate

# ------------------------------------------------------------------------------------------------------- equal terms

_LONGEST_COMPOSED = 1_000
_HYPHENS_BEYOND_ASCII = frozenset("\N{HYPHEN}\N{NON-BREAKING HYPHEN}")
_HYPHENS_AS_SPACES = str.maketrans(dict.fromkeys({"-", *_HYPHENS_BEYOND_ASCII}, " "))
_APOSTROPHES = str.maketrans(
    dict.fromkeys("\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}", "'")
)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How terms are normalised before they are compared, and which answers count.

    The defaults are the preset `lenient`: Unicode NFC, lower case, hyphen = space, runs of spaces = one space.
    """

    unicode: str = choice(
        "nfc",
        {"nfc": "canonical composition", "nfkc": "compatibility forms too", "keep": "as written"},
        "Unicode form",
    )
    case: str = choice(
        "lower",
        {"lower": "lower case", "fold": "Unicode case folding", "keep": "as written"},
        "upper and lower case",
    )
    spaces: str = choice(
        "collapse",
        {"collapse": "trimmed, runs become one", "trim": "trimmed", "keep": "as written"},
        "spaces around and inside a term",
    )
    hyphens: str = choice("space", {"space": "read as spaces", "keep": "as written"}, "hyphens")
    apostrophes: str = choice(
        "keep",
        {"keep": "as written", "straighten": "typographic ones read as '", "drop": "removed"},
        "apostrophes",
    )
    lemmas: str = choice(
        "keep",
        {
            "keep": "as written",
            "wordnet": "the lemma that NLTK's WordNet lemmatiser gives for the target's part of speech; English",
        },
        "inflected forms",
    )
    spelling: str = choice(
        "keep",
        {"keep": "as written", "british": "American forms read as British"},
        "American and British spelling",
    )
    duplicates: str = choice(
        "once",
        {"once": "a repeat is ignored", "paid": "every copy is an answer", "error": "a repeat is refused"},
        "an answer given twice to one item",
    )
    target: str = choice(
        "keep", {"keep": "a term like others", "drop": "removed from gold and run"}, "the target itself"
    )
    gold_multiwords: str = choice(
        "keep", {"keep": "terms like others", "drop": "removed"}, "gold terms that contain a space"
    )
    run_multiwords: str = choice(
        "keep", {"keep": "answers like others", "drop": "removed"}, "answers that contain a space"
    )

    def __post_init__(self) -> None:
        validate(self)

    def normalise(self, term: str) -> str:
        """Normalise a term for comparison; lemmas, which depend on the target, are looked up before."""
        for step, how in self._steps_for_words if term.isascii() and term.isalnum() else self._steps:
            term = step(how, term)
        return term

    @cached_property
    def _steps(self) -> list[tuple["_Step", str]]:
        """The steps of normalisation that these rules ask for, each with the rule."""
        return [(step, getattr(self, name)) for name, step in _STEPS if getattr(self, name) != "keep"]

    @cached_property
    def _steps_for_words(self) -> list[tuple["_Step", str]]:
        """The steps that can change a word of ASCII letters and digits, as most terms are."""
        return [(step, how) for step, how in self._steps if step in {_normalise_case, _normalise_spelling}]

    def __str__(self) -> str:
        """The nearest preset and what differs from it, as `parse_rules` reads it: `lenient,apostrophes=drop`."""
        values = settings(self)
        nearest = min(PRESETS, key=lambda name: len(_differences(values, settings(PRESETS[name]))))
        changed = _differences(values, settings(PRESETS[nearest]))
        return ",".join([nearest, *(f"{name}={value}" for name, value in changed.items())])


def _differences(values: dict[str, str], other: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if other[name] != value}


_Step = Callable[[str, str], str]
"""Normalises a term (second) by a rule that is not `keep` (first)."""


def _normalise_unicode(form: str, term: str) -> str:
    """Normalise Unicode, except in very long texts: composing many combining marks takes quadratic time."""
    if term.isascii() or len(term) > _LONGEST_COMPOSED:
        return term
    return unicodedata.normalize("NFC" if form == "nfc" else "NFKC", term)


def _normalise_case(case: str, term: str) -> str:
    return term.lower() if case == "lower" else term.casefold()


def _normalise_apostrophes(apostrophes: str, term: str) -> str:
    term = term.translate(_APOSTROPHES)
    return term.replace("'", "") if apostrophes == "drop" else term


def _normalise_hyphens(_: str, term: str) -> str:
    return term.translate(_HYPHENS_AS_SPACES) if _has_hyphen(term) else term


def _normalise_spaces(spaces: str, term: str) -> str:
    return " ".join(term.split()) if spaces == "collapse" else term.strip()


def _normalise_spelling(_: str, term: str) -> str:
    from stead.rules.spelling import to_british  # noqa: PLC0415 (few rules need it)

    return to_british(term)


# The order matters: folding case can make an apostrophe, taking one out can bring letters and accents together, and
# hyphens become spaces before spaces are collapsed.
_STEPS: tuple[tuple[str, _Step], ...] = (
    ("unicode", _normalise_unicode),
    ("case", _normalise_case),
    ("apostrophes", _normalise_apostrophes),
    ("unicode", _normalise_unicode),
    ("hyphens", _normalise_hyphens),
    ("spaces", _normalise_spaces),
    ("spelling", _normalise_spelling),
)

PRESETS = {
    "lenient": Rules(),
    "exact": Rules(unicode="keep", case="keep", spaces="keep", hyphens="keep"),
    "semdis": Rules(case="keep", hyphens="keep"),
}


def parse_rules(text: str) -> Rules:
    """Read `lenient`, or `lenient,apostrophes=drop,duplicates=paid`; what `str` prints comes back equal."""
    preset, *changes = [part.strip() for part in text.split(",")]
    if preset not in PRESETS:
        raise UsageError(f"{preset!r} is not a matching preset; there are {', '.join(PRESETS)}.")
    pairs = [tuple(part.strip() for part in change.split("=", 1)) for change in changes]
    texts = {pair[0]: pair[-1] for pair in pairs}
    if len(texts) < len(pairs):
        raise UsageError(f"{text!r} gives a rule twice.")
    return configure(PRESETS[preset], texts)


@lru_cache(maxsize=8)
def rules_without_duplicates(rules: Rules) -> str:
    """The rules as a signature shows them: without duplicates, which are a part of their own."""
    return str(replace(rules, duplicates=Rules().duplicates))


def _has_hyphen(term: str) -> bool:
    return "-" in term or not (term.isascii() or _HYPHENS_BEYOND_ASCII.isdisjoint(term))


def is_compound(term: str) -> bool:
    """Whether a term, as written, contains a space or a hyphen: what GAP's users call a multiword."""
    return not term.isalnum() and (is_multiword(term) or _has_hyphen(term))


def is_multiword(term: str) -> bool:
    """Whether a term, as written, contains a space: hyphenated terms are single words."""
    return len(term.split(maxsplit=1)) > 1


# ------------------------------------------------------------------------------------ modes, multiwords, what counts

AGREED = 2
"""How many annotators must name a multiword for it to be gold."""


def has_mode(weights: Weights) -> BoolArray:
    r"""Whether one substitute of an item weighs strictly more than every other; weights are given largest first.

    .. math:: m_i = s \iff w_i(s) > 0 \land \forall t \neq s: w_i(s) > w_i(t)

    A single substitute is the mode if it weighs anything.
    """
    top = weights.first(2)
    return np.greater(top[:, 0], top[:, 1])


def is_mode(weights: Weights) -> BoolArray:
    """Which weights are those of a mode, as `has_mode` defines it; weights are given in any order."""
    largest = np.zeros(len(weights))
    np.maximum.at(largest, weights.owners, weights.values)
    on_top = (weights.values == largest[weights.owners]) & (weights.values > 0)
    alone = np.equal(weights.sum_by_list(on_top), 1)
    is_largest_alone: BoolArray = on_top & alone[weights.owners]
    return is_largest_alone


def has_gold_multiword(named: Weights) -> BoolArray:
    r"""Whether annotators agree on a multiword: the mode of those that they name, named by two or more.

    .. math:: \exists m_i \land w_i(m_i) \geq 2

    Given how many annotators name each multiword of an item, largest first.
    """
    return has_mode(named) & np.greater_equal(named.first(1)[:, 0], AGREED)


MIN_RESPONSES = 2
"""An item is scored if its substitutes were named this many times in all.

McCarthy and Navigli (2007, section 3): items "with 2 or more responses (non NIL or NAME)".
"""

_ROUNDING = 1e-9  # 0.1 + 0.7 reaches 0.8


def least_weight(*, graded: bool) -> float:
    """The default for the weight that an item needs to be scored.

    Counts are responses, of which SemEval-2007 asks for two; a graded gold is scored wherever it has any weight.
    """
    return 0.0 if graded else float(MIN_RESPONSES)


def weighs_enough(totals: FloatArray | IntArray, least: float) -> BoolArray:
    r"""Which items are scored, given their weights in all.

    .. math:: |H_i|_w > 0 \land |H_i|_w \geq least
    """
    return np.greater(totals, 0) & np.greater_equal(totals, least - _ROUNDING)


def merge_equal(indices: IntArray, weights: FloatArray, count: int, *, graded: bool) -> FloatArray:
    r"""The weights of `count` distinct substitutes; `indices` says which of them each weight belongs to.

    .. math:: w(s) = \sum_{t = s} w(t) \text{ for counts, } \max_{t = s} w(t) \text{ for graded weights}

    Annotators who give equal forms are counted together; of two grades for one substitute the higher counts.
    """
    if not graded:
        return np.bincount(indices, weights=weights, minlength=count).astype(np.float64)
    largest = np.zeros(count)
    np.maximum.at(largest, indices, weights)
    return largest


def majorities(grades: FloatArray, candidates: IntArray, count: int) -> FloatArray:
    """The majority grade of each of `count` candidates, given the candidate of each grade; 0 where there is no grade.

    That is what more than half of the raters say, or else the lower median: one good and one reasonable make
    reasonable. More than half of the grades always include the middle one, so that the lower median is both.
    """
    ordered = grades[np.lexsort((grades, candidates))]
    sizes = np.bincount(candidates, minlength=count)
    graded = sizes > 0
    medians = np.zeros(count)
    medians[graded] = ordered[(starts_of(sizes)[:-1] + (sizes - 1) // 2)[graded]]
    return medians
