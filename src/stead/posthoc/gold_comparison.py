"""Compare the two golds (Tanguy et al. 2018, sections 3.2 and 4.1; SemEval-2007's Table 8)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from stead.agreement import AgreementSettings, annotation_agreement, rating_agreement
from stead.core.annotation import Annotation, Annotations
from stead.core.arrays import BoolArray, FloatArray
from stead.core.errors import SteadError
from stead.core.extras import import_extra
from stead.core.faults import Source
from stead.core.rating import VERDICTS, Rating
from stead.posthoc.filtering import with_numbers
from stead.posthoc.second_gold import JudgedPool, Judgements
from stead.records.study import Box, NamedFigure, OriginColumn, RankCorrelation, StudyBreakdown, TermFrequencies
from stead.rules.definitions import majorities
from stead.scoring import ALL


class Correlation(NamedTuple):
    """Spearman's rho with its two-sided p-value; None if one side does not vary."""

    rho: float | None
    p: float | None
    number: int


def spearman(first: FloatArray, second: FloatArray) -> Correlation:
    """Spearman's rank correlation, ties at their mean rank."""
    if len(first) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return Correlation(None, None, len(first))
    result = import_extra("scipy.stats", "Spearman's rho").spearmanr(first, second)
    return Correlation(float(result.statistic), float(result.pvalue), len(first))


class RankSum(NamedTuple):
    """Wilcoxon's rank-sum test (Mann and Whitney's U), two-sided; `superiority` is the chance that the first is larger.

    Ties count half, so that .5 means no difference.
    """

    superiority: float | None
    p: float | None
    first: int
    second: int


def rank_sum(first: FloatArray, second: FloatArray) -> RankSum:
    """Test whether the values of one group tend to be larger than those of another."""
    if not len(first) or not len(second):
        return RankSum(None, None, len(first), len(second))
    result = import_extra("scipy.stats", "the rank-sum test").mannwhitneyu(first, second, alternative="two-sided")
    share = float(result.statistic) / (len(first) * len(second))
    return RankSum(share, float(result.pvalue), len(first), len(second))


_COEFFICIENTS = {
    "unanimous": "rate of unanimous decisions",
    "mean-standard-deviation": "mean standard deviation",
    "standard-deviation-margin": "its 95 % margin, as in the paper",
    "alpha-ordinal": "Krippendorff's alpha, ordinal",
}
_MOST_BOXES = 12
_WHISKER = 1.5
_MOST_OUTLIERS = 40


def rating_figures(judged: JudgedPool, judgements: Judgements, settings: AgreementSettings) -> Iterator[NamedFigure]:
    """Figures on ratings: decisions, raters, scores, agreement."""
    rated = judgements.sizes > 0
    means = judgements.means()[rated]
    zeros = np.bincount(judgements.owners, weights=judgements.values, minlength=len(rated))[rated] == 0
    yield NamedFigure("scoring decisions", float(len(judgements.values)))
    yield NamedFigure("raters", float(judgements.raters))
    yield NamedFigure("candidates rated", float(np.count_nonzero(rated)))
    yield NamedFigure("raters of a candidate, mean", _mean(judgements.sizes[rated].astype(np.float64)))
    yield NamedFigure("score, mean", _mean(means))
    yield NamedFigure("score, median", float(np.median(means)) if len(means) else None)
    yield NamedFigure("candidates with a positive score", float(np.count_nonzero(judged.positive)))
    yield NamedFigure("candidates with a unanimous 0", float(np.count_nonzero(zeros)))
    try:
        figures = rating_agreement(with_numbers(judgements.used), settings, Source("ratings", "")).figures
    except SteadError:  # no candidate has two ratings
        return
    for figure in figures:
        if figure.group == ALL and figure.coefficient in _COEFFICIENTS:
            yield NamedFigure(_COEFFICIENTS[figure.coefficient], figure.value, figure.interval_by_item)


_PRODUCTION = {
    "pairwise": "pairwise agreement (SemEval-2007)",
    "items-with-mode": "items with a mode",
    "mode-pairwise": "pairwise agreement with the mode",
    "semdis-both": "pairwise agreement, both proposed (SemDis)",
    "semdis-same": "pairwise agreement, both did the same (SemDis)",
    "semdis-mode-annotators": "annotators who name the mode (SemDis)",
}


def production_figures(annotations: Sequence[Annotation], settings: AgreementSettings) -> Iterator[NamedFigure]:
    """The agreement of the annotators of the first gold (section 3.1)."""
    try:
        figures = annotation_agreement(Annotations.of(annotations, Source("annotations", "")), settings).figures
    except SteadError:  # nobody answered what somebody else answered
        return
    for figure in figures:
        if figure.group == ALL and figure.coefficient in _PRODUCTION:
            yield NamedFigure(_PRODUCTION[figure.coefficient], figure.value, figure.interval_by_item)


def _mean(values: FloatArray) -> float | None:
    return float(values.mean()) if len(values) else None


def correlations(judged: JudgedPool) -> tuple[RankCorrelation, ...]:
    """The rank correlation of both weights, on the substitutes of the first gold and on the whole pool."""
    chosen = judged.in_first
    return (
        RankCorrelation("substitutes of gold 1", *spearman(judged.first[chosen], judged.second[chosen])),
        RankCorrelation("all candidates (absent from gold 1: 0)", *spearman(judged.first, judged.second)),
    )


def origins(judged: JudgedPool) -> dict[str, BoolArray]:
    """The candidates by origin: annotators only, systems only, both."""
    in_runs = judged.pool.in_runs
    return {
        "Annotators only": judged.in_first & ~in_runs,
        "Systems only": ~judged.in_first,
        "Both": judged.in_first & in_runs,
    }


def bands(judged: JudgedPool, scale: float) -> StudyBreakdown:
    """Table 1: the candidates by score, `[0, 1[`, `[1, 2[`, ..., and the best score."""
    edges = np.arange(0, int(scale) + 1, dtype=np.float64)
    names = [f"[{int(low)}, {int(low) + 1}[" for low in edges[:-1]] + [f"[{int(scale)}]"]
    columns = []
    for origin, chosen in origins(judged).items():
        band_numbers = np.minimum(np.floor(judged.second[chosen] + 1e-9), int(scale)).astype(np.int64)
        counts = np.bincount(band_numbers, minlength=len(names))
        columns.append(OriginColumn(origin, int(chosen.sum()), tuple(counts.tolist())))
    return StudyBreakdown(tuple(names), tuple(columns))


def boxes(judged: JudgedPool) -> tuple[Box, ...]:
    """Figure 1: box plots of the second weights by the first; of many first weights, the rarest are left out."""
    weights, numbers = np.unique(judged.first, return_counts=True)
    kept = np.sort(weights[np.argsort(-numbers, kind="stable")[:_MOST_BOXES]])
    return tuple(_box(float(weight), judged.second[judged.first == weight]) for weight in kept)


def _box(weight: float, values: FloatArray) -> Box:
    first, middle, third = np.percentile(values, [25, 50, 75]).tolist()
    reach = _WHISKER * (third - first)
    within = values[(values >= first - reach) & (values <= third + reach)]
    beyond = np.unique(values[(values < first - reach) | (values > third + reach)].round(2))
    shown = beyond[np.linspace(0, len(beyond) - 1, min(len(beyond), _MOST_OUTLIERS)).astype(np.int64)]
    low, high = (float(within.min()), float(within.max())) if len(within) else (middle, middle)
    return Box(
        weight=weight,
        number=len(values),
        low=low,
        first=first,
        median=middle,
        third=third,
        high=high,
        outliers=tuple(shown.tolist()),
    )


def changes(judged: JudgedPool) -> tuple[dict[str, int], dict[str, int]]:
    """Count the substitutes that are new and lost in gold 2, and the first weights of those lost."""
    lost = judged.in_first & ~judged.positive
    counts = {
        "substitutes of gold 1 in the pool": int(judged.in_first.sum()),
        "substitutes of gold 2": int(judged.positive.sum()),
        "new in gold 2": int(np.count_nonzero(judged.positive & ~judged.in_first)),
        "of gold 1, rated 0": int(lost.sum()),
    }
    weights = Counter(f"{weight:g}" for weight in np.sort(judged.first[lost]).tolist())
    return counts, dict(weights)


def verdicts(judged: JudgedPool, judgements: Judgements, ratings: Sequence[Rating]) -> StudyBreakdown:
    """SemEval's Table 8: the majority verdict by origin; what is from both counts in both rows.

    Of ratings from 0 to 3, 0 is read as bad, 3 as good, and what lies between as reasonable.
    """
    in_words = any(isinstance(rating.value, str) for rating in ratings)
    grades = judgements.values if in_words else _as_verdicts(judgements.values)
    majority = majorities(grades, judgements.owners, judged.pool.size).astype(np.int64)
    rated = judgements.sizes > 0
    columns = []
    for origin, chosen in (("systems", judged.pool.in_runs), ("original annotators", judged.in_first)):
        of_origin = majority[chosen & rated]
        counts = np.bincount(of_origin, minlength=len(VERDICTS))[::-1]
        columns.append(OriginColumn(origin, len(of_origin), tuple(counts.tolist())))
    return StudyBreakdown(tuple(reversed(VERDICTS)), tuple(columns))


def _as_verdicts(ratings: FloatArray) -> FloatArray:
    return np.select([ratings < 0.5, ratings >= 2.5], [0.0, 2.0], 1.0)


def frequency_figures(judged: JudgedPool, of: Callable[[str], float], source: str) -> TermFrequencies:
    """Weight against log frequency in each gold, and whether what is new is rarer (section 4.1)."""
    terms = judged.pool.candidates
    numbers = np.array([of(term) for term in terms.vocabulary], dtype=np.float64)[terms.codes]
    known = numbers > 0
    logs = np.log(np.where(known, numbers, 1.0))
    new, old = judged.positive & ~judged.in_first & known, judged.in_first & known
    test = rank_sum(logs[old], logs[new])
    second = judged.positive & known
    return TermFrequencies(
        source=source,
        correlations=(
            RankCorrelation("gold 1", *spearman(judged.first[old], logs[old])),
            RankCorrelation("gold 2", *spearman(judged.second[second], logs[second])),
        ),
        rarer=test.superiority,
        p=test.p,
        new=int(new.sum()),
        old=int(old.sum()),
        unknown=int(np.count_nonzero((judged.positive | judged.in_first) & ~known)),
    )


def positives(judged: JudgedPool) -> dict[str, int]:
    """How many sentences have how many substitutes in the second gold."""
    counts = np.bincount(judged.pool.owners[judged.positive], minlength=len(judged.pool))
    numbers, sentences = np.unique(counts, return_counts=True)
    return {str(number): sentence for number, sentence in zip(numbers.tolist(), sentences.tolist(), strict=True)}
