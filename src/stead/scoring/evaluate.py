"""Score runs: align once, take every measure's statistics, add them up for every group, and sign."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from stead._wording import counted
from stead.measures import Measure
from stead.scoring.align import Aligned, align, gold_lexelts
from stead.scoring.grouping import MULTIWORD_SUBSETS, Grouping
from stead.scoring.levelled import LevelledGold, level_gold
from stead.scoring.multiwords import answers_within_scored, with_every_answer, with_scored_items
from stead.scoring.settings import Settings
from stead.scoring.signature import ALL, signature
from stead.task import (
    Alignment,
    BadInput,
    Evaluation,
    GoldStandard,
    GoldSummary,
    ItemStatistics,
    Run,
    RunSummary,
    Score,
)
from stead.task.alignment import BoolArray, FloatArray
from stead.task.results import FaultCounts, Figures

NMWS = "subset=NMWS"
"""The subset scored on single-word substitutes only, on both sides."""


@dataclass(frozen=True)
class Request:
    """What is to be scored, and how."""

    gold: GoldStandard
    runs: Sequence[Run]
    measures: Sequence[Measure]
    settings: Settings = field(default_factory=Settings)
    groupings: Sequence[Grouping] = ()
    single_words: bool = False
    gold_faults: FaultCounts = field(default_factory=dict)
    run_faults: Sequence[FaultCounts] = ()

    @property
    def substitutes_wanted(self) -> bool:
        """Whether any measure is about substitutes."""
        return any(measure.task != "mw" for measure in self.measures)

    @property
    def multiwords_wanted(self) -> bool:
        """Whether any measure is about multiwords."""
        return any(measure.task == "mw" for measure in self.measures)


def evaluate(request: Request) -> Evaluation:
    """All scores of all runs."""
    gold, settings = request.gold, request.settings
    levelled = level_gold(gold, settings.rules, threshold=settings.threshold(gold))
    if request.substitutes_wanted or settings.multiwords is not None:
        _refuse_unscored(levelled, settings)
    faults = request.run_faults or [{}] * len(request.runs)
    scored = [_ScoredRun(request, levelled, *each) for each in zip(request.runs, faults, strict=True)]
    return Evaluation(
        _gold_summary(levelled, request.gold_faults),
        tuple(each.summary() for each in scored),
        tuple(score for each in scored for score in each.scores()),
        tuple(statistics for each in scored for statistics in each.item_statistics()),
        tuple(_notes(request)),
    )


@dataclass(frozen=True, eq=False)
class _Group:
    """Some of the items."""

    name: str
    chosen: BoolArray
    table: str = ""


class _ScoredRun:
    """One run with the statistics of every measure."""

    def __init__(self, request: Request, levelled: LevelledGold, run: Run, faults: FaultCounts) -> None:
        self.request, self.settings = request, request.settings
        self.run, self.faults = run, faults
        mapping = self.settings.mapping
        mapped = run if mapping is None else mapping.apply(run, gold_lexelts(levelled, run))
        self.aligned = self._align(levelled, mapped)
        _refuse_unmatched(run, self.aligned, request.gold)
        self.tables = [_Table(measure, self.aligned.alignment) for measure in request.measures]
        single_words = request.single_words and not request.multiwords_wanted
        self.single_words = self._single_words(mapped) if single_words else []

    def _align(self, levelled: LevelledGold, run: Run) -> Aligned:
        if not self.request.multiwords_wanted:
            return align(levelled, run)
        multiwords = self.settings.multiwords
        if multiwords is None:
            gold = with_every_answer(levelled.gold, levelled, run)
        else:
            gold, run = with_scored_items(multiwords, levelled), answers_within_scored(run, levelled)
        return align(level_gold(gold, self.settings.rules, threshold=None), run)

    def _single_words(self, run: Run) -> list["_Table"]:
        settings = self.settings.single_words_only()
        gold = self.request.gold
        levelled = level_gold(gold, settings.rules, threshold=settings.threshold(gold))
        alignment = align(levelled, run).alignment
        return [_Table(measure, alignment) for measure in self.request.measures]

    def summary(self) -> RunSummary:
        """The run as it was used."""
        source, aligned = self.run.source, self.aligned
        return RunSummary(
            source.name,
            source.sha256,
            source.format,
            items=len(self.run),
            attempted=int(aligned.alignment.answered.sum()),
            blank=aligned.blank,
            left_out=aligned.left_out,
            unknown_ids=aligned.unknown_ids,
            repeated_ids=aligned.repeated_ids,
            other_targets=aligned.other_targets,
            items_with_duplicates=aligned.items_with_duplicates,
            duplicates=aligned.duplicates,
            faults=self.faults,
        )

    def scores(self) -> Iterator[Score]:
        """All items first, then each group, then single words."""
        alignment = self.aligned.alignment
        everything = _Group(ALL, np.ones(len(alignment), dtype=bool))
        groups = (
            _Group(name, chosen, grouping.table)
            for grouping in self.request.groupings
            for name, chosen in grouping.groups(alignment).items()
        )
        for group in (everything, *groups):
            for table in self.tables:
                yield self._score(table, group, self.settings)
        for table in self.single_words:
            single_words = _Group(NMWS, np.ones(len(table.alignment), dtype=bool))
            yield self._score(table, single_words, self.settings.single_words_only())

    def _score(self, table: "_Table", group: _Group, settings: Settings) -> Score:
        chosen = group.chosen
        sums = table.values[chosen].sum(axis=0)
        scored = int(np.count_nonzero(chosen[: len(self.request.gold)]))  # further rows are not the gold's
        return Score(
            self.run.name,
            group.name,
            str(table.measure),
            table.measure.family,
            _named(table.measure, sums),
            _named(table.measure, table.ideal[chosen].sum(axis=0)),
            scored=int(sums[0]),
            attempted=int(sums[1]),
            signature=self._signature(table.measure, group, settings, scored),
        )

    def _signature(self, measure: Measure, group: _Group, settings: Settings, scored: int) -> str:
        """Without a multiword gold that the score does not depend on."""
        subsets = {f"subset={name}" for name in MULTIWORD_SUBSETS}
        if not self.request.multiwords_wanted and group.name not in subsets:
            settings = replace(settings, multiwords=None)
        gold = self.request.gold
        return signature(str(measure), group.name, gold, settings, scored=scored, table=group.table)

    def item_statistics(self) -> Iterator[ItemStatistics]:
        """The statistics behind the scores on all items."""
        alignment = self.aligned.alignment
        for table in self.tables:
            measure = table.measure
            yield ItemStatistics(
                self.run.name,
                str(measure),
                alignment.lexelts,
                alignment.ids,
                measure.fields,
                table.values,
                measure.figures,
                np.column_stack(measure.combine(table.values)),
            )


class _Table:
    """The statistics of one measure on one alignment, and of the ideal answers."""

    def __init__(self, measure: Measure, alignment: Alignment) -> None:
        self.measure, self.alignment = measure, alignment
        self.values = measure.statistics(alignment)
        self.ideal = measure.statistics(measure.ideal(alignment))


def _named(measure: Measure, sums: FloatArray) -> Figures:
    values = (float(value) for value in measure.combine(sums))
    return {name: None if np.isnan(value) else value for name, value in zip(measure.figures, values, strict=True)}


def _gold_summary(levelled: LevelledGold, faults: FaultCounts) -> GoldSummary:
    gold = levelled.gold
    top = levelled.sorted_weights().first(2)
    return GoldSummary(
        gold.source.name,
        gold.source.sha256,
        gold.source.format,
        gold.graded,
        items=len(gold),
        scored=int(levelled.scored.sum()),
        with_mode=int((top[:, 0] > top[:, 1]).sum()),
        faults=faults,
    )


def _notes(request: Request) -> Iterator[str]:
    if request.multiwords_wanted and request.settings.multiwords is None:
        yield (
            f"{request.gold.source.place} is taken for a gold of multiwords, and precision is over all answers of a "
            "run, also to items that no gold has, since it is not known which items are scored for substitutes: give "
            "the gold of substitutes first, and that of multiwords as `multiwords`."
        )


def _refuse_unscored(levelled: LevelledGold, settings: Settings) -> None:
    if not levelled.scored.any():
        place, demanded = levelled.gold.source.place, _demanded(settings.threshold(levelled.gold))
        raise BadInput(
            f"{place}: no item is scored, since none of its {len(levelled.gold)} items has {demanded}. "
            f"`stead check {place}` shows its faults."
        )


def _demanded(threshold: float) -> str:
    return f"weights that add up to {threshold:g} or more (see --min-responses)" if threshold else "any weight"


def _refuse_unmatched(run: Run, aligned: Aligned, gold: GoldStandard) -> None:
    """A run that answers nothing of this gold has no scores; say which of the reasons it is."""
    if aligned.alignment.answered.any():
        return
    place = run.source.place
    if not len(run):
        raise BadInput(f"{place}: the run is empty: no line of it could be read. `stead check {place}` says why.")
    if not len(run.answers.codes):
        raise BadInput(f"{place}: the run has {counted(len(run), 'line')}, but no answer.")
    if len(aligned.unknown_ids) == len(run):
        raise BadInput(
            f"{place}: no id of the run is in the gold {gold.source.place} (run: {', '.join(run.ids[:3])}; "
            f"gold: {', '.join(gold.ids[:3])}). Are they of the same data set?"
        )
    raise BadInput(f"{place}: none of the scored items of {gold.source.place} is answered.")
