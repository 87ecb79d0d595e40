"""Annotations as they are collected: block by block, or one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from stead.core.annotation import Annotation, Annotations
from stead.core.arrays import BoolArray, Column, IntArray, Ragged, TermLists, starts_of
from stead.core.faults import Source
from stead.formats.fast.json_lines import ShapedLines
from stead.formats.format import Reading, quote

Coded = tuple[list[str], IntArray]
"""Distinct texts, and which of them stands in each place."""

_SHOWN = 3


@dataclass(slots=True)
class _TextColumn:
    """A growing column of texts, each distinct one once."""

    index: dict[str, int] = field(default_factory=dict)
    parts: list[IntArray] = field(default_factory=list)

    def add(self, texts: Sequence[str], codes: IntArray) -> None:
        own = np.array([self.index.setdefault(text, len(self.index)) for text in texts], dtype=np.int64)
        self.parts.append(own[codes])

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
        """The annotations of lines, given that of each shape, in which texts are numbers. Raises ValueError."""
        places, sizes = lines.lists([shape.substitutes for shape in shapes])
        return cls(
            lexelts=lines.distinct_at(lines.column([shape.lexelt for shape in shapes])),
            ids=lines.distinct_at(lines.column([shape.id for shape in shapes])),
            annotators=lines.distinct_at(lines.column([shape.annotator for shape in shapes])),
            substitutes=lines.distinct_at(places),
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
        """These annotations."""
        made = Annotations.of(rows, Source("", ""))
        return cls(
            lexelts=(made.lexelts.vocabulary, made.lexelts.codes),
            ids=(made.ids.vocabulary, made.ids.codes),
            annotators=(made.annotators.vocabulary, made.annotators.codes),
            substitutes=(made.substitutes.vocabulary, made.substitutes.codes),
            sizes=made.substitutes.lists.sizes,
            nil=made.nil,
            name=made.name,
            multiwords=(made.multiwords.vocabulary, made.multiwords.codes),
            comments=made.comments,
            times=made.times,
            phases=made.phases,
        )


@dataclass(slots=True, kw_only=True)
class AnnotationTable:
    """Annotations collected so far."""

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
        """The annotations of a block, and the lines they are on."""
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
        """All of them, their annotators tidied; those of nobody are reported and left out."""
        found, changed = self._collected(reading.source).tidy_names()
        if changed:
            reading.report.note(None, "names", describe_renaming(changed))
        for line in found.lines[found.nameless].tolist():
            reading.report.error(line, "nameless", "expected the name of the annotator, found none; left out")
        return found.only(~found.nameless)

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
    """A note on annotators whose names were tidied."""
    some = ", ".join(f"{quote(name)} as {quote(own)}" for name, own in list(changed.items())[:_SHOWN])
    more = ", ..." if len(changed) > _SHOWN else ""
    names = "the name of an annotator is" if len(changed) == 1 else f"{len(changed)} names of annotators are"
    return f"{names} read without needless blanks, in composed Unicode: {some}{more}"
