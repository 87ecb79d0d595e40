"""Runs written item by item: killed in the middle, they go on where they were, and come out the same.

The answers so far stand in a file beside the run, after a line that says what they are answers to. Only whole lines
count; if the first line says something else, everything begins anew.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TextIO

from stead.task import BadInput, Item, Run, RunRow, Source

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Streaming:
    """Some items, what answers them, and what that is called."""

    items: Sequence[Item]
    answer: Callable[[Item], RunRow]
    signature: str


class RunWriter:
    """Answers that are kept as they come."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")

    def written(self, work: Streaming) -> list[RunRow]:
        """The answers that an earlier try has left, if it was at the same work."""
        try:
            lines = self.part.read_bytes().split(b"\n")[:-1]  # behind the last line end, a line may be half
        except FileNotFoundError:
            return []
        except OSError as error:
            raise BadInput(f"{self.part}: cannot be read: {error.strerror or error}.") from None
        if not lines or lines[0] != _line({"run": work.signature}).encode():
            return []
        rows = (_row(line, item) for line, item in zip(lines[1:], work.items, strict=False))
        return [row for row in takewhile(bool, rows) if row]

    def run(self, work: Streaming, progress: Progress) -> Run:
        """All answers; those that are there already are not asked for again."""
        rows = self.written(work)
        try:
            with self._opened(work, rows) as file:
                for row in _remaining(work, len(rows)):
                    file.write(f"{_line(row._asdict())}\n")
                    file.flush()
                    rows.append(row)
                    progress(len(rows))
        finally:
            if not rows:  # nothing to go on from
                self.finished()
        return Run.of(rows, Source(self.path.name, ""))

    def _opened(self, work: Streaming, rows: Sequence[RunRow]) -> TextIO:
        """The file of answers so far, rewritten without a half line at its end."""
        try:
            fresh = self.part.with_name(self.part.name + ".new")
            lines = [_line({"run": work.signature}), *(_line(row._asdict()) for row in rows)]
            fresh.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            os.replace(fresh, self.part)  # noqa: PTH105 (atomic)
            return self.part.open("a", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{self.part}: cannot be written: {error.strerror or error}.") from None

    def finished(self) -> None:
        """The run itself is written: the answers so far are no longer needed."""
        self.part.unlink(missing_ok=True)


def _remaining(work: Streaming, done: int) -> Iterator[RunRow]:
    return (work.answer(item) for item in work.items[done:])


def _line(value: Mapping[str, object]) -> str:
    return json.dumps(value)  # ASCII, so that text that is no UTF-8 can be kept too


def _row(line: bytes, item: Item) -> RunRow | None:
    """An answer to this item, or nothing if the line is damaged."""
    try:
        row = RunRow(**json.loads(line))
    except (ValueError, TypeError):
        return None
    return row if (row.lexelt, row.id) == (item.lexelt, item.id) else None
