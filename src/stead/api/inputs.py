"""Turn what a caller gives into nouns: paths, dicts, data frames or objects. Nothing else reads them."""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Integral, Real
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Protocol, runtime_checkable

from stead import formats, scoring
from stead.api.arguments import naming
from stead.core.annotation import Annotation, Annotations
from stead.core.canonical_forms import CanonicalForms
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Report, Source
from stead.core.gold import MAX_WEIGHT, GoldRow, GoldStandard
from stead.core.item import Item
from stead.core.parameters import digest
from stead.core.rating import Rating
from stead.core.run import Run, RunRow
from stead.core.text import plural
from stead.formats import Content, Options, Policy
from stead.formats.term_checks import find_odd_answers

if TYPE_CHECKING:
    from stead.core.pool import CandidatePool, Dispatch
    from stead.golds import Curation


@runtime_checkable
class DataFrame(Protocol):
    """A data frame of pandas or polars, whichever is there: named columns, and a way to get their values."""

    @property
    def columns(self) -> Any:
        """The names of the columns."""

    def to_dict(self) -> Any:
        """The columns by name."""


@runtime_checkable
class HoldsGold(Protocol):
    """A result with a gold standard, such as that of `make_gold`."""

    @property
    def gold(self) -> GoldStandard:
        """The gold standard."""


@runtime_checkable
class HoldsRun(Protocol):
    """A result with a run: that of `run`."""

    @property
    def run(self) -> Run:
        """The run."""


@runtime_checkable
class HoldsPool(Protocol):
    """A result with a pool: that of `pool`."""

    @property
    def pool(self) -> "CandidatePool":
        """The pool."""


@runtime_checkable
class HoldsDispatch(Protocol):
    """A result with a dispatch: that of `dispatch`."""

    @property
    def dispatch(self) -> "Dispatch":
        """The dispatch."""


StrPath = str | os.PathLike[str]
_Frame = Annotated[DataFrame, "a data frame"]
GoldLike = (
    StrPath
    | GoldStandard
    | Mapping[Any, Mapping[str, float]]
    | _Frame
    | Annotated[HoldsGold, "the result of `make_gold`"]
)
RunLike = StrPath | Run | Mapping[Any, Sequence[str]] | _Frame | Annotated[HoldsRun, "the result of `run`"]
ItemsLike = Annotated[StrPath | Item | Iterable[StrPath | Item], "a file, several files, or Item objects"]
AnnotationsLike = Annotated[StrPath | Annotations | Iterable[Annotation], "a file, or a list of Annotation objects"]
RatingsLike = Annotated[
    StrPath | Iterable[Rating] | Iterable[StrPath], "a file, several files, or a list of Rating objects"
]
AnswersLike = Annotated[
    StrPath | Annotations | Iterable[Annotation] | Iterable[Rating],
    "a file, or a list of Annotation or of Rating objects only",
]


class GivenRatings(NamedTuple):
    """Ratings, and where they come from."""

    ratings: list[Rating]
    source: Source


class GivenItems(NamedTuple):
    """Items, and where they come from."""

    items: list[Item]
    source: Source


def reading_options(
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
    *,
    gold_format: str | None = None,
    run_format: str | None = None,
) -> Options:
    """Validate the options of how files are read."""
    for parameter, name in {"format": format, "gold_format": gold_format, "run_format": run_format}.items():
        if name not in {None, "auto"}:
            with naming(parameter):
                formats.format_named(name)
    if faults not in list(map(str, Policy)):
        raise UsageError(f"faults is {', '.join(Policy)}, not {faults!r}.", parameter="faults")
    with naming("encoding"):
        known = formats.parse_encoding(encoding)
    return Options(
        format=format,
        policy=Policy(faults),
        encoding=known,
        gold_format=gold_format,
        run_format=run_format,
    )


def refuse_second_input(files: Iterable[object]) -> None:
    """Refuse standard input (`-`) for more than one file."""
    if sum(1 for file in files if isinstance(file, str) and file == "-") > 1:
        raise UsageError("standard input (-) can be read only once; name a file for the others.")


class Inputs:
    """Reads what a caller gives, and keeps a report on everything that was read."""

    def __init__(self, options: Options, reports: list[Report] | None = None) -> None:
        self.options = options
        self.reports: list[Report] = [] if reports is None else reports

    @property
    def last_faults(self) -> dict[str, dict[str, int]]:
        """The number of faults of each kind in what was read last."""
        return self.reports[-1].counts()

    def _load(self, path: StrPath, kind: formats.Kind, options: Options | None = None) -> Any:
        noun, report = formats.load(path, kind, options or self.options)
        self.reports.append(report)
        return noun

    def gold(self, gold: GoldLike, name: str = "gold") -> GoldStandard:
        """Read a gold standard: a file, `{"1": {"clever": 3}}`, a frame of id, substitute and weight, or an object.

        Messages about dicts and data frames call it `name`.
        """
        if isinstance(gold, DataFrame) and not isinstance(gold, Mapping):
            gold = _gold_in_frame(gold, name)
        if isinstance(gold, Mapping):
            self.reports.append(Report("gold"))
            return _gold_of(gold, name)
        if isinstance(gold, HoldsGold):
            gold = gold.gold
        if isinstance(gold, GoldStandard):
            self.reports.append(Report(gold.source.location))
            return replace(gold, source=replace(gold.source, sha256=_fingerprint(gold)))
        options = replace(self.options, separator=None)
        if options.format_of("gold") == "semeval-oot":  # a format of runs; their gold is SemEval's
            options = replace(options, gold_format="semeval")
        noun: GoldStandard = self._load(_path(gold, "a gold standard"), "gold", options)
        return noun

    def gold_of_ids(self, gold: GoldLike, ids: StrPath | None, name: str = "gold") -> GoldStandard:
        """Read a gold standard, and keep only the items that a list names."""
        return select_items(self.gold(gold, name), ids, self.options)

    def run(self, run: RunLike, number: int, place: str = "") -> Run:
        """Read a run: a file, `{"1": ["clever", "smart"]}`, a frame of id and substitute in order, or an object.

        A run of no file is called by its number; messages call it `place`, if that is another name.
        """
        place = place or f"run {number}"
        if isinstance(run, DataFrame) and not isinstance(run, Mapping):
            run = _run_in_frame(run, place)
        if isinstance(run, HoldsRun):
            run = run.run
        if isinstance(run, Run | Mapping):
            noun = run if isinstance(run, Run) else _run_of(run, f"run {number}", place)
            self.reports.append(_report_on(noun))
            return noun
        loaded: Run = self._load(_path(run, "a run"), "run")
        return loaded

    def runs(self, runs: Sequence[RunLike], baselines: Sequence[RunLike] = ()) -> list[Run]:
        """Read runs and then baselines, and give them distinct names."""
        own = [self.run(run, number) for number, run in enumerate(runs, start=1)]
        others = [
            self.run(run, len(own) + number, f"baseline {number}") for number, run in enumerate(baselines, start=1)
        ]
        return name_distinctly([*own, *others])

    def forms(self, mapping: StrPath | CanonicalForms | None) -> CanonicalForms | None:
        """Read canonical forms of answers."""
        if mapping is None or isinstance(mapping, CanonicalForms):
            return mapping
        noun: CanonicalForms = self._load(_path(mapping, "a mapping"), "mapping", self._any_format)
        return noun

    @property
    def _any_format(self) -> Options:
        """The options for other files than golds and runs, whose format is found out."""
        return replace(self.options, format="auto")

    def items(self, given: ItemsLike | None) -> list[Item] | None:
        """Read sentences that go with golds and runs: of files, or as they are; None if none were given."""
        listed = list_items(given)
        return Inputs(self._any_format, self.reports).items_with_source(listed).items if listed else None

    def items_with_source(self, given: ItemsLike) -> GivenItems:
        """Read sentences, of files or as they are, in the format of the options."""
        items: list[Item] = []
        origins: list[Source | Item] = []
        for one in list_items(given):
            if isinstance(one, Item):
                _check_item(len(items) + 1, one)
                items.append(one)
                origins.append(one)
                continue
            content = formats.read_content(one)
            loaded, report = formats.load_content(content, "items", self.options)
            formats.refuse_empty(loaded, report)
            self.reports.append(report)
            items += loaded
            origins.append(Source(content.name, content.sha256, self.options.format, content.path))
        if len(origins) == 1 and isinstance(origins[0], Source):
            return GivenItems(items, origins[0])
        return GivenItems(items, Source("items", digest(origins)))

    def pool(self, given: object) -> "CandidatePool":
        """Read the pool of a file or a result, or take it as it is."""
        from stead.core.pool import CandidatePool  # noqa: PLC0415 (pools are seldom read)
        from stead.formats.posthoc_files import read_pool  # noqa: PLC0415

        pool = given.pool if isinstance(given, HoldsPool) else given
        return pool if isinstance(pool, CandidatePool) else read_pool(formats.read_content(_path(pool, "a pool")))

    def dispatch(self, given: object) -> "Dispatch":
        """Read the dispatch of a file or a result, or take it as it is."""
        from stead.core.pool import Dispatch  # noqa: PLC0415 (as above)
        from stead.formats.posthoc_files import read_dispatch  # noqa: PLC0415

        dispatch = given.dispatch if isinstance(given, HoldsDispatch) else given
        if isinstance(dispatch, Dispatch):
            return dispatch
        return read_dispatch(formats.read_content(_path(dispatch, "a dispatch")))

    def annotations(self, given: object) -> Annotations:
        """Read annotations that go with golds and runs: of a file, a list of them, or as they are."""
        answers = Inputs(self._any_format, self.reports).annotations_or_ratings(given)
        if isinstance(answers, GivenRatings):
            raise UsageError("these are ratings; expected annotations.")
        return answers

    def annotations_or_ratings(self, given: object) -> Annotations | GivenRatings:
        """Read annotations or ratings, whichever are given."""
        if isinstance(given, str | os.PathLike):
            answers, report = read_answers(formats.read_content(given), self.options)
        else:
            answers, report = _answers_of(given)
        self.reports.append(report)
        return answers

    def ratings(self, given: RatingsLike) -> GivenRatings:
        """Read ratings of one scale, of one file or several or as they are, and normalise the names."""
        nouns = [given] if isinstance(given, str | os.PathLike) else list(given)
        if nouns and all(isinstance(noun, str | os.PathLike) for noun in nouns):
            refuse_second_input(nouns)
            found = _join([self._ratings_of_file(path) for path in nouns])  # type: ignore[arg-type]
        elif all(isinstance(noun, Rating) for noun in nouns):
            _check_texts("rating", nouns, _TEXTS_OF_RATINGS)
            self.reports.append(Report("ratings"))
            found = GivenRatings(nouns, Source("ratings", digest(nouns)))  # type: ignore[arg-type]
        else:
            raise UsageError("ratings are a file, several files, or a list of Rating objects.", parameter="ratings")
        from stead.golds import tidy_ratings  # noqa: PLC0415 (ratings are seldom read)

        return found._replace(ratings=tidy_ratings(found.ratings, found.source.location))

    def _ratings_of_file(self, path: StrPath) -> GivenRatings:
        content = formats.to_utf8(formats.read_content(path), self.options.encoding)
        form = formats.sniff(content, "ratings").name
        ratings, report = formats.load_content(content, "ratings", replace(self.options, format=form))
        formats.refuse_empty(ratings, report)
        self.reports.append(report)
        return GivenRatings(ratings, Source(content.name, content.sha256, form, content.path))

    def curation(self, given: "StrPath | Content | Curation | None") -> "Curation | None":
        """Read the decisions of a file, or take them as they are."""
        from stead.golds import Curation, read_curation  # noqa: PLC0415 (as above)

        if given is None or isinstance(given, Curation):
            return given
        content = given if isinstance(given, Content) else formats.read_content(given)
        return read_curation(formats.to_utf8(content, self.options.encoding))

    def candidates(
        self, given: StrPath | Mapping[str, Sequence[str]] | None, gold: GoldStandard
    ) -> Mapping[str, Sequence[str]] | None:
        """Read candidates to rank, by lexelt; refuse lexelts that are not in the gold."""
        if given is None:
            return None
        if isinstance(given, Mapping):
            name, found = "candidates", validate_candidates(given)
        else:
            from stead.formats.side_files import read_candidates  # noqa: PLC0415 (seldom needed)

            name, found = os.fspath(given), read_candidates(given, self.options.encoding)
        scoring.check_names(name, found, gold)
        return found


def select_items(gold: GoldStandard, ids: StrPath | None, options: Options) -> GoldStandard:
    """Keep only the items of a gold that a list names; all if there is no list."""
    if ids is None:
        return gold
    from stead.formats.side_files import read_ids  # noqa: PLC0415 (seldom needed)

    wanted = read_ids(ids, options.encoding)
    scoring.check_names(os.fspath(ids), wanted, gold)
    rows = [row for row in gold if row.id in wanted]
    sha256 = hashlib.sha256(f"{gold.source.sha256} {sorted(wanted)}".encode()).hexdigest()
    return GoldStandard.of(rows, replace(gold.source, sha256=sha256), graded=gold.graded)


def _path(value: object, wanted: str) -> StrPath:
    if isinstance(value, str | os.PathLike) and isinstance(os.fspath(value), str):
        return value
    raise BadInput(f"expected {wanted}, found {type(value).__name__}.")


def is_number(value: object) -> bool:
    """Whether a value is a real number; True and False are not."""
    return isinstance(value, Real) and not isinstance(value, bool)


# -------------------------------------------------------------------------------------------------------- golds


def _gold_of(gold: Mapping[Any, Mapping[str, float]], name: str) -> GoldStandard:
    rows = []
    for key, weights in gold.items():
        place = f"{name}[{key!r}]"
        if not isinstance(weights, Mapping):
            raise BadInput(f"{place}: expected substitutes with weights, as in {{'clever': 3}}, found {weights!r}.")
        rows.append(GoldRow.of(*_item_key(key), [_entry(place, term, weight) for term, weight in weights.items()]))
    gold_noun = GoldStandard.of(rows, Source("gold", ""))
    return replace(gold_noun, source=Source("gold", _fingerprint(gold_noun)))


def _entry(place: str, term: object, weight: object) -> tuple[str, float]:
    if isinstance(term, str) and is_number(weight) and 0 <= weight <= MAX_WEIGHT:  # type: ignore[operator]
        return term, float(weight)  # type: ignore[arg-type]
    expected = f"expected a text with a weight from 0 to {MAX_WEIGHT:g}"
    raise BadInput(f"{place}: {expected}, found {term!r}: {weight!r}.")


def _fingerprint(gold: GoldStandard) -> str:
    """Hash the contents of a gold, whatever their order."""
    rows = sorted(
        (row.lexelt, row.id, sorted(_entries(row)), row.names, *([row.target] if row.target else [])) for row in gold
    )
    return digest((gold.graded, rows))


def _entries(row: GoldRow) -> list[tuple[object, ...]]:
    """Terms with their weights, and how many judged each where that is known."""
    if row.judges is None:
        return list(row.weights)
    return [(*entry, judges) for entry, judges in zip(row.weights, row.judges, strict=True)]


def _item_key(key: object) -> tuple[str, str]:
    """Split a dict's key into lexelt and id; a key may be an id alone."""
    if isinstance(key, tuple) and len(key) == 2:
        return str(key[0]), str(key[1])
    if isinstance(key, str | Integral):
        return "", str(key)
    raise BadInput(f"{key!r}: expected an id, or a pair of lexelt and id, as key of an item.")


# --------------------------------------------------------------------------------------------------------- runs


def _run_of(run: Mapping[Any, Sequence[str]], name: str, place: str) -> Run:
    rows = []
    for key, answers in run.items():
        if isinstance(answers, str) or not isinstance(answers, Sequence):
            raise BadInput(f"{place}[{key!r}]: expected a list of answers, best first, found {answers!r}.")
        listed = list(answers)
        if not all(isinstance(answer, str) for answer in listed):
            raise BadInput(f"{place}[{key!r}]: expected texts as answers, found {listed!r}.")
        rows.append(RunRow(*_item_key(key), listed))
    return Run.of(rows, Source(name, digest(rows)))


def _report_on(run: Run) -> Report:
    """Report odd answers of a run that was read from no file."""
    report = Report(run.source.location)
    for odd in find_odd_answers(run.answers):
        message = f'item {formats.quote(run.ids[odd.row])}: {odd.message}; expected answers as in ["clever", "smart"]'
        report.note(None, odd.kind, Caution(message))
    return report


def list_runs(runs: RunLike | Sequence[RunLike]) -> list[RunLike]:
    """One run or several as a list."""
    return list(runs) if isinstance(runs, list | tuple) else [runs]  # type: ignore[list-item]


def name_distinctly(runs: Sequence[Run]) -> list[Run]:
    """Rename runs of the same name (a/run.txt, b/run.txt) by as much of their paths as is needed."""
    paths: dict[str, list[str]] = {}
    for run in runs:
        paths.setdefault(run.name, []).append(run.source.path)
    named = [
        replace(run, source=replace(run.source, name=_ending(run.source.location, paths[run.name])))
        if len(paths[run.name]) > 1
        else run
        for run in runs
    ]
    seen: set[str] = set()
    for run in named:
        keys = {run.name, *([os.path.realpath(run.source.path)] if run.source.path else [])}
        if keys & seen:
            raise BadInput(f"{run.name}: the same run is given twice.")
        seen |= keys
    return named


def _ending(place: str, paths: Sequence[str]) -> str:
    """The shortest end of a path that only it has among these; all of it if one of them has no path."""
    from pathlib import Path  # noqa: PLC0415 (slow to import, and seldom needed)

    parts = [Path(path).parts for path in paths]
    sizes = range(1, max(map(len, parts)) + 1)
    enough = next((size for size in sizes if len({own[-size:] for own in parts}) == len(parts)), None)
    return str(Path(*Path(place).parts[-enough:])) if enough and all(paths) else place


# ------------------------------------------------------------------------------------------------------- frames


def _gold_in_frame(frame: DataFrame, name: str) -> dict[tuple[str, str], dict[str, float]]:
    """The rows of a frame with the columns id, substitute and weight, and perhaps lexelt."""
    columns = _columns(frame, name, ("id", "substitute", "weight"))
    rows: dict[tuple[str, str], dict[str, float]] = {}
    for key, substitute, cell in zip(_keys(columns), columns["substitute"], columns["weight"], strict=True):
        weights = rows.setdefault(key, {})
        term, weight = _entry(f"{name}: item {key[1]}", substitute, cell.item() if hasattr(cell, "item") else cell)
        if term in weights:
            raise BadInput(f"{name}: the substitute {term!r} of item {key[1]} has two rows.")
        weights[term] = weight
    return rows


def _run_in_frame(frame: DataFrame, name: str) -> dict[tuple[str, str], list[str]]:
    """The rows of a frame with the columns id and substitute, best first, and perhaps lexelt."""
    columns = _columns(frame, name, ("id", "substitute"))
    rows: dict[tuple[str, str], list[str]] = {}
    for key, term in zip(_keys(columns), columns["substitute"], strict=True):
        rows.setdefault(key, []).append(term)
    return rows


def _columns(frame: DataFrame, name: str, wanted: Sequence[str]) -> dict[str, list[Any]]:
    names = [str(column) for column in frame.columns]
    twice = [column for column in (*wanted, "lexelt") if names.count(column) > 1]
    if twice or not {*wanted} <= {*names}:
        raise BadInput(
            f"{name}: expected a data frame with the columns {', '.join(wanted)} (and lexelt, if there is one), each "
            f"once; found {', '.join(names) or 'none'}."
        )
    used = [column for column in frame.columns if str(column) in {*wanted, "lexelt"}]
    return {str(column): list(frame[column]) for column in used}  # type: ignore[index]


def _keys(columns: Mapping[str, Sequence[Any]]) -> list[tuple[str, str]]:
    lexelts = columns.get("lexelt") or [""] * len(columns["id"])
    return [
        (_cell("lexelt", row, lexelt), _cell("id", row, identifier))
        for row, (lexelt, identifier) in enumerate(zip(lexelts, columns["id"], strict=True), start=1)
    ]


def _cell(column: str, row: int, value: object) -> str:
    """A text or whole number of a data frame; what is missing is no id. pandas makes 1.0 of 1 beside a missing one."""
    if isinstance(value, str | Integral):
        return str(value)
    if isinstance(value, Real) and float(value).is_integer():
        return str(int(float(value)))
    raise BadInput(f"row {row} of the data frame: expected a text or a whole number as {column}, found {value!r}.")


# ---------------------------------------------------------------------------------- items, annotations, ratings


def list_items(items: Any) -> list[StrPath | Item]:
    """List files and `Item` objects, of which one or several may be given."""
    if items is None:
        return []
    listed = [items] if isinstance(items, str | os.PathLike | Item) or not isinstance(items, Iterable) else list(items)
    others = [each for each in listed if not isinstance(each, str | os.PathLike | Item)]
    if others:
        raise UsageError(f"items is a file, several files, or Item objects, not {others[0]!r}.", parameter="items")
    return listed


_TEXTS_OF_ITEMS = ("lexelt", "id", "text", "language", "document")


def _check_item(number: int, item: Item) -> None:
    """Refuse an `Item` with fields of other types, or with a target that is not in its text."""
    with naming("items"):
        _check_texts("item", [item], _TEXTS_OF_ITEMS, number)
        for name in ("start", "end"):
            value = getattr(item, name)
            if isinstance(value, bool) or not isinstance(value, Integral):
                raise UsageError(f"item {number}: {name} is a whole number, not {value!r}.")
        if not 0 <= item.start <= item.end <= len(item.text):
            raise UsageError(
                f"item {number}: the target is in the text, from 0 to {len(item.text)}, not from {item.start} to "
                f"{item.end}."
            )


def check_items(items: Sequence[Item], gold: GoldStandard) -> None:
    """Refuse sentences none of which is of an item of the gold."""
    if not {item.id for item in items} & set(gold.ids):
        raise BadInput("none of the sentences is of an item of the gold. Are they of the same data set?")


_TEXTS = ("lexelt", "id", "annotator", "multiword", "comment", "time", "phase")
_TEXTS_OF_RATINGS = ("lexelt", "id", "candidate", "rater", "comment", "time", "phase")


def _answers_of(given: object) -> tuple[Annotations | GivenRatings, Report]:
    if isinstance(given, Annotations):
        report = Report(given.source.location)
        return _with_tidy_names(given, report), report
    nouns = list(given) if isinstance(given, Iterable) else [given]
    ratings = [noun for noun in nouns if isinstance(noun, Rating)]
    annotations = [noun for noun in nouns if isinstance(noun, Annotation)]
    if len(nouns) not in {len(ratings), len(annotations)}:
        raise UsageError("annotations are a file, or a list of Annotation or of Rating objects only.")
    if ratings:
        _check_texts("rating", ratings, _TEXTS_OF_RATINGS)
        return GivenRatings(ratings, _source("ratings", ratings)), Report("ratings")
    _check_texts("annotation", annotations, _TEXTS)
    _check_answers(annotations)
    report = Report("annotations")
    return _with_tidy_names(Annotations.of(annotations, _source("annotations", annotations)), report), report


def read_answers(content: Content, options: Options) -> tuple[Annotations | GivenRatings, Report]:
    """Read annotations or ratings, whichever a file holds, with a report of its faults."""
    content = formats.to_utf8(content, options.encoding)
    rated = _holds_ratings(content)
    nouns, report = formats.load_content(content, "ratings" if rated else "annotations", options)
    formats.refuse_empty(nouns, report)
    if not rated:
        return nouns, report
    form = formats.sniff(content, "ratings").name if options.format == "auto" else options.format
    return GivenRatings(nouns, Source(content.name, content.sha256, form, content.path)), report


def _holds_ratings(content: Content) -> bool:
    """Whether the first line of a file says that it holds ratings, in whatever encoding."""
    beginning = content.data[:1024].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xfe\xff \t\r\n")
    first = beginning.partition(b"\n")[0].decode(errors="replace")
    return '"stead.ratings/1"' in first or formats.FORMATS["ratings-csv"].recognises(first, "ratings")


def _with_tidy_names(annotations: Annotations, report: Report) -> Annotations:
    """Normalise the names of annotators; refuse an annotation without one."""
    found, changed = annotations.tidy_names()
    if changed:
        from stead.formats.fast.annotations import describe_renaming  # noqa: PLC0415 (only annotations have such names)

        report.note(None, "names", describe_renaming(changed))
    nobodys = found.nameless.nonzero()[0].tolist()
    if nobodys:
        raise BadInput(f"{found.location_of(nobodys[0])}: expected the name of the annotator, found none.")
    return found


def _check_texts(kind: str, nouns: Sequence[object], names: Sequence[str], first: int = 1) -> None:
    for number, noun in enumerate(nouns, start=first):
        for name in names:
            value = getattr(noun, name)
            if not isinstance(value, str):
                raise UsageError(f"{kind} {number}: {name} is a text, not {value!r}.")


def _check_answers(annotations: Sequence[Annotation]) -> None:
    for number, annotation in enumerate(annotations, start=1):
        given: Any = annotation.substitutes
        listed = isinstance(given, Sequence) and not isinstance(given, str)
        if not listed or not all(isinstance(term, str) for term in given):
            raise UsageError(f"annotation {number}: substitutes are a list of texts, not {given!r}.")
        for name in ("nil", "name"):
            flag = getattr(annotation, name)
            if not isinstance(flag, bool):
                raise UsageError(f"annotation {number}: {name} is True or False, not {flag!r}.")


def _source(name: str, nouns: Iterable[object]) -> Source:
    sha256 = hashlib.sha256()
    for noun in nouns:
        sha256.update(repr(noun).encode(errors="backslashreplace"))
    return Source(name, sha256.hexdigest())


def _join(files: Sequence[GivenRatings]) -> GivenRatings:
    """Join the ratings of several files."""
    if len(files) == 1:
        return files[0]
    sha256 = hashlib.sha256("".join(file.source.sha256 for file in files).encode()).hexdigest()
    form = "+".join(dict.fromkeys(file.source.format for file in files))
    source = Source("ratings", sha256, form, plural(len(files), "file"))
    return GivenRatings([rating for file in files for rating in file.ratings], source)


def validate_candidates(candidates: Mapping[Any, Any]) -> dict[str, list[str]]:
    """Validate candidates by lexelt."""
    for lexelt, terms in candidates.items():
        listed = isinstance(terms, Sequence) and not isinstance(terms, str)
        if not isinstance(lexelt, str) or not listed or not all(isinstance(term, str) for term in terms):
            raise BadInput(f"candidates[{lexelt!r}]: expected a list of texts for a lexelt, found {terms!r}.")
    return {lexelt: list(terms) for lexelt, terms in candidates.items()}
