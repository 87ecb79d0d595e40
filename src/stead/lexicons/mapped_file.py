"""A file of sorted lines, looked at in place: nothing is loaded, and a line is found by bisection."""

import mmap
from collections.abc import Iterator
from pathlib import Path

from stead.core.errors import BadInput
from stead.lexicons.interface import damage_error

_LONGEST_LINE = 1 << 20
_NEIGHBOURS = 2
_SHOWN = 40


class MappedFile:
    """The bytes of a file, and its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.encoding = "ascii"
        try:
            with path.open("rb") as file:
                self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            raise damage_error(path, "byte 0", "a lexicon", "an empty file") from None
        except OSError as error:
            raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None

    def line(self, offset: int) -> bytes:
        """The line that begins at a byte, without its end."""
        data = self.data
        if not 0 <= offset < len(data):
            raise damage_error(self.path, f"byte {offset}", "a line", f"a file of {len(data)} bytes")
        end = data.find(b"\n", offset, offset + _LONGEST_LINE)
        if end < 0:
            raise damage_error(self.path, f"byte {offset}", "a whole line", "no end of it")
        return data[offset:end].removesuffix(b"\r")

    def lines_of(self, key: bytes, separator: bytes, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """Each line, with its place, whose text up to a separator is the key; lines from `start` are sorted by it."""
        beginning = key + separator
        place = self._first_at_or_after(key, separator, start)
        while place < len(self.data) and self.data[place : place + len(beginning)] == beginning:
            line = self.line(place)
            yield place, line
            place = self.data.find(b"\n", place) + 1

    def _first_at_or_after(self, key: bytes, separator: bytes, start: int) -> int:
        """Where the line is, or would be; if lines on the way are not in order, nothing can be said of any word."""
        low, high = start, len(self.data)
        before, behind = b"", b""  # the last keys met on either side; none yet behind
        while low < high:
            middle = (low + high) // 2
            begin = self.data.rfind(b"\n", low, middle) + 1 or low
            found, end = self._key_at(begin, separator)
            if found < before or found > behind > b"":
                raise damage_error(self.path, f"byte {begin}", "lines in order", found)
            if found < key:
                low, before = end + 1, found
            else:
                high, behind = begin, found
        self._check_order_at(min(low, len(self.data)), separator, start)
        return low

    def _check_order_at(self, place: int, separator: bytes, start: int) -> None:
        """Two lines before a place and two behind it: wherever one wrong letter would have led, it is among them."""
        begin = place
        for _ in range(_NEIGHBOURS):
            begin = max(self.data.rfind(b"\n", start, max(begin - 1, start)) + 1, start)
        keys: list[bytes] = []
        while begin < len(self.data) and len(keys) < 2 * _NEIGHBOURS:
            found, end = self._key_at(begin, separator)
            if keys and found < keys[-1]:
                raise damage_error(self.path, f"byte {begin}", "lines in order", found)
            keys.append(found)
            begin = end + 1

    def _key_at(self, begin: int, separator: bytes) -> tuple[bytes, int]:
        """The text up to a separator of the line that begins at a byte, and where the line ends."""
        end = self.data.find(b"\n", begin, begin + _LONGEST_LINE)
        if end < 0:
            end = min(begin + _LONGEST_LINE, len(self.data))
        cut = self.data.find(separator, begin, end)
        key = self.data[begin : end if cut < 0 else cut]
        if (cut < 0 and key) or b"\0" in key or not (key.isascii() or _is_text(key, self.encoding)):
            raise damage_error(self.path, f"byte {begin}", f"a line of a word in {self.encoding}", key[:_SHOWN])
        return key, end

    def lines(self, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """Every line with its place."""
        place = start
        while place < len(self.data):
            line = self.line(place)
            yield place, line
            place = self.data.find(b"\n", place) + 1


def _is_text(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
