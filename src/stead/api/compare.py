"""Compare runs: what is a real difference; save and load what was found, add runs, make pages."""

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from stead import comparing, scoring
from stead._version import __version__
from stead.api.inputs import (
    AnnotationsLike,
    GoldLike,
    Inputs,
    ItemsLike,
    RunLike,
    StrPath,
    check_items,
    list_items,
    reading_options,
    refuse_second_input,
    select_items,
)
from stead.api.options import ComparingKeywords, Scoring, resampling_options, scoring_options
from stead.api.results import Result, with_warnings
from stead.api.runs import files_of
from stead.api.saved import embed_inputs, read_votes, restore_request
from stead.api.score import Prepared, files_beside, part_of_gold, prepare, sentences_of
from stead.comparing import UNITS, LeavingOut, Moves, Resampling, Sampling, Votes
from stead.core.arguments import checked, naming
from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra
from stead.core.faults import Caution, Report, warn_about
from stead.core.item import Item
from stead.core.parameters import configure
from stead.core.progress import Progress, part_of, silent
from stead.core.substitutes import GoldStandard, Run
from stead.formats import read_content
from stead.measures import parse_measure
from stead.records.comparison import Comparison, GoldsTable, RankAgreement
from stead.records.json import from_json
from stead.records.report import ComparisonReport
from stead.records.scores import Evaluation, headline_figure
from stead.reporting.comparisons import check_consistency, comparison_records, render_comparison
from stead.reporting.page_details import PageDetails, SystemDetails, parse_date, parse_systems
from stead.reporting.paper_table import (
    PaperTable,
    check_figures,
    check_label,
    paper_records,
    paper_table,
    render_paper_table,
)
from stead.reporting.score_tables import warnings_of
from stead.reporting.tables import PLAIN, Style
from stead.scoring import Grouping, Request

_SAMPLES = 200

SystemsLike = StrPath | Mapping[str, Mapping[str, Any]]
"""Details of systems: a TOML file with a table for each run, or the same as a dict."""


_NO_DETAILS = PageDetails()


def read_details(*, title: str | None, date: str | None, systems: SystemsLike | None) -> PageDetails:
    """Check what a page says besides the results, and read the file of the systems."""
    return PageDetails(
        title=(title or "").strip(),
        date="" if date is None else parse_date(date),
        systems={} if systems is None else _read_systems(systems),
    )


def _read_systems(systems: SystemsLike) -> dict[str, SystemDetails]:
    if isinstance(systems, Mapping):
        return parse_systems(systems, "systems")
    content = read_content(systems)
    try:
        data = tomllib.loads(content.data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{content.path}: not TOML: {error}.") from None
    return parse_systems(data, content.path)


@dataclass(frozen=True, eq=False, repr=False)
class PaperTableResult(Result):
    """A comparison as one table for a paper."""

    content: PaperTable

    def to(self, format: str = "text", *, width: int | None = None, style: Style = PLAIN) -> str:
        """Render it as text (as wide as a terminal, in its style), markdown, latex, tsv, csv or json."""
        return render_paper_table(self.content, format, width=width, style=style)

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each run."""
        return paper_records(self.content)

    def _summary(self) -> str:
        return f"{self.content.title}: {', '.join(self.content.runs)}"


@dataclass(frozen=True, eq=False, repr=False)
class ComparisonResult(Result):
    """What `compare` found: prints as tables, becomes a page or JSON, and takes further runs."""

    report: ComparisonReport
    reports: tuple[Report, ...] = ()
    details: PageDetails = _NO_DETAILS
    """What the page says besides the results."""

    def _own_notes(self) -> Iterable[str]:
        return (*warnings_of(self.report), *map(Caution, self.details.notes(self.report.systems)))

    def to(self, format: str = "text", *, width: int | None = None, style: Style = PLAIN) -> str:
        """Render it as text (as wide as a terminal, in its style), markdown, latex, tsv, csv, json or html."""
        return render_comparison(self.report, format, width=width, style=style, details=self.details)

    @checked
    def with_details(
        self, *, title: str | None = None, date: str | None = None, systems: SystemsLike | None = None
    ) -> "ComparisonResult":
        """The same comparison, with what its page says besides the results.

        - `title`: instead of the number of systems and the name of the gold.
        - `date`: as in `"2026-11-17"`. Nothing is dated by itself: equal results make equal pages.
        - `systems`: details by the names of the runs, `{"mine": {"name": ..., "paper": ..., "link": ..., "parameters":
          ..., "cost": ...}}`, each of them optional, or a TOML file that holds the same.
        """
        return self.describe(read_details(title=title, date=date, systems=systems))

    def describe(self, details: PageDetails) -> "ComparisonResult":
        """The same comparison with details of its page; warns of systems that have no run."""
        details.refuse_equal_names(self.report.systems)
        warn_about(map(Caution, details.notes(self.report.systems)))
        return replace(self, details=details)

    @checked
    def table(
        self,
        *,
        figures: str = "headline",
        intervals: bool = False,
        label: str | None = None,
        baseline: str | None = None,
    ) -> PaperTableResult:
        """One table for a paper: runs in the order given, measures in columns, the best in bold, significance marked.

        - `figures`: of each measure the `"headline"` figure (F, R or the mean), `"all"`, or those named, as in `"P,R"`.
        - `intervals`: whether confidence intervals are shown.
        - `label`: of the LaTeX table; default: `tab:` and the name of the gold.
        - `baseline`: the run that marks compare with; default: that of the comparison, or else the best of the column.

        p-values are those of the comparison's first test, corrected for all pairs that it tested: with
        `compare(baseline=...)` these are fewer.
        """
        table = paper_table(self.report, figures=figures, intervals=intervals, label=label, baseline=baseline)
        return PaperTableResult(table)

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure of a run with its interval, and for each difference with its tests."""
        return comparison_records(self.report)

    def _summary(self) -> str:
        return f"{', '.join(self.report.systems)} on {self.report.gold.name}"


@checked
def compare(
    gold: GoldLike,
    *runs: RunLike,
    items: ItemsLike | None = None,
    other_gold: GoldLike | None = None,
    annotations: AnnotationsLike | None = None,
    baseline: StrPath | None = None,
    rank_by: str | None = None,
    options: Scoring | None = None,
    resampling: Resampling | None = None,
    progress: Progress = silent,
    **keywords: Unpack[ComparingKeywords],
) -> ComparisonResult:
    """Score runs and compare them: intervals, paired tests of every pair, rankings, breakdowns, meta-evaluation.

    - `gold`, `runs`: as `score` takes them.
    - `items`: files of sentences, or `Item` objects, for the item browser of the page and for groups by length;
      default: those of a gold that is a data set by name.
    - `other_gold`: a second gold standard for the same items, on which the runs are ranked again.
    - `annotations`: the annotations or ratings that the gold was made of; the runs are ranked again without each
      annotator.
    - `baseline`: one of the runs, by its name or its file: only pairs with it are tested, and p-values are corrected
      for these alone.
    - `rank_by`: the measure that comes first, by which runs are ranked; default: the first one.
    - `options`: a `Scoring`; `resampling`: a `Resampling`. Their fields can be given as keywords instead.

    Everything that resamples does so by item and by lexelt, since sentences of one target are not independent; `unit`
    says which comes first.
    """
    chosen, how = scoring_options(options, keywords), resampling_options(resampling, keywords)
    refuse_second_input([gold, *files_of(runs), *list_items(items), other_gold, annotations, *files_beside(chosen)])
    progress("reading", 0.0, 1)
    files = Inputs(reading_options(faults=chosen.faults, encoding=chosen.encoding, gold_format=chosen.gold_format))
    sentences = files.items(items)
    if sentences is None and (part := part_of_gold(gold)):
        sentences = sentences_of(part)
    prepared = prepare(gold, runs, chosen, sentences)
    if rank_by is not None:
        prepared = replace(prepared, request=_put_first(rank_by, prepared.request))
    if sentences is not None:
        check_items(sentences, prepared.request.gold)
    other = None if other_gold is None else _other_gold(files.gold(other_gold, "other_gold"), prepared, chosen.ids)
    votes = None if annotations is None else read_votes(annotations, files)
    prepared = replace(prepared, reports=(*prepared.reports, *files.reports))
    return _Comparing(
        prepared=prepared,
        items=sentences,
        other_gold=other,
        votes=votes,
        baseline=None if baseline is None else _find_baseline(baseline, prepared.request.runs),
        procedure=how,
        progress=progress,
    ).result()


def compare_for_table(
    gold: GoldLike,
    *runs: RunLike,
    baseline: StrPath | None,
    rank_by: str | None,
    options: Scoring,
    resampling: Resampling,
    figures: str,
    label: str | None,
    progress: Progress = silent,
) -> ComparisonResult:
    """Compute of a comparison only what its `table` shows: scores, intervals, and tests by one unit.

    `figures` and `label`, which that table is to have, are checked before the work.
    """
    if label is not None:
        check_label(label)
    refuse_second_input([gold, *files_of(runs), *files_beside(options)])
    progress("reading", 0.0, 1)
    prepared = prepare(gold, runs, options)
    if rank_by is not None:
        prepared = replace(prepared, request=_put_first(rank_by, prepared.request))
    check_figures(figures, dict.fromkeys(name for measure in prepared.request.measures for name in measure.figures))
    named = None if baseline is None else _find_baseline(baseline, prepared.request.runs)
    evaluation = prepared.result().evaluation
    progress(f"resampling by {resampling.unit}", 0.1, 1)
    comparison = comparing.compare(evaluation, resampling, baseline=named)
    report = ComparisonReport(
        version=__version__,
        gold=evaluation.gold,
        runs=evaluation.runs,
        scores=evaluation.scores,
        comparisons=(comparison,),
        breakdowns=(),
        agreements=(),
        power=(),
        stability=(),
        swaps=(),
        annotators=(),
        golds=(),
        items=(),
        notes=tuple(dict.fromkeys((*evaluation.notes, *comparison.notes))),
        inputs=embed_inputs(prepared, None, None, None),
    )
    return with_warnings(ComparisonResult(report, prepared.reports))


def _put_first(rank_by: str, request: Request) -> Request:
    """Put the measure that runs are ranked by before all others."""
    with naming("rank_by"):
        chosen = parse_measure(rank_by)
    if chosen not in request.measures:
        names = ", ".join(map(str, request.measures))
        raise UsageError(f"rank_by is one of the measures, {names}, not {rank_by!r}.", parameter="rank_by")
    return replace(request, measures=[chosen, *(measure for measure in request.measures if measure != chosen)])


def _find_baseline(baseline: StrPath, runs: Sequence[Run]) -> str:
    """Find the name of the run that has this name, or is in this file."""
    wanted = os.fspath(baseline)
    for run in runs:
        if run.name == wanted:
            return run.name
    for run in runs:
        if run.source.path and os.path.realpath(run.source.path) == os.path.realpath(wanted):
            return run.name
    names = ", ".join(dict.fromkeys(run.name for run in runs))
    raise UsageError(f"baseline is one of the runs, {names}, not {wanted!r}.", parameter="baseline")


def _other_gold(other: GoldStandard, prepared: Prepared, ids: StrPath | None) -> GoldStandard:
    """Cut the second gold down to the same list of items, and give it a name of its own."""
    first, second = prepared.request.gold.source, other.source
    if first.name == second.name:
        other = replace(other, source=replace(second, name=second.path or f"{second.name} (2)"))
    return select_items(other, ids, prepared.options)


@checked
def load_comparison(path: StrPath) -> ComparisonResult:
    """Read a comparison that was saved as JSON."""
    content = read_content(path)
    report = from_json(ComparisonReport, content.data, content.path)
    check_consistency(report, content.path)
    return ComparisonResult(report)


@checked
def add_runs(comparison: ComparisonResult | StrPath, *runs: RunLike, progress: Progress = silent) -> ComparisonResult:
    """Add runs to a comparison, as if they had been there from the beginning.

    - `comparison`: what `compare` returned, or the JSON file that it was saved in.
    - `runs`: as `score` takes them.
    - `progress`: is told each step, and how much of all work is done before it.
    """
    if not runs:
        raise UsageError("there is no run to add; give at least one.")
    report = (comparison if isinstance(comparison, ComparisonResult) else load_comparison(comparison)).report
    progress("reading", 0.0, 1)
    again = restore_request(report, runs, "the saved comparison")
    try:
        procedure = configure(Resampling(), report.comparisons[0].procedure)
    except UsageError as error:
        raise BadInput(f"the saved comparison: what it says of its procedure is damaged: {error}") from None
    return _Comparing(
        prepared=again.prepared,
        items=again.items,
        other_gold=again.other_gold,
        votes=again.votes,
        baseline=report.comparisons[0].baseline,
        procedure=procedure,
        progress=progress,
    ).result()


@dataclass(frozen=True, eq=False, kw_only=True)
class _Comparing:
    """A comparison in the making."""

    prepared: Prepared
    items: Sequence[Item] | None
    other_gold: GoldStandard | None
    votes: Votes | None
    baseline: str | None
    procedure: Resampling
    progress: Progress

    def result(self) -> ComparisonResult:
        """Compare, and warn about faults of the files."""
        return with_warnings(ComparisonResult(self._report(), self.prepared.reports))

    @property
    def _several(self) -> bool:
        return len(self.prepared.request.systems) > 1

    def _report(self) -> ComparisonReport:
        """Make the whole document."""
        request = self.prepared.request
        if self._several:
            import_extra("scipy.stats", "comparing runs")  # at once, not when the first ranking is looked at
        leaving_out = self._leaving_out()
        self.progress("scoring", 0.05, 1)
        evaluation = self.prepared.result().evaluation
        comparisons = tuple(self._compared(evaluation))
        moves = Moves((), ()) if leaving_out is None else leaving_out.moves()
        self.progress("computing breakdowns", 0.9, 1)
        others, sampling = self._on_other_gold(evaluation), Sampling(samples=_SAMPLES, seed=self.procedure.seed)
        compared = (note for comparison in comparisons for note in comparison.notes)
        return ComparisonReport(
            version=__version__,
            gold=evaluation.gold,
            runs=evaluation.runs,
            scores=evaluation.scores,
            comparisons=comparisons,
            breakdowns=comparing.breakdowns(evaluation, _groupings(request, self.items)),
            agreements=(
                *(comparing.agreements(comparisons[0].rankings) if self._several else ()),
                *(agreement for _, agreement in others),
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
            notes=tuple(dict.fromkeys((*evaluation.notes, *compared, *moves.notes))),
            inputs=embed_inputs(self.prepared, self.items, self.other_gold, self.votes),
        )

    def _compared(self, evaluation: Evaluation) -> Iterable[Comparison]:
        units = sorted(UNITS, key=lambda unit: unit != self.procedure.unit)
        for unit, share in zip(units, (0.1, 0.4), strict=True):
            self.progress(f"resampling by {unit}", share, 1)
            yield comparing.compare(evaluation, replace(self.procedure, unit=unit), baseline=self.baseline)

    def _leaving_out(self) -> LeavingOut | None:
        """Prepare rankings without each annotator, if the annotations are known and there are several runs."""
        if self.votes is None:
            return None
        leaving_out = LeavingOut(self.prepared.request, self.votes, part_of(self.progress, 0.7, 0.9))
        return leaving_out if self._several else None

    def _on_other_gold(self, evaluation: Evaluation) -> list[tuple[GoldsTable, RankAgreement]]:
        """Score every measure on both golds, with ranks and their differences (Tanguy et al. 2018, tables 2 and 3)."""
        if self.other_gold is None:
            return []
        other = scoring.evaluate(replace(self.prepared.request, gold=self.other_gold, groupings=(), gold_faults={}))
        measures = dict.fromkeys(statistics.measure for statistics in evaluation.statistics)
        return [
            (
                comparing.golds_table(evaluation, other, measure),
                comparing.agreement(comparing.ranking(evaluation, measure), comparing.ranking(other, measure)),
            )
            for measure in measures
        ]


_MOST_GROUPS = 10


def _between_groups(evaluation: Evaluation, groupings: Sequence[Grouping]) -> Iterator[RankAgreement]:
    """Correlate the rankings on all items and on the groups of each division, unless there are too many groups."""
    scored = dict.fromkeys(score.group for score in evaluation.scores)
    names = dict.fromkeys(grouping.name for grouping in groupings)
    divided = ([group for group in scored if group.startswith(f"{name}=")] for name in names)
    divisions = [[scoring.ALL, *groups] for groups in divided if len(groups) <= _MOST_GROUPS]
    wanted = dict.fromkeys(group for groups in divisions for group in groups)
    figures = {statistics.measure: headline_figure(statistics.figure_names) for statistics in evaluation.statistics}
    rankings = comparing.rankings(evaluation, groups=list(wanted)) if divisions else ()
    by_figure = {(ranking.by.measure, ranking.by.figure, ranking.by.group): ranking for ranking in rankings}
    for groups in divisions:
        for figure in figures.items():
            yield from comparing.agreements([by_figure[*figure, group] for group in groups])


def _groupings(request: Request, items: Sequence[Item] | None) -> list[Grouping]:
    """The groupings that were asked for, and those of every comparison."""
    gold, settings = request.gold, request.settings
    usual = [
        scoring.by_part_of_speech(),
        scoring.by_substitutes(gold, settings),
        scoring.by_agreement(gold, settings),
        *([] if items is None else [scoring.by_sentence_length(items)]),
    ]
    asked = {grouping.name for grouping in request.groupings}
    return [*request.groupings, *(grouping for grouping in usual if grouping.name not in asked)]
