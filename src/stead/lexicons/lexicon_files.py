"""Files of lexicons: memory-mapped files of sorted lines, and lists of the user's own.

Of a mapped file, the first keys of its blocks are loaded; its lines are found by bisection. Lists are UTF-8, plain or
gzip, with comments in lines that begin with `# `.
"""

import gzip
import mmap
import zlib
from bisect import bisect_left
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path
from typing import NamedTuple

from stead.core.errors import BadInput
from stead.core.text import one_line
from stead.lexicons.interface import damage_error

_LONGEST_LINE = 1 << 20
_BLOCK = 1 << 12
_SHOWN = 40


class _Blocks(NamedTuple):
    """Blocks of sorted lines: the first key of each, where each begins and the last one ends, and which are checked."""

    keys: list[bytes]
    offsets: list[int]
    checked: set[int]


class MappedFile:
    """A memory-mapped file and its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.encoding = "ascii"
        self._known_blocks: dict[int, _Blocks] = {}
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
        offset = self._find(key, separator, start)
        while offset < len(self.data) and self.data[offset : offset + len(beginning)] == beginning:
            line = self.line(offset)
            yield offset, line
            offset = self.data.find(b"\n", offset) + 1

    def _find(self, key: bytes, separator: bytes, start: int) -> int:
        """Find the first line with a key; if there is none, the offset is that of some other line."""
        blocks = self._blocks(separator, start)
        number = max(0, bisect_left(blocks.keys, key) - 1)
        begin, end = blocks.offsets[number : number + 2]
        if number not in blocks.checked:
            self._check_block(begin, end, separator)
            blocks.checked.add(number)
        beginning = key + separator
        if self.data[begin : begin + len(beginning)] == beginning:
            return begin
        return self.data.find(b"\n" + beginning, begin, end + len(beginning)) + 1 or len(self.data)

    def _blocks(self, separator: bytes, start: int) -> "_Blocks":
        """The blocks of the lines from `start` on; an error if their first lines are not in order."""
        if start not in self._known_blocks:
            keys: list[bytes] = []
            offsets: list[int] = []
            begin = start
            while begin < len(self.data):
                key, end = self._key_at(begin, separator)
                if keys and key < keys[-1]:
                    raise damage_error(self.path, f"byte {begin}", "lines in order", key)
                keys.append(key)
                offsets.append(begin)
                begin = self.data.find(b"\n", max(end, begin + _BLOCK)) + 1 or len(self.data)
            self._known_blocks[start] = _Blocks(keys, [*(offsets or [start]), len(self.data)], set())
        return self._known_blocks[start]

    def _check_block(self, begin: int, end: int, separator: bytes) -> None:
        """Check the order of all lines of a block and of the line after it: one wrong letter may hide the line."""
        before = b""
        while begin < len(self.data) and begin <= end:
            key, line_end = self._key_at(begin, separator)
            if key < before:
                raise damage_error(self.path, f"byte {begin}", "lines in order", key)
            before, begin = key, line_end + 1

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
