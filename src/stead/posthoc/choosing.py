"""Which items are rated: a sample under the conditions of McCarthy & Navigli 2007, section 5.1.

"We randomly selected 100 sentences from the subset of items which had more than 2 single word substitutes, no NAME
responses, and where the target word was not one of those identified as a multiword (i.e. a majority vote by 2 or more
annotators for the same multiword)."
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from stead.core.annotation import Annotations
from stead.core.arrays import BoolArray, IntArray
from stead.core.errors import BadInput, UsageError
from stead.core.gold import GoldStandard
from stead.core.random_streams import Purpose, stream
from stead.core.text import plural
from stead.golds import AnswerRules, Curation, gold_multiwords, make_gold
from stead.rules.matching import is_multiword

Key = tuple[str, str]


@dataclass(frozen=True)
class Conditions:
    """What an item must fulfil, and how many are drawn of those that do; None and False leave a condition out."""

    sample: int | None = None
    min_substitutes: int = 0
    no_names: bool = False
    no_multiwords: bool = False
    seed: int = 1

    def __str__(self) -> str:
        """For signatures: `sample:100|substitutes:3|names:no|multiwords:no|seed:1`."""
        parts = [
            *([f"sample:{self.sample}"] if self.sample is not None else []),
            *([f"substitutes:{self.min_substitutes}"] if self.min_substitutes else []),
            *(["names:no"] if self.no_names else []),
            *(["multiwords:no"] if self.no_multiwords else []),
            *([f"seed:{self.seed}"] if self.sample is not None else []),
        ]
        return "|".join(parts)


@dataclass(frozen=True)
class Chosen:
    """Rows of the gold, and how many others each condition rules out, the first that does being counted."""

    rows: IntArray
    ruled_out: dict[str, int]


def choose_items(
    gold: GoldStandard,
    conditions: Conditions,
    *,
    annotations: Annotations | None = None,
    multiwords: GoldStandard | None = None,
) -> Chosen:
    """The rows of the gold that fulfil the conditions, or a sample of them, in the order of the gold."""
    _check(conditions)
    left = np.ones(len(gold), dtype=np.bool_)
    ruled_out: dict[str, int] = {}
    for reason, holds in _conditions(gold, conditions, annotations, multiwords):
        ruled_out[reason] = int(np.count_nonzero(left & ~holds))
        left &= holds
    rows = np.flatnonzero(left)
    if conditions.sample is None:
        return Chosen(rows, ruled_out)
    if len(rows) < conditions.sample:
        told = "; ".join(f"{reason}: {number}" for reason, number in ruled_out.items() if number)
        raise BadInput(
            f"{gold.source.place}: {plural(conditions.sample, 'item')} wanted, but only {len(rows)} of {len(gold)} "
            f"fulfil the conditions ({told or 'none is left out'}). Ask for fewer (`sample`), or for less."
        )
    drawn = stream(conditions.seed, Purpose.ITEMS).choice(rows, size=conditions.sample, replace=False)
    ruled_out["not drawn"] = len(rows) - conditions.sample
    return Chosen(np.sort(drawn), ruled_out)


def _check(conditions: Conditions) -> None:
    if conditions.sample is not None and conditions.sample < 1:
        raise UsageError(f"sample is a whole number from 1, not {conditions.sample}.", parameter="sample")
    if conditions.seed < 0:
        raise UsageError(f"seed is a whole number from 0, not {conditions.seed}.", parameter="seed")
    if conditions.min_substitutes < 0:
        raise UsageError(
            f"min_substitutes is a whole number from 0, not {conditions.min_substitutes}.", parameter="min_substitutes"
        )


def _conditions(
    gold: GoldStandard, conditions: Conditions, annotations: Annotations | None, multiwords: GoldStandard | None
) -> Iterator[tuple[str, BoolArray]]:
    if conditions.min_substitutes:
        reason = f"fewer than {plural(conditions.min_substitutes, 'single-word substitute')}"
        yield reason, _single_words(gold) >= conditions.min_substitutes
    if conditions.no_names:
        yield "a NAME response", ~_among(gold, _named(gold, annotations))
    if conditions.no_multiwords:
        yield "the target is part of a gold multiword", ~_among(gold, _in_multiwords(annotations, multiwords))


def _single_words(gold: GoldStandard) -> IntArray:
    """How many single-word substitutes each item has."""
    terms = gold.substitutes
    single = np.array([not is_multiword(term) for term in terms.vocabulary], dtype=np.bool_)
    counts = single[terms.codes] & (gold.weights > 0)
    return np.bincount(terms.positions[counts], minlength=len(gold))


def _among(gold: GoldStandard, keys: Collection[Key]) -> BoolArray:
    return np.array([key in keys for key in zip(gold.lexelts, gold.ids, strict=True)], dtype=np.bool_)


def _named(gold: GoldStandard, annotations: Annotations | None) -> set[Key]:
    """The items that anybody answered with NAME."""
    if annotations is not None:
        items = zip(annotations.lexelts, annotations.ids, annotations.name.tolist(), strict=True)
        return {(lexelt, identifier) for lexelt, identifier, name in items if name}
    if not gold.names.any():
        raise UsageError(
            f"`no_names`: {gold.source.place} holds no NAME responses; give the raw annotations (`annotations`)."
        )
    return {key for key, names in zip(zip(gold.lexelts, gold.ids, strict=True), gold.names, strict=True) if names}


def _in_multiwords(annotations: Annotations | None, multiwords: GoldStandard | None) -> Collection[Key]:
    """The items whose target is part of a gold multiword: named by two annotators, and by more than any other."""
    if multiwords is not None:
        return gold_multiwords(multiwords)
    if annotations is None:
        raise UsageError(
            "`no_multiwords` needs the multiword gold (`multiwords`), or the raw annotations (`annotations`)."
        )
    return gold_multiwords(make_gold(annotations, AnswerRules(min_responses=1), Curation()).multiwords)
