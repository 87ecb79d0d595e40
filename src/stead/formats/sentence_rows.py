"""What the formats that name an item by its sentence share.

They have no ids: an item is a sentence and a word in it. So the word is the lexelt, and the sentence is the id.
"""

import re
from collections.abc import Iterator

from stead.core.item import Item
from stead.formats.format import Reading, quote

Row = tuple[int, str, str, list[str]]
_MAX_MATCHES = 1_000
"""A word that is part of its sentence more often is looked for no further."""

_IN_A_WORD = re.compile(r"\w")
_RANKED_LINE = re.compile(r"[^\t\n]+\t[^\t\n]+\t\d+\t\d+:")


def read_rows(reading: Reading, *, least: int = 2) -> Iterator[Row]:
    """Line number, sentence, word, and the columns that follow, of each line with enough columns."""
    for number, line in reading.lines():
        sentence, *columns = [column.strip() for column in line.split("\t")]
        if not sentence or len(columns) < least - 1 or not columns[0]:
            reading.report.error(number, "malformed", f"expected sentence<TAB>word..., found {quote(line)}; left out")
        else:
            yield number, sentence, columns[0], columns[1:]


def looks_ranked(beginning: str) -> bool:
    """Whether the first line has a position and ranks: `sentence<TAB>word<TAB>position<TAB>rank:substitute`."""
    return _RANKED_LINE.match(beginning.lstrip("\ufeff \t\r\n")) is not None


def locate_target(reading: Reading, number: int, sentence: str, word: str) -> Item | None:
    """The item whose target is the first occurrence of the word as a whole word, or as any part if there is none."""
    places = find_whole_words(sentence, word) or [sentence.find(word)]
    if places[0] < 0:
        reading.report.error(number, "target", f"the word {quote(word)} is not in its sentence; left out")
        return None
    if len(places) > 1:
        reading.report.note(
            number, "target", f"{quote(word)} stands {len(places)} times in its sentence; the first was taken"
        )
    return Item(id=sentence, lexelt=word, text=sentence, start=places[0], end=places[0] + len(word))


def find_whole_words(sentence: str, word: str) -> list[int]:
    """Where the word stands in the sentence as a whole word."""
    places = []
    place = sentence.find(word)
    for _ in range(_MAX_MATCHES):
        if place < 0:
            break
        end = place + len(word)
        if not _IN_A_WORD.match(sentence[place - 1 : place]) and not _IN_A_WORD.match(sentence[end : end + 1]):
            places.append(place)
            place = end - 1
        place = sentence.find(word, place + 1)
    return places


class SeenItems:
    """Which items a file had already: a second line for one is left out."""

    def __init__(self, reading: Reading) -> None:
        self._reading, self._items = reading, set[tuple[str, str]]()

    def is_repeat(self, number: int, lexelt: str, identifier: str) -> bool:
        """Whether the item was there before; reported if so."""
        if (lexelt, identifier) in self._items:
            message = f"a second line for {quote(lexelt)} in {quote(identifier)}; left out"
            self._reading.report.error(number, "repeated", message)
            return True
        self._items.add((lexelt, identifier))
        return False
