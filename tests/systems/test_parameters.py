"""Parameters of systems: what cannot be is refused when a system is named, not when it is asked."""

import pytest

from stead.core.errors import UsageError
from stead.systems import parse_system


@pytest.mark.parametrize("name", ["bow", "cmlc"])
@pytest.mark.parametrize("value", ["-1", "0", "nan", "inf", "much"])
def test_what_is_known_beforehand_is_a_number_above_zero(name: str, value: str) -> None:
    with pytest.raises(UsageError, match="mu is a number above 0"):
        parse_system(f"{name}(mu={value})")
    assert str(parse_system(f"{name}(mu=5)")) == f"{name}(mu=5.0)"
