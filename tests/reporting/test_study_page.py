"""The page of a study in a real browser, at the width of a desk and of a phone, and its other forms."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

import stead
from stead.core.item import Item
from stead.records.json import from_json, to_json
from stead.records.study import Study
from stead.reporting.study_page import STUDY_RENDERERS, render_study
from tests.posthoc.made import A1, A2, gold_of, run_of
from tests.reporting.browser import SIZES, USUAL_SIZES, Visit, chromium, visit


@cache
def example_study() -> stead.posthoc.StudyResult:
    campaign = stead.posthoc.simulate(targets=6, sentences=5, runs=4, raters=10, size=80).campaign
    gold2 = stead.posthoc.extend_gold(campaign.gold, campaign.ratings).gold
    return stead.posthoc.study(
        campaign.gold,
        gold2,
        *campaign.runs,
        baselines=[campaign.baseline],
        pool=campaign.pool,
        ratings=campaign.ratings,
        frequencies=("the simulation", campaign.frequencies.__getitem__),
        items=campaign.items,
        resamples=200,
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as driver:
        yield driver


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page_path = tmp_path_factory.mktemp("study") / "study.html"
    example_study().save(page_path)
    return page_path


@pytest.fixture(params=USUAL_SIZES)
def page(request: pytest.FixtureRequest, browser: Browser, path: Path) -> Iterator[Visit]:
    with visit(browser, path, request.param) as opened:
        yield opened


@pytest.mark.parametrize("page", SIZES, indirect=True)
def test_nothing_goes_wrong_and_nothing_is_wider_than_the_screen(page: Visit) -> None:
    assert page.texts("#found") == ["30 of 30 items"]
    assert page.script("document.documentElement.scrollWidth <= innerWidth")
    assert page.wrong == []


def test_a_machine_with_a_long_name_fits_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    first = {("big.a", "1"): {"large": 1, "huge": 1}, ("run.v", "2"): {"jog": 1, "walk": 1}}
    rated = {"large": 3.0, "huge": 2.0, "jog": 3.0, "walk": 0.0}
    name = "machine:llm(url=http://localhost:8080/v1,model=A-Model-With-A-Long-Name-7B-Instruct,max_tokens=40)"
    people, machine = (
        [
            stead.Rating(lexelt=lexelt, id=number, candidate=term, rater=rater, value=rated[term])
            for rater in raters
            for (lexelt, number), terms in first.items()
            for term in terms
        ]
        for raters in (("ann", "bob", "cy"), (name,))
    )
    gold = gold_of(first)
    gold2 = stead.posthoc.extend_gold(gold, people).gold
    runs = [run_of({key: [term] for key, (term, _) in zip(first, first.values(), strict=True)}, "one")]
    runs.append(run_of({key: [term] for key, (_, term) in zip(first, first.values(), strict=True)}, "two"))
    study = stead.posthoc.study(gold, gold2, *runs, ratings=people, machines=machine, resamples=0)
    study.save(tmp_path / "study.html")
    with visit(browser, tmp_path / "study.html", "phone") as page:
        assert any(name in text for text in page.texts("h3"))
        assert page.script("document.documentElement.scrollWidth <= innerWidth")


def test_the_answer_is_the_first_thing_on_the_page(page: Visit) -> None:
    assert page.texts(".answer") == [example_study().answer]


def test_every_figure_is_drawn(page: Visit) -> None:
    for name in ("slopes", "boxes", "positives", "bands", "raters", "depth"):
        assert page.script(f"document.querySelectorAll('#{name} svg *').length") > 5, name


def test_the_ranks_of_each_measure_can_be_seen(page: Visit) -> None:
    titles = []
    for button in page.page.locator("#rank-measure button").all():
        button.click()
        titles.append(page.page.locator("#slopes svg").get_attribute("aria-label"))
        assert page.script("document.querySelectorAll('#slopes line').length") == 5
    assert len(set(titles)) == 2


def test_an_item_shows_its_candidates(page: Visit) -> None:
    page.page.locator("#item-list summary").first.click()
    page.page.locator("#item-list .chip").first.wait_for()
    item = example_study().study.item_list[0]
    assert page.script("document.querySelectorAll('#item-list .chip').length") == len(item.candidates)
    assert page.texts("#item-list .chip")[0].startswith(item.candidates[0].term)


def test_items_can_be_searched_and_filtered(page: Visit) -> None:
    item = example_study().study.item_list[7]
    page.page.fill("#search", item.candidates[0].term)
    assert 1 <= int(page.texts("#found")[0].split()[0]) < 30
    page.page.fill("#search", "")
    page.page.select_option("#filter", "lost")
    lost = [each for each in example_study().study.item_list if any(c.first and not c.second for c in each.candidates)]
    assert page.texts("#found") == [f"{len(lost)} of 30 items"]


def test_the_page_is_accessible_in_both_colours(page: Visit) -> None:
    for _ in range(2):
        page.page.click("#theme")
        violations = Axe().run(page.page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []


HOSTILE = '<script>alert("x")</script>\u202e"\''


def test_hostile_words_stay_words(browser: Browser, tmp_path: Path) -> None:
    first = gold_of({A1: {HOSTILE: 3, "b": 1}, A2: {"c": 2}}, name=HOSTILE)
    second = gold_of({A1: {HOSTILE: 1.5}, A2: {"c": 2.5}}, name="two", graded=True)
    runs = run_of({A1: [HOSTILE], A2: ["c"]}, HOSTILE), run_of({A1: ["b"]}, "plain")
    items = [Item(id="1", lexelt="big.a", text=f"{HOSTILE} big", start=len(HOSTILE) + 1, end=len(HOSTILE) + 4)]
    stead.posthoc.study(first, second, *runs, resamples=20, items=items).save(tmp_path / "hostile.html")
    with visit(browser, tmp_path / "hostile.html", "desktop") as page:
        page.page.locator("#item-list summary").first.click()
        page.page.locator("#item-list .chip").first.wait_for()
        assert any("<script>" in text for text in page.texts("#item-list .chip"))
        assert page.wrong == []


@pytest.mark.parametrize("form", STUDY_RENDERERS)
def test_every_form_is_the_same_twice_and_says_the_answer(form: str) -> None:
    text = render_study(example_study().study, form)
    assert text == render_study(example_study().study, form)
    if form not in {"tsv", "csv"}:
        assert "For ranking these systems" in re.sub(r"\s+", " ", text)


def test_json_comes_back() -> None:
    text = to_json(example_study().study)
    again = from_json(Study, text.encode(), "study.json")
    assert to_json(again) == text
    assert again == example_study().study


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(stead.UsageError, match=r"format is one of text, markdown, .*, not"):
        example_study().to("pdf")


@pytest.mark.soak
def test_the_page_of_twenty_runs_on_two_thousand_items_is_small() -> None:
    campaign = stead.posthoc.simulate(targets=200, sentences=10, runs=19).campaign
    gold2 = stead.posthoc.extend_gold(campaign.gold, campaign.ratings).gold
    given = {"pool": campaign.pool, "ratings": campaign.ratings, "items": campaign.items}
    large = stead.posthoc.study(campaign.gold, gold2, *campaign.runs, baselines=[campaign.baseline], **given)  # type: ignore[arg-type]
    assert len(large.study.item_list) == 2000
    assert len(large.to("html").encode()) < 3_000_000
