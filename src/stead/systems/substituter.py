"""An object to keep: a loaded system that suggests substitutes for words in texts, one by one or many at once.

>>> substituter = Substituter("swift")
>>> [substitute.form for substitute in substituter.suggest("He [handed] it over.", number=2)]
['gave', 'passed']
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import islice
from math import inf
from threading import Lock
from typing import Any, Literal, NamedTuple, Self

from stead.core.arguments import NotNegative, Positive, Seed, check_value, checked, naming
from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.item import Item, lemma_of, part_of_speech_of
from stead.core.parallel import map_in_order, one_blas_thread
from stead.lexicons import Lexicon, open_lexicon
from stead.resources import find, resource_named
from stead.rules.spelling import to_american, to_british
from stead.systems.base import Suggestion, System
from stead.systems.blend.trained_models import TIERS, best_tier, is_ready, next_tier
from stead.systems.context import lexelt_in, lexelt_of
from stead.systems.registry import parse_system
from stead.systems.requirements import Requirements, requirements_of
from stead.systems.suggestions import Substitute, Suggestions
from stead.systems.tasks import rank_candidates, suggestions_of_all
from stead.systems.whole_texts import (
    RewrittenSentence,
    Sentence,
    TargetSelector,
    TextOptions,
    apply_edits,
    draw_variants,
    edit_of,
    stream_sentences,
)
from stead.words import MarkedTarget, language_code, locate_target, refuse_part_of_word, replace_target, words_of
from stead.words.inflection import apply_capitals, capitals_of, english_forms_of

AT_ONCE = 32
"""How many requests are answered in one pass: signals see the sentences of all of them."""
SENTENCES_AT_ONCE = 8
_Filter = Callable[[Item, str], bool]
"""Says whether a term will do for an item."""
Spelling = Literal["british", "american"]
_SPELL = {"british": to_british, "american": to_american}


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


class _AnsweredSentence(NamedTuple):
    """A sentence, its number of words, and its targets with the number of words before each."""

    sentence: Sentence
    words: int
    targets: list[tuple[int, Suggestions]]


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
        self._is_loaded = self._is_closed = False

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
        if self.language == "en":
            _refuse_lacking(name)
        elif name in TIERS:
            name = "blend"  # one model for all other languages
        if self.synonyms is not None:
            opened = f"{name[:-1]}," if name.endswith(")") else f"{name}("
            name = f"{opened}synonyms=list:{self.synonyms})"
        return parse_system(name)

    def load(self) -> Self:
        """Load everything now, not at the first call."""
        system = self.system
        with self._lock, one_blas_thread:
            if not self._is_loaded:
                sample = Item(id="", lexelt="word.n", text="a word", start=2, end=6, language=self.language)
                rank_candidates(system, sample, ["term"])
            self._is_loaded = True
        return self

    def close(self) -> None:
        """Let go of the system; what other objects share with it (tables, models) stays loaded."""
        with self._lock:
            self._system, self._is_closed = None, True

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

    def text(self, text: str | Iterable[str], options: TextOptions | None = None) -> Iterator[Suggestions]:
        """Find substitutes for the words of a whole English text: lazily, in order, however long it is.

        - `text`: the text, or parts of one such as an open file.
        - `options`: which words, and which substitutes will do (`TextOptions`).

        What comes is about targets that have a substitute. `item.text` is the sentence, `offset` where it begins.

        >>> for suggestions in substituter.text(open("letter.txt"), stead.TextOptions(rarer_than=5, simpler=True)):
        """
        answered = self._sentences(text, options or TextOptions())
        return (
            replace(suggestions, offset=sentence.start)
            for sentence, all_suggestions in answered
            for suggestions in all_suggestions
        )

    def rewrite(
        self, text: str | Iterable[str], options: TextOptions | None = None, *, variants: int = 0, seed: int = 0
    ) -> Iterator[RewrittenSentence]:
        """Rewrite an English text with the best substitutes: lazily, sentence by sentence.

        - `text`, `options`: as in `text`.
        - `variants`: how many other versions of each sentence to draw; each target keeps its word with weight 1, or
          gets a substitute by its score.
        - `seed`: random seed of the variants; a sentence has the same ones wherever the text is cut.

        `gap + text` of all sentences is the new text.
        """
        variants, seed = check_value("variants", variants, NotNegative), check_value("seed", seed, Seed)
        answered = self._sentences(text, options or TextOptions())
        return (
            self._rewrite(sentence, all_suggestions, variants, f"{seed} {sentence.start}")
            for sentence, all_suggestions in answered
        )

    def _rewrite(self, sentence: Sentence, found: Sequence[Suggestions], variants: int, seed: str) -> RewrittenSentence:
        alternatives = [[edit_of(suggestions.item, substitute) for substitute in suggestions] for suggestions in found]
        edits = tuple(first for first, *_ in alternatives)
        return RewrittenSentence(
            gap=sentence.gap,
            original=sentence.text,
            start=sentence.start,
            text=apply_edits(sentence.text, edits),
            edits=edits,
            variants=draw_variants(sentence.text, alternatives, variants, seed),
        )

    def targets(self, text: str | Iterable[str], options: TextOptions | None = None) -> Iterator[tuple[int, Item]]:
        """Find the targets of a whole English text, not their substitutes: each with the offset of its sentence.

        The item of a target has its sentence as its text.
        """
        selector = TargetSelector(options or TextOptions(), _lexicon("wordnet"), self._lexelt_or_none)
        for sentence in stream_sentences(text, self.language):
            yield from ((sentence.start, target.item) for target in selector.targets(sentence))

    def _sentences(
        self, text: str | Iterable[str], options: TextOptions
    ) -> Iterator[tuple[Sentence, list[Suggestions]]]:
        """The sentences of a text with the suggestions for their targets; of `every` words in a row, one at most."""
        if self.language != "en":
            raise UsageError(f"whole texts are English only, since stead does not inflect {self.language}.")
        if not isinstance(text, Iterable) or isinstance(text, bytes):
            raise UsageError(f"text is a text or parts of one, not {text!r:.60}.", parameter="text")
        check_value("options", options, TextOptions)
        return self._every_nth(self._answered_sentences(text, options), options.every)

    def _every_nth(
        self, answered: Iterable[_AnsweredSentence], every: int
    ) -> Iterator[tuple[Sentence, list[Suggestions]]]:
        since = every  # words since the last target
        for sentence, words, targets in answered:
            chosen, done = [], 0
            for words_before, suggestions in targets:
                since, done = since + words_before - done, words_before
                if since >= every:
                    chosen.append(suggestions)
                    since = 0
            since += words - done
            yield sentence, chosen

    def _answered_sentences(self, text: str | Iterable[str], options: TextOptions) -> Iterator[_AnsweredSentence]:
        self.load()  # not by several threads at once
        sentences = stream_sentences(text, self.language)
        selector = TargetSelector(options, _lexicon("wordnet"), self._lexelt_or_none)
        batches = iter(lambda: [*islice(sentences, SENTENCES_AT_ONCE)], [])
        for answered in map_in_order(lambda batch: self._answer_sentences(batch, selector, options), batches):
            yield from answered

    def _answer_sentences(
        self, sentences: Sequence[Sentence], selector: TargetSelector, options: TextOptions
    ) -> list[_AnsweredSentence]:
        targets = [[*selector.targets(sentence)] for sentence in sentences]
        items = [target.item for sentence_targets in targets for target in sentence_targets]
        answers = iter(self._answer(items, options.number, options.min_score, selector.will_do))
        return [
            _AnsweredSentence(
                sentence,
                len(words_of(sentence.text, self.language)),
                [
                    (target.words_before, suggestions)
                    for target in sentence_targets
                    if (suggestions := next(answers))  # without substitutes it is no target
                ],
            )
            for sentence, sentence_targets in zip(sentences, targets, strict=True)
        ]

    def _lexelt_or_none(self, text: str, start: int, end: int) -> str | None:
        try:
            return find_lexelt(self.system, MarkedTarget(text, start, end), self.language)
        except BadInput:
            return None

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

    def _answer(
        self, items: Sequence[Item], number: int, min_score: float, will_do: _Filter | None = None
    ) -> list[Suggestions]:
        with one_blas_thread:
            suggested = suggestions_of_all(self.system, items, "oot") if items else []
        return [
            self._suggestions(
                item,
                islice(self._substitutes(item, suggestions, min_score, will_do), number),
                self._good_from(suggestions),
            )
            for item, suggestions in zip(items, suggested, strict=True)
        ]

    def _good_from(self, suggestions: Sequence[Suggestion]) -> float:
        return min((suggestion.score for suggestion in self.system.good_enough(suggestions)), default=inf)

    def _suggestions(self, item: Item, substitutes: Iterable[Substitute], good_from: float) -> Suggestions:
        tip = next_tier() if self.tier is None and self.language == "en" else ""
        return Suggestions(
            item=item,
            system=self.system.signature(),
            substitutes=tuple(substitutes),
            inflected=self.language == "en",
            good_from=good_from,
            tip=tip,
        )

    def _substitutes(
        self, item: Item, suggestions: Sequence[Suggestion], min_score: float, will_do: _Filter | None
    ) -> Iterator[Substitute]:
        """The substitutes, each form once (`auto` and `autos`, for `cars`), and without the target in any spelling."""
        seen = _spellings_of_target(item)
        for suggestion in suggestions:
            if (min_score and suggestion.score < min_score) or spelling_key(suggestion.term) in seen:
                continue
            if will_do is not None and not will_do(item, suggestion.term):
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


def _refuse_lacking(name: str) -> None:
    """Refuse a tier of which something is not installed, naming all of it at once."""
    tier = name.partition("(")[0]
    if tier in TIERS and not (needed := requirements_of(tier)).is_ready:
        raise BadInput(str(needed))


def usual_system(language: str) -> str:
    """The system that is used where none is named: the blend if what it needs is installed.

    Where nothing is installed, it is the first tier, which says all that it needs.
    """
    if language == "en":
        nothing = find(resource_named("wordnet")) is None
        return "blend" if best_tier() else next(iter(TIERS)) if nothing else "wordnet"
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
        *others, last = system.lexicons_for(language) or [None]
        if last is None:
            raise
    for lexicon in others:
        with suppress(BadInput):
            return lexelt_of(lexicon, *words)
    return lexelt_of(last, *words)


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
