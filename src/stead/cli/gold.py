"""`stead gold`: make, compare, describe and curate gold standards."""

import argparse

from stead.cli.actions import add_actions

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
    add_actions(parser, "gold", ACTIONS)
