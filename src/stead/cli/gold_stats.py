"""`stead gold stats`: what a gold standard looks like."""

import argparse

from stead.api.gold import describe_gold
from stead.cli.common import add_reading_options, log_notes, printed, reading_arguments
from stead.reporting import SHEET_RENDERERS


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("gold", metavar="GOLD", help="gold standard (- is standard input)")
    parser.add_argument("--multiwords", metavar="FILE", help="gold of the multiword task")
    parser.add_argument("--format", choices=list(SHEET_RENDERERS), default="text", dest="output", help="default: text")
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Describe, and print."""
    result = describe_gold(options.gold, multiwords=options.multiwords, **reading_arguments(options))
    log_notes(result.notes)
    printed(result.to(options.output))
    return 0
