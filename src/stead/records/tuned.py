"""The result of tuning a system, as saved to a file."""

from dataclasses import dataclass

SCHEMA = "stead.tuned/1"


@dataclass(frozen=True, slots=True)
class TunedFold:
    """One fold of cross-validation: the system chosen without some lexelts, and the measure's value on them."""

    lexelts: int
    items: int
    system: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedSystem:
    """A system with the best parameters on development data.

    `value` is the measure's value on that data; `held_out` the value over all folds, each on the lexelts left out of
    it: what to expect on other words.
    """

    schema: str
    system: str
    signature: str
    measure: str
    value: float
    held_out: float
    items_sha256: str
    gold_sha256: str
    items: int
    lexelts: int
    tried: int
    folds: tuple[TunedFold, ...]
    version: str
