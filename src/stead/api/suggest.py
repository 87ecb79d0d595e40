"""The Python interface to systems: what can stand in a word's stead?"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from stead.api.arguments import Positive, checked, naming
from stead.api.results import TableResult
from stead.core.errors import BadInput, SteadError
from stead.core.item import Item
from stead.core.text import plural
from stead.formats import quote
from stead.lexicons import Lexicon, open_lexicon
from stead.systems import (
    Suggestion,
    System,
    lexelt_in,
    lexelt_of,
    parse_system,
    phrasal_target,
    suggestions_of,
    suitable,
)
from stead.systems.blend.trained_models import best_tier, is_ready, next_tier
from stead.words import MarkedTarget, TargetKind, classify_target, language_code, parse_marked, replace_target


@dataclass(frozen=True, slots=True)
class Substitute:
    """A substitute in the target's form, the sentence with it, its score and its source."""

    term: str
    form: str
    sentence: str
    score: float
    source: str


@dataclass(frozen=True, repr=False)
class SuggestionsResult(TableResult):
    """What a system suggests for a target, best first."""

    _table = "substitutes"

    item: Item
    system: str
    substitutes: tuple[Substitute, ...]
    inflected: bool
    tip: str = ""
    """What would give better ones, if no system was named."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, as the command line logs them."""
        uninflected = f"substitutes are in their base form: stead does not inflect {self.item.language}."
        return (*([] if self.inflected or not self.substitutes else [uninflected]), *([self.tip] if self.tip else []))

    def __iter__(self) -> Iterator[Substitute]:
        return iter(self.substitutes)

    def records(self) -> list[dict[str, Any]]:
        """One record for each substitute, best first."""
        return [asdict(substitute) for substitute in self.substitutes]

    def _summary(self) -> str:
        return f"{plural(len(self.substitutes), 'substitute')} for {self.item.target} by {self.system}"


@checked
def suggest(
    sentence: str,
    target: str | None = None,
    *,
    number: Positive = 10,
    language: str = "en",
    system: str | System | None = None,
    pos: str = "",
    stop: bool = False,
    min_probability: float = 0.0,
    offensive: bool = False,
    any_word: bool = False,
) -> SuggestionsResult:
    """Find substitutes for the target of a sentence.

    - `sentence`: the text; the target is in brackets: `"He is a [bright] boy."`
    - `target`: instead of brackets, a word that occurs once in the sentence.
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
    with naming("language"):
        code = language_code(language)
    chosen = _system(system, code)
    marked = parse_marked(sentence if target is None else _mark(sentence, target))
    if not any_word:
        _refuse_other_kinds(marked, code)
    item = _item(marked, code, pos, chosen)
    suggestions = suggestions_of(chosen, item, "best" if number == 1 else "oot")
    if stop or chosen.always_stops:
        suggestions = chosen.good_enough(suggestions)
    probable = [suggestion for suggestion in suggestions if min_probability <= 0 or suggestion.score >= min_probability]
    fitting = suitable(item, probable, _lexicon_of(chosen, code), offensive=offensive)
    substitutes = islice(_each_form_once(item, fitting), number)
    tip = next_tier() if system is None and code == "en" else ""
    return SuggestionsResult(item, chosen.signature(), tuple(substitutes), code == "en", tip)


def _system(system: str | System | None, language: str) -> System:
    if isinstance(system, System):
        return system
    with naming("system"):
        return _parse_once(usual_system(language) if system is None else system)


def usual_system(language: str) -> str:
    """The system that is used where none is named: the blend if what it needs is installed."""
    if language == "en":
        return "blend" if best_tier() else "wordnet"
    return "blend" if is_ready(language) else f"dictionary(language={language})"


_parse_once = lru_cache(parse_system)


def _refuse_other_kinds(marked: MarkedTarget, language: str) -> None:
    """Refuse what is better left alone, unless the user asks for it."""
    kind = classify_target(*marked, language)
    if kind is not TargetKind.WORD:
        raise BadInput(
            f"{quote(marked.target)} is a {kind}; names, numbers and function words are left alone unless you ask for "
            "them: `any_word=True`, on the command line `--any-word`."
        )


def _item(marked: MarkedTarget, language: str, pos: str, system: System) -> Item:
    lexicon = _lexicon_of(system, language)
    if language == "en" and pos in {"", "v"} and lexicon is not None:
        marked = phrasal_target(marked, lexicon)
    with naming("pos"):
        lexelt = _lexelt(marked, language, pos, system)
    return Item(
        id="1",
        lexelt=lexelt,
        text=marked.text,
        start=marked.start,
        end=marked.end,
        language=language,
    )


def _lexicon_of(system: System, language: str) -> Lexicon | None:
    """WordNet for English, if it is installed; else the system's own lexicon."""
    if language == "en":
        with suppress(SteadError):
            return _lexicon("wordnet")
    return system.lexicon_for(language)


def _lexelt(marked: MarkedTarget, language: str, pos: str, system: System) -> str:
    """Find the lexelt of the target: for English in WordNet or else the system's lexicon."""
    if language != "en":
        return lexelt_in(system.lexicon_for(language), marked.target, language, pos)
    words = (marked.target, marked.text[: marked.start], marked.text[marked.end :], pos)
    try:
        return lexelt_of(_lexicon("wordnet"), *words)
    except BadInput:
        lexicon = system.lexicon_for(language)
        if lexicon is None:
            raise
    return lexelt_of(lexicon, *words)


_lexicon = lru_cache(open_lexicon)


def _mark(sentence: str, target: str) -> str:
    """Put brackets around the target."""
    parts = re.split(rf"(?<!\w){re.escape(target)}(?!\w)", sentence) if target else [sentence]
    if len(parts) != 2:
        raise BadInput(f"{quote(target)} occurs {len(parts) - 1} times in the sentence; mark one with [brackets].")
    before, marked, after = (re.sub(r"([\[\]])", r"\\\1", part) for part in (parts[0], target, parts[1]))
    return f"{before}[{marked}]{after}"


def _each_form_once(item: Item, suggestions: Iterable[Suggestion]) -> Iterator[Substitute]:
    """Keep the best of substitutes with the same form (`auto` and `autos`, for `cars`)."""
    forms: set[str] = set()
    for substitute in (_substitute(item, suggestion) for suggestion in suggestions):
        if substitute.form not in forms:
            forms.add(substitute.form)
            yield substitute


def _substitute(item: Item, suggestion: Suggestion) -> Substitute:
    replaced = replace_target(item, suggestion.term)
    form = replaced.text[replaced.start : replaced.end]
    return Substitute(suggestion.term, form, replaced.text, suggestion.score, suggestion.source)
