"""An object to keep: a loaded system that suggests substitutes for words in texts, one by one or many at once.

>>> substituter = Substituter("swift")
>>> [substitute.form for substitute in substituter.suggest("He [handed] it over.", number=2)]
['gave', 'passed']
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from itertools import islice
from math import inf
from threading import Lock
from typing import Any, Literal, NamedTuple, Self

from stead.core.arguments import NotNegative, Positive, Seed, check_value, checked, naming
from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.item import Item, lemma_of, part_of_speech_of
from stead.lexicons import Lexicon, open_lexicon
from stead.lexicons.lookups import is_mainly_name
from stead.resources import find, open_once, resource_named
from stead.rules.spelling import spelling_key, to_american, to_british
from stead.systems.base import Suggestion, System
from stead.systems.blend.trained_models import TIERS, best_tier, is_ready, next_tier
from stead.systems.context import known_lexelt, lexelt_in, lexelt_of, likeliest_lexelt, phrasal_target
from stead.systems.execution import KeptWorkers, stays_here
from stead.systems.registry import parse_system
from stead.systems.requirements import Requirements, requirements_of
from stead.systems.suggestions import Substitute, Suggestions
from stead.systems.suitable import listed_first, suitable
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
from stead.words.target_kinds import refuse_other_kinds
from stead.words.word_forms import FORM_LISTS, word_forms

AT_ONCE = 32
"""How many requests are answered in one pass: signals see the sentences of all of them."""
SENTENCES_AT_ONCE = 8
Spelling = Literal["british", "american"]
_SPELL = {"british": to_british, "american": to_american}


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetRequest:
    """A text, and which word of it is the target; the parameters of `Substituter.suggest`, and an id."""

    text: str
    target: str | None = None
    start: NotNegative | None = None
    end: NotNegative | None = None
    occurrence: Positive | None = None
    pos: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """How many substitutes are wanted, and which."""

    number: Positive = 10
    stop: bool = False
    min_probability: float = 0.0
    will_do: Callable[[Item, str], bool] | None = None

    def __post_init__(self) -> None:
        for name in ("number", "stop", "min_probability"):
            check_value(name, getattr(self, name), _Wanted.__annotations__[name])

    def allows(self, item: Item, suggestion: Suggestion) -> bool:
        """Whether a suggestion is probable enough, and will do."""
        probable = self.min_probability <= 0 or suggestion.score >= self.min_probability
        return probable and (self.will_do is None or self.will_do(item, suggestion.term))


_REQUEST_FIELDS = {field.name: field.type for field in fields(TargetRequest)}


def _request(given: Any) -> TargetRequest:
    """Read a request: a text with brackets, or a dict."""
    if isinstance(given, str):
        return TargetRequest(text=given)
    if not isinstance(given, Mapping):
        raise UsageError(f"a request is a text or a dict, not {given!r:.60}.")
    if unknown := sorted(map(str, given.keys() - _REQUEST_FIELDS.keys())):
        raise UsageError(f"a request has no {', '.join(unknown)}; there are {', '.join(_REQUEST_FIELDS)}.")
    if "text" not in given:
        raise UsageError("a request needs a text, and this one has none.")
    record = {name: value for name, value in given.items() if value is not None}
    return TargetRequest(**{name: check_value(name, value, _REQUEST_FIELDS[name]) for name, value in record.items()})


class _Batch(NamedTuple):
    """Numbered requests, or sentences of a text, which are answered together."""

    given: Sequence[Any]
    wanted: _Wanted | TextOptions
    """Of requests, or of sentences."""


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
    - `synonyms`: a file of synonyms or terms of your own (`word<TAB>synonym;synonym`), as further candidates of a tier;
      stead's own list of newer words and phrases (`app`, `put up with`) is used without it.
    - `spelling`: british or american; None leaves words as lexicons have them.
    - `offensive`: also slurs and vulgar words, which are otherwise suggested only for a target that is one.
    - `any_word`: also for names, numbers and function words, which are otherwise refused.

    It may be used from several threads at once, and pickled: the copy loads its model anew. `fine` and `finest` use a
    thread for each core. Where `suggest_many`, `text` or `rewrite` have more than some seconds of work, they start a
    process for each further core, which is kept until `close`. OMP_NUM_THREADS sets how many cores, and 1 means none.

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
        offensive: bool = False,
        any_word: bool = False,
    ) -> None:
        with naming("language"):
            self.language = language_code(language)
        self.tier, self.synonyms, self.spelling = tier, synonyms, spelling
        self.offensive, self.any_word = offensive, any_word
        self._lock = Lock()
        self._system: System | None = None
        self._workers: KeptWorkers[_Batch, Any] | None = None
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
        synonyms = f"list:{self.synonyms}" if self.synonyms is not None else ""
        if not synonyms and self.language == "en" and (name in TIERS or name == "blend"):
            synonyms = "modern"
        if synonyms:
            opened = f"{name[:-1]}," if name.endswith(")") else f"{name}("
            name = f"{opened}synonyms={synonyms})"
        return parse_system(name)

    def load(self) -> Self:
        """Load everything now, not at the first call."""
        system = self.system
        with self._lock:
            if not self._is_loaded:
                sample = Item(id="", lexelt="word.n", text="a word", start=2, end=6, language=self.language)
                rank_candidates(system, sample, ["term"])
            self._is_loaded = True
        return self

    def close(self) -> None:
        """Let go of the system, and end its processes; what other objects share (tables, models) stays loaded."""
        with self._lock:
            self._system, self._is_closed = None, True
            workers, self._workers = self._workers, None
        if workers is not None:
            workers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        tier = str(self.tier) if isinstance(self.tier, System) else self.tier
        others = ("language", "synonyms", "spelling", "offensive", "any_word")
        return {"tier": tier, **{name: getattr(self, name) for name in others}}

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
        stop: bool = False,
        min_probability: float = 0.0,
    ) -> Suggestions:
        """Find substitutes for one word of a text.

        - `text`: the text; the target is in brackets: `"He is a [bright] boy."`
        - `target`: instead of brackets, the target itself; brackets then belong to the text.
        - `start`, `end`: the offsets of the target, in characters; with `target`, the end may be left out.
        - `occurrence`: which of several occurrences of `target`, counted from 1; needed only if there are several.
        - `pos`: the part of speech of the target, `"n"`, `"v"`, `"a"` or `"r"`; default: found out.
        - `number`: how many substitutes; 1 asks for the best one, which a tier chooses by a ranking of its own.
        - `stop`: only those that the system finds good enough, where it has a cut-off.
        - `min_probability`: only those with at least this score, which is a probability for a tier.
        """
        request = TargetRequest(text=text, target=target, start=start, end=end, occurrence=occurrence, pos=pos or "")
        item = self._item(request, "1")
        wanted = _Wanted(number=number, stop=stop, min_probability=min_probability)
        return self._answer([item], wanted)[0]

    def suggest_many(
        self,
        requests: Iterable[str | Mapping[str, Any]],
        *,
        number: int = 10,
        stop: bool = False,
        min_probability: float = 0.0,
    ) -> Iterator[Suggestions]:
        """Find substitutes for many targets: lazily, in the order of the requests, many at once.

        A request is a text with brackets, or a dict of `suggest`'s parameters (`text`, `target`, `start`, `end`,
        `occurrence`, `pos`) and an `id`. One that cannot be answered has no substitutes, and a `refusal` that says
        why. What is not given an id has its number.

        >>> for suggestions in substituter.suggest_many(["a [bright] boy", {"text": "a bright boy", "start": 2, ...}]):
        """
        wanted = _Wanted(number=number, stop=stop, min_probability=min_probability)
        _refuse_other("requests", requests, "a list of texts or dicts", (str, bytes, Mapping))
        return self._answer_all(enumerate(requests, start=1), AT_ONCE, wanted)

    def _answer_all(self, given: Iterator[Any], at_once: int, wanted: _Wanted | TextOptions) -> Iterator[Any]:
        """Answer requests or sentences in batches: here, or in several processes if there are many.

        Which of them answers what depends on their speed, which no answer may depend on.
        """
        batches = (_Batch(batch, wanted) for batch in iter(lambda: [*islice(given, at_once)], []))
        if not stays_here(self.system):
            yield from self._kept_workers().answers(batches)
            return
        for batch in batches:
            yield from self._answer_batch(batch)

    def _kept_workers(self) -> KeptWorkers[_Batch, Any]:
        """The processes that answer many requests, made when they are first needed."""
        with self._lock:
            if self._workers is None:
                self._workers = KeptWorkers(self._answer_batch, partial(_open_elsewhere, self.__getstate__()))
            return self._workers

    def _answer_batch(self, batch: _Batch) -> Sequence[Any]:
        if isinstance(batch.wanted, TextOptions):
            return self._answer_sentences(batch.given, batch.wanted)
        return self._answer_requests(batch.given, batch.wanted)

    def _answer_requests(self, batch: Sequence[tuple[int, Any]], wanted: _Wanted) -> list[Suggestions]:
        """The answers to numbered requests, refused ones among them."""
        items: dict[int, Item] = {}
        refused: dict[int, Suggestions] = {}
        for position, given in batch:
            try:
                items[position] = self._item(_request(given), str(position))
            except SteadError as error:
                refused[position] = self._refuse(given, position, error)
        answers = dict(zip(items, self._answer([*items.values()], wanted), strict=True))
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
        request = TargetRequest(text=text, target=target, start=start, end=end, occurrence=occurrence, pos=pos or "")
        item = self._item(request, "1")
        ranked = rank_candidates(self.system, item, [*dict.fromkeys(candidates)])
        substitutes = (self._substitute(item, suggestion) for suggestion in ranked)
        return self._suggestions(item, substitutes, self._good_from(ranked))

    def text(self, text: str | Iterable[str], options: TextOptions | None = None) -> Iterator[Suggestions]:
        """Find substitutes for the words of a whole English text: lazily, in order, however long it is.

        - `text`: the text, or parts of one such as an open file.
        - `options`: which words, and which substitutes will do (`TextOptions`).

        What comes is about targets that have a substitute. `item.text` is the sentence, `offset` where it begins. A
        verb apart from its particle (`turned the offer down`) is left alone; `suggest` replaces both.

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

    def _rewrite(
        self, sentence: Sentence, answers: Sequence[Suggestions], variants: int, seed: str
    ) -> RewrittenSentence:
        alternatives = [
            [edit_of(suggestions.item, substitute) for substitute in suggestions] for suggestions in answers
        ]
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
            raise UsageError(f"whole texts are English only, not {self.language}: ask for single words by `suggest`.")
        _refuse_other("text", text, "a text or parts of one", (bytes, Mapping))
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
        yield from self._answer_all(stream_sentences(text, self.language), SENTENCES_AT_ONCE, options)

    def _answer_sentences(self, sentences: Sequence[Sentence], options: TextOptions) -> list[_AnsweredSentence]:
        selector = TargetSelector(options, _lexicon("wordnet"), self._lexelt_or_none)
        targets = [
            [target for target in selector.targets(sentence) if not _is_split_verb(target.item)]
            for sentence in sentences
        ]
        items = [target.item for sentence_targets in targets for target in sentence_targets]
        wanted = _Wanted(
            number=options.number, min_probability=options.min_probability, stop=options.stop, will_do=selector.will_do
        )
        answers = iter(self._answer(items, wanted))
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
            return find_lexelt(self.system, MarkedTarget(text, start, end), self.language, phrases_of_tables=False)
        except BadInput:
            return None

    def _item(self, request: TargetRequest, number: str) -> Item:
        marked = locate_target(
            request.text, request.target, start=request.start, end=request.end, occurrence=request.occurrence
        )
        refuse_part_of_word(marked, self.language)
        lexicon = self._lexicon()
        if not self.any_word:
            refuse_other_kinds(marked, self.language, partial(is_mainly_name, lexicon))
        if self.language == "en" and request.pos in {"", "v"} and lexicon is not None:
            marked = phrasal_target(marked, lexicon)
        system = self.system
        with naming("pos"):
            lexelt = find_lexelt(system, marked, self.language, request.pos)
        return Item(
            id=request.id or number,
            lexelt=lexelt,
            text=marked.text,
            start=marked.start,
            end=marked.end,
            language=self.language,
        )

    def _lexicon(self) -> Lexicon | None:
        """WordNet for English, if it is installed; else the system's own lexicon."""
        if self.language == "en":
            with suppress(SteadError):
                return _lexicon("wordnet")
        return self.system.lexicon_for(self.language)

    def _answer(self, items: Sequence[Item], wanted: _Wanted) -> list[Suggestions]:
        suggested = suggestions_of_all(self.system, items, "best" if wanted.number == 1 else "oot") if items else []
        return [
            self._suggestions(
                item,
                islice(self._substitutes(item, suggestions, wanted), wanted.number),
                self._good_from(suggestions),
            )
            for item, suggestions in zip(items, suggested, strict=True)
        ]

    @property
    def _inflects(self) -> bool:
        return self.language == "en" or word_forms(self.language) is not None

    def _good_from(self, suggestions: Sequence[Suggestion]) -> float:
        return min((suggestion.score for suggestion in self.system.good_enough(suggestions)), default=inf)

    def _suggestions(self, item: Item, substitutes: Iterable[Substitute], good_from: float) -> Suggestions:
        return Suggestions(
            item=item,
            system=self.system.signature(),
            substitutes=tuple(substitutes),
            inflected=self._inflects,
            good_from=good_from,
            tip=self._tip,
            how_to_inflect="" if self._inflects else _command_for_forms(self.language),
        )

    @cached_property
    def _tip(self) -> str:
        return next_tier() if self.tier is None and self.language == "en" else ""

    def _substitutes(self, item: Item, suggestions: Sequence[Suggestion], wanted: _Wanted) -> Iterator[Substitute]:
        """The substitutes, each form once (`auto` and `autos`, for `cars`), and without the target in any spelling."""
        if wanted.stop or self.system.always_stops:
            suggestions = self.system.good_enough(suggestions)
        seen = _spellings_of_target(item)
        in_base_form = []
        lexicon = self._lexicon()
        suited: Iterable[Suggestion] = suitable(item, suggestions, lexicon, offensive=self.offensive)
        if any("synonyms" in suggestion.sources for suggestion in suggestions):  # else only those needed are looked at
            suited = listed_first(item, suited, lexicon)
        for suggestion in suited:
            if spelling_key(suggestion.term, self.language) in seen or not wanted.allows(item, suggestion):
                continue
            substitute = self._substitute(item, suggestion)
            key = spelling_key(substitute.form, self.language) or substitute.form
            if key in seen:
                continue
            seen.add(key)
            if substitute.inflected:
                yield substitute
            else:
                in_base_form.append(substitute)
        yield from in_base_form

    def _substitute(self, item: Item, suggestion: Suggestion) -> Substitute:
        term = self._spell(suggestion.term)
        replaced = replace_target(item, term)
        form = self._spell(replaced.text[replaced.start : replaced.end])
        is_sentence = replaced.inflected or self.language == "en"
        return Substitute(
            term=term,
            form=form,
            sentence=replaced.text[: replaced.start] + form + replaced.text[replaced.end :] if is_sentence else "",
            start=replaced.start,
            end=replaced.start + len(form),
            score=suggestion.score,
            probability=suggestion.score if self.system.scores_are_probabilities else None,
            source=suggestion.source,
            sources=suggestion.sources,
            reasons=suggestion.reasons,
            inflected=is_sentence,
        )

    def _spell(self, word: str) -> str:
        """A word in the spelling that is asked for, with its capitals."""
        if self.spelling is None or self.language != "en":
            return word
        spelt = _SPELL[self.spelling](word.lower())
        return word if spelt == word.lower() else apply_capitals(spelt, capitals_of(word), "en")


def _open_elsewhere(state: Mapping[str, Any]) -> Callable[[_Batch], Sequence[Any]]:
    """The function that answers batches in another process, of a Substituter like the one here."""
    return Substituter(**state)._answer_batch  # noqa: SLF001


def _refuse_lacking(name: str) -> None:
    """Refuse a tier of which something is not installed, naming all of it at once."""
    tier = name.partition("(")[0]
    if tier in TIERS and TIERS[tier].lacking():
        raise BadInput(str(requirements_of(tier)))


def _refuse_other(name: str, value: object, wanted: str, wrong: tuple[type, ...]) -> None:
    """Refuse what is no iterable, or a wrong one; `checked` would read all of an iterator to see what is in it."""
    if isinstance(value, wrong) or not isinstance(value, Iterable):
        raise UsageError(f"{name} is {wanted}, not {value!r:.60}.", parameter=name)


def usual_system(language: str) -> str:
    """The system that is used where none is named: the blend if what it needs is installed.

    Where nothing is installed, it is the first tier, which says all that it needs.
    """
    if language == "en":
        nothing = find(resource_named("wordnet")) is None
        return "blend" if best_tier() else next(iter(TIERS)) if nothing else "wordnet"
    return "blend" if is_ready(language) else f"dictionary(language={language})"


def find_lexelt(
    system: System, marked: MarkedTarget, language: str, pos: str = "", *, phrases_of_tables: bool = True
) -> str:
    """Find the lexelt of a target in its text: for English in WordNet or else the system's lexicon.

    Tables of vectors and paraphrases have any words that often follow each other (`on the`, `to go`), and other
    spellings without a space (`be held`, behold): for those who did not mark the target, they are no phrases.
    """
    text, start, end = marked
    form = " ".join(marked.target.split())
    if language != "en":
        return lexelt_in(system.lexicon_for(language), marked, language, pos)
    words = (form, text[:start], text[end:], pos)
    tables, *lists = system.lexicons_for(language) or [_lexicon("wordnet")]
    with suppress(SteadError):  # it may not be installed
        lists.insert(0, _lexicon("wordnet"))
    lexelts: list[str] = []
    for lexicon in lists:
        if lexelt := known_lexelt(lexicon, *words):
            says_part = any(sense.pos for sense in lexicon.senses(lemma_of(lexelt), part_of_speech_of(lexelt)))
            lexelts += [lexelt] if says_part or not lexelts else []
    if lexelts:  # a list may know a word as another part of speech than WordNet: `podcast`
        return likeliest_lexelt(lexelts, marked)
    return lexelt_of(lists[0] if lists and " " in form and not phrases_of_tables else tables, *words)


def _command_for_forms(language: str) -> str:
    """The command that gets the forms of a language; empty if there is no list of them."""
    names = FORM_LISTS.get(language, ())
    return f"`stead resources get {' '.join(names)}` gets the forms of {language}." if names else ""


def _is_split_verb(item: Item) -> bool:
    """Whether a target is a verb apart from its particle, which would stay: `She refused the offer down.`"""
    marked = MarkedTarget(item.text, item.start, item.end)
    return part_of_speech_of(item.lexelt) == "v" and phrasal_target(marked, _lexicon("wordnet")) != marked


@open_once
def _lexicon(name: str) -> Lexicon:
    return open_lexicon(name)


def _spellings_of_target(item: Item) -> set[str]:
    """The keys of the target and of its other forms."""
    lemma, pos = lemma_of(item.lexelt), part_of_speech_of(item.lexelt)
    forms = english_forms_of(lemma, pos) if item.language == "en" else set()
    return {key for form in (item.target, lemma, *forms) if (key := spelling_key(form, item.language))}
