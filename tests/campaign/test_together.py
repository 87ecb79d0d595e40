"""Changes that share a transaction: all on disk when they return, and one that fails takes no other with it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
import sqlalchemy as sa

from stead.campaign.store import schema
from tests.campaign.conftest import Make


def test_changes_that_wait_are_made_together_and_fail_alone(make: Make) -> None:
    database = make().database
    begun, go_on = Event(), Event()
    transactions: list[object] = []

    def change(connection: sa.Connection, key: str) -> str:
        transactions.append(connection.get_transaction())
        connection.execute(sa.insert(schema.meta).values(key=key, value=key))
        if key == "odd":
            raise ValueError(key)
        return key

    def hold() -> None:
        with database.write():
            begun.set()
            go_on.wait(30)

    with ThreadPoolExecutor(12) as pool:
        holder = pool.submit(hold)
        begun.wait(30)
        keys = [*map(str, range(9)), "odd"]
        waiting = [pool.submit(database.together, lambda connection, key=key: change(connection, key)) for key in keys]
        while len(database._waiting) < len(keys):
            pass
        go_on.set()
        holder.result()
        assert [each.result() for each in waiting[:-1]] == keys[:-1]
        with pytest.raises(ValueError, match="odd"):
            waiting[-1].result()
    assert len(set(map(id, transactions))) == 2  # all at once, and after the failure all that are sound at once
    with database.read() as connection:
        assert set(connection.execute(sa.select(schema.meta.c.key)).scalars()) == set(keys[:-1])
