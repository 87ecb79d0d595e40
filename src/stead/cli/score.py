"""`stead score`: score runs against a gold standard."""

import argparse

from stead.api.score import score
from stead.cli.common import add_reading_options, log_notes, printed
from stead.cli.memory import keep_freed_memory
from stead.cli.scoring_options import add_measures_and_groups, add_scoring_options, scoring_options
from stead.core.errors import UsageError
from stead.reporting import RENDERERS

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
    add_reading_options(parser, golds_and_runs=True)
    parser.set_defaults(run=run, defaults=parser.get_default)


def run(options: argparse.Namespace) -> int:
    """Score, and print."""
    if options.explain_official:
        from stead.cli import explain_official  # noqa: PLC0415 (seldom needed)

        return explain_official.run(options)
    if options.per_item and options.by:
        raise UsageError("--per-item shows every item, not groups of them; leave one of --per-item and --by out.")
    keep_freed_memory()
    result = score(options.gold, *options.runs, options=scoring_options(options))
    log_notes(result.notes)
    printed(result.to(options.output, per_item=options.per_item))
    return 0
