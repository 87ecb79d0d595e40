"""What becomes of the ranking if one annotator is left out of the gold."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from stead.comparing.rank_agreement import agreement
from stead.comparing.ranking import ranking, rankings
from stead.core.errors import UsageError
from stead.records.comparison import Ranking, WithoutAnnotator
from stead.records.scores import Evaluation


def without_annotators(
    whole: Evaluation,
    without: Mapping[str, Evaluation] | Callable[[str], Evaluation],
    annotators: Iterable[str] = (),
    *,
    measures: Sequence[str] | None = None,
    figures: Sequence[str] | None = None,
) -> tuple[WithoutAnnotator, ...]:
    """Compare the ranking on the whole gold with that on the gold without each annotator.

    `without` has the evaluation of the same runs on the gold that lacks an annotator, or makes it when it is called
    with the annotator's name; then `annotators` says who there is.
    """
    found: list[WithoutAnnotator] = []
    everybody = rankings(whole, measures=measures, figures=figures)
    for name, evaluation in _evaluations(without, annotators):
        scored = evaluation.gold.scored
        found += [
            _moved(name, scored, each, ranking(evaluation, each.by.measure, each.by.figure)) for each in everybody
        ]
    return tuple(found)


def _evaluations(
    without: Mapping[str, Evaluation] | Callable[[str], Evaluation], annotators: Iterable[str]
) -> Iterator[tuple[str, Evaluation]]:
    if isinstance(without, Mapping):
        yield from without.items()
        return
    names = list(annotators)
    if not names:
        raise UsageError("say which annotators there are, or give the evaluations by annotator.")
    for name in names:
        yield name, without(name)


def _moved(annotator: str, scored: int, whole: Ranking, fewer: Ranking) -> WithoutAnnotator:
    before, after = whole.ranks(), fewer.ranks()
    moves = [abs(after[run] - rank) for run, rank in before.items() if run in after]
    return WithoutAnnotator(
        annotator,
        scored,
        agreement(whole, fewer),
        moved=sum(1 for move in moves if move),
        largest_move=max(moves, default=0),
    )
