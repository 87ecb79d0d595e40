"""American and British spellings of the same word.

The table of spellings is ``spelling.txt`` beside this module. Its head explains the notation, what belongs in it, and
which pairs are left out and why. British is the side everything is mapped to; that choice is arbitrary, since two terms
are compared after both have been mapped.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import combining, normalize

TABLE = "spelling.txt"
STEM_ITSELF = "-"

_HEADING = re.compile(r"\[(?:pairs|(\w+) > (\w+))\](:.*)?")
# A word of a term ends at a space or a hyphen: the ASCII one, U+2010 or the non-breaking U+2011.
_WORD = re.compile("[^\\s\\-\u2010\u2011]+")


class Family(NamedTuple):
    """Words that differ in the same way, such as ``our`` for ``or``.

    ``[pairs]``, whose words have nothing in common, has the empty change.
    """

    british: str = ""
    american: str = ""
    endings: tuple[str, ...] = ()


class Pair(NamedTuple):
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


@cache
def american_forms() -> Mapping[str, str]:
    """Return the table the other way round: every British form with its American form."""
    return MappingProxyType({british: american for american, british in british_forms().items()})


def to_american(term: str) -> str:
    """Spell a lower-cased term the American way, word by word."""
    forms = american_forms()
    return _WORD.sub(lambda match: forms.get(match[0], match[0]), term)


@lru_cache(1 << 16)
def spelling_key(term: str, language: str = "en") -> str:
    """Reduce a term to what its spellings share: British, in lower case, without accents, hyphens and spaces.

    In other languages accents make other words: `schön` is not `schon`.
    """
    lower = term.lower()
    if language not in {"", "en"}:
        return "".join(filter(str.isalpha, normalize("NFC", lower)))
    if lower.isascii() and lower.isalpha():  # most terms
        return british_forms().get(lower, lower)
    return "".join(filter(str.isalpha, to_british(_without_accents(lower))))


_SHORTEST_HALF = 2


def other_spellings(term: str) -> Iterator[str]:
    """Yield other spellings of a term that a lexicon may have instead: without accents, British, hyphenated or not.

    A word may be two in a lexicon (`videogame`, `coworker`), wherever the second begins.
    """
    plain = _without_accents(term.lower())
    forms = (plain, to_british(plain), *filter(None, (american_forms().get(plain),)))
    joined = ((form, *_joined(form)) if "-" in form or " " in form else (form,) for form in forms)
    spellings = chain(chain.from_iterable(joined), _halves(plain))
    yield from dict.fromkeys(spellings)  # each once: a lexicon is asked for all of them


def _joined(form: str) -> Iterator[str]:
    for old, new in (("-", " "), ("-", ""), (" ", "-"), (" ", "")):
        yield form.replace(old, new)


def _halves(word: str) -> Iterator[str]:
    if word.isalpha():
        for at in range(_SHORTEST_HALF, len(word) - _SHORTEST_HALF + 1):
            yield from (f"{word[:at]}-{word[at:]}", f"{word[:at]} {word[at:]}")


def _without_accents(term: str) -> str:
    return "".join(letter for letter in normalize("NFD", term) if not combining(letter))


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
