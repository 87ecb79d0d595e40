"""Lexicons laid out as arrays, so that all candidates of a target are looked up in one pass.

A word is a number: its place in the sorted vocabulary. Lists of numbers of different lengths (the senses of a word, the
words of a synset, the entry of a thesaurus) are stored one after the other, with the offset where each begins. All is
mapped from files that are compiled once from a synset graph (or none), a thesaurus, frequencies, vectors and (if it is
here) a table of paraphrases. Words that have nothing but a vector and are frequent where the vectors were learned come
along: a lexicon lacks the words that are younger than itself, and they are targets too.

Without a synset graph, a word has one nameless sense for each part of speech that the thesaurus knows it as, and any
word that has a vector and is not rare comes along: they are what stands around targets.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self
from zlib import crc32

import numpy as np
import numpy.typing as npt

from stead.core.arrays import Ragged
from stead.lexicons import Lexicon, Sense, WordFrequencies
from stead.lexicons.paraphrases import Paraphrase
from stead.lexicons.wordnet_files import SYMBOLS, WordNet
from stead.rules.spelling import spelling_key
from stead.systems.neural.encoders import Span
from stead.words import WordNetMorphology

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[Any]
"""Numbers of any kind, which become columns of rows."""

RELATIONS = ("hypernym", "hyponym", "similar", "other", "also", "antonym", "part")
"""The relations between synsets that are kept; `other` are groups of verbs, `part` is whatever else leads somewhere."""

PARTS = "nvar"

LAYOUT = 5
"""Goes up when tables are laid out differently."""

ENCODED_WORDS = Path(__file__).parent / "models" / "encoded_words.npz"
"""Vectors of frequent words and phrases, as a file of stead's own (`python -m tools.encode_words`)."""
SENTENCES = {"n": "a {}", "v": "They {} it.", "a": "a very {} person", "r": "She {} did it."}
"""A short sentence for each part of speech, in which a verb is read as a verb."""


def in_short_sentence(word: str, pos: str) -> Span:
    """A word in the short sentence of its part of speech, or alone if that has none."""
    before, after = SENTENCES.get(pos, "{}").split("{}")
    return Span(before + word + after, len(before), len(before) + len(word))


class EncodedVocabulary(NamedTuple):
    """Words and their parts of speech, the most frequent first, with vectors of small whole numbers."""

    words: Sequence[str]
    parts: str
    matrix: npt.NDArray[np.int8]

    def save(self, path: Path) -> None:
        """Write the file."""
        text = np.frombuffer("\n".join(self.words).encode(), np.uint8)
        parts = np.frombuffer(self.parts.encode(), np.uint8)
        np.savez_compressed(path, words=text, parts=parts, matrix=self.matrix)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the file."""
        with np.load(path, allow_pickle=False) as arrays:
            words = arrays["words"].tobytes().decode().split("\n")
            return cls(words, arrays["parts"].tobytes().decode(), arrays["matrix"])


class EncodedWords:
    """The vectors of encoded words; `keys` are rows of words with parts of speech, in ascending order."""

    def __init__(self, vectors: npt.NDArray[np.int8], keys: Ints, frequent: Ints) -> None:
        self._vectors, self._keys = vectors, keys
        self.frequent = frequent
        """The keys among which the nearest are looked for."""

    def has(self, keys: Ints) -> npt.NDArray[np.bool_]:
        """Which words have a vector."""
        return np.asarray(self._keys[self._places(keys)] == keys) if len(self._keys) else np.zeros(len(keys), bool)

    def vectors(self, keys: Ints) -> npt.NDArray[np.float32]:
        """The vectors of words, of length 1; zeros for a word that has none."""
        if not len(self._keys):
            return np.zeros((len(keys), 1), np.float32)
        vectors = self._vectors[self._places(keys)].astype(np.float32)
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
        return np.asarray(vectors * (self.has(keys) / np.maximum(lengths, 1)).astype(np.float32)[:, None])

    def _places(self, keys: Ints) -> npt.NDArray[np.intp]:
        return np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)


class Tables:
    """Lexicons as arrays, by word number; the number after the last word stands for all unknown words."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.words = self._text("words.txt")
        self.spellings: npt.NDArray[np.uint32] = self._array("spellings")
        self.frequencies: Floats = self._array("frequencies")
        self._vectors: npt.NDArray[np.float16] = self._array("vectors")
        self.encoded = EncodedWords(*(self._array(name) for name in ("encoded", "encoded-keys", "encoded-frequent")))
        self.senses = self._lists("senses")
        self.counts: Ints = self._array("senses-counts")
        self.synset_words = self._lists("synset-words")
        self.glosses = self._lists("glosses")
        self.thesaurus = self._lists("thesaurus")
        self.paraphrases = self._lists("paraphrases")
        self.paraphrase_probabilities: Floats = self._array("paraphrases-probabilities")
        self.paraphrased = self._lists("paraphrased")
        self.paraphrased_probabilities: Floats = self._array("paraphrased-probabilities")
        self.relations = {relation: self._lists(relation) for relation in RELATIONS}

    def _array(self, name: str) -> npt.NDArray[Any]:
        mapped = np.load(self._folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
        return np.asarray(mapped)  # a plain view: each look-up in a `memmap` makes another, which takes time

    def _lists(self, name: str) -> Ragged[np.int32]:
        return Ragged(self._array(name), self._array(f"{name}-starts"))

    def _text(self, name: str) -> list[str]:
        return (self._folder / name).read_text(encoding="utf-8").split("\n")

    def number(self, word: str) -> int:
        """The number of a word, found by bisection: a dict of all words would take more memory than all but vectors."""
        number = bisect_left(self.words, word)
        return number if number < len(self.words) and self.words[number] == word else len(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.number(word) < len(self.words)

    def numbers(self, words: list[str]) -> Ints:
        """The numbers of some words."""
        return np.fromiter(map(self.number, words), np.int32, len(words))

    def vectors(self, numbers: Ints) -> npt.NDArray[np.float32]:
        """The vectors of words: of length 1, or zeros for a word that has none."""
        return self._vectors[numbers].astype(np.float32)

    def word_and_part(self, numbers: Ints, pos: str) -> Ints:
        """The row numbers of words with a part of speech."""
        return np.asarray(numbers * len(PARTS) + PARTS.index(pos), dtype=np.int32)


# ------------------------------------------------------------------------------------------------------------ compiling

_UNKNOWN = 1e-3  # per million: rarer than any word that was counted
_USUAL = 1.0  # per million: how frequent a word must be to come along for its vector alone
_WITH_VECTORS = 200_000  # vectors come in the order of the frequency of their words
_LOOKED_AMONG = 20_000  # the most frequent of the encoded words: rarer ones are hardly ever answers
_MOST_SPACES = 2  # longer paraphrases are pieces of sentences
_WORD = re.compile(r"[^\W\d_]+")
_KINDS = {
    "hypernym": ("hypernym", "instance_hypernym"),
    "hyponym": ("hyponym", "instance_hyponym"),
    "similar": ("similar",),
    "other": ("other",),
    "also": ("also",),
    "antonym": ("antonym",),
    "part": (
        *("mero_member", "mero_substance", "mero_part", "holo_member", "holo_substance", "holo_part"),
        *("entails", "causes", "attribute", "pertainym"),
    ),
}


class WordVectors(Protocol):
    """Words with vectors of length 1, rows of a matrix."""

    @property
    def words(self) -> Sequence[str]:
        """All words that have a vector."""

    @property
    def matrix(self) -> Floats:
        """The matrix whose rows are the vectors."""

    def vector(self, word: str) -> Floats | None:
        """The vector of a word."""


@dataclass(frozen=True, kw_only=True)
class Sources:
    """The resources that tables are compiled from."""

    thesaurus: Lexicon
    frequencies: WordFrequencies
    vectors: WordVectors | None = None
    encoded: EncodedVocabulary | None = None
    wordnet: WordNet | None = None
    paraphrases: Iterable[Paraphrase] = ()
    language: str = "en"
    related: Sequence[str] = ("hypernym", "similar", "other")
    """The relations of the thesaurus whose words count as synonyms, as they do in another thesaurus."""
    parts_of: Callable[[str], str] = lambda _: ""
    """The parts of speech of a word that the thesaurus does not label, as far as they are known."""


def compile_tables(sources: Sources, folder: Path) -> None:
    """Write the arrays into a folder."""
    thesaurus = _entries(sources)
    synsets = list(sources.wordnet.synsets()) if sources.wordnet else []
    lexicon_words = {word.lower() for synset, _ in synsets for word in synset.words}
    if not sources.wordnet and sources.vectors:
        lexicon_words = {word for word in sources.vectors.words if _is_usual(word, sources.frequencies)}
    lexicon_words |= {*thesaurus, *(other for entry in thesaurus.values() for other in entry)}
    readings = _Readings(sources.wordnet) if sources.wordnet else None
    new_words = _new_words(sources.vectors, lexicon_words, readings) if sources.vectors and readings else set()
    words = sorted(lexicon_words | new_words)
    numbers = {word: number for number, word in enumerate(words)}
    (folder / "words.txt").write_text("\n".join(words), encoding="utf-8")
    spellings = [spelling_checksum(spelling_key(word, sources.language) or word) for word in words]
    _save(folder, "spellings", np.array(spellings, np.uint32))
    _save(folder, "frequencies", np.array([*_frequencies(sources.frequencies, words), np.log(_UNKNOWN)], np.float32))
    _save(folder, "vectors", _vectors(sources.vectors, words).astype(np.float16))
    _save_encoded(folder, sources.encoded or EncodedVocabulary([], "", np.empty((0, 1), np.int8)), numbers)
    _save_lists(folder, "thesaurus", ((numbers[other] for other in thesaurus.get(word, ())) for word in words))
    synset_numbers = {(synset.pos, synset.offset): number for number, (synset, _) in enumerate(synsets)}
    nameless: list[list[int]] = [] if sources.wordnet else [[]]
    named = [[numbers[word.lower()] for word in synset.words] for synset, _ in synsets]
    _save_lists(folder, "synset-words", named or nameless)
    _save_lists(folder, "glosses", [_known(numbers, gloss) for _, gloss in synsets] or nameless)
    for relation in RELATIONS:
        symbols = [SYMBOLS[kind] for kind in _KINDS[relation]]
        related = [
            [synset_numbers[pointer.pos, pointer.offset] for symbol in symbols for pointer in synset.pointers(symbol)]
            for synset, _ in synsets
        ]
        _save_lists(folder, relation, related or nameless)
    _save_paraphrases(folder, _paraphrases(sources.paraphrases, numbers, readings) if readings else {}, len(words))
    senses = _senses(sources.wordnet, words, synset_numbers) if sources.wordnet else _nameless(sources, words)
    _save_senses(folder, *senses)


def spelling_checksum(key: str) -> int:
    """A checksum of what the spellings of a word share."""
    return crc32(key.encode())


class _Readings:
    """The base forms of English forms by part of speech; a word or phrase without senses is its own, of any part."""

    def __init__(self, wordnet: WordNet) -> None:
        self._known = {(entry.lemma, entry.pos) for entry in wordnet.entries()}
        exceptions = {pos: wordnet.exceptions(pos) for pos in PARTS}
        self._morphology = WordNetMorphology(exceptions, lambda lemma, pos: (lemma, pos) in self._known)

    def of(self, form: str) -> dict[str, str]:
        """The base form for each part of speech that a form can have."""
        by_part = {pos: next(iter(self._morphology(form, pos)), "") for pos in PARTS}
        return {pos: lemma for pos, lemma in by_part.items() if lemma}


def _new_words(vectors: WordVectors, known: set[str], readings: _Readings) -> set[str]:
    """The words among the most frequent ones with vectors that the lexicons do not have, in any form."""
    frequent = (word for word in vectors.words[:_WITH_VECTORS] if _WORD.fullmatch(word) and len(word) > 2)
    return {word for word in frequent if word not in known and not readings.of(word)}


def _paraphrases(
    pairs: Iterable[Paraphrase], numbers: dict[str, int], readings: _Readings
) -> dict[tuple[int, int], dict[int, float]]:
    """The paraphrases of each word and part of speech: forms are added up, and the best form of the target counts.

    Pairs join base forms of the same part of speech; what has no senses can be of any.
    """

    @lru_cache(1 << 20)
    def known(phrase: str) -> dict[str, int]:
        if phrase.count(" ") > _MOST_SPACES:
            return {}
        by_part = {pos: numbers[lemma] for pos, lemma in readings.of(phrase).items()}
        return by_part or (dict.fromkeys(PARTS, numbers[phrase]) if phrase in numbers else {})

    paraphrases: dict[tuple[int, int], dict[int, float]] = {}
    for phrase, group in groupby(pairs, lambda pair: pair.phrase):
        targets = known(phrase)
        if not targets:
            continue
        by_form: dict[tuple[int, int], dict[int, float]] = {}
        for pair in group:
            for pos, other in known(pair.other).items():
                if targets.get(pos, other) != other:
                    sums = by_form.setdefault((targets[pos], PARTS.index(pos)), {})
                    sums[other] = sums.get(other, 0.0) + pair.probability
        for target, sums in by_form.items():
            best = paraphrases.setdefault(target, {})
            for other, probability in sums.items():
                best[other] = max(best.get(other, 0.0), min(1.0, probability))
    return paraphrases


def _save_paraphrases(folder: Path, paraphrases: dict[tuple[int, int], dict[int, float]], words: int) -> None:
    """Save the paraphrases of each word and part, the most probable first, and the words that each paraphrases."""
    backward: dict[tuple[int, int], dict[int, float]] = {}
    for (target, part), others in paraphrases.items():
        for other, probability in others.items():
            backward.setdefault((other, part), {})[target] = probability
    keys = [(number, part) for number in range(words) for part in range(len(PARTS))]
    for name, table in (("paraphrases", paraphrases), ("paraphrased", backward)):
        rows = [sorted(table.get(key, {}).items(), key=lambda pair: (-pair[1], pair[0])) for key in keys]
        _save_lists(folder, name, [*([number for number, _ in row] for row in rows), *([] for _ in PARTS[1:])])
        _save(folder, f"{name}-probabilities", np.array([value for row in rows for _, value in row], np.float32))


def _entries(sources: Sources) -> dict[str, dict[str, None]]:
    """The synonyms of each entry, all senses together, in lower case."""
    entries: dict[str, dict[str, None]] = {}
    for lemma in sources.thesaurus.lemmas():
        entry = entries.setdefault(_plain(lemma), {})
        for sense in sources.thesaurus.senses(lemma):
            entry.update((_plain(word), None) for word in _related_words(sources, sense))
    for lemma, entry in entries.items():
        entry.pop(lemma, None)
        entry.pop("", None)
    entries.pop("", None)
    return entries


def _related_words(sources: Sources, sense: Sense) -> Iterable[str]:
    """The synonyms of a sense, and the words that count as such."""
    return (*sense.synonyms, *(word for relation in sources.related for word in sense.related(relation)))


@lru_cache(1 << 18)
def _plain(word: str) -> str:
    return " ".join(word.replace("_", " ").lower().split())


def _is_usual(word: str, frequencies: WordFrequencies) -> bool:
    return word.isalpha() and word == word.lower() and frequencies.of(word) >= _USUAL


def _frequencies(frequencies: WordFrequencies, words: Sequence[str]) -> Iterable[float]:
    for word in words:
        yield float(np.log(_UNKNOWN + (frequencies.of(word) if " " not in word else 0.0)))


def _vectors(vectors: WordVectors | None, words: Sequence[str]) -> Floats:
    """Vectors of length 1; a phrase has the mean of its words, an unknown word zeros."""
    if vectors is None:
        return np.zeros((len(words) + 1, 1), np.float32)
    rows = np.zeros((len(words) + 1, vectors.matrix.shape[1]), np.float32)
    for number, word in enumerate(words):
        vector = vectors.vector(word)
        parts = [vectors.vector(part) for part in re.split("[ -]", word)] if vector is None else [vector]
        known = [part for part in parts if part is not None]
        if known:
            mean = np.mean(known, axis=0)
            rows[number] = mean / (float(np.linalg.norm(mean)) or 1.0)
    return rows


def _save_encoded(folder: Path, encoded: EncodedVocabulary, numbers: dict[str, int]) -> None:
    """Save the vectors of encoded words by their rows, and which words are frequent."""
    rows = [row for row, word in enumerate(encoded.words) if word in numbers]
    keys = np.array(
        [numbers[encoded.words[row]] * len(PARTS) + PARTS.index(encoded.parts[row]) for row in rows], np.int32
    )
    order = np.argsort(keys)
    _save(folder, "encoded", encoded.matrix[rows][order])
    _save(folder, "encoded-keys", keys[order])
    _save(folder, "encoded-frequent", np.sort(keys[:_LOOKED_AMONG]))


def _known(numbers: dict[str, int], gloss: str) -> list[int]:
    """The words of a definition, without its examples and without words of one or two letters."""
    definition = gloss.partition('"')[0].lower()
    return sorted({numbers[word] for word in _WORD.findall(definition) if len(word) > 2 and word in numbers})


def _senses(
    wordnet: WordNet, words: list[str], synset_numbers: dict[tuple[str, int], int]
) -> tuple[list[list[int]], list[int]]:
    """The senses of every word and part of speech, the most usual first, and how often each was seen."""
    entries = {(entry.lemma, entry.pos): entry for entry in wordnet.entries()}
    word_entries = [entries.get((word, pos)) for word in words for pos in PARTS]
    lists = [[synset_numbers[entry.pos, offset] for offset in entry.offsets] if entry else [] for entry in word_entries]
    return lists, [count for entry in word_entries if entry for count in entry.counts]


def _nameless(sources: Sources, words: list[str]) -> tuple[list[list[int]], list[int]]:
    """The senses of a lexicon without synsets: for each part of speech the first synset, which is empty."""
    parts = _parts_of_speech(sources)
    lists = [[0] if pos in parts.get(word, ()) else [] for word in words for pos in PARTS]
    return lists, [0] * sum(map(len, lists))


def _parts_of_speech(sources: Sources) -> dict[str, set[str]]:
    """The parts of speech of a word's own senses or, if it has no entry, of the senses it is listed in."""
    own_parts: dict[str, set[str]] = {}
    listed: dict[str, set[str]] = {}
    for lemma in sources.thesaurus.lemmas():
        for sense in sources.thesaurus.senses(lemma):
            own_parts.setdefault(_plain(lemma), set()).update(sense.pos or sources.parts_of(lemma) or PARTS)
            for word in _related_words(sources, sense):
                listed.setdefault(_plain(word), set()).update(sense.pos or sources.parts_of(word) or PARTS)
    return {**listed, **own_parts}


def _save_senses(folder: Path, lists: list[list[int]], counts: list[int]) -> None:
    """Save the senses, followed by an empty list for unknown words."""
    _save_lists(folder, "senses", [*lists, *([] for _ in PARTS)])
    _save(folder, "senses-counts", np.array(counts, np.int32))


def _save_lists(folder: Path, name: str, lists: Iterable[Iterable[int]]) -> None:
    """Save the lists, followed by an empty one for unknown words."""
    rows = [list(values) for values in lists]
    _save(folder, f"{name}-starts", np.cumsum([0, *map(len, rows), 0], dtype=np.int32))
    _save(folder, name, np.array([value for row in rows for value in row], np.int32))


def _save(folder: Path, name: str, array: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]") -> None:
    np.save(folder / f"{name}.npy", array, allow_pickle=False)
