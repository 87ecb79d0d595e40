"""What a caller gives, turned into nouns: paths, objects or dicts."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from numbers import Integral, Real
from typing import Any, NamedTuple

from stead import formats
from stead.core.annotation import Annotation, Annotations
from stead.core.canonical_forms import CanonicalForms
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report
from stead.core.gold import MAX_WEIGHT, GoldRow, GoldStandard
from stead.core.notes import Caution
from stead.core.rating import Rating
from stead.core.run import Run, RunRow
from stead.core.source import Source
from stead.core.text import counted
from stead.formats import Content, Options, Policy
from stead.formats.annotation_table import renamed
from stead.formats.odd_answers import odd_answers
from stead.golds import tidied_ratings

StrPath = str | os.PathLike[str]
GoldLike = StrPath | GoldStandard | Mapping[Any, Mapping[str, float]]
RunLike = StrPath | Run | Mapping[Any, Sequence[str]]


class Inputs:
    """Turns what a caller gives into nouns, and keeps the reports of the files among them."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.reports: list[Report] = []

    def last_faults(self) -> dict[str, dict[str, int]]:
        """Count the faults of the file that was read last."""
        return self.reports[-1].counts()

    def gold(self, gold: GoldLike) -> GoldStandard:
        """Read a gold standard."""
        if isinstance(gold, GoldStandard):
            self.reports.append(Report(gold.source.place))
            return replace(gold, source=replace(gold.source, sha256=_fingerprint(gold)))
        if isinstance(gold, Mapping):
            self.reports.append(Report("gold"))
            return _gold_of(gold)
        options = replace(self.options, separator=None)
        if options.format_of("gold") == "semeval-oot":  # a format of runs; their gold is SemEval's
            options = replace(options, gold_format="semeval")
        noun, report = formats.load(_path(gold, "a gold standard"), "gold", options)
        self.reports.append(report)
        return noun

    def run(self, run: RunLike, number: int) -> Run:
        """Read a run; one without a name of its own is called by its number."""
        if isinstance(run, Run | Mapping):
            noun = run if isinstance(run, Run) else _run_of(run, f"run {number}")
            self.reports.append(_report_on(noun))
            return noun
        noun, report = formats.load(_path(run, "a run"), "run", self.options)
        self.reports.append(report)
        return noun

    def mapping(self, mapping: StrPath | CanonicalForms) -> CanonicalForms:
        """Read canonical forms."""
        if isinstance(mapping, CanonicalForms):
            return mapping
        noun, report = formats.load(_path(mapping, "a mapping"), "mapping", replace(self.options, format="auto"))
        self.reports.append(report)
        return noun


def notes_of_files(reports: Iterable[Report]) -> Iterator[str]:
    """What is to be known about how files were read."""
    return (note for report in reports for note in report.notes())


def reading_options(
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
    *,
    gold_format: str | None = None,
    run_format: str | None = None,
) -> Options:
    """How files are read, as a caller says it."""
    for name in (format, gold_format, run_format):
        if name not in {None, "auto"}:
            formats.format_named(name)
    policy = policy_named(faults)
    return Options(
        format=format,
        policy=policy,
        encoding=formats.checked_encoding(encoding),
        gold_format=gold_format,
        run_format=run_format,
    )


def policy_named(name: str) -> Policy:
    """What is done about faults, by its name."""
    if name not in list(map(str, Policy)):
        raise UsageError(f"{name!r} is no policy for faults; there are {', '.join(Policy)}.")
    return Policy(name)


def refuse_second_input(files: Iterable[object]) -> None:
    """Standard input can be read only once."""
    if sum(1 for file in files if isinstance(file, str) and file == "-") > 1:
        raise UsageError("standard input (-) can be read only once; name a file for the others.")


def _path(value: object, wanted: str) -> StrPath:
    if isinstance(value, str | os.PathLike) and isinstance(os.fspath(value), str):
        return value
    raise BadInput(f"expected {wanted} (a path, an object or a dict), found {type(value).__name__}.")


def _entries(row: GoldRow) -> list[tuple[object, ...]]:
    """Terms with their weights, and how many judged each where that is known."""
    if row.judges is None:
        return list(row.weights)
    return [(*entry, judges) for entry, judges in zip(row.weights, row.judges, strict=True)]


def _fingerprint(gold: GoldStandard) -> str:
    """The hash of what a gold says, in whatever order."""
    rows = sorted(
        (row.lexelt, row.id, sorted(_entries(row)), row.names, *([row.target] if row.target else [])) for row in gold
    )
    return hashlib.sha256(repr((gold.graded, rows)).encode(errors="backslashreplace")).hexdigest()


def is_number(value: object) -> bool:
    """Tell whether a value is a number; True and False are none."""
    return isinstance(value, Real) and not isinstance(value, bool)


def _gold_of(gold: Mapping[Any, Mapping[str, float]]) -> GoldStandard:
    rows = []
    for key, own in gold.items():
        if not isinstance(own, Mapping):
            raise BadInput(f"gold[{key!r}]: expected substitutes with weights, as in {{'clever': 3}}, found {own!r}.")
        rows.append(GoldRow.of(*_item_key(key), [_entry(key, term, weight) for term, weight in own.items()]))
    gold_noun = GoldStandard.of(rows, Source("gold", ""))
    return replace(gold_noun, source=Source("gold", _fingerprint(gold_noun)))


def _entry(key: object, term: object, weight: object) -> tuple[str, float]:
    if isinstance(term, str) and is_number(weight) and 0 <= weight <= MAX_WEIGHT:  # type: ignore[operator]
        return term, float(weight)  # type: ignore[arg-type]
    expected = f"expected a text with a weight from 0 to {MAX_WEIGHT:g}"
    raise BadInput(f"gold[{key!r}]: {expected}, found {term!r}: {weight!r}.")


def _run_of(run: Mapping[Any, Sequence[str]], name: str) -> Run:
    rows = []
    for key, answers in run.items():
        if isinstance(answers, str) or not isinstance(answers, Sequence):
            raise BadInput(f"{name}[{key!r}]: expected a list of answers, best first, found {answers!r}.")
        listed = list(answers)
        if not all(isinstance(answer, str) for answer in listed):
            raise BadInput(f"{name}[{key!r}]: expected texts as answers, found {listed!r}.")
        rows.append(RunRow(*_item_key(key), listed))
    return Run.of(rows, Source(name, hashlib.sha256(repr(rows).encode(errors="backslashreplace")).hexdigest()))


def _report_on(run: Run) -> Report:
    """What is odd about a run that was read from no file."""
    report = Report(run.source.place)
    for odd in odd_answers(run.answers):
        message = f'item {formats.shown(run.ids[odd.row])}: {odd.message}; expected answers as in ["clever", "smart"]'
        report.note(None, odd.kind, Caution(message))
    return report


def checked_candidates(candidates: Mapping[Any, Any]) -> dict[str, list[str]]:
    """Candidates by lexelt, as Python gives them."""
    for lexelt, terms in candidates.items():
        listed = isinstance(terms, Sequence) and not isinstance(terms, str)
        if not isinstance(lexelt, str) or not listed or not all(isinstance(term, str) for term in terms):
            raise BadInput(f"candidates[{lexelt!r}]: expected a list of texts for a lexelt, found {terms!r}.")
    return {lexelt: list(terms) for lexelt, terms in candidates.items()}


def _item_key(key: object) -> tuple[str, str]:
    """Lexelt and id of a dict's key: an id alone, or both."""
    if isinstance(key, tuple) and len(key) == 2:
        return str(key[0]), str(key[1])
    if isinstance(key, str | Integral):
        return "", str(key)
    raise BadInput(f"{key!r}: expected an id, or a pair of lexelt and id, as key of an item.")


def holds_ratings(content: Content) -> bool:
    """Whether the first line of a file says that it holds ratings, in whatever encoding."""
    beginning = content.data[:1024].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xfe\xff \t\r\n")
    first = beginning.partition(b"\n")[0].decode(errors="replace")
    return '"stead.ratings/1"' in first or formats.FORMATS["ratings-csv"].recognises(first, "ratings")


AnnotationsLike = StrPath | Annotations | Iterable[Annotation]
_TEXTS = ("lexelt", "id", "annotator", "multiword", "comment", "time", "phase")
_TEXTS_OF_RATINGS = ("lexelt", "id", "candidate", "rater", "comment", "time", "phase")


class Ratings(NamedTuple):
    """Ratings, and where they come from."""

    ratings: list[Rating]
    source: Source


def answers_given(given: object, options: Options) -> tuple[Annotations | Ratings, Report]:
    """Annotations or ratings, whichever they are, and what was wrong with the file."""
    if isinstance(given, str | os.PathLike):
        return answers_of(formats.read_content(given), options)
    if isinstance(given, Annotations):
        report = Report(given.source.place)
        return _named(given, report), report
    nouns = list(given) if isinstance(given, Iterable) else [given]
    ratings = [noun for noun in nouns if isinstance(noun, Rating)]
    annotations = [noun for noun in nouns if isinstance(noun, Annotation)]
    if len(nouns) not in {len(ratings), len(annotations)}:
        raise BadInput("expected a path, or a list of Annotation or of Rating objects only.")
    if ratings:
        _check_texts("rating", ratings, _TEXTS_OF_RATINGS)
        return Ratings(ratings, _source("ratings", ratings)), Report("ratings")
    _check_texts("annotation", annotations, _TEXTS)
    _check_answers(annotations)
    report = Report("annotations")
    return _named(Annotations.of(annotations, _source("annotations", annotations)), report), report


def answers_of(content: Content, options: Options) -> tuple[Annotations | Ratings, Report]:
    """Annotations or ratings, as a file has them, and what was wrong with it."""
    content = formats.in_utf8(content, options.encoding)
    rated = holds_ratings(content)
    nouns, report = formats.load_content(content, "ratings" if rated else "annotations", options)
    formats.refuse_nothing(nouns, report)
    if not rated:
        return nouns, report
    form = formats.sniff(content, "ratings").name if options.format == "auto" else options.format
    return Ratings(nouns, Source(content.name, content.sha256, form, content.path)), report


def _named(annotations: Annotations, report: Report) -> Annotations:
    """The annotations with tidy annotators; one of nobody is refused."""
    found, changed = annotations.with_tidy_names()
    if changed:
        report.note(None, "names", renamed(changed))
    nobodys = found.nameless.nonzero()[0].tolist()
    if nobodys:
        raise BadInput(f"{found.place_of(nobodys[0])}: expected the name of the annotator, found none.")
    return found


def _check_texts(kind: str, nouns: Sequence[object], names: Sequence[str]) -> None:
    for number, noun in enumerate(nouns, start=1):
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
    digest = hashlib.sha256()
    for noun in nouns:
        digest.update(repr(noun).encode(errors="backslashreplace"))
    return Source(name, digest.hexdigest())


RatingsLike = StrPath | Sequence[Rating] | Sequence[StrPath]


class GivenRatings(NamedTuple):
    """Ratings of one scale, where they come from, and what was wrong with each file."""

    ratings: list[Rating]
    source: Source
    reports: tuple[Report, ...]


def ratings_of(given: RatingsLike, options: Options) -> GivenRatings:
    """The ratings, their raters and candidates tidied; two scales are refused, and ratings of nobody."""
    if isinstance(given, str | os.PathLike):
        return _checked(_of_file(given, options))
    nouns = list(given)
    if nouns and all(isinstance(noun, str | os.PathLike) for noun in nouns):
        refuse_second_input(nouns)
        return _checked(_joined([_of_file(path, options) for path in nouns]))  # type: ignore[arg-type]
    if not all(isinstance(noun, Rating) for noun in nouns):
        raise BadInput("expected ratings: a path, a list of paths, or a list of Rating.")
    digest = hashlib.sha256(repr(nouns).encode(errors="backslashreplace")).hexdigest()
    return _checked(GivenRatings(nouns, Source("ratings", digest), (Report("ratings"),)))  # type: ignore[arg-type]


def _of_file(path: StrPath, options: Options) -> GivenRatings:
    content = formats.in_utf8(formats.read_content(path), options.encoding)
    form = formats.sniff(content, "ratings").name
    ratings, report = formats.load_content(content, "ratings", replace(options, format=form))
    formats.refuse_nothing(ratings, report)
    return GivenRatings(ratings, Source(content.name, content.sha256, form, content.path), (report,))


def _joined(files: Sequence[GivenRatings]) -> GivenRatings:
    """The ratings of several files as if they were of one."""
    if len(files) == 1:
        return files[0]
    digest = hashlib.sha256("".join(file.source.sha256 for file in files).encode()).hexdigest()
    ratings = [rating for file in files for rating in file.ratings]
    form = "+".join(dict.fromkeys(file.source.format for file in files))
    source = Source("ratings", digest, form, counted(len(files), "file"))
    return GivenRatings(ratings, source, tuple(report for file in files for report in file.reports))


def _checked(given: GivenRatings) -> GivenRatings:
    return given._replace(ratings=tidied_ratings(given.ratings, given.source.place))
