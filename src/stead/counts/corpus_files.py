"""Which files a corpus is: names, folders, globs, and addresses in object stores."""

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
from stead.core.extras import library
from stead.counts.atomic_files import MANIFEST, SCHEMA, UNFINISHED, WORK, read_json

_PATIENT = {"gs", "gcs"}  # asks again for a quarter of an hour, unless it is told how long
_PATIENCE = 20  # seconds
_LONGEST = 300  # characters of a store's own words


def is_address(path: str) -> bool:
    """Whether something is an address rather than a name on this machine."""
    return "://" in path


def store_of(address: str) -> tuple[Any, str]:
    """The file system of an address, and the place in it."""
    scheme, query = urlsplit(address).scheme, urlsplit(address).query
    if scheme in _PATIENT and "retry_limit_seconds" not in query:
        address += f"{'&' if query else '?'}retry_limit_seconds={_PATIENCE}"
    filesystem, place = library("pyarrow.fs", "counting").FileSystem.from_uri(address)
    return filesystem, place


def address_below(address: str, name: str) -> str:
    """The address of what lies below another, with the same options."""
    parts = urlsplit(address)
    return parts._replace(path=f"{parts.path.removesuffix('/')}/{name}").geturl()


@contextmanager
def report_unreachable(address: str, kind: type[BadInput] = BadInput) -> Iterator[None]:
    """Whatever stands in the way of an address is told in one sentence."""
    try:
        yield
    except (OSError, ValueError, KeyError, library("pyarrow", "counting").ArrowException) as error:
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)[:_LONGEST].rstrip(".")
        told = "are the address and the network right, and are there credentials where pyarrow looks for them?"
        raise kind(f"{address}: cannot be read: {reason}; {told}") from None


def files_of(corpus: Sequence[str]) -> dict[str, int]:
    """The files and how many bytes they have, in order of their names within each argument; each once."""
    found: dict[str, int] = {}
    known: set[str] = set()
    for each in corpus:
        files = _in_store(each) if is_address(each) else _on_disk(each)
        if not files:
            raise BadInput(f"{each}: there is no file; give files, folders, globs or addresses of an object store.")
        for name in sorted(files):
            real = name if is_address(name) else realpath(name)
            if real not in known:
                known.add(real)
                found[name] = files[name]
    return found


def _on_disk(given: str) -> dict[str, int]:
    path = Path(given)
    if given in ("", "-"):
        raise UsageError(f"{given!r} is no corpus: give files, which an interrupted count can read again.")
    if path.is_dir():
        counted = _counted_corpora(path)
        below = [
            each.relative_to(path) for each in path.rglob("*") if each.is_file() and counted.isdisjoint(each.parents)
        ]
        names = [str(path / each) for each in below if not _is_hidden(each.parts)]
    elif path.exists():
        names = [given]
    elif has_magic(given):
        names = [name for name in glob(given, recursive=True) if Path(name).is_file()]  # noqa: PTH207 (absolute too)
    else:
        raise BadInput(f"{given}: there is no such file or folder.")
    return {name: Path(name).stat().st_size for name in names}


def _counted_corpora(folder: Path) -> set[Path]:
    """The models below a folder, whole or begun: what was counted is not text."""
    schema = SCHEMA.split("/")[0]
    whole = {
        path.parent for path in folder.rglob(MANIFEST) if str((read_json(path) or {}).get("schema")).startswith(schema)
    }
    return whole | {path.parent for path in folder.rglob(WORK) if path.parent.name.endswith(UNFINISHED)}


def _is_hidden(parts: Sequence[str]) -> bool:
    """Whether a file, or a folder above it, is not meant to be read; what begins with _ is a mark of some engine."""
    return any(part.startswith((".", "_")) for part in parts)


def _in_store(address: str) -> dict[str, int]:
    """What pyarrow finds under an address: the object itself, or all below it."""
    fs = library("pyarrow.fs", "counting")
    with report_unreachable(address):
        filesystem, place = store_of(address)
        info = filesystem.get_file_info(place)
        if info.type == fs.FileType.File:
            return {address: info.size}
        found = filesystem.get_file_info(fs.FileSelector(place, recursive=True))
    sizes = {each.path[len(place.rstrip("/")) + 1 :]: each.size for each in found if each.type == fs.FileType.File}
    names = [name for name in sizes if not _is_hidden(name.split("/"))]
    return {address_below(address, name): sizes[name] for name in names}


DEFAULT_BYTES = 8 << 20
_GZIP, _ZSTD, _PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"
_HEAD = 1 << 13  # of a file, where what is no text shows
_BLANKS = b" \t\r\x0b\x0c"


class BlockKind(StrEnum):
    """What the bytes of a block are."""

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
    """How many bytes before it were left out, for want of any blank or line end."""
    position: int = 0
    """How far the file, as it is on disk, had been read."""


class DamagedFile(BadInput):
    """A file that cannot be read to its end."""


@contextmanager
def open_file(path: str) -> Iterator[Any]:
    """A file of this machine or of an object store, as a seekable stream of bytes."""
    try:
        if is_address(path):
            with report_unreachable(path, DamagedFile):
                filesystem, place = store_of(path)
                file = filesystem.open_input_file(place)
            with file:
                yield file
        else:
            with open(path, "rb") as file:  # noqa: PTH123 (a path or a name, whatever the user gave)
                yield file
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise DamagedFile(f"{path}: a damaged gzip file ({error}); pack or copy it again.") from None
    except (OSError, ValueError, library("pyarrow", "counting").ArrowException) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise DamagedFile(f"{path}: cannot be read: {str(reason).splitlines()[0]}.") from None


def blocks_of(path: str, column: str, size: int = DEFAULT_BYTES) -> Iterator[TextBlock]:
    """The blocks of a file, in order; raises `DamagedFile` where it cannot be read on."""
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
    """The pieces, unless they begin with what is in no text."""
    for number, piece in enumerate(pieces):
        if number == 0 and b"\0" in piece[:_HEAD]:
            raise DamagedFile(f"{path}: is no text in UTF-8, since there are zero bytes in it; write it as UTF-8.")
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
        raise DamagedFile(f"{path}: there is no column {column}; there are {names}. `field` names another.")
    for batch in table.iter_batches(batch_size=1024, columns=[column]):
        texts = [text for text in batch.column(0).to_pylist() if text is not None]
        whole = "".join(f"{text}\n" for text in texts).encode(errors="surrogatepass")
        yield from (whole[start : start + size] for start in range(0, len(whole), size))


@dataclass
class _Cutter:
    """Cuts pieces of a stream into blocks that end where a line does."""

    kind: BlockKind
    size: int
    number: int = 0
    kept: list[bytes] = field(default_factory=list)
    dropped: int = 0

    def block(self, data: bytes, *, cut: bool = False) -> TextBlock:
        """The next block."""
        made = TextBlock(number=self.number, kind=self.kind, data=data, cut=int(cut), dropped=self.dropped)
        self.number, self.dropped = self.number + 1, 0
        return made

    def add(self, piece: bytes) -> Iterator[TextBlock]:
        """One more piece of the stream."""
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
        end = max(map(whole.rfind, (bytes([blank]) for blank in _BLANKS))) + 1
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
    """The text of a block, and how many lines of it are left out, by reason."""
    left_out: dict[str, int] = {}
    if block.kind is BlockKind.TEXT:
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
