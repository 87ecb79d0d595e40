"""What every test shares: the long proofs run only when they are asked for."""

import pytest
from hypothesis import settings

settings.register_profile("stead", deadline=None, max_examples=30)  # a busy machine is no fault
settings.register_profile("long", deadline=None, max_examples=500)  # for `make soak`
settings.load_profile("stead")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked `soak` unless `-m` names that marker."""
    if "soak" in str(config.getoption("markexpr", "")):
        return
    soaks = [item for item in items if item.get_closest_marker("soak")]
    if soaks:
        config.hook.pytest_deselected(items=soaks)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
