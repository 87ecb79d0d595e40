"""Divide a pool into subsets for one sitting each, so that nobody sees only junk (Tanguy et al. 2018, section 3.2).

"Dispatching the substitutes was pseudo-random, as we made sure that each subset for a given sentence contained at least
one item from the initial gold standard, to prevent cases where the annotator was presented with only unsuitable
substitutes." Subsets are of even size, and sentences stay whole where possible.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from math import ceil
from typing import NamedTuple

import numpy as np

from stead.core.arrays import IntArray
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution
from stead.core.parameters import VERSION, signed, signed_parts, unsigned
from stead.core.pool import CandidatePool, Dispatch, Screen
from stead.core.random_streams import Purpose, stream
from stead.core.text import plural
from stead.posthoc.controls import Languages, Piece, ScreenContents, WordPlanting, divide_into_screens, spread_repeats

_LOOK_AHEAD = 100
"""How many sentences are tried to find one that fits: enough to find one, few enough to stay linear."""


@dataclass(frozen=True, eq=False)
class UnplacedSentence:
    """The candidates of an item that are still to be placed: those of the first gold, and the others."""

    item: int
    gold: IntArray
    others: IntArray

    @property
    def size(self) -> int:
        """The number of candidates."""
        return len(self.gold) + len(self.others)

    @property
    def golds(self) -> int:
        """The number of candidates in the first gold."""
        return len(self.gold)

    def whole(self) -> "Piece":
        """The whole sentence as a piece."""
        return Piece(self.item, np.concatenate([self.gold, self.others]))

    def cut(self, size: int, golds: int) -> tuple["Piece", "UnplacedSentence"]:
        """Cut off a piece of `size` candidates, `golds` of them from the first gold; also returns the rest."""
        others = size - golds
        piece = Piece(self.item, np.concatenate([self.gold[:golds], self.others[:others]]))
        return piece, UnplacedSentence(self.item, self.gold[golds:], self.others[others:])


def fill_subsets(sentences: list[UnplacedSentence], *, number: int | None, size: int | None) -> list[list[Piece]]:
    """Divide sentences into `number` subsets, or into as few as possible with at most `size` candidates each."""
    longest = max(sentence.size for sentence in sentences)
    if number is not None:
        return even_out(_Filling(sentences, number, None).subsets(), longest)
    total = sum(sentence.size for sentence in sentences)
    least = ceil(total / (size or total))
    while True:
        subsets = even_out(_Filling(sentences, least, size).subsets(), longest)
        if all(_size(pieces) <= (size or total) for pieces in subsets):
            return subsets
        least += 1


def _size(pieces: list[Piece]) -> int:
    return sum(len(piece.candidates) for piece in pieces)


def even_out(subsets: list[list[Piece]], longest: int) -> list[list[Piece]]:
    """Move whole pieces from the largest to the smallest subset until they differ by at most one sentence.

    This is only necessary if sentences cannot be cut. A piece is smaller than the difference, so that every move makes
    the sizes more even; its substitute of the first gold moves with it.
    """
    sizes = np.array([_size(pieces) for pieces in subsets])
    while sizes.max() - sizes.min() > longest:
        giving, taking = int(sizes.argmax()), int(sizes.argmin())
        half = (sizes[giving] - sizes[taking]) / 2
        largest = subsets[giving]
        piece = largest.pop(min(range(len(largest)), key=lambda number: abs(len(largest[number].candidates) - half)))
        _add_piece(subsets[taking], piece)
        sizes[giving] -= len(piece.candidates)
        sizes[taking] += len(piece.candidates)
    return subsets


def _add_piece(pieces: list[Piece], piece: Piece) -> None:
    """Add a piece, or join it to a piece of the same sentence."""
    for number, other in enumerate(pieces):
        if other.item == piece.item:
            pieces[number] = Piece(piece.item, np.concatenate([other.candidates, piece.candidates]))
            return
    pieces.append(piece)


class _Filling:
    """Fills one subset after the other with its share of what is left; what does not fit is left to later subsets."""

    def __init__(self, sentences: list[UnplacedSentence], number: int, most: int | None) -> None:
        self.waiting = deque(sentences)
        self.number, self.most = number, most
        self.left = sum(sentence.size for sentence in sentences)
        self.golds = sum(sentence.golds for sentence in sentences)

    def subsets(self) -> list[list[Piece]]:
        """The pieces of each subset; the last subset takes all that is left."""
        subsets = []
        for later in reversed(range(self.number)):
            if not self.waiting:
                break
            subsets.append(self._subset(later) if later else [sentence.whole() for sentence in self.waiting])
        return subsets

    def _subset(self, later: int) -> list[Piece]:
        room = ceil(self.left / (later + 1))
        room = room if self.most is None else min(room, self.most)
        spare = self.golds - later  # every later subset needs one too
        pieces: list[Piece] = []
        while room > 0 and spare > 0 and self.waiting:
            taken = self._whole(room, spare) or self._part(room, spare, later) or self._too_large(room, spare, pieces)
            if taken is None:
                break
            piece, golds = taken
            pieces.append(piece)
            room, spare = room - len(piece.candidates), spare - golds
            self.left, self.golds = self.left - len(piece.candidates), self.golds - golds
        return pieces

    def _whole(self, room: int, spare: int) -> tuple[Piece, int] | None:
        """The first of the next sentences that fits."""
        for number, sentence in enumerate(self.waiting):
            if number == _LOOK_AHEAD:
                break
            if sentence.size <= room and sentence.golds <= spare:
                del self.waiting[number]
                return sentence.whole(), sentence.golds
        return None

    def _part(self, room: int, spare: int, later: int) -> tuple[Piece, int] | None:
        """Cut the first of the next sentences that can be cut to the room that is left; the rest comes next."""
        for number, sentence in enumerate(self.waiting):
            if number == _LOOK_AHEAD:
                break
            golds = self._golds_of_part(sentence, room, spare, later)
            if golds:
                piece, rest = sentence.cut(min(room, golds + len(sentence.others)), golds)
                del self.waiting[number]
                self.waiting.appendleft(rest)
                return piece, golds
        return None

    def _golds_of_part(self, sentence: UnplacedSentence, room: int, spare: int, later: int) -> int:
        """How many substitutes of the first gold for a part, leaving enough for the rest; 0 if it cannot be cut."""
        rest = sentence.size - room
        later_room = self.most or ceil(self.left / (later + 1))
        kept = max(1, ceil(rest / later_room))
        most = min(sentence.golds - kept, spare, room)
        if most < 1:
            return 0
        return int(np.clip(round(sentence.golds * room / sentence.size), 1, most))

    def _too_large(self, room: int, spare: int, pieces: list[Piece]) -> tuple[Piece, int] | None:
        """A sentence that cannot be cut, if it overfills the subset by less than the subset would lack without it.

        An empty subset takes it in any case, or at least a part with one substitute of the first gold.
        """
        sentence = self.waiting[0]
        over = sentence.size - room
        if sentence.golds <= spare and (not pieces or (self.most is None and over < room)):
            self.waiting.popleft()
            return sentence.whole(), sentence.golds
        if pieces:
            return None
        golds = spare
        piece, rest = sentence.cut(golds + len(sentence.others) * golds // sentence.golds, golds)
        self.waiting[0] = rest
        return piece, golds


_SHOWN = 3
_MOST_CONTROLS = 1000


@dataclass(frozen=True, kw_only=True)
class DispatchRules:
    """How large the subsets are or how many, how many people rate each, and how many controls are added.

    Each field declares its part of the signature, in the order of signatures.
    `bare` is what to do with sentences without a substitute of the first gold: `refuse` or `leave-out`.
    """

    size: int | None = field(default=None, metadata=signed({"size": lambda rules, _: rules.size and str(rules.size)}))
    subsets: int | None = field(
        default=None,
        metadata=signed(
            {
                "number": lambda rules, _: rules.subsets and str(rules.subsets),
                "subsets": lambda _, made: str(made.subsets),
            }
        ),
    )
    least: int = field(default=3, metadata=signed({"ratings": lambda rules, _: f"{rules.least}-{rules.most}"}))
    most: int = field(default=7, metadata=unsigned("the range that `least` signs ends with it"))
    repeats: int = field(default=0, metadata=signed({"repeats": lambda rules, _: str(rules.repeats)}))
    planted: int = field(default=0, metadata=signed({"planted": lambda rules, _: str(rules.planted)}))
    bare: str = field(default="refuse", metadata=signed({"bare": lambda rules, _: rules.bare}))
    seed: int = field(
        default=1,
        metadata=signed({"seed": lambda rules, _: str(rules.seed), "candidates": lambda _, made: str(made.candidates)}),
    )

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
    """Divide a pool into subsets; also returns notes.

    `languages` are those of the items, by lexelt and id, where known: planted words are of the same language.
    """
    chance = stream(rules.seed, Purpose.DISPATCH)
    sentences, notes = _sentences(pool, rules, chance)
    subsets = fill_subsets(sentences, number=rules.subsets, size=rules.size)
    planting = WordPlanting(pool, rules.seed, languages or {})
    again = stream(rules.seed, Purpose.REPEATS)
    screens: list[Screen] = []
    for number, pieces in enumerate(subsets, start=1):
        showings = divide_into_screens(pieces, rules.repeats, pool.in_gold, again)
        planting.plant(showings, rules.planted)
        orders = (chance.permutation(len(showings)).tolist() for _ in count())
        order = spread_repeats([(showing.item, showing.again) for showing in showings], orders)
        screens += [_screen(pool, number, showings[screen], chance) for screen in order]
    dispatch = Dispatch(
        screens=tuple(screens),
        subsets=len(subsets),
        size=rules.size or 0,
        least=rules.least,
        most=rules.most,
        repeats=rules.repeats,
        planted=rules.planted,
        signature=sign_dispatch(rules, MadeSubsets(len(subsets), pool.size)),
        pool=pool.signature,
    )
    return dispatch, [*notes, *_notes_on_repeats(dispatch)]


def _notes_on_repeats(dispatch: Dispatch) -> Iterator[str]:
    """Notes on subsets with fewer repeats than requested."""
    repeated = [0] * dispatch.subsets
    for shown in dispatch.screen_candidates():
        repeated[shown.screen.subset - 1] += len(shown.repeated)
    short = [number for number in repeated if number < dispatch.repeats]
    if short:
        yield (
            f"{plural(len(short), 'subset')} with fewer than {plural(dispatch.repeats, 'repeat')} "
            f"(at least {min(short)}): at most a quarter of the candidates of a sentence are repeated, and none "
            "where a subset has only one sentence. Make larger subsets (`size`, `subsets`)."
        )


def _screen(pool: CandidatePool, subset: int, showing: ScreenContents, chance: np.random.Generator) -> Screen:
    """Make a screen in random order, so that nothing shows where a candidate comes from."""
    codes = pool.candidates.codes[showing.candidates].tolist()
    terms = [*(pool.candidates.vocabulary[code] for code in codes), *showing.planted]
    shuffled = [terms[number] for number in chance.permutation(len(terms)).tolist()]
    item = showing.item
    return Screen(subset, pool.lexelts[item], pool.ids[item], shuffled, showing.planted, again=showing.again)


def _sentences(
    pool: CandidatePool, rules: DispatchRules, chance: np.random.Generator
) -> tuple[list[UnplacedSentence], list[str]]:
    """Shuffle sentences and their candidates; refuse those that cannot be dispatched."""
    starts = pool.candidates.starts
    sizes, golds = np.diff(starts), np.bincount(pool.owners[pool.in_gold], minlength=len(pool))
    bare = np.flatnonzero((sizes > 0) & (golds == 0))
    if len(bare) and rules.bare == "refuse":
        raise BadInput(
            f"{plural(len(bare), 'sentence')} without any substitute of the first gold "
            f"({_first_items(pool, bare)}): whoever rates them would see only junk. Leave them out "
            "(`bare='leave-out'`), or pool them with a gold that has them."
        )
    usable = np.flatnonzero(golds > 0)
    if not len(usable):
        raise BadInput("the pool holds no substitute of the first gold, so no subset can show one.")
    _refuse_impossible(pool, rules, usable, sizes, golds)
    sentences = []
    for item in chance.permutation(usable).tolist():
        candidates = np.arange(starts[item], starts[item + 1])
        known = pool.in_gold[candidates]
        sentences.append(
            UnplacedSentence(item, chance.permutation(candidates[known]), chance.permutation(candidates[~known]))
        )
    notes: list[str] = []
    if len(bare):
        left_out = plural(int(sizes[bare].sum()), "candidate")
        sentences_left_out = f"{plural(len(bare), 'sentence')} ({left_out})"
        notes.append(Caution(f"{sentences_left_out} without a substitute of the first gold: left out."))
    return sentences, notes


def _refuse_impossible(
    pool: CandidatePool, rules: DispatchRules, usable: IntArray, sizes: IntArray, golds: IntArray
) -> None:
    """Refuse rules that cannot be fulfilled, and suggest others."""
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
            f"{plural(len(too_long), 'sentence')} with too few substitutes of the first gold "
            f"({_first_items(pool, too_long)}): in subsets of {rules.size} their candidates need more subsets than "
            f"there are such substitutes to show in each. A size of {enough} is enough (`size`)."
        )


def _first_items(pool: CandidatePool, items: IntArray) -> str:
    names = [f"{pool.lexelts[item]} {pool.ids[item]}" for item in items[:_SHOWN].tolist()]
    return ", ".join([*names, "..."] if len(items) > _SHOWN else names)


class MadeSubsets(NamedTuple):
    """What was divided into how many subsets, as the signature of a dispatch says it."""

    subsets: int
    candidates: int


def sign_dispatch(rules: DispatchRules, made: MadeSubsets) -> str:
    """The signature of a dispatch: `dispatch|size:40|subsets:12|ratings:3-7|...|v:1.0.0`."""
    return "|".join(["dispatch", *signed_parts(rules, made), VERSION])
