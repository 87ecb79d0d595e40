"""TSAR-2022 and MLSP-2024 lexical simplification: `sentence<TAB>word<TAB>annotation<TAB>annotation...`.

A gold repeats an annotation once for every annotator who gave it; a run lists predictions, best first. LexMTurk in its
original form has the same columns.
"""

import re
from collections import Counter

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.formats.format import Format, Kind, Reading, Serialisation, quote
from stead.formats.semeval import losses_of_gold
from stead.formats.sentence_rows import SeenItems, find_whole_words, locate_target, looks_ranked, read_rows

_MOST_ANNOTATORS = 10_000
_MARKS = frozenset("\t\n")
_FIRST_LINES = 20
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


def read_items(reading: Reading) -> list[Item]:
    """Read sentences with their target words."""
    seen, items = SeenItems(reading), []
    for line_number, sentence, word, _ in read_rows(reading):
        item = (
            None if seen.is_repeat(line_number, word, sentence) else locate_target(reading, line_number, sentence, word)
        )
        if item:
            items.append(item)
    reading.finish()
    return items


def read_gold(reading: Reading) -> GoldStandard:
    """Read annotations and count them."""
    seen, rows = SeenItems(reading), []
    for line_number, sentence, word, annotations in read_rows(reading):
        if not seen.is_repeat(line_number, word, sentence):
            counts = Counter(annotation for annotation in annotations if annotation)
            rows.append(GoldRow(word, sentence, [(term, float(count)) for term, count in counts.items()]))
    reading.finish()
    return GoldStandard.of(rows, reading.source, graded=False)


def read_run(reading: Reading) -> Run:
    """Read predictions in order."""
    rows = []
    for line_number, sentence, word, predictions in read_rows(reading):
        rows.append(RunRow(word, sentence, [prediction for prediction in predictions if prediction]))
        reading.row_lines.append(line_number)
    reading.finish()
    return Run.of(rows, reading.source)


def write_gold(gold: GoldStandard) -> Serialisation:
    """Write each substitute as often as it was given."""
    if gold.graded or (gold.weights % 1).any() or (gold.weights > _MOST_ANNOTATORS).any():
        raise BadInput(
            "tsar repeats a substitute once per annotator: it cannot hold weights that are not counts, "
            f"nor counts above {_MOST_ANNOTATORS:,}."
        )
    losses = ["the NAME responses"] if gold.names.any() else []
    losses += _sentence_losses(gold.ids, gold.lexelts)
    losses += ["the substitutes of weight 0"] if not gold.weights.all() else []
    losses += losses_of_gold(gold)
    losses += ["equal substitutes as separate entries"] if any(map(_repeats, gold.substitutes)) else []
    lines = [
        _line(row.id, row.lexelt, [term for term, weight in row.weights for _ in range(int(weight))]) for row in gold
    ]
    return Serialisation("".join(lines), losses)


def _sentence_losses(ids: list[str], lexelts: list[str]) -> list[str]:
    """The loss of sentences, if items are identified by id."""
    if all(word in sentence for sentence, word in zip(ids, lexelts, strict=True)):
        return []
    return ["the sentences, which are not known (ids were written instead; read it again with `format='tsar'`)"]


def _repeats(terms: list[str]) -> bool:
    return len(set(terms)) < len(terms)


def write_run(run: Run) -> Serialisation:
    """Write answers in order, without their scores."""
    losses = ["the scores of the answers"] if run.scores is not None else []
    losses += _sentence_losses(run.ids, run.lexelts)
    return Serialisation("".join(_line(row.id, row.lexelt, row.answers) for row in run), losses)


def write_items(items: list[Item]) -> Serialisation:
    """Write sentences and targets, without ids, lexelts, languages and documents."""
    once = {(item.text, item.target): item for item in reversed(items)}
    distinct = [item for item in items if once[item.text, item.target] is item]
    losses = [] if all((item.id, item.lexelt) == (item.text, item.target) for item in items) else ["ids and lexelts"]
    losses += ["the languages"] if any(item.language for item in items) else []
    losses += ["the documents of the items"] if any(item.document for item in items) else []
    losses += ["items that share sentence and word with another"] if len(distinct) < len(items) else []
    losses += ["which occurrence of its word a target is"] if any(map(_is_later_occurrence, distinct)) else []
    return Serialisation("".join(_line(item.text, item.target, []) for item in distinct), losses)


def _is_later_occurrence(item: Item) -> bool:
    """Whether a reader would take another occurrence of the word for the target."""
    starts = find_whole_words(item.text, item.target) or [item.text.find(item.target)]
    return starts[0] != item.start


def _line(sentence: str, word: str, terms: list[str]) -> str:
    columns = [sentence, word, *terms]
    broken = next((column for column in columns if not _is_plain(column)), None)
    if broken is not None:
        raise BadInput(
            f"{quote(broken)} cannot be written in this format: it is empty, has spaces around it, or holds a tab or a "
            "line end. Write stead JSON Lines instead (`to='stead'`)."
        )
    return "\t".join(columns) + "\n"


def _is_plain(column: str) -> bool:
    """Whether a column is read as it is written."""
    return bool(column) and column == column.strip() and not _MARKS.intersection(column) and column[0] != "\ufeff"


def recognises(beginning: str, _: Kind) -> bool:
    """Recognise tab-separated lines, without `::`, heading or ranks, whose word is part of the sentence."""
    start = beginning.lstrip("\ufeff \t\r\n")
    first = start.partition("\n")[0]
    if "::" in first or first.startswith(("{", "<", "RESULT\t", "context_id\t")) or looks_ranked(start):
        return False
    return not _is_binary(start) and any(map(_has_word, start.split("\n")[:_FIRST_LINES]))


def _has_word(line: str) -> bool:
    sentence, word = ([column.strip().casefold() for column in line.split("\t")] + [""])[:2]
    return bool(word) and word in sentence


def _is_binary(text: str) -> bool:
    """Whether there are null characters, control characters in the first line, or many of them anywhere."""
    controls = _CONTROLS.findall(text)
    return "\0" in controls or 100 * len(controls) > len(text) or bool(_CONTROLS.search(text.partition("\n")[0]))


FORMAT = Format(
    name="tsar",
    title="TSAR-2022, MLSP-2024",
    recognises=recognises,
    readers={"items": read_items, "gold": read_gold, "run": read_run},
    writers={"items": write_items, "gold": write_gold, "run": write_run},
    run_example="The bright pupil\tbright\tclever\tsmart",
)
