"""The pictures of the page: quality against cost, and how far probabilities can be believed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmarks.results.drawing import Drawing
from benchmarks.results.labels import SIZE, Box, placed
from stead.core.text import plural
from stead.systems.blend.cross_validation import Bin, CutoffPoint, calibration_error

_FEW = 30
"""With fewer candidates a bin says little."""


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A system in the picture: what an answer costs, how good it is (in percent), and the interval."""

    name: str
    group: str
    milliseconds: float
    quality: float
    low: float
    high: float


@dataclass(frozen=True)
class Picture:
    """An SVG file, and the text in its stead."""

    svg: str
    alternative: str


class _Frame:
    """A plot's place on the paper: from values of the axes to places."""

    def __init__(self, room: Box, across: tuple[float, float], up: tuple[float, float]) -> None:
        self.room, self.across, self.up = room, across, up

    def x(self, value: float) -> float:
        """Where a value of the axis across stands."""
        low, high = self.across
        return self.room.left + (value - low) / (high - low) * (self.room.right - self.room.left)

    def y(self, value: float) -> float:
        """Where a value of the axis upwards stands."""
        low, high = self.up
        return self.room.bottom - (value - low) / (high - low) * (self.room.bottom - self.room.top)

    def tick_across(self, drawing: Drawing, value: float, text: str) -> None:
        """A line of the grid with its number below."""
        x = self.x(value)
        drawing.line("grid", x, self.room.top, x, self.room.bottom)
        drawing.text(text, x, self.room.bottom + 18, "tick", "middle")

    def tick_up(self, drawing: Drawing, value: float, text: str) -> None:
        """A line of the grid with its number on the left."""
        y = self.y(value)
        drawing.line("grid", self.room.left, y, self.room.right, y)
        drawing.text(text, self.room.left - 8, y + 4, "tick", "end")

    def name_axes(self, drawing: Drawing, across: str, up: str) -> None:
        """What the axes are."""
        middle = (self.room.top + self.room.bottom) / 2
        drawing.text(across, (self.room.left + self.room.right) / 2, self.room.bottom + 40, "legend", "middle")
        drawing.text(up, self.room.left - 44, middle, "legend", "middle", upright=True)


def quality_picture(spots: Sequence[Spot], quality: str, gold: str) -> Picture:
    """Quality against milliseconds an item, on a logarithmic axis, with intervals."""
    title = f"{quality} against milliseconds an item"
    listed = "; ".join(
        f"{spot.name} {spot.quality:.1f} ({spot.low:.1f} to {spot.high:.1f}) at {spot.milliseconds:g} ms"
        for spot in sorted(spots, key=lambda spot: spot.milliseconds)
    )
    description = f"{title}, {gold}: {listed}."
    drawing = Drawing(760, 500, title, description)
    drawing.text(gold, 24, 50, "legend")
    frame = _quality_frame(drawing, spots, quality)
    frontier = _frontier(frame, spots)
    drawing.path("guide", frontier)
    for spot in spots:
        x = frame.x(math.log10(spot.milliseconds))
        drawing.line(f"{spot.group} interval", x, frame.y(spot.low), x, frame.y(spot.high))
        drawing.point(spot.group, x, frame.y(spot.quality))
    _label(drawing, frame, spots, frontier)
    _legend(drawing)
    return Picture(drawing.written(), description)


def _quality_frame(drawing: Drawing, spots: Sequence[Spot], quality: str) -> _Frame:
    costs = [math.log10(spot.milliseconds) for spot in spots]
    bottom = 5 * math.floor((min(spot.low for spot in spots) - 1) / 5)
    top = 5 * math.ceil((max(spot.high for spot in spots) + 1) / 5)
    across = math.floor(min(costs) - 0.2), math.ceil(max(costs) + 0.2)
    frame = _Frame(Box(76, 104, 736, 440), across, (max(bottom, 0), top))
    for power in range(across[0], across[1] + 1):
        frame.tick_across(drawing, power, f"{10.0**power:,g}")
    for value in range(max(bottom, 0), top + 1, 5):
        frame.tick_up(drawing, value, str(value))
    frame.name_axes(drawing, "milliseconds an item (logarithmic)", f"{quality} x 100")
    return frame


def _frontier(frame: _Frame, spots: Sequence[Spot]) -> list[tuple[float, float]]:
    """A step at each system that is better than every quicker one."""
    places: list[tuple[float, float]] = []
    for spot in sorted(spots, key=lambda spot: (spot.milliseconds, -spot.quality)):
        x, y = frame.x(math.log10(spot.milliseconds)), frame.y(spot.quality)
        if not places or y < places[-1][1]:
            places += [(x, places[-1][1] if places else y), (x, y)]
    return [*places, (frame.room.right, places[-1][1])]


def _label(drawing: Drawing, frame: _Frame, spots: Sequence[Spot], frontier: Sequence[tuple[float, float]]) -> None:
    points = [(spot.name, frame.x(math.log10(spot.milliseconds)), frame.y(spot.quality)) for spot in spots]
    marks = [Box.around(x, y, 8) for _, x, y in points]
    bars = [
        Box(x - 3, frame.y(spot.high), x + 3, frame.y(spot.low)) for spot, (_, x, _) in zip(spots, points, strict=True)
    ]
    steps = [Box(x1, min(y1, y2) - 1, x2, max(y1, y2) + 1) for (x1, y1), (x2, y2) in pairwise(frontier)]
    for label in placed(points, [*marks, *bars, *steps], frame.room):
        if label.is_apart:
            drawing.line("leader", label.x, label.y, *label.nearest)
        drawing.text(label.text, label.anchor_x, label.box.bottom - SIZE * 0.35, "label", label.anchor)


def _legend(drawing: Drawing) -> None:
    left, y = 24, 78
    for kind, text, wide in (("ours", "ours", 70), ("papers", "of the papers", 120)):
        drawing.point(kind, left + 6, y - 4)
        drawing.text(text, left + 18, y, "legend")
        left += wide
    drawing.path("guide", [(left, y - 4), (left + 26, y - 4)])
    drawing.text("no quicker system is as good; bars: 95 % intervals", left + 34, y, "legend")


def curve_picture(points: Sequence[CutoffPoint], system: str) -> Picture:
    """Precision, recall and F of coverage over the cut-off."""
    title = f"Where to stop: {system}"
    description = (
        f"{title}. Coverage P, R and F over the share of the best word's probability: "
        + "; ".join(
            f"{point.share:g}: {100 * point.precision:.1f}, {100 * point.recall:.1f}, {100 * point.f:.1f}, "
            f"{point.answers:.1f} answers"
            for point in points
        )
        + "."
    )
    drawing = Drawing(560, 480, title, description)
    frame = _Frame(Box(76, 74, 500, 420), (0, 1), (0, 1))
    for tenth in range(0, 11, 2):
        frame.tick_across(drawing, tenth / 10, f"{tenth / 10:g}")
        frame.tick_up(drawing, tenth / 10, str(10 * tenth))
    frame.name_axes(drawing, "least probability, as a share of the best word's", "coverage x 100")
    for name, kind, values in (
        ("P", "papers", [point.precision for point in points]),
        ("R", "ours", [point.recall for point in points]),
        ("F", "guide", [point.f for point in points]),
    ):
        places = [(frame.x(point.share), frame.y(value)) for point, value in zip(points, values, strict=True)]
        drawing.path(f"{kind} curve", places)
        drawing.text(name, places[-1][0] + 8, places[-1][1] + 4, "label")
    return Picture(drawing.written(), description)


def reliability_picture(bins: Sequence[Bin], system: str) -> Picture:
    """What share of candidates was accepted among those of about the same probability, and how many there were."""
    title = f"Can the probabilities of {system} be believed?"
    total = sum(part.count for part in bins)
    description = (
        f"{title} {plural(total, 'candidate')}, expected calibration error {calibration_error(bins):.3f}: "
        + "; ".join(f"at {part.expected:.2f} {part.accepted:.2f} accepted" for part in bins if part.count)
        + "."
    )
    drawing = Drawing(560, 640, title, description)
    _shares(drawing, bins)
    _counts(drawing, bins)
    return Picture(drawing.written(), description)


def _shares(drawing: Drawing, bins: Sequence[Bin]) -> None:
    frame = _Frame(Box(76, 74, 536, 434), (0, 1), (0, 1))
    for tenth in range(0, 11, 2):
        frame.tick_across(drawing, tenth / 10, f"{tenth / 10:g}")
        frame.tick_up(drawing, tenth / 10, f"{tenth / 10:g}")
    frame.name_axes(drawing, "probability (mean of the bin)", "share accepted")
    drawing.path("guide", [(frame.x(0), frame.y(0)), (frame.x(1), frame.y(1))])
    for part in bins:
        if part.count:
            x = frame.x(part.expected)
            drawing.line("ours interval", x, frame.y(part.expected), x, frame.y(part.accepted))
            drawing.point("ours" if part.count >= _FEW else "ours hollow", x, frame.y(part.accepted))
    drawing.text(f"dashed: as promised; hollow: fewer than {_FEW} candidates", 24, 52, "legend")


def _counts(drawing: Drawing, bins: Sequence[Bin]) -> None:
    """On a logarithmic axis, since most candidates are unlikely ones."""
    most = math.ceil(math.log10(max(2, *(part.count for part in bins))))
    frame = _Frame(Box(76, 490, 536, 590), (0, 1), (-0.3, most))
    for power in range(most + 1):
        frame.tick_up(drawing, power, f"{10**power:,}".replace(",000,000", "M").replace(",000", "k"))
    for tenth in range(0, 11, 2):
        frame.tick_across(drawing, tenth / 10, f"{tenth / 10:g}")
    frame.name_axes(drawing, "probability", "candidates")
    for part in bins:
        if part.count:
            left, top = frame.x(part.low) + 1.5, frame.y(math.log10(part.count))
            drawing.box("ours", left, top, frame.x(part.high) - 1.5 - left, frame.room.bottom - top)
