"""Get a part of a data set: from where it is published, from a mirror, or from a folder; and verify it.

Only what has the checksums of the catalogue is kept. A mirror, an address or a folder, has each file under its path
in the catalogue. In a folder, files are found by their checksums as well, whatever they are called.
"""

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from stead.core.errors import BadInput
from stead.core.faults import Severity
from stead.core.progress import Progress, silent
from stead.core.text import plural
from stead.datasets.data_set import ROLES, DataFile
from stead.datasets.dataset_part import DatasetPart
from stead.formats import Options, load_any, read_content
from stead.resources import FetchOptions, Verification
from stead.resources.cache import (
    Manifest,
    damaged_files,
    exclusive,
    file_records,
    fingerprint,
    has_manifest,
    is_intact,
    mark_verified,
    read_manifest,
    replacing,
    sha256_of,
    write_manifest,
)
from stead.resources.downloads import Download, DownloadError, download, is_address

MIRROR = "STEAD_MIRROR"
"""The variable that names a mirror."""
_MOST_FILES = 100_000  # of a folder that is searched
_MOST_BROUGHT = 200  # files of a folder that are read to find out what they hold


def get(part: DatasetPart, options: FetchOptions | None = None, *, progress: Progress = silent) -> Path:
    """Give the folder of a part, after fetching its files if necessary."""
    options = options or FetchOptions()
    if not (options.again or options.source) and part.is_here:
        return part.cached_folder
    source = options.source or os.environ.get(MIRROR, "")
    if not part.stored.part.files and (not options.source or is_address(options.source)):
        raise BadInput(part.how_to_get())
    if options.offline and (is_address(source) or not source):
        raise BadInput(f"{_state(part)} It was not fetched, since --offline forbids it.")
    target = part.cached_folder
    with exclusive(target):
        if options.again or options.source or not (is_intact(target) and part.is_here):  # else another was faster
            with replacing(target) as new:
                _fill(new, part, source, progress)
    return target


def _state(part: DatasetPart) -> str:
    return f"{part.name} is here already." if has_manifest(part.cached_folder) else part.how_to_get()


def origin_of(part: DatasetPart) -> str:
    """Say where the files of a part were taken from."""
    return read_manifest(part.cached_folder, part.command).origin


def verify(part: DatasetPart) -> Verification:
    """Compare every file of a part with its checksum."""
    folder = part.cached_folder
    if not has_manifest(folder):
        return Verification("absent", f"not here; {part.remedy}.")
    try:
        problems = list(damaged_files(folder, read_manifest(folder, part.command), thorough=True))
    except BadInput as error:
        problems = [str(error).partition(";")[0]]
    if problems:
        return Verification("damaged", f"{'; '.join(problems[:3])}; `{part.command} --again` fetches it again.")
    if not part.is_here:
        return Verification("absent", f"another version is here; `{part.command} --again` gets the catalogue's.")
    if not part.stored.part.files:
        return Verification("intact", f"{folder}: unchanged since you gave the files; no checksums are published.")
    return Verification("intact", f"{folder}: unchanged since it was fetched.")


def _fill(new: Path, part: DatasetPart, source: str, progress: Progress) -> None:
    """Write the files of a part and their manifest into a new folder."""
    files = part.stored.part.files
    if source and not is_address(source):
        folder = Path(source).expanduser()
        if not folder.exists():
            named = f"{MIRROR}={source}" if os.environ.get(MIRROR) == source else source
            raise BadInput(f"{named}: no such file or folder.")
        names = _copy_known(folder, files, new) if files else _copy_brought(folder, part, new)
        origin = str(folder)
    else:
        addresses = {file: f"{source.rstrip('/')}/{file.path}" if source else file.origin for file in files}
        names, origin = [file.name for file in files], ", ".join(addresses.values())
        for file, address in addresses.items():
            _fetch(file, address, part, new, progress)
    records = file_records(new, names)
    manifest = Manifest(
        name=part.stored.name, version="", origin=origin, archive="", contents=fingerprint(records), files=records
    )
    write_manifest(new, manifest)
    mark_verified(new, manifest)


def _fetch(file: DataFile, address: str, part: DatasetPart, into: Path, progress: Progress) -> None:
    wanted = Download(address=address, label=f"{part.name} {file.name}", most_bytes=file.size, sha256=file.sha256)
    try:
        download(wanted, into / file.name, progress)
    except DownloadError as error:
        otherwise = f"`{part.command} --from FOLDER` (or the address of a mirror), or set {MIRROR}"
        raise BadInput(f"{error} If you have the files: {otherwise}.") from None


# -------------------------------------------------------------------------------------------------------- folders


def _copy_known(folder: Path, files: Sequence[DataFile], into: Path) -> list[str]:
    """Copy files of the catalogue from wherever in a folder they are."""
    places = {file: folder / file.path for file in files if _has_checksum(folder / file.path, file)}
    wanted = [file for file in files if file not in places]
    others: dict[str, Path] = {}
    for path in _files_in(folder) if wanted else ():
        for file in wanted:
            if file not in places and _has_checksum(path, file):
                places[file] = path
            elif path.name in {file.name, file.path.rpartition("/")[2]}:
                others[file.name] = path
    for file in files:
        if file not in places:
            raise BadInput(f"{folder}: {_describe_missing(file, others.get(file.name))}")
        shutil.copyfile(places[file], into / file.name, follow_symlinks=False)
        if not _has_checksum(into / file.name, file):
            raise BadInput(f"{places[file]}: was changed while it was copied; nothing was kept.")
    return [file.name for file in files]


def _describe_missing(file: DataFile, other: Path | None) -> str:
    if other is None:
        return f"no file in it has the SHA-256 of {file.name}, {file.sha256} ({file.size:,} bytes)."
    return f"{other.name} is another version: its SHA-256 is {sha256_of(other)}, not {file.sha256}; nothing was kept."


def _has_checksum(path: Path, file: DataFile) -> bool:
    return _is_plain(path) and path.stat().st_size == file.size and sha256_of(path) == file.sha256


def _is_plain(path: Path) -> bool:
    """Whether a path is that of a file, not of a link, a pipe or a device."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _files_in(folder: Path) -> Iterator[Path]:
    """List the files of a folder and below it, in order; links are not followed."""
    if not folder.is_dir():
        yield folder
        return
    seen = 0
    for parent, below, names in os.walk(folder):
        below.sort()
        for name in sorted(names):
            seen += 1
            if seen > _MOST_FILES:
                raise BadInput(f"{folder}: has more than {_MOST_FILES:,} files; name a folder nearer to the data.")
            if _is_plain(path := Path(parent, name)):
                yield path


# --------------------------------------------------------------------------------------- data without an address


def _copy_brought(folder: Path, part: DatasetPart, into: Path) -> list[str]:
    """Copy the files that a user brought, each for what it holds; there must be one gold, and at most one of others."""
    by_role: dict[str, list[Path]] = {role: [] for role in ROLES}
    for number, path in enumerate(_files_in(folder)):
        if number == _MOST_BROUGHT:
            raise BadInput(
                f"{folder}: has more than {_MOST_BROUGHT} files; name one with the files of {part.name} only."
            )
        if (kind := _kind_of(path)) in by_role:
            by_role[kind].append(path)
    for role, paths in by_role.items():
        if len(paths) > 1:
            listed = ", ".join(path.name for path in paths[:5])
            raise BadInput(
                f"{folder}: {plural(len(paths), 'file')} could be the {role} of {part.name}: {listed}; leave one."
            )
    if not by_role["gold"]:
        raise BadInput(f"{folder}: no file in it can be read as a gold standard. Is it {part.data_set.title}?")
    names = {
        f"{role}{''.join(path.suffixes[-2:]) or '.txt'}": path for role, paths in by_role.items() for path in paths
    }
    for name, path in names.items():
        shutil.copyfile(path, into / name, follow_symlinks=False)
    return list(names)


def _kind_of(path: Path) -> str:
    """What a file holds, or nothing if it or most of its lines cannot be read."""
    try:
        kind, noun, report = load_any(read_content(path), Options())
    except BadInput:
        return ""
    is_readable = kind == "mapping" or len(report.of(Severity.ERROR)) < len(noun)
    return kind if is_readable else ""
