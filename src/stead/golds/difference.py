"""Where two gold standards differ, term by term as they are written."""

from collections.abc import Iterator

from stead.core.gold import GoldRow, GoldStandard
from stead.core.item import lexelt_key
from stead.records.sheet import Section, Value

Weights = dict[str, float]
ItemKey = tuple[str, str]


def differences(first: GoldStandard, second: GoldStandard) -> tuple[Section, ...]:
    """How many differences there are of each kind, and then each of them."""
    one, other = _weights(first), _weights(second)
    lexelts = {_key(row): row.lexelt for gold in (second, first) for row in gold}
    only_one = [key for key in one if key not in other]
    only_other = [key for key in other if key not in one]
    changes = [change for key in one if key in other for change in _changes(lexelts, key, one[key], other[key])]
    kinds = [change[2] for change in changes]
    summary: tuple[tuple[str, Value], ...] = (
        ("items of the first", len(one)),
        ("items of the second", len(other)),
        ("items only in the first", len(only_one)),
        ("items only in the second", len(only_other)),
        ("items in both that differ", len({change[:2] for change in changes})),
        *((f"substitutes {kind}", kinds.count(kind)) for kind in ("removed", "added")),
        ("weights changed", kinds.count("changed")),
    )
    return (
        Section("Differences", ("what", "number"), summary),
        _only("Items only in the first", only_one, one, lexelts),
        _only("Items only in the second", only_other, other, lexelts),
        Section("Items in both", ("lexelt", "id", "what", "substitute", "first", "second"), tuple(changes), labels=4),
    )


def _key(row: GoldRow) -> ItemKey:
    """What an item is known by, however its lexelt is spelled."""
    return lexelt_key(row.lexelt), row.id


def _weights(gold: GoldStandard) -> dict[ItemKey, Weights]:
    """Weights by item and term; a term that stands twice adds up, or keeps the larger weight if it is graded.

    NAME responses are the term NAME.
    """
    found: dict[ItemKey, Weights] = {}
    for row in gold:
        own = found.setdefault(_key(row), {})
        for term, weight in row.weights:
            own[term] = max(own.get(term, 0.0), weight) if gold.graded else own.get(term, 0.0) + weight
        if row.names:
            own["NAME"] = own.get("NAME", 0.0) + row.names
    return found


def _only(title: str, keys: list[ItemKey], weights: dict[ItemKey, Weights], lexelts: dict[ItemKey, str]) -> Section:
    rows = tuple((lexelts[key], key[1], len(weights[key]), sum(weights[key].values())) for key in keys)
    return Section(title, ("lexelt", "id", "substitutes", "weight"), rows, labels=2)


def _changes(lexelts: dict[ItemKey, str], key: ItemKey, one: Weights, other: Weights) -> Iterator[tuple[Value, ...]]:
    """Removed, added and changed substitutes of an item."""
    for term in sorted({*one, *other}):
        before, after = one.get(term), other.get(term)
        if before != after:
            kind = "removed" if after is None else "added" if before is None else "changed"
            yield (lexelts[key], key[1], kind, term, before, after)
