"""JSON Lines read by array arithmetic.

The lines of a file differ in their texts and hardly ever in their *shape*: what is left of a line when its texts (but
not the names of its fields) are taken out. So a block of lines is parsed at once, each distinct shape is decoded
only once, with numbers in the place of its texts, and the positions of the texts of a line follow from its shape. A
block for which this is not certain is left to the reader of single lines.
"""

import json
import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stead.core.arrays import BoolArray, IntArray, Ragged, starts_of
from stead.formats.fast.lines import Spans

_SPARE = b"\0" * 8
_QUOTE, _COLON, _NEWLINE, _SPACE = b'"'[0], b":"[0], b"\n"[0], b" "[0]
_LONGEST = 512  # texts are compared eight bytes at a time, all of them as often as the longest needs
_TEXT = re.compile('""(?!:)')

ByteArray = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class ShapedLines:
    """Parsed lines: every text, for each line its first text and its shape, and the distinct shapes.

    A shape is JSON whose texts are their own numbers: "0" is the first text of the line.
    """

    texts: Spans
    first: IntArray
    shape_of: IntArray
    shapes: list[str]

    def __len__(self) -> int:
        return len(self.first)

    def column(self, numbers: list[str]) -> IntArray:
        """For each line the index of one of its texts, given its number in each shape; -1 where there is none."""
        wanted = np.array([int(number) if number else -1 for number in numbers], dtype=np.int64)[self.shape_of]
        return np.where(wanted < 0, -1, self.first + wanted)

    def lists(self, numbers: list[tuple[str, ...]]) -> tuple[IntArray, IntArray]:
        """The indices of the texts of one list in each line, line after line, and their number in each line."""
        flat = np.array([int(number) for numbers_of_shape in numbers for number in numbers_of_shape], dtype=np.int64)
        starts = starts_of(np.array([len(numbers_of_shape) for numbers_of_shape in numbers], dtype=np.int64))
        texts = Ragged(flat, starts).rows(self.shape_of)
        return self.first[texts.owners] + texts.values, texts.sizes

    def distinct_at(self, positions: IntArray) -> tuple[list[str], IntArray]:
        """The distinct texts at these positions, and the index of each; -1 is the empty text.

        Raises ValueError for a text that JSON does not allow, or one that is too long to be compared.
        """
        there = positions >= 0
        spans = Spans(self.texts.block, self.texts.starts[positions[there]], self.texts.ends[positions[there]])
        if spans.longest() > _LONGEST:
            raise ValueError("a long text")
        texts, distinct_codes = spans.distinct()
        codes = np.full(len(positions), len(texts), dtype=np.int64)
        codes[there] = distinct_codes
        return [*self._plain(texts), *([] if there.all() else [""])], codes

    def texts_at(self, positions: IntArray) -> list[str]:
        """The text at each position; -1 is the empty text. Raises ValueError as `distinct_at` does."""
        there = positions >= 0
        texts = self._plain(self.texts.select(positions[there]).texts())
        if len(texts) in {0, len(positions)}:
            return texts or [""] * len(positions)
        given = iter(texts)
        return [next(given) if is_given else "" for is_given in there.tolist()]

    def _plain(self, texts: list[str]) -> list[str]:
        if b"\\" not in self.texts.block:
            return texts
        return [_unescape(text) if "\\" in text else text for text in texts]


def _unescape(text: str) -> str:
    plain = json.loads(f'"{text}"')
    if any("\ud800" <= char <= "\udfff" for char in plain):
        raise ValueError("half of a surrogate pair")
    return str(plain)


def shaped_lines(lines: bytes) -> ShapedLines | None:
    """Parse lines, or return None if any of them needs the reader of single lines."""
    if _has_escaped_quote(lines) or not _is_utf8(lines):  # the ends of texts are found by the quotes alone
        return None
    block = (lines if lines.endswith(b"\n") else lines + b"\n") + _SPARE
    characters = np.frombuffer(block, dtype=np.uint8)[: -len(_SPARE)]
    line_ends = np.flatnonzero(characters == _NEWLINE)
    quotes = np.flatnonzero(characters == _QUOTE)
    if len(quotes) % 2 or np.any(np.searchsorted(quotes, line_ends) % 2):
        return None
    is_text = characters[quotes[1::2] + 1] != _COLON
    starts, ends = quotes[0::2][is_text] + 1, quotes[1::2][is_text]
    inside = _inside(len(characters), starts, ends)
    if _has_control_character(characters, line_ends, inside):
        return None
    shapes = _shapes(characters[~inside].tobytes())
    if shapes is None:
        return None
    first = np.searchsorted(starts, np.concatenate([[0], line_ends[:-1] + 1]))
    return ShapedLines(Spans(block, starts, ends), first, *shapes)


def _has_control_character(characters: ByteArray, line_ends: IntArray, inside: BoolArray) -> bool:
    """Whether there is a control character in a text, which JSON forbids."""
    control = characters < _SPACE
    return bool(np.count_nonzero(control) > len(line_ends) and np.any(control & inside))


def _has_escaped_quote(lines: bytes) -> bool:
    return b"\\" in lines and b'\\"' in lines  # the first alone is found much faster


def _is_utf8(lines: bytes) -> bool:
    try:
        lines.decode()
    except UnicodeDecodeError:
        return False
    return True


def _inside(length: int, starts: IntArray, ends: IntArray) -> BoolArray:
    """Which bytes are inside a text."""
    bounds = np.zeros(2 * len(starts) + 2, dtype=np.int64)
    bounds[1:-1:2], bounds[2:-1:2], bounds[-1] = starts, ends, length
    is_text = np.arange(len(bounds) - 1) % 2 == 1
    return np.repeat(is_text, np.diff(bounds))


def _shapes(emptied: bytes) -> tuple[IntArray, list[str]] | None:
    """For each line, emptied of its texts, which shape it has; and the distinct shapes, texts numbered."""
    ends = np.flatnonzero(np.frombuffer(emptied, dtype=np.uint8) == _NEWLINE)
    spans = Spans(emptied + _SPARE, np.concatenate([[0], ends[:-1] + 1]), ends)
    if spans.longest() > _LONGEST:
        return None
    shapes, shape_of = spans.distinct()
    return shape_of, [_number_texts(shape) for shape in shapes]


def _number_texts(shape: str) -> str:
    numbers = iter(range(len(shape)))
    return _TEXT.sub(lambda _: f'"{next(numbers)}"', shape)
