"""Shared by the formats that identify an item by its sentence.

They have no ids: an item is a sentence and a word in it. So the word is the lexelt, and the sentence is the id.
"""

import re
from collections.abc import Iterator

from stead.core.item import Item
from stead.formats.format import Reading, quote

Row = tuple[int, str, str, list[str]]
_MAX_MATCHES = 1_000
"""The search for a word in its sentence ends after this many occurrences."""

_SHORTEST_INFINITIVE = 4
_WEAK_ENDINGS = "(?:e|e?s?t|(?:e?t|end)e[mnrs]?|e?te(?:st|t|n)?)"
"""Those of verbs, and of participles used as adjectives: `tobt`, `tobten`, `avisierte`, `avisierendes`."""

_IN_A_WORD = re.compile(r"\w")
_RANKED_LINE = re.compile(r"[^\t\n]+\t[^\t\n]+\t\d+\t\d+:")


def read_rows(reading: Reading, *, least: int = 2) -> Iterator[Row]:
    """Line number, sentence, word, and the columns that follow, of each line with enough columns."""
    for line_number, line in reading.lines():
        sentence, *columns = [column.strip() for column in line.split("\t")]
        if not sentence or len(columns) < least - 1 or not columns[0]:
            reading.report.error(
                line_number, "malformed", f"expected sentence<TAB>word..., found {quote(line)}; left out"
            )
        else:
            yield line_number, sentence, columns[0], columns[1:]


def looks_ranked(beginning: str) -> bool:
    """Whether the first line has a position and ranks: `sentence<TAB>word<TAB>position<TAB>rank:substitute`."""
    return _RANKED_LINE.match(beginning.lstrip("\ufeff \t\r\n")) is not None


def locate_target(reading: Reading, line_number: int, sentence: str, word: str) -> Item | None:
    """Make an item of the first occurrence of the word: whole, else within a word, else in another form."""
    form = word if word in sentence else _find_other_form(sentence, word)
    if form is None:
        reading.report.error(line_number, "target", f"the word {quote(word)} is not in its sentence; left out")
        return None
    if form != word:
        reading.report.note(line_number, "target", f"{quote(word)} is in its sentence as {quote(form)}; that was taken")
    starts = find_whole_words(sentence, form) or [sentence.find(form)]
    if len(starts) > 1:
        reading.report.note(
            line_number, "target", f"{quote(form)} occurs {len(starts)} times in its sentence; the first was taken"
        )
    return Item(id=sentence, lexelt=word, text=sentence, start=starts[0], end=starts[0] + len(form))


def _find_other_form(sentence: str, word: str) -> str | None:
    """The only form of a word that a sentence has: in other case, or, of a German infinitive, of the weak conjugation.

    The German part of MLSP-2024 has verbs as lemmas: `toben` for `tobten`.
    """
    patterns = [f"(?i:{re.escape(word)})"]
    if word.endswith("en") and len(word) > _SHORTEST_INFINITIVE:
        patterns.append(re.escape(word.removesuffix("en")) + _WEAK_ENDINGS)
    for pattern in patterns:
        forms = {match[0] for match in re.finditer(rf"\b{pattern}\b", sentence)}
        if forms:
            return forms.pop() if len(forms) == 1 else None
    return None


def find_whole_words(sentence: str, word: str) -> list[int]:
    """The positions of a word in its sentence, as a whole word."""
    starts = []
    start = sentence.find(word)
    for _ in range(_MAX_MATCHES):
        if start < 0:
            break
        end = start + len(word)
        if not _IN_A_WORD.match(sentence[start - 1 : start]) and not _IN_A_WORD.match(sentence[end : end + 1]):
            starts.append(start)
            start = end - 1
        start = sentence.find(word, start + 1)
    return starts


class SeenItems:
    """The items of a file so far: a second line for an item is left out."""

    def __init__(self, reading: Reading) -> None:
        self._reading, self._items = reading, set[tuple[str, str]]()

    def is_repeat(self, line_number: int, lexelt: str, identifier: str) -> bool:
        """Whether the item occurred before, which is reported."""
        if (lexelt, identifier) in self._items:
            message = f"a second line for {quote(lexelt)} in {quote(identifier)}; left out"
            self._reading.report.error(line_number, "repeated", message)
            return True
        self._items.add((lexelt, identifier))
        return False
