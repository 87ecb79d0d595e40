"""Every test has a cache of its own, a made data set among the others, and no mirror."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stead.datasets import PUBLISHED, DatasetPart, part_named
from tests.datasets.made import PRIVATE, SERVED, tiny
from tests.resources.server import Served, serving


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("STEAD_MIRROR", raising=False)
    monkeypatch.setitem(PUBLISHED, "tiny", tiny(tmp_path))
    monkeypatch.setitem(PUBLISHED, "private", PRIVATE)
    return tmp_path / "cache"


@pytest.fixture
def whole() -> DatasetPart:
    return part_named("tiny:all")


@pytest.fixture
def mirror() -> Iterator[Served]:
    """A server that has the files of the made data set under their paths."""
    with serving(dict(SERVED)) as served:
        yield served
