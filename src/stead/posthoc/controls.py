"""Controls among the candidates: words that fit nowhere, and candidates that are shown a second time."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from stead._wording import counted
from stead.posthoc.chance import Purpose, stream
from stead.posthoc.filling import Piece
from stead.task import BadInput, part_of_speech_of
from stead.task.pool import CandidatePool
from stead.task.terms import IntArray

_TRIES = 200


class Planting:
    """Draws words that nobody could mean: pooled for another target, if possible of another part of speech."""

    def __init__(self, pool: CandidatePool, seed: int) -> None:
        self.pool, self.chance = pool, stream(seed, Purpose.PLANTED)

    def words(self, items: Sequence[int], number: int) -> dict[int, list[str]]:
        """So many words in all, spread at random over some items."""
        found: dict[int, list[str]] = {}
        for item in self.chance.choice(np.array(items), size=number).tolist() if number else ():
            own = found.setdefault(item, [])
            own.append(self._word(item, own, number))
        return found

    def _word(self, item: int, others: list[str], number: int) -> str:
        """A word that is in no pool of the same target."""
        terms, lexelt = self.pool.candidates, self._lexelts[item]
        speech = part_of_speech_of(self.pool.lexelts[item])
        for attempt in range(_TRIES):
            drawn = int(self.chance.integers(0, self.pool.size))
            owner, code = int(self.pool.owners[drawn]), int(terms.codes[drawn])
            same_speech = part_of_speech_of(self.pool.lexelts[owner]) == speech
            known = self._known_for(lexelt)
            if code in known or terms.vocabulary[code] in others or (same_speech and attempt < _TRIES // 2):
                continue
            return terms.vocabulary[code]
        raise BadInput(
            f"{counted(number, 'word')} cannot be planted in each subset: the pool has too few candidates of other "
            f"targets that are none of {self.pool.lexelts[item]}. Plant fewer (--planted), or pool more targets."
        )

    @cached_property
    def _lexelts(self) -> list[int]:
        numbers: dict[str, int] = {}
        return [numbers.setdefault(lexelt, len(numbers)) for lexelt in self.pool.lexelts]

    @cached_property
    def _by_lexelt(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for item, lexelt in enumerate(self._lexelts):
            found.setdefault(lexelt, []).append(item)
        return found

    def _known_for(self, lexelt: int) -> set[int]:
        if lexelt not in self._known:
            starts, codes = self.pool.candidates.starts, self.pool.candidates.codes
            items = self._by_lexelt[lexelt]
            self._known[lexelt] = {code for item in items for code in codes[starts[item] : starts[item + 1]].tolist()}
        return self._known[lexelt]

    @cached_property
    def _known(self) -> dict[int, set[int]]:
        return {}


def chosen_again(pieces: Sequence[Piece], number: int, chance: np.random.Generator) -> list[Piece]:
    """Candidates of a subset that come again at its end, by sentence; no more than it has."""
    if not number:
        return []
    candidates = np.concatenate([piece.candidates for piece in pieces])
    items = np.concatenate([np.full(len(piece.candidates), piece.item) for piece in pieces])
    drawn = np.sort(chance.choice(len(candidates), size=min(number, len(candidates)), replace=False))
    return [Piece(item, candidates[drawn][items[drawn] == item]) for item in _in_order(items[drawn])]


def _in_order(items: IntArray) -> list[int]:
    return list(dict.fromkeys(items.tolist()))
