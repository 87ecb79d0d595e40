"""When two substitutes are equal: the matching rules, and American and British spellings of the same word.

The table of spellings is ``spelling.txt`` beside this module. Its head explains the notation, what belongs in it, and
which pairs are left out and why. British is the side everything is mapped to; that choice is arbitrary, since two terms
are compared after both have been mapped.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType

from stead.core.errors import UsageError
from stead.core.parameters import choice, configure, settings, validate

TABLE = "spelling.txt"
STEM_ITSELF = "-"

_HEADING = re.compile(r"\[(?:pairs|(\w+) > (\w+))\](:.*)?")
# A word of a term ends at a space or a hyphen: the ASCII one, U+2010 or the non-breaking U+2011.
_WORD = re.compile("[^\\s\\-\u2010\u2011]+")


@dataclass(frozen=True)
class Family:
    """Words that differ in the same way, such as ``our`` for ``or``.

    ``[pairs]``, whose words have nothing in common, has the empty change.
    """

    british: str = ""
    american: str = ""
    endings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pair:
    """One form in its two spellings."""

    british: str
    american: str


@cache
def british_forms() -> Mapping[str, str]:
    """Return the table: every American form with its British form."""
    from importlib.resources import files  # noqa: PLC0415 (slow to import, and few rules need it)

    text = files("stead.rules").joinpath(TABLE).read_text(encoding="utf-8")
    return MappingProxyType(parse_table(text))


def to_british(term: str) -> str:
    """Spell a lower-cased term the British way, word by word.

    Words end at spaces and hyphens, which are kept; words without an entry are kept as they are.
    """
    forms = british_forms()
    return _WORD.sub(lambda match: forms.get(match[0], match[0]), term)


def parse_table(text: str) -> dict[str, str]:
    """Read a whole table and check that every form has one partner and one side."""
    british: dict[str, str] = {}
    american: dict[str, str] = {}
    for line_number, pair in _numbered_pairs(text):
        if pair.american in british or pair.british in american:
            raise ValueError(f"{TABLE}:{line_number}: {pair.british}/{pair.american} has a form of an earlier pair.")
        british[pair.american] = pair.british
        american[pair.british] = pair.american
    if both := sorted(british.keys() & american.keys()):
        raise ValueError(f"{TABLE}: American in one pair and British in another: {', '.join(both)}.")
    return british


def _numbered_pairs(text: str) -> Iterator[tuple[int, Pair]]:
    """Yield the pairs of all families, each with the number of its line."""
    family = Family()
    for line_number, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        try:
            if line.startswith("["):
                family = parse_heading(line)
            elif line:
                yield from ((line_number, pair) for pair in parse_entry(line, family))
        except ValueError as error:
            raise ValueError(f"{TABLE}:{line_number}: {error}") from error


def parse_heading(line: str) -> Family:
    """Read the heading of a family: ``[our > or]: - s`` or ``[pairs]: - s``."""
    match = _HEADING.fullmatch(line)
    if match is None:
        raise ValueError(f'expected "[british > american]: endings" or "[pairs]: endings", found "{line}".')
    british, american, endings = match.groups(default="")
    if british:
        _check_pair(british, american)
    return Family(british, american, _parse_endings(endings))


def parse_entry(line: str, family: Family) -> list[Pair]:
    """Read stems and their further endings, ``colour: ed ing ful``, into pairs."""
    stems, colon, endings = line.partition(":")
    if not stems.strip():
        raise ValueError(f'expected a stem before the colon, found "{line}".')
    all_endings = family.endings + _parse_endings(colon + endings)
    if not all_endings:
        raise ValueError(f'"{line}" has no endings: write ": -" if the words are whole.')
    return [
        Pair(british + ending, american + ending)
        for british, american in (_spell_stem(stem, family) for stem in stems.split())
        for ending in all_endings
    ]


def _spell_stem(stem: str, family: Family) -> tuple[str, str]:
    """Return the British and the American spelling of a stem, written out or by the change of its family."""
    british, equals, american = stem.partition("=")
    if not equals:
        american = _apply_change(british, family)
    _check_pair(british, american)
    return british, american


def _apply_change(stem: str, family: Family) -> str:
    """Apply the change of the family at its last occurrence in the stem."""
    if not family.british:
        raise ValueError(f'"{stem}" has no partner: expected "british=american" in [pairs].')
    before, changed, after = stem.rpartition(family.british)
    if not changed:
        raise ValueError(f'"{stem}" has no "{family.british}" to change: write "british=american" or correct it.')
    return before + family.american + after


def _check_pair(british: str, american: str) -> None:
    """Demand two different spellings, in lower-case letters."""
    for spelling in (british, american):
        if not (spelling.isalpha() and spelling.islower()):
            raise ValueError(f'expected lower-case letters, found "{spelling}".')
    if british == american:
        raise ValueError(f'"{british}" is the same on both sides.')


def _parse_endings(text: str) -> tuple[str, ...]:
    """Read what follows stems or a heading: nothing, or a colon and endings."""
    endings = text.removeprefix(":").split()
    if text and not endings:
        raise ValueError('expected endings after the colon, found nothing; "-" is the stem itself.')
    for ending in endings:
        if ending != STEM_ITSELF and not (ending.isalpha() and ending.islower()):
            raise ValueError(f'expected endings in lower-case letters or "-", found "{ending}".')
    return tuple("" if ending == STEM_ITSELF else ending for ending in endings)


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
        if term.isascii() and term.isalnum():  # most terms, of which nothing else can change
            return _normalise_spelling(self, _normalise_case(self, term))
        for step in _STEPS:
            term = step(self, term)
        return term

    def __str__(self) -> str:
        """The nearest preset and what differs from it, as `parse_rules` reads it: `lenient,apostrophes=drop`."""
        values = settings(self)
        nearest = min(PRESETS, key=lambda name: len(_differences(values, settings(PRESETS[name]))))
        changed = _differences(values, settings(PRESETS[nearest]))
        return ",".join([nearest, *(f"{name}={value}" for name, value in changed.items())])


def _differences(values: dict[str, str], other: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if other[name] != value}


def _normalise_unicode(rules: Rules, term: str) -> str:
    """Normalise Unicode, except in very long texts: composing many combining marks takes quadratic time."""
    if term.isascii() or rules.unicode == "keep" or len(term) > _LONGEST_COMPOSED:
        return term
    return unicodedata.normalize("NFC" if rules.unicode == "nfc" else "NFKC", term)


def _normalise_case(rules: Rules, term: str) -> str:
    match rules.case:
        case "lower":
            return term.lower()
        case "fold":
            return term.casefold()
        case _:
            return term


def _normalise_apostrophes(rules: Rules, term: str) -> str:
    if rules.apostrophes == "keep":
        return term
    term = term.translate(_APOSTROPHES)
    return term.replace("'", "") if rules.apostrophes == "drop" else term


def _normalise_hyphens(rules: Rules, term: str) -> str:
    return term.translate(_HYPHENS_AS_SPACES) if rules.hyphens == "space" and _has_hyphen(term) else term


def _normalise_spaces(rules: Rules, term: str) -> str:
    match rules.spaces:
        case "collapse":
            return " ".join(term.split())
        case "trim":
            return term.strip()
        case _:
            return term


def _normalise_spelling(rules: Rules, term: str) -> str:
    if rules.spelling != "british":
        return term
    return to_british(term)


# The order matters: folding case can make an apostrophe, taking one out can bring letters and accents together, and
# hyphens become spaces before spaces are collapsed.
_STEPS: tuple[Callable[[Rules, str], str], ...] = (
    _normalise_unicode,
    _normalise_case,
    _normalise_apostrophes,
    _normalise_unicode,
    _normalise_hyphens,
    _normalise_spaces,
    _normalise_spelling,
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
