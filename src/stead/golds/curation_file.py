"""Curation files: tab-separated, one decision a line, made to be edited in a text editor or a spreadsheet.

status    action     from      to        lexelt    id   reason
accept    merge      well-lit  well lit                 hyphen or blank
proposed  lemmatise  games     game                     lemma (en)
accept    drop-item                      bright.a  7    the target is a noun
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from stead._wording import counted
from stead.formats import Content, Policy, shown
from stead.formats.reading import Reading
from stead.golds.curation import DROPPING, REPLACING, STATUSES, Curation, Decision
from stead.task import BadInput, UsageError
from stead.task.tidying import tidy

COLUMNS = ("status", "action", "from", "to", "lexelt", "id", "reason")
HEADING = "\t".join(COLUMNS)


def read_curation(content: Content) -> Curation:
    """Read a curation file; any fault is refused, all of them together."""
    reading = Reading.start(content, format="curation", policy=Policy.STRICT)
    lines = [(number, line) for number, line in reading.lines() if not line.startswith("#")]
    reading.finish()
    if not lines or tuple(map(str.strip, lines[0][1].split("\t"))) != COLUMNS:
        number, found = lines[0] if lines else (1, "")
        raise BadInput(
            f"{content.path}:{number}: expected the columns {', '.join(COLUMNS)} between tabs, found {shown(found)}."
        )
    decisions, problems = [], []
    for number, line in lines[1:]:
        decision = _decision(number, line)
        problem = f"expected {len(COLUMNS)} columns, found {shown(line)}" if decision is None else _problem(decision)
        if problem:
            problems.append(f"{content.path}:{number}: {problem}.")
        elif decision:
            decisions.append(decision)
    if problems:
        raise BadInput("\n".join(problems))
    return Curation(tuple(decisions), content.path, content.sha256)


def _decision(number: int, line: str) -> Decision | None:
    """The decision of a line, if it has not too many cells; editors cut off those at the end that are empty."""
    cells = [tidy(cell) for cell in line.split("\t")]
    if len(cells) > len(COLUMNS):
        return None
    status, action, form, to, lexelt, identifier, reason = cells + [""] * (len(COLUMNS) - len(cells))
    return Decision(status, action, form, to, lexelt, identifier, reason, number)


def _problem(decision: Decision) -> str | None:
    """What is wrong with a decision, if anything is."""
    if decision.status not in STATUSES:
        return f"the status is {', '.join(STATUSES)}, not {shown(decision.status)}"
    if decision.action in REPLACING:
        return _problem_of_replacing(decision)
    if decision.action in DROPPING:
        return _problem_of_dropping(decision)
    return f"the action is {', '.join((*REPLACING, *DROPPING))}, not {shown(decision.action)}"


def _problem_of_replacing(decision: Decision) -> str | None:
    if not decision.form or not decision.to:
        return f"to {decision.action}, two forms are needed: from and to"
    if decision.form == decision.to:
        return f"{shown(decision.form)} is the same on both sides"
    if decision.id and not decision.lexelt:
        return f"the item {shown(decision.id)} needs its lexelt"
    return None


def _problem_of_dropping(decision: Decision) -> str | None:
    one_item = decision.action == "drop-item"
    if decision.form or decision.to:
        return f"{decision.action} takes no forms (from, to), found {shown(decision.form or decision.to)}"
    if not decision.lexelt or one_item != bool(decision.id):
        return f"{decision.action} needs {'lexelt and id' if one_item else 'a lexelt and no id'}"
    return None if decision.reason else f"{decision.action} needs a reason"


def row_of(decision: Decision) -> str:
    """A decision as a line."""
    cells = (decision.form, decision.to, decision.lexelt, decision.id, decision.reason)
    return "\t".join((decision.status, decision.action, *map(tidy, cells)))


def written_curation(decisions: Iterable[Decision], before: Content | None = None) -> bytes:
    """The decisions as a file, behind what another file holds."""
    rows = "".join(f"{row_of(each)}\n" for each in decisions).encode()
    if before is None:
        return f"{HEADING}\n".encode() + rows
    data = _as_utf8(before)
    return data + (b"" if not rows or data.endswith(b"\n") else b"\n") + rows


def undone(content: Content, count: int) -> tuple[bytes, Sequence[Decision]]:
    """The file without its last decisions, accepted or refused, and those; nothing else is touched."""
    made = [each for each in read_curation(content).decisions if each.status != "proposed"]
    if not 1 <= count <= len(made):
        raise UsageError(f"{content.path} has {counted(len(made), 'decision')}; {count} cannot be undone.")
    removed = made[-count:]
    lines = _as_utf8(content).split(b"\n")
    gone = {decision.line for decision in removed}
    kept = [line for number, line in enumerate(lines, start=1) if number not in gone]
    return b"\n".join(kept), [replace(each, line=0) for each in removed]


def _as_utf8(content: Content) -> bytes:
    return Reading.start(content, format="curation", policy=Policy.STRICT).in_utf8().content.data
