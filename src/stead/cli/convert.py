"""`stead convert`: write a file in another format, and say what is lost."""

import argparse

from stead.api.inputs import reading_options
from stead.cli.common import add_reading_options, reading_arguments, said
from stead.formats import FORMATS, KINDS, load_any, load_content, read_content, save


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="what to convert (- is standard input)")
    parser.add_argument("--to", choices=list(FORMATS), required=True, help="the format to write")
    parser.add_argument("--as", dest="kind", choices=KINDS, help="what the file holds; default: found out")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="where to (default: standard output)")
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read, write, and say what the new format could not hold."""
    reading, content = reading_options(**reading_arguments(options)), read_content(options.file)
    if options.kind:
        kind, (noun, report) = options.kind, load_content(content, options.kind, reading)
    else:
        kind, noun, report = load_any(content, reading)
    losses = save(noun, kind, options.output, options.to)
    for fault in report:
        said(str(fault))
    for loss in losses:
        said(f"{options.to} cannot hold {loss}: lost.")
    return 0
