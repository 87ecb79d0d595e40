"""Gold and run as lines that can be rewritten and given to the official program again."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from stead.core.faults import Report, Severity
from stead.core.item import lexelt_key
from stead.core.substitutes import PROPER_NAME, GoldStandard
from stead.formats import Content
from stead.formats.semeval import SEMEVAL_DIALECT
from stead.official.program_input import Document, Task

SEPARATORS: dict[Task, str] = {"best": "::", "oot": ":::", "mw": "::"}


@dataclass(frozen=True, slots=True)
class ItemLine:
    """The line of one item: its key, the id as written, and the pieces between the semicolons."""

    key: str
    lexelt: str
    id: str
    pieces: tuple[str, ...]

    @property
    def text(self) -> str:
        """Everything after the separator."""
        return ";".join(self.pieces)

    @property
    def is_blank(self) -> bool:
        """Whether the official program takes the line for empty."""
        return not self.text.strip(" \t\n\r\f\v")

    def holding(self, pieces: Iterable[str]) -> Self:
        """Copy the line with other pieces."""
        others = tuple(pieces)
        return self if others == self.pieces else replace(self, pieces=others)


@dataclass(frozen=True, slots=True)
class RewritableFiles:
    """Gold and run, as far as stead reads them, in the format of the official program."""

    task: Task
    gold: tuple[ItemLine, ...]
    run: tuple[ItemLine, ...]
    graded: bool = False

    @classmethod
    def read(cls, task: Task, files: "GivenFiles") -> Self:
        """Collect the lines that stead reads, with everything after the separator as it is."""
        by_lexelt = files.ids_repeat
        gold = tuple(_lines(files.gold_content, files.gold_report, by_lexelt=by_lexelt))
        run = _first_lines(_lines(files.run_content, files.run_report, by_lexelt=by_lexelt))
        sheet = cls(task, gold, tuple(run), files.gold.graded)
        return sheet if task == "mw" else sheet.without_names()  # which neither program scores

    def documents(self) -> tuple[Document, Document]:
        """Write run and gold as files of the official program."""
        return self._document(self.run, SEPARATORS[self.task]), self._document(self.gold, "::")

    def _document(self, lines: Iterable[ItemLine], separator: str) -> Document:
        text = "".join(f"{line.lexelt} {line.id} {separator} {line.text}\n" for line in lines)
        return Document.of(b"rewritten", text.encode())

    def keys(self) -> dict[str, str]:
        """Map the written ids to keys."""
        return {line.id: line.key for line in (*self.run, *self.gold)}

    def with_gold(self, rewritten: Callable[[tuple[str, ...]], Iterable[str]]) -> Self:
        """Rewrite the entries of each gold line."""
        return replace(self, gold=tuple(line.holding(rewritten(line.pieces)) for line in self.gold))

    def without_names(self) -> Self:
        """Remove NAME responses from the gold."""
        return self.with_gold(lambda entries: (entry for entry in entries if entry.split()[:-1] != [PROPER_NAME]))

    def with_run(self, rewritten: Callable[[tuple[str, ...]], Iterable[str]]) -> Self:
        """Rewrite the guesses of each answer; an answer that becomes empty is removed."""
        rewritten_lines = [(line, line.holding(rewritten(line.pieces))) for line in self.run]
        kept = (after for before, after in rewritten_lines if before.is_blank or not after.is_blank)
        return replace(self, run=tuple(kept))

    def without_blank_answers(self) -> Self:
        """Remove empty answers from the run."""
        return replace(self, run=tuple(line for line in self.run if not line.is_blank))

    def with_ids(self, written: Callable[[ItemLine], str]) -> Self:
        """Rewrite the ids."""
        gold, run = (tuple(replace(line, id=written(line)) for line in lines) for lines in (self.gold, self.run))
        return replace(self, gold=gold, run=run)


@dataclass(frozen=True, slots=True)
class GivenFiles:
    """Gold and run as given, the gold as stead reads it, and the faults of both files."""

    gold_content: Content
    run_content: Content
    gold: GoldStandard
    gold_report: Report
    run_report: Report

    @property
    def ids_repeat(self) -> bool:
        """Whether ids repeat, so that items are identified by lexelt and id."""
        return len(set(self.gold.ids)) < len(self.gold.ids)


def item_key(lexelt: str, identifier: str, *, by_lexelt: bool) -> str:
    """Make the key of an item; lexelts that the scorer treats as equal have equal keys."""
    return f"{lexelt_key(lexelt)}/{identifier}" if by_lexelt else identifier


def _lines(content: Content, report: Report, *, by_lexelt: bool) -> Iterator[ItemLine]:
    """List the lines that stead's reader accepts; one with nothing after the separator has no pieces."""
    left_out = {fault.line for fault in report.of(Severity.ERROR)}
    for number, text in enumerate(_text_lines(content.data), start=1):
        match = SEMEVAL_DIALECT.clean.fullmatch(text) or SEMEVAL_DIALECT.clean.fullmatch(text.removesuffix("\r"))
        if match and number not in left_out:
            lexelt, identifier, _, rest = match.groups()
            key = item_key(lexelt, identifier, by_lexelt=by_lexelt)
            yield ItemLine(key, lexelt, identifier, () if rest is None else tuple(rest.split(";")))


def _text_lines(data: bytes) -> list[str]:
    """Split a file into lines; carriage returns stay unless they alone end the lines."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text = data.decode(encoding, errors="replace")
    return text.split("\n") if "\n" in text else text.split("\r")


def _first_lines(lines: Iterable[ItemLine]) -> Iterator[ItemLine]:
    """Select the first line of each item; without a space after the separator, the official program skips a line."""
    seen: set[str] = set()
    for line in lines:
        if line.key not in seen:
            seen.add(line.key)
            if line.pieces:
                yield line
