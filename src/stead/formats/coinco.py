"""CoInCo (Kremer et al. 2014): XML with every token of a sentence, and the substitutions of the targets among them.

Targets marked as problematic are left out, as most papers do, and counted. A target without substitutions (its half of
the data was held back) is an item without gold.
"""

from dataclasses import dataclass, field

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.core.substitutes import MAX_WEIGHT, GoldRow, GoldStandard
from stead.formats.format import Format, Kind, Reading, looks_like_xml, quote
from stead.formats.xml_items import parse_xml

_NO_TARGET = "XXX"
_TAGS = {"N": "n", "V": "v", "J": "a", "R": "r"}
_SEARCH_DISTANCE = 10_000  # characters: how far after the last token the next one is searched


@dataclass(slots=True)
class _CoincoToken:
    attributes: dict[str, str]
    line: int
    substitutes: list[tuple[str, float]] = field(default_factory=list)

    @property
    def lexelt(self) -> str:
        lemma, tag = self.attributes.get("lemma", "").strip(), self.attributes.get("posMASC", "X")
        return f"{lemma}.{_TAGS.get(tag[:1], tag[:1].lower() or 'x')}"

    @property
    def id(self) -> str:
        return self.attributes.get("id", "").strip() or _NO_TARGET


@dataclass(slots=True)
class _CoincoSentence:
    document: str = ""
    parts: list[str] = field(default_factory=list)
    tokens: list[_CoincoToken] = field(default_factory=list)


class _CoincoHandler:
    """Turns the events of the XML parser into sentences of tokens."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.sentences: list[_CoincoSentence] = []
        self.in_sentence = False

    def start(self, name: str, attributes: dict[str, str], line: int) -> None:
        match name:
            case "sent":
                self.sentences.append(_CoincoSentence(attributes.get("MASCfile", "").strip()))
            case "targetsentence":
                self.in_sentence = True
            case "token" if self.sentences:
                self.sentences[-1].tokens.append(_CoincoToken(attributes, line))
            case "subst" if self.sentences and self.sentences[-1].tokens:
                self.substitution(attributes, line)

    def substitution(self, attributes: dict[str, str], line: int) -> None:
        term, count = attributes.get("lemma", "").strip(), attributes.get("freq", "")
        if term and count.isdecimal() and float(count) <= MAX_WEIGHT:
            self.sentences[-1].tokens[-1].substitutes.append((term, float(count)))
        else:
            message = f"expected a lemma and a whole freq, found {quote(term)} and {quote(count)}; left out"
            self.reading.report.error(line, "malformed", message)

    def end(self, name: str) -> None:
        if name == "targetsentence":
            self.in_sentence = False

    def characters(self, data: str) -> None:
        if self.in_sentence and self.sentences:
            self.sentences[-1].parts.append(data)


def _targets(reading: Reading) -> list[tuple[_CoincoSentence, list[_CoincoToken]]]:
    """Parse the sentences, each with those of its tokens that are targets."""
    handler = _CoincoHandler(reading)
    parse_xml(reading, handler)
    targets = [
        (sentence, [token for token in sentence.tokens if token.id != _NO_TARGET]) for sentence in handler.sentences
    ]
    sound = [
        (sentence, [token for token in tokens if token.attributes.get("problematic") != "yes"])
        for sentence, tokens in targets
    ]
    total, kept = (sum(len(tokens) for _, tokens in pairs) for pairs in (targets, sound))
    if not total:
        raise BadInput(f"{reading.content.path}: no targets; expected <token> elements with an id in a <sent>.")
    if kept < total:
        reading.report.note(None, "problematic", f"{total - kept} targets marked as problematic were left out")
    return sound


def read_gold(reading: Reading) -> GoldStandard:
    """Read the substitutions of every target that has any."""
    rows: dict[str, GoldRow] = {}
    for token in (token for _, tokens in _targets(reading) for token in tokens):
        if token.id in rows:
            _report_repeat(reading, token)
        elif token.substitutes:
            rows[token.id] = GoldRow(token.lexelt, token.id, token.substitutes)
    reading.finish()
    return GoldStandard.of(rows.values(), reading.source, graded=False)


def _report_repeat(reading: Reading, token: _CoincoToken) -> None:
    reading.report.error(token.line, "repeated", f"a second target {quote(token.id)}; left out")


def read_items(reading: Reading) -> list[Item]:
    """Read every target with its sentence."""
    items: dict[str, Item] = {}
    for sentence, tokens in _targets(reading):
        text = " ".join("".join(sentence.parts).split())
        spans = _find_spans(text, sentence.tokens) if tokens else {}
        for token in tokens:
            if id(token) not in spans:
                message = f"the token {quote(token.attributes.get('wordform', ''))} is not in its sentence; left out"
                reading.report.error(token.line, "target", message)
            elif token.id in items:
                _report_repeat(reading, token)
            else:
                start, end = spans[id(token)]
                items[token.id] = Item(
                    id=token.id,
                    lexelt=token.lexelt,
                    text=text,
                    start=start,
                    end=end,
                    language="en",
                    document=sentence.document,
                )
    reading.finish()
    return list(items.values())


def _find_spans(text: str, tokens: list[_CoincoToken]) -> dict[int, tuple[int, int]]:
    """Find the span of each token in its sentence, from left to right; tokens that are not found are skipped."""
    position = 0
    spans = {}
    for token in tokens:
        wordform = " ".join(token.attributes.get("wordform", "").split())
        start = text.find(wordform, position, position + len(wordform) + _SEARCH_DISTANCE) if wordform else -1
        if start >= 0:
            position = start + len(wordform)
            spans[id(token)] = (start, position)
    return spans


def recognises(beginning: str, _: Kind) -> bool:
    """Recognise XML with target sentences."""
    return looks_like_xml(beginning) and "<targetsentence>" in beginning


FORMAT = Format(name="coinco", title="CoInCo", recognises=recognises, readers={"items": read_items, "gold": read_gold})
