"""Tag the words of an English sentence with their parts of speech: a linear model on words, endings and neighbours.

A greedy averaged perceptron (Collins 2002), from left to right. What a word can be at all is known from the dictionary
of forms; a feature is the row of its hash in one table of weights. `tools/train_tagger.py` has made the table.
"""

import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stead.core.extras import import_extra

WEIGHTS = Path(__file__).with_name("tagger.npz")
COARSE = {
    **dict.fromkeys(("NN", "NNS", "NNP"), "n"),
    **dict.fromkeys(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"), "v"),
    **dict.fromkeys(("JJ", "JJR", "JJS"), "a"),
    **dict.fromkeys(("RB", "RBR", "RP"), "r"),
}
"""The part of speech of each tag of a content word."""
NAME, NUMBER = "NNP", "CD"

_OUTSIDE = "#"
START = "^"
"""The tag of what is before a sentence."""
_LETTERS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r", "PROPN": "p", "AUX": "x"}
_PLAIN = str.maketrans(
    "\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '\'""'
)
_DIGIT = re.compile(r"\d")
_QUOTES = frozenset({'"', "'", "``", "''", "(", "["})


class Tagger:
    """A table of weights: a row for each hash of a feature, a column for each tag."""

    def __init__(self, tags: Sequence[str], weights: npt.NDArray[Any], describe: "Describe | None" = None) -> None:
        self.tags = tuple(tags)
        self._weights = weights
        self._describe = describe or described

    @classmethod
    def load(cls, path: Path) -> "Tagger":
        """Load a table that was saved."""
        with np.load(path, allow_pickle=False) as arrays:
            weights = np.zeros(tuple(arrays["shape"]), np.int8)
            weights.reshape(-1)[np.cumsum(arrays["gaps"], dtype=np.int64)] = arrays["values"]
            return cls([str(tag) for tag in arrays["tags"]], weights)

    def save(self, path: Path) -> None:
        """Save the weights that are not zero, and the distance of each from the one before."""
        flat = self._weights.reshape(-1)
        places = np.flatnonzero(flat)
        gaps = np.diff(places, prepend=0)
        np.savez_compressed(
            path,
            allow_pickle=False,
            tags=np.array(self.tags),
            shape=np.array(self._weights.shape),
            gaps=gaps.astype(np.min_scalar_type(gaps.max())),
            values=flat[places],
        )

    def scores(self, words: Sequence[str]) -> list[Mapping[str, float]]:
        """Score every tag of each word of a sentence."""
        rows = self._rows(words)
        return [dict(zip(self.tags, map(float, row), strict=True)) for row in rows]

    def tag(self, words: Sequence[str]) -> list[str]:
        """Tag the words of a sentence."""
        return [self.tags[int(row.argmax())] for row in self._rows(words)]

    def _rows(self, words: Sequence[str]) -> list[npt.NDArray[Any]]:
        rows, size, before = [], len(self._weights), (START, START)
        for word in self._describe(words):
            hashes = [*hash_features(word.features, size), *hash_features(word.features_after(*before), size)]
            row = self._weights[hashes].sum(axis=0, dtype=np.float32)
            before = before[1], self.tags[int(row.argmax())]
            rows.append(row)
        return rows


def hash_features(features: Iterable[str], size: int) -> list[int]:
    """Hash features to rows of a table; the same on every machine."""
    return [zlib.crc32(feature.encode(errors="replace")) % size for feature in features]


@cache
def english_tagger() -> Tagger:
    """Load the tagger of English."""
    return Tagger.load(WEIGHTS)


def part_score(scores: Mapping[str, float], part: str) -> float:
    """Score a part of speech (n, v, a, r) of a word by the best of its tags."""
    return max(scores.get(tag, -inf) for tag, letter in COARSE.items() if letter == part)


class DescribedWord:
    """A word of a sentence with its features, but those of the tags before it."""

    def __init__(self, lower: str, can_be: str, features: Sequence[str]) -> None:
        self._lower, self._can_be = lower, can_be
        self.features = features

    def features_after(self, second: str, last: str) -> list[str]:
        """List the features that the two tags before the word are part of."""
        return [
            f"t{last}",
            f"tt{second}|{last}",
            f"tw{last}|{self._lower}",
            f"ta{last}|{self._can_be}",
            f"tta{second}|{last}|{self._can_be}",
        ]


Describe = Callable[[Sequence[str]], list[DescribedWord]]


def described(words: Sequence[str]) -> list[DescribedWord]:
    """Describe the words of a sentence by their features."""
    words = [word.translate(_PLAIN) for word in words]
    lower = [_DIGIT.sub("0", word.lower()) for word in words]
    can_be = [parts_of_form(word.lower()) for word in words]
    first = next((at for at, word in enumerate(words) if word[:1].isalnum()), 0)
    shapes = [
        _shape(word, begins=at == first or (at > 0 and words[at - 1] in _QUOTES)) for at, word in enumerate(words)
    ]
    columns = [[_OUTSIDE, _OUTSIDE, *column, _OUTSIDE, _OUTSIDE] for column in (lower, can_be, shapes)]
    return [
        DescribedWord(word, parts, _features(*(column[at : at + 5] for column in columns)))
        for at, (word, parts) in enumerate(zip(lower, can_be, strict=True))
    ]


def _features(lower: Sequence[str], can_be: Sequence[str], shapes: Sequence[str]) -> list[str]:
    """List the features of a word in the middle of a window of five."""
    left2, left, word, right, right2 = lower
    _, can_left, can, can_right, can_right2 = can_be
    _, shape_left, shape, shape_right, _ = shapes
    return [
        f"w{word}",
        f"e4{word[-4:]}",
        f"e3{word[-3:]}",
        f"e2{word[-2:]}",
        f"b3{word[:3]}",
        f"s{shape}",
        f"se{shape}|{word[-2:]}",
        f"a{can}",
        f"as{can}|{shape}",
        f"l{left}",
        f"ll{left2}",
        f"r{right}",
        f"rr{right2}",
        f"lr{left}|{right}",
        f"le{left[-3:]}",
        f"re{right[-3:]}",
        f"la{can_left}",
        f"ra{can_right}",
        f"a,ra{can}|{can_right}",
        f"la,a{can_left}|{can}",
        f"la,a,ra{can_left}|{can}|{can_right}",
        f"l,a{left}|{can}",
        f"a,r{can}|{right}",
        f"ra,rra{can_right}|{can_right2}",
        f"a,ra,rra{can}|{can_right}|{can_right2}",
        f"ls{shape_left}",
        f"s,rs{shape}|{shape_right}",
    ]


@lru_cache(1 << 16)
def parts_of_form(form: str) -> str:
    """List what a form can be in the dictionary, as letters; `-` marks those of which it is not the base form."""
    lemmas: dict[str, tuple[str, ...]] = import_extra("lemminflect", "tagging English words").getAllLemmas(form)
    parts = (_LETTERS.get(part, "") + ("" if form in bases else "-") for part, bases in lemmas.items())
    return "".join(sorted(parts))


def _shape(word: str, *, begins: bool) -> str:
    if word[:1].isdigit():
        return "digits"
    if word.isupper() and len(word) > 1:
        return "capitals"
    if word[:1].isupper():
        return "first" if begins else "capital"
    return "hyphen" if "-" in word else "lower" if word[:1].isalpha() else "sign"
