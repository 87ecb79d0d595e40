"""Controls among the candidates: words that fit nowhere, and candidates that are shown a second time.

Neither is to give itself away. A planted word has the part of speech and the language of the target, and is as long and
as often proposed as the candidates that it stands among. A candidate comes again on the second of two screens of its
sentence, most of which is new; every sentence that is long enough is shown on two screens, whether any of its
candidates comes again or not.
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
from stead.rules.matching import Rules, is_multiword

_NEAREST = 3
"""Of so many words that are most like a candidate, one is planted."""

_LETTERS = 2.0
"""A difference of so many characters counts as much as being proposed twice as often."""

FEWEST_TO_DIVIDE = 4
"""Sentences with fewer candidates are shown on one screen."""

_APART, _ORDERS = 3, 100

Languages = Mapping[tuple[str, str], str]
"""Language codes of items by lexelt and id."""

Target = tuple[str, str]
"""A lexelt and its language, empty if that is not known: `chat.n` is a target of English and of French."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A sentence, or a part of it, in one subset: numbers of candidates of the pool."""

    item: int
    candidates: IntArray


@dataclass(frozen=True, eq=False)
class Showing:
    """A sentence on a screen: numbers of candidates of the pool. One that is shown `again` has some of the first."""

    item: int
    candidates: IntArray
    again: bool = False
    repeated: int = 0
    planted: list[str] = field(default_factory=list)


# -------------------------------------------------------------------------------------------------------- repeats


def room_for_repeats(sizes: Sequence[int]) -> list[int]:
    """How many candidates of each sentence may come again: a quarter, so that the second screen is mostly new.

    Nothing comes again where the only sentence would follow itself.
    """
    return [size // FEWEST_TO_DIVIDE if len(sizes) > 1 else 0 for size in sizes]


def divide_into_screens(
    pieces: Sequence[Piece], number: int, in_gold: BoolArray, chance: np.random.Generator
) -> list[Showing]:
    """The screens of a subset, on which so many candidates come again, or as many as there is room for."""
    room = room_for_repeats([len(piece.candidates) for piece in pieces])
    if not number or not sum(room):
        return [Showing(piece.item, piece.candidates) for piece in pieces]
    drawn = chance.choice(np.repeat(np.arange(len(pieces)), room), size=min(number, sum(room)), replace=False)
    repeats = np.bincount(drawn, minlength=len(pieces)).tolist()
    found: list[Showing] = []
    for piece, own_room, own_repeats in zip(pieces, room, repeats, strict=True):
        if not own_room:
            found.append(Showing(piece.item, piece.candidates))
            continue
        first, rest = _two_parts(piece.candidates, own_repeats, in_gold, chance)
        again = chance.choice(first, size=own_repeats, replace=False)
        found.append(Showing(piece.item, first))
        found.append(Showing(piece.item, np.concatenate([rest, again]), again=True, repeated=own_repeats))
    return found


def _two_parts(
    candidates: IntArray, repeats: int, in_gold: BoolArray, chance: np.random.Generator
) -> tuple[IntArray, IntArray]:
    """Candidates in two parts, of which the second is as large as the first when its repeats are added.

    Both have substitutes of the first gold, if there are two or more.
    """
    size = (len(candidates) + repeats + int(chance.integers(0, 2))) // 2
    own = chance.permutation(candidates)
    gold, others = own[in_gold[own]], own[~in_gold[own]]
    several = int(len(gold) > 1)
    least, most = max(several, size - len(others)), min(len(gold) - several, size)
    golds = int(np.clip(round(len(gold) * size / len(own) + chance.uniform(-0.5, 0.5)), least, most))
    first = np.concatenate([gold[:golds], others[: size - golds]])
    return first, np.concatenate([gold[golds:], others[size - golds :]])


def spread_repeats(sentences: Sequence[tuple[object, bool]], orders: Iterable[Sequence[int]]) -> list[int]:
    """The first of some orders of screens in which no sentence comes again soon, or the best of them.

    Screens are given by their sentence, and whether they show it again; that one comes after the first in any case.
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
    """The order with the two screens of a sentence exchanged where necessary, and their least distance."""
    places: dict[object, list[int]] = {}
    for place, screen in enumerate(order):
        places.setdefault(sentences[screen][0], []).append(place)
    arranged = list(order)
    distance = len(order)
    for own in places.values():
        for place, screen in zip(
            own, sorted((order[place] for place in own), key=lambda at: sentences[at][1]), strict=True
        ):
            arranged[place] = screen
        distance = min([distance, *(later - earlier for earlier, later in pairwise(own))])
    return arranged, distance


# -------------------------------------------------------------------------------------------------- planted words


class WordPlanting:
    """Draws words that nobody could mean: pooled for other targets of the same part of speech and language."""

    def __init__(self, pool: CandidatePool, seed: int, languages: Languages) -> None:
        self.pool, self.chance = pool, stream(seed, Purpose.PLANTED)
        keys = zip(pool.lexelts, pool.ids, strict=True)
        self._targets: list[Target] = [(key[0], _main_language(languages.get(key, ""))) for key in keys]
        self._taken: dict[int, list[int]] = {}
        self._words: dict[Target, IntArray] = {}

    def plant(self, showings: Sequence[Showing], number: int) -> None:
        """Add so many words to the screens of a subset, each as likely beside any candidate as beside another."""
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

    def _in_order(self, showing: Showing) -> IntArray:
        """The words of a screen in the order of the alphabet: that of the pool would tell where they come from."""
        codes = self.pool.candidates.codes[showing.candidates]
        return codes[np.argsort(self._alphabetical[codes])]

    def _left(self, item: int) -> IntArray:
        """The words for a sentence that are not planted yet, in any subset: a rating is to tell its subset."""
        words = self._fitting_nowhere(item)
        return words[~np.isin(words, self._taken.get(item, []))]

    def _too_few(self, showings: Sequence[Showing], number: int) -> BadInput:
        lexelt, language = min(self._targets[showing.item] for showing in showings)
        alike = f"part of speech and language ({language})" if language else "part of speech"
        return BadInput(
            f"{plural(number, 'word')} cannot be planted in each subset: for {lexelt} the pool has too few "
            f"candidates of other targets with the same {alike}. Plant fewer (`planted`), make larger subsets "
            "(`size`, `subsets`), or pool more targets."
        )

    def _like(self, code: int, words: IntArray) -> IntArray:
        """The words, those first that are most like a candidate."""
        frequency = np.abs(np.log2(1 + self._proposed[words]) - np.log2(1 + self._proposed[code]))
        length = np.abs(self._lengths[words] - self._lengths[code]) / _LETTERS
        other_kind = self._multiword[words] != self._multiword[code]
        return words[np.lexsort((self._alphabetical[words], frequency + length, other_kind))]

    def _fitting_nowhere(self, item: int) -> IntArray:
        """The words that may be planted beside a target: preferably those of targets that it shares no word with."""
        target = self._targets[item]
        if target not in self._words:
            kind = _kind_of(target)
            others = [each for each in self._golds if each != target and _kind_of(each) == kind]
            known = self._pooled[target] | {_RULES.normalise(lemma_of(target[0]))}
            unlike = [each for each in others if self._golds[each].keys().isdisjoint(self._golds[target])]
            self._words[target] = next(
                (found for donors in (unlike, others) if len(found := self._words_of(donors, known))),
                np.empty(0, dtype=np.int64),
            )
        return self._words[target]

    def _words_of(self, donors: Sequence[Target], known: set[str]) -> IntArray:
        """What the first gold has for other targets, but for words that are known for this one."""
        found = {code for donor in donors for level, code in self._golds[donor].items() if level not in known}
        return np.array(sorted(found), dtype=np.int64)

    @cached_property
    def _levels(self) -> list[str]:
        return [_RULES.normalise(term) for term in self.pool.candidates.vocabulary]

    @cached_property
    def _pooled(self) -> dict[Target, set[str]]:
        """Every word that was proposed for each target, as it is compared."""
        found: dict[Target, set[str]] = {target: set() for target in self._targets}
        for item, code in zip(self.pool.owners.tolist(), self.pool.candidates.codes.tolist(), strict=True):
            found[self._targets[item]].add(self._levels[code])
        return found

    @cached_property
    def _golds(self) -> dict[Target, dict[str, int]]:
        """The substitutes of the first gold for each target: people gave them, so they have its part of speech."""
        found: dict[Target, dict[str, int]] = {target: {} for target in self._targets}
        own = self.pool.in_gold
        for item, code in zip(self.pool.owners[own].tolist(), self.pool.candidates.codes[own].tolist(), strict=True):
            found[self._targets[item]].setdefault(self._levels[code], code)
        return found

    @cached_property
    def _proposed(self) -> FloatArray:
        """How often each word was proposed, by runs and by the first gold."""
        times = self.pool.run_counts + self.pool.in_gold
        return np.bincount(self.pool.candidates.codes, times, len(self._levels)).astype(np.float64)

    @cached_property
    def _lengths(self) -> IntArray:
        return np.array([len(term) for term in self.pool.candidates.vocabulary], dtype=np.int64)

    @cached_property
    def _alphabetical(self) -> IntArray:
        """The place of each word in the order of the alphabet."""
        return np.argsort(np.argsort(np.array(self.pool.candidates.vocabulary)))

    @cached_property
    def _multiword(self) -> BoolArray:
        return np.array(
            [is_multiword(term.replace("_", " ")) for term in self.pool.candidates.vocabulary], dtype=np.bool_
        )


def _kind_of(target: Target) -> tuple[str, str]:
    """Its part of speech and its language."""
    return part_of_speech_of(target[0]), target[1]


def _main_language(code: str) -> str:
    """`en` of `en-GB`."""
    return code.replace("_", "-").partition("-")[0].lower()


_RULES = Rules()
