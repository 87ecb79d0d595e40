"""A leaderboard from a folder of runs: what can be scored is compared, what cannot is refused with the reason."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stead._api import prepare
from stead._compare import ComparisonResult, Said, compare, silent
from stead._inputs import GoldLike, StrPath
from stead.formats import write_content
from stead.reporting.site import site
from stead.task import BadInput, UsageError


@dataclass(frozen=True, eq=False)
class Leaderboard:
    """A comparison of all runs of a folder, and the files that are not among them, with the reason."""

    comparison: ComparisonResult
    refused: dict[str, str]

    def save(self, folder: StrPath) -> list[Path]:
        """Write the site; pages of systems that are no longer there are removed."""
        root = Path(folder)
        pages = site(self.comparison.report, self.refused)
        _remove_old_pages(root, set(pages))
        for name, text in pages.items():
            _make_folder((root / name).parent)
            write_content(root / name, text.encode())
        return [root / name for name in pages]


def leaderboard(runs: StrPath, gold: GoldLike, *, said: Said = silent, **options: Any) -> Leaderboard:
    """Compare all runs of a folder; `options` are those of `compare`."""
    folder = Path(runs)
    if not folder.is_dir():
        raise UsageError(f"{folder}: expected a folder of runs.")
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    refused = {path.name: why for path in files if (why := _obstacle(gold, path, options))}
    accepted = [path for path in files if path.name not in refused]
    if not accepted:
        reasons = "".join(f"\n{name}: {why}" for name, why in refused.items())
        raise BadInput(f"{folder}: no run that can be scored.{reasons}")
    return Leaderboard(compare(gold, *accepted, said=said, **options), refused)


def _obstacle(gold: GoldLike, path: Path, options: dict[str, Any]) -> str:
    """Why a file cannot be scored, if it cannot."""
    own = {name: value for name, value in options.items() if name in _SCORING}
    try:
        prepare(gold, [path], **own).result()
    except BadInput as error:
        return str(error).replace(str(path), path.name)  # where the folder is concerns nobody
    return ""


_SCORING = {"measures", "by", "match", "min_responses", "weights", "mapping", "multiwords", "manual", "candidates"}
_SCORING |= {"ids", "names", "preset", "format", "faults"}


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror or error}.") from None


def _remove_old_pages(root: Path, kept: set[str]) -> None:
    for old in (root / "systems").glob("*.html"):
        if f"systems/{old.name}" not in kept:
            old.unlink()
