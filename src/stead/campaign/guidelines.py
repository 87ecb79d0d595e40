"""The guidelines, their versions, and who agreed to them."""

import hashlib
from pathlib import Path

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.database import Database
from stead.task import BadInput

_TABLE = schema.guidelines


def version_of(text: str) -> str:
    """The version of a text is its hash: who changes a comma has changed it."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


class Guidelines:
    """The text that annotators work by, as it is in the folder; a version is recorded when it is first worked by."""

    def __init__(self, database: Database, path: Path) -> None:
        self._database = database
        try:
            self.text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{path}: the guidelines cannot be read: {error}.") from None
        if "\0" in self.text:
            raise BadInput(f"{path}: not a text file: it holds null characters.")
        self.version = version_of(self.text)
        self._found = False

    def recorded(self, connection: sa.Connection) -> str:
        """The version, after making sure that its text is in the store."""
        if self._found:
            return self.version
        known = connection.execute(sa.select(_TABLE.c.version).where(_TABLE.c.version == self.version)).first()
        if known is None:
            values = {"version": self.version, "text": self.text, "recorded": self._database.now()}
            connection.execute(sa.insert(_TABLE).values(values))
        self._found = known is not None  # not yet if it was written just now: that may still be taken back
        return self.version

    def agree(self, user_id: int, consent: str) -> None:
        """The user has read this version, and agreed to the text of the consent; once is enough."""
        table = schema.consents
        with self._database.write() as connection:
            version = self.recorded(connection)
            own = sa.select(table.c.id).where(table.c.user_id == user_id, table.c.guideline_version == version)
            if connection.execute(own).first() is None:
                values = {"user_id": user_id, "guideline_version": version, "consent": consent}
                connection.execute(sa.insert(table).values(**values, given=self._database.now()))

    def has_agreed(self, user_id: int) -> bool:
        """Whether the user has agreed to this version."""
        table = schema.consents
        own = sa.select(table.c.id).where(table.c.user_id == user_id, table.c.guideline_version == self.version)
        with self._database.read() as connection:
            return connection.execute(own).first() is not None
