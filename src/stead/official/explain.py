"""What the official program and stead say of each item, in the same terms."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from stead.core.errors import BadInput
from stead.core.run import Run
from stead.core.text import plural
from stead.formats import Content, Options, Policy, load_content
from stead.formats.files import UTF16_MARKS, decoded
from stead.measures import parse_measures
from stead.official.defects import DEFECTS, Defect
from stead.official.item_lines import SEPARATORS, GivenFiles, RewritableFiles, item_key
from stead.official.program import Outcome, run_official_on
from stead.official.program_input import ENCODING, Document, Task
from stead.official.program_scoring import NOTHING, LedgerEntry, Share, total
from stead.records.scores import ItemStatistics
from stead.scoring import Request, ScoringSettings, evaluate

MEASURES: dict[Task, tuple[str, str]] = {
    "best": ("best", "best-mode"),
    "oot": ("oot@10", "oot-mode@10"),
    "mw": ("mw-detection", "mw-identification"),
}
"""The measures whose figures the official program prints, by task."""
ROUNDING = 1e-9


class Verdict(NamedTuple):
    """What one item adds to either measure of its task."""

    first: Share
    second: Share

    def is_near(self, other: "Verdict") -> bool:
        """Whether it is the same, apart from rounding."""
        if self == other:
            return True
        numbers = zip((*self.first, *self.second), (*other.first, *other.second), strict=True)
        return all(math.isclose(own, others, rel_tol=0, abs_tol=ROUNDING) for own, others in numbers)


NO_VERDICT = Verdict(NOTHING, NOTHING)
"""What is said of an item that does not count."""

Verdicts = Mapping[str, Verdict]
"""By what the items are known by."""
Names = dict[str, tuple[str, str]]
"""Lexelt and id of the items, by what they are known by."""


def sums(verdicts: Verdicts) -> Verdict:
    """All verdicts added up."""
    return Verdict(
        total(verdict.first for verdict in verdicts.values()), total(verdict.second for verdict in verdicts.values())
    )


# ------------------------------------------------------------------------------------------ the official program


def official_on_files(task: Task, gold: Content, run: Content) -> Outcome:
    """The official program on the files as they are."""
    return run_official_on(Document.of(run.path.encode(errors="replace"), run.data), Document.of(b"", gold.data), task)


def official_verdicts(outcome: Outcome, names: Names, *, by_lexelt: bool) -> Verdicts:
    """The ledger of the files as they are, by key; items that have no name yet get one."""
    verdicts: dict[str, Verdict] = {}
    for identifier, entry in outcome.ledger.entries.items():
        item = _as_text(entry.lexelt), _as_text(identifier)
        key = item_key(*item, by_lexelt=by_lexelt)
        names.setdefault(key, item)
        verdicts[key] = _verdict(entry)
    return verdicts


def official_on_sheet(sheet: RewritableFiles) -> Verdicts:
    """The ledger of rewritten files, by key; of an id such as `1::` the program may take a part."""
    entries = run_official_on(*sheet.documents(), sheet.task).ledger.entries
    keys = sheet.keys()
    texts = ((_as_text(identifier), entry) for identifier, entry in entries.items())
    return {keys.get(identifier, identifier): _verdict(entry) for identifier, entry in texts}


def _verdict(entry: LedgerEntry) -> Verdict:
    return Verdict(entry.first, entry.second)


def _as_text(text: str) -> str:
    return text.encode(ENCODING).decode(errors="replace")


# --------------------------------------------------------------------------------------------------------- stead


class Corrected(NamedTuple):
    """What stead finds, and what it read to find it."""

    files: GivenFiles
    verdicts: Verdicts
    names: Names


def score_by_formulas(task: Task, gold_content: Content, run_content: Content) -> Corrected:
    """Stead's verdicts by the formulas; lines that are not perfectly formed are left out, as officially."""
    gold, gold_report = load_content(gold_content, "gold", Options(format="semeval", policy=Policy.SKIP))
    run, run_report = load_content(
        run_content, "run", Options(format="semeval", policy=Policy.SKIP, separator=SEPARATORS[task])
    )
    files = GivenFiles(gold_content, run_content, gold, gold_report, run_report)
    statistics = _statistics(task, files, run)
    keyed = list(_keyed(statistics, by_lexelt=files.ids_repeat))
    return Corrected(files, {key: verdict for key, _, verdict in keyed}, {key: item for key, item, _ in keyed})


def _statistics(task: Task, files: GivenFiles, run: Run) -> tuple[ItemStatistics, ...]:
    settings = ScoringSettings(policy=str(Policy.SKIP), separator=SEPARATORS[task])
    return evaluate(
        Request(gold=files.gold, runs=[run], measures=parse_measures(",".join(MEASURES[task])), settings=settings)
    ).statistics


def _keyed(
    statistics: tuple[ItemStatistics, ...], *, by_lexelt: bool
) -> Iterator[tuple[str, tuple[str, str], Verdict]]:
    first, second = statistics
    items = zip(first.lexelts, first.ids, strict=True)
    shares = zip(first.values.tolist(), second.values.tolist(), strict=True)
    for item, (own, other) in zip(items, shares, strict=True):
        yield item_key(*item, by_lexelt=by_lexelt), item, Verdict(_share(own), _share(other))


def _share(values: list[float]) -> Share:
    counted, attempted, credit = values
    return Share(int(counted), int(attempted), credit)


UNEXPLAINED = "unexplained"
"""The cause of what is left when all known defects are harmless. There should be none: please report it."""

Figures = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Total:
    """One measure of one program over all items."""

    counted: int
    attempted: int
    credit: float
    figures: Figures


Totals = dict[str, Total]
"""By measure."""


@dataclass(frozen=True, slots=True)
class ItemShare:
    """What one item adds to a measure, as `Share` has it."""

    counted: int
    attempted: int
    credit: float


@dataclass(frozen=True, slots=True)
class ItemDifference:
    """An item on which the two programs differ, and the defects that did it."""

    lexelt: str
    id: str
    causes: tuple[str, ...]
    official: dict[str, ItemShare]
    corrected: dict[str, ItemShare]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A defect that acted: on how many items, and what the figures are without it."""

    name: str
    explanation: str
    case: str | None
    items: int
    moves: dict[str, Figures]
    """How far the figures move when it is made harmless, those before it being harmless already."""
    alone: dict[str, Figures]
    """The official figures of files in which this defect alone finds nothing to act on."""


@dataclass(frozen=True, slots=True)
class ScoredFile:
    """A file that was scored."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialDifferences:
    """The official program and stead side by side on one run."""

    task: Task
    gold: ScoredFile
    run: ScoredFile
    official: Totals
    corrected: Totals
    causes: tuple[Cause, ...]
    items: tuple[ItemDifference, ...]
    notes: tuple[str, ...]
    schema: str = "stead.official-differences/1"

    @property
    def measures(self) -> tuple[str, str]:
        """The measures that the official program has for the task."""
        return MEASURES[self.task]

    def as_document(self) -> dict[str, Any]:
        """Plain data, the schema first."""
        document = asdict(self)
        return {"schema": document.pop("schema"), **document}


def totals(task: Task, verdict: Verdict) -> Totals:
    """Sums with their precision and recall."""
    return {name: _total(share) for name, share in zip(MEASURES[task], verdict, strict=True)}


def figures(totals: Totals) -> dict[str, Figures]:
    """The figures alone, by measure."""
    return {name: total.figures for name, total in totals.items()}


def item_shares(task: Task, verdict: Verdict) -> dict[str, ItemShare]:
    """What an item adds to either measure."""
    return {
        name: ItemShare(share.counted, share.attempted, float(share.credit))
        for name, share in zip(MEASURES[task], verdict, strict=True)
    }


def moves(before: Totals, after: Totals) -> dict[str, Figures]:
    """How far each figure moves; None where it has no value before or after."""
    return {
        name: {figure: _move(value, after[name].figures[figure]) for figure, value in own.figures.items()}
        for name, own in before.items()
    }


def _total(share: Share) -> Total:
    figures = {"P": _ratio(share.credit, share.attempted), "R": _ratio(share.credit, share.counted)}
    return Total(share.counted, share.attempted, float(share.credit), figures)


def _ratio(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def _move(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else after - before


_LEFT_OVER = Defect(
    UNEXPLAINED,
    "No known defect of the official program does this: please report it, with the files.",
    None,
    lambda sheet: sheet,
)


class _Step(NamedTuple):
    """A defect made harmless: the verdicts before and after, the items on which they differ, and it alone."""

    defect: Defect
    before: Verdicts
    after: Verdicts
    changed: set[str]
    alone: Verdicts


def explain(task: Task, gold: Content, run: Content) -> OfficialDifferences:
    """Score a run with both programs and find out which defect of the official one makes which difference."""
    for content in (gold, run):
        if not content.data.startswith(UTF16_MARKS):  # one compares bytes, the other letters: which ones must be known
            decoded(content, "utf-8", "not UTF-8", "save it as UTF-8, since the two programs cannot be compared on it")
    outcome = official_on_files(task, gold, run)
    own = _corrected(task, gold, run, outcome)
    official = official_verdicts(outcome, own.names, by_lexelt=own.files.ids_repeat)
    steps = list(_steps(official, RewritableFiles.read(task, own.files), own.verdicts))
    return OfficialDifferences(
        task=task,
        gold=ScoredFile(gold.name, gold.sha256),
        run=ScoredFile(run.name, run.sha256),
        official=totals(task, sums(official)),
        corrected=totals(task, sums(own.verdicts)),
        causes=tuple(_cause(task, step) for step in steps if step.changed),
        items=tuple(_items(task, official, own, steps)),
        notes=tuple(_notes(outcome, own)),
    )


def _corrected(task: Task, gold: Content, run: Content, outcome: Outcome) -> Corrected:
    """Stead's verdicts; where stead refuses the files, what the official program does is said too."""
    try:
        return score_by_formulas(task, gold, run)
    except BadInput as refusal:
        raise BadInput(f"{refusal} {outcome.message}".strip()) from None


def _steps(official: Verdicts, sheet: RewritableFiles, own: Verdicts) -> Iterator[_Step]:
    """Each defect made harmless, the earlier ones staying so; at last, what no defect explains."""
    verdicts, scored, untouched = official, None, sheet
    for defect in DEFECTS[sheet.task]:
        sheet = defect.harmless(sheet)
        after = verdicts if sheet == scored else official_on_sheet(sheet)
        changed = _changed(verdicts, after)
        alone = official_on_sheet(defect.harmless(untouched)) if changed else official
        yield _Step(defect, verdicts, after, changed, alone)
        verdicts, scored = after, sheet
    yield _Step(_LEFT_OVER, verdicts, own, _changed(verdicts, own), own)


def _changed(before: Verdicts, after: Verdicts) -> set[str]:
    """The items on which two sets of verdicts differ."""
    return {
        key
        for key in before.keys() | after.keys()
        if not before.get(key, NO_VERDICT).is_near(after.get(key, NO_VERDICT))
    }


def _cause(task: Task, step: _Step) -> Cause:
    return Cause(
        name=step.defect.name,
        explanation=step.defect.explanation,
        case=step.defect.case,
        items=len(step.changed),
        moves=moves(totals(task, sums(step.before)), totals(task, sums(step.after))),
        alone=figures(totals(task, sums(step.alone))),
    )


def _items(task: Task, official: Verdicts, own: Corrected, steps: Sequence[_Step]) -> Iterator[ItemDifference]:
    """In the order of the gold."""
    differing = _changed(official, own.verdicts)
    for key in (key for key in own.names if key in differing):
        causes = tuple(step.defect.name for step in steps if key in step.changed)
        yield ItemDifference(
            *own.names[key],
            causes,
            item_shares(task, official.get(key, NO_VERDICT)),
            item_shares(task, own.verdicts.get(key, NO_VERDICT)),
        )


def _notes(outcome: Outcome, own: Corrected) -> Iterator[str]:
    if outcome.message:
        yield outcome.message
    for report in (own.files.gold_report, own.files.run_report):
        left_out = sum(report.counts().get("error", {}).values())
        if left_out:
            yield (
                f"{report.path}: stead leaves out what is not perfectly formed ({plural(left_out, 'fault')}), as the "
                "official program does; when it scores, it may repair such lines (see `faults`)."
            )
