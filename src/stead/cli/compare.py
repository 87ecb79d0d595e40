"""`stead compare`, `report` and `leaderboard`."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stead.cli import choices
from stead.cli.options import (
    RUN_HELP,
    add_form,
    add_items,
    add_measures_and_groups,
    add_output,
    add_reading_options,
    add_scoring_options,
    add_seed,
    explain,
    named_runs,
    scoring_options,
)
from stead.cli.output import (
    keep_freed_memory,
    log,
    log_notes,
    refuse_overwriting,
    refuse_unwritable,
    text_width,
    write,
)
from stead.core.errors import UsageError
from stead.core.text import plural

if TYPE_CHECKING:
    from stead.api.compare import ComparisonResult
    from stead.core.resampling import Resampling

_SHORT = {"ar": "randomisation"}


def declare_compare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead compare gold.txt runs/*.txt                                    tables on the terminal
stead compare gold.txt runs/*.txt --items items.xml -o report.html   one page to look at
stead compare gold.txt runs/*.txt -m best,oot --table -o table.tex     one table for a paper: --baseline
stead compare gold.txt runs/*.txt -o saved.json                      to be added to: stead report --add
stead compare gold1.txt runs/*.txt --other-gold gold2.txt -m semdis  ranks on two golds
""",
    )
    parser.add_argument("gold", metavar="GOLD", help="gold standard")
    parser.add_argument("runs", metavar="RUN", nargs="+", help=RUN_HELP)
    add_measures_and_groups(parser)
    parser.add_argument("--other-gold", metavar="FILE", help="rank the runs on this gold too, and show what moves")
    parser.add_argument(
        "--baseline",
        metavar="RUN",
        help="test only the pairs with this run (its name or its file), which leaves fewer p-values to correct for",
    )
    _add_rank_by(parser, "the first one")
    _add_outputs(parser)
    _add_statistics_options(parser)
    add_scoring_options(parser)
    add_reading_options(parser, golds_and_runs=True)


def _add_rank_by(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--rank-by", metavar="MEASURE", help=f"measure that systems are ranked by (default: {default})")


def _add_page_options(parser: argparse.ArgumentParser, systems: str = "") -> None:
    """Add the options of what a page says besides the results."""
    group = parser.add_argument_group("the page")
    group.add_argument("--title", metavar="TEXT", help="title of the page")
    group.add_argument(
        "--date",
        metavar="DAY",
        help="date of the page, YYYY-MM-DD or today (default: the day of SOURCE_DATE_EPOCH if that is set, or else "
        "none, so that the same files make the same page)",
    )
    group.add_argument(
        "--systems", metavar="FILE", help=f"TOML file with name, paper, link, parameters and cost of systems{systems}"
    )


def _page_options(options: argparse.Namespace) -> dict[str, Any]:
    """The options of the page, the date as a day."""
    return {"title": options.title, "date": _page_date(options.date), "systems": options.systems}


def _page_date(date: str | None) -> str | None:
    """The day of the page: as given, today, or that of SOURCE_DATE_EPOCH (reproducible-builds.org), in UTC."""
    from datetime import UTC, datetime

    if date == "today":
        return datetime.now().astimezone().date().isoformat()
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if date is not None or not seconds:
        return date
    try:
        return datetime.fromtimestamp(int(seconds), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is a number of seconds since 1970, not {seconds!r}.") from None


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
    group = parser.add_argument_group("a table for a paper")
    group.add_argument(
        "--table",
        action="store_true",
        help="show one table only: runs in the order given, measures in columns, the best in bold, significant "
        "differences from the baseline (or else from the best of the column) marked",
    )
    group.add_argument(
        "--figures",
        metavar="LIST",
        help="figures of each measure: headline (F, R or the mean; default), all, or names such as P,R",
    )
    group.add_argument("--intervals", action="store_true", help="show confidence intervals in the table")
    group.add_argument("--label", metavar="NAME", help="label of the LaTeX table (default: tab:GOLD)")
    _add_page_options(parser)


def _add_statistics_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the statistics."""
    add_items(
        parser,
        "sentences, for the item browser of the page and for --by length (default: those of a data set by name)",
        default=None,
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
    from stead.api.compare import compare, compare_for_table
    from stead.api.runs import files_of
    from stead.cli.progress_bar import draw_progress

    keep_freed_memory()
    runs = named_runs(options.runs)
    _refuse_outputs(options, [options.gold, *options.runs, *files_of(runs), *_read_beside(options)])
    shared: dict[str, Any] = {
        "baseline": options.baseline,
        "rank_by": options.rank_by,
        "options": scoring_options(options),
        "resampling": _resampling_options(options),
    }
    beside = {"items": options.items, "other_gold": options.other_gold, "annotations": options.annotations}
    if options.table:
        _refuse_what_the_table_does_not_show({**beside, "by": options.by})
    with draw_progress() as progress:
        if options.table:
            chosen = {"figures": options.figures or "headline", "label": options.label}
            result = compare_for_table(options.gold, *runs, **shared, **chosen, progress=progress)
        else:
            result = compare(options.gold, *runs, **beside, **shared, progress=progress)
    return _deliver(result, options)


def _refuse_what_the_table_does_not_show(given: dict[str, Any]) -> None:
    for name, value in given.items():
        if value:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(f"--table shows the scores on all items only; leave out {option}, or --table.")


def _read_beside(options: argparse.Namespace) -> list[str | None]:
    """All files that are read beside gold and runs, and other words that may name one."""
    files = (options.other_gold, options.annotations, options.mapping, options.multiwords, options.manual)
    named = (name.rpartition(":")[2] for name in options.by)  # as in frequency:list:FILE
    return [*files, options.candidates, options.ids, *(options.items or ()), *options.by, *named]


def _refuse_outputs(options: argparse.Namespace, read: Iterable[str | None]) -> None:
    """Refuse before the work a file of no known form, one that cannot be written, and one that is read."""
    from stead.api.results import format_of

    _refuse_table_options(options)
    _refuse_page_options(options)
    for path in options.output_file:
        format_of(path)
        refuse_unwritable(path)
    refuse_overwriting({f"-o {path}": path for path in options.output_file}, [*read, options.systems])


def _deliver(result: "ComparisonResult", options: argparse.Namespace) -> int:
    """Log notes, and write the files that were asked for, or print."""
    from stead.reporting.tables import PLAIN, TERMINAL

    if _makes_page(options):
        result = result.with_details(**_page_options(options))
    log_notes(result.notes)
    shown = result.table(**_table_options(options)) if options.table else result
    for path in options.output_file:
        shown.save(path)
        log(f"wrote {path}")
    if not options.output_file:
        is_terminal = sys.stdout.isatty()
        styled = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        write(shown.to(options.form, width=text_width(), style=TERMINAL if styled else PLAIN))
    return 0


def _table_options(options: argparse.Namespace) -> dict[str, Any]:
    """The options of the table for a paper that were given."""
    given = {"figures": options.figures, "intervals": options.intervals, "label": options.label}
    return {name: value for name, value in given.items() if value}


def _refuse_table_options(options: argparse.Namespace) -> None:
    """Refuse options of the table for a paper where it is not asked for, and a page of it."""
    for name in _table_options(options):
        if not options.table:
            raise UsageError(f"--{name} is about the table for a paper; add --table.")
    if options.table and _makes_page(options):
        raise UsageError("--table makes no page; leave it out, or choose another format.")


def _refuse_page_options(options: argparse.Namespace) -> None:
    """Refuse options of the page where none is made, and impossible ones."""
    from stead.api.compare import read_details

    for name in ("title", "date", "systems"):
        if getattr(options, name) is not None and not _makes_page(options):
            raise UsageError(f"--{name} is about the page; add -o FILE.html.")
    read_details(**_page_options(options))


def _makes_page(options: argparse.Namespace) -> bool:
    return options.form == "html" or any(path.endswith(".html") for path in options.output_file)


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
        "--add",
        action="append",
        default=[],
        metavar="RUN",
        help="compare this run (or name=FILE) with the others; may be repeated",
    )
    _add_outputs(parser)


def run_report(options: argparse.Namespace) -> int:
    """Load, perhaps add, and print or write."""
    from stead.api.compare import add_runs, load_comparison
    from stead.api.inputs import refuse_second_input
    from stead.api.runs import files_of
    from stead.cli.progress_bar import draw_progress

    added = named_runs(options.add)
    _refuse_outputs(options, [*options.add, *files_of(added)])
    refuse_second_input([options.comparison, *files_of(added)])
    result = load_comparison(options.comparison)
    if added:
        with draw_progress() as progress:
            result = add_runs(result, *added, progress=progress)
    return _deliver(result, options)


# ---------------------------------------------------------------------------------------------------- leaderboard


def declare_leaderboard(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead leaderboard runs/ --gold gold.txt -o site/                      drop a file into runs/ and say it again
stead leaderboard runs/ --gold gold.txt --items items.xml -m best,oot -o site/
stead leaderboard runs/ --gold gold.txt --rank-by oot -o site/        details of systems: runs/systems.toml
""",
    )
    parser.add_argument(
        "runs", metavar="RUNS", help="folder with a file for each system, or one for each of its tasks (.best, .oot)"
    )
    parser.add_argument("--gold", required=True, metavar="GOLD", help="gold standard")
    add_output(parser, "folder for the site", required=True, metavar="SITE")
    add_measures_and_groups(parser)
    _add_rank_by(
        parser, "the first one; for runs that were all made for the other task, best or oot, the first of that"
    )
    _add_page_options(parser, " (default: systems.toml among the runs)")
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
        board = leaderboard(
            options.runs,
            options.gold,
            items=options.items,
            annotations=options.annotations,
            rank_by=options.rank_by,
            **_page_options(options),
            options=scoring_options(options),
            resampling=_resampling_options(options),
            progress=progress,
        )
    log_notes(board.notes)
    pages = board.write(options.output)
    log(f"wrote {plural(len(pages), 'file')}; begin with {pages[0]}")
    return 0
