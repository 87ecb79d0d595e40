"""`stead score --explain-official`: why the 2007 program scores a run otherwise."""

import argparse

from stead.cli.common import printed, said
from stead.core.errors import UsageError
from stead.formats import read_content
from stead.measures import parse_measures
from stead.official.explain import explain
from stead.official.preset import task_of, task_of_separator
from stead.official.report import report

OPTION = "--explain-official"
# The 2007 program has one way to score; what would change stead's way makes no sense beside it.
_NOT_OFFICIAL = {
    "by": "--by",
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


def run(options: argparse.Namespace) -> int:
    """Explain, and print."""
    _refuse_other_options(options)
    if len(options.runs) > 1:
        raise UsageError(f"{OPTION} explains one run at a time, not {len(options.runs)}; name one.")
    if [options.gold, *options.runs].count("-") > 1:
        raise UsageError("standard input (-) can be read only once; name a file for the others.")
    gold, answers = read_content(options.gold), read_content(options.runs[0])
    task = (
        task_of(parse_measures(",".join(options.measures)), OPTION) if options.measures else task_of_separator(answers)
    )
    differences = explain(task, gold, answers)
    for note in differences.notes:
        said(note)
    printed(report(differences, options.output, all_items=options.per_item))
    return 0


def _refuse_other_options(options: argparse.Namespace) -> None:
    for name, option in _NOT_OFFICIAL.items():
        if getattr(options, name) != options.defaults(name):
            raise UsageError(f"{OPTION} compares with the 2007 program, which knows no {option}; leave {option} out.")
    for name in (options.format, options.gold_format, options.run_format):
        if name not in {None, "auto", "semeval", "semeval-oot"}:
            raise UsageError(f"{OPTION} compares with the 2007 program, which reads no {name} files.")
