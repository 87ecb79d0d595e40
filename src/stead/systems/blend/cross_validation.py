"""Cross-validation: predictions for held-out items, their scores, the best cut-off, and reliability."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.faults import Source
from stead.core.substitutes import GoldStandard, Run, RunRow
from stead.measures import parse_measure
from stead.scoring import Request, evaluate
from stead.systems.blend.trained_models import Cutoff
from stead.systems.blend.training_data import TrainingExample
from stead.systems.blend.word_tables import Floats

_MOST_FIXED = 12
_MEASURES = {
    "best": (("best", "R"), ("best-mode", "R"), ("p@1", "mean")),
    "oot": (("oot@10", "R"), ("oot-mode@10", "R")),
    "coverage": (("coverage(k=1)", "F"),),
}
SHARES: Sequence[float] = tuple(round(0.2 + 0.025 * step, 3) for step in range(13))
"""The shares of the best word's probability that are tried: one that is five times less probable is never named."""
CURVE_SHARES: Sequence[float] = tuple(round(0.05 * step, 2) for step in range(21))
FLOOR = 0.05
"""The probability below which no word is worth an answer."""
_MANY = 15
_TOO_LONG, _MOST_TOO_LONG = 20, 0.01
"""A list of more answers than this helps nobody; the share of items that may have one."""
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
        "coverage": _run(predictions, "accept", lambda prediction, order: order[: prediction.kept]),
    }


def _run(predictions: Sequence[Prediction], head: str, kept: Kept) -> Run:
    rows = (
        RunRow(
            prediction.example.item.lexelt,
            prediction.example.item.id,
            [prediction.words[number] for number in kept(prediction, prediction.order(head))],
        )
        for prediction in predictions
    )
    return Run.of(rows, Source(head, ""))


def figures_of(gold: GoldStandard, predictions: Sequence[Prediction]) -> dict[str, float]:
    """The usual measures, coverage of the best fixed number of answers, numbers of answers, the calibration error."""
    figures: dict[str, float] = {}
    restricted = _of_items(gold, predictions)
    for task, run in runs_of(predictions).items():
        names = [name for name, _ in _MEASURES[task]]
        scores = evaluate(Request(gold=restricted, runs=[run], measures=[parse_measure(name) for name in names])).scores
        for score, (name, figure) in zip(scores, _MEASURES[task], strict=True):
            figures[name] = round(float(dict(score.figures)[figure] or 0.0), 6)
    stopped = coverage(predictions, lambda prediction: prediction.order("accept")[: prediction.kept])
    figures["coverage(k=1), P"], figures["coverage(k=1), R"] = round(stopped.precision, 6), round(stopped.recall, 6)
    figures["coverage(k=1), mean F of items"] = round(stopped.item_f, 6)
    fixed = [coverage(predictions, _first(number)) for number in range(1, _MOST_FIXED + 1)]
    figures["coverage of the best fixed number"] = round(max(of_number.f for of_number in fixed), 6)
    figures["best fixed number"] = float(int(np.argmax([of_number.f for of_number in fixed])) + 1)
    answers = [prediction.kept for prediction in predictions]
    figures["answers, median"], figures["answers, p90"] = (float(np.quantile(answers, level)) for level in (0.5, 0.9))
    figures[f"items with more than {_MANY} answers"] = round(float(np.mean([n > _MANY for n in answers])), 6)
    figures["expected calibration error"] = round(expected_calibration_error(predictions), 6)
    return figures


def _of_items(gold: GoldStandard, predictions: Sequence[Prediction]) -> GoldStandard:
    """The gold restricted to the predicted items, which may be a sample."""
    judged = {(prediction.example.item.lexelt, prediction.example.item.id) for prediction in predictions}
    rows = [row for row in gold if (row.lexelt, row.id) in judged]
    return GoldStandard.of(rows, gold.source, graded=gold.graded)


def _first(number: int) -> Callable[[Prediction], npt.NDArray[np.int64]]:
    return lambda prediction: prediction.order("accept")[:number]


class CoverageFigures(NamedTuple):
    """Means of precision and recall, the F of these means, and the mean of the F of each item."""

    precision: float
    recall: float
    f: float
    item_f: float


def coverage(predictions: Sequence[Prediction], kept: Callable[[Prediction], npt.NDArray[np.int64]]) -> CoverageFigures:
    """Coverage with k = 1 (Jabbari et al. 2010): P = |A|w / (|A|w + |A - H|), R = |A|w / |H|w."""
    shares = []
    for prediction in predictions:
        weights = prediction.weights[kept(prediction)]
        good, bad = float(weights.sum()), int((weights == 0).sum())
        shares.append((good / (good + bad) if good + bad else 0.0, good / sum(prediction.example.gold.values())))
    precision, recall = (float(mean) for mean in np.mean(shares, axis=0))
    item_f = float(np.mean([_harmonic_mean(*item_shares) for item_shares in shares]))
    return CoverageFigures(precision, recall, _harmonic_mean(precision, recall), item_f)


def _harmonic_mean(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def best_cutoff(predictions: Sequence[Prediction]) -> Cutoff:
    """The cut-off with the highest coverage F of those that give hardly any long list; the strictest if all do."""
    allowed = [share for share in SHARES if _share_too_long(predictions, Cutoff(share, FLOOR)) <= _MOST_TOO_LONG]
    shares = allowed or SHARES[-1:]
    values = [coverage(predictions, _kept_by(Cutoff(share, FLOOR))).f for share in shares]
    return Cutoff(shares[int(np.argmax(values))], FLOOR)


def _share_too_long(predictions: Sequence[Prediction], cutoff: Cutoff) -> float:
    keep = _kept_by(cutoff)
    return float(np.mean([len(keep(prediction)) > _TOO_LONG for prediction in predictions]))


class CutoffPoint(NamedTuple):
    """What a cut-off gives: a share of the best word's probability, means of P and R, their F, the mean of answers."""

    share: float
    precision: float
    recall: float
    f: float
    answers: float


def cutoff_curve(predictions: Sequence[Prediction]) -> list[CutoffPoint]:
    """Coverage for every cut-off from very loose to the best word alone."""
    points = []
    for share in CURVE_SHARES:
        keep = _kept_by(Cutoff(share, FLOOR))
        covered = coverage(predictions, keep)
        answers = float(np.mean([len(keep(prediction)) for prediction in predictions]))
        points.append(CutoffPoint(share, covered.precision, covered.recall, covered.f, answers))
    return points


def _kept_by(cutoff: Cutoff) -> Callable[[Prediction], npt.NDArray[np.int64]]:
    def keep(prediction: Prediction) -> npt.NDArray[np.int64]:
        order = prediction.order("accept")
        return order[: cutoff.number(prediction.probabilities[order])]

    return keep


def expected_calibration_error(predictions: Sequence[Prediction]) -> float:
    """The expected calibration error of all predictions."""
    probabilities = np.concatenate([prediction.probabilities for prediction in predictions])
    accepted = np.concatenate([prediction.weights for prediction in predictions]) > 0
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
    means = [(bin_sums / np.maximum(counts, 1)).tolist() for bin_sums in sums]
    return [
        Bin(number / BINS, (number + 1) / BINS, count, *bin_means)
        for number, (count, *bin_means) in enumerate(zip(counts.tolist(), *means, strict=True))
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error: the difference of probability and share in each bin, weighted by its size."""
    total = sum(bin_.count for bin_ in bins)
    return sum(bin_.count * abs(bin_.expected - bin_.accepted) for bin_ in bins) / total
