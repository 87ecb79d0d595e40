"""A file of sorted lines, looked at in place: nothing is loaded, and a line is found by bisection."""

import mmap
from collections.abc import Iterator
from pathlib import Path

from stead.lexicons.base import damaged
from stead.task.errors import BadInput

_LONGEST_LINE = 1 << 20


class MappedFile:
    """The bytes of a file, and its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            raise damaged(path, "byte 0", "a lexicon", "an empty file") from None
        except OSError as error:
            raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None

    def line(self, offset: int) -> bytes:
        """The line that begins at a byte, without its end."""
        data = self.data
        if not 0 <= offset < len(data):
            raise damaged(self.path, f"byte {offset}", "a line", f"a file of {len(data)} bytes")
        end = data.find(b"\n", offset, offset + _LONGEST_LINE)
        if end < 0:
            raise damaged(self.path, f"byte {offset}", "a whole line", "no end of it")
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
        data, low, high = self.data, start, len(self.data)
        while low < high:
            middle = (low + high) // 2
            begin = data.rfind(b"\n", low, middle) + 1 or low
            end = data.find(b"\n", middle, middle + _LONGEST_LINE)
            if end < 0:
                end = high
            cut = data.find(separator, begin, end)
            if data[begin : end if cut < 0 else cut] < key:
                low = end + 1
            else:
                high = begin
        return low

    def lines(self, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """Every line with its place."""
        place = start
        while place < len(self.data):
            line = self.line(place)
            yield place, line
            place = self.data.find(b"\n", place) + 1
