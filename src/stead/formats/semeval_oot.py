"""SemEval-2007 Task 10, the `out of ten` task: answers behind three colons."""

from dataclasses import replace
from functools import partial

from stead.formats import semeval
from stead.formats.format import Format
from stead.formats.lines import read_run, write_run

DIALECT = replace(semeval.DIALECT, run_example="bright.a 1 ::: clever;smart", separator=":::")

FORMAT = Format(
    "semeval-oot",
    "SemEval-2007 Task 10, out of ten",
    recognises=lambda _, __: False,  # only when asked for: the reader of `semeval` takes both separators
    readers={"run": partial(read_run, dialect=DIALECT)},
    writers={"run": partial(write_run, separator=":::")},
    run_example=DIALECT.run_example,
)
