"""Terms that lost a letter when their file was converted: they hold U+FFFD, however the file spells it.

A file of lines is looked at line by line as it is read (`Reading.text`). XML and JSON hold sentences, too, which may
have lost a letter, and both can spell U+FFFD in other ways; so here the terms themselves are looked at.
"""

import json
from collections.abc import Sequence
from itertools import compress
from typing import Any

import numpy as np

from stead.core.annotation import Annotations
from stead.core.gold import GoldStandard
from stead.core.rating import Rating
from stead.core.run import Run
from stead.core.terms import TermLists
from stead.formats.encoding import UTF16_MARKS
from stead.formats.files import Content
from stead.formats.reading import REPLACEMENT, Reading, quote

Terms = GoldStandard | Run | Annotations | list[Rating]


def without_lost_letters(noun: Terms, reading: Reading) -> Terms:
    """What was read without the rows of which a term lost a letter: those are reported, or the file is refused."""
    terms = _terms(noun)
    lost = np.array([REPLACEMENT in term for term in terms.vocabulary], dtype=np.bool_)
    if not lost.any():
        return noun
    places = np.flatnonzero(lost[terms.codes])
    damaged = dict(zip(terms.positions[places].tolist(), terms.codes[places].tolist(), strict=True))
    rows: Sequence[Any] = list(noun)
    for row, code in damaged.items():
        term = terms.vocabulary[code]
        line = int(noun.lines[row]) if isinstance(noun, Annotations) else _line_of(term, reading.content)
        if line not in reading.damaged:
            reading.report_lost_letter(line, f"{quote(term)} of {quote(rows[row].lexelt)} {quote(rows[row].id)}")
    reading.finish()
    sound = [row not in damaged for row in range(len(rows))]
    match noun:
        case GoldStandard():
            return GoldStandard.of(compress(rows, sound), noun.source, graded=noun.graded)
        case Run():
            return Run.of(compress(rows, sound), noun.source)
        case Annotations():
            return noun.only(np.array(sound))
    return list(compress(rows, sound))


def _terms(noun: Terms) -> TermLists:
    match noun:
        case GoldStandard() | Annotations():
            return noun.substitutes
        case Run():
            return noun.answers
    return TermLists.of([rating.candidate] for rating in noun)


def _line_of(term: str, content: Content) -> int | None:
    """The first line that holds a term, as it is or as JSON may spell it; None if there is no such line."""
    encoding = "utf-16" if content.data.startswith(UTF16_MARKS) else "utf-8"
    lines = content.data.decode(encoding, errors="replace").split("\n")
    spelt = json.dumps(term)[1:-1].lower()
    return next((number for number, line in enumerate(lines, start=1) if term in line or spelt in line.lower()), None)
