"""What each answer earns, term by term: for people who want to look."""

from collections.abc import Iterator
from functools import cached_property

from stead.scoring.align import gold_lexelts
from stead.scoring.evaluate import Request
from stead.scoring.levelled import Key, LevelledGold
from stead.task import Run
from stead.task.report import Weighed


class Credits:
    """The gold of each scored item, heaviest first, and what the answers of runs earn, as they are written."""

    def __init__(self, request: Request) -> None:
        self.request, self.settings = request, request.settings
        self.levelled: LevelledGold = request.level(self.settings.rules)
        self._forms: dict[str, str] = {}

    def items(self) -> Iterator[tuple[str, str]]:
        """Lexelt and id of the scored items, in gold order."""
        gold = self.levelled.gold
        for lexelt, identifier, scored in zip(gold.lexelts, gold.ids, self.levelled.scored.tolist(), strict=True):
            if scored:
                yield lexelt, identifier

    def gold(self) -> dict[Key, tuple[Weighed, ...]]:
        """The gold substitutes of each item."""
        return {
            self.levelled.key(row.lexelt, row.id): tuple(
                Weighed(term, weight) for term, weight in sorted(row.weights, key=lambda entry: -entry[1]) if weight > 0
            )
            for row in self.levelled.gold
        }

    def of_run(self, run: Run) -> dict[Key, tuple[Weighed, ...]]:
        """The answers to each item with what they earn; a repeat earns nothing."""
        mapping = self.settings.mapping
        lexelts = gold_lexelts(self.levelled, run)
        read = run if mapping is None else mapping.apply(run, lexelts)
        found: dict[Key, tuple[Weighed, ...]] = {}
        for lexelt, written, row in zip(lexelts, run, read, strict=True):
            key = self.levelled.key(lexelt, row.id)
            if key in self._weights and key not in found:
                found[key] = tuple(self._paid(key, written.answers, row.answers))
        return found

    def _paid(self, key: Key, written: list[str], answers: list[str]) -> Iterator[Weighed]:
        weights, seen = self._weights[key], set[str]()
        for shown, answer in zip(written, answers, strict=True):
            form = self._form(answer)
            yield Weighed(shown, 0.0 if form in seen else weights.get(form, 0.0))
            seen.add(form)

    @cached_property
    def _weights(self) -> dict[Key, dict[str, float]]:
        """Equal terms merged as scoring merges them."""
        merged: dict[Key, dict[str, float]] = {}
        for row in self.levelled.gold:
            own = merged.setdefault(self.levelled.key(row.lexelt, row.id), {})
            for term, weight in row.weights:
                form = self._form(term)
                own[form] = (
                    max(own.get(form, 0.0), weight) if self.levelled.gold.graded else own.get(form, 0.0) + weight
                )
        return merged

    def _form(self, term: str) -> str:
        if term not in self._forms:
            self._forms[term] = self.settings.rules.level(term)
        return self._forms[term]
