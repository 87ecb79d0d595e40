"""A small WordNet, and nothing else of what this machine has, for commands that ask lexicons."""

from dataclasses import replace
from pathlib import Path

import pytest

from stead.resources import RESOURCES
from tests.systems.made import write_sources


def without_resources(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """An empty cache, and no place in which anything is found."""
    patch.setenv("STEAD_CACHE", str(folder / "cache"))
    for variable in ("WNHOME", "WNSEARCHDIR"):
        patch.delenv(variable, raising=False)
    for name, resource in list(RESOURCES.items()):
        patch.setitem(RESOURCES, name, replace(resource, install_folders=()))


def small_system(folder: Path, patch: pytest.MonkeyPatch) -> str:
    """The WordNet baseline on a small WordNet, which is also the one that forms are looked up in."""
    without_resources(folder, patch)
    _, frequencies = write_sources(folder / "sources")
    patch.setenv("WNHOME", str(folder / "sources"))
    return f"wordnet(frequencies={frequencies})"
