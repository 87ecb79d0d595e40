"""SemDis 2014: gold 1 (counts) and gold 2 (mean ratings), answers `a ; b ; c`, and the mapping of forms."""

import re
from functools import partial

from stead.core.canonical_forms import CanonicalForms
from stead.formats.format import Format, Kind, Written
from stead.formats.items_xml import read_items, write_items
from stead.formats.lines import Dialect, read_gold, read_run, write_gold, write_run
from stead.formats.reading import Reading, quote

DIALECT = Dialect(
    clean=re.compile(r"([^\s$]+) (\S+) (:::?)(?: (.*))?"),
    run_example="affection.n 8 :: amour ; maladie",
    gold_example="affection.n 8 :: maladie 7; mal 3;",
)
_BLANK_AFTER_WEIGHT = re.compile(r"\d; ")


def recognises(beginning: str, kind: Kind) -> bool:
    """Blanks around the semicolons, or a mapping's arrows."""
    if kind == "mapping":
        return "-->" in beginning
    return kind != "items" and any(_has_spaced_list(line) for line in beginning.split("\n"))


def _has_spaced_list(line: str) -> bool:
    _, separator, rest = line.partition("::")
    return bool(separator) and (" ; " in rest or _BLANK_AFTER_WEIGHT.search(rest) is not None)


def read_mapping(reading: Reading) -> CanonicalForms:
    """Read rules `form(target.pos)-->canonical form`; lines that begin with # are comments."""
    canonical: dict[str, dict[str, str]] = {}
    for number, line in reading.lines():
        if line.startswith("#"):
            continue
        left, _, to = (part.strip() for part in line.partition("-->"))
        form, _, target = left.removesuffix(")").rpartition("(")
        if not (form.strip() and target.strip() and to and left.endswith(")")):
            message = f'expected "form(target.pos)-->canonical form", found {quote(line)}; left out'
            reading.report.error(number, "malformed", message)
        elif form.strip() in canonical.setdefault(target.strip(), {}):
            reading.report.error(number, "repeated", f"a second rule for {quote(left)}; left out")
        else:
            canonical[target.strip()][form.strip()] = to
    reading.finish()
    return CanonicalForms(canonical, reading.source)


def write_mapping(mapping: CanonicalForms) -> Written:
    """Rules, one a line."""
    rules = [(form, lexelt, to) for lexelt, forms in mapping.canonical.items() for form, to in forms.items()]
    return Written("".join(f"{form}({lexelt})-->{to}\n" for form, lexelt, to in rules), [])


FORMAT = Format(
    name="semdis",
    title="SemDis 2014",
    recognises=recognises,
    readers={
        "items": read_items,
        "gold": partial(read_gold, dialect=DIALECT),
        "run": partial(read_run, dialect=DIALECT),
        "mapping": read_mapping,
    },
    writers={
        "items": write_items,
        "gold": partial(write_gold, joiner="; "),
        "run": partial(write_run, joiner=" ; "),
        "mapping": write_mapping,
    },
    run_example=DIALECT.run_example,
)
