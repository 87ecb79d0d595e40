"""Tables of scores, one for each family of measures, in the layout of the papers; records; warnings about runs."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate
from typing import TYPE_CHECKING

from stead.core.faults import Caution
from stead.core.text import list_first, plural
from stead.records.scores import Evaluation, ItemOutcome, ItemStatistics, RunSummary, Score
from stead.reporting.machine_readable import SEPARATORS, Record, separated_records, to_json_text
from stead.reporting.tables import Signatures, Table, check_format, figure_label, percent, render_tables

if TYPE_CHECKING:  # a comparison has far more parts than a score
    from stead.records.comparison import Confidence, Interval
    from stead.records.report import ComparisonReport

CEILING = "ceiling"
"""The row of a perfect run in tables; no run may have this name."""
TITLES = {
    "best": "best (SemEval-2007)",
    "oot": "out of ten (SemEval-2007)",
    "multiword": "multiwords (SemEval-2007)",
    "jabbari": "best, coverage, rank (Jabbari et al. 2010)",
    "semdis": "SemDis 2014, plain and normalised (Tanguy et al. 2018)",
    "ranking": "precision, recall and ranking",
    "simplification": "lexical simplification (TSAR-2022)",
    "swords": "SWORDS (Lee et al. 2021)",
    "prolex": "ProLex (Zhang et al. 2024)",
}
"""The titles of the tables, by family of measures."""

COUNTS = {"multiword": "named/gold"}
"""The heading of the two counts of a row: for multiwords, precision and recall are over different items."""


FigureKey = tuple[str, str, str, str]
"""A group, a run, a measure and a figure."""


def _intervals(confidence: "Iterable[Confidence]") -> "dict[FigureKey, Interval]":
    return {
        (group.group, estimate.run, estimate.measure, estimate.figure): estimate.interval
        for group in confidence
        for estimate in group.estimates
    }


def evaluation_tables(evaluation: Evaluation, confidence: "Sequence[Confidence]" = ()) -> list[Table]:
    """Make one table for each family, in the order of the scores; after each figure comes its interval, if any."""
    families = dict.fromkeys(score.family for score in evaluation.scores)
    return [_family_table(family, evaluation, confidence) for family in families]


def _family_table(family: str, evaluation: Evaluation, confidence: "Sequence[Confidence]") -> Table:
    scores = [score for score in evaluation.scores if score.family == family]
    groups = list(dict.fromkeys(score.group for score in scores))
    measures = list(dict.fromkeys(score.measure for score in scores))
    first = {score.measure: score for score in scores}
    figures = [figure_label(first[name].label, figure) for name in measures for figure in first[name].figures]
    grouped = len(groups) > 1
    brackets = {key: text for key, text in _brackets(confidence).items() if key[2] in measures}
    blocks = [list(_group_rows(group, scores, brackets, grouped=grouped)) for group in groups]
    endings = frozenset(end - 1 for end in accumulate(map(len, blocks)))
    return Table(
        title=TITLES.get(family, family),
        columns=(*(["group"] if grouped else []), "run", COUNTS.get(family, "answered"), *figures),
        rows=tuple(row for block in blocks for row in block),
        caption=" ".join([_caption(family, evaluation, scores), *_interval_caption(confidence)]),
        labels=2 if grouped else 1,
        endings=endings,
        ceilings=endings,
    )


def _group_rows(
    group: str, scores: Sequence[Score], brackets: Mapping[FigureKey, str], *, grouped: bool
) -> Iterable[tuple[str, ...]]:
    of_group = [score for score in scores if score.group == group]
    label = [group] if grouped else []
    wide = max(map(len, brackets.values()), default=0)  # so that digits and brackets stay below each other
    for run in dict.fromkeys(score.run for score in of_group):
        of_run = [score for score in of_group if score.run == run]
        widest = max(of_run, key=lambda score: score.scored)  # mode measures count fewer items than the others
        cells = (
            f"{percent(value)}{brackets.get((group, run, score.measure, figure), ''):<{wide}}"
            for score in of_run
            for figure, value in score.figures.items()
        )
        yield (*label, run, f"{widest.attempted}/{widest.scored}" if widest.scored else "-", *cells)
    of_any_run = [score for score in of_group if score.run == of_group[0].run]
    ceilings = (f"{percent(value)}{' ' * wide}" for score in of_any_run for value in score.ceiling.values())
    yield (*label, CEILING, "", *ceilings)


def _brackets(confidence: "Iterable[Confidence]") -> dict[FigureKey, str]:
    """Print each interval, with a space before it."""
    return {
        key: "" if interval.low is None else f" [{percent(interval.low)}, {percent(interval.high)}]"
        for key, interval in _intervals(confidence).items()
    }


def _interval_caption(confidence: "Sequence[Confidence]") -> Iterator[str]:
    for group in confidence[:1]:
        procedure = group.procedure
        yield (
            f"Brackets: {float(procedure['level']) * 100:g} % interval ({INTERVALS[procedure['interval']]} bootstrap "
            f"by {group.unit}, {plural(int(procedure['resamples']), 'resample')}, seed {procedure['seed']})."
        )


INTERVALS = {"bca": "BCa", "percentile": "percentile"}
"""The names of bootstrap intervals, as captions have them."""


def _caption(family: str, evaluation: Evaluation, scores: Sequence[Score]) -> str:
    gold = evaluation.gold
    if family == "multiword":
        return f"Scores x 100; {plural(scores[0].scored, 'item')} with a gold multiword; {_CEILING_EXPLAINED}."
    widest = max((score for score in scores if score.group == scores[0].group), key=lambda score: score.scored)
    first = [score for score in scores if (score.run, score.group) == (widest.run, widest.group)]
    plain = [score for score in first if "-mode" not in score.measure]
    most = max((score.scored for score in plain), default=gold.scored)
    parts = [f"Scores x 100 on {most} of {plural(gold.items, 'item')} of {gold.name}"]
    if len(plain) < len(first):
        parts.append(f"{gold.with_mode} of them {'has' if gold.with_mode == 1 else 'have'} a mode")
    parts += [f"{score.label} on {score.scored}" for score in plain if score.scored != most]
    return "; ".join([*parts, _CEILING_EXPLAINED]) + "."


_CEILING_EXPLAINED = f"{CEILING}: a perfect run that answers every item"
_MOST_SIGNATURES = 8


def common_signatures(scores: Iterable[Score]) -> list[str]:
    """Collect the signatures of figures, with MEASURE for the measure's name where all measures share the rest.

    Where systems have different signatures for the same measure, each is followed by its systems.
    """
    by_rest: dict[str, list[Score]] = {}
    signed: dict[tuple[str, str], set[str]] = {}
    for score in scores:
        if _has_figures(score):
            by_rest.setdefault(score.signature.removeprefix(score.measure), []).append(score)
            signed.setdefault((score.group, score.measure), set()).add(score.signature)
    every = len({measure for _, measure in signed})
    differ = any(len(of_systems) > 1 for of_systems in signed.values())
    return [_common_signature(rest, of_rest, every, names_systems=differ) for rest, of_rest in by_rest.items()]


def _has_figures(score: Score) -> bool:
    """Whether any figure is known; a system without a run for the measure's task has none."""
    return any(value is not None for value in score.figures.values())


def _common_signature(rest: str, scores: Sequence[Score], every: int, *, names_systems: bool) -> str:
    measures = dict.fromkeys(score.measure for score in scores)
    systems = dict.fromkeys(score.run for score in scores)
    shared = ("MEASURE" if len(measures) == every else ",".join(measures)) + rest
    return f"{shared} ({', '.join(systems)})" if names_systems else shared


def signatures(evaluation: Evaluation, confidence: "Sequence[Confidence]" = ()) -> Signatures:
    """Collect the signatures of all groups."""
    shown = [*common_signatures(evaluation.scores), *(group.signature for group in confidence)]
    return Signatures(shown) if len(shown) <= _MOST_SIGNATURES else Signatures(shown[:1], len(shown) - 1)


def item_tables(evaluation: Evaluation) -> list[Table]:
    """Make one table for each run: every item with its figures."""
    by_run: dict[str, list[ItemStatistics]] = {}
    for statistics in evaluation.statistics:
        by_run.setdefault(statistics.run, []).append(statistics)
    return [_item_table(run, measures) for run, measures in by_run.items()]


def _item_table(run: str, measures: Sequence[ItemStatistics]) -> Table:
    columns = [figure_label(measure.label, name) for measure in measures for name in measure.figure_names]
    items = zip(measures[0].lexelts, measures[0].ids, strict=True)
    rows = tuple(
        (lexelt, identifier, *(percent(value) for measure in measures for value in measure.figures[position].tolist()))
        for position, (lexelt, identifier) in enumerate(items)
    )
    return Table(title=f"{run}, item by item", columns=("lexelt", "id", *columns), rows=rows, labels=2)


def score_records(evaluation: Evaluation, confidence: "Sequence[Confidence]" = ()) -> list[Record]:
    """Make one record for each figure of each score, with its interval if there are some."""
    records = [
        {"run": score.run, "group": score.group, **record}
        for score in evaluation.scores
        for record in records_of_score(score)
    ]
    if confidence:
        intervals, signed = _intervals(confidence), {group.group: group.signature for group in confidence}
        for record in records:
            interval = intervals.get((record["group"], record["run"], record["measure"], record["figure"]))
            record |= {
                "low": interval and interval.low,
                "high": interval and interval.high,
                "interval_signature": signed.get(record["group"]),
            }
    return records


def records_of_score(score: Score) -> Iterator[Record]:
    """Make a record of each figure of a score, without whose score it is."""
    for figure, value in score.figures.items():
        yield {
            "measure": score.measure,
            "figure": figure,
            "value": value,
            "ceiling": score.ceiling[figure],
            "scored": score.scored,
            "attempted": score.attempted,
            "signature": score.signature,
        }


def item_records(evaluation: Evaluation) -> list[Record]:
    """Make one record for each item, run and measure, with its statistics and its figures."""
    return [record for statistics in evaluation.statistics for record in _item_records(statistics)]


def _item_records(statistics: ItemStatistics) -> Iterator[Record]:
    rows = zip(statistics.lexelts, statistics.ids, statistics.values.tolist(), statistics.figures.tolist(), strict=True)
    for lexelt, identifier, values, figures in rows:
        yield {
            "run": statistics.run,
            "lexelt": lexelt,
            "id": identifier,
            "measure": statistics.measure,
            "statistics": dict(zip(statistics.fields, values, strict=True)),
            "figures": dict(zip(statistics.figure_names, map(_none_for_nan, figures), strict=True)),
        }


def _none_for_nan(value: float) -> float | None:
    return None if math.isnan(value) else value


def json_document(evaluation: Evaluation, confidence: "Sequence[Confidence]", *, per_item: bool) -> str:
    """Write the whole evaluation as JSON; equal input gives equal bytes."""
    document: Record = {
        "schema": evaluation.schema,
        "gold": asdict(evaluation.gold),
        "runs": [asdict(run) for run in evaluation.runs],
        "scores": [asdict(score) for score in evaluation.scores],
        "notes": evaluation.notes,
    }
    if confidence:
        document["confidence"] = [asdict(group) for group in confidence]
    if per_item:
        document["items"] = item_records(evaluation)
    return to_json_text(document)


def outcome_records(outcomes: Iterable[ItemOutcome], *, with_sentences: bool) -> list[Record]:
    """Make one flat record for each item, run and measure."""
    return [
        {
            "run": outcome.run,
            "measure": outcome.measure,
            "lexelt": outcome.lexelt,
            "id": outcome.id,
            **({"sentence": outcome.sentence, "target": outcome.target} if with_sentences else {}),
            "gold": "; ".join(f"{term} {weight:g}" for term, weight in outcome.gold),
            "answers": "; ".join(term for term, _ in outcome.answers),
            "missed": "; ".join(outcome.missed),
            "credit": outcome.credit,
            "counted": int(outcome.counted),
            "attempted": int(outcome.attempted),
        }
        for outcome in outcomes
    ]


def render_scores(
    evaluation: Evaluation,
    format: str = "text",
    *,
    per_item: bool = False,
    confidence: "Sequence[Confidence]" = (),
    width: int | None = None,
) -> str:
    """Render the scores as text of some width, markdown, latex, tsv, csv or json; or items (not as tsv or csv)."""
    check_format(format)
    if format == "json":
        return json_document(evaluation, confidence, per_item=per_item)
    if format in SEPARATORS:
        return separated_records(score_records(evaluation, confidence), format)
    tables = item_tables(evaluation) if per_item else evaluation_tables(evaluation, confidence)
    signed = signatures(evaluation, () if per_item else confidence)
    return render_tables(tables, signed, format, width=width)


_IDS_SHOWN = 3
UNANSWERED = "unanswered"
"""The kind of warning about missing answers; every other kind is about answers that do not count as given."""


def warnings_of(result: "Evaluation | ComparisonReport") -> Iterator[str]:
    """Collect the warnings about each run, and the notes."""
    multiwords = any(score.family == "multiword" for score in result.scores)
    with_figures = {score.run for score in result.scores if _has_figures(score)}
    for summary in result.runs:
        expected = None if multiwords or summary.name not in with_figures else result.gold.scored
        for kind, warning in run_warnings(summary, expected).items():
            note = f"{summary.label}: {warning}."
            yield note if kind == UNANSWERED else Caution(note)
    yield from result.notes


def run_warnings(summary: RunSummary, scored: int | None) -> dict[str, str]:
    """Describe what is wrong with a run, by kind; `scored` is the number of items that should be answered."""
    warnings = {}
    if scored is not None and summary.attempted < scored:
        warnings[UNANSWERED] = f"{scored - summary.attempted} of {plural(scored, 'scored item')} not answered"
    if summary.duplicates:
        items = plural(summary.items_with_duplicates, "item")
        warnings["repeats"] = f"{plural(summary.duplicates, 'repeated answer')} on {items} (see dup in the signature)"
    if summary.left_out:
        warnings["left out"] = f"{plural(summary.left_out, 'answer')} left out by the matching rules"
    for kind, ids, what in (
        ("unknown", summary.unknown_ids, "not in the gold, ignored"),
        ("repeated", summary.repeated_ids, "given a second time, ignored"),
        ("lexelt", summary.other_targets, "with another lexelt than in the gold, matched by id"),
    ):
        if ids:
            warnings[kind] = f"{plural(len(ids), 'id')} {what} ({list_first(ids, _IDS_SHOWN)})"
    return warnings
