"""Make a leaderboard from a folder of runs: compare what can be scored, refuse the rest with the reason."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from stead.api.compare import ComparisonResult, SystemsLike, compare, read_details
from stead.api.inputs import AnnotationsLike, GoldLike, Inputs, ItemsLike, StrPath
from stead.api.options import ComparingKeywords, Scoring, resampling_options, scoring_options
from stead.api.results import Result, name_folder
from stead.api.runs import list_given, task_of, without_task
from stead.api.score import prepare, reading_options_of
from stead.comparing import Resampling
from stead.core.arguments import checked
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, warn_about
from stead.core.progress import Progress, silent
from stead.core.text import plural
from stead.formats import write_content
from stead.reporting.site import GENERATOR, site

SYSTEMS = "systems.toml"
"""The file among the runs that holds the details of the systems."""


@dataclass(frozen=True, eq=False, repr=False)
class LeaderboardResult(Result):
    """A comparison of all runs of a folder, and the files that are not among them, with the reason."""

    comparison: ComparisonResult
    refused: dict[str, str]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on files and runs, and which files are not scored."""
        return (*self.comparison.notes, *_notes_on_refused(self.refused))

    def to(self, format: str = "text") -> str:
        """Render the comparison."""
        return self.comparison.to(format)

    def records(self) -> list[dict[str, Any]]:
        """The records of the comparison."""
        return self.comparison.records()

    def save(self, path: StrPath) -> None:
        """Write the site into a folder; `write` also says which pages it has."""
        self.write(name_folder(path, "path"))

    def write(self, folder: StrPath) -> list[Path]:
        """Write the site; pages of systems that are no longer there are removed, other people's pages are not."""
        root = Path(name_folder(folder, "folder"))
        pages = site(self.comparison.report, self.refused, self.comparison.details)
        _refuse_other_pages(root / name for name in pages)
        _make_folder(root / "systems")
        for name, text in pages.items():
            write_content(root / name, text.encode(errors="backslashreplace"))
        for old in sorted((root / "systems").glob("*.html")):
            if f"systems/{old.name}" not in pages and _is_ours(old):
                old.unlink()
        return [root / name for name in pages]

    def _summary(self) -> str:
        return f"{plural(len(self.comparison.report.systems), 'system')}, {len(self.refused)} refused"


@checked
def leaderboard(
    runs: StrPath,
    gold: GoldLike,
    *,
    items: ItemsLike | None = None,
    annotations: AnnotationsLike | None = None,
    rank_by: str | None = None,
    title: str | None = None,
    date: str | None = None,
    systems: SystemsLike | None = None,
    options: Scoring | None = None,
    resampling: Resampling | None = None,
    progress: Progress = silent,
    **keywords: Unpack[ComparingKeywords],
) -> LeaderboardResult:
    """Compare all runs of a folder.

    - `rank_by`: the measure that systems are ranked by; default: the first one, but if that is of another task (best,
      oot) than all runs were made for, the first of their task.
    - `title`, `date`, `systems`: as `ComparisonResult.with_details` takes them; `systems` is by default the file
      `systems.toml` of the folder, if there is one.

    Everything else is as `compare` takes it.
    """
    chosen, how = scoring_options(options, keywords), resampling_options(resampling, keywords)
    folder = Path(runs)
    if not os.path.isdir(folder):  # noqa: PTH112 (pathlib refuses long names)
        raise UsageError(f"runs: {folder}: expected a folder of runs.", parameter="runs")
    entries = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    files = [path for path in entries if path.name != SYSTEMS]
    usual = folder / SYSTEMS if files != entries else None
    details = read_details(title=title, date=date, systems=usual if systems is None else systems)
    progress(f"looking at {plural(len(files), 'file')}", 0.0, 1)
    refused = {path.name: why for path in files if (why := _obstacle(gold, path, chosen))}
    refused |= _without_partner(files, refused)
    accepted = [path for path in files if path.name not in refused]
    if not accepted:
        reasons = "".join(f"\n{name}: {why}" for name, why in refused.items())
        raise BadInput(f"{folder}: no run that can be scored.{reasons}")
    comparison = compare(
        gold,
        *accepted,
        items=items,
        annotations=annotations,
        rank_by=rank_by or _measure_of_task(gold, accepted, chosen),
        options=chosen,
        resampling=how,
        progress=progress,
    )
    warn_about(_notes_on_refused(refused))
    return LeaderboardResult(comparison.describe(details), refused)


def _measure_of_task(gold: GoldLike, runs: Sequence[Path], options: Scoring) -> str | None:
    """Find the first measure of the task that all runs were made for, where the first of all is of another task."""
    try:
        tasks = {task_of(read) for read in Inputs(reading_options_of(options)).read_runs(list_given(runs))}
    except BadInput:  # a file that only the 2007 program can read
        return None
    first, *others = prepare(gold, runs[:1], replace(options, by=(), manual=None)).request.measures
    if len(tasks) > 1 or first.task in {"", *tasks}:
        return None
    return next((str(measure) for measure in others if measure.task in tasks - {""}), None)


def _notes_on_refused(refused: Mapping[str, str]) -> Iterator[str]:
    return (Caution(f"not scored: {name}: {why}") for name, why in refused.items())


def _obstacle(gold: GoldLike, path: Path, options: Scoring) -> str:
    """Say why a run cannot be scored, if it cannot; faults of other files are raised."""
    try:
        prepare(gold, [path], replace(options, by=(), manual=None)).result()
    except BadInput as error:
        if not str(error).startswith(str(path)):
            raise
        message = _without_folders(str(error), [path, gold]).removeprefix(f"{path.name}: ")
        return re.sub(rf"^{re.escape(path.name)}:(\d+): ", r"line \1: ", message)
    return ""


def _without_partner(files: Iterable[Path], refused: Mapping[str, str]) -> dict[str, str]:
    """Refuse the runs of systems of which another run is refused: a measure would be computed from the wrong one."""
    partners = {stem: name for name in refused if (stem := without_task(name))}
    return {
        path.name: f"{partners[stem]}, another run of this system, is refused."
        for path in files
        if path.name not in refused and (stem := without_task(path.name)) in partners
    }


def _without_folders(message: str, files: Iterable[object]) -> str:
    """Remove folders from a message, which concern nobody but the organiser."""
    for file in files:
        if isinstance(file, str | os.PathLike):
            message = message.replace(os.fspath(file), Path(file).name)
    return message


def _refuse_other_pages(files: Iterable[Path]) -> None:
    for path in files:
        if path.suffix == ".html" and os.path.exists(path) and not _is_ours(path):  # noqa: PTH110 (as above)
            raise BadInput(f"{path}: exists, and was not made by stead; name another folder, or remove it.")


def _is_ours(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return GENERATOR in file.read(1000)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror or error}.") from None
