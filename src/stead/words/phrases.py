"""Which word of an English phrase is inflected: `look after`, `piece of cake`, `mother-in-law`."""

import re
from collections.abc import Sequence

from stead.words.tables import word_set

_PREPOSITIONS = word_set(
    """
    about above across after against along among around as at before behind below beneath beside between beyond by down
    during for from in inside into like near of off on onto out over past since than through to towards under until up
    upon with within without
    """
)
_BEFORE_A_VERB = frozenset({"to", "not", "never"})
_ADJECTIVE_LAST = frozenset(
    {
        ("attorney", "general"),
        ("body", "politic"),
        ("consul", "general"),
        ("court", "martial"),
        ("director", "general"),
        ("governor", "general"),
        ("heir", "apparent"),
        ("knight", "errant"),
        ("notary", "public"),
        ("poet", "laureate"),
        ("postmaster", "general"),
        ("president", "elect"),
        ("secretary", "general"),
        ("solicitor", "general"),
        ("surgeon", "general"),
    }
)
"""Nouns whose first word is the head although no preposition says so."""

_DOERS = ("er", "or")
_WORD = re.compile(r"[^\s_]+")
_PART = re.compile(r"[^\-]+")


def head_of(phrase: str, part_of_speech: str) -> tuple[int, int]:
    """Where the inflected word is (a verb's first, a noun's last before a preposition); 0, 0 if there is none."""
    words = list(_WORD.finditer(phrase))
    texts = [word[0].lower() for word in words]
    position = _verb(texts) if part_of_speech == "v" else _noun(texts)
    if position is None:
        return 0, 0
    word = words[position]
    parts = list(_PART.finditer(phrase, word.start(), word.end()))
    if not parts:
        return 0, 0
    part = parts[_part([part[0].lower() for part in parts], part_of_speech)]
    return part.span()


def _verb(words: Sequence[str]) -> int | None:
    """The first word, adverbs and what else comes before a verb aside (`carefully examine`)."""
    candidates = [at for at, word in enumerate(words) if word not in _BEFORE_A_VERB and not word.endswith("ly")]
    return candidates[0] if candidates else (0 if words else None)


def _noun(words: Sequence[str]) -> int | None:
    """The word before the first preposition, or the last one; none if the phrase begins with a preposition."""
    if not words or (len(words) > 1 and words[0] in _PREPOSITIONS):
        return None
    if tuple(words) in _ADJECTIVE_LAST:
        return 0
    return next((at - 1 for at, word in enumerate(words) if at and word in _PREPOSITIONS), len(words) - 1)


def _part(parts: Sequence[str], part_of_speech: str) -> int:
    """Of words joined by hyphens: the last, but the first of mother-in-law, passer-by and (the verb) tip-off."""
    last = len(parts) - 1
    inside = next((at - 1 for at, part in enumerate(parts) if 0 < at < last and part in _PREPOSITIONS), None)
    if inside is not None and part_of_speech == "n":
        return inside
    ends_in_particle = last > 0 and parts[last] in _PREPOSITIONS
    if ends_in_particle and (part_of_speech == "v" or parts[0].endswith(_DOERS)):
        return 0
    return last
