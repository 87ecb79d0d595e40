"""Explain the differences between the official program and stead, item by item and defect by defect."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from stead.core.errors import BadInput
from stead.core.substitutes import Run
from stead.core.text import plural
from stead.formats import Content, Options, Policy, load_content
from stead.formats.files import UTF16_MARKS, decode_content
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
    """What one item adds to the two measures of its task."""

    first: Share
    second: Share

    def is_near(self, other: "Verdict") -> bool:
        """Whether two verdicts are equal, apart from rounding."""
        if self == other:
            return True
        numbers = zip((*self.first, *self.second), (*other.first, *other.second), strict=True)
        return all(math.isclose(mine, theirs, rel_tol=0, abs_tol=ROUNDING) for mine, theirs in numbers)


NO_VERDICT = Verdict(NOTHING, NOTHING)
"""The verdict on an item that does not count."""

Verdicts = Mapping[str, Verdict]
"""Verdicts by item key."""
Names = dict[str, tuple[str, str]]
"""Lexelt and id of the items, by item key."""


def sums(verdicts: Verdicts) -> Verdict:
    """Add up all verdicts."""
    return Verdict(
        total(verdict.first for verdict in verdicts.values()), total(verdict.second for verdict in verdicts.values())
    )


# ------------------------------------------------------------------------------------------ the official program


def official_on_files(task: Task, gold: Content, run: Content) -> Outcome:
    """Run the official program on the files as they are."""
    return run_official_on(Document.of(run.path.encode(errors="replace"), run.data), Document.of(b"", gold.data), task)


def official_verdicts(outcome: Outcome, names: Names, *, by_lexelt: bool) -> Verdicts:
    """Convert the program's ledger to verdicts by key; unknown items are added to `names`."""
    verdicts: dict[str, Verdict] = {}
    for identifier, entry in outcome.ledger.entries.items():
        item = _as_text(entry.lexelt), _as_text(identifier)
        key = item_key(*item, by_lexelt=by_lexelt)
        names.setdefault(key, item)
        verdicts[key] = _verdict(entry)
    return verdicts


def official_on_rewritten(files: RewritableFiles) -> Verdicts:
    """Run the official program on rewritten files; of an id such as `1::` it may take only a part."""
    entries = run_official_on(*files.documents(), files.task).ledger.entries
    keys = files.keys()
    texts = ((_as_text(identifier), entry) for identifier, entry in entries.items())
    return {keys.get(identifier, identifier): _verdict(entry) for identifier, entry in texts}


def _verdict(entry: LedgerEntry) -> Verdict:
    return Verdict(entry.first, entry.second)


def _as_text(text: str) -> str:
    return text.encode(ENCODING).decode(errors="replace")


# --------------------------------------------------------------------------------------------------------- stead


class Corrected(NamedTuple):
    """Stead's verdicts, and the files that they are based on."""

    files: GivenFiles
    verdicts: Verdicts
    names: Names


def score_by_formulas(task: Task, gold_content: Content, run_content: Content) -> Corrected:
    """Score by the formulas; malformed lines are left out, as in the official program."""
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
    for item, (first_share, second_share) in zip(items, shares, strict=True):
        yield item_key(*item, by_lexelt=by_lexelt), item, Verdict(_share(first_share), _share(second_share))


def _share(values: list[float]) -> Share:
    counted, attempted, credit = values
    return Share(int(counted), int(attempted), credit)


UNEXPLAINED = "unexplained"
"""The cause of differences that remain without all known defects. There should be none: please report it."""

Figures = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Total:
    """One measure of one program over all items."""

    counted: int
    attempted: int
    credit: float
    figures: Figures


Totals = dict[str, Total]
"""Totals by measure."""


@dataclass(frozen=True, slots=True)
class ItemShare:
    """What one item adds to a measure, like `Share`."""

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
    """A defect that had an effect: on how many items, and what the figures are without it."""

    name: str
    explanation: str
    case: str | None
    items: int
    moves: dict[str, Figures]
    """How the figures change when it is made harmless, those before it being harmless already."""
    alone: dict[str, Figures]
    """The official figures on files in which only this defect is made harmless."""


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
        """Convert to plain data, the schema first."""
        document = asdict(self)
        return {"schema": document.pop("schema"), **document}


def totals(task: Task, verdict: Verdict) -> Totals:
    """Compute precision and recall from sums."""
    return {name: _total(share) for name, share in zip(MEASURES[task], verdict, strict=True)}


def figures(totals: Totals) -> dict[str, Figures]:
    """Select the figures, by measure."""
    return {name: total.figures for name, total in totals.items()}


def item_shares(task: Task, verdict: Verdict) -> dict[str, ItemShare]:
    """Give what an item adds to each measure."""
    return {
        name: ItemShare(share.counted, share.attempted, float(share.credit))
        for name, share in zip(MEASURES[task], verdict, strict=True)
    }


def moves(before: Totals, after: Totals) -> dict[str, Figures]:
    """Compute the change of each figure; None where it has no value before or after."""
    return {
        name: {figure: _move(value, after[name].figures[figure]) for figure, value in total.figures.items()}
        for name, total in before.items()
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
    """Score a run with both programs, and find the defect of the official one that causes each difference."""
    for content in (gold, run):
        if not content.data.startswith(UTF16_MARKS):  # one compares bytes, the other characters
            decode_content(
                content, "utf-8", "not UTF-8", "save it as UTF-8, since the two programs cannot be compared on it"
            )
    outcome = official_on_files(task, gold, run)
    corrected = _corrected(task, gold, run, outcome)
    official = official_verdicts(outcome, corrected.names, by_lexelt=corrected.files.ids_repeat)
    steps = list(_steps(official, RewritableFiles.read(task, corrected.files), corrected.verdicts))
    return OfficialDifferences(
        task=task,
        gold=ScoredFile(gold.name, gold.sha256),
        run=ScoredFile(run.name, run.sha256),
        official=totals(task, sums(official)),
        corrected=totals(task, sums(corrected.verdicts)),
        causes=tuple(_cause(task, step) for step in steps if step.changed),
        items=tuple(_items(task, official, corrected, steps)),
        notes=tuple(_notes(outcome, corrected)),
    )


def _corrected(task: Task, gold: Content, run: Content, outcome: Outcome) -> Corrected:
    """Score by the formulas; if stead refuses the files, the error also says what the official program does."""
    try:
        return score_by_formulas(task, gold, run)
    except BadInput as refusal:
        raise BadInput(f"{refusal} {outcome.message}".strip()) from None


def _steps(official: Verdicts, files: RewritableFiles, corrected: Verdicts) -> Iterator[_Step]:
    """Make one defect after the other harmless; finally, collect what no defect explains."""
    verdicts, scored, untouched = official, None, files
    for defect in DEFECTS[files.task]:
        files = defect.harmless(files)
        after = verdicts if files == scored else official_on_rewritten(files)
        changed = _changed(verdicts, after)
        alone = official_on_rewritten(defect.harmless(untouched)) if changed else official
        yield _Step(defect, verdicts, after, changed, alone)
        verdicts, scored = after, files
    yield _Step(_LEFT_OVER, verdicts, corrected, _changed(verdicts, corrected), corrected)


def _changed(before: Verdicts, after: Verdicts) -> set[str]:
    """List the items on which two sets of verdicts differ."""
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


def _items(task: Task, official: Verdicts, corrected: Corrected, steps: Sequence[_Step]) -> Iterator[ItemDifference]:
    """List the differing items with their causes, in the order of the gold."""
    differing = _changed(official, corrected.verdicts)
    for key in (key for key in corrected.names if key in differing):
        causes = tuple(step.defect.name for step in steps if key in step.changed)
        yield ItemDifference(
            *corrected.names[key],
            causes,
            item_shares(task, official.get(key, NO_VERDICT)),
            item_shares(task, corrected.verdicts.get(key, NO_VERDICT)),
        )


def _notes(outcome: Outcome, corrected: Corrected) -> Iterator[str]:
    if outcome.message:
        yield outcome.message
    for report in (corrected.files.gold_report, corrected.files.run_report):
        left_out = sum(report.counts().get("error", {}).values())
        if left_out:
            yield (
                f"{report.path}: stead leaves out malformed lines ({plural(left_out, 'fault')}), as the "
                "official program does; when it scores, it may repair such lines (see `faults`)."
            )
