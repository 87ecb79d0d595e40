"""Ranked candidates as `lexsub` (Melamud et al.) writes them: `RESULT<TAB>lexelt id<TAB>candidate score<TAB>...`."""

import math
import re

from stead.formats.format import Format, Written
from stead.formats.reading import Reading, shown
from stead.formats.scores import losses_by_scores, scores_of
from stead.task import BadInput, Run, RunRow

_SCORE = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?")


def read_run(reading: Reading) -> Run:
    """Candidates by falling score; equal scores stay in the order of the file."""
    rows = []
    for number, line in reading.lines():
        mark, _, rest = line.partition("\t")
        head, *candidates = rest.split("\t")
        lexelt, _, identifier = head.strip().rpartition(" ") if mark == "RESULT" else ("", "", "")
        pairs = [_scored(candidate) for candidate in candidates if candidate.strip()]
        if not lexelt or None in pairs:
            message = f"expected RESULT<TAB>lexelt id<TAB>candidate score..., found {shown(line)}; left out"
            reading.report.error(number, "malformed", message)
            continue
        ranked = sorted(filter(None, pairs), key=lambda pair: -pair[1])
        rows.append(RunRow(lexelt.rstrip(), identifier, [term for term, _ in ranked], [score for _, score in ranked]))
    reading.finish()
    return Run.of(rows, reading.source)


def _scored(candidate: str) -> tuple[str, float] | None:
    """A candidate and its score, which is what follows the last blank; None if it is none, or not finite."""
    term, _, score = candidate.strip().rpartition(" ")
    value = float(score) if _SCORE.fullmatch(score) else math.inf
    return (term.rstrip(), value) if term and math.isfinite(value) else None


def write_run(run: Run) -> Written:
    """Scores of the run, or falling ranks where it has none."""
    lines = []
    for row in run:
        _refuse_unwritable(row)
        cells = [f"{answer} {score!r}" for answer, score in zip(row.answers, scores_of(row), strict=True)]
        lines.append("\t".join(["RESULT", f"{row.lexelt} {row.id}", *cells]) + "\n")
    return Written("".join(lines), losses_by_scores(run))


def _refuse_unwritable(row: RunRow) -> None:
    for text in (row.lexelt, row.id, *row.answers):
        if not text or text != text.strip() or "\t" in text or "\n" in text or (text is row.id and " " in text):
            raise BadInput(
                f"{shown(text)} cannot be written in this format: it is empty, has blanks around it, holds a tab or a "
                "line end, or is an id with a blank. Write stead JSON Lines instead (--to stead)."
            )
    if not all(map(math.isfinite, row.scores or ())):
        raise BadInput("a score that is not finite cannot be written.")


FORMAT = Format(
    "ranking",
    "ranked candidates (Melamud et al.)",
    recognises=lambda beginning, _: beginning.lstrip("\ufeff").startswith("RESULT\t"),
    readers={"run": read_run},
    writers={"run": write_run},
)
