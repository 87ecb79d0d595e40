"""A synonym list of the user's own: lines of `word<TAB>synonym;synonym<TAB>weight`.

The word may be a lexelt (`bright.a`), which says the part of speech; the weight may be left out. A word may come in
several lines; all belong to one sense.
"""

import math
from collections.abc import Iterator
from pathlib import Path

from stead.core.item import lemma_of, part_of_speech_of
from stead.lexicons.base import PARTS_OF_SPEECH, ListedSense, checked_pos
from stead.lexicons.text_lines import faulty, signed_name, text_lines

_EXPECTED = '"word<TAB>synonym;synonym<TAB>weight"'


class SynonymList:
    """A list, read whole when it is opened."""

    def __init__(self, path: Path, language: str = "") -> None:
        self.language = language
        self._entries: dict[str, dict[str, dict[str, float]]] = {}
        for number, line in text_lines(path):
            self._add(path, number, line)
        if not self._entries:
            raise faulty(path, 1, _EXPECTED, "no such line")
        self.name = signed_name(path)

    def _add(self, path: Path, number: int, line: str) -> None:
        word, _, rest = line.partition("\t")
        listed, _, weight = rest.partition("\t")
        synonyms = [synonym.strip() for synonym in listed.split(";") if synonym.strip()]
        if not word.strip() or not synonyms:
            raise faulty(path, number, _EXPECTED, line)
        value = _weight(weight)
        if value is None:
            raise faulty(path, number, "a number as weight", weight)
        pos = part_of_speech_of(word.strip()).lower()
        lemma = lemma_of(word.strip()) if pos in PARTS_OF_SPEECH else word.strip()
        entry = self._entries.setdefault(lemma, {}).setdefault(pos if pos in PARTS_OF_SPEECH else "", {})
        for synonym in synonyms:
            entry.setdefault(synonym, value)

    def senses(self, lemma: str, pos: str = "") -> tuple[ListedSense, ...]:
        """One sense for each part of speech that the list distinguishes; a word without one may have any."""
        wanted = self._entries.get(lemma) or self._entries.get(lemma.lower(), {})
        return tuple(
            ListedSense(
                id=f"{lemma}.{each}" if each else lemma, pos=each, synonyms=tuple(found), weights=tuple(found.values())
            )
            for each, found in wanted.items()
            if not checked_pos(pos) or each in {"", pos}
        )

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and (lemma in self._entries or lemma.lower() in self._entries)

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """All entries, in the order of the file."""
        return (lemma for lemma in self._entries if self.senses(lemma, pos))


def _weight(text: str) -> float | None:
    """A weight, 1 if there is none; None if it is no number."""
    try:
        value = float(text) if text.strip() else 1.0
    except ValueError:
        return None
    return value if math.isfinite(value) else None
