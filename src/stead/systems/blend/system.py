"""The system blend: many sources of candidates, many signals, a learned ranking and a learned cut-off."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import chain
from typing import Any, ClassVar

import numpy as np

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.parameters import choice
from stead.core.rating import MAX_RATING
from stead.lexicons import Lexicon, open_lexicon
from stead.resources import open_once
from stead.rules.spelling import other_spellings, spelling_key
from stead.systems.base import RatingQuestion, Suggestion, System, real, text
from stead.systems.blend.candidates import Candidates
from stead.systems.blend.components import (
    ENGLISH_TABLES,
    THESAURI,
    Components,
    kind_for,
    known_words,
    refuse_lacking,
    tables_of,
    with_endpoint,
)
from stead.systems.blend.features import (
    FEATURES,
    RankedCandidates,
    add_signals,
    evidence_of,
    feature_names,
    rerank,
    stages_of,
)
from stead.systems.blend.rescoring import rescore, signatures_of_rescoring
from stead.systems.blend.signals import RatedSignal
from stead.systems.blend.trained_models import (
    MULTILINGUAL_MODELS,
    BlendModel,
    best_tier,
    open_model,
    refuse_lacking_tier,
)
from stead.systems.blend.trees import Forest
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext, with_part_of_speech
from stead.systems.llm.prompted import ENDPOINT_EXAMPLE, PromptedSystem, merge_records, parse_endpoint
from stead.words import language_code

_ENGLISH = "en"
_KEPT = 4096
_KNOWN_KEPT = 8
_BEST = ("best", "mw")
"""The tasks that ask for one word."""


@dataclass(frozen=True)
class Ranker:
    """A model with the tables and signals of one language, whose columns must be those that it was trained with."""

    model: BlendModel
    components: Components
    synonyms: Lexicon | None = None
    """A list of the user's own, whose words join the candidates as if the thesaurus had them."""
    generator: PromptedSystem | None = None
    """A language model, whose answers to a sentence join the candidates as if the thesaurus had them."""

    def __post_init__(self) -> None:
        try:
            names = feature_names(self.components.signals)
        except UsageError as error:
            raise BadInput(f"{self.model.source.location}: {error}") from None
        if self.model.features != (*(FEATURES[column] for column in self._columns), *names[len(FEATURES) :]):
            raise BadInput(f"{self.model.source.location}: was trained by another version of stead: train it again.")

    @cached_property
    def _columns(self) -> list[int]:
        """The columns of the features without a sentence that the model was trained with, which may lack some."""
        return [column for column, name in enumerate(FEATURES) if name in self.model.features]

    def suggest(self, contexts: Sequence[TargetContext], task: str) -> list[list[Suggestion]]:
        """Suggest candidates for several contexts, in the order learned for a task."""
        generated = self._generate(contexts)
        short = [self._shortlist(*context.target, words) for context, words in zip(contexts, generated, strict=True)]
        return self._rank_candidates(contexts, short, task, generated)

    def _generate(self, contexts: Sequence[TargetContext]) -> list[tuple[str, ...]]:
        """The further candidates of each sentence."""
        if self.generator is None:
            return [()] * len(contexts)
        answers = self.generator.suggest_all([context.item for context in contexts], "oot")
        return [tuple(suggestion.term for suggestion in suggestions) for suggestions in answers]

    def rank(self, context: TargetContext, pool: Sequence[str]) -> list[Suggestion]:
        """Rank given candidates, each once, whether or not the system would suggest them."""
        lemma, pos = self._known_spelling(context.target[0]), context.target[1]
        given = dict.fromkeys(pool)
        near = self.components.finder.of_words(lemma, self._parts(lemma, pos)[0], self.model.past_answers, given)
        rows = near.features[:, self._columns]
        short = rerank(RankedCandidates(near.words, rows), self.model.rankings[0].scores(rows))
        return self._rank_candidates([context], [short], "rank", [()])[0]

    def _rank_candidates(
        self,
        contexts: Sequence[TargetContext],
        short: list[RankedCandidates],
        task: str,
        generated: Sequence[tuple[str, ...]],
    ) -> list[list[Suggestion]]:
        for number, stage in enumerate(stages_of(self.components.signals)):
            if number:
                scores = _scores(self.model.rankings[number], short)
                short = [
                    rerank(candidates, candidate_scores)
                    for candidates, candidate_scores in zip(short, scores, strict=True)
                ]
            short = add_signals(contexts, short, stage)
        accepted = _scores(self.model.heads["accept"], short)
        best = _scores(self.model.heads["best"], short) if task in _BEST else accepted
        return [
            self._suggestions(ranked, accepted_scores, scores, self._added(*context.target, words))
            for context, ranked, accepted_scores, scores, words in zip(
                contexts, short, accepted, best, generated, strict=True
            )
        ]

    def _suggestions(
        self, ranked: RankedCandidates, accepted: Floats, scores: Floats, added: Mapping[str, str]
    ) -> list[Suggestion]:
        """Suggestions in the order of some scores, each with the probability that a person accepts it."""
        probabilities = self.model.calibration.probabilities(accepted).tolist()
        evidence = evidence_of(ranked.rows, self.model.features)
        name, suggestions = self.model.name, []
        for number in np.argsort(-scores, kind="stable").tolist():
            word, (sources, reasons) = ranked.words[number], evidence[number]
            if word in added:  # its row says that the thesaurus has it
                sources = (*(source for source in sources if source != "thesaurus"), added[word])
            suggestions.append(Suggestion(word, probabilities[number], name, sources, reasons))
        return suggestions

    def _listed(self, lemma: str, pos: str) -> Collection[str]:
        """The synonyms in the user's list."""
        senses = self.synonyms.senses(lemma, pos) if self.synonyms else ()
        return dict.fromkeys(word for sense in senses for word in sense.synonyms if word != lemma)

    def _added(self, lemma: str, pos: str, generated: Sequence[str]) -> Mapping[str, str]:
        """The source of each further candidate: what a language model found and the tables lack, the user's list."""
        if not (generated or self.synonyms):
            return {}
        known = {*self._known_candidates(self._known_spelling(lemma), pos).words} if generated else set()
        new = (word for word in generated if word not in known and word.lower() != lemma)
        return {**dict.fromkeys(new, "llm"), **dict.fromkeys(self._listed(lemma, pos), "synonyms")}

    def _candidates(self, lemma: str, pos: str, added: Collection[str]) -> Candidates:
        """The candidates of a target; those that are added look as if the thesaurus had them too."""
        known = self._known_candidates(lemma, pos)
        if not added:
            return known
        words = [*(word for word in known.words if word not in added), *added]
        rows = self.components.finder.of_words(lemma, pos, self.model.past_answers, words).features
        rows[-len(added) :, FEATURES.index("listed")] = 1
        return Candidates(words, rows)

    @cached_property
    def _known_candidates(self) -> Callable[[str, str], Candidates]:
        """The candidates of the tables, cached for a language model that is asked about every sentence."""
        return lru_cache(_KNOWN_KEPT)(lambda lemma, pos: self.components.finder.of(lemma, pos, self.model.past_answers))

    @cached_property
    def _shortlist(self) -> Callable[[str, str, tuple[str, ...]], RankedCandidates]:
        """The shortlist of a target: the same in every sentence with the same generated candidates, and cached."""

        @lru_cache(_KEPT)
        def of(lemma: str, pos: str, generated: tuple[str, ...]) -> RankedCandidates:
            known = self._known_spelling(lemma)
            by_part = [
                self._candidates(known, part, self._added(lemma, part, generated)) for part in self._parts(known, pos)
            ]
            words = [word for candidates in by_part for word in candidates.words]
            rows = np.concatenate([candidates.features for candidates in by_part])[:, self._columns]
            scores = self.model.rankings[0].scores(rows)
            chosen = self._best(words, scores, self._added(lemma, pos, generated))
            return rerank(RankedCandidates([words[index] for index in chosen], rows[chosen]), scores[chosen])

        return of

    def _best(self, words: Sequence[str], scores: Floats, kept: Collection[str]) -> list[int]:
        """The indices of the best words, in the order given; of a word in two spellings the better; some are kept."""
        best: dict[str, int] = {}
        for index in np.argsort(-scores, kind="stable").tolist():
            if len(best) < self.model.depth or words[index] in kept:
                best.setdefault(spelling_key(words[index], self.components.language) or words[index], index)
            elif not kept:
                break
        return sorted(best.values())

    def _known_spelling(self, lemma: str) -> str:
        """A word in a spelling that the tables have senses of, or else know at all."""
        if self.components.language != "en" or self.components.finder.parts_of(lemma):
            return lemma
        for is_known in (self.components.finder.parts_of, self.components.tables.__contains__):
            if spelling := next(filter(is_known, chain([lemma], other_spellings(lemma))), None):
                return spelling
        return lemma

    def _parts(self, lemma: str, pos: str) -> Sequence[str]:
        """The part of speech of a target; if it is not known, all parts of speech in the thesaurus."""
        return [pos] if pos or self.components.uses_past_answers else [*self.components.finder.parts_of(lemma)] or [""]


_open_once = open_once(open_lexicon)
"""A lexicon reads tables when it is first asked, and keeps them: a new one for every target would read them again."""


@dataclass(frozen=True)
class BlendSystem(System):
    """Candidates of WordNet, Moby, vectors and memory; two learned rankings; the score is a probability.

    The probability is that of a person's answering the word. The one best word is chosen by a ranking of its own. In
    other languages, candidates are those of a thesaurus and of vectors, ranked by what was learned from English.
    """

    name = "blend"
    paper = "stead"
    about = "all sources, combined by a trained model: swift, fine, finest or your own"
    languages = tuple(THESAURI)
    scores_are_probabilities = True

    model: str = text("", "what was learned", "swift, fine, finest (default: the best that can be used), or a file")
    synonyms: str = text("", "synonyms or terms of your own, as further candidates", "the name of a lexicon: list:FILE")
    llm: str = text("", "a language model at an endpoint, for the signal or candidates", f"such as {ENDPOINT_EXAMPLE}")
    candidates: str = choice(
        "tables",
        {"tables": "words of the tables", "llm": "also what the language model at the endpoint answers"},
        "where candidates come from",
    )
    cut: float = real(
        -1.0, "the probability from which on a word is good enough; below 0: where it was learned to stop"
    )

    operational: ClassVar[frozenset[str]] = frozenset({"llm"})  # signed without its time-outs and budgets

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.candidates == "llm" and not self.llm:
            raise UsageError(f"candidates=llm needs an endpoint, as in llm={ENDPOINT_EXAMPLE}.", parameter="llm")
        if self.llm:
            parse_endpoint(self.llm)

    @property
    def one_process(self) -> bool:
        """Whether a language model at an endpoint is asked, whose limits hold for one process."""
        return bool(self.llm)

    @property
    def threshold(self) -> float:
        """The cut-off: the parameter `cut`."""
        return self.cut

    @property
    def always_stops(self) -> bool:
        """Whether a probability was set: then it holds for suggestions of any number."""
        return self.cut >= 0

    def good_enough(self, suggestions: Sequence[Suggestion]) -> Sequence[Suggestion]:
        """Keep as many as the learned cut-off says, unless a probability is set."""
        if self.cut >= 0 or not suggestions:
            return super().good_enough(suggestions)
        cutoff = self._models[suggestions[0].source].cutoff
        return suggestions[: cutoff.number(np.array([suggestion.score for suggestion in suggestions]))]

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Suggest the shortlist, the most probable first."""
        return self.suggest_for(item, "oot")

    def suggest_for(self, item: Item, task: str) -> Sequence[Suggestion]:
        """Suggest the shortlist in the order learned for a task."""
        return self.suggest_all([item], task)[0]

    def suggest_all(self, items: Sequence[Item], task: str) -> list[Sequence[Suggestion]]:
        """Suggest for many items: signals see the sentences of all items of a language in one pass."""
        languages = [self._language(item) for item in items]
        by_item: list[Sequence[Suggestion]] = [()] * len(items)
        for language in dict.fromkeys(languages):
            indices = [index for index, other in enumerate(languages) if other == language]
            contexts = [self._context(items[index], language) for index in indices]
            ranker = self._ranker(language)
            suggested = ranker.suggest(contexts, task)
            if language != _ENGLISH:
                suggested = rescore(contexts, suggested, self.lexicon_for(language), ranker.model.name)
            for index, suggestions in zip(indices, suggested, strict=True):
                by_item[index] = suggestions
        return by_item

    def rank(self, item: Item, pool: Sequence[str]) -> list[Suggestion]:
        """Rank given candidates, whether or not the system would suggest them."""
        language = self._language(item)
        return self._ranker(language).rank(self._context(item, language), pool)

    def _context(self, item: Item, language: str) -> TargetContext:
        """The target in its sentence; in data of simplification, lexelts have no part of speech."""
        if language == _ENGLISH:
            item = with_part_of_speech(item, partial(self.lexicon_for, language))
        return TargetContext(item)

    def rate_all(self, questions: Sequence[RatingQuestion]) -> list[Sequence[float | None]]:
        """Rate candidates by the probability that a person answers them: 3 times it, in steps of 0.05."""
        return [self._ratings(question) for question in questions]

    def _ratings(self, question: RatingQuestion) -> Sequence[float | None]:
        ranked = self.rank(question.item, question.candidates) if question.candidates else ()
        probabilities = {suggestion.term: suggestion.score for suggestion in ranked}
        return [round(MAX_RATING * probabilities[term] * 20) / 20 for term in question.candidates]

    def was_trained_on(self, sha256: str) -> bool:
        """Whether the model's card names the file."""
        return sha256 in open_model(self.model).trained_on

    def signature(self) -> str:
        """The signature with the checksum of the model; if none is named, the item's language decides which is used."""
        return self._signature

    @cached_property
    def _signature(self) -> str:
        llm = f"|llm:{self._llm.signature()}" if self._llm else ""
        if self.model:
            return f"{self.identity()}|model:{open_model(self.model).signature}{llm}"
        try:
            english = open_model("").signature
        except UsageError:
            english = "none"
        signatures = (open_model(path).signature for path in MULTILINGUAL_MODELS.values())
        others = ",".join((*signatures, *signatures_of_rescoring()))
        return f"{self.identity()}|model:{english}|others:{others}{llm}"

    def lexicon_for(self, language: str) -> Lexicon:
        """All words in the tables for English, or WordNet if nothing more is here; else the thesaurus."""
        return self._lexicon(language)

    @cached_property
    def _lexicon(self) -> Callable[[str], Lexicon]:
        """The lexicon of a language; what is installed is looked at once, since that takes longer than a look-up."""

        @cache
        def of(language: str) -> Lexicon:
            if language == _ENGLISH:
                return known_words() if best_tier() else _open_once("wordnet")
            refuse_lacking(kind_for(language), language)
            return _open_once(THESAURI[language])

        return of

    def lexicons_for(self, language: str) -> Sequence[Lexicon]:
        """The lexicon of the language, and the user's own list."""
        return [self.lexicon_for(language), *([self._synonyms] if self._synonyms else [])]

    @cached_property
    def _synonyms(self) -> Lexicon | None:
        return open_lexicon(self.synonyms) if self.synonyms else None

    @cached_property
    def _llm(self) -> PromptedSystem | None:
        return parse_endpoint(self.llm) if self.llm else None

    def record_of_answers(self, items: Sequence[Item]) -> Mapping[str, Any]:
        """What a language model at an endpoint took; of its ratings, those of this start."""
        return self._record(items if self.candidates == "llm" else ())

    def record_of_ratings(self, questions: Sequence[RatingQuestion]) -> Mapping[str, Any]:  # noqa: ARG002
        """What the ratings of a language model at an endpoint took, in this start."""
        return self._record(())

    def _record(self, items: Sequence[Item]) -> Mapping[str, Any]:
        if self._llm is None:
            return {}
        asked = [question for signal in self._rated_signals for question in signal.asked]
        return merge_records([self._llm.record_of_answers(items), self._llm.record_of_ratings(asked)])

    @cached_property
    def _rated_signals(self) -> list[RatedSignal]:
        """The signals in use that ask a language model at an endpoint."""
        return []

    def _language(self, item: Item) -> str:
        self.check_language(item)
        return language_code(item.language) if item.language else _ENGLISH

    @cached_property
    def _models(self) -> dict[str, BlendModel]:
        """The models in use by name, which is the source of their suggestions."""
        return {}

    @cached_property
    def _ranker(self) -> Callable[[str], Ranker]:
        """The ranker of a language."""

        @cache
        def of(language: str) -> Ranker:
            model = open_model(self.model or ("" if language == _ENGLISH else MULTILINGUAL_MODELS[kind_for(language)]))
            kind = str(model.card["tables"])
            if kind == ENGLISH_TABLES and language != _ENGLISH:
                raise UsageError(
                    f"the model {model.name} is for English, but there are items in {language!r}: name no model, or "
                    "one that was trained with `stead train --tables thesaurus`."
                )
            refuse_lacking_tier(self.model)
            self._models[model.name] = model
            try:
                signals = with_endpoint(model.signals, self.llm)
            except UsageError as error:
                raise UsageError(f"{model.source.location}: {error}") from None
            components = Components(tables_of(kind, language), signals, kind, language, model.biencoder)
            generator = self._llm if self.candidates == "llm" else None
            ranker = Ranker(model, components, self._synonyms, generator)
            for signal in components.signals:
                if self._llm and isinstance(signal, RatedSignal):
                    signal.system = self._llm  # candidates and ratings, in all languages, share its budget and its rate
                    self._rated_signals.append(signal)
            return ranker

        return of


def _scores(forest: Forest, ranked: Sequence[RankedCandidates]) -> list[Floats]:
    """Score the candidates of several items with a forest in one pass."""
    scores = forest.scores(np.concatenate([candidates.rows for candidates in ranked]))
    return np.split(scores, np.cumsum([len(candidates.words) for candidates in ranked])[:-1])
