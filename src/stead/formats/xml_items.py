"""Items in XML, as in SemEval-2007, and the safe XML parser of all formats.

Real files name DTDs that are absent and hold broken entities. Nothing is ever fetched and no entity of the file's own
is ever expanded: the text is repaired first, then parsed by expat, and a file that declares entities is refused.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Protocol

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.formats.files import text_encoding
from stead.formats.format import Reading, Serialisation, quote

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file may hold."""

_DECLARATION = re.compile(r"\s*<\?xml[^>]*?\?>")
_ENCODING = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_AMPERSAND = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)"
    r"(?:#(?P<decimal>\d{1,7})(?P<gap>\s?);|#[xX](?P<hex>[0-9a-fA-F]{1,6});|(?P<name>\w+);|)"
)


class XmlHandler(Protocol):
    """Receives the elements and the text between them, with line numbers."""

    def start(self, name: str, attributes: dict[str, str], line: int) -> None: ...  # noqa: D102
    def end(self, name: str) -> None: ...  # noqa: D102
    def characters(self, data: str) -> None: ...  # noqa: D102


def parse_xml(reading: Reading, handler: XmlHandler) -> None:
    """Parse a file, and pass its elements to a handler."""
    from xml.parsers import expat  # noqa: PLC0415 (few files are XML)

    text = _mend(reading, reading.text(_declared_encoding(reading), of_lines=False))
    if reading.damaged and reading.letters_matter and not reading.lists_faults:
        line = min(reading.damaged)
        raise BadInput(f"{reading.content.path}:{line}: invalid bytes; an XML file has no lines that can be left out.")
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, attributes: handler.start(name, attributes, parser.CurrentLineNumber)
    parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = handler.characters
    parser.EntityDeclHandler = lambda name, *_: _refuse_entity(reading, name, parser.CurrentLineNumber)
    try:
        parser.Parse(text.encode(), True)  # noqa: FBT003 (expat takes no keyword)
    except expat.ExpatError as error:
        problem = expat.ErrorString(error.code)
        raise BadInput(
            f"{reading.content.path}:{error.lineno}: not well-formed XML ({problem}); correct that line."
        ) from None


def _refuse_entity(reading: Reading, name: str, line: int) -> None:
    raise BadInput(
        f"{reading.content.path}:{line}: declares the entity {quote(name)}; stead expands no declared entities. "
        "Write the characters themselves."
    )


def _declared_encoding(reading: Reading) -> str:
    match = _ENCODING.match(reading.content.data)
    declared = match[1].decode("ascii") if match else "utf-8"
    name = text_encoding(declared)
    if name:
        return name
    reading.report.repair(1, "encoding", f"the declared encoding {quote(declared)} is unknown; read as UTF-8")
    return "utf-8"


def _mend(reading: Reading, text: str) -> str:
    """Repair references, and replace characters that XML forbids."""
    declaration = _DECLARATION.match(text)
    if declaration:  # its line ends stay, so that later lines keep their numbers
        text = "\n" * declaration[0].count("\n") + text[declaration.end() :]
    lines = _LineFinder(text)

    def mend_reference(match: re.Match[str], start: int) -> str:
        meant = _resolve_reference(match)
        if meant and not match["name"] and not match["gap"]:
            return meant
        meant = meant or "&amp;" + match[0][1:]
        message = f"broken or unknown entity {quote(match[0])}, read as {quote(meant)}"
        reading.report.repair(lines.line(start + match.start()), "entity", message)
        return meant

    text = _outside_literals(text, lambda part, start: _AMPERSAND.sub(lambda match: mend_reference(match, start), part))
    lines = _LineFinder(text)

    def mend_character(match: re.Match[str]) -> str:
        message = f"a character that XML forbids, {quote(match[0])}, read as a space"
        reading.report.repair(lines.line(match.start()), "control", message)
        return " "

    return FORBIDDEN.sub(mend_character, text)


_LITERALS = {"<!--": "-->", "<![CDATA[": "]]>"}


def _outside_literals(text: str, change: Callable[[str, int], str]) -> str:
    """Change the text except in comments and CDATA sections, where an ampersand is literal."""
    parts, position = [], 0
    for opening in re.finditer(r"<!--|<!\[CDATA\[", text):
        if opening.start() < position:
            continue
        end = text.find(_LITERALS[opening[0]], opening.end())
        parts += [change(text[position : opening.start()], position)]
        position = len(text) if end < 0 else end
        parts += [text[opening.start() : position]]
    return "".join([*parts, change(text[position:], position)])


def _resolve_reference(match: re.Match[str]) -> str:
    """The (escaped) character of a reference, or "" if it has none."""
    if match["name"]:
        from html.entities import html5  # noqa: PLC0415 (a large table, for broken files only)

        return escape(html5.get(match["name"] + ";", ""))
    digits = match["decimal"] or match["hex"]
    if not digits:
        return ""
    code = int(digits, 10 if match["decimal"] else 16)
    legal = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF and not FORBIDDEN.match(chr(code))
    return escape(chr(code)) if legal else ""


class _LineFinder:
    """Line numbers of rising positions, counted once."""

    def __init__(self, text: str) -> None:
        self._text, self._position, self._line = text, 0, 1

    def line(self, position: int) -> int:
        self._line += self._text.count("\n", self._position, position)
        self._position = position
        return self._line


# What UTF-8 looks like when it was decoded as Latin-1 or Windows-1252 and encoded again.
_CONTINUATION = "\u0080-\u00bf" + bytes(set(range(0x80, 0xA0)) - {0x81, 0x8D, 0x8F, 0x90, 0x9D}).decode("cp1252")
_MOJIBAKE = re.compile(f"(?:[ÂÃÅ]|â€)[{re.escape(_CONTINUATION)}]".replace("\\-", "-"))
_SPACES = re.compile(r"\s+")


def read_items(reading: Reading) -> list[Item]:
    """Read all items of a file."""
    handler = _ItemHandler(reading)
    parse_xml(reading, handler)
    if not handler.items:
        raise BadInput(f"{reading.content.path}: no items; expected <instance> elements with a <head> in a <context>.")
    reading.finish()
    return handler.items


@dataclass(slots=True)
class _ItemText:
    """A context being read: its text so far, and where the target is in it."""

    line: int
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    heads: list[tuple[int, int]] = field(default_factory=list)
    head_start: int | None = None

    def add(self, piece: str) -> None:
        """Add text."""
        self.pieces.append(piece)
        self.length += len(piece)


class _ItemHandler:
    """Turns the events of the XML parser into items."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.items: list[Item] = []
        self.seen: set[tuple[str, str]] = set()
        self.language = self.lexelt = self.id = ""
        self.context: _ItemText | None = None
        self.waiting: int | None = None  # the line of an instance that has had no context yet

    def start(self, name: str, attributes: dict[str, str], line: int) -> None:
        match name:
            case "corpus":
                self.language = attributes.get("lang", "")
            case "lexelt":
                self.lexelt = attributes.get("item", "").strip()
            case "instance":
                self.id = attributes.get("id", "").strip()
                self.waiting = line
            case "context":
                self.context, self.waiting = _ItemText(line), None
            case "head" if self.context:
                self.context.head_start = self.context.length

    def characters(self, data: str) -> None:
        if self.context:
            self.context.add(data)

    def end(self, name: str) -> None:
        if name == "lexelt":
            self.lexelt = ""
        if name == "instance":
            if self.waiting is not None:
                self.reading.report.error(self.waiting, "malformed", "an instance without context; left out")
            self.id, self.waiting = "", None
        if not self.context:
            return
        if name == "head" and self.context.head_start is not None:
            self.context.heads.append((self.context.head_start, self.context.length))
        elif name == "context":
            self.finish_context(self.context)
            self.context = None

    def finish_context(self, context: _ItemText) -> None:
        report = self.reading.report
        needed = {"lexelt": self.lexelt, "id": self.id, "<head>": context.heads}
        if lacking := [what for what, there in needed.items() if not there]:
            report.error(context.line, "malformed", f"an instance without {' and '.join(lacking)}; left out")
            return
        if (self.lexelt, self.id) in self.seen:
            message = f"a second instance {quote(self.lexelt)} {quote(self.id)}; left out"
            report.error(context.line, "repeated", message)
            return
        item = _item(self.lexelt, self.id, self.language, "".join(context.pieces), context.heads[0])
        if not item.target:
            report.error(context.line, "malformed", "an instance with an empty <head>; left out")
            return
        heads = len(context.heads)
        if heads > 1 and not self.reading.may_use(
            context.line, "heads", f"{heads} heads in a context; the first taken"
        ):
            return
        if _MOJIBAKE.search(item.text):
            report.note(context.line, "mojibake", "looks like text decoded wrongly before it was saved; kept as it is")
        self.seen.add((self.lexelt, self.id))
        self.items.append(item)


def _item(lexelt: str, identifier: str, language: str, text: str, head: tuple[int, int]) -> Item:
    """Make an item: runs of white space become one space, and spaces at the ends of the head are moved out of it."""
    parts = (text[: head[0]], text[head[0] : head[1]], text[head[1] :])
    left, target, right = (_SPACES.sub(" ", part) for part in parts)
    if target.startswith(" "):
        left = left.rstrip() + " "
    if target.endswith(" "):
        right = " " + right.lstrip()
    left, target = left.lstrip(), target.strip()
    return Item(
        id=identifier,
        lexelt=lexelt,
        text=(left + target + right).rstrip(),
        start=len(left),
        end=len(left) + len(target),
        language=language,
    )


def write_items(items: list[Item]) -> Serialisation:
    """Write items as XML, lexelts in the order of their first item."""
    _refuse_forbidden(items)
    languages = list(dict.fromkeys(item.language for item in items))
    grouped: dict[str, list[Item]] = {}
    for item in items:
        grouped.setdefault(item.lexelt, []).append(item)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<corpus lang={_quote_attribute(languages[0] if languages else '')}>",
    ]
    for lexelt, group in grouped.items():
        lines += [f"  <lexelt item={_quote_attribute(lexelt)}>", *map(_instance, group), "  </lexelt>"]
    lines.append("</corpus>\n")
    return Serialisation(
        "\n".join(lines), _losses(items, languages, [item for group in grouped.values() for item in group])
    )


def _losses(items: list[Item], languages: list[str], written: list[Item]) -> list[str]:
    losses = []
    if len(languages) > 1:
        losses.append("the languages of the items but the first")
    if any(item.document for item in items):
        losses.append("the documents of the items")
    if written != items:
        losses.append("the order of the items")
    if any(item.text != " ".join(item.text.split()) for item in items):
        losses.append("runs of spaces and line ends in sentences")
    return losses


def _refuse_forbidden(items: list[Item]) -> None:
    for item in items:
        names = (item.id, item.lexelt)
        if FORBIDDEN.search(item.text + item.language) or any(
            name != _normalise_attribute(name) for name in (*names, item.target)
        ):
            raise BadInput(
                f"the item {quote(item.lexelt)} {quote(item.id)} cannot be written as XML: a name is empty, has spaces "
                "around it or a line end in it, or a character is forbidden. Write stead JSON Lines (`to='stead'`)."
            )


def _normalise_attribute(name: str) -> str | None:
    """Normalise a name as XML attributes are read; None if it cannot be written."""
    return None if not name or FORBIDDEN.search(name) else re.sub(r"[\t\r\n]", " ", name).strip()


def _quote_attribute(text: str) -> str:
    return f'"{escape(text)}"'


def _instance(item: Item) -> str:
    left, target, right = (
        escape(part, quote=False) for part in (item.text[: item.start], item.target, item.text[item.end :])
    )
    return (
        f"    <instance id={_quote_attribute(item.id)}>\n"
        f"      <context>{left}<head>{target}</head>{right}</context>\n"
        "    </instance>"
    )
