"""Commands that consist of actions: `stead gold make`, `stead campaign users add`."""

import argparse
from collections.abc import Mapping
from importlib import import_module


def add_actions(parser: argparse.ArgumentParser, command: str, actions: Mapping[str, str]) -> None:
    """Declare the actions of a command, each with its options: the module `COMMAND_ACTION` of this folder."""
    choices = parser.add_subparsers(metavar="ACTION", required=True, help="what to do:")
    for name, summary in actions.items():
        action = choices.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        import_module(f"stead.cli.{command}_{name}").configure(action)
