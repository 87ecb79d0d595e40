"""Find a resource (by an environment variable, in the cache, where other programs install it), and verify it."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from stead.core.errors import BadInput, UsageError
from stead.resources.cache import (
    cache_folder,
    damaged_files,
    file_records,
    find_damage,
    fingerprint,
    has_manifest,
    read_manifest,
)
from stead.resources.catalogue import RESOURCES, Location, Resource

_PYTHON = "python:"
UNKNOWN = "unknown-"
"""How the version of files begins that the user trusts although the catalogue does not have them."""
_Given = ParamSpec("_Given")
_Opened = TypeVar("_Opened")
_KEPT = 128


def cached_folder(resource: Resource) -> Path:
    """Give the folder of a resource in the cache, whether it exists or not."""
    return cache_folder() / "resources" / resource.name


def find(resource: Resource) -> Location | None:
    """Find a resource, or None; what the user chose (a variable, a fetch) comes before what is installed."""
    named = _named_by_a_variable(resource)
    if named:
        return named
    cached = cached_folder(resource)
    if has_manifest(cached) and not other_version(resource):
        _refuse_damage(resource, cached)
        return Location(cached, "cache")
    complete = (path for path in _install_folders(resource) if has_files(path, resource))
    return next((Location(path, "in place") for path in complete), None)


def other_version(resource: Resource) -> str:
    """The version in the cache if it is not the catalogue's, as after an update of stead, which does not use it.

    Files that the user trusts although stead does not know them are of no version of the catalogue.
    """
    cached = cached_folder(resource)
    version = read_manifest(cached).version if has_manifest(cached) else resource.version
    return "" if version == resource.version or version.startswith(UNKNOWN) else version


def resource_named(name: str) -> Resource:
    """Look up a resource by name."""
    if name not in RESOURCES:
        raise UsageError(f"{name!r} is not a resource; there are {', '.join(RESOURCES)}.")
    return RESOURCES[name]


def folder(name: str) -> Path:
    """Give the folder of a resource by name; if it is not here, raise an error with the command that gets it."""
    return folder_of(resource_named(name))


def folder_of(resource: Resource) -> Path:
    """Give the folder of a resource; if it is not here, raise an error with the command that gets it."""
    location = find(resource)
    if location is None:
        raise BadInput(missing(resource))
    return location.folder


def open_once(function: Callable[_Given, _Opened]) -> Callable[_Given, _Opened]:
    """Cache what a function opens by name, as long as names are looked for in the same folders."""

    @lru_cache(_KEPT)
    def cached(_folders: tuple[object, ...], *given: _Given.args, **named: _Given.kwargs) -> _Opened:
        return function(*given, **named)

    @wraps(function)
    def opened(*given: _Given.args, **named: _Given.kwargs) -> _Opened:
        return cached(_folders_of_names(), *given, **named)  # type: ignore[arg-type]  # names are hashable

    return opened


def _folders_of_names() -> tuple[object, ...]:
    """The current folder, and the variables that name folders: together they decide what a name means."""
    try:
        current = os.getcwd()  # noqa: PTH109 (a path object takes longer than the look-up)
    except FileNotFoundError:  # deleted since
        current = ""
    return current, *map(os.environ.get, _VARIABLES)


_OF_THE_CACHE = {"STEAD_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE"}
"""The variables that say where the cache is: asking for it takes longer than all look-ups for a target."""
_VARIABLES = sorted(
    {variable for resource in RESOURCES.values() for variable, _ in resource.environment} | _OF_THE_CACHE
)


def missing(resource: Resource) -> str:
    """Say that a resource is missing, and how to get it."""
    variables = dict.fromkeys(variable for variable, _ in resource.environment)
    instead = "".join(f", or set {variable} to its folder" for variable in list(variables)[-1:])
    get = f"get it with `{resource.command}` ({resource.megabytes:.0f} MB)"
    other = other_version(resource)
    state = f"is here in version {other}, not {resource.version}" if other else "is not here"
    return f"{resource.name} ({resource.purpose}) {state}: {get}{instead}."


def has_files(path: Path, resource: Resource) -> bool:
    """Whether a folder holds the required files of a resource."""
    return all((path / name).is_file() for name in resource.files)


def _named_by_a_variable(resource: Resource) -> Location | None:
    for variable, below in resource.environment:
        value = os.environ.get(variable)
        if value and has_files(Path(value, below), resource):
            return Location(Path(value, below).absolute(), f"${variable}")
    for variable, _ in resource.environment:
        if value := os.environ.get(variable):
            raise BadInput(
                f"{variable} is {value}, but {', '.join(resource.files[:2])}, ... are not there; "
                f"correct it, or unset it and use `{resource.command}`."
            )
    return None


def _refuse_damage(resource: Resource, cached: Path) -> None:
    for problem in find_damage(cached, read_manifest(cached)):
        raise BadInput(f"{problem}; `{resource.command} --again` fetches it again.")


def _install_folders(resource: Resource) -> Iterator[Path]:
    for folder in resource.install_folders:
        if folder.startswith(_PYTHON):
            yield from _of_python(folder.removeprefix(_PYTHON))
        elif "$" not in (expanded := os.path.expandvars(folder)):
            yield Path(expanded).expanduser()


def _of_python(folder: str) -> Iterator[Path]:
    """List folders of an installed Python package, without importing it."""
    from importlib.util import find_spec  # noqa: PLC0415 (only if nothing was found before)

    package, _, below = folder.partition("/")
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return
    for location in (spec and spec.submodule_search_locations) or []:
        yield Path(location, below)


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a verification: `state` is intact, damaged, known, unknown or absent."""

    state: str
    message: str


def verify(resource: Resource) -> Verification:
    """Compare every file of a resource with its checksum: that of its manifest, or the one in the catalogue."""
    cached = cached_folder(resource)
    if has_manifest(cached):
        problems = list(_damage_in_cache(resource))
        if problems:
            return Verification("damaged", f"{'; '.join(problems[:3])}; `{resource.command} --again` fetches it again.")
    location = find(resource)
    if location is None:
        other = other_version(resource)
        state = f"here in version {other}, not {resource.version}" if other else "not here"
        return Verification("absent", f"{state}; `{resource.command}` gets it.")
    if location.how == "cache":
        return Verification("intact", f"{location.folder}: unchanged since it was fetched.")
    contents = fingerprint(file_records(location.folder, resource.wanted))
    if contents in resource.contents:
        return Verification("known", f"{location.folder} ({location.how}): exactly the files of {resource.version}.")
    return Verification(
        "unknown",
        f"{location.folder} ({location.how}): other files than {resource.version}'s; checksum {contents}.",
    )


def _damage_in_cache(resource: Resource) -> list[str]:
    cached = cached_folder(resource)
    try:
        return list(damaged_files(cached, read_manifest(cached), thorough=True))
    except BadInput as error:
        return [str(error).partition(";")[0]]
