"""Finding data that lie next to the project, in ../shared, because they are not ours to ship."""

from pathlib import Path

import pytest

_SHARED = Path(__file__).resolve().parents[1].parent / "shared"


def shared(*parts: str, what: str = "the LS07 trial data") -> Path:
    """The path of something in ../shared; skips the test where it is absent, naming `what` is missing."""
    path = _SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs ../shared: {what} are not ours to ship")
    return path
