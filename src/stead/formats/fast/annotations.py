"""Collect annotations as columns: block by block, or row by row."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from stead.core.annotation import Annotation, Annotations
from stead.core.arrays import BoolArray, Column, IntArray, Ragged, TermLists, starts_of
from stead.core.faults import Source
from stead.formats.fast.json_lines import ShapedLines
from stead.formats.format import Reading, quote

Coded = tuple[list[str], IntArray]
"""Distinct texts, and the index of each text among them."""

_SHOWN = 3


@dataclass(slots=True)
class _TextColumn:
    """A growing column of texts; each distinct text is stored once."""

    index: dict[str, int] = field(default_factory=dict)
    parts: list[IntArray] = field(default_factory=list)

    def add(self, texts: Sequence[str], codes: IntArray) -> None:
        new_codes = np.array([self.index.setdefault(text, len(self.index)) for text in texts], dtype=np.int64)
        self.parts.append(new_codes[codes])

    def codes(self) -> IntArray:
        return _concatenate(self.parts)

    def column(self) -> Column:
        return Column(list(self.index), self.codes())


def _concatenate(parts: list[IntArray]) -> IntArray:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


@dataclass(slots=True, kw_only=True)
class AnnotationBlock:
    """Annotations of a block of lines, column by column."""

    lexelts: Coded
    ids: Coded
    annotators: Coded
    substitutes: Coded
    sizes: IntArray
    nil: BoolArray
    name: BoolArray
    multiwords: Coded
    comments: list[str]
    times: list[str]
    phases: list[str]

    def __len__(self) -> int:
        return len(self.nil)

    @classmethod
    def of_shapes(cls, lines: ShapedLines, shapes: list[Annotation]) -> "AnnotationBlock":
        """Make columns of lines, given the annotation of each shape, whose texts are numbers. Raises ValueError."""
        positions, sizes = lines.lists([shape.substitutes for shape in shapes])
        return cls(
            lexelts=lines.distinct_at(lines.column([shape.lexelt for shape in shapes])),
            ids=lines.distinct_at(lines.column([shape.id for shape in shapes])),
            annotators=lines.distinct_at(lines.column([shape.annotator for shape in shapes])),
            substitutes=lines.distinct_at(positions),
            sizes=sizes,
            nil=np.array([shape.nil for shape in shapes], dtype=np.bool_)[lines.shape_of],
            name=np.array([shape.name for shape in shapes], dtype=np.bool_)[lines.shape_of],
            multiwords=lines.distinct_at(lines.column([shape.multiword for shape in shapes])),
            comments=lines.texts_at(lines.column([shape.comment for shape in shapes])),
            times=lines.texts_at(lines.column([shape.time for shape in shapes])),
            phases=lines.texts_at(lines.column([shape.phase for shape in shapes])),
        )

    @classmethod
    def of_rows(cls, rows: Sequence[Annotation]) -> "AnnotationBlock":
        """Make columns of annotations."""
        columns = Annotations.of(rows, Source("", ""))
        return cls(
            lexelts=(columns.lexelts.vocabulary, columns.lexelts.codes),
            ids=(columns.ids.vocabulary, columns.ids.codes),
            annotators=(columns.annotators.vocabulary, columns.annotators.codes),
            substitutes=(columns.substitutes.vocabulary, columns.substitutes.codes),
            sizes=columns.substitutes.lists.sizes,
            nil=columns.nil,
            name=columns.name,
            multiwords=(columns.multiwords.vocabulary, columns.multiwords.codes),
            comments=columns.comments,
            times=columns.times,
            phases=columns.phases,
        )


@dataclass(slots=True, kw_only=True)
class AnnotationTable:
    """The annotations collected so far."""

    lexelts: _TextColumn = field(default_factory=_TextColumn)
    ids: _TextColumn = field(default_factory=_TextColumn)
    annotators: _TextColumn = field(default_factory=_TextColumn)
    substitutes: _TextColumn = field(default_factory=_TextColumn)
    sizes: list[IntArray] = field(default_factory=list)
    nil: list[BoolArray] = field(default_factory=list)
    name: list[BoolArray] = field(default_factory=list)
    multiwords: _TextColumn = field(default_factory=_TextColumn)
    comments: list[str] = field(default_factory=list)
    times: list[str] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    lines: list[IntArray] = field(default_factory=list)

    def add(self, block: AnnotationBlock, lines: IntArray) -> None:
        """Add the annotations of a block, and their lines."""
        self.lexelts.add(*block.lexelts)
        self.ids.add(*block.ids)
        self.annotators.add(*block.annotators)
        self.substitutes.add(*block.substitutes)
        self.sizes.append(block.sizes)
        self.nil.append(block.nil)
        self.name.append(block.name)
        self.multiwords.add(*block.multiwords)
        self.comments += block.comments
        self.times += block.times
        self.phases += block.phases
        self.lines.append(lines)

    def annotations(self, reading: Reading) -> Annotations:
        """All annotations, with normalised names; those without an annotator are reported and left out."""
        collected, changed = self._collected(reading.source).tidy_names()
        if changed:
            reading.report.note(None, "names", describe_renaming(changed))
        for line in collected.lines[collected.nameless].tolist():
            reading.report.error(line, "nameless", "expected the name of the annotator, found none; left out")
        return collected.only(~collected.nameless)

    def _collected(self, source: Source) -> Annotations:
        terms = self.substitutes.column()
        return Annotations(
            lexelts=self.lexelts.column(),
            ids=self.ids.column(),
            annotators=self.annotators.column(),
            substitutes=TermLists(terms.vocabulary, Ragged(terms.codes, starts_of(_concatenate(self.sizes)))),
            nil=np.concatenate([np.zeros(0, dtype=np.bool_), *self.nil]),
            name=np.concatenate([np.zeros(0, dtype=np.bool_), *self.name]),
            multiwords=self.multiwords.column(),
            comments=self.comments,
            times=self.times,
            phases=self.phases,
            lines=_concatenate(self.lines),
            source=source,
        )


def describe_renaming(changed: dict[str, str]) -> str:
    """The note on annotators whose names were normalised."""
    examples = ", ".join(f"{quote(name)} as {quote(tidied)}" for name, tidied in list(changed.items())[:_SHOWN])
    more = ", ..." if len(changed) > _SHOWN else ""
    names = "the name of an annotator is" if len(changed) == 1 else f"{len(changed)} names of annotators are"
    return f"{names} read without extra spaces, in composed Unicode (NFC): {examples}{more}"
