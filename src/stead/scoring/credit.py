"""Item by item: the credit of each single answer, what of the gold was missed, and the sentence."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import isnan
from typing import NamedTuple

import numpy as np

from stead.core.arrays import BoolArray, IntArray, is_among
from stead.core.item import Item
from stead.core.substitutes import GoldStandard, Run
from stead.records.scores import Evaluation, ItemOutcome, ItemStatistics, WeightedTerm, headline_figure
from stead.scoring.align import answers_within_scored, gold_lexelts, gold_rows, with_scored_items
from stead.scoring.evaluate import Request, run_for
from stead.scoring.indexed_gold import Key, index_gold


class _MatchedAnswers(NamedTuple):
    """The answers of a run: the gold row and the code of each, whether it counts, and where each line begins."""

    rows: IntArray
    codes: IntArray
    counts: BoolArray
    starts: list[int]


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

    def missed_by(self, run: Run) -> dict[Key, tuple[str, ...]]:
        """List the gold substitutes of each item that no answer of a run matches, heaviest first."""
        if self.multiwords is not None:
            run = answers_within_scored(run, self.substitutes)
        answers, gold = self._match(run, gold_rows(self.indexed, run)), self.indexed.gold
        size = max(self.indexed.size, int(answers.codes.max(initial=0)) + 1)
        named = np.unique((answers.rows * size + answers.codes)[answers.counts])
        codes = self.indexed.normalise(gold.substitutes, lambda: gold.lexelts).codes
        entries = gold.substitutes.owners * self.indexed.size + codes
        is_missed = is_among(entries, self.indexed.entries) & ~is_among(gold.substitutes.owners * size + codes, named)
        starts, flags = gold.substitutes.starts.tolist(), is_missed.tolist()
        return {
            self.indexed.key(row.lexelt, row.id): tuple(
                term
                for (term, weight), missed in sorted(
                    zip(row.weights, flags[begin:end], strict=True), key=lambda entry: -entry[0][1]
                )
                if missed and weight > 0
            )
            for row, (begin, end) in zip(gold, pairwise(starts), strict=True)
        }

    def _match(self, run: Run, line_rows: IntArray) -> "_MatchedAnswers":
        """Normalise the answers of a run, and mark those that count."""
        lexelts = gold_lexelts(self.indexed, run)
        mapped = run if self.mapping is None else self.mapping.apply(run, lexelts)
        terms = self.indexed.normalise(mapped.answers, lambda: lexelts)
        rows, words = line_rows[mapped.answers.owners], self.indexed.target_words
        counts = (rows >= 0) & terms.counted(
            lambda: (words[row] if row >= 0 else "" for row in line_rows.tolist()),
            multiwords=self.rules.run_multiwords,
        )
        return _MatchedAnswers(rows, terms.codes, counts, mapped.answers.starts.tolist())

    def _credits(self, run: Run, line_rows: IntArray) -> list[list[float]]:
        """Compute the credit of each answer of each line."""
        answers = self._match(run, line_rows)
        weights = self.indexed.look_up(np.maximum(answers.rows, 0), answers.codes)
        codes, paid = answers.codes.tolist(), np.where(answers.counts, weights, 0.0).tolist()
        return [self._without_repeats(codes[begin:end], paid[begin:end]) for begin, end in pairwise(answers.starts)]

    def _without_repeats(self, codes: list[int], weights: list[float]) -> list[float]:
        if self.rules.duplicates == "paid":
            return weights
        return [
            weight if weight and code not in codes[:rank] else 0.0
            for rank, (code, weight) in enumerate(zip(codes, weights, strict=True))
        ]


class Sentences:
    """Sentences by lexelt and id, or by id alone if it is unique, since not every file has both."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.known = {(item.lexelt, item.id): item for item in items}
        counts = Counter(identifier for _, identifier in self.known)
        self.by_id = {identifier: item for (_, identifier), item in self.known.items() if counts[identifier] == 1}

    def __call__(self, lexelt: str, identifier: str) -> Item | None:
        """The item with the sentence; None if it is not known."""
        return self.known.get((lexelt, identifier)) or self.by_id.get(identifier)


def item_outcomes(request: Request, evaluation: Evaluation, sentences: Sequence[Item] = ()) -> Iterator[ItemOutcome]:
    """List what each run earns on each item by each measure, in the order of the scores."""
    paid, sentence_of = Credits(request), Sentences(sentences)
    gold, measures = paid.gold(), {str(measure): measure for measure in request.measures}
    answers_of, missed_by = cache(paid.of_run), cache(paid.missed_by)
    for statistics in evaluation.statistics:
        run = run_for(measures[statistics.measure], request.systems[statistics.run])
        credit = headline_credits(statistics)
        items = zip(statistics.lexelts, statistics.ids, statistics.values[:, :2].tolist(), credit, strict=True)
        for lexelt, identifier, (counted, attempted), value in items:
            key, item = paid.indexed.key(lexelt, identifier), sentence_of(lexelt, identifier)
            yield ItemOutcome(
                run=statistics.run,
                measure=statistics.measure,
                lexelt=lexelt,
                id=identifier,
                sentence="" if item is None else item.text,
                target="" if item is None else item.target,
                gold=gold.get(key, ()),
                answers=answers_of(run).get(key, ()),
                missed=missed_by(run).get(key, ()),
                credit=value,
                counted=counted,
                attempted=attempted,
            )


def headline_credits(statistics: ItemStatistics) -> list[float | None]:
    """The headline figure of each item alone; None where it is not defined."""
    column = statistics.figure_names.index(headline_figure(statistics.figure_names))
    return [None if isnan(value) else value for value in statistics.figures[:, column].tolist()]
