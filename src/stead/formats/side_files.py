"""Small helper files: a table of groups (`id<TAB>group`), and lists of ids, lexelts and targets, one per line."""

import os

from stead.core.errors import BadInput
from stead.core.item import part_of_speech_of
from stead.formats.files import read_content, to_utf8
from stead.formats.format import Policy, Reading, quote

StrPath = str | os.PathLike[str]


def _lines(path: StrPath, encoding: str | None) -> list[tuple[int, str]]:
    """The lines that are not comments; a file with undecodable bytes is refused."""
    reading = Reading.start(to_utf8(read_content(path), encoding), format="text", policy=Policy.REPAIR)
    return [(line_number, line.strip()) for line_number, line in reading.lines() if not line.startswith("#")]


def read_groups(path: StrPath, encoding: str | None = None) -> dict[str, str]:
    """Read the group of each id or lexelt."""
    groups: dict[str, str] = {}
    problems = []
    for line_number, line in _lines(path, encoding):
        key, _, group = (part.strip() for part in line.partition("\t"))
        if not key or not group:
            problems.append(
                f"{path}:{line_number}: expected `id<TAB>group` or `lexelt<TAB>group`, found {quote(line)}."
            )
        elif groups.setdefault(key, group) != group:
            problems.append(
                f"{path}:{line_number}: {quote(key)} is in {quote(groups[key])} already, not in {quote(group)}."
            )
    if problems or not groups:
        raise BadInput("\n".join(problems) or f"{path}: no groups; expected lines of `id<TAB>group`.")
    return groups


def read_candidates(path: StrPath, encoding: str | None = None) -> dict[str, list[str]]:
    """Read the candidates of each lexelt from lines `lexelt::candidate;candidate` (or a tab for the colons)."""
    candidates: dict[str, list[str]] = {}
    problems = []
    for line_number, line in _lines(path, encoding):
        mark = "::" if "::" in line else "\t"
        lexelt, _, rest = (part.strip() for part in line.partition(mark))
        terms = [term.strip() for term in rest.split(";") if term.strip()]
        if not lexelt or not terms:
            problems.append(f"{path}:{line_number}: expected `lexelt::candidate;candidate`, found {quote(line)}.")
            continue
        candidates.setdefault(lexelt, []).extend(terms)
    if problems or not candidates:
        raise BadInput("\n".join(problems) or f"{path}: no candidates; expected `lexelt::candidate;candidate`.")
    return candidates


def read_ids(path: StrPath, encoding: str | None = None) -> set[str]:
    """Read ids, one per line."""
    ids = {line for _, line in _lines(path, encoding)}
    if not ids:
        raise BadInput(f"{path}: no ids; expected one per line.")
    return ids


def read_lexelts(path: StrPath, encoding: str | None = None) -> set[str]:
    """Read lexelts, one per line."""
    lexelts = {line for _, line in _lines(path, encoding)}
    if not lexelts:
        raise BadInput(f"{path}: no lexelts; expected one per line, as in `bright.a`.")
    return lexelts


def read_targets(path: StrPath, encoding: str | None = None) -> list[str]:
    """Read lexelts with their part of speech, one per line, in order; repeats are dropped."""
    lines = _lines(path, encoding)
    problems = [
        f"{path}:{line_number}: expected a lexelt with its part of speech, as in `bright.a`, found {quote(line)}."
        for line_number, line in lines
        if not part_of_speech_of(line)
    ]
    if problems or not lines:
        raise BadInput("\n".join(problems) or f"{path}: no targets; expected one per line, as in `bright.a`.")
    return list(dict.fromkeys(line for _, line in lines))
