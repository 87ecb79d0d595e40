"""A picture in SVG: readable on light and dark paper, with a title and a text in its stead."""

import xml.etree.ElementTree as ET

_STYLE = """
svg { --paper: #ffffff; --ink: #1d2327; --soft: #5c666d; --line: #dcdcd4; --ours: #0b6e75; --papers: #a8480f; }
@media (prefers-color-scheme: dark) {
  svg { --paper: #14181b; --ink: #e8e6e1; --soft: #a3adb3; --line: #343c42; --ours: #59c3c9; --papers: #f0a060; }
}
text { font: 13px system-ui, sans-serif; fill: var(--ink); }
.title { font-size: 16px; font-weight: 600; }
.tick, .legend { fill: var(--soft); font-size: 12px; }
.paper { fill: var(--paper); }
.grid { stroke: var(--line); }
.guide { stroke: var(--soft); stroke-dasharray: 4 4; fill: none; }
.leader { stroke: var(--soft); stroke-width: .75; }
.ours { fill: var(--ours); stroke: var(--ours); }
.papers { fill: var(--papers); stroke: var(--papers); }
.interval { stroke-width: 1.5; opacity: .6; }
.curve { fill: none; stroke-width: 2; }
.hollow { fill: var(--paper); stroke-width: 1.5; }
"""


class Drawing:
    """Shapes on paper, one above the other."""

    def __init__(self, width: int, height: int, title: str, description: str) -> None:
        self.root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width} {height}",
                "width": str(width),
                "height": str(height),
                "role": "img",
                "aria-labelledby": "title description",
            },
        )
        for name, text, mark in (("title", title, "title"), ("desc", description, "description")):
            ET.SubElement(self.root, name, {"id": mark}).text = text
        ET.SubElement(self.root, "style").text = _STYLE
        self.box("paper", 0, 0, width, height)
        self.text(title, 24, 30, "title")

    def line(self, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """A straight line."""
        self._shape("line", kind, x1=x1, y1=y1, x2=x2, y2=y2)

    def path(self, kind: str, places: list[tuple[float, float]]) -> None:
        """A line through some places."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        ET.SubElement(self.root, "polyline", {"class": kind, "points": points})

    def box(self, kind: str, x: float, y: float, width: float, height: float) -> None:
        """A rectangle."""
        self._shape("rect", kind, x=x, y=y, width=width, height=height)

    def point(self, kind: str, x: float, y: float) -> None:
        """A disc for what is ours, a square for what is of the papers, so that colour is not all."""
        if kind == "papers":
            self.box(kind, x - 5, y - 5, 10, 10)
        else:
            self._shape("circle", kind, cx=x, cy=y, r=5.5)

    def text(self, text: str, x: float, y: float, kind: str, anchor: str = "start", *, upright: bool = False) -> None:
        """A line of text; y is that of its baseline."""
        attributes = {"class": kind, "x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}
        turned = {"transform": f"rotate(-90 {x:.1f} {y:.1f})"} if upright else {}
        ET.SubElement(self.root, "text", attributes | turned).text = text

    def _shape(self, name: str, kind: str, **numbers: float) -> None:
        ET.SubElement(self.root, name, {"class": kind, **{key: f"{value:.1f}" for key, value in numbers.items()}})

    def written(self) -> str:
        """The file."""
        ET.indent(self.root)
        return ET.tostring(self.root, encoding="unicode") + "\n"
