"""What tuning a system has found, as it is kept in a file."""

from dataclasses import dataclass

SCHEMA = "stead.tuned/1"


@dataclass(frozen=True, slots=True)
class TunedFold:
    """What was chosen without some lexelts, and the measure's value on them."""

    lexelts: int
    items: int
    system: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedSystem:
    """A system with the parameters that were best on development data.

    `value` is its value on that data; `held_out` that of the parameters chosen in each fold on the lexelts left out of
    it, all taken together: what to expect of other words.
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
