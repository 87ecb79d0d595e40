"""One service for all tests that only ask it."""

from collections.abc import Iterator

import pytest

from tests.playground.services import Client, served


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    with served() as found:
        yield found
