"""The page in a real browser, at the width of a desk and of a phone: everything that it offers is used."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

import stead
from stead.cli import main
from stead.core.item import Item
from stead.records.report import ComparisonReport, ReportItem
from tests.cli.running import EXAMPLES
from tests.cli.sources import without_resources
from tests.reporting.browser import LOOKS, SIZES, USUAL_SIZES, Visit, chromium, visit
from tests.reporting.reports import HOSTILE, example, gold_of, run_of, small

NAMES = ["careful", "hedger", "magpie", "napper", "parrot"]


def report() -> ComparisonReport:
    """What the page is about."""
    return example().report


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as driver:
        yield driver


@pytest.fixture(scope="module")
def example_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("example") / "report.html"
    example().save(path)
    return path


AT_EVERY_SIZE = pytest.mark.parametrize("page", SIZES, indirect=True)


@pytest.fixture(params=USUAL_SIZES)
def page(request: pytest.FixtureRequest, browser: Browser, example_page: Path) -> Iterator[Visit]:
    """The report of the bundled example."""
    with visit(browser, example_page, request.param) as opened:
        yield opened


def leaderboard(page: Visit) -> list[str]:
    """The systems in the order that is shown."""
    return page.texts("#leaderboard-table tbody th")


def items_found(page: Visit) -> int:
    """How many items the browser of items says it has found."""
    return int(page.texts("#found")[0].split()[0])


def value_of(run: str, measure: str, figure: str) -> float:
    for estimate in report().comparisons[0].estimates:
        if (estimate.run, estimate.measure, estimate.figure) == (run, measure, figure):
            return estimate.value or 0.0
    raise AssertionError(run)


# -------------------------------------------------------------------------------------------------- it opens


@AT_EVERY_SIZE
def test_the_page_opens_and_shows_every_part(page: Visit) -> None:
    assert page.texts("h1") == ["5 systems on gold"]
    for section in ("leaderboard", "differences", "breakdowns", "measures", "items", "method"):
        expect(page.page.locator(f"#{section}")).to_be_visible()
    assert page.page.locator("figure svg").count() == 3
    assert items_found(page) == 67
    expect(page.page.locator("#old-browser")).to_be_hidden()


@AT_EVERY_SIZE
def test_nothing_sticks_out_of_the_screen(page: Visit) -> None:
    assert page.script("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_long_path_in_a_sentence_is_broken(browser: Browser, example_page: Path) -> None:
    with visit(browser, example_page, "phone") as page:
        page.script("document.querySelector('h1').nextElementSibling.append('/folder'.repeat(40))")
        assert page.script("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_without_scripts_the_tables_are_there(browser: Browser, example_page: Path) -> None:
    with visit(browser, example_page, java_script_enabled=False) as page:
        assert leaderboard(page)[0] == "careful"
        assert "need JavaScript" in page.texts("noscript")[0]


def test_unknown_columns_in_the_address_hide_none(browser: Browser, example_page: Path) -> None:
    with visit(browser, example_page) as page:
        count = page.page.locator("#column-count")
        usual = count.text_content()
        page.script("location.hash = 'leaderboard&columns=none'")
        expect(count).to_have_text(re.compile("^0 of"))
        page.script("location.hash = 'leaderboard&columns=foo'")
        expect(count).to_have_text(str(usual))


def test_the_report_of_the_demonstration_opens_with_every_measure(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_resources(tmp_path, monkeypatch)
    assert main(["demo", "--report", str(tmp_path / "report.html")]) == 0
    for size in SIZES:
        with visit(browser, tmp_path / "report.html", size) as page:
            assert page.page.locator("#leaderboard-table th[scope=col]").count() > 15
            page.page.locator("#columns summary").click()
            page.page.locator("#all-columns").click()
            page.page.locator("#leaderboard-table th button", has_text="gap").click()
            everything = items_found(page)
            page.page.fill("#search", "otter")
            assert 0 < items_found(page) < everything
            page.page.locator("#item-list summary").first.click()
            expect(page.page.locator("#item-list .gold")).to_be_visible()
            page.page.locator("#theme").click()


# ----------------------------------------------------------------------------------------------- leaderboard


def test_a_heading_sorts_and_sorts_back(page: Visit) -> None:
    assert leaderboard(page) == ["careful", "napper", "parrot", "hedger", "magpie", "ceiling"]
    heading = page.page.locator("#leaderboard-table th", has_text="oot@10 R")
    falling = sorted(NAMES, key=lambda run: -value_of(run, "oot@10", "R"))
    heading.locator("button").click()
    assert leaderboard(page) == [*falling, "ceiling"]
    assert heading.get_attribute("aria-sort") == "descending"
    heading.locator("button").click()
    assert leaderboard(page) == [*reversed(falling), "ceiling"]
    assert heading.get_attribute("aria-sort") == "ascending"
    assert page.page.locator("#leaderboard-table th[aria-sort]").count() == 1
    page.page.locator("#leaderboard-table th button", has_text="system").click()
    assert leaderboard(page) == [*sorted(NAMES), "ceiling"]
    page.page.locator("#leaderboard-table th button", has_text="rank").click()
    assert leaderboard(page) == ["careful", "napper", "parrot", "hedger", "magpie", "ceiling"]


def test_another_measure_and_another_unit(page: Visit) -> None:
    svg = page.page.locator("#forest svg")
    assert svg.get_attribute("aria-label") == "best R of every system, with its interval"
    page.page.select_option("#forest-figure", label="oot@10 R")
    assert svg.get_attribute("aria-label") == "oot@10 R of every system, with its interval"
    before, titles = page.texts("#leaderboard-table td small"), page.texts("#forest title")
    page.page.locator("#forest-unit button", has_text="by lexelt").click()
    assert page.texts("#forest title") != titles
    estimate = next(each for each in report().comparisons[1].estimates if (each.run, each.figure) == ("careful", "R"))
    assert estimate.interval.low is not None
    assert estimate.interval.high is not None
    shown = f"{100 * estimate.interval.low:.2f} to {100 * estimate.interval.high:.2f}"
    after = page.texts("#leaderboard-table td small")
    assert after[0] == shown != before[0]
    assert page.texts("#interval-unit") == ["by lexelt"]
    page.page.locator("#forest-unit button", has_text="by item").click()
    assert page.texts("#leaderboard-table td small") == before


# ------------------------------------------------------------------------------------------------ differences


def test_the_matrix_of_differences(page: Visit) -> None:
    cells = page.texts("#matrix tbody tr:first-child td")
    assert cells[0] == "·"
    difference = value_of("careful", "best", "R") - value_of("napper", "best", "R")
    assert cells[1].startswith(f"+{100 * difference:.2f}")
    assert page.page.locator("#matrix td.better").count() == page.page.locator("#matrix td.worse").count() > 0
    page.page.select_option("#matrix-figure", label="oot@10 R")
    assert page.texts("#matrix tbody th") == sorted(NAMES, key=lambda run: -value_of(run, "oot@10", "R"))
    by_item = page.texts("#matrix small")
    page.page.locator("#matrix-unit button", has_text="by lexelt").click()
    assert page.texts("#matrix small") != by_item


# ------------------------------------------------------------------------------------- breakdowns and measures


def test_the_heat_maps_of_groups(page: Visit) -> None:
    assert page.texts("#heat-grouping button") == [each.grouping for each in report().breakdowns]
    assert page.texts("#heat thead th") == ["English\n28 items", "French\n19 items", "Italian\n20 items"]
    page.page.locator("#heat-grouping button", has_text="lexelt").click()
    lexelts = {item.lexelt for item in report().items}
    assert set(page.texts("#heat tbody th")) == lexelts, "many groups go down, systems across"
    page.page.select_option("#heat-figure", label="oot@10 R")
    shown = page.texts("#heat thead th")
    assert shown[:-1] == sorted(NAMES, key=lambda run: -value_of(run, "oot@10", "R"))


def test_measures_against_each_other(page: Visit) -> None:
    svg = page.page.locator("#scatter svg")
    assert svg.get_attribute("aria-label") == "best R against best-mode R, one point a system"
    assert svg.locator("circle").count() == 5
    page.page.select_option("#across", label="gap")
    page.page.select_option("#up", label="oot@10 R")
    assert svg.get_attribute("aria-label") == "gap against oot@10 R, one point a system"
    page.page.select_option("#curve", label="gap")
    assert "by gap" in (page.page.locator("#curves svg").get_attribute("aria-label") or "")
    assert page.page.locator("#curves polyline.chosen").count() == 1


# ------------------------------------------------------------------------------------------------------- items


def test_items_nobody_or_everybody_solves(page: Visit) -> None:
    page.page.select_option("#filter", "unsolved")
    assert items_found(page) == sum(1 for item in report().items if not any(item.credit))
    page.page.select_option("#filter", "solved")
    assert items_found(page) == sum(1 for item in report().items if all(item.credit))


@pytest.mark.parametrize(("filter", "sign"), [("wins", 1), ("losses", -1)])
def test_wins_and_losses_of_one_system_against_another(page: Visit, filter: str, sign: int) -> None:
    page.page.select_option("#filter", filter)
    page.page.select_option("#first", label="parrot")
    page.page.select_option("#second", label="careful")
    one, other = NAMES.index("parrot"), NAMES.index("careful")
    differences = [sign * ((item.credit[one] or 0) - (item.credit[other] or 0)) for item in report().items]
    assert items_found(page) == sum(1 for each in differences if each > 0) > 0
    figures = page.texts("#item-list .figures")[0]
    first, second = map(float, re.findall(r"\d+\.\d\d", figures))
    assert sign * (first - second) == pytest.approx(100 * max(differences), abs=0.011), "the largest comes first"


def test_a_search_finds_sentences_targets_ids_and_terms(page: Visit) -> None:
    def holds(item: ReportItem, wanted: str) -> bool:
        sentence = "".join(item.sentence or ())
        terms = [term for entries in (item.gold, *item.answers) for term, _ in entries]
        return any(wanted in own.lower() for own in (f"{item.lexelt} {item.id}", sentence, *terms))

    for text in ("bright", "BRIGHT", "  champ ", "pasta", "no such word at all", "rich.a 24"):
        page.page.fill("#search", text)
        assert items_found(page) == sum(holds(item, text.strip().lower()) for item in report().items), text


def test_an_item_opens(page: Visit) -> None:
    page.page.locator("#item-list summary").first.click()
    card = page.page.locator("#item-list details").first
    item = report().items[0]
    expect(card.locator(".gold")).to_be_visible()
    assert card.locator(".gold span:not(.bar)").all_inner_texts() == [term for term, _ in item.gold]
    assert card.locator(".gold .bar").all_inner_texts() == [f"{weight:g}" for _, weight in item.gold]
    assert [text.split()[0] for text in card.locator("dt").all_inner_texts()] == leaderboard(page)[:-1]
    chips = card.locator("dd").first.locator(".chip")
    assert chips.count() == len(item.answers[0])
    right = sum(1 for _, weight in item.answers[0] if weight > 0)
    assert card.locator("dd").first.locator(".chip.right").count() == right > 0
    page.page.locator("#item-list summary").first.click()
    expect(card.locator(".gold")).to_be_hidden()


def test_more_items_are_shown_on_demand(page: Visit) -> None:
    assert page.page.locator("#item-list details").count() == 50
    page.page.locator("#more").click()
    assert page.page.locator("#item-list details").count() == 67
    expect(page.page.locator("#more")).to_be_hidden()
    assert page.script("document.activeElement.tagName") == "SUMMARY"


# -------------------------------------------------------------------------------------------- light, dark, paper


def test_dark_and_light(page: Visit) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.script(paper)
    page.page.locator("#theme").click()
    dark = page.script(paper)
    assert dark != light
    assert page.page.locator("#theme").get_attribute("aria-pressed") == "true"
    page.page.wait_for_timeout(300)  # the browser stores a moment later what pages ask it to
    page.page.reload()
    page.page.wait_for_selector("#item-list > *")
    assert page.script(paper) == dark, "the choice is remembered"
    page.page.locator("#theme").click()
    assert page.script(paper) == light


def test_the_page_follows_the_system(browser: Browser, example_page: Path) -> None:
    with visit(browser, example_page, color_scheme="dark") as page:
        assert page.page.locator("#theme").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("place", ["forest", "scatter", "curves"])
def test_a_plot_is_saved_as_svg_in_the_colours_of_paper(page: Visit, tmp_path: Path, place: str) -> None:
    page.page.locator("#theme").click()
    with page.page.expect_download() as waiting:
        page.page.locator(f"#{place} .save").click()
    assert waiting.value.suggested_filename.endswith(".svg")
    waiting.value.save_as(tmp_path / "plot.svg")
    root = ET.parse(tmp_path / "plot.svg").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    assert texts
    assert all("fill:rgb(" in element.attrib["style"] for element in texts)
    first = re.search(r"fill:rgb\((\d+)", texts[0].attrib["style"])
    assert first is not None
    assert int(first[1]) < 128, "dark letters"
    assert page.script("document.documentElement.dataset.theme") == "dark", "and the page stays as it was"


def test_paper_has_no_controls(page: Visit) -> None:
    page.page.locator("#theme").click()
    page.page.emulate_media(media="print")
    for selector in ("nav", ".controls", ".save", "#more"):
        for element in page.page.locator(selector).all():
            expect(element).to_be_hidden()
    expect(page.page.locator("#leaderboard-table")).to_be_visible()
    assert page.script("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.script("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"


def test_it_can_be_printed(browser: Browser, example_page: Path) -> None:
    with visit(browser, example_page) as page:
        assert page.page.pdf(format="A4").startswith(b"%PDF")


# --------------------------------------------------------------------------------- keyboard and screen readers

REACHABLE = """() => [...document.querySelectorAll('a[href], button, select, input, summary, [tabindex="0"]')]
  .filter((element) => element.checkVisibility())
  .map((element, number) => { element.dataset.stop = number; return number; })"""


@AT_EVERY_SIZE
def test_the_keyboard_reaches_everything_in_order(page: Visit) -> None:
    stops = page.script(REACHABLE)
    assert len(stops) > 80
    visited = []
    for _ in stops:
        page.page.keyboard.press("Tab")
        visited.append(page.script("Number(document.activeElement.dataset.stop ?? -1)"))
    assert visited == stops


def test_everything_works_by_keyboard(page: Visit) -> None:
    press = page.page.keyboard.press
    page.page.locator("#leaderboard-table th button", has_text="oot@10 R").focus()
    press("Enter")
    assert leaderboard(page)[:2] == ["careful", "hedger"]
    page.page.locator("#forest-unit button").nth(1).focus()
    press("Space")
    assert page.texts("#interval-unit") == ["by lexelt"]
    page.page.locator("#forest-figure").focus()
    press("ArrowDown")
    assert "best-mode R" in (page.page.locator("#forest svg").get_attribute("aria-label") or "")
    page.page.locator("#search").focus()
    page.page.keyboard.type("rich.a 24")
    assert items_found(page) == 1
    for _ in ("the filter", "the button that saves", "the item"):
        press("Tab")
    press("Enter")
    expect(page.page.locator("#item-list .gold")).to_be_visible()
    page.page.locator("#theme").focus()
    press("Enter")
    assert page.page.locator("#theme").get_attribute("aria-pressed") == "true"


def test_the_first_stop_leads_past_the_navigation(page: Visit) -> None:
    page.page.keyboard.press("Tab")
    assert page.script("document.activeElement.textContent") == "Skip to the leaderboard"
    page.page.keyboard.press("Enter")
    assert page.script("location.hash") == "#leaderboard"


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_no_barrier_is_found(browser: Browser, example_page: Path, size: str, scheme: str) -> None:
    with visit(browser, example_page, size, color_scheme=scheme) as page:
        page.page.select_option("#filter", "wins")
        page.page.locator("#item-list summary").first.click()
        page.page.locator("#method summary").click()
        results = Axe().run(page.page)
        assert results.response["violations"] == [], results.generate_report()


# ------------------------------------------------------------------------------------------ names of strangers


@pytest.fixture(scope="module")
def hostile_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    texts = list(HOSTILE.values())
    gold = gold_of({text: {text: 3.0, "clever": 1.0} for text in texts}, HOSTILE["markup"])
    items = [
        Item(id=text, lexelt=f"target{place // 2}.n", text=f"{text}|{text}", start=0, end=len(text))
        for place, text in enumerate(texts)
    ]
    runs = [run_of(text, {key: [text, *texts[place:]] for key in texts}) for place, text in enumerate(texts)]
    path = tmp_path_factory.mktemp("hostile") / "report.html"
    stead.compare(gold, *runs, measures="best,oot@10", resamples=30, items=items, by="lexelt").save(path)
    return path


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.soak)])
def test_names_of_strangers_do_nothing(browser: Browser, hostile_page: Path, size: str) -> None:
    with visit(browser, hostile_page, size) as page:
        for summary in page.page.locator("#item-list summary").all():
            summary.click()
        page.page.locator("#heat-grouping button").first.click()
        page.page.select_option("#filter", "wins")
        assert "<script>alert(1)</script>" in " ".join(leaderboard(page))
        assert page.script("document.querySelectorAll('script').length") == 2
        assert page.script("document.querySelectorAll('img, iframe').length") == 0
        assert page.script("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        assert page.script("[...document.querySelectorAll('section')].every((each) => each.offsetHeight < 30000)")


def test_a_script_that_got_in_would_not_run(browser: Browser, example_page: Path, tmp_path: Path) -> None:
    text = example_page.read_text(encoding="utf-8")
    (tmp_path / "x.html").write_text(
        text.replace("</h1>", "<script>document.title='!'</script></h1>"), encoding="utf-8"
    )
    with visit(browser, tmp_path / "x.html") as page:
        assert page.page.title() == "5 systems on gold"
        assert len(page.wrong) == 1
        assert "Content Security Policy" in page.wrong.pop()


# ------------------------------------------------------------------------------------------------ other pages


@pytest.mark.parametrize("names", [("alone",), tuple(f"system {number}" for number in range(40))], ids=["one", "forty"])
def test_one_system_or_forty(browser: Browser, tmp_path: Path, names: tuple[str, ...]) -> None:
    small(*names, measures="best,oot@10", resamples=20).save(tmp_path / "report.html")
    with visit(browser, tmp_path / "report.html") as page:
        assert page.page.locator("#forest circle").count() == len(names)
        assert page.page.locator("#matrix tbody tr").count() == (len(names) if len(names) > 1 else 0)
        assert page.page.locator("#filter option").count() == (5 if len(names) > 1 else 3)


def test_a_figure_without_any_value(browser: Browser, tmp_path: Path) -> None:
    runs = [run_of("one", {"1": ["a"]}), run_of("two", {"2": ["c"]})]
    gold = {"1": {"a": 1, "b": 1}, "2": {"c": 1, "d": 1}}
    stead.compare(gold, *runs, measures="best-mode,best", resamples=20).save(tmp_path / "report.html")
    with visit(browser, tmp_path / "report.html") as page:
        assert page.texts("#leaderboard-table tbody tr:first-child td")[:2] == ["-", "-"]
        page.page.locator("#leaderboard-table th button", has_text="best-mode R").click()
        page.page.select_option("#forest-figure", label="best R")
        assert page.page.locator("#forest circle").count() == 2
        page.page.select_option("#filter", "unsolved")
        assert items_found(page) == 0, "no value is not the same as nothing earned"


def test_a_leaderboard_leads_to_its_systems_and_back(browser: Browser, tmp_path: Path) -> None:
    result = small("one", "../../two", HOSTILE["markup"], "a b%20c")
    stead.LeaderboardResult(result, {"broken.txt": "the file is empty."}).save(tmp_path / "site")
    with visit(browser, tmp_path / "site" / "index.html") as page:
        assert page.texts("section:has(#refused) li") == ["broken.txt: the file is empty."]
        for name in leaderboard(page)[:-1]:
            page.page.locator("#leaderboard-table a", has_text=name).click()
            expect(page.page.locator("h1")).to_have_text(name)
            assert Axe().run(page.page).response["violations"] == []
            page.page.locator("a", has_text="Leaderboard").click()
            expect(page.page.locator("h1")).to_have_text("4 systems on gold")
            page.page.wait_for_selector("#item-list > *")


# ------------------------------------------------------------------------------------- rankings and annotators


@pytest.fixture(scope="module")
def annotated_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled runs with groups, subsets, a second gold and annotators."""
    path = tmp_path_factory.mktemp("annotated") / "report.html"
    stead.compare(
        EXAMPLES / "gold.txt",
        *sorted((EXAMPLES / "runs").glob("*.txt")),
        measures="best,oot@10,gap,coverage,rank,p@1,r@10,semdis-best,best-mode",
        by=["pos", "subset"],
        multiwords=EXAMPLES / "gold-multiwords.txt",
        manual=EXAMPLES / "manual.txt",
        other_gold=EXAMPLES / "gold.txt",
        annotations=EXAMPLES / "annotations.jsonl",
        resamples=100,
    ).save(path)
    return path


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_rankings_and_annotators_are_shown(browser: Browser, annotated_page: Path, size: str, scheme: str) -> None:
    with visit(browser, annotated_page, size, color_scheme=scheme) as page:
        assert page.texts("#annotators tbody th") == ["ada", "bruno", "chloe", "dario", "elif"]
        expect(page.page.locator("nav a", has_text="Annotators")).to_be_visible()
        titles = page.texts("#measures h4")
        assert titles == [
            "agreement of rankings by two measures",
            "agreement of rankings by best R on groups of items: pos",
            "agreement of rankings by best R on groups of items: subset",
        ]
        assert page.texts("#heat-grouping button")[:2] == ["pos", "subset"]
        page.page.locator("#heat-grouping button", has_text="subset").click()
        assert [text.split("\n")[0] for text in page.texts("#heat thead th")] == ["MWT", "NMWT", "MAN", "RAND", "NMWS"]
        assert page.script("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        narrow = (
            "[...document.querySelectorAll('tbody th')].filter((e) => e.offsetHeight > 120).map((e) => e.innerText)"
        )
        assert page.script(narrow) == [], "no heading of a row is squeezed into a column of letters"
        results = Axe().run(page.page)
        assert results.response["violations"] == [], results.generate_report()


def test_without_annotations_there_is_nothing_about_annotators(page: Visit) -> None:
    assert page.page.locator("#annotators").count() == 0
    expect(page.page.locator("nav a", has_text="Annotators")).to_be_hidden()


def test_what_is_chosen_is_said_beside_the_controls_too(page: Visit) -> None:
    page.page.select_option("#matrix-figure", label="oot@10 R")
    page.page.locator("#matrix-unit button", has_text="by lexelt").click()
    page.page.select_option("#heat-figure", label="gap")
    page.page.select_option("#forest-figure", label="coverage F")
    assert page.texts("#matrix caption") == ["oot@10 R, tested by lexelt"]
    assert page.texts("#heat caption") == ["gap by languages"]
    assert "coverage F, intervals by item" in page.texts("#forest svg text")


def test_every_measure_fits_on_paper(browser: Browser, annotated_page: Path) -> None:
    """A4 without its margins is some 740 pixels wide."""
    with visit(browser, annotated_page) as page:
        page.page.set_viewport_size({"width": 740, "height": 1050})
        page.page.emulate_media(media="print")
        assert page.script("document.documentElement.scrollWidth") <= 740


@pytest.mark.parametrize(
    ("p", "expected"),
    [(0.00149985, ".001"), (0.0625, ".063"), (0.0009999999, "< .001"), (0.0499999999, ".050"), (1.0, "1.000")],
)
def test_a_p_value_is_the_same_on_the_page_and_in_a_table(
    browser: Browser, tmp_path: Path, p: float, expected: str
) -> None:
    own = small("one", "two", measures="best", resamples=20)
    first, *others = own.report.comparisons
    tests = (replace(first.pairs[0].tests[0], p=p, corrected=p),)
    changed = replace(first, pairs=tuple(replace(each, tests=tests, difference=0.1) for each in first.pairs))
    result = stead.ComparisonResult(replace(own.report, comparisons=(changed, *others)))
    result.save(tmp_path / "report.html")
    with visit(browser, tmp_path / "report.html") as page:
        assert page.texts("#matrix small") == [f"p {expected}"] * 2
        assert page.page.locator("#matrix td.better").count() == (1 if p < 0.05 else 0)
    assert f"  {expected}{'*' if p < 0.05 else ' '}" in result.to("text")


# ------------------------------------------------------------------------------------- names of every length

LENGTHS = (
    "short",
    "a-name-of-25-letters-long",
    "MMMM-WWWW-" * 6,
    "mixed case and blanks, sixty letters in all, as people give",
)
_BOXES = """(texts) => texts.map((text) => {
  const [own, svg] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
  const [left, right] = [own.left - svg.left, own.right - svg.left];
  return { text: text.textContent, left, right, top: own.top, bottom: own.bottom, width: svg.width };
})"""


@pytest.mark.parametrize("size", SIZES)
def test_names_of_every_length_stay_within_the_plots_and_apart(browser: Browser, tmp_path: Path, size: str) -> None:
    small(*LENGTHS, measures="best,oot@10", resamples=20).save(tmp_path / "report.html")
    with visit(browser, tmp_path / "report.html", size) as page:
        for place in ("forest", "scatter"):
            boxes = page.page.locator(f"#{place} svg text:not([transform])").evaluate_all(_BOXES)
            assert [box["text"] for box in boxes if box["left"] < 0 or box["right"] > box["width"]] == []
            overlapping = [
                (one["text"], other["text"])
                for one, other in combinations(boxes, 2)
                if one["left"] < other["right"] - 1
                and other["left"] < one["right"] - 1
                and one["top"] < other["bottom"] - 4
                and other["top"] < one["bottom"] - 4
            ]
            assert overlapping == []
        assert LENGTHS[0] in page.texts("#forest text")
        assert any(text.startswith("a-name-of") for text in page.texts("#forest text"))


def test_a_saved_plot_holds_the_whole_of_its_labels(browser: Browser, tmp_path: Path) -> None:
    small(*LENGTHS, measures="best,oot@10", resamples=20).save(tmp_path / "report.html")
    with visit(browser, tmp_path / "report.html") as page:
        with page.page.expect_download() as waiting:
            page.page.locator("#forest .save").click()
        waiting.value.save_as(tmp_path / "plot.svg")
    with visit(browser, tmp_path / "plot.svg") as plot:
        boxes = plot.page.locator("text").evaluate_all(_BOXES)
        assert len(boxes) > len(LENGTHS)
        assert [box["text"] for box in boxes if box["left"] < 0 or box["right"] > box["width"]] == []


def test_the_matrix_has_one_column_where_there_is_a_baseline(browser: Browser, tmp_path: Path) -> None:
    small(baseline="two").save(tmp_path / "report.html")
    with visit(browser, tmp_path / "report.html") as page:
        assert page.texts("#matrix thead th") == ["two"]
        assert sorted(page.texts("#matrix tbody th")) == ["one", "three", "two"]
        assert page.texts("#matrix tbody td").count("·") == 1
