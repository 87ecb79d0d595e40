"""Smart Word Suggestions (Wang et al. 2023): JSON with sentences, the words that could be better, and suggestions.

A target is one word or several in a row; its id is that of the sentence and the numbers of its words. A gold weighs a
suggestion by how many people made it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from stead.core.item import Item
from stead.core.substitutes import MAX_WEIGHT, GoldRow, GoldStandard
from stead.formats.format import Format, Kind, Reading, quote
from stead.formats.swords import load_document, refuse_half_characters

_MARK = '"sentence_split"'


class _Target(NamedTuple):
    """A target with its suggestions; `first` and `last` are the words where it begins and before which it ends."""

    sentence: str
    text: str
    words: list[str]
    first: int
    last: int
    weights: list[tuple[str, float]]

    @property
    def id(self) -> str:
        return f"{self.sentence}:{self.first}-{self.last}"

    @property
    def lexelt(self) -> str:
        return " ".join(self.words[self.first : self.last]).lower()


def _targets(reading: Reading) -> Iterator[_Target]:
    """Parse the targets; malformed ones are reported."""
    document = load_document(reading)
    for identifier, record in document.items():
        targets = record.get("substitutes") if isinstance(record, dict) else None
        if not isinstance(targets, list):
            message = f"the sentence {quote(identifier)}: substitutes is missing or is not a list; left out"
            reading.report.error(None, "malformed", message)
            continue
        seen: set[str] = set()
        for number, target in enumerate(targets, start=1):
            try:
                parsed = _target(identifier, record, target)
                if parsed.id in seen:
                    raise ValueError("a second one of these words")
            except ValueError as error:
                message = f"the target {number} of {quote(identifier)}: {error}; left out"
                reading.report.error(None, "malformed", message)
                continue
            seen.add(parsed.id)
            yield parsed


def _target(identifier: str, record: dict[str, Any], target: object) -> _Target:
    text, words = record.get("sentence"), record.get("sentence_split")
    if not isinstance(text, str) or not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError("its sentence has no text, or no list of words")
    match target:
        case [[int(first), int(last)], dict(suggestions), *_] if 0 <= first < last <= len(words):
            weights = [(term.strip(), _count(count)) for term, count in suggestions.items() if term.strip()]
        case _:
            raise ValueError("expected [[first word, last word], {suggestion: count}, kind]")
    for value in (identifier, text, *words, *(term for term, _ in weights)):
        refuse_half_characters(value)
    return _Target(sentence=identifier, text=text, words=words, first=first, last=last, weights=weights)


def _count(count: object) -> float:
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_WEIGHT:
        raise ValueError("a suggestion has no whole count")
    return float(count)


def read_gold(reading: Reading) -> GoldStandard:
    """Read every target with its suggestions."""
    rows = [GoldRow(target.lexelt, target.id, target.weights) for target in _targets(reading)]
    reading.finish()
    return GoldStandard.of(rows, reading.source, graded=False)


def read_items(reading: Reading) -> list[Item]:
    """Read every target with its sentence."""
    items = []
    for target in _targets(reading):
        text, (start, end) = _locate(target)
        items.append(Item(id=target.id, lexelt=target.lexelt, text=text, start=start, end=end, language="en"))
    reading.finish()
    return items


def _locate(target: _Target) -> tuple[str, tuple[int, int]]:
    """The sentence, and where the target is in it; the words with spaces between them if they are not those of it."""
    starts, position = [], 0
    for word in target.words:
        start = target.text.find(word, position)
        if start < 0 or target.text[position:start].strip():
            before, inside = target.words[: target.first], target.words[target.first : target.last]
            start = len(" ".join([*before, ""]))
            return " ".join(target.words), (start, start + len(" ".join(inside)))
        starts.append(start)
        position = start + len(word)
    return target.text, (starts[target.first], starts[target.last - 1] + len(target.words[target.last - 1]))


def recognises(beginning: str, _: Kind) -> bool:
    """Recognise a JSON object of sentences that are split into words."""
    return beginning.lstrip("\ufeff \t\r\n").startswith("{") and _MARK in beginning


FORMAT = Format(
    name="sws",
    title="Smart Word Suggestions",
    recognises=recognises,
    readers={"items": read_items, "gold": read_gold},
)
