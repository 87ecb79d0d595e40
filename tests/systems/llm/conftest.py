"""Tests against a server in a thread: waits between attempts are short, no key is set."""

import pytest

from stead.systems.llm import endpoint, transport


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_FIRST_WAIT", 0.01)
    monkeypatch.delenv(transport.KEY_VARIABLE, raising=False)
