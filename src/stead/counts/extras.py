"""Libraries that only counting needs, imported when they are first used."""

from functools import cache
from importlib import import_module
from typing import Any

from stead.task import SteadError

_SPARK = {"pyspark", "pyspark.sql"}


@cache
def library(name: str) -> Any:
    """The module of this name; if it is not installed, a sentence on how to get it."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != name.split(".", maxsplit=1)[0]:
            raise
        extra = "spark" if name in _SPARK else "counts"
        package = name.split(".", maxsplit=1)[0]
        raise SteadError(f"counting needs {package}, which is not installed: pip install 'stead[{extra}]'") from None
