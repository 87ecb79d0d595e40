"""The human ceiling: each annotator scored, as a run, against the gold of the others."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from stead.agreement.answer_table import AnswerState, AnswerTable, join_names, leave_out_people, tabulate
from stead.agreement.figures import AgreementSettings, human_signature
from stead.core.annotation import Annotation, Annotations, is_machine
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Source
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.measures import Measure
from stead.records.agreement import HumanScores, MeanScore
from stead.records.scores import Figures, Score
from stead.rules.definitions import MIN_RESPONSES, Rules, weighs_enough
from stead.scoring import Request, ScoringSettings, evaluate

Key = tuple[str, str]
Terms = Callable[[Annotation], Sequence[str]]


def human_scores(annotations: Annotations, measures: Sequence[Measure], settings: AgreementSettings) -> HumanScores:
    """Score every annotator against the others, and average the scores.

    The gold of the others has, for each item that the annotator has a row for, how many of the others named each
    substitute; as in scoring, items whose substitutes were named fewer than two times are left out. The run has the
    annotator's substitutes in their order; NIL, NAME and an empty row are no answer.
    Machines among the annotators are scored against all people, and are none of the others.
    """
    _refuse_measures(measures)
    of_multiwords = any(measure.task == "mw" for measure in measures)
    rules = settings.rules or Rules()
    source = annotations.source
    by_machines = annotations.by_machines
    people = annotations.only(~by_machines)
    machines = tabulate(annotations.only(by_machines), rules, settings.max_answers).rows if by_machines.any() else []
    tabulated = tabulate(
        leave_out_people(people, [name for name in settings.without if not is_machine(name)]),
        rules,
        settings.max_answers,
    )
    rows = tabulated.rows
    able = _can_be_scored(tabulated.table, of_multiwords=of_multiwords)
    if not any(able.values()):
        raise BadInput(
            f"{source.location}: no annotator has {_WANTED[of_multiwords]}, so none can be scored against the others."
        )
    others = _Others(rows, rules, source, of_multiwords=of_multiwords)
    scoring = ScoringSettings(rules=rules, policy=settings.policy)
    scores = [
        score
        for name, annotator_rows in _by_annotator(rows).items()
        if able[name]
        for score in evaluate(others.request(name, annotator_rows, measures, scoring)).scores
    ]
    of_machines = [
        score
        for name, machine_rows in _by_annotator(machines).items()
        if name not in settings.without
        for score in evaluate(others.request(name, machine_rows, measures, scoring, among_them=False)).scores
    ]
    signed, signed_of_machines = (
        [
            replace(
                score, signature=human_signature(score.measure, settings, source, items=others.items, people=len(able))
            )
            for score in group
        ]
        for group in (scores, of_machines)
    )
    unable = [name for name, can in able.items() if not can]
    notes = [Caution(f"{join_names(unable)}: not scored against the others, since they lack {_WANTED[of_multiwords]}.")]
    return HumanScores(
        source=source,
        items=others.items,
        without=settings.without,
        scores=(*signed, *signed_of_machines),
        means=tuple(_means(signed)),
        notes=(*tabulated.notes, *(notes if unable else [])),
    )


_WANTED = {
    False: "an answer to an item whose substitutes the others named two or more times in total",
    True: "a multiword on an item whose substitutes the others named two or more times in total",
}


def _refuse_measures(measures: Sequence[Measure]) -> None:
    for measure in measures:
        if measure.needs_of_gold or "candidates" in measure.pools:
            raise UsageError(f"{measure} needs candidates that were given to be judged; annotators were given none.")


def _can_be_scored(table: AnswerTable, *, of_multiwords: bool) -> dict[str, bool]:
    """Whether each annotator answered an item for which the others make a gold."""
    scored = weighs_enough(table.tally.totals[table.row_items] - table.answer_sizes, MIN_RESPONSES)
    answered = table.multiwords >= 0 if of_multiwords else table.states == AnswerState.SUBSTITUTES
    answers = np.bincount(table.row_annotators[scored & answered], minlength=len(table.annotators))
    return dict(zip(table.annotators, (answers > 0).tolist(), strict=True))


def _by_annotator(rows: Iterable[Annotation]) -> dict[str, list[Annotation]]:
    by_annotator: dict[str, list[Annotation]] = defaultdict(list)
    for row in rows:
        by_annotator[row.annotator].append(row)
    return by_annotator


class _Others:
    """The answers of all annotators, from which those of one are subtracted."""

    def __init__(self, rows: Sequence[Annotation], rules: Rules, source: Source, *, of_multiwords: bool) -> None:
        self.source, self.of_multiwords = source, of_multiwords
        self.substitutes = _TermVotes(rows, _distinct_terms(rules))
        self.multiwords = _TermVotes(rows, _multiword if of_multiwords else lambda _: ())

    @property
    def items(self) -> int:
        """The number of items that were answered."""
        return len(self.substitutes.counts)

    def request(
        self,
        name: str,
        own_rows: Sequence[Annotation],
        measures: Sequence[Measure],
        settings: ScoringSettings,
        *,
        among_them: bool = True,
    ) -> Request:
        """The request to score one annotator as a run against the gold of the others; a machine is not `among_them`."""
        location = f"the others than {name} in {self.source.location}"
        gold = self.substitutes.gold_without(own_rows, location, among_them=among_them)
        terms: Terms = _multiword if self.of_multiwords else lambda row: row.substitutes
        run = Run.of((RunRow(row.lexelt, row.id, list(terms(row))) for row in own_rows), Source(name, ""))
        if self.of_multiwords:
            multiwords = self.multiwords.gold_without(own_rows, location, among_them=among_them)
            settings = replace(settings, multiwords=multiwords)
        return Request(gold=gold, runs=[run], measures=measures, settings=settings)


def _multiword(row: Annotation) -> Sequence[str]:
    return (row.multiword,) if row.multiword.strip() else ()


def _distinct_terms(rules: Rules) -> Terms:
    """A function to the distinct substitutes of a row under the rules: an annotator has one vote for each."""
    normalised: dict[str, str] = {}

    def terms(row: Annotation) -> Sequence[str]:
        first: dict[str, str] = {}
        for term in row.substitutes:
            if term not in normalised:
                normalised[term] = rules.normalise(term)
            first.setdefault(normalised[term], term)
        return list(first.values())

    return terms


class _TermVotes:
    """The number of annotators who named each term of each item."""

    def __init__(self, rows: Sequence[Annotation], terms: Terms) -> None:
        self.terms = terms
        self.counts: dict[Key, Counter[str]] = defaultdict(Counter)
        for row in rows:
            self.counts[row.lexelt, row.id].update(terms(row))

    def gold_without(self, rows: Sequence[Annotation], location: str, *, among_them: bool) -> GoldStandard:
        """The gold of the items in these rows, without the votes of the rows themselves if they are among the votes."""
        gold_rows = (self._gold_row(row, {*self.terms(row)} if among_them else set()) for row in rows)
        return GoldStandard.of(gold_rows, Source(location, ""), graded=False)

    def _gold_row(self, row: Annotation, mine: set[str]) -> GoldRow:
        votes = self.counts[row.lexelt, row.id].items()
        left = [(term, float(count - (term in mine))) for term, count in votes if count > (term in mine)]
        return GoldRow(row.lexelt, row.id, left)


def _means(scores: Sequence[Score]) -> Iterator[MeanScore]:
    """The mean score of each measure, over the annotators who have one."""
    for measure in dict.fromkeys(score.measure for score in scores):
        of_measure = [score for score in scores if score.measure == measure]
        yield MeanScore(
            measure,
            _mean([score.figures for score in of_measure]),
            _mean([score.ceiling for score in of_measure]),
            len(of_measure),
        )


def _mean(figures: Sequence[Figures]) -> Figures:
    values = {name: [numbers[name] for numbers in figures] for name in figures[0]}
    known = {name: [value for value in numbers if value is not None] for name, numbers in values.items()}
    return {name: sum(numbers) / len(numbers) if numbers else None for name, numbers in known.items()}
