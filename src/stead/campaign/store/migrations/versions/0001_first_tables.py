"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and let nobody change an answer or a rating."""
    _plain_tables()
    _work_tables()
    _answers_table()
    _screens_table()
    _sittings_table()
    _ratings_table()
    _settings_table()
    _crowd_tables()
    _other_tables()
    if op.get_bind().dialect.name == "sqlite":
        _append_only_on_sqlite()
    else:
        _append_only_on_postgres()


def _plain_tables() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "guidelines",
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("recorded", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("version", name="pk_guidelines"),
    )
    op.create_table(
        "items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("lexelt", sa.Text(), nullable=False),
        sa.Column("identifier", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("target_start", sa.Integer(), nullable=False),
        sa.Column("target_end", sa.Integer(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("expected", sa.Text(), nullable=False),
        sa.CheckConstraint("kind IN ('real', 'practice', 'attention', 'pilot')", name="ck_items_kind"),
        sa.CheckConstraint("0 <= target_start AND target_start < target_end", name="ck_items_target"),
        sa.PrimaryKeyConstraint("id", name="pk_items"),
        sa.UniqueConstraint("lexelt", "identifier", name="uq_items_lexelt_identifier"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("invite_hash", sa.Text(), nullable=True),
        sa.Column("invite_expires", sa.Text(), nullable=True),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("created", sa.Text(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("extra_items", sa.Integer(), nullable=False),
        sa.Column("deleted", sa.Text(), nullable=True),
        sa.CheckConstraint("role IN ('annotator', 'organiser')", name="ck_users_role"),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("invite_hash", name="uq_users_invite_hash"),
        sa.UniqueConstraint("name", name="uq_users_name"),
    )


def _work_tables() -> None:
    op.create_table(
        "consents",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("guideline_version", sa.Text(), nullable=False),
        sa.Column("consent", sa.Text(), nullable=False),
        sa.Column("consent_version", sa.Text(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["guideline_version"], ["guidelines.version"], name="fk_consents_guideline_version"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_consents_user_id"),
        sa.PrimaryKeyConstraint("id", name="pk_consents"),
        sa.UniqueConstraint(
            "user_id",
            "guideline_version",
            "consent_version",
            name="uq_consents_user_id_guideline_version_consent_version",
        ),
    )
    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("leased", sa.Text(), nullable=False),
        sa.Column("leased_until", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "state IN ('leased', 'answered', 'expired', 'released', 'late')", name="ck_assignments_state"
        ),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name="fk_assignments_item_id"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_assignments_user_id"),
        sa.PrimaryKeyConstraint("id", name="pk_assignments"),
        sa.UniqueConstraint("user_id", "item_id", name="uq_assignments_user_id_item_id"),
        sa.UniqueConstraint("user_id", "position", name="uq_assignments_user_id_position"),
    )
    op.create_index("ix_assignments_item_id_state", "assignments", ["item_id", "state"], unique=False)
    op.create_index("ix_assignments_state_leased_until", "assignments", ["state", "leased_until"], unique=False)


def _answers_table() -> None:
    op.create_table(
        "answers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("substitutes", sa.Text(), nullable=False),
        sa.Column("nil", sa.Boolean(), nullable=False),
        sa.Column("name", sa.Boolean(), nullable=False),
        sa.Column("multiword", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("received", sa.Text(), nullable=False),
        sa.Column("guideline_version", sa.Text(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.CheckConstraint("revision >= 1", name="ck_answers_revision"),
        sa.ForeignKeyConstraint(["guideline_version"], ["guidelines.version"], name="fk_answers_guideline_version"),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name="fk_answers_item_id"),
        sa.ForeignKeyConstraint(
            ["user_id", "item_id"], ["assignments.user_id", "assignments.item_id"], name="fk_answers_user_id_item_id"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_answers_user_id"),
        sa.PrimaryKeyConstraint("id", name="pk_answers"),
        sa.UniqueConstraint("user_id", "item_id", "revision", name="uq_answers_user_id_item_id_revision"),
        sa.UniqueConstraint("uuid", name="uq_answers_uuid"),
    )
    op.create_index("ix_answers_item_id", "answers", ["item_id"], unique=False)


def _screens_table() -> None:
    op.create_table(
        "screens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("subset", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("candidates", sa.Text(), nullable=False),
        sa.Column("planted", sa.Text(), nullable=False),
        sa.Column("expected", sa.Text(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name="fk_screens_item_id"),
        sa.PrimaryKeyConstraint("id", name="pk_screens"),
        sa.UniqueConstraint("subset", "position", name="uq_screens_subset_position"),
    )


def _sittings_table() -> None:
    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("subset", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("leased", sa.Text(), nullable=False),
        sa.Column("leased_until", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('leased', 'answered', 'expired', 'released', 'late')", name="ck_sittings_state"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_sittings_user_id"),
        sa.PrimaryKeyConstraint("id", name="pk_sittings"),
        sa.UniqueConstraint("user_id", "subset", name="uq_sittings_user_id_subset"),
        sa.UniqueConstraint("user_id", "position", name="uq_sittings_user_id_position"),
    )
    op.create_index("ix_sittings_subset_state", "sittings", ["subset", "state"], unique=False)
    op.create_index("ix_sittings_state_leased_until", "sittings", ["state", "leased_until"], unique=False)


def _ratings_table() -> None:
    op.create_table(
        "ratings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("screen_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("judgements", sa.Text(), nullable=False),
        sa.Column("moments", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("received", sa.Text(), nullable=False),
        sa.Column("guideline_version", sa.Text(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.CheckConstraint("revision >= 1", name="ck_ratings_revision"),
        sa.ForeignKeyConstraint(["guideline_version"], ["guidelines.version"], name="fk_ratings_guideline_version"),
        sa.ForeignKeyConstraint(["screen_id"], ["screens.id"], name="fk_ratings_screen_id"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_ratings_user_id"),
        sa.PrimaryKeyConstraint("id", name="pk_ratings"),
        sa.UniqueConstraint("user_id", "screen_id", "revision", name="uq_ratings_user_id_screen_id_revision"),
        sa.UniqueConstraint("uuid", name="uq_ratings_uuid"),
    )
    op.create_index("ix_ratings_screen_id", "ratings", ["screen_id"], unique=False)


def _settings_table() -> None:
    op.create_table(
        "settings_versions",
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("recorded", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("version", name="pk_settings_versions"),
    )


def _crowd_tables() -> None:
    op.create_table(
        "crowd_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("opened", sa.Text(), nullable=False),
        sa.Column("closed", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_crowd_links"),
        sa.UniqueConstraint("token", name="uq_crowd_links_token"),
    )
    op.create_table(
        "participants",
        sa.Column("user_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("participant", sa.Text(), nullable=False),
        sa.Column("parameters", sa.Text(), nullable=False),
        sa.Column("finished", sa.Text(), nullable=True),
        sa.Column("screened", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_participants_user_id"),
        sa.PrimaryKeyConstraint("user_id", name="pk_participants"),
        sa.UniqueConstraint("participant", name="uq_participants_participant"),
    )


def _other_tables() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("time", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("item_id", sa.Integer(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name="fk_events_item_id"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_events_user_id"),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.Column("expires", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_sessions_user_id"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"], unique=False)
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("time", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_attempts"),
    )
    op.create_index("ix_attempts_key_time", "attempts", ["key", "time"], unique=False)


# A comment may be emptied, when its author is erased: it is the one text in which somebody may have named themselves.
_UNCHANGED = (
    *("id", "uuid", "user_id", "item_id", "revision", "substitutes", "nil", "name", "multiword", "seconds"),
    *("received", "guideline_version", "late"),
)


def _append_only_on_sqlite() -> None:
    same = " AND ".join(f"NEW.{column} IS OLD.{column}" for column in _UNCHANGED)
    allowed = {("answers", "UPDATE"): f"WHEN NOT (NEW.comment = '' AND {same}) "}
    for table in ("answers", "ratings"):
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                f"{allowed.get((table, change), '')}BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END"
            )


def _append_only_on_postgres() -> None:
    op.execute(
        "CREATE FUNCTION answers_are_never_changed() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'answers are never changed'; END $$"
    )
    new, old = (", ".join(f"{row}.{column}" for column in _UNCHANGED) for row in ("NEW", "OLD"))
    op.execute(
        "CREATE TRIGGER answers_no_update BEFORE UPDATE ON answers FOR EACH ROW "
        f"WHEN (NEW.comment <> '' OR ROW({new}) IS DISTINCT FROM ROW({old})) "
        "EXECUTE FUNCTION answers_are_never_changed()"
    )
    for table, changes in (("answers", "DELETE OR TRUNCATE"), ("ratings", "UPDATE OR DELETE OR TRUNCATE")):
        op.execute(
            f"CREATE TRIGGER {table}_no_change BEFORE {changes} ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION answers_are_never_changed()"
        )
