"""Thesauri: Moby, those in the format of MyThes, and lists of the user's own.

Moby has a line for each of 30,000 words, `word,synonym,synonym,...`, not sorted. MyThes is what office programs use:
`NAME.dat` holds the entries, `NAME.idx` their offsets.

    .idx  encoding / number of entries / word|offset, sorted           .dat  encoding / word|number of meanings /
                                                                             (label)|word|word (remark)|...

The label gives the part of speech, in the thesaurus's language; a remark after a word may name a relation.
"""

import codecs
import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from pathlib import Path

from stead.core.item import lemma_of, part_of_speech_of
from stead.lexicons.interface import OTHER, PARTS_OF_SPEECH, ListedSense, check_pos, damage_error, has_pos
from stead.lexicons.lexicon_files import LineFile, line_error, signed_name, text_lines


class Moby:
    """The Moby thesaurus in a file; it has neither parts of speech nor senses, so every word has one sense."""

    language = "en"

    def __init__(self, path: Path, name: str = "moby") -> None:
        self._file = LineFile(path)
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


_LANGUAGE = re.compile(r"th(?:es)?_([a-z]{2,3})(?![a-z])")
_REMARK = re.compile(r"\s*\(([^()]*)\)$")
_OPTIONAL = re.compile(r"^\([^()]*\)\s*(?=\S)")
_LETTERS = re.compile(r"[^\W\d_]+")
_NO_WORD = re.compile(r"\.\.\.|\u2026|[()\[\]]")
"""Marks of what is no word: parts of compounds (`Selbst...`) and patterns (`jemand(es)`)."""
_REMARKS = re.compile(r"\(([^()]*)\)")
_COMPLEMENTS = frozenset(
    {"sich", "jemandem", "an", "auf", "aus", "bei", "durch", "für", "gegen", "hinter", "in", "mit", "nach", "über"}
    | {"um", "unter", "von", "vor", "zu"}
)
_UNUSUAL = frozenset(
    {"veraltet", "veraltend", "regional", "landschaftlich", "österr", "schweiz", "norddeutsch", "norddt"}
    | {"süddt", "bair", "ruhrdt"}
)
"""German remarks on the complements of a word, and on words that few people use."""
_VULGAR = re.compile(r"\|([^|\n]*?)\s*\((?:[^()|\n]*\W)?(?:derb|vulg|volg)\b[^()|\n]*\)(?=[|\n])")

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
    """A thesaurus in the format of MyThes; its files are read where a word is."""

    def __init__(self, path: Path, name: str = "") -> None:
        self._entries = LineFile(path.with_suffix(".dat"))
        self._index = LineFile(path.with_suffix(".idx"))
        self.name = name or path.stem
        language = _LANGUAGE.match(path.stem)
        self.language = language[1] if language else ""
        self._encoding = _encoding(self._entries)
        if _encoding(self._index) != self._encoding:
            raise damage_error(self._index.path, "line 1", f"the encoding {self._encoding}", self._index.line(0))
        self._index.encoding = self._encoding
        count = self._index.next_line(0)
        self._index.line(count)
        self._start = self._index.next_line(count)

    def senses(self, lemma: str, pos: str = "") -> tuple[ListedSense, ...]:
        """List the meanings of a word; one without a label may have any part of speech."""
        check_pos(pos)
        return tuple(sense for sense in self._meanings(lemma) if has_pos(sense.pos, pos))

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and any(True for _ in self._meanings(lemma))

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

    def is_vulgar(self, word: str) -> bool:
        """Whether remarks call a word vulgar or coarse, `(derb)`, `(vulg.)`, in most of the meanings that list it."""
        marked = self._vulgar_words[word.lower()]
        if not marked:
            return False
        key = f"|{word}".encode(self._encoding, errors="replace")
        entries = self._entries.read(0, self._entries.size)
        unmarked = sum(entries.count(key + end) for end in (b"|", b"\n"))
        return marked > unmarked

    @cached_property
    def _vulgar_words(self) -> Counter[str]:
        """How often a remark calls a word, in lower case, vulgar."""
        text = self._entries.read(0, self._entries.size).decode(self._encoding, errors="replace")
        return Counter(_OPTIONAL.sub("", match[1]).strip().lower() for match in _VULGAR.finditer(text))

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
        """The meanings in a word's entry, then those elsewhere that it belongs to.

        A German entry also has the meanings of words that differ in an umlaut or a sharp s only (`fördern` under
        `fordern`): left out, since a meaning lists all its words.
        """
        seen: set[str] = set()
        others = ((str(start), start) for start in self._synsets.get(lemma.lower(), ()))
        for identity, start in chain(self._lines(lemma), others):
            line = self._text(self._entries, start, self._entries.line(start))
            if line not in seen and (self.language != "de" or _lists(line, lemma)):
                seen.add(line)
                yield _sense(identity, _for_word(line, lemma) if self.language == "de" else line, lemma)

    def _lines(self, lemma: str) -> Iterator[tuple[str, int]]:
        """The meanings in a word's entry: an identifier, and where the line begins."""
        for key, offset in self._offsets(lemma):
            head = self._entries.line(offset)
            word, _, number = head.rpartition(b"|")
            if word != key or not number.isdigit():
                raise damage_error(self._entries.path, f"byte {offset}", f"the entry of {lemma!r}", head)
            start = offset
            for count in range(int(number)):
                start = self._entries.next_line(start)
                yield f"{offset}-{count + 1}", start

    @cached_property
    def _synsets(self) -> dict[str, list[int]]:
        """By word, in lower case, where the meanings begin that list it as a synonym: German only.

        There a meaning is a synset that lists all its words, but the entries of hundreds of frequent words (`lustig`,
        `wichtig`) lack their main meanings. In other languages, to be listed is not to mean the same.
        """
        if self.language != "de":
            return {}
        starts: dict[bytes, int] = {}
        for offset, line in self._entries.lines():
            if line.startswith(b"-|"):
                starts.setdefault(line, offset)
        words: dict[str, list[int]] = {}
        for line, start in starts.items():
            for raw in line.decode(self._encoding, errors="replace").split("|")[1:]:
                word, relation = _without_remarks(raw) if "(" in raw else (raw, "")
                if word and not relation and " " not in word:
                    words.setdefault(word.lower(), []).append(start)
        return words

    def _text(self, file: LineFile, offset: int, data: bytes) -> str:
        try:
            return data.decode(self._encoding)
        except UnicodeDecodeError:
            raise damage_error(file.path, f"byte {offset}", f"text in {self._encoding}", data) from None


def _encoding(file: LineFile) -> str:
    """Give Python's name of the encoding in the first line (`ISO8859-1`, `microsoft-cp1251`)."""
    stated = file.line(0)
    try:
        return codecs.lookup(stated.decode("ascii").strip().lower().removeprefix("microsoft-")).name
    except (LookupError, UnicodeDecodeError, ValueError):
        raise damage_error(file.path, "line 1", "the name of an encoding", stated) from None


def _lists(line: str, lemma: str) -> bool:
    """Whether a meaning lists a word, whatever its capitals and remarks."""
    wanted = lemma.lower()
    return any(wanted in raw.lower() and _without_remarks(raw)[0].lower() == wanted for raw in line.split("|")[1:])


def _for_word(line: str, lemma: str) -> str:
    """A German meaning without what cannot take the word's place: with other complements, out of use or regional.

    `(sich) behaupten` and `bitten (um)` are no substitutes of a verb that takes an object, but of `(sich) durchsetzen`
    and `ersuchen (um)`.
    """
    label, *words = line.split("|")
    bare = [_without_remarks(raw)[0] for raw in words]
    allowed = {_remarked(raw) for raw, word in zip(words, bare, strict=True) if word.lower() == lemma.lower()}
    fitting = (raw for raw, word in zip(words, bare, strict=True) if word[:1].isupper() or _remarked(raw) in allowed)
    return "|".join([label, *fitting])


def _remarked(raw: str) -> tuple[frozenset[str], bool]:
    """What remarks say of a word's complements, and whether it is out of use or regional."""
    said = {word for remark in _REMARKS.findall(raw) for word in _LETTERS.findall(remark.lower())}
    return _COMPLEMENTS & said, not _UNUSUAL.isdisjoint(said)


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
        relation = relation or ("antonym" if remark[1].startswith("Ant") else _RELATIONS.get(remark[1], ""))
        word = word[: remark.start()]
    word = _OPTIONAL.sub("", word)
    return ("" if _NO_WORD.search(word) else word), relation


def _parts_of_speech(label: str) -> str:
    """Map a label such as `(noun)`, `(Adjectif Nom)`, `(s.m. Cibo)` to letters, by the words that it begins with."""
    letters = ""
    for word in _LETTERS.findall(label.lower()):
        if word not in _LABELS:
            break
        letters += _LABELS[word] if _LABELS[word] not in letters else ""
    return letters


# ---------------------------------------------------------------------------------------------- lists of the user's own


_EXPECTED = '"word<TAB>synonym;synonym<TAB>weight"'


class SynonymList:
    """A list of synonyms: lines of `word<TAB>synonym;synonym<TAB>weight`.

    The word may be a lexelt (`bright.a`), which gives the part of speech; the weight is optional. A word may have
    several lines; all belong to one sense.
    """

    def __init__(self, path: Path, language: str = "") -> None:
        self.language = language
        self._entries: dict[str, dict[str, dict[str, float]]] = {}
        for number, line in text_lines(path):
            self._add(path, number, line)
        if not self._entries:
            raise line_error(path, 1, _EXPECTED, "no such line")
        self.name = signed_name(path)

    def _add(self, path: Path, number: int, line: str) -> None:
        word, _, rest = line.partition("\t")
        listed, _, weight = rest.partition("\t")
        synonyms = [synonym.strip() for synonym in listed.split(";") if synonym.strip()]
        if not word.strip() or not synonyms:
            raise line_error(path, number, _EXPECTED, line)
        value = _weight(weight)
        if value is None:
            raise line_error(path, number, "a number as weight", weight)
        pos = part_of_speech_of(word.strip()).lower()
        lemma = lemma_of(word.strip()) if pos in PARTS_OF_SPEECH else word.strip()
        entry = self._entries.setdefault(lemma, {}).setdefault(pos if pos in PARTS_OF_SPEECH else "", {})
        for synonym in synonyms:
            entry.setdefault(synonym, value)

    def senses(self, lemma: str, pos: str = "") -> tuple[ListedSense, ...]:
        """Give a sense for each part of speech that the list distinguishes; a word without one may have any."""
        wanted = self._entries.get(lemma) or self._entries.get(lemma.lower(), {})
        return tuple(
            ListedSense(
                id=f"{lemma}.{part}" if part else lemma,
                pos=part,
                synonyms=tuple(weights),
                weights=tuple(weights.values()),
            )
            for part, weights in wanted.items()
            if not check_pos(pos) or part in {"", pos}
        )

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and (lemma in self._entries or lemma.lower() in self._entries)

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """List all entries, in the order of the file."""
        return (lemma for lemma in self._entries if self.senses(lemma, pos))


def _weight(text: str) -> float | None:
    """Parse a weight: 1 if it is empty, None if it is not a number."""
    try:
        value = float(text) if text.strip() else 1.0
    except ValueError:
        return None
    return value if math.isfinite(value) else None
