"""What the tests of the official program share."""

from pathlib import Path

import pytest

from tests.official.made import Score, write_and_score


@pytest.fixture
def score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Score:
    """Scores in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return write_and_score
