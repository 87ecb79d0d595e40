"""Systems are tested on lexicons that the tests make; what this machine has is seen only by tests marked real."""

from dataclasses import replace
from pathlib import Path

import pytest

from stead.resources import RESOURCES
from stead.systems import System, parse_system
from tests.systems.made import write_sources


@pytest.fixture(autouse=True)
def nothing_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "real" in request.keywords:
        return
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    for variable in ("WNHOME", "WNSEARCHDIR"):
        monkeypatch.delenv(variable, raising=False)
    for name, resource in list(RESOURCES.items()):
        monkeypatch.setitem(RESOURCES, name, replace(resource, install_folders=()))


@pytest.fixture
def wordnet(tmp_path: Path) -> System:
    """The WordNet baseline on the small WordNet."""
    lexicon, frequencies = write_sources(tmp_path / "sources")
    return parse_system(f"wordnet(lexicon={lexicon},frequencies={frequencies})")
