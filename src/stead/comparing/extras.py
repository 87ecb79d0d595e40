"""What only some comparisons need, imported when it is needed."""

from typing import Any

from stead.core.errors import UsageError


def scipy_stats(wanted_for: str) -> Any:
    """The module `scipy.stats`, or one sentence on how to install it."""
    try:
        from scipy import stats  # noqa: PLC0415 (optional, and slow to load)
    except ImportError:
        raise UsageError(f"{wanted_for} needs SciPy: pip install 'stead[compare]'") from None
    return stats
