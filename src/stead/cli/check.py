"""`stead check`: list every fault of a file, all at once."""

import argparse
from dataclasses import replace

from stead.api.inputs import reading_options
from stead.cli.common import add_reading_options, printed, reading_arguments
from stead.core.canonical_forms import CanonicalForms
from stead.core.errors import BadInput
from stead.core.faults import Report
from stead.core.gold import GoldStandard
from stead.core.run import Run
from stead.core.text import counted, visible
from stead.formats import KINDS, Content, Kind, load, load_any, load_content, read_content
from stead.formats.posthoc_files import posthoc_kind, read_dispatch, read_pool
from stead.reporting.noticed import oddities
from stead.rules.matching import Rules
from stead.scoring import Settings, summary_of
from stead.scoring.align import align, shown_key
from stead.scoring.levelled import level_gold

_IDS_SHOWN = 5


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="items, gold, run, annotations, ratings, mapping, pool or dispatch"
    )
    parser.add_argument(
        "--as", dest="kind", choices=[*KINDS, *_POSTHOC], help="what the files hold; default: found out"
    )
    parser.add_argument("--gold", metavar="FILE", help="also look for ids of runs that this gold lacks, repeats, gaps")
    add_reading_options(parser, golds_and_runs=True)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check each file; 1 if any has a fault that is more than a note."""
    reading = reading_options(options.gold_format or "auto", encoding=options.encoding)
    gold = load(options.gold, "gold", reading)[0] if options.gold else None
    clean = [_check(path, options, gold) for path in options.files]
    return 0 if all(clean) else 1


def _check(path: str, options: argparse.Namespace, gold: GoldStandard | None) -> bool:
    try:
        content = read_content(path)
        kind = options.kind or posthoc_kind(content)
        if kind in _POSTHOC:
            printed(f"{visible(path)}: {kind}, {_POSTHOC[kind](content)}: no faults.\n")
            return True
        kind, noun, report = _read(content, options)
    except BadInput as error:
        printed(f"{visible(str(error))}\n")
        return False
    if not isinstance(noun, CanonicalForms) and not len(noun):  # type: ignore[arg-type]  # every other noun has rows
        report.error(None, "empty", "nothing in it could be read")
    if isinstance(noun, Run):
        _note_repeats(noun, report)
        if gold is not None:
            _compare_ids(noun, gold, report)
    bad = report.total()
    verdict = counted(bad, "fault") if bad else "no faults"
    lines = [*map(str, report), f"{path}: {kind}, {_size(noun)}: {verdict}."]
    printed("".join(f"{visible(line)}\n" for line in lines))
    return not bad


def _pool(content: Content) -> str:
    pool = read_pool(content)
    return f"{counted(pool.size, 'candidate')} for {counted(len(pool), 'item')}"


def _dispatch(content: Content) -> str:
    dispatch = read_dispatch(content)
    return f"{counted(sum(dispatch.sizes()), 'candidate')} in {counted(dispatch.subsets, 'subset')}"


_POSTHOC = {"pool": _pool, "dispatch": _dispatch}
"""Files that only stead writes: the first fault refuses them."""


def _read(content: Content, options: argparse.Namespace) -> tuple[Kind, object, Report]:
    """Read the file as what it is said to be, or as what it can be; checking never refuses for faults."""
    arguments = reading_arguments(options) | {"faults": "skip" if options.faults == "skip" else "repair"}
    reading = replace(reading_options(**arguments), lists_faults=True)
    if options.kind:
        return options.kind, *load_content(content, options.kind, reading)
    return load_any(content, reading)


def _size(noun: object) -> str:
    if isinstance(noun, CanonicalForms):
        return counted(sum(map(len, noun.canonical.values())), "rule")
    return counted(len(noun), "row")  # type: ignore[arg-type]  # every other noun has rows


def _some(ids: list[str]) -> str:
    return ", ".join(ids[:_IDS_SHOWN]) + (", ..." if len(ids) > _IDS_SHOWN else "")


def _note_repeats(noun: Run, report: Report) -> None:
    level = Rules().level
    repeats = [row.id for row in noun if len({level(answer) for answer in row.answers}) < len(row.answers)]
    if repeats:
        message = f"{counted(len(repeats), 'item')} with a repeated answer ({_some(repeats)}); a repeat earns nothing"
        report.note(None, "repeats", message)


def _compare_ids(noun: Run, gold: GoldStandard, report: Report) -> None:
    """What scoring would say of the ids."""
    levelled = level_gold(gold, Rules(), threshold=Settings().threshold(gold))
    aligned = align(levelled, noun)
    for key in aligned.unknown_ids:
        report.error(None, "unknown", f"the id {key} is not in the gold")
    for key in aligned.repeated_ids:
        report.error(None, "repeated", f"the id {key} comes a second time; only the first counts")
    seen = {levelled.key(*item) for item in zip(noun.lexelts, noun.ids, strict=True)}
    missing = [
        shown_key((gold.lexelts[row], gold.ids[row]) if levelled.by_key else key)
        for key, row in levelled.rows.items()
        if key not in seen
    ]
    if missing:
        report.note(None, "missing", f"{counted(len(missing), 'item')} of the gold without a line ({_some(missing)})")
    odd = oddities(summary_of(noun, aligned, {}), int(levelled.scored.sum()))
    for kind in ("unanswered", "left out", "lexelt"):  # the others are listed one by one
        if kind in odd:
            report.note(None, kind, odd[kind])
