"""The site is built strictly, has every public name, and takes nothing from another host."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLong

from tests.reporting.browser import chromium

ROOT = Path(__file__).resolve().parents[2]
OTHER_HOST = re.compile(r'<(?:script|img|iframe|source)\b[^>]*\bsrc="(?:https?:)?//|<link\b[^>]*\bhref="(?:https?:)?//')
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs", reason="needs the extra stead[docs]")
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def pages(site: Path) -> list[Path]:
    return sorted(path for path in site.rglob("*.html") if path.name != "404.html")


@pytest.mark.parametrize("package", ["stead", "stead.posthoc"])
def test_every_public_name_is_explained_on_a_page(package: str, site: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in (site / "reference/python").glob("*.html"))
    names = set(import_module(package).__all__) - {"__version__", "posthoc"}
    assert {name for name in names if f'<h2 id="{package}.{name}" class="doc doc-heading">' not in text} == set()


def test_no_page_names_a_script_style_or_picture_of_another_host(site: Path) -> None:
    assert [page.name for page in pages(site) if OTHER_HOST.search(page.read_text(encoding="utf-8"))] == []


def test_every_block_of_code_is_shown_as_one(site: Path) -> None:
    assert [page.name for page in pages(site) if "```" in page.read_text(encoding="utf-8")] == []


def test_formulas_are_drawn_without_a_script(site: Path) -> None:
    text = (site / "reference/measures.html").read_text(encoding="utf-8")
    assert "<mfrac>" in text
    assert "arithmatex" not in text


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


def fits(page: Any) -> bool:
    """Whether nothing sticks out at the side; after the width has changed, navigation moves for a moment."""
    try:
        page.wait_for_function("document.documentElement.scrollWidth <= window.innerWidth", timeout=5_000)
    except TooLong:
        return False
    return True


def test_every_page_fits_and_asks_no_other_host(site: Path, browser: Any) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    too_wide = []
    for path in pages(site):
        page.goto(path.as_uri())
        for view, scheme in ((PHONE, "light"), (DESK, "dark")):
            page.set_viewport_size(view)
            page.emulate_media(color_scheme=scheme)
            if not fits(page):
                too_wide.append((path.name, scheme))
    page.close()
    assert too_wide == []
    assert [address for address in asked if not address.startswith(("file:", "data:", "blob:", "about:"))] == []


@pytest.mark.parametrize("view", [PHONE, DESK], ids=["phone", "desk"])
def test_the_picture_of_the_first_page_is_seen_whole(view: dict[str, int], site: Path, browser: Any) -> None:
    page = browser.new_page(viewport=view)
    page.goto((site / "index.html").as_uri())
    (box,) = [box for svg in page.locator(".life-cycle svg").all() if (box := svg.bounding_box())]
    page.close()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= view["width"]


def test_search_works_from_a_folder(site: Path, browser: Any) -> None:
    page = browser.new_page(viewport=DESK)
    page.goto((site / "index.html").as_uri())
    page.click(".md-search__input")
    page.keyboard.type("randomisation")
    page.wait_for_selector(".md-search-result__item")
    assert "matching document" in page.inner_text(".md-search-result__meta")
    page.close()
