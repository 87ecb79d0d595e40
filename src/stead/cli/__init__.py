"""The command line: one file per command; each parses, calls and prints."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from stead._version import __version__
from stead.cli.common import said

COMMANDS = {
    "score": "score runs against a gold standard",
    "check": "list every fault of a file",
    "convert": "write a file in another format",
    "measures": "list the measures, what they reward, and their papers",
    "demo": "score the bundled example and say what to try next",
    "legacy": "print what the 2007 Perl scorer prints, defects included",
}
"""Each is the module of the same name in this folder, imported only when it is used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 is fine, 1 bad input, 2 wrong usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser(words)
    try:
        chosen = parser.parse_args(words)
        return int(chosen.run(chosen))
    except Exception as error:
        status = _status_of(error)
        if status is None:
            raise
        return status


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of all commands, in which only the command asked for knows its options."""
    parser = argparse.ArgumentParser(
        prog="stead",
        description="The workbench for lexical substitution: which words can stand in another word's stead?",
        epilog="`stead COMMAND --help` explains a command.",
    )
    parser.add_argument("--version", action="version", version=f"stead {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    asked = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=summary.capitalize() + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == asked:
            import_module(f"stead.cli.{name}").configure(command)
    return parser


def _status_of(error: Exception) -> int | None:
    """The exit status of an error that a user can act on, after saying it; None for one that is ours."""
    from stead.task.errors import SteadError  # noqa: PLC0415

    if isinstance(error, SteadError):
        said(str(error))
        return error.status
    if isinstance(error, BrokenPipeError):  # the reader of our output has gone: nothing to say, nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return None
