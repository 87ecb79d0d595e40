"""A small evaluation and a small table with any names that a test needs."""

import numpy as np

from stead.records.scores import Evaluation, GoldSummary, ItemStatistics, RunSummary, Score
from stead.reporting.tables import Table

HOSTILE = "<script>alert('x')</script>_%&$#{}~^\\|`*[link](x)"


def run_summary(name: str) -> RunSummary:
    return RunSummary(
        name=name,
        sha256="0" * 64,
        format="semeval",
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
        Score(
            run=run,
            group=group,
            measure="best",
            label="best",
            family="best",
            figures={"P": 0.5, "R": 0.25},
            ceiling={"P": 0.75, "R": 0.75},
            scored=2,
            attempted=1,
            signature=best,
        ),
        Score(
            run=run,
            group=group,
            measure="best-mode",
            label="best-mode",
            family="best",
            figures={"P": None, "R": None},
            ceiling={"P": None, "R": None},
            scored=0,
            attempted=0,
            signature=f"best-mode|{signature}",
        ),
        Score(
            run=run,
            group=group,
            measure="rank@10",
            label="rank@10",
            family="jabbari",
            figures={"mean": 1 / 3},
            ceiling={"mean": 1.0},
            scored=2,
            attempted=1,
            signature=f"rank@10|{signature}",
        ),
    ]


def evaluation(
    run: str = "run", gold: str = "gold", *, group: str = "all", lexelt: str = "bright.a", identifier: str = "1"
) -> Evaluation:
    """One run on two items, of which the second is not answered and has no mode."""
    scores = [score for name in dict.fromkeys(["all", group]) for score in scores_of(run, name)]
    statistics = ItemStatistics(
        run=run,
        measure="best",
        label="best",
        lexelts=[lexelt, "dog.n"],
        ids=[identifier, "2"],
        fields=("counted", "attempted", "credit"),
        parts=lambda: [np.array([[1.0, 1.0, 0.5], [1.0, 0.0, 0.0]])],
        figure_names=("P", "R"),
        combine=lambda _: (np.array([0.5, np.nan]), np.array([0.5, 0.0])),
    )
    summary = GoldSummary(
        name=gold, sha256="f" * 64, format="semeval", graded=False, items=2, scored=2, with_mode=0, faults={}
    )
    return Evaluation(
        gold=summary, runs=(run_summary(run),), scores=tuple(scores), statistics=(statistics,), notes=("A note.",)
    )


def table(*names: str, title: str = "title", caption: str = "caption") -> Table:
    """One row for each name, followed by numbers of different widths."""
    rows = tuple((name, f"{10**place / 10:.2f}") for place, name in enumerate(names))
    return Table(title=title, columns=("run", "best P"), rows=rows, caption=caption)
