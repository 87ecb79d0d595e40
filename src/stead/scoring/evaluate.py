"""Score runs: align once, take every measure's statistics, add them up for every group, and sign."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from stead._wording import counted
from stead.measures import Measure
from stead.scoring.align import Aligned, align
from stead.scoring.grouping import MULTIWORD_SUBSETS, Grouping
from stead.scoring.levelled import LevelledGold, level_gold
from stead.scoring.multiwords import with_every_answer, within_scored
from stead.scoring.settings import Settings
from stead.scoring.signature import signature
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

ALL = "all"
"""The group of all items."""

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
    if request.substitutes_wanted or settings.multiwords:
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


class _ScoredRun:
    """One run with the statistics of every measure."""

    def __init__(self, request: Request, levelled: LevelledGold, run: Run, faults: FaultCounts) -> None:
        self.request, self.settings = request, request.settings
        self.run, self.faults = run, faults
        mapped = self.settings.mapping.apply(run) if self.settings.mapping else run
        self.aligned = self._align(levelled, mapped)
        _refuse_unmatched(run, self.aligned, request.gold)
        self.tables = [_Table(measure, self.aligned.alignment) for measure in request.measures]
        single_words = request.single_words and not request.multiwords_wanted
        self.single_words = self._single_words(mapped) if single_words else []

    def _align(self, levelled: LevelledGold, run: Run) -> Aligned:
        if not self.request.multiwords_wanted:
            return align(levelled, run)
        multiwords = self.settings.multiwords
        gold = within_scored(multiwords, levelled) if multiwords else with_every_answer(levelled.gold, run)
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
        groups: dict[str, BoolArray] = {ALL: np.ones(len(alignment), dtype=bool)}
        for grouping in self.request.groupings:
            groups |= grouping.groups(alignment)
        for group, chosen in groups.items():
            for table in self.tables:
                yield self._score(table, group, chosen, self.settings)
        for table in self.single_words:
            chosen = np.ones(len(table.alignment), dtype=bool)
            yield self._score(table, NMWS, chosen, self.settings.single_words_only())

    def _score(self, table: "_Table", group: str, chosen: BoolArray, settings: Settings) -> Score:
        sums = table.values[chosen].sum(axis=0)
        scored = int(np.count_nonzero(chosen[: len(self.request.gold)]))  # further rows are not the gold's
        return Score(
            self.run.name,
            group,
            str(table.measure),
            table.measure.family,
            _named(table.measure, sums),
            _named(table.measure, table.ideal[chosen].sum(axis=0)),
            scored=int(sums[0]),
            attempted=int(sums[1]),
            signature=signature(
                str(table.measure), group, self.request.gold, self._used(settings, group), scored=scored
            ),
        )

    def _used(self, settings: Settings, group: str) -> Settings:
        """Without a multiword gold that this score does not depend on."""
        used = self.request.multiwords_wanted or group in {f"subset={name}" for name in MULTIWORD_SUBSETS}
        return settings if used else replace(settings, multiwords=None)

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
    if request.multiwords_wanted and not request.settings.multiwords:
        yield (
            f"{request.gold.source.place} is taken for a gold of multiwords. Precision is over all answers of a run, "
            "also to items that no gold has, since it is not known which items are scored for substitutes: give the "
            "gold of substitutes first, and that of multiwords as `multiwords`."
        )


def _refuse_unscored(levelled: LevelledGold, settings: Settings) -> None:
    if not levelled.scored.any():
        raise BadInput(
            f"{levelled.gold.source.place}: no item is scored, since none of its {len(levelled.gold)} items has "
            f"weights that add up to {settings.threshold(levelled.gold):g} or more. `stead check "
            f"{levelled.gold.source.place}` shows its faults; a lower min-responses may help."
        )


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
