"""`stead compare`: which differences are real?"""

import argparse
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from stead.api.compare import ComparisonResult, compare
from stead.api.results import ENDINGS, format_of
from stead.cli.common import add_reading_options, log_notes, printed, said
from stead.cli.memory import keep_freed_memory
from stead.cli.progress import draw_progress
from stead.cli.scoring_options import add_measures_and_groups, add_scoring_options, scoring_options
from stead.comparing import TESTS, UNITS, Resampling
from stead.core.errors import BadInput, UsageError
from stead.reporting.comparisons import COMPARISON_RENDERERS
from stead.reporting.text import PLAIN, TERMINAL, Style

BY_LENGTH = "length (of the sentences, with --items), "
_SHORT = {"ar": "randomisation"}
_EXAMPLES = """
examples:
  stead compare gold.txt runs/*.txt                                    tables on the terminal
  stead compare gold.txt runs/*.txt --items items.xml -o report.html   one page to look at
  stead compare gold.txt runs/*.txt -m best,oot --format latex > table.tex
  stead compare gold.txt runs/*.txt -o saved.json                      to be added to: stead report --add
  stead compare gold1.txt runs/*.txt --other-gold gold2.txt -m semdis  ranks on two golds
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("gold", metavar="GOLD", help="gold standard")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="answers of a system")
    add_measures_and_groups(parser, BY_LENGTH)
    parser.add_argument("--other-gold", metavar="FILE", help="rank the runs on this gold too, and show what moves")
    add_output_options(parser)
    add_statistics_options(parser)
    add_scoring_options(parser)
    add_reading_options(parser, golds_and_runs=True)
    parser.set_defaults(run=run)


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Where the comparison goes."""
    parser.add_argument(
        "--format", choices=list(COMPARISON_RENDERERS), default="text", dest="output", help="default: text"
    )
    parser.add_argument(
        "-o",
        "--output-file",
        action="append",
        default=[],
        metavar="FILE",
        help=f"write a file instead, in the form that its ending says ({' '.join(ENDINGS)}); may be repeated",
    )


def add_statistics_options(parser: argparse.ArgumentParser) -> None:
    """How differences are judged."""
    parser.add_argument(
        "--items", action="append", metavar="FILE", help="sentences, for the item browser of the page; may be repeated"
    )
    parser.add_argument(
        "--annotations",
        metavar="FILE",
        help="what the gold was made of, annotations or ratings: rank the runs again without each annotator",
    )
    group = parser.add_argument_group("how differences are judged")
    group.add_argument(
        "--test",
        default="randomisation",
        choices=[*_SHORT, *TESTS],
        help="paired test: ar (approximate randomisation, default), bootstrap; for plain means wilcoxon, sign",
    )
    group.add_argument(
        "--unit", default="item", choices=list(UNITS), help="what is drawn as one in the tables; pages show both"
    )
    group.add_argument(
        "--correct", default="holm", choices=["holm", "bh", "none"], help="correction over all pairs (default: holm)"
    )
    group.add_argument("--interval", default="bca", choices=["bca", "percentile"], help="bootstrap intervals")
    group.add_argument("--level", type=float, default=0.95, metavar="L", help="of the intervals (default: 0.95)")
    group.add_argument("--resamples", type=int, default=10_000, metavar="N", help="default: 10000")
    group.add_argument("--seed", type=int, default=1, metavar="N", help="what chance begins with (default: 1)")


def resampling_options(options: argparse.Namespace) -> Resampling:
    """How chance is accounted for."""
    return Resampling(
        tests=_SHORT.get(options.test, options.test),
        unit=options.unit,
        resamples=options.resamples,
        interval=options.interval,
        level=options.level,
        correction=options.correct,
        seed=options.seed,
    )


def run(options: argparse.Namespace) -> int:
    """Compare, and print or write."""
    keep_freed_memory()
    check_output(options, [options.gold, *options.runs, *read_beside(options)])
    with draw_progress() as progress:
        result = compare(
            options.gold,
            *options.runs,
            items=options.items,
            other_gold=options.other_gold,
            annotations=options.annotations,
            options=scoring_options(options),
            resampling=resampling_options(options),
            progress=progress,
        )
    return deliver(result, options)


def read_beside(options: argparse.Namespace) -> list[str | None]:
    """All files that are read beside gold and runs, and other words that may name one."""
    own = (options.other_gold, options.annotations, options.mapping, options.multiwords, options.manual)
    named = (name.rpartition(":")[2] for name in options.by)  # as in frequency:list:FILE
    return [*own, options.candidates, options.ids, *(options.items or ()), *options.by, *named]


def check_output(options: argparse.Namespace, read: Iterable[str | None]) -> None:
    """Say at once, not after the work, if a file cannot be written; what is read is not written over."""
    inputs = {os.path.realpath(path) for path in read if path is not None and Path(path).exists()}
    for path in options.output_file:
        format_of(path)
        if os.path.realpath(path) in inputs:
            raise UsageError(f"{path}: is read, and would be written over; name another file for the output (-o).")
        if not Path(path).parent.is_dir():
            raise BadInput(f"{path}: cannot be written: {Path(path).parent} is no folder.")


def deliver(result: ComparisonResult, options: argparse.Namespace) -> int:
    """Say what was odd, and write the files that were asked for, or print."""
    log_notes(result.notes)
    for path in options.output_file:
        result.save(path)
        said(f"wrote {path}")
    if not options.output_file:
        printed(result.to(options.output, width=terminal_width(), style=terminal_style()))
    return 0


def terminal_width() -> int | None:
    """How wide the terminal is, if that is where results go."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def terminal_style() -> Style:
    """Bold and colour where results go to a terminal that knows them, unless the user wants none (NO_COLOR)."""
    wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return TERMINAL if wanted else PLAIN
