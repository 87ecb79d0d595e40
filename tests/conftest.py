"""What every test shares: the slowest files begin, and the long proofs run only when they are asked for."""

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("stead", deadline=None, max_examples=30)  # a busy machine is no fault
settings.register_profile("long", deadline=None, max_examples=500)  # for `make soak`
settings.load_profile("stead")

# Tests start hundreds of processes: each would compile the whole program again where nothing compiled is kept.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Workers share the cores: threads of numeric libraries that wait for each other sleep, and leave the core to others.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")


SLOWEST = (
    "counts/test_spark.py",
    "reporting/test_browser.py",
    "campaign/pages/test_browser.py",
    "campaign/rating/test_browser.py",
    "docs/",
    "campaign/pages/test_load.py",
    "campaign/test_many_at_once.py",
    "counts/test_faults.py",
    "systems/blend/",
    "systems/neural/",
)
"""The files and folders that take longest, longest first: if they began last, one core would wait for the other."""


def _turn(item: pytest.Item) -> int:
    path = item.path.as_posix()
    return next((turn for turn, name in enumerate(SLOWEST) if f"/tests/{name}" in path), len(SLOWEST))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect without looking for garbage: modules and tests stay, and going through them many times takes long."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the slowest files, and leave out tests marked `soak` unless `-m` names that marker."""
    items.sort(key=_turn)  # those of one file stay together and in their order
    if "soak" in str(config.getoption("markexpr", "")):
        return
    soaks = [item for item in items if item.get_closest_marker("soak")]
    if soaks:
        config.hook.pytest_deselected(items=soaks)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
