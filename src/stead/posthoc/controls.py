"""Controls among the candidates: planted words that fit nowhere, and repeated candidates.

Raters should recognise neither. A planted word has the part of speech and the language of the target, and is about as
long and as often proposed as the candidates around it. A candidate is repeated on the second of two screens of its
sentence, most of which is new; every sentence that is long enough is shown on two screens, whether any of its
candidates is repeated or not.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.core.errors import BadInput
from stead.core.item import lemma_of, part_of_speech_of
from stead.core.pool import CandidatePool
from stead.core.random_streams import Purpose, stream
from stead.core.text import plural
from stead.rules.definitions import Rules, is_multiword

_NEAREST = 3
"""One of this many words that are most similar to a candidate is planted."""

_LETTERS = 2.0
"""A difference of this many characters counts as much as a factor of two in frequency."""

FEWEST_TO_DIVIDE = 4
"""Sentences with fewer candidates are shown on one screen."""

_APART, _ORDERS = 3, 100

Languages = Mapping[tuple[str, str], str]
"""Language codes of items by lexelt and id."""

Target = tuple[str, str]
"""A lexelt and its language, empty if that is not known: `chat.n` is a target of English and of French."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A sentence, or a part of it, in one subset; candidates are numbered as in the pool."""

    item: int
    candidates: IntArray


@dataclass(frozen=True, eq=False)
class ScreenContents:
    """A sentence on a screen; its second screen is shown `again`, and repeats some candidates of the first."""

    item: int
    candidates: IntArray
    again: bool = False
    repeated: int = 0
    planted: list[str] = field(default_factory=list)


# -------------------------------------------------------------------------------------------------------- repeats


def room_for_repeats(sizes: Sequence[int]) -> list[int]:
    """How many candidates of each sentence may be repeated: a quarter, so that the second screen is mostly new.

    Nothing is repeated in a subset of one sentence, whose screens would follow each other.
    """
    return [size // FEWEST_TO_DIVIDE if len(sizes) > 1 else 0 for size in sizes]


def divide_into_screens(
    pieces: Sequence[Piece], number: int, in_gold: BoolArray, chance: np.random.Generator
) -> list[ScreenContents]:
    """Divide a subset into screens, repeating `number` candidates, or as many as there is room for."""
    room = room_for_repeats([len(piece.candidates) for piece in pieces])
    if not number or not sum(room):
        return [ScreenContents(piece.item, piece.candidates) for piece in pieces]
    drawn = chance.choice(np.repeat(np.arange(len(pieces)), room), size=min(number, sum(room)), replace=False)
    repeats = np.bincount(drawn, minlength=len(pieces)).tolist()
    screens: list[ScreenContents] = []
    for piece, own_room, own_repeats in zip(pieces, room, repeats, strict=True):
        if not own_room:
            screens.append(ScreenContents(piece.item, piece.candidates))
            continue
        first, rest = _two_parts(piece.candidates, own_repeats, in_gold, chance)
        again = chance.choice(first, size=own_repeats, replace=False)
        screens.append(ScreenContents(piece.item, first))
        screens.append(ScreenContents(piece.item, np.concatenate([rest, again]), again=True, repeated=own_repeats))
    return screens


def _two_parts(
    candidates: IntArray, repeats: int, in_gold: BoolArray, chance: np.random.Generator
) -> tuple[IntArray, IntArray]:
    """Divide candidates into two parts that are equally large once repeats are added to the second.

    Both have substitutes of the first gold, if there are two or more.
    """
    size = (len(candidates) + repeats + int(chance.integers(0, 2))) // 2
    shuffled = chance.permutation(candidates)
    gold, others = shuffled[in_gold[shuffled]], shuffled[~in_gold[shuffled]]
    several = int(len(gold) > 1)
    least, most = max(several, size - len(others)), min(len(gold) - several, size)
    golds = int(np.clip(round(len(gold) * size / len(shuffled) + chance.uniform(-0.5, 0.5)), least, most))
    first = np.concatenate([gold[:golds], others[: size - golds]])
    return first, np.concatenate([gold[golds:], others[size - golds :]])


def spread_repeats(sentences: Sequence[tuple[object, bool]], orders: Iterable[Sequence[int]]) -> list[int]:
    """Choose the first order of screens in which no sentence is repeated soon, or the best one.

    Screens are given by their sentence, and whether they show it again; those come after the first screen in any case.
    """
    best: list[int] = []
    best_distance = 0
    for order in islice(orders, _ORDERS):
        arranged, distance = _first_before_again(sentences, order)
        if not best or distance > best_distance:
            best, best_distance = arranged, distance
        if best_distance >= _APART:
            break
    return best


def _first_before_again(sentences: Sequence[tuple[object, bool]], order: Sequence[int]) -> tuple[list[int], int]:
    """Swap the two screens of a sentence where necessary; also returns the least distance between such screens."""
    positions: dict[object, list[int]] = {}
    for position, screen in enumerate(order):
        positions.setdefault(sentences[screen][0], []).append(position)
    arranged = list(order)
    distance = len(order)
    for of_sentence in positions.values():
        for position, screen in zip(
            of_sentence,
            sorted((order[position] for position in of_sentence), key=lambda at: sentences[at][1]),
            strict=True,
        ):
            arranged[position] = screen
        distance = min([distance, *(later - earlier for earlier, later in pairwise(of_sentence))])
    return arranged, distance


# -------------------------------------------------------------------------------------------------- planted words


class WordPlanting:
    """Draws words that cannot fit: pooled for other targets of the same part of speech and language."""

    def __init__(self, pool: CandidatePool, seed: int, languages: Languages) -> None:
        self.pool, self.chance = pool, stream(seed, Purpose.PLANTED)
        keys = zip(pool.lexelts, pool.ids, strict=True)
        self._targets: list[Target] = [(key[0], _main_language(languages.get(key, ""))) for key in keys]
        self._taken: dict[int, list[int]] = {}
        self._words: dict[Target, IntArray] = {}

    def plant(self, showings: Sequence[ScreenContents], number: int) -> None:
        """Add `number` words to the screens of a subset; every candidate is equally likely to get one beside it."""
        if not number:
            return
        codes = np.concatenate([self._in_order(showing) for showing in showings])
        owners = np.repeat(np.arange(len(showings)), [len(showing.candidates) for showing in showings])
        for _ in range(number):
            left = np.array([len(self._left(showing.item)) > 0 for showing in showings])
            if not left.any():
                raise self._too_few(showings, number)
            drawn = int(self.chance.choice(np.flatnonzero(left[owners])))
            showing = showings[owners[drawn]]
            words = self._like(codes[drawn], self._left(showing.item))
            word = words[int(self.chance.integers(0, min(_NEAREST, len(words))))]
            showing.planted.append(self.pool.candidates.vocabulary[word])
            self._taken.setdefault(showing.item, []).append(word)

    def _in_order(self, showing: ScreenContents) -> IntArray:
        """The words of a screen in alphabetical order."""
        codes = self.pool.candidates.codes[showing.candidates]
        return codes[np.argsort(self._alphabetical[codes])]

    def _left(self, item: int) -> IntArray:
        """The words for a sentence that are not planted yet in any subset: a rating must identify its subset."""
        words = self._fitting_nowhere(item)
        return words[~np.isin(words, self._taken.get(item, []))]

    def _too_few(self, showings: Sequence[ScreenContents], number: int) -> BadInput:
        lexelt, language = min(self._targets[showing.item] for showing in showings)
        alike = f"part of speech and language ({language})" if language else "part of speech"
        return BadInput(
            f"{plural(number, 'word')} cannot be planted in each subset: for {lexelt} the pool has too few "
            f"candidates of other targets with the same {alike}. Plant fewer (`planted`), make larger subsets "
            "(`size`, `subsets`), or pool more targets."
        )

    def _like(self, code: int, words: IntArray) -> IntArray:
        """Sort words by similarity to a candidate: kind, length and frequency."""
        frequency = np.abs(np.log2(1 + self._proposed[words]) - np.log2(1 + self._proposed[code]))
        length = np.abs(self._lengths[words] - self._lengths[code]) / _LETTERS
        other_kind = self._multiword[words] != self._multiword[code]
        return words[np.lexsort((self._alphabetical[words], frequency + length, other_kind))]

    def _fitting_nowhere(self, item: int) -> IntArray:
        """The words that may be planted for a target, preferably those of targets that share no word with it."""
        target = self._targets[item]
        if target not in self._words:
            kind = _kind_of(target)
            others = [other for other in self._golds if other != target and _kind_of(other) == kind]
            known = self._pooled[target] | {_RULES.normalise(lemma_of(target[0]))}
            unlike = [other for other in others if self._golds[other].keys().isdisjoint(self._golds[target])]
            self._words[target] = next(
                (words for donors in (unlike, others) if len(words := self._words_of(donors, known))),
                np.empty(0, dtype=np.int64),
            )
        return self._words[target]

    def _words_of(self, donors: Sequence[Target], known: set[str]) -> IntArray:
        """The substitutes of other targets in the first gold, without words that are known for this target."""
        codes = {code for donor in donors for level, code in self._golds[donor].items() if level not in known}
        return np.array(sorted(codes), dtype=np.int64)

    @cached_property
    def _normalised(self) -> list[str]:
        return [_RULES.normalise(term) for term in self.pool.candidates.vocabulary]

    @cached_property
    def _pooled(self) -> dict[Target, set[str]]:
        """Every word that was proposed for each target, normalised."""
        words: dict[Target, set[str]] = {target: set() for target in self._targets}
        for item, code in zip(self.pool.owners.tolist(), self.pool.candidates.codes.tolist(), strict=True):
            words[self._targets[item]].add(self._normalised[code])
        return words

    @cached_property
    def _golds(self) -> dict[Target, dict[str, int]]:
        """The substitutes of each target in the first gold; people gave them, so they have its part of speech."""
        words: dict[Target, dict[str, int]] = {target: {} for target in self._targets}
        in_gold = self.pool.in_gold
        for item, code in zip(
            self.pool.owners[in_gold].tolist(), self.pool.candidates.codes[in_gold].tolist(), strict=True
        ):
            words[self._targets[item]].setdefault(self._normalised[code], code)
        return words

    @cached_property
    def _proposed(self) -> FloatArray:
        """How often each word was proposed, by runs and in the first gold."""
        times = self.pool.run_counts + self.pool.in_gold
        return np.bincount(self.pool.candidates.codes, times, len(self._normalised)).astype(np.float64)

    @cached_property
    def _lengths(self) -> IntArray:
        return np.array([len(term) for term in self.pool.candidates.vocabulary], dtype=np.int64)

    @cached_property
    def _alphabetical(self) -> IntArray:
        """The alphabetical rank of each word."""
        return np.argsort(np.argsort(np.array(self.pool.candidates.vocabulary)))

    @cached_property
    def _multiword(self) -> BoolArray:
        return np.array(
            [is_multiword(term.replace("_", " ")) for term in self.pool.candidates.vocabulary], dtype=np.bool_
        )


def _kind_of(target: Target) -> tuple[str, str]:
    """The part of speech and the language of a target."""
    return part_of_speech_of(target[0]), target[1]


def _main_language(code: str) -> str:
    """The main language of a code: `en` of `en-GB`."""
    return code.replace("_", "-").partition("-")[0].lower()


_RULES = Rules()
