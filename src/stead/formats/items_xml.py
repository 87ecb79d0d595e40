"""Items in the XML of SemEval-2007 and EVALITA 2009."""

import re
from dataclasses import dataclass, field
from html import escape

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.formats.format import Written
from stead.formats.reading import Reading, quote
from stead.formats.xml import FORBIDDEN, parse_xml

# What UTF-8 looks like when it was decoded as Latin-1 or Windows-1252 and encoded again.
_CONTINUATION = "\u0080-\u00bf" + bytes(set(range(0x80, 0xA0)) - {0x81, 0x8D, 0x8F, 0x90, 0x9D}).decode("cp1252")
_MOJIBAKE = re.compile(f"(?:[ÂÃÅ]|â€)[{re.escape(_CONTINUATION)}]".replace("\\-", "-"))
_BLANKS = re.compile(r"\s+")


def read_items(reading: Reading) -> list[Item]:
    """Read all items of a file."""
    handler = _Handler(reading)
    parse_xml(reading, handler)
    if not handler.items:
        raise BadInput(f"{reading.content.path}: no items; expected <instance> elements with a <head> in a <context>.")
    reading.finish()
    return handler.items


@dataclass(slots=True)
class _Context:
    """A context being read: its text so far, and where the target is in it."""

    line: int
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    heads: list[tuple[int, int]] = field(default_factory=list)
    head_start: int | None = None

    def add(self, piece: str) -> None:
        """More text."""
        self.pieces.append(piece)
        self.length += len(piece)


class _Handler:
    """Turns the events of the XML parser into items."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.items: list[Item] = []
        self.seen: set[tuple[str, str]] = set()
        self.language = self.lexelt = self.id = ""
        self.context: _Context | None = None
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
                self.context, self.waiting = _Context(line), None
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

    def finish_context(self, context: _Context) -> None:
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
    """The item with its blanks levelled and the blanks inside the head moved out of it."""
    parts = (text[: head[0]], text[head[0] : head[1]], text[head[1] :])
    left, target, right = (_BLANKS.sub(" ", part) for part in parts)
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


def write_items(items: list[Item]) -> Written:
    """The items as XML, lexelts in the order of their first item."""
    _refuse_forbidden(items)
    languages = list(dict.fromkeys(item.language for item in items))
    grouped: dict[str, list[Item]] = {}
    for item in items:
        grouped.setdefault(item.lexelt, []).append(item)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<corpus lang={_quoted(languages[0] if languages else '')}>"]
    for lexelt, own in grouped.items():
        lines += [f"  <lexelt item={_quoted(lexelt)}>", *map(_instance, own), "  </lexelt>"]
    lines.append("</corpus>\n")
    return Written("\n".join(lines), _losses(items, languages, [item for own in grouped.values() for item in own]))


def _losses(items: list[Item], languages: list[str], written: list[Item]) -> list[str]:
    losses = []
    if len(languages) > 1:
        losses.append("the languages of the items but the first")
    if any(item.document for item in items):
        losses.append("the documents of the items")
    if written != items:
        losses.append("the order of the items")
    if any(item.text != " ".join(item.text.split()) for item in items):
        losses.append("runs of blanks and line ends in sentences")
    return losses


def _refuse_forbidden(items: list[Item]) -> None:
    for item in items:
        names = (item.id, item.lexelt)
        if FORBIDDEN.search(item.text + item.language) or any(
            name != _attribute(name) for name in (*names, item.target)
        ):
            raise BadInput(
                f"the item {quote(item.lexelt)} {quote(item.id)} cannot be written as XML: a name is empty, has blanks "
                "around it or a line end in it, or a character is forbidden. Write stead JSON Lines (`to='stead'`)."
            )


def _attribute(name: str) -> str | None:
    """A name as it would be read from an attribute; None if it could not be written."""
    return None if not name or FORBIDDEN.search(name) else re.sub(r"[\t\r\n]", " ", name).strip()


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
