"""The registry of formats: find the format of a file, load and save."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, overload
from typing import Literal as L  # noqa: N817

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report, Severity
from stead.core.parameters import Record
from stead.core.substitutes import CanonicalForms, GoldStandard, Run
from stead.core.text import plural
from stead.formats.files import UTF16_MARKS, Content, is_utf8, looks_like_utf16, read_content, to_utf8, write_content
from stead.formats.format import (
    KINDS,
    REPLACEMENT,
    Format,
    Kind,
    Policy,
    Reading,
    Serialisation,
    drop_lost_letters,
    looks_like_xml,
    note_odd_answers,
    quote,
)

if TYPE_CHECKING:
    from stead.core.annotation import Annotations
    from stead.core.item import Item
    from stead.core.rating import Rating


class _Definition(NamedTuple):
    """Where a format is defined, which kinds it holds, and a text that every file in it contains."""

    module: str
    kinds: tuple[Kind, ...]
    mark: str = ""
    attribute: str = "FORMAT"


class _Formats(Mapping[str, Format]):
    """The formats by name, in the order in which files are checked; each is imported when it is first used."""

    def __getitem__(self, name: str) -> Format:
        defined = _DEFINITIONS[name]
        known: Format = getattr(import_module(f"stead.formats.{defined.module}"), defined.attribute)
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(_DEFINITIONS)

    def __len__(self) -> int:
        return len(_DEFINITIONS)


_DEFINITIONS = {
    "sws": _Definition("sws", ("items", "gold"), '"sentence_split"'),
    "swords": _Definition("swords", ("items", "gold", "run"), "{"),
    "json": _Definition("json_run", ("run",), "{"),
    "stead": _Definition("jsonlines", ("items", "annotations", "ratings", "gold", "run"), "{"),
    "annotations-csv": _Definition("annotations_csv", ("annotations",)),
    "ratings-csv": _Definition("ratings_csv", ("ratings",)),
    "melamud": _Definition("melamud", ("run",), "\t"),
    "evalita": _Definition("semeval", ("items", "gold", "run"), "::", "EVALITA"),
    "semdis": _Definition("semeval", ("items", "gold", "run", "mapping"), "", "SEMDIS"),
    "semeval-oot": _Definition("semeval", ("run",), "::", "SEMEVAL_OOT"),
    "coinco": _Definition("coinco", ("items", "gold"), "<"),
    "semeval": _Definition("semeval", ("items", "gold", "run"), "", "SEMEVAL"),
    "prolex": _Definition("prolex", ("items", "gold"), ","),
    "twsi": _Definition("twsi", ("items", "gold", "run"), "\t"),
    "lexmturk": _Definition("lexmturk", ("items", "gold"), "\t"),
    "tsar": _Definition("tsar", ("items", "gold", "run"), "\t"),
    "trec": _Definition("trec", ("gold", "run")),
}
FORMATS: Mapping[str, Format] = _Formats()
"""By name; a file is in the first that recognises it."""

StrPath = str | os.PathLike[str]
_BEGINNING = 1 << 16


class Options(Record, kw_only=True):
    """Options for reading files."""

    format: str = "auto"
    policy: Policy = Policy.REPAIR
    separator: str | None = None  # expected, given the measures
    encoding: str | None = None  # of files that are not UTF-8
    gold_format: str | None = None  # of golds, if it differs from `format`
    run_format: str | None = None
    gold_terms: str = "trimmed"  # or "as-written", with the spaces around them
    lists_faults: bool = False  # read what can be read of a file that is to be refused

    def format_of(self, kind: Kind) -> str:
        """The format of files of this kind."""
        return {"gold": self.gold_format, "run": self.run_format}.get(kind) or self.format


def format_named(name: str) -> Format:
    """The format of this name."""
    if name not in FORMATS:
        raise UsageError(f"{name!r} is not a format; there are {', '.join(FORMATS)}.")
    return FORMATS[name]


def _formats_for(kind: Kind) -> list[str]:
    """The names of the formats that can hold this kind."""
    return [name for name, defined in _DEFINITIONS.items() if kind in defined.kinds]


def sniff(content: Content, kind: Kind) -> Format:
    """The first format that recognises the beginning of a file and can hold this kind."""
    known = _recognise(content, kind)
    if known:
        return known
    if _is_empty(content):
        raise BadInput(f"{content.path}: the file is empty.")
    if other_file := _other_file(content):
        raise BadInput(f"{content.path}: expected {_WITH_ARTICLE[kind]}, found {other_file}.")
    other = next((candidate for candidate in _MOST_TELLING_FIRST if _recognise(content, candidate)), None)
    if other:
        raise BadInput(f"{content.path}: looks like {_WITH_ARTICLE[other]}, not like {_WITH_ARTICLE[kind]}.")
    raise BadInput(f"{content.path}{_describe_unrecognised(content, kind)}")


_OTHER_FILES = {
    b"pk\3\4": "a zip archive or an Office document: unpack it, or save it as text",
    b"%pdf": "a PDF document",
    b"<!doctype html": "a web page (HTML): save the file itself",
    b"<html": "a web page (HTML): save the file itself",
}
"""What people give by mistake, by how it begins, in lower case."""


def _other_file(content: Content) -> str:
    """Describe a file that holds no data of ours, if it is of a well-known kind."""
    beginning = content.data[:_BEGINNING].lstrip().lower()
    return next((what for start, what in _OTHER_FILES.items() if beginning.startswith(start)), "")


def _describe_unrecognised(content: Content, kind: Kind) -> str:
    """Describe the first line of a file and what was expected, or say that the file is not text."""
    encoding = looks_like_utf16(content)
    if encoding:
        return f": looks like UTF-16 without a byte order mark: read it with `encoding='{encoding}'`."
    if b"\0" in content.data[:_BEGINNING]:
        return f": expected {_WITH_ARTICLE[kind]}, found bytes that are not text. Is it another file?"
    lines = enumerate(_beginning(content).lstrip("\ufeff").split("\n"), start=1)
    line_number, line = next(
        (line_number, line.strip(_BOM_AND_SPACES)) for line_number, line in lines if line.strip(_BOM_AND_SPACES)
    )
    able = ", ".join(_formats_for(kind))
    option = {"gold": "`gold_format`", "run": "`run_format`"}.get(kind, "`format`")
    expected = f"{_WITH_ARTICLE[kind]}, as in {_nearest_example(line, kind)}"
    return f":{line_number}: expected {expected}, found {quote(line)}. Other formats can be named ({option}): {able}."


def _nearest_example(line: str, kind: Kind) -> str:
    """An example of the format that is nearest to a line."""
    if line.startswith(("{", "[")) and kind in _JSON_EXAMPLES:
        return f'the line {_JSON_EXAMPLES[kind]} after the line {{"schema": "stead.{kind}/1"}}'
    if line.count("\t") > 1 and kind in {"gold", "run"}:
        return "sentence<TAB>word<TAB>substitute<TAB>substitute"
    return _EXAMPLES[kind]


_EXAMPLES: dict[Kind, str] = {
    "items": '<instance id="1"><context>A <head>bright</head> boy.</context></instance>',
    "annotations": "a table with the columns lexelt,id,annotator,substitutes",
    "ratings": "a table with the columns lexelt,id,candidate,rater,value",
    "gold": '"bright.a 1 :: clever 3;smart 1;"',
    "run": '"bright.a 1 :: clever;smart"',
    "mapping": '"form(target.pos)-->canonical form"',
}
_JSON_EXAMPLES: dict[Kind, str] = {
    "gold": '{"lexelt": "bright.a", "id": "1", "weights": [["clever", 3], ["smart", 1]]}',
    "run": '{"lexelt": "bright.a", "id": "1", "answers": ["clever", "smart"]}',
}


def _recognise(content: Content, kind: Kind) -> Format | None:
    beginning = _beginning(content)
    if "\0" in beginning and not looks_like_xml(beginning):  # not text; XML is repaired
        return None
    able = (name for name, defined in _DEFINITIONS.items() if kind in defined.kinds and defined.mark in beginning)
    return next((FORMATS[name] for name in able if FORMATS[name].recognises(beginning, kind)), None)


def _is_empty(content: Content) -> bool:
    return not _beginning(content).strip(_BOM_AND_SPACES)


def _beginning(content: Content) -> str:
    encoding = "utf-16" if content.data.startswith(UTF16_MARKS) else "utf-8"
    return content.data[:_BEGINNING].decode(encoding, errors="replace")


_BOM_AND_SPACES = "\ufeff \t\r\n"  # a byte order mark and white space
_WITH_ARTICLE: dict[Kind, str] = {
    "items": "items",
    "annotations": "annotations",
    "ratings": "ratings",
    "gold": "a gold standard",
    "run": "a run",
    "mapping": "a mapping",
}


def load_content(content: Content, kind: Kind, options: Options) -> tuple[Any, Report]:
    """Read data of a kind from bytes, with the report of faults."""
    if kind not in KINDS:
        raise UsageError(f"{kind!r} is not a kind of data; there are {', '.join(KINDS)}.")
    content, name = to_utf8(content, options.encoding), options.format_of(kind)
    known = sniff(content, kind) if name == "auto" else format_named(name)
    if kind not in known.readers:
        able = ", ".join(_formats_for(kind))
        raise UsageError(f"the format {known.name} holds no {kind}; these do: {able}.")
    if _is_empty(content):
        raise BadInput(f"{content.path}: the file is empty.")
    reading = Reading.start(
        content,
        format=known.name,
        policy=options.policy,
        separator=options.separator,
        separator_matters=name == "semeval",
        letters_matter=kind != "items",
        lists_faults=options.lists_faults,
        as_written=kind == "gold" and options.gold_terms == "as-written",
    )
    noun = known.readers[kind](reading)
    if kind == "run":
        note_odd_answers(noun, reading, known.run_example)
    if kind == "items":
        noun = _drop_damaged_items(noun, reading) if reading.damaged else noun
    elif kind != "mapping":
        noun = drop_lost_letters(noun, reading)
    return noun, reading.report


def _drop_damaged_items(items: "list[Item]", reading: Reading) -> "list[Item]":
    """Leave out items whose target, lexelt or id lost a letter; a lost letter in the sentence is a repair."""

    def is_sound(item: "Item") -> bool:
        sentence = item.text if reading.policy is Policy.SKIP else item.target
        return REPLACEMENT not in f"{item.id}{item.lexelt}{sentence}"

    for item in items:
        if not is_sound(item):
            message = f"the item {quote(item.lexelt)} {quote(item.id)} has lost a letter; left out"
            reading.report.error(None, "encoding", message)
    return list(filter(is_sound, items))


def load_any(content: Content, options: Options) -> tuple[Kind, Any, Report]:
    """Read a file of any kind: the one it declares, or the one with the fewest errors."""
    content = to_utf8(content, options.encoding)
    named = [kind for kind in KINDS if f'"stead.{kind}/1"' in _beginning(content).partition("\n")[0]]
    likely = named or [kind for kind in _MOST_TELLING_FIRST if _can_read(content, kind, options)]
    candidates: list[tuple[int, Kind, Any, Report]] = []
    refusals: list[BadInput] = []
    for kind in likely:
        try:
            noun, report = load_content(content, kind, options)
        except BadInput as error:
            refusals.append(error)
            continue
        errors = len(report.of(Severity.ERROR))
        if errors <= (1 if kind == "mapping" else len(noun)):
            return kind, noun, report
        candidates.append((errors, kind, noun, report))
    if (
        candidates
        and not is_utf8(content.data)
        and not any(kind == "mapping" or len(noun) for _, kind, noun, _ in candidates)
    ):
        kind = load_any(_as_latin_1(content), options)[0]
        return kind, *load_content(content, kind, options)
    if candidates:
        return min(candidates, key=lambda candidate: candidate[0])[1:]
    raise refusals[0] if refusals else BadInput(f"{content.path}: {_describe_unknown(content)}")


def _as_latin_1(content: Content) -> Content:
    """Convert a file as if it were Latin-1: enough to find its kind if no line can be read."""
    return replace(content, data=content.data.decode("latin-1").encode())


_MOST_TELLING_FIRST: tuple[Kind, ...] = ("annotations", "ratings", "mapping", "items", "gold", "run")


def _can_read(content: Content, kind: Kind, options: Options) -> bool:
    if options.format_of(kind) == "auto":
        return _recognise(content, kind) is not None
    return kind in format_named(options.format_of(kind)).readers


def _describe_unknown(content: Content) -> str:
    if _is_empty(content):
        return "the file is empty."
    encoding = looks_like_utf16(content)
    if encoding:
        return f"looks like UTF-16 without a byte order mark: read it with `encoding='{encoding}'`."
    if other_file := _other_file(content):
        return f"{other_file}."
    first = next(filter(None, (line.strip(_BOM_AND_SPACES) for line in _beginning(content).split("\n"))))
    formats = ", ".join(FORMATS)
    return f"no format recognises it; its first line is {quote(first)}. Name it with `format`: {formats}."


# fmt: off
@overload
def load(path: StrPath, kind: L["items"], options: Options = ...) -> tuple["list[Item]", Report]: ...
@overload
def load(path: StrPath, kind: L["annotations"], options: Options = ...) -> tuple["Annotations", Report]: ...
@overload
def load(path: StrPath, kind: L["ratings"], options: Options = ...) -> tuple["list[Rating]", Report]: ...
@overload
def load(path: StrPath, kind: L["gold"], options: Options = ...) -> tuple[GoldStandard, Report]: ...
@overload
def load(path: StrPath, kind: L["run"], options: Options = ...) -> tuple[Run, Report]: ...
@overload
def load(path: StrPath, kind: L["mapping"], options: Options = ...) -> tuple[CanonicalForms, Report]: ...
# fmt: on
def load(path: StrPath, kind: Kind, options: Options | None = None) -> tuple[Any, Report]:
    """Read data of a kind from a file (`-` is standard input), with the report of faults."""
    noun, report = load_content(read_content(path), kind, options or Options())
    refuse_empty(noun, report)
    return noun, report


def serialise(noun: Any, kind: Kind, format: str) -> Serialisation:
    """Convert data to the text of a format, with what the format could not hold."""
    known = format_named(format)
    if kind not in known.writers:
        able = ", ".join(known_format.name for known_format in FORMATS.values() if kind in known_format.writers)
        raise UsageError(f"stead does not write {_WITH_ARTICLE[kind]} as {known.name}; it can as {able}.")
    return known.writers[kind](noun)


def save(noun: Any, kind: Kind, path: StrPath, format: str) -> list[str]:
    """Write data to a file; returns what the format could not hold."""
    text, losses = serialise(noun, kind, format)
    write_content(path, text.encode())
    return losses


def refuse_empty(noun: Any, report: Report) -> None:
    """Refuse a file of which no line could be used, with its first fault."""
    fault = next((fault for fault in report if fault.severity is Severity.ERROR), None)
    if fault and not isinstance(noun, CanonicalForms) and not len(noun):
        more = f" (and {plural(report.total() - 1, 'more fault')})" if report.total() > 1 else ""
        check = f"`stead check {report.path}` lists them"
        raise BadInput(f"{fault.location}: {fault.message}{more}. Nothing could be read; {check}.")
