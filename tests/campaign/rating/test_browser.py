"""Rating in a real browser, on a desk and on a phone: keys, drafts, two tabs, no scripts, screen readers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.campaign.conftest import ON_SQLITE
from tests.campaign.pages.guests import PASSWORD, invited, organiser, served
from tests.campaign.pages.test_browser import Desk, drafts, go
from tests.campaign.rating.made import MakeRating, phase, rate_subset
from tests.reporting.browser import USUAL_SIZES, chromium

pytestmark = ON_SQLITE


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


class RatingDesk(Desk):
    """A campaign in which people rate that is served, and browsers that visit it."""

    def signed_in(self, context: BrowserContext, name: str = "ada") -> Page:
        """By the link and the button, past the guidelines."""
        page = context.new_page()
        self.join(page, name)
        go(page, lambda: page.locator("main form button").press("Enter"))
        return page

    def in_a_part(self, context: BrowserContext) -> Page:
        """In front of the first sentence of a part."""
        page = self.signed_in(context)
        go(page, lambda: page.locator("main form button").press("Enter"))
        return page

    def said(self, name: str = "ada") -> list[tuple[str, ...]]:
        """The newest ratings of each screen that was rated, in the order of the screens."""
        user = self.campaign.users.by_name(name).id
        found = [phase(self.campaign).ratings.history(user, each) for each in phase(self.campaign).screens.by_id]
        return [each[-1].judgements for each in found if each]


@contextmanager
def sitting(browser: Browser, make: MakeRating, size: str = "desktop", **options: Any) -> Iterator[RatingDesk]:
    campaign = make(**{"subsets": 1, "sentences": 3, "golds": 1, "others": 2, **options})
    tokens = invited(campaign, "ada")
    organiser(campaign)
    with served(campaign) as address:
        found = RatingDesk(campaign=campaign, address=address, tokens=tokens, browser=browser, size=size)
        yield found
        for context in browser.contexts:
            context.close()
    assert found.wrong == []


@pytest.fixture(params=USUAL_SIZES)
def desk(request: pytest.FixtureRequest, browser: Browser, make_pool_campaign: MakeRating) -> Iterator[RatingDesk]:
    with sitting(browser, make_pool_campaign, request.param) as found:
        yield found


def chosen(page: Page) -> list[str | None]:
    """What is chosen in each row, from above."""
    script = "rows => rows.map(row => row.querySelector('input:checked')?.value ?? null)"
    found: list[str | None] = page.locator(".candidate").evaluate_all(script)
    return found


def test_a_whole_part_by_keyboard_alone(desk: RatingDesk) -> None:
    page = desk.in_a_part(desk.context())
    press = page.keyboard.press
    for key in "03x":
        press(key)
    assert chosen(page) == ["0", "3", "?"]
    expect(page.locator("#send")).to_be_focused()
    press("ArrowUp")  # back to the last word
    press("ArrowUp")
    press("ArrowLeft")  # 3 becomes 2
    press("ArrowDown")
    press("1")
    assert chosen(page) == ["0", "2", "1"]
    go(page, lambda: press("Enter"))
    expect(page.get_by_role("status").first).to_contain_text("Saved: 3 words rated.")
    press("2")
    press("Enter")  # two words are missing: nothing is sent
    expect(page.get_by_role("alert")).to_contain_text("2 words are not rated yet.")
    assert page.locator(".candidate.missing").count() == 2
    press("2")
    press("2")
    go(page, lambda: press("Enter"))
    for key in "111":
        press(key)
    go(page, lambda: press("Enter"))
    expect(page.locator("h1")).to_have_text("All done. Thank you!")
    assert sorted(desk.said()) == sorted([*[("2",) * 3, ("1",) * 3], desk.said()[_odd(desk.said())]])
    assert sorted(desk.said()[_odd(desk.said())]) == ["0", "1", "2"]


def _odd(said: list[tuple[str, ...]]) -> int:
    return next(at for at, each in enumerate(said) if len(set(each)) > 1)


def test_verdicts_have_their_letters(browser: Browser, make_pool_campaign: MakeRating) -> None:
    with sitting(browser, make_pool_campaign, scale="good-reasonable-bad") as desk:
        page = desk.in_a_part(desk.context())
        for key in "grb":
            page.keyboard.press(key)
        assert chosen(page) == ["good", "reasonable", "bad"]


def test_what_is_chosen_survives_a_reload_and_goes_when_it_is_saved(desk: RatingDesk) -> None:
    page = desk.in_a_part(desk.context())
    words = page.locator(".candidate strong").all_inner_texts()
    page.keyboard.press("3")
    page.keyboard.press("0")
    page.reload()
    assert page.locator(".candidate strong").all_inner_texts() == words
    assert chosen(page) == ["3", "0", None]
    expect(page.locator("#draft-note")).to_be_visible()
    assert drafts(page) == 1
    page.keyboard.press("2")
    go(page, lambda: page.locator("#send").click())
    assert drafts(page) == 0
    user = desk.campaign.users.by_name("ada").id
    (stored,) = [
        each
        for screen in phase(desk.campaign).screens.by_id
        for each in phase(desk.campaign).ratings.history(user, screen)
    ]
    assert len(set(stored.moments)) == 3  # each was given at its own time, also before the reload
    assert max(stored.moments) <= 1000 * stored.seconds + 100


def test_a_click_is_as_good_as_a_key_and_a_double_click_is_one_rating(desk: RatingDesk) -> None:
    page = desk.in_a_part(desk.context())
    for row in page.locator(".candidate").all():
        row.locator("label").nth(1).click()
    assert chosen(page) == ["1"] * 3
    before = page.url
    page.locator("#send").dblclick()
    expect(page).not_to_have_url(before)  # it survives that the second click may abort the first one's navigation
    assert desk.said() == [("1",) * 3]


def test_two_tabs_cannot_overwrite_each_other_silently(desk: RatingDesk) -> None:
    context = desk.context()
    one = desk.in_a_part(context)
    two = context.new_page()
    two.goto(one.url)
    for page, key in ((one, "1"), (two, "3")):
        page.bring_to_front()
        page.locator("input").first.focus()
        for _ in range(3):
            page.keyboard.press(key)
    go(one, lambda: one.locator("#send").click())
    go(two, lambda: two.locator("#send").click())
    expect(two.locator("h2").first).to_have_text("You changed these ratings somewhere else")
    assert two.locator("#stored tbody tr").count() == 3
    assert desk.said() == [("1",) * 3]
    assert chosen(two) == ["3"] * 3
    before = int(two.locator("[name=milliseconds]").input_value())
    two.wait_for_timeout(200)  # more than rounding can hide
    go(two, lambda: two.locator("#send").click())
    assert desk.said() == [("3",) * 3]
    screen, user = int(one.url.partition("?")[2].partition("=")[2]), desk.campaign.users.by_name("ada").id
    newest = phase(desk.campaign).ratings.history(user, screen)[-1]
    assert newest.seconds > before / 1000 > 0  # what it took before the page was shown again counts too
    assert len(set(newest.moments)) == 3


def test_everything_works_without_scripts(browser: Browser, make_pool_campaign: MakeRating) -> None:
    with sitting(browser, make_pool_campaign, "phone", practice=True) as desk:
        page = desk.signed_in(desk.context(java_script_enabled=False))
        for _ in range(2):
            for row in page.locator(".candidate").all():
                row.locator("label").last.click()
            go(page, lambda: page.locator("#send").click())
            if page.url.endswith("/feedback"):
                go(page, lambda: page.locator("a.main").click())
                go(page, lambda: page.locator("main button.main").click())
        page.locator("#send").click()  # nothing is chosen: the browser itself asks for it
        assert [set(each) for each in desk.said()] == [{"?"}] * 2


def test_a_lost_session_loses_no_choice(desk: RatingDesk) -> None:
    context = desk.context()
    page = desk.in_a_part(context)
    for _ in range(3):
        page.keyboard.press("2")
    kept = context.cookies()
    context.clear_cookies()
    go(page, lambda: page.locator("#send").click())
    expect(page.locator("h1")).to_contain_text("your ratings are not saved yet")
    context.add_cookies(kept)
    go(page, lambda: page.locator("main button").click())
    assert desk.said() == [("2",) * 3]


def test_keys_rate_after_a_click_beside_the_words(browser: Browser, make_pool_campaign: MakeRating) -> None:
    with sitting(browser, make_pool_campaign) as desk:
        page = desk.in_a_part(desk.context())
        page.keyboard.press("3")
        page.locator("h1").click()
        assert page.evaluate("document.activeElement === document.body")
        page.keyboard.press("2")
        page.mouse.click(5, 5)
        page.keyboard.press("x")
        assert page.locator("input:checked").evaluate_all("all => all.map(each => each.value)") == ["3", "2", "?"]
        page.locator("summary").focus()
        page.keyboard.press("0")
        page.locator("a[rel=next]").focus()
        page.keyboard.press("0")
        assert (
            page.locator("input[value='0']:checked").count() == 0
        )  # where something else has the focus, keys are its own


def test_every_page_of_the_organiser_is_whole_on_a_phone(browser: Browser, make_pool_campaign: MakeRating) -> None:
    """Nothing is cut off, or to be scrolled sideways: tables are cards, and what explains them stands above them."""
    with sitting(browser, make_pool_campaign, "phone", sentences=9, golds=2, others=10, planted=1) as desk:
        ada = desk.campaign.users.by_name("ada")
        desk.campaign.guidelines.agree(ada.id)
        rate_subset(desk.campaign, ada, seconds=100.0)
        page = desk.context().new_page()
        page.goto("/sign-in")
        page.fill("#name", "olga")
        page.fill("#password", PASSWORD)
        go(page, lambda: page.locator("main button").click())
        for path in ("/organise", "/organise/candidates", "/organise/filter", f"/organise/people/{ada.id}"):
            page.goto(path)
            check(page)
            wide = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.outerHTML)"
            assert page.locator(".scroll").count() > 0
            assert page.locator(".scroll").evaluate_all(wide) == []
            cells = page.locator(".stack tbody td:not(.text)")
            unnamed = (
                "all => all.filter(each => !each.dataset.label && each.innerText.trim()).map(each => each.outerHTML)"
            )
            assert cells.evaluate_all(unnamed) == []
            assert page.locator("caption").count() == 0  # a caption is as wide as its table


@pytest.mark.parametrize(  # other pages of campaigns are looked at on a phone in the dark
    ("size", "scheme"), [("desktop", "light"), pytest.param("phone", "dark", marks=pytest.mark.soak)]
)
def test_screen_readers_and_narrow_screens_can_use_every_page(
    browser: Browser, make_pool_campaign: MakeRating, size: str, scheme: str
) -> None:
    with sitting(browser, make_pool_campaign, size, practice=True, repeats=1, planted=1) as desk:
        page = desk.signed_in(desk.context(color_scheme=scheme))
        check(page)
        for _ in range(2):
            page.keyboard.press("3")
        go(page, lambda: page.keyboard.press("Enter"))
        check(page)  # feedback
        go(page, lambda: page.locator("a.main").click())
        check(page)  # offer
        go(page, lambda: page.locator("main button.main").click())
        page.keyboard.press("0")
        page.locator("#send").click()
        check(page)  # with what is missing
        group = page.get_by_role("radiogroup").first
        assert group.get_attribute("aria-labelledby") == "word-1"
        assert page.get_by_role("radio", name="3 perfectly").count() == page.locator(".candidate").count()
        while page.locator(".candidate").count():
            for row in page.locator(".candidate").all():
                row.locator("label").nth(2).click()
            go(page, lambda: page.locator("#send").click())
        for path in ("/annotate", "/list", "/guidelines", "/annotate/2"):
            page.goto(path)
            check(page)
        page.goto("/sign-in")
        page.fill("#name", "olga")
        page.fill("#password", PASSWORD)
        go(page, lambda: page.locator("main button").click())
        person = desk.campaign.users.by_name("ada").id
        for path in ("/organise", "/organise/candidates", "/organise/filter", f"/organise/people/{person}"):
            page.goto(path)
            check(page)


def test_lists_of_several_pages_have_landmarks_with_names_of_their_own(
    browser: Browser, make_pool_campaign: MakeRating
) -> None:
    with sitting(browser, make_pool_campaign, sentences=9, golds=2, others=10) as desk:
        page = desk.context().new_page()
        page.goto("/sign-in")
        page.fill("#name", "olga")
        page.fill("#password", PASSWORD)
        go(page, lambda: page.locator("main button").click())
        page.goto("/organise/candidates")
        assert page.locator("nav").count() == 3
        check(page)


def check(page: Page) -> None:
    """No barrier that axe-core knows of, and nothing sticks out at the side."""
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), page.url
