"""Names that mean one thing, and plain English: the habits of the style guide, enforced."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stead"

MOST_CLASS_NAMES_TWICE = 9
MOST_MODULE_NAMES_TWICE = 14
"""`api/score.py` and `cli/score.py` are about one thing; hardly any other two modules should share a name."""

VAGUE = {"each", "found", "own", "place", "told"}
"""Names of locals and parameters that make any line plausible: say what the thing is (`candidate`, `score`, `path`)."""

PLAIN = {
    r"(?<!before )behind": "after",  # but in a list of prepositions
    r"blanks|(?:a|one|each|last|first|next) blank(?! (?:answer|candidate|line|page))": "space",
    r"small letters?": "lower case",
    r"so many": "n, this many",
    r"nought": "zero",
    r"levell(?:ed|ing)": "normalised",
    r"in its stead": "substitute",
    r"what chance begins with": "random seed",
    r"how sure": "confidence level",
    r"as set": "say what it is",
    r"sees? to it": "ensure, forbid",
    r"speaks? for (?:it|each|them)": "evidence",
    r"who (?:somebody|a person|a user) is": "identity",
    r"is yours to say": "options choose",
}
"""Words of a private style, and what the field says."""


def modules() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if "migrations" not in path.parts]


def repeated(names: list[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def class_names(text: str) -> list[str]:
    """The classes at the top of a module, with or without an underscore."""
    return [node.name.lstrip("_") for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]


def test_hardly_any_class_name_means_two_things() -> None:
    found = repeated([name for path in modules() for name in class_names(path.read_text(encoding="utf-8"))])
    assert len(found) <= MOST_CLASS_NAMES_TWICE, found


def test_hardly_any_module_name_means_two_things() -> None:
    found = repeated([path.stem for path in modules() if not path.stem.startswith("__")])
    assert len(found) <= MOST_MODULE_NAMES_TWICE, found


def vague_names(text: str) -> list[tuple[int, str]]:
    """Where a module assigns to a vague name, or has a parameter of one."""
    nodes = list(ast.walk(ast.parse(text)))
    names = [(node.lineno, node.id) for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    names += [(node.lineno, node.arg) for node in nodes if isinstance(node, ast.arg)]
    return sorted((line, name) for line, name in names if name in VAGUE)


def test_locals_and_parameters_say_what_they_hold() -> None:
    vague = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for folder in (SOURCE, ROOT / "benchmarks", ROOT / "tools")
        for path in sorted(folder.rglob("*.py"))
        for line, name in vague_names(path.read_text(encoding="utf-8"))
    ]
    assert vague == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("def read(place):\n    return place\n", "place"),
        ("def read(*, told=print):\n    told()\n", "told"),
        ("found = read()\n", "found"),
        ("sizes = [len(each) for each in rows]\n", "each"),
        ("for own, other in pairs:\n    print(own, other)\n", "own"),
        ("order = sorted(rows, key=lambda each: -each)\n", "each"),
        ("if found := read():\n    pass\n", "found"),
        ("class Text:\n    own: list[int]\n", "own"),
    ],
)
def test_a_vague_name_is_noticed_where_it_is_bound(text: str, name: str) -> None:
    assert [vague for _, vague in vague_names(text)] == [name]


def test_a_name_that_is_only_used_or_an_attribute_is_not_noticed() -> None:
    assert vague_names("import places\nprint(found, drawn.found, read(each=1))\ncandidate = own\n") == []


def prose_of(text: str) -> Iterator[tuple[int, str]]:
    """Docstrings, comments, and every other text of a module that has a space in it, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def old_words(text: str) -> list[str]:
    """The words of a text that have a plainer one."""
    return [word for word in PLAIN if re.search(rf"\b{word}\b", text, re.IGNORECASE)]


def test_the_package_speaks_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {word}: {PLAIN[word]}"
        for path in modules()
        for line, text in prose_of(path.read_text(encoding="utf-8"))
        for word in old_words(text)
    ]
    assert found == [], "\n".join(found)


TEXTS = [
    path for path in sorted(SOURCE.rglob("*")) if path.suffix in {".html", ".js", ".css", ".toml"} and path.is_file()
] + [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
"""Pages, their scripts, what they say in every language, and the documentation."""

IDIOMS = ("behind a firewall", "behind a proxy", "behind `if", "far behind", "others behind it")


def test_pages_and_documentation_speak_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {word}: {PLAIN[word]}"
        for path in TEXTS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if not any(idiom in line for idiom in IDIOMS)
        for word in old_words(line)
    ]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('"""What stands behind the colons."""\n', "(?<!before )behind"),
        (
            'x = f"found a blank in {y}"\n',
            "blanks|(?:a|one|each|last|first|next) blank(?! (?:answer|candidate|line|page))",
        ),
        ("x = 1  # so many of them\n", "so many"),
    ],
)
def test_an_old_word_is_found_wherever_it_is(text: str, word: str) -> None:
    assert [each for _, prose in prose_of(text) for each in old_words(prose)] == [word]


def test_plain_words_are_let_through() -> None:
    assert old_words("After the colons, a space; lower case; n resamples.") == []
