"""Answers of a system that knows the gold."""

from collections.abc import Mapping


def heaviest_first(weights: Mapping[str, float]) -> list[str]:
    """All substitutes of an item in the best order."""
    return sorted(weights, key=lambda term: -weights[term])


def agreed_multiword(weights: Mapping[str, float]) -> list[str]:
    """The multiword that two annotators or more, and more than for any other, have named; nothing if there is none."""
    first, *others = heaviest_first(weights)
    return [first] if weights[first] >= 2 and all(weights[term] < weights[first] for term in others) else []
