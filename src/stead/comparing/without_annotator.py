"""How the rankings change if one annotator is left out of the gold: golds made without each, scored again."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from stead.comparing.rankings import agreement, ranking, rankings
from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Source
from stead.core.progress import Progress
from stead.core.rating import Rating
from stead.core.substitutes import GoldRow, GoldStandard
from stead.core.text import plural
from stead.golds import AnswerRules, make_gold, make_rated_gold
from stead.records.comparison import Ranking, WithoutAnnotator
from stead.records.scores import Evaluation, headline_figure
from stead.scoring import Request, evaluate

Vote = Annotation | Rating
WEIGHTS = ("counts", "shares")
_SHOWN = 3
_DECIMALS = 3  # what files keep of a mean
Key = tuple[str, str]
"""Lexelt and id."""


def without_annotators(
    whole: Evaluation,
    without: Mapping[str, Evaluation] | Callable[[str], Evaluation],
    annotators: Iterable[str] = (),
    *,
    measures: Sequence[str] | None = None,
    figures: Sequence[str] | None = None,
) -> tuple[WithoutAnnotator, ...]:
    """Compare the ranking on the whole gold with the rankings on golds without each annotator.

    `without` has the evaluations of the same runs on the golds without an annotator, by name, or is a function from a
    name to the evaluation; then `annotators` are the names.
    """
    records: list[WithoutAnnotator] = []
    everybody = rankings(whole, measures=measures, figures=figures)
    for name, evaluation in _evaluations(without, annotators):
        scored = evaluation.gold.scored
        records += [
            _rank_moves(
                name, scored, whole_ranking, ranking(evaluation, whole_ranking.by.measure, whole_ranking.by.figure)
            )
            for whole_ranking in everybody
        ]
    return tuple(records)


def _evaluations(
    without: Mapping[str, Evaluation] | Callable[[str], Evaluation], annotators: Iterable[str]
) -> Iterator[tuple[str, Evaluation]]:
    if isinstance(without, Mapping):
        yield from without.items()
        return
    names = list(annotators)
    if not names:
        raise UsageError("say which annotators there are, or give the evaluations by annotator.")
    for name in names:
        yield name, without(name)


def _rank_moves(annotator: str, scored: int, whole: Ranking, fewer: Ranking) -> WithoutAnnotator:
    before, after = whole.ranks(), fewer.ranks()
    moves = [abs(after[run] - rank) for run, rank in before.items() if run in after]
    return WithoutAnnotator(
        annotator,
        scored,
        agreement(whole, fewer),
        moved=sum(1 for move in moves if move),
        largest_move=max(moves, default=0),
    )


@dataclass(frozen=True, eq=False)
class Votes:
    """Annotations or ratings, and their source."""

    rows: Sequence[Vote]
    source: Source

    @property
    def kind(self) -> Literal["annotations", "ratings"]:
        """Whether they are annotations or ratings."""
        return "ratings" if any(isinstance(row, Rating) for row in self.rows) else "annotations"

    @property
    def people(self) -> list[str]:
        """The annotators or raters, sorted."""
        return sorted({_person(row) for row in self.rows})

    def gold(self, weights: str) -> GoldStandard:
        """Make the gold; the weights of answers are counts or shares."""
        ratings = [row for row in self.rows if isinstance(row, Rating)]
        if ratings:
            return make_rated_gold(ratings, self.source).gold
        answers = Annotations.of((row for row in self.rows if isinstance(row, Annotation)), self.source)
        return make_gold(answers, AnswerRules(min_responses=1, weights=weights)).gold


def _person(row: Vote) -> str:
    return row.rater if isinstance(row, Rating) else row.annotator


class Moves(NamedTuple):
    """How the rankings change without each person, and notes."""

    records: tuple[WithoutAnnotator, ...]
    notes: tuple[str, ...]


class LeavingOut:
    """Leaves each person out of the gold of a request, and ranks the runs again."""

    def __init__(self, request: Request, votes: Votes, progress: Progress) -> None:
        if request.multiwords_wanted:
            raise UsageError("annotators (`annotations`) are left out of golds of substitutes, not of multiwords.")
        self.request, self.votes, self.progress = request, votes, progress
        self.key = request.index(request.settings.rules).key
        self.given = self._weights_of(request.gold)
        self.weights, self.whole = self._as_the_gold_was_made()
        self.failed: dict[str, str] = {}

    def _as_the_gold_was_made(self) -> tuple[str, GoldStandard]:
        """Make the gold by counts or by shares, whichever is closer to the gold of the request."""
        golds = {weights: self._on_the_items(self.votes.gold(weights)) for weights in WEIGHTS}
        weights = min(WEIGHTS, key=lambda name: self._differing(golds[name]))
        if not len(golds[weights]):
            raise BadInput(
                f"{self.votes.source.location}: none of the annotated items is in the gold. "
                "Are they of the same data set?"
            )
        return weights, golds[weights]

    def _on_the_items(self, gold: GoldStandard) -> GoldStandard:
        rows = [row for row in gold if self.key(row.lexelt, row.id) in self.given]
        return GoldStandard.of(rows, replace(gold.source, name=self.votes.source.name), graded=self.request.gold.graded)

    def _differing(self, gold: GoldStandard) -> int:
        made = self._weights_of(gold)
        return sum(1 for item, weights in self.given.items() if made.get(item) != weights)

    def _weights_of(self, gold: GoldStandard) -> dict[object, dict[str, float]]:
        return {
            self.key(row.lexelt, row.id): {term: round(weight, _DECIMALS) for term, weight in row.weights}
            for row in gold
        }

    def moves(self) -> Moves:
        """Rank runs by headline figures, without each person in turn."""
        people = self.votes.people
        whole = self._evaluation(self.whole)
        figures = sorted({headline_figure(statistics.figure_names) for statistics in whole.statistics})
        without = {}
        for number, person in enumerate(people):
            self.progress("leaving out each annotator", number, len(people))
            try:
                without[person] = self._evaluation(self._without(person))
            except BadInput as error:
                self.failed[person] = str(error).partition(" `stead check")[0]  # the gold is not in a file
        return Moves(without_annotators(whole, without, figures=figures), tuple(self._notes()))

    def _evaluation(self, gold: GoldStandard) -> Evaluation:
        plain = replace(self.request, gold=gold, groupings=(), single_words=False, gold_faults={})
        return evaluate(plain)

    def _without(self, person: str) -> GoldStandard:
        """The gold without a person; only the items that they answered are counted again."""
        touched = {(row.lexelt, row.id) for row in self.votes.rows if _person(row) == person}
        rest = [row for row in self.votes.rows if (row.lexelt, row.id) in touched and _person(row) != person]
        anew: dict[Key, GoldRow] = {}
        if any(isinstance(row, Rating) or row.substitutes for row in rest):
            gold = Votes(rest, self.votes.source).gold(self.weights)
            anew = {(row.lexelt, row.id): row for row in gold}
        keys = zip(self.whole.lexelts, self.whole.ids, strict=True)
        rows = [
            anew.get(key, row) for key, row in zip(keys, self.whole, strict=True) if key not in touched or key in anew
        ]
        return GoldStandard.of(rows, self.whole.source, graded=self.whole.graded)

    def _notes(self) -> Iterable[str]:
        name = self.votes.source.name
        if differing := self._differing(self.whole):
            yield Caution(
                f"{name}: the gold made of these annotations differs from {self.request.gold.source.name} on "
                f"{differing} of {plural(len(self.given), 'item')}; annotators are left out of the former."
            )
        for why in dict.fromkeys(self.failed.values()):
            people = [person for person, reason in self.failed.items() if reason == why]
            shown = ", ".join(people[:_SHOWN]) + (f" or any of {len(people) - _SHOWN} more" if people[_SHOWN:] else "")
            yield f"{name}: without {shown} there is no ranking: {why}"
