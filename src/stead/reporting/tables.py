"""Result records as tables of text, one for each family of measures, laid out as the papers do."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from stead.core.text import plural
from stead.records.scores import Evaluation, Figures, ItemStatistics, Score

CEILING = "ceiling"
TITLES = {
    "best": "best (SemEval-2007)",
    "oot": "out of ten (SemEval-2007)",
    "multiword": "multiwords (SemEval-2007)",
    "jabbari": "best, coverage, rank (Jabbari et al. 2010)",
    "semdis": "SemDis 2014, plain and normalised (Tanguy et al. 2018)",
    "ranking": "precision, recall and ranking of candidates",
    "simplification": "lexical simplification (TSAR-2022)",
    "swords": "SWORDS (Lee et al. 2021)",
}
"""What a family of measures is called."""

COUNTS = {"multiword": "named/gold"}
"""What the two counts of a row are: for multiwords, precision and recall are over different items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Text in rows and columns; `labels` columns on the left are words, the others are numbers.

    `endings` are the rows (by position) that close a block, `ceilings` those that the rows above are read against.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    labels: int = 1
    endings: frozenset[int] = frozenset()
    ceilings: frozenset[int] = frozenset()


def percent(value: float | None) -> str:
    """A fraction of one as a percentage with two decimals, halves up as in 2007, or a dash where there is none."""
    return "-" if value is None or math.isnan(value) else f"{math.floor(value * 10_000 + 0.5) / 100:.2f}"


def figure_label(measure: str, figure: str) -> str:
    """What a column is called: the measure, and the figure if the measure has more than a mean."""
    return measure if figure == "mean" else f"{measure} {figure}"


def evaluation_tables(evaluation: Evaluation) -> list[Table]:
    """One table per family, in the order of the scores."""
    families = dict.fromkeys(score.family for score in evaluation.scores)
    return [_family_table(family, evaluation) for family in families]


def _family_table(family: str, evaluation: Evaluation) -> Table:
    scores = [score for score in evaluation.scores if score.family == family]
    groups = list(dict.fromkeys(score.group for score in scores))
    measures = list(dict.fromkeys(score.measure for score in scores))
    first = {score.measure: score for score in scores}
    figures = [figure_label(first[name].label, figure) for name in measures for figure in first[name].figures]
    grouped = len(groups) > 1
    blocks = [list(_group_rows(group, scores, grouped=grouped)) for group in groups]
    endings = frozenset(end - 1 for end in accumulate(map(len, blocks)))
    return Table(
        title=TITLES.get(family, family),
        columns=(*(["group"] if grouped else []), "run", COUNTS.get(family, "answered"), *figures),
        rows=tuple(row for block in blocks for row in block),
        caption=_caption(family, evaluation, scores),
        labels=2 if grouped else 1,
        endings=endings,
        ceilings=endings,
    )


def _group_rows(group: str, scores: Sequence[Score], *, grouped: bool) -> Iterable[tuple[str, ...]]:
    own = [score for score in scores if score.group == group]
    label = [group] if grouped else []
    for run in dict.fromkeys(score.run for score in own):
        of_run = [score for score in own if score.run == run]
        widest = max(of_run, key=lambda score: score.scored)  # mode measures count fewer items than the others
        yield (*label, run, f"{widest.attempted}/{widest.scored}", *_cells(score.figures for score in of_run))
    of_any = [score for score in own if score.run == own[0].run]
    yield (*label, CEILING, "", *_cells(score.ceiling for score in of_any))


def _cells(figures: Iterable[Figures]) -> list[str]:
    return [percent(value) for each in figures for value in each.values()]


def _caption(family: str, evaluation: Evaluation, scores: Sequence[Score]) -> str:
    gold = evaluation.gold
    if family == "multiword":
        return f"Scores x 100; {plural(scores[0].scored, 'item')} with a gold multiword; {_CEILING_EXPLAINED}."
    own = [score for score in scores if (score.run, score.group) == (scores[0].run, scores[0].group)]
    plain = [score for score in own if "-mode" not in score.measure]
    most = max((score.scored for score in plain), default=gold.scored)
    parts = [f"Scores x 100 on {most} of {plural(gold.items, 'item')} of {gold.name}"]
    if len(plain) < len(own):
        parts.append(f"{gold.with_mode} of them {'has' if gold.with_mode == 1 else 'have'} a mode")
    parts += [f"{score.label} on {score.scored}" for score in plain if score.scored != most]
    return "; ".join([*parts, _CEILING_EXPLAINED]) + "."


_CEILING_EXPLAINED = f"{CEILING}: a perfect run that answers every item"
_MOST_SIGNATURES = 8


class Signatures(NamedTuple):
    """What the figures of some tables are signed with: those that are shown, and how many others there are."""

    shown: Sequence[str]
    hidden: int = 0

    @property
    def remark(self) -> str:
        """What is to be said of the others."""
        return f"{plural(self.hidden, 'more signature')}: JSON and TSV have them all." if self.hidden else ""


def signatures(evaluation: Evaluation) -> Signatures:
    """Once for each group, the measure's name left open where all measures share the rest."""
    measures: dict[str, dict[str, None]] = {}
    for score in evaluation.scores:
        measures.setdefault(score.signature.removeprefix(score.measure), {})[score.measure] = None
    every = len({score.measure for score in evaluation.scores})
    found = [("MEASURE" if len(own) == every else ",".join(own)) + rest for rest, own in measures.items()]
    return Signatures(found) if len(found) <= _MOST_SIGNATURES else Signatures(found[:1], len(found) - 1)


def item_tables(evaluation: Evaluation) -> list[Table]:
    """One table per run: every item with its figures."""
    runs = dict.fromkeys(statistics.run for statistics in evaluation.statistics)
    return [_item_table(run, [each for each in evaluation.statistics if each.run == run]) for run in runs]


def _item_table(run: str, statistics: Sequence[ItemStatistics]) -> Table:
    columns = [figure_label(each.label, name) for each in statistics for name in each.figure_names]
    items = zip(statistics[0].lexelts, statistics[0].ids, strict=True)
    rows = tuple(
        (lexelt, identifier, *(percent(value) for each in statistics for value in each.figures[position].tolist()))
        for position, (lexelt, identifier) in enumerate(items)
    )
    return Table(title=f"{run}, item by item", columns=("lexelt", "id", *columns), rows=rows, labels=2)
