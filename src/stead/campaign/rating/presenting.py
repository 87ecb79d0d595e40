"""A candidate in its place: with a few words of the sentence around it, in the form of the target where that is known.

What is shown depends on the sentence and on the candidate alone, so it cannot tell where a candidate comes from. It is
worked out for everything at once, before the first page is shown: no page takes longer for what is on it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from stead.campaign.rating.records import CampaignScreen
from stead.core.errors import SteadError
from stead.core.item import Item
from stead.words import replace_target

_AROUND = 32  # characters of the sentence on each side


@dataclass(frozen=True, slots=True)
class Placed:
    """A candidate in its place; `original` is how it was given, if that is another form."""

    before: str
    text: str
    after: str
    original: str


class Placements:
    """Every candidate of every screen in its place."""

    def __init__(self, screens: Iterable[CampaignScreen]) -> None:
        known: dict[tuple[int, str], Placed] = {}
        for screen in screens:
            for term in screen.candidates:
                key = screen.item.id, term
                if key not in known:
                    known[key] = placed(screen.item.item, term)
        self._known = known

    def of(self, screen: CampaignScreen, at: int) -> Placed:
        """One candidate of a screen."""
        return self._known[screen.item.id, screen.candidates[at]]


def placed(item: Item, candidate: str) -> Placed:
    """The candidate in the item's sentence. Files write phrases with underscores or with blanks; people see blanks."""
    term = " ".join(candidate.replace("_", " ").split()) or candidate
    try:
        made = replace_target(item, term)
        text, start, end = made.text, made.start, made.end
    except SteadError:  # no inflector is installed, or nobody knows the language
        text, start = item.text[: item.start] + term + item.text[item.end :], item.start
        end = start + len(term)
    shown = text[start:end]
    return Placed(_end_of(text[:start]), shown, _start_of(text[end:]), "" if shown == term else term)


def _end_of(text: str) -> str:
    """The last few words."""
    if len(text) <= _AROUND:
        return text
    words = text[-_AROUND:]
    return f"… {words.partition(' ')[2] if ' ' in words.rstrip() else words}"


def _start_of(text: str) -> str:
    """The first few words."""
    if len(text) <= _AROUND:
        return text
    words = text[:_AROUND]
    return f"{words.rpartition(' ')[0] if ' ' in words.lstrip() else words} …"
