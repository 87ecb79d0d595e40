"""What a reader chooses on the page, in a browser: columns, addresses that restore it, files to keep, whole names."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

import stead
from stead.reporting.site import site
from tests.cli.running import EXAMPLES
from tests.reporting.browser import SIZES, USUAL_SIZES, Visit, chromium, visit
from tests.reporting.reports import gold_of, run_of, small

LONG = "a system with a name that is much longer than any plot has room for, version 12.3 (large)"
MEASURES = "best,best-mode,oot@10,oot-mode@10,gap,mrr,coverage,p@1"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as driver:
        yield driver


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled runs with eight measures, details of two systems, and a title."""
    path = tmp_path_factory.mktemp("choices") / "report.html"
    stead.compare(
        EXAMPLES / "gold.txt",
        *sorted((EXAMPLES / "runs").glob("*.txt")),
        measures=MEASURES,
        items=sorted(EXAMPLES.glob("items.*.xml")),
        resamples=50,
    ).with_details(
        title="Shared task",
        date="2026-11-17",
        systems={
            "careful": {"name": LONG, "paper": "Muster 2026", "link": "https://example.org/?a=1&b=2"},
            "parrot": {"parameters": 1_500_000, "cost": "=1+1"},
        },
    ).save(path)
    return path


AT_EVERY_SIZE = pytest.mark.parametrize("page", SIZES, indirect=True)


@pytest.fixture(params=USUAL_SIZES)
def page(request: pytest.FixtureRequest, browser: Browser, path: Path) -> Iterator[Visit]:
    with visit(browser, path, request.param) as opened:
        yield opened


def headings(page: Visit) -> list[str]:
    return [text for text in page.texts("#leaderboard-table thead th:not([hidden])") if text]


def reopen(page: Visit, fragment: str | None = None) -> None:
    """Open the page anew, as somebody else would who got its address."""
    address = page.page.url if fragment is None else page.page.url.partition("#")[0] + fragment
    page.page.goto("about:blank")
    page.page.goto(address)
    page.page.wait_for_selector("#item-list > *")


def rows_of(page: Visit, selector: str, folder: Path) -> list[dict[str, str]]:
    """The records of the CSV file that a button makes."""
    with page.page.expect_download() as waiting:
        page.page.locator(selector).click()
    assert waiting.value.suggested_filename.endswith(".csv")
    waiting.value.save_as(folder / "file.csv")
    with (folder / "file.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


# ------------------------------------------------------------------------------------- title, date and systems


@AT_EVERY_SIZE
def test_the_page_says_title_date_and_what_it_is_ranked_by(page: Visit) -> None:
    assert page.texts("h1") == ["Shared task"]
    assert page.texts("time") == ["2026-11-17"]
    assert page.texts("#ranked-by") == ["best R"]
    assert page.texts("header .lead")[0].startswith("5 systems on gold. 67 of 67 items")
    link = page.page.locator("#leaderboard-table a", has_text="Muster 2026")
    assert link.get_attribute("href") == "https://example.org/?a=1&b=2"
    assert page.texts("#leaderboard-table tbody th")[0] == LONG


# ----------------------------------------------------------------------------------------------------- columns

USUAL = ["system", "rank", "best R", "best-mode R", "oot@10 R", "answered", "paper", "parameters", "cost"]


@AT_EVERY_SIZE
def test_columns_are_chosen_and_the_address_restores_them(page: Visit) -> None:
    assert headings(page) == USUAL
    assert page.texts("#column-count") == ["8 of 13"]
    page.page.locator("#columns summary").click()
    page.page.get_by_label("gap", exact=True).check()
    page.page.get_by_label("best-mode R", exact=True).uncheck()
    expected = ["system", "rank", "best R", "oot@10 R", "gap", "answered", "paper", "parameters", "cost"]
    assert headings(page) == expected
    reopen(page)
    assert headings(page) == expected
    assert page.texts("#leaderboard-table tbody tr:last-child td:not([hidden])")[1] != "", "values move along"
    page.page.locator("nav a", has_text="Method").click()
    page.page.wait_for_url(re.compile("#method&columns="))
    assert headings(page) == expected, "a link to a section changes no choice"
    page.page.locator("#columns summary").click()
    page.page.locator("#all-columns").click()
    assert len(headings(page)) == 14
    page.page.locator("#usual-columns").click()
    assert headings(page) == USUAL
    assert "columns" not in page.script("location.hash")


@AT_EVERY_SIZE
def test_columns_are_chosen_by_keyboard_and_named_to_screen_readers(page: Visit) -> None:
    page.page.locator("#columns summary").focus()
    page.page.keyboard.press("Enter")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Space")
    assert headings(page) == [name for name in USUAL if name != "rank"]
    expect(page.page.get_by_role("group", name="Columns of the leaderboard")).to_be_visible()
    expect(page.page.get_by_role("checkbox", name="mrr", exact=True)).not_to_be_checked()
    results = Axe().run(page.page)
    assert results.response["violations"] == [], results.generate_report()


def test_on_a_desk_no_column_is_cut_off_at_first(browser: Browser, path: Path) -> None:
    with visit(browser, path) as page:
        region = "document.querySelector('[aria-label=\"Leaderboard table\"]')"
        assert page.script(f"{region}.scrollWidth <= {region}.clientWidth")


@pytest.mark.parametrize(
    "fragment", ["#columns=%E0%A4,x", "#leaderboard&columns=nothing", "#&&==&__proto__=x", "#x&y=1"]
)
def test_a_damaged_address_opens_the_page(browser: Browser, path: Path, fragment: str) -> None:
    with visit(browser, path) as page:
        reopen(page, fragment)
        assert headings(page)[0] == "system"
        assert page.texts("#found") == ["67 of 67 items"]


# --------------------------------------------------------------------------------------------------- addresses


@AT_EVERY_SIZE
def test_the_address_of_an_item_opens_it(page: Visit) -> None:
    page.page.fill("#search", "rich.a 24")
    page.page.locator("#item-list summary").click()
    link = page.page.locator("#item-list a", has_text="Link to this item").get_attribute("href") or ""
    assert "item=rich.a%2024" in link
    reopen(page, "#items&item=rich.a%2024")
    card = page.page.locator("#item-list details[open]")
    assert card.locator("summary .meta").first.inner_text() == "rich.a 24"
    expect(card.locator(".gold")).to_be_in_viewport()
    assert page.script("document.activeElement.tagName") == "SUMMARY"
    card.locator("summary").click()
    page.page.wait_for_url(lambda address: "item=" not in address)


def test_the_address_of_a_section_opens_it_where_it_is_once_the_page_is_drawn(page: Visit) -> None:
    for fragment in ("#items", "#items&columns=rank"):
        reopen(page, fragment)
        assert 0 < page.script("document.querySelector('#items h2').getBoundingClientRect().top") < 150


def test_an_item_that_is_not_shown_at_first_opens_too(page: Visit) -> None:
    page.page.locator("#more").click()
    key = page.page.locator("#item-list summary").last.locator(".meta").first.inner_text()
    reopen(page, f"#items&search=zzz&item={key.replace(' ', '%20')}")
    assert page.page.locator("#item-list details[open] summary .meta").first.inner_text() == key
    reopen(page, "#items&item=no.n%20999")
    assert page.texts("#found") == ["There is no item no.n 999."]


def test_the_address_of_a_duel_restores_it(page: Visit) -> None:
    page.page.select_option("#filter", "losses")
    page.page.select_option("#first", label="hedger")
    page.page.select_option("#second", label="parrot")
    count, first = page.texts("#found"), page.texts("#item-list summary")[0]
    link = page.page.locator("#duel-link").get_attribute("href") or ""
    assert link == "#items&show=losses&first=hedger&second=parrot"
    page.page.select_option("#filter", "all")
    page.page.evaluate("(address) => { location.hash = address; }", link)
    expect(page.page.locator("#duel")).to_be_visible()
    assert (page.texts("#found"), page.texts("#item-list summary")[0]) == (count, first)
    reopen(page)
    assert (page.texts("#found"), page.texts("#item-list summary")[0]) == (count, first)
    assert page.page.locator("#second option:checked").inner_text() == "parrot"


# --------------------------------------------------------------------------------------------------- CSV files


def test_the_leaderboard_is_saved_as_it_is_seen(page: Visit, tmp_path: Path) -> None:
    page.page.locator("#leaderboard-table th button", has_text="oot@10 R").click()
    records = rows_of(page, "#leaderboard-tools .save", tmp_path)
    assert [record["system"] for record in records] == [LONG, "hedger", "parrot", "napper", "magpie", "ceiling"]
    names = [name for name in records[0] if not name.endswith(" interval")]
    assert names == USUAL
    parrot = records[2]
    assert parrot["parameters"] == "1500000", "a number for programs"
    assert parrot["cost"] == "'=1+1", "and no formula"
    shown = page.page.locator("#leaderboard-table tr", has_text="parrot").locator("td[data-figure='0']").inner_text()
    assert [parrot["best R"], parrot["best R interval"]] == shown.split("\n")


def test_differences_are_saved_as_numbers(page: Visit, tmp_path: Path) -> None:
    records = rows_of(page, "#matrix + .save", tmp_path)
    assert len(records) == 5
    assert float(records[0]["magpie"]) == -float(records[4][LONG]) > 0
    assert 0 <= float(records[0]["magpie p"].replace("< ", "")) <= 1


def test_items_are_saved_as_filtered(page: Visit, tmp_path: Path) -> None:
    page.page.fill("#search", "bright")
    page.page.select_option("#filter", "wins")
    page.page.select_option("#second", label="parrot")
    records = rows_of(page, "#item-tools .save", tmp_path)
    assert f"{len(records)} of 67 items" == page.texts("#found")[0]
    for record in records:
        assert "bright" in " ".join(record.values()).lower()
        assert float(record[f"{LONG} best R"]) > float(record["parrot best R"] or 0)
    first = page.page.locator("#item-list summary").first
    assert first.locator(".meta").first.inner_text() == f"{records[0]['lexelt']} {records[0]['id']}"


def test_no_text_of_a_stranger_breaks_a_file(browser: Browser, tmp_path: Path) -> None:
    odd = ['a "quoted", name', "=cmd|' /C calc'!A0", "-2+3", "＝1", "'=x", " spaced "]
    gold = gold_of({"1": {'"x",y': 2.0, "@sum": 1.0}, "2": {"b": 2.0}})
    runs = [run_of(name, {"1": [name, "@sum"], "2": ["b"] if number else ["c"]}) for number, name in enumerate(odd)]
    stead.compare(gold, *runs, measures="best", resamples=20).save(tmp_path / "report.html")
    with visit(browser, tmp_path / "report.html") as page:
        names = [record["system"] for record in rows_of(page, "#leaderboard-tools .save", tmp_path)]
        assert set(names) >= {odd[0], f"'{odd[1]}", f"'{odd[2]}", f"'{odd[3]}", f"'{odd[4]}"}
        for record in rows_of(page, "#item-tools .save", tmp_path):
            assert not any(re.match(r"[=+@＝]", value) for value in record.values())
        assert {record["gold"] for record in rows_of(page, "#item-tools .save", tmp_path)} == {'"x",y 2; @sum 1', "b 2"}


# --------------------------------------------------------------------------------------------------- long names


@AT_EVERY_SIZE
def test_a_long_name_is_whole_on_hover_and_in_the_saved_plot(page: Visit, tmp_path: Path) -> None:
    assert LONG in page.texts("#forest text title")
    assert page.page.locator("#leaderboard-table tbody th").first.get_attribute("title") == LONG
    left = "Math.min(...[...document.querySelectorAll('#forest text')].map((text) => text.getBBox().x))"
    assert page.script(left) >= 0
    with page.page.expect_download() as waiting:
        page.page.locator("#forest .save").click()
    waiting.value.save_as(tmp_path / "plot.svg")
    svg = "{http://www.w3.org/2000/svg}"
    root = ET.parse(tmp_path / "plot.svg").getroot()
    label = next(text for text in root.iter(f"{svg}text") if text.text == LONG)
    width = float(label.attrib["textLength"])
    assert width > 300, "as long as it is"
    assert float(label.attrib["x"]) - width >= 0, "and nothing is cut off on the left, whatever font there is"
    assert float(label.attrib["x"]) < float(root.attrib["viewBox"].split()[2])


def test_the_page_of_a_system_has_whole_names_of_measures_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    pages = site(small("one", "two", measures="semdis", resamples=20).report, {})
    (tmp_path / "one.html").write_text(pages["systems/one.html"], encoding="utf-8")
    with visit(browser, tmp_path / "one.html", "phone") as opened:
        assert opened.texts(".measures tbody th")[-1] == "semdis-oot-norm@10"
        assert opened.script("getComputedStyle(document.querySelector('.measures')).display") == "table"
        heads = "[...document.querySelectorAll('.measures th')]"
        assert opened.script(f"{heads}.every((head) => head.scrollWidth <= head.clientWidth)")
