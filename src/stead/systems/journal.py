"""Runs written item by item: killed in the middle, they go on where they were, and come out the same.

The answers so far stand in a file beside the run, after a line that says what they are answers to. Only whole lines
count; if the first line says something else, everything begins anew. A file that does not begin so is not touched.
"""

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.core.progress import Progress, silent
from stead.core.run import Run, RunRow
from stead.core.source import Source

_BEGINNING = b'{"run": "'


@dataclass(frozen=True)
class Streaming:
    """Some items, what answers all but the first so many of them in order, and what that is called."""

    items: Sequence[Item]
    answers: Callable[[Sequence[Item], int], Generator[RunRow, None, None]]
    signature: str


class RunWriter:
    """Answers that are kept as they come."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")

    def written(self, work: Streaming) -> int:
        """How many answers an earlier try has left, if it was at the same work."""
        return sum(1 for _ in self._kept(work))

    def run(self, work: Streaming, step: str, progress: Progress = silent) -> Run:
        """All answers; those that are there already are not asked for again. None is held while others are asked."""
        ends = [end for _, end in self._kept(work)]
        done, total = len(ends), len(work.items)
        try:
            with self._opened(work, ends[-1] if ends else 0) as file, closing(work.answers(work.items, done)) as rows:
                progress(step, done, total)
                for row in rows:
                    file.write(_line(row._asdict()))
                    file.flush()
                    done += 1
                    progress(step, done, total)
            found = Run.of((row for row, _ in self._kept(work)), Source(self.path.name, ""))
        finally:
            if not done:  # nothing to go on from
                self.finished()
        if len(found) != done:
            raise BadInput(f"{self.part}: has been changed by somebody else; give the same command again.")
        return found

    def _kept(self, work: Streaming) -> Iterator[tuple[RunRow, int]]:
        """The answers that are there, each with the byte where it ends; the last line of the file may be half."""
        try:
            with self.part.open("rb") as file:
                self._refuse_another(file.peek(len(_BEGINNING)))
                line = file.readline()
                if line != _line({"run": work.signature}):
                    return
                for item in work.items:
                    line = file.readline()
                    row = _row(line, item) if line.endswith(b"\n") else None
                    if row is None:
                        return
                    yield row, file.tell()
        except FileNotFoundError:
            return
        except OSError as error:
            raise BadInput(f"{self.part}: cannot be read: {error.strerror or error}.") from None

    def _refuse_another(self, data: bytes) -> None:
        if not data.startswith(_BEGINNING[: len(data)]):
            raise BadInput(f"{self.part}: holds no answers of stead, and would be written over; move it, or change -o.")

    def _opened(self, work: Streaming, end: int) -> IO[bytes]:
        """The file of answers so far, without what is of no use at its end."""
        try:
            file = self.part.open("r+b" if end else "wb")
            if end:
                file.truncate(end)
                file.seek(end)
            else:
                file.write(_line({"run": work.signature}))
        except OSError as error:
            raise BadInput(f"{self.part}: cannot be written: {error.strerror or error}.") from None
        return file

    def finished(self) -> None:
        """The run itself is written: the answers so far are no longer needed."""
        self.part.unlink(missing_ok=True)


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value).encode() + b"\n"  # ASCII, so that text that is no UTF-8 can be kept too


def _row(line: bytes, item: Item) -> RunRow | None:
    """An answer to this item, or nothing if the line is damaged."""
    try:
        row = RunRow(**json.loads(line))
    except (ValueError, TypeError):
        return None
    return row if (row.lexelt, row.id) == (item.lexelt, item.id) else None
