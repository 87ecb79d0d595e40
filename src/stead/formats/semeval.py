"""SemEval-2007 Task 10: gold, best (`::`), oot (`:::`) and multiword files, and the items in XML."""

import re
from functools import partial

from stead.formats.format import Format, Kind
from stead.formats.items_xml import read_items, write_items
from stead.formats.lines import Dialect, read_gold, read_run, write_gold, write_run
from stead.formats.xml import looks_like_xml

DIALECT = Dialect(
    # A lexelt of several words, such as "e commerce.J", ends in its part of speech.
    clean=re.compile(r"([^\s$]+|[^\s$:]+(?: [^\s$:]+)+\.\w) (\S+) (:::?)(?: (.*))?"),
    run_example="bright.a 1 :: clever;smart",
    gold_example="bright.a 1 :: clever 3;smart 1;",
)


def recognises(beginning: str, kind: Kind) -> bool:
    """Items in XML; all else in lines with a double colon."""
    if looks_like_xml(beginning) or kind == "items":
        return looks_like_xml(beginning) and kind == "items"
    return "::" in beginning


FORMAT = Format(
    "semeval",
    "SemEval-2007 Task 10",
    recognises,
    readers={
        "items": read_items,
        "gold": partial(read_gold, dialect=DIALECT),
        "run": partial(read_run, dialect=DIALECT),
    },
    writers={"items": write_items, "gold": write_gold, "run": write_run},
    run_example=DIALECT.run_example,
)
