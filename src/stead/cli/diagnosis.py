"""`stead doctor`: what is installed, and the commands that get what is missing."""

import argparse

from stead.cli.options import add_form, explain
from stead.cli.output import log, render_list, write

_COLUMNS = ("name", "state", "about", "command")
_TITLES = {"program": "program", "extra": "extras", "resource": "resources", "data set": "data sets"}


def declare_doctor(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Extras and resources that are missing are no fault: each has the command that installs it. Exit status 1 means that
something is broken: a resource or data set is damaged, the cache cannot be written, or the scorer does not work.
""",
        examples="""
stead doctor
stead doctor --format json                  for a report of a fault
""",
    )
    add_form(parser)


def run_doctor(options: argparse.Namespace) -> int:
    """Print the tables; 1 if anything is broken."""
    from dataclasses import asdict

    from stead.api.installation import examine
    from stead.reporting.machine_readable import SEPARATORS
    from stead.reporting.tables import Table

    findings = [asdict(finding) for finding in examine()]
    kinds = dict.fromkeys(finding["kind"] for finding in findings)
    tables = [
        Table(
            title=_TITLES[kind],
            columns=_COLUMNS,
            rows=tuple(
                tuple(finding[column] for column in _COLUMNS) for finding in findings if finding["kind"] == kind
            ),
            labels=len(_COLUMNS),
        )
        for kind in kinds
    ]
    if options.form == "json" or options.form in SEPARATORS:
        tables = [Table(title="findings", columns=(), rows=())]
    write("\n".join(render_list(findings, options.form, table=table, schema="stead.doctor/1") for table in tables))
    problems = [finding["problem"] for finding in findings if finding["problem"]]
    for problem in problems:
        log(problem)
    return 1 if problems else 0
