"""How the rankings change if one annotator is left out of the gold: golds made without each, scored again."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from stead.comparing.rankings import agreement, ranking, rankings
from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Source
from stead.core.gold import GoldRow, GoldStandard
from stead.core.progress import Progress
from stead.core.rating import Rating
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
    """Compare the ranking on the whole gold with that on the gold without each annotator.

    `without` has the evaluation of the same runs on the gold that lacks an annotator, or makes it when it is called
    with the annotator's name; then `annotators` says who there is.
    """
    found: list[WithoutAnnotator] = []
    everybody = rankings(whole, measures=measures, figures=figures)
    for name, evaluation in _evaluations(without, annotators):
        scored = evaluation.gold.scored
        found += [
            _rank_moves(name, scored, each, ranking(evaluation, each.by.measure, each.by.figure)) for each in everybody
        ]
    return tuple(found)


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
    """What each person said, annotations or ratings, and where it comes from."""

    rows: Sequence[Vote]
    source: Source

    @property
    def kind(self) -> Literal["annotations", "ratings"]:
        """Which of the two they are."""
        return "ratings" if any(isinstance(row, Rating) for row in self.rows) else "annotations"

    @property
    def people(self) -> list[str]:
        """Everybody, in the order of the alphabet."""
        return sorted({_person(row) for row in self.rows})

    def gold(self, weights: str) -> GoldStandard:
        """The gold of all that was said; weights of answers are counts or shares."""
        ratings = [row for row in self.rows if isinstance(row, Rating)]
        if ratings:
            return make_rated_gold(ratings, self.source).gold
        answers = Annotations.of((row for row in self.rows if isinstance(row, Annotation)), self.source)
        return make_gold(answers, AnswerRules(min_responses=1, weights=weights)).gold


def _person(row: Vote) -> str:
    return row.rater if isinstance(row, Rating) else row.annotator


class Moves(NamedTuple):
    """How the rankings move, and what to know about it."""

    records: tuple[WithoutAnnotator, ...]
    notes: tuple[str, ...]


class LeavingOut:
    """The golds of the votes on the items of a request, all of them and without each person, and their rankings."""

    def __init__(self, request: Request, votes: Votes, progress: Progress) -> None:
        if request.multiwords_wanted:
            raise UsageError("annotators (`annotations`) are left out of golds of substitutes, not of multiwords.")
        self.request, self.votes, self.progress = request, votes, progress
        self.key = request.index(request.settings.rules).key
        self.given = self._weights_of(request.gold)
        self.weights, self.whole = self._as_the_gold_was_made()
        self.failed: dict[str, str] = {}

    def _as_the_gold_was_made(self) -> tuple[str, GoldStandard]:
        """By counts or by shares, whichever is closer to the gold that was given."""
        found = {weights: self._on_the_items(self.votes.gold(weights)) for weights in WEIGHTS}
        weights = min(WEIGHTS, key=lambda each: self._differing(found[each]))
        if not len(found[weights]):
            raise BadInput(
                f"{self.votes.source.place}: none of the annotated items is in the gold. Are they of the same data set?"
            )
        return weights, found[weights]

    def _on_the_items(self, gold: GoldStandard) -> GoldStandard:
        rows = [row for row in gold if self.key(row.lexelt, row.id) in self.given]
        return GoldStandard.of(rows, replace(gold.source, name=self.votes.source.name), graded=self.request.gold.graded)

    def _differing(self, gold: GoldStandard) -> int:
        own = self._weights_of(gold)
        return sum(1 for item, weights in self.given.items() if own.get(item) != weights)

    def _weights_of(self, gold: GoldStandard) -> dict[object, dict[str, float]]:
        return {
            self.key(row.lexelt, row.id): {term: round(weight, _DECIMALS) for term, weight in row.weights}
            for row in gold
        }

    def moves(self) -> Moves:
        """Every ranking by a headline figure, without each person in turn."""
        people = self.votes.people
        whole = self._evaluation(self.whole)
        figures = sorted({headline_figure(each.figure_names) for each in whole.statistics})
        without = {}
        for place, person in enumerate(people):
            self.progress("leaving out each annotator", place, len(people))
            try:
                without[person] = self._evaluation(self._without(person))
            except BadInput as error:
                self.failed[person] = str(error).partition(" `stead check")[0]  # there is no such file
        return Moves(without_annotators(whole, without, figures=figures), tuple(self._notes()))

    def _evaluation(self, gold: GoldStandard) -> Evaluation:
        plain = replace(self.request, gold=gold, groupings=(), single_words=False, gold_faults={})
        return evaluate(plain)

    def _without(self, person: str) -> GoldStandard:
        """Only the items that the person answered are counted anew."""
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
                f"{name}: the gold made of these annotations is not {self.request.gold.source.name} on {differing} of "
                f"{plural(len(self.given), 'item')}; annotators are left out of the former."
            )
        for why in dict.fromkeys(self.failed.values()):
            people = [person for person, own in self.failed.items() if own == why]
            shown = ", ".join(people[:_SHOWN]) + (f" or any of {len(people) - _SHOWN} more" if people[_SHOWN:] else "")
            yield f"{name}: without {shown} there is no ranking: {why}"
