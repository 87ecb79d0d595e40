"""Scores of answers, in formats that must have them and are read in their order."""

from itertools import pairwise

from stead.core.run import Run, RunRow


def scores_of(row: RunRow) -> list[float]:
    """The scores of a row, or falling ranks where it has none."""
    return row.scores or [float(len(row.answers) - place) for place in range(len(row.answers))]


def losses_by_scores(run: Run) -> list[str]:
    """What a file that is ordered by its scores loses of a run."""
    losses = (
        ["that the run has no scores (falling ranks stand in their place)"] if run.scores is None and len(run) else []
    )
    rising = any(one < other for row in run for one, other in pairwise(row.scores or ()))
    return losses + (["the order of answers whose scores do not fall"] if rising else [])
