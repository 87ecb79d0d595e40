"""Precision and recall of held-out answers over the cut-off: a table with five columns."""

from pathlib import Path

from stead.core.errors import BadInput
from stead.formats import read_content
from stead.systems.blend.cross_validation import CutoffPoint

HEADING = "share\tP\tR\tF\tanswers"


def read_curve(path: Path) -> list[CutoffPoint]:
    """The points of a file, `share<TAB>P<TAB>R<TAB>F<TAB>answers` on each line."""
    heading, *lines = read_content(path).data.decode(errors="replace").splitlines() or [""]
    if heading != HEADING:
        raise BadInput(f"{path}:1: expected the heading {HEADING!r}, found {heading!r}.")
    try:
        return [CutoffPoint(*map(float, line.split("\t"))) for line in lines]
    except (TypeError, ValueError):
        raise BadInput(f"{path}: expected five numbers on each line.") from None


def written_curve(points: list[CutoffPoint]) -> str:
    """The text of such a file."""
    return "\n".join([HEADING, *("\t".join(f"{value:.6g}" for value in point) for point in points), ""])
