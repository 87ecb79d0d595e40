"""Divide a pool into subsets for one sitting each, so that nobody sees only junk (Tanguy et al. 2018, section 3.2).

"Dispatching the substitutes was pseudo-random, as we made sure that each subset for a given sentence contained at least
one item from the initial gold standard, to prevent cases where the annotator was presented with only unsuitable
substitutes."
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil

import numpy as np

from stead.core.arrays import IntArray
from stead.core.errors import BadInput, UsageError
from stead.core.notes import Caution
from stead.core.pool import CandidatePool, Dispatch, Screen
from stead.core.random_streams import Purpose, stream
from stead.core.signature import VERSION
from stead.core.text import counted
from stead.posthoc.controls import Languages, Planting, Showing, divided, spread
from stead.posthoc.filling import Sentence, filled

_SHOWN = 3
_MOST_CONTROLS = 1000


@dataclass(frozen=True, kw_only=True)
class DispatchRules:
    """How large the subsets are or how many, how many people rate each, and which controls are mixed in.

    `bare` says what happens to sentences without a substitute of the first gold: `refuse` or `leave-out`.
    """

    size: int | None = None
    subsets: int | None = None
    least: int = 3
    most: int = 7
    repeats: int = 0
    planted: int = 0
    seed: int = 1
    bare: str = "refuse"

    def __post_init__(self) -> None:
        if (self.size is None) == (self.subsets is None):
            raise UsageError("say either how large the subsets are (`size`), or how many there are (`subsets`).")
        for name, value, least in (("size", self.size, 1), ("subsets", self.subsets, 1), ("seed", self.seed, 0)):
            if value is not None and value < least:
                raise UsageError(f"{name} is a whole number from {least}, not {value}.", parameter=name)
        if not 1 <= self.least <= self.most:
            raise UsageError(
                f"ratings are a number from 1, or a range such as 3-7, not {self.least}-{self.most}.",
                parameter="ratings",
            )
        for name, value in (("repeats", self.repeats), ("planted", self.planted)):
            if not 0 <= value <= _MOST_CONTROLS:
                raise UsageError(f"{name} is a whole number from 0 to {_MOST_CONTROLS}, not {value}.", parameter=name)


def make_dispatch(
    pool: CandidatePool, rules: DispatchRules, languages: Languages | None = None
) -> tuple[Dispatch, list[str]]:
    """The subsets, and what a person should know about them.

    `languages` are those of the items, by lexelt and id, where they are known: planted words are of the same language.
    """
    chance = stream(rules.seed, Purpose.DISPATCH)
    sentences, notes = _sentences(pool, rules, chance)
    subsets = filled(sentences, number=rules.subsets, size=rules.size)
    planting = Planting(pool, rules.seed, languages or {})
    again = stream(rules.seed, Purpose.REPEATS)
    screens: list[Screen] = []
    for number, pieces in enumerate(subsets, start=1):
        showings = divided(pieces, rules.repeats, pool.in_gold, again)
        planting.plant(showings, rules.planted)
        orders = (chance.permutation(len(showings)).tolist() for _ in count())
        order = spread([(showing.item, showing.again) for showing in showings], orders)
        screens += [_screen(pool, number, showings[place], chance) for place in order]
    dispatch = Dispatch(
        screens=tuple(screens),
        subsets=len(subsets),
        size=rules.size or 0,
        least=rules.least,
        most=rules.most,
        repeats=rules.repeats,
        planted=rules.planted,
        signature=_signature(rules, len(subsets), pool),
        pool=pool.signature,
    )
    return dispatch, [*notes, *_notes_on_repeats(dispatch)]


def _notes_on_repeats(dispatch: Dispatch) -> Iterator[str]:
    """Where there is no room for as many repeats as were asked for."""
    repeated = [0] * dispatch.subsets
    for shown in dispatch.divided():
        repeated[shown.screen.subset - 1] += len(shown.repeated)
    short = [number for number in repeated if number < dispatch.repeats]
    if short:
        yield (
            f"{counted(len(short), 'subset')} with fewer than {counted(dispatch.repeats, 'repeat')} "
            f"({min(short)} at the least): no more than a quarter of the candidates of a sentence come again, and none "
            "where a subset has only one sentence. Make larger subsets (`size`, `subsets`)."
        )


def _screen(pool: CandidatePool, subset: int, showing: Showing, chance: np.random.Generator) -> Screen:
    """In random order, so that nothing shows where a candidate comes from."""
    codes = pool.candidates.codes[showing.candidates].tolist()
    terms = [*(pool.candidates.vocabulary[code] for code in codes), *showing.planted]
    shuffled = [terms[place] for place in chance.permutation(len(terms)).tolist()]
    item = showing.item
    return Screen(subset, pool.lexelts[item], pool.ids[item], shuffled, showing.planted, again=showing.again)


def _sentences(
    pool: CandidatePool, rules: DispatchRules, chance: np.random.Generator
) -> tuple[list[Sentence], list[str]]:
    """The sentences in random order, the candidates of each too; those that cannot be dispatched are refused."""
    starts = pool.candidates.starts
    sizes, golds = np.diff(starts), np.bincount(pool.owners[pool.in_gold], minlength=len(pool))
    bare = np.flatnonzero((sizes > 0) & (golds == 0))
    if len(bare) and rules.bare == "refuse":
        raise BadInput(
            f"{counted(len(bare), 'sentence')} without any substitute of the first gold ({_some(pool, bare)}): whoever "
            "rates them would see only junk. Leave them out (`bare='leave-out'`), or pool them with a gold that has "
            "them."
        )
    usable = np.flatnonzero(golds > 0)
    if not len(usable):
        raise BadInput("the pool holds no substitute of the first gold, so no subset can show one.")
    _refuse_impossible(pool, rules, usable, sizes, golds)
    sentences = []
    for item in chance.permutation(usable).tolist():
        own = np.arange(starts[item], starts[item + 1])
        known = pool.in_gold[own]
        sentences.append(Sentence(item, chance.permutation(own[known]), chance.permutation(own[~known])))
    notes: list[str] = []
    if len(bare):
        left_out = counted(int(sizes[bare].sum()), "candidate")
        sentences_left_out = f"{counted(len(bare), 'sentence')} ({left_out})"
        notes.append(Caution(f"{sentences_left_out} without a substitute of the first gold: left out."))
    return sentences, notes


def _refuse_impossible(
    pool: CandidatePool, rules: DispatchRules, usable: IntArray, sizes: IntArray, golds: IntArray
) -> None:
    """Say which constraint cannot be met, and what would do."""
    if rules.subsets is not None and rules.subsets > golds.sum():
        raise BadInput(
            f"{rules.subsets} subsets cannot each show a substitute of the first gold: the pool has only "
            f"{golds.sum()} of them. Ask for fewer subsets."
        )
    if rules.size is None:
        return
    too_long = usable[sizes[usable] > golds[usable] * rules.size]
    if len(too_long):
        enough = max(ceil(sizes[item] / golds[item]) for item in too_long.tolist())
        raise BadInput(
            f"{counted(len(too_long), 'sentence')} with too few substitutes of the first gold "
            f"({_some(pool, too_long)}): in subsets of {rules.size} their candidates need more subsets than there are "
            f"such substitutes to show in each. A size of {enough} is enough (`size`)."
        )


def _some(pool: CandidatePool, items: IntArray) -> str:
    names = [f"{pool.lexelts[item]} {pool.ids[item]}" for item in items[:_SHOWN].tolist()]
    return ", ".join([*names, "..."] if len(items) > _SHOWN else names)


def _signature(rules: DispatchRules, subsets: int, pool: CandidatePool) -> str:
    size = f"size:{rules.size}" if rules.size else f"number:{rules.subsets}"
    parts = [
        "dispatch",
        size,
        f"subsets:{subsets}",
        f"ratings:{rules.least}-{rules.most}",
        f"repeats:{rules.repeats}",
        f"planted:{rules.planted}",
        f"bare:{rules.bare}",
        f"seed:{rules.seed}",
        f"candidates:{pool.size}",
        VERSION,
    ]
    return "|".join(parts)
