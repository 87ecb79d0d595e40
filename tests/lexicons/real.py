"""Real resources, fetched once into the user's cache; where no registry can be reached, the test is skipped."""

from pathlib import Path

import pytest

from stead.core.errors import SteadError
from stead.resources import RESOURCES, get

_FAILED: dict[str, str] = {}


def real(name: str) -> Path:
    """The folder of a resource."""
    if name not in _FAILED:
        try:
            return get(RESOURCES[name]).folder
        except SteadError as error:
            _FAILED[name] = str(error).split(". ")[0]
    pytest.skip(f"needs {name}, which could not be fetched ({_FAILED[name]})")
