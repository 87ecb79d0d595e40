"""The credit of each single answer, for the item browser of the reports."""

from itertools import pairwise

import numpy as np

from stead.core.arrays import IntArray
from stead.core.gold import GoldStandard
from stead.core.run import Run
from stead.records.scores import WeightedTerm
from stead.scoring.align import gold_lexelts, gold_rows
from stead.scoring.evaluate import Request
from stead.scoring.indexed_gold import Key, index_gold
from stead.scoring.multiwords import answers_within_scored, with_scored_items


class Credits:
    """The gold weights of each item, heaviest first, and the credit of each answer of a run, as written in the file."""

    def __init__(self, request: Request) -> None:
        settings = request.settings
        self.rules, self.mapping = settings.rules, settings.mapping
        self.substitutes = self.indexed = request.index(self.rules)
        self.multiwords: GoldStandard | None = settings.multiwords if request.multiwords_wanted else None
        if self.multiwords is not None:
            items = with_scored_items(self.multiwords, self.indexed)
            self.indexed = index_gold(items, self.rules, threshold=None, lemmatiser=settings.lemmatiser)

    def gold(self) -> dict[Key, tuple[WeightedTerm, ...]]:
        """List the gold substitutes of each item."""
        return {
            self.indexed.key(row.lexelt, row.id): tuple(
                WeightedTerm(term, weight)
                for term, weight in sorted(row.weights, key=lambda entry: -entry[1])
                if weight > 0
            )
            for row in self.indexed.gold
        }

    def of_run(self, run: Run) -> dict[Key, tuple[WeightedTerm, ...]]:
        """List the answers to each item with their credit: 0 if they do not count, or are repeated."""
        if self.multiwords is not None:
            run = answers_within_scored(run, self.substitutes)
        credits_of_lines = self._credits(run, gold_rows(self.indexed, run))
        items: dict[Key, tuple[WeightedTerm, ...]] = {}
        lines = zip(run.lexelts, run.ids, run.answers, credits_of_lines, strict=True)
        for lexelt, identifier, answers, answer_credits in lines:
            key = self.indexed.key(lexelt, identifier)
            items.setdefault(key, tuple(WeightedTerm(*pair) for pair in zip(answers, answer_credits, strict=True)))
        return items

    def _credits(self, run: Run, line_rows: IntArray) -> list[list[float]]:
        """Compute the credit of each answer of each line."""
        lexelts = gold_lexelts(self.indexed, run)
        mapped = run if self.mapping is None else self.mapping.apply(run, lexelts)
        terms = self.indexed.normalise(mapped.answers, lambda: lexelts)
        rows = line_rows[mapped.answers.owners]
        weights = self.indexed.look_up(np.maximum(rows, 0), terms.codes)
        words = self.indexed.target_words
        counts = (rows >= 0) & terms.counted(
            lambda: (words[row] if row >= 0 else "" for row in line_rows.tolist()),
            multiwords=self.rules.run_multiwords,
        )
        weights = np.where(counts, weights, 0.0)
        starts = mapped.answers.starts.tolist()
        codes, paid = terms.codes.tolist(), weights.tolist()
        return [self._without_repeats(codes[begin:end], paid[begin:end]) for begin, end in pairwise(starts)]

    def _without_repeats(self, codes: list[int], weights: list[float]) -> list[float]:
        if self.rules.duplicates == "paid":
            return weights
        return [
            weight if weight and code not in codes[:rank] else 0.0
            for rank, (code, weight) in enumerate(zip(codes, weights, strict=True))
        ]
