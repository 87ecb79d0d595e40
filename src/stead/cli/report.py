"""`stead report`: a saved comparison in another form, or with further runs."""

import argparse

from stead.api.compare import add_runs, load_comparison
from stead.api.inputs import refuse_second_input
from stead.cli.compare import add_output_options, check_output, deliver
from stead.cli.progress import draw_progress

_EXAMPLES = """
examples:
  stead report saved.json -o report.html                a page of a saved comparison
  stead report saved.json --format markdown
  stead report saved.json --add mine.txt -o new.json    the same comparison with one more run
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("comparison", metavar="COMPARISON", help="JSON written by `stead compare -o FILE.json`")
    parser.add_argument(
        "--add", action="append", default=[], metavar="RUN", help="compare this run with the others; may be repeated"
    )
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Load, perhaps add, and print or write."""
    check_output(options, options.add)
    refuse_second_input([options.comparison, *options.add])
    result = load_comparison(options.comparison)
    if options.add:
        with draw_progress() as progress:
            result = add_runs(result, *options.add, progress=progress)
    return deliver(result, options)
