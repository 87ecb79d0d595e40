"""`stead score`, `measures` and `official`."""

import argparse
import os
import re
import sys

from stead.cli.options import (
    RUN_HELP,
    add_form,
    add_items,
    add_measures_and_groups,
    add_reading_options,
    add_scoring_options,
    explain,
    named_runs,
    number,
    scoring_options,
)
from stead.cli.output import keep_freed_memory, list_width, log, log_notes, text_width, write
from stead.core.errors import UsageError


def declare_score(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead score gold.txt run.txt                         every measure the gold allows
stead score gold.txt runs/*.txt -m best,oot@10       two measures, several runs
stead score gold.txt a.best a.oot mine=x.txt         two systems, the first with a run for each task
stead score gold.txt run.txt -m "coverage(k=0.5)"    brackets need quotes in a shell
stead score gold.txt run.txt --confidence            95 % intervals
stead score gold.txt run.txt --by pos --format latex > table.tex
stead score gold.txt run_mw.txt -m multiwords --multiwords gold_mw.txt
stead score gold1.txt run.txt -m semdis --match semdis --mapping mapping.txt
stead score gold.txt run.txt -m oot --per-item --format tsv --items items.xml > items.tsv
stead score gold.txt run.txt -m best --explain-official
""",
    )
    parser.add_argument("gold", metavar="GOLD", help="gold standard (- is standard input; .gz is unpacked)")
    parser.add_argument("runs", metavar="RUN", nargs="+", help=RUN_HELP)
    add_measures_and_groups(parser)
    parser.add_argument("--per-item", action="store_true", help="show every item's figures instead of the averages")
    parser.add_argument("--confidence", action="store_true", help="also show bootstrap confidence intervals")
    parser.add_argument(
        "--level", type=number, metavar="L", help="level of the intervals of --confidence (default: 0.95)"
    )
    add_items(
        parser,
        "sentences, for --per-item as tsv or csv and for --by length (default: those of a data set by name)",
        default=None,
    )
    add_form(parser)
    parser.add_argument(
        "--explain-official",
        action="store_true",
        help="instead of scores, show where the 2007 program differs from stead on one run, and which defect does it",
    )
    add_scoring_options(parser)
    add_reading_options(parser, golds_and_runs=True)
    parser.set_defaults(defaults=parser.get_default)


def run_score(options: argparse.Namespace) -> int:
    """Score, and print."""
    if options.explain_official:
        return _explain_official(options)
    if options.per_item and options.by:
        raise UsageError("--per-item shows every item, not groups of them; leave one of --per-item and --by out.")
    if options.per_item and options.confidence:
        raise UsageError("--confidence is about averages, not items; leave one of --per-item and --confidence out.")
    from stead.api.score import score

    keep_freed_memory()
    result = score(
        options.gold,
        *named_runs(options.runs),
        items=options.items,
        confidence=_confidence(options),
        options=scoring_options(options),
    )
    log_notes(result.notes)
    write(result.to(options.form, per_item=options.per_item, width=text_width()))
    return 0


def _confidence(options: argparse.Namespace) -> bool | float:
    """Whether intervals are wanted, or their level; a flag of its own, so that a file after it is never a level."""
    for name in (options.gold, *options.runs) if options.confidence else ():
        if re.fullmatch(r"0?\.\d+", name) and not os.path.exists(name):  # noqa: PTH110 (pathlib is slow to import)
            raise UsageError(f"there is no file {name}; the level of confidence intervals is --level {name}.")
    if options.level is None:
        return bool(options.confidence)
    if not options.confidence:
        raise UsageError("--level is the level of confidence intervals; add --confidence.")
    return float(options.level)


# ------------------------------------------------------------------------------------------------ explain official

_OPTION = "--explain-official"
# The 2007 program has one way to score; what would change stead's way makes no sense beside it.
_NOT_OFFICIAL = {
    "by": "--by",
    "items": "--items",
    "confidence": "--confidence",
    "level": "--level",
    "match": "--match",
    "min_responses": "--min-responses",
    "preset": "--preset",
    "candidates": "--candidates",
    "ids": "--ids",
    "weights": "--weights",
    "mapping": "--mapping",
    "multiwords": "--multiwords",
    "manual": "--manual",
    "faults": "--faults",
    "encoding": "--encoding",
}


def _explain_official(options: argparse.Namespace) -> int:
    """Explain why the 2007 program scores a run otherwise."""
    _refuse_other_options(options)
    if len(options.runs) > 1:
        raise UsageError(f"{_OPTION} explains one run at a time, not {len(options.runs)}; name one.")
    if [options.gold, *options.runs].count("-") > 1:
        raise UsageError("standard input (-) can be read only once; name a file for the others.")
    from stead.api.official import explain_official

    measures = ",".join(options.measures) if options.measures else None
    explanation = explain_official(options.gold, options.runs[0], measures=measures, asked_by=_OPTION)
    log_notes(explanation.notes)
    write(explanation.to(options.form, all_items=options.per_item))
    return 0


def _refuse_other_options(options: argparse.Namespace) -> None:
    for name, option in _NOT_OFFICIAL.items():
        if getattr(options, name) != options.defaults(name):
            raise UsageError(f"{_OPTION} compares with the 2007 program, which knows no {option}; leave {option} out.")
    for name in (options.format, options.gold_format, options.run_format):
        if name not in {None, "auto", "semeval", "semeval-oot"}:
            raise UsageError(f"{_OPTION} compares with the 2007 program, which reads no {name} files.")


# ------------------------------------------------------------------------------------------------------- measures


def declare_measures(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="explain a measure or suite, with its formulas")
    parser.add_argument("--match", action="store_true", help="list the rules of matching instead")


def run_measures(options: argparse.Namespace) -> int:
    """Print the list."""
    from stead.api.listing import matching_list, measure_list, measure_pages

    if options.match:
        write(matching_list())
    elif options.name:
        write(measure_pages(options.name))
    else:
        write(measure_list(list_width()))
    return 0


# ------------------------------------------------------------------------------------------------------- official


def declare_official(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("system", metavar="SYSTEM", help="answers of a system")
    parser.add_argument("gold", metavar="GOLD", help="gold standard")
    parser.add_argument("-t", dest="task", choices=["best", "oot", "mw"], default="best", help="task (default: best)")
    parser.add_argument("-v", dest="verbose", action="store_true", help="line-by-line calculations")


def run_official(options: argparse.Namespace) -> int:
    """Print what the 2007 program prints."""
    from stead.api.official import print_official

    try:
        outcome = print_official(options.system, options.gold, task=options.task, verbose=options.verbose)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        log(f"{getattr(error, 'filename', None) or options.system}: cannot be read: {reason}.")
        return 1
    sys.stdout.buffer.write(outcome.stdout)
    sys.stdout.buffer.flush()
    if outcome.message:
        log(outcome.message)
    return outcome.status
