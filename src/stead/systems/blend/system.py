"""The system blend: many sources of candidates, many signals, a learned ranking and a learned cut-off."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.rating import MAX_RATING
from stead.lexicons import Lexicon, open_lexicon
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
from stead.systems.blend.trained_models import (
    MULTILINGUAL_MODELS,
    BlendModel,
    best_tier,
    open_model,
    refuse_lacking_tier,
)
from stead.systems.blend.trees import Forest
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext
from stead.words import language_code

_ENGLISH = "en"
_KEPT = 4096
_BEST = ("best", "mw")
"""The tasks that ask for one word."""


@dataclass(frozen=True)
class Ranker:
    """A model with the tables and signals of one language, whose columns must be those that it was trained with."""

    model: BlendModel
    components: Components
    synonyms: Lexicon | None = None
    """A list of the user's own, whose words join the candidates as if the thesaurus had them."""

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
        return self._rank_candidates(contexts, [self._shortlist(*context.target) for context in contexts], task)

    def rank(self, context: TargetContext, pool: Sequence[str]) -> list[Suggestion]:
        """Rank given candidates, each once, whether or not the system would suggest them."""
        lemma, pos = self._known_spelling(context.target[0]), context.target[1]
        given = dict.fromkeys(pool)
        near = self.components.finder.of_words(lemma, self._parts(lemma, pos)[0], self.model.past_answers, given)
        rows = near.features[:, self._columns]
        short = rerank(RankedCandidates(near.words, rows), self.model.rankings[0].scores(rows))
        return self._rank_candidates([context], [short], "rank")[0]

    def _rank_candidates(
        self, contexts: Sequence[TargetContext], short: list[RankedCandidates], task: str
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
            self._suggestions(ranked, accepted_scores, scores, self._listed(*context.target))
            for context, ranked, accepted_scores, scores in zip(contexts, short, accepted, best, strict=True)
        ]

    def _suggestions(
        self, ranked: RankedCandidates, accepted: Floats, scores: Floats, listed: Collection[str]
    ) -> list[Suggestion]:
        """Suggestions in the order of some scores, each with the probability that a person accepts it."""
        probabilities = self.model.calibration.probabilities(accepted)
        evidence = evidence_of(ranked.rows, self.model.features)
        suggestions = []
        for number in np.argsort(-scores, kind="stable"):
            word, (sources, reasons) = ranked.words[number], evidence[number]
            if word in listed:  # its row says that the thesaurus has it
                sources = (*(source for source in sources if source != "thesaurus"), "synonyms")
            suggestions.append(Suggestion(word, float(probabilities[number]), self.model.name, sources, reasons))
        return suggestions

    def _listed(self, lemma: str, pos: str) -> Collection[str]:
        """The synonyms in the user's list."""
        senses = self.synonyms.senses(lemma, pos) if self.synonyms else ()
        return dict.fromkeys(word for sense in senses for word in sense.synonyms if word != lemma)

    def _candidates(self, lemma: str, pos: str, listed: Collection[str]) -> Candidates:
        """The candidates of a target; those of the user's list look as if the thesaurus had them too."""
        known = self.components.finder.of(lemma, pos, self.model.past_answers)
        if not listed:
            return known
        words = [*(word for word in known.words if word not in listed), *listed]
        rows = self.components.finder.of_words(lemma, pos, self.model.past_answers, words).features
        rows[-len(listed) :, FEATURES.index("listed")] = 1
        return Candidates(words, rows)

    @cached_property
    def _shortlist(self) -> Callable[[str, str], RankedCandidates]:
        """The shortlist of a target: the same in every sentence, and cached."""

        @lru_cache(_KEPT)
        def of(lemma: str, pos: str) -> RankedCandidates:
            known = self._known_spelling(lemma)
            by_part = [self._candidates(known, part, self._listed(lemma, part)) for part in self._parts(known, pos)]
            words = [word for candidates in by_part for word in candidates.words]
            rows = np.concatenate([candidates.features for candidates in by_part])[:, self._columns]
            scores = self.model.rankings[0].scores(rows)
            chosen = _best(words, scores, self.model.depth, self._listed(lemma, pos))
            return rerank(RankedCandidates([words[index] for index in chosen], rows[chosen]), scores[chosen])

        return of

    def _known_spelling(self, lemma: str) -> str:
        """A word in a spelling that the tables have senses of, or else know at all."""
        spellings = [lemma, *other_spellings(lemma)]
        in_order = (
            *filter(self.components.finder.parts_of, spellings),
            *filter(self.components.tables.__contains__, spellings),
        )
        return next(iter(in_order), lemma)

    def _parts(self, lemma: str, pos: str) -> Sequence[str]:
        """The part of speech of a target; if it is not known, all parts of speech in the thesaurus."""
        return [pos] if pos or self.components.uses_past_answers else [*self.components.finder.parts_of(lemma)] or [""]


_open_once = lru_cache(open_lexicon)
"""A lexicon reads tables when it is first asked, and keeps them: a new one for every target would read them again."""


@dataclass(frozen=True)
class BlendSystem(System):
    """Candidates of WordNet, Moby, vectors and memory; two learned rankings; the score is a probability.

    The probability is that of a person's answering the word. The one best word is chosen by a ranking of its own. In
    other languages, candidates are those of a thesaurus and of vectors, ranked by what was learned from English.
    """

    name = "blend"
    paper = "stead"
    about = "everything at hand, as people taught it: swift, fine, finest or your own"
    languages = tuple(THESAURI)
    scores_are_probabilities = True

    model: str = text("", "what was learned", "swift, fine, finest (default: the best that can be used), or a file")
    synonyms: str = text("", "synonyms or terms of your own, as further candidates", "the name of a lexicon: list:FILE")
    cut: float = real(
        -1.0, "the probability from which on a word is good enough; below 0: where it was learned to stop"
    )

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
            contexts = [TargetContext(items[index]) for index in indices]
            for index, suggestions in zip(indices, self._ranker(language).suggest(contexts, task), strict=True):
                by_item[index] = suggestions
        return by_item

    def rank(self, item: Item, pool: Sequence[str]) -> list[Suggestion]:
        """Rank given candidates, whether or not the system would suggest them."""
        return self._ranker(self._language(item)).rank(TargetContext(item), pool)

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
        if self.model:
            return f"{self}|model:{open_model(self.model).signature}"
        try:
            english = open_model("").signature
        except UsageError:
            english = "none"
        others = ",".join(open_model(path).signature for path in MULTILINGUAL_MODELS.values())
        return f"{self}|model:{english}|others:{others}"

    def lexicon_for(self, language: str) -> Lexicon:
        """All words in the tables for English, or WordNet if nothing more is here; else the thesaurus."""
        if language == _ENGLISH:
            return known_words() if best_tier() else _open_once("wordnet")
        refuse_lacking(kind_for(language), language)
        return _open_once(THESAURI[language])

    def lexicons_for(self, language: str) -> Sequence[Lexicon]:
        """The lexicon of the language, and the user's own list."""
        return [self.lexicon_for(language), *([self._synonyms] if self._synonyms else [])]

    @cached_property
    def _synonyms(self) -> Lexicon | None:
        return open_lexicon(self.synonyms) if self.synonyms else None

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
            return Ranker(model, Components(tables_of(kind, language), model.signals, kind), self._synonyms)

        return of


def _best(words: Sequence[str], scores: Floats, depth: int, kept: Collection[str]) -> list[int]:
    """The indices of the best words, in the order given; of a word in two spellings, the better; some are all kept."""
    best: dict[str, int] = {}
    for index in np.argsort(-scores, kind="stable").tolist():
        if len(best) < depth or words[index] in kept:
            best.setdefault(spelling_key(words[index]) or words[index], index)
    return sorted(best.values())


def _scores(forest: Forest, ranked: Sequence[RankedCandidates]) -> list[Floats]:
    """Score the candidates of several items with a forest in one pass."""
    scores = forest.scores(np.concatenate([candidates.rows for candidates in ranked]))
    return np.split(scores, np.cumsum([len(candidates.words) for candidates in ranked])[:-1])
