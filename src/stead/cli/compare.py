"""`stead compare`, `report` and `leaderboard`."""

import argparse
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from stead.cli import choices
from stead.cli.options import (
    add_form,
    add_items,
    add_measures_and_groups,
    add_output,
    add_reading_options,
    add_scoring_options,
    add_seed,
    explain,
    scoring_options,
)
from stead.cli.output import keep_freed_memory, log, log_notes, refuse_overwriting, refuse_unwritable, write
from stead.core.errors import UsageError
from stead.core.text import plural

if TYPE_CHECKING:
    from stead.api.compare import ComparisonResult
    from stead.core.resampling import Resampling

_BY_LENGTH = "length (of the sentences, with --items), "
_SHORT = {"ar": "randomisation"}


def declare_compare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead compare gold.txt runs/*.txt                                    tables on the terminal
stead compare gold.txt runs/*.txt --items items.xml -o report.html   one page to look at
stead compare gold.txt runs/*.txt -m best,oot --format latex > table.tex
stead compare gold.txt runs/*.txt -o saved.json                      to be added to: stead report --add
stead compare gold1.txt runs/*.txt --other-gold gold2.txt -m semdis  ranks on two golds
""",
    )
    parser.add_argument("gold", metavar="GOLD", help="gold standard")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="answers of a system")
    add_measures_and_groups(parser, _BY_LENGTH)
    parser.add_argument("--other-gold", metavar="FILE", help="rank the runs on this gold too, and show what moves")
    _add_outputs(parser)
    _add_statistics_options(parser)
    add_scoring_options(parser)
    add_reading_options(parser, golds_and_runs=True)


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    """Add the options of the output."""
    add_form(parser, choices.PAGE_FORMS)
    parser.add_argument(
        "-o",
        "--output-file",
        action="append",
        default=[],
        metavar="FILE",
        help=f"write a file instead, in the form that its ending says ({' '.join(choices.ENDINGS)}); may be repeated",
    )


def _add_statistics_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the statistics."""
    add_items(parser, "sentences, for the item browser of the page", default=None)
    parser.add_argument(
        "--annotations",
        metavar="FILE",
        help="what the gold was made of, annotations or ratings: rank the runs again without each annotator",
    )
    group = parser.add_argument_group("how differences are judged")
    group.add_argument(
        "--test",
        default="randomisation",
        choices=[*_SHORT, *choices.TESTS],
        help="paired test: ar (approximate randomisation, default), bootstrap; for plain means wilcoxon, sign",
    )
    group.add_argument(
        "--unit", default="item", choices=choices.UNITS, help="what is drawn as one in the tables; pages show both"
    )
    group.add_argument(
        "--correct", default="holm", choices=choices.CORRECTIONS, help="correction for multiple tests (default: holm)"
    )
    group.add_argument("--interval", default="bca", choices=choices.INTERVALS, help="bootstrap intervals")
    group.add_argument("--level", type=float, default=0.95, metavar="L", help="confidence level (default: 0.95)")
    group.add_argument("--resamples", type=int, default=10_000, metavar="N", help="default: 10000")
    add_seed(group)


def _resampling_options(options: argparse.Namespace) -> "Resampling":
    """How chance is accounted for."""
    from stead.core.resampling import Resampling

    return Resampling(
        tests=_SHORT.get(options.test, options.test),
        unit=options.unit,
        resamples=options.resamples,
        interval=options.interval,
        level=options.level,
        correction=options.correct,
        seed=options.seed,
    )


def run_compare(options: argparse.Namespace) -> int:
    """Compare, and print or write."""
    from stead.api.compare import compare
    from stead.cli.progress_bar import draw_progress

    keep_freed_memory()
    _refuse_outputs(options, [options.gold, *options.runs, *_read_beside(options)])
    with draw_progress() as progress:
        result = compare(
            options.gold,
            *options.runs,
            items=options.items,
            other_gold=options.other_gold,
            annotations=options.annotations,
            options=scoring_options(options),
            resampling=_resampling_options(options),
            progress=progress,
        )
    return _deliver(result, options)


def _read_beside(options: argparse.Namespace) -> list[str | None]:
    """All files that are read beside gold and runs, and other words that may name one."""
    own = (options.other_gold, options.annotations, options.mapping, options.multiwords, options.manual)
    named = (name.rpartition(":")[2] for name in options.by)  # as in frequency:list:FILE
    return [*own, options.candidates, options.ids, *(options.items or ()), *options.by, *named]


def _refuse_outputs(options: argparse.Namespace, read: Iterable[str | None]) -> None:
    """Refuse before the work a file of no known form, one that cannot be written, and one that is read."""
    from stead.api.results import format_of

    for path in options.output_file:
        format_of(path)
        refuse_unwritable(path)
    refuse_overwriting({f"-o {path}": path for path in options.output_file}, read)


def _deliver(result: "ComparisonResult", options: argparse.Namespace) -> int:
    """Log notes, and write the files that were asked for, or print."""
    from stead.reporting.tables import PLAIN, TERMINAL

    log_notes(result.notes)
    for path in options.output_file:
        result.save(path)
        log(f"wrote {path}")
    if not options.output_file:
        is_terminal = sys.stdout.isatty()
        width = shutil.get_terminal_size().columns if is_terminal else None
        styled = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        write(result.to(options.form, width=width, style=TERMINAL if styled else PLAIN))
    return 0


# --------------------------------------------------------------------------------------------------------- report


def declare_report(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead report saved.json -o report.html                a page of a saved comparison
stead report saved.json --format markdown
stead report saved.json --add mine.txt -o new.json    the same comparison with one more run
""",
    )
    parser.add_argument("comparison", metavar="COMPARISON", help="JSON written by `stead compare -o FILE.json`")
    parser.add_argument(
        "--add", action="append", default=[], metavar="RUN", help="compare this run with the others; may be repeated"
    )
    _add_outputs(parser)


def run_report(options: argparse.Namespace) -> int:
    """Load, perhaps add, and print or write."""
    from stead.api.compare import add_runs, load_comparison
    from stead.api.inputs import refuse_second_input
    from stead.cli.progress_bar import draw_progress

    _refuse_outputs(options, options.add)
    refuse_second_input([options.comparison, *options.add])
    result = load_comparison(options.comparison)
    if options.add:
        with draw_progress() as progress:
            result = add_runs(result, *options.add, progress=progress)
    return _deliver(result, options)


# ---------------------------------------------------------------------------------------------------- leaderboard


def declare_leaderboard(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead leaderboard runs/ --gold gold.txt -o site/                      drop a file into runs/ and say it again
stead leaderboard runs/ --gold gold.txt --items items.xml -m best,oot -o site/
""",
    )
    parser.add_argument("runs", metavar="RUNS", help="folder with one file for each system")
    parser.add_argument("--gold", required=True, metavar="GOLD", help="gold standard")
    add_output(parser, "folder for the site", required=True, metavar="SITE")
    add_measures_and_groups(parser, _BY_LENGTH)
    _add_statistics_options(parser)
    add_scoring_options(parser)
    add_reading_options(parser, golds_and_runs=True)


def run_leaderboard(options: argparse.Namespace) -> int:
    """Compare, and write the site."""
    from stead.api.leaderboard import leaderboard
    from stead.api.results import name_folder
    from stead.cli.progress_bar import draw_progress

    keep_freed_memory()
    name_folder(options.output, "output")
    if os.path.realpath(options.runs) == os.path.realpath(options.output):
        raise UsageError(f"{options.output}: is the folder of runs; name another one for the site (-o).")
    if Path(options.output).exists() and not Path(options.output).is_dir():
        raise UsageError(f"{options.output}: is a file; name a folder for the site (-o).")
    with draw_progress() as progress:
        found = leaderboard(
            options.runs,
            options.gold,
            items=options.items,
            annotations=options.annotations,
            options=scoring_options(options),
            resampling=_resampling_options(options),
            progress=progress,
        )
    log_notes(found.notes)
    pages = found.write(options.output)
    log(f"wrote {plural(len(pages), 'file')}; begin with {pages[0]}")
    return 0
