"""The journal of a run: answers are appended as they come, so that an interrupted run resumes with the same bytes.

It is a file next to the run (`RUN.part`): a line with the signature of the run, then a line of JSON for each answer. A
last line that is not whole is dropped; with another signature the run starts again. A file that is not a journal is
never overwritten.
"""

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from stead.core.errors import BadInput
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.progress import Progress, silent
from stead.core.run import Run, RunRow

_BEGINNING = b'{"run": "'


@dataclass(frozen=True)
class RunPlan:
    """Items, the function that answers all but the first n of them in order, and the signature of the run."""

    items: Sequence[Item]
    answers: Callable[[Sequence[Item], int], Generator[RunRow, None, None]]
    signature: str


class Journal:
    """The journal file of a run with its answers so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")

    def count_answers(self, plan: RunPlan) -> int:
        """Count the answers that an earlier try of the same run has left."""
        return sum(1 for _ in self._read(plan))

    def complete(self, plan: RunPlan, step: str, progress: Progress = silent) -> Run:
        """Answer the remaining items, and return the whole run. Answers are not held in memory meanwhile."""
        ends = [end for _, end in self._read(plan)]
        done, total = len(ends), len(plan.items)
        try:
            with self._open(plan, ends[-1] if ends else 0) as file, closing(plan.answers(plan.items, done)) as rows:
                progress(step, done, total)
                for row in rows:
                    file.write(_line(row._asdict()))
                    file.flush()
                    done += 1
                    progress(step, done, total)
            run = Run.of((row for row, _ in self._read(plan)), Source(self.path.name, ""))
        finally:
            if not done:  # nothing to resume
                self.remove()
        if len(run) != done:
            raise BadInput(f"{self.part}: has been changed by somebody else; give the same command again.")
        return run

    def _read(self, plan: RunPlan) -> Iterator[tuple[RunRow, int]]:
        """Read the answers in the file, each with the byte offset of its end; the last line may be incomplete."""
        try:
            with self.part.open("rb") as file:
                self._refuse_other_files(file.peek(len(_BEGINNING)))
                line = file.readline()
                if line != _line({"run": plan.signature}):
                    return
                for item in plan.items:
                    line = file.readline()
                    row = _row(line, item) if line.endswith(b"\n") else None
                    if row is None:
                        return
                    yield row, file.tell()
        except FileNotFoundError:
            return
        except OSError as error:
            raise BadInput(f"{self.part}: cannot be read: {error.strerror or error}.") from None

    def _refuse_other_files(self, data: bytes) -> None:
        if not data.startswith(_BEGINNING[: len(data)]):
            raise BadInput(f"{self.part}: holds no answers of stead, and would be written over; move it, or change -o.")

    def _open(self, plan: RunPlan, end: int) -> IO[bytes]:
        """Open the file for appending, without an incomplete line at its end."""
        try:
            file = self.part.open("r+b" if end else "wb")
            if end:
                file.truncate(end)
                file.seek(end)
            else:
                file.write(_line({"run": plan.signature}))
        except OSError as error:
            raise BadInput(f"{self.part}: cannot be written: {error.strerror or error}.") from None
        return file

    def remove(self) -> None:
        """Delete the file: the run itself has been written."""
        self.part.unlink(missing_ok=True)


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value).encode() + b"\n"  # ASCII, so that text that is no UTF-8 can be kept too


def _row(line: bytes, item: Item) -> RunRow | None:
    """The answer to an item, or None if the line is damaged or of another item."""
    try:
        row = RunRow(**json.loads(line))
    except (ValueError, TypeError):
        return None
    return row if (row.lexelt, row.id) == (item.lexelt, item.id) else None
