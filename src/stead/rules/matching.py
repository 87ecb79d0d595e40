"""The rules of matching: one immutable value, declared parameter by parameter."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from stead.core.errors import UsageError
from stead.core.parameters import choice, configured, settings, validate

_LONGEST_COMPOSED = 1_000
_HYPHENS_BEYOND_ASCII = frozenset("\N{HYPHEN}\N{NON-BREAKING HYPHEN}")
_HYPHENS_AS_BLANKS = str.maketrans(dict.fromkeys({"-", *_HYPHENS_BEYOND_ASCII}, " "))
_APOSTROPHES = str.maketrans(
    dict.fromkeys("\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}", "'")
)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How terms are levelled before they are compared, and which answers count.

    The defaults are the preset `lenient`: Unicode NFC, lower case, hyphen = blank, runs of blanks = one blank.
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
    blanks: str = choice(
        "level",
        {"level": "trimmed, runs become one", "trim": "trimmed", "keep": "as written"},
        "blanks around and inside a term",
    )
    hyphens: str = choice("blank", {"blank": "read as blanks", "keep": "as written"}, "hyphens")
    apostrophes: str = choice(
        "keep",
        {"keep": "as written", "level": "typographic ones read as '", "drop": "removed"},
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
        "keep", {"keep": "terms like others", "drop": "removed"}, "gold terms that contain a blank"
    )
    run_multiwords: str = choice(
        "keep", {"keep": "answers like others", "drop": "removed"}, "answers that contain a blank"
    )

    def __post_init__(self) -> None:
        validate(self)

    def level(self, term: str) -> str:
        """The form in which a term is compared; lemmas, which depend on the target, are found before."""
        for step in _STEPS:
            term = step(self, term)
        return term

    def __str__(self) -> str:
        """The nearest preset and what differs from it, as `parse_rules` reads it: `lenient,apostrophes=drop`."""
        own = settings(self)
        nearest = min(PRESETS, key=lambda name: len(_differences(own, settings(PRESETS[name]))))
        changed = _differences(own, settings(PRESETS[nearest]))
        return ",".join([nearest, *(f"{name}={value}" for name, value in changed.items())])


def _differences(own: dict[str, str], other: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in own.items() if other[name] != value}


def _level_unicode(rules: Rules, term: str) -> str:
    """Except for texts that are no terms: a long row of combining marks takes time in proportion to its square."""
    if term.isascii() or rules.unicode == "keep" or len(term) > _LONGEST_COMPOSED:
        return term
    return unicodedata.normalize("NFC" if rules.unicode == "nfc" else "NFKC", term)


def _level_case(rules: Rules, term: str) -> str:
    match rules.case:
        case "lower":
            return term.lower()
        case "fold":
            return term.casefold()
        case _:
            return term


def _level_apostrophes(rules: Rules, term: str) -> str:
    if rules.apostrophes == "keep":
        return term
    term = term.translate(_APOSTROPHES)
    return term.replace("'", "") if rules.apostrophes == "drop" else term


def _level_hyphens(rules: Rules, term: str) -> str:
    return term.translate(_HYPHENS_AS_BLANKS) if rules.hyphens == "blank" and _has_hyphen(term) else term


def _level_blanks(rules: Rules, term: str) -> str:
    match rules.blanks:
        case "level":
            return " ".join(term.split())
        case "trim":
            return term.strip()
        case _:
            return term


def _level_spelling(rules: Rules, term: str) -> str:
    if rules.spelling != "british":
        return term
    from stead.rules.spelling import to_british  # noqa: PLC0415 (a large table, for one rule)

    return to_british(term)


# The order matters: folding case can make an apostrophe, taking one out can bring letters and accents together, and
# hyphens become blanks before blanks are levelled.
_STEPS: tuple[Callable[[Rules, str], str], ...] = (
    _level_unicode,
    _level_case,
    _level_apostrophes,
    _level_unicode,
    _level_hyphens,
    _level_blanks,
    _level_spelling,
)

PRESETS = {
    "lenient": Rules(),
    "exact": Rules(unicode="keep", case="keep", blanks="keep", hyphens="keep"),
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
    return configured(PRESETS[preset], texts)


@lru_cache(maxsize=8)
def but_duplicates(rules: Rules) -> str:
    """The rules as signatures show them, which name what is done with duplicates apart."""
    return str(replace(rules, duplicates=Rules().duplicates))


def _has_hyphen(term: str) -> bool:
    return "-" in term or not (term.isascii() or _HYPHENS_BEYOND_ASCII.isdisjoint(term))


def is_compound(term: str) -> bool:
    """Whether a term, as written, contains a blank or a hyphen: what GAP's users call a multiword."""
    return is_multiword(term) or _has_hyphen(term)


def is_multiword(term: str) -> bool:
    """Whether a term, as written, contains a blank: hyphenated terms are single words."""
    return len(term.split(maxsplit=1)) > 1
