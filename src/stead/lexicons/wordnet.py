"""WordNet as it is distributed: the files of a WNDB folder (wndb(5WN)), versions 3.0 and 3.1, read in place.

The index files are sorted, so that a word is found by bisection; its line names the synsets, most usual sense first,
by their place in a data file. Opening a WordNet therefore takes no time, whatever its size.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from stead.core.errors import UsageError
from stead.lexicons.base import PARTS_OF_SPEECH, checked_pos, checked_relation, damaged
from stead.lexicons.mapped import MappedFile
from stead.lexicons.synset import SYMBOLS, Synset, parsed_synset

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_VERSION = re.compile(rb"WordNet (\d+\.\d+) Copyright")
_HEADER_BYTES = 4096
_SENSES_KEPT = 4096
_SYNSETS_KEPT = 1 << 14
_TYPE_NUMBERS = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}
_COUNT_FILES = ("cntlist.rev", "index.sense")  # both begin with the sense's key and end with its count


class Entry(NamedTuple):
    """A word as one part of speech: the places of its synsets, most usual first, and how often each was tagged."""

    lemma: str
    pos: str
    offsets: list[int]
    counts: list[int]


class WordNetSense:
    """A synset, seen from one of its words."""

    def __init__(self, wordnet: "WordNet", synset: Synset, word: str) -> None:
        self._wordnet, self._synset, self._word = wordnet, synset, word
        self._related: dict[str, tuple[str, ...]] = {}
        self.synonyms = tuple(other for other in synset.words if other.lower() != word)

    @property
    def id(self) -> str:
        """The synset's place in its file, and its part of speech: `00278551-a`."""
        return f"{self._synset.offset:08d}-{self.pos}"

    @property
    def pos(self) -> str:
        """One letter; a satellite is an adjective."""
        return self._synset.pos

    @property
    def weights(self) -> tuple[float, ...]:
        """WordNet's synonyms weigh the same."""
        return ()

    @cached_property
    def count(self) -> int | None:
        """How often the word was tagged with this sense in SemCor and the other texts of the project."""
        return self._wordnet.count(self._synset, self._word)

    def related(self, relation: str) -> tuple[str, ...]:
        """The words of the synsets that a pointer leads to, or the one word, if the pointer is between words."""
        words = self._related.get(relation)
        if words is None:
            symbol = SYMBOLS.get(checked_relation(relation))
            found = self._wordnet.pointed_at(self._synset, self._word, symbol) if symbol else ()
            words = tuple(dict.fromkeys(other for other in found if other.lower() != self._word))
            self._related[relation] = words
        return words

    def __repr__(self) -> str:
        return f"<WordNetSense {self.id} {self._word!r}>"


class WordNet:
    """The WordNet in a folder; files are opened when they are first needed."""

    language = "en"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, MappedFile] = {}
        self._senses = lru_cache(_SENSES_KEPT)(self._read_senses)
        self._synset = lru_cache(_SYNSETS_KEPT)(self._read_synset)
        self._exceptions = cache(self._read_exceptions)

    @cached_property
    def name(self) -> str:
        """With the version that the files state: `wordnet-3.0`."""
        version = _VERSION.search(self._file("data.noun").data[:_HEADER_BYTES])
        return f"wordnet-{version[1].decode()}" if version else "wordnet"

    def senses(self, lemma: str, pos: str = "") -> tuple[WordNetSense, ...]:
        """The senses of a word or phrase, in WordNet's order; of all parts of speech if none is asked for."""
        return self._senses(lemma, checked_pos(pos))

    def _read_senses(self, lemma: str, pos: str) -> tuple[WordNetSense, ...]:
        word = _plain(lemma)
        key = _key(word)
        return tuple(
            self._sense(each, offset, word) for each in (pos or PARTS_OF_SPEECH) for offset in self._offsets(key, each)
        )

    def _sense(self, pos: str, offset: int, word: str) -> WordNetSense:
        synset = self._synset(pos, offset)
        sense = WordNetSense(self, synset, word)
        if len(sense.synonyms) == len(synset.words):
            path = self._file(f"data.{_FILES[pos]}").path
            raise damaged(path, f"byte {offset}", f"a synset of {word!r}", f"one of {synset.words[0]!r}")
        return sense

    def __contains__(self, lemma: object) -> bool:
        key = _key(_plain(lemma)) if isinstance(lemma, str) else b""
        return any(True for pos in PARTS_OF_SPEECH for _ in self._index_lines(key, pos))

    def has(self, lemma: str, pos: str) -> bool:
        """Whether a word or phrase has an entry as this part of speech."""
        return any(True for _ in self._index_lines(_key(_plain(lemma)), checked_pos(pos)))

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """All entries, nouns first."""
        for each in checked_pos(pos) or PARTS_OF_SPEECH:
            for _, line in self._file(f"index.{_FILES[each]}").lines():
                if not line.startswith(b" "):  # the licence
                    yield line.partition(b" ")[0].replace(b"_", b" ").decode("latin-1")

    def entries(self) -> Iterator[Entry]:
        """All of them, read from first to last, which is quicker than looking each up; without counts all are 0."""
        tagged = self._tagged()
        synsets = {(synset.pos, synset.offset): synset for synset, _ in self.synsets()}
        for pos in PARTS_OF_SPEECH:
            file = self._file(f"index.{_FILES[pos]}")
            for place, line in file.lines():
                if line.startswith(b" "):  # the licence
                    continue
                lemma = line.partition(b" ")[0].replace(b"_", b" ").decode("latin-1")
                offsets = self._parsed_offsets(line, pos, place)
                try:
                    keys = [self._sense_key(synsets[pos, offset], lemma) for offset in offsets]
                except (KeyError, StopIteration):
                    raise damaged(file.path, f"byte {place}", "the synsets of a word", line) from None
                yield Entry(lemma, pos, offsets, [tagged.get(key, 0) for key in keys])

    def exceptions(self, pos: str) -> Mapping[str, tuple[str, ...]]:
        """Irregular forms with their base forms (`went`: `go`), from the .exc files; none if the folder lacks them."""
        if not checked_pos(pos):
            raise UsageError("exceptions are of one part of speech; name it.")
        return self._exceptions(pos)

    def _read_exceptions(self, pos: str) -> Mapping[str, tuple[str, ...]]:
        path = self.folder / f"{_FILES[pos]}.exc"
        if not path.exists():
            return {}
        lines = (line.decode("latin-1").split() for _, line in MappedFile(path).lines())
        spelled = ([form.replace("_", " ") for form in line] for line in lines if line)
        return {form: tuple(bases) for form, *bases in spelled}

    def synsets(self) -> Iterator[tuple[Synset, str]]:
        """Every synset with its gloss: a definition and, in quotation marks, examples."""
        for pos in PARTS_OF_SPEECH:
            for offset, line in self._file(f"data.{_FILES[pos]}").lines():
                if not line.startswith(b" "):  # the licence
                    yield self._synset(pos, offset), line.partition(b"| ")[2].decode("latin-1").strip()

    def glosses(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """The words and the gloss of every synset."""
        return ((synset.words, gloss) for synset, gloss in self.synsets())

    @property
    def data_files(self) -> list[Path]:
        """The files that hold the glosses."""
        return [self._file(f"data.{name}").path for name in _FILES.values()]

    # ------------------------------------------------------------------------------------------------- the files

    def _file(self, name: str) -> MappedFile:
        if name not in self._files:
            self._files[name] = MappedFile(self.folder / name)
        return self._files[name]

    def _index_lines(self, key: bytes, pos: str) -> Iterator[tuple[int, bytes]]:
        return self._file(f"index.{_FILES[pos]}").lines_of(key, b" ") if key else iter(())

    def _offsets(self, key: bytes, pos: str) -> list[int]:
        return next((self._parsed_offsets(line, pos, place) for place, line in self._index_lines(key, pos)), [])

    def _parsed_offsets(self, line: bytes, pos: str, place: int) -> list[int]:
        """`lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt synset_offset [synset_offset...]`."""
        fields = line.split()
        try:
            offsets = [int(field) for field in fields[6 + int(fields[3]) :]]
            if len(offsets) == int(fields[2]) > 0:
                return offsets
        except (ValueError, IndexError):
            pass
        raise damaged(self._file(f"index.{_FILES[pos]}").path, f"byte {place}", "the line of a word", line)

    def _read_synset(self, pos: str, offset: int) -> Synset:
        file = self._file(f"data.{_FILES[pos]}")
        line = file.line(offset)
        try:
            return parsed_synset(line, pos, offset)
        except (ValueError, IndexError, UnicodeDecodeError):
            raise damaged(file.path, f"byte {offset}", "a synset", line) from None

    def pointed_at(self, synset: Synset, word: str, symbol: bytes) -> Iterator[str]:
        """The words that the pointers of a kind lead to; those between words must begin at the word itself."""
        try:
            for pointer in synset.pointers(symbol):
                if pointer.source and synset.words[pointer.source - 1].lower() != word:
                    continue
                words = self._synset(pointer.pos, pointer.offset).words
                yield from words[pointer.target - 1 : pointer.target] if pointer.target else words
        except (ValueError, IndexError, KeyError):
            path = self._file(f"data.{_FILES[synset.pos]}").path
            raise damaged(path, f"byte {synset.offset}", "the pointers of a synset", "others") from None

    # ---------------------------------------------------------------------------------------------- sense counts

    @cached_property
    def _counts(self) -> MappedFile | None:
        return next((self._file(name) for name in _COUNT_FILES if (self.folder / name).exists()), None)

    def count(self, synset: Synset, word: str) -> int | None:
        """How often a word was tagged with a synset, or None if the folder has no counts."""
        file = self._counts
        if file is None:
            return None
        key = self._sense_key(synset, word)
        return next((_count(file, line, place) for place, line in file.lines_of(key, b" ")), 0)

    def _tagged(self) -> dict[bytes, int]:
        """How often each sense was tagged, by its key."""
        file = self._counts
        if file is None:
            return {}
        return {line.partition(b" ")[0]: _count(file, line, place) for place, line in file.lines()}

    def _sense_key(self, synset: Synset, word: str) -> bytes:
        """`lemma%ss_type:lex_filenum:lex_id:head_word:head_id` (senseidx(5WN)); only a satellite has a head."""
        number = next(place for place, other in enumerate(synset.words) if other.lower() == word)
        head = b":"
        if synset.type == "s":
            pointer = next(synset.pointers(SYMBOLS["similar"]), None)
            if pointer:
                main = self._synset(pointer.pos, pointer.offset)
                head = b"%s:%02d" % (_key(main.words[0].lower()), main.lex_ids[0])
        place = b"%d:%02d:%02d" % (_TYPE_NUMBERS[synset.type], synset.lex_file, synset.lex_ids[number])
        return b"%s%%%s:%s" % (_key(word), place, head)


def _count(file: MappedFile, line: bytes, place: int) -> int:
    """The last field of the line of a sense."""
    number = line.rsplit(b" ", 1)[-1]
    if not number.isdigit():
        raise damaged(file.path, f"byte {place}", "a sense with its count", line)
    return int(number)


def _plain(lemma: str) -> str:
    return lemma.strip().lower().replace("_", " ")


def _key(word: str) -> bytes:
    """As the index files write it; they know no letters beyond ASCII."""
    return word.replace(" ", "_").encode(errors="replace")
