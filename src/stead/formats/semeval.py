"""Line formats `lexelt id :: ...`: SemEval-2007 Task 10 (best and oot), EVALITA 2009 and SemDis 2014.

Only the marks between the columns differ, so each task has a `Dialect`; how a line is parsed is the same. Items are in
XML (`xml_items`).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from stead.core.arrays import Ragged, TermLists, starts_of
from stead.core.errors import BadInput
from stead.core.faults import Caution
from stead.core.parameters import Record
from stead.core.substitutes import MAX_WEIGHT, PROPER_NAME, CanonicalForms, GoldStandard, Run
from stead.formats.fast.lines import Columns, LineBlock, LineTable, parse_block
from stead.formats.format import (
    Format,
    Kind,
    Reading,
    Serialisation,
    end_in_numbers,
    final_number,
    looks_like_xml,
    quote,
)

if TYPE_CHECKING:
    from stead.core.item import Item

_GLUED = re.compile(r"(?P<lexelt>.+\.[^\W\d_])(?P<id>\d+)")
_WITH_PART_OF_SPEECH = re.compile(r".+\.\w")
_WEIGHT = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_PLAIN = re.compile(r"[^\s$:]+")  # a column that can be read in one way only
_JOINED = re.compile(r"\s\d+(?:\.\d+)?\s*,\s*[^\W\d]")  # "team 3,club": two entries of a gold
_LONGEST_SEPARATOR = 3
_MOST_WEIGHTED = 0.9  # of the answers of a run may end in a number


class Dialect(Record, kw_only=True):
    """How one task writes its lines."""

    clean: re.Pattern[str]  # lexelt, id, separator, rest: the form that needs no repair
    run_example: str
    gold_example: str
    three_colons: bool = True  # whether ::: is a separator too
    dollars: bool = False  # whether dollar signs may separate columns
    separator: str | None = None  # the only one allowed


class ParsedLine(NamedTuple):
    """A parsed line."""

    number: int
    lexelt: str
    id: str
    separator: str
    rest: str


def read_lines(reading: Reading, dialect: Dialect, example: str) -> Iterator[ParsedLine]:
    """Parse each line; one that is not well-formed is repaired if that is certain, else reported."""
    for line_number, text in reading.lines():
        if text.startswith("# "):
            reading.may_use(line_number, "comment", "a comment line, not part of the format; ignored")
            continue
        match = dialect.clean.fullmatch(text)
        line = (
            ParsedLine(line_number, *match.groups(default=""))
            if match
            else _repair_line(reading, dialect, example, line_number, text)
        )
        if line and _separator_allowed(reading, dialect, line):
            yield line


def _repair_line(reading: Reading, dialect: Dialect, example: str, line_number: int, text: str) -> ParsedLine | None:
    head, colons, rest = _split_at_separator(text)
    dollars = dialect.dollars or head.endswith("$")
    columns = _columns(head, dollars=dollars)
    if not colons or columns is None or len(colons) > _LONGEST_SEPARATOR:
        reading.report.error(line_number, "malformed", f"expected {quote(example)}, found {quote(text)}; left out")
        return None
    message = f"expected the columns as in {quote(example)}, found {quote(text)}"
    if not reading.may_use(line_number, "columns", message):
        return None
    return ParsedLine(line_number, *columns, colons, rest.removeprefix("$") if dollars else rest)


def _split_at_separator(text: str) -> tuple[str, str, str]:
    """Split a line at its first two or more colons: before, colons, after."""
    head, _, rest = text.partition("::")
    after = rest.lstrip(":")
    return head, text[len(head) : len(text) - len(after)], after


def _columns(head: str, *, dollars: bool) -> tuple[str, str] | None:
    """Split the head into lexelt and id, if there is only one way to do so."""
    parts = (head.replace("$", " ") if dollars else head).split()
    if len(parts) == 1:
        glued = _GLUED.fullmatch(parts[0])
        return (glued["lexelt"], glued["id"]) if glued else None
    lexelt = " ".join(parts[:-1])
    if not parts or (len(parts) > 2 and not _WITH_PART_OF_SPEECH.fullmatch(lexelt)):
        return None
    return lexelt, parts[-1]


def _demanded_separator(reading: Reading, dialect: Dialect) -> str | None:
    return dialect.separator or (reading.separator if reading.separator_matters else None)


def _separator_allowed(reading: Reading, dialect: Dialect, line: ParsedLine) -> bool:
    expected = _demanded_separator(reading, dialect)
    if expected is None or line.separator == expected:
        return True
    message = f"expected the separator {expected}, found {line.separator}; left out"
    reading.report.error(line.number, "separator", message)
    return False


def split_terms(rest: str) -> list[str]:
    """Split at semicolons, trimming spaces; empty terms are dropped."""
    return [term for part in rest.split(";") if (term := part.strip())]


def _parse_block(reading: Reading, dialect: Dialect) -> LineBlock | None:
    """Parse a block of lines at once, if every line is well-formed."""
    block = parse_block(reading.content.data)
    if block is None:
        return None
    expected = _demanded_separator(reading, dialect)
    allowed = {len(expected)} if expected else {2, 3} if dialect.three_colons else {2}
    return block if block.separator_sizes() <= allowed else None


# ------------------------------------------------------------------------------------------------------- runs


def read_run(reading: Reading, dialect: Dialect) -> Run:
    """Read the answers of a system."""

    table, separators = LineTable(), set[str]()

    def columns(part: Reading) -> tuple[Reading, Columns | None]:
        block = _parse_block(part, dialect)
        return part, None if block is None else Columns.of_answers(block, part.first_line, table.known)

    for part, block in reading.map_parts(columns):
        if block is not None:
            table.add_block(block)
            separators |= {":" * size for size in block.separator_sizes}
            continue
        for line in read_lines(part, dialect, dialect.run_example):
            table.add_row(line.lexelt, line.id, line.number, split_terms(line.rest), [])
            separators.add(line.separator)
    task = _TASKS.get("".join(separators), "")  # of a single separator
    _note_separators(reading, separators)
    _refuse_separator(reading, table)
    answers = table.terms()
    _refuse_weights(reading, answers)
    reading.row_lines = table.numbers
    reading.finish()
    return Run(lexelts=table.lexelts, ids=table.ids, answers=answers, source=reading.source, task=task)


_TASKS = {"::": "best", ":::": "oot"}


def _note_separators(reading: Reading, separators: set[str]) -> None:
    if len(separators) > 1:
        reading.report.note(None, "separator", "some lines use :: (best) and some ::: (oot); both were read")
    elif reading.separator and separators and reading.separator not in separators:
        message = f"uses {separators.pop()}, where SemEval's files for these measures use {reading.separator}"
        reading.report.note(None, "separator", message)


def _refuse_separator(reading: Reading, table: LineTable) -> None:
    """Refuse a file of another task, of which no line is left."""
    wrong = next((fault for fault in reading.report if fault.kind == "separator"), None)
    if wrong and not table.ids:
        raise BadInput(f"{wrong.location}: {wrong.message}, and so were all lines. Is it the file of another task?")


def _refuse_weights(reading: Reading, answers: TermLists) -> None:
    """Refuse a gold standard given as a run, which would score near zero."""
    weighted = end_in_numbers(answers)
    if len(weighted) and np.count_nonzero(weighted) > _MOST_WEIGHTED * len(weighted):
        raise BadInput(
            f"{reading.content.path}: looks like a gold standard (its answers end in weights, as in "
            f"{quote(answers.vocabulary[0])}), not like a run. Are gold and run exchanged?"
        )


# ------------------------------------------------------------------------------------------------------- gold


def read_gold(reading: Reading, dialect: Dialect) -> GoldStandard:
    """Read weights; a line with one unreadable entry is left out whole, not scored against half its gold."""

    table = LineTable()

    def columns(part: Reading) -> tuple[Reading, Columns | None]:
        block = None if reading.as_written else _parse_block(part, dialect)
        return part, block and Columns.of_weighted(block, part.first_line, table.known, _read_weight)

    for part, block in reading.map_parts(columns):
        if block is not None:
            table.add_block(block)
            continue
        for line in read_lines(part, dialect, dialect.gold_example):
            _add_gold_line(reading, table, line)
    gold = _without_repeats(reading, table)
    _refuse_weightless(reading, dialect, gold)
    _note_joined_entries(reading, dialect, table)
    reading.finish()
    return gold


def _note_joined_entries(reading: Reading, dialect: Dialect, table: LineTable) -> None:
    """Warn of entries separated by commas, which are read as one long substitute."""
    if "," not in "".join(table.index):
        return
    terms = table.terms()
    joined = np.array([bool(_JOINED.search(term)) for term in terms.vocabulary], dtype=np.bool_)[terms.codes]
    if joined.any():
        position = int(np.argmax(joined))
        message = (
            f"{quote(terms.vocabulary[terms.codes[position]])} is read as one substitute, with a weight before a comma"
        )
        expected = f"{message}; expected {quote(dialect.gold_example)}"
        reading.report.note(table.numbers[terms.owners[position]], "separators", Caution(expected))


def _add_gold_line(reading: Reading, table: LineTable, line: ParsedLine) -> None:
    parts = _parts_as_written(line.rest) if reading.as_written else split_terms(line.rest)
    entries = [(entry, *_parse_entry(entry)) for entry in parts]
    wrong = next(((entry, problem) for entry, _, problem, _ in entries if problem), None)
    if wrong:
        entry, problem = wrong
        reading.report.error(line.number, problem, f"{_PROBLEMS[problem](entry)}; the line was left out")
        return
    terms, weights = [term for _, term, _, _ in entries], [weight for _, _, _, weight in entries]
    if reading.as_written:
        terms = [entry.rstrip().rpartition(" ")[0] or term for entry, term, _, _ in entries]
    table.add_row(line.lexelt, line.id, line.number, terms, weights)


def _parts_as_written(rest: str) -> list[str]:
    """Split at semicolons, keeping the spaces around entries."""
    return [part for part in rest.strip().split(";") if part.strip()]


def _without_repeats(reading: Reading, table: LineTable) -> GoldStandard:
    """Make the gold of a table: NAME responses are counted apart, and only the first row of an item is used."""
    again = table.find_repeats()
    for row in np.flatnonzero(again).tolist():
        message = f"a second line for {quote(table.lexelts[row])} {quote(table.ids[row])}; left out"
        reading.report.error(table.numbers[row], "repeated", message)
    terms, weights = table.terms(), table.weights()
    lexelts, ids, names = table.lexelts, table.ids, np.zeros(len(table.ids))
    if again.any() or PROPER_NAME in table.index:
        owners, is_name = terms.owners, terms.codes == table.index.get(PROPER_NAME, -1)
        kept, rows = ~is_name & ~again[owners], np.flatnonzero(~again).tolist()
        names = np.bincount(owners[is_name], weights=weights[is_name], minlength=len(terms)).astype(np.float64)[~again]
        sizes = np.bincount(owners[kept], minlength=len(terms))[~again]
        terms, weights = TermLists(terms.vocabulary, Ragged(terms.codes[kept], starts_of(sizes))), weights[kept]
        lexelts, ids = [lexelts[row] for row in rows], [ids[row] for row in rows]
    graded = bool(np.any(weights != np.floor(weights)))
    return GoldStandard(
        lexelts=lexelts, ids=ids, substitutes=terms, weights=weights, names=names, graded=graded, source=reading.source
    )


def _read_weight(text: str) -> float | None:
    """Parse a weight; None if it is not valid."""
    value = float(text) if _WEIGHT.fullmatch(text) else None
    return value if value is not None and value <= MAX_WEIGHT else None


def _parse_entry(entry: str) -> tuple[str, str, float]:
    """Split an entry into term, problem (if any) and weight, which follows the last space."""
    weight = final_number(entry)
    if weight is None:
        return "", "no-weight", 0.0
    value = _read_weight(weight)
    return (entry.rsplit(None, 1)[0], "", value) if value is not None else ("", "weight", 0.0)


_PROBLEMS: dict[str, Callable[[str], str]] = {
    "no-weight": lambda entry: f'expected a substitute and its weight, as in "clever 3", found {quote(entry)}',
    "weight": lambda entry: f"expected a number from 0 to {MAX_WEIGHT:g} as weight, found {quote(entry)}",
}


def _refuse_weightless(reading: Reading, dialect: Dialect, gold: GoldStandard) -> None:
    """Refuse a run given as gold, which has no weights at all."""
    problems = {fault.kind for fault in reading.report} & {*_PROBLEMS}
    if problems == {"no-weight"} and not len(gold.weights) and not gold.names.any():
        raise BadInput(
            f"{reading.content.path}: looks like a run, not like a gold standard: no line has weights "
            f"(expected {quote(dialect.gold_example)}). Are gold and run exchanged?"
        )


# ---------------------------------------------------------------------------------------------------- writing


def write_run(run: Run, *, separator: str = "::", joiner: str = ";") -> Serialisation:
    """Write a run as lines, without its scores."""
    refuse_unwritable_terms(run.ids, run.answers)
    _refuse_unwritable_items(zip(run.lexelts, run.ids, strict=True))
    lines = [f"{row.lexelt} {row.id} {separator} {joiner.join(row.answers)}\n" for row in run]
    return Serialisation("".join(lines), ["the scores of the answers"] if run.scores is not None else [])


def write_gold(gold: GoldStandard, *, closing: str = ";", joiner: str = ";") -> Serialisation:
    """Write a gold as lines, NAME responses as `pn` entries."""
    refuse_unwritable_terms(gold.ids, gold.substitutes)
    _refuse_unwritable_items(zip(gold.lexelts, gold.ids, strict=True))
    if PROPER_NAME in gold.substitutes.used_terms():
        raise BadInput(f"the substitute {PROPER_NAME!r} would be read as a NAME in this format. {_INSTEAD}")
    if not np.all(gold.weights <= MAX_WEIGHT):
        raise BadInput(f"a weight above {MAX_WEIGHT:g} cannot be written, since it could not be read.")
    lines = [
        f"{lexelt} {identifier} :: {joiner.join(entries)}{closing}\n"
        for lexelt, identifier, entries in zip(gold.lexelts, gold.ids, _entries(gold), strict=True)
    ]
    whole = not np.any(gold.weights % 1)
    losses = [] if gold.graded != whole else [f"that the weights are {'graded' if gold.graded else 'counts'}"]
    return Serialisation("".join(lines), losses + losses_of_gold(gold))


def losses_of_gold(gold: GoldStandard) -> list[str]:
    """What a gold of SWORDS or ProLex loses in lines of terms with weights."""
    losses = ["how many judged each substitute"] if gold.judges is not None else []
    losses += ["the word forms of the targets"] if gold.targets else []
    return losses + (["which substitutes are proficient"] if gold.proficient is not None else [])


def _entries(gold: GoldStandard) -> Iterator[list[str]]:
    """The substitutes of each item with their weights; each distinct weight is formatted once."""
    values, indices = np.unique(gold.weights, return_inverse=True)
    words = [_format_weight(value) for value in values.tolist()]
    terms = map(gold.substitutes.vocabulary.__getitem__, gold.substitutes.codes.tolist())
    entries = [f"{term} {words[weight]}" for term, weight in zip(terms, indices.tolist(), strict=True)]
    for (begin, end), names in zip(pairwise(gold.substitutes.starts.tolist()), gold.names.tolist(), strict=True):
        yield entries[begin:end] + ([f"{PROPER_NAME} {_format_weight(names)}"] if names else [])


def _format_weight(weight: float) -> str:
    """Format a weight with all its digits, but no `.0`."""
    return str(int(weight)) if weight == int(weight) else repr(weight)


_INSTEAD = "Write stead JSON Lines instead (`to='stead'`)."


def refuse_unwritable_terms(ids: list[str], terms: TermLists) -> None:
    """Refuse terms that would be read differently between semicolons."""
    wrong = np.array([not _is_writable(term) for term in terms.vocabulary], dtype=np.bool_)
    positions = np.flatnonzero(wrong[terms.codes] if len(terms.codes) else [])
    if len(positions):
        row, term = int(terms.owners[positions[0]]), terms.vocabulary[terms.codes[positions[0]]]
        raise BadInput(
            f"{quote(term)} (item {quote(ids[row])}) cannot be written in this format: it is empty, or holds a "
            f"semicolon, a line end or spaces around it; {_such_terms(len(positions))}. {_INSTEAD}"
        )


def _such_terms(count: int) -> str:
    return "it is the only such term" if count == 1 else f"there are {count} such terms"


def _refuse_unwritable_items(items: Iterable[tuple[str, str]]) -> None:
    for lexelt, identifier in items:
        if _PLAIN.fullmatch(lexelt) and _PLAIN.fullmatch(identifier):
            continue
        if not lexelt:
            raise BadInput(
                f"the item {quote(identifier)} has no lexelt, as in bright.a, which every line of this format begins "
                f"with. {_INSTEAD}"
            )
        if _columns(f"{lexelt} {identifier}", dollars=True) != (lexelt, identifier) or "::" in lexelt + identifier:
            raise BadInput(
                f"the item {quote(lexelt)} {quote(identifier)} cannot be written in this format: it would be read "
                f"differently. {_INSTEAD}"
            )


def _is_writable(term: str) -> bool:
    return bool(term) and ";" not in term and "\n" not in term and term == term.strip()


def read_items(reading: Reading) -> "list[Item]":
    """Read items in XML."""
    from stead.formats import xml_items  # noqa: PLC0415 (golds and runs are lines)

    return xml_items.read_items(reading)


def write_items(items: "list[Item]") -> Serialisation:
    """Write items as XML."""
    from stead.formats import xml_items  # noqa: PLC0415

    return xml_items.write_items(items)


SEMEVAL_DIALECT = Dialect(
    # A lexelt of several words, such as "e commerce.J", ends in its part of speech.
    clean=re.compile(r"([^\s$]+|[^\s$:]+(?: [^\s$:]+)+\.\w) (\S+) (:::?)(?: (.*))?"),
    run_example="bright.a 1 :: clever;smart",
    gold_example="bright.a 1 :: clever 3;smart 1;",
)


def recognises_semeval(beginning: str, kind: Kind) -> bool:
    """Recognise items in XML, and lines with a double colon."""
    if looks_like_xml(beginning) or kind == "items":
        return looks_like_xml(beginning) and kind == "items"
    return "::" in beginning


SEMEVAL = Format(
    name="semeval",
    title="SemEval-2007 Task 10",
    recognises=recognises_semeval,
    readers={
        "items": read_items,
        "gold": partial(read_gold, dialect=SEMEVAL_DIALECT),
        "run": partial(read_run, dialect=SEMEVAL_DIALECT),
    },
    writers={"items": write_items, "gold": write_gold, "run": write_run},
    run_example=SEMEVAL_DIALECT.run_example,
)


OOT_DIALECT = replace(SEMEVAL_DIALECT, run_example="bright.a 1 ::: clever;smart", separator=":::")

SEMEVAL_OOT = Format(
    name="semeval-oot",
    title="SemEval-2007 Task 10, out of ten",
    recognises=lambda _, __: False,  # only when asked for: the reader of `semeval` takes both separators
    readers={"run": partial(read_run, dialect=OOT_DIALECT)},
    writers={"run": partial(write_run, separator=":::")},
    run_example=OOT_DIALECT.run_example,
)


EVALITA_DIALECT = Dialect(
    clean=re.compile(r"([^\s$]+)[ $]([^\s$]+)[ $](::)(?:[ $](.*))?"),
    run_example="fulmineo.a 7 :: veloce;rapido",
    gold_example="fulmineo.a 7 :: veloce 3;rapido 2",
    three_colons=False,
    dollars=True,
)
_DOLLARS = re.compile(r"\$::|::\$")

EVALITA = Format(
    name="evalita",
    title="EVALITA 2009",
    recognises=lambda beginning, kind: kind != "items" and _DOLLARS.search(beginning) is not None,
    readers={
        "items": read_items,
        "gold": partial(read_gold, dialect=EVALITA_DIALECT),
        "run": partial(read_run, dialect=EVALITA_DIALECT),
    },
    writers={"items": write_items, "gold": write_gold, "run": write_run},
    run_example=EVALITA_DIALECT.run_example,
)


SEMDIS_DIALECT = Dialect(
    clean=re.compile(r"([^\s$]+) (\S+) (:::?)(?: (.*))?"),
    run_example="affection.n 8 :: amour ; maladie",
    gold_example="affection.n 8 :: maladie 7; mal 3;",
)
_SPACE_AFTER_WEIGHT = re.compile(r"\d; ")


def recognises_semdis(beginning: str, kind: Kind) -> bool:
    """Recognise spaces around semicolons, or the arrows of a mapping."""
    if kind == "mapping":
        return "-->" in beginning
    return kind != "items" and "; " in beginning and any(map(_has_spaced_list, beginning.split("\n")))


def _has_spaced_list(line: str) -> bool:
    _, separator, rest = line.partition("::")
    return bool(separator) and (" ; " in rest or _SPACE_AFTER_WEIGHT.search(rest) is not None)


def read_mapping(reading: Reading) -> CanonicalForms:
    """Read rules `form(target.pos)-->canonical form`; lines that begin with # are comments."""
    canonical: dict[str, dict[str, str]] = {}
    for line_number, line in reading.lines():
        if line.startswith("#"):
            continue
        left, _, to = (part.strip() for part in line.partition("-->"))
        form, _, target = left.removesuffix(")").rpartition("(")
        if not (form.strip() and target.strip() and to and left.endswith(")")):
            message = f'expected "form(target.pos)-->canonical form", found {quote(line)}; left out'
            reading.report.error(line_number, "malformed", message)
        elif form.strip() in canonical.setdefault(target.strip(), {}):
            reading.report.error(line_number, "repeated", f"a second rule for {quote(left)}; left out")
        else:
            canonical[target.strip()][form.strip()] = to
    reading.finish()
    return CanonicalForms(canonical, reading.source)


def write_mapping(mapping: CanonicalForms) -> Serialisation:
    """Write rules, one per line."""
    rules = [(form, lexelt, to) for lexelt, forms in mapping.canonical.items() for form, to in forms.items()]
    return Serialisation("".join(f"{form}({lexelt})-->{to}\n" for form, lexelt, to in rules), [])


SEMDIS = Format(
    name="semdis",
    title="SemDis 2014",
    recognises=recognises_semdis,
    readers={
        "items": read_items,
        "gold": partial(read_gold, dialect=SEMDIS_DIALECT),
        "run": partial(read_run, dialect=SEMDIS_DIALECT),
        "mapping": read_mapping,
    },
    writers={
        "items": write_items,
        "gold": partial(write_gold, joiner="; "),
        "run": partial(write_run, joiner=" ; "),
        "mapping": write_mapping,
    },
    run_example=SEMDIS_DIALECT.run_example,
)
