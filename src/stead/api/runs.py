"""What a caller may give as runs: which are of one system, what it is called, and which task each run is for.

    answers  ["smart", "clever"], [("smart", 0.9), ("clever", 0.4)] or {"smart": 0.9, "clever": 0.4}
    run      a path, a Run, a data frame, the result of `run`, or {id: answers}
    system   a run, {"best": run, "oot": run}, or a list of runs that say themselves which task they are for
    named    {name: system}

A dict is a run or names systems by what all its values are: answers or systems. Texts in a list are always answers.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from numbers import Integral, Real
from typing import Any, NamedTuple, Protocol, runtime_checkable

from stead.core.errors import BadInput
from stead.core.faults import Caution, Report, Source
from stead.core.parameters import digest
from stead.core.substitutes import Run, RunRow
from stead.formats import quote
from stead.formats.format import PARTIAL_SCORES, find_odd_answers, note_scores_against_order


@runtime_checkable
class DataFrame(Protocol):
    """A data frame of pandas or polars, whichever is there: named columns, and a way to get their values."""

    @property
    def columns(self) -> Any:
        """The names of the columns."""

    def to_dict(self) -> Any:
        """The columns by name."""


@runtime_checkable
class HoldsRun(Protocol):
    """A result with a run: that of `run`."""

    @property
    def run(self) -> Run:
        """The run."""


TASKS = ("best", "oot", "mw")
"""The tasks of SemEval-2007, as dicts and the names of files say them: `{"best": run}`, `mine.best`."""


class GivenRun(NamedTuple):
    """A run as it was given: what messages call it, and the name of its system and its task if the caller said them."""

    run: Any
    location: str
    name: str = ""
    task: str = ""


def list_runs(runs: Any) -> list[Any]:
    """One run or several as a list."""
    return list(runs) if isinstance(runs, list | tuple) else [runs]


def list_given(runs: Iterable[Any], kind: str = "run", first: int = 1) -> list[GivenRun]:
    """List the runs of all systems; those without a name are called by their number."""
    return [one for number, run in enumerate(runs, start=first) for one in _given(run, f"{kind} {number}")]


def files_of(runs: Iterable[Any]) -> list[Any]:
    """The runs one by one, of which some are files."""
    return [one.run for one in list_given(runs)]


def _given(run: Any, location: str) -> Iterator[GivenRun]:
    if not isinstance(run, Mapping):
        yield GivenRun(run, location)
        return
    systems = [key for key, value in run.items() if _is_system(value)]
    if not systems:
        yield GivenRun(run, location)
        return
    if len(systems) < len(run):
        answers = next(key for key in run if key not in systems)
        raise BadInput(
            f"{location}: expected answers to items, or systems by name; found answers to {answers!r} and the system "
            f"{systems[0]!r}."
        )
    for name, system in run.items():
        if not isinstance(name, str) or not name.strip():
            raise BadInput(f"{location}: expected a text as the name of a system, found {name!r}.")
        yield from _runs_of_system(name.strip(), system, f"{location}[{name!r}]")


def _is_system(value: Any) -> bool:
    """Whether a value of a dict is a system, or a run; otherwise it is answers to an item."""
    if isinstance(value, Mapping):
        return bool(value) and not all(isinstance(score, Real) for score in value.values())
    if isinstance(value, list | tuple):
        return any(_is_system(member) and not isinstance(member, str) for member in value)
    return isinstance(value, str | os.PathLike | Run | HoldsRun | DataFrame)


def _is_run(value: Any) -> bool:
    """Whether a value of a system is a run; in a dict, the answers to an item have texts or scores."""
    if isinstance(value, Mapping):
        return any(isinstance(answers, list | tuple | Mapping) for answers in value.values())
    return _is_system(value)


def _runs_of_system(name: str, system: Any, location: str) -> Iterator[GivenRun]:
    if isinstance(system, str) and system != "-" and not os.path.exists(system):  # noqa: PTH110 (slow to import)
        raise BadInput(f"{location}: expected a list of answers, best first, or the file of a run, found {system!r}.")
    if isinstance(system, Mapping) and any(map(_is_run, system.values())):
        for task, run in system.items():
            if task not in TASKS:
                raise BadInput(
                    f"{location}: expected runs by task ({', '.join(TASKS)}), or answers by item, found {task!r}."
                )
            yield GivenRun(run, f"{location}[{task!r}]", name, task)
    elif isinstance(system, list | tuple):
        for number, run in enumerate(system):
            yield GivenRun(run, f"{location}[{number}]", name)
    else:
        yield GivenRun(system, location, name)


# -------------------------------------------------------------------------------------------------------- systems


class ReadRun(NamedTuple):
    """A run that was read, how it was given, and its number among all that were given, from 0."""

    run: Run
    given: GivenRun
    number: int


class System(NamedTuple):
    """The runs of one system; `path` tells it apart from others of its name, unless the caller chose the name."""

    name: str
    runs: list[ReadRun]
    path: str = ""
    is_named: bool = False


def each_a_system(runs: Iterable[ReadRun]) -> list[System]:
    """Take every run as a system of its own."""
    return [_system_of_one(read) for read in runs]


def _system_of_one(read: ReadRun) -> System:
    """The system of a run that serves every measure, whichever task it is for."""
    for_every_task = read._replace(run=replace(read.run, task=""))
    return System(read.given.name or read.run.name, [for_every_task], read.run.source.path, bool(read.given.name))


def group_systems(runs: Iterable[ReadRun]) -> list[System]:
    """Group runs of the same given name, and files that differ only in `.best`, `.oot` or `.mw`, into systems."""
    groups: dict[object, list[ReadRun]] = {}
    for read in runs:
        stem, name = without_task(read.run.source.path), read.given.name
        groups.setdefault(("name", name) if name else stem or read.number, []).append(read)
    return [_system_of_one(*group) if len(group) == 1 else _system_of_several(group) for group in groups.values()]


def _system_of_several(runs: Sequence[ReadRun]) -> System:
    tasks = [task_of(read) for read in runs]
    first = runs[0]
    name = first.given.name or first.run.name.removesuffix(f".{tasks[0]}")
    for task in tasks:
        if not task or tasks.count(task) > 1:
            kind = f"two runs for {task}" if task else "several runs, and it is not known which task each is for"
            files = ", ".join(
                read.run.source.location for read, other in zip(runs, tasks, strict=True) if other == task
            )
            raise BadInput(
                f"{name}: {kind} ({files}). A system has one run for each task: files in .best, .oot or .mw, or "
                f'{{"{name}": {{"best": ..., "oot": ...}}}}. Give other systems other names.'
            )
    with_tasks = [
        read._replace(run=replace(read.run, task=task))
        for task, read in sorted(zip(tasks, runs, strict=True), key=lambda pair: TASKS.index(pair[0]))
    ]
    is_named = bool(first.given.name)
    return System(name, with_tasks, "" if is_named else without_task(first.run.source.path), is_named)


_TASK = re.compile(rf"(?<=[^/])\.({'|'.join(TASKS)})(?=(\.[^/]*)?$)")


def without_task(path: str) -> str:
    """A path without the part that names a task; empty if there is none."""
    plain = path.removesuffix(".gz")
    return _TASK.sub("", plain) if _TASK.search(plain) else ""


def task_in_name(path: str) -> str:
    """The task that the name of a file says, as in `mine.best`; empty if it says none."""
    named = _TASK.search(path.removesuffix(".gz"))
    return named.group(1) if named else ""


def task_of(read: ReadRun) -> str:
    """The task that the caller, the file's name or the file itself says; empty if none of them does."""
    return read.given.task or task_in_name(read.run.source.path) or read.run.task


def name_distinctly(systems: Sequence[System]) -> list[ReadRun]:
    """List the runs of all systems; those of the same name go by as much of their paths as is needed."""
    twins: dict[str, list[System]] = {}
    for system in systems:
        twins.setdefault(system.name, []).append(system)
    runs = [_rename(read, _distinct_name(system, twins[system.name])) for system in systems for read in system.runs]
    seen: set[object] = set()
    for run, *_ in runs:
        keys = {(run.name, run.task), *([os.path.realpath(run.source.path)] if run.source.path else [])}
        if keys & seen:
            raise BadInput(f"{run.name}: the same run is given twice.")
        seen |= keys
    return runs


def _rename(read: ReadRun, name: str) -> ReadRun:
    run = read.run
    return read if run.name == name else read._replace(run=replace(run, source=replace(run.source, name=name)))


def _distinct_name(system: System, twins: Sequence[System]) -> str:
    if len(twins) == 1:
        return system.name
    if any(twin.is_named for twin in twins):
        files = ", ".join(twin.runs[0].run.source.location for twin in twins)
        raise BadInput(f"{system.name}: two systems have this name ({files}); give one of them another name.")
    return _ending(system.path or system.name, [twin.path for twin in twins])


def _ending(path: str, paths: Sequence[str]) -> str:
    """The shortest end of a path that only it has among these; all of it if one of them has no path."""
    from pathlib import Path  # noqa: PLC0415 (slow to import, and seldom needed)

    parts = [Path(path).parts for path in paths]
    sizes = range(1, max(map(len, parts)) + 1)
    enough = next((size for size in sizes if len({steps[-size:] for steps in parts}) == len(parts)), None)
    return str(Path(*Path(path).parts[-enough:])) if enough and all(paths) else path


# ---------------------------------------------------------------------------------------------------------- dicts


def rows_of_dict(run: Mapping[Any, Any], location: str) -> list[RunRow]:
    """The rows of a dict of answers by item."""
    return [_run_row(item_key(key), answers, f"{location}[{key!r}]") for key, answers in run.items()]


def run_of_rows(rows: list[RunRow], name: str) -> tuple[Run, Report]:
    """The run of rows that were read from no file, and a report on it."""
    run = Run.of(rows, Source(name, digest(rows)))
    report = report_on(run)
    if run.scores is None and any(row.scores for row in rows):
        report.note(None, "scores", Caution(PARTIAL_SCORES))
    return run, report


def _run_row(key: tuple[str, str], answers: Any, location: str) -> RunRow:
    from stead.formats.json_run import parse_answers  # noqa: PLC0415 (json is slow to import)

    try:
        return RunRow(*key, *parse_answers(answers))
    except ValueError as error:
        raise BadInput(f"{location}: {error}, found {answers!r}.") from None


def report_on(run: Run) -> Report:
    """Report odd answers of a run that was read from no file."""
    report = Report(run.source.location)
    for odd in find_odd_answers(run.answers):
        message = f'item {quote(run.ids[odd.row])}: {odd.message}; expected answers as in ["clever", "smart"]'
        report.note(None, odd.kind, Caution(message))
    note_scores_against_order(run, report)
    return report


def is_number(value: object) -> bool:
    """Whether a value is a real number; True and False are not."""
    return isinstance(value, Real) and not isinstance(value, bool)


def item_key(key: object) -> tuple[str, str]:
    """Split a dict's key into lexelt and id; a key may be an id alone."""
    if isinstance(key, tuple) and len(key) == 2:
        return str(key[0]), str(key[1])
    if isinstance(key, str | Integral):
        return "", str(key)
    raise BadInput(f"{key!r}: expected an id, or a pair of lexelt and id, as key of an item.")
