"""Download a file from an http or https address; what is interrupted is resumed, now or by the next attempt.

What has arrived is kept in the folder `partial` of the cache, with what the server says of the file's version (ETag or
Last-Modified). The next attempt asks for the rest (HTTP Range). It begins anew if the server sends the whole file, if
the file has changed, or if the checksum of what was put together is wrong.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from stead.core.errors import BadInput
from stead.core.progress import Bytes, Progress
from stead.core.text import one_line
from stead.resources.cache import cache_folder, exclusive, sha256_of

if TYPE_CHECKING:
    from http.client import HTTPResponse

_CHUNK = 1 << 16
_SILENCE = 30  # seconds after which a server that sends nothing is given up
_MOST_CONNECTIONS = 5
_OUT_OF_RANGE = 416
_PARTIAL = 206


class DownloadError(BadInput):
    """An address did not give what was expected of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file at an address: how progress calls it, its greatest size, and its checksum, if that is known."""

    address: str
    label: str
    most_bytes: int
    sha256: str = ""


def is_address(source: str) -> bool:
    """Whether a source is an http or https address; anything else is a path."""
    return source.startswith(("http://", "https://"))


def download(wanted: Download, target: Path, progress: Progress) -> None:
    """Download a file to a path in the cache; only what is complete and has the right checksum gets there."""
    key = hashlib.sha256(wanted.address.encode(errors="backslashreplace")).hexdigest()[:16]
    partial = _PartialFile(cache_folder() / "partial" / key)
    with exclusive(partial.path):
        _fetch_and_check(wanted, partial, progress)
        partial.path.replace(target)
        partial.remove()


class _PartialFile:
    """What has arrived of a file so far, and which version of the file it is of."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._note = path.with_name(f"{path.name}.version")

    @property
    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    @property
    def version(self) -> str:
        return self._note.read_text(encoding="utf-8") if self._note.exists() else ""

    def begin(self, version: str) -> None:
        self.remove()
        self._note.write_text(version, encoding="utf-8", errors="backslashreplace")

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)


def _fetch_and_check(wanted: Download, partial: _PartialFile, progress: Progress) -> None:
    resumed = partial.size > 0
    if not (resumed and wanted.sha256 and sha256_of(partial.path) == wanted.sha256):  # else only the last step is left
        _fetch(wanted, partial, progress)
    checksum = sha256_of(partial.path)
    if wanted.sha256 in {"", checksum}:
        return
    partial.remove()
    if resumed:  # two versions of the file, put together
        _fetch_and_check(wanted, partial, progress)
        return
    raise DownloadError(
        f"{wanted.address}: has the checksum {checksum}, but {wanted.sha256} was expected; nothing was kept. "
        "The file was changed, or damaged on the way."
    )


def _fetch(wanted: Download, partial: _PartialFile, progress: Progress) -> None:
    """Receive what is missing; a connection that is cut is opened again as long as something arrives."""
    total, before = 0, -1
    for _ in range(_MOST_CONNECTIONS):
        if partial.size <= before:
            break
        before = partial.size
        total = _receive(wanted, partial, progress)
        if partial.size >= total:
            return
    raise DownloadError(
        f"{wanted.address}: cannot be fetched: the connection was cut after {partial.size:,} of {total:,} bytes. What "
        "has arrived is kept: give the same command again to fetch the rest."
    )


def _receive(wanted: Download, partial: _PartialFile, progress: Progress) -> int:
    """Receive as much as one connection gives, and return the size of the whole file (0 if it is unknown)."""
    start = partial.size if wanted.sha256 or partial.version else 0
    with _open(wanted.address, start) as answer:
        version = answer.headers.get("ETag") or answer.headers.get("Last-Modified") or ""
        if start and _continues(answer, start) and version == partial.version:
            mode = "ab"
        elif start and answer.status == _PARTIAL:  # of another file, or another part of it
            partial.remove()
            return _receive(wanted, partial, progress)
        else:
            start, mode = 0, "wb"
            partial.begin(version)
        total = start + (answer.length or 0)
        try:
            with partial.path.open(mode) as file:
                _copy(answer, file, wanted, start, progress)
        except (DownloadError, OSError):  # too large, or a full disk
            partial.remove()
            raise
    return total if total > start else 0


def _open(address: str, start: int) -> "HTTPResponse":
    """Ask for a file from this byte on; for all of it if there is nothing from there on."""
    from http.client import HTTPException  # noqa: PLC0415 (slow to import, and seldom needed)
    from urllib.error import HTTPError  # noqa: PLC0415
    from urllib.request import Request, urlopen  # noqa: PLC0415

    try:
        request = Request(address, headers={"Range": f"bytes={start}-"} if start else {})  # noqa: S310 (is_address)
        answer: HTTPResponse = urlopen(request, timeout=_SILENCE)  # noqa: S310
    except HTTPError as error:
        error.close()
        if start and error.code == _OUT_OF_RANGE:
            return _open(address, 0)
        raise DownloadError(f"{address}: cannot be fetched: {error.code} {one_line(str(error.reason))}.") from None
    except (OSError, HTTPException, ValueError) as error:
        cause = getattr(error, "reason", None) or error
        reason = one_line(str(getattr(cause, "strerror", None) or cause)) or type(cause).__name__
        raise DownloadError(f"{address}: cannot be fetched: {reason}.") from None
    return answer


def _continues(answer: "HTTPResponse", start: int) -> bool:
    """Whether a server sends the rest of a file, as it was asked to."""
    return answer.status == _PARTIAL and str(answer.headers.get("Content-Range")).startswith(f"bytes {start}-")


def _copy(answer: "HTTPResponse", file: IO[bytes], wanted: Download, done: int, progress: Progress) -> None:
    """Copy what arrives into a file until the connection ends, in whatever way."""
    from http.client import HTTPException  # noqa: PLC0415

    total = done + (answer.length or 0)
    while True:
        try:
            chunk = answer.read(_CHUNK)
        except (OSError, HTTPException):  # cut, or silent
            return
        if not chunk:
            return
        done += len(chunk)
        if done > wanted.most_bytes:
            most = wanted.most_bytes
            limit = f"{most >> 20} MB" if most >> 20 else f"{most:,} bytes"
            raise DownloadError(f"{wanted.address}: larger than {limit}; stead reads no further.")
        file.write(chunk)
        progress(wanted.label, Bytes(done), Bytes(total))
