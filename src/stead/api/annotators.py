"""What becomes of the rankings of a comparison if one annotator is left out: golds made without each, scored again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from stead import comparing, golds, scoring
from stead.api.inputs import AnnotationsLike, Inputs, Ratings, read_answers
from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput, UsageError
from stead.core.gold import GoldRow, GoldStandard
from stead.core.notes import Caution
from stead.core.progress import Progress
from stead.core.rating import Rating
from stead.core.source import Source
from stead.core.text import counted
from stead.formats import Content, Options
from stead.golds import AnswerRules
from stead.records.comparison import WithoutAnnotator
from stead.records.report import Embedded
from stead.records.scores import Evaluation, headline_figure
from stead.scoring import Request

Vote = Annotation | Rating
WEIGHTS = ("counts", "shares")
_SHOWN = 3
_DECIMALS = 3  # what files keep of a mean
Key = tuple[str, str]
"""Lexelt and id."""


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
            return golds.make_rated_gold(ratings, self.source).gold
        answers = Annotations.of((row for row in self.rows if isinstance(row, Annotation)), self.source)
        return golds.make_gold(answers, AnswerRules(min_responses=1, weights=weights)).gold


def _person(row: Vote) -> str:
    return row.rater if isinstance(row, Rating) else row.annotator


def read_votes(given: AnnotationsLike, files: Inputs) -> Votes:
    """The annotations or ratings of a file, or as they are, without what people wrote beside them and when."""
    found = files.annotations_or_ratings(given)
    return Votes([_bare(row) for row in _rows(found)], found.source)


def _rows(found: Annotations | Ratings) -> Sequence[Vote]:
    return found if isinstance(found, Annotations) else found.ratings


def _bare(row: Vote) -> Vote:
    return replace(row, comment="", time="")


def votes_again(file: Embedded) -> Votes:
    """The annotations or ratings that a saved comparison holds."""
    content = Content(file.name, file.content.encode(errors="backslashreplace"))
    found, _ = read_answers(content, Options(format="stead"))
    return Votes(list(_rows(found)), Source(file.name, file.sha256, file.format))


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
        self.key = request.level(request.settings.rules).key
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
        return Moves(comparing.without_annotators(whole, without, figures=figures), tuple(self._notes()))

    def _evaluation(self, gold: GoldStandard) -> Evaluation:
        plain = replace(self.request, gold=gold, groupings=(), single_words=False, gold_faults={})
        return scoring.evaluate(plain)

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
                f"{counted(len(self.given), 'item')}; annotators are left out of the former."
            )
        for why in dict.fromkeys(self.failed.values()):
            people = [person for person, own in self.failed.items() if own == why]
            shown = ", ".join(people[:_SHOWN]) + (f" or any of {len(people) - _SHOWN} more" if people[_SHOWN:] else "")
            yield f"{name}: without {shown} there is no ranking: {why}"
