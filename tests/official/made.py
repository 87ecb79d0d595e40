"""Hand-made runs and golds of a few lines, and the reports that the official program prints for them."""

from pathlib import Path
from typing import Literal, Protocol

from stead.official.program import Outcome, run_official

Task = Literal["best", "oot", "mw"]

GOLD = "bright.a 1 :: clever 3;smart 1;\nbright.a 2 :: shiny 2;vivid 1;lit 1;\n"


class Score(Protocol):
    """Scores a run given as text against a gold given as text."""

    def __call__(self, run: str, gold: str = GOLD, task: Task = "best", *, verbose: bool = False) -> Outcome: ...


def write_and_score(run: str, gold: str = GOLD, task: Task = "best", *, verbose: bool = False) -> Outcome:
    """Writes both files into the current folder, so that errors name `run.txt`."""
    Path("run.txt").write_bytes(run.encode())
    Path("gold.txt").write_bytes(gold.encode())
    return run_official(Path("run.txt"), Path("gold.txt"), task, verbose=verbose)


def report(total: str, credit: str, modes: str, mode: str, task: Task = "best") -> bytes:
    """Four lines from four pairs `"precision recall"` or `"total attempted"`."""
    label = "Mode " if task == "best" else ""
    (all_items, attempted), (all_modes, tried) = total.split(), modes.split()
    (precision, recall), (mode_precision, mode_recall) = credit.split(), mode.split()
    return (
        f"Total = {all_items}, attempted = {attempted}\n"
        f"precision = {precision}, recall = {recall}\n"
        f"Total with mode {all_modes} attempted {tried}\n"
        f"{label}precision = {mode_precision}, {label}recall = {mode_recall}\n"
    ).encode()


def multiword_report(counts: str, detection: str, identification: str) -> bytes:
    """Four lines from `"total found genuine"` and two pairs `"precision recall"`."""
    total, found, genuine = counts.split()
    lines = [
        f"Total MWs in GS = {total}, System found {found} of which {genuine} were genuine",
        "Detection precision = {}, recall = {}".format(*detection.split()),
        "Number that matched GS",
        "Identification precision = {}, recall = {}".format(*identification.split()),
    ]
    return "".join(f"{line}\n" for line in lines).encode()
