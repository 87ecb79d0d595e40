"""The guidelines and the consent, their versions, and who agreed to them."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa

from stead.campaign.records import NotAgreed
from stead.campaign.settings import GuidelineExample
from stead.campaign.store import schema
from stead.campaign.store.database import Database
from stead.core.errors import BadInput

_TABLE = schema.guidelines


def version_of(text: str) -> str:
    """The version of a text: its hash."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


class Guidelines:
    """The guidelines in the folder, and the consent.

    Examples are part of the guidelines: a version is of the text with them. Who has agreed to both as they are now may
    work. An answer belongs to the version that its author agreed to last, so that one which was begun before a change
    is stored as what it is.
    """

    def __init__(
        self, database: Database, path: Path, consent: str = "", examples: Sequence[GuidelineExample] = ()
    ) -> None:
        self._database, self.examples = database, examples
        self.consent, self.consent_version = consent, version_of(consent)
        try:
            self.text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{path}: the guidelines cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise BadInput(f"{path}: the guidelines are not text in UTF-8.") from None
        if "\0" in self.text:
            raise BadInput(f"{path}: not a text file: it holds null characters.")
        self._read = "\n".join(
            [self.text, *(f"{example.sentence}\n{example.answer}\n{example.why}\n" for example in examples)]
        )
        self.version = version_of(self._read)
        self._agreed: set[int] = set()

    def record(self, connection: sa.Connection) -> str:
        """Record the text in the store if it is new; return its version."""
        known = connection.execute(sa.select(_TABLE.c.version).where(_TABLE.c.version == self.version)).first()
        if known is None:
            values = {"version": self.version, "text": self._read, "recorded": self._database.now()}
            connection.execute(sa.insert(_TABLE).values(values))
        return self.version

    @property
    def agreement(self) -> str:
        """The version of guidelines and consent, for a form that asks for agreement."""
        return f"{self.version}-{self.consent_version}"

    def agree(self, user_id: int) -> None:
        """Record that the user has agreed to these guidelines and this consent; once is enough."""
        with self._database.write() as connection:
            values = {
                "user_id": user_id,
                "guideline_version": self.record(connection),
                "consent": self.consent,
                "consent_version": self.consent_version,
                "given": self._database.now(),
            }
            if connection.execute(self._own(user_id)).first() is None:
                connection.execute(sa.insert(_AGREED).values(values))

    def has_agreed(self, user_id: int) -> bool:
        """Whether the user has agreed to the current versions of both; a yes is final, and cached."""
        if user_id in self._agreed:
            return True
        with self._database.ask() as connection:
            if connection.execute(self._own(user_id)).first() is None:
                return False
        self._agreed.add(user_id)
        return True

    def has_agreed_before(self, user_id: int) -> bool:
        """Whether the user has agreed to any version."""
        with self._database.ask() as connection:
            return connection.execute(_LAST, {"of_user": user_id}).first() is not None

    def agreed_version(self, connection: sa.Connection, user_id: int) -> str:
        """The version of the guidelines that the user works by; NotAgreed if there is none.

        It is this version if the user has agreed to it, and else the one agreed to last.
        """
        if user_id in self._agreed:
            return self.version
        agreed = connection.execute(self._own(user_id)).first() is not None
        version = self.version if agreed else connection.execute(_LAST, {"of_user": user_id}).scalar()
        if version is None:
            raise NotAgreed("the guidelines come first: read them, and agree to them.")
        return str(version)

    def _own(self, user_id: int) -> sa.Select[tuple[int]]:
        """Select a user's agreement to the current versions of both."""
        return sa.select(_AGREED.c.id).where(
            _AGREED.c.user_id == user_id,
            _AGREED.c.guideline_version == self.version,
            _AGREED.c.consent_version == self.consent_version,
        )


_AGREED = schema.consents
_LAST = (
    sa.select(_AGREED.c.guideline_version)
    .where(_AGREED.c.user_id == sa.bindparam("of_user"))
    .order_by(_AGREED.c.given.desc(), _AGREED.c.id.desc())
    .limit(1)
)
