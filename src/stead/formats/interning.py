"""Each distinct word of a text once, found by array arithmetic.

A word is a span of bytes. Spans are hashed eight bytes at a time; equal hashes are then checked byte for byte, so that
the result is exact whatever the text.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stead.task.terms import IntArray

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
        words = self._words()
        first_of = _first_of_hash(self._hashes(words))
        if any(not np.array_equal(column, column[first_of]) for column in words):
            return self._distinct_by_comparing()  # two texts of one hash: nobody has seen it, but it can be
        is_first = np.zeros(len(first_of), dtype=np.bool_)
        is_first[first_of] = True
        first = np.flatnonzero(is_first)
        numbers = np.empty(len(first_of), dtype=np.int64)
        numbers[first] = np.arange(len(first))
        return self.chosen(first).texts(), numbers[first_of]

    def _words(self) -> list[UIntArray]:
        """The length of each span, and then its bytes, eight at a time, zeros behind its end."""
        lengths = self.ends - self.starts
        anywhere = _eight_bytes_anywhere(self.block)
        columns = [lengths.astype(np.uint64)]
        for offset in range(0, int(lengths.max(initial=0)), _WORD):
            longer = np.flatnonzero(lengths > offset)
            sizes = np.minimum(lengths[longer] - offset, _WORD)
            column = np.zeros(len(lengths), dtype=np.uint64)
            column[longer] = anywhere[self.starts[longer] + offset] & _MASKS[sizes]
            columns.append(column)
        return columns

    def _hashes(self, words: list[UIntArray]) -> UIntArray:
        hashes = words[0] * _GOLDEN
        for column in words[1:]:
            hashes ^= column
            hashes *= _MULTIPLIER
            hashes ^= hashes >> _HALF
        return hashes

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
