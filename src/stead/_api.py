"""The Python interface: load files, score runs, look at the results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stead import formats
from stead._inputs import (
    GoldLike,
    RunLike,
    StrPath,
    reading_options,
)
from stead._notes import warn_of
from stead._preparing import prepare
from stead._result import Result
from stead.matching import Rules
from stead.measures import Measure
from stead.task import Mapping as FormMapping


def load(
    path: StrPath, kind: formats.Kind, *, format: str = "auto", faults: str = "repair", encoding: str | None = None
) -> Any:
    """Read items, annotations, a gold, a run or a mapping from a file.

    Faults that can be repaired raise only if `faults` is `"strict"`. `encoding` is that of a file that is not UTF-8.
    """
    options = reading_options(format, faults, encoding)
    noun, report = formats.load_content(formats.read_content(path), kind, options)
    warn_of(report.notes())
    return noun


def score(
    gold: GoldLike,
    *runs: RunLike,
    measures: str | Iterable[str | Measure] | None = None,
    by: StrPath | Iterable[StrPath] = (),
    match: str | Rules | None = None,
    min_responses: float | None = None,
    weights: str = "auto",
    mapping: StrPath | FormMapping | None = None,
    multiwords: GoldLike | None = None,
    manual: StrPath | None = None,
    candidates: StrPath | Mapping[str, Sequence[str]] | None = None,
    ids: StrPath | None = None,
    names: str | None = None,
    gold_terms: str | None = None,
    preset: str | None = None,
    format: str = "auto",
    gold_format: str | None = None,
    run_format: str | None = None,
    faults: str = "repair",
    encoding: str | None = None,
) -> Result:
    """Score runs against a gold standard.

    Gold and runs are paths, objects, or dicts: `{"1": {"clever": 3, "smart": 1}}` and `{"1": ["smart", "clever"]}`.
    `measures` are names such as `"best,oot@10"` (default: all that the gold allows), `by` names divisions of the
    items: `"pos"`, `"lexelt"`, `"subset"`, `"substitutes"`, `"agreement"`, `"frequency:bnc"` or a file of
    `id<TAB>group`. `candidates` are what rankings of given candidates rank, `ids` a file of the items to keep. A
    `preset` (`"swords"`, `"tsar"`, `"melamud-gap"`) gives measures, `match`, `min_responses`, `names` and `gold_terms`
    as a reference program has them, unless they are given; `"semeval2007"` reads and scores as the 2007 program does.
    `gold_terms` of a file of lines are `"trimmed"`, or `"as-written"` with the spaces around them (`garden  1`).
    `format` is that of all files, `gold_format` and `run_format` are those of golds and runs alone; `encoding` is that
    of the files that are not UTF-8.
    """
    prepared = prepare(
        gold,
        runs,
        measures=measures,
        by=by,
        match=match,
        min_responses=min_responses,
        weights=weights,
        mapping=mapping,
        multiwords=multiwords,
        manual=manual,
        candidates=candidates,
        ids=ids,
        names=names,
        gold_terms=gold_terms,
        preset=preset,
        format=format,
        gold_format=gold_format,
        run_format=run_format,
        faults=faults,
        encoding=encoding,
    )
    result = prepared.result()
    warn_of(result.notes)
    return result
