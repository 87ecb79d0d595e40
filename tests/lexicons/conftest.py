"""Files that lexicons make for themselves go to a cache that the tests share and throw away."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """An empty cache, but for tests of real resources, which are fetched only once."""
    if "real" not in request.keywords:
        monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
        for variable in ("WNHOME", "WNSEARCHDIR"):
            monkeypatch.delenv(variable, raising=False)
