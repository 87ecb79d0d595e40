"""The tree of what can go wrong."""

import pytest

import stead
from stead.core.errors import BadInput, SteadError, UsageError


@pytest.mark.parametrize(("error", "status"), [(SteadError, 1), (BadInput, 1), (UsageError, 2)])
def test_each_error_has_the_exit_status_that_is_promised(error: type[SteadError], status: int) -> None:
    assert error("why").status == status


def test_there_is_one_tree() -> None:
    assert issubclass(BadInput, SteadError)
    assert issubclass(UsageError, SteadError)
    assert not issubclass(UsageError, BadInput)


def test_the_public_names_are_the_same_classes() -> None:
    assert (stead.SteadError, stead.BadInput, stead.UsageError) == (SteadError, BadInput, UsageError)
