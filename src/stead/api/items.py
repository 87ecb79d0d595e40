"""The items of a comparison, for people who want to look: sentence, gold, and what every run answered and earned."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isnan

from stead.core.item import Item
from stead.records.report import ReportItem, Sentence
from stead.records.scores import Evaluation, ItemStatistics, headline_figure
from stead.scoring import Credits, Request

Key = tuple[str, str]
"""Lexelt and id."""


def report_items(request: Request, evaluation: Evaluation, sentences: Sequence[Item]) -> Iterator[ReportItem]:
    """Every scored item, in the order of the gold."""
    paid, sentence_of = Credits(request), _Sentences(sentences)
    gold, answers = paid.gold(), [paid.of_run(run) for run in request.runs]
    credit = [_credits(each) for each in _headline(evaluation)]
    for item in dict.fromkeys(item for own in credit for item in own):
        key = paid.levelled.key(*item)
        yield ReportItem(
            lexelt=item[0],
            id=item[1],
            sentence=sentence_of(*item),
            gold=gold.get(key, ()),
            answers=tuple(own.get(key, ()) for own in answers),
            credit=tuple(own.get(item) for own in credit),
        )


class _Sentences:
    """The sentence of each item by lexelt and id, or by an id that only one has, since not every file has both."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.known = {(item.lexelt, item.id): _in_parts(item) for item in items}
        counts = Counter(identifier for _, identifier in self.known)
        self.by_id = {identifier: own for (_, identifier), own in self.known.items() if counts[identifier] == 1}

    def __call__(self, lexelt: str, identifier: str) -> Sentence | None:
        return self.known.get((lexelt, identifier)) or self.by_id.get(identifier)


def _in_parts(item: Item) -> Sentence:
    return Sentence(item.text[: item.start], item.target, item.text[item.end :])


def _headline(evaluation: Evaluation) -> list[ItemStatistics]:
    """What the first measure says of each item, run by run."""
    first = evaluation.statistics[0].measure
    return [each for each in evaluation.statistics if each.measure == first]


def _credits(statistics: ItemStatistics) -> dict[Key, float | None]:
    column = statistics.figure_names.index(headline_figure(statistics.figure_names))
    values = (None if isnan(value) else value for value in statistics.figures[:, column].tolist())
    return dict(zip(zip(statistics.lexelts, statistics.ids, strict=True), values, strict=True))
