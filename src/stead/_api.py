"""The Python interface: load files, score runs, look at the results."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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

Path_ = str | os.PathLike[str]
ItemKey = str | int | tuple[str, str | int]
GoldLike = Path_ | GoldStandard | Mapping[Any, Mapping[str, float]]
RunLike = Path_ | Run | Mapping[Any, Sequence[str]]


@dataclass(frozen=True, eq=False)
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
            if score.measure == wanted and (score.group or "all") == group and run in {None, score.run}:
                return score.figures[figure or ("R" if "R" in score.figures else "mean")]
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


def load(path: Path_, kind: formats.Kind, *, format: str = "auto", faults: str = "repair") -> Any:
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
    mapping: Path_ | FormMapping | None = None,
    multiwords: GoldLike | None = None,
    manual: Path_ | None = None,
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
    chosen = _measures(measures)
    options = Options(format, _policy(faults), _separator(format, chosen))
    gold_noun, gold_report = _load_gold(gold, replace(options, separator=None), weights)
    loaded = [_load_run(run, options, number) for number, run in enumerate(runs, start=1)]
    settings = Settings(
        parse_rules(match) if isinstance(match, str) else match,
        min_responses,
        _load_mapping(mapping),
        _load_gold(multiwords, Options(), "auto")[0] if multiwords is not None else None,
        str(options.policy),
    )
    names = [by] if isinstance(by, str) else list(by)
    request = scoring.Request(
        gold_noun,
        _distinctly_named([run for run, _, _ in loaded], [path for _, _, path in loaded]),
        chosen,
        settings,
        [grouping for name in names for grouping in _groupings(name, gold_noun, settings, manual)],
        single_words="subset" in names,
        gold_faults=gold_report.counts(),
        run_faults=[report.counts() for _, report, _ in loaded],
    )
    return Result(scoring.evaluate(request), (gold_report, *(report for _, report, _ in loaded)))


def _policy(name: str) -> Policy:
    if name not in set(Policy):
        raise UsageError(f"{name!r} is no policy for faults; there are {', '.join(Policy)}.")
    return Policy(name)


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


def _separator(format: str, measures: Sequence[Measure]) -> str | None:
    """What SemEval's own format demands: `:::` in a file of the oot task, `::` in the others."""
    tasks = {measure.task for measure in measures}
    if format != "semeval" or len(tasks) > 1:
        return None
    return {"best": "::", "mw": "::", "oot": ":::"}.get(tasks.pop())


def _load_gold(gold: GoldLike, options: Options, weights: str) -> tuple[GoldStandard, Report]:
    noun, report = _read_gold(gold, options)
    if weights not in {"auto", "counts", "graded"}:
        raise UsageError(f"weights are auto, counts or graded, not {weights!r}.")
    return (noun if weights == "auto" else replace(noun, graded=weights == "graded")), report


def _read_gold(gold: GoldLike, options: Options) -> tuple[GoldStandard, Report]:
    if isinstance(gold, GoldStandard):
        return gold, Report(gold.source.name)
    if isinstance(gold, Mapping):
        rows = [
            GoldRow(*_item_key(key), [(term, float(weight)) for term, weight in own.items()])
            for key, own in gold.items()
        ]
        return GoldStandard.of(rows, _memory_source("gold", rows)), Report("gold")
    return formats.load(gold, "gold", options)


def _load_run(run: RunLike, options: Options, number: int) -> tuple[Run, Report, str]:
    if isinstance(run, Run):
        return run, Report(run.name), f"{run.name} {number}"
    if isinstance(run, Mapping):
        name = f"run {number}"
        rows = [RunRow(*_item_key(key), list(answers)) for key, answers in run.items()]
        return Run.of(rows, _memory_source(name, rows)), Report(name), name
    return *formats.load(run, "run", options), os.fspath(run)


def _item_key(key: ItemKey) -> tuple[str, str]:
    """Lexelt and id of a dict's key: an id alone, or both."""
    if isinstance(key, tuple):
        return str(key[0]), str(key[1])
    return "", str(key)


def _memory_source(name: str, rows: Iterable[object]) -> Source:
    return Source(name, hashlib.sha256(repr(list(rows)).encode()).hexdigest())


def _load_mapping(mapping: Path_ | FormMapping | None) -> FormMapping | None:
    if mapping is None or isinstance(mapping, FormMapping):
        return mapping
    return formats.load(mapping, "mapping")[0]


def _distinctly_named(runs: Sequence[Run], paths: Sequence[str]) -> list[Run]:
    """Runs of the same name (a/run.txt, b/run.txt) are told apart by their whole path."""
    counts = Counter(run.name for run in runs)
    named = [
        replace(run, source=replace(run.source, name=path)) if counts[run.name] > 1 else run
        for run, path in zip(runs, paths, strict=True)
    ]
    repeated = [name for name, count in Counter(run.name for run in named).items() if count > 1]
    if repeated:
        raise BadInput(f"{repeated[0]}: the same run is given twice.")
    return named


def _groupings(name: str, gold: GoldStandard, settings: Settings, manual: Path_ | None) -> list[Grouping]:
    match name:
        case "pos":
            return [scoring.by_part_of_speech()]
        case "lexelt":
            return [scoring.by_lexelt()]
        case "subset":
            found = []
            if settings.multiwords:
                found.append(scoring.by_multiword_target(settings.multiwords, settings))
            if manual is not None:
                found.append(scoring.by_sentence_choice(read_lexelts(Path(manual))))
            return found
        case _:
            table = read_groups(Path(name))
            scoring.check_table(name, table, gold)
            return [scoring.by_table(Path(name).name.split(".")[0], table)]
