"""One agreement for each version of the guidelines and of the consent."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the version of the consent, and let it be part of what is unique."""
    op.add_column("consents", sa.Column("consent_version", sa.Text(), nullable=True))
    table = sa.table("consents", sa.column("consent", sa.Text), sa.column("consent_version", sa.Text))
    connection = op.get_bind()
    for consent in connection.execute(sa.select(table.c.consent).distinct()).scalars().all():
        version = hashlib.sha256(consent.encode()).hexdigest()[:12]
        connection.execute(sa.update(table).where(table.c.consent == consent).values(consent_version=version))
    with op.batch_alter_table("consents") as batch:
        batch.alter_column("consent_version", existing_type=sa.Text(), nullable=False)
        batch.drop_constraint("uq_consents_user_id_guideline_version", type_="unique")
        batch.create_unique_constraint(
            "uq_consents_user_id_guideline_version_consent_version",
            ["user_id", "guideline_version", "consent_version"],
        )
