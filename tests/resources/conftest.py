"""Every test has a cache of its own, and no variable or folder of the user's is seen."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("STEAD_CACHE", str(folder))
    for variable in ("WNHOME", "WNSEARCHDIR", "TINY_HOME"):
        monkeypatch.delenv(variable, raising=False)
    return folder
