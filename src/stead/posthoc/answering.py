"""Was it worth it? One paragraph of plain words, made of the figures and of nothing else."""

from collections.abc import Iterator, Sequence

from stead.core.text import plural
from stead.records.study import Curve, RankStudy, Study

_CLOSE = 0.9
_FAR = 0.7


def answer(study: Study) -> str:
    """What changed in the data and in the order of the systems, how sure that is, and what would have done."""
    return " ".join(
        (*_verdict(study), *_data(study), *(_order(rank, study.level) for rank in study.ranks), *_effort(study))
    )


def _verdict(study: Study) -> Iterator[str]:
    taus = [rank.tau for rank in study.ranks if rank.tau is not None]
    if not taus:
        yield "There are too few systems to say whether the second gold changes their order."
        return
    sure = sum(_surely_moved(rank) for rank in study.ranks)
    lowest = min(taus)
    moved = any(row.difference for rank in study.ranks for row in rank.rows)
    if not sure and not moved:
        yield "For ranking these systems the second gold was not worth it: the order stays as it was."
    elif not sure and lowest >= _CLOSE:
        yield (
            "For ranking these systems the second gold was not worth it: the order stays nearly as it was, and none of "
            "the changes is larger than chance."
        )
    elif not sure and lowest >= _FAR:
        yield (
            "For ranking these systems the second gold was hardly worth it: some systems change places, but none of "
            "the changes is larger than chance."
        )
    elif not sure:
        yield "The second gold gives another order of the systems, but no single change is larger than chance."
    else:
        moves = plural(sure, "rank change")
        yield f"For ranking these systems the second gold matters: {moves} cannot be put down to chance."


def _surely_moved(rank: RankStudy) -> int:
    """How many runs have a change of rank whose interval leaves out 0."""
    intervals = [row.interval for row in rank.rows if row.difference]
    return sum(1 for each in intervals if each is not None and not each[0] <= 0 <= each[1])


def _data(study: Study) -> Iterator[str]:
    new, lost = study.changes["new in gold 2"], study.changes["of gold 1, rated 0"]
    first = study.changes["substitutes of gold 1 in the pool"]
    yield (
        f"It is a larger data set: {new} new substitutes come to the {first} of the first gold, of which raters reject "
        f"{lost}."
    )
    rho = study.correlations[0].rho
    if rho is not None:
        strength = "closely" if rho >= 0.6 else "loosely" if rho >= 0.3 else "hardly"
        yield f"On these, both weights are {strength} related (rho {rho:.2f})."


def _order(rank: RankStudy, level: float) -> str:
    moved = [row for row in rank.rows if row.difference]
    if rank.tau is None:
        return f"By {rank.label} the systems have no order to compare."
    bounds = "" if rank.interval is None else f"{rank.interval[0]:.2f} to {rank.interval[1]:.2f}"
    within = f" ({100 * level:g} % interval {bounds})" if bounds else ""
    tau = f"By {rank.label}, Kendall's tau between both orders is {rank.tau:.2f}{within}"
    if not moved:
        return f"{tau}, and no system moves."
    largest = max(abs(row.difference or 0) for row in moved)
    top = rank.rows[0]
    same = "the best system stays the best" if top.first_rank == top.second_rank else "there is a new best system"
    sure = _surely_moved(rank)
    chance = "none of that" if not sure else f"{sure} of that"
    return (
        f"{tau}: {len(moved)} of {plural(len(rank.rows), 'system')} {'moves' if len(moved) == 1 else 'move'}, by "
        f"{largest} at most, {chance} surely more than chance; {same}."
    )


def _effort(study: Study) -> Iterator[str]:
    """What less effort would have given nearly the same order as all of gold 2."""
    wanted = (("raters", "rating", "of each candidate"), ("depth", "answer", "of each system in the pool"))
    needed = [
        _needed([curve for curve in study.curves if curve.kind == kind], noun, of_what)
        for kind, noun, of_what in wanted
        if any(curve.kind == kind for curve in study.curves)
    ]
    if needed:
        yield f"Nearly the same order as by all of gold 2 (tau .95) would have come of {', and of '.join(needed)}."


def _needed(curves: Sequence[Curve], noun: str, of_what: str) -> str:
    """The most that any measure needs, against all that there was."""
    most = max(point.effort for curve in curves for point in curve.points)
    least = max(most if curve.enough is None else curve.enough for curve in curves)
    if least == most:
        return f"no fewer than all {plural(most, noun)} {of_what}"
    return f"{plural(least, noun)} {of_what} instead of {most}"
