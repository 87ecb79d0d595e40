"""The Python interface to agreement: of annotators, of raters, and of each annotator with the others."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stead import formats
from stead._api import measures_of, rules_of
from stead._inputs import StrPath, holds_ratings, policy_named
from stead.agreement import (
    DIVISIONS,
    RESAMPLES,
    Settings,
    annotation_agreement,
    human_scores,
    rating_agreement,
)
from stead.formats import Content, Options
from stead.matching import Rules
from stead.measures import SUITES, Measure, parse_measure
from stead.reporting.agreement import figure_records, render_agreement
from stead.reporting.humans import human_records, render_humans
from stead.task import (
    VERDICTS,
    Agreement,
    AgreementFigure,
    Annotation,
    BadInput,
    HumanScores,
    Rating,
    Report,
    Score,
    Source,
    UsageError,
)

AnnotationsLike = StrPath | Iterable[Annotation]
_MOST_RESAMPLES = 1_000_000


@dataclass(frozen=True, eq=False, repr=False)
class AgreementResult:
    """What `agree` found: prints as tables, converts to records."""

    agreement: Agreement
    report: Report

    @property
    def figures(self) -> tuple[AgreementFigure, ...]:
        """Every figure, signed."""
        return self.agreement.figures

    def figure(self, coefficient: str, group: str = "all") -> AgreementFigure:
        """One coefficient on one group of items, with its intervals and counts."""
        for figure in self.figures:
            if (figure.coefficient, figure.group) == (coefficient, group):
                return figure
        known = ", ".join(dict.fromkeys(figure.coefficient for figure in self.figures))
        raise UsageError(f"there is no {coefficient!r} ({group}) in this result; its coefficients are {known}.")

    def value(self, coefficient: str, group: str = "all") -> float | None:
        """The same figure alone, as a fraction of one where papers print percentages."""
        return self.figure(coefficient, group).value

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure, ready for a data frame."""
        return figure_records(self.agreement)

    def to(self, format: str) -> str:
        """The result as text, markdown, latex, tsv or json."""
        return render_agreement(self.agreement, format)

    def __str__(self) -> str:
        return self.to("text")

    def __repr__(self) -> str:
        return f"<AgreementResult: {len(self.agreement.annotators)} people on {self.agreement.items} items>"


@dataclass(frozen=True, eq=False, repr=False)
class HumansResult:
    """What `humans` found: prints as tables, converts to records."""

    humans: HumanScores
    report: Report

    @property
    def scores(self) -> tuple[Score, ...]:
        """Every score of every annotator (the `run` of a score), signed."""
        return self.humans.scores

    def mean(self, measure: str, figure: str) -> float | None:
        """The mean of a figure over the annotators."""
        wanted = str(parse_measure(measure))
        for mean in self.humans.means:
            if mean.measure == wanted and figure in mean.figures:
                return mean.figures[figure]
        raise UsageError(f"there is no {figure} of {wanted} in this result.")

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure, ready for a data frame."""
        return human_records(self.humans)

    def to(self, format: str) -> str:
        """The result as text, markdown, latex, tsv or json."""
        return render_humans(self.humans, format)

    def __str__(self) -> str:
        return self.to("text")

    def __repr__(self) -> str:
        return f"<HumansResult: {len(self.scores)} scores on {self.humans.items} items>"


def agree(
    annotations: AnnotationsLike | Iterable[Rating],
    *,
    by: str | Iterable[str] = (),
    without: str | Iterable[str] = (),
    match: str | Rules | None = None,
    seed: int = 1,
    resamples: int = RESAMPLES,
    format: str = "auto",
    faults: str = "repair",
) -> AgreementResult:
    """Measure how far annotators agree, or raters.

    `annotations` is a file of them, or a list of `Annotation` or of `Rating`. `by` names divisions of the items
    (`"pos"`, `"lexelt"`, `"item"`), `without` annotators to leave out. Intervals come from `resamples` (0: none) of
    the items, and of the lexelts, drawn with `seed`.
    """
    divisions = _listed(by)
    _check_divisions(divisions)
    _check_chance(seed, resamples)
    policy = policy_named(faults)
    settings = Settings(None, _listed(without), seed, resamples, policy)
    given = _given(annotations)
    rated = _ratings(given, Options(format, policy))
    if rated is not None:
        if match is not None:
            raise UsageError("ratings are of candidates as they were shown; matching rules are not for them.")
        ratings, source, report = rated
        return AgreementResult(rating_agreement(list(map(_in_numbers, ratings)), settings, source, divisions), report)
    settings = replace(settings, rules=rules_of("lenient" if match is None else match))
    nouns, source, report = _annotations(given, Options(format, policy))
    return AgreementResult(annotation_agreement(nouns, settings, source, divisions), report)


def humans(
    annotations: AnnotationsLike,
    *,
    measures: str | Iterable[str | Measure] | None = None,
    without: str | Iterable[str] = (),
    match: str | Rules | None = None,
    format: str = "auto",
    faults: str = "repair",
) -> HumansResult:
    """Score each annotator, as a run, against the gold of the others: what a system can be read against.

    `measures` are names such as `"best,oot@10"` (default: those of SemEval-2007).
    """
    chosen = measures_of(SUITES["semeval"] if measures is None else measures)
    rules = rules_of("lenient" if match is None else match)
    policy = policy_named(faults)
    nouns, source, report = _annotations(_given(annotations), Options(format, policy))
    found = human_scores(nouns, chosen, Settings(rules, _listed(without), policy=policy), source)
    return HumansResult(found, report)


def _listed(names: str | Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(dict.fromkeys(names))


def _check_divisions(divisions: Sequence[str]) -> None:
    for name in divisions:
        if name not in DIVISIONS:
            raise UsageError(f"{name!r} divides no items; there are {', '.join(DIVISIONS)}.")


def _check_chance(seed: object, resamples: object) -> None:
    for name, value, most in (("seed", seed, 2**63 - 1), ("resamples", resamples, _MOST_RESAMPLES)):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise UsageError(f"{name} is a whole number from 0 to {most}, not {value!r}.")


def _given(annotations: object) -> Content | list[Any]:
    """The file, or the list."""
    if isinstance(annotations, str | os.PathLike):
        return formats.read_content(annotations)
    if isinstance(annotations, Iterable):
        return list(annotations)
    raise BadInput(f"expected annotations (a path or a list of Annotation), found {type(annotations).__name__}.")


def _ratings(given: Content | list[Any], options: Options) -> tuple[list[Rating], Source, Report] | None:
    """Ratings, if that is what a caller gives: a list of them, or a file that says it holds them."""
    if isinstance(given, list):
        if not given or not isinstance(given[0], Rating):
            return None
        return _all_of(given, Rating), _source("ratings", given), Report("ratings")
    if not holds_ratings(given):
        return None
    nouns, report = formats.load_content(given, "ratings", options)
    return nouns, Source(given.name, given.sha256, "stead", given.path), report


def _in_numbers(rating: Rating) -> Rating:
    """Verdicts are the numbers 0 (bad) to 2 (good)."""
    return replace(rating, value=VERDICTS.index(rating.value)) if rating.value in VERDICTS else rating


def _annotations(given: Content | list[Any], options: Options) -> tuple[list[Annotation], Source, Report]:
    """What a caller gives as nouns, where they come from, and what was wrong with the file."""
    if isinstance(given, list):
        return _all_of(given, Annotation), _source("annotations", given), Report("annotations")
    nouns, report = formats.load_content(given, "annotations", options)
    known = formats.sniff(given, "annotations").name if options.format == "auto" else options.format
    return nouns, Source(given.name, given.sha256, known, given.path), report


def _all_of(values: list[Any], kind: type[Any]) -> list[Any]:
    other = next((value for value in values if not isinstance(value, kind)), None)
    if other is not None:
        raise BadInput(f"expected a list of {kind.__name__}, found {type(other).__name__} in it.")
    return values


def _source(name: str, nouns: Sequence[object]) -> Source:
    digest = hashlib.sha256()
    for noun in nouns:
        digest.update(repr(noun).encode(errors="backslashreplace"))
    return Source(name, digest.hexdigest())
