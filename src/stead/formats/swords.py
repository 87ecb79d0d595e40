"""SWORDS (Lee et al. 2021): JSON with contexts, targets, substitutes and the label of each judge for each substitute.

A gold weighs a substitute by how many judges said TRUE, out of how many who said TRUE or FALSE; UNSURE counts as not
judged. Substitutes that nobody accepted are kept, with weight 0: they were judged.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.formats.format import Format, Kind, Policy, Reading, Serialisation, quote
from stead.formats.melamud import losses_by_scores, scores_of

_TAGS = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}
_TRUE, _FALSE = frozenset({"TRUE", "TRUE_IMPLICIT"}), frozenset({"FALSE", "FALSE_IMPLICIT"})
_LABELS = _TRUE | _FALSE | {"UNSURE"}
_LARGEST = sys.float_info.max
Value = TypeVar("Value", str, int, list[Any])


def load_document(reading: Reading, *parts: str) -> dict[str, Any]:
    """Load the file, and check that it has the objects `parts`."""

    def made(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        record = dict(pairs)
        if len(record) < len(pairs):
            again = Counter(name for name, _ in pairs).most_common(1)[0][0]
            reading.report.repair(None, "repeated", f"a second {quote(again)} in an object; the last was taken")
        return record

    path, text = reading.content.path, reading.text(of_lines=False)
    if reading.damaged and reading.policy is Policy.SKIP:
        raise BadInput(f"{path}:{min(reading.damaged)}: invalid UTF-8; a JSON file has no lines that can be left out.")
    try:
        document = json.loads(text, object_pairs_hook=made)
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}: not a JSON file ({error.msg}, column {error.colno}).") from None
    except RecursionError:
        raise BadInput(f"{path}: too many nested brackets.") from None
    except ValueError:  # Python refuses to read numbers of thousands of digits
        digits = f"a number of more than {sys.get_int_max_str_digits()} digits"
        raise BadInput(f"{path}: {digits}; no such file has one.") from None
    missing = [part for part in parts if not (isinstance(document, dict) and isinstance(document.get(part), dict))]
    if missing:
        raise BadInput(f"{path}: expected the objects {', '.join(parts)}; {missing[0]!r} is missing.")
    if not isinstance(document, dict):
        raise BadInput(f"{path}: expected an object, as in {{...}}.")
    return document


def _field(record: object, name: str, kind: type[Value]) -> Value:
    """A field of this type; ValueError if it is missing."""
    value = record.get(name) if isinstance(record, dict) else None
    if type(value) is not kind:
        raise ValueError(f"{name} is missing or is not {_KINDS[kind]}")
    if isinstance(value, str):
        refuse_half_characters(value)
    return value


_KINDS: dict[type, str] = {str: "text", int: "a whole number", list: "a list"}


def refuse_half_characters(text: str) -> None:
    """Refuse half of a surrogate pair, which JSON can spell but which cannot be written."""
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError("a text holds half of a surrogate pair")


def _targets(reading: Reading, document: Mapping[str, Any]) -> Iterator[Item]:
    """Parse the targets; malformed ones are reported."""
    for identifier, target in document["targets"].items():
        try:
            yield _item(identifier, target, document["contexts"])
        except ValueError as error:
            reading.report.error(None, "malformed", f"the target {quote(identifier)}: {error}; left out")


def _item(identifier: str, target: object, contexts: Mapping[str, Any]) -> Item:
    refuse_half_characters(identifier)
    text = _field(contexts.get(_field(target, "context_id", str)), "context", str)
    start, word = _field(target, "offset", int), _field(target, "target", str)
    if not word or start < 0 or text[start : start + len(word)] != word:
        raise ValueError(f"{quote(word)} is not at its offset")
    lemma, extra = word.lower(), target.get("extra") if isinstance(target, dict) else None
    if isinstance(extra, dict) and "coinco_lemma" in extra:
        lemma = _field(extra, "coinco_lemma", str)
    return Item(
        id=identifier,
        lexelt=f"{lemma}.{_tag(_field(target, 'pos', str))}",
        text=text,
        start=start,
        end=start + len(word),
        language="en",
    )


def _tag(part_of_speech: str) -> str:
    return _TAGS.get(part_of_speech, part_of_speech[:1].lower() or "x")


def read_items(reading: Reading) -> list[Item]:
    """Read every target with its context."""
    items = list(_targets(reading, load_document(reading, "contexts", "targets")))
    reading.finish()
    return items


def read_gold(reading: Reading) -> GoldStandard:
    """Read every judged substitute, in the order of the file."""
    document = load_document(reading, "contexts", "targets", "substitutes", "substitute_labels")
    judges: dict[str, list[float]] = {}
    rows = {}
    for item in _targets(reading, document):
        rows[item.id] = GoldRow(item.lexelt, item.id, [], judges=judges.setdefault(item.id, []), target=item.target)
    for key, substitute in document["substitutes"].items():
        try:
            target, term = _field(substitute, "target_id", str), _field(substitute, "substitute", str)
            if target not in rows:
                raise ValueError(f"its target {quote(target)} is missing or was left out")
            accepted, judged = _count_votes(_field(document["substitute_labels"], key, list))
        except ValueError as error:
            reading.report.error(None, "malformed", f"the substitute {quote(key)}: {error}; left out")
            continue
        rows[target].weights.append((term, accepted))
        judges[target].append(judged)
    reading.finish()
    return GoldStandard.of(rows.values(), reading.source, graded=False)


def _count_votes(labels: list[Any]) -> tuple[float, float]:
    """Count the judges who accepted, and all who judged."""
    unknown = [label for label in labels if not (isinstance(label, str) and label in _LABELS)]
    if unknown:
        raise ValueError(f"expected the labels {', '.join(sorted(_LABELS))}, found {_abbreviate(unknown[0])}")
    accepted = sum(label in _TRUE for label in labels)
    return float(accepted), float(accepted + sum(label in _FALSE for label in labels))


def read_run(reading: Reading) -> Run:
    """Read substitutes by descending score; equal scores keep the order of the file."""
    document = load_document(reading, "substitutes")
    if "substitute_labels" in document:
        raise BadInput(f"{reading.content.path}: looks like a gold standard (it has labels), not like a run.")
    rows = []
    for identifier, answers in document["substitutes"].items():
        try:
            refuse_half_characters(identifier)
            ranked = sorted(map(_parse_answer, _check_list(answers)), key=lambda pair: -pair[1])
        except ValueError as error:
            reading.report.error(None, "malformed", f"the answers to {quote(identifier)}: {error}; left out")
            continue
        rows.append(RunRow("", identifier, [term for term, _ in ranked], [score for _, score in ranked]))
    reading.finish()
    return Run.of(rows, reading.source)


def _check_list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"expected a list, found {_abbreviate(value)}")
    return value


def _parse_answer(pair: object) -> tuple[str, float]:
    if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) in {int, float}:
        refuse_half_characters(pair[0])
        if -_LARGEST <= pair[1] <= _LARGEST:
            return pair[0], float(pair[1])
    raise ValueError(f"expected [substitute, score], found {_abbreviate(pair)}")


def _abbreviate(value: object) -> str:
    """Abbreviate a value for a message; lists can be very long and deeply nested."""
    if isinstance(value, list):
        return f"[{', '.join('[...]' if isinstance(part, list) else _abbreviate(part) for part in value[:3])}]"
    return "{...}" if isinstance(value, dict) else quote(str(value))


def write_run(run: Run) -> Serialisation:
    """Write the answers with their scores, or with descending ranks if the run has none."""
    substitutes: dict[str, list[list[str | float]]] = {}
    for row in run:
        if row.id in substitutes:
            raise BadInput(f"two items have the id {quote(row.id)}: this format identifies items by id alone.")
        substitutes[row.id] = [[answer, score] for answer, score in zip(row.answers, scores_of(row), strict=True)]
    document = {"substitutes_lemmatized": False, "substitutes": substitutes}
    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise BadInput("a score that is not finite cannot be written.") from None
    return Serialisation(text + "\n", (["the lexelts"] if any(run.lexelts) else []) + losses_by_scores(run))


def recognises(beginning: str, _: Kind) -> bool:
    """Recognise a JSON object with substitutes or contexts, and no stead schema."""
    start = beginning.lstrip("\ufeff \t\r\n")
    return (
        start.startswith("{")
        and '"stead.' not in start.partition("\n")[0][:200]
        and ('"substitutes' in start or '"contexts"' in start)
    )


FORMAT = Format(
    name="swords",
    title="SWORDS",
    recognises=recognises,
    readers={"items": read_items, "gold": read_gold, "run": read_run},
    writers={"run": write_run},
    run_example='{"substitutes": {"1": [["clever", 0.9], ["smart", 0.4]]}}',
)
