"""The systems by name: those of the papers, and those that users register or name as `module:attribute`."""

import re
from importlib import import_module
from importlib.metadata import entry_points

from stead._wording import visible
from stead.systems.base import System
from stead.systems.dictionary import DictionarySystem
from stead.systems.multiword import MultiwordSystem
from stead.systems.wordnet import WordNetSystem
from stead.task import UsageError
from stead.task.declared import configured

ENTRY_POINTS = "stead.systems"
"""The group under which a package registers its systems."""

SYSTEMS: dict[str, type[System]] = {
    system.name: system for system in (WordNetSystem, MultiwordSystem, DictionarySystem)
}
_NAME = re.compile(r"(?P<name>[^()]+)(?:\((?P<rest>[^()]*)\))?")


def known_systems() -> dict[str, type[System]]:
    """Our own, and those of installed packages; nobody replaces one of ours."""
    others = {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in SYSTEMS}
    return SYSTEMS | {name: _checked(point.load(), f"the entry point {name}") for name, point in others.items()}


def parse_system(text: str) -> System:
    """Read `wordnet`, `dictionary(lexicon=mythes-fr)` or `my_package.systems:Mine`."""
    match = _NAME.fullmatch(text.strip())
    if not match:
        raise UsageError(f"{visible(text)!r} is not a system. {_hint()}")
    kind = _kind(match["name"].strip())
    pairs = [part.partition("=") for part in (match["rest"] or "").split(",") if part.strip()]
    return configured(kind(), {name.strip(): value.strip() for name, _, value in pairs})


def _kind(name: str) -> type[System]:
    if name in SYSTEMS:
        return SYSTEMS[name]
    if ":" in name:
        return _imported(name)
    known = known_systems()
    if name not in known:
        raise UsageError(f"{visible(name)!r} is not a system. {_hint()}")
    return known[name]


def _imported(name: str) -> type[System]:
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(f"{visible(name)}: cannot be imported ({error}).") from None
    return _checked(found, name)


def _checked(found: object, name: str) -> type[System]:
    if isinstance(found, type) and issubclass(found, System):
        return found
    raise UsageError(f"{visible(name)} is not a system: expected a subclass of stead.systems.System.")


def _hint() -> str:
    return f"There are {', '.join(known_systems())}; yours by module:attribute."
