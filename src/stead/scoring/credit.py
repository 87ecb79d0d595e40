"""What each answer earns, term by term: for people who want to look."""

from itertools import pairwise

import numpy as np

from stead.core.arrays import IntArray
from stead.core.gold import GoldStandard
from stead.core.run import Run
from stead.records.scores import Weighed
from stead.scoring.align import gold_lexelts, gold_rows
from stead.scoring.evaluate import Request
from stead.scoring.indexed_gold import Key, index_gold
from stead.scoring.multiwords import answers_within_scored, with_scored_items


class Credits:
    """The gold of each item, heaviest first, and what the answers of runs earn, as they are written."""

    def __init__(self, request: Request) -> None:
        settings = request.settings
        self.rules, self.mapping = settings.rules, settings.mapping
        self.substitutes = self.indexed = request.index(self.rules)
        self.multiwords: GoldStandard | None = settings.multiwords if request.multiwords_wanted else None
        if self.multiwords is not None:
            items = with_scored_items(self.multiwords, self.indexed)
            self.indexed = index_gold(items, self.rules, threshold=None, lemmatiser=settings.lemmatiser)

    def gold(self) -> dict[Key, tuple[Weighed, ...]]:
        """The gold substitutes of each item."""
        return {
            self.indexed.key(row.lexelt, row.id): tuple(
                Weighed(term, weight) for term, weight in sorted(row.weights, key=lambda entry: -entry[1]) if weight > 0
            )
            for row in self.indexed.gold
        }

    def of_run(self, run: Run) -> dict[Key, tuple[Weighed, ...]]:
        """The answers to each item with what they earn: nothing if they do not count, or were given before."""
        if self.multiwords is not None:
            run = answers_within_scored(run, self.substitutes)
        earned = self._earned(run, gold_rows(self.indexed, run))
        found: dict[Key, tuple[Weighed, ...]] = {}
        for lexelt, identifier, answers, own in zip(run.lexelts, run.ids, run.answers, earned, strict=True):
            key = self.indexed.key(lexelt, identifier)
            found.setdefault(key, tuple(Weighed(*each) for each in zip(answers, own, strict=True)))
        return found

    def _earned(self, run: Run, lines: IntArray) -> list[list[float]]:
        """For each line, what each of its answers earns."""
        lexelts = gold_lexelts(self.indexed, run)
        read = run if self.mapping is None else self.mapping.apply(run, lexelts)
        terms = self.indexed.normalise(read.answers, lambda: lexelts)
        rows = lines[read.answers.positions]
        weights = self.indexed.look_up(np.maximum(rows, 0), terms.codes)
        words = self.indexed.target_words
        counts = (rows >= 0) & terms.counted(
            lambda: (words[line] if line >= 0 else "" for line in lines.tolist()), multiwords=self.rules.run_multiwords
        )
        weights = np.where(counts, weights, 0.0)
        starts = read.answers.starts.tolist()
        codes, paid = terms.codes.tolist(), weights.tolist()
        return [self._without_repeats(codes[begin:end], paid[begin:end]) for begin, end in pairwise(starts)]

    def _without_repeats(self, codes: list[int], weights: list[float]) -> list[float]:
        if self.rules.duplicates == "paid":
            return weights
        return [
            weight if weight and code not in codes[:place] else 0.0
            for place, (code, weight) in enumerate(zip(codes, weights, strict=True))
        ]
