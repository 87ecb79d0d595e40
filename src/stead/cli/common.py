"""What the commands share: options for reading files, and where words and results go."""

import argparse
import sys


def said(message: str) -> None:
    """Words go to standard error."""
    sys.stderr.write(f"stead: {message}\n")


def printed(text: str) -> None:
    """Results go to standard output, in UTF-8 whatever the terminal claims."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """How files are read."""
    from stead.formats import FORMATS, Policy  # noqa: PLC0415

    parser.add_argument(
        "--from",
        dest="format",
        default="auto",
        choices=["auto", *FORMATS],
        metavar="FORMAT",
        help=f"format of the files: auto (default), {', '.join(FORMATS)}",
    )
    faults = parser.add_mutually_exclusive_group()
    faults.add_argument(
        "--faults",
        default="repair",
        choices=list(Policy),
        help="repair (default): use what can be repaired for certain; skip: leave out every line that is not perfectly "
        "formed; strict: refuse the file",
    )
    faults.add_argument(
        "--strict", dest="faults", action="store_const", const="strict", help="the same as --faults strict"
    )
