"""Turn what a caller gives into nouns: paths, dicts, data frames or objects. Nothing else reads them."""

import hashlib
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Integral
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Protocol, runtime_checkable

from stead import formats, scoring
from stead.api.runs import (
    DataFrame,
    GivenRun,
    HoldsRun,
    ReadRun,
    each_a_system,
    is_number,
    item_key,
    list_given,
    name_distinctly,
    report_on,
    rows_of_dict,
    run_of_rows,
)
from stead.core.annotation import Annotation, Annotations
from stead.core.arguments import naming
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report, Source
from stead.core.item import Item
from stead.core.parameters import digest
from stead.core.rating import Rating
from stead.core.substitutes import MAX_WEIGHT, CanonicalForms, GoldRow, GoldStandard, Run
from stead.core.text import plural
from stead.formats import Content, Options, Policy

if TYPE_CHECKING:
    from stead.core.pool import CandidatePool, Dispatch
    from stead.datasets import DatasetPart
    from stead.formats.parquet_items import ParquetItems
    from stead.golds import Curation


@runtime_checkable
class HoldsGold(Protocol):
    """A result with a gold standard, such as that of `make_gold`."""

    @property
    def gold(self) -> GoldStandard:
        """The gold standard."""


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


@runtime_checkable
class HoldsRatings(Protocol):
    """A result with ratings to use: that of `filter_ratings`."""

    @property
    def kept(self) -> list[Rating]:
        """The ratings."""


@runtime_checkable
class HoldsDecisions(Protocol):
    """A result that is a file of decisions: that of `propose_curation`."""

    def curation(self) -> Content:
        """The file that `save` writes."""


StrPath = str | os.PathLike[str]
_Frame = Annotated[DataFrame, "a data frame"]
GoldLike = (
    StrPath
    | GoldStandard
    | Mapping[Any, Mapping[str, float]]
    | _Frame
    | Annotated[HoldsGold, "the result of `make_gold`"]
)
RunLike = StrPath | Run | Mapping[Any, Any] | _Frame | Annotated[HoldsRun, "the result of `run`"]
"""A run, or systems by name: `stead.api.runs` says which dicts are which."""
ItemsLike = Annotated[
    StrPath | Item | DataFrame | Iterable[StrPath | Item], "a file, several files, Item objects, or a data frame"
]
AnnotationsLike = Annotated[
    StrPath | Annotations | DataFrame | Iterable[Annotation],
    "a file, a list of Annotation objects, or a data frame",
]
RatingsLike = Annotated[
    StrPath | HoldsRatings | DataFrame | Iterable[Rating] | Iterable[StrPath],
    "a file, several files, a list of Rating objects, or a data frame",
]
AnswersLike = Annotated[
    StrPath | HoldsRatings | Annotations | DataFrame | Iterable[Annotation] | Iterable[Rating],
    "a file, a list of Annotation or of Rating objects only, or a data frame",
]


class GivenRatings(NamedTuple):
    """Ratings, and where they come from."""

    ratings: list[Rating]
    source: Source


class GivenItems(NamedTuple):
    """Items, and where they come from."""

    items: Sequence[Item]
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


_NAME_OF_PART = re.compile(r"[A-Za-z0-9][\w-]+(?::[\w-]+)?")


def named_part(given: object) -> "DatasetPart | None":
    """The part of a data set that is given, itself or by name (`swords:dev`); a file of that name comes first."""
    loaded: Any = sys.modules.get("stead.datasets.dataset_part")
    if loaded is not None and isinstance(given, loaded.DatasetPart):
        part: DatasetPart = given
        return part
    if not isinstance(given, str) or not _NAME_OF_PART.fullmatch(given) or os.path.exists(given):  # noqa: PTH110
        return None
    from stead.datasets import PUBLISHED, part_named  # noqa: PLC0415 (most golds are files)

    if ":" not in given and given not in PUBLISHED:
        return None
    try:
        return part_named(given)
    except UsageError as error:
        raise BadInput(f"{given}: there is no such file, and {error}") from None


def refuse_second_input(files: Iterable[object]) -> None:
    """Refuse standard input (`-`) for more than one file."""
    if sum(1 for file in files if isinstance(file, str | os.PathLike) and os.fspath(file) == "-") > 1:
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

    def _load(self, given: "StrPath | DatasetPart", kind: formats.Kind, options: Options | None = None) -> Any:
        """Read what a file holds, or a part of a data set."""
        part, how = named_part(given), options or self.options
        noun, report = part.read(kind, how) if part else formats.load(_path(given, f"a {kind}"), kind, how)
        self.reports.append(report)
        return noun

    def gold(self, gold: GoldLike, name: str = "gold") -> GoldStandard:
        """Read a gold standard: a file, `{"1": {"clever": 3}}`, a frame of id, substitute and weight, or an object.

        Messages about dicts and data frames call it `name`.
        """
        part = named_part(gold)
        if isinstance(gold, Mapping | DataFrame):
            self.reports.append(Report("gold"))
            return _gold_of(_rows_of_dict(gold, name) if isinstance(gold, Mapping) else _rows_of_frame(gold, name))
        if isinstance(gold, HoldsGold) and part is None:
            gold = gold.gold
        if isinstance(gold, GoldStandard):
            self.reports.append(Report(gold.source.location))
            return replace(gold, source=replace(gold.source, sha256=_fingerprint(gold)))
        options = replace(self.options, separator=None)
        if options.format_of("gold") == "semeval-oot":  # a format of runs; their gold is SemEval's
            options = replace(options, gold_format="semeval")
        noun: GoldStandard = self._load(part or _path(gold, "a gold standard"), "gold", options)
        return noun

    def gold_of_ids(self, gold: GoldLike, ids: StrPath | None, name: str = "gold") -> GoldStandard:
        """Read a gold standard, and keep only the items that a list names."""
        return select_items(self.gold(gold, name), ids, self.options)

    def run(self, given: GivenRun) -> Run:
        """Read a run: a file, `{"1": ["clever", "smart"]}`, a frame of id and substitute in order, or an object."""
        run = given.run.run if isinstance(given.run, HoldsRun) else given.run
        if isinstance(run, Run):
            self.reports.append(report_on(run))
            return run
        if isinstance(run, DataFrame) and not isinstance(run, Mapping):
            from stead.api.frames import run_in_frame  # noqa: PLC0415 (frames are seldom given)

            run = run_in_frame(run, given.location)
        if isinstance(run, Mapping):
            noun, report = run_of_rows(rows_of_dict(run, given.location), given.name or given.location)
            self.reports.append(report)
            return noun
        loaded: Run = self._load(_path(run, "a run"), "run")
        return loaded

    def read_runs(self, given: Iterable[GivenRun], first: int = 0) -> list[ReadRun]:
        """Read runs, and number them."""
        return [ReadRun(self.run(one), one, number) for number, one in enumerate(given, start=first)]

    def runs(self, runs: Sequence[RunLike], baselines: Sequence[RunLike] = ()) -> tuple[list[Run], list[Run]]:
        """Read runs and baselines, each a system of its own, and give them distinct names."""
        given = list_given(runs)
        read = name_distinctly(each_a_system(self.read_runs([*given, *list_given(baselines, "baseline")])))
        nouns = [run for run, *_ in read]
        return nouns[: len(given)], nouns[len(given) :]

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

    def items(self, given: ItemsLike | None) -> Sequence[Item] | None:
        """Read sentences that go with golds and runs: of files, or as they are; None if none were given."""
        listed = list_items(given)
        return Inputs(self._any_format, self.reports).items_with_source(listed).items if listed else None

    def items_with_source(self, given: ItemsLike) -> GivenItems:
        """Read sentences, of files or as they are, in the format of the options."""
        listed = list_items(given)
        if len(listed) == 1 and (table := _parquet_items(listed[0])):
            return GivenItems(table, table.source)
        items: list[Item] = []
        origins: list[Source | Item] = []
        for one in listed:
            if isinstance(one, Item):
                _check_item(len(items) + 1, one)
                items.append(one)
                origins.append(one)
                continue
            if part := named_part(one):
                loaded = self._load(part, "items")
                items += loaded
                origins.append(Source(part.name, digest(loaded), path=part.name))
                continue
            if table := _parquet_items(one):
                items += table
                origins.append(table.source)
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
        given = _nouns_of_frame(given.kept if isinstance(given, HoldsRatings) else given)
        if isinstance(given, str | os.PathLike):
            answers, report = read_answers(formats.read_content(given), self.options)
        else:
            answers, report = _answers_of(given)
        self.reports.append(report)
        return answers

    def ratings(self, given: RatingsLike) -> GivenRatings:
        """Read ratings of one scale, of one file or several or as they are, and normalise the names."""
        given = _nouns_of_frame(given.kept if isinstance(given, HoldsRatings) else given)
        nouns: list[Any] = [given] if isinstance(given, str | os.PathLike) else list(given)  # type: ignore[arg-type]
        if nouns and all(isinstance(noun, str | os.PathLike) for noun in nouns):
            refuse_second_input(nouns)
            ratings = _join([self._ratings_of_file(path) for path in nouns])
        elif all(isinstance(noun, Rating) for noun in nouns):
            _check_texts("rating", nouns, _TEXTS_OF_RATINGS)
            self.reports.append(Report("ratings"))
            ratings = GivenRatings(nouns, Source("ratings", digest(nouns)))
        else:
            raise UsageError("ratings are a file, several files, or a list of Rating objects.", parameter="ratings")
        from stead.golds import tidy_ratings  # noqa: PLC0415 (ratings are seldom read)

        return ratings._replace(ratings=tidy_ratings(ratings.ratings, ratings.source.location))

    def _ratings_of_file(self, path: StrPath) -> GivenRatings:
        content = formats.to_utf8(formats.read_content(path), self.options.encoding)
        form = formats.sniff(content, "ratings").name
        ratings, report = formats.load_content(content, "ratings", replace(self.options, format=form))
        formats.refuse_empty(ratings, report)
        self.reports.append(report)
        return GivenRatings(ratings, Source(content.name, content.sha256, form, content.path))

    def curation(self, given: "StrPath | Content | Curation | HoldsDecisions | None") -> "Curation | None":
        """Read the decisions of a file, or take them as they are."""
        from stead.golds import Curation, read_curation  # noqa: PLC0415 (as above)

        if given is None or isinstance(given, Curation):
            return given
        given = given.curation() if isinstance(given, HoldsDecisions) else given
        content = given if isinstance(given, Content) else formats.read_content(given)
        return read_curation(formats.to_utf8(content, self.options.encoding))

    def candidates(
        self, given: StrPath | Mapping[str, Sequence[str]] | None, gold: GoldStandard
    ) -> Mapping[str, Sequence[str]] | None:
        """Read candidates to rank, by lexelt; refuse lexelts that are not in the gold."""
        if given is None:
            return None
        if part := named_part(given):
            given = part.candidates
        if isinstance(given, Mapping):
            name, candidates = "candidates", validate_candidates(given)
        else:
            from stead.formats.side_files import read_candidates  # noqa: PLC0415 (seldom needed)

            name, candidates = os.fspath(given), read_candidates(given, self.options.encoding)
        scoring.check_names(name, candidates, gold)
        return candidates


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


# -------------------------------------------------------------------------------------------------------- golds


def _gold_of(rows: list[GoldRow]) -> GoldStandard:
    gold = GoldStandard.of(rows, Source("gold", ""))
    return replace(gold, source=Source("gold", _fingerprint(gold)))


def _rows_of_dict(gold: Mapping[Any, Mapping[str, float]], name: str) -> list[GoldRow]:
    rows = []
    for key, weights in gold.items():
        location = f"{name}[{key!r}]"
        if not isinstance(weights, Mapping):
            raise BadInput(f"{location}: expected substitutes with weights, as in {{'clever': 3}}, found {weights!r}.")
        rows.append(GoldRow.of(*item_key(key), [_entry(location, term, weight) for term, weight in weights.items()]))
    return rows


def _rows_of_frame(gold: DataFrame, name: str) -> list[GoldRow]:
    from stead.api.frames import gold_in_frame  # noqa: PLC0415 (frames are seldom given)

    return gold_in_frame(gold, name, _entry)


def _entry(location: str, term: object, weight: object) -> tuple[str, float]:
    if isinstance(term, str) and is_number(weight) and 0 <= weight <= MAX_WEIGHT:  # type: ignore[operator]
        return term, float(weight)  # type: ignore[arg-type]
    expected = f"expected a text with a weight from 0 to {MAX_WEIGHT:g}"
    raise BadInput(f"{location}: {expected}, found {term!r}: {weight!r}.")


def _fingerprint(gold: GoldStandard) -> str:
    """Hash the contents of a gold, whatever their order."""
    rows = sorted(
        (row.lexelt, row.id, sorted(_entries(row)), row.names, *([row.target] if row.target else [])) for row in gold
    )
    return digest((gold.graded, rows))


def _entries(row: GoldRow) -> list[tuple[object, ...]]:
    """Terms with their weights, and how many judged each and whether it is proficient, where that is known."""
    columns = [column for column in (row.judges, row.proficient) if column is not None]
    return [(*entry, *values) for entry, *values in zip(row.weights, *columns, strict=True)]


# ---------------------------------------------------------------------------------- items, annotations, ratings


def list_items(items: Any) -> list[StrPath | Item]:
    """List files and `Item` objects, of which one or several may be given."""
    if items is None:
        return []
    if isinstance(items, DataFrame):
        from stead.api.frames import items_in_frame  # noqa: PLC0415 (frames are seldom given)

        return list(items_in_frame(items))
    listed = [items] if isinstance(items, str | os.PathLike | Item) or not isinstance(items, Iterable) else list(items)
    others = [item for item in listed if not isinstance(item, str | os.PathLike | Item)]
    if others:
        raise UsageError(
            f"items is a file, several files, Item objects, or a data frame, not {others[0]!r}.", parameter="items"
        )
    return listed


_TEXTS_OF_ITEMS = ("lexelt", "id", "text", "language", "document")


def _parquet_items(given: object) -> "ParquetItems | None":
    """The items of a Parquet file or folder, which are not held in memory; None if it is none."""
    if not isinstance(given, str | os.PathLike) or not formats.is_parquet(os.fspath(given)):
        return None
    from stead.formats.parquet_items import ParquetItems  # noqa: PLC0415 (few items are in Parquet files)

    return ParquetItems(os.fspath(given))


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


def _nouns_of_frame(given: Any) -> Any:
    """The ratings or annotations of a data frame; anything else as it is."""
    if not isinstance(given, DataFrame):
        return given
    from stead.api.frames import annotations_in_frame, has_columns, ratings_in_frame  # noqa: PLC0415 (as above)

    return ratings_in_frame(given) if has_columns(given, "candidate") else annotations_in_frame(given)


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
    tidied, changed = annotations.tidy_names()
    if changed:
        from stead.formats.fast.annotations import describe_renaming  # noqa: PLC0415 (only annotations have such names)

        report.note(None, "names", describe_renaming(changed))
    nameless = tidied.nameless.nonzero()[0].tolist()
    if nameless:
        raise BadInput(f"{tidied.location_of(nameless[0])}: expected the name of the annotator, found none.")
    return tidied


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
