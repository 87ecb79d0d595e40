"""Invitations may expire."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add until when an invitation is valid; those that there are never expire."""
    op.add_column("users", sa.Column("invite_expires", sa.Text(), nullable=True))
