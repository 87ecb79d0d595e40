"""An organiser's journey in a real browser, from nothing to the data sheet: two commands, everything else on pages."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from stead.campaign.settings import LANGUAGES
from tests.campaign.pages.servers import server_process
from tests.campaign.pages.test_browser import go
from tests.reporting.browser import PATIENCE, SIZES, chromium

PASSWORD = "correct horse battery"
SENTENCES = (("bright.a", "1", "A bright idea."), ("bright.a", "2", "A bright room."))
MAIN = (("dark.a", "3", "A dark room."),)


def items_text(sentences: tuple[tuple[str, str, str], ...]) -> str:
    lines: list[dict[str, str | int]] = [{"schema": "stead.items/1"}]
    for lexelt, identifier, text in sentences:
        word = lexelt.partition(".")[0]
        start = text.index(word)
        lines.append({"lexelt": lexelt, "id": identifier, "text": text, "start": start, "end": start + len(word)})
    return "".join(f"{json.dumps(line)}\n" for line in lines)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


class Journey:
    """Pages of an organiser and of annotators; every page that is looked at is examined by axe."""

    def __init__(self, browser: Browser, address: str, size: str) -> None:
        self._browser, self._address, self._size = browser, address, size
        self.organiser = self.page()
        self.findings: list[tuple[str, str]] = []
        self.seen = 0

    def page(self) -> Page:
        width, height = SIZES[self._size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, base_url=self._address, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def look(self, page: Page) -> None:
        """Examine the page as it is."""
        self.seen += 1
        self.findings += [(page.url, finding["id"]) for finding in Axe().run(page).response["violations"]]
        sticks_out = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        if page.evaluate(sticks_out):
            self.findings.append((page.url, "sticks out"))

    def visit(self, page: Page, address: str) -> None:
        page.goto(address)
        self.look(page)

    def annotate(self, token: str, *answers: str) -> None:
        """Follow a link, read the guidelines, and answer what there is."""
        page = self.page()
        page.goto(f"/join/{token}")
        go(page, lambda: page.click("main button"))
        if page.url.endswith("/guidelines"):
            go(page, lambda: page.click("main form button"))
        for word in answers:
            page.fill("#substitute-1", word)
            go(page, lambda: page.press("#substitute-1", "Enter"))
        page.context.close()


def submit(page: Page, action: str, then: Callable[[], None] | None = None) -> None:
    """Press the button of the form that goes somewhere."""
    if then:
        then()
    go(page, page.locator(f"form[action='{action}'] button").first.click)


def download(page: Page, action: str, value: str = "") -> bytes:
    chosen = f":has([value='{value}'])" if value else ""
    with page.expect_download() as taken:
        page.locator(f"form[action='{action}']{chosen} button").first.click()
    return Path(taken.value.path()).read_bytes()


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("fr", "phone"),
        *(
            pytest.param(language, size, marks=pytest.mark.soak)
            for language in LANGUAGES
            for size in ("desktop", "phone")
            if (language, size) != ("fr", "phone")
        ),
    ],
)
def test_from_init_to_the_data_sheet_with_two_commands(
    browser: Browser, tmp_path: Path, language: str, size: str
) -> None:
    (tmp_path / "items.jsonl").write_text(items_text(SENTENCES), encoding="utf-8")
    folder = tmp_path / "mine"
    init = [sys.executable, "-m", "stead", "campaign", "init", str(folder), "--items", str(tmp_path / "items.jsonl")]
    options = ["--annotators", "2", "--language", language, "--organiser", "olga"]
    made = subprocess.run([*init, *options], check=True, capture_output=True, text=True)
    name, link = made.stdout.strip().split("\t")
    assert name == "olga"
    with server_process(folder) as server:
        journey = Journey(browser, server.address, size)
        tokens = organise(journey, link.rpartition("/")[2])
        for token, word in zip(tokens, ("clever", "cleverer"), strict=True):
            journey.annotate(token, word, "light")
        conclude(journey, tokens)
    assert journey.findings == []
    assert journey.seen == 17


def organise(journey: Journey, token: str) -> list[str]:
    """Choose a password, settings and guidelines, try it, and invite; the tokens of the links."""
    page = journey.organiser
    page.goto(f"/join/{token}")
    go(page, lambda: page.click("main button"))
    for field in ("#password", "#again"):
        page.fill(field, PASSWORD)
    journey.look(page)
    go(page, lambda: page.click("main form button"))
    journey.look(page)  # the overview
    journey.visit(page, "/organise/settings")
    page.select_option("#setting-assignment-order", "file")
    submit(page, "/organise/settings", lambda: page.fill("#setting-interface-title", "Mots"))
    expect(page.locator(".top .name")).to_have_text("Mots")
    journey.visit(page, "/organise/guidelines")
    submit(page, "/organise/guidelines", lambda: page.fill("#text", "# G\n\nGive one word."))
    journey.visit(page, "/organise/preview")
    go(page, lambda: page.click("main a.main"))
    page.fill("#substitute-1", "tried")
    journey.look(page)
    go(page, lambda: page.press("#substitute-1", "Enter"))
    journey.visit(page, "/organise/people")
    submit(page, "/organise/people/invite", lambda: page.fill("#names", "ada\nbruno"))
    journey.look(page)
    table = download(page, "/organise/people/links").decode().splitlines()
    return [line.rpartition("/")[2] for line in table[1:]]


def conclude(journey: Journey, tokens: list[str]) -> None:
    """Curate, take everything away, close the pilot, and go on with the main phase up to its gold."""
    page = journey.organiser
    journey.visit(page, "/organise/agreement")
    journey.visit(page, "/organise/items?sort=agreement")
    go(page, page.locator("tbody a").first.click)
    page.locator("details.fold summary").nth(1).click()
    form = page.locator("form.decide:visible")
    form.locator("[name=to]").fill("clever")
    go(page, lambda: form.locator("[name=try]").click())
    journey.look(page)
    expect(page.locator(".side .card .tag.good")).to_have_text(["2", "–"])
    go(page, lambda: page.locator("form.decide:visible button.main").click())
    expect(page.locator("form[action='/organise/curation/undo']")).to_have_count(1)
    submit(page, "/organise/curation/undo")
    expect(page.locator(".side .card .tag.good")).to_have_count(0)
    journey.visit(page, "/organise/files")
    gold = download(page, "/organise/files/export", "gold").decode()
    assert gold == "bright.a 1 :: clever 1;cleverer 1;\nbright.a 2 :: light 2;\n"
    submit(page, "/organise/files/backup")
    assert download(page, "/organise/files/download").startswith(b"PK")
    journey.visit(page, "/organise/items/more")
    page.check("[name=sure]")
    submit(page, "/organise/items/close-pilot")
    page.set_input_files("#file", {"name": "main.jsonl", "mimeType": "text/plain", "buffer": items_text(MAIN).encode()})
    submit(page, "/organise/items/add")
    for token in tokens:
        journey.annotate(token, "gloomy")
    page.goto("/organise/files")
    assert download(page, "/organise/files/export", "gold").decode() == "dark.a 3 :: gloomy 2;\n"
    assert b"items in the gold" in download(page, "/organise/files/export", "data-sheet")
    journey.visit(page, "/organise/events")
    journey.visit(page, "/organise/curation")
    journey.visit(page, "/organise/crowd")
    journey.visit(page, "/organise/plan")
