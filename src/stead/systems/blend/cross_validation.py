"""Cross-validation: predictions for held-out items, their scores, the best cut-off, and reliability."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from stead.core.faults import Source
from stead.core.gold import GoldStandard
from stead.core.run import Run, RunRow
from stead.measures import parse_measure
from stead.scoring import Request, evaluate
from stead.systems.blend.cutoff import BALANCES, Cutoff, slope_of
from stead.systems.blend.training_data import TrainingExample
from stead.systems.blend.word_tables import Floats

_MOST_FIXED = 12
_MEASURES = {
    "best": (("best", "R"), ("best-mode", "R"), ("p@1", "mean")),
    "oot": (("oot@10", "R"), ("oot-mode@10", "R")),
    "coverage": (("coverage(k=1)", "F"),),
}
BINS = 15


@dataclass(frozen=True)
class Prediction:
    """A shortlist with the scores of every head, the probability of each word, and the number of words kept."""

    example: TrainingExample
    words: Sequence[str]
    scores: dict[str, Floats]
    probabilities: Floats
    kept: int

    @cached_property
    def weights(self) -> Floats:
        """The gold weight of each word."""
        return self.example.weights(self.words)

    def order(self, head: str) -> npt.NDArray[np.int64]:
        """The indices of the words, best first."""
        return np.argsort(-self.scores[head], kind="stable")


Kept = Callable[[Prediction, npt.NDArray[np.int64]], npt.NDArray[np.int64]]


def runs_of(predictions: Sequence[Prediction]) -> dict[str, Run]:
    """The answers to each task."""
    return {
        "best": _run(predictions, "best", lambda _, order: order[:1]),
        "oot": _run(predictions, "accept", lambda _, order: order[:10]),
        "coverage": _run(predictions, "accept", lambda each, order: order[: each.kept]),
    }


def _run(predictions: Sequence[Prediction], head: str, kept: Kept) -> Run:
    rows = (
        RunRow(
            each.example.item.lexelt,
            each.example.item.id,
            [each.words[number] for number in kept(each, each.order(head))],
        )
        for each in predictions
    )
    return Run.of(rows, Source(head, ""))


def figures_of(gold: GoldStandard, predictions: Sequence[Prediction]) -> dict[str, float]:
    """The usual measures, coverage F of the best fixed number of answers, and the calibration error."""
    found: dict[str, float] = {}
    own = _of_items(gold, predictions)
    for task, run in runs_of(predictions).items():
        names = [name for name, _ in _MEASURES[task]]
        scores = evaluate(Request(gold=own, runs=[run], measures=[parse_measure(name) for name in names])).scores
        for score, (name, figure) in zip(scores, _MEASURES[task], strict=True):
            found[name] = round(float(dict(score.figures)[figure] or 0.0), 6)
    fixed = [coverage(predictions, _first(number)) for number in range(1, _MOST_FIXED + 1)]
    found["coverage of the best fixed number"] = round(max(fixed), 6)
    found["best fixed number"] = float(int(np.argmax(fixed)) + 1)
    found["expected calibration error"] = round(expected_calibration_error(predictions), 6)
    return found


def _of_items(gold: GoldStandard, predictions: Sequence[Prediction]) -> GoldStandard:
    """The gold restricted to the predicted items, which may be a sample."""
    judged = {(each.example.item.lexelt, each.example.item.id) for each in predictions}
    rows = [row for row in gold if (row.lexelt, row.id) in judged]
    return GoldStandard.of(rows, gold.source, graded=gold.graded)


def _first(number: int) -> Callable[[Prediction], npt.NDArray[np.int64]]:
    return lambda each: each.order("accept")[:number]


def coverage(predictions: Sequence[Prediction], kept: Callable[[Prediction], npt.NDArray[np.int64]]) -> float:
    """Coverage F with k = 1 (Jabbari et al. 2010): P = |A|w / (|A|w + |A - H|), R = |A|w / |H|w, F of the means."""
    shares = []
    for each in predictions:
        weights = each.weights[kept(each)]
        good, bad = float(weights.sum()), int((weights == 0).sum())
        shares.append((good / (good + bad) if good + bad else 0.0, good / sum(each.example.gold.values())))
    precision, recall = np.mean(shares, axis=0)
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0


def best_cutoff(predictions: Sequence[Prediction]) -> Cutoff:
    """The cut-off with the highest coverage F."""
    probabilities = np.concatenate([each.probabilities for each in predictions])
    slope = round(slope_of(probabilities, np.concatenate([each.weights for each in predictions])), 4)
    values = [coverage(predictions, _kept_by(Cutoff(slope, balance))) for balance in BALANCES]
    return Cutoff(slope, BALANCES[int(np.argmax(values))])


def _kept_by(cutoff: Cutoff) -> Callable[[Prediction], npt.NDArray[np.int64]]:
    def keep(each: Prediction) -> npt.NDArray[np.int64]:
        order = each.order("accept")
        return order[: cutoff.number(each.probabilities[order])]

    return keep


def expected_calibration_error(predictions: Sequence[Prediction]) -> float:
    """The expected calibration error of all predictions."""
    probabilities = np.concatenate([each.probabilities for each in predictions])
    accepted = np.concatenate([each.weights for each in predictions]) > 0
    return calibration_error(reliability(probabilities, accepted))


@dataclass(frozen=True, slots=True)
class Bin:
    """The candidates whose probability is in one of the bins.

    `expected` is the mean of the probabilities, `accepted` the share that came true; both 0 if it is empty.
    """

    low: float
    high: float
    count: int
    expected: float
    accepted: float


def reliability(probabilities: Floats, accepted: npt.NDArray[np.bool_]) -> list[Bin]:
    """Bins of equal width of the probabilities, empty ones too; a probability of 1 is in the last."""
    places = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    counts = np.bincount(places, minlength=BINS)
    sums = (np.bincount(places, values, BINS) for values in (probabilities, accepted))
    means = [(each / np.maximum(counts, 1)).tolist() for each in sums]
    return [
        Bin(number / BINS, (number + 1) / BINS, count, *own)
        for number, (count, *own) in enumerate(zip(counts.tolist(), *means, strict=True))
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error: the difference of probability and share in each bin, weighted by its size."""
    total = sum(each.count for each in bins)
    return sum(each.count * abs(each.expected - each.accepted) for each in bins) / total
