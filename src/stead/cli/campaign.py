"""`stead campaign`: have people annotate, and lose nothing of what they answer."""

import argparse

from stead.cli.actions import add_actions

ACTIONS = {
    "init": "make a campaign: a folder with settings, guidelines and a database",
    "rate": "make a campaign in which people rate a pool",
    "serve": "show the pages: annotators answer, organisers look and curate",
    "users": "add, list and invite the people who take part",
    "status": "show how far everybody has come, and how far they agree",
    "export": "write what was answered: everything, or annotations for other commands",
    "import": "read an export into a new campaign",
    "gold": "make a gold standard of the campaign's annotations",
    "ratings": "write what people rated, for other commands",
    "study": "make a second gold of what people rated, and the study of it",
    "backup": "write everything into one file, while people work",
    "restore": "make a campaign of a backup",
    "doctor": "look for anything that is wrong with a campaign",
    "delete": "delete a campaign or one of its users, such that it can be taken back",
    "undelete": "take a deletion back",
    "upgrade": "bring the database of an older version up to date",
}
"""Each is the module `campaign_NAME` in this folder."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the actions, each with its options."""
    add_actions(parser, "campaign", ACTIONS)
