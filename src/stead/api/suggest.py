"""The Python interface to systems: what can stand in a word's stead?"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path

from stead.api.inputs import StrPath
from stead.api.results import TableResult
from stead.core.arguments import NotNegative, Positive, checked
from stead.core.errors import BadInput, UsageError
from stead.lexicons.lexicon_files import text_lines
from stead.resources import open_once
from stead.systems import Substituter, Suggestions, System, TextOptions
from stead.systems.whole_texts import RewrittenSentence, unified_diff

__all__ = [
    "RewrittenSentence",
    "Substituter",
    "Suggestions",
    "SuggestionsResult",
    "TextOptions",
    "read_parts",
    "read_words",
    "suggest",
    "unified_diff",
]


@dataclass(frozen=True, repr=False, kw_only=True)
class SuggestionsResult(Suggestions, TableResult):
    """What a system suggests for a target, best first: a sequence of `Substitute` that prints as a table."""

    _table = "substitutes"


@checked
def suggest(
    sentence: str,
    target: str | None = None,
    *,
    start: NotNegative | None = None,
    end: NotNegative | None = None,
    occurrence: Positive | None = None,
    number: Positive = 10,
    language: str = "en",
    system: str | System | None = None,
    pos: str = "",
    stop: bool = False,
    min_probability: float = 0.0,
    offensive: bool = False,
    any_word: bool = False,
) -> SuggestionsResult:
    """Find substitutes for the target of a sentence; `Substituter` is the object to keep for many of them.

    - `sentence`: the text; the target is in brackets: `"He is a [bright] boy."`
    - `target`: instead of brackets, the target itself; brackets then belong to the text.
    - `start`, `end`: the offsets of the target, in characters.
    - `occurrence`: which of several occurrences of `target`, counted from 1; needed only if there are several.
    - `number`: how many substitutes; 1 asks for the best one, which some systems choose by a ranking of its own.
    - `language`: code of the language.
    - `system`: a name as `stead systems` lists them; None takes the best that is installed.
    - `pos`: the part of speech of the target, `"n"`, `"v"`, `"a"` or `"r"`; default: found out.
    - `stop`: only those that the system finds good enough, where it has a cut-off.
    - `min_probability`: only those with at least this score, which is a probability for swift, fine and finest.
    - `offensive`: also slurs and vulgar words, which are otherwise suggested only for a target that is one.
    - `any_word`: also for names, numbers and function words, which are otherwise refused.

    >>> [substitute.form for substitute in stead.suggest("He is a [bright] boy.", number=3)]
    """
    make = _substituter if system is None or isinstance(system, str) else Substituter
    try:
        suggestions = make(system, language, offensive=offensive, any_word=any_word).suggest(
            sentence,
            target,
            start=start,
            end=end,
            occurrence=occurrence,
            pos=pos,
            number=number,
            stop=stop,
            min_probability=min_probability,
        )
    except UsageError as error:
        if error.parameter != "tier":
            raise
        raise UsageError(f"system{str(error).removeprefix('tier')}", parameter="system") from None
    return SuggestionsResult(**vars(suggestions))


_substituter = open_once(Substituter)


def read_words(path: StrPath) -> tuple[str, ...]:
    """Read a list of words, one a line."""
    return tuple(line.strip() for _, line in text_lines(Path(path)))


def read_parts(path: StrPath) -> Iterator[str]:
    """Read a text part by part, with its line ends as they are; `-` is standard input."""
    try:
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as file:
            text = TextIOWrapper(file, encoding="utf-8", newline="")
            while part := text.readline(_LONGEST_PART):
                yield part
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: is not UTF-8 ({error.reason}).") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None


_LONGEST_PART = 1 << 14
