"""Parse blocks of lines `lexelt id :: ...` by array arithmetic, and collect them in a table of columns.

A block of whole lines is parsed at once if every line of it is perfectly formed; any other block is left to the reader
of single lines. The result is the same, only faster. `Spans` finds each distinct word of a block: words are spans of
bytes, hashed eight bytes at a time; equal hashes are then compared byte for byte, so that the result is exact.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

import numpy as np

from stead.core.arrays import Array, BoolArray, FloatArray, IntArray, Ragged, TermLists, starts_of
from stead.core.item import lexelt_key
from stead.core.parameters import Record

_WORD = 8
_NEWLINE = b"\n"[0]
_MASKS = np.array([(1 << (8 * size)) - 1 for size in range(_WORD + 1)], dtype=np.uint64)
_MULTIPLIER = np.uint64(0xFF51AFD7ED558CCD)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_TABLE_BITS = 18
_MOST_KNOWN = 1 << 16  # terms: four slots for each
_MOST_WORDS = 4  # of eight bytes, in a term that is remembered

UIntArray = Array[np.uint64]


class Spans(NamedTuple):
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
        sizes = self.ends - self.starts + 1  # with a line end after each
        stops = np.cumsum(sizes)
        indices = np.arange(stops[-1]) + np.repeat(self.starts - stops + sizes, sizes)
        joined = np.frombuffer(self.block, dtype=np.uint8)[indices]
        joined[stops - 1] = _NEWLINE
        text: str = joined[:-1].tobytes().decode()
        return text.split("\n")

    def select(self, which: IntArray) -> "Spans":
        """The spans of these indices."""
        return Spans(self.block, self.starts[which], self.ends[which])

    def distinct(self) -> tuple[list[str], IntArray]:
        """The distinct texts, and for each span the index of its text."""
        distinct, numbers = self.distinct_spans()
        return distinct.texts(), numbers

    def distinct_spans(self) -> "DistinctSpans":
        """The first span of each distinct text, and for each span the index of its text."""
        words, hashes = self.hashed()
        first_of = _first_positions(hashes)
        if not self._equal(first_of, words[1:]):
            first_of = self._first_by_comparing()  # two texts with the same hash: very unlikely, but possible
        is_first = np.zeros(len(first_of), dtype=np.bool_)
        is_first[first_of] = True
        first = np.flatnonzero(is_first)
        numbers = np.empty(len(first_of), dtype=np.int64)
        numbers[first] = np.arange(len(first))
        return DistinctSpans(self.select(first), numbers[first_of])

    def hashed(self) -> tuple[list["_Words"], UIntArray]:
        """The bytes of the spans in words, and the hash of each span."""
        words = list(self._words())
        return words, self._hashes(words)

    def _words(self) -> Iterator["_Words"]:
        """The bytes of the spans, eight at a time, padded with zeros."""
        anywhere = _words_at_every_byte(self.block)
        which, starts, left = np.arange(len(self.starts)), self.starts, self.ends - self.starts
        while len(left):
            yield _Words(which, anywhere[starts] & _MASKS[np.minimum(left, _WORD)])
            longer = np.flatnonzero(left > _WORD)
            which, starts, left = which[longer], starts[longer] + _WORD, left[longer] - _WORD

    def _hashes(self, all_words: list["_Words"]) -> UIntArray:
        hashes = (self.ends - self.starts).astype(np.uint64) * _GOLDEN
        for _, words in all_words[:1]:  # every span has a first word
            hashes = _mix(hashes, words)
        for which, words in all_words[1:]:
            hashes[which] = _mix(hashes[which], words)
        return hashes

    def _equal(self, others: IntArray, further_words: list["_Words"]) -> bool:
        """Whether each span has the same text as the span that `others` gives for it, which has the same hash.

        Each step of hashing can be undone. So spans of one length, one hash and the same further words have the same
        first word too: most words are short, and need no comparison.
        """
        lengths = self.ends - self.starts
        if not np.array_equal(lengths, lengths[others]):
            return False
        index_of = np.empty(len(lengths), dtype=np.int64)
        for which, words in further_words:
            index_of[which] = np.arange(len(which))
            if not np.array_equal(words, words[index_of[others[which]]]):
                return False
        return True

    def _first_by_comparing(self) -> IntArray:
        first: dict[str, int] = {}
        return np.array([first.setdefault(text, index) for index, text in enumerate(self.texts())], dtype=np.int64)


class DistinctSpans(NamedTuple):
    """The first span of each distinct text, and for each of all spans the index of its text."""

    spans: Spans
    numbers: IntArray


class _Words(NamedTuple):
    """Eight bytes of each span that is long enough: the numbers of those spans, and the bytes."""

    which: IntArray
    words: UIntArray


def _mix(hashes: UIntArray, words: UIntArray) -> UIntArray:
    mixed = (hashes ^ words) * _MULTIPLIER
    return np.asarray(mixed ^ (mixed >> _HALF))


def _words_at_every_byte(block: bytes) -> UIntArray:
    """The block read as numbers of eight bytes that begin at every byte; it must end in eight spare bytes."""
    return np.ndarray((len(block) - _WORD + 1,), dtype="<u8", buffer=block, strides=(1,))


def _first_positions(hashes: UIntArray) -> IntArray:
    """For each hash the first position where it occurs.

    Every position writes its number into the slot of its hash, the earliest last; if the slot then holds the same hash,
    its position is the first one. The few that share a slot with another hash try again with other bits.
    """
    first_of = np.empty(len(hashes), dtype=np.int64)
    waiting, multiplier = np.arange(len(hashes)), int(_GOLDEN)
    while len(waiting):
        waiting_hashes = hashes[waiting]
        slots = _slots(waiting_hashes, multiplier)
        table = np.empty(1 << _TABLE_BITS, dtype=np.int64)
        table[slots[::-1]] = waiting[::-1]
        candidates = table[slots]
        same = hashes[candidates] == waiting_hashes
        first_of[waiting[same]] = candidates[same]
        waiting, multiplier = waiting[~same], multiplier * int(_MULTIPLIER) % (1 << 64)
    return first_of


def _slots(hashes: UIntArray, multiplier: int) -> IntArray:
    return ((hashes * np.uint64(multiplier)) >> np.uint64(64 - _TABLE_BITS)).astype(np.int64)


class KnownTerms(NamedTuple):
    """Terms of earlier blocks with their codes: most terms of a block are found here, and need not be decoded."""

    lengths: IntArray
    hashes: UIntArray
    further_words: UIntArray  # one row for each word after the first, padded with zeros
    codes: IntArray
    table: IntArray  # the index of a term with a hash of this slot

    @classmethod
    def none(cls) -> "KnownTerms":
        """No terms, but one that equals none."""
        one = np.full(1, -1)
        further = np.zeros((_MOST_WORDS - 1, 1), dtype=np.uint64)
        return cls(one, one.astype(np.uint64), further, one, np.zeros(1 << _TABLE_BITS, dtype=np.int64))

    def find(self, spans: Spans) -> IntArray:
        """The code of each span; -1 for those that are not known, and for a few that share a slot with another term."""
        words, hashes = spans.hashed()
        likely = self.table[_slots(hashes, int(_GOLDEN))]
        same = (self.hashes[likely] == hashes) & (self.lengths[likely] == spans.ends - spans.starts)
        for (which, further), known in zip(words[1:], self.further_words, strict=False):  # known terms are not longer
            same[which[known[likely[which]] != further]] = False  # the first word needs none: see `Spans._equal`
        return np.where(same, self.codes[likely], -1)

    def with_more(self, spans: Spans, codes: IntArray) -> "KnownTerms":
        """Add terms, as long as there is room; the first terms of a file are those that it has most often."""
        short = np.flatnonzero(spans.ends - spans.starts <= _MOST_WORDS * _WORD)[: _MOST_KNOWN - len(self.codes)]
        if not len(short):
            return self
        more = spans.select(short)
        words, hashes = more.hashed()
        further_words = np.zeros((_MOST_WORDS - 1, len(short)), dtype=np.uint64)
        for row, (which, further) in zip(further_words, words[1:], strict=False):
            row[which] = further
        all_hashes = np.concatenate([self.hashes, hashes])
        table = np.zeros(1 << _TABLE_BITS, dtype=np.int64)
        table[_slots(all_hashes, int(_GOLDEN))] = np.arange(len(all_hashes))
        return KnownTerms(
            np.concatenate([self.lengths, more.ends - more.starts]),
            all_hashes,
            np.concatenate([self.further_words, further_words], axis=1),
            np.concatenate([self.codes, codes[short]]),
            table,
        )


_LONGEST_WORD = 512  # words are compared eight bytes at a time, all of them as often as the longest needs
_SPARE = b"\0" * 8
_COLON, _SEMICOLON, _SPACE, _NEWLINE, _HASH = b":"[0], b";"[0], b" "[0], b"\n"[0], b"#"[0]
_FIRST_BYTES = (b"\xc2", b"\xe1", b"\xe2", b"\xe3", b"\xef")
_SPECIAL_BEYOND_ASCII = re.compile(  # spaces, and at last the replacement character: a letter was lost
    rb"\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80|\xef\xbb\xbf|\xef\xbf\xbd"
)


class LineBlock(NamedTuple):
    """Parsed lines: the spans of lexelt and id of each, the length of its separator, and the terms after it."""

    lexelts: Spans
    ids: Spans
    separators: IntArray
    terms: Spans
    sizes: IntArray  # how many terms each line has

    def separator_sizes(self) -> set[int]:
        """The lengths of separators: 2, 3 or both."""
        return {int(self.separators.min()), int(self.separators.max())}


def parse_block(lines: bytes) -> LineBlock | None:
    """Parse a block, or return None if any line needs the reader of single lines."""
    if _needs_line_reader(lines):
        return None
    block = (lines if lines.endswith(b"\n") else lines + b"\n") + _SPARE
    parts = _Parts.of(block)
    heads = _find_columns(block, parts.stops[parts.last])
    if heads is None:
        return None
    terms = _split_terms(block, parts, heads.rest)
    if terms is None:
        return None
    spans, sizes = terms
    lexelts, ids = Spans(block, heads.starts, heads.first), Spans(block, heads.first + 1, heads.second)
    parsed = LineBlock(lexelts, ids, heads.separators, spans, sizes)
    return None if max(lexelts.longest(), ids.longest(), spans.longest()) > _LONGEST_WORD else parsed


def _needs_line_reader(lines: bytes) -> bool:
    """Whether there is what the reader of single lines treats specially: control characters, dollars, other spaces."""
    characters = np.frombuffer(lines, dtype=np.uint8)
    if b"$" in lines or np.count_nonzero(characters < _SPACE) > np.count_nonzero(characters == _NEWLINE):
        return True
    if lines.isascii():
        return False
    if any(byte in lines for byte in _FIRST_BYTES) and _SPECIAL_BEYOND_ASCII.search(lines):
        return True
    try:
        lines.decode()
    except UnicodeDecodeError:
        return True
    return False


class _Parts(NamedTuple):
    """The parts of a block between semicolons and line ends: where each stops, and which are the last of a line."""

    stops: IntArray
    last: IntArray

    @classmethod
    def of(cls, block: bytes) -> "_Parts":
        characters = np.frombuffer(block, dtype=np.uint8)
        stops = np.flatnonzero((characters == _SEMICOLON) | (characters == _NEWLINE))
        return cls(stops, np.flatnonzero(characters[stops] == _NEWLINE))


class _Heads(NamedTuple):
    """Where the columns of each line are: the first space is after the lexelt, the second after the id."""

    starts: IntArray
    first: IntArray
    second: IntArray
    separators: IntArray  # how long each is
    rest: IntArray  # where the terms begin


def _find_columns(block: bytes, ends: IntArray) -> _Heads | None:
    """Find the columns of lines with these ends, if all are as they should be."""
    characters = np.frombuffer(block, dtype=np.uint8)
    starts = np.concatenate([[0], ends[:-1] + 1])
    spaces = np.flatnonzero(characters == _SPACE)
    first_space = np.searchsorted(spaces, starts)
    if first_space[-1] + 1 >= len(spaces):
        return None
    first, second = spaces[first_space], spaces[first_space + 1]
    colons = [characters[np.minimum(second + ahead, ends)] == _COLON for ahead in (1, 2, 3)]
    separators = 2 + colons[2].astype(np.int64)
    after = characters[np.minimum(second + 1 + separators, ends)]
    sound = (
        (first > starts)
        & (second > first + 1)
        & (second < ends)
        & colons[0]
        & colons[1]
        & ((after == _SPACE) | (after == _NEWLINE))
        & (characters[starts] != _HASH)
    )
    rest = second + 1 + separators + (after == _SPACE)
    return _Heads(starts, first, second, separators, rest) if sound.all() else None


def _split_terms(block: bytes, parts: _Parts, rest_starts: IntArray) -> tuple[Spans, IntArray] | None:
    """Split at semicolons: the spans of the terms, trimmed, without empty ones, and how many each line has."""
    stops, last = parts
    first = np.concatenate([[0], last[:-1] + 1])
    if np.any(stops[first] < rest_starts):  # a semicolon in a lexelt or id
        return None
    starts = np.concatenate([[0], stops[:-1] + 1])
    starts[first] = rest_starts
    starts, stops = trim_spans(block, starts, stops)
    filled = starts < stops
    sizes = np.add.reduceat(filled, first, dtype=np.int64)
    return Spans(block, starts, stops).select(np.flatnonzero(filled)), sizes


def trim_spans(block: bytes, starts: IntArray, stops: IntArray) -> tuple[IntArray, IntArray]:
    """Trim the spaces around spans; a span of spaces only becomes empty."""
    characters = np.frombuffer(block, dtype=np.uint8)
    is_space = characters == _SPACE
    before, after = is_space[starts], is_space[stops - 1]
    if not (before.any() or after.any()):  # in most files
        return starts, stops
    starts = starts + (before & (starts < stops))  # where there are spaces, one is usual,
    stops = stops - (after & (starts < stops))
    loose = np.flatnonzero((starts < stops) & (is_space[starts] | is_space[stops - 1]))
    if len(loose):  # more are not: skip each run of them at once
        letters = np.flatnonzero(~is_space)
        first = letters[np.searchsorted(letters, starts[loose])]  # a block ends in spare bytes, so there is one
        last = letters[np.searchsorted(letters, stops[loose]) - 1]
        starts[loose] = np.minimum(first, stops[loose])
        stops[loose] = np.maximum(last + 1, starts[loose])
    return starts, stops


def split_weights(terms: Spans) -> tuple[Spans, Spans] | None:
    """Split gold entries into terms and weights, which follow the last space; None if an entry has no weight."""
    is_space = np.frombuffer(terms.block, dtype=np.uint8) == _SPACE
    last = np.maximum(terms.ends - 2, 0)  # most weights have one digit
    longer = np.flatnonzero(~is_space[last])
    if len(longer):
        spaces = np.flatnonzero(is_space)
        if not len(spaces):
            return None
        last[longer] = spaces[np.maximum(np.searchsorted(spaces, terms.ends[longer]) - 1, 0)]
    if np.any((last <= terms.starts) | (last >= terms.ends)):
        return None
    return Spans(terms.block, *trim_spans(terms.block, terms.starts, last)), Spans(terms.block, last + 1, terms.ends)


_DIGITS = b"0123456789"


def _read_weights(spans: Spans, read_weight: Callable[[str], float | None]) -> FloatArray | None:
    """Read weights, of which most have one digit, each distinct one once; None if one is not valid."""
    of_byte = np.full(1 << 8, np.nan)
    of_byte[list(_DIGITS)] = [read_weight(chr(digit)) for digit in _DIGITS]
    values = of_byte[np.frombuffer(spans.block, dtype=np.uint8)[spans.starts]]
    others = np.flatnonzero(spans.ends - spans.starts != 1)
    texts, codes = spans.select(others).distinct()
    values[others] = np.array([read_weight(text) for text in texts], dtype=np.float64)[codes]
    return None if np.isnan(values).any() else values


class Columns(Record, kw_only=True, eq=False):
    """The rows of a block of lines as columns; each distinct term is stored once."""

    first_line: int
    separator_sizes: set[int]
    lexelts: list[str]
    ids: list[str]
    codes: IntArray  # of the terms; -1 for new ones
    new: DistinctSpans
    sizes: IntArray
    weights: FloatArray

    @classmethod
    def of_answers(cls, block: LineBlock, first_line: int, known: KnownTerms) -> "Columns":
        """Make the columns of a block of answers."""
        return cls._of(block, block.terms, np.zeros(0), first_line, known)

    @classmethod
    def of_weighted(
        cls, block: LineBlock, first_line: int, known: KnownTerms, read_weight: Callable[[str], float | None]
    ) -> "Columns | None":
        """Make the columns of a block of gold, or return None if an entry has no valid weight."""
        split = split_weights(block.terms) if len(block.terms.starts) else (block.terms, block.terms)
        if split is None:
            return None
        terms, weights = split
        values = _read_weights(weights, read_weight)
        return None if values is None else cls._of(block, terms, values, first_line, known)

    @classmethod
    def _of(cls, block: LineBlock, terms: Spans, weights: FloatArray, first_line: int, known: KnownTerms) -> "Columns":
        lexelts, lexelt_codes = block.lexelts.distinct()
        codes = known.find(terms)
        return cls(
            first_line=first_line,
            separator_sizes=block.separator_sizes(),
            lexelts=np.array(lexelts, dtype=np.object_)[lexelt_codes].tolist(),
            ids=block.ids.texts(),
            codes=codes,
            new=terms.select(np.flatnonzero(codes < 0)).distinct_spans(),
            sizes=block.sizes,
            weights=weights,
        )


@dataclass(slots=True, kw_only=True)
class LineTable:
    """The rows read so far: lexelts, ids, line numbers, terms (each distinct one once), and weights of a gold."""

    lexelts: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    numbers: "array[int]" = field(default_factory=lambda: array("q"))  # a fifth of the memory of a list
    index: dict[str, int] = field(default_factory=lambda: defaultdict(count().__next__))
    """The code of each term; that of a new term is the next number."""
    known: KnownTerms = field(default_factory=KnownTerms.none)
    _codes: list[IntArray] = field(default_factory=list)
    _sizes: list[IntArray] = field(default_factory=list)
    _weights: list[FloatArray] = field(default_factory=list)

    def add_row(self, lexelt: str, identifier: str, line_number: int, terms: list[str], weights: list[float]) -> None:
        """Add a row."""
        self.lexelts.append(lexelt)
        self.ids.append(identifier)
        self.numbers.append(line_number)
        codes = [self.index[term] for term in terms]
        self._codes.append(np.array(codes, dtype=np.int64))
        self._sizes.append(np.array([len(codes)], dtype=np.int64))
        self._weights.append(np.array(weights, dtype=np.float64))

    def add_block(self, block: Columns) -> None:
        """Add the rows of a block."""
        self.lexelts += block.lexelts
        self.ids += block.ids
        lines = np.arange(block.first_line, block.first_line + len(block.ids), dtype=np.int64)
        self.numbers.frombytes(lines.tobytes())
        self._codes.append(self._codes_of(block))
        self._sizes.append(block.sizes)
        self._weights.append(block.weights)

    def _codes_of(self, block: Columns) -> IntArray:
        before, texts = len(self.index), block.new.spans.texts()
        new_codes = np.fromiter(map(self.index.__getitem__, texts), np.int64, len(texts))
        codes = block.codes.copy()
        codes[np.flatnonzero(codes < 0)] = new_codes[block.new.numbers]
        never_seen = np.flatnonzero(new_codes >= before)
        self.known = self.known.with_more(block.new.spans.select(never_seen), new_codes[never_seen])
        return codes

    def terms(self) -> TermLists:
        """The terms of all rows."""
        sizes = np.concatenate([np.zeros(0, dtype=np.int64), *self._sizes])
        codes = np.concatenate([np.zeros(0, dtype=np.int64), *self._codes])
        return TermLists(list(self.index), Ragged(codes, starts_of(sizes)))

    def weights(self) -> FloatArray:
        """The weights of all terms."""
        return np.concatenate([np.zeros(0), *self._weights])

    def find_repeats(self) -> BoolArray:
        """Which rows repeat the item of an earlier row."""
        seen: set[tuple[str, str]] = set()
        again = np.zeros(len(self.ids), dtype=np.bool_)
        if len(set(self.ids)) == len(self.ids):
            return again
        for row, item in enumerate(zip(map(lexelt_key, self.lexelts), self.ids, strict=True)):
            again[row] = item in seen
            seen.add(item)
        return again
