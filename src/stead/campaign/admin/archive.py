"""Reading a backup: never more of it than its manifest promises, however small the file that it is packed in."""

import hashlib
import io
import json
import shutil
import zipfile
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from stead.core.errors import BadInput

MANIFEST = "manifest.json"
LARGEST_TEXT = 16 << 20
"""Bytes of a file that is read at once: settings, guidelines, the manifest, a row."""
CHUNK = 1 << 20
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of others, a little can become any amount at once
_ENCRYPTED = 0x1


class Archive:
    """A zip file with a manifest: the files that it names, each of its size and with its SHA-256, and no others."""

    def __init__(self, file: zipfile.ZipFile, path: Path) -> None:
        self._file, self._path = file, path
        self.manifest = self._manifest()

    def _manifest(self) -> dict[str, Any]:
        try:
            manifest = json.loads(self.read(MANIFEST))
            files = {str(name): self._promised(name, promised) for name, promised in manifest["files"].items()}
        except (KeyError, ValueError, TypeError, AttributeError):
            raise BadInput(f"{self._path}: not a backup made by `stead campaign backup`.") from None
        return {**manifest, "files": files}

    def _promised(self, name: str, promised: Any) -> tuple[str, int]:
        """SHA-256 and size of a file; older manifests have no size, and then the one in the zip file is the limit."""
        if isinstance(promised, str):
            return promised, self._file.getinfo(name).file_size
        return str(promised["sha256"]), int(promised["bytes"])

    def __contains__(self, name: str) -> bool:
        return name in self.manifest["files"]

    def check(self, target: Path) -> None:
        """Compare every file with what is promised of it, before anything is made of it where there is room for it."""
        promised: dict[str, tuple[str, int]] = self.manifest["files"]
        found = Counter(self._file.namelist())
        odd = next((name for name, number in found.items() if number > 1 or name not in (*promised, MANIFEST)), None)
        if odd is not None:
            raise BadInput(f"{self._path}: {odd!r} in it is not in its manifest, or there twice; nothing was restored.")
        needed, free = sum(size for _, size in promised.values()), shutil.disk_usage(target).free
        if needed > free:
            raise BadInput(f"{self._path}: {needed >> 20} MB are in it, and only {free >> 20} MB are free in {target}.")
        for name, (expected, size) in promised.items():
            if self._file.getinfo(name).file_size != size:
                raise BadInput(f"{self._path}: {name} in it is damaged: its size is not the one in the manifest.")
            if self._hash(name) != expected:
                raise BadInput(f"{self._path}: {name} in it is damaged: its SHA-256 is not the one in the manifest.")

    def _hash(self, name: str) -> str:
        digest = hashlib.sha256()
        for chunk in self.chunks(name):
            digest.update(chunk)
        return digest.hexdigest()

    def read(self, name: str) -> bytes:
        """A file that is not large."""
        size = self._file.getinfo(name).file_size
        if size > LARGEST_TEXT:
            raise BadInput(
                f"{self._path}: {name} in it has {size >> 20} MB; expected at most {LARGEST_TEXT >> 20}. "
                "Not a backup made by `stead campaign backup`."
            )
        return b"".join(self.chunks(name))

    def chunks(self, name: str) -> Iterator[bytes]:
        """A file, some of it at a time; what is packed by other means than ours is refused."""
        with self._opened(name) as file:
            while chunk := file.read(CHUNK):
                yield chunk

    def lines(self, name: str) -> Generator[bytes, None, None]:
        """The lines of a file, none of them longer than any row can be."""
        with io.BufferedReader(self._opened(name), CHUNK) as file:
            while line := file.readline(LARGEST_TEXT + 1):
                if len(line) > LARGEST_TEXT:
                    raise BadInput(f"{self._path}: {name} in it has a row of more than {LARGEST_TEXT >> 20} MB.")
                yield line

    def _opened(self, name: str) -> Any:
        found = self._file.getinfo(name)
        if found.compress_type not in _COMPRESSIONS or found.flag_bits & _ENCRYPTED:
            raise BadInput(f"{self._path}: {name} in it is not packed as `stead campaign backup` packs.")
        return self._file.open(name)
