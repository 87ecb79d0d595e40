"""The official program from its arguments to its exit status."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from stead.legacy.multiwords import score_multiwords
from stead.legacy.printing import DivisionByZeroError, Say
from stead.legacy.reading import ENCODING
from stead.legacy.substitutes import score_substitutes
from stead.legacy.tasks import Best, Oot

DIED = 255


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run of the official program leaves behind."""

    stdout: bytes
    """What it prints."""
    status: int
    """Its exit status: 0, or 255 where it dies dividing by zero."""
    message: str
    """Where it dies: what happened, why, and what to do; otherwise empty."""


def run_official(
    system: Path, gold: Path, task: Literal["best", "oot", "mw"] = "best", *, verbose: bool = False
) -> Outcome:
    """Score the answers in `system` against `gold` as the official program does.

    Errors name `system` as it is given here. A file that cannot be opened raises the usual `OSError`.
    """
    printed: list[str] = []
    status, message = 0, ""
    try:
        _score(system, gold, task, printed.append, verbose=verbose)
    except DivisionByZeroError as death:
        status, message = DIED, f"The official program stops here, dividing by zero: {death}"
    stdout = "".join(f"{line}\n" for line in printed).encode(ENCODING)
    return Outcome(stdout, status, message)


def _score(system: Path, gold: Path, task: Literal["best", "oot", "mw"], say: Say, *, verbose: bool) -> None:
    if task == "mw":
        score_multiwords(system, gold, say, verbose=verbose)
    else:
        score_substitutes(system, gold, Best() if task == "best" else Oot(), say, verbose=verbose)
