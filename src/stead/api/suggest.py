"""The Python interface to systems: what can stand in a word's stead?"""

from dataclasses import dataclass
from functools import lru_cache

from stead.api.results import TableResult
from stead.core.arguments import NotNegative, Positive, checked
from stead.core.errors import UsageError
from stead.systems import Substituter, Suggestions, System


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
    min_score: float = 0.0,
    language: str = "en",
    system: str | System | None = None,
    pos: str = "",
) -> SuggestionsResult:
    """Find substitutes for the target of a sentence; `Substituter` is the object to keep for many of them.

    - `sentence`: the text; the target is in brackets: `"He is a [bright] boy."`
    - `target`: instead of brackets, the target itself; brackets then belong to the text.
    - `start`, `end`: the offsets of the target, in characters.
    - `occurrence`: which of several occurrences of `target`, counted from 1; needed only if there are several.
    - `number`: how many substitutes.
    - `min_score`: the least score; for swift, fine and finest, that is a probability.
    - `language`: code of the language.
    - `system`: a name as `stead systems` lists them; None takes the best that is installed.
    - `pos`: the part of speech of the target, `"n"`, `"v"`, `"a"` or `"r"`; default: found out.

    >>> [substitute.form for substitute in stead.suggest("He is a [bright] boy.", number=3)]
    """
    make = _substituter if system is None or isinstance(system, str) else Substituter
    try:
        suggestions = make(system, language).suggest(
            sentence,
            target,
            start=start,
            end=end,
            occurrence=occurrence,
            pos=pos,
            number=number,
            min_score=min_score,
        )
    except UsageError as error:
        if error.parameter != "tier":
            raise
        raise UsageError(f"system{str(error).removeprefix('tier')}", parameter="system") from None
    return SuggestionsResult(**vars(suggestions))


_substituter = lru_cache(Substituter)
