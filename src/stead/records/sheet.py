"""Tables of plain values under headings: what data sheets and descriptions of golds are made of."""

from dataclasses import dataclass

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class Section:
    """One table, or a sentence in its stead; `labels` columns on the left are words, the others are numbers."""

    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Value, ...], ...] = ()
    text: str = ""
    labels: int = 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """Sections in order, and what signs them."""

    title: str
    sections: tuple[Section, ...]
    signature: str = ""
    schema: str = "stead.sheet/1"
