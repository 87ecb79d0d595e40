"""The Python interface to golds: make, describe, compare, and what a person might curate."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from stead import formats, golds
from stead.api.agreement import agreement_on_all
from stead.api.inputs import (
    AnnotationsLike,
    GoldLike,
    Inputs,
    Ratings,
    StrPath,
    answers_given,
    notes_of_files,
    reading_options,
    refuse_second_input,
)
from stead.api.items import ItemsLike, listed_items
from stead.api.score import prepare
from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.faults import Report
from stead.core.gold import GoldStandard
from stead.core.item import Item
from stead.core.notes import Caution, warn_of, with_notes
from stead.core.rating import Rating
from stead.core.run import Run, RunRow
from stead.core.source import Source
from stead.core.text import counted
from stead.formats import Options
from stead.golds import AnswerRules, Curation, Decision, LeftOut, MadeGold, RatingRules, Special
from stead.records.agreement import AgreementFigure
from stead.records.sheet import Section, Sheet
from stead.reporting import render_sheet
from stead.scoring import ALL

CurationLike = StrPath | Curation


@dataclass(frozen=True, eq=False, repr=False)
class SheetResult:
    """Tables under headings: prints as text, converts to other forms."""

    sheet: Sheet
    reports: tuple[Report, ...] = ()

    @property
    def sections(self) -> tuple[Section, ...]:
        """The tables, as plain values."""
        return self.sheet.sections

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the files, as the command line says it."""
        return tuple(notes_of_files(self.reports))

    def records(self, title: str) -> list[dict[str, Any]]:
        """The rows of one table by the names of its columns."""
        for section in self.sections:
            if section.title == title:
                return [dict(zip(section.columns, row, strict=True)) for row in section.rows]
        raise UsageError(f"there is no table {title!r}; there are {', '.join(each.title for each in self.sections)}.")

    def to(self, format: str) -> str:
        """The tables as text, markdown, latex, tsv or json."""
        return render_sheet(self.sheet, format)

    def __str__(self) -> str:
        return with_notes(self.to("text"), self.notes)

    def __repr__(self) -> str:
        return f"<SheetResult: {self.sheet.title}, {counted(len(self.sections), 'table')}>"


@dataclass(frozen=True, eq=False, repr=False)
class GoldResult:
    """What `make_gold` made: the gold, what was kept apart, and what was left out and why."""

    made: MadeGold
    reports: tuple[Report, ...] = ()

    @property
    def gold(self) -> GoldStandard:
        """The gold standard."""
        return self.made.gold

    @property
    def multiwords(self) -> GoldStandard:
        """How many annotators named which multiword."""
        return self.made.multiwords

    @property
    def specials(self) -> tuple[Special, ...]:
        """The items that anybody answered with NIL or NAME."""
        return self.made.specials

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The items that are not in the gold, and why."""
        return self.made.left_out

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the files and the answers before using the gold, as the command line says it."""
        return (*notes_of_files(self.reports), *self.made.notes)

    @property
    def signature(self) -> str:
        """Everything that could make it another gold, in one line."""
        return self.made.signature

    def data_sheet(self) -> SheetResult:
        """Counts, procedure, faults, notes, distributions, agreement (of the answers that were counted), ceilings."""
        ceilings = [ceilings_of(self.gold, self.multiwords, min_responses=0)]
        agreement = [agreement_of(self.made.used())]
        return SheetResult(golds.data_sheet(self.made, self.reports, agreement=agreement, ceilings=ceilings))

    def __repr__(self) -> str:
        return f"<GoldResult: {counted(len(self.gold), 'item')}, {len(self.left_out)} left out>"


def make_gold(
    annotations: AnnotationsLike | Iterable[Rating],
    *,
    curation: CurationLike | None = None,
    items: ItemsLike | None = None,
    weights: str | None = None,
    max_answers: int | None = None,
    min_responses: int | None = None,
    grade: str | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> GoldResult:
    """Make a gold standard of annotations or of ratings, given as a file or as objects.

    Of annotations: `weights` are `"counts"` of annotators or `"shares"` (an annotator with three answers gives a third
    to each), `max_answers` (3) how many answers of an annotator are used, `min_responses` (2) how many usable answers
    an item needs. `curation` is a file of decisions; `items` are those that the gold is of. Of ratings: `grade` is
    their `"mean"` or `"majority"`.
    """
    refuse_second_input([annotations, curation, *_paths(items)])
    files = _Files(reading_options(format, faults, encoding))
    answers = files.annotations(annotations)
    chosen = {"weights": weights, "max_answers": max_answers, "min_responses": min_responses}
    given = {name: value for name, value in chosen.items() if value is not None}
    if isinstance(answers, Annotations):
        if grade is not None:
            raise UsageError("a grade (--grade) is for ratings; these are annotations.")
        rules, own = AnswerRules(**given), files.items(items)  # type: ignore[arg-type]  # validated by the rules
        made = golds.make_gold(answers, rules, files.curation(curation), own, policy=faults)
        return warned_gold(made, files.reports)
    if given or curation is not None or _paths(items):
        raise UsageError("these are ratings; for them there is only the grade (--grade).")
    rated = golds.make_rated_gold(*answers, None if grade is None else RatingRules(grade), policy=faults)
    return warned_gold(rated, files.reports)


def warned_gold(made: MadeGold, reports: Iterable[Report]) -> GoldResult:
    """The result, after warnings of what does not count as it was given."""
    result = GoldResult(made, tuple(reports))
    warn_of(result.notes)
    return result


def _warned_sheet(sheet: Sheet, reports: Iterable[Report]) -> SheetResult:
    result = SheetResult(sheet, tuple(reports))
    warn_of(result.notes)
    return result


def _paths(items: ItemsLike | None) -> list[StrPath | Item]:
    """Files or items, however many were given."""
    given: Any = items
    listed = [given] if given is not None and not isinstance(given, Iterable) else listed_items(given)
    others = [each for each in listed if not isinstance(each, str | os.PathLike | Item)]
    if others:
        raise UsageError(f"items are files, or Item objects, not {others[0]!r}.")
    return listed


class _Files:
    """Turns what a caller gives into nouns, and keeps the reports of the files among them."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.reports: list[Report] = []

    def annotations(self, given: object) -> Annotations | Ratings:
        """Annotations or ratings."""
        answers, report = answers_given(given, self.options)
        self.reports.append(report)
        return answers

    def items(self, given: ItemsLike | None) -> list[Item] | None:
        """The items of all files, or nothing if none was given."""
        found: list[Item] = []
        for each in _paths(given):
            if isinstance(each, Item):
                found.append(each)
                continue
            items, report = formats.load(each, "items", replace(self.options, format="auto"))
            self.reports.append(report)
            found += items
        return found if _paths(given) else None

    def curation(self, given: CurationLike | None) -> Curation | None:
        """The decisions of a file."""
        if given is None or isinstance(given, Curation):
            return given
        if not isinstance(given, str | os.PathLike):
            raise UsageError(f"a curation is a file, or a Curation of decisions, not {given!r}.")
        return golds.read_curation(formats.in_utf8(formats.read_content(given), self.options.encoding))


# ------------------------------------------------------------------------------------------------- description


def describe_gold(
    gold: GoldLike,
    *,
    multiwords: GoldLike | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> SheetResult:
    """Items, substitutes, modes, multiwords and weights of a gold standard, and the ceiling of every measure."""
    refuse_second_input([gold, multiwords])
    files = Inputs(reading_options(format, faults, encoding))
    own = files.gold(gold)
    phrases = None if multiwords is None else files.gold(multiwords)
    sections = golds.Description(own, phrases).sections()
    sheet = Sheet(f"The gold standard {own.source.name}", (*sections, ceilings_of(own, phrases)))
    return _warned_sheet(sheet, files.reports)


def agreement_of(answers: list[Annotation] | list[Rating]) -> Section:
    """Every coefficient on all items, with its intervals."""
    if not answers:
        return Section("Agreement", text="There are no answers yet.")
    try:
        found = agreement_on_all(answers, _MOST_ANSWERS)  # none beyond the limit are left
    except SteadError as error:
        return Section("Agreement", text=str(error))
    rows = tuple(
        (figure.coefficient, _scaled(figure, figure.value), *_bounds(figure), figure.items)
        for figure in found.figures
        if figure.group == ALL
    )
    columns = ("coefficient", "value", "low by item", "high by item", "low by lexelt", "high by lexelt", "items")
    return Section("Agreement", columns, rows, f"{_COUNTED[found.kind]} {_SCALES}")


_SCALES = "Percentages, but for alpha and deviations; 95 % intervals."
_COUNTED = {
    "annotations": "Of the answers that were counted, as curation left them, also those to items with too few of them.",
    "ratings": "Of the ratings that were counted.",
}


def _bounds(figure: AgreementFigure) -> Iterator[float | None]:
    for interval in (figure.interval_by_item, figure.interval_by_lexelt):
        yield from (_scaled(figure, bound) for bound in interval or (None, None))


def _scaled(figure: AgreementFigure, value: float | None) -> float | None:
    return None if value is None else round(100 * value, 2) if figure.scale == "percent" else round(value, 4)


def ceilings_of(gold: GoldStandard, multiwords: GoldStandard | None, min_responses: float | None = None) -> Section:
    """What a perfect run gets from every measure that the gold allows."""
    ideal = Run.of((RunRow(row.lexelt, row.id, [term for term, _ in row.weights]) for row in gold), Source("ideal", ""))
    try:
        results = [prepare(gold, [ideal], min_responses=min_responses).result()]
        if multiwords is not None and golds.gold_multiwords(multiwords):
            phrases = golds.gold_multiwords(multiwords)
            naming = Run.of((RunRow(*item, [phrase]) for item, phrase in phrases.items()), Source("ideal", ""))
            of_phrases = prepare(
                gold, [naming], measures="multiwords", multiwords=multiwords, min_responses=min_responses
            )
            results.append(of_phrases.result())
    except BadInput as error:
        return Section("Ceilings", text=str(error))
    scores = [each for result in results for each in result.scores]
    rows = tuple((each.label, figure, value) for each in scores for figure, value in each.ceiling.items())
    signature = scores[0].signature.removeprefix(scores[0].measure)
    text = f"What a perfect run that answers every item gets, as a fraction of one. MEASURE{signature}"
    return Section("Ceilings", ("measure", "figure", "ceiling"), rows, text, labels=2)


def diff_golds(
    first: GoldLike, second: GoldLike, *, format: str = "auto", faults: str = "repair", encoding: str | None = None
) -> SheetResult:
    """Where two golds differ: items only in one, substitutes added and removed, weights changed."""
    refuse_second_input([first, second])
    files = Inputs(reading_options(format, faults, encoding))
    one, other = files.gold(first), files.gold(second)
    sheet = Sheet(f"From {one.source.place} to {other.source.place}", golds.differences(one, other))
    return _warned_sheet(sheet, files.reports)


# --------------------------------------------------------------------------------------------------- curation


@dataclass(frozen=True, eq=False)
class Proposals:
    """New decisions for a person to make, and what to know about them."""

    decisions: tuple[Decision, ...]
    notes: tuple[str, ...]


def propose_curation(
    annotations: AnnotationsLike,
    *,
    curation: CurationLike | None = None,
    items: ItemsLike | None = None,
    language: str | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> Proposals:
    """What might be done beyond what `curation` decides already.

    Forms may be merged (`well-lit`, `well lit`), lemmatised (`games`), split (`clever, smart`) or dropped (`12`).
    Lemmas need the language of the answers: `language`, or that of the `items`.
    """
    refuse_second_input([annotations, curation, *_paths(items)])
    if not isinstance(language, str | None):
        raise UsageError(f"a language is a code such as 'en', not {language!r}.")
    files = _Files(reading_options(format, faults, encoding))
    answers, decided = files.annotations(annotations), files.curation(curation) or Curation()
    if not isinstance(answers, Annotations):
        raise UsageError("these are ratings; only annotations are curated.")
    sentences = files.items(items)
    everything = AnswerRules(max_answers=_MOST_ANSWERS)
    prepared, counts = golds.prepare(answers, everything, decided, sentences)
    languages = {(item.lexelt, item.id): language or item.language for item in sentences or ()}
    if sentences is None and language:
        languages = dict.fromkeys(prepared.answers.items, language)
    lemmatise = golds.lemmatiser()
    found = golds.proposals(prepared.answers, decided, languages, lemmatise)
    unknown = counts["annotations of unknown items"]
    left_out = (
        [Caution(f"{counted(unknown, 'annotation')} of items that are not among those given: left out.")]
        if unknown
        else []
    )
    notes = _notes_on_lemmas(any(languages.values()), lemmatise is not None)
    everything_noted = (*notes_of_files(files.reports), *left_out, *golds.contradictions(decided), *notes)
    warn_of(everything_noted)
    return Proposals(tuple(found), everything_noted)


_MOST_ANSWERS = 20


def _notes_on_lemmas(language_known: bool, installed: bool) -> Iterable[str]:  # noqa: FBT001
    if not language_known:
        yield "No lemmas are proposed: say the language (--language en), or give the items (--items)."
    elif not installed:
        yield f"No lemmas are proposed, since simplemma is not installed: {golds.INSTALL}"
