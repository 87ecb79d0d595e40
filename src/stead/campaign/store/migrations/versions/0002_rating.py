"""Tables for rating: screens, sittings, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and let nobody change a rating."""
    _screens()
    _sittings()
    _ratings()
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER ratings_no_{change.lower()} BEFORE {change} ON ratings "
                "BEGIN SELECT RAISE(ABORT, 'ratings are never changed'); END"
            )
    else:
        op.execute(
            "CREATE TRIGGER ratings_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ratings "
            "FOR EACH STATEMENT EXECUTE FUNCTION answers_are_never_changed()"
        )


def _screens() -> None:
    op.create_table(
        "screens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("subset", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("candidates", sa.Text(), nullable=False),
        sa.Column("planted", sa.Text(), nullable=False),
        sa.Column("expected", sa.Text(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name="fk_screens_item_id"),
        sa.PrimaryKeyConstraint("id", name="pk_screens"),
        sa.UniqueConstraint("subset", "place", name="uq_screens_subset_place"),
    )


def _sittings() -> None:
    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("subset", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("leased", sa.Text(), nullable=False),
        sa.Column("leased_until", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('leased', 'answered', 'expired', 'released', 'late')", name="ck_sittings_state"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_sittings_user_id"),
        sa.PrimaryKeyConstraint("id", name="pk_sittings"),
        sa.UniqueConstraint("user_id", "subset", name="uq_sittings_user_id_subset"),
        sa.UniqueConstraint("user_id", "place", name="uq_sittings_user_id_place"),
    )
    op.create_index("ix_sittings_subset_state", "sittings", ["subset", "state"], unique=False)
    op.create_index("ix_sittings_state_leased_until", "sittings", ["state", "leased_until"], unique=False)


def _ratings() -> None:
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
