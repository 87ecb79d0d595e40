"""Small text files of the user's own: UTF-8, plain or gzip, comments in lines that begin with `# `."""

import gzip
import zlib
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path

from stead.core.errors import BadInput
from stead.core.text import one_line

_GZIP = b"\x1f\x8b"


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor comments, with their numbers."""
    for number, raw in enumerate(_raw_lines(path), start=1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise faulty(path, number, "text in UTF-8", repr(raw)) from None
        if line.strip() and not line.startswith("# "):
            yield number, line


def signed_name(path: Path) -> str:
    """The name of a list with the beginning of its hash, since lists change and keep their names."""
    with path.open("rb") as file:
        return f"{path.name}#{file_digest(file, 'sha256').hexdigest()[:8]}"


def faulty(path: Path, number: int, expected: str, found: str) -> BadInput:
    """The error for a line that is not as it should be."""
    return BadInput(f"{path}:{number}: expected {expected}, found {one_line(found)[:60]}; correct the line.")


def _raw_lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            packed = file.peek(len(_GZIP)).startswith(_GZIP)
            yield from gzip.GzipFile(fileobj=file) if packed else file
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadInput(f"{path}: a damaged gzip file ({error}); pack or copy it again.") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None
