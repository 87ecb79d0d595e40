"""An object to keep: a loaded system that suggests substitutes for words in texts, one by one or many at once.

>>> substituter = Substituter("swift")
>>> [substitute.form for substitute in substituter.suggest("He [handed] it over.", number=2)]
['gave', 'passed']
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from itertools import islice
from math import inf
from threading import Lock
from typing import Any, Literal, Self, overload

from stead.core.arguments import NotNegative, Positive, check_value, checked, naming
from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.item import Item, lemma_of, part_of_speech_of
from stead.core.parallel import map_in_order, one_blas_thread
from stead.core.text import plural
from stead.lexicons import Lexicon, open_lexicon
from stead.rules.spelling import to_american, to_british
from stead.systems.base import Suggestion, System
from stead.systems.blend.trained_models import TIERS, best_tier, is_ready, next_tier
from stead.systems.context import lexelt_in, lexelt_of
from stead.systems.registry import parse_system
from stead.systems.requirements import Requirements, requirements_of
from stead.systems.tasks import rank_candidates, suggestions_of_all
from stead.words import MarkedTarget, language_code, locate_target, refuse_part_of_word, replace_target
from stead.words.inflection import apply_capitals, capitals_of, english_forms_of

AT_ONCE = 32
"""How many requests are answered in one pass: signals see the sentences of all of them."""
Spelling = Literal["british", "american"]
_SPELL = {"british": to_british, "american": to_american}


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """A substitute in the target's form, the text with it, its score and what speaks for it.

    - `term`: the base form, as lexicons have it.
    - `form`: the same, inflected and with capitals as the target has them.
    - `sentence`: the whole text with the form in place; it is `sentence[start:end]`.
    - `score`: higher is better.
    - `probability`: the score, if it is the probability that a person answers the word; else None.
    - `source`: the system or the lexicon that suggests it.
    - `sources`: the lexicons and lists that have it as a candidate.
    - `reasons`: what each signal says of the word in this sentence, as a number of its own kind
      (`docs/guides/builders.md`); they are no shares of the score.
    """

    term: str
    form: str
    sentence: str
    start: int
    end: int
    score: float
    probability: float | None = None
    source: str = ""
    sources: tuple[str, ...] = ()
    reasons: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Suggestions(Sequence[Substitute]):
    """What a system suggests for a target, best first: a sequence of `Substitute`.

    - `item`: the text, the offsets of the target and its lexelt (`bright.a`); `item.id` is that of the request.
    - `system`: the signature of the system.
    - `substitutes`: the substitutes.
    - `inflected`: whether substitutes are inflected in this language.
    - `good_from`: the lowest score before the system's cut-off; what has less is not good enough to be answered.
    - `refusal`: why the request could not be answered; empty if it was.
    - `tip`: what would give better ones, if no system was named.
    """

    item: Item
    system: str
    substitutes: tuple[Substitute, ...] = ()
    inflected: bool = True
    good_from: float = -inf
    refusal: str = ""
    tip: str = ""

    def __len__(self) -> int:
        return len(self.substitutes)

    @overload
    def __getitem__(self, index: int) -> Substitute: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Substitute, ...]: ...

    def __getitem__(self, index: int | slice) -> Substitute | tuple[Substitute, ...]:
        return self.substitutes[index]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, as the command line logs them."""
        uninflected = f"substitutes are in their base form: stead does not inflect {self.item.language}."
        return (*([] if self.inflected or not self.substitutes else [uninflected]), *([self.tip] if self.tip else []))

    def records(self) -> list[dict[str, Any]]:
        """One record for each substitute, best first."""
        return [asdict(substitute) for substitute in self.substitutes]

    def record(self) -> dict[str, Any]:
        """All of it as one record, with the substitutes in a list; a refused request has its reason as `error`."""
        item = self.item
        record = {"id": item.id, "text": item.text}
        if self.refusal:
            return {**record, "error": self.refusal}
        target = {"start": item.start, "end": item.end, "lexelt": item.lexelt, "language": item.language}
        return {**record, **target, "system": self.system, "substitutes": self.records()}

    def _summary(self) -> str:
        return f"{plural(len(self.substitutes), 'substitute')} for {self.item.target} by {self.system}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.refusal or self._summary()}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A text, and which word of it is the target; the parameters of `Substituter.suggest`, and an id."""

    text: str
    target: str | None = None
    start: NotNegative | None = None
    end: NotNegative | None = None
    occurrence: Positive | None = None
    pos: str = ""
    id: str = ""


_REQUEST_FIELDS = {field.name: field.type for field in fields(Request)}


def _request(given: Any) -> Request:
    """Read a request: a text with brackets, or a dict."""
    if isinstance(given, str):
        return Request(text=given)
    if not isinstance(given, Mapping):
        raise UsageError(f"a request is a text or a dict, not {given!r:.60}.")
    if unknown := sorted(map(str, given.keys() - _REQUEST_FIELDS.keys())):
        raise UsageError(f"a request has no {', '.join(unknown)}; there are {', '.join(_REQUEST_FIELDS)}.")
    if "text" not in given:
        raise UsageError("a request has a text, and this one has none.")
    record = {name: value for name, value in given.items() if value is not None}
    return Request(**{name: check_value(name, value, _REQUEST_FIELDS[name]) for name, value in record.items()})


class Substituter:
    """Suggests substitutes for words in texts; load it once and keep it.

    - `tier`: swift, fine or finest; or any system, as `stead systems` lists them; None takes the best that is
      installed.
    - `language`: code of the language of the texts.
    - `synonyms`: a file of synonyms or terms of your own (`word<TAB>synonym;synonym`), as further candidates of a tier.
    - `spelling`: british or american; None leaves words as lexicons have them.

    It may be used from several threads at once, and pickled: the copy loads its model anew. While it works, NumPy's
    matrix products use one thread, since it keeps the cores busy by itself; set OMP_NUM_THREADS to bound these threads.

    >>> with stead.Substituter("fine") as substituter:
    ...     for substitute in substituter.suggest("He is a [bright] boy.", number=3):
    ...         print(substitute.form)
    """

    @checked
    def __init__(
        self,
        tier: str | System | None = "fine",
        language: str = "en",
        *,
        synonyms: str | None = None,
        spelling: Spelling | None = None,
    ) -> None:
        with naming("language"):
            self.language = language_code(language)
        self.tier, self.synonyms, self.spelling = tier, synonyms, spelling
        self._lock = Lock()
        self._system: System | None = None
        self._is_closed = self._is_loaded = False

    @staticmethod
    @checked
    def requirements(tier: str = "fine", language: str = "en") -> Requirements:
        """What a tier needs for a language, with sizes and the commands that get what is lacking; loads nothing."""
        return requirements_of(tier, language)

    @property
    def system(self) -> System:
        """The system that is asked; it is opened at first use."""
        with self._lock:
            if self._is_closed:
                raise UsageError("this Substituter is closed; make another.")
            if self._system is None:
                with naming("tier"):
                    self._system = self._open()
            return self._system

    def _open(self) -> System:
        if isinstance(self.tier, System):
            return self.tier
        name = usual_system(self.language) if self.tier is None else self.tier
        if self.language != "en" and name in TIERS:
            name = "blend"  # one model for all other languages
        if self.synonyms is not None:
            opened = f"{name[:-1]}," if name.endswith(")") else f"{name}("
            name = f"{opened}synonyms=list:{self.synonyms})"
        return parse_system(name)

    def load(self) -> Self:
        """Load everything now, not at the first call."""
        if self._is_loaded:
            return self
        sample = Item(id="", lexelt="word.n", text="a word", start=2, end=6, language=self.language)
        with one_blas_thread:
            self.system.rank(sample, ["term"])
        self._is_loaded = True
        return self

    def close(self) -> None:
        """Let go of the system; what other objects share with it (tables, models) stays loaded."""
        with self._lock:
            self._system, self._is_closed, self._is_loaded = None, True, False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        tier = str(self.tier) if isinstance(self.tier, System) else self.tier
        return {"tier": tier, "language": self.language, "synonyms": self.synonyms, "spelling": self.spelling}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def __repr__(self) -> str:
        return f"Substituter({str(self.tier)!r}, {self.language!r})"

    # ------------------------------------------------------------------------------------------------- suggesting

    @checked
    def suggest(
        self,
        text: str,
        target: str | None = None,
        *,
        start: NotNegative | None = None,
        end: NotNegative | None = None,
        occurrence: Positive | None = None,
        pos: str | None = None,
        number: Positive = 10,
        min_score: float = 0.0,
    ) -> Suggestions:
        """Find substitutes for one word of a text.

        - `text`: the text; the target is in brackets: `"He is a [bright] boy."`
        - `target`: instead of brackets, the target itself; brackets then belong to the text.
        - `start`, `end`: the offsets of the target, in characters; with `target`, the end may be left out.
        - `occurrence`: which of several occurrences of `target`, counted from 1; needed only if there are several.
        - `pos`: the part of speech of the target, `"n"`, `"v"`, `"a"` or `"r"`; default: found out.
        - `number`: how many substitutes.
        - `min_score`: the least score; for a tier, that is a probability.
        """
        request = Request(text=text, target=target, start=start, end=end, occurrence=occurrence, pos=pos or "")
        item = self._item(request, "1")
        return self._answer([item], number, min_score)[0]

    def suggest_many(
        self,
        requests: Iterable[str | Mapping[str, Any]],
        *,
        number: int = 10,
        min_score: float = 0.0,
    ) -> Iterator[Suggestions]:
        """Find substitutes for many targets: lazily, in the order of the requests, many at once on all cores.

        A request is a text with brackets, or a dict of `suggest`'s parameters (`text`, `target`, `start`, `end`,
        `occurrence`, `pos`) and an `id`. One that cannot be answered has no substitutes, and a `refusal` that says
        why. What is not given an id has its number.

        >>> for suggestions in substituter.suggest_many(["a [bright] boy", {"text": "a bright boy", "start": 2, ...}]):
        """
        number, min_score = check_value("number", number, Positive), check_value("min_score", min_score, float)
        if isinstance(requests, str | bytes | Mapping) or not isinstance(requests, Iterable):
            raise UsageError(f"requests is a list of texts or dicts, not {requests!r:.60}.", parameter="requests")
        return self._suggest_many(requests, number, min_score)

    def _suggest_many(self, requests: Iterable[Any], number: int, min_score: float) -> Iterator[Suggestions]:
        self.load()  # not by several threads at once
        numbered = enumerate(requests, start=1)
        batches = iter(lambda: [*islice(numbered, AT_ONCE)], [])
        for answers in map_in_order(lambda batch: self._answer_batch(batch, number, min_score), batches):
            yield from answers

    def _answer_batch(self, batch: Sequence[tuple[int, Any]], number: int, min_score: float) -> list[Suggestions]:
        """The answers to numbered requests, refused ones among them."""
        items: dict[int, Item] = {}
        refused: dict[int, Suggestions] = {}
        for position, given in batch:
            try:
                items[position] = self._item(_request(given), str(position))
            except SteadError as error:
                refused[position] = self._refuse(given, position, error)
        answers = dict(zip(items, self._answer([*items.values()], number, min_score), strict=True))
        return [refused[position] if position in refused else answers[position] for position, _ in batch]

    def _refuse(self, given: Any, position: int, error: SteadError) -> Suggestions:
        record = given if isinstance(given, Mapping) else {"text": given}
        item = Item(
            id=str(record.get("id") or position),
            lexelt="",
            text=str(record.get("text", "")),
            start=0,
            end=0,
            language=self.language,
        )
        return Suggestions(item=item, system=str(self.system), refusal=str(error))

    @checked
    def rank(
        self,
        text: str,
        candidates: Iterable[str],
        target: str | None = None,
        *,
        start: NotNegative | None = None,
        end: NotNegative | None = None,
        occurrence: Positive | None = None,
        pos: str | None = None,
    ) -> Suggestions:
        """Rank candidates of your own for a word of a text: all of them, whether or not the system would suggest them.

        The parameters are those of `suggest`; `candidates` are base forms, and each is answered once.
        """
        request = Request(text=text, target=target, start=start, end=end, occurrence=occurrence, pos=pos or "")
        item = self._item(request, "1")
        with one_blas_thread:
            ranked = rank_candidates(self.system, item, [*dict.fromkeys(candidates)])
        substitutes = (self._substitute(item, suggestion) for suggestion in ranked)
        return self._suggestions(item, substitutes, self._good_from(ranked))

    def _item(self, request: Request, number: str) -> Item:
        marked = locate_target(
            request.text, request.target, start=request.start, end=request.end, occurrence=request.occurrence
        )
        refuse_part_of_word(marked, self.language)
        with naming("pos"):
            lexelt = find_lexelt(self.system, marked, self.language, request.pos)
        return Item(
            id=request.id or number,
            lexelt=lexelt,
            text=marked.text,
            start=marked.start,
            end=marked.end,
            language=self.language,
        )

    def _answer(self, items: Sequence[Item], number: int, min_score: float) -> list[Suggestions]:
        with one_blas_thread:
            suggested = suggestions_of_all(self.system, items, "oot") if items else []
        return [
            self._suggestions(
                item, islice(self._substitutes(item, suggestions, min_score), number), self._good_from(suggestions)
            )
            for item, suggestions in zip(items, suggested, strict=True)
        ]

    def _good_from(self, suggestions: Sequence[Suggestion]) -> float:
        return min((suggestion.score for suggestion in self.system.good_enough(suggestions)), default=inf)

    def _suggestions(self, item: Item, substitutes: Iterable[Substitute], good_from: float = -inf) -> Suggestions:
        tip = next_tier() if self.tier is None and self.language == "en" else ""
        return Suggestions(
            item=item,
            system=self.system.signature(),
            substitutes=tuple(substitutes),
            inflected=self.language == "en",
            good_from=good_from,
            tip=tip,
        )

    def _substitutes(self, item: Item, suggestions: Sequence[Suggestion], min_score: float) -> Iterator[Substitute]:
        """The substitutes, each form once (`auto` and `autos`, for `cars`), and without the target in any spelling."""
        seen = _spellings_of_target(item)
        for suggestion in suggestions:
            if (min_score and suggestion.score < min_score) or spelling_key(suggestion.term) in seen:
                continue
            substitute = self._substitute(item, suggestion)
            key = spelling_key(substitute.form)
            if key not in seen:
                seen.add(key)
                yield substitute

    def _substitute(self, item: Item, suggestion: Suggestion) -> Substitute:
        term = self._spell(suggestion.term)
        replaced = replace_target(item, term)
        form = self._spell(replaced.text[replaced.start : replaced.end])
        return Substitute(
            term=term,
            form=form,
            sentence=replaced.text[: replaced.start] + form + replaced.text[replaced.end :],
            start=replaced.start,
            end=replaced.start + len(form),
            score=suggestion.score,
            probability=suggestion.score if self.system.scores_are_probabilities else None,
            source=suggestion.source,
            sources=suggestion.sources,
            reasons=suggestion.reasons,
        )

    def _spell(self, word: str) -> str:
        """A word in the spelling that is asked for, with its capitals."""
        if self.spelling is None or self.language != "en":
            return word
        spelt = _SPELL[self.spelling](word.lower())
        return word if spelt == word.lower() else apply_capitals(spelt, capitals_of(word), "en")


def usual_system(language: str) -> str:
    """The system that is used where none is named: the blend if what it needs is installed."""
    if language == "en":
        return "blend" if best_tier() else "wordnet"
    return "blend" if is_ready(language) else f"dictionary(language={language})"


def find_lexelt(system: System, marked: MarkedTarget, language: str, pos: str = "") -> str:
    """Find the lexelt of a target in its text: for English in WordNet or else the system's lexicon."""
    text, start, end = marked
    form = " ".join(marked.target.split())
    if language != "en":
        return lexelt_in(system.lexicon_for(language), form, language, pos)
    words = (form, text[:start], text[end:], pos)
    try:
        return lexelt_of(_lexicon("wordnet"), *words)
    except BadInput:
        lexicon = system.lexicon_for(language)
        if lexicon is None:
            raise
    return lexelt_of(lexicon, *words)


@lru_cache
def _lexicon(name: str) -> Lexicon:
    return open_lexicon(name)


@lru_cache(1 << 14)
def spelling_key(word: str) -> str:
    """A key that spellings of one word share: British, without accents, hyphens, spaces and capitals."""
    letters = unicodedata.normalize("NFKD", to_british(word.lower()))
    return "".join(filter(str.isalnum, letters)) or word


def _spellings_of_target(item: Item) -> set[str]:
    """The keys of the target and of its other forms."""
    lemma, pos = lemma_of(item.lexelt), part_of_speech_of(item.lexelt)
    forms = english_forms_of(lemma, pos) if item.language == "en" else set()
    return {spelling_key(form) for form in (item.target, lemma, *forms)}
