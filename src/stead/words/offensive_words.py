"""Words that hurt: short lists of our own, of slurs and vulgar words that the labels of lexicons lack."""

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("offensive")


@cache
def listed_offensive_words(language: str) -> frozenset[str]:
    """List the offensive words of a language, in lower case; none if there is no list."""
    path = _FOLDER / f"{language}.txt"
    if not path.exists():
        return frozenset()
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(line.lower() for line in lines if line and not line.startswith("#"))
