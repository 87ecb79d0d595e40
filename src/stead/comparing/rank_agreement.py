"""How far two rankings of the same runs agree: between measures, golds, or groups of items."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, groupby

from stead.comparing.rank_biased_overlap import rank_biased_overlap
from stead.core.extras import library
from stead.records.comparison import RankAgreement, Ranking


def agreements(rankings: Sequence[Ranking], *, persistence: float = 0.9) -> tuple[RankAgreement, ...]:
    """Every ranking with every later one."""
    return tuple(agreement(first, second, persistence=persistence) for first, second in combinations(rankings, 2))


def agreement(first: Ranking, second: Ranking, *, persistence: float = 0.9) -> RankAgreement:
    """Kendall's tau-b (by SciPy) and rank-biased overlap on the runs that both rank."""
    mine, theirs = first.ranks(), second.ranks()
    common = [run for run in mine if run in theirs]
    left_out = tuple(sorted(mine.keys() ^ theirs.keys()))
    tau, p, reason = _kendall([mine[run] for run in common], [theirs[run] for run in common])
    overlap = None
    if common:
        overlap = rank_biased_overlap(_tied(mine, common), _tied(theirs, common), persistence=persistence)
    return RankAgreement(
        first=first.by,
        second=second.by,
        runs=len(common),
        left_out=left_out,
        tau=tau,
        p=p,
        overlap=overlap,
        persistence=persistence,
        reason=reason,
    )


def _kendall(mine: Sequence[int], theirs: Sequence[int]) -> tuple[float | None, float | None, str]:
    stats = library("scipy.stats", "Kendall's tau")
    if len(mine) < 2:
        return None, None, "fewer than two runs have a rank in both"
    if len(set(mine)) == 1 or len(set(theirs)) == 1:
        return None, None, "all runs are tied in one of the rankings"
    found = stats.kendalltau(mine, theirs, variant="b")
    return float(found.statistic), float(found.pvalue), ""


def _tied(ranks: dict[str, int], runs: Iterable[str]) -> list[Collection[str]]:
    """The runs in order, tied ones together."""
    ordered = sorted(runs, key=ranks.__getitem__)
    return [set(tied) for _, tied in groupby(ordered, key=ranks.__getitem__)]
