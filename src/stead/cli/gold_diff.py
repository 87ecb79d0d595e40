"""`stead gold diff`: where two gold standards differ."""

import argparse

from stead.api.gold import diff_golds
from stead.cli.common import add_reading_options, log_notes, printed, reading_arguments
from stead.reporting import SHEET_RENDERERS


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("first", metavar="A", help="a gold standard (- is standard input)")
    parser.add_argument("second", metavar="B", help="another gold standard")
    parser.add_argument("--format", choices=list(SHEET_RENDERERS), default="text", dest="output", help="default: text")
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare, and print."""
    result = diff_golds(options.first, options.second, **reading_arguments(options))
    log_notes(result.notes)
    printed(result.to(options.output))
    return 0
