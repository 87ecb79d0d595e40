"""Libraries that only some work needs."""

from pathlib import Path

import pytest

from stead.core.errors import SteadError
from stead.core.extras import library


def test_one_that_is_not_installed() -> None:
    with pytest.raises(
        SteadError, match=r"flying needs wings_of_wax, which is not installed: pip install 'stead\[air\]'"
    ):
        library("wings_of_wax", "flying", "air")


@pytest.mark.parametrize(
    "fault", ["ImportError('libwax.so.1: cannot open')", "OSError('libwax.so.1')", "import feathers"]
)
def test_one_that_cannot_be_loaded(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"wings_{abs(hash(fault))}"
    (tmp_path / f"{name}.py").write_text(fault if fault.startswith("import") else f"raise {fault}\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SteadError, match=f"flying needs {name}, which is installed but cannot be loaded"):
        library(name, "flying", "air")
