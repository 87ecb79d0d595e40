"""The card of a model as tables: what it was learned from, how good its like were on the rest, what it asks for."""

from collections.abc import Iterator, Mapping
from typing import Any

from stead.core.text import counted
from stead.reporting.tables import Table

_MOST_ASKED = 12
_SHOWN_APART = ("held_out", "importance", "features")


def card_tables(card: Mapping[str, Any]) -> Iterator[Table]:
    """One for each part of the card."""
    rows = tuple((name, _shown(value)) for name, value in card.items() if name not in _SHOWN_APART)
    yield Table(
        title="learned from",
        columns=("what", "value"),
        rows=rows,
        caption=f"{counted(len(card['features']), 'feature')}.",
        labels=2,
    )
    for left_out, figures in card["held_out"].items():
        rows = tuple((name, _rounded(value)) for name, value in figures.items())
        yield Table(title=f"on what was left out, by {left_out}", columns=("measure", "figure"), rows=rows, labels=1)
    for head, asked in card["importance"].items():
        most = sorted(asked.items(), key=lambda each: -each[1])[:_MOST_ASKED]
        rows = tuple((name, str(number)) for name, number in most)
        yield Table(title=f"what the head {head} asks for most", columns=("feature", "times"), rows=rows, labels=1)


def _rounded(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:.4f}"


def _shown(value: object) -> str:
    match value:
        case dict():
            return ", ".join(f"{name}: {_shown(own)}" for name, own in value.items())
        case list():
            return ", ".join(map(_shown, value)) or "none"
    return str(value)
