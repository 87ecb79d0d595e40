"""Files of a corpus, read in blocks of whole lines; each block is worked on, recorded and resumed by itself.

Plain text, gzip and zstd, JSON Lines and Parquet. A line that is longer than a block is cut at blanks; where it has
none, or is JSON, it is left out and counted.
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from stead.core.errors import BadInput
from stead.core.extras import library
from stead.counts.stores import is_address, reached, store_of

DEFAULT_BYTES = 8 << 20
_GZIP, _ZSTD, _PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"
_BEGINNING = 1 << 13  # of a file, where what is no text shows
_BLANKS = b" \t\r\x0b\x0c"


class Kind(StrEnum):
    """What the bytes of a block are."""

    TEXT = "text"
    JSON_LINES = "jsonl"


@dataclass(kw_only=True)
class Block:
    """Whole lines of one file."""

    number: int
    kind: Kind
    data: bytes
    cut: int = 0
    """1 if it ends inside a line that is too long."""
    dropped: int = 0
    """How many bytes before it were left out, for want of any blank or line end."""
    position: int = 0
    """How far the file, as it is on disk, had been read."""


class Damaged(BadInput):
    """A file that cannot be read to its end."""


@contextmanager
def opened(path: str) -> Iterator[Any]:
    """A file of this machine or of an object store, as a seekable stream of bytes."""
    try:
        if is_address(path):
            with reached(path, Damaged):
                filesystem, place = store_of(path)
                file = filesystem.open_input_file(place)
            with file:
                yield file
        else:
            with open(path, "rb") as file:  # noqa: PTH123 (a path or a name, whatever the user gave)
                yield file
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise Damaged(f"{path}: a damaged gzip file ({error}); pack or copy it again.") from None
    except (OSError, ValueError, library("pyarrow", "counting").ArrowException) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise Damaged(f"{path}: cannot be read: {str(reason).splitlines()[0]}.") from None


def blocks_of(path: str, column: str, size: int = DEFAULT_BYTES) -> Iterator[Block]:
    """The blocks of a file, in order; raises `Damaged` where it cannot be read on."""
    with opened(path) as file:
        for block in _blocks(path, file, column, size):
            block.position = file.tell()
            yield block


def _blocks(path: str, file: Any, column: str, size: int) -> Iterator[Block]:
    beginning = file.read(4)
    file.seek(0)
    if beginning == _PARQUET:
        return _numbered(_parquet_texts(path, file, column, size), Kind.TEXT, size)
    stream = _unpacked(file, beginning)
    kind = Kind.JSON_LINES if _plain_name(path).endswith((".jsonl", ".ndjson")) else Kind.TEXT
    return _numbered(_text(path, iter(lambda: stream.read(size), b"")), kind, size)


def _text(path: str, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces, unless they begin with what is in no text."""
    for number, piece in enumerate(pieces):
        if number == 0 and b"\0" in piece[:_BEGINNING]:
            raise Damaged(f"{path}: is no text in UTF-8, since there are zero bytes in it; write it as UTF-8.")
        yield piece


def _plain_name(path: str) -> str:
    return path.lower().removesuffix(".gz").removesuffix(".zst")


def _unpacked(file: Any, beginning: bytes) -> Any:
    if beginning.startswith(_GZIP):
        return gzip.GzipFile(fileobj=file)
    if beginning.startswith(_ZSTD):
        return library("pyarrow", "counting").CompressedInputStream(file, "zstd")
    return file


def _parquet_texts(path: str, file: Any, column: str, size: int) -> Iterator[bytes]:
    """The texts of a column, some at a time, a line end behind each."""
    table = library("pyarrow.parquet", "counting").ParquetFile(file)
    if column not in table.schema_arrow.names:
        names = ", ".join(table.schema_arrow.names)
        raise Damaged(f"{path}: there is no column {column}; there are {names}. `field` names another.")
    for batch in table.iter_batches(batch_size=1024, columns=[column]):
        texts = [text for text in batch.column(0).to_pylist() if text is not None]
        whole = "".join(f"{text}\n" for text in texts).encode(errors="surrogatepass")
        yield from (whole[start : start + size] for start in range(0, len(whole), size))


@dataclass
class _Cutter:
    """Cuts pieces of a stream into blocks that end where a line does."""

    kind: Kind
    size: int
    number: int = 0
    kept: list[bytes] = field(default_factory=list)
    dropped: int = 0

    def block(self, data: bytes, *, cut: bool = False) -> Block:
        """The next block."""
        made = Block(number=self.number, kind=self.kind, data=data, cut=int(cut), dropped=self.dropped)
        self.number, self.dropped = self.number + 1, 0
        return made

    def add(self, piece: bytes) -> Iterator[Block]:
        """One more piece of the stream."""
        end = piece.rfind(b"\n") + 1
        if end:
            whole, self.kept = b"".join([*self.kept, piece[:end]]), [piece[end:]]
            yield self.block(whole)
            return
        self.kept.append(piece)
        if sum(map(len, self.kept)) >= 2 * self.size:
            yield from self._inside_a_line()

    def _inside_a_line(self) -> Iterator[Block]:
        whole = b"".join(self.kept)
        end = max(map(whole.rfind, (bytes([blank]) for blank in _BLANKS))) + 1
        if self.kind is Kind.TEXT and end:
            self.kept = [whole[end:]]
            yield self.block(whole[:end], cut=True)
        else:
            self.dropped += len(whole)
            self.kept = []


def _numbered(pieces: Iterator[bytes], kind: Kind, size: int) -> Iterator[Block]:
    cutter = _Cutter(kind, size)
    for piece in pieces:
        yield from cutter.add(piece)
    rest = b"".join(cutter.kept)
    if rest or cutter.dropped:
        yield cutter.block(rest)


def text_of(block: Block, column: str) -> tuple[str, dict[str, int]]:
    """The text of a block, and how many lines of it are left out, by reason."""
    left_out: dict[str, int] = {}
    if block.kind is Kind.TEXT:
        text = _decoded(block.data.removeprefix(b"\xef\xbb\xbf"), left_out)
    else:
        text = "\n".join(_json_texts(_decoded(block.data, left_out), column, left_out))
    return text, left_out


NOT_UTF8 = "lines that are not valid UTF-8"
NOT_JSON = "lines that are no JSON object with the field as text"


def _decoded(data: bytes, left_out: dict[str, int]) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        lines = []
        for line in data.split(b"\n"):
            try:
                lines.append(line.decode())
            except UnicodeDecodeError:
                left_out[NOT_UTF8] = left_out.get(NOT_UTF8, 0) + 1
        return "\n".join(lines)


def _json_texts(text: str, column: str, left_out: dict[str, int]) -> Iterator[str]:
    import json  # noqa: PLC0415

    for line in io.StringIO(text):
        if not line.strip():
            continue
        try:
            found = json.loads(line)[column]
        except (ValueError, KeyError, TypeError, RecursionError):
            found = None
        if isinstance(found, str):
            yield found.encode(errors="replace").decode()
        else:
            left_out[NOT_JSON] = left_out.get(NOT_JSON, 0) + 1
