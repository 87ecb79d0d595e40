"""The tables, the same on SQLite and on PostgreSQL. Migrations make them; a test compares the two."""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _number() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _of_user() -> sa.Column[int]:
    return sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False)


meta = sa.Table("meta", metadata, sa.Column("key", sa.Text, primary_key=True), _text("value"))

items = sa.Table(
    "items",
    metadata,
    _number(),
    _text("lexelt"),
    _text("identifier"),
    _text("text"),
    sa.Column("target_start", sa.Integer, nullable=False),
    sa.Column("target_end", sa.Integer, nullable=False),
    _text("language"),
    _text("kind"),
    _text("expected"),  # a JSON list
    sa.UniqueConstraint("lexelt", "identifier"),
    sa.CheckConstraint("kind IN ('real', 'practice', 'attention', 'pilot')", name="kind"),
    sa.CheckConstraint("0 <= target_start AND target_start < target_end", name="target"),
)

users = sa.Table(
    "users",
    metadata,
    _number(),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    _text("role"),
    sa.Column("invite_hash", sa.Text, unique=True),
    sa.Column("invite_expires", sa.Text),  # nothing: never
    sa.Column("password_hash", sa.Text),
    _text("created"),
    sa.Column("paused", sa.Boolean, nullable=False),
    sa.Column("extra_items", sa.Integer, nullable=False),
    sa.Column("deleted", sa.Text),
    sa.CheckConstraint("role IN ('annotator', 'organiser')", name="role"),
)

guidelines = sa.Table(
    "guidelines",
    metadata,
    sa.Column("version", sa.Text, primary_key=True),
    _text("text"),
    _text("recorded"),
)

consents = sa.Table(
    "consents",
    metadata,
    _number(),
    _of_user(),
    sa.Column("guideline_version", sa.Text, sa.ForeignKey("guidelines.version"), nullable=False),
    _text("consent"),
    _text("consent_version"),  # a hash of the text, which may be too long for an index
    _text("given"),
    sa.UniqueConstraint("user_id", "guideline_version", "consent_version"),
)

assignments = sa.Table(
    "assignments",
    metadata,
    _number(),
    _of_user(),
    sa.Column("item_id", sa.Integer, sa.ForeignKey("items.id"), nullable=False),
    sa.Column("position", sa.Integer, nullable=False),
    _text("state"),
    _text("leased"),
    _text("leased_until"),
    sa.UniqueConstraint("user_id", "item_id"),
    sa.UniqueConstraint("user_id", "position"),
    sa.CheckConstraint("state IN ('leased', 'answered', 'expired', 'released', 'late')", name="state"),
    sa.Index(None, "item_id", "state"),
    sa.Index(None, "state", "leased_until"),
)

answers = sa.Table(
    "answers",
    metadata,
    _number(),
    sa.Column("uuid", sa.Text, nullable=False, unique=True),
    _of_user(),
    sa.Column("item_id", sa.Integer, sa.ForeignKey("items.id"), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    _text("substitutes"),  # a JSON list
    sa.Column("nil", sa.Boolean, nullable=False),
    sa.Column("name", sa.Boolean, nullable=False),
    _text("multiword"),
    _text("comment"),
    sa.Column("seconds", sa.Double, nullable=False),
    _text("received"),
    sa.Column("guideline_version", sa.Text, sa.ForeignKey("guidelines.version"), nullable=False),
    sa.Column("late", sa.Boolean, nullable=False),
    sa.UniqueConstraint("user_id", "item_id", "revision"),
    sa.ForeignKeyConstraint(["user_id", "item_id"], ["assignments.user_id", "assignments.item_id"]),
    sa.CheckConstraint("revision >= 1", name="revision"),
    sa.Index(None, "item_id"),
)

# ------------------------------------------------------------------------------------------------------- rating
# A campaign in which people rate a pool: its items are the sentences, divided into screens (a sentence with some of its
# candidates) of subsets. What is leased is a subset, once to each rater; what is rated is a screen.

screens = sa.Table(
    "screens",
    metadata,
    _number(),
    sa.Column("item_id", sa.Integer, sa.ForeignKey("items.id"), nullable=False),
    sa.Column("subset", sa.Integer, nullable=False),  # 0 is practice
    sa.Column("position", sa.Integer, nullable=False),
    _text("candidates"),  # a JSON list, in alphabetical order
    _text("planted"),  # a JSON list: those among them that fit nowhere
    _text("expected"),  # a JSON list: of practice, what each candidate should be rated
    sa.Column("again", sa.Boolean, nullable=False),
    sa.UniqueConstraint("subset", "position"),
)

sittings = sa.Table(
    "sittings",
    metadata,
    _number(),
    _of_user(),
    sa.Column("subset", sa.Integer, nullable=False),
    sa.Column("position", sa.Integer, nullable=False),
    _text("state"),
    _text("leased"),
    _text("leased_until"),
    sa.UniqueConstraint("user_id", "subset"),
    sa.UniqueConstraint("user_id", "position"),
    sa.CheckConstraint("state IN ('leased', 'answered', 'expired', 'released', 'late')", name="state"),
    sa.Index(None, "subset", "state"),
    sa.Index(None, "state", "leased_until"),
)

ratings = sa.Table(
    "ratings",
    metadata,
    _number(),
    sa.Column("uuid", sa.Text, nullable=False, unique=True),
    _of_user(),
    sa.Column("screen_id", sa.Integer, sa.ForeignKey("screens.id"), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    _text("judgements"),  # a JSON list: of each candidate of the screen
    _text("moments"),  # a JSON list: how many milliseconds after the page was shown each of them was rated
    sa.Column("seconds", sa.Double, nullable=False),
    _text("received"),
    sa.Column("guideline_version", sa.Text, sa.ForeignKey("guidelines.version"), nullable=False),
    sa.Column("late", sa.Boolean, nullable=False),
    sa.UniqueConstraint("user_id", "screen_id", "revision"),
    sa.CheckConstraint("revision >= 1", name="revision"),
    sa.Index(None, "screen_id"),
)

# ----------------------------------------------------------------------------------------------- what organisers change

settings_versions = sa.Table(
    "settings_versions",
    metadata,
    sa.Column("version", sa.Text, primary_key=True),
    _text("text"),  # without the URL of the database, which may hold a password
    _text("recorded"),
)

# -------------------------------------------------------------------------------------------------------- crowd
# People who join by one link for many. Users are called `worker-17`; who they are on their platform is here alone.

crowd_links = sa.Table(
    "crowd_links",
    metadata,
    _number(),
    sa.Column("token", sa.Text, nullable=False, unique=True),
    _text("opened"),
    sa.Column("closed", sa.Text),
)

participants = sa.Table(
    "participants",
    metadata,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
    sa.Column("participant", sa.Text, nullable=False, unique=True),
    _text("parameters"),  # as in an address: STUDY_ID=1&SESSION_ID=2
    sa.Column("finished", sa.Text),
    sa.Column("screened", sa.Text),
)

# --------------------------------------------------------------------------------------------------- everything else

events = sa.Table(
    "events",
    metadata,
    _number(),
    _text("time"),
    _text("actor"),
    _text("kind"),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id")),
    sa.Column("item_id", sa.Integer, sa.ForeignKey("items.id")),
    _text("detail"),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),
    _of_user(),
    _text("created"),
    _text("expires"),
    sa.Index(None, "user_id"),
)

attempts = sa.Table(
    "attempts",
    metadata,
    _number(),
    _text("key"),
    _text("time"),
    sa.Index(None, "key", "time"),
)
