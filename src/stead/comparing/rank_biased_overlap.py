"""Rank-biased overlap (Webber, Moffat and Zobel 2010): how far two rankings agree, the top counting most."""

from collections.abc import Collection, Iterator, Sequence

from stead.core.errors import UsageError


def rank_biased_overlap(
    first: Sequence[Collection[str]], second: Sequence[Collection[str]], *, persistence: float = 0.9
) -> float:
    r"""The extrapolated overlap of two rankings, each a list of runs that are tied, best first.

    .. math:: RBO_{ext} = \frac{1-p}{p} \sum_{d=1}^{l} A_d p^d + A_l p^l

    where :math:`A_d` is the agreement of the first d: :math:`2 X_d / (|S_d| + |L_d|)`, the runs in common over the mean
    number of runs, which with ties may be more than d, since all tied runs are counted from the first rank they share
    (equation 28). Beyond the end of the shorter ranking its agreement there is taken to go on (equation 32).
    """
    if not 0 < persistence < 1:
        raise UsageError(f"the persistence of rank-biased overlap lies between 0 and 1, not {persistence!r}.")
    shorter, longer = sorted((first, second), key=lambda ranking: sum(map(len, ranking)))
    agreements = list(_agreements(shorter, longer))
    if not agreements:
        raise UsageError("rank-biased overlap needs rankings of at least one run.")
    seen = sum(agreement * persistence**depth for depth, agreement in enumerate(agreements, start=1))
    return (1 - persistence) / persistence * seen + agreements[-1] * persistence ** len(agreements)


def _agreements(shorter: Sequence[Collection[str]], longer: Sequence[Collection[str]]) -> Iterator[float]:
    """The agreement at each depth of the longer ranking."""
    tops = list(_tops(longer))
    shorter_tops = list(_tops(shorter))
    end = len(shorter_tops)
    at_end = 0.0
    for depth, top in enumerate(tops, start=1):
        if depth <= end:
            other = shorter_tops[depth - 1]
            at_end = 2 * len(top & other) / (len(top) + len(other))
            yield at_end
        else:
            overlap = len(top & shorter_tops[-1]) if end else 0
            yield (overlap + at_end * (len(top) - end)) / len(top)


def _tops(ranking: Sequence[Collection[str]]) -> Iterator[set[str]]:
    """The runs down to each depth, tied ones from the first rank they share."""
    top: set[str] = set()
    for tied in ranking:
        top = top | set(tied)
        yield from [top] * len(tied)
