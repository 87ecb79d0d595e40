"""The generated pages are what the program says today: run `make docs` if this fails."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from docs.generate import PYTHON, pages

DOCS = Path(__file__).parents[2] / "docs"


OTHER_LAYOUT = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="argparse lays out help otherwise in other versions"
)


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return pages()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("reference/commands.md", marks=OTHER_LAYOUT),
        "reference/measures.md",
        "reference/formats.md",
        "reference/papers.md",
        "reference/report.schema.json",
        "tutorials/researcher.ipynb",
    ],
)
def test_generated_page_is_up_to_date(name: str, made: dict[str, str]) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == made[name]


def test_the_pages_on_python_are_up_to_date(made: dict[str, str]) -> None:
    pages_there = set(DOCS.glob(f"{PYTHON}/*")) - {DOCS / PYTHON / "index.md"}
    there = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in pages_there}
    assert there == {name: text for name, text in made.items() if name.startswith(f"{PYTHON}/")}


@pytest.mark.parametrize("package", ["stead", "stead.posthoc"])
def test_every_public_name_has_its_place_in_the_reference(package: str) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob(f"{PYTHON}/*.md"))
    names = set(import_module(package).__all__) - {"__version__", "posthoc"}
    assert {name for name in names if f"\n::: {package}.{name}\n" not in text} == set()
