"""Lays out lexicons as arrays: a synset graph (or none), a thesaurus, frequencies and vectors, over one vocabulary."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from stead.lexicons import Frequencies, Lexicon
from stead.lexicons.synset import SYMBOLS
from stead.lexicons.vectors import Vectors
from stead.lexicons.wordnet import WordNet
from stead.systems.blend.tables import PARTS, RELATIONS, Floats

_UNKNOWN = 1e-3  # per million: rarer than any word that was counted
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


@dataclass(frozen=True)
class Sources:
    """What tables are made from."""

    thesaurus: Lexicon
    frequencies: Frequencies
    vectors: Vectors | None
    wordnet: WordNet | None


def compile_tables(sources: Sources, folder: Path) -> None:
    """Write the arrays into a folder."""
    thesaurus = _entries(sources.thesaurus)
    synsets = list(sources.wordnet.synsets()) if sources.wordnet else []
    own = {word.lower() for synset, _ in synsets for word in synset.words}
    words = sorted({*own, *thesaurus, *(other for entry in thesaurus.values() for other in entry)})
    numbers = {word: number for number, word in enumerate(words)}
    (folder / "words.txt").write_text("\n".join(words), encoding="utf-8")
    _save(folder, "frequencies", np.array([*_frequencies(sources.frequencies, words), np.log(_UNKNOWN)], np.float32))
    _save(folder, "vectors", _vectors(sources.vectors, words))
    _save_lists(folder, "thesaurus", ((numbers[other] for other in thesaurus.get(word, ())) for word in words))
    places = {(synset.pos, synset.offset): place for place, (synset, _) in enumerate(synsets)}
    _save_lists(folder, "synset-words", ([numbers[word.lower()] for word in synset.words] for synset, _ in synsets))
    _save_lists(folder, "glosses", (_known(numbers, gloss) for _, gloss in synsets))
    for relation in RELATIONS:
        symbols = [SYMBOLS[kind] for kind in _KINDS[relation]]
        pointers = ([p for symbol in symbols for p in synset.pointers(symbol)] for synset, _ in synsets)
        _save_lists(folder, relation, ([places[each.pos, each.offset] for each in own] for own in pointers))
    _save_senses(folder, sources.wordnet, words, places)


def _entries(thesaurus: Lexicon) -> dict[str, dict[str, None]]:
    """The words of each entry, all senses in one, in small letters."""
    found: dict[str, dict[str, None]] = {}
    for lemma in thesaurus.lemmas():
        entry = found.setdefault(_plain(lemma), {})
        for sense in thesaurus.senses(lemma):
            entry.update((_plain(word), None) for word in (*sense.synonyms, *sense.related("other")))
    for lemma, entry in found.items():
        entry.pop(lemma, None)
        entry.pop("", None)
    found.pop("", None)
    return found


@lru_cache(1 << 18)
def _plain(word: str) -> str:
    return " ".join(word.replace("_", " ").lower().split())


def _frequencies(frequencies: Frequencies, words: Sequence[str]) -> Iterable[float]:
    for word in words:
        yield float(np.log(_UNKNOWN + (frequencies.of(word) if " " not in word else 0.0)))


def _vectors(vectors: Vectors | None, words: Sequence[str]) -> Floats:
    """Of length 1; a phrase has the mean of its words; what is not known has nothing but zeros."""
    if vectors is None:
        return np.zeros((len(words) + 1, 1), np.float32)
    found = np.zeros((len(words) + 1, vectors.matrix.shape[1]), np.float32)
    for number, word in enumerate(words):
        own = vectors.vector(word)
        parts = [vectors.vector(part) for part in re.split("[ -]", word)] if own is None else [own]
        known = [part for part in parts if part is not None]
        if known:
            mean = np.mean(known, axis=0)
            found[number] = mean / (float(np.linalg.norm(mean)) or 1.0)
    return found


def _known(numbers: dict[str, int], gloss: str) -> list[int]:
    """The words of a definition, without its examples and without words of one or two letters."""
    definition = gloss.partition('"')[0].lower()
    return sorted({numbers[word] for word in _WORD.findall(definition) if len(word) > 2 and word in numbers})


def _save_senses(folder: Path, wordnet: WordNet | None, words: list[str], places: dict[tuple[str, int], int]) -> None:
    """The senses of every word and part of speech, the most usual first, and how often each was seen."""
    counts: list[int] = []
    lists: list[list[int]] = []
    known = [{*wordnet.lemmas(pos)} if wordnet else set() for pos in PARTS]
    for word in words:
        for pos, own in zip(PARTS, known, strict=True):
            senses = wordnet.senses(word, pos) if wordnet and word in own else ()
            lists.append([places[each.pos, int(each.id.partition("-")[0])] for each in senses])
            counts += [each.count or 0 for each in senses]
    _save_lists(folder, "senses", [*lists, *([] for _ in PARTS)])
    _save(folder, "senses-counts", np.array(counts, np.int32))


def _save_lists(folder: Path, name: str, lists: Iterable[Iterable[int]]) -> None:
    """Followed by an empty list, that of what is not known."""
    found = [list(each) for each in lists]
    _save(folder, f"{name}-starts", np.cumsum([0, *map(len, found), 0], dtype=np.int32))
    _save(folder, name, np.array([value for each in found for value in each], np.int32))


def _save(folder: Path, name: str, array: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]") -> None:
    np.save(folder / f"{name}.npy", array, allow_pickle=False)
