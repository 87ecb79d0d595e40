"""The files of a corpus: which they are, and their text in blocks.

A corpus is given by files, folders, globs and addresses in object stores, as pyarrow reads them. Files are plain text,
gzip, zstd, JSON Lines or Parquet, and read in blocks of whole lines, each of which is processed, recorded and resumed
by itself. A line longer than a block is cut at a space; where it has none, or is JSON, it is left out and counted.
"""

import gzip
import io
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from glob import glob, has_magic
from os.path import realpath
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra
from stead.counts.atomic_files import MANIFEST, SCHEMA, UNFINISHED, WORK, read_json

_PATIENT = {"gs", "gcs"}  # retries for a quarter of an hour by default
_PATIENCE = 20  # seconds
_LONGEST = 300  # characters of a store's message


def is_address(path: str) -> bool:
    """Whether a string is an address rather than a local path."""
    return "://" in path


def store_of(address: str) -> tuple[Any, str]:
    """Give the file system of an address, and the path in it."""
    scheme, query = urlsplit(address).scheme, urlsplit(address).query
    if scheme in _PATIENT and "retry_limit_seconds" not in query:
        address += f"{'&' if query else '?'}retry_limit_seconds={_PATIENCE}"
    filesystem, path = import_extra("pyarrow.fs", "counting").FileSystem.from_uri(address)
    return filesystem, path


def address_below(address: str, name: str) -> str:
    """Append a name to an address, keeping its options."""
    parts = urlsplit(address)
    return parts._replace(path=f"{parts.path.removesuffix('/')}/{name}").geturl()


@contextmanager
def report_unreachable(address: str, kind: type[BadInput] = BadInput) -> Iterator[None]:
    """Report any failure to reach an address in one sentence."""
    try:
        yield
    except (OSError, ValueError, KeyError, import_extra("pyarrow", "counting").ArrowException) as error:
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)[:_LONGEST].rstrip(".")
        advice = "are the address and the network right, and are there credentials where pyarrow looks for them?"
        raise kind(f"{address}: cannot be read: {reason}; {advice}") from None


def files_of(corpus: Sequence[str]) -> dict[str, int]:
    """List the files with their sizes, sorted by name within each argument, without repeats."""
    sizes: dict[str, int] = {}
    known: set[str] = set()
    for given in corpus:
        files = _in_store(given) if is_address(given) else _on_disk(given)
        if not files:
            raise BadInput(f"{given}: there is no file; give files, folders, globs or addresses of an object store.")
        for name in sorted(files):
            real = name if is_address(name) else realpath(name)
            if real not in known:
                known.add(real)
                sizes[name] = files[name]
    return sizes


def _on_disk(given: str) -> dict[str, int]:
    path = Path(given)
    if given in ("", "-"):
        raise UsageError(f"{given!r} is not a corpus: give files, which an interrupted count can read again.")
    if path.is_dir():
        counted = _counted_corpora(path)
        below = [
            file.relative_to(path) for file in path.rglob("*") if file.is_file() and counted.isdisjoint(file.parents)
        ]
        names = [str(path / file) for file in below if not _is_hidden(file.parts)]
    elif path.exists():
        names = [given]
    elif has_magic(given):
        names = [name for name in glob(given, recursive=True) if Path(name).is_file()]  # noqa: PTH207 (absolute too)
    else:
        raise BadInput(f"{given}: there is no such file or folder.")
    return {name: Path(name).stat().st_size for name in names}


def _counted_corpora(folder: Path) -> set[Path]:
    """List the models below a folder, complete or not: they are not text."""
    schema = SCHEMA.split("/")[0]
    whole = {
        path.parent for path in folder.rglob(MANIFEST) if str((read_json(path) or {}).get("schema")).startswith(schema)
    }
    return whole | {path.parent for path in folder.rglob(WORK) if path.parent.name.endswith(UNFINISHED)}


def _is_hidden(parts: Sequence[str]) -> bool:
    """Whether a file or a folder above it is hidden, or a marker file of an engine (beginning with _)."""
    return any(part.startswith((".", "_")) for part in parts)


def _in_store(address: str) -> dict[str, int]:
    """List the object at an address, or all objects below it."""
    fs = import_extra("pyarrow.fs", "counting")
    with report_unreachable(address):
        filesystem, path = store_of(address)
        info = filesystem.get_file_info(path)
        if info.type == fs.FileType.File:
            return {address: info.size}
        infos = filesystem.get_file_info(fs.FileSelector(path, recursive=True))
    sizes = {info.path[len(path.rstrip("/")) + 1 :]: info.size for info in infos if info.type == fs.FileType.File}
    names = [name for name in sizes if not _is_hidden(name.split("/"))]
    return {address_below(address, name): sizes[name] for name in names}


DEFAULT_BYTES = 8 << 20
_GZIP, _ZSTD, _PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"
_HEAD = 1 << 13  # bytes at the start of a file in which zero bytes are looked for
_SPACES = b" \t\r\x0b\x0c"


class BlockKind(StrEnum):
    """The format of a block."""

    TEXT = "text"
    JSON_LINES = "jsonl"


@dataclass(kw_only=True)
class TextBlock:
    """Whole lines of one file."""

    number: int
    kind: BlockKind
    data: bytes
    cut: int = 0
    """1 if it ends inside a line that is too long."""
    dropped: int = 0
    """The number of bytes before it that were left out, since they have no space or line end."""
    position: int = 0
    """The position in the file on disk up to which it had been read."""


class DamagedFile(BadInput):
    """A file that cannot be read completely."""


@contextmanager
def open_file(path: str) -> Iterator[Any]:
    """Open a file of this machine or of an object store, as a seekable binary stream."""
    try:
        if is_address(path):
            with report_unreachable(path, DamagedFile):
                filesystem, address_path = store_of(path)
                file = filesystem.open_input_file(address_path)
            with file:
                yield file
        else:
            with open(path, "rb") as file:  # noqa: PTH123 (a path or a name, whatever the user gave)
                yield file
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise DamagedFile(f"{path}: a damaged gzip file ({error}); pack or copy it again.") from None
    except (OSError, ValueError, import_extra("pyarrow", "counting").ArrowException) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise DamagedFile(f"{path}: cannot be read: {str(reason).splitlines()[0]}.") from None


def blocks_of(path: str, column: str, size: int = DEFAULT_BYTES) -> Iterator[TextBlock]:
    """Read the blocks of a file, in order; raises `DamagedFile` where it cannot be read further."""
    with open_file(path) as file:
        for block in _blocks(path, file, column, size):
            block.position = file.tell()
            yield block


def _blocks(path: str, file: Any, column: str, size: int) -> Iterator[TextBlock]:
    beginning = file.read(4)
    file.seek(0)
    if beginning == _PARQUET:
        return _numbered(_parquet_texts(path, file, column, size), BlockKind.TEXT, size)
    stream = _unpacked(file, beginning)
    kind = BlockKind.JSON_LINES if _plain_name(path).endswith((".jsonl", ".ndjson")) else BlockKind.TEXT
    return _numbered(_checked_text(path, iter(lambda: stream.read(size), b"")), kind, size)


def _checked_text(path: str, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Pass the pieces on, unless the first has zero bytes."""
    for number, piece in enumerate(pieces):
        if number == 0 and b"\0" in piece[:_HEAD]:
            raise DamagedFile(f"{path}: is not UTF-8 text, since it has zero bytes; convert it to UTF-8.")
        yield piece


def _plain_name(path: str) -> str:
    return path.lower().removesuffix(".gz").removesuffix(".zst")


def _unpacked(file: Any, beginning: bytes) -> Any:
    if beginning.startswith(_GZIP):
        return gzip.GzipFile(fileobj=file)
    if beginning.startswith(_ZSTD):
        return import_extra("pyarrow", "counting").CompressedInputStream(file, "zstd")
    return file


def _parquet_texts(path: str, file: Any, column: str, size: int) -> Iterator[bytes]:
    """Read the texts of a column, some at a time, with a line end after each."""
    table = import_extra("pyarrow.parquet", "counting").ParquetFile(file)
    if column not in table.schema_arrow.names:
        names = ", ".join(table.schema_arrow.names)
        raise DamagedFile(f"{path}: there is no column {column}; there are {names}. `field` names another.")
    for batch in table.iter_batches(batch_size=1024, columns=[column]):
        texts = [text for text in batch.column(0).to_pylist() if text is not None]
        whole = "".join(f"{text}\n" for text in texts).encode(errors="surrogatepass")
        yield from (whole[start : start + size] for start in range(0, len(whole), size))


@dataclass
class _Cutter:
    """Cuts the pieces of a stream into blocks that end at line ends."""

    kind: BlockKind
    size: int
    number: int = 0
    kept: list[bytes] = field(default_factory=list)
    dropped: int = 0

    def block(self, data: bytes, *, cut: bool = False) -> TextBlock:
        """Make the next block."""
        block = TextBlock(number=self.number, kind=self.kind, data=data, cut=int(cut), dropped=self.dropped)
        self.number, self.dropped = self.number + 1, 0
        return block

    def add(self, piece: bytes) -> Iterator[TextBlock]:
        """Add a piece of the stream."""
        end = piece.rfind(b"\n") + 1
        if end:
            whole, self.kept = b"".join([*self.kept, piece[:end]]), [piece[end:]]
            yield self.block(whole)
            return
        self.kept.append(piece)
        if sum(map(len, self.kept)) >= 2 * self.size:
            yield from self._inside_a_line()

    def _inside_a_line(self) -> Iterator[TextBlock]:
        whole = b"".join(self.kept)
        end = max(map(whole.rfind, (bytes([space]) for space in _SPACES))) + 1
        if self.kind is BlockKind.TEXT and end:
            self.kept = [whole[end:]]
            yield self.block(whole[:end], cut=True)
        else:
            self.dropped += len(whole)
            self.kept = []


def _numbered(pieces: Iterator[bytes], kind: BlockKind, size: int) -> Iterator[TextBlock]:
    cutter = _Cutter(kind, size)
    for piece in pieces:
        yield from cutter.add(piece)
    rest = b"".join(cutter.kept)
    if rest or cutter.dropped:
        yield cutter.block(rest)


def text_of(block: TextBlock, column: str) -> tuple[str, dict[str, int]]:
    """Decode a block: its text, and how many lines are left out, by reason."""
    left_out: dict[str, int] = {}
    if block.kind is BlockKind.TEXT:
        text = _decoded(block.data.removeprefix(b"\xef\xbb\xbf"), left_out)
    else:
        text = "\n".join(_json_texts(_decoded(block.data, left_out), column, left_out))
    return text, left_out


NOT_UTF8 = "lines that are not valid UTF-8"
NOT_JSON = "lines that are not a JSON object with the field as text"


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
            value = json.loads(line)[column]
        except (ValueError, KeyError, TypeError, RecursionError):
            value = None
        if isinstance(value, str):
            yield value.encode(errors="replace").decode()
        else:
            left_out[NOT_JSON] = left_out.get(NOT_JSON, 0) + 1
