"""Tables of plain values under headings: data sheets and descriptions of golds."""

from dataclasses import dataclass

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class Section:
    """A table, or a text instead of one; the first `labels` columns are words, the others are numbers."""

    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Value, ...], ...] = ()
    text: str = ""
    labels: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedPointSection(Section):
    """A section whose numbers, unless they are whole, are printed with this many decimals; None: with up to four."""

    decimals: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Sections in order, with their signature."""

    title: str
    sections: tuple[Section, ...]
    signature: str = ""
    schema: str = "stead.sheet/1"
