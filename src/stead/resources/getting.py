"""Get a resource: find it, or fetch, check, unpack and keep it."""

from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from stead.core.errors import BadInput
from stead.core.progress import Progress, silent
from stead.resources import clients
from stead.resources.cache import LOG, exclusive, replacing
from stead.resources.finding import cached_folder, find, has_files, missing
from stead.resources.manifest import (
    Manifest,
    damaged_files,
    entries_of,
    fingerprint,
    has_manifest,
    read_manifest,
    sha256_of,
    write_manifest,
)
from stead.resources.remembering import remember
from stead.resources.resource import Found, Resource
from stead.resources.unpacking import unpack


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to get a resource."""

    source: str = ""  # a path or address instead of the registry
    accepted: str = ""  # the checksum of an unknown archive (or of its files) that the user trusts
    offline: bool = False  # fetch nothing
    again: bool = False  # fetch even if it is here


def get(resource: Resource, wishes: Wishes | None = None, *, progress: Progress = silent) -> Found:
    """Where the resource is, after fetching it if it was not here. Nothing is kept that was not checked whole."""
    wishes = wishes or Wishes()
    if not (wishes.again or wishes.source) and (found := find(resource)):
        return found
    remote = clients.is_address(wishes.source) or not wishes.source
    if wishes.offline and remote:
        raise BadInput(_forbidden(resource))
    target = cached_folder(resource)
    with exclusive(target):
        if wishes.again or wishes.source or not _is_intact(target):  # else another process was faster
            with replacing(target) as new:
                _fill(new, resource, wishes, progress)
    return Found(target, "cache")


def _forbidden(resource: Resource) -> str:
    """What --offline keeps from being done: fetching what is not here, or fetching again what is."""
    if has_manifest(cached_folder(resource)):
        return f"{resource.name} is here, and was not fetched again, since --offline forbids it."
    return f"{missing(resource)} It was not fetched, since --offline forbids it."


def _is_intact(target: Path) -> bool:
    return has_manifest(target) and not any(damaged_files(target, read_manifest(target), thorough=False))


def _fill(new: Path, resource: Resource, wishes: Wishes, progress: Progress) -> None:
    """Put the files, their licence and the manifest into a new folder."""
    work = new / ".work"
    work.mkdir()
    source = _obtain(resource, wishes.source, work, progress)
    if source.is_dir():
        archive = ""
        clients.copied(resource, source, new)
    else:
        archive = sha256_of(source)
        unpack(source, resource, new)
    files = entries_of(new, resource.wanted)
    contents = fingerprint(files)
    if not _is_known(resource, archive, contents):
        _refuse_unless(wishes.accepted, resource, source.name, archive or contents)
        version = f"unknown-{contents[:12]}"
    else:
        version = resource.version
        if archive not in {"", *(artefact.sha256 for artefact in resource.artefacts)}:
            known = f"the very files of {resource.version}"
            LOG.info("%s: another archive than stead knows, but with %s.", source.name, known)
    origin = wishes.source or f"{resource.artefacts[0].client} {resource.artefacts[0].package} ({source.name})"
    manifest = Manifest(
        name=resource.name, version=version, origin=origin, archive=archive, contents=contents, files=files
    )
    write_manifest(new, manifest)
    remember(new, manifest)
    rmtree(work)


def _obtain(resource: Resource, source: str, work: Path, progress: Progress) -> Path:
    """An archive, or a folder that has the files."""
    if not source:
        return clients.by_package_client(resource, resource.artefacts[0], work, progress)
    if clients.is_address(source):
        return clients.from_address(resource, source, work, progress)
    path = Path(source).expanduser()
    if not path.is_dir():
        if not path.is_file():
            raise BadInput(f"{source}: no such file or folder.")
        return path
    below = ["", *(subfolder for _, subfolder in resource.environment)]
    complete = next((path / part for part in below if has_files(path / part, resource)), None)
    if complete is None:
        raise BadInput(f"{source}: expected {', '.join(resource.files[:3])}, ... in this folder; they are not there.")
    return complete


def _is_known(resource: Resource, archive: str, contents: str) -> bool:
    """Whether the archive, or failing that what was in it, is something that stead knows."""
    return contents in resource.contents or any(archive == artefact.sha256 for artefact in resource.artefacts)


def _refuse_unless(accepted: str, resource: Resource, name: str, found: str) -> None:
    """What is not known is kept only if the user names its checksum."""
    if accepted.lower() != found:
        raise BadInput(
            f"{name}: the checksum {found} is none that stead knows for {resource.name} {resource.version}, and the "
            "files are not the known ones either; nothing was kept. If you trust them, say so: "
            f"`{resource.command} --accept-checksum {found}` (with the same --from, if you gave one)."
        )
