"""Make the tables of the field's papers again: what they print, and beside it what stead computes."""

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import as_file, files
from itertools import pairwise
from math import isclose
from typing import NamedTuple

from stead.api.agreement import measure_agreement
from stead.api.gold import SheetResult, make_gold
from stead.api.paper_tables import PaperTable, compare_digits, paper_names, paper_tables, plain, select_tables
from stead.api.posthoc import extend_gold
from stead.api.score import ScoreResult, score
from stead.api.study import simulate, study
from stead.api.systems import run
from stead.core.annotation import Annotation
from stead.core.arguments import checked
from stead.core.errors import BadInput, SteadError
from stead.core.faults import SteadWarning
from stead.core.progress import Progress, part_of, silent
from stead.core.substitutes import Run
from stead.datasets import DatasetPart, part_named
from stead.posthoc.simulation import SimulatedCampaign
from stead.records.sheet import FixedPointSection, Section, Sheet, Value
from stead.records.study import RankStudy, Study
from stead.resources import RESOURCES, find
from stead.rules.definitions import MIN_RESPONSES

_LEXICON = "wordnet"
"""The resource that the systems of the tables find their English candidates in."""


@checked
def reproduce(*tables: str, data: bool = True, progress: Progress = silent) -> SheetResult:
    """Make tables of the field's papers again: what a paper prints beside what stead computes.

    - `tables`: such as `"mccarthy2007:2"`, `"jabbari2010"` for all of a paper, or `"all"`; without any, the list of
      them, with what can be computed here.
    - `data`: use the data sets that are here; False: only what needs none, which is the same everywhere.
    - `progress`: is called with the table that is being made.

    Worked examples are computed; baselines are run on the data set of the paper or, if it is not here, on another part
    of it, and the table says so. What cannot be had says why, and shows its layout on simulated data.

    >>> stead.reproduce("evalita2009:example").records()[0]["agrees"]
    'cut'
    """
    if not tables:
        return SheetResult(Sheet("The papers' tables", (_list_of_tables(data=data),)))
    chosen, session = select_tables(tables), _Session(data=data)
    sections: list[Section] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SteadWarning)  # on items that a run leaves out, as P and R show
        for number, table in enumerate(chosen):
            begun, done = number / len(chosen), (number + 1) / len(chosen)
            progress(table.id, begun, 1)
            sections += _sections(table, session, part_of(progress, begun, done))
    return SheetResult(Sheet("The papers' tables, again", tuple(sections)))


@dataclass(frozen=True, kw_only=True)
class _Session:
    """What the tables of one call share: whether data sets may be used, and the runs that were made on them."""

    data: bool
    runs: dict[tuple[str, str, str], Run] = field(default_factory=dict)

    def part(self, table: PaperTable) -> DatasetPart:
        """The first of a table's data sets that is here; if none is, an error that says how to get it."""
        wanted = [part_named(name) for name in table.data]
        if not self.data:
            raise BadInput(f"Figures of stead: `{wanted[0].command}`, then `stead reproduce {table.id}`.")
        for part in wanted:
            if part.is_here:
                return part
        raise BadInput(f"Figures of stead: none. {wanted[0].how_to_get()}")

    def run(self, system: str, part: DatasetPart, task: str) -> Run:
        """The answers of a system, made once."""
        key = system, part.name, task
        if key not in self.runs:
            self.runs[key] = run(system, part.items, task=task).run
        return self.runs[key]


class _Made(NamedTuple):
    """A table with figures of stead, and a remark on them."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    remark: str
    decimals: int | None = None
    labels: int = 1


# ------------------------------------------------------------------------------------------------------- the list


def _list_of_tables(*, data: bool) -> Section:
    session = _Session(data=data)
    rows = tuple((table.id, table.title, table.where, _state(table, session)) for table in paper_tables().values())
    return Section(
        "tables",
        ("table", "what", "where", "figures of stead"),
        rows,
        text="`stead reproduce TABLE` makes one, `stead reproduce --all -o page.md` all of them. What figures need: "
        f"`stead datasets get NAME` gets a data set, `stead resources get {_LEXICON}` gets WordNet.",
        labels=4,
    )


def _state(table: PaperTable, session: _Session) -> str:
    """What the figures of stead can be made of here."""
    if table.made in _EXAMPLES:
        return "from the paper's example"
    if not table.data:
        return "none; layout only"
    needs: list[str] = []
    name = table.data[0]
    try:
        name = session.part(table).name
    except BadInput:
        needs.append(name)
    is_english = part_named(name).language == "en"
    if table.systems and is_english and find(RESOURCES[_LEXICON]) is None:
        needs.append(_LEXICON)
    return f"need {', '.join(needs)}" if needs else f"on {name}"


# ----------------------------------------------------------------------------------------------------- the tables


def _sections(table: PaperTable, session: _Session, progress: Progress) -> Iterator[Section]:
    """The table, and its layout on other data where figures are missing."""
    try:
        made = _MAKERS[table.made](table, session, progress)
    except SteadError as error:
        made = _Made(table.columns, table.values, str(error), table.decimals)
    caption = f"{paper_names()[table.paper]}, {table.where}. {made.remark}"
    rows = tuple(map(tuple, made.rows))
    title = f"{table.id}: {table.title}"
    yield FixedPointSection(title, tuple(made.columns), rows, caption, labels=made.labels, decimals=made.decimals)
    if table.layout:
        layout = _LAYOUTS[table.layout]
        columns, decimals = tuple(table.columns), table.decimals or _LAYOUT_DECIMALS
        yield FixedPointSection(
            f"{table.id}, {layout.title}", columns, layout.rows(table), layout.caption, decimals=decimals
        )


_LAYOUT_DECIMALS = 2


def _nothing(table: PaperTable, _session: _Session, _progress: Progress) -> _Made:
    """The figures of the paper alone."""
    return _Made(table.columns, table.values, table.lacking, table.decimals)


# ------------------------------------------------------------------------------------------------ worked examples


def _example(table: PaperTable, _session: _Session, _progress: Progress) -> _Made:
    """Measures of one item."""
    rows: list[list[Value]] = []
    for answers, measure, figure, printed in table.rows:
        value = score({"1": table.gold}, {"1": answers}, measures=measure).value(measure, figure) or 0.0
        agrees = compare_digits(value, printed)
        rows.append([" ".join(answers), f"{measure} {figure}", plain(printed), value, agrees])
    gold = ", ".join(f"{term} {weight}" for term, weight in table.gold.items())
    columns = ("answers", "figure", "paper", "stead", "agrees")
    is_cut = any(agrees == "cut" for *_, agrees in rows)
    explained = " Cut: the paper leaves out further digits, and does not round." if is_cut else ""
    return _Made(columns, rows, f"Gold: {gold}.{explained}", labels=2)


def _counts(table: PaperTable, _session: _Session, _progress: Progress) -> _Made:
    """How many annotators gave each substitute."""
    annotations = [
        Annotation(lexelt=table.lexelt, id="1", annotator=str(number), substitutes=tuple(answers))
        for number, answers in enumerate(table.answers, start=1)
    ]
    (row,) = make_gold(annotations).gold
    counts = dict(row.weights)
    rows = [[term, printed, counts[term], compare_digits(counts[term], printed)] for term, printed in table.rows]
    given = "; ".join(" ".join(answers) for answers in table.answers)
    return _Made(("substitute", "paper", "stead", "agrees"), rows, f"Answers: {given}.")


def _ratios(table: PaperTable, _session: _Session, _progress: Progress) -> _Made:
    """The ratio at each rank r: r times the mean over r ranks, less r - 1 times the mean over r - 1."""
    rows: list[list[Value]] = []
    for answers, *printed in table.rows:
        depths = range(1, len(printed) + 1)
        measures = ",".join(f"rank@{depth}" for depth in depths)
        scores = score({"1": table.gold}, {"1": answers.split()}, measures=measures)
        sums = [0.0, *(depth * (scores.value(f"rank@{depth}") or 0.0) for depth in depths)]
        ratios = [after - before for before, after in pairwise(sums)]
        agree = all(
            isclose(float(Fraction(fraction)), ratio, abs_tol=1e-9)
            for fraction, ratio in zip(printed, ratios, strict=True)
        )
        rows.append([answers, "paper", *printed, None])
        rows.append([answers, "stead", *(round(ratio, 9) for ratio in ratios), "exactly" if agree else "no"])
    columns = (table.columns[0], "of", *table.columns[1:], "agrees")
    return _Made(columns, rows, "At each rank, the weight of the answers so far over that of the best order.", labels=2)


# ------------------------------------------------------------------------------------------------------ data sets


def _systems(table: PaperTable, session: _Session, progress: Progress) -> _Made:
    """The figures of systems of stead, and of runs that are public, beside those of the paper."""
    part, names = session.part(table), [*table.runs, *table.systems]
    problems: dict[str, list[str]] = {}
    ours: dict[str, list[Value]] = {}
    for number, name in enumerate(names):
        progress(f"{table.id}, {name}", number, len(names))
        try:
            answers = (
                part.runs[table.runs[name]]
                if name in table.runs
                else session.run(table.systems[name], part, table.task)
            )
            ours[name] = _figures(table, part, answers)
        except SteadError as error:
            problems.setdefault(str(error), []).append(name)
    sentences = [f"{', '.join(systems)}: {problem}" for problem, systems in problems.items()]
    if not ours:  # columns of nothing would look like figures
        return _Made(table.columns, table.values, f"Figures of stead: none. {' '.join(sentences)}", table.decimals)
    columns, rows = _side_by_side(table, ours)
    return _Made(columns, rows, " ".join([_remark_on(part, table), table.differs, *sentences]), table.decimals)


def _figures(table: PaperTable, part: DatasetPart, answers: Run) -> list[Value]:
    """The figures of the table's columns for a run, scored as is usual for the data set."""
    scores = score(part, answers, measures=table.measures, by=table.by or ())
    values = (scores.value(measure, figure, group=(*group, "all")[0]) for measure, figure, *group in table.figures)
    return [None if value is None else table.scale * value for value in values]


def _side_by_side(table: PaperTable, ours: dict[str, list[Value]]) -> tuple[list[str], list[list[Value]]]:
    """Columns and rows with a column of ours after each of the paper's that has one."""
    count = len(table.figures)
    columns = [table.columns[0]]
    for column in table.columns[1 : count + 1]:
        columns += [f"{column}, paper", f"{column}, stead"]
    printed = {str(label): values for label, *values in table.values}
    rows: list[list[Value]] = []
    for name in dict.fromkeys([*printed, *ours]):
        theirs = printed.get(name, [None] * (len(table.columns) - 1))
        pairs = zip(theirs[:count], ours.get(name, [None] * count), strict=True)
        rows.append([name, *(value for pair in pairs for value in pair), *theirs[count:]])
    return [*columns, *table.columns[count + 1 :]], rows


def _remark_on(part: DatasetPart, table: PaperTable) -> str:
    """Name the data set that the figures are of, and say so if it is not the paper's."""
    remark = f"Figures of stead: on {part.name}, preset {part.preset or 'none'} where it has the measure."
    if part.name == table.data[0]:
        return remark
    return f"{remark} Those of the paper are of {table.data[0]}: {part_named(table.data[0]).how_to_get()}"


def _facts(table: PaperTable, session: _Session, _progress: Progress) -> _Made:
    """How many items a data set has, how many of them are scored, and how many of those have a mode."""
    part = session.part(table)
    weights = [sorted((weight for _, weight in row.weights), reverse=True) for row in part.gold]
    scored = [heaviest for heaviest in weights if sum(heaviest) >= MIN_RESPONSES]
    modes = sum(1 for first, second in ((*heaviest, 0.0)[:2] for heaviest in scored) if first > second)
    ours: list[Value] = [len(part.items), len(scored), 100 * modes / len(scored)]
    rows = [[*values, value] for values, value in zip(table.values, ours, strict=True)]
    columns = (table.columns[0], *(f"{column}, paper" for column in table.columns[1:]), f"{part.part.name}, stead")
    return _Made(columns, rows, f"Figures of stead: on the public copy of {part.name}.", table.decimals)


_EXAMPLES = {"example", "counts", "ratios"}
_MAKERS: dict[str, Callable[[PaperTable, _Session, Progress], _Made]] = {
    "example": _example,
    "counts": _counts,
    "ratios": _ratios,
    "systems": _systems,
    "facts": _facts,
    "nothing": _nothing,
}

# -------------------------------------------------------------------------------------------------------- layouts

_Rows = tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, kw_only=True)
class _Layout:
    """Data that tables can be shown on: `rows` makes the rows of a table under the columns of the paper."""

    title: str
    caption: str
    rows: Callable[[PaperTable], _Rows]


def _score_rows(scores: ScoreResult, table: PaperTable) -> _Rows:
    """The figures of runs in %, in the order of the second of them (R), as in the tables of 2007."""
    rows = [(run.name, *_percentages(scores, run.name, table)) for run in scores.evaluation.runs]
    return tuple(sorted(rows, key=lambda row: -float(row[2] or 0)))


def _percentages(scores: ScoreResult, run: str, table: PaperTable) -> list[float | None]:
    groups = ((measure, figure, (*group, "all")[0]) for measure, figure, *group in table.figures)
    return [_percent(scores.value(measure, figure, run=run, group=group)) for measure, figure, group in groups]


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


# ------------------------------------------------------------------------------------------------- simulated data


@cache
def _campaign() -> SimulatedCampaign:
    return simulate(targets=5, sentences=4, annotators=7, runs=5, raters=20).campaign


@cache
def _study() -> Study:
    campaign = _campaign()
    return study(
        campaign.gold,
        extend_gold(campaign.gold, campaign.ratings).gold,
        *campaign.runs,
        pool=campaign.pool,
        ratings=campaign.ratings,
        annotations=campaign.annotations,
        baselines=campaign.baseline,
        resamples=0,
    ).study


def _simulated_rows(table: PaperTable) -> _Rows:
    if table.id in _STUDY_ROWS:
        return _STUDY_ROWS[table.id](_study())
    campaign = _campaign()
    return _score_rows(score(campaign.gold, *campaign.runs, campaign.baseline, measures=table.measures), table)


def _verdicts(made: Study) -> _Rows:
    columns = made.verdicts.columns if made.verdicts else ()
    return tuple((column.origin, *(100 * count / column.total for count in column.counts)) for column in columns)


def _bands(made: Study) -> _Rows:
    columns = made.bands.columns
    rows: list[tuple[Value, ...]] = [("candidates", *(column.total for column in columns))]
    for number, band in enumerate(made.bands.bands):
        rows.append((band, *(round(100 * column.counts[number] / column.total) for column in columns)))
    return tuple(rows)


def _ranks(rank: RankStudy) -> _Rows:
    return tuple(
        (row.run, row.first_value, row.first_rank, row.second_value, row.second_rank, row.difference)
        for row in rank.rows
    )


def _text_figures(made: Study) -> _Rows:
    """The figures of the text, in the order of the paper."""
    named = {figure.name: figure.value for figure in (*made.production, *made.ratings)}
    rho_of_first, rho_of_all = (correlation.rho for correlation in made.correlations)
    return (
        ("substitutes of gold 1", made.first.substitutes),
        ("items with a mode, %", _percent(named["items with a mode"])),
        ("annotators who name the mode, %", _percent(named["annotators who name the mode (SemDis)"])),
        ("pairwise agreement, %", _percent(named["pairwise agreement, both proposed (SemDis)"])),
        ("candidates", made.candidates),
        ("candidates in gold 1 and of systems", made.origins["in gold and runs"]),
        ("candidates in gold 1 only", made.origins["gold only"]),
        *((name, _whole(named[name])) for name in _ON_RATINGS),
        ("rho of both scores, gold 1", rho_of_first),
        ("rho of both scores, all candidates", rho_of_all),
        *((name, made.changes[name]) for name in ("new in gold 2", "of gold 1, rated 0")),
    )


_ON_RATINGS = (
    "raters of a candidate, mean",
    "candidates with a positive score",
    "candidates with a unanimous 0",
    "score, mean",
    "rate of unanimous decisions",
    "mean standard deviation",
)


def _whole(value: float | None) -> Value:
    """A count as a whole number."""
    return int(value) if value is not None and value == int(value) else value


_STUDY_ROWS: dict[str, Callable[[Study], _Rows]] = {
    "mccarthy2007:8": _verdicts,
    "tanguy2018:figures": _text_figures,
    "tanguy2018:1": _bands,
    "tanguy2018:2": lambda made: _ranks(made.ranks[0]),
    "tanguy2018:3": lambda made: _ranks(made.ranks[1]),
}

# -------------------------------------------------------------------------------------------- the bundled example

_COEFFICIENTS = {
    "pairwise agreement": "pairwise",
    "pairwise agreement with the mode": "mode-pairwise",
    "multiword detection": "multiword-detection",
    "multiword identification": "multiword-identification-either",
}
_LEFT_OUT = "bruno"
"""The annotator of the example who always gives three answers, as one of those of 2007 did."""


def _example_rows(table: PaperTable) -> _Rows:
    with as_file(files("stead") / "examples") as examples:
        if table.id == "mccarthy2007:agreement":
            return _agreement(str(examples / "annotations.jsonl"))
        is_multiword_task = table.measures.startswith("mw-")
        runs = sorted((examples / ("multiwords" if is_multiword_task else "runs")).glob("*.txt"))
        scores = score(
            examples / "gold.txt",
            *runs,
            measures=table.measures,
            by=() if is_multiword_task else "subset",
            multiwords=examples / "gold-multiwords.txt",
        )
        return _score_rows(scores, table)


def _agreement(annotations: str) -> _Rows:
    """Agreement of all annotators, and without one."""
    measured = [measure_agreement(annotations, without=without, resamples=0) for without in ((), _LEFT_OUT)]
    values = [
        {figure.coefficient: figure.value for figure in result.agreement.figures if figure.group == "all"}
        for result in measured
    ]
    return tuple(
        (name, *(_percent(value_of[coefficient]) for value_of in values)) for name, coefficient in _COEFFICIENTS.items()
    )


_LAYOUTS = {
    "simulated": _Layout(
        title="layout only: simulated data",
        caption="No figures of the paper's data: 20 simulated sentences, 7 annotators, 5 systems and a baseline, "
        "20 raters (`stead simulate`).",
        rows=_simulated_rows,
    ),
    "example": _Layout(
        title="layout only: the example that comes with stead",
        caption="No figures of the paper's data: 70 made-up sentences, 5 annotators and 5 systems (`stead demo --copy "
        "FOLDER`).",
        rows=_example_rows,
    ),
}
"""What tables can be shown on, by the names in `paper_tables.toml`."""
