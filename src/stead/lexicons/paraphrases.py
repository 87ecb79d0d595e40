"""METEOR's table of paraphrases: pairs of English phrases with probabilities (Denkowski and Lavie 2014).

The table was made by pivoting: two phrases are paraphrases if they have the same translations in a parallel corpus
(Bannard and Callison-Burch 2005). A compressed file has three lines for each pair: the probability of the second phrase
given the first, the first, the second. Pairs below .01 are not in it, and the few above 1 are counted as 1.
"""

import gzip
import zlib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from stead.core.errors import BadInput
from stead.lexicons.interface import damage_error

_LINES = 3


class Paraphrase(NamedTuple):
    """A phrase, another that can replace it, and the probability of the other given the phrase."""

    probability: float
    phrase: str
    other: str


def read_paraphrases(path: Path) -> Iterator[Paraphrase]:
    """Read all pairs of a table, in its order."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, lines in enumerate(zip_longest(*[file] * _LINES, fillvalue="")):
                yield _paraphrase(path, number, lines)
    except (gzip.BadGzipFile, zlib.error, EOFError, UnicodeDecodeError) as error:
        raise damage_error(path, "its text", "a compressed table of paraphrases", str(error)) from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None


def _paraphrase(path: Path, number: int, lines: tuple[str, ...]) -> Paraphrase:
    try:
        probability, phrase, other = lines
        return Paraphrase(min(1.0, float(probability)), phrase.rstrip("\n"), other.rstrip("\n"))
    except ValueError:
        where = f"line {_LINES * number + 1}"
        raise damage_error(path, where, "a probability and two phrases", lines[0]) from None
