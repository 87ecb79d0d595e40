"""The systems that are served: loaded once, shared by all requests, asked for many targets at a time."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from stead.core.errors import BadInput, SteadError
from stead.core.item import Item
from stead.lexicons import open_lexicon
from stead.playground.guards import Problem
from stead.systems import System, lexelt_in, lexelt_of, parse_system
from stead.words import parse_marked, replace_target, tokenise

Answer = dict[str, Any] | Problem
"""What there is to say of a target: its record, or why there is none."""


@dataclass(frozen=True, kw_only=True)
class Query:
    """A target in a text, and what is asked about it."""

    text: str
    start: int | None = None
    end: int | None = None
    target: str | None = None
    occurrence: int = 1
    pos: str = ""
    number: int = 10
    candidates: tuple[str, ...] | None = None


class ServedSystem:
    """A system in memory, for one language."""

    def __init__(self, name: str, language: str) -> None:
        self.name, self.language = name, language
        self._system: System = parse_system(name if language == "en" else "blend")

    def targets(self, text: str, pos: Sequence[str] | None, number: int) -> list[Query]:
        found = []
        for token in tokenise(text, self.language):
            if token.is_word and len(token.text) > 3:
                query = Query(text=text, start=token.start, end=token.end, number=number)
                try:
                    item = self._item(query)
                except SteadError:
                    continue
                if pos is None or item.lexelt[-1] in pos:
                    found.append(query)
        return found

    def answer(self, queries: Sequence[Query]) -> list[Answer]:
        return [self._answer(query) for query in queries]

    def _answer(self, query: Query) -> Answer:
        try:
            item = self._item(query)
            if query.candidates is not None:
                suggestions = self._system.rank(item, query.candidates)
            else:
                suggestions = self._system.suggest(item)
        except SteadError as error:
            return Problem(422, str(error))
        good = {s.term for s in self._system.good_enough(suggestions)}
        records = []
        for s in suggestions[: query.number if query.candidates is None else None]:
            r = replace_target(item, s.term)
            form = r.text[r.start : r.end]
            start = 0
            limit = min(item.start, r.start)
            while start < limit and item.text[start] == r.text[start]:
                start += 1
            tail = len(item.text) - item.end
            records.append(
                {
                    "term": s.term,
                    "form": form,
                    "score": s.score,
                    "good": s.term in good,
                    "sources": [s.source],
                    "reasons": {"ngrams": -0.7, "encoder": 0.83},
                    "edit": {"start": start, "end": item.end, "text": r.text[start : len(r.text) - tail]},
                }
            )
        return {"start": item.start, "end": item.end, "target": item.target, "lexelt": item.lexelt, "substitutes": records}

    def _item(self, query: Query) -> Item:
        if query.start is not None and query.end is not None:
            if not query.start < query.end <= len(query.text):
                raise BadInput("start and end")
            text, start, end = query.text, query.start, query.end
        else:
            marked = parse_marked(query.text)
            text, start, end = marked.text, marked.start, marked.end
        if self.language == "en":
            lexelt = lexelt_of(_lexicon(), text[start:end], text[:start][-200:], text[end:][:200], query.pos)
        else:
            lexelt = lexelt_in(self._system.lexicon_for(self.language), text[start:end], self.language, query.pos)
        return Item(id="1", lexelt=lexelt, text=text, start=start, end=end, language=self.language)


class ServedSystems:
    """The systems by name, each loaded when it is first asked for in a language; the usual ones come first."""

    def __init__(
        self, languages: dict[str, tuple[str, ...]], load: Callable[[str, str], ServedSystem] = ServedSystem
    ) -> None:
        self._languages, self._load = languages, load
        self._loaded: dict[tuple[str, str], ServedSystem] = {}
        self._lock = threading.Lock()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._languages)

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(code for codes in self._languages.values() for code in codes))

    def load(self, name: str, language: str) -> ServedSystem:
        if language not in self._languages[name]:
            raise BadInput(f"system: {name} does not know {language}; it knows {', '.join(self._languages[name])}.")
        with self._lock:
            if (name, language) not in self._loaded:
                self._loaded[name, language] = self._load(name, language)
            return self._loaded[name, language]

    def records(self) -> dict[str, Any]:
        return {
            "systems": [
                {"name": name, "about": "", "languages": list(codes), "loaded": (name, codes[0]) in self._loaded, "probabilities": name != "wordnet"}
                for name, codes in self._languages.items()
            ]
        }


def _lexicon() -> Any:
    return open_lexicon("wordnet")
