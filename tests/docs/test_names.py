"""What the documentation names of stead's insides is there: paths, modules, dotted names, and on internals any name."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src/stead"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
INTERNALS = sorted((ROOT / "docs/internals").glob("*.md"))
FOLDERS = ("src", "tests", "docs", "benchmarks", "tools")
MADE_BY_READERS = {"mine.py", "people.py"}
HEADERS = {"Origin", "Referer"}
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
DOTTED = re.compile(r"(?<![\w./@-])stead(?:\.[A-Za-z_]\w*)+(?![\w/-]|\.\w)")
FILE_NAMES = re.compile(r"\.(?:css|csv|html|json|jsonl|service|socket|toml|tsv|txt|xml|zip)$")


def missing_paths(text: str) -> Iterator[str]:
    """Paths of the project, and files of Python, that are not there."""
    for code in CODE.findall(text):
        if not re.fullmatch(r"\w[\w.-]*(?:/[\w.-]+)*/?", code) or code in MADE_BY_READERS:
            continue
        first, slash, _ = code.partition("/")
        if slash and first in FOLDERS:
            there = (ROOT / code).exists()
        elif code.endswith(".py") or (slash and (SOURCES / first).is_dir()):
            there = is_part_of_the_package(code)
        else:
            continue
        if not there:
            yield code


def is_part_of_the_package(path: str) -> bool:
    """Whether a path, with or without its ending, is the end of a path of the package."""
    end = "/" + path.rstrip("/")
    return any(each.endswith((end, f"{end}.py")) for each in paths_of_the_package())


@cache
def paths_of_the_package() -> list[str]:
    return [
        "/" + path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*") if "__pycache__" not in path.parts
    ]


def missing_names(text: str) -> Iterator[str]:
    """Dotted names that begin with `stead` and lead nowhere."""
    for name in DOTTED.findall(text):
        if not FILE_NAMES.search(name) and not leads_somewhere(name):
            yield name


def leads_somewhere(name: str) -> bool:
    """Whether a dotted name is a module, or an attribute of one or of a class in it."""
    try:
        resolve_name(name)
    except (AttributeError, ModuleNotFoundError):
        return False
    return True


@cache
def names_of_the_sources() -> set[str]:
    """Every name of a module, class, function, argument, field or attribute, and every string that is a word."""
    names = {Path(path).stem for path in paths_of_the_package()}
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    names.add(name)
                case ast.arg(arg=name) | ast.AnnAssign(target=ast.Name(id=name)) | ast.Attribute(attr=name):
                    names.add(name)
                case ast.Constant(value=str(name)) if name.isidentifier():
                    names.add(name)
    return names


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_paths_and_dotted_names_of_a_page_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [*missing_paths(text), *missing_names(text)] == []


@pytest.mark.parametrize("path", INTERNALS, ids=lambda path: path.stem)
def test_names_of_a_page_on_internals_are_in_the_sources(path: Path) -> None:
    code = CODE.findall(path.read_text(encoding="utf-8"))
    words = {each for each in code if re.fullmatch(r"[a-z]+(?:_[a-z]+)*|[A-Z]\w+", each)}
    assert words - names_of_the_sources() - HEADERS == set()


def test_functions_that_contributors_are_to_call_are_in_the_sources() -> None:
    code = CODE.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    calls = {call[1] for each in code if (call := re.fullmatch(r"(\w+)\(.*\)", each))}
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES.rglob("*.py"))
    functions = {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert calls
    assert calls <= functions


def test_names_that_are_gone_are_noticed() -> None:
    text = "`records/gone.py` `gone.py` `tests/gone/` `core/gone` `records/json.py` stead.gone stead.core.gone.It"
    assert list(missing_paths(text)) == ["records/gone.py", "gone.py", "tests/gone/", "core/gone"]
    assert list(missing_names(text)) == ["stead.gone", "stead.core.gone.It"]
