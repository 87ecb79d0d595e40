"""The command line: one file per command; each parses, calls and prints."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from stead._version import __version__
from stead.cli.common import OPTIONS, guarded

COMMANDS = {
    "score": "score runs against a gold standard",
    "agreement": "how far annotators agree, and how each scores against the others",
    "check": "list every fault of a file",
    "convert": "write a file in another format",
    "targets": "propose targets for a new task from a lexicon",
    "sample": "draw sentences for a list of targets from a corpus",
    "count": "count the words, pairs and n-grams of a corpus",
    "suggest": "find substitutes for one word of a sentence",
    "run": "write the answers of a system to a file of items",
    "systems": "list the systems that can be run",
    "train": "learn from people's answers which words can stand in another's stead",
    "tune": "set a system's parameters and its cut-off on development data",
    "neighbours": "find words that are used alike in a counted corpus",
    "gold": "make, describe, compare and curate gold standards",
    "campaign": "have people annotate: make a campaign, invite, export, back up",
    "pool": "put together what the gold and all runs propose, to be rated",
    "dispatch": "divide a pool into subsets for raters, or check such a division",
    "filter": "exclude ratings that are not to be trusted",
    "study": "tell whether a second gold was worth it",
    "simulate": "make a whole campaign with known truth, or plan one",
    "compare": "tell which differences between runs are real",
    "report": "show a saved comparison, or add runs to it",
    "leaderboard": "make a static site from a folder of runs",
    "measures": "list the measures, what they reward, and their papers",
    "resources": "find, fetch and check what lexicons are read from",
    "demo": "score the bundled example and say what to try next",
    "legacy": "print what the 2007 Perl scorer prints, defects included",
}
"""Each is the module of the same name in this folder, imported only when it is used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 is fine, 1 bad input, 2 wrong usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)

    def action() -> int:
        chosen = _parser(words).parse_args(words)
        return int(chosen.run(chosen))

    return guarded(action)


class _WithRoomForCommands(argparse.HelpFormatter):
    """Names of commands stand further in than argparse counts, which would leave no room beside a long one."""

    def add_argument(self, action: argparse.Action) -> None:
        """Count as if everything stood that far in."""
        self._indent()
        super().add_argument(action)
        self._dedent()


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of all commands, in which only the command asked for knows its options."""
    parser = argparse.ArgumentParser(
        prog="stead",
        description="The workbench for lexical substitution: which words can stand in another word's stead?",
        epilog="`stead COMMAND --help` explains a command.",
        formatter_class=_WithRoomForCommands,
    )
    parser.add_argument("--version", action="version", version=f"stead {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    asked = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        description = summary[0].upper() + summary[1:] + "."
        layout = argparse.RawDescriptionHelpFormatter
        command = commands.add_parser(name, help=summary, description=description, formatter_class=layout)
        if name == asked:
            import_module(f"stead.cli.{name}").configure(command)
            _remember_options(command)
    return parser


def _remember_options(parser: argparse.ArgumentParser) -> None:
    """So that messages of the library, which name parameters, can name the options."""
    for action in parser._actions:  # noqa: SLF001 (argparse has no other way)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for below in action.choices.values():
                _remember_options(below)
        elif action.option_strings:
            OPTIONS[action.dest] = max(action.option_strings, key=len)
