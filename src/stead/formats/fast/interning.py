"""Each distinct word of a text once, found by array arithmetic.

A word is a span of bytes. Spans are hashed eight bytes at a time; equal hashes are then checked byte for byte, so that
the result is exact whatever the text.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stead.core.arrays import IntArray

_WORD = 8
_NEWLINE = b"\n"[0]
_MASKS = np.array([(1 << (8 * size)) - 1 for size in range(_WORD + 1)], dtype=np.uint64)
_MULTIPLIER = np.uint64(0xFF51AFD7ED558CCD)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_TABLE_BITS = 18

UIntArray = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Spans:
    """Spans of one block of bytes."""

    block: bytes
    starts: IntArray
    ends: IntArray

    def longest(self) -> int:
        """The length of the longest span."""
        return int((self.ends - self.starts).max(initial=0))

    def texts(self) -> list[str]:
        """The spans as text; none of them holds a line end."""
        if not len(self.starts):
            return []
        sizes = self.ends - self.starts + 1  # with a line end behind each
        stops = np.cumsum(sizes)
        places = np.arange(stops[-1]) + np.repeat(self.starts - stops + sizes, sizes)
        joined = np.frombuffer(self.block, dtype=np.uint8)[places]
        joined[stops - 1] = _NEWLINE
        text: str = joined[:-1].tobytes().decode()
        return text.split("\n")

    def chosen(self, which: IntArray) -> "Spans":
        """Some of the spans."""
        return Spans(self.block, self.starts[which], self.ends[which])

    def distinct(self) -> tuple[list[str], IntArray]:
        """The distinct texts, and for each span which of them it is."""
        first_of = _first_of_hash(self._hashes())
        if not self._equal(first_of):
            return self._distinct_by_comparing()  # two texts of one hash: nobody has seen it, but it can be
        is_first = np.zeros(len(first_of), dtype=np.bool_)
        is_first[first_of] = True
        first = np.flatnonzero(is_first)
        numbers = np.empty(len(first_of), dtype=np.int64)
        numbers[first] = np.arange(len(first))
        return self.chosen(first).texts(), numbers[first_of]

    def _words(self) -> Iterator[tuple[IntArray, UIntArray]]:
        """The bytes of the spans, eight at a time, zeros behind the end: which spans go on so far, and theirs."""
        lengths = self.ends - self.starts
        anywhere = _eight_bytes_anywhere(self.block)
        longer = np.arange(len(lengths))
        for offset in range(0, self.longest(), _WORD):
            longer = longer[lengths[longer] > offset]
            sizes = np.minimum(lengths[longer] - offset, _WORD)
            yield longer, anywhere[self.starts[longer] + offset] & _MASKS[sizes]

    def _hashes(self) -> UIntArray:
        hashes = (self.ends - self.starts).astype(np.uint64) * _GOLDEN
        for which, words in self._words():
            mixed = (hashes[which] ^ words) * _MULTIPLIER
            hashes[which] = mixed ^ (mixed >> _HALF)
        return hashes

    def _equal(self, others: IntArray) -> bool:
        """Whether each span has the same text as the span that `others` names for it."""
        lengths = self.ends - self.starts
        if not np.array_equal(lengths, lengths[others]):
            return False
        places = np.empty(len(lengths), dtype=np.int64)
        for which, words in self._words():
            places[which] = np.arange(len(which))
            if not np.array_equal(words, words[places[others[which]]]):
                return False
        return True

    def _distinct_by_comparing(self) -> tuple[list[str], IntArray]:
        index: dict[str, int] = {}
        codes = [index.setdefault(text, len(index)) for text in self.texts()]
        return list(index), np.array(codes, dtype=np.int64)


def _eight_bytes_anywhere(block: bytes) -> UIntArray:
    """The block read as numbers of eight bytes that begin at every byte; it must end in eight spare bytes."""
    return np.ndarray((len(block) - _WORD + 1,), dtype="<u8", buffer=block, strides=(1,))


def _first_of_hash(hashes: UIntArray) -> IntArray:
    """For each hash the first place where it stands.

    Every place writes its number into the slot of its hash, the earliest last; whoever finds its own hash in the slot
    has found the first of its kind, and the few that share a slot with another try again with other bits.
    """
    first_of = np.empty(len(hashes), dtype=np.int64)
    waiting, multiplier = np.arange(len(hashes)), int(_GOLDEN)
    while len(waiting):
        own = hashes[waiting]
        slots = ((own * np.uint64(multiplier)) >> np.uint64(64 - _TABLE_BITS)).astype(np.int64)
        table = np.empty(1 << _TABLE_BITS, dtype=np.int64)
        table[slots[::-1]] = waiting[::-1]
        found = table[slots]
        same = hashes[found] == own
        first_of[waiting[same]] = found[same]
        waiting, multiplier = waiting[~same], multiplier * int(_MULTIPLIER) % (1 << 64)
    return first_of
