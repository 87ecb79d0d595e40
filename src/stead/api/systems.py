"""Systems: let one answer items, train a blend on people's answers, tune a system on development data."""

import json
import os
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

from stead._version import __version__
from stead.api.data import write
from stead.api.inputs import GivenItems, GoldLike, Inputs, ItemsLike, StrPath, reading_options, validate_candidates
from stead.api.results import TableResult, name_folder, notes_of_files
from stead.core.arguments import NotNegative, Positive, Range, Seed, checked, naming
from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.extras import import_extra
from stead.core.faults import Caution, Source, warn_about
from stead.core.item import Item
from stead.core.parameters import digest, settings
from stead.core.progress import Progress, silent
from stead.core.substitutes import Run, RunRow
from stead.core.text import plural
from stead.formats import load, parse_encoding, read_content, save, write_content
from stead.formats.side_files import read_candidates
from stead.records.json import to_json
from stead.records.tuned import TunedSystem
from stead.systems import (
    TASKS,
    Answerer,
    Execution,
    Journal,
    RatingQuestion,
    RunPlan,
    System,
    SystemCall,
    parse_system,
)
from stead.systems.blend.components import (
    DEFAULT_SIGNALS,
    ENGLISH_TABLES,
    KINDS,
    SIGNALS_BY_TABLES,
    Components,
    tables_of,
)
from stead.systems.blend.cross_validation import runs_of
from stead.systems.blend.trained_models import BlendModel, tiers_trained_on
from stead.systems.blend.training import Training
from stead.systems.blend.training import train as train_blend
from stead.systems.blend.training_data import gold_answers, shared_documents, without_documents
from stead.systems.tuning import Development
from stead.systems.tuning import tune as tune_system
from stead.words import language_code

SystemLike = str | System
CandidatesLike = StrPath | Mapping[str, Sequence[str]]

FORMATS = {"best": "semeval", "oot": "semeval-oot", "mw": "semeval", "coverage": "semeval-oot", "rank": "melamud"}
"""The format of each task's papers."""
_LIGHTGBM = ("lightgbm", "training a blend")


Folds = Annotated[int, Range(2)]


def _notes_on(files: Inputs) -> tuple[str, ...]:
    """Every fault of the files, after a warning for each file with faults."""
    warn_about(notes_of_files(files.reports))
    return tuple(str(fault) for report in files.reports for fault in report)


# ------------------------------------------------------------------------------------------------------------ run


@dataclass(frozen=True, repr=False)
class RunResult(TableResult):
    """What `run` found: the run, and how it came about."""

    _table = "answers"

    run: Run
    signature: str
    """Of the system."""
    losses: tuple[str, ...] = ()
    """What the file cannot hold."""
    record: Mapping[str, Any] = field(default_factory=dict)
    """What the answers took (requests, tokens, cost, faults of answers), for systems that count it."""
    notes: tuple[str, ...] = ()
    """Notes, as the command line logs them."""

    @property
    def answered(self) -> int:
        """How many items have an answer."""
        return sum(1 for row in self.run if row.answers)

    def save(self, path: StrPath, *, format: str = "stead") -> None:
        """Write the run."""
        write(self.run, path, format=format)

    def records(self) -> list[dict[str, Any]]:
        """One record for each answer, best first."""
        return [
            {"lexelt": row.lexelt, "id": row.id, "rank": rank, "substitute": answer}
            for row in self.run
            for rank, answer in enumerate(row.answers, start=1)
        ]

    def _summary(self) -> str:
        return f"{self.run.name}, {self.answered} of {plural(len(self.run), 'item')} answered"


@checked
def run(
    system: SystemLike,
    items: ItemsLike,
    *,
    task: str = "oot",
    candidates: CandidatesLike | None = None,
    output: StrPath | None = None,
    to: str | None = None,
    engine: str = "local",
    workers: Positive | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
    progress: Progress = silent,
) -> RunResult:
    """Let a system answer items.

    - `system`: a name as `stead systems` lists them, with parameters if need be, or `module:attribute`.
    - `items`: a file of sentences with marked targets, several, or `Item` objects.
    - `task`: `"best"`, `"oot"` (up to ten), `"mw"`, `"coverage"` (all that are good enough) or `"rank"`.
    - `candidates`: what the task `"rank"` ranks: candidates by lexelt, a file of `lexelt::candidate;...`, or
      `"gold:FILE"` for all that a gold has.
    - `output`: the file to write; answers are kept beside it as they come, and an interrupted run is resumed. None
      writes nothing. What the answers of a language model took is written to `OUTPUT.record.json`, also
      if the run fails.
    - `to`: the format of the file; None is that of the task's papers.
    - `engine`: `"local"`, processes of this machine, or `"spark"`, Apache Spark as it is configured; the answers are
      the same.
    - `workers`: processes of the engine local that answer side by side; None is this one and, if it takes long, one for
      each core.
    - `format`, `faults`, `encoding`: how files are read, as in `read_gold`.
    - `progress`: is told how many items are done, and of how many.

    >>> answers = stead.run("wordnet", "items.en.xml", task="best")
    >>> stead.score("gold.txt", answers.run)
    """
    if task not in TASKS:
        raise UsageError(f"task is {task!r}; there are {', '.join(TASKS)}.", parameter="task")
    if output is not None and (not Path(output).name or "\0" in str(output)):
        raise UsageError(f"output is the name of a file, not {str(output)!r}.", parameter="output")
    asked = system_of(system)
    files = Inputs(reading_options(format, faults, encoding))
    given = files.items_with_source(items)
    notes = _notes_on(files)
    pools, fingerprint = _pools(candidates, task, given.items, encoding)
    call = SystemCall(system if isinstance(system, str) else str(system), task, pools)
    if engine == "spark" and not isinstance(system, str):
        raise UsageError("engine spark needs the system by its name, as other machines know it.", parameter="engine")
    execution = Execution(Answerer(call, asked), workers if isinstance(system, str) else 1, engine)
    parameters = ",".join(f"{name}={value}" for name, value in asked.signed_settings().items())
    reading = f"{format}|{faults}|{encoding}"
    signature = f"{asked.signature()}|{parameters}|{task}|{reading}|{given.source.sha256}|{fingerprint}"
    if output is None:
        rows = []
        for row in execution(given.items, 0):
            rows.append(row)
            progress(asked.name, len(rows), len(given.items))
        made = Run.of(rows, Source(asked.name, ""))
        record = _record_of_run(asked, given.items, pools)
        return RunResult(made, asked.signature(), record=record, notes=(*notes, *notes_on_record(record)))

    def answers(items: Sequence[Item], done: int) -> Generator[RunRow, None, None]:
        with recording_failure(asked, lambda: _record_of_run(asked, given.items, pools), output):
            yield from execution(items, done)

    plan = RunPlan(given.items, answers, signature)
    journal = Journal(Path(output))
    already, total = journal.count_answers(plan), len(given.items)
    before = [f"{plural(already, 'item')} of {total} were answered before; going on."] if already else []
    answered = journal.complete(plan, asked.name, progress)
    losses = save(answered, "run", output, to or FORMATS[task])
    journal.remove()
    asked_for = losses if to or task == "rank" else []
    record = _record_of_run(asked, given.items, pools)
    write_record(record, asked, output)
    notes = (*notes, *before, *notes_on_record(record))
    return RunResult(answered, asked.signature(), losses=tuple(asked_for), record=record, notes=notes)


def _record_of_run(
    system: System, items: Sequence[Item], pools: Mapping[str, Sequence[str]] | None
) -> Mapping[str, Any]:
    """What the answers of a whole run took, also those of an earlier try."""
    if pools is None:
        return system.record_of_answers(items)
    ranked = ([*dict.fromkeys(pools.get(item.lexelt, ()))] for item in items)
    return system.record_of_ratings([RatingQuestion(*pair) for pair in zip(items, ranked, strict=True)])


@contextmanager
def recording_failure(
    system: System, record: Callable[[], Mapping[str, Any]], output: StrPath | None
) -> Iterator[None]:
    """Write the record of answers also if asking for them fails or is interrupted, and how it ended."""
    try:
        yield
    except (SteadError, KeyboardInterrupt) as error:
        if output is not None:
            with suppress(SteadError):  # the first error is the one to report
                write_record(record(), system, output, ended=str(error) or "interrupted")
        raise


def write_record(record: Mapping[str, Any], system: System, output: StrPath, *, ended: str = "complete") -> None:
    """Write what answers took beside a file of answers; nothing if the system does not count it."""
    if record:
        about = {"system": system.identity(), "signature": system.signature(), "ended": ended}
        document = {"schema": "stead.record/1", **about, **record}
        write_content(f"{os.fspath(output)}.record.json", (json.dumps(document, indent=1) + "\n").encode())


def notes_on_record(record: Mapping[str, Any]) -> tuple[str, ...]:
    """What answers took, why requests were tried again, and a warning if some answers could not be used."""
    if not record:
        return ()
    tokens = f"{record['prompt tokens']} tokens of questions and {record['completion tokens']} of answers"
    cost = f", cost {record['cost']:.4g}" if record["cost"] else ""
    taken = f"{plural(record['requests'], 'request')}, {tokens}{cost}."
    obstacles, faults, unchecked = (
        "; ".join(f"{what} ({count})" for what, count in record[kind].items())
        for kind in ("obstacles", "faults", "language not checked")
    )
    return (
        taken,
        *([f"requests tried again: {obstacles}."] if obstacles else []),
        *([Caution(f"faults of the model's answers: {faults}.")] if faults else []),
        *([f"whether answers are in the language of the sentence was not checked: {unchecked}."] if unchecked else []),
    )


def system_of(system: SystemLike) -> System:
    """The system of a name, or as it is."""
    with naming("system"):
        return parse_system(system) if isinstance(system, str) else system


def files_of_system(system: str) -> list[str]:
    """The values of a system's parameters, some of which name files that it reads."""
    return [str(value) for value in settings(system_of(system)).values()]


def _pools(
    candidates: CandidatesLike | None, task: str, items: Sequence[Item], encoding: str | None
) -> tuple[Mapping[str, Sequence[str]] | None, str | None]:
    """Read the candidates to rank, by lexelt, and hash them."""
    if task != "rank":
        if candidates is not None:
            raise UsageError("candidates are for the task rank.", parameter="candidates")
        return None, None
    if candidates is None:
        raise UsageError("candidates are needed for the task rank.", parameter="candidates")
    if isinstance(candidates, Mapping):
        pools: Mapping[str, Sequence[str]] = validate_candidates(candidates)
        name, fingerprint = "candidates", digest(pools)
    else:
        name = str(candidates)
        pools = _candidates_of_file(name, encoding)
        fingerprint = read_content(name.removeprefix("gold:")).sha256
    if not any(item.lexelt in pools for item in items):
        wanted = f"expected lexelts such as {items[0].lexelt}" if items else "there are no items"
        raise BadInput(f"{name} has candidates for none of the {plural(len(items), 'item')}; {wanted}.")
    return pools, fingerprint


def _candidates_of_file(name: str, encoding: str | None) -> Mapping[str, Sequence[str]]:
    """Read the candidates of a file, or all that a gold has for a target in any of its items."""
    kind, _, path = name.partition(":")
    if kind != "gold" or not path:
        return read_candidates(Path(name), parse_encoding(encoding))
    pools: dict[str, dict[str, None]] = {}
    for row in load(path, "gold", reading_options(encoding=encoding))[0]:
        pools.setdefault(row.lexelt, {}).update(dict.fromkeys(term for term, weight in row.weights if weight > 0))
    return {lexelt: list(terms) for lexelt, terms in pools.items()}


# ---------------------------------------------------------------------------------------------------------- train


@dataclass(frozen=True, repr=False)
class TrainResult(TableResult):
    """What `train` learned: the model, and what models like it answered to items that they had not seen."""

    _table = "answers to items that were left out"

    model: BlendModel
    runs: Mapping[str, Mapping[str, Run]]
    """Answers to items left out, by what was left out (`"document"`, `"document and word"`) and by task."""
    notes: tuple[str, ...] = ()
    """Notes, as the command line logs them."""

    @property
    def card(self) -> Mapping[str, Any]:
        """What the model was trained on, how, and how good it is on items that were left out."""
        return self.model.card

    def save(self, path: StrPath) -> None:
        """Write the model (.npz)."""
        write_content(path, self.model.to_bytes())

    def records(self) -> list[dict[str, Any]]:
        """One record for each run of answers to items that were left out."""
        return [
            {"left out": by, "task": task, "items": len(answers)}
            for by, tasks in self.runs.items()
            for task, answers in tasks.items()
        ]

    def _summary(self) -> str:
        return f"a model trained on {plural(self.card['items'], 'item')}"

    def save_runs(self, folder: StrPath) -> list[Path]:
        """Write the answers to items that were left out, one file for each task; return the files."""
        try:
            Path(name_folder(folder, "folder")).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{folder}: cannot be made: {error.strerror or error}.") from None
        written = []
        for by, tasks in self.runs.items():
            for task, answers in tasks.items():
                written.append(Path(folder) / f"{by.replace(' ', '-')}-{task}.txt")
                save(answers, "run", written[-1], FORMATS[task])
        return written


@checked
def train(
    gold: GoldLike,
    items: ItemsLike,
    *,
    name: str = "model",
    signals: str | Sequence[str] | None = None,
    tables: str = ENGLISH_TABLES,
    without: ItemsLike | None = None,
    folds: Folds = 5,
    shortlist: Positive = 80,
    sample: NotNegative = 0,
    seed: Seed = 1,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
    progress: Progress = silent,
) -> TrainResult:
    """Train a blend: learn from people's answers which words are good substitutes, and where to stop.

    - `gold`: what people answered: a path, a `GoldStandard` or a dict.
    - `items`: the sentences: a path, or `Item` objects.
    - `name`: the name that the model carries.
    - `signals`: what looks at the sentence, such as `"ngrams,surroundings"`; None are the usual ones of the tables.
    - `tables`: what is known of words: `"english"`, `"thesaurus"` (any language) or `"thesaurus+vectors"`.
    - `without`: leave out documents that share eight words in a row with these items.
    - `folds`: parts that documents, and words, are divided into; each is left out in turn.
    - `shortlist`: candidates seen in context.
    - `sample`: items that the most expensive signals are asked for; 0: all.
    - `seed`: random seed of folds and forests.
    - `format`, `faults`, `encoding`: how files are read, as in `read_gold`.
    - `progress`: is told each step, and how much of all work is done before it.

    >>> trained = stead.train("coinco.xml", "coinco.xml", name="mine")
    >>> trained.save("mine.npz")
    """
    chosen = _signal_names(signals, tables)
    lightgbm = import_extra(*_LIGHTGBM)
    files = Inputs(reading_options(format, faults, encoding))
    given, standard = files.items_with_source(items), files.gold(gold)
    judged = None if without is None else files.items_with_source(without)
    sentences, notes = given.items, [*_notes_on(files)]
    kept: dict[str, object] = {"folds": folds, "samples": [sample] if sample else []}
    kept["lightgbm"] = lightgbm.__version__
    unusual = {"faults": (faults, "repair"), "format": (format, "auto"), "encoding": (encoding, None)}
    kept |= {option: str(value) for option, (value, usual) in unusual.items() if value != usual}
    if judged is not None:
        sentences, left_out = _without_shared(sentences, judged)
        notes.append(left_out)
        kept["without"] = judged.source.sha256
    if silent := len(sentences) - len(gold_answers(sentences, standard)):
        notes.append(f"left out {plural(silent, 'item')} without any answer in the gold.")
    if tiers := tiers_trained_on(standard.source.sha256):
        notes.append(f"{', '.join(tiers)} were trained on this gold too: compare the model with them on other data.")
    language = _language(sentences)
    training = Training(
        items=sentences,
        gold=standard,
        components=Components(tables_of(tables, language), chosen, tables, language),
        shortlist=shortlist,
        folds=folds,
        seed=seed,
        samples=[sample] if sample else [],
        progress=progress,
    )
    data = {"items": given.source.sha256, "gold": standard.source.sha256}
    trained = train_blend(training, {"name": name, "data": data, "version": __version__, "options": kept})
    runs = {by: runs_of(judgements) for by, judgements in trained.held_out.items()}
    return TrainResult(trained.model, runs, tuple(notes))


def _signal_names(signals: str | Sequence[str] | None, tables: str) -> tuple[str, ...]:
    """Validate the names of signals, or give the usual ones of the tables."""
    if tables not in KINDS:
        raise UsageError(f"tables {tables}: there are {', '.join(KINDS)}.", parameter="tables")
    if signals is None:
        return DEFAULT_SIGNALS[tables]
    return _names(signals, SIGNALS_BY_TABLES[tables], "signals")


def _names(given: str | Sequence[str], known: Collection[str], parameter: str) -> tuple[str, ...]:
    parts = given.split(",") if isinstance(given, str) else given
    names = tuple(dict.fromkeys(name.strip() for name in parts if name.strip()))
    unknown = [name for name in names if name.partition("=")[0] not in known]
    if unknown:
        there_are = ", ".join(known) or "none"
        raise UsageError(f"{parameter} {', '.join(unknown)}: there are {there_are}.", parameter=parameter)
    return names


def _language(items: Sequence[Item]) -> str:
    """The one language of all items."""
    languages = sorted({language_code(item.language) if item.language else "en" for item in items})
    if len(languages) > 1:
        raise UsageError(f"items: expected one language, found {', '.join(languages)}.", parameter="items")
    return "".join(languages)


def _without_shared(items: Sequence[Item], judged: GivenItems) -> tuple[list[Item], str]:
    """Leave out items of documents that share sentences with those that a model is to be tested on."""
    documents = shared_documents(items, judged.items)
    left = without_documents(items, documents)
    gone = plural(len(items) - len(left), "item")
    shared = f"{plural(len(documents), 'document')} ({gone}) that share sentences with {judged.source.location}"
    return left, f"left out {shared}."


# ----------------------------------------------------------------------------------------------------------- tune


@dataclass(frozen=True, repr=False)
class TuneResult(TableResult):
    """What `tune` found: the system with the parameters that were best, and what to expect of it."""

    _table = "folds"

    tuned: TunedSystem
    notes: tuple[str, ...] = ()
    """Notes on the files, as the command line logs them."""

    @property
    def system(self) -> str:
        """The tuned system, as `run` takes it."""
        return self.tuned.system

    def save(self, path: StrPath) -> None:
        """Write it, to be run as `tuned:PATH`."""
        write_content(path, to_json(self.tuned).encode())

    def records(self) -> list[dict[str, Any]]:
        """One record for each fold: what was chosen without some lexelts, and its value on them."""
        return [asdict(fold) for fold in self.tuned.folds]

    def _summary(self) -> str:
        tuned = self.tuned
        return (
            f"{tuned.system}: coverage F {100 * tuned.value:.2f} on {plural(tuned.items, 'item')}; "
            f"{100 * tuned.held_out:.2f} on lexelts left out, in {plural(len(tuned.folds), 'fold')} "
            f"({plural(tuned.tried, 'setting')} tried)"
        )

    def __str__(self) -> str:
        return f"{self._summary()}."


@checked
def tune(
    system: SystemLike,
    gold: GoldLike,
    items: ItemsLike,
    *,
    folds: Folds = 5,
    seed: Seed = 1,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
    progress: Progress = silent,
) -> TuneResult:
    """Set a system's parameters and its cut-off on development data, such that coverage F (k = 1) is highest.

    - `system`: a name as `stead systems` lists them.
    - `gold`: the gold standard of the development data: a path, a `GoldStandard` or a dict.
    - `items`: its sentences: a path, or `Item` objects.
    - `folds`: parts of the lexelts that are left out in turn.
    - `seed`: random seed that divides lexelts into folds.
    - `format`, `faults`, `encoding`: how files are read, as in `read_gold`.
    - `progress`: is told each step, and how much of all work is done before it.

    >>> tuned = stead.tune("cmlc", "dev-gold.txt", "dev.xml")
    >>> stead.run(tuned.system, "items.xml", task="coverage")
    """
    asked = system_of(system)
    files = Inputs(reading_options(format, faults, encoding))
    given, standard = files.items_with_source(items), files.gold(gold)
    notes = _notes_on(files)
    if asked.was_trained_on(standard.source.sha256):
        notes = (
            *notes,
            f"{asked} was trained on this gold: what it has learned by heart is no sign of how good it is.",
        )
    data = Development(given.items, standard, given.source.sha256, standard.source.sha256)
    return TuneResult(tune_system(asked, data, folds=folds, seed=seed, progress=progress), notes)
