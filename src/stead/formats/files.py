"""Bytes in, bytes out: plain or gzip, a path or `-`, never more than a stated size."""

import gzip
import hashlib
import io
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from stead.core.errors import BadInput

MAX_BYTES = 1 << 31
"""No input is read beyond this many (uncompressed) bytes: a small .gz can hold terabytes."""

_GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Content:
    """The uncompressed bytes of a file; `sha256_before` is their hash if they were in another encoding."""

    path: str
    data: bytes
    sha256_before: str = ""

    @property
    def name(self) -> str:
        """The file's name without folders and extensions of packing: what a table calls it."""
        base = Path(self.path).name.removesuffix(".gz")
        return "stdin" if self.path == "-" else Path(base).stem or base

    @property
    def sha256(self) -> str:
        """The hash of the uncompressed bytes, so that packing a file does not change its identity."""
        return self.sha256_before or hashlib.sha256(self.data).hexdigest()


def read_content(path: str | os.PathLike[str], *, limit: int = MAX_BYTES) -> Content:
    """Read a file (`-` is standard input), unpacking gzip whatever the file is called."""
    name = os.fspath(path)
    with open_content(path) as file:
        data = file.read(limit + 1)  # one byte more than the limit tells that there is more
    if len(data) > limit:
        raise BadInput(f"{name}: larger than {limit:,} bytes uncompressed; stead reads no further. Split the file.")
    return Content(name, data)


@contextmanager
def open_content(path: str | os.PathLike[str]) -> Iterator[io.BufferedIOBase]:
    """A file (`-` is standard input) to be read piece by piece, unpacked if it begins like gzip."""
    name = os.fspath(path)
    try:
        with _input() if name == "-" else Path(name).open("rb") as file:
            packed = file.peek(len(_GZIP_MAGIC)).startswith(_GZIP_MAGIC)
            yield gzip.GzipFile(fileobj=file) if packed else file
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadInput(f"{name}: a damaged gzip file ({error}); pack or copy it again.") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"{name}: cannot be read: {reason or error}.") from None


@contextmanager
def _input() -> Iterator[io.BufferedReader]:
    """Standard input, with a beginning that can be looked at."""
    if sys.stdin is None or sys.stdin.closed:
        raise BadInput("-: standard input is closed; name a file, or give it something to read.")
    yield io.BufferedReader(cast("io.RawIOBase", sys.stdin.buffer))


def write_content(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole or not at all (`-` is standard output); a name in .gz is packed, same bytes every time."""
    name = os.fspath(path)
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if name.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    try:
        _replace_file(Path(name), data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"{name}: cannot be written: {reason or error}.") from None


def _replace_file(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():  # a device or pipe such as /dev/null cannot be replaced
        path.write_bytes(data)
        return
    from tempfile import NamedTemporaryFile  # noqa: PLC0415 (slow to import, and only writers need it)

    mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(data)
            file.close()
            temporary.chmod(mode)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
