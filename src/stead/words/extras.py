"""Libraries that only this room needs, imported when they are first used."""

from functools import cache
from importlib import import_module
from typing import Any

from stead.task import SteadError


@cache
def library(name: str, purpose: str) -> Any:
    """The module of this name; if it is not installed, a sentence on how to get it."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise SteadError(f"{purpose} needs {name}, which is not installed: pip install 'stead[words]'") from None
