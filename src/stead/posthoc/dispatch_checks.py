"""Check a dispatch against its pool: every constraint, whether it holds, and where it is violated."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from stead.core.pool import CandidatePool, Dispatch, Screen
from stead.core.text import plural
from stead.posthoc.controls import room_for_repeats

_SHOWN = 3
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class DispatchCheck:
    """One constraint; `detail` describes how it holds, or where it is violated."""

    constraint: str
    holds: bool
    detail: str


def verify(dispatch: Dispatch, pool: CandidatePool) -> tuple[DispatchCheck, ...]:
    """Check every constraint on subsets."""
    return tuple(_Verifying(dispatch, pool).checks())


def _check(constraint: str, violations: Sequence[str], fine: str) -> DispatchCheck:
    """The result for a constraint: its first violations, or what is fine."""
    if not violations:
        return DispatchCheck(constraint, holds=True, detail=fine)
    more = ", ..." if len(violations) > _SHOWN else ""
    return DispatchCheck(constraint, holds=False, detail=f"{len(violations)}: {', '.join(violations[:_SHOWN])}{more}")


class _Verifying:
    def __init__(self, dispatch: Dispatch, pool: CandidatePool) -> None:
        self.dispatch, self.pool = dispatch, pool
        self.pooled: dict[Key, list[str]] = {}
        self.gold: dict[Key, set[str]] = {}
        for row in pool:
            key = (row.lexelt, row.id)
            self.pooled[key] = row.candidates
            self.gold[key] = {term for term, weight in zip(row.candidates, row.weights, strict=True) if weight > 0}
        self.first = [screen for screen in dispatch.screens if not screen.again]

    def checks(self) -> Iterator[DispatchCheck]:
        """Check all constraints."""
        yield self._made_for_this_pool()
        yield self._each_once()
        yield self._nothing_else()
        yield self._gold_beside()
        yield self._sizes()
        yield self._balance()
        yield self._together()
        yield self._repeats()
        yield self._planted()
        yield self._ratings()

    def _made_for_this_pool(self) -> DispatchCheck:
        same = self.dispatch.pool == self.pool.signature
        return DispatchCheck("made for this pool", same, "" if same else f"it is for {self.dispatch.pool}")

    @cached_property
    def _shown(self) -> Counter[tuple[Key, str]]:
        counts: Counter[tuple[Key, str]] = Counter()
        for screen, new, _ in self.dispatch.screen_candidates():
            counts.update(((screen.lexelt, screen.id), term) for term in new)
        return counts

    def _each_once(self) -> DispatchCheck:
        """Sentences without a substitute of the first gold may be left out, but only as a whole."""
        violations: list[str] = []
        left_out = 0
        for key, candidates in self.pooled.items():
            times = [self._shown[key, candidate] for candidate in candidates]
            if not self.gold[key] and not any(times):
                left_out += len(candidates)
                continue
            wrong = (term for term, shown in zip(candidates, times, strict=True) if shown != 1)
            violations += [f"{_item_name(key)} {term!r}" for term in wrong]
        fine = f"{plural(self.pool.size - left_out, 'candidate')}" + (f"; left out: {left_out}" if left_out else "")
        return _check("each candidate is in one subset, once", violations, fine)

    def _nothing_else(self) -> DispatchCheck:
        known = {key: set(candidates) for key, candidates in self.pooled.items()}
        violations = [f"{_item_name(key)} {term!r}" for key, term in self._shown if term not in known.get(key, set())]
        return _check("nothing is shown but candidates and planted words", violations, "")

    def _gold_beside(self) -> DispatchCheck:
        shown: dict[tuple[int, Key], bool] = {}
        for screen in self.dispatch.screens:
            key = screen.lexelt, screen.id
            seen = not self.gold.get(key, set()).isdisjoint(screen.candidates)
            shown[screen.subset, key] = shown.get((screen.subset, key), False) or seen
        violations = [f"subset {subset}, {_item_name(key)}" for (subset, key), seen in shown.items() if not seen]
        return _check(
            "each sentence of a subset shows a substitute of the first gold", violations, plural(len(shown), "sentence")
        )

    def _sizes(self) -> DispatchCheck:
        sizes = self.dispatch.sizes()
        asked = f"no more than {self.dispatch.size} each" if self.dispatch.size else f"{self.dispatch.subsets} of them"
        violations: list[str] = []
        for number, size in enumerate(sizes, start=1):
            if not size or (self.dispatch.size and size > self.dispatch.size):
                violations.append(f"subset {number} has {size}")
        return _check("subsets are as large, or as many, as was asked for", violations, asked)

    def _balance(self) -> DispatchCheck:
        """Sizes differ by one; by more only where a sentence cannot be cut, at most by the longest sentence."""
        sizes = self.dispatch.sizes()
        longest = int(self.pool.candidates.lists.sizes.max(initial=0))
        detail = f"from {min(sizes)} to {max(sizes)} candidates"
        return DispatchCheck("subsets are balanced", max(sizes) - min(sizes) <= max(1, longest), detail)

    def _together(self) -> DispatchCheck:
        pieces = Counter((screen.lexelt, screen.id) for screen in self.first)
        cuts = sum(pieces.values()) - len(pieces)
        split = sum(1 for number in pieces.values() if number > 1)
        detail = f"{split} of {plural(len(pieces), 'sentence')} in more than one subset"
        return DispatchCheck(
            "sentences are together, but for one cut a subset", cuts < max(self.dispatch.subsets, 1), detail
        )

    def _repeats(self) -> DispatchCheck:
        sentences: dict[int, Counter[Key]] = {}
        repeated: dict[int, list[tuple[Key, str]]] = {}
        violations: list[str] = []
        for screen, new, again in self.dispatch.screen_candidates():
            key = screen.lexelt, screen.id
            sentences.setdefault(screen.subset, Counter())[key] += len(new)
            repeated.setdefault(screen.subset, []).extend((key, term) for term in again)
        for earlier, later in pairwise(self.dispatch.screens):
            if earlier[:3] == later[:3]:
                violations.append(f"subset {later.subset} shows {later.lexelt} {later.id} twice in a row")
        numbers = []
        for subset, sizes in sorted(sentences.items()):
            repeats = repeated[subset]
            numbers.append(len(repeats))
            wanted = min(self.dispatch.repeats, sum(room_for_repeats(list(sizes.values()))))
            if len(repeats) != wanted or len(set(repeats)) < wanted:
                violations.append(f"subset {subset} repeats {len(repeats)}")
        least, most = min(numbers, default=0), max(numbers, default=0)
        detail = f"{least} in each" if least == most else f"from {least} to {most} in each"
        return _check("repeats are of the same subset, and apart", violations, detail)

    def _planted(self) -> DispatchCheck:
        known: dict[str, set[str]] = {}
        for (lexelt, _), candidates in self.pooled.items():
            known.setdefault(lexelt, set()).update(candidates)
        counts: Counter[int] = Counter()
        violations: list[str] = []
        for screen in self.dispatch.screens:
            counts[screen.subset] += len(screen.planted)
            violations += [
                _planted_word(screen, term) for term in screen.planted if term in known.get(screen.lexelt, ())
            ]
        for subset in range(1, self.dispatch.subsets + 1):
            if counts[subset] != self.dispatch.planted:
                violations.append(f"subset {subset} has {counts[subset]}")
        return _check(
            "planted words are candidates of other targets only", violations, f"{self.dispatch.planted} in each"
        )

    def _ratings(self) -> DispatchCheck:
        least, most = self.dispatch.least, self.dispatch.most
        return DispatchCheck("ratings wanted of each candidate", 1 <= least <= most, f"{least} to {most}")


def _item_name(key: Key) -> str:
    return " ".join(key)


def _planted_word(screen: Screen, term: str) -> str:
    return f"subset {screen.subset}, {screen.lexelt} {screen.id}: {term!r}"
