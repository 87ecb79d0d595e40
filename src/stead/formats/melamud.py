"""Ranked candidates as `lexsub` (Melamud et al.) writes them: `RANKED<TAB>lexelt id<TAB>candidate score<TAB>...`.

Its evaluator names the first column RESULT; its system writes RANKED, into a file of such lines (`.ranked`) and into
its log, between sentences, headings and substitutes that it made without candidates (GENERATED).
"""

import math
import re
from collections.abc import Iterator

from stead.core.errors import BadInput
from stead.core.substitutes import Run, RunRow
from stead.core.text import plural
from stead.formats.format import Format, Reading, Serialisation, quote


def scores_of(row: RunRow) -> list[float]:
    """The scores of a row, or descending ranks if it has none."""
    return row.scores or [float(len(row.answers) - rank) for rank in range(len(row.answers))]


def losses_by_scores(run: Run) -> list[str]:
    """What a format that orders answers by score loses of a run."""
    losses = ["answers without scores (ranks were written as scores)"] if run.scores is None and len(run) else []
    return losses + (["the order of answers whose scores do not decrease"] if run.against_scores() else [])


_MARKS = ("RANKED", "RESULT")
_LOG_MARK = "GENERATED\t"
_MARKED_LINE = re.compile(rf"^\ufeff?(?:{'|'.join(_MARKS)})\t", re.MULTILINE)
_SCORE = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?")


def read_run(reading: Reading) -> Run:
    """Read candidates by descending score; equal scores keep the order of the file."""
    rows = []
    for line_number, line in _rankings(reading):
        mark, _, rest = line.partition("\t")
        head, *candidates = rest.split("\t")
        lexelt, _, identifier = head.strip().rpartition(" ") if mark in _MARKS else ("", "", "")
        pairs = [_parse_candidate(candidate) for candidate in candidates if candidate.strip()]
        if not lexelt or None in pairs:
            message = f"expected RANKED<TAB>lexelt id<TAB>candidate score..., found {quote(line)}; left out"
            reading.report.error(line_number, "malformed", message)
            continue
        ranked = sorted(filter(None, pairs), key=lambda pair: -pair[1])
        rows.append(RunRow(lexelt.rstrip(), identifier, [term for term, _ in ranked], [score for _, score in ranked]))
        reading.row_lines.append(line_number)
    reading.finish()
    return Run.of(rows, reading.source)


def _rankings(reading: Reading) -> Iterator[tuple[int, str]]:
    """All lines, or, of a log, those that hold a ranking."""
    lines = list(reading.lines())
    if not any(line.startswith(_LOG_MARK) for _, line in lines):
        yield from lines
        return
    others = [line_number for line_number, line in lines if not _MARKED_LINE.match(line)]
    message = f"a log: {plural(len(others), 'line')} without a ranking (sentences, headings, GENERATED) not read"
    reading.report.note(others[0], "log", message)
    yield from ((line_number, line) for line_number, line in lines if _MARKED_LINE.match(line))


def _parse_candidate(candidate: str) -> tuple[str, float] | None:
    """Parse a candidate and its score, which follows the last space; None if there is no finite score."""
    term, _, score = candidate.strip().rpartition(" ")
    value = float(score) if _SCORE.fullmatch(score) else math.inf
    return (term.rstrip(), value) if term and math.isfinite(value) else None


def write_run(run: Run) -> Serialisation:
    """Write the answers with their scores, or with descending ranks if the run has none."""
    lines = []
    for row in run:
        _refuse_unwritable(row)
        cells = [f"{answer} {score!r}" for answer, score in zip(row.answers, scores_of(row), strict=True)]
        lines.append("\t".join(["RESULT", f"{row.lexelt} {row.id}", *cells]) + "\n")
    return Serialisation("".join(lines), losses_by_scores(run))


def _refuse_unwritable(row: RunRow) -> None:
    for text in (row.lexelt, row.id, *row.answers):
        if not text or text != text.strip() or "\t" in text or "\n" in text or (text is row.id and " " in text):
            raise BadInput(
                f"{quote(text)} cannot be written in this format: it is empty, has spaces around it, holds a tab or a "
                "line end, or is an id with a space. Write stead JSON Lines instead (`to='stead'`)."
            )
    if not all(map(math.isfinite, row.scores or ())):
        raise BadInput("a score that is not finite cannot be written.")


FORMAT = Format(
    name="melamud",
    title="ranked candidates (Melamud et al.)",
    recognises=lambda beginning, _: _MARKED_LINE.search(beginning) is not None,
    readers={"run": read_run},
    writers={"run": write_run},
    run_example="RESULT\tbright.a 1\tclever 0.9\tsmart 0.4",
)
