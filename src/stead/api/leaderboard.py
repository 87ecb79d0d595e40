"""A leaderboard from a folder of runs: what can be scored is compared, what cannot is refused with the reason."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stead.api.compare import ComparisonResult, Told, compare, nobody
from stead.api.inputs import GoldLike, StrPath
from stead.api.score import prepare
from stead.core.errors import BadInput, UsageError
from stead.core.notes import Caution, warn_of, with_notes
from stead.core.text import counted
from stead.formats import write_content
from stead.reporting.site import GENERATOR, site


@dataclass(frozen=True, eq=False)
class Leaderboard:
    """A comparison of all runs of a folder, and the files that are not among them, with the reason."""

    comparison: ComparisonResult
    refused: dict[str, str]

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the files and the runs, and which files are not scored."""
        return (*self.comparison.notes, *_notes_on_refused(self.refused))

    def __str__(self) -> str:
        return with_notes(self.comparison.to("text"), self.notes)

    def save(self, folder: StrPath) -> list[Path]:
        """Write the site; pages of systems that are no longer there are removed, other people's pages are not."""
        root = Path(folder)
        pages = site(self.comparison.report, self.refused)
        _refuse_other_pages(root / name for name in pages)
        _make_folder(root / "systems")
        for name, text in pages.items():
            write_content(root / name, text.encode(errors="backslashreplace"))
        for old in sorted((root / "systems").glob("*.html")):
            if f"systems/{old.name}" not in pages and _is_ours(old):
                old.unlink()
        return [root / name for name in pages]


def leaderboard(runs: StrPath, gold: GoldLike, *, told: Told = nobody, **options: Any) -> Leaderboard:
    """Compare all runs of a folder; `options` are those of `compare`."""
    folder = Path(runs)
    if not folder.is_dir():
        raise UsageError(f"{folder}: expected a folder of runs.")
    files = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    told(f"looking at {counted(len(files), 'file')}", 0.0)
    refused = {path.name: why for path in files if (why := _obstacle(gold, path, options))}
    accepted = [path for path in files if path.name not in refused]
    if not accepted:
        reasons = "".join(f"\n{name}: {why}" for name, why in refused.items())
        raise BadInput(f"{folder}: no run that can be scored.{reasons}")
    found = Leaderboard(compare(gold, *accepted, told=told, **options), refused)
    warn_of(_notes_on_refused(refused))
    return found


def _notes_on_refused(refused: Mapping[str, str]) -> Iterator[str]:
    return (Caution(f"not scored: {name}: {why}") for name, why in refused.items())


_SCORING = {"measures", "match", "min_responses", "weights", "mapping", "multiwords", "candidates"}
_SCORING |= {"ids", "names", "gold_terms", "preset", "format", "gold_format", "run_format", "faults", "encoding"}


def _obstacle(gold: GoldLike, path: Path, options: dict[str, Any]) -> str:
    """Why a file cannot be scored, if it cannot; what is wrong with other files than runs is not its fault."""
    own = {name: value for name, value in options.items() if name in _SCORING}
    try:
        prepare(gold, [path], **own).result()
    except BadInput as error:
        if not str(error).startswith(str(path)):
            raise
        told = _without_folders(str(error), [path, gold]).removeprefix(f"{path.name}: ")
        return re.sub(rf"^{re.escape(path.name)}:(\d+): ", r"line \1: ", told)
    return ""


def _without_folders(message: str, files: Iterable[object]) -> str:
    """Where the files are concerns nobody but the organiser."""
    for file in files:
        if isinstance(file, str | os.PathLike):
            message = message.replace(os.fspath(file), Path(file).name)
    return message


def _refuse_other_pages(files: Iterable[Path]) -> None:
    for path in files:
        if path.suffix == ".html" and path.exists() and not _is_ours(path):
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
