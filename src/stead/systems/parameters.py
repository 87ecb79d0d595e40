"""The kinds of parameters that systems declare."""

from dataclasses import field
from math import inf

from stead.core.parameters import Declaration


def text(default: str, meaning: str, accepts: str) -> str:
    """A parameter that names something to be opened; it must fit between the parentheses of a system's name."""

    def read(given: str) -> str:
        if given != given.strip() or set("(),") & set(given):
            raise ValueError(given)
        return given

    explained = f"{accepts}, without commas and parentheses"
    return field(default=default, metadata={"declaration": Declaration(meaning, explained, read)})


def real(default: float, meaning: str) -> float:
    """A parameter that is a number."""
    return field(default=default, metadata={"declaration": Declaration(meaning, "a number", float)})


def positive(default: float, meaning: str) -> float:
    """A parameter that is a number above zero."""

    def read(given: str) -> float:
        number = float(given)
        if not 0 < number < inf:
            raise ValueError(given)
        return number

    return field(default=default, metadata={"declaration": Declaration(meaning, "a number above 0", read)})
