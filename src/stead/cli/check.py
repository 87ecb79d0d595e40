"""`stead check` and `convert`."""

import argparse

from stead.cli import choices
from stead.cli.options import add_output, add_reading_options, reading_arguments
from stead.cli.output import in_options, log_notes, write
from stead.core.text import escape_unprintable


def declare_check(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="items, gold, run, annotations, ratings, mapping, pool or dispatch"
    )
    parser.add_argument(
        "--as",
        dest="kind",
        choices=[*choices.KINDS, *choices.POSTHOC_KINDS],
        help="what the files hold; default: found out",
    )
    parser.add_argument("--gold", metavar="FILE", help="also look for ids of runs that this gold lacks, repeats, gaps")
    add_reading_options(parser, golds_and_runs=True)


def run_check(options: argparse.Namespace) -> int:
    """Check each file; 1 if any has a fault that is more than a note."""
    from stead.api.data import check, read_gold

    reading = reading_arguments(options)
    gold = options.gold and read_gold(options.gold, format=options.gold_format or "auto", encoding=options.encoding)
    clean = True
    for path in options.files:
        checked = check(path, kind=options.kind, gold=gold, **reading)
        lines = in_options(checked.to("text")).removesuffix("\n").split("\n")
        write("".join(f"{escape_unprintable(line)}\n" for line in lines))
        clean = clean and bool(checked)
    return 0 if clean else 1


# -------------------------------------------------------------------------------------------------------- convert


def declare_convert(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="what to convert (- is standard input)")
    parser.add_argument("--to", choices=choices.FORMATS, required=True, help="the format to write")
    parser.add_argument("--as", dest="kind", choices=choices.KINDS, help="what the file holds; default: found out")
    add_output(parser, "output file")
    add_reading_options(parser)


def run_convert(options: argparse.Namespace) -> int:
    """Read, write, and log what the new format could not hold."""
    from stead.api.data import convert

    log_notes(
        convert(options.file, options.output, to=options.to, kind=options.kind, **reading_arguments(options)).notes
    )
    return 0
