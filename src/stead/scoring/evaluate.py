"""Score runs: align once, compute every measure's statistics, sum them for every group, and sign the scores."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, cached_property, partial
from itertools import compress
from operator import attrgetter, not_
from typing import NamedTuple, TypeVar

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, TermLists
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution
from stead.core.parameters import Record
from stead.core.substitutes import GoldStandard, Run
from stead.core.text import list_first, plural
from stead.measures import Measure
from stead.measures.base import Alignment, Task
from stead.records.scores import Evaluation, FaultCounts, Figures, GoldSummary, ItemStatistics, RunSummary, Score
from stead.rules.definitions import Rules, has_mode
from stead.scoring.align import (
    Aligned,
    Needs,
    align,
    answers_within_scored,
    gold_lexelts,
    is_scored,
    with_every_answer,
    with_scored_items,
)
from stead.scoring.groups import MULTIWORD_SUBSETS, Grouping
from stead.scoring.indexed_gold import IndexedGold, index_gold, names_as_terms
from stead.scoring.settings import ALL, ScoringSettings, SignedScore, signature

_NEEDS = {
    "judges": ("how many people judged each substitute", "SWORDS"),
    "proficient": ("which substitutes are as advanced as the target", "ProLex"),
}
"""What measures need of a gold besides its weights, and whose files have it."""


def refuse_unmeasurable(measures: Sequence[Measure], gold: GoldStandard, settings: ScoringSettings) -> None:
    """Refuse measures that need more than this gold, or these settings, have."""
    for measure in measures:
        for need in measure.needs_of_gold:
            if need not in gold.known:
                fact, data_set = _NEEDS[need]
                raise BadInput(
                    f"{gold.source.location}: does not say {fact}, which {measure} needs; {data_set} files and stead "
                    "JSON Lines can."
                )
    of_candidates = [measure for measure in measures if "candidates" in measure.pools]
    if of_candidates and settings.candidates is None:
        raise UsageError(f"{of_candidates[0]} ranks the candidates of a file; say which (`candidates`).")


def refuse_other_gold(sha256: str, gold: GoldStandard) -> None:
    """Refuse any gold but the one that the 2007 program scored with."""
    if sha256 != gold.source.sha256:
        raise UsageError("the 2007 program was asked about one gold; with `preset='semeval2007'` there is no other.")


def refuse_unscored(indexed: IndexedGold, settings: ScoringSettings) -> None:
    """Refuse a gold of which no item is scored."""
    if not indexed.scored.any():
        if not len(indexed.gold):
            raise BadInput(f"{indexed.gold.source.location}: the gold is empty; expected at least one item.")
        needed = _needed_weight(settings.threshold(indexed.gold) or 0)
        items = _none_of(len(indexed.gold))
        raise BadInput(f"{indexed.gold.source.location}: no item is scored, since {items} {needed}.")


def _none_of(items: int) -> str:
    return "its only item lacks" if items == 1 else f"none of its {items} items has"


def _needed_weight(threshold: float) -> str:
    return f"weights that add up to {threshold:g} or more (see `min_responses`)" if threshold else "any weight"


_RUN = 'as in {"1": ["clever"]}'
_SYSTEMS = 'as in {"mine": {"1": ["clever"]}}'


def refuse_unmatched(run: Run, aligned: Aligned, gold: GoldStandard) -> None:
    """Refuse a run that answers no scored item of this gold, and say why."""
    if aligned.alignment.answered.any():
        return
    location = run.source.location
    if not len(run):
        if not run.source.path:
            raise BadInput(f"{location}: the run is empty; expected answers to at least one item.")
        raise BadInput(f"{location}: the run is empty: no line of it could be read. `stead check {location}` says why.")
    if not len(run.answers.codes):
        expected = "" if run.source.path else f"; expected answers by item, {_RUN}, or systems by name, {_SYSTEMS}"
        raise BadInput(f"{location}: the run has {plural(len(run), 'item')}, but no answer{expected}.")
    if len(aligned.unknown_ids) == len(run):
        named = f"the gold {gold.source.location}" if gold.source.location != "gold" else "the gold"
        raise BadInput(
            f"{location}: no id of the run is in {named} "
            f"(run: {list_first(aligned.unknown_ids, 3)}; gold: {list_first(gold.ids, 3)}). "
            "Are they of the same data set?"
        )
    raise BadInput(f"{location}: none of the scored items of {gold.source.location} is answered.")


NMWS = "subset=NMWS"
"""The subset with single-word substitutes only, in gold and run."""


class Recorded(NamedTuple):
    """The results of a reference program for one run: counted, attempted and credit by measure and id."""

    gold: str
    """The SHA-256 of the gold that the program scored with."""
    items: Mapping[str, Mapping[str, tuple[float, float, float]]]
    ideal: Mapping[str, Mapping[str, tuple[float, float, float]]]
    """The same for perfect answers."""
    settings: ScoringSettings
    """How the program scores, for signatures."""
    read_gold: GoldStandard
    """The gold as the program reads it, for signatures: it may leave out items that stead reads."""
    run_format: str
    """The format that the program reads runs in, for signatures."""


class Request(Record, kw_only=True):
    """What to score, and how.

    `recorded` results, one or none for each run, replace the statistics of the measures that they have. Where only
    averages are wanted, and not figures `by_item`, statistics are not kept, but computed anew if they are asked for.
    """

    gold: GoldStandard
    runs: Sequence[Run]
    measures: Sequence[Measure]
    settings: ScoringSettings = field(default_factory=ScoringSettings)
    groupings: Sequence[Grouping] = ()
    single_words: bool = False
    gold_faults: FaultCounts = field(default_factory=dict)
    run_faults: Sequence[FaultCounts] = ()
    recorded: Sequence[Recorded | None] = ()
    by_item: bool = True

    @property
    def needs(self) -> Needs:
        """What the measures need besides the weights."""
        pools = tuple(dict.fromkeys(pool for measure in self.measures for pool in measure.pools))
        return Needs(any(measure.needs_detail for measure in self.measures), pools, self.settings.candidates)

    @property
    def systems(self) -> dict[str, list[Run]]:
        """The runs of each system, by its name: one, or one for each of several tasks."""
        by_name: dict[str, list[Run]] = {}
        for run in self.runs:
            by_name.setdefault(run.name, []).append(run)
        return by_name

    @property
    def program(self) -> str | None:
        """The reference program that recorded results are of."""
        return next((results.settings.program for results in self.recorded if results), None)

    def runs_for(self, measure: Measure) -> list[Run]:
        """The run of each system that a measure is computed from."""
        return [run_for(measure, runs) for runs in self.systems.values()]

    def measures_of(self, run: Run) -> list[Measure]:
        """The measures that are computed from a run: all of them, if it is the only run of its system."""
        runs = self.systems[run.name]
        return [measure for measure in self.measures if run_for(measure, runs) is run]

    def index(self, rules: Rules) -> IndexedGold:
        """Index the gold under these rules, with codes for the candidates too."""
        settings, candidates = self.settings, self.settings.candidates or {}
        gold = names_as_terms(self.gold) if settings.names == "terms" else self.gold
        further = TermLists.of(candidates.values())
        if settings.lemmatiser is not None:
            further = settings.lemmatiser.terms(further, list(candidates))
        return index_gold(
            gold,
            rules,
            threshold=settings.threshold(gold),
            further_terms=further.vocabulary,
            lemmatiser=settings.lemmatiser,
        )

    @property
    def substitutes_wanted(self) -> bool:
        """Whether any measure is about substitutes."""
        return any(measure.task != "mw" for measure in self.measures)

    @property
    def multiwords_wanted(self) -> bool:
        """Whether any measure is about multiwords."""
        return any(measure.task == "mw" for measure in self.measures)


_TASKS_FOR: dict[Task, tuple[str, ...]] = {
    "best": ("best", "oot"),
    "oot": ("oot", "best"),
    "": ("oot", "best"),
    "mw": ("mw",),
}
"""The task whose run a measure is computed from, by the task of the measure; or the second, where there is no such run.

Measures of no task rank or count all answers of a system: its run for oot has more of them than its run for best.
"""


def run_for(measure: Measure, runs: Sequence[Run]) -> Run:
    """Choose the run of a system that a measure is computed from: its only one, or that of the measure's task."""
    if len(runs) == 1:
        return runs[0]
    by_task = {run.task: run for run in runs}
    chosen = next((by_task[task] for task in _TASKS_FOR[measure.task] if task in by_task), None)
    if chosen is None:
        raise BadInput(f"{runs[0].name}: has runs for {' and '.join(by_task)}, and none that {measure} can score.")
    return chosen


def note_unused(run: Run) -> str:
    """Say that no measure is computed from a run."""
    return f"{run.name}: {run.source.location} is not used: no measure is computed from the run for {run.task}."


def leave_out_unused_runs(request: Request) -> tuple[Request, list[str]]:
    """Leave out the runs that no measure is computed from, with a note on each."""
    used = [bool(request.measures_of(run)) for run in request.runs]
    notes = [note_unused(run) for run in compress(request.runs, map(not_, used))]
    runs, faults = list(compress(request.runs, used)), list(compress(request.run_faults, used))
    return (replace(request, runs=runs, run_faults=faults) if notes else request), notes


def evaluate(request: Request) -> Evaluation:
    """Score all systems with all measures."""
    settings = request.settings
    refuse_unmeasurable(request.measures, request.gold, settings)
    indexed = request.index(settings.rules)
    if request.substitutes_wanted or settings.multiwords is not None:
        refuse_unscored(indexed, settings)
    faults = request.run_faults or [{}] * len(request.runs)
    recorded = request.recorded or [None] * len(request.runs)
    scored = [
        _ScoredRun(replace(request, measures=request.measures_of(run)), indexed, run, counts, results)
        for run, counts, results in zip(request.runs, faults, recorded, strict=True)
    ]
    return Evaluation(
        gold=_gold_summary(indexed, request.gold_faults, scored),
        runs=tuple(run.summary() for run in scored),
        scores=tuple(_by_system(request, (score for run in scored for score in run.scores()))),
        statistics=tuple(
            _by_system(request, (statistics for run in scored for statistics in run.item_statistics()), lambda _: ALL)
        ),
        notes=tuple(_notes(request)),
    )


OfMeasure = TypeVar("OfMeasure", Score, ItemStatistics)


def _by_system(
    request: Request, records: Iterable[OfMeasure], group: Callable[[OfMeasure], str] = attrgetter("group")
) -> list[OfMeasure]:
    """Order records by system, by group and by measure, whichever run of a system they are computed from."""
    listed = list(records)
    systems, groups, measures = (
        {name: number for number, name in enumerate(dict.fromkeys(names))}
        for names in (request.systems, map(group, listed), map(str, request.measures))
    )
    return sorted(listed, key=lambda record: (systems[record.run], groups[group(record)], measures[record.measure]))


def summary_of(run: Run, aligned: Aligned, faults: FaultCounts) -> RunSummary:
    """Summarise a run: how much it attempts, and what was wrong with it."""
    return RunSummary(
        name=run.source.name,
        sha256=run.source.sha256,
        format=run.source.format,
        items=len(run),
        attempted=int(aligned.alignment.answered.sum()),
        blank=aligned.blank,
        left_out=aligned.left_out,
        unknown_ids=aligned.unknown_ids,
        repeated_ids=aligned.repeated_ids,
        other_targets=aligned.other_targets,
        items_with_duplicates=aligned.items_with_duplicates,
        duplicates=aligned.duplicates,
        faults=faults,
        task=run.task,
    )


class _ItemGroup(NamedTuple):
    """A named group of items."""

    name: str
    chosen: BoolArray
    table: str = ""


class _ScoredRun:
    """One run with the statistics of every measure."""

    def __init__(
        self, request: Request, indexed: IndexedGold, run: Run, faults: FaultCounts, recorded: Recorded | None
    ) -> None:
        self.request, self.settings = request, request.settings
        self.run, self.faults = run, faults
        self.recorded = recorded
        mapping = self.settings.mapping
        mapped = run if mapping is None else mapping.apply(run, gold_lexelts(indexed, run))
        self.aligned = self._align(indexed, mapped)
        in_groups = bool(request.groupings)
        self.tables = _tables(
            request.measures, self.aligned.alignment, by_item=request.by_item or in_groups, in_groups=in_groups
        )
        if recorded is None:
            refuse_unmatched(run, self.aligned, request.gold)
        else:
            refuse_other_gold(recorded.gold, request.gold)
            self.tables = [
                _replace_statistics(table, recorded) if str(table.measure) in recorded.items else table
                for table in self.tables
            ]
        single_words = request.single_words and not request.multiwords_wanted
        self.single_words = self._single_words(mapped) if single_words else []

    def _align(self, indexed: IndexedGold, run: Run) -> Aligned:
        if not self.request.multiwords_wanted:
            return align(indexed, run, self.request.needs)
        multiwords = self.settings.multiwords
        index = partial(index_gold, rules=self.settings.rules, threshold=None, lemmatiser=self.settings.lemmatiser)
        if multiwords is None:
            return align(index(with_every_answer(indexed.gold, indexed, run)), run)
        within = answers_within_scored(run, indexed)
        aligned = align(index(with_scored_items(multiwords, indexed)), within)
        dropped = len(run.answers.codes) - len(within.answers.codes)
        alignment = replace(aligned.alignment, answerable=is_scored(aligned.alignment, indexed))
        return replace(aligned, alignment=alignment, left_out=aligned.left_out + dropped)

    def _single_words(self, run: Run) -> list["_MeasureTable"]:
        settings = self.settings.single_words_only()
        indexed = self.request.index(settings.rules)
        alignment = align(indexed, run, self.request.needs).alignment
        return _tables(self.request.measures, alignment, by_item=False, in_groups=False)

    def summary(self) -> RunSummary:
        """Summarise the run as it was scored."""
        return replace(summary_of(self.run, self.aligned, self.faults), attempted=self._attempted())

    def _attempted(self) -> int:
        if self.settings.program is None:
            return int(self.aligned.alignment.answered.sum())
        return max(int(table.given.total[1]) for table in self.tables)

    def scores(self) -> Iterator[Score]:
        """Score all items, then each group, then single words."""
        alignment = self.aligned.alignment
        everything = _ItemGroup(ALL, np.ones(len(alignment), dtype=bool))
        groups = (
            _ItemGroup(name, chosen, grouping.table)
            for grouping in self.request.groupings
            for name, chosen in grouping.groups(alignment).items()
        )
        for group in (everything, *groups):
            for table in self.tables:
                yield self._score(table, group, self.settings)
        for table in self.single_words:
            single_words = _ItemGroup(NMWS, np.ones(len(table.alignment), dtype=bool))
            yield self._score(table, single_words, self.settings.single_words_only())

    def _score(self, table: "_MeasureTable", group: _ItemGroup, settings: ScoringSettings) -> Score:
        chosen = group.chosen
        sums = table.given.sums(chosen)
        scored = int(sums[0])
        items = self._items(table, chosen) if table.measure.task == "mw" else scored
        return Score(
            run=self.run.name,
            group=group.name,
            measure=str(table.measure),
            label=table.measure.label,
            family=table.measure.family,
            figures=_figures(table.measure, sums),
            ceiling=_figures(table.measure, table.ideal.sums(chosen)),
            scored=scored,
            attempted=int(sums[1]),
            signature=self._signature(table.measure, group, settings, items),
        )

    def _items(self, table: "_MeasureTable", chosen: BoolArray) -> int:
        """Count the items of the gold on which the answer of a multiword counts."""
        answerable = table.alignment.answerable
        within = chosen if answerable is None else chosen & answerable
        if self.request.multiwords_wanted and self.settings.multiwords is None:
            within = within[: len(self.request.gold)]  # the rows after those of the gold are of further answers
        return int(np.count_nonzero(within))

    def _signature(self, measure: Measure, group: _ItemGroup, settings: ScoringSettings, scored: int) -> str:
        """Sign a score, without a multiword gold that it does not depend on."""
        gold, run_format = self.request.gold, self.run.source.format
        if self.recorded and str(measure) in self.recorded.items:
            settings, gold, run_format = self.recorded.settings, self.recorded.read_gold, self.recorded.run_format
        subsets = {f"subset={name}" for name in MULTIWORD_SUBSETS}
        if not self.request.multiwords_wanted and group.name not in subsets:
            settings = replace(settings, multiwords=None)
        about = SignedScore(str(measure), gold, run_format, self.run.task)
        return signature(settings, about, items=scored, group=group.name, table=group.table)

    def item_statistics(self) -> Iterator[ItemStatistics]:
        """List the statistics of each measure on all items."""
        alignment = self.aligned.alignment
        for table in self.tables:
            measure = table.measure
            yield ItemStatistics(
                run=self.run.name,
                measure=str(measure),
                label=measure.label,
                lexelts=alignment.lexelts,
                ids=alignment.ids,
                fields=measure.fields,
                parts=table.given.parts,
                figure_names=measure.figures,
                combine=measure.combine,
                quotients=measure.quotients,
            )


_Part = tuple[FloatArray | None, FloatArray]
"""The statistics of some items, unless only their sum is kept, and that sum."""


class _Statistics(Record, eq=False):
    """The sum of statistics of items, and a function that gives them part by part, kept or computed anew."""

    measure: Measure
    parts: Callable[[], Sequence[FloatArray]]
    total: FloatArray

    @classmethod
    def of(
        cls, measure: Measure, parts: Iterable[_Part], compute: Callable[[], Sequence[FloatArray]] = list
    ) -> "_Statistics":
        """Join parts, each with its sum; `compute` gives those that were not kept."""
        total: FloatArray = np.zeros(len(measure.fields))
        kept: list[FloatArray] = []
        for values, part_sum in parts:
            total += part_sum
            kept += [] if values is None else [values]
        return cls(measure, (lambda: kept) if kept else compute, total)

    @cached_property
    def values(self) -> FloatArray:
        """The statistics of every item."""
        return np.concatenate([np.zeros((0, len(self.measure.fields))), *self.parts()])

    def sums(self, chosen: BoolArray) -> FloatArray:
        """Sum the statistics of these items."""
        return self.total if chosen.all() else self.values[chosen].sum(axis=0)


class _MeasureTable(Record, eq=False):
    """The statistics of one measure on one alignment, and on the ideal answers."""

    measure: Measure
    alignment: Alignment
    given: _Statistics
    ideal: _Statistics


def _replace_statistics(table: _MeasureTable, recorded: Recorded) -> _MeasureTable:
    """Replace the statistics of a measure with those of a reference program."""
    measure, ids = str(table.measure), table.alignment.ids
    given, ideal = (
        np.array([results[measure].get(identifier, (0, 0, 0)) for identifier in ids], dtype=np.float64)
        for results in (recorded.items, recorded.ideal)
    )
    return replace(
        table,
        given=_Statistics.of(table.measure, [(given, given.sum(axis=0))]),
        ideal=_Statistics.of(table.measure, [(ideal, ideal.sum(axis=0))]),
    )


def _tables(
    measures: Sequence[Measure], alignment: Alignment, *, by_item: bool, in_groups: bool
) -> list[_MeasureTable]:
    """Compute every measure part by part, so that what the measures share is computed once for each part.

    Of the ideal answers to all items, only the sums are needed, and often of the given ones too: item by item they take
    much memory.
    """

    def compute(part: Alignment) -> list[tuple[_Part, _Part]]:
        return [
            (
                _with_sum(measure.statistics(part), kept=by_item),
                _with_sum(measure.statistics(measure.ideal(part)), kept=in_groups),
            )
            for measure in measures
        ]

    @cache
    def given_by_item() -> list[list[FloatArray]]:
        return alignment.map_parts(lambda part: [measure.statistics(part) for measure in measures])

    def given_of(index: int) -> list[FloatArray]:
        return [part[index] for part in given_by_item()]

    parts = alignment.map_parts(compute)
    return [
        _MeasureTable(
            measure,
            alignment,
            _Statistics.of(measure, (part[index][0] for part in parts), partial(given_of, index)),
            _Statistics.of(measure, (part[index][1] for part in parts)),
        )
        for index, measure in enumerate(measures)
    ]


def _with_sum(values: FloatArray, *, kept: bool) -> _Part:
    return values if kept else None, values.sum(axis=0)


def _figures(measure: Measure, sums: FloatArray) -> Figures:
    values = (float(value) for value in measure.combine(sums))
    return {name: None if np.isnan(value) else value for name, value in zip(measure.figures, values, strict=True)}


def _gold_summary(indexed: IndexedGold, faults: FaultCounts, runs: Sequence[_ScoredRun]) -> GoldSummary:
    """Summarise the gold as it was used; where a reference program scored, it says how many items have a mode."""
    gold = indexed.gold
    with_mode = int(has_mode(indexed.sorted_weights).sum())
    for run in runs[:1]:
        for table in run.tables if run.recorded else ():
            if table.measure.name.endswith("-mode"):
                with_mode = int(table.ideal.total[0])
    return GoldSummary(
        name=gold.source.name,
        sha256=gold.source.sha256,
        format=gold.source.format,
        graded=gold.graded,
        items=len(gold),
        scored=int(indexed.scored.sum()),
        with_mode=with_mode,
        faults=faults,
    )


def _notes_on_choices(request: Request) -> Iterator[str]:
    """Say which run of systems with several runs each measure is computed from."""
    systems_of: dict[tuple[tuple[str, tuple[str, ...]], ...], list[str]] = {}
    for name, runs in request.systems.items():
        if len(runs) > 1:
            measures = {run.task: tuple(measure.label for measure in request.measures_of(run)) for run in runs}
            systems_of.setdefault(tuple(sorted(measures.items(), key=lambda item: len(item[1]))), []).append(name)
    for (*fewer, (task, _)), systems in systems_of.items():
        named = "; ".join(f"{', '.join(labels)} from the run for {other}" for other, labels in fewer)
        yield f"{', '.join(systems)}: {named}; all other measures from the run for {task}."


def _notes(request: Request) -> Iterator[str]:
    yield from _notes_on_choices(request)
    mapping = request.settings.mapping
    if mapping is not None and not {*mapping.canonical} & {*request.gold.lexelts}:
        yield Caution(f"{mapping.source.name} has no rule for any target of the gold: it changed nothing.")
    if request.multiwords_wanted and request.settings.multiwords is None and not request.recorded:
        yield Caution(
            f"{request.gold.source.name} is read as a gold of multiwords, and precision is over all answers of a "
            "run, even to items that no gold has, since it is not known which items are scored for substitutes: give "
            "the gold of substitutes first, and that of multiwords as `multiwords`."
        )
