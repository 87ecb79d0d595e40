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
    """Make an item whose target is the first occurrence as a whole word, or else as part of a word."""
    starts = find_whole_words(sentence, word) or [sentence.find(word)]
    if starts[0] < 0:
        reading.report.error(line_number, "target", f"the word {quote(word)} is not in its sentence; left out")
        return None
    if len(starts) > 1:
        reading.report.note(
            line_number, "target", f"{quote(word)} occurs {len(starts)} times in its sentence; the first was taken"
        )
    return Item(id=sentence, lexelt=word, text=sentence, start=starts[0], end=starts[0] + len(word))


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
