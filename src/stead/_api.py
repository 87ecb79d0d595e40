"""The Python interface: load files, score runs, look at the results."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stead import formats, scoring
from stead.formats import Options, Policy
from stead.formats.tables import read_groups, read_lexelts
from stead.matching import Rules, parse_rules
from stead.measures import Measure, default_measures, parse_measure, parse_measures
from stead.reporting import render
from stead.reporting.machine import item_records, score_records
from stead.scoring import Grouping, Settings
from stead.task import (
    MAX_WEIGHT,
    BadInput,
    Evaluation,
    GoldRow,
    GoldStandard,
    Report,
    Run,
    RunRow,
    Score,
    Source,
    UsageError,
)
from stead.task import Mapping as FormMapping

StrPath = str | os.PathLike[str]
GoldLike = StrPath | GoldStandard | Mapping[Any, Mapping[str, float]]
RunLike = StrPath | Run | Mapping[Any, Sequence[str]]


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """What `score` found: prints as tables, converts to records, carries every item's statistics."""

    evaluation: Evaluation
    reports: tuple[Report, ...]

    @property
    def scores(self) -> tuple[Score, ...]:
        """Every score, signed."""
        return self.evaluation.scores

    def value(
        self, measure: str, figure: str | None = None, *, run: str | None = None, group: str = "all"
    ) -> float | None:
        """One figure: of the first run and over all items unless said otherwise; recall or the mean if not named."""
        wanted = str(parse_measure(measure))
        for score in self.scores:
            if score.measure == wanted and score.group == group and run in {None, score.run}:
                return _figure(score, figure or ("R" if "R" in score.figures else "mean"))
        raise UsageError(f"there is no score for {wanted} ({group}, {run or 'any run'}) in this result.")

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure, ready for a data frame."""
        return score_records(self.evaluation)

    def items(self) -> list[dict[str, Any]]:
        """One record for each item, run and measure, with the statistics whose sums make the score."""
        return item_records(self.evaluation)

    def to(self, format: str, *, per_item: bool = False) -> str:
        """The result as text, markdown, latex, tsv or json."""
        return render(self.evaluation, format, per_item=per_item)

    def __str__(self) -> str:
        return self.to("text")

    def __repr__(self) -> str:
        runs = ", ".join(run.name for run in self.evaluation.runs)
        return f"<Result: {len(self.scores)} scores of {runs} on {self.evaluation.gold.name}>"


def _figure(score: Score, name: str) -> float | None:
    if name not in score.figures:
        raise UsageError(f"{score.measure} has no figure {name!r}; it has {', '.join(score.figures)}.")
    return score.figures[name]


def load(path: StrPath, kind: formats.Kind, *, format: str = "auto", faults: str = "repair") -> Any:
    """Read items, annotations, a gold, a run or a mapping from a file; faults of the file raise only if `strict`."""
    return formats.load_content(formats.read_content(path), kind, Options(format, _policy(faults)))[0]


def score(
    gold: GoldLike,
    *runs: RunLike,
    measures: str | Iterable[str | Measure] | None = None,
    by: str | Iterable[str] = (),
    match: str | Rules = "lenient",
    min_responses: float | None = None,
    weights: str = "auto",
    mapping: StrPath | FormMapping | None = None,
    multiwords: GoldLike | None = None,
    manual: StrPath | None = None,
    format: str = "auto",
    faults: str = "repair",
) -> Result:
    """Score runs against a gold standard.

    Gold and runs are paths, objects, or dicts: `{"1": {"clever": 3, "smart": 1}}` and `{"1": ["smart", "clever"]}`.
    `measures` are names such as `"best,oot@10"` (default: all that the gold allows), `by` names divisions of the
    items: `"pos"`, `"lexelt"`, `"subset"` or a file of `id<TAB>group`.
    """
    if not runs:
        raise UsageError("score needs at least one run.")
    _refuse_second_input([gold, *runs, mapping, multiwords, manual])
    chosen = _measures(measures)
    files = _Files(Options(format, _policy(faults), _separator(chosen)))
    gold_noun, gold_faults = _weighted_as(files.gold(gold), weights), files.last_faults()
    run_nouns = [(files.run(run, number), files.last_faults()) for number, run in enumerate(runs, start=1)]
    settings = Settings(
        parse_rules(match) if isinstance(match, str) else match,
        _min_responses(min_responses),
        None if mapping is None else files.mapping(mapping),
        None if multiwords is None else files.gold(multiwords),
        str(files.options.policy),
        files.options.separator if format == "semeval" else None,
    )
    divisions = list(_divisions(by))
    request = scoring.Request(
        gold_noun,
        _distinctly_named([run for run, _ in run_nouns]),
        chosen,
        settings,
        _groupings(divisions, gold_noun, settings, manual),
        single_words="subset" in divisions,
        gold_faults=gold_faults,
        run_faults=[each for _, each in run_nouns],
    )
    evaluation = scoring.evaluate(request)
    notes = (*evaluation.notes, *_notes(divisions, settings, manual))
    return Result(replace(evaluation, notes=notes), tuple(files.reports))


class _Files:
    """Turns what a caller gives into nouns, and keeps the reports of the files among them."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.reports: list[Report] = []

    def last_faults(self) -> dict[str, dict[str, int]]:
        return self.reports[-1].counts()

    def gold(self, gold: GoldLike) -> GoldStandard:
        if isinstance(gold, GoldStandard):
            self.reports.append(Report(gold.source.place))
            return gold
        if isinstance(gold, Mapping):
            self.reports.append(Report("gold"))
            return _gold_of(gold)
        noun, report = formats.load(gold, "gold", replace(self.options, separator=None))
        self.reports.append(report)
        return noun

    def run(self, run: RunLike, number: int) -> Run:
        if isinstance(run, Run):
            self.reports.append(Report(run.source.place))
            return run
        if isinstance(run, Mapping):
            self.reports.append(Report(f"run {number}"))
            return _run_of(run, f"run {number}")
        noun, report = formats.load(run, "run", self.options)
        self.reports.append(report)
        return noun

    def mapping(self, mapping: StrPath | FormMapping) -> FormMapping:
        if isinstance(mapping, FormMapping):
            return mapping
        noun, report = formats.load(mapping, "mapping", Options(policy=self.options.policy))
        self.reports.append(report)
        return noun


def _policy(name: str) -> Policy:
    if name not in set(Policy):
        raise UsageError(f"{name!r} is no policy for faults; there are {', '.join(Policy)}.")
    return Policy(name)


def _refuse_second_input(files: Iterable[object]) -> None:
    if sum(1 for file in files if isinstance(file, str) and file == "-") > 1:
        raise UsageError("standard input (-) can be read only once; name a file for the others.")


def _measures(measures: str | Iterable[str | Measure] | None) -> list[Measure]:
    if measures is None:
        return default_measures()
    if isinstance(measures, str):
        chosen = parse_measures(measures)
    else:
        chosen = [each for one in measures for each in ([one] if isinstance(one, Measure) else parse_measures(one))]
    if not chosen:
        raise UsageError("no measure is named; leave the measures out to get all of them.")
    if len({measure.task == "mw" for measure in chosen}) > 1:
        raise UsageError("multiword measures score other files than the measures of substitutes; ask for them apart.")
    return list(dict.fromkeys(chosen))


def _separator(measures: Sequence[Measure]) -> str | None:
    """What SemEval's files have: `:::` for the oot task, `::` for the others; nothing if it is not one task."""
    tasks = {measure.task for measure in measures}
    return {"best": "::", "mw": "::", "oot": ":::"}.get(tasks.pop()) if len(tasks) == 1 else None


def _min_responses(value: float | None) -> float | None:
    if value is not None and not 0 <= value <= MAX_WEIGHT:
        raise UsageError(f"--min-responses is a number from 0, not {value}.")
    return value


def _weighted_as(gold: GoldStandard, weights: str) -> GoldStandard:
    if weights not in {"auto", "counts", "graded"}:
        raise UsageError(f"weights are auto, counts or graded, not {weights!r}.")
    return gold if weights == "auto" else replace(gold, graded=weights == "graded")


def _gold_of(gold: Mapping[Any, Mapping[str, float]]) -> GoldStandard:
    rows = []
    for key, own in gold.items():
        if not isinstance(own, Mapping):
            raise BadInput(f"gold[{key!r}]: expected substitutes with weights, as in {{'clever': 3}}, found {own!r}.")
        rows.append(GoldRow(*_item_key(key), [_entry(key, term, weight) for term, weight in own.items()]))
    return GoldStandard.of(rows, _memory_source("gold", rows))


def _entry(key: object, term: object, weight: object) -> tuple[str, float]:
    number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if isinstance(term, str) and number and 0 <= weight <= MAX_WEIGHT:  # type: ignore[operator]
        return term, float(weight)  # type: ignore[arg-type]
    expected = f"expected a text with a weight from 0 to {MAX_WEIGHT:g}"
    raise BadInput(f"gold[{key!r}]: {expected}, found {term!r}: {weight!r}.")


def _run_of(run: Mapping[Any, Sequence[str]], name: str) -> Run:
    rows = []
    for key, answers in run.items():
        if isinstance(answers, str) or not isinstance(answers, Iterable):
            raise BadInput(f"{name}[{key!r}]: expected a list of answers, found {answers!r}.")
        listed = list(answers)
        if not all(isinstance(answer, str) for answer in listed):
            raise BadInput(f"{name}[{key!r}]: expected texts as answers, found {listed!r}.")
        rows.append(RunRow(*_item_key(key), listed))
    return Run.of(rows, _memory_source(name, rows))


def _item_key(key: object) -> tuple[str, str]:
    """Lexelt and id of a dict's key: an id alone, or both."""
    if isinstance(key, tuple) and len(key) == 2:
        return str(key[0]), str(key[1])
    if isinstance(key, str | int):
        return "", str(key)
    raise BadInput(f"{key!r}: expected an id, or a pair of lexelt and id, as key of an item.")


def _memory_source(name: str, rows: Iterable[object]) -> Source:
    return Source(name, hashlib.sha256(repr(list(rows)).encode(errors="backslashreplace")).hexdigest())


def _distinctly_named(runs: Sequence[Run]) -> list[Run]:
    """Runs of the same name (a/run.txt, b/run.txt) are told apart by their whole path."""
    counts = Counter(run.name for run in runs)
    named = [
        replace(run, source=replace(run.source, name=run.source.place)) if counts[run.name] > 1 else run for run in runs
    ]
    repeated = [name for name, count in Counter(run.name for run in named).items() if count > 1]
    if repeated:
        raise BadInput(f"{repeated[0]}: the same run is given twice.")
    return named


_DIVISIONS = ("pos", "lexelt", "subset")


def _divisions(by: str | Iterable[str]) -> Iterator[str]:
    """The names, those joined by commas taken apart unless there is such a file."""
    for name in [by] if isinstance(by, str) else by:
        yield from [name] if Path(name).exists() else filter(None, name.split(","))


def _groupings(
    divisions: Sequence[str], gold: GoldStandard, settings: Settings, manual: StrPath | None
) -> list[Grouping]:
    made = {"pos": scoring.by_part_of_speech, "lexelt": scoring.by_lexelt}
    groupings: list[Grouping] = []
    for name in dict.fromkeys(divisions):
        if name in made:
            groupings.append(made[name]())
        elif name == "subset":
            groupings += _subsets(gold, settings, manual)
        else:
            groupings.append(_grouping_of_file(name, gold, taken={*_DIVISIONS, *(each.name for each in groupings)}))
    return groupings


def _subsets(gold: GoldStandard, settings: Settings, manual: StrPath | None) -> Iterator[Grouping]:
    if settings.multiwords is not None:
        yield scoring.by_multiword_target(settings.multiwords, settings, gold)
    if manual is not None:
        lexelts = read_lexelts(Path(manual))
        scoring.check_names(os.fspath(manual), lexelts, gold)
        yield scoring.by_sentence_choice(lexelts)


def _grouping_of_file(name: str, gold: GoldStandard, taken: set[str]) -> Grouping:
    if not Path(name).exists():
        raise UsageError(f"{name!r} is neither a file of groups nor one of {', '.join(_DIVISIONS)}.")
    table = read_groups(Path(name))
    scoring.check_names(name, table, gold)
    short = Path(name).name.split(".")[0]
    return scoring.by_table(name if short in taken else short, table)


def _notes(divisions: Sequence[str], settings: Settings, manual: StrPath | None) -> Iterator[str]:
    """What was asked for and cannot be had with what was given."""
    if "subset" not in divisions:
        if manual is not None:
            yield "The list of manually chosen targets (--manual) is used only for the subsets (--by subset)."
        return
    if settings.multiwords is None:
        yield "The subset NMWT is not shown: it needs the gold of multiwords (--multiwords)."
    if manual is None:
        yield "The subsets MAN and RAND are not shown: they need the list of manually chosen targets (--manual)."
