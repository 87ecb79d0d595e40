"""Reading files of a few hand-made lines, and looking at what was reported."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from stead.core.errors import BadInput
from stead.core.faults import Report, Severity
from stead.core.item import Item
from stead.core.substitutes import CanonicalForms, GoldRow, GoldStandard, Run, RunRow
from stead.formats import FORMATS, Content, Kind, Options, Policy, load_content

PATH = "made.txt"


@dataclass(frozen=True)
class How:
    """How a made file is read; the defaults are those of the command line."""

    format: str = "auto"
    policy: str = "repair"
    separator: str | None = None

    @property
    def options(self) -> Options:
        return Options(format=self.format, policy=Policy(self.policy), separator=self.separator)


def content(data: str | bytes) -> Content:
    """A file called `made.txt` that holds this."""
    return Content(PATH, data.encode() if isinstance(data, str) else data)


def read(data: str | bytes, kind: Kind, how: How) -> tuple[object, Report]:
    """Whatever the file holds, and the report."""
    noun, report = load_content(content(data), kind, how.options)
    return noun, report


def read_gold(data: str | bytes, format: str = "auto", policy: str = "repair") -> tuple[list[GoldRow], Report]:
    """The rows of a gold standard, and the report."""
    gold, report = read(data, "gold", How(format, policy))
    assert isinstance(gold, GoldStandard)
    return list(gold), report


def read_run(
    data: str | bytes, format: str = "auto", policy: str = "repair", separator: str | None = None
) -> tuple[list[RunRow], Report]:
    """The rows of a run, and the report."""
    run, report = read(data, "run", How(format, policy, separator))
    assert isinstance(run, Run)
    return list(run), report


def read_items(data: str | bytes, format: str = "auto", policy: str = "repair") -> tuple[list[Item], Report]:
    """The items of a file, and the report."""
    items, report = read(data, "items", How(format, policy))
    assert isinstance(items, list)
    return items, report


def read_mapping(data: str | bytes, format: str = "auto", policy: str = "repair") -> tuple[CanonicalForms, Report]:
    """The mapping of a file, and the report."""
    mapping, report = read(data, "mapping", How(format, policy))
    assert isinstance(mapping, CanonicalForms)
    return mapping, report


def only_weights(data: str | bytes, format: str = "auto") -> list[tuple[str, float]]:
    """The weights of a gold standard of one item that needs no repair."""
    [row], report = read_gold(data, format)
    assert not report.faults
    return row.weights


def only_answers(data: str | bytes, format: str = "auto") -> list[str]:
    """The answers of a run of one item that needs no repair."""
    [row], report = read_run(data, format)
    assert not report.faults
    return row.answers


def written(noun: object, kind: Kind, format: str) -> tuple[str, list[str]]:
    """The noun as text of this format, and what was lost."""
    text, losses = FORMATS[format].writers[kind](noun)
    return text, losses


def refusal(data: str | bytes, kind: Kind, format: str = "auto", policy: str = "repair") -> str:
    """The message with which a file is refused."""
    with pytest.raises(BadInput) as caught:
        read(data, kind, How(format, policy))
    return str(caught.value)


def targets_unless_refused(data: str | bytes) -> list[str]:
    """The targets of the items, or none if the file is refused; anything else that happens is a failure."""
    try:
        items, _ = read_items(data)
    except BadInput:
        return []
    return [item.target for item in items]


def found(report: Report) -> list[tuple[int | None, Severity, str]]:
    """Line, severity and kind of each fault."""
    return [(fault.line, fault.severity, fault.kind) for fault in report]


@contextmanager
def quickly(seconds: float = 1.0) -> Iterator[None]:
    """Demand that the block takes no more processor time than this."""
    start = time.process_time()
    yield
    spent = time.process_time() - start
    assert spent < seconds, f"took {spent:.1f} s, allowed are {seconds} s"


def corpus(*instances: str, lexelt: str = "bright.a", before: str = "") -> str:
    """A file of one lexelt with these instances, one per line, the first on line 2 (after the lines `before`)."""
    return "\n".join([f'{before}<corpus lang="english"><lexelt item="{lexelt}">', *instances, "</lexelt></corpus>", ""])


def instance(context: str, identifier: str = "1") -> str:
    """One instance with this context."""
    return f'<instance id="{identifier}"><context>{context}</context></instance>'


def write_problem(noun: object, kind: Kind, format: str) -> str:
    """The refusal, or the losses, when data are written in a format that cannot hold them."""
    try:
        return "; ".join(written(noun, kind, format)[1])
    except BadInput as error:
        return str(error)
