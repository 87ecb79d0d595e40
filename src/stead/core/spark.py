"""Apache Spark: a session with the user's settings and those of stead, whose failures are one sentence.

Spark takes its settings from where it always does (`PYSPARK_SUBMIT_ARGS`, `spark-defaults.conf`); without any it runs
on this machine. A session that the caller has started before is used as it is, and is not stopped.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from stead.core.errors import SteadError
from stead.core.extras import import_extra
from stead.core.text import first_line

_QUIET = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "FATAL",  # errors are reported once, by stead
}
_CAUSE = re.compile(r"^(?:: |Caused by: )?([a-z]\w*(?:[.$]\w+)*|[A-Z]\w*Error): (.+)$", re.MULTILINE)


class Spark:
    """A session of Spark for a purpose, such as `counting`."""

    def __init__(self, purpose: str, settings: Mapping[str, str] | None = None) -> None:
        self._purpose = purpose
        sql = import_extra("pyspark.sql", purpose)
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        self._is_borrowed = sql.SparkSession.getActiveSession() is not None
        builder = sql.SparkSession.builder.appName(f"stead: {purpose}")
        for name, value in {**_QUIET, **(settings or {})}.items():
            builder = builder.config(name, value)
        try:
            self.session: Any = builder.getOrCreate()
        except Exception as error:
            raise SteadError(
                f"Spark did not start: {_cause(str(error))}. It needs Java 17 or newer, and the master that "
                "its settings name (PYSPARK_SUBMIT_ARGS, spark-defaults.conf)."
            ) from None
        self.context: Any = self.session.sparkContext

    @contextmanager
    def report_failure(self, doing: str, advice: str) -> Iterator[None]:
        """Report a failure of Spark in one sentence instead of two stack traces."""
        failures = (
            import_extra("pyspark.errors", self._purpose).PySparkException,
            import_extra("py4j.protocol", self._purpose).Py4JError,
            ConnectionError,
        )
        try:
            yield
        except failures as error:
            raise SteadError(f"Spark stopped at {doing}: {_cause(str(error))}. {advice}.") from None

    def close(self) -> None:
        """Stop the session, unless it is the caller's."""
        if not self._is_borrowed:
            self.session.stop()


def _cause(message: str) -> str:
    """Extract the innermost reason from Spark's message."""
    innermost = [reason for _, reason in _CAUSE.findall(message)]
    return (innermost[-1].strip().rstrip(".")) if innermost else first_line(message)
