"""Files of lexicons: files of lines that are read where they are asked for, and lists of the user's own.

Of a file of sorted lines, the first keys of its blocks are loaded; its lines are found by bisection. Nothing is mapped:
the kernel maps much around each byte that is touched, and nearly all of a file would soon be in the memory of the
process. Lists are UTF-8, plain or gzip, with comments in lines that begin with `# `.
"""

import gzip
import os
import zlib
from bisect import bisect_left
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path
from threading import Lock
from typing import NamedTuple
from weakref import finalize

from stead.core.errors import BadInput
from stead.core.text import one_line
from stead.lexicons.interface import damage_error

_LONGEST_LINE = 1 << 20
_READ_FOR_A_LINE = (1 << 11, 1 << 14, 1 << 17, _LONGEST_LINE)
"""How many bytes are read for a line: more if its end is not among them."""
_READ_FOR_LINES = 1 << 16
_BLOCK = 1 << 12
_SHOWN = 40


class RandomAccessFile:
    """A file that is read in places, also by threads and by processes that were forked; nothing of it is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = path.open("rb", buffering=0)
        except OSError as error:
            raise _unreadable(path, error) from None
        finalize(self, self._file.close)
        self.size = os.fstat(self._file.fileno()).st_size
        self._lock = Lock()

    def read(self, start: int, length: int) -> bytes:
        """Read bytes from a place on, as many as there are; a file that has shrunk since it was opened is damaged."""
        length = min(length, self.size - start)
        data = b""
        while len(data) < length:
            more = self._read_some(start + len(data), length - len(data))
            if not more:
                raise damage_error(self.path, f"byte {start + len(data)}", f"a file of {self.size} bytes", "its end")
            data += more
        return data

    def _read_some(self, start: int, length: int) -> bytes:
        try:
            if hasattr(os, "pread"):  # the place in the file would be shared with forked processes
                return os.pread(self._file.fileno(), length, start)
            with self._lock:
                self._file.seek(start)
                return self._file.read(length)
        except OSError as error:
            raise _unreadable(self.path, error) from None


class _Blocks(NamedTuple):
    """Blocks of sorted lines: the first key of each, where each begins and the last one ends, and which are checked."""

    keys: list[bytes]
    offsets: list[int]
    checked: set[int]


class LineFile(RandomAccessFile):
    """A file of lines, in order or sorted by what is before a separator."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        if not self.size:
            raise damage_error(path, "byte 0", "a lexicon", "an empty file")
        self.encoding = "ascii"
        self._known_blocks: dict[int, _Blocks] = {}

    def line(self, offset: int) -> bytes:
        """Read the line that begins at a byte, without its line end."""
        if not 0 <= offset < self.size:
            raise damage_error(self.path, f"byte {offset}", "a line", f"a file of {self.size} bytes")
        return self._whole(self._read_line(offset), offset)

    def _read_line(self, offset: int) -> bytes:
        """Read a line with its end, or as much of it as may be read; nothing at the end of the file."""
        for length in _READ_FOR_A_LINE:
            data = self.read(offset, length)
            if end := data.find(b"\n") + 1:
                return data[:end]
        return data

    def _whole(self, line: bytes, offset: int) -> bytes:
        """Take the end off a line, which must have one."""
        if not line.endswith(b"\n"):
            raise damage_error(self.path, f"byte {offset}", "a whole line", "no end of it")
        return line[:-1].removesuffix(b"\r")

    def next_line(self, offset: int) -> int:
        """Find where the line after the one at a byte begins; the end of the file if there is none."""
        while offset < self.size:
            data = self.read(offset, _READ_FOR_A_LINE[0])
            if end := data.find(b"\n") + 1:
                return offset + end
            offset += len(data)
        return self.size

    def lines(self, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """List all lines with their offsets."""
        offset = start
        while offset < self.size:
            *lines, _ = self.read(offset, _READ_FOR_LINES).split(b"\n")
            if not lines:
                yield offset, self.line(offset)
                offset = self.next_line(offset)
            for line in lines:
                yield offset, line.removesuffix(b"\r")
                offset += len(line) + 1

    def lines_of(self, key: bytes, separator: bytes, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """List the lines whose text up to a separator is the key, with offsets; lines from `start` are sorted by it."""
        beginning = key + separator
        offset = self._find(key, separator, start)
        while (line := self._read_line(offset)).startswith(beginning):
            yield offset, self._whole(line, offset)
            offset += len(line)

    def _find(self, key: bytes, separator: bytes, start: int) -> int:
        """Find the first line with a key; the end of the file if there is none."""
        blocks = self._blocks(separator, start)
        number = max(0, bisect_left(blocks.keys, key) - 1)
        begin, end = blocks.offsets[number : number + 2]
        if number not in blocks.checked:
            self._check_block(begin, end, separator)
            blocks.checked.add(number)
        beginning = b"\n" + key + separator
        distance = (b"\n" + self.read(begin, end - begin + len(beginning))).find(beginning)
        return self.size if distance < 0 else begin + distance

    def _blocks(self, separator: bytes, start: int) -> _Blocks:
        """The blocks of the lines from `start` on; an error if their first lines are not in order."""
        if start not in self._known_blocks:
            keys: list[bytes] = []
            offsets: list[int] = []
            begin, key = start, b""
            while begin < self.size:
                key = self._next_key(key, self._read_line(begin), separator, begin)
                keys.append(key)
                offsets.append(begin)
                begin = self.next_line(begin + _BLOCK)
            self._known_blocks[start] = _Blocks(keys, [*(offsets or [start]), self.size], set())
        return self._known_blocks[start]

    def _check_block(self, begin: int, end: int, separator: bytes) -> None:
        """Check the order of all lines of a block and of the line after it: one wrong letter may hide the line."""
        if end - begin > _BLOCK + _LONGEST_LINE:
            raise damage_error(self.path, f"byte {begin}", "whole lines", "no end of one")
        text = self.read(begin, end - begin) + self._read_line(end)
        key = b""
        for line in text.removesuffix(b"\n").split(b"\n"):
            key = self._next_key(key, line, separator, begin)
            begin += len(line) + 1

    def _next_key(self, before: bytes, line: bytes, separator: bytes, offset: int) -> bytes:
        """The key of the line at a byte, which must be text and not come before the key of the line before."""
        key, cut, _ = line.removesuffix(b"\n").partition(separator)
        if (key and not cut) or b"\0" in key or not (key.isascii() or _is_text(key, self.encoding)):
            raise damage_error(self.path, f"byte {offset}", f"a line of a word in {self.encoding}", key[:_SHOWN])
        if key < before:
            raise damage_error(self.path, f"byte {offset}", "lines in order", key)
        return key


def _unreadable(path: Path, error: OSError) -> BadInput:
    return BadInput(f"{path}: cannot be read: {error.strerror or error}.")


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
        raise _unreadable(path, error) from None
