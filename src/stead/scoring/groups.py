"""Groups of items: by part of speech, lexelt, subset of the 2007 paper, a user's file, or numeric range."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from stead.core.arrays import BoolArray
from stead.core.errors import BadInput, UsageError
from stead.core.item import Item, lexelt_key, part_of_speech_of
from stead.core.parameters import digest
from stead.core.substitutes import GoldStandard
from stead.measures.base import Alignment
from stead.rules.definitions import has_gold_multiword
from stead.scoring.indexed_gold import IndexedGold, index_gold, names_as_terms
from stead.scoring.settings import ScoringSettings

UNGROUPED = "(none)"
MULTIWORD_SUBSETS = ("NMWT", "MWT")
"""Items whose target is not part of a gold multiword, and items whose target is."""

_POS_ORDER = "nvar"  # as the 2007 paper lists them; other letters come after these


class Grouping(NamedTuple):
    """A way to group items: a function from lexelt and id to the group, and the hash of the table it was read from.

    Groups named in `order` come in that order, before all others.
    """

    name: str
    group_of: Callable[[str, str], str]
    table: str = ""
    order: tuple[str, ...] = ()

    def groups(self, alignment: Alignment) -> dict[str, BoolArray]:
        """Mark the items of each group; items without a group come last, as `(none)`."""
        labels = np.array(self.labels(alignment.lexelts, alignment.ids))
        return {f"{self.name}={label}": labels == label for label in self.distinct(labels.tolist())}

    def labels(self, lexelts: Iterable[str], ids: Iterable[str]) -> list[str]:
        """Find the group of each item."""
        return [self.group_of(*item) or UNGROUPED for item in zip(lexelts, ids, strict=True)]

    def distinct(self, labels: Iterable[str]) -> list[str]:
        """List the distinct groups, in the order of tables."""
        present = dict.fromkeys(labels)
        first = [label for label in self.order if label in present]
        return first + sorted(present.keys() - {*first}, key=group_order)


def group_order(label: str) -> tuple[int, int, str]:
    """Sort key of a group: parts of speech as in 2007, then other names in alphabetical order."""
    position = _POS_ORDER.find(label) if len(label) == 1 else -1
    return label == UNGROUPED, position if position >= 0 else len(_POS_ORDER), label


def by_part_of_speech() -> Grouping:
    """Group by part of speech: the first letter after the word in the lexelt."""
    return Grouping("pos", lambda lexelt, _: part_of_speech_of(lexelt))


def by_lexelt() -> Grouping:
    """Group by target word."""
    return Grouping("lexelt", lambda lexelt, _: lexelt)


def by_table(name: str, table: Mapping[str, str]) -> Grouping:
    """Group by a user's table from ids or lexelts to groups."""
    by_key = {lexelt_key(identifier): group for identifier, group in table.items()}

    def group_of(lexelt: str, identifier: str) -> str:
        return table.get(identifier) or table.get(lexelt) or by_key.get(lexelt_key(lexelt), "")

    return Grouping(name, group_of, digest(sorted(table.items())))


def by_sentence_choice(manual: set[str]) -> Grouping:
    """Group by MAN or RAND: whether the sentences of a target were selected by hand or at random."""
    keys = {*map(lexelt_key, manual)}
    return Grouping("subset", lambda lexelt, _: "MAN" if lexelt_key(lexelt) in keys else "RAND", digest(sorted(manual)))


def by_multiword_target(multiwords: GoldStandard, settings: ScoringSettings, gold: GoldStandard) -> Grouping:
    """Group by NMWT, the items whose target is not part of a gold multiword, and MWT, the others."""
    key = index_gold(gold, settings.rules, threshold=None, lemmatiser=settings.lemmatiser).key
    phrases = {key(*item) for item in multiword_items(multiwords, settings)}
    free, part = MULTIWORD_SUBSETS
    return Grouping("subset", lambda lexelt, identifier: part if key(lexelt, identifier) in phrases else free)


def multiword_items(multiwords: GoldStandard, settings: ScoringSettings) -> list[tuple[str, str]]:
    """List the items with a gold multiword, by lexelt and id."""
    indexed = index_gold(multiwords, settings.rules, threshold=None, lemmatiser=settings.lemmatiser)
    rows = np.flatnonzero(has_gold_multiword(indexed.sorted_weights)).tolist()
    return [(multiwords.lexelts[row], multiwords.ids[row]) for row in rows]


def check_names(name: str, names: Iterable[str], gold: GoldStandard) -> None:
    """Refuse a table or list that names none of the gold's items."""
    named = {*names}
    if not named & {*gold.ids} and not {*map(lexelt_key, named)} & {*map(lexelt_key, gold.lexelts)}:
        raise BadInput(f"{name}: names no id and no lexelt of the gold. Is it of the same data set?")


def by_substitutes(
    gold: GoldStandard, settings: ScoringSettings, *, bounds: Sequence[int] = (1, 2, 3, 5, 8)
) -> Grouping:
    """Group by the number of distinct gold substitutes; each of the `bounds` begins a group."""
    indexed = _indexed(gold, settings)
    return _by_number("substitutes", indexed, indexed.sorted_weights.sizes.tolist(), _whole_ranges(bounds))


def by_agreement(
    gold: GoldStandard, settings: ScoringSettings, *, bounds: Sequence[float] = (0, 0.25, 0.5, 0.75, 1)
) -> Grouping:
    """Group by agreement: the heaviest substitute's share of all weight; each bound begins a group."""
    indexed = _indexed(gold, settings)
    weights = indexed.sorted_weights
    total = weights.sums()
    shares = np.divide(weights.first(1)[:, 0], total, out=np.zeros_like(total), where=total > 0)
    return _by_number("agreement", indexed, np.round(shares, _DECIMALS).tolist(), _ranges(bounds))


def by_sentence_length(items: Iterable[Item], *, bounds: Sequence[int] = (1, 11, 21, 31)) -> Grouping:
    """Group by the number of words, separated by spaces, in the sentence; each of the `bounds` begins a group."""
    lengths = {(item.lexelt, item.id): len(item.text.split()) for item in items}
    ids = Counter(identifier for _, identifier in lengths)
    by_id = {identifier: length for (_, identifier), length in lengths.items() if ids[identifier] == 1}
    ranges = _whole_ranges(bounds)

    def group_of(lexelt: str, identifier: str) -> str:
        return _range_of(lengths.get((lexelt, identifier), by_id.get(identifier)), ranges)

    return Grouping("length", group_of, digest(sorted(lengths.items())), tuple(ranges.values()))


Ranges = dict[float, str]
"""The name of each numeric range by its lower bound."""

_DECIMALS = 9  # a share of 0.1 + 0.4 reaches 0.5


def _indexed(gold: GoldStandard, settings: ScoringSettings) -> IndexedGold:
    gold = names_as_terms(gold) if settings.names == "terms" else gold
    return index_gold(gold, settings.rules, threshold=None, lemmatiser=settings.lemmatiser)


def _by_number(name: str, indexed: IndexedGold, numbers: Sequence[float], ranges: Ranges) -> Grouping:
    def group_of(lexelt: str, identifier: str) -> str:
        row = indexed.rows.get(indexed.key(lexelt, identifier))
        return "" if row is None else _range_of(numbers[row], ranges)

    return Grouping(name, group_of, digest(sorted(ranges)), tuple(ranges.values()))


def _range_of(number: float | None, ranges: Ranges) -> str:
    """Find the range that a number is in; empty if it is below all of them."""
    position = 0 if number is None else bisect_right(list(ranges), number)
    return list(ranges.values())[position - 1] if position else ""


def _whole_ranges(bounds: Sequence[int]) -> Ranges:
    """Name ranges of whole numbers: `1`, `2`, `3-4`, `5+`."""
    _check_bounds(bounds)
    named: Ranges = {low: f"{low}" if high == low + 1 else f"{low}-{high - 1}" for low, high in pairwise(bounds)}
    return {**named, bounds[-1]: f"{bounds[-1]}+"}


def _ranges(bounds: Sequence[float]) -> Ranges:
    """Name ranges of real numbers: `0-0.25` (without 0.25 itself), ..., `1`."""
    _check_bounds(bounds)
    named = {low: f"{low:g}-{high:g}" for low, high in pairwise(bounds)}
    return {**named, bounds[-1]: f"{bounds[-1]:g}" + ("" if bounds[-1] == 1 else "+")}


def _check_bounds(bounds: Sequence[float]) -> None:
    if not bounds or sorted(set(bounds)) != list(bounds):
        raise UsageError(f"the bounds of groups must be numbers in ascending order, not {bounds!r}.")
