"""Who may import whom, and what is a module of its own: the rules of the design, enforced."""

import ast
import re
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stead"

SHARED = {"core", "records"}
"""What every package may use: nouns, and what results are made of."""
FIELD = SHARED | {"rules", "formats", "measures", "scoring", "golds"}
LANGUAGE = {"core", "resources", "words", "lexicons", "counts"}

ALLOWED: dict[str, set[str]] = {
    "core": {"_version"},
    "records": {"core"},
    "rules": {"core"},
    "formats": SHARED | {"rules"},
    "measures": SHARED | {"rules"},
    "scoring": SHARED | {"rules", "formats", "measures"},
    "golds": SHARED | {"rules", "formats", "measures", "scoring", "words"},
    "agreement": FIELD,
    "comparing": FIELD,
    "posthoc": FIELD | {"agreement", "comparing"},
    "official": FIELD,
    "resources": {"core"},
    "datasets": {"core", "formats", "resources"},
    "words": {"core", "resources", "formats"},
    "lexicons": {"core", "resources", "words"},
    "counts": {"core", "resources", "words", "lexicons"},
    "systems": LANGUAGE | FIELD - {"golds"},
    "reporting": SHARED,
    "web": {"core"},
    "campaign": SHARED | {"api", "formats", "rules", "golds", "agreement", "posthoc", "words", "web"},
    "playground": {"core", "systems", "words", "web"},
    "_version": set(),
}
API = FIELD | LANGUAGE | {"datasets", "agreement", "comparing", "posthoc", "official", "systems", "reporting"}
ALLOWED["api"] = API
# The command line calls `api`. It may also use what it prints with (reporting, records), files, and what its commands
# are about: resources, campaigns, the playground, pages.
ALLOWED["cli"] = SHARED | {"api", "formats", "reporting", "resources", "campaign", "playground", "web"}
FRONT = {"__init__": {"api", "posthoc", *ALLOWED["api"]}, "__main__": {"cli"}}
ALLOWED |= FRONT
ENTRANCES = {("posthoc/__init__.py", "api")}
"""Tables of public names, which are imported when they are first used."""
EVERYBODYS = {"_version"}
PROGRAM = {"program", "program_input", "program_gold", "program_scoring"}
"""The modules of `official` that reproduce the 2007 program; they use nothing else of stead."""
DATA = {"examples"}


def package_of(path: Path, root: Path) -> str:
    """The package of a module: the first folder below `root`, or the module itself at the top."""
    first = path.relative_to(root).parts[0]
    return first.removesuffix(".py")


def imported_names(node: ast.AST, package: list[str]) -> list[str]:
    """What a statement imports, in full: modules, and names of modules."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    base = package[: len(package) - node.level + 1] if node.level else []
    module = ".".join([*base, *([node.module] if node.module else [])])
    return [f"{module}.{alias.name}" for alias in node.names]


@cache
def imported_modules(path: Path, root: Path) -> list[str]:
    """Everything that a module imports, wherever in the module that is; a name stands for the module it is in."""
    return list(_imported_modules(path, root))


def _imported_modules(path: Path, root: Path) -> Iterator[str]:
    package = ["stead", *path.relative_to(root).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for name in imported_names(node, package):
            is_module = (root.joinpath(*name.split(".")[1:])).with_suffix(".py").exists()
            plain = isinstance(node, ast.Import) or is_module or name.count(".") == 1
            yield name if plain else name.rpartition(".")[0]


def imported_packages(path: Path, root: Path) -> Iterator[str]:
    """Every package that a module imports from."""
    for name in imported_modules(path, root):
        top, *rest = name.split(".")
        if top == "stead":
            yield rest[0] if rest else "__init__"


def is_allowed(package: str, target: str) -> bool:
    """Whether a module of `package` may import `target`."""
    return target in {package, *EVERYBODYS} or target in ALLOWED.get(package, set())


def violations(root: Path) -> list[str]:
    """Every import that the rules forbid, and every folder that has no rule."""
    found = [
        f"{path.relative_to(root)}: {package_of(path, root)} imports {target}"
        for path in sorted(root.rglob("*.py"))
        for target in imported_packages(path, root)
        if not is_allowed(package_of(path, root), target)
        and (path.relative_to(root).as_posix(), target) not in ENTRANCES
    ]
    for module in sorted(PROGRAM):
        path = root / "official" / f"{module}.py"
        others = [name for name in (imported_modules(path, root) if path.exists() else ()) if is_not_the_program(name)]
        found += [f"official/{module}.py: the 2007 program imports {name}" for name in others]
    for folder in sorted(path for path in root.iterdir() if path.is_dir() and path.name != "__pycache__"):
        if folder.name in DATA:
            continue
        if folder.name not in ALLOWED:
            found.append(f"{folder.name}: no rule says what this package may import")
        if not any(path.name != "__init__.py" for path in folder.rglob("*.py")):
            found.append(f"{folder.name}: an empty package")
    return found


def is_not_the_program(name: str) -> bool:
    return name.startswith("stead") and name not in {f"stead.official.{module}" for module in PROGRAM}


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
            "__init__.py": "from stead.api.score import score\n",
            "_version.py": "",
            "api/score.py": "from stead.scoring import x\nfrom stead import formats\nfrom stead.official import y\n",
            "core/item.py": "import numpy\nfrom stead import _version\n",
            "scoring/a.py": "from stead.core.item import y\nfrom . import b\nfrom stead.measures import z\n",
            "scoring/b.py": "from ..core import item\nimport stead.formats.files\n",
            "cli/campaign.py": "from stead.campaign import x\nfrom stead.api.score import score\n",
            "official/explain.py": "from stead.official.program import run\nfrom stead.scoring import x\n",
            "official/program.py": "import re\nfrom stead.official.program_input import y\n",
            "posthoc/a.py": "from stead.comparing import x\nfrom stead.agreement import y\nfrom stead.golds import z\n",
            "comparing/a.py": "from stead.scoring import x\nfrom stead.records.comparison import y\n",
            "words/a.py": "from stead.formats import load\nfrom stead.resources import x\n",
            "lexicons/a.py": "from stead.resources import folder\nfrom stead.core.errors import BadInput\n",
            "systems/a.py": "from stead.lexicons import open_lexicon\nfrom stead.scoring import x\n",
            "examples/gold.txt": "",
        },
    )
    assert violations(tree) == []


@pytest.mark.parametrize(
    ("module", "text", "complaint"),
    [
        ("core/a.py", "from stead.formats import load\n", "core imports formats"),
        ("core/a.py", "from stead.records.scores import Score\n", "core imports records"),
        ("rules/a.py", "import stead.scoring.align\n", "rules imports scoring"),
        ("golds/a.py", "from stead.reporting import render\n", "golds imports reporting"),
        ("formats/a.py", "from stead import measures\n", "formats imports measures"),
        ("formats/a.py", "from ..scoring import align\n", "formats imports scoring"),
        ("formats/a.py", "from .. import scoring\n", "formats imports scoring"),
        ("reporting/a.py", "from stead.scoring import x\n", "reporting imports scoring"),
        ("scoring/a.py", "from stead.comparing import compare\n", "scoring imports comparing"),
        ("comparing/a.py", "from stead.reporting import page\n", "comparing imports reporting"),
        ("reporting/a.py", "from stead.api.compare import compare\n", "reporting imports api"),
        ("posthoc/a.py", "from stead.lexicons import open_frequencies\n", "posthoc imports lexicons"),
        ("comparing/a.py", "from stead.posthoc import make_pool\n", "comparing imports posthoc"),
        ("official/program.py", "from stead.core.item import Item\n", "the 2007 program imports stead.core.item"),
        (
            "official/program_gold.py",
            "from stead.official.explain import x\n",
            "the 2007 program imports stead.official.explain",
        ),
        ("scoring/a.py", "from stead.official.program import run_official\n", "scoring imports official"),
        ("measures/a.py", "from stead import score\n", "measures imports score"),
        ("measures/a.py", "import stead\n", "measures imports __init__"),
        ("scoring/a.py", "from stead.api.score import score\n", "scoring imports api"),
        ("resources/a.py", "from stead.words import lemmatise\n", "resources imports words"),
        ("resources/a.py", "from stead.datasets import part_named\n", "resources imports datasets"),
        ("datasets/a.py", "from stead.scoring import PRESETS\n", "datasets imports scoring"),
        ("cli/a.py", "from stead.datasets import part_named\n", "cli imports datasets"),
        ("words/a.py", "from stead.lexicons import open_lexicon\n", "words imports lexicons"),
        ("lexicons/a.py", "from stead.formats import load\n", "lexicons imports formats"),
        ("counts/a.py", "from stead.systems import run\n", "counts imports systems"),
        ("scoring/a.py", "def f():\n    from stead.cli import main\n", "scoring imports cli"),
        ("campaign/a.py", "from stead.scoring import x\n", "campaign imports scoring"),
        ("golds/a.py", "from stead.campaign import x\n", "golds imports campaign"),
        ("api/a.py", "from stead.campaign import x\n", "api imports campaign"),
        ("playground/a.py", "from stead.api.suggest import suggest\n", "playground imports api"),
        ("systems/a.py", "from stead.playground import x\n", "systems imports playground"),
        ("cli/a.py", "def run(options):\n    from stead.systems import parse_system\n", "cli imports systems"),
        ("cli/a.py", "from stead.counts import count_corpus\n", "cli imports counts"),
        ("cli/a.py", "from stead.golds import read_curation\n", "cli imports golds"),
        ("cli/a.py", "from stead.posthoc.filtering import FilterRules\n", "cli imports posthoc"),
        ("attic/a.py", "", "no rule says"),
        ("golds/__init__.py", '"""Nothing yet."""\n', "an empty package"),
    ],
)
def test_the_rules_catch_a_violation(tmp_path: Path, module: str, text: str, complaint: str) -> None:
    (found,) = violations(write_tree(tmp_path, {module: text}))
    assert complaint in found


def source_files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def test_the_top_of_the_package_holds_nothing_but_its_entrances() -> None:
    assert {path.name for path in SOURCE.glob("*.py")} == {"__init__.py", "__main__.py", "_version.py"}


# A module that only one other imports is part of that other, unless it is a plug-in of a registry or long enough to
# be read by itself.
LONG_ENOUGH = 120
AT_MOST = 2
"""How many shorter ones there still are. It may only fall."""
REGISTRIES = {
    "stead.formats.registry",
    "stead.measures",
    "stead.systems.registry",
    "stead.lexicons",
    "stead.campaign.pages",  # its table of addresses
}


BY_NAME = {"stead.cli", "stead.formats.registry"}
"""Registries that name the modules of their folder in texts, and import them when they are needed."""
MOST_WITH_ONE_IMPORTER = 42
"""How many modules only one other imports; plug-ins of registries do not count. It may only fall."""


def importers_of_modules(root: Path) -> dict[str, set[str]]:
    """The modules that import each module, whether at once, late or by name."""
    modules = {module_name(path, root): path for path in root.rglob("*.py")}
    importers: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        named = names_in_texts(path, modules) if name in BY_NAME else []
        for imported in (*imported_modules(path, root), *named):
            target = imported if imported in modules else imported.rpartition(".")[0]
            if target in importers and target != name:
                importers[target].add(name)
    return importers


def names_in_texts(path: Path, modules: Container[str]) -> list[str]:
    """The modules of a registry's folder that it names."""
    package = f"stead.{path.parent.name}"
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [name for text in texts if (name := f"{package}.{text}") in modules]


def short_modules_with_one_importer(root: Path) -> list[str]:
    paths = {module_name(path, root): path for path in root.rglob("*.py")}
    return sorted(
        f"{paths[name].relative_to(root)} ({lines} lines) is only imported by {next(iter(importers))}"
        for name, importers in importers_of_modules(root).items()
        if paths[name].name != "__init__.py"
        and len(importers) == 1
        and not importers & (REGISTRIES | BY_NAME)
        and (lines := len(paths[name].read_text(encoding="utf-8").splitlines())) < LONG_ENOUGH
    )


def test_few_modules_have_one_importer() -> None:
    lone = [
        name
        for name, importers in importers_of_modules(SOURCE).items()
        if len(importers) == 1
        and not importers & (REGISTRIES | BY_NAME)
        and not (SOURCE.joinpath(*name.split(".")[1:]) / "__init__.py").exists()
    ]
    assert len(lone) <= MOST_WITH_ONE_IMPORTER, "\n".join(lone)


def module_name(path: Path, root: Path) -> str:
    return ".".join(("stead", *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")


def test_short_modules_are_part_of_what_imports_them() -> None:
    found = short_modules_with_one_importer(SOURCE)
    assert len(found) <= AT_MOST, "\n".join(found)


def test_a_short_module_with_one_importer_is_noticed(tmp_path: Path) -> None:
    tree = write_tree(
        tmp_path,
        {
            "scoring/a.py": "from stead.scoring.b import x\nfrom stead.scoring import c\n",
            "scoring/b.py": "x = 1\n",
            "scoring/c.py": "y = 1\n",
            "scoring/d.py": "from stead.scoring.c import y\n",
            "measures/__init__.py": "from stead.measures.best import Best\n",
            "measures/best.py": "Best = 1\n",
        },
    )
    assert short_modules_with_one_importer(tree) == ["scoring/b.py (1 lines) is only imported by stead.scoring.a"]


MOST_BY_POSITION = 5
"""Arguments of our own classes that may be given by position; mypy cannot see two of one type exchanged."""


@cache
def our_classes(root: Path) -> list[ast.ClassDef]:
    """Every class of the package."""
    return [
        node
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]


def crowded_calls(files: list[Path], classes: set[str], root: Path) -> list[str]:
    """Calls of our own classes with more arguments by position than anyone can keep apart."""
    found = []
    for path in files:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        imported = {
            alias.asname or alias.name
            for node in nodes
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in {"stead", "tests", "docs"}
            for alias in node.names
        }
        own = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
        found += [
            f"{path.relative_to(root)}:{node.lineno} {node.func.id} with {len(node.args)} positional arguments"
            for node in nodes
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and (node.func.id in own or node.func.id in imported & classes)
            and len(node.args) > MOST_BY_POSITION
        ]
    return found


def python_files() -> list[Path]:
    return [path for path in project_files() if path.suffix == ".py"]


def test_no_class_is_called_with_six_arguments_by_position() -> None:
    assert crowded_calls(python_files(), {node.name for node in our_classes(SOURCE)}, ROOT) == []


def test_a_call_with_six_arguments_by_position_is_noticed(tmp_path: Path) -> None:
    text = (
        "from stead.core.item import Item\nItem(1, 2, 3, 4, 5, 6)\nItem(1, 2, 3, 4, 5, id=6)\nTable(1, 2, 3, 4, 5, 6)\n"
    )
    tree = write_tree(tmp_path, {"a.py": text})
    found = crowded_calls([tree / "a.py"], {"Item", "Table"}, tree)
    assert found == ["a.py:2 Item with 6 positional arguments"]


def is_positional_record(node: ast.ClassDef) -> bool:
    """Whether a class is a record with more than five fields of its own that takes them by position."""
    header = [ast.unparse(part) for part in (*node.decorator_list, *node.bases, *node.keywords)]
    is_record = any(part.startswith("dataclass") or part == "Record" for part in header)
    own = [each for each in node.body if isinstance(each, ast.AnnAssign) and "ClassVar" not in ast.unparse(each)]
    return is_record and len(own) > MOST_BY_POSITION and not any("kw_only=True" in part for part in header)


@pytest.mark.parametrize(
    ("header", "crowded"),
    [
        ("class A(Record):", True),
        ("class A(Record, kw_only=True):", False),
        ("@dataclass(frozen=True)\nclass A:", True),
        ("@dataclass(frozen=True, kw_only=True)\nclass A:", False),
        ("class A:", False),
    ],
)
def test_a_record_that_takes_six_fields_by_position_is_noticed(header: str, crowded: bool) -> None:
    (node,) = ast.parse("\n".join([header, *(f"    field{number}: int" for number in range(6))])).body
    assert isinstance(node, ast.ClassDef)
    assert is_positional_record(node) == crowded


def test_records_with_more_than_five_fields_are_keyword_only() -> None:
    assert [node.name for node in our_classes(SOURCE) if is_positional_record(node)] == []


def test_nothing_is_asserted_since_assertions_vanish_under_optimisation() -> None:
    asserted = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in source_files()
        if "assert" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
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
