"""The migrations of the tables: run when a campaign is made or restored, and checked whenever one is opened."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from stead.campaign.store.database import Database
from stead.core.errors import BadInput

_HOME = Path(__file__).parent


def _configuration(**attributes: Any) -> Config:
    configuration = Config(attributes=attributes)
    configuration.set_main_option("script_location", str(_HOME).replace("%", "%%"))
    return configuration


def newest() -> str:
    """The revision that this version of stead works with."""
    return ScriptDirectory.from_config(_configuration()).get_current_head() or ""


def revisions() -> list[str]:
    """All revisions that this version of stead knows, the oldest first."""
    script = ScriptDirectory.from_config(_configuration())
    return [each.revision for each in script.walk_revisions()][::-1]


def refuse_unknown(revision: str, place: str) -> None:
    """Refuse tables that this version of stead cannot bring up to date."""
    if revision not in revisions():
        raise BadInput(
            f"{place}: the tables are at revision {revision}, and this version of stead knows only "
            f"{', '.join(revisions())}. Install a newer stead."
        )


def revision_of(connection: sa.Connection) -> str:
    """The revision of a database; empty if it holds no campaign."""
    return MigrationContext.configure(connection).get_current_revision() or ""


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Bring the tables up to date, or to a revision, within the transaction of the connection."""
    command.upgrade(_configuration(connection=connection), revision)


def check_revision(database: Database, place: str) -> None:
    """Refuse a database that this version of stead cannot work with."""
    with database.read() as connection:
        found = revision_of(connection)
    if not found:
        raise BadInput(f"{place}: the database holds no campaign. Was it made by `stead campaign init`?")
    refuse_unknown(found, place)
    if found != newest():
        raise BadInput(
            f"{place}: the tables are at revision {found}, and this version of stead works with {newest()}. "
            "`stead campaign upgrade` makes a backup and brings them up to date."
        )
