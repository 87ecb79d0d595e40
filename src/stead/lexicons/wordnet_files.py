"""WordNet: the files of a WNDB folder (wndb(5WN)), versions 3.0 and 3.1.

The index files are sorted, so words are found by bisection; a word's line gives the offsets of its synsets in a data
file, the most usual sense first. Opening a WordNet therefore takes no time. A line of a data file is (with numbers of
words in hexadecimal; a pointer is `symbol offset pos source/target`):

    offset lex_filenum ss_type w_cnt word lex_id [word lex_id...] p_cnt [pointer...] [frames] | gloss
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from stead.core.errors import UsageError
from stead.lexicons.interface import PARTS_OF_SPEECH, check_pos, check_relation, damage_error
from stead.lexicons.lexicon_files import LineFile
from stead.resources import folder

_POSITION_MARKER = re.compile(r"\((?:a|p|ip)\)$")
"""The position of an adjective: before a noun, in the predicate, immediately after a noun."""

_POINTER_FIELDS = 4
_TYPES = {b"n": "n", b"v": "v", b"a": "a", b"s": "a", b"r": "r"}

SYMBOLS: dict[str, bytes] = {
    "hypernym": b"@",
    "instance_hypernym": b"@i",
    "hyponym": b"~",
    "instance_hyponym": b"~i",
    "similar": b"&",
    "also": b"^",
    "antonym": b"!",
    "derivation": b"+",
    "pertainym": b"\\",
    "participle": b"<",
    "attribute": b"=",
    "entails": b"*",
    "causes": b">",
    "other": b"$",
    "mero_member": b"%m",
    "mero_substance": b"%s",
    "mero_part": b"%p",
    "holo_member": b"#m",
    "holo_substance": b"#s",
    "holo_part": b"#p",
    "domain_topic": b";c",
    "domain_region": b";r",
    "exemplifies": b";u",
    "has_domain_topic": b"-c",
    "has_domain_region": b"-r",
    "is_exemplified_by": b"-u",
}
"""WordNet's symbols of the relations; `other` is that of its verb groups."""


class Pointer(NamedTuple):
    """A relation to another synset or, if source and target are not 0, between words of the two (from 1)."""

    pos: str
    offset: int
    source: int
    target: int


class Synset(NamedTuple):
    """A synset; `type` is that of the file: `s` for a satellite."""

    pos: str
    offset: int
    type: str
    lex_file: int
    words: tuple[str, ...]
    lex_ids: tuple[int, ...]
    pointer_fields: list[bytes]
    frame_fields: list[bytes]

    def frames(self, word: str) -> frozenset[int]:
        """List the numbers of the sentence frames of a word; a frame of word 0 is one of all words."""
        groups = zip(self.frame_fields[1::3], self.frame_fields[2::3], strict=False)  # each begins with a plus sign
        owners = ((int(number), int(owner, 16)) for number, owner in groups)
        return frozenset(number for number, owner in owners if not owner or self.words[owner - 1].lower() == word)

    def pointers(self, symbol: bytes) -> Iterator[Pointer]:
        """List the pointers with a symbol."""
        fields = self.pointer_fields
        for start in range(0, len(fields), _POINTER_FIELDS):
            if fields[start] == symbol:
                ends = fields[start + 3]
                yield Pointer(_TYPES[fields[start + 2]], int(fields[start + 1]), int(ends[:2], 16), int(ends[2:], 16))


def parse_synset(line: bytes, pos: str, offset: int) -> Synset:
    """Parse the line of a synset; a ValueError or IndexError if it is malformed or of another offset."""
    fields = line[: line.find(b"|")].split()
    type_ = fields[2]
    if int(fields[0]) != offset or _TYPES.get(type_) != pos:
        raise ValueError
    end = 4 + 2 * int(fields[3], 16)
    first_pointer = end + 1
    last_pointer = first_pointer + _POINTER_FIELDS * int(fields[end])
    words = tuple(field.decode().replace("_", " ") for field in fields[4:end:2])
    if not words or len(fields) < last_pointer:
        raise ValueError
    if pos == "a":
        words = tuple(_POSITION_MARKER.sub("", word) for word in words)
    lex_ids = tuple(int(field, 16) for field in fields[5:end:2])
    return Synset(
        pos=pos,
        offset=offset,
        type=type_.decode(),
        lex_file=int(fields[1]),
        words=words,
        lex_ids=lex_ids,
        pointer_fields=fields[first_pointer:last_pointer],
        frame_fields=fields[last_pointer + 1 :],
    )


_FILE_ENDINGS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_VERSION = re.compile(rb"WordNet (\d+\.\d+) Copyright")
_HEADER_BYTES = 4096
_SENSES_KEPT = 4096
_SYNSETS_KEPT = 1 << 14
_TYPE_NUMBERS = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}
_COUNT_FILES = ("cntlist.rev", "index.sense")  # both begin with the sense's key and end with its count


class IndexEntry(NamedTuple):
    """A word as one part of speech: the offsets of its synsets, most usual first, and their counts."""

    lemma: str
    pos: str
    offsets: list[int]
    counts: list[int]


class WordNetSense:
    """A synset, for one of its words."""

    def __init__(self, wordnet: "WordNet", synset: Synset, word: str) -> None:
        self._wordnet, self._synset, self._word = wordnet, synset, word
        self._related: dict[str, tuple[str, ...]] = {}
        self.synonyms = tuple(other for other in synset.words if other.lower() != word)

    @property
    def id(self) -> str:
        """The synset's offset in its file, and its part of speech: `00278551-a`."""
        return f"{self._synset.offset:08d}-{self.pos}"

    @property
    def pos(self) -> str:
        """One letter; a satellite counts as an adjective."""
        return self._synset.pos

    @property
    def weights(self) -> tuple[float, ...]:
        """Empty: all weights are equal."""
        return ()

    @cached_property
    def count(self) -> int | None:
        """How often the word was tagged with this sense in SemCor and the other texts of the project."""
        return self._wordnet.count(self._synset, self._word)

    @cached_property
    def frames(self) -> frozenset[int]:
        """The numbers of the sentences that a verb fits (wninput(5WN)): 8 is `Somebody ----s something`."""
        return self._synset.frames(self._word)

    def related(self, relation: str) -> tuple[str, ...]:
        """List the words of the synsets that pointers lead to, or single words for pointers between words."""
        words = self._related.get(relation)
        if words is None:
            symbol = SYMBOLS.get(check_relation(relation))
            related = self._wordnet.pointed_at(self._synset, self._word, symbol) if symbol else ()
            words = tuple(dict.fromkeys(other for other in related if other.lower() != self._word))
            self._related[relation] = words
        return words

    def __repr__(self) -> str:
        return f"<WordNetSense {self.id} {self._word!r}>"


class WordNet:
    """The WordNet in a folder; files are opened when first needed."""

    language = "en"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, LineFile] = {}
        self._senses = lru_cache(_SENSES_KEPT)(self._read_senses)
        self._has = lru_cache(_SYNSETS_KEPT)(self._look_up)
        self._synset = lru_cache(_SYNSETS_KEPT)(self._read_synset)
        self._exceptions = cache(self._read_exceptions)

    @cached_property
    def name(self) -> str:
        """The name with the version that the files state: `wordnet-3.0`."""
        version = _VERSION.search(self._file("data.noun").read(0, _HEADER_BYTES))
        return f"wordnet-{version[1].decode()}" if version else "wordnet"

    def senses(self, lemma: str, pos: str = "") -> tuple[WordNetSense, ...]:
        """List the senses of a word or phrase, in WordNet's order; of all parts of speech by default."""
        return self._senses(lemma, pos)

    def _read_senses(self, lemma: str, pos: str) -> tuple[WordNetSense, ...]:
        word = _plain(lemma)
        key = _key(word)
        return tuple(
            self._sense(part, offset, word)
            for part in (check_pos(pos) or PARTS_OF_SPEECH)
            for offset in self._offsets(key, part)
        )

    def _sense(self, pos: str, offset: int, word: str) -> WordNetSense:
        synset = self._synset(pos, offset)
        sense = WordNetSense(self, synset, word)
        if len(sense.synonyms) == len(synset.words):
            path = self._file(f"data.{_FILE_ENDINGS[pos]}").path
            raise damage_error(path, f"byte {offset}", f"a synset of {word!r}", f"one of {synset.words[0]!r}")
        return sense

    def __contains__(self, lemma: object) -> bool:
        key = _key(_plain(lemma)) if isinstance(lemma, str) else b""
        return any(True for pos in PARTS_OF_SPEECH for _ in self._index_lines(key, pos))

    def spellings(self, lemma: str, pos: str = "") -> tuple[str, ...]:
        """List how a word or phrase is written in its synsets, capitals included, each spelling once."""
        word = _plain(lemma)
        synsets = (
            self._synset(part, offset)
            for part in (check_pos(pos) or PARTS_OF_SPEECH)
            for offset in self._offsets(_key(word), part)
        )
        return tuple(dict.fromkeys(other for synset in synsets for other in synset.words if other.lower() == word))

    def has(self, lemma: str, pos: str) -> bool:
        """Whether a word or phrase has an entry as this part of speech."""
        return self._has(lemma, pos)

    def _look_up(self, lemma: str, pos: str) -> bool:
        return any(True for _ in self._index_lines(_key(_plain(lemma)), check_pos(pos)))

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """List all entries, nouns first."""
        for part in check_pos(pos) or PARTS_OF_SPEECH:
            for _, line in self._file(f"index.{_FILE_ENDINGS[part]}").lines():
                if not line.startswith(b" "):  # the licence
                    yield line.partition(b" ")[0].replace(b"_", b" ").decode("latin-1")

    def entries(self) -> Iterator[IndexEntry]:
        """Read all index entries sequentially, which is faster than looking them up; counts are 0 if there are none."""
        tagged = self._tagged()
        synsets = {(synset.pos, synset.offset): synset for synset, _ in self.synsets()}
        for pos in PARTS_OF_SPEECH:
            file = self._file(f"index.{_FILE_ENDINGS[pos]}")
            for line_start, line in file.lines():
                if line.startswith(b" "):  # the licence
                    continue
                lemma = line.partition(b" ")[0].replace(b"_", b" ").decode("latin-1")
                offsets = self._parsed_offsets(line, pos, line_start)
                try:
                    keys = [self._sense_key(synsets[pos, offset], lemma) for offset in offsets]
                except (KeyError, StopIteration):
                    raise damage_error(file.path, f"byte {line_start}", "the synsets of a word", line) from None
                yield IndexEntry(lemma, pos, offsets, [tagged.get(key, 0) for key in keys])

    def exceptions(self, pos: str) -> Mapping[str, tuple[str, ...]]:
        """List irregular forms with their base forms (`went`: `go`), from the .exc files; empty without these files."""
        return self._exceptions(pos)

    def _read_exceptions(self, pos: str) -> Mapping[str, tuple[str, ...]]:
        if not check_pos(pos):
            raise UsageError("exceptions belong to a part of speech; name one.")
        path = self.folder / f"{_FILE_ENDINGS[pos]}.exc"
        if not path.exists():
            return {}
        lines = (line.decode("latin-1").split() for _, line in LineFile(path).lines())
        spelled = ([form.replace("_", " ") for form in line] for line in lines if line)
        return {form: tuple(bases) for form, *bases in spelled}

    def synsets(self) -> Iterator[tuple[Synset, str]]:
        """List all synsets with their glosses: a definition and, in quotation marks, examples."""
        for pos in PARTS_OF_SPEECH:
            for offset, line in self._file(f"data.{_FILE_ENDINGS[pos]}").lines():
                if not line.startswith(b" "):  # the licence
                    yield self._synset(pos, offset), line.partition(b"| ")[2].decode("latin-1").strip()

    def glosses(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """List the words and the gloss of every synset."""
        return ((synset.words, gloss) for synset, gloss in self.synsets())

    @property
    def data_files(self) -> list[Path]:
        """The files that hold the glosses."""
        return [self._file(f"data.{name}").path for name in _FILE_ENDINGS.values()]

    # ------------------------------------------------------------------------------------------------- the files

    def _file(self, name: str) -> LineFile:
        if name not in self._files:
            self._files[name] = LineFile(self.folder / name)
        return self._files[name]

    def _index_lines(self, key: bytes, pos: str) -> Iterator[tuple[int, bytes]]:
        return self._file(f"index.{_FILE_ENDINGS[pos]}").lines_of(key, b" ") if key else iter(())

    def _offsets(self, key: bytes, pos: str) -> list[int]:
        return next((self._parsed_offsets(line, pos, start) for start, line in self._index_lines(key, pos)), [])

    def _parsed_offsets(self, line: bytes, pos: str, line_start: int) -> list[int]:
        """`lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt synset_offset [synset_offset...]`."""
        fields = line.split()
        try:
            offsets = [int(field) for field in fields[6 + int(fields[3]) :]]
            if len(offsets) == int(fields[2]) > 0:
                return offsets
        except (ValueError, IndexError):
            pass
        raise damage_error(
            self._file(f"index.{_FILE_ENDINGS[pos]}").path, f"byte {line_start}", "the line of a word", line
        )

    def _read_synset(self, pos: str, offset: int) -> Synset:
        file = self._file(f"data.{_FILE_ENDINGS[pos]}")
        line = file.line(offset)
        try:
            return parse_synset(line, pos, offset)
        except (ValueError, IndexError, UnicodeDecodeError):
            raise damage_error(file.path, f"byte {offset}", "a synset", line) from None

    def pointed_at(self, synset: Synset, word: str, symbol: bytes) -> Iterator[str]:
        """List the words that pointers lead to; pointers between words must start at the word itself."""
        with self._refuse_damaged_pointers(synset):
            for pointer in synset.pointers(symbol):
                if pointer.source and synset.words[pointer.source - 1].lower() != word:
                    continue
                words = self._synset(pointer.pos, pointer.offset).words
                yield from words[pointer.target - 1 : pointer.target] if pointer.target else words

    @contextmanager
    def _refuse_damaged_pointers(self, synset: Synset) -> Iterator[None]:
        try:
            yield
        except (ValueError, IndexError, KeyError):
            path = self._file(f"data.{_FILE_ENDINGS[synset.pos]}").path
            raise damage_error(path, f"byte {synset.offset}", "the pointers of a synset", "others") from None

    # ---------------------------------------------------------------------------------------------- sense counts

    @cached_property
    def _counts(self) -> LineFile | None:
        return next((self._file(name) for name in _COUNT_FILES if (self.folder / name).exists()), None)

    def count(self, synset: Synset, word: str) -> int | None:
        """Count how often a word was tagged with a synset; None if the folder has no counts."""
        file = self._counts
        if file is None:
            return None
        key = self._sense_key(synset, word)
        return next((_count(file, line, start) for start, line in file.lines_of(key, b" ")), 0)

    def _tagged(self) -> dict[bytes, int]:
        """Count how often each sense was tagged, by sense key."""
        file = self._counts
        if file is None:
            return {}
        return {line.partition(b" ")[0]: _count(file, line, start) for start, line in file.lines()}

    def _sense_key(self, synset: Synset, word: str) -> bytes:
        """`lemma%ss_type:lex_filenum:lex_id:head_word:head_id` (senseidx(5WN)); only a satellite has a head."""
        number = next(position for position, other in enumerate(synset.words) if other.lower() == word)
        head = b":"
        if synset.type == "s":
            with self._refuse_damaged_pointers(synset):
                pointer = next(synset.pointers(SYMBOLS["similar"]), None)
            if pointer:
                main = self._synset(pointer.pos, pointer.offset)
                head = b"%s:%02d" % (_key(main.words[0].lower()), main.lex_ids[0])
        position = b"%d:%02d:%02d" % (_TYPE_NUMBERS[synset.type], synset.lex_file, synset.lex_ids[number])
        return b"%s%%%s:%s" % (_key(word), position, head)


def _count(file: LineFile, line: bytes, line_start: int) -> int:
    """Parse the last field of a line of a count file."""
    number = line.rsplit(b" ", 1)[-1]
    if not number.isdigit():
        raise damage_error(file.path, f"byte {line_start}", "a sense with its count", line)
    return int(number)


def _plain(lemma: str) -> str:
    return lemma.strip().lower().replace("_", " ")


def _key(word: str) -> bytes:
    """Write a word as the index files do, which are in ASCII."""
    return word.replace(" ", "_").encode(errors="replace")


_LEMMAS_KEPT = 1 << 18


def wordnet_lemmas() -> tuple[str, Callable[[str, str], str]]:
    """Give the name of the installed WordNet (`wordnet-3.0`), and a lemmatiser like NLTK's, which SWORDS uses.

    The lemmatiser takes a form and a part of speech; what is not a noun, verb, adjective or adverb is treated as a
    noun, as in the SWORDS evaluator.
    """
    from stead.words import WordNetMorphology  # noqa: PLC0415 (looking words up needs no rules)

    wordnet = WordNet(folder("wordnet"))
    morphology = WordNetMorphology({pos: wordnet.exceptions(pos) for pos in PARTS_OF_SPEECH}, wordnet.has)

    @lru_cache(_LEMMAS_KEPT)
    def lemma(form: str, part_of_speech: str) -> str:
        return morphology.shortest(form, part_of_speech if part_of_speech in PARTS_OF_SPEECH else "n")

    return wordnet.name, lemma
