"""Libraries that only counting needs."""

from typing import Any

from stead import _extras

_SPARK = {"pyspark.errors", "pyspark.sql", "py4j.protocol"}


def library(name: str) -> Any:
    """The module of this name; if it is not installed, a sentence on how to get it."""
    return _extras.library(name, "counting", "spark" if name in _SPARK else "counts")
