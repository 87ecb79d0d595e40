"""`stead convert`: write a file in another format, and say what is lost."""

import argparse

from stead.cli.common import add_reading_options, said
from stead.formats import FORMATS, KINDS, Options, Policy, load_content, read_content, save


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="what to convert (- is standard input)")
    parser.add_argument("--as", dest="kind", choices=KINDS, required=True, help="what the file holds")
    parser.add_argument("--to", choices=list(FORMATS), required=True, help="the format to write")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="where to (default: standard output)")
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read, write, and say what the new format could not hold."""
    reading = Options(options.format, Policy(options.faults))
    noun, report = load_content(read_content(options.file), options.kind, reading)
    losses = save(noun, options.kind, options.output, options.to)
    for fault in report:
        said(str(fault))
    for loss in losses:
        said(f"{options.to} cannot hold {loss}: lost in {options.output}.")
    return 0
