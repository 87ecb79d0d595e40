"""LexMTurk, BenchLS, NNSeval: `sentence<TAB>word<TAB>position<TAB>rank:substitute<TAB>rank:substitute...`.

Ranks are of simplicity, 1 the simplest. As weights they are reversed: the last rank of an item weighs 1, each
better one 1 more, so the gold is graded.
"""

import re

from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard
from stead.formats.format import Format, Reading, quote
from stead.formats.sentence_rows import SeenItems, looks_ranked, read_rows

_RANKED = re.compile(r"(?P<rank>\d{1,6}):(?P<term>.+)", re.DOTALL)
_POSITION = re.compile(r"\d{1,9}")


def read_gold(reading: Reading) -> GoldStandard:
    """Read ranked substitutes as weights."""
    seen, rows = SeenItems(reading), []
    for line_number, sentence, word, columns in read_rows(reading, least=4):
        ranked = [_RANKED.fullmatch(column) for column in columns[1:] if column]
        if None in ranked:
            wrong = quote(next(column for column in columns[1:] if column and not _RANKED.fullmatch(column)))
            reading.report.error(
                line_number, "malformed", f"expected rank:substitute, found {wrong}; the line was left out"
            )
        elif not seen.is_repeat(line_number, word, sentence):
            pairs = [(match["term"].strip(), int(match["rank"])) for match in ranked if match]
            last = max((rank for _, rank in pairs), default=0)
            rows.append(GoldRow(word, sentence, [(term, float(last + 1 - rank)) for term, rank in pairs]))
    reading.finish()
    return GoldStandard.of(rows, reading.source, graded=True)


def read_items(reading: Reading) -> list[Item]:
    """Read items: the target is the token at the given position, counted from 0, tokens separated by spaces."""
    seen, items = SeenItems(reading), []
    for line_number, sentence, word, columns in read_rows(reading, least=3):
        tokens = sentence.split(" ")
        position = int(columns[0]) if _POSITION.fullmatch(columns[0]) else len(tokens)
        if position >= len(tokens) or word not in tokens[position]:
            message = f"token {quote(columns[0])} of the sentence is not {quote(word)}; left out"
            reading.report.error(line_number, "target", message)
        elif not seen.is_repeat(line_number, word, sentence):
            start = sum(len(token) + 1 for token in tokens[:position]) + tokens[position].index(word)
            items.append(Item(id=sentence, lexelt=word, text=sentence, start=start, end=start + len(word)))
    reading.finish()
    return items


FORMAT = Format(
    name="lexmturk",
    title="LexMTurk, BenchLS, NNSeval",
    recognises=lambda beginning, _: looks_ranked(beginning),
    readers={"items": read_items, "gold": read_gold},
)
