"""The Moby thesaurus: one line for each of 30,000 words, `word,synonym,synonym,...`, not sorted."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from stead.lexicons.interface import ListedSense, check_pos, damage_error
from stead.lexicons.mapped_file import MappedFile


class Moby:
    """The thesaurus in a file; it knows no parts of speech and no senses, so that every word has one sense."""

    language = "en"

    def __init__(self, path: Path, name: str = "moby") -> None:
        self._file = MappedFile(path)
        self.name = name

    @cached_property
    def _places(self) -> dict[bytes, int]:
        """Where the line of each word begins."""
        places: dict[bytes, int] = {}
        for place, line in self._file.lines():
            word, comma, _ = line.partition(b",")
            if not word or not comma:
                raise damage_error(self._file.path, f"byte {place}", "word,synonym,...", line)
            places.setdefault(word, place)
        return places

    def senses(self, lemma: str, pos: str = "") -> tuple[ListedSense, ...]:
        """One sense with all that is listed, whatever the part of speech, or none."""
        check_pos(pos)
        place = self._place(lemma)
        if place is None:
            return ()
        line = self._file.line(place)
        try:
            _, *words = line.decode().split(",")
        except UnicodeDecodeError:
            raise damage_error(self._file.path, f"byte {place}", "text in UTF-8", line) from None
        synonyms = dict.fromkeys(word for word in words if word and word.lower() != lemma.lower())
        return (ListedSense(id=lemma, pos="", synonyms=tuple(synonyms)),)

    def _place(self, lemma: str) -> int | None:
        """As it is written or, if there is none, in small letters."""
        places = self._places
        exact = places.get(lemma.encode(errors="replace"))
        return exact if exact is not None else places.get(lemma.lower().encode(errors="replace"))

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and self._place(lemma) is not None

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """All entries, in the order of the file."""
        check_pos(pos)
        for word, place in self._places.items():
            try:
                yield word.decode()
            except UnicodeDecodeError:
                raise damage_error(self._file.path, f"byte {place}", "text in UTF-8", word) from None
