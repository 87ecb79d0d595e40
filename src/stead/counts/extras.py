"""Libraries that only counting needs."""

from typing import Any

from stead.core import extras

_SPARK = {"pyspark.errors", "pyspark.sql", "py4j.protocol"}


def library(name: str) -> Any:
    """The module of this name; if it is not installed, a sentence on how to get it."""
    return extras.library(name, "counting", "spark" if name in _SPARK else "counts")
