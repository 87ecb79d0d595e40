"""EVALITA 2009: the 2007 formats, with blanks or dollar signs between the columns and `::` for both tasks."""

import re
from functools import partial

from stead.formats.format import Format
from stead.formats.items_xml import read_items, write_items
from stead.formats.lines import Dialect, read_gold, read_run, write_gold, write_run

DIALECT = Dialect(
    clean=re.compile(r"([^\s$]+)[ $]([^\s$]+)[ $](::)(?:[ $](.*))?"),
    run_example="fulmineo.a 7 :: veloce;rapido",
    gold_example="fulmineo.a 7 :: veloce 3;rapido 2",
    three_colons=False,
    dollars=True,
)
_DOLLARS = re.compile(r"\$::|::\$")

FORMAT = Format(
    "evalita",
    "EVALITA 2009",
    recognises=lambda beginning, kind: kind != "items" and _DOLLARS.search(beginning) is not None,
    readers={
        "items": read_items,
        "gold": partial(read_gold, dialect=DIALECT),
        "run": partial(read_run, dialect=DIALECT),
    },
    writers={"items": write_items, "gold": write_gold, "run": write_run},
    run_example=DIALECT.run_example,
)
