"""The official program from its arguments to its exit status."""

from dataclasses import dataclass, field
from pathlib import Path

from stead.official.program_input import ENCODING, Document, Say, Task
from stead.official.program_scoring import (
    BestTask,
    DivisionByZeroError,
    Ledger,
    OotTask,
    score_multiwords,
    score_substitutes,
)

DIED = 255


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a run of the official program."""

    stdout: bytes
    """What the program prints."""
    status: int
    """The exit status: 0, or 255 where it dies of a division by zero."""
    message: str
    """If it dies: what happened, why, and what to do; otherwise empty."""
    ledger: Ledger = field(default_factory=Ledger, compare=False)
    """The statistics of each item, up to the point where it ends."""


def run_official(system: Path, gold: Path, task: Task = "best", *, verbose: bool = False) -> Outcome:
    """Score the answers in `system` against `gold` as the official program does.

    Errors name `system` as it is given here. A file that cannot be opened raises the usual `OSError`.
    """
    gold_document = Document.open(gold)
    return run_official_on(Document.open(system), gold_document, task, verbose=verbose)


def run_official_on(system: Document, gold: Document, task: Task = "best", *, verbose: bool = False) -> Outcome:
    """Score files in memory as the official program does."""
    printed: list[str] = []
    ledger = Ledger()
    status, message = 0, ""
    try:
        _score(system, gold, task, ledger, printed.append, verbose=verbose)
    except DivisionByZeroError as death:
        status, message = DIED, f"The official program stops here, dividing by zero: {death}"
    stdout = "".join(f"{line}\n" for line in printed).encode(ENCODING)
    return Outcome(stdout, status, message, ledger)


def _score(system: Document, gold: Document, task: Task, ledger: Ledger, say: Say, *, verbose: bool) -> None:
    if task == "mw":
        score_multiwords(system, gold, ledger, say, verbose=verbose)
    else:
        score_substitutes(system, gold, BestTask() if task == "best" else OotTask(), ledger, say, verbose=verbose)
