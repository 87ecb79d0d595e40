"""Small lexicons, frequencies and items for systems, made by the tests."""

from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from stead.core.item import Item
from stead.systems import Suggestion
from stead.words import parse_marked
from tests.lexicons.made import write_wordnet

FREQUENCIES = "lucifer\t1\ncontest\t3\nlighter\t1\ncompetition\t9\nlustrous\t4\nlit up\t19\ngive\t9\nturn over\t99\n"


def write_sources(folder: Path) -> tuple[str, str]:
    """The names of a small WordNet and of a small list of frequencies."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "frequencies.tsv").write_text(FREQUENCIES, encoding="utf-8")
    return f"wordnet:{write_wordnet(folder / 'dict')}", f"list:{folder / 'frequencies.tsv'}"


def item(sentence: str, lexelt: str, language: str = "en", id: str = "1") -> Item:
    """An item whose target is in brackets."""
    place = parse_marked(sentence)
    return Item(id=id, lexelt=lexelt, text=place.text, start=place.start, end=place.end, language=language)


def plain(found: Sequence[Suggestion]) -> list[tuple[str, float]]:
    """Terms with scores."""
    return [(each.term, round(each.score, 6)) for each in found]


def xml(sentences: Sequence[tuple[str, str]], language: str = "en") -> str:
    """A file of items with the ids 1, 2, ...: pairs of a lexelt and a sentence with brackets."""
    lines = [f'<corpus lang="{language}">']
    for number, (lexelt, sentence) in enumerate(sentences, start=1):
        text = escape(sentence).replace("[", "<head>").replace("]", "</head>")
        instance = f'<instance id="{number}"><context>{text}</context></instance>'
        lines.append(f'<lexelt item="{lexelt}">{instance}</lexelt>')
    return "\n".join([*lines, "</corpus>", ""])
