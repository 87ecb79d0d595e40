"""The systems by name: those of the papers, and those that users register or name as `module:attribute`."""

import json
import re
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from stead.core.errors import BadInput, UsageError
from stead.core.parameters import configure
from stead.core.text import escape_unprintable, one_line
from stead.records.tuned import SCHEMA as TUNED_SCHEMA
from stead.systems.base import System
from stead.systems.blend.system import BlendSystem
from stead.systems.blend.trained_models import TIERS
from stead.systems.llm.prompted import PromptedSystem
from stead.systems.papers.bow import BagOfWordsSystem
from stead.systems.papers.cmlc import CombinedSystem
from stead.systems.papers.dictionary import DictionarySystem
from stead.systems.papers.distributional import DistributionalSystem
from stead.systems.papers.lm import LanguageModelSystem
from stead.systems.papers.multiword import MultiwordSystem
from stead.systems.papers.roundtrip import RoundTripSystem
from stead.systems.papers.wordnet import WordNetSystem

ENTRY_POINTS = "stead.systems"
"""The group under which a package registers its systems."""

SYSTEMS: dict[str, type[System]] = {
    system.name: system
    for system in (
        WordNetSystem,
        MultiwordSystem,
        DictionarySystem,
        DistributionalSystem,
        BagOfWordsSystem,
        LanguageModelSystem,
        CombinedSystem,
        RoundTripSystem,
        BlendSystem,
        PromptedSystem,
    )
}
_OURS = {*SYSTEMS, *TIERS}
"""The names that no registered system can have."""
_TUNED = "tuned:"
_NAME = re.compile(r"(?P<name>[^()]+)(?:\((?P<rest>[^()]*)\))?")


def known_systems(report: Callable[[str], None]) -> dict[str, type[System]]:
    """The built-in systems and those of installed packages; `report` gets what cannot be used."""
    systems = dict(SYSTEMS)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in _OURS:
            report(f"{_describe_point(point)}: not used, since stead has one of this name (from {point.value}).")
    for name, point in _entry_points().items():
        try:
            systems[name] = _load(point)
        except UsageError as error:
            report(str(error))
    return systems


def parse_system(text: str) -> System:
    """Read `wordnet`, `dictionary(lexicon=mythes-fr)`, `fine`, `tuned:FILE` or `my_package.systems:Mine`."""
    if text.startswith(_TUNED):
        return parse_system(_tuned_name(Path(text.removeprefix(_TUNED))))
    match = _NAME.fullmatch(text.strip())
    if not match:
        raise UsageError(f"{escape_unprintable(text)!r} is not a system. {_hint()}")
    name, given = match["name"].strip(), _parameters(text, match["rest"] or "")
    if name in TIERS:
        name, given = BlendSystem.name, _of_tier(name, given)
    return configure(_make(_kind(name)), given)


def _of_tier(name: str, given: dict[str, str]) -> dict[str, str]:
    """The blend with the model of a tier."""
    if "model" in given:
        raise UsageError(
            f"{name}: has its own model; blend(model={escape_unprintable(given['model'])}) asks for another."
        )
    return {"model": name, **given}


def _tuned_name(path: Path) -> str:
    """The system that a file of `stead tune` names."""
    try:
        record = json.loads(path.read_bytes())
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None
    except ValueError:
        record = None
    if (
        not isinstance(record, dict)
        or record.get("schema") != TUNED_SCHEMA
        or not isinstance(record.get("system"), str)
    ):
        raise BadInput(f"{path}: expected a tuned system ({TUNED_SCHEMA}), as `stead tune` writes it.")
    return str(record["system"])


def _parameters(text: str, given: str) -> dict[str, str]:
    parameters: dict[str, str] = {}
    for part in given.split(",") if given.strip() else []:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals) or name in parameters:
            raise UsageError(
                f"{escape_unprintable(text)}: expected parameters as in (name=value,name=value), each once."
            )
        parameters[name] = value
    return parameters


def _kind(name: str) -> type[System]:
    if name in SYSTEMS:
        return SYSTEMS[name]
    if ":" in name:
        return _import(name)
    registered = _entry_points()
    if name not in registered:
        raise UsageError(f"{escape_unprintable(name)!r} is not a system. {_hint()}")
    return _load(registered[name])


def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in _OURS}


def _describe_point(point: EntryPoint) -> str:
    return f"the registered system {escape_unprintable(point.name)}"


def _load(point: EntryPoint) -> type[System]:
    try:
        loaded = point.load()
    except Exception as error:  # what runs is not ours
        raise UsageError(f"{_describe_point(point)}: cannot be imported ({_describe(error)}).") from None
    return _check(loaded, _describe_point(point))


def _import(name: str) -> type[System]:
    module, _, attribute = name.partition(":")
    try:
        imported = getattr(import_module(module), attribute)
    except Exception as error:  # what runs is not ours
        raise UsageError(f"{escape_unprintable(name)}: cannot be imported ({_describe(error)}).") from None
    return _check(imported, name)


def _check(candidate: object, name: str) -> type[System]:
    attributes = ("name", "paper", "about")
    if (
        isinstance(candidate, type)
        and issubclass(candidate, System)
        and all(isinstance(getattr(candidate, attribute, 0), str) for attribute in attributes)
    ):
        return candidate
    wanted = f"a subclass of stead.systems.System with {', '.join(attributes)}"
    raise UsageError(f"{escape_unprintable(name)} is not a system: expected {wanted}.")


def _make(kind: type[System]) -> System:
    try:
        return kind()
    except (TypeError, KeyError) as error:  # a method or a default is missing; a field is not declared
        raise UsageError(f"the system {escape_unprintable(kind.name)} cannot be made: {error}.") from None


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {one_line(str(error))}"


def _hint() -> str:
    known = ", ".join([*SYSTEMS, *TIERS, *_entry_points()])
    return f"There are {known}; tuned:FILE for what `stead tune` wrote; yours by module:attribute."
