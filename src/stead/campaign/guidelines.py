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
        except OSError as error:
            raise BadInput(f"{path}: the guidelines cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise BadInput(f"{path}: the guidelines are not text in UTF-8.") from None
        if "\0" in self.text:
            raise BadInput(f"{path}: not a text file: it holds null characters.")
        self.version = version_of(self.text)
        self._is_kept = False
        self._agreed: set[int] = set()

    def recorded(self, connection: sa.Connection) -> str:
        """The version, after making sure that its text is in the store: part of a change that may still fail."""
        if self._is_kept:
            return self.version
        known = connection.execute(sa.select(_TABLE.c.version).where(_TABLE.c.version == self.version)).first()
        if known is None:
            values = {"version": self.version, "text": self.text, "recorded": self._database.now()}
            connection.execute(sa.insert(_TABLE).values(values))
        return self.version

    def note_kept(self) -> None:
        """A change that recorded the version is on disk: there is no need to look again."""
        self._is_kept = True

    def agree(self, user_id: int, consent: str) -> None:
        """The user has read this version, and agreed to the text of the consent; once is enough."""
        table = schema.consents
        with self._database.write() as connection:
            version = self.recorded(connection)
            own = sa.select(table.c.id).where(table.c.user_id == user_id, table.c.guideline_version == version)
            if connection.execute(own).first() is None:
                values = {"user_id": user_id, "guideline_version": version, "consent": consent}
                connection.execute(sa.insert(table).values(**values, given=self._database.now()))
        self.note_kept()

    def has_agreed(self, user_id: int) -> bool:
        """Whether the user has agreed to this version; nobody can take that back, so a yes is remembered."""
        if user_id in self._agreed:
            return True
        table = schema.consents
        own = sa.select(table.c.id).where(table.c.user_id == user_id, table.c.guideline_version == self.version)
        with self._database.ask() as connection:
            if connection.execute(own).first() is None:
                return False
        self._agreed.add(user_id)
        return True
