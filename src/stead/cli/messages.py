"""What a person should know about the files before believing the results, as words."""

from collections.abc import Iterable, Iterator

from stead.reporting.noticed import faults_in_words, noticed
from stead.task import Evaluation, Report, Severity
from stead.task.report import ComparisonReport


def messages(reports: Iterable[Report], result: Evaluation | ComparisonReport) -> Iterator[str]:
    """The faults of the files, and everything odd about the runs."""
    for report in reports:
        yield from (f"{fault.place}: {fault.message}." for fault in report.of(Severity.NOTE))
        faults = faults_in_words(report.counts())
        if faults:
            yield f"{report.path}: {faults}. `stead check {report.path}` lists them."
    yield from noticed(result)
