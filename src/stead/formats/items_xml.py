"""Items in the XML of SemEval-2007 and EVALITA 2009.

Real files name DTDs that are absent and hold broken entities. Nothing is ever fetched and no entity of the file's own
is ever expanded: the text is mended first, then parsed by expat, and a file that declares entities is refused.
"""

import re
from dataclasses import dataclass, field
from html import escape
from xml.parsers import expat

from stead.formats.format import Written
from stead.formats.reading import Reading, shown
from stead.task import BadInput, Item

_DECLARATION = re.compile(r"\s*<\?xml[^>]*?\?>")
_ENCODING = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_AMPERSAND = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)(?:#(?P<decimal>\d{1,7})(?P<gap>\s?);|#[xX](?P<hex>[0-9a-fA-F]{1,6});|(?P<name>\w+);|)"
)
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What UTF-8 looks like when it was decoded as Latin-1 or Windows-1252 and encoded again.
_MOJIBAKE = re.compile(r"Ã[\u0080-\u00bf]|â€[\u0080-\u00bf\u2018-\u203a\u0153™œ]")
_BLANKS = re.compile(r"\s+")


def looks_like_items(beginning: str) -> bool:
    """Whether a text is XML."""
    return beginning.lstrip("\ufeff \t\r\n").startswith("<")


def read_items(reading: Reading) -> list[Item]:
    """Read all items of a file."""
    text = _mend(reading, reading.text(_declared_encoding(reading)))
    items = _Handler(reading).parse(text)
    if not items:
        raise BadInput(f"{reading.content.path}: no items; expected <instance> elements with a <head> in a <context>.")
    reading.finish()
    return items


def _declared_encoding(reading: Reading) -> str:
    match = _ENCODING.match(reading.content.data)
    name = match[1].decode("ascii") if match else "utf-8"
    try:
        "".encode(name)
    except LookupError:
        reading.report.repaired(1, "encoding", f"the declared encoding {shown(name)} is unknown; read as UTF-8")
        return "utf-8"
    return "utf-8" if name.lower() in {"ascii", "us-ascii"} else name


def _mend(reading: Reading, text: str) -> str:
    """Make references harmless and well-formed, and take out characters that XML forbids."""
    text = _DECLARATION.sub("", text, count=1)
    place = _LineFinder(text)

    def mend_reference(match: re.Match[str]) -> str:
        replacement = _referenced(match)
        if match["decimal"] and match["gap"] == "" and replacement:
            return replacement
        if match["hex"] and replacement:
            return replacement
        meant = replacement or "&amp;" + match[0][1:]
        reading.report.repaired(
            place.line(match.start()),
            "entity",
            f"broken or unknown entity {shown(match[0])}, read as {shown(meant)}",
        )
        return meant

    text = _AMPERSAND.sub(mend_reference, text)
    place = _LineFinder(text)

    def mend_character(match: re.Match[str]) -> str:
        reading.report.repaired(
            place.line(match.start()),
            "control",
            f"a character that XML forbids, {shown(match[0])}, read as a blank",
        )
        return " "

    return _NOT_XML.sub(mend_character, text)


def _referenced(match: re.Match[str]) -> str:
    """The (escaped) character that a reference means, or nothing if it means none."""
    if match["name"]:
        from html.entities import html5  # noqa: PLC0415 (a large table, for broken files only)

        return escape(html5.get(match["name"] + ";", ""))
    digits = match["decimal"] or match["hex"]
    if not digits:
        return ""
    code = int(digits, 10 if match["decimal"] else 16)
    legal = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF and not _NOT_XML.match(chr(code))
    return escape(chr(code)) if legal else ""


class _LineFinder:
    """Line numbers of rising positions, counted once."""

    def __init__(self, text: str) -> None:
        self._text, self._position, self._line = text, 0, 1

    def line(self, position: int) -> int:
        self._line += self._text.count("\n", self._position, position)
        self._position = position
        return self._line


@dataclass(slots=True)
class _Context:
    """A context being read: its text so far, and where the target is in it."""

    line: int
    text: list[str] = field(default_factory=list)
    heads: list[tuple[int, int]] = field(default_factory=list)
    head_start: int | None = None

    @property
    def length(self) -> int:
        return sum(map(len, self.text))


class _Handler:
    """Turns the events of the XML parser into items."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.items: list[Item] = []
        self.seen: set[tuple[str, str]] = set()
        self.language = self.lexelt = self.id = ""
        self.context: _Context | None = None

    def parse(self, text: str) -> list[Item]:
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.EntityDeclHandler = self.refuse_entity
        self.parser.buffer_text = True
        try:
            self.parser.Parse(text.encode(), True)  # noqa: FBT003 (expat takes no keyword)
        except expat.ExpatError as error:
            problem = expat.ErrorString(error.code)
            raise BadInput(
                f"{self.reading.content.path}:{error.lineno}: not well-formed XML ({problem}); mend that place."
            ) from None
        return self.items

    def refuse_entity(self, name: str, *_: object) -> None:
        raise BadInput(
            f"{self.reading.content.path}:{self.parser.CurrentLineNumber}: declares the entity {shown(name)}; "
            "stead expands no entities of a file's own. Write the characters themselves."
        )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match name:
            case "corpus":
                self.language = attributes.get("lang", "")
            case "lexelt":
                self.lexelt = attributes.get("item", "").strip()
            case "instance":
                self.id = attributes.get("id", "").strip()
            case "context":
                self.context = _Context(self.parser.CurrentLineNumber)
            case "head" if self.context:
                self.context.head_start = self.context.length

    def characters(self, data: str) -> None:
        if self.context:
            self.context.text.append(data)

    def end(self, name: str) -> None:
        if not self.context:
            return
        if name == "head" and self.context.head_start is not None:
            self.context.heads.append((self.context.head_start, self.context.length))
        elif name == "context":
            self.finish_context(self.context)
            self.context = None

    def finish_context(self, context: _Context) -> None:
        report = self.reading.report
        if not (self.lexelt and self.id and context.heads):
            lacking = [
                what
                for what, there in [("lexelt", self.lexelt), ("id", self.id), ("<head>", context.heads)]
                if not there
            ]
            report.error(context.line, "malformed", f"an instance without {' and '.join(lacking)}; left out")
            return
        if (self.lexelt, self.id) in self.seen:
            report.error(context.line, "repeated", f"a second instance {self.lexelt} {self.id}; left out")
            return
        if len(context.heads) > 1:
            report.repaired(context.line, "heads", f"{len(context.heads)} heads in one context; the first was taken")
        self.seen.add((self.lexelt, self.id))
        item = _item(self.lexelt, self.id, self.language, "".join(context.text), context.heads[0])
        if _MOJIBAKE.search(item.text):
            report.note(context.line, "mojibake", "looks like text decoded wrongly before it was saved; kept as it is")
        self.items.append(item)


def _item(lexelt: str, identifier: str, language: str, text: str, head: tuple[int, int]) -> Item:
    """The item with its blanks levelled and the blanks inside the head moved out of it."""
    left, target, right = (
        _BLANKS.sub(" ", part) for part in (text[: head[0]], text[head[0] : head[1]], text[head[1] :])
    )
    if target.startswith(" "):
        left = left.rstrip() + " "
    if target.endswith(" "):
        right = " " + right.lstrip()
    left, target = left.lstrip(), target.strip()
    return Item(identifier, lexelt, (left + target + right).rstrip(), len(left), len(left) + len(target), language)


def write_items(items: list[Item]) -> Written:
    """The items as XML, lexelts in the order of their first item."""
    languages = list(dict.fromkeys(item.language for item in items))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<corpus lang={_quoted(languages[0] if languages else '')}>",
    ]
    for lexelt in dict.fromkeys(item.lexelt for item in items):
        lines.append(f"  <lexelt item={_quoted(lexelt)}>")
        lines += [_instance(item) for item in items if item.lexelt == lexelt]
        lines.append("  </lexelt>")
    lines.append("</corpus>\n")
    losses = ["the languages of the items but the first"] if len(languages) > 1 else []
    return Written("\n".join(lines), losses)


def _quoted(text: str) -> str:
    return f'"{escape(text)}"'


def _instance(item: Item) -> str:
    left, target, right = (
        escape(part, quote=False) for part in (item.text[: item.start], item.target, item.text[item.end :])
    )
    return (
        f"    <instance id={_quoted(item.id)}>\n"
        f"      <context>{left}<head>{target}</head>{right}</context>\n"
        "    </instance>"
    )
