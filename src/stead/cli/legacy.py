"""`stead legacy`: standard output and exit status of the 2007 Perl scorer."""

import argparse
import sys
from pathlib import Path

from stead.cli.common import said
from stead.official.program import run_official


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("system", metavar="SYSTEM", help="answers of a system")
    parser.add_argument("gold", metavar="GOLD", help="gold standard")
    parser.add_argument("-t", dest="task", choices=["best", "oot", "mw"], default="best", help="task (default: best)")
    parser.add_argument("-v", dest="verbose", action="store_true", help="line-by-line calculations")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what the old program prints."""
    try:
        outcome = run_official(Path(options.system), Path(options.gold), options.task, verbose=options.verbose)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        said(f"{getattr(error, 'filename', None) or options.system}: cannot be read: {reason}.")
        return 1
    sys.stdout.buffer.write(outcome.stdout)
    sys.stdout.buffer.flush()
    if outcome.message:
        said(outcome.message)
    return outcome.status
