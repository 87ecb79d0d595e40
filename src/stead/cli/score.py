"""`stead score`: score runs against a gold standard."""

import argparse
from collections.abc import Iterator

from stead._api import Result, score
from stead._memory import keep_freed_memory
from stead._wording import counted
from stead.cli.common import add_reading_options, printed, said
from stead.cli.scoring_options import add_measures_and_groups, add_scoring_options, scoring_arguments
from stead.reporting import RENDERERS
from stead.task import Report, RunSummary, Severity, UsageError

_IDS_SHOWN = 3

_EXAMPLES = """
examples:
  stead score gold.txt run.txt                         every measure the gold allows
  stead score gold.txt runs/*.txt -m best,oot@10       two measures, several runs
  stead score gold.txt run.txt -m "coverage(k=0.5)"    brackets need quotes in a shell
  stead score gold.txt run.txt --by pos --format latex > table.tex
  stead score gold.txt run_mw.txt -m multiwords --multiwords gold_mw.txt
  stead score gold1.txt run.txt -m semdis --match semdis --mapping mapping.txt
  stead score gold.txt run.txt -m best --explain-official
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("gold", metavar="GOLD", help="gold standard (- is standard input; .gz is unpacked)")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="answers of a system")
    add_measures_and_groups(parser)
    parser.add_argument("--per-item", action="store_true", help="show every item's figures instead of the averages")
    parser.add_argument("--format", choices=list(RENDERERS), default="text", dest="output", help="default: text")
    parser.add_argument(
        "--explain-official",
        action="store_true",
        help="instead of scores, show where the 2007 program differs from stead on one run, and which defect does it",
    )
    add_scoring_options(parser)
    add_reading_options(parser)
    parser.set_defaults(run=run, defaults=parser.get_default)


def run(options: argparse.Namespace) -> int:
    """Score, and print."""
    if options.explain_official:
        from stead.cli import explain_official  # noqa: PLC0415 (seldom needed)

        return explain_official.run(options)
    if options.per_item and options.by:
        raise UsageError("--per-item shows every item, not groups of them; leave one of --per-item and --by out.")
    keep_freed_memory()
    result = score(options.gold, *options.runs, **scoring_arguments(options))
    for message in messages(result):
        said(message)
    printed(result.to(options.output, per_item=options.per_item))
    return 0


def messages(result: Result) -> Iterator[str]:
    """What a person should know about the files before believing the scores."""
    for report in result.reports:
        yield from _fault_messages(report)
    multiwords = any(score.family == "multiword" for score in result.scores)
    for summary in result.evaluation.runs:
        if not multiwords:
            yield from _unanswered(summary, result.evaluation.gold.scored)
        yield from _oddities(summary)
    yield from result.evaluation.notes


def _fault_messages(report: Report) -> Iterator[str]:
    yield from (f"{fault.place}: {fault.message}." for fault in report.of(Severity.NOTE))
    counts = {severity: kinds for severity, kinds in report.counts().items() if severity in _VERBS}
    parts = [f"{sum(kinds.values())} {_VERBS[severity]} ({', '.join(kinds)})" for severity, kinds in counts.items()]
    if parts:
        yield f"{report.path}: {'; '.join(parts)}. `stead check {report.path}` lists them."


_VERBS = {"error": "left out", "repaired": "repaired"}


def _unanswered(summary: RunSummary, scored: int) -> Iterator[str]:
    if summary.attempted < scored:
        yield f"{summary.name}: {scored - summary.attempted} of {counted(scored, 'scored item')} not answered."


def _oddities(summary: RunSummary) -> Iterator[str]:
    if summary.duplicates:
        yield (
            f"{summary.name}: {counted(summary.duplicates, 'repeated answer')} on "
            f"{counted(summary.items_with_duplicates, 'item')} (see dup in the signature)."
        )
    if summary.left_out:
        yield f"{summary.name}: {counted(summary.left_out, 'answer')} left out by the matching rules."
    for ids, what in (
        (summary.unknown_ids, "not in the gold, ignored"),
        (summary.repeated_ids, "given a second time, ignored"),
        (summary.other_targets, "under another lexelt than in the gold, matched all the same"),
    ):
        if ids:
            some = ", ".join(ids[:_IDS_SHOWN]) + (", ..." if len(ids) > _IDS_SHOWN else "")
            yield f"{summary.name}: {counted(len(ids), 'id')} {what} ({some})."
