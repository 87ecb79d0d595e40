"""Gold 2: the ratings of the pool as weights, alone or added to the counts of the first gold."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution
from stead.core.gold import GoldRow, GoldStandard
from stead.core.parameters import shortened
from stead.core.rating import MAX_RATING, VERDICTS, Rating
from stead.core.source import Source
from stead.core.text import plural
from stead.golds import MadeGold, RatingRules, make_rated_gold
from stead.golds.made import Setting, signature_of
from stead.rules.matching import Rules

MERGES = {
    "posthoc": "what the raters say, and nothing else (Tanguy et al. 2018)",
    "added": "the counts of the first gold plus the ratings, brought to the scale of the counts",
}
"""How the first gold and the ratings come together."""

Key = tuple[str, str]


def extend_gold(
    gold: GoldStandard,
    ratings: Sequence[Rating],
    source: Source,
    *,
    grade: RatingRules | None = None,
    merge: str = "posthoc",
    annotators: int | None = None,
    rules: Rules | None = None,
    policy: str = "repair",
) -> MadeGold:
    """The second gold. `annotators` made the first: by default as many as its largest count says."""
    if merge not in MERGES:
        raise UsageError(f"{merge!r} is no way to merge; there are {', '.join(MERGES)}.")
    if annotators is not None and (merge != "added" or annotators < 1):
        raise UsageError("annotators is a whole number from 1, and only for `merge='added'`.", parameter="annotators")
    made = make_rated_gold(ratings, source, grade, policy=policy)
    extending = _Extending(gold, made, rules or Rules())
    if merge == "posthoc":
        return extending.finished(made.gold, merge, ())
    if gold.graded:
        raise UsageError(f"{gold.source.place}: a graded gold has no counts to add ratings to; use `merge='posthoc'`.")
    people = annotators or int(max(gold.weights, default=0))
    if not people:
        raise BadInput(f"{gold.source.place}: the first gold has no weight above 0.")
    most = MAX_RATING if not isinstance(ratings[0].value, str) else len(VERDICTS) - 1
    merged = GoldStandard.of(extending.added(people / most), Source("gold", ""), graded=True)
    meaning = "a rating is multiplied by this number over the best rating, and added to the count"
    return extending.finished(merged, merge, (Setting("annotators", "annotators", str(people), meaning),))


class _Extending:
    """The first gold beside the ratings."""

    def __init__(self, gold: GoldStandard, made: MadeGold, rules: Rules) -> None:
        self.gold, self.made, self.rules = gold, made, rules
        self.rated = {(row.lexelt, row.id): row for row in made.gold}
        if not any((row.lexelt, row.id) in self.rated for row in gold):
            raise BadInput(
                f"{gold.source.place}: no item of the first gold was rated. Are gold and ratings of the same data?"
            )

    def added(self, factor: float) -> Iterator[GoldRow]:
        """Counts plus ratings, the items of the first gold first."""
        waiting = dict(self.rated)
        for row in self.gold:
            own = waiting.pop((row.lexelt, row.id), None)
            yield row if own is None else self._row(row, own, factor)
        yield from (
            row._replace(weights=[(term, weight * factor) for term, weight in row.weights]) for row in waiting.values()
        )

    def _row(self, first: GoldRow, second: GoldRow, factor: float) -> GoldRow:
        weights: dict[str, tuple[str, float]] = {}
        for term, weight in [*first.weights, *((term, weight * factor) for term, weight in second.weights)]:
            form, before = weights.get(self.rules.normalise(term), (term, 0.0))
            weights[self.rules.normalise(term)] = form, before + weight
        return first._replace(weights=sorted(weights.values(), key=lambda pair: (-pair[1], pair[0])))

    def _unrated(self) -> int:
        """How many substitutes of the first gold nobody rated."""
        found = 0
        for row in self.gold:
            own = self.rated.get((row.lexelt, row.id))
            rated = {self.rules.normalise(term) for term, _ in own.weights} if own else set()
            found += sum(1 for term, weight in row.weights if weight > 0 and self.rules.normalise(term) not in rated)
        return found

    def finished(self, gold: GoldStandard, merge: str, settings: Sequence[Setting]) -> MadeGold:
        """The gold with its procedure, counts and signature."""
        unrated = self._unrated()
        procedure = (
            *self.made.procedure,
            Setting("merge", "merge", merge, f"how the first gold comes in: {MERGES[merge]}"),
            *settings,
            Setting("match", "matching", str(self.rules), "when a rated candidate is a substitute of the first gold"),
            Setting("gold1", "first gold", shortened(self.gold.source.sha256), "the gold that was extended"),
        )
        counts = {**self.made.counts, "substitutes of the first gold that nobody rated": unrated}
        lost = "left out" if merge == "posthoc" else "kept with their counts"
        place = self.gold.source.place
        notes = [Caution(f"{place}: {plural(unrated, 'substitute')} of the first gold that nobody rated: {lost}.")]
        return replace(
            self.made,
            gold=gold,
            procedure=procedure,
            counts=counts,
            notes=(*self.made.notes, *(notes if unrated else ())),
            signature=signature_of(procedure),
        )
