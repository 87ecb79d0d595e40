"""Pages are tested on SQLite; what depends on the database takes the fixture of the store's tests instead."""

from collections.abc import Callable

import pytest


@pytest.fixture
def new_url() -> Callable[[], str]:
    return lambda: ""
