"""Public names of a package that are imported when they are first used, so that importing the package is fast."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_names(package: str, modules: Mapping[str, str], subpackages: Sequence[str] = ()) -> Callable[[str], Any]:
    """Make the `__getattr__` of a package: `modules` has the names that each module defines, separated by spaces."""
    homes = {name: module for module, names in modules.items() for name in names.split()}

    def get(name: str) -> Any:
        if name in homes:
            return getattr(import_module(homes[name]), name)
        if name in subpackages:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return get
