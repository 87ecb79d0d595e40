"""Archives made by hand, honest and hostile, and a resource that is in them."""

import hashlib
import io
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from stead.resources import Artefact, Resource
from stead.resources.cache import FileRecord, fingerprint

FILES = {"words.dat": b"bright|clever\n", "words.idx": b"bright|0\n"}
EXTRA = {"words.exc": b"went go\n"}
NOTICE = {"COPYING": b"Do as you like.\n"}
INSIDE = "usr/share/words"

LISTED = Resource(
    name="tiny",
    version="1.0",
    purpose="two words",
    licence="as you like",
    artefacts=(Artefact(kind="wheel", package="tiny-words", version="1.0", sha256="0" * 64, size=1000),),
    files=tuple(FILES),
    extras=tuple(EXTRA),
    notices=tuple(NOTICE),
    size=100,
    environment=(("TINY_HOME", "dict"), ("TINY_HOME", "")),
)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def contents(files: Mapping[str, bytes]) -> str:
    return fingerprint({name: FileRecord(sha256(data), len(data)) for name, data in files.items()})


def known(archive: bytes, resource: Resource = LISTED) -> Resource:
    """The resource, knowing the checksum of an archive."""
    artefact = replace(resource.artefacts[0], sha256=sha256(archive))
    return replace(resource, artefacts=(artefact,))


def members(files: Mapping[str, bytes], folder: str = INSIDE) -> dict[str, bytes]:
    return {f"{folder}/{name}": data for name, data in files.items()}


HONEST = {**members({**FILES, **EXTRA}), **members(NOTICE, "usr/share/doc/words"), "usr/bin/words": b"#!/bin/sh\n"}


def zipped(files: Mapping[str, bytes] = HONEST, links: Mapping[str, str] | None = None) -> bytes:
    """A wheel, which is a zip."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
        for name, target in (links or {}).items():
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, target)
    return buffer.getvalue()


def tarred(files: Mapping[str, bytes] = HONEST, links: Mapping[str, str] | None = None, mode: str = "w") -> bytes:
    """A tar, plain (`w`) or packed (`w:gz`, `w:xz`)."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            info = tarfile.TarInfo(f"./{name}" if not name.startswith(("/", ".")) else name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for name, target in (links or {}).items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = tarfile.SYMTYPE, target
            archive.addfile(info)
    return buffer.getvalue()


def ar_member(name: str, data: bytes) -> bytes:
    header = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode()
    return header + data + b"\n" * (len(data) % 2)


def deb(data: bytes, name: str = "data.tar.xz") -> bytes:
    """A Debian package around the archive of its files."""
    control = lzma.compress(tarred({"control": b"Package: words\n"}))
    parts = [("debian-binary", b"2.0\n"), ("control.tar.xz", control), (name, data)]
    return b"!<arch>\n" + b"".join(ar_member(*part) for part in parts)


ARCHIVES = {
    "tiny.whl": zipped(),
    "tiny.tar": tarred(),
    "tiny.tar.gz": tarred(mode="w:gz"),
    "tiny.tar.xz": tarred(mode="w:xz"),
    "tiny.deb": deb(tarred(mode="w:xz")),
    "tiny-gz.deb": deb(tarred(mode="w:gz"), "data.tar.gz"),
    "tiny-plain.deb": deb(tarred(), "data.tar"),
}


def tree(folder: Path) -> list[str]:
    """Every file and folder below one, locks left out."""
    paths = (path for path in folder.rglob("*") if not path.name.endswith(".lock"))
    return sorted(str(path.relative_to(folder)) for path in paths)


def write_files(folder: Path, files: Mapping[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder
