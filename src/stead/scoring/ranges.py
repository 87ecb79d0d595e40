"""Ways to divide the items by a number: of gold substitutes, of words in the sentence, the share of those who agree."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from stead.core.errors import UsageError
from stead.core.gold import GoldStandard
from stead.core.item import Item
from stead.core.signature import digest
from stead.scoring.grouping import Grouping
from stead.scoring.levelled import LevelledGold, level_gold, names_as_terms
from stead.scoring.settings import Settings


def by_substitutes(gold: GoldStandard, settings: Settings, *, bounds: Sequence[int] = (1, 2, 3, 5, 8)) -> Grouping:
    """By how many different substitutes the gold has; each of the `bounds` begins a group."""
    levelled = _levelled(gold, settings)
    return _by_number("substitutes", levelled, levelled.sorted_weights().sizes.tolist(), _whole_ranges(bounds))


def by_agreement(
    gold: GoldStandard, settings: Settings, *, bounds: Sequence[float] = (0, 0.25, 0.5, 0.75, 1)
) -> Grouping:
    """By how far annotators agree: the heaviest substitute's share of all weight; each bound begins a group."""
    levelled = _levelled(gold, settings)
    weights = levelled.sorted_weights()
    total = weights.sums()
    shares = np.divide(weights.first(1)[:, 0], total, out=np.zeros_like(total), where=total > 0)
    return _by_number("agreement", levelled, np.round(shares, _DECIMALS).tolist(), _ranges(bounds))


def by_sentence_length(items: Iterable[Item], *, bounds: Sequence[int] = (1, 11, 21, 31)) -> Grouping:
    """By how many words, divided by blanks, the sentence has; each of the `bounds` begins a group."""
    lengths = {(item.lexelt, item.id): len(item.text.split()) for item in items}
    ids = Counter(identifier for _, identifier in lengths)
    by_id = {identifier: length for (_, identifier), length in lengths.items() if ids[identifier] == 1}
    ranges = _whole_ranges(bounds)

    def group_of(lexelt: str, identifier: str) -> str:
        return _range_of(lengths.get((lexelt, identifier), by_id.get(identifier)), ranges)

    return Grouping("length", group_of, digest(sorted(lengths.items())), tuple(ranges.values()))


Ranges = dict[float, str]
"""The name of each range of numbers by its lower bound."""

_DECIMALS = 9  # a share of 0.1 + 0.4 reaches 0.5


def _levelled(gold: GoldStandard, settings: Settings) -> LevelledGold:
    gold = names_as_terms(gold) if settings.names == "terms" else gold
    return level_gold(gold, settings.rules, threshold=None, lemmatiser=settings.lemmatiser)


def _by_number(name: str, levelled: LevelledGold, numbers: Sequence[float], ranges: Ranges) -> Grouping:
    def group_of(lexelt: str, identifier: str) -> str:
        row = levelled.rows.get(levelled.key(lexelt, identifier))
        return "" if row is None else _range_of(numbers[row], ranges)

    return Grouping(name, group_of, digest(sorted(ranges)), tuple(ranges.values()))


def _range_of(number: float | None, ranges: Ranges) -> str:
    """The range that a number is in; nothing if it is below all of them."""
    place = 0 if number is None else bisect_right(list(ranges), number)
    return list(ranges.values())[place - 1] if place else ""


def _whole_ranges(bounds: Sequence[int]) -> Ranges:
    """`1`, `2`, `3-4`, `5+`."""
    _check_bounds(bounds)
    named: Ranges = {low: f"{low}" if high == low + 1 else f"{low}-{high - 1}" for low, high in pairwise(bounds)}
    return {**named, bounds[-1]: f"{bounds[-1]}+"}


def _ranges(bounds: Sequence[float]) -> Ranges:
    """`0-0.25` (without 0.25 itself), ..., `1`."""
    _check_bounds(bounds)
    named = {low: f"{low:g}-{high:g}" for low, high in pairwise(bounds)}
    return {**named, bounds[-1]: f"{bounds[-1]:g}" + ("" if bounds[-1] == 1 else "+")}


def _check_bounds(bounds: Sequence[float]) -> None:
    if not bounds or sorted(set(bounds)) != list(bounds):
        raise UsageError(f"the bounds of groups are numbers in rising order, not {bounds!r}.")
