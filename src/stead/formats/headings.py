"""Tables with a heading, as spreadsheets write them: which mark stands between columns, and what they are called."""

import re
from collections.abc import Sequence

DELIMITERS = ",;\t"


def first_line(text: str) -> str:
    """The heading."""
    return re.split("[\r\n]", text.lstrip("\ufeff\r\n"), maxsplit=1)[0]


def column(name: str) -> str:
    """The name of a column however it is written."""
    return name.strip(' "').lower()


def columns_of(heading: str, known: Sequence[str]) -> set[str]:
    """Those of the known columns that a heading has."""
    return set(known) & set(map(column, heading.split(delimiter(heading, known))))


def delimiter(heading: str, known: Sequence[str]) -> str:
    """What stands between the columns: the mark that gives most of the names that are looked for."""
    return max(DELIMITERS, key=lambda mark: len(set(known) & set(map(column, heading.split(mark)))))


def cell(text: str, mark: str = ",") -> str:
    """A cell, between quotes if it has to be."""
    if any(each in text for each in (mark, '"', "\r", "\n")):
        return '"' + text.replace('"', '""') + '"'
    return text
