"""The figures of the page, all of them by stead's own scoring and comparing."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import stead
from benchmarks.results.listing import TASKS, Gold, System
from stead.comparing import Resampling, compare, compare_groups
from stead.core.faults import Source
from stead.core.substitutes import Run, RunRow
from stead.formats import load
from stead.measures import parse_measure
from stead.records.comparison import Comparison, Estimate, RunPair
from stead.records.scores import Evaluation, Figures
from stead.reporting.score_tables import warnings_of
from stead.scoring import by_part_of_speech

MOST_FIXED = 10
"""As many answers as there are in a run of the task oot."""


@dataclass(frozen=True)
class Column:
    """A figure of the page: the task whose run it is of, the measure, and which of the measure's figures."""

    head: str
    task: str
    measure: str
    figure: str

    def is_of(self, estimate: Estimate | RunPair) -> bool:
        """Whether an estimate or a pair is about this figure."""
        return (estimate.measure, estimate.figure) == (str(parse_measure(self.measure)), self.figure)


BEST = Column("best R", "best", "best", "R")
OOT = Column("oot R", "oot", "oot@10", "R")
COVERAGE = {figure: Column(f"coverage {figure}", "coverage", "coverage(k=1)", figure) for figure in "PRF"}
F = COVERAGE["F"]
COLUMNS = (
    BEST,
    Column("best mode R", "best", "best-mode", "R"),
    OOT,
    Column("oot mode R", "oot", "oot-mode@10", "R"),
    Column("P@1", "best", "p@1", "mean"),
    F,
)
HEADLINES = (BEST, OOT, F)


@dataclass(frozen=True)
class CutOff:
    """Coverage of a system that decides how many answers to give, and of its first 1, 2, ... answers.

    `gain` is the first against the best of the others, if there is a run for both.
    """

    learned: Figures | None
    fixed: tuple[Figures, ...]
    gain: RunPair | None = None
    answers: tuple[int, ...] = ()
    """How many the system gives to each item where it stops by itself."""

    @property
    def best(self) -> int | None:
        """The number of answers with the highest F; the smaller of two that are equally good."""
        values = [figures["F"] or 0.0 for figures in self.fixed]
        return values.index(max(values)) + 1 if values else None


class Measured:
    """One gold with the figures of its systems; oddities of the files are `said` as they are found."""

    def __init__(self, gold: Gold, procedure: Resampling, said: Callable[[str], None]) -> None:
        self.gold, self.procedure, self.said = gold, procedure, said
        standard, report = load(gold.file, "gold")
        self.standard = replace(standard, source=replace(standard.source, name=gold.name))
        runs = [(system, task, *load(path, "run")) for system in gold.systems for task, path in system.runs.items()]
        self._runs = {(system.name, task): _named(run, system.name) for system, task, run, _ in runs}
        for note in chain.from_iterable(loaded.notes() for loaded in (report, *(loaded for *_, loaded in runs))):
            said(note)

    @cached_property
    def comparisons(self) -> dict[str, Comparison]:
        """All systems but ablations, by task, with intervals."""
        return {task: self._compared(evaluation) for task, evaluation in self._evaluations.items()}

    @cached_property
    def by_part_of_speech(self) -> dict[str, dict[str, Comparison]]:
        """The same by task and part of speech, of the headline's measure alone."""
        return {
            column.task: compare_groups(
                evaluation,
                by_part_of_speech(),
                self.procedure,
                measures=[column.measure],
                baseline=evaluation.runs[0].name,
            )
            for column in HEADLINES
            for evaluation in [self._evaluations.get(column.task)]
            if evaluation is not None
        }

    def ablations(self, whole: System) -> dict[str, Comparison]:
        """The ablations of a system against it, by task."""
        systems = [whole, *self.gold.ablations(whole)]
        evaluations = {task: self._evaluated(systems, task) for task in whole.runs}
        return {
            task: self._compared(evaluation)
            for task, evaluation in evaluations.items()
            if evaluation is not None and len(evaluation.runs) > 1
        }

    def cut_off(self, system: System) -> CutOff:
        """What its cut-off is worth."""
        learned, tenfold = (self._runs.get((system.name, column.task)) for column in (F, OOT))
        cut = [] if tenfold is None else [_cut(tenfold, number) for number in range(1, MOST_FIXED + 1)]
        runs = [run for run in (learned, *cut) if run is not None]
        figures = [score.figures for score in self._scored(runs, F.task).scores]
        if learned is None:
            return CutOff(None, tuple(figures))
        cut_off = CutOff(figures[0], tuple(figures[1:]), answers=tuple(len(row.answers) for row in learned))
        if cut_off.best is None:
            return cut_off
        pairs = self._compared(self._scored([cut[cut_off.best - 1], learned], F.task)).pairs
        return replace(cut_off, gain=next(pair for pair in pairs if F.is_of(pair)))

    @cached_property
    def _evaluations(self) -> dict[str, Evaluation]:
        by_task = {task: self._evaluated(self.gold.shown(), task) for task in TASKS}
        return {task: evaluation for task, evaluation in by_task.items() if evaluation is not None}

    def _evaluated(self, systems: Iterable[System], task: str) -> Evaluation | None:
        """The scores of those that have a run for a task; what is odd about the runs is said."""
        runs = [self._runs[system.name, task] for system in systems if task in system.runs]
        if not runs:
            return None
        evaluation = self._scored(runs, task)
        for message in warnings_of(evaluation):
            self.said(f"{task}: {message}")
        return evaluation

    def _scored(self, runs: Sequence[Run], task: str) -> Evaluation:
        measures = dict.fromkeys(column.measure for column in COLUMNS if column.task == task)
        return stead.score(self.standard, *runs, measures=list(measures)).evaluation

    def _compared(self, evaluation: Evaluation) -> Comparison:
        """With the first run as the baseline, since the pairs of all the others are not shown."""
        return compare(evaluation, self.procedure, baseline=evaluation.runs[0].name)


def _named(run: Run, name: str) -> Run:
    return replace(run, source=replace(run.source, name=name))


def _cut(run: Run, number: int) -> Run:
    """The first answers alone."""
    rows = (RunRow(row.lexelt, row.id, row.answers[:number]) for row in run)
    return Run.of(rows, Source(f"first {number}", run.source.sha256))
