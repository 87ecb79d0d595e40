"""Let a system annotate items or rate a pool, as people do, under a name that marks it as a machine."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from stead import formats
from stead.api.inputs import Inputs, ItemsLike, StrPath, list_items, reading_options, refuse_second_input
from stead.api.posthoc import PoolLike
from stead.api.results import TableResult, notes_of_files
from stead.api.systems import SystemLike, notes_on_record, recording_failure, system_of, write_record
from stead.core.annotation import Annotation, Annotations, machine_name
from stead.core.arguments import checked
from stead.core.errors import BadInput
from stead.core.faults import Caution, Source, warn_about
from stead.core.item import Item
from stead.core.pool import CandidatePool
from stead.core.progress import Progress, silent
from stead.core.rating import Rating
from stead.core.text import plural
from stead.systems import RatingQuestion, System, annotate_items, rate_candidates

_BATCH = 32
Asked = TypeVar("Asked")
Given = TypeVar("Given")
Made = TypeVar("Made", "AnnotateResult", "RateResult")


@dataclass(frozen=True, repr=False)
class _MachineResult(TableResult):
    """Answers of a machine, and how they came about."""

    system: System
    """The system that answered."""
    unanswered: int = 0
    """Items or candidates without an answer that can be used."""
    record: Mapping[str, Any] = field(default_factory=dict)
    """What the answers took (requests, tokens, cost, faults of answers), for systems that count it."""
    notes: tuple[str, ...] = ()
    """Notes, as the command line logs them."""

    @property
    def machine(self) -> str:
        """The name that the answers are given under."""
        return machine_name(self.system.identity())

    @property
    def signature(self) -> str:
        """The signature of the system."""
        return self.system.signature()


@dataclass(frozen=True, repr=False)
class AnnotateResult(_MachineResult):
    """What `annotate` made: annotations of a machine."""

    _table = "annotations"

    annotations: tuple[Annotation, ...] = ()

    def save(self, path: StrPath) -> None:
        """Write the annotations as JSON Lines, and beside them the record of what they took, if there is one."""
        formats.save(Annotations.of(self.annotations, Source("annotations", "")), "annotations", path, "stead")
        write_record(self.record, self.system, path)

    def records(self) -> list[dict[str, Any]]:
        """One record for each annotation."""
        return [asdict(annotation) for annotation in self.annotations]

    def _summary(self) -> str:
        return f"{plural(len(self.annotations), 'annotation')} by {self.machine}"


@dataclass(frozen=True, repr=False)
class RateResult(_MachineResult):
    """What `rate` made: ratings of a machine."""

    _table = "ratings"

    ratings: tuple[Rating, ...] = ()

    def save(self, path: StrPath) -> None:
        """Write the ratings as JSON Lines, and beside them the record of what they took, if there is one."""
        formats.save(list(self.ratings), "ratings", path, "stead")
        write_record(self.record, self.system, path)

    def records(self) -> list[dict[str, Any]]:
        """One record for each rating."""
        return [asdict(rating) for rating in self.ratings]

    def _summary(self) -> str:
        return f"{plural(len(self.ratings), 'rating')} by {self.machine}"


@checked
def annotate(
    items: ItemsLike,
    system: SystemLike,
    *,
    output: StrPath | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
    progress: Progress = silent,
) -> AnnotateResult:
    """Let a system annotate items as a person does: up to three substitutes each, or NIL where it has none.

    The annotator's name begins with `machine:`, so that golds and agreement leave these annotations out by default.
    Where the answer of a language model cannot be used, there is no annotation.

    - `items`: a file of sentences with marked targets, several, or `Item` objects.
    - `system`: a name as `stead systems` lists them, with parameters if need be.
    - `output`: the file to write, as `save` does; beside it is what the answers took, also if asking for them fails.
    - `format`, `faults`, `encoding`: how files are read, as in `read_gold`.
    - `progress`: is told how many items are done, and of how many.

    >>> stead.annotate("items.en.xml", "swift").save("machine.jsonl")
    """
    asked = system_of(system)
    files = Inputs(reading_options(format, faults, encoding))
    sentences = files.items_with_source(items).items
    name = machine_name(asked.identity())
    with recording_failure(asked, lambda: asked.record_of_answers(sentences), output):
        answers = _in_batches(sentences, lambda batch: annotate_items(asked, batch), asked.name, progress)
    annotations = tuple(
        Annotation(lexelt=item.lexelt, id=item.id, annotator=name, substitutes=tuple(terms), nil=not terms)
        for item, terms in zip(sentences, answers, strict=True)
        if terms is not None
    )
    unanswered = len(sentences) - len(annotations)
    record = asked.record_of_answers(sentences)
    notes = (*_notes(unanswered, plural(len(sentences), "item"), files), *notes_on_record(record))
    warn_about(notes)
    result = AnnotateResult(system=asked, annotations=annotations, unanswered=unanswered, record=record, notes=notes)
    return _saved(result, output)


@checked
def rate(
    pool: PoolLike,
    system: SystemLike,
    items: ItemsLike,
    *,
    output: StrPath | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
    progress: Progress = silent,
) -> RateResult:
    """Let a system rate every candidate of a pool as a person does, from 0 to 3.

    The rater's name begins with `machine:`, so that golds and agreement leave these ratings out by default; `study`
    compares them with those of people. A language model gives ratings; the ratings of a blend are three times its
    probabilities. Where the answer of a language model cannot be used, there is no rating.

    - `pool`: a file, or what `pool` made.
    - `system`: `"llm(...)"`, or a blend such as `"swift"`.
    - `items`: the sentences of the pool.
    - `output`: the file to write, as `save` does; beside it is what the answers took, also if asking for them fails.
    - `format`, `faults`, `encoding`: how files of items are read, as in `read_gold`.
    - `progress`: is told how many items are done, and of how many.

    >>> stead.rate("pool.jsonl", "swift", "items.en.xml").save("machine.jsonl")
    """
    asked = system_of(system)
    refuse_second_input([pool, *list_items(items)])
    files = Inputs(reading_options(format, faults, encoding))
    candidates = files.pool(pool)
    questions = list(_questions(candidates, files.items_with_source(items).items))
    with recording_failure(asked, lambda: asked.record_of_ratings(questions), output):
        answers = _in_batches(questions, lambda batch: rate_candidates(asked, batch), asked.name, progress)
    name = machine_name(asked.identity())
    ratings = tuple(
        Rating(lexelt=question.item.lexelt, id=question.item.id, candidate=candidate, rater=name, value=value)
        for question, values in zip(questions, answers, strict=True)
        for candidate, value in zip(question.candidates, values, strict=True)
        if value is not None
    )
    unanswered = candidates.size - len(ratings)
    record = asked.record_of_ratings(questions)
    notes = (*_notes(unanswered, plural(candidates.size, "candidate"), files), *notes_on_record(record))
    warn_about(notes)
    result = RateResult(system=asked, ratings=ratings, unanswered=unanswered, record=record, notes=notes)
    return _saved(result, output)


def _saved(result: Made, output: StrPath | None) -> Made:
    if output is not None:
        result.save(output)
    return result


def _questions(pool: CandidatePool, items: Sequence[Item]) -> Iterator[RatingQuestion]:
    """The candidates of every item of a pool with its sentence, which must be there."""
    sentences = {(item.lexelt, item.id): item for item in items}
    missing = [row for row in pool if (row.lexelt, row.id) not in sentences]
    if missing:
        first = f"{missing[0].lexelt} {missing[0].id}"
        raise BadInput(f"{len(missing)} of {plural(len(pool), 'item')} of the pool without a sentence ({first}).")
    return (RatingQuestion(sentences[row.lexelt, row.id], row.candidates) for row in pool)


def _in_batches(
    given: Sequence[Given], ask: Callable[[Sequence[Given]], Sequence[Asked]], step: str, progress: Progress
) -> list[Asked]:
    answers: list[Asked] = []
    for begin in range(0, len(given), _BATCH):
        answers += ask(given[begin : begin + _BATCH])
        progress(step, len(answers), len(given))
    return answers


def _notes(unanswered: int, of_all: str, files: Inputs) -> Iterator[str]:
    yield from notes_of_files(files.reports)
    if unanswered:
        yield Caution(f"{unanswered} of {of_all} without an answer that can be used: left out.")
