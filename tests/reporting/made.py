"""An evaluation made by hand, with whatever names a test wants to try."""

import numpy as np

from stead.records.scores import Evaluation, GoldSummary, ItemStatistics, RunSummary, Score
from stead.reporting import Table

HOSTILE = "<script>alert('x')</script>_%&$#{}~^\\|`*[link](x)"


def run_summary(name: str) -> RunSummary:
    return RunSummary(
        name,
        "0" * 64,
        "semeval",
        items=2,
        attempted=1,
        blank=0,
        left_out=0,
        unknown_ids=(),
        repeated_ids=(),
        other_targets=(),
        items_with_duplicates=0,
        duplicates=0,
        faults={},
    )


def scores_of(run: str, group: str) -> list[Score]:
    signature = "dup:once|v:1.0.0"
    best = f"best|{signature}"
    return [
        Score(run, group, "best", "best", "best", {"P": 0.5, "R": 0.25}, {"P": 0.75, "R": 0.75}, 2, 1, best),
        Score(
            run,
            group,
            "best-mode",
            "best-mode",
            "best",
            {"P": None, "R": None},
            {"P": None, "R": None},
            0,
            0,
            f"best-mode|{signature}",
        ),
        Score(
            run, group, "rank@10", "rank@10", "jabbari", {"mean": 1 / 3}, {"mean": 1.0}, 2, 1, f"rank@10|{signature}"
        ),
    ]


def evaluation(
    run: str = "run", gold: str = "gold", *, group: str = "all", lexelt: str = "bright.a", identifier: str = "1"
) -> Evaluation:
    """One run on two items, of which the second is not answered and has no mode."""
    scores = [score for name in dict.fromkeys(["all", group]) for score in scores_of(run, name)]
    statistics = ItemStatistics(
        run,
        "best",
        "best",
        [lexelt, "dog.n"],
        [identifier, "2"],
        ("counted", "attempted", "credit"),
        [np.array([[1.0, 1.0, 0.5], [1.0, 0.0, 0.0]])],
        ("P", "R"),
        lambda _: (np.array([0.5, np.nan]), np.array([0.5, 0.0])),
    )
    summary = GoldSummary(gold, "f" * 64, "semeval", graded=False, items=2, scored=2, with_mode=0, faults={})
    return Evaluation(summary, (run_summary(run),), tuple(scores), (statistics,), ("A note.",))


def table(*names: str, title: str = "title", caption: str = "caption") -> Table:
    """One row for each name, numbers of different widths behind it."""
    rows = tuple((name, f"{10**place / 10:.2f}") for place, name in enumerate(names))
    return Table(title, ("run", "best P"), rows, caption)
