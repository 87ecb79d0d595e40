"""Small helper files: a table of groups (`id<TAB>group`), and a list of lexelts, one a line."""

from pathlib import Path

from stead.formats.files import read_content
from stead.formats.reading import Policy, Reading, shown
from stead.task import BadInput


def _lines(path: str | Path) -> list[tuple[int, str]]:
    reading = Reading.start(read_content(path), format="text", policy=Policy.REPAIR)
    return [(number, line.strip()) for number, line in reading.lines() if not line.startswith("#")]


def read_groups(path: str | Path) -> dict[str, str]:
    """The group of each id or lexelt."""
    groups = {}
    for number, line in _lines(path):
        key, tab, group = line.partition("\t")
        if not tab or not group.strip():
            raise BadInput(f"{path}:{number}: expected `id<TAB>group` or `lexelt<TAB>group`, found {shown(line)}.")
        groups[key.strip()] = group.strip()
    return groups


def read_lexelts(path: str | Path) -> set[str]:
    """Lexelts, one a line."""
    lexelts = {line for _, line in _lines(path)}
    if not lexelts:
        raise BadInput(f"{path}: no lexelts; expected one a line, as in `bright.a`.")
    return lexelts
