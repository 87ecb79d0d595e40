"""Where labels go so that none covers another, or a point."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stead.core.errors import UsageError

SIZE = 13
_WIDEST = 0.64
"""How wide a letter is in widths of the font, on average, in the widest of the usual fonts."""

_STEPS = 16
_RINGS = 24


@dataclass(frozen=True)
class Box:
    """A rectangle; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, reach: float) -> "Box":
        """A square with this centre."""
        return cls(x - reach, y - reach, x + reach, y + reach)

    def overlaps(self, other: "Box") -> bool:
        """Whether they share more than an edge."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, other: "Box") -> bool:
        """Whether the other is inside."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


@dataclass(frozen=True)
class Label:
    """A text, where it belongs, and where it stands; `is_apart` if it needs a line to show where it belongs."""

    text: str
    x: float
    y: float
    box: Box
    is_apart: bool

    @property
    def nearest(self) -> tuple[float, float]:
        """The place of the box that is nearest to the point."""
        return min(max(self.x, self.box.left), self.box.right), min(max(self.y, self.box.top), self.box.bottom)

    @property
    def anchor(self) -> str:
        """Which end of the text is near the point."""
        return "start" if self.box.left > self.x else "end" if self.box.right < self.x else "middle"

    @property
    def anchor_x(self) -> float:
        """Where that end is."""
        ends = {"start": self.box.left, "end": self.box.right, "middle": (self.box.left + self.box.right) / 2}
        return ends[self.anchor]


def placed(texts: Sequence[tuple[str, float, float]], taken: Sequence[Box], room: Box) -> list[Label]:
    """Put each text as near to its point as there is room, those named first being served first."""
    labels: list[Label] = []
    for text, x, y in texts:
        boxes = (option for option in _places(text, x, y) if room.holds(option[0]))
        occupied = [*taken, *(label.box for label in labels)]
        free = (option for option in boxes if not any(option[0].overlaps(other) for other in occupied))
        box, is_apart = next(free, (None, False))
        if box is None:
            raise UsageError(f"there is no room for {text!r} in the picture; list fewer systems.")
        labels.append(Label(text, x, y, box, is_apart))
    return labels


def _places(text: str, x: float, y: float) -> Iterator[tuple[Box, bool]]:
    """All around the point, to the right of it first, and ever farther away."""
    wide, high = len(text) * SIZE * _WIDEST, SIZE * 1.3
    for ring in range(_RINGS):
        for step in range(_STEPS):
            angle = 2 * math.pi * step / _STEPS
            across, down = math.cos(angle), -math.sin(angle)
            reach = 9 + 12 * ring
            left = x + across * reach + (across - 1) / 2 * wide
            top = y + down * reach + (down - 1) / 2 * high
            yield Box(left, top, left + wide, top + high), ring > 0
