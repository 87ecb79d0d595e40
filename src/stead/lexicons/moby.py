"""The Moby thesaurus: a line for each of 30,000 words, `word,synonym,synonym,...`, not sorted."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from stead.lexicons.interface import ListedSense, check_pos, damage_error
from stead.lexicons.mapped_file import MappedFile


class Moby:
    """The thesaurus in a file; it has neither parts of speech nor senses, so every word has one sense."""

    language = "en"

    def __init__(self, path: Path, name: str = "moby") -> None:
        self._file = MappedFile(path)
        self.name = name

    @cached_property
    def _offsets(self) -> dict[bytes, int]:
        """The offset of the line of each word."""
        offsets: dict[bytes, int] = {}
        for offset, line in self._file.lines():
            word, comma, _ = line.partition(b",")
            if not word or not comma:
                raise damage_error(self._file.path, f"byte {offset}", "word,synonym,...", line)
            offsets.setdefault(word, offset)
        return offsets

    def senses(self, lemma: str, pos: str = "") -> tuple[ListedSense, ...]:
        """Give one sense with all synonyms, whatever the part of speech; none for an unlisted word."""
        check_pos(pos)
        offset = self._offset(lemma)
        if offset is None:
            return ()
        line = self._file.line(offset)
        try:
            _, *words = line.decode().split(",")
        except UnicodeDecodeError:
            raise damage_error(self._file.path, f"byte {offset}", "text in UTF-8", line) from None
        synonyms = dict.fromkeys(word for word in words if word and word.lower() != lemma.lower())
        return (ListedSense(id=lemma, pos="", synonyms=tuple(synonyms)),)

    def _offset(self, lemma: str) -> int | None:
        """Look a word up as written, then in lower case."""
        offsets = self._offsets
        exact = offsets.get(lemma.encode(errors="replace"))
        return exact if exact is not None else offsets.get(lemma.lower().encode(errors="replace"))

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and self._offset(lemma) is not None

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """List all entries, in the order of the file."""
        check_pos(pos)
        for word, offset in self._offsets.items():
            try:
                yield word.decode()
            except UnicodeDecodeError:
                raise damage_error(self._file.path, f"byte {offset}", "text in UTF-8", word) from None
