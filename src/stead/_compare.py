"""The Python interface to comparisons: compare runs, save and load what was found, add runs, make pages."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import isnan
from pathlib import Path
from typing import Any

from stead import comparing, scoring
from stead._api import Prepared, distinctly_named, prepare
from stead._embedding import embedded_inputs, request_again
from stead._inputs import GoldLike, Inputs, RunLike, StrPath
from stead._version import __version__
from stead.comparing import UNITS, Procedure, Sampling
from stead.formats import Options, Policy, load, read_content, write_content
from stead.reporting.comparisons import render_comparison
from stead.reporting.headlines import headline_figure
from stead.reporting.records import from_json
from stead.scoring import Credits, Grouping, Request
from stead.task import Evaluation, GoldStandard, Item, ItemStatistics, UsageError
from stead.task.declared import configured
from stead.task.rankings import GoldsTable, RankAgreement
from stead.task.report import ComparisonReport, ReportItem, Sentence

_SAMPLES = 200
Said = Callable[[str], None]
"""Told what is being done, on long work."""


def silent(_: str) -> None:
    """Nobody is told."""


@dataclass(frozen=True, eq=False, repr=False)
class ComparisonResult:
    """What `compare` found: prints as tables, becomes a page or JSON, and takes further runs."""

    report: ComparisonReport

    def to(self, format: str = "text") -> str:
        """The comparison as text, markdown, latex, tsv, json or html."""
        return render_comparison(self.report, format)

    def save(self, path: StrPath) -> None:
        """Write it whole or not at all; the ending of the name says in what form (.html, .json, .md, .tex, .tsv)."""
        ending = Path(path).suffix
        if ending not in ENDINGS:
            raise UsageError(f"{path}: the ending says the form; there are {', '.join(ENDINGS)}.")
        write_content(path, self.to(ENDINGS[ending]).encode())

    def __str__(self) -> str:
        return self.to("text")

    def __repr__(self) -> str:
        names = ", ".join(run.name for run in self.report.runs)
        return f"<ComparisonResult: {names} on {self.report.gold.name}>"


ENDINGS = {".html": "html", ".json": "json", ".md": "markdown", ".tex": "latex", ".tsv": "tsv", ".txt": "text"}


def compare(
    gold: GoldLike,
    *runs: RunLike,
    tests: str = "randomisation",
    cluster: str = "item",
    resamples: int = 10_000,
    interval: str = "bca",
    level: float = 0.95,
    correction: str = "holm",
    seed: int = 1,
    items: StrPath | Iterable[StrPath] | None = None,
    other_gold: GoldLike | None = None,
    said: Said = silent,
    **options: Any,
) -> ComparisonResult:
    """Score runs and compare them: intervals, paired tests of every pair, rankings, breakdowns, meta-evaluation.

    Everything that resamples does so by item and by lexelt, since sentences of one target are not independent;
    `cluster` says which comes first. `items` are files of sentences, for the item browser of the page. `other_gold` is
    a second gold standard for the same items, on which the runs are ranked again. `options` are those of `score`.
    """
    procedure = Procedure(tests, cluster, resamples, interval, level, correction, seed)
    prepared = prepare(gold, runs, **options)
    other = None if other_gold is None else Inputs(Options()).gold(other_gold)
    return ComparisonResult(_Comparing(prepared, _sentences(items), other, procedure, said).report())


def load_comparison(path: StrPath) -> ComparisonResult:
    """Read a comparison that was saved as JSON."""
    content = read_content(path)
    return ComparisonResult(from_json(ComparisonReport, content.data.decode(errors="replace"), content.path))


def add_runs(comparison: ComparisonResult, *runs: RunLike, said: Said = silent) -> ComparisonResult:
    """The comparison with further runs, as if they had been there from the beginning."""
    own = comparison.report
    files = Inputs(Options(policy=Policy(own.inputs.policy), separator=own.inputs.separator))
    further = [(files.run(run, number), files.last_faults()) for number, run in enumerate(runs, start=1)]
    again = request_again(own, [run for run, _ in further], "the saved comparison")
    request = replace(
        again.request,
        runs=distinctly_named(again.request.runs),
        run_faults=[*again.request.run_faults, *(faults for _, faults in further)],
    )
    prepared = Prepared(request, tuple(files.reports), ())
    procedure = configured(Procedure(), own.comparisons[0].procedure)
    return ComparisonResult(_Comparing(prepared, again.items, again.other_gold, procedure, said).report())


def _sentences(items: StrPath | Iterable[StrPath] | None) -> list[Item] | None:
    if items is None:
        return None
    paths = [items] if isinstance(items, str | os.PathLike) else list(items)
    return [item for path in paths for item in load(path, "items", Options())[0]]


@dataclass(frozen=True, eq=False)
class _Comparing:
    """A comparison in the making."""

    prepared: Prepared
    items: Sequence[Item] | None
    other_gold: GoldStandard | None
    procedure: Procedure
    said: Said

    def report(self) -> ComparisonReport:
        """The whole document."""
        request = self.prepared.request
        self.said("scoring ...")
        evaluation = self.prepared.result().evaluation
        self.said("resampling, by item and by lexelt ...")
        units = sorted(UNITS, key=lambda unit: unit != self.procedure.unit)
        comparisons = tuple(comparing.compare(evaluation, replace(self.procedure, unit=unit)) for unit in units)
        self.said("taking the results apart ...")
        others = self._on_other_gold(evaluation)
        several, sampling = len(request.runs) > 1, Sampling(samples=_SAMPLES, seed=self.procedure.seed)
        return ComparisonReport(
            __version__,
            evaluation.gold,
            evaluation.runs,
            evaluation.scores,
            comparisons,
            tuple(comparing.breakdown(evaluation, grouping) for grouping in _groupings(request, self.items)),
            (*(comparing.agreements(comparisons[0].rankings) if several else ()), *(each for _, each in others)),
            comparing.discriminative_power(comparisons[0]) if several else (),
            (*comparing.split_half(evaluation, sampling), *comparing.growing_samples(evaluation, sampling))
            if several
            else (),
            comparing.swap_rates(evaluation, sampling) if several else (),
            tuple(table for table, _ in others),
            tuple(_items(request, evaluation, self.items)),
            tuple(dict.fromkeys((*evaluation.notes, *(note for each in comparisons for note in each.notes)))),
            embedded_inputs(request, self.items, self.other_gold),
        )

    def _on_other_gold(self, evaluation: Evaluation) -> list[tuple[GoldsTable, RankAgreement]]:
        """Every measure on both golds, with ranks and their differences (Tanguy et al. 2018, tables 2 and 3)."""
        if self.other_gold is None:
            return []
        other = scoring.evaluate(replace(self.prepared.request, gold=self.other_gold, groupings=(), gold_faults={}))
        measures = dict.fromkeys(each.measure for each in evaluation.statistics)
        return [
            (
                comparing.golds_table(evaluation, other, measure),
                comparing.agreement(comparing.ranking(evaluation, measure), comparing.ranking(other, measure)),
            )
            for measure in measures
        ]


def _groupings(request: Request, items: Sequence[Item] | None) -> list[Grouping]:
    """Those that were asked for, and those that are always of interest."""
    gold, settings = request.gold, request.settings
    own = [
        scoring.by_part_of_speech(),
        scoring.by_substitutes(gold, settings),
        scoring.by_agreement(gold, settings),
        *([] if items is None else [scoring.by_sentence_length(items)]),
    ]
    asked = {grouping.name for grouping in request.groupings}
    return [*request.groupings, *(grouping for grouping in own if grouping.name not in asked)]


def _items(request: Request, evaluation: Evaluation, items: Sequence[Item] | None) -> Iterable[ReportItem]:
    paid, known = Credits(request), _by_item(items or ())
    gold, answers = paid.gold(), [paid.of_run(run) for run in request.runs]
    headline = _headline(evaluation)
    for place, (lexelt, identifier) in enumerate(zip(headline[0].lexelts, headline[0].ids, strict=True)):
        key = paid.levelled.key(lexelt, identifier)
        yield ReportItem(
            lexelt,
            identifier,
            known.get((lexelt, identifier)) or known.get(("", identifier)),
            gold.get(key, ()),
            tuple(own.get(key, ()) for own in answers),
            tuple(_credit(each, place) for each in headline),
        )


def _by_item(items: Sequence[Item]) -> dict[tuple[str, str], Sentence]:
    """The sentence of each item, by lexelt and id, and by the id alone, since not every file has both."""
    parts = {
        (item.lexelt, item.id): Sentence(item.text[: item.start], item.target, item.text[item.end :]) for item in items
    }
    return {("", identifier): sentence for (_, identifier), sentence in parts.items()} | parts


def _headline(evaluation: Evaluation) -> list[ItemStatistics]:
    """What the first measure says of each item, run by run."""
    first = evaluation.statistics[0].measure
    return [each for each in evaluation.statistics if each.measure == first]


def _credit(statistics: ItemStatistics, place: int) -> float | None:
    names = statistics.figure_names
    value = float(statistics.figures[place, names.index(headline_figure(names))])
    return None if isnan(value) else value
