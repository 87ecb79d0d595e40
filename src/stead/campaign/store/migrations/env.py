"""Run Alembic's migrations on the connection that stead gives it."""

from alembic import context

from stead.campaign.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
