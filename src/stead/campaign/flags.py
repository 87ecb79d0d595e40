"""Items that an organiser should look at, and why."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from stead.campaign.overview import ItemRow
from stead.core.annotation import Annotation
from stead.golds import read_term
from stead.rules.matching import Rules

_RULES = Rules()


def flagged(rows: Iterable[ItemRow], annotations: Iterable[Annotation], language: str = "") -> dict[int, list[str]]:
    """The codes of the reasons to look at each item that there are any for, by its number; pages put them in words.

    `language` is that of items which do not say theirs.
    """
    own: dict[tuple[str, str], list[Annotation]] = {}
    for each in annotations:
        own.setdefault((each.lexelt, each.id), []).append(each)
    found = {
        row.item.id: _reasons(row, own.get((row.item.item.lexelt, row.item.item.id), []), language) for row in rows
    }
    return {item_id: reasons for item_id, reasons in found.items() if reasons}


def _reasons(row: ItemRow, answers: Sequence[Annotation], language: str) -> list[str]:
    half = max(2, (len(answers) + 1) // 2)
    found = {
        "comments": row.comments > 0,
        "late": row.late > 0,
        "nil": sum(each.nil for each in answers) >= half,
        "name": sum(each.name for each in answers) >= half,
        "phrase": sum(bool(each.multiword) for each in answers) >= 2,
        "disagreement": _nobody_agrees(answers),
        "unclear": any(
            _is_unclear(term, row.item.item.language or language) for each in answers for term in each.substitutes
        ),
    }
    return [reason for reason, holds in found.items() if holds]


def _nobody_agrees(answers: Sequence[Annotation]) -> bool:
    sets = [set(map(_level, each.substitutes)) for each in answers if each.substitutes]
    return len(sets) >= 2 and all(one.isdisjoint(other) for one, other in combinations(sets, 2))


@lru_cache(maxsize=20_000)
def _is_unclear(term: str, language: str) -> bool:
    """Whether a text may be something else than one substitute."""
    return read_term(term, (language,)).problem is not None


@lru_cache(maxsize=20_000)
def _level(term: str) -> str:
    return _RULES.normalise(term)
