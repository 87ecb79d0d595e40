"""Every command and every piece of Python in the README and in docs/ is run, and its output compared."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from tests.docs.markdown import Page, blocks

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = Path(str(files("stead"))) / "examples"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_examples_of_a_page_are_true(path: Path, tmp_path: Path) -> None:
    problems = Page(path, tmp_path / "example", EXAMPLES).run()
    assert problems == [], "\n\n".join(problems)


@pytest.mark.soak
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_examples_of_a_page_are_true_in_a_shell(path: Path, tmp_path: Path) -> None:
    problems = Page(path, tmp_path / "example", EXAMPLES, cold=True).run()
    assert problems == [], "\n\n".join(problems)


def test_the_readme_has_a_console_session() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert any(block.language == "console" for block in blocks(readme))


def test_the_readme_fits_on_one_screen() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_to_another_page_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [target for target in targets if target and not (path.parent / target).exists()] == []
