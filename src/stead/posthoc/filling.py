"""Fill subsets with sentences: evenly, whole where possible, and never without a substitute of the first gold."""

from collections import deque
from dataclasses import dataclass
from math import ceil

import numpy as np

from stead.core.arrays import IntArray

_LOOK_AHEAD = 100
"""How many sentences are tried for one that fits: enough to find one, few enough to stay linear."""


@dataclass(frozen=True, eq=False)
class Sentence:
    """The candidates of an item that are still to be placed: those of the first gold, and the others."""

    item: int
    gold: IntArray
    others: IntArray

    @property
    def size(self) -> int:
        """How many candidates."""
        return len(self.gold) + len(self.others)

    @property
    def golds(self) -> int:
        """How many of them the first gold has."""
        return len(self.gold)

    def whole(self) -> "Piece":
        """All of it."""
        return Piece(self.item, np.concatenate([self.gold, self.others]))

    def cut(self, size: int, golds: int) -> tuple["Piece", "Sentence"]:
        """A piece of some size with so many substitutes of the first gold, and the rest."""
        others = size - golds
        piece = Piece(self.item, np.concatenate([self.gold[:golds], self.others[:others]]))
        return piece, Sentence(self.item, self.gold[golds:], self.others[others:])


@dataclass(frozen=True, eq=False)
class Piece:
    """A sentence, or a part of it, in one subset: numbers of candidates of the pool."""

    item: int
    candidates: IntArray


def filled(sentences: list[Sentence], *, number: int | None, size: int | None) -> list[list[Piece]]:
    """The pieces of each subset: so many subsets, or as few as hold no more than `size` candidates each."""
    longest = max(sentence.size for sentence in sentences)
    if number is not None:
        return evened(_Filling(sentences, number, None).subsets(), longest)
    total = sum(sentence.size for sentence in sentences)
    least = ceil(total / (size or total))
    while True:
        found = evened(_Filling(sentences, least, size).subsets(), longest)
        if all(_size(pieces) <= (size or total) for pieces in found):
            return found
        least += 1


def _size(pieces: list[Piece]) -> int:
    return sum(len(piece.candidates) for piece in pieces)


def evened(subsets: list[list[Piece]], longest: int) -> list[list[Piece]]:
    """Move whole pieces from the largest to the smallest subset until they differ by one sentence at most.

    Only sentences that cannot be cut make that necessary. A piece is smaller than the difference, so that every move
    makes the sizes more even, and takes its substitute of the first gold along.
    """
    sizes = np.array([_size(pieces) for pieces in subsets])
    while sizes.max() - sizes.min() > longest:
        giving, taking = int(sizes.argmax()), int(sizes.argmin())
        half = (sizes[giving] - sizes[taking]) / 2
        own = subsets[giving]
        piece = own.pop(min(range(len(own)), key=lambda place: abs(len(own[place].candidates) - half)))
        _take(subsets[taking], piece)
        sizes[giving] -= len(piece.candidates)
        sizes[taking] += len(piece.candidates)
    return subsets


def _take(pieces: list[Piece], piece: Piece) -> None:
    """Add a piece, joined to one of the same sentence if there is one."""
    for place, other in enumerate(pieces):
        if other.item == piece.item:
            pieces[place] = Piece(piece.item, np.concatenate([other.candidates, piece.candidates]))
            return
    pieces.append(piece)


class _Filling:
    """Subset after subset takes its share of what is left; one that cannot be filled leaves more to those behind it."""

    def __init__(self, sentences: list[Sentence], number: int, most: int | None) -> None:
        self.waiting = deque(sentences)
        self.number, self.most = number, most
        self.left = sum(sentence.size for sentence in sentences)
        self.golds = sum(sentence.golds for sentence in sentences)

    def subsets(self) -> list[list[Piece]]:
        """The pieces of each subset; the last one takes whatever is left."""
        found = []
        for behind in reversed(range(self.number)):
            if not self.waiting:
                break
            found.append(self._subset(behind) if behind else [sentence.whole() for sentence in self.waiting])
        return found

    def _subset(self, behind: int) -> list[Piece]:
        room = ceil(self.left / (behind + 1))
        room = room if self.most is None else min(room, self.most)
        spare = self.golds - behind  # every subset behind needs one too
        pieces: list[Piece] = []
        while room > 0 and spare > 0 and self.waiting:
            taken = self._whole(room, spare) or self._part(room, spare, behind) or self._too_large(room, spare, pieces)
            if taken is None:
                break
            piece, golds = taken
            pieces.append(piece)
            room, spare = room - len(piece.candidates), spare - golds
            self.left, self.golds = self.left - len(piece.candidates), self.golds - golds
        return pieces

    def _whole(self, room: int, spare: int) -> tuple[Piece, int] | None:
        """The first of the next sentences that fits."""
        for place, sentence in enumerate(self.waiting):
            if place == _LOOK_AHEAD:
                break
            if sentence.size <= room and sentence.golds <= spare:
                del self.waiting[place]
                return sentence.whole(), sentence.golds
        return None

    def _part(self, room: int, spare: int, behind: int) -> tuple[Piece, int] | None:
        """As much of the first of the next sentences that can be cut as there is room for; the rest comes next."""
        for place, sentence in enumerate(self.waiting):
            if place == _LOOK_AHEAD:
                break
            golds = self._golds_of_part(sentence, room, spare, behind)
            if golds:
                piece, rest = sentence.cut(min(room, golds + len(sentence.others)), golds)
                del self.waiting[place]
                self.waiting.appendleft(rest)
                return piece, golds
        return None

    def _golds_of_part(self, sentence: Sentence, room: int, spare: int, behind: int) -> int:
        """How many substitutes of the first gold go into a part, leaving enough for the rest; 0 if it cannot be cut."""
        rest = sentence.size - room
        room_behind = self.most or ceil(self.left / (behind + 1))
        kept = max(1, ceil(rest / room_behind))
        most = min(sentence.golds - kept, spare, room)
        if most < 1:
            return 0
        return int(np.clip(round(sentence.golds * room / sentence.size), 1, most))

    def _too_large(self, room: int, spare: int, pieces: list[Piece]) -> tuple[Piece, int] | None:
        """A sentence that cannot be cut, if leaving it out would leave more of the subset empty than it overfills.

        An empty subset takes it in any case, or at least a part with one substitute of the first gold.
        """
        sentence = self.waiting[0]
        over = sentence.size - room
        if sentence.golds <= spare and (not pieces or (self.most is None and over < room)):
            self.waiting.popleft()
            return sentence.whole(), sentence.golds
        if pieces:
            return None
        golds = spare
        piece, rest = sentence.cut(golds + len(sentence.others) * golds // sentence.golds, golds)
        self.waiting[0] = rest
        return piece, golds
