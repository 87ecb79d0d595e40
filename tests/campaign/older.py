"""Databases as an older version of stead made them."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from stead.campaign import Campaign
from stead.campaign.store import migrations


def make_older(campaign: Campaign, revision: str) -> None:
    """Empty the database of a campaign, and make the tables of an older revision in it."""
    place = str(Path(migrations.__file__).parent)
    with campaign.database.write() as connection:
        if not campaign.database.is_sqlite:
            connection.exec_driver_sql("DROP FUNCTION answers_are_never_changed() CASCADE")
        found = sa.MetaData()
        found.reflect(connection)
        found.drop_all(connection)
        configuration = Config(attributes={"connection": connection})
        configuration.set_main_option("script_location", place)
        command.upgrade(configuration, revision)
