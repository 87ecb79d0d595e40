"""The Python interface to comparisons: compare runs, save and load what was found, add runs, make pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from stead import comparing, scoring
from stead._version import __version__
from stead.api.annotators import read_votes
from stead.api.inputs import (
    AnnotationsLike,
    GoldLike,
    Inputs,
    RunLike,
    StrPath,
    notes_of_files,
    reading_options,
    refuse_second_input,
)
from stead.api.items import ItemsLike, check_items, listed_items, read_items
from stead.api.saved import embedded_inputs, prepared_again
from stead.api.score import Prepared, kept, prepare
from stead.comparing import UNITS, LeavingOut, Moves, Procedure, Sampling, Votes
from stead.comparing.extras import scipy_stats
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report
from stead.core.gold import GoldStandard
from stead.core.item import Item
from stead.core.notes import warn_of, with_notes
from stead.core.parameters import configured
from stead.formats import read_content, write_content
from stead.records.comparison import Comparison, GoldsTable, RankAgreement
from stead.records.json import from_json
from stead.records.report import ComparisonReport
from stead.records.scores import Evaluation, headline_figure
from stead.reporting.comparisons import render_comparison
from stead.reporting.consistency import check_consistency
from stead.reporting.noticed import noticed
from stead.reporting.text import PLAIN, Style
from stead.scoring import Grouping, Request

_SAMPLES = 200
Told = Callable[[str, float], None]
"""Told, on long work, what is being done, and which share of the whole is behind it."""


def nobody(_: str, __: float) -> None:
    """Is told nothing."""


@dataclass(frozen=True, eq=False, repr=False)
class ComparisonResult:
    """What `compare` found: prints as tables, becomes a page or JSON, and takes further runs."""

    report: ComparisonReport
    reports: tuple[Report, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the files and the runs, as the command line says it."""
        return (*notes_of_files(self.reports), *noticed(self.report))

    def to(self, format: str = "text", *, width: int | None = None, style: Style = PLAIN) -> str:
        """The comparison as text (as wide as a terminal, in its style), markdown, latex, tsv, json or html."""
        return render_comparison(self.report, format, width=width, style=style)

    def save(self, path: StrPath) -> None:
        """Write it whole or not at all; the ending of the name says in what form (.html, .json, .md, .tex, .tsv)."""
        text = self.to(form_of(path))
        write_content(path, text.encode(errors="backslashreplace"))  # a name that is not UTF-8, escaped as JSON does

    def __str__(self) -> str:
        return with_notes(self.to("text"), self.notes)

    def __repr__(self) -> str:
        names = ", ".join(run.name for run in self.report.runs)
        return f"<ComparisonResult: {names} on {self.report.gold.name}>"


ENDINGS = {".html": "html", ".json": "json", ".md": "markdown", ".tex": "latex", ".tsv": "tsv", ".txt": "text"}


def form_of(path: StrPath) -> str:
    """The form of output that a file's name asks for."""
    ending = Path(path).suffix
    if ending not in ENDINGS:
        raise UsageError(f"{path}: the ending says the form; there are {', '.join(ENDINGS)}.")
    return ENDINGS[ending]


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
    items: ItemsLike | None = None,
    other_gold: GoldLike | None = None,
    annotations: AnnotationsLike | None = None,
    told: Told = nobody,
    **options: Any,
) -> ComparisonResult:
    """Score runs and compare them: intervals, paired tests of every pair, rankings, breakdowns, meta-evaluation.

    Everything that resamples does so by item and by lexelt, since sentences of one target are not independent;
    `cluster` says which comes first. `items` are files of sentences, for the item browser of the page. `other_gold` is
    a second gold standard for the same items, on which the runs are ranked again. `annotations` (or ratings) are what
    the gold was made of; the runs are ranked again without each annotator. `options` are those of `score`, and `by`
    can name the `"length"` of sentences, too.
    """
    procedure = Procedure(
        tests=tests, unit=cluster, resamples=resamples, interval=interval, level=level, correction=correction, seed=seed
    )
    given = listed_items(items)
    refuse_second_input([gold, *runs, *given, other_gold, annotations, *options.values()])
    told("reading", 0.0)
    files = Inputs(
        reading_options(
            faults=options.get("faults", "repair"),
            encoding=options.get("encoding"),
            gold_format=options.get("gold_format"),
        )
    )
    sentences = None if items is None else read_items(given, files)
    prepared = prepare(gold, runs, items=sentences, **options)
    if sentences is not None:
        check_items(sentences, prepared.request.gold)
    other = None if other_gold is None else _other_gold(files.gold(other_gold), prepared, options.get("ids"))
    votes, reports = (None, []) if annotations is None else read_votes(annotations, files.options)
    prepared = replace(prepared, reports=(*prepared.reports, *files.reports, *reports))
    return _Comparing(
        prepared=prepared, items=sentences, other_gold=other, votes=votes, procedure=procedure, told=told
    ).result()


def _other_gold(other: GoldStandard, prepared: Prepared, ids: StrPath | None) -> GoldStandard:
    """The second gold, cut down to the same list of items, and under a name of its own."""
    first, second = prepared.request.gold.source, other.source
    if first.name == second.name:
        other = replace(other, source=replace(second, name=second.path or f"{second.name} (2)"))
    return kept(other, ids, prepared.options)


def load_comparison(path: StrPath) -> ComparisonResult:
    """Read a comparison that was saved as JSON."""
    content = read_content(path)
    report = from_json(ComparisonReport, content.data, content.path)
    check_consistency(report, content.path)
    return ComparisonResult(report)


def add_runs(comparison: ComparisonResult, *runs: RunLike, told: Told = nobody) -> ComparisonResult:
    """The comparison with further runs, as if they had been there from the beginning."""
    own = comparison.report
    if not runs:
        raise UsageError("there is no run to add; give at least one.")
    told("reading", 0.0)
    again = prepared_again(own, runs, "the saved comparison")
    try:
        procedure = configured(Procedure(), own.comparisons[0].procedure)
    except UsageError as error:
        raise BadInput(f"the saved comparison: what it says of its procedure is damaged: {error}") from None
    return _Comparing(
        prepared=again.prepared,
        items=again.items,
        other_gold=again.other_gold,
        votes=again.votes,
        procedure=procedure,
        told=told,
    ).result()


@dataclass(frozen=True, eq=False, kw_only=True)
class _Comparing:
    """A comparison in the making."""

    prepared: Prepared
    items: Sequence[Item] | None
    other_gold: GoldStandard | None
    votes: Votes | None
    procedure: Procedure
    told: Told

    def result(self) -> ComparisonResult:
        """The comparison, and what was odd about its files."""
        result = ComparisonResult(self._report(), self.prepared.reports)
        warn_of(result.notes)
        return result

    @property
    def _several(self) -> bool:
        return len(self.prepared.request.runs) > 1

    def _report(self) -> ComparisonReport:
        """The whole document."""
        request = self.prepared.request
        if self._several:
            scipy_stats("comparing runs")  # at once, not when the first ranking is looked at
        leaving_out = self._leaving_out()
        self.told("scoring", 0.05)
        evaluation = self.prepared.result().evaluation
        comparisons = tuple(self._compared(evaluation))
        moves = Moves((), ()) if leaving_out is None else leaving_out.moves()
        self.told("taking the results apart", 0.9)
        others, sampling = self._on_other_gold(evaluation), Sampling(samples=_SAMPLES, seed=self.procedure.seed)
        return ComparisonReport(
            version=__version__,
            gold=evaluation.gold,
            runs=evaluation.runs,
            scores=evaluation.scores,
            comparisons=comparisons,
            breakdowns=comparing.breakdowns(evaluation, _groupings(request, self.items)),
            agreements=(
                *(comparing.agreements(comparisons[0].rankings) if self._several else ()),
                *(each for _, each in others),
                *(_between_groups(evaluation, request.groupings) if self._several else ()),
            ),
            power=comparing.discriminative_power(comparisons[0]) if self._several else (),
            stability=(*comparing.split_half(evaluation, sampling), *comparing.growing_samples(evaluation, sampling))
            if self._several
            else (),
            swaps=comparing.swap_rates(evaluation, sampling) if self._several else (),
            annotators=moves.records,
            golds=tuple(table for table, _ in others),
            items=tuple(comparing.report_items(request, evaluation, self.items or ())),
            notes=tuple(
                dict.fromkeys((*evaluation.notes, *(note for each in comparisons for note in each.notes), *moves.notes))
            ),
            inputs=embedded_inputs(self.prepared, self.items, self.other_gold, self.votes),
        )

    def _compared(self, evaluation: Evaluation) -> Iterable[Comparison]:
        units = sorted(UNITS, key=lambda unit: unit != self.procedure.unit)
        for unit, share in zip(units, (0.1, 0.4), strict=True):
            self.told(f"resampling by {unit}", share)
            yield comparing.compare(evaluation, replace(self.procedure, unit=unit))

    def _leaving_out(self) -> LeavingOut | None:
        """What ranks the runs without each annotator, if it is known who said what, and there is anything to rank."""
        if self.votes is None:
            return None
        told = partial(self._told_part, "leaving out each annotator", 0.7, 0.9)
        leaving_out = LeavingOut(self.prepared.request, self.votes, told)
        return leaving_out if self._several else None

    def _told_part(self, step: str, start: float, end: float, share: float) -> None:
        self.told(step, start + (end - start) * share)

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


_MOST_GROUPS = 10


def _between_groups(evaluation: Evaluation, groupings: Sequence[Grouping]) -> Iterator[RankAgreement]:
    """How far the rankings on all items and on the groups of each division agree, if the groups are not too many."""
    scored = dict.fromkeys(score.group for score in evaluation.scores)
    names = dict.fromkeys(grouping.name for grouping in groupings)
    divided = ([group for group in scored if group.startswith(f"{name}=")] for name in names)
    divisions = [[scoring.ALL, *groups] for groups in divided if len(groups) <= _MOST_GROUPS]
    wanted = dict.fromkeys(group for groups in divisions for group in groups)
    figures = {each.measure: headline_figure(each.figure_names) for each in evaluation.statistics}
    rankings = comparing.rankings(evaluation, groups=list(wanted)) if divisions else ()
    found = {(each.by.measure, each.by.figure, each.by.group): each for each in rankings}
    for groups in divisions:
        for figure in figures.items():
            yield from comparing.agreements([found[*figure, group] for group in groups])


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
