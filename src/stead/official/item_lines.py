"""Gold and run as lines that can be rewritten and given to the official program again."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from stead.core.faults import Report, Severity
from stead.core.gold import PROPER_NAME, GoldStandard
from stead.core.item import lexelt_key
from stead.formats import Content
from stead.formats.semeval import SEMEVAL_DIALECT
from stead.official.program_input import Document, Task

SEPARATORS: dict[Task, str] = {"best": "::", "oot": ":::", "mw": "::"}


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One item: what it is known by, the id that is written, and what stands between the semicolons."""

    key: str
    lexelt: str
    id: str
    pieces: tuple[str, ...]

    @property
    def text(self) -> str:
        """All that stands after the separator."""
        return ";".join(self.pieces)

    @property
    def is_blank(self) -> bool:
        """Whether the official program sees nothing in it."""
        return not self.text.strip(" \t\n\r\f\v")

    def holding(self, pieces: Iterable[str]) -> Self:
        """The same line with other pieces."""
        others = tuple(pieces)
        return self if others == self.pieces else replace(self, pieces=others)


@dataclass(frozen=True, slots=True)
class RewritableFiles:
    """Both files, as far as stead reads them, in the form in which the official program wants them."""

    task: Task
    gold: tuple[ItemLine, ...]
    run: tuple[ItemLine, ...]
    graded: bool = False

    @classmethod
    def read(cls, task: Task, files: "GivenFiles") -> Self:
        """The lines that stead reads, with all the oddities after the separator."""
        by_lexelt = files.ids_repeat
        gold = tuple(_lines(files.gold_content, files.gold_report, by_lexelt=by_lexelt))
        run = _first_lines(_lines(files.run_content, files.run_report, by_lexelt=by_lexelt))
        sheet = cls(task, gold, tuple(run), files.gold.graded)
        return sheet if task == "mw" else sheet.without_names()  # which are nothing to either program

    def documents(self) -> tuple[Document, Document]:
        """Run and gold as files of the official program."""
        return self._document(self.run, SEPARATORS[self.task]), self._document(self.gold, "::")

    def _document(self, lines: Iterable[ItemLine], separator: str) -> Document:
        text = "".join(f"{line.lexelt} {line.id} {separator} {line.text}\n" for line in lines)
        return Document.of(b"rewritten", text.encode())

    def keys(self) -> dict[str, str]:
        """What each written id stands for."""
        return {line.id: line.key for line in (*self.run, *self.gold)}

    def with_gold(self, rewritten: Callable[[tuple[str, ...]], Iterable[str]]) -> Self:
        """The entries of each gold line rewritten."""
        return replace(self, gold=tuple(line.holding(rewritten(line.pieces)) for line in self.gold))

    def without_names(self) -> Self:
        """No NAME responses in the gold."""
        return self.with_gold(lambda entries: (entry for entry in entries if entry.split()[:-1] != [PROPER_NAME]))

    def with_run(self, rewritten: Callable[[tuple[str, ...]], Iterable[str]]) -> Self:
        """The guesses of each answer rewritten; an answer of which nothing is left is left out."""
        rewritten_lines = [(line, line.holding(rewritten(line.pieces))) for line in self.run]
        kept = (after for before, after in rewritten_lines if before.is_blank or not after.is_blank)
        return replace(self, run=tuple(kept))

    def without_blank_answers(self) -> Self:
        """Only the lines of the run that answer."""
        return replace(self, run=tuple(line for line in self.run if not line.is_blank))

    def with_ids(self, written: Callable[[ItemLine], str]) -> Self:
        """Other ids written."""
        gold, run = (tuple(replace(line, id=written(line)) for line in lines) for lines in (self.gold, self.run))
        return replace(self, gold=gold, run=run)


@dataclass(frozen=True, slots=True)
class GivenFiles:
    """Gold and run as they are, the gold as stead reads it, and what stead could not read."""

    gold_content: Content
    run_content: Content
    gold: GoldStandard
    gold_report: Report
    run_report: Report

    @property
    def ids_repeat(self) -> bool:
        """Whether an item is known by lexelt and id, since ids repeat."""
        return len(set(self.gold.ids)) < len(self.gold.ids)


def item_key(lexelt: str, identifier: str, *, by_lexelt: bool) -> str:
    """What an item is known by; lexelts that the scorer takes for the same are the same."""
    return f"{lexelt_key(lexelt)}/{identifier}" if by_lexelt else identifier


def _lines(content: Content, report: Report, *, by_lexelt: bool) -> Iterator[ItemLine]:
    """The lines that stead's reader did not leave out; nothing but the separator is a line without pieces."""
    left_out = {fault.line for fault in report.of(Severity.ERROR)}
    for number, text in enumerate(_text_lines(content.data), start=1):
        found = SEMEVAL_DIALECT.clean.fullmatch(text) or SEMEVAL_DIALECT.clean.fullmatch(text.removesuffix("\r"))
        if found and number not in left_out:
            lexelt, identifier, _, rest = found.groups()
            key = item_key(lexelt, identifier, by_lexelt=by_lexelt)
            yield ItemLine(key, lexelt, identifier, () if rest is None else tuple(rest.split(";")))


def _text_lines(data: bytes) -> list[str]:
    """The lines of a file; carriage returns stay unless they alone end the lines."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text = data.decode(encoding, errors="replace")
    return text.split("\n") if "\n" in text else text.split("\r")


def _first_lines(lines: Iterable[ItemLine]) -> Iterator[ItemLine]:
    """The first line of each item; lines without a blank after the separator are no lines to the official program."""
    seen: set[str] = set()
    for line in lines:
        if line.key not in seen:
            seen.add(line.key)
            if line.pieces:
                yield line
