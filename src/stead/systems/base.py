"""The interface of a system: a value with a name and parameters that ranks the candidates of an item."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import Any, ClassVar, NamedTuple

from stead.core.errors import UsageError
from stead.core.item import Item, lemma_of
from stead.core.parameters import Declaration, settings, validate
from stead.core.text import shorten
from stead.lexicons import PARTS_OF_SPEECH, Lexicon, four_classes, open_lexicon
from stead.words import language_code

_LETTERS = {"j": "a", "s": "a", "d": "r"}
"""Other letters that data sets use: JJ, satellites, adverbs."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A candidate with its score (higher is better) and its source; a system may also give the evidence for it."""

    term: str
    score: float
    source: str = ""
    sources: tuple[str, ...] = ()
    """The lexicons and lists that have it as a candidate."""
    reasons: Mapping[str, float] = field(default_factory=dict)
    """What signals say of it in the sentence, by their names."""


class RatingQuestion(NamedTuple):
    """Candidates that are to be rated for an item."""

    item: Item
    candidates: Sequence[str]


MOST_ANNOTATED = 3
"""Substitutes of an annotator for an item, as in SemEval-2007."""


@dataclass(frozen=True)
class System(ABC):
    """One system with its parameters: immutable, and `parse_system(str(system)) == system`."""

    name: ClassVar[str]
    paper: ClassVar[str]
    about: ClassVar[str]
    languages: ClassVar[tuple[str, ...]] = ()
    """The languages it is made for; any, if empty."""
    grid: ClassVar[Mapping[str, tuple[float, ...]]] = {}
    """The values of its parameters that are worth trying when it is tuned; cut-offs are found by themselves."""
    operational: ClassVar[frozenset[str]] = frozenset()
    """Parameters that cannot change an answer (time-outs, budgets): no part of signatures."""
    scores_are_probabilities: ClassVar[bool] = False
    """Whether a score is the probability that a person answers the word."""

    @property
    @abstractmethod
    def threshold(self) -> float:
        """The lowest score of a good candidate, for answers without a fixed number."""

    @property
    def one_process(self) -> bool:
        """Whether it asks for several items at once by itself, within limits that hold for one process."""
        return False

    @property
    def always_stops(self) -> bool:
        """Whether the cut-off holds for suggestions too, and not only for answers without a fixed number."""
        return False

    @abstractmethod
    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Suggest all candidates, best first, each once, without the target itself."""

    def suggest_for(self, item: Item, task: str) -> Sequence[Suggestion]:  # noqa: ARG002
        """Suggest candidates for a task; the same for every task, unless a system has learned one ranking for each."""
        return self.suggest(item)

    def suggest_all(self, items: Sequence[Item], task: str) -> list[Sequence[Suggestion]]:
        """Suggest candidates for many items, in their order; faster only if a system overrides it."""
        return [self.suggest_for(item, task) for item in items]

    def annotate_all(self, items: Sequence[Item]) -> list[Sequence[str] | None]:
        """Annotate items with up to three good substitutes each, as a person does; None where there is no answer."""
        return [
            [suggestion.term for suggestion in self.good_enough(suggestions)][:MOST_ANNOTATED]
            for suggestions in self.suggest_all(items, "coverage")
        ]

    def rate_all(self, questions: Sequence[RatingQuestion]) -> list[Sequence[float | None]]:  # noqa: ARG002
        """Rate candidates from 0 (inappropriate) to 3 (perfect); None where there is no rating."""
        raise UsageError(f"the system {self.name} cannot rate: its scores are no probabilities; blend and llm can.")

    def record_of_answers(self, items: Sequence[Item]) -> Mapping[str, Any]:  # noqa: ARG002
        """What the answers to items took, for the record of a run; nothing unless a system counts it."""
        return {}

    def record_of_ratings(self, questions: Sequence[RatingQuestion]) -> Mapping[str, Any]:  # noqa: ARG002
        """What ratings took, for their record; nothing unless a system counts it."""
        return {}

    def good_enough(self, suggestions: Sequence[Suggestion]) -> Sequence[Suggestion]:
        """Keep the suggestions that are worth answering where no number is asked for."""
        return [suggestion for suggestion in suggestions if suggestion.score >= self.threshold]

    def lexicon_for(self, language: str) -> Lexicon | None:  # noqa: ARG002
        """The lexicon in which the system looks up targets of a language, if it has one."""
        return None

    def lexicons_for(self, language: str) -> Sequence[Lexicon]:
        """All lexicons in which the system looks up targets of a language, the most important first."""
        lexicon = self.lexicon_for(language)
        return [] if lexicon is None else [lexicon]

    def was_trained_on(self, sha256: str) -> bool:  # noqa: ARG002
        """Whether the system was trained on a file with this checksum; its figures on that file are of no use."""
        return False

    @abstractmethod
    def signature(self) -> str:
        """The name, every parameter, and the names of the resources."""

    def rank(self, item: Item, pool: Sequence[str]) -> list[Suggestion]:
        """Rank given candidates; those that the system would not suggest come last, in the order given."""
        liked = {suggestion.term: suggestion for suggestion in self.suggest(item)}
        worst = min((suggestion.score for suggestion in liked.values()), default=0.0)
        given = dict.fromkeys(pool)
        others = [Suggestion(term, worst - 1.0, "not suggested") for term in given if term not in liked]
        return [*(suggestion for term, suggestion in liked.items() if term in given), *others]

    def __post_init__(self) -> None:
        validate(self)

    def __str__(self) -> str:
        """Write the system as `wordnet(frequencies=bnc)`: parameters that differ from the defaults."""
        return self._written(settings(self))

    def identity(self) -> str:
        """Write the system without the parameters that cannot change an answer."""
        return self._written(self.signed_settings())

    def signed_settings(self) -> dict[str, str]:
        """Every parameter that can change an answer, with its value as text."""
        return {name: value for name, value in settings(self).items() if name not in self.operational}

    def _written(self, values: Mapping[str, str]) -> str:
        usual = settings(type(self)())
        changed = [f"{name}={value}" for name, value in values.items() if value != usual[name]]
        return self.name + (f"({','.join(changed)})" if changed else "")

    def check_language(self, item: Item) -> None:
        """Refuse a language that the system does not support."""
        if self.languages and item.language and language_code(item.language) not in self.languages:
            raise UsageError(
                f"the system {self.name} is for {', '.join(self.languages)}, but item {shorten(item.id)} is in "
                f"{item.language}."
            )


def target_of(item: Item) -> tuple[str, str]:
    """Lemma and part of speech of an item's target, as lexicons expect them.

    Where a lexelt has two (`bar.n.v`), the second is what the word is in this sentence. One that lexicons do not know
    stands for any.
    """
    lemma = lemma_of(item.lexelt)
    letter = item.lexelt[len(lemma) + 1 :].rpartition(".")[2].lower()[:1]
    known = _LETTERS.get(letter, letter)
    return lemma, known if known in PARTS_OF_SPEECH else ""


def text(default: str, meaning: str, accepts: str) -> str:
    """Declare a parameter that names a resource; it must fit between the parentheses of a system's name."""

    def read(given: str) -> str:
        if given != given.strip() or set("(),") & set(given):
            raise ValueError(given)
        return given

    explained = f"{accepts}, without commas and parentheses"
    return field(default=default, metadata={"declaration": Declaration(meaning, explained, read)})


def real(default: float, meaning: str) -> float:
    """Declare a parameter that is a number."""
    return field(default=default, metadata={"declaration": Declaration(meaning, "a number", float)})


def positive(default: float, meaning: str) -> float:
    """Declare a parameter that is a number above zero."""

    def read(given: str) -> float:
        number = float(given)
        if not 0 < number < inf:
            raise ValueError(given)
        return number

    return field(default=default, metadata={"declaration": Declaration(meaning, "a number above 0", read)})


class LexiconCandidates:
    """The candidates of a lexicon for a target: synonyms and related words of all its senses, the first sense first."""

    def __init__(self, lexicon: str) -> None:
        self._lexicon = open_lexicon(lexicon)
        self.name = self._lexicon.name

    def of(self, item: Item) -> list[str]:
        """Look up the candidates for an item's target."""
        lemma, pos = target_of(item)
        return [word for word in chain.from_iterable(four_classes(self._lexicon, lemma, pos)) if word.lower() != lemma]


def suggestions_by_score(terms: Sequence[str], scores: Sequence[float], sources: Sequence[str]) -> list[Suggestion]:
    """Sort suggestions by score minus the best score, so that scores of different sentences can be compared."""
    best = max(scores, default=0.0)
    suggestions = [
        Suggestion(*fields) for fields in zip(terms, (score - best for score in scores), sources, strict=True)
    ]
    return sorted(suggestions, key=lambda suggestion: -suggestion.score)
