"""Annotations for the tests, and the figures worked out of them by hand."""

from collections.abc import Iterable, Sequence
from typing import Any

from stead.agreement import AgreementSettings, annotation_agreement
from stead.agreement.answer_table import AnswerTable, tabulate
from stead.core.annotation import Annotation, Annotations
from stead.core.faults import Source
from stead.records.agreement import Agreement, AgreementFigure
from stead.rules.definitions import Rules

MEMORY = Source("made", "ab" * 32)


def answer(item: str, annotator: str, *substitutes: str, **others: Any) -> Annotation:
    """`item` is lexelt and id: `bright.a 1`."""
    lexelt, identifier = item.split(" ")
    return Annotation(lexelt=lexelt, id=identifier, annotator=annotator, substitutes=substitutes, **others)


# Worked by hand; J is |p1 & p2| / |p1 | p2|, N how many annotators gave substitutes, n how many named one of them.
#
# item        ann           bob                     cat        J of the pairs     sum / pairs   named in all   mode
# bright.a 1  clever        clever smart            smart      1/2, 0, 1/2        1 / 3         2 2      = 4   none
# bright.a 2  shiny         shiny vivid lit         NIL        1/3                1/3 / 1       2 1 1    = 4   shiny
# dog.n 3     hound         NAME                    (no row)   -                  0 / 0         1        = 1   -
# run.v 4     sprint        dash sprint race        flee       1/3, 0, 0          1/3 / 3       2 1 1 1  = 5   sprint
# hold.v 5    keep          grip                    (blank)    0                  0 / 1         1 1      = 2   none
#
# multiwords  run.v 4: run off, run off, run; hold.v 5: ann says hold on.
ANNOTATIONS = (
    answer("bright.a 1", "ann", "clever"),
    answer("bright.a 1", "bob", "clever", "smart"),
    answer("bright.a 1", "cat", "smart"),
    answer("bright.a 2", "ann", "shiny"),
    answer("bright.a 2", "bob", "shiny", "vivid", "lit"),
    answer("bright.a 2", "cat", nil=True),
    answer("dog.n 3", "ann", "hound"),
    answer("dog.n 3", "bob", name=True),
    answer("run.v 4", "ann", "sprint", multiword="run off"),
    answer("run.v 4", "bob", "dash", "sprint", "race", multiword="Run off"),
    answer("run.v 4", "cat", "flee", multiword="run"),
    answer("hold.v 5", "ann", "keep", multiword="hold on"),
    answer("hold.v 5", "bob", "grip"),
    answer("hold.v 5", "cat"),
)


def made(annotations: Iterable[Annotation] = ANNOTATIONS) -> Annotations:
    """These annotations in columns, called `made`."""
    return Annotations.of(annotations, MEMORY)


def tabulated(annotations: Sequence[Annotation] = ANNOTATIONS, rules: Rules | None = None) -> AnswerTable:
    """The table of these annotations."""
    return tabulate(made(annotations), rules or Rules(), max_answers=20).table


def measured(annotations: Sequence[Annotation] = ANNOTATIONS, *divisions: str, **settings: Any) -> Agreement:
    """The agreement of these annotations, without intervals unless asked for."""
    chosen = AgreementSettings(**{"resamples": 0, **settings})
    return annotation_agreement(made(annotations), chosen, divisions)


def figures(agreement: Agreement, group: str = "all") -> dict[str, AgreementFigure]:
    """The figures of a group, by coefficient."""
    return {figure.coefficient: figure for figure in agreement.figures if figure.group == group}


def values(agreement: Agreement, group: str = "all") -> dict[str, float | None]:
    """Only their values."""
    return {name: figure.value for name, figure in figures(agreement, group).items()}
