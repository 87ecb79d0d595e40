"""Where a resource is: named by a variable, fetched into the cache, or put in its usual place by another program."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stead.core.errors import BadInput
from stead.resources.cache import cache_folder
from stead.resources.manifest import damaged_files, file_records, find_damage, fingerprint, has_manifest, read_manifest
from stead.resources.resource import Location, Resource

_PYTHON = "python:"


def cached_folder(resource: Resource) -> Path:
    """Where it is, or would be, in the cache."""
    return cache_folder() / "resources" / resource.name


def find(resource: Resource) -> Location | None:
    """Where it is, or None. What a user says (a variable, a fetch) comes before what merely happens to be there."""
    named = _named_by_a_variable(resource)
    if named:
        return named
    cached = cached_folder(resource)
    if has_manifest(cached):
        _refuse_damage(resource, cached)
        return Location(cached, "cache")
    return next((Location(place, "in place") for place in _places(resource) if has_files(place, resource)), None)


def folder(resource: Resource) -> Path:
    """Where it is; if it is not, an error with the command that gets it."""
    found = find(resource)
    if found is None:
        raise BadInput(missing(resource))
    return found.folder


def missing(resource: Resource) -> str:
    """One sentence for somebody who needs it."""
    variables = dict.fromkeys(variable for variable, _ in resource.environment)
    instead = "".join(f", or set {variable} to its folder" for variable in list(variables)[-1:])
    size = resource.artefacts[0].size / 1e6
    return (
        f"{resource.name} ({resource.purpose}) is not here: get it with `{resource.command}` ({size:.0f} MB){instead}."
    )


def has_files(place: Path, resource: Resource) -> bool:
    """Whether a folder holds what is needed."""
    return all((place / name).is_file() for name in resource.files)


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
        raise BadInput(f"{problem}; `{resource.command} --again` fetches it anew.")


def _places(resource: Resource) -> Iterator[Path]:
    for place in resource.places:
        if place.startswith(_PYTHON):
            yield from _of_python(place.removeprefix(_PYTHON))
        elif "$" not in (expanded := os.path.expandvars(place)):
            yield Path(expanded).expanduser()


def _of_python(place: str) -> Iterator[Path]:
    """A folder of an installed package, which is found but not imported."""
    from importlib.util import find_spec  # noqa: PLC0415 (only if nothing was found before)

    package, _, below = place.partition("/")
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return
    for location in (spec and spec.submodule_search_locations) or []:
        yield Path(location, below)


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found: `state` is intact, damaged, known, unknown or absent."""

    state: str
    message: str


def verify(resource: Resource) -> Verification:
    """Read every byte of a resource and compare."""
    cached = cached_folder(resource)
    if has_manifest(cached):
        problems = list(_damage_in_cache(resource))
        if problems:
            return Verification("damaged", f"{'; '.join(problems[:3])}; `{resource.command} --again` fetches it anew.")
    found = find(resource)
    if found is None:
        return Verification("absent", f"not here; `{resource.command}` gets it.")
    if found.how == "cache":
        return Verification("intact", f"{found.folder}: as it was when it was fetched.")
    contents = fingerprint(file_records(found.folder, resource.wanted))
    if contents in resource.contents:
        return Verification("known", f"{found.folder} ({found.how}): the very files of {resource.version}.")
    return Verification(
        "unknown", f"{found.folder} ({found.how}): not the files of {resource.version}; their checksum is {contents}."
    )


def _damage_in_cache(resource: Resource) -> list[str]:
    cached = cached_folder(resource)
    try:
        return list(damaged_files(cached, read_manifest(cached), thorough=True))
    except BadInput as error:
        return [str(error).partition(";")[0]]
