"""Files of lexicons: memory-mapped files of sorted lines, and lists of the user's own.

Nothing of a mapped file is loaded; its lines are found by bisection. Lists are UTF-8, plain or gzip, with comments in
lines that begin with `# `.
"""

import gzip
import mmap
import zlib
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path

from stead.core.errors import BadInput
from stead.core.text import one_line
from stead.lexicons.interface import damage_error

_LONGEST_LINE = 1 << 20
_NEIGHBOURS = 2
_SHOWN = 40


class MappedFile:
    """A memory-mapped file and its lines."""

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
        """Read the line that begins at a byte, without its line end."""
        data = self.data
        if not 0 <= offset < len(data):
            raise damage_error(self.path, f"byte {offset}", "a line", f"a file of {len(data)} bytes")
        end = data.find(b"\n", offset, offset + _LONGEST_LINE)
        if end < 0:
            raise damage_error(self.path, f"byte {offset}", "a whole line", "no end of it")
        return data[offset:end].removesuffix(b"\r")

    def lines_of(self, key: bytes, separator: bytes, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """List the lines whose text up to a separator is the key, with offsets; lines from `start` are sorted by it."""
        beginning = key + separator
        offset = self._first_at_or_after(key, separator, start)
        while offset < len(self.data) and self.data[offset : offset + len(beginning)] == beginning:
            line = self.line(offset)
            yield offset, line
            offset = self.data.find(b"\n", offset) + 1

    def _first_at_or_after(self, key: bytes, separator: bytes, start: int) -> int:
        """Bisect for the offset of a line; an error if the lines visited are not in order."""
        low, high = start, len(self.data)
        before, after = b"", b""  # the last keys visited on either side; empty at first
        while low < high:
            middle = (low + high) // 2
            begin = self.data.rfind(b"\n", low, middle) + 1 or low
            found_key, end = self._key_at(begin, separator)
            if found_key < before or found_key > after > b"":
                raise damage_error(self.path, f"byte {begin}", "lines in order", found_key)
            if found_key < key:
                low, before = end + 1, found_key
            else:
                high, after = begin, found_key
        self._check_order_at(min(low, len(self.data)), separator, start)
        return low

    def _check_order_at(self, offset: int, separator: bytes, start: int) -> None:
        """Check the order of two lines before and two after an offset, which catches any line with one wrong letter."""
        begin = offset
        for _ in range(_NEIGHBOURS):
            begin = max(self.data.rfind(b"\n", start, max(begin - 1, start)) + 1, start)
        keys: list[bytes] = []
        while begin < len(self.data) and len(keys) < 2 * _NEIGHBOURS:
            key, end = self._key_at(begin, separator)
            if keys and key < keys[-1]:
                raise damage_error(self.path, f"byte {begin}", "lines in order", key)
            keys.append(key)
            begin = end + 1

    def _key_at(self, begin: int, separator: bytes) -> tuple[bytes, int]:
        """Read the key of the line that begins at a byte, and the end of the line."""
        end = self.data.find(b"\n", begin, begin + _LONGEST_LINE)
        if end < 0:
            end = min(begin + _LONGEST_LINE, len(self.data))
        cut = self.data.find(separator, begin, end)
        key = self.data[begin : end if cut < 0 else cut]
        if (cut < 0 and key) or b"\0" in key or not (key.isascii() or _is_text(key, self.encoding)):
            raise damage_error(self.path, f"byte {begin}", f"a line of a word in {self.encoding}", key[:_SHOWN])
        return key, end

    def lines(self, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """List all lines with their offsets."""
        offset = start
        while offset < len(self.data):
            line = self.line(offset)
            yield offset, line
            offset = self.data.find(b"\n", offset) + 1


def _is_text(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


# ----------------------------------------------------------------------------------------------------------------- text


_GZIP = b"\x1f\x8b"


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Read the lines that are neither empty nor comments, with their numbers."""
    for number, raw in enumerate(_raw_lines(path), start=1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise line_error(path, number, "text in UTF-8", repr(raw)) from None
        if line.strip() and not line.startswith("# "):
            yield number, line


def signed_name(path: Path) -> str:
    """Give the name of a list with the beginning of its hash, since a list may change and keep its name."""
    with path.open("rb") as file:
        return f"{path.name}#{file_digest(file, 'sha256').hexdigest()[:8]}"


def line_error(path: Path, number: int, expected: str, actual: str) -> BadInput:
    """Make the error for a malformed line."""
    return BadInput(f"{path}:{number}: expected {expected}, found {one_line(actual)[:60]}; correct the line.")


def _raw_lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            packed = file.peek(len(_GZIP)).startswith(_GZIP)
            yield from gzip.GzipFile(fileobj=file) if packed else file
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadInput(f"{path}: a damaged gzip file ({error}); pack or copy it again.") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None
