"""`stead gold`: make, compare, describe and curate gold standards."""

import argparse
from importlib import import_module

ACTIONS = {
    "make": "make a gold standard of annotations or ratings",
    "extend": "make a second gold of post hoc ratings, alone or added to the first",
    "diff": "show where two gold standards differ",
    "stats": "describe a gold standard, and the ceiling of every measure on it",
    "curate": "propose what to merge and lemmatise, or undo decisions",
}
"""Each is the module `gold_NAME` in this folder."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the actions, each with its options."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, help="what to do:")
    for name, summary in ACTIONS.items():
        action = actions.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        import_module(f"stead.cli.gold_{name}").configure(action)
