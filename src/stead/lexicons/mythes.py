"""Thesauri in the format of MyThes, which office programs use: `NAME.dat` holds the entries, `NAME.idx` their offsets.

    .idx  encoding / number of entries / word|offset, sorted           .dat  encoding / word|number of meanings /
                                                                             (label)|word|word (remark)|...

The label gives the part of speech, in the thesaurus's language; a remark after a word may name a relation.
"""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from stead.lexicons.interface import OTHER, ListedSense, check_pos, damage_error, has_pos
from stead.lexicons.mapped_file import MappedFile

_LANGUAGE = re.compile(r"th(?:es)?_([a-z]{2,3})(?![a-z])")
_REMARK = re.compile(r"\s*\(([^()]*)\)$")
_OPTIONAL = re.compile(r"^\([^()]*\)\s*(?=\S)")
_LETTERS = re.compile(r"[^\W\d_]+")

_RELATIONS = {
    "generic term": "hypernym",
    "similar term": "similar",
    "related term": "other",
    "antonym": "antonym",
    "Oberbegriff": "hypernym",
}

_LABELS = {
    **dict.fromkeys(("noun", "nom", "s", "m", "f"), "n"),
    **dict.fromkeys(("verb", "verbe", "v", "tr", "intr", "prnl"), "v"),
    **dict.fromkeys(("adj", "adjectif", "agg"), "a"),
    **dict.fromkeys(("adv", "adverbe", "avv"), "r"),
    **dict.fromkeys(("interjection", "pronom", "determinant", "preposition", "conjonction", "nombre"), OTHER),
    **dict.fromkeys(("cong", "prep", "inter", "interj", "pron"), OTHER),
}
"""The first words of labels in English, French, Italian and Spanish; the German thesaurus has no labels."""


class MyThes:
    """A thesaurus in memory-mapped files."""

    def __init__(self, path: Path, name: str = "") -> None:
        self._entries = MappedFile(path.with_suffix(".dat"))
        self._index = MappedFile(path.with_suffix(".idx"))
        self.name = name or path.stem
        language = _LANGUAGE.match(path.stem)
        self.language = language[1] if language else ""
        self._encoding = _encoding(self._entries)
        if _encoding(self._index) != self._encoding:
            raise damage_error(self._index.path, "line 1", f"the encoding {self._encoding}", self._index.line(0))
        self._index.encoding = self._encoding
        count = self._index.data.find(b"\n") + 1
        self._index.line(count)
        self._start = self._index.data.find(b"\n", count) + 1

    def senses(self, lemma: str, pos: str = "") -> tuple[ListedSense, ...]:
        """List the meanings of a word; one without a label may have any part of speech."""
        check_pos(pos)
        return tuple(sense for sense in self._meanings(lemma) if has_pos(sense.pos, pos))

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and any(True for _ in self._offsets(lemma))

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """List all entries, in the order of the index."""
        check_pos(pos)
        last = b""
        for offset, line in self._index.lines(self._start):
            key = line.partition(b"|")[0]
            if key != last:
                last, lemma = key, self._text(self._index, offset, key)
                if not pos or self.senses(lemma, pos):
                    yield lemma

    def _offsets(self, lemma: str) -> Iterator[tuple[bytes, int]]:
        """List the offsets of a word's entries: as written or, without an entry, in lower case."""
        for spelling in dict.fromkeys((lemma, lemma.lower())):
            key = spelling.encode(self._encoding, errors="ignore")
            if not key or key.decode(self._encoding) != spelling:
                continue
            lines = list(self._index.lines_of(key, b"|", self._start))
            for offset, line in lines:
                number = line.rpartition(b"|")[2]
                if not number.isdigit():
                    raise damage_error(self._index.path, f"byte {offset}", "word|offset", line)
                yield key, int(number)
            if lines:
                return

    def _meanings(self, lemma: str) -> Iterator[ListedSense]:
        for key, offset in self._offsets(lemma):
            head = self._entries.line(offset)
            word, _, number = head.rpartition(b"|")
            if word != key or not number.isdigit():
                raise damage_error(self._entries.path, f"byte {offset}", f"the entry of {lemma!r}", head)
            start = offset
            for count in range(int(number)):
                start = self._entries.data.find(b"\n", start) + 1
                line = self._text(self._entries, start, self._entries.line(start))
                yield _sense(f"{offset}-{count + 1}", line, lemma)

    def _text(self, file: MappedFile, offset: int, data: bytes) -> str:
        try:
            return data.decode(self._encoding)
        except UnicodeDecodeError:
            raise damage_error(file.path, f"byte {offset}", f"text in {self._encoding}", data) from None


def _encoding(file: MappedFile) -> str:
    """Give Python's name of the encoding in the first line (`ISO8859-1`, `microsoft-cp1251`)."""
    stated = file.line(0)
    try:
        return codecs.lookup(stated.decode("ascii").strip().lower().removeprefix("microsoft-")).name
    except (LookupError, UnicodeDecodeError, ValueError):
        raise damage_error(file.path, "line 1", "the name of an encoding", stated) from None


def _sense(identity: str, line: str, lemma: str) -> ListedSense:
    label, *words = line.split("|")
    listed: dict[str, dict[str, None]] = {}
    for raw in words:
        word, relation = _without_remarks(raw)
        if word and word.lower() != lemma.lower():
            listed.setdefault(relation, {})[word] = None
    synonyms = tuple(listed.pop("", ()))
    return ListedSense(
        id=identity, pos=_parts_of_speech(label), synonyms=synonyms, relations={k: tuple(v) for k, v in listed.items()}
    )


def _without_remarks(raw: str) -> tuple[str, str]:
    """Split a word from its remarks; one may name a relation (`city (generic term)`), others register or use."""
    word, relation = raw.strip(), ""
    while (remark := _REMARK.search(word)) and remark.start():
        relation = relation or _RELATIONS.get(remark[1], "")
        word = word[: remark.start()]
    return _OPTIONAL.sub("", word), relation


def _parts_of_speech(label: str) -> str:
    """Map a label such as `(noun)`, `(Adjectif Nom)`, `(s.m. Cibo)` to letters, by the words that it begins with."""
    letters = ""
    for word in _LETTERS.findall(label.lower()):
        if word not in _LABELS:
            break
        letters += _LABELS[word] if _LABELS[word] not in letters else ""
    return letters
