"""Measure the agreement of annotators, of raters, and of each annotator with the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from stead.agreement import (
    GROUPINGS,
    RESAMPLES,
    AgreementSettings,
    annotation_agreement,
    human_scores,
    rating_agreement,
)
from stead.api.inputs import AnnotationsLike, AnswersLike, GivenRatings, Inputs, reading_options
from stead.api.results import Result, with_warnings
from stead.api.score import measures_of, rules_without_lemmas
from stead.core.annotation import Annotation, Annotations, describe_left_out, is_machine, takes_machines
from stead.core.arguments import Range, checked
from stead.core.errors import UsageError
from stead.core.faults import Caution, Report
from stead.core.rating import Rating
from stead.core.text import plural, tidy
from stead.formats import Options
from stead.golds import AnswerRules
from stead.measures import SUITES, Measure, parse_measure
from stead.records.agreement import Agreement, AgreementFigure, HumanScores
from stead.records.scores import Score
from stead.reporting.agreement import figure_records, human_records, render_agreement, render_humans
from stead.rules.definitions import Rules

MaxAnswers = Annotated[int, Range(1, 20)]
Names = Annotated[str | Iterable[str], "a name or a list of names"]


@dataclass(frozen=True, eq=False, repr=False)
class AgreementResult(Result):
    """What `measure_agreement` found: prints as tables, converts to records."""

    agreement: Agreement
    reports: tuple[Report, ...] = ()

    @property
    def figures(self) -> tuple[AgreementFigure, ...]:
        """Every figure, signed."""
        return self.agreement.figures

    def _own_notes(self) -> Iterable[str]:
        return self.agreement.notes

    def figure(self, coefficient: str, group: str = "all") -> AgreementFigure:
        """Look up one coefficient on one group of items, with its intervals and counts."""
        for figure in self.figures:
            if (figure.coefficient, figure.group) == (coefficient, group):
                return figure
        known = ", ".join(dict.fromkeys(figure.coefficient for figure in self.figures))
        raise UsageError(f"there is no {coefficient!r} ({group}) in this result; its coefficients are {known}.")

    def value(self, coefficient: str, group: str = "all") -> float | None:
        """Look up the value alone, as a fraction of one where papers print percentages."""
        return self.figure(coefficient, group).value

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure."""
        return figure_records(self.agreement)

    def to(self, format: str = "text") -> str:
        """Render the figures as text, markdown, latex, tsv, csv or json."""
        return render_agreement(self.agreement, format)

    def _summary(self) -> str:
        return f"{len(self.agreement.annotators)} people on {plural(self.agreement.items, 'item')}"


@dataclass(frozen=True, eq=False, repr=False)
class HumanCeilingResult(Result):
    """What `human_ceiling` found: prints as tables, converts to records."""

    humans: HumanScores
    reports: tuple[Report, ...] = ()

    @property
    def scores(self) -> tuple[Score, ...]:
        """Every score of every annotator (the `run` of a score), signed."""
        return self.humans.scores

    def _own_notes(self) -> Iterable[str]:
        return self.humans.notes

    def mean(self, measure: str, figure: str) -> float | None:
        """The mean of a figure over the annotators."""
        wanted = str(parse_measure(measure))
        for mean in self.humans.means:
            if mean.measure == wanted and figure in mean.figures:
                return mean.figures[figure]
        raise UsageError(f"there is no {figure} of {wanted} in this result.")

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure."""
        return human_records(self.humans)

    def to(self, format: str = "text") -> str:
        """Render the scores as text, markdown, latex, tsv, csv or json."""
        return render_humans(self.humans, format)

    def _summary(self) -> str:
        return f"{plural(len(self.scores), 'score')} on {plural(self.humans.items, 'item')}"


@checked
def measure_agreement(
    annotations: AnswersLike,
    *,
    by: Names = (),
    without: Names = (),
    max_answers: MaxAnswers | None = None,
    match: str | Rules | None = None,
    seed: Annotated[int, Range(0, 2**63 - 1)] = 1,
    resamples: Annotated[int, Range(0, 1_000_000)] = RESAMPLES,
    machines: str = "leave-out",
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> AgreementResult:
    """Measure the agreement of annotators, or of raters.

    - `annotations`: a file, or a list of `Annotation` or of `Rating`.
    - `by`: groups of items: `"pos"`, `"lexelt"`, `"item"`.
    - `without`: annotators to leave out.
    - `max_answers`: how many answers of an annotator to an item are used; default: 3.
    - `match`: when two substitutes are equal; default: `"lenient"`.
    - `seed`, `resamples`: of the intervals, which come from resampled items and resampled lexelts; 0: no intervals.
    - `machines`: whether machines (their names begin with `machine:`) are annotators as people are: `"leave-out"` or
      `"include"`.
    """
    divisions = _listed(by)
    _check_divisions(divisions)
    files = Inputs(reading_options(format, faults, encoding))
    policy = str(files.options.policy)
    answers, left_out = _without_machines(files.annotations_or_ratings(annotations), machines)
    if isinstance(answers, GivenRatings):
        if match is not None or max_answers is not None:
            wrong = "matching rules" if match is not None else "a number of answers"
            raise UsageError(f"ratings are of candidates as they were shown; {wrong} are not for them.")
        settings = AgreementSettings(
            rules=None, without=_people(without), seed=seed, resamples=resamples, policy=policy
        )
        agreement = rating_agreement(answers.ratings, settings, answers.source, divisions)
    else:
        settings = AgreementSettings(
            rules=_rules(match),
            without=_people(without),
            max_answers=_most(max_answers),
            seed=seed,
            resamples=resamples,
            policy=policy,
        )
        agreement = annotation_agreement(answers, settings, divisions)
    agreement = replace(agreement, notes=(*left_out, *agreement.notes))
    return with_warnings(AgreementResult(agreement, tuple(files.reports)))


def _without_machines(
    answers: Annotations | GivenRatings, machines: str
) -> tuple[Annotations | GivenRatings, list[Caution]]:
    """Leave out the answers of machines unless they are to be included; also returns the note on it."""
    if takes_machines(machines):
        return answers, []
    location = answers.source.location
    if isinstance(answers, GivenRatings):
        raters = [rating.rater for rating in answers.ratings if is_machine(rating.rater)]
        people = [rating for rating in answers.ratings if not is_machine(rating.rater)]
        return answers._replace(ratings=people), _note_on_machines(location, raters, "rating")
    by_machines = answers.by_machines
    annotators = [*answers.annotators.only(by_machines)]
    return answers.only(~by_machines), _note_on_machines(location, annotators, "annotation")


def _note_on_machines(location: str, names: Sequence[str], noun: str) -> list[Caution]:
    return [Caution(describe_left_out(location, len(names), noun, names))] if names else []


def agreement_on_all(answers: Sequence[Annotation] | Sequence[Rating], max_answers: int) -> Agreement:
    """Compute every coefficient on all items, with at most `max_answers` answers of an annotator to an item."""
    given = Inputs(Options()).annotations_or_ratings(answers)
    if isinstance(given, GivenRatings):
        return rating_agreement(given.ratings, AgreementSettings(rules=None), given.source, ())
    return annotation_agreement(given, AgreementSettings(max_answers=max_answers), ())


@checked
def human_ceiling(
    annotations: AnnotationsLike,
    *,
    measures: str | Iterable[str | Measure] | None = None,
    without: Names = (),
    max_answers: MaxAnswers | None = None,
    match: str | Rules | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> HumanCeilingResult:
    """Score each annotator, as a run, against the gold of the others: the level that systems are compared with.

    `measures` are names such as `"best,oot@10"` (default: those of SemEval-2007). Machines among the annotators are
    scored against all people; they are in no gold and in no mean.
    """
    chosen = measures_of(SUITES["semeval"] if measures is None else measures)
    files = Inputs(reading_options(format, faults, encoding))
    settings = AgreementSettings(
        rules=_rules(match), without=_people(without), max_answers=_most(max_answers), policy=str(files.options.policy)
    )
    answers = files.annotations_or_ratings(annotations)
    if isinstance(answers, GivenRatings):
        raise UsageError("these are ratings; only annotators are scored against the others.")
    return with_warnings(HumanCeilingResult(human_scores(answers, chosen, settings), tuple(files.reports)))


def _rules(match: str | Rules | None) -> Rules:
    return rules_without_lemmas("lenient" if match is None else match, "agreement")


def _most(max_answers: int | None) -> int:
    """The limit of answers of an annotator to an item, with the default of a gold."""
    return AnswerRules().max_answers if max_answers is None else AnswerRules(max_answers=max_answers).max_answers


def _people(without: str | Iterable[str]) -> tuple[str, ...]:
    """Normalise the names of annotators to leave out, as those in files are."""
    return tuple(dict.fromkeys(map(tidy, _listed(without))))


def _listed(names: str | Iterable[str]) -> tuple[str, ...]:
    """One name or several, each once."""
    return (names,) if isinstance(names, str) else tuple(dict.fromkeys(names))


def _check_divisions(divisions: Sequence[str]) -> None:
    for name in divisions:
        if name not in GROUPINGS:
            raise UsageError(f"by is {' or '.join(GROUPINGS)}, not {name!r}.", parameter="by")
