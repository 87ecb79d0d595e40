"""The systems that are served: loaded once, shared by all requests, asked for many targets at a time."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from stead.core.errors import BadInput, SteadError, UsageError
from stead.playground.guards import Refusal
from stead.playground.processes import ProcessRoot, WorkerProcesses
from stead.systems import Substitute, Substituter, Suggestions
from stead.systems.blend.trained_models import TIERS, is_ready
from stead.systems.whole_texts import Edit, TextOptions, edit_of
from stead.words import MarkedTarget, locate_target, split_sentences, tokenise
from stead.words.target_kinds import is_function_word

Answer = dict[str, Any] | Refusal
"""What there is to say of a target: its record, or why there is none."""
LANGUAGES = ("en", "fr", "it", "de", "es")
_PLAIN = "wordnet"
_SHORTEST_WORD = 4
"""Letters of a word that is a target, in languages whose function words are not known."""


@dataclass(frozen=True, kw_only=True)
class TargetQuery:
    """A target in a text, and what is asked about it."""

    text: str
    start: int | None = None
    end: int | None = None
    target: str | None = None
    occurrence: int | None = None
    pos: str = ""
    number: int = 10
    candidates: Sequence[str] | None = None
    offset: int = 0
    """Where the text begins in the one that the answer is about."""

    def marked(self) -> MarkedTarget:
        """The target in its text as it was given, without brackets."""
        return locate_target(self.text, self.target, start=self.start, end=self.end, occurrence=self.occurrence)

    @property
    def home(self) -> int:
        """A number of the target's word: what is computed for one sentence with it is of use to the next."""
        try:
            return hash(self.marked().target.lower())
        except SteadError:
            return 0

    def place(self) -> dict[str, Any]:
        """The parameters of `Substituter.suggest` that say what the target is."""
        names = ("text", "target", "start", "end", "occurrence", "pos")
        return {name: value for name in names if (value := getattr(self, name)) not in {None, ""}}


AnswerQueries = Callable[[Sequence[TargetQuery]], list[Answer]]
"""Answers many queries in one pass, in their order."""


class ServedSystem(Protocol):
    """A system in memory, for one language, which is asked by one thread or by several."""

    name: str

    @property
    def workers(self) -> Sequence[AnswerQueries]:
        """One for each batch that it can answer at once."""

    def targets(self, text: str, number: int) -> list[TargetQuery]:
        """A query for each word of a text that may have substitutes."""


class LoadedSystem:
    """A system in this process."""

    def __init__(self, open_substituter: Callable[[str, str], Substituter], name: str, language: str) -> None:
        self.name, self.language = name, language
        self._substituter = open_substituter(name, language)

    @property
    def workers(self) -> Sequence[AnswerQueries]:
        """This process alone."""
        return [self.answer]

    def load(self) -> None:
        """Load everything that the system needs."""
        self._substituter.load()

    def targets(self, text: str, number: int) -> list[TargetQuery]:
        """A query for each word of a text that may have substitutes."""
        return [
            TargetQuery(text=sentence, start=start, end=end, number=number, offset=offset)
            for offset, sentence, start, end in self._words(text)
        ]

    def _words(self, text: str) -> Iterator[tuple[int, str, int, int]]:
        """The targets of a text: where its sentence begins, the sentence, and where in it the target is."""
        if self.language == "en":
            for offset, item in self._substituter.targets(text, TextOptions(quotations=True)):
                yield offset, item.text, item.start, item.end
            return
        for sentence in split_sentences(text, self.language):
            tokens = tokenise(text[sentence.start : sentence.end], self.language)
            for number, token in enumerate(tokens):
                is_name = self.language != "de" and number > 0 and token.text[:1].isupper()
                is_content = len(token.text) >= _SHORTEST_WORD and not is_function_word(token.text, self.language)
                if token.text.isalpha() and is_content and not is_name:
                    yield sentence.start, text[sentence.start : sentence.end], token.start, token.end

    def answer(self, queries: Sequence[TargetQuery]) -> list[Answer]:
        """Answer many queries in one pass, in their order."""
        open_queries = [query for query in queries if query.candidates is None]
        most = max((query.number for query in open_queries), default=1)
        suggestions = self._substituter.suggest_many([query.place() for query in open_queries], number=most)
        answers = (self._record(query, suggested) for query, suggested in zip(open_queries, suggestions, strict=True))
        return [next(answers) if query.candidates is None else self._rank(query) for query in queries]

    def _rank(self, query: TargetQuery) -> Answer:
        try:
            return self._record(query, self._substituter.rank(candidates=query.candidates or (), **query.place()))
        except SteadError as error:
            return _refusal(str(error))

    def _record(self, query: TargetQuery, suggestions: Suggestions) -> Answer:
        if suggestions.refusal:
            return _refusal(suggestions.refusal)
        item = suggestions.item
        kept = suggestions if query.candidates is not None else suggestions[: query.number]
        asked = query.marked()
        target = asked if asked.text != item.text else MarkedTarget(item.text, item.start, item.end)
        return {
            "start": target.start + query.offset,
            "end": target.end + query.offset,
            "target": target.target,
            "lexelt": item.lexelt,
            "substitutes": [
                _substitute_record(
                    substitute,
                    edit_of(item, substitute) if asked.text == item.text else smallest_edit(asked.text, substitute),
                    query.offset,
                    good_from=suggestions.good_from,
                )
                for substitute in kept
            ],
        }


def _refusal(sentence: str) -> Refusal:
    """A refusal in the words of `Substituter`, but for the option that the service does not have."""
    return Refusal(422, sentence.replace(" unless you ask for them by `any_word`", ""))


def smallest_edit(text: str, substitute: Substitute) -> Edit:
    """The edit of the given text where the particle of a phrasal verb was moved: all between what stays on both sides.

    `She turned the offer down.` becomes `She declined the offer.` by one edit from the verb to the particle.
    """
    sentence = substitute.sentence
    start = _shared(text, sentence)
    after = _shared(text[:start:-1], sentence[:start:-1])
    end = len(text) - after
    return Edit(
        start=start,
        end=end,
        text=sentence[start : len(sentence) - after],
        target=text[start:end],
        form=substitute.form,
        score=substitute.score,
    )


def _shared(one: str, other: str) -> int:
    """How many letters two texts share at their beginning."""
    differing = (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differing, min(len(one), len(other)))


def _substitute_record(substitute: Substitute, edit: Edit, offset: int, *, good_from: float) -> dict[str, Any]:
    return {
        "term": substitute.term,
        "form": substitute.form,
        "inflected": substitute.inflected,
        "score": substitute.score,
        "good": substitute.score >= good_from,
        "sources": list(substitute.sources or (substitute.source,)),
        "reasons": dict(substitute.reasons),
        "edit": {"start": edit.start + offset, "end": edit.end + offset, "text": edit.text},
    }


class _RemoteSystem:
    """A system in processes of its own."""

    def __init__(self, name: str, processes: WorkerProcesses) -> None:
        self.name, self._processes = name, processes

    @property
    def workers(self) -> Sequence[AnswerQueries]:
        """The processes."""
        return [partial(call, "answer") for call in self._processes.callers]

    def targets(self, text: str, number: int) -> list[TargetQuery]:
        """A query for each word of a text that may have substitutes."""
        targets: list[TargetQuery] = self._processes.call("targets", text, number)
        return targets


class ServedSystems:
    """The systems by name with the languages of each; each is loaded when it is first asked for in a language.

    `workers` is the number of processes of each system; 0 keeps it in this one.
    """

    def __init__(
        self,
        languages: Mapping[str, Sequence[str]],
        *,
        open_substituter: Callable[[str, str], Substituter] = Substituter,
        workers: int = 0,
    ) -> None:
        self._languages = {name: tuple(codes) for name, codes in languages.items()}
        self._make = partial(LoadedSystem, open_substituter)
        self._root = ProcessRoot(self._make, workers) if workers else None
        self._loaded: dict[tuple[str, str], ServedSystem] = {}
        self._lock = threading.Lock()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the systems, the usual one first."""
        return tuple(self._languages)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of all systems, the usual one first."""
        return tuple(dict.fromkeys(code for codes in self._languages.values() for code in codes))

    def load(self, name: str, language: str) -> ServedSystem:
        """The system in memory, loaded first if it is not; one at a time, since that takes all cores."""
        if language not in self._languages[name]:
            known = [other for other, codes in self._languages.items() if language in codes]
            raise BadInput(f"system: {name} does not know {language}; for it there is {' or '.join(known)}.")
        loaded = self._loaded.get((name, language))
        if loaded is not None:
            return loaded
        with self._lock:
            if (name, language) not in self._loaded:
                self._loaded[name, language] = self._load(name, language)
            return self._loaded[name, language]

    def _load(self, name: str, language: str) -> ServedSystem:
        if self._root is not None:
            return _RemoteSystem(name, self._root.load(name, language))
        system = self._make(name, language)
        system.load()
        return system

    def is_loaded(self, name: str, language: str) -> bool:
        """Whether a system is in memory for a language."""
        return (name, language) in self._loaded

    def records(self) -> dict[str, Any]:
        """What there is to say of each system."""
        return {
            "systems": [
                {
                    "name": name,
                    "languages": list(codes),
                    "loaded": self.is_loaded(name, codes[0]),
                    "probabilities": name != _PLAIN,
                }
                for name, codes in self._languages.items()
            ]
        }


def choose_systems(tiers: Sequence[str], languages: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The systems to serve with their languages, the usual ones first.

    Those that are named have to be installed. Where none is named, all that are installed are served: the tiers from
    the fastest to the best, and WordNet.
    """
    for tier in tiers:
        if tier not in {*TIERS, _PLAIN}:
            raise UsageError(f"--tier {tier}: there are {', '.join(TIERS)} and {_PLAIN}.")
        if tier in TIERS:
            _refuse_lacking("--tier", tier, "en")
    for language in languages:
        if language not in LANGUAGES:
            raise UsageError(f"--language {language}: there are {', '.join(LANGUAGES)}.")
        if language != "en":
            _refuse_lacking("--language", "swift", language)
    names = tiers or [name for name, tier in TIERS.items() if not tier.needs()]
    codes = languages or ["en", *(code for code in LANGUAGES if code != "en" and is_ready(code))]
    others = tuple(code for code in codes if code != "en")
    english = ("en",) if "en" in codes else ()
    served = {name: (*english, *(others if name == names[0] else ())) for name in names}
    if not tiers and english:
        served[_PLAIN] = english
    return {name: codes for name, codes in served.items() if codes}


def _refuse_lacking(option: str, tier: str, language: str) -> None:
    """Refuse what an option asks for if something is not installed, with the commands that get all of it."""
    needed = Substituter.requirements(tier, language)
    if needed.commands:
        given = tier if option == "--tier" else language
        raise UsageError(f"{option} {given}: {needed}")
