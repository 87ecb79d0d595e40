"""Make gold standards, describe and compare them, and propose what a person might curate."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from stead import golds
from stead.api.agreement import MaxAnswers, agreement_on_all
from stead.api.inputs import (
    AnnotationsLike,
    AnswersLike,
    GivenRatings,
    GoldLike,
    HoldsDecisions,
    Inputs,
    ItemsLike,
    StrPath,
    list_items,
    reading_options,
    refuse_second_input,
)
from stead.api.options import Scoring
from stead.api.results import Result, TableResult, with_warnings
from stead.api.score import prepare
from stead.core.annotation import Annotation
from stead.core.arguments import checked
from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.extras import install_command, is_installed
from stead.core.faults import Caution, Report, Source
from stead.core.rating import Rating
from stead.core.substitutes import GoldStandard, Run, RunRow
from stead.core.text import plural
from stead.formats import Content, read_content, save, write_content
from stead.golds import AnswerRules, Curation, Decision, LeftOutItem, MadeGold, RatingRules, Special, serialise_curation
from stead.records.agreement import AgreementFigure
from stead.records.sheet import Section, Sheet
from stead.reporting.sheets import render_sheet
from stead.scoring import ALL

CurationLike = Annotated[StrPath | Curation | HoldsDecisions, "a file, or a Curation of decisions"]


@dataclass(frozen=True, eq=False, repr=False)
class SheetResult(Result):
    """Tables under headings: prints as text, converts to other formats."""

    sheet: Sheet
    reports: tuple[Report, ...] = ()

    @property
    def sections(self) -> tuple[Section, ...]:
        """The tables, as plain values."""
        return self.sheet.sections

    def records(self, title: str | None = None) -> list[dict[str, Any]]:
        """The rows of the table of this title by the names of its columns; of all tables if none is named."""
        titles = [section.title for section in self.sections]
        if title is not None and title not in titles:
            raise UsageError(f"there is no table {title!r}; there are {', '.join(titles)}.")
        return [
            ({"table": section.title} if title is None else {}) | dict(zip(section.columns, row, strict=True))
            for section in self.sections
            if title in {None, section.title}
            for row in section.rows
        ]

    def to(self, format: str = "text", *, width: int | None = None) -> str:
        """Render the tables as text (as wide as a terminal), markdown, latex, tsv, csv or json."""
        return render_sheet(self.sheet, format, width=width)

    def _summary(self) -> str:
        return f"{self.sheet.title}, {plural(len(self.sections), 'table')}"


@dataclass(frozen=True, eq=False, repr=False)
class GoldResult(Result):
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
    def left_out(self) -> tuple[LeftOutItem, ...]:
        """The items that are not in the gold, and why."""
        return self.made.left_out

    def _own_notes(self) -> Iterable[str]:
        return self.made.notes

    @property
    def signature(self) -> str:
        """The signature: everything that could make it another gold, in one line."""
        return self.made.signature

    def data_sheet(self) -> SheetResult:
        """Counts, procedure, faults, notes, distributions, agreement (of the answers that were counted), ceilings."""
        ceilings = [ceilings_of(self.gold, self.multiwords, min_responses=0)]
        agreement = [agreement_of(self.made.used())]
        return SheetResult(golds.data_sheet(self.made, self.reports, agreement=agreement, ceilings=ceilings))

    def to(self, format: str = "text") -> str:
        """Render the data sheet as text, markdown, latex, tsv, csv or json."""
        return self.data_sheet().to(format)

    def records(self) -> list[dict[str, Any]]:
        """One record for each substitute of each item, with its weight."""
        return [
            {"lexelt": row.lexelt, "id": row.id, "substitute": term, "weight": weight}
            for row in self.gold
            for term, weight in row.weights
        ]

    def save(self, path: StrPath, *, format: str = "stead") -> None:
        """Write the gold standard to a file, in a format that `stead convert` knows."""
        save(self.gold, "gold", path, format)

    def _summary(self) -> str:
        return f"{plural(len(self.gold), 'item')}, {len(self.left_out)} left out"


@checked
def make_gold(
    annotations: AnswersLike,
    *,
    curation: CurationLike | None = None,
    items: ItemsLike | None = None,
    weights: str | None = None,
    max_answers: MaxAnswers | None = None,
    min_responses: int | None = None,
    grade: str | None = None,
    machines: str = "leave-out",
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> GoldResult:
    """Make a gold standard of annotations or of ratings, given as a file or as objects.

    Of annotations:

    - `curation`: a file of decisions, a `Curation`, or what `propose_curation` proposed.
    - `items`: the items that the gold is of.
    - `weights`: `"counts"` of annotators, or `"shares"` (an annotator with three answers gives a third to each).
    - `max_answers`: how many answers of an annotator are used; default: 3.
    - `min_responses`: how many usable answers an item needs; default: 2.

    Of ratings:

    - `grade`: their `"mean"` or `"majority"`.

    Of both:

    - `machines`: whether the answers of machines (their names begin with `machine:`) count: `"leave-out"` or
      `"include"`, which the signature and the data sheet then say.
    """
    refuse_second_input([annotations, curation, *list_items(items)])
    files = Inputs(reading_options(format, faults, encoding))
    answers = files.annotations_or_ratings(annotations)
    chosen = {"weights": weights, "max_answers": max_answers, "min_responses": min_responses}
    given = {name: value for name, value in chosen.items() if value is not None}
    if not isinstance(answers, GivenRatings):
        if grade is not None:
            raise UsageError("grade is for ratings; these are annotations.", parameter="grade")
        rules, sentences = AnswerRules(**given), files.items(items)  # type: ignore[arg-type]  # validated by the rules
        made = golds.make_gold(answers, rules, files.curation(curation), sentences, policy=faults, machines=machines)
    elif given or curation is not None or list_items(items):
        raise UsageError("grade is the only choice for ratings, and these are ratings.", parameter="grade")
    else:
        rating_rules = None if grade is None else RatingRules(grade)
        made = golds.make_rated_gold(*answers, rating_rules, policy=faults, machines=machines)
    return with_warnings(GoldResult(made, tuple(files.reports)))


# ------------------------------------------------------------------------------------------------- description


@checked
def describe_gold(
    gold: GoldLike,
    *,
    multiwords: GoldLike | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> SheetResult:
    """Describe a gold standard: items, substitutes, modes, multiwords, weights, and the ceiling of every measure."""
    refuse_second_input([gold, multiwords])
    files = Inputs(reading_options(format, faults, encoding))
    standard = files.gold(gold)
    phrases = None if multiwords is None else files.gold(multiwords, "multiwords")
    sections = golds.Description(standard, phrases).sections()
    sheet = Sheet(f"The gold standard {standard.source.name}", (*sections, ceilings_of(standard, phrases)))
    return with_warnings(SheetResult(sheet, tuple(files.reports)))


def agreement_of(answers: list[Annotation] | list[Rating]) -> Section:
    """Tabulate every coefficient of agreement on all items, with its intervals."""
    if not answers:
        return Section("Agreement", text="There are no answers yet.")
    try:
        agreement = agreement_on_all(answers, _MOST_ANSWERS)  # none beyond the limit are left
    except SteadError as error:
        return Section("Agreement", text=str(error))
    rows = tuple(
        (figure.coefficient, _scaled(figure, figure.value), *_bounds(figure), figure.items)
        for figure in agreement.figures
        if figure.group == ALL
    )
    columns = ("coefficient", "value", "low by item", "high by item", "low by lexelt", "high by lexelt", "items")
    return Section("Agreement", columns, rows, f"{_COUNTED[agreement.kind]} {_SCALES}")


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
    """Tabulate what a perfect run gets from every measure that the gold allows."""
    ideal = Run.of((RunRow(row.lexelt, row.id, [term for term, _ in row.weights]) for row in gold), Source("ideal", ""))
    try:
        results = [prepare(gold, [ideal], Scoring(min_responses=min_responses)).result()]
        if multiwords is not None and golds.gold_multiwords(multiwords):
            phrases = golds.gold_multiwords(multiwords)
            naming = Run.of((RunRow(*item, [phrase]) for item, phrase in phrases.items()), Source("ideal", ""))
            options = Scoring(measures="multiwords", multiwords=multiwords, min_responses=min_responses)
            results.append(prepare(gold, [naming], options).result())
    except BadInput as error:
        return Section("Ceilings", text=str(error))
    scores = [score for result in results for score in result.scores]
    rows = tuple((score.label, figure, value) for score in scores for figure, value in score.ceiling.items())
    signature = scores[0].signature.removeprefix(scores[0].measure)
    text = f"What a perfect run that answers every item gets, as a fraction of one. MEASURE{signature}"
    return Section("Ceilings", ("measure", "figure", "ceiling"), rows, text, labels=2)


@checked
def compare_golds(
    first: GoldLike, second: GoldLike, *, format: str = "auto", faults: str = "repair", encoding: str | None = None
) -> SheetResult:
    """Compare two golds: items only in one, substitutes added and removed, weights changed."""
    refuse_second_input([first, second])
    files = Inputs(reading_options(format, faults, encoding))
    one, other = files.gold(first, "first"), files.gold(second, "second")
    sheet = Sheet(f"From {one.source.location} to {other.source.location}", golds.differences(one, other))
    return with_warnings(SheetResult(sheet, tuple(files.reports)))


# --------------------------------------------------------------------------------------------------- curation


@dataclass(frozen=True, eq=False, repr=False)
class ProposalsResult(TableResult):
    """New decisions for a person to make, and what to know about them."""

    _table = "decisions"

    decisions: tuple[Decision, ...]
    remarks: tuple[str, ...]
    reports: tuple[Report, ...] = ()
    before: Content | None = None
    """The file of decisions made before, if there is one."""

    def _own_notes(self) -> Iterable[str]:
        return self.remarks

    def save(self, path: StrPath) -> None:
        """Write the file that `curation` takes: the decisions made before, and these after them."""
        write_content(path, self.curation().data)

    def curation(self) -> Content:
        """The file that `save` writes, to be given as `curation` without saving it."""
        return Content("curation", serialise_curation(self.decisions, self.before))

    def to(self, format: str = "text") -> str:
        """Render the decisions as markdown, latex or json; as text or tsv they are the file that `curation` takes."""
        return serialise_curation(self.decisions).decode() if format in {"text", "tsv"} else super().to(format)

    def records(self) -> list[dict[str, Any]]:
        """One record for each decision."""
        return [asdict(decision) for decision in self.decisions]

    def _summary(self) -> str:
        return plural(len(self.decisions), "decision")


@checked
def propose_curation(
    annotations: AnnotationsLike,
    *,
    curation: CurationLike | None = None,
    items: ItemsLike | None = None,
    language: Annotated[str, "a code such as 'en'"] | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> ProposalsResult:
    """Propose decisions about answers: merge forms (`well-lit`, `well lit`), lemmatise, split or drop them.

    - `annotations`: a file, or a list of `Annotation`.
    - `curation`: a file of decisions made before, or a `Curation`; these are not proposed again.
    - `items`: files of the sentences, or `Item` objects; annotations of other items are left out.
    - `language`: the language of the answers, which lemmas need; default: that of the items.
    - `format`, `faults`, `encoding`: how files are read, as in `read_gold`.

    >>> stead.propose_curation("annotations.jsonl", language="en").save("curation.tsv")
    """
    refuse_second_input([annotations, curation, *list_items(items)])
    files = Inputs(reading_options(format, faults, encoding))
    if isinstance(curation, HoldsDecisions):
        before: Content | None = curation.curation()
    else:
        before = None if curation is None or isinstance(curation, Curation) else read_content(curation)
    answers, decided = files.annotations_or_ratings(annotations), files.curation(before or curation) or Curation()
    if isinstance(answers, GivenRatings):
        raise UsageError("these are ratings; only annotations are curated.")
    sentences = files.items(items)
    everything = AnswerRules(max_answers=_MOST_ANSWERS)
    prepared, counts = golds.prepare_answers(answers, everything, decided, sentences)
    languages = {(item.lexelt, item.id): language or item.language for item in sentences or ()}
    if sentences is None and language:
        languages = dict.fromkeys(prepared.answers.items, language)
    lemmatise = golds.likeliest_lemma if is_installed("simplemma") else None
    proposals = golds.propose_decisions(prepared.answers, decided, languages, lemmatise)
    unknown = counts["annotations of unknown items"]
    left_out = (
        [Caution(f"{plural(unknown, 'annotation')} of items that are not among those given: left out.")]
        if unknown
        else []
    )
    notes = _notes_on_lemmas(any(languages.values()), lemmatise is not None)
    remarks = (*left_out, *golds.contradictions(decided), *notes)
    return with_warnings(ProposalsResult(tuple(proposals), remarks, tuple(files.reports), before))


def undo_curation(curation: StrPath, number: int, output: StrPath | None = None) -> tuple[Decision, ...]:
    """Take the last decisions, accepted or refused, out of a curation file; return them.

    - `curation`: the file.
    - `number`: how many decisions.
    - `output`: the file to write; None changes the file itself.
    """
    data, removed = golds.undo_decisions(read_content(curation), number)
    write_content(curation if output is None else output, data)
    return tuple(removed)


_MOST_ANSWERS = 20


def _notes_on_lemmas(language_known: bool, installed: bool) -> Iterable[str]:  # noqa: FBT001
    if not language_known:
        yield "No lemmas are proposed: say the language (`language='en'`), or give the items (`items`)."
    elif not installed:
        yield f"No lemmas are proposed, since simplemma is not installed: {install_command('words')}"
