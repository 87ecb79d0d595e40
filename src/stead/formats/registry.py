"""The registry: which formats there are, which one a file is in, and how to load and save with them."""

import os
from dataclasses import dataclass
from typing import Any, overload
from typing import Literal as L  # noqa: N817

from stead._wording import counted
from stead.formats import (
    annotations_csv,
    coinco,
    evalita,
    jsonlines,
    prolex,
    ranking,
    ratings_csv,
    semdis,
    semeval,
    semeval_oot,
    swords,
    tsar,
    twsi,
    victor,
)
from stead.formats.files import Content, read_content, write_content
from stead.formats.format import KINDS, Format, Kind, Written
from stead.formats.reading import Policy, Reading
from stead.formats.xml import looks_like_xml
from stead.task import (
    Annotations,
    BadInput,
    GoldStandard,
    Item,
    Mapping,
    Rating,
    Report,
    Run,
    Severity,
    UsageError,
)

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        swords,
        jsonlines,
        annotations_csv,
        ratings_csv,
        evalita,
        semdis,
        semeval_oot,
        coinco,
        semeval,
        prolex,
        twsi,
        ranking,
        victor,
        tsar,
    )
}
"""By name; a file is in the first that recognises it."""

StrPath = str | os.PathLike[str]
_BEGINNING = 1 << 16


@dataclass(frozen=True, slots=True)
class Options:
    """How files are to be read."""

    format: str = "auto"
    policy: Policy = Policy.REPAIR
    separator: str | None = None  # what the measures asked for lead us to expect


def format_named(name: str) -> Format:
    """The format of this name."""
    if name not in FORMATS:
        raise UsageError(f"{name!r} is not a format; there are {', '.join(FORMATS)}.")
    return FORMATS[name]


def sniff(content: Content, kind: Kind) -> Format:
    """The first format that recognises the beginning of a file and can hold what is looked for."""
    known = _recognised(content, kind)
    if known:
        return known
    if _is_empty(content):
        raise BadInput(f"{content.path}: the file is empty.")
    other = next((each for each in _MOST_TELLING_FIRST if _recognised(content, each)), None)
    if other:
        raise BadInput(f"{content.path}: looks like {_WITH_ARTICLE[other]}, not like {_WITH_ARTICLE[kind]}.")
    able = ", ".join(known.name for known in FORMATS.values() if kind in known.readers)
    raise BadInput(f"{content.path}: in no format that holds {_WITH_ARTICLE[kind]} ({able}). Say which with --from.")


def _recognised(content: Content, kind: Kind) -> Format | None:
    beginning = _beginning(content)
    if "\0" in beginning and not looks_like_xml(beginning):  # not text; XML is mended
        return None
    able = (known for known in FORMATS.values() if kind in known.readers)
    return next((known for known in able if known.recognises(beginning, kind)), None)


def _is_empty(content: Content) -> bool:
    return not _beginning(content).strip(_NOTHING)


def _beginning(content: Content) -> str:
    encoding = "utf-16" if content.data[:2] in _UTF16 else "utf-8"
    return content.data[:_BEGINNING].decode(encoding, errors="replace")


_NOTHING = "\ufeff \t\r\n"  # a byte order mark and blanks
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_WITH_ARTICLE: dict[Kind, str] = {
    "items": "items",
    "annotations": "annotations",
    "ratings": "ratings",
    "gold": "a gold standard",
    "run": "a run",
    "mapping": "a mapping",
}


def load_content(content: Content, kind: Kind, options: Options) -> tuple[Any, Report]:
    """Read a noun from bytes, with the report of what was wrong."""
    if kind not in KINDS:
        raise UsageError(f"{kind!r} is nothing that files hold; they hold {', '.join(KINDS)}.")
    known = sniff(content, kind) if options.format == "auto" else format_named(options.format)
    if kind not in known.readers:
        able = ", ".join(each.name for each in FORMATS.values() if kind in each.readers)
        raise UsageError(f"the format {known.name} holds no {kind}; these do: {able}.")
    if _is_empty(content):
        raise BadInput(f"{content.path}: the file is empty.")
    reading = Reading.start(
        content,
        format=known.name,
        policy=options.policy,
        separator=options.separator,
        separator_matters=options.format == semeval.FORMAT.name,
    )
    return known.readers[kind](reading), reading.report


def load_any(content: Content, options: Options) -> tuple[Kind, Any, Report]:
    """Read whatever a file holds: what it says it holds, or what most of it can be read as."""
    named = [kind for kind in KINDS if f'"stead.{kind}/1"' in _beginning(content).partition("\n")[0]]
    likely = named or [kind for kind in _MOST_TELLING_FIRST if _able(content, kind, options)]
    found: list[tuple[int, Kind, Any, Report]] = []
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
        found.append((errors, kind, noun, report))
    if found:
        return min(found, key=lambda each: each[0])[1:]
    raise refusals[0] if refusals else BadInput(f"{content.path}: {_unknown(content)}")


_MOST_TELLING_FIRST: tuple[Kind, ...] = ("annotations", "ratings", "mapping", "items", "gold", "run")


def _able(content: Content, kind: Kind, options: Options) -> bool:
    if options.format == "auto":
        return _recognised(content, kind) is not None
    return kind in format_named(options.format).readers


def _unknown(content: Content) -> str:
    if _is_empty(content):
        return "the file is empty."
    return f"in no format that is known ({', '.join(FORMATS)}). Say which with --from."


# fmt: off
@overload
def load(path: StrPath, kind: L["items"], options: Options = ...) -> tuple[list[Item], Report]: ...
@overload
def load(path: StrPath, kind: L["annotations"], options: Options = ...) -> tuple[Annotations, Report]: ...
@overload
def load(path: StrPath, kind: L["ratings"], options: Options = ...) -> tuple[list[Rating], Report]: ...
@overload
def load(path: StrPath, kind: L["gold"], options: Options = ...) -> tuple[GoldStandard, Report]: ...
@overload
def load(path: StrPath, kind: L["run"], options: Options = ...) -> tuple[Run, Report]: ...
@overload
def load(path: StrPath, kind: L["mapping"], options: Options = ...) -> tuple[Mapping, Report]: ...
# fmt: on
def load(path: StrPath, kind: Kind, options: Options | None = None) -> tuple[Any, Report]:
    """Read a noun from a file (`-` is standard input), with the report of what was wrong."""
    noun, report = load_content(read_content(path), kind, options or Options())
    refuse_nothing(noun, report)
    return noun, report


def written(noun: Any, kind: Kind, format: str) -> Written:
    """A noun in a format, and what the format could not hold, in words."""
    known = format_named(format)
    if kind not in known.writers:
        able = ", ".join(each.name for each in FORMATS.values() if kind in each.writers)
        raise UsageError(f"stead does not write {_WITH_ARTICLE[kind]} as {known.name}; it can as {able}.")
    return known.writers[kind](noun)


def save(noun: Any, kind: Kind, path: StrPath, format: str) -> list[str]:
    """Write a noun to a file; what the format could not hold is returned, in words."""
    text, losses = written(noun, kind, format)
    write_content(path, text.encode())
    return losses


def refuse_nothing(noun: Any, report: Report) -> None:
    """Refuse a file of which no line could be used, and say what is wrong with the first."""
    fault = next((each for each in report if each.severity is Severity.ERROR), None)
    if isinstance(noun, GoldStandard | Run | Annotations | list) and not len(noun) and fault:
        more = f" (and {counted(report.total() - 1, 'more fault')})" if report.total() > 1 else ""
        check = f"`stead check {report.path}` lists them"
        raise BadInput(f"{fault.place}: {fault.message}{more}. Nothing could be read; {check}.")
