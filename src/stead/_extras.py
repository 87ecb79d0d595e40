"""Libraries that only some work needs: installed by an extra of stead's, imported when they are first used."""

from functools import cache
from importlib import import_module
from typing import Any

from stead.task.errors import SteadError


@cache
def library(name: str, purpose: str, extra: str) -> Any:
    """The module of this name; if it is not installed, a sentence on how to get it."""
    package = name.partition(".")[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise SteadError(f"{purpose} needs {package}, which is not installed: pip install 'stead[{extra}]'") from None
