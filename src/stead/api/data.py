"""Files: read and write the nouns, convert between formats, list the faults of a file."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from stead.api.frames import Library, annotation_records, gold_records, make_frame, plain_records, run_records
from stead.api.inputs import GoldLike, Inputs, StrPath, named_part, reading_options
from stead.api.results import Result, TableResult
from stead.core.annotation import Annotation, Annotations
from stead.core.arguments import checked, naming
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Fault, Report, Severity, warn_about
from stead.core.item import Item
from stead.core.rating import Rating
from stead.core.substitutes import CanonicalForms, GoldStandard, Run
from stead.core.text import list_first, plural, shorten
from stead.formats import KINDS, Content, Kind, Options, Policy, load, load_any, load_content, read_content, save
from stead.formats.posthoc_files import posthoc_kind, read_dispatch, read_pool
from stead.reporting.score_tables import run_warnings
from stead.rules.definitions import Rules
from stead.scoring import ScoringSettings, summary_of
from stead.scoring.align import align, key_in_words
from stead.scoring.indexed_gold import index_gold

Noun = GoldStandard | Run | CanonicalForms | Annotations | Sequence[Item] | Sequence[Annotation] | Sequence[Rating]
"""What files hold."""
Writable = Annotated[
    Noun | Result,
    "a gold, a run, canonical forms, annotations, a list of Item, Annotation or Rating objects, or the result of a "
    "function that makes one of these",
]

_IDS_SHOWN = 5


@checked
def read_gold(
    path: StrPath, *, format: str = "auto", faults: str = "repair", encoding: str | None = None
) -> GoldStandard:
    """Read a gold standard.

    - `path`: the file; `-` is standard input, and `.gz` is unpacked.
    - `format`: such as `"semeval"`; `"auto"` finds it out.
    - `faults`: `"repair"` uses what can be repaired for certain, `"skip"` leaves out every line that is not perfectly
      formed, `"strict"` refuses the file.
    - `encoding`: of a file that is not UTF-8, such as `"windows-1252"`.

    >>> gold = stead.read_gold("gold.txt")
    """
    noun: GoldStandard = _read(path, "gold", format, faults, encoding)
    return noun


@checked
def read_run(path: StrPath, *, format: str = "auto", faults: str = "repair", encoding: str | None = None) -> Run:
    """Read the answers of a system.

    - `path`, `format`, `faults`, `encoding`: as in `read_gold`.

    >>> run = stead.read_run("runs/careful.txt")
    """
    noun: Run = _read(path, "run", format, faults, encoding)
    return noun


@checked
def read_items(
    path: StrPath, *, format: str = "auto", faults: str = "repair", encoding: str | None = None
) -> list[Item]:
    """Read sentences with marked targets.

    - `path`, `format`, `faults`, `encoding`: as in `read_gold`.

    >>> items = stead.read_items("items.en.xml")
    """
    noun: list[Item] = _read(path, "items", format, faults, encoding)
    return noun


@checked
def read_annotations(
    path: StrPath, *, format: str = "auto", faults: str = "repair", encoding: str | None = None
) -> Annotations:
    """Read what annotators answered.

    - `path`, `format`, `faults`, `encoding`: as in `read_gold`.

    >>> annotations = stead.read_annotations("annotations.jsonl")
    """
    noun: Annotations = _read(path, "annotations", format, faults, encoding)
    return noun


@checked
def read_ratings(
    path: StrPath, *, format: str = "auto", faults: str = "repair", encoding: str | None = None
) -> list[Rating]:
    """Read post hoc ratings.

    - `path`, `format`, `faults`, `encoding`: as in `read_gold`.

    >>> ratings = stead.read_ratings("ratings.jsonl")
    """
    noun: list[Rating] = _read(path, "ratings", format, faults, encoding)
    return noun


@checked
def read_forms(
    path: StrPath, *, format: str = "auto", faults: str = "repair", encoding: str | None = None
) -> CanonicalForms:
    """Read canonical forms of answers (a mapping, as SemDis has it).

    - `path`, `format`, `faults`, `encoding`: as in `read_gold`.

    >>> forms = stead.read_forms("mapping.txt")
    """
    noun: CanonicalForms = _read(path, "mapping", format, faults, encoding)
    return noun


def _read(path: StrPath, kind: Kind, format: str, faults: str, encoding: str | None) -> Any:
    options = reading_options(format, faults, encoding)
    part = named_part(path)
    noun, report = part.read(kind, options) if part else load(path, kind, options)
    warn_about(report.notes())
    return noun


@checked
def write(noun: Writable, path: StrPath, *, format: str = "stead") -> tuple[str, ...]:
    """Write a gold, a run, items, annotations, ratings or canonical forms; return what the format could not hold.

    - `noun`: what a `read_*` function returns, a list of `Item`, `Annotation` or `Rating`, or the result of
      `make_gold`, `extend_gold`, `run`, `sample` or `filter_ratings`.
    - `path`: the file; `-` is standard output.
    - `format`: such as `"semeval"`; `"stead"` (JSON Lines) loses nothing.

    >>> stead.write(gold, "gold.jsonl")
    ()
    """
    held, kind = _with_kind(noun)
    with naming("format"):
        losses = save(held, kind, path, format)
    warn_about(Caution(note) for note in loss_notes(losses, format))
    return tuple(losses)


@checked
def to_frame(noun: Writable, library: Library = "pandas") -> Any:
    """Make a data frame of a gold, a run, annotations, ratings or items; functions that take these take it back.

    - `noun`: as `write` takes it. For the records of a result there are `result.to_pandas()` and `result.to_polars()`.
    - `library`: `"pandas"` or `"polars"`.

    A gold has a row for each substitute, a run for each answer, annotations for each substitute that a person gave,
    ratings and items for each of them. An item without substitutes has a row in which the substitute is missing.

    >>> stead.to_frame(stead.read_run("runs/careful.txt"))["substitute"].iloc[0]
    'intelligent'
    """
    held, kind = _with_kind(noun)
    if kind == "mapping":
        raise UsageError("canonical forms are no data frame; write them as a file.", parameter="noun")
    records, columns = _FRAMES[kind]
    return make_frame(list(records(held)), library, columns)


_FRAMES: dict[Kind, tuple[Any, tuple[str, ...]]] = {
    "gold": (gold_records, ("lexelt", "id", "substitute", "weight")),
    "run": (run_records, ("lexelt", "id", "rank", "substitute")),
    "annotations": (annotation_records, ("lexelt", "id", "annotator", "substitute")),
    "ratings": (plain_records, ("lexelt", "id", "candidate", "rater", "value")),
    "items": (plain_records, ("lexelt", "id", "text", "start", "end")),
}


def loss_notes(losses: Iterable[str], format: str) -> list[str]:
    """Say what a format could not hold."""
    return [f"{format} cannot hold {loss}: lost." for loss in losses]


_NOUNS: dict[type, Kind] = {
    GoldStandard: "gold",
    Run: "run",
    CanonicalForms: "mapping",
    Annotations: "annotations",
}
_MEMBERS: dict[type, Kind] = {Item: "items", Annotation: "annotations", Rating: "ratings"}


_HELD = ("gold", "run", "items", "kept")
"""What results call the noun that they hold."""


def _with_kind(noun: object) -> tuple[Any, Kind]:
    """Find the noun that is given, itself or as a result, and its kind."""
    held = (getattr(noun, name, None) for name in _HELD) if isinstance(noun, Result) else ()
    for candidate in (noun, *held):
        members = {type(member) for member in candidate} if isinstance(candidate, list | tuple) else set()
        kind = _NOUNS.get(type(candidate)) or (_MEMBERS.get(members.pop()) if len(members) == 1 else None)
        if kind is not None:
            return candidate, kind
    raise UsageError(
        "noun is a gold, a run, canonical forms, annotations, or a list of Item, Annotation or Rating objects, not "
        f"{type(noun).__name__}.",
        parameter="noun",
    )


@dataclass(frozen=True, repr=False)
class ConversionResult(TableResult):
    """What `convert` read and wrote."""

    _table = "lost"

    kind: Kind
    """What the file holds."""
    format: str
    """The format that was written."""
    faults: tuple[Fault, ...]
    """What was wrong with the source."""
    losses: tuple[str, ...]
    """What the new format could not hold."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, as the command line logs them."""
        return (*map(str, self.faults), *loss_notes(self.losses, self.format))

    def records(self) -> list[dict[str, Any]]:
        """One record for each thing that the new format could not hold."""
        return [{"format": self.format, "lost": loss} for loss in self.losses]

    def _summary(self) -> str:
        return f"{self.kind} as {self.format}, {len(self.losses) or 'nothing'} lost"


@checked
def convert(
    source: StrPath,
    target: StrPath,
    *,
    to: str,
    kind: Kind | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> ConversionResult:
    """Write a file in another format.

    - `source`: the file to convert; `-` is standard input.
    - `target`: the file to write; `-` is standard output.
    - `to`: the format to write, such as `"semeval"` or `"stead"`.
    - `kind`: what the file holds, such as `"gold"` or `"run"`; None finds it out.
    - `format`, `faults`, `encoding`: how the source is read, as in `read_gold`.

    >>> stead.convert("gold.txt", "gold.jsonl", to="stead").losses
    ()
    """
    options = reading_options(format, faults, encoding)
    if part := named_part(source):
        kind = kind or "gold"
        noun, report = part.read(kind, options)
    else:
        kind, noun, report = _load_as(read_content(source), kind, options)
    with naming("to"):
        losses = save(noun, kind, target, to)
    result = ConversionResult(kind, to, tuple(report), tuple(losses))
    warn_about(map(Caution, loss_notes(losses, to)))
    return result


def _load_as(content: Content, kind: Kind | None, options: Options) -> tuple[Kind, Any, Report]:
    """Read a file as the kind that is named, or as the first kind that fits."""
    if kind is None:
        return load_any(content, options)
    return kind, *load_content(content, kind, options)


# ---------------------------------------------------------------------------------------------------------- check


@dataclass(frozen=True, kw_only=True, repr=False)
class CheckResult(TableResult):
    """What `check` found: iterates over the faults, prints as lines, and is true if there is none but notes."""

    _table = "faults"

    path: str
    kind: str = ""
    """What the file holds: `"gold"`, `"run"`, ... or `""` if it could not be read at all."""
    size: str = ""
    """How much it holds, in words."""
    faults: tuple[Fault, ...] = ()
    total: int = 0
    """How many faults there are that are more than a note; of very many, only the first are in `faults`."""
    refused: str = ""
    """Why the file could not be read at all."""

    def __bool__(self) -> bool:
        return not self.total

    def __iter__(self) -> Iterator[Fault]:
        return iter(self.faults)

    def records(self) -> list[dict[str, Any]]:
        """One record for each fault that is listed."""
        return [
            {"line": fault.line, "severity": str(fault.severity), "kind": fault.kind, "message": fault.message}
            for fault in self.faults
        ]

    def _summary(self) -> str:
        verdict = plural(self.total, "fault") if self.total else "no faults"
        return self.refused or f"{self.path}: {self.kind}, {self.size}: {verdict}"

    def to(self, format: str = "text") -> str:
        """Render the faults as lines of text, or as markdown, latex, tsv, csv or json."""
        if format != "text":
            return super().to(format)
        return f"{self.refused}\n" if self.refused else "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from map(str, self.faults)
        yield f"{self._summary()}."

    def __str__(self) -> str:
        return self.to("text")


@checked
def check(
    path: StrPath,
    *,
    kind: str | None = None,
    gold: GoldLike | None = None,
    format: str = "auto",
    gold_format: str | None = None,
    run_format: str | None = None,
    faults: str = "repair",
    encoding: str | None = None,
) -> CheckResult:
    """List every fault of a file, all at once; nothing is raised for them.

    - `path`: items, a gold, a run, annotations, ratings, canonical forms, a pool or a dispatch.
    - `kind`: what the file holds, such as `"gold"`, `"pool"` or `"dispatch"`; None finds it out.
    - `gold`: compare the ids of a run with this gold: unknown, repeated and missing ones are reported, too.
    - `format`: of the file, such as `"semeval"`; `"auto"` finds it out.
    - `gold_format`, `run_format`: of golds and of runs, if it is not `format`.
    - `faults`: `"skip"` checks as if only perfectly formed lines were used, `"repair"` as if they were repaired.
    - `encoding`: of a file that is not UTF-8.

    >>> bool(stead.check("gold.txt"))
    True
    """
    if kind is not None and kind not in (*KINDS, *_POSTHOC):
        known = ", ".join((*KINDS, *_POSTHOC))
        raise UsageError(f"kind is {kind!r}, which is not a kind of data; there are {known}.", parameter="kind")
    options = reading_options(format, faults, encoding, gold_format=gold_format, run_format=run_format)
    options = replace(options, policy=Policy.REPAIR if options.policy is Policy.STRICT else options.policy)
    standard = None
    if gold is not None:
        standard = Inputs(reading_options(gold_format or "auto", encoding=encoding)).gold(gold)
    try:
        part = named_part(path)
        content = part.content(kind or "gold") if part else read_content(path)
        known = kind or posthoc_kind(content)
        if known in _POSTHOC:
            return CheckResult(path=content.path, kind=known, size=_POSTHOC[known](content))
        content_kind, noun, report = _load_as(content, kind, replace(options, lists_faults=True))  # type: ignore[arg-type]
    except BadInput as error:
        fault = Fault(str(path), None, Severity.ERROR, "refused", str(error))
        return CheckResult(path=str(path), faults=(fault,), total=1, refused=str(error))
    _check_noun(noun, standard, report)
    return CheckResult(
        path=content.path, kind=content_kind, size=_size(noun), faults=tuple(report), total=report.total()
    )


def _check_noun(noun: Any, gold: GoldStandard | None, report: Report) -> None:
    """Report faults of the whole file: that it is empty, repeated answers, ids that are not in the gold."""
    if not isinstance(noun, CanonicalForms) and not len(noun):
        report.error(None, "empty", "nothing in it could be read")
    if isinstance(noun, Run):
        _note_repeats(noun, report)
        if gold is not None:
            _compare_ids(noun, gold, report)


def _pool_size(content: Content) -> str:
    pool = read_pool(content)
    return f"{plural(pool.size, 'candidate')} for {plural(len(pool), 'item')}"


def _dispatch_size(content: Content) -> str:
    dispatch = read_dispatch(content)
    return f"{plural(sum(dispatch.sizes()), 'candidate')} in {plural(dispatch.subsets, 'subset')}"


_POSTHOC = {"pool": _pool_size, "dispatch": _dispatch_size}
"""Files that only stead writes: the first fault refuses them."""


def _size(noun: Any) -> str:
    if isinstance(noun, CanonicalForms):
        return plural(sum(map(len, noun.canonical.values())), "rule")
    return plural(len(noun), "row")


def _note_repeats(run: Run, report: Report) -> None:
    normalise = Rules().normalise
    repeats = [row.id for row in run if len({normalise(answer) for answer in row.answers}) < len(row.answers)]
    if repeats:
        some = list_first(repeats, _IDS_SHOWN)
        message = f"{plural(len(repeats), 'item')} with a repeated answer ({some}); a repeat earns nothing"
        report.note(None, "repeats", message)


def _compare_ids(run: Run, gold: GoldStandard, report: Report) -> None:
    """Report ids of the run that are not in the gold, repeated or missing."""
    indexed = index_gold(gold, Rules(), threshold=ScoringSettings().threshold(gold))
    aligned = align(indexed, run)
    for key in aligned.unknown_ids:
        report.error(None, "unknown", f"the id {shorten(key)} is not in the gold")
    for key in aligned.repeated_ids:
        report.error(None, "repeated", f"the id {shorten(key)} comes a second time; only the first counts")
    seen = {indexed.key(*item) for item in zip(run.lexelts, run.ids, strict=True)}
    missing = [
        key_in_words((gold.lexelts[row], gold.ids[row]) if indexed.by_key else key)
        for key, row in indexed.rows.items()
        if key not in seen
    ]
    if missing:
        some = list_first(missing, _IDS_SHOWN)
        report.note(None, "missing", f"{plural(len(missing), 'item')} of the gold without a line ({some})")
    odd = run_warnings(summary_of(run, aligned, {}), int(indexed.scored.sum()))
    for kind in ("unanswered", "left out", "lexelt"):  # the others are listed one by one
        if kind in odd:
            report.note(None, kind, odd[kind])
