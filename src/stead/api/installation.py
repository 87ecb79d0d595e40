"""What is installed: the program, its cache, extras, resources and data sets, and how to get what is missing."""

import platform
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from stead._version import __version__
from stead.core.errors import BadInput, UsageError
from stead.core.extras import EXTRAS, install_command, missing_packages
from stead.core.text import one_line
from stead.resources import RESOURCES, Location, Resource, cache_folder, find
from stead.resources.finding import cached_folder

if TYPE_CHECKING:
    from stead.systems.requirements import Requirements


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that can be installed: its state, what it is for or where it is, the command that gets it.

    `problem` says what is broken; what is merely missing has none.
    """

    kind: str
    name: str
    state: str
    about: str
    command: str = ""
    problem: str = ""


def examine() -> Iterator[Finding]:
    """Look at everything that can be installed; nothing is fetched, and nothing that is optional is imported."""
    yield _program("Python", platform.python_version(), sys.executable)
    yield _program("stead", __version__, str(Path(__file__).parents[1]))
    scorer = _scorer()
    yield scorer
    cache = _cache()
    yield cache
    yield from map(_extra, EXTRAS)
    if cache.about:  # there is a folder to look into
        yield from map(_resource, RESOURCES.values())
        if not scorer.problem:  # data sets are read with NumPy as well
            yield from _data_sets()


def expand_groups(names: Iterable[str]) -> list[Resource]:
    """The resources of some names, each once; a name may be that of a tier (`fine`) or a language (`fr`)."""
    from stead.systems.requirements import resource_groups  # noqa: PLC0415 (NumPy, which `examine` does without)

    groups = resource_groups()
    members = [member for name in names for member in groups.get(name, (name,))]
    for name in members:
        if name not in RESOURCES:
            raise UsageError(
                f"{name!r} is not a resource; there are {', '.join(RESOURCES)}, and for all of a tier or language at "
                f"once {', '.join(groups)}."
            )
    return [RESOURCES[name] for name in dict.fromkeys(members)]


def describe_fetching(resources: Sequence[Resource]) -> str:
    """What of some resources would be fetched, with sizes; empty if all of them are here."""
    lacking = [resource for resource in resources if find(resource) is None]
    if not lacking:
        return ""
    names = ", ".join(f"{resource.name} ({resource.megabytes:.0f} MB)" for resource in lacking)
    return f"{sum(resource.megabytes for resource in lacking):.0f} MB to fetch: {names}."


def prepare(name: str) -> "Requirements":
    """Lay out the tables of a tier or language now, so that its first call need not; nothing is fetched."""
    from stead.systems.blend.trained_models import TIERS  # noqa: PLC0415 (as above)
    from stead.systems.requirements import requirements_of, resource_groups  # noqa: PLC0415
    from stead.systems.substituter import Substituter  # noqa: PLC0415

    groups = resource_groups()
    if name not in groups:
        raise UsageError(f"name is a tier or a language, {', '.join(groups)}, not {name!r}.", parameter="name")
    tier, language = (name, "en") if name in TIERS else (next(iter(TIERS)), name)
    needed = requirements_of(tier, language)
    if not needed.is_ready:
        raise BadInput(str(needed))
    Substituter(tier, language).load()
    return needed


def _program(name: str, state: str, about: str, problem: str = "") -> Finding:
    return Finding(kind="program", name=name, state=state, about=about, problem=problem)


def _scorer() -> Finding:
    """Score one answer: of four votes it has three (McCarthy and Navigli 2007, equation 1)."""
    try:
        from stead.api.score import score  # noqa: PLC0415 (if NumPy is broken, that is to be told)

        value = score({"1": {"clever": 3, "smart": 1}}, {"1": ["clever"]}, measures="best", weights="counts").value(
            "best"
        )
    except (ImportError, OSError) as error:
        return _program("scorer", "broken", "", f"the scorer cannot be loaded: {one_line(str(error)):.200}")
    problem = "" if value == 0.75 else f"the scorer gives {value} instead of 0.75"
    return _program("scorer", "broken" if problem else "works", "scores an example", problem)


def _cache() -> Finding:
    """Whether files can be kept; one is made for a moment, in the folder or in the one that it would be made in."""
    try:
        folder = cache_folder()
    except BadInput as error:
        return _program("cache", "missing", "", str(error))
    try:
        existing = next(path for path in (folder, *folder.parents) if path.exists())
        with TemporaryFile(dir=existing):
            free = shutil.disk_usage(existing).free
    except OSError as error:
        problem = f"{folder}: cannot be written: {error.strerror}; set STEAD_CACHE to a folder that can be written."
        return _program("cache", "read-only", str(folder), problem)
    return _program("cache", "writable", f"{folder} ({free / 1e9:.1f} GB free)")


def _extra(name: str) -> Finding:
    missing = missing_packages(name)
    return Finding(
        kind="extra",
        name=name,
        state="missing" if missing else "installed",
        about=EXTRAS[name].purpose,
        command=install_command(name) if missing else "",
    )


# ------------------------------------------------------------------------------------------ resources and data sets


def resource_record(resource: Resource, report: Callable[[str], None]) -> dict[str, Any]:
    """What is known of a resource, and where it is; `report` gets what is wrong with it."""
    try:
        location = find(resource)
    except BadInput as error:
        report(str(error))
        location = Location(cached_folder(resource), "damaged")
    return {
        "name": resource.name,
        "version": resource.version,
        "MB": round(resource.megabytes, 1),
        "here": location.how if location else "",
        "licence": resource.licence,
        "purpose": resource.purpose,
        "package": f"{resource.packages} ({resource.client})",
        "sha256": " ".join(artefact.sha256 for artefact in resource.fetched),
        "folder": str(location.folder) if location else "",
    }


def _resource(resource: Resource) -> Finding:
    problems: list[str] = []
    is_here = bool(resource_record(resource, problems.append)["here"])
    return _files("resource", resource.name, resource.purpose, resource.command, is_here=is_here, problems=problems)


def _data_sets() -> Iterator[Finding]:
    """The parts of data sets that are installed; the others are many, and `stead datasets` lists them."""
    from stead.api.data_sets import select_parts  # noqa: PLC0415 (needs NumPy)
    from stead.datasets.registry import known_data_sets  # noqa: PLC0415

    unusable: list[str] = []
    for part in select_parts(known_data_sets(unusable.append)):
        problems: list[str] = []
        try:
            is_here = part.is_here
        except BadInput as error:
            is_here = True
            problems = [str(error)]
        if is_here:
            yield _files("data set", part.name, part.data_set.title, part.command, is_here=True, problems=problems)
    for problem in unusable:
        yield Finding(kind="data set", name="registered", state="broken", about="", problem=problem)


def _files(kind: str, name: str, about: str, command: str, *, is_here: bool, problems: list[str]) -> Finding:
    state = "damaged" if problems else ("installed" if is_here else "missing")
    remedy = {"damaged": f"{command} --again", "missing": command, "installed": ""}[state]
    return Finding(kind=kind, name=name, state=state, about=about, command=remedy, problem="; ".join(problems))
