"""Who may import whom, and how large the pieces may be: the rules of the design, enforced."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stead"

ORDER = ("task", "formats", "matching", "golds", "measures", "scoring", "agreement", "comparing")
ALLOWED: dict[str, set[str]] = {room: set(ORDER[:place]) for place, room in enumerate(ORDER)}
SOURCES = ("resources", "words", "lexicons", "counts", "systems")
ALLOWED |= {room: {"task", *SOURCES[:place]} for place, room in enumerate(SOURCES)}
ALLOWED["systems"] |= {"formats", "matching", "golds", "measures", "scoring"}  # to read items, and to tune
ALLOWED |= {
    "reporting": {"task"},
    "legacy": set(),
    "words": {"task", "formats", "resources"},
    "_extras": {"task"},
    "_version": set(),
    "_notes": set(),
    "_wording": set(),
    "_threads": set(),
    "_memory": set(),
}
ALLOWED["posthoc"] = set(ORDER)
ALLOWED["explaining"] = {"task", "formats", "matching", "measures", "scoring", "reporting", "legacy"}
ALLOWED["campaign"] = {"task", "formats", "matching", "golds", "agreement", "posthoc", "words", "web"}
ALLOWED["web"] = {"task"}
EVERYBODYS = {"_extras", "_notes", "_version", "_wording", "_threads"}
PUBLIC = {
    "_agreement",
    "_annotations",
    "_annotators",
    "_api",
    "_compare",
    "_divisions",
    "_embedding",
    "_gold_api",
    "_inputs",
    "_items",
    "_leaderboard",
    "_official",
    "_posthoc",
    "_preparing",
    "_ratings",
    "_result",
    "_simulate",
    "_study",
    "_suggest",
}
SEE_EVERYTHING = {"cli", "__init__", "__main__", *PUBLIC}
CLI_ONLY = {"legacy", "explaining", "campaign", "_memory"}
ALLOWED_TO_ONE = {("_official", "legacy"), ("_official", "explaining")}
DATA = {"examples"}

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60


def room_of(path: Path, root: Path) -> str:
    """The room of a module: the first folder below `root`, or the module itself at the top."""
    first = path.relative_to(root).parts[0]
    return first.removesuffix(".py")


def imported_names(node: ast.AST, package: list[str]) -> list[str]:
    """The modules that a statement imports, in full; `from stead import x` imports stead.x."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    base = package[: len(package) - node.level + 1] if node.level else []
    module = ".".join([*base, *([node.module] if node.module else [])])
    return [f"stead.{alias.name}" for alias in node.names] if module == "stead" else [module]


def imported_rooms(path: Path, root: Path) -> Iterator[str]:
    """Every room that a module imports, wherever in the module that is."""
    package = ["stead", *path.relative_to(root).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for name in imported_names(node, package):
            top, *rest = name.split(".")
            if top == "stead":
                yield rest[0] if rest else "__init__"


def is_allowed(room: str, target: str) -> bool:
    """Whether a module of `room` may import `target`."""
    if target == room or target in EVERYBODYS:
        return True
    if room in SEE_EVERYTHING:
        return target not in CLI_ONLY or room == "cli" or (room, target) in ALLOWED_TO_ONE
    return target in ALLOWED.get(room, set())


def violations(root: Path) -> list[str]:
    """Every import that the rules forbid, and every folder that is no room of the house."""
    found = [
        f"{path.relative_to(root)}: {room_of(path, root)} imports {target}"
        for path in sorted(root.rglob("*.py"))
        for target in imported_rooms(path, root)
        if not is_allowed(room_of(path, root), target)
    ]
    for folder in sorted(path for path in root.iterdir() if path.is_dir() and path.name != "__pycache__"):
        if folder.name in DATA:
            continue
        if folder.name not in {*ALLOWED, *SEE_EVERYTHING}:
            found.append(f"{folder.name}: no rule says what this room may import")
        if not any(path.name != "__init__.py" for path in folder.rglob("*.py")):
            found.append(f"{folder.name}: an empty package")
    return found


def test_every_import_obeys_the_rules() -> None:
    assert violations(SOURCE) == []


def write_tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_the_rules_accept_a_tree_that_obeys_them(tmp_path: Path) -> None:
    tree = write_tree(
        tmp_path,
        {
            "__init__.py": "from stead import _api\n",
            "_version.py": "",
            "_api.py": "from stead.scoring import x\nfrom stead import formats\n",
            "task/item.py": "import numpy\nfrom stead import _version\n",
            "scoring/a.py": "from stead.task.item import y\nfrom . import b\nfrom stead.measures import z\n",
            "scoring/b.py": "from ..task import item\nimport stead.formats.files\n",
            "cli/legacy.py": "from stead.legacy import run\nfrom stead._api import score\n",
            "explaining/a.py": "from stead.legacy import run\nfrom stead.scoring import x\n",
            "_compare.py": "from stead.comparing import x\nfrom stead.reporting.page import page\n",
            "_leaderboard.py": "from stead._compare import compare\nfrom stead.reporting.site import site\n",
            "posthoc/a.py": "from stead.comparing import x\nfrom stead.agreement import y\nfrom stead.golds import z\n",
            "comparing/a.py": "from stead.scoring import x\nfrom stead.task.comparison import y\n",
            "words/a.py": "from stead.formats import load\nfrom stead.resources import x\n",
            "legacy/program.py": "import re\nfrom stead.legacy.x import y\n",
            "lexicons/a.py": "from stead.resources import folder\nfrom stead.task.errors import BadInput\n",
            "systems/a.py": "from stead.lexicons import open_lexicon\nfrom stead.scoring import x\n",
            "examples/gold.txt": "",
        },
    )
    assert violations(tree) == []


@pytest.mark.parametrize(
    ("module", "text", "complaint"),
    [
        ("task/a.py", "from stead.formats import load\n", "task imports formats"),
        ("matching/a.py", "import stead.scoring.align\n", "matching imports scoring"),
        ("golds/a.py", "from stead.measures import Best\n", "golds imports measures"),
        ("golds/a.py", "from stead.reporting import render\n", "golds imports reporting"),
        ("formats/a.py", "from stead import measures\n", "formats imports measures"),
        ("formats/a.py", "from ..matching import rules\n", "formats imports matching"),
        ("formats/a.py", "from .. import matching\n", "formats imports matching"),
        ("reporting/a.py", "from stead.scoring import x\n", "reporting imports scoring"),
        ("scoring/a.py", "from stead.reporting import render\n", "scoring imports reporting"),
        ("scoring/a.py", "from stead.comparing import compare\n", "scoring imports comparing"),
        ("comparing/a.py", "from stead.reporting import page\n", "comparing imports reporting"),
        ("reporting/a.py", "from stead.comparing import compare\n", "reporting imports comparing"),
        ("reporting/a.py", "from stead._compare import compare\n", "reporting imports _compare"),
        ("_embedding.py", "from stead.legacy import run_official\n", "_embedding imports legacy"),
        ("posthoc/a.py", "from stead.reporting import page\n", "posthoc imports reporting"),
        ("posthoc/a.py", "from stead.lexicons import open_frequencies\n", "posthoc imports lexicons"),
        ("comparing/a.py", "from stead.posthoc import make_pool\n", "comparing imports posthoc"),
        ("legacy/a.py", "from stead.task import Item\n", "legacy imports task"),
        ("_api.py", "from stead.legacy import run_official\n", "_api imports legacy"),
        ("scoring/a.py", "from stead.legacy import run_official\n", "scoring imports legacy"),
        ("_api.py", "from stead.explaining import explain\n", "_api imports explaining"),
        ("legacy/a.py", "from stead.explaining import explain\n", "legacy imports explaining"),
        ("measures/a.py", "from stead import score\n", "measures imports score"),
        ("measures/a.py", "import stead\n", "measures imports __init__"),
        ("scoring/a.py", "from stead._api import score\n", "scoring imports _api"),
        ("resources/a.py", "from stead.words import lemmatise\n", "resources imports words"),
        ("words/a.py", "from stead.lexicons import open_lexicon\n", "words imports lexicons"),
        ("lexicons/a.py", "from stead.formats import load\n", "lexicons imports formats"),
        ("counts/a.py", "from stead.systems import run\n", "counts imports systems"),
        ("scoring/a.py", "from stead.lexicons import open_lexicon\n", "scoring imports lexicons"),
        ("scoring/a.py", "def f():\n    from stead.cli import main\n", "scoring imports cli"),
        ("words/a.py", "from stead.lexicons import x\n", "words imports lexicons"),
        ("words/a.py", "from stead.scoring import x\n", "words imports scoring"),
        ("task/a.py", "from stead.words import tokenise\n", "task imports words"),
        ("campaign/a.py", "from stead.scoring import x\n", "campaign imports scoring"),
        ("golds/a.py", "from stead.campaign import x\n", "golds imports campaign"),
        ("_api.py", "from stead.campaign import x\n", "_api imports campaign"),
        ("attic/a.py", "", "no rule says"),
        ("golds/__init__.py", '"""Nothing yet."""\n', "an empty package"),
    ],
)
def test_the_rules_catch_a_violation(tmp_path: Path, module: str, text: str, complaint: str) -> None:
    (found,) = violations(write_tree(tmp_path, {module: text}))
    assert complaint in found


def source_files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The length of a function without its docstring."""
    total = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        total -= (first.end_lineno or first.lineno) - first.lineno + 1
    return total


def test_the_length_of_a_function_leaves_its_docstring_out() -> None:
    (function,) = functions(ast.parse('def f():\n    """One.\n\n    Two.\n    """\n    x = 1\n    return x\n'))
    assert code_lines(function) == 3


def test_no_file_is_too_long() -> None:
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in source_files()}
    assert {name: length for name, length in lengths.items() if length > MAX_FILE_LINES} == {}


def test_no_function_is_too_long() -> None:
    long = [
        f"{path.relative_to(SOURCE)}:{function.lineno} {function.name}"
        for path in source_files()
        for function in functions(ast.parse(path.read_text(encoding="utf-8")))
        if code_lines(function) > MAX_FUNCTION_LINES
    ]
    assert long == []


def test_nothing_is_asserted_since_assertions_vanish_under_optimisation() -> None:
    asserted = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in source_files()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assert)
    ]
    assert asserted == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(SOURCE))
        for path in source_files()
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []


MACHINE_PATH = re.compile(r"(?<![\w.:/<])(?:/(?:home|root|Users|work|mnt|opt)/\.?\w|[A-Z]:\\Users\\)")
NOT_OURS = {".git", ".venv", ".hypothesis", "__pycache__", "build", "dist", "demo-out"}


def project_files() -> Iterator[Path]:
    """Every file of the project but what tools leave behind."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        if path.is_file() and not any(part in NOT_OURS or part.endswith(("_cache", ".egg-info")) for part in parts):
            yield path


@pytest.mark.parametrize(
    "text", ["see {0}home{0}ann/x", "open('{0}root{0}.cache')", "{0}Users{0}ann", "cd {0}work{0}main"]
)
def test_a_path_of_one_machine_is_recognised(text: str) -> None:
    assert MACHINE_PATH.search(text.format("/"))


@pytest.mark.parametrize(
    "text", ["https://example.org{0}home{0}x", "src{0}work{0}x", "a/root", "</root>", "{0}dev{0}null"]
)
def test_other_paths_are_not_taken_for_one(text: str) -> None:
    assert not MACHINE_PATH.search(text.format("/"))


def test_no_path_of_one_machine_is_in_the_tree() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in project_files()
        for number, line in enumerate(path.read_bytes().decode("utf-8", errors="replace").splitlines(), start=1)
        if MACHINE_PATH.search(line)
    ]
    assert found == []
