"""What a model's file must hold: a damaged one is refused when it is read, and not met in the middle of a run."""

from collections.abc import Mapping, Sequence
from itertools import chain
from math import isfinite
from typing import Any

import numpy as np

from stead.systems.blend.thesauri import KINDS
from stead.systems.blend.trees import TYPES, Forest

_MOST_TREES = 1 << 14
_MOST_NODES = 1 << 12
"""Of one tree. Training makes a few hundred trees of thirty nodes; what is far larger would take for ever to ask."""


class Unfit(ValueError):
    """Says what is wrong, as the end of a sentence."""


def check_card(card: Any) -> None:
    """Refuse a card that lacks something, or has it in another shape."""
    _expect(isinstance(card, dict), "its card is no record")
    _expect(isinstance(card.get("name"), str), "it has no name")
    _expect(isinstance(card.get("tables"), str) and card["tables"] in KINDS, f"its tables are not {', '.join(KINDS)}")
    for name in ("signals", "features"):
        own = card.get(name)
        _expect(isinstance(own, list) and {*map(type, own)} <= {str}, f"its {name} are no list of names")
        _expect(len({*own}) == len(own), f"of its {name} some come twice")
    _expect(_is_count(card.get("shortlist")), "its shortlist is no number above zero")
    _expect(_is_count(card.get("rankings")), "its number of rankings is none above zero")
    for name in ("calibration", "stopping"):
        own = card.get(name)
        _expect(isinstance(own, list) and len(own) == 2 and _are_finite(own), f"its {name} is not two numbers")
    memory = card.get("memory")
    _expect(isinstance(memory, dict) and {*map(type, memory.values())} <= {dict}, "its memory is no record of answers")
    weights = [*chain.from_iterable(own.values() for own in memory.values())]
    _expect(_are_finite(weights) and min(weights, default=0) >= 0, "answers in its memory weigh something odd")


def widths_of_rankings(features: Sequence[str], rankings: int) -> list[int]:
    """How many columns each ranking sees: those that stand before its own, which must be there, and no others'."""
    begun = [place for place, name in enumerate(features) if name.startswith("ranking") and name.endswith("_score")]
    expected = [f"ranking{number}_score" for number in range(len(begun))]
    _expect([features[place] for place in begun] == expected, "its rankings are out of order")
    _expect(len(begun) == rankings, f"it has {rankings} rankings and the features of {len(begun)}")
    return begun


def check_forest(name: str, forest: Forest, width: int) -> None:
    """Refuse trees that are not as they are planted, or ask for a column beyond the width of a row."""
    parts: Mapping[str, Any] = forest.arrays(name)
    for own, (part, kind) in zip(parts.values(), TYPES.items(), strict=True):
        _expect(isinstance(own, np.ndarray) and own.ndim == 1, f"the {part} of {name} are no row of numbers")
        _expect(np.can_cast(own.dtype, kind, "equiv"), f"the {part} of {name} are of another type")
    nodes = len(forest.columns)
    others = (forest.thresholds, forest.left, forest.right, forest.missing_left)
    _expect(all(len(own) == nodes for own in others), f"the nodes of {name} are not whole")
    finite = np.isfinite(forest.thresholds).all() and np.isfinite(forest.leaves).all()
    _expect(finite, f"{name} has numbers that are not finite")
    there = (forest.columns >= 0) & (forest.columns < width)
    _expect(there.all(), f"{name} asks for features that are not there")
    _check_shape(name, forest)


def _check_shape(name: str, forest: Forest) -> None:
    """Trees stand one behind the other, and children behind their parent in its tree: nothing leads in a circle."""
    nodes = len(forest.columns)
    begun = np.append(forest.roots[forest.roots >= 0], nodes)
    sizes = np.diff(begun)
    small = len(forest.roots) <= _MOST_TREES and (sizes <= _MOST_NODES).all()
    _expect(small, f"{name} is larger than any forest")
    _expect(begun[0] == 0 and (sizes > 0).all(), f"the trees of {name} are out of order")
    ends = np.repeat(begun[1:], sizes)
    for children in (forest.left, forest.right):
        behind = (children > np.arange(nodes)) & (children < ends)
        _expect((behind | (children < 0)).all(), f"the trees of {name} lead astray")
    reached = np.concatenate([forest.roots, forest.left, forest.right])
    _expect((~reached < len(forest.leaves)).all(), f"{name} lacks leaves")


def _is_count(value: Any) -> bool:
    return type(value) is int and value > 0


def _are_finite(values: Sequence[Any]) -> bool:
    return {*map(type, values)} <= {int, float} and all(map(isfinite, values))


def _expect(fine: object, otherwise: str) -> None:
    if not fine:
        raise Unfit(otherwise)
