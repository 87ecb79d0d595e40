"""Programs that some tests need and that are not Python packages: a browser, a TeX engine."""

import shutil
from pathlib import Path

import pytest


def program(name: str, package: str) -> Path:
    """The path of a program; skips the test where it is absent, naming the Debian package that has it."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"needs {name}: apt-get install --no-install-recommends {package}")
    return Path(found)
