"""Annotating in a real browser, at the width of a desk and of a phone: keys, drafts, two tabs, no scripts, IME."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from stead.campaign import Campaign, CampaignItem, CampaignSettings, ItemKind
from stead.campaign.settings import AssignmentSettings, Interface
from stead.core.item import Item
from tests.campaign.conftest import Make, some_items
from tests.campaign.pages.guests import PASSWORD, invited, organiser, served
from tests.campaign.people import annotators, answer
from tests.reporting.browser import PATIENCE, SIZES, USUAL_SIZES, chromium

FIRST = "#substitute-1"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@dataclass(kw_only=True)
class Desk:
    """A campaign that is served, and browsers that visit it; whatever they ask of other hosts is written down."""

    campaign: Campaign
    address: str
    tokens: dict[str, str]
    browser: Browser
    size: str
    wrong: list[str] = field(default_factory=list)

    def context(self, **options: Any) -> BrowserContext:
        width, height = SIZES[self.size]
        made = self.browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", base_url=self.address, **options
        )
        made.set_default_timeout(PATIENCE)
        made.on("request", lambda request: self._asked_for(request.url))
        made.on("weberror", lambda error: self.wrong.append(str(error.error)))
        return made

    def _asked_for(self, url: str) -> None:
        if not url.startswith(self.address):
            self.wrong.append(url)

    def signed_in(self, context: BrowserContext, name: str = "ada") -> Page:
        """By the link and the button, past the guidelines, in front of the first item."""
        page = context.new_page()
        self.join(page, name)
        page.wait_for_url("**/guidelines")
        page.locator("main form button").press("Enter")
        page.wait_for_url("**/annotate/*")
        expect(page.locator(FIRST)).to_be_focused()  # the browser does it when it first paints, perhaps after loading
        return page

    def join(self, page: Page, name: str = "ada") -> None:
        """By the link and the button."""
        page.goto(f"/join/{self.tokens[name]}")
        go(page, lambda: page.locator("main button").press("Enter"))

    def said(self, name: str = "ada") -> list[tuple[str, ...]]:
        """The newest answers of an annotator to real items, in the order of the items."""
        found = [each for each in self.campaign.overview.annotations() if each.annotator == name]
        return [each.substitutes or (("NIL",) if each.nil else ("NAME",)) for each in found]


@pytest.fixture(params=USUAL_SIZES)
def desk(request: pytest.FixtureRequest, browser: Browser, make: Make) -> Iterator[Desk]:
    with sitting(browser, make, some_items(3), request.param) as found:
        yield found


@contextmanager
def sitting(
    browser: Browser, make: Make, items: list[CampaignItem], size: str = "desktop", language: str = "en"
) -> Iterator[Desk]:
    assignment = AssignmentSettings(annotators_per_item=3, order="file")
    campaign = make(items, CampaignSettings(interface=Interface(language=language), assignment=assignment))
    tokens = invited(campaign, "ada", "bruno")
    with served(campaign) as address:
        found = Desk(campaign=campaign, address=address, tokens=tokens, browser=browser, size=size)
        yield found
        for context in browser.contexts:
            context.close()
    assert found.wrong == []


def go(page: Page, action: Callable[[], None]) -> None:
    """Do something that leads to another page, and wait for it."""
    with page.expect_navigation():
        action()


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for what the server does, while the browser goes on."""
    for _ in range(PATIENCE // 50):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen within a minute")


def unfold(page: Page, field: str = "comment") -> None:
    """Show a field that is folded."""
    page.locator(f"details:not([open]):has(#{field}) > summary").click()


def alt(page: Page, key: str) -> None:
    """A key with Alt, told to the browser as a keyboard does: Playwright leaves out which letter it would have been."""
    keys = page.context.new_cdp_session(page)
    for kind in ("keyDown", "keyUp"):
        event = {"type": kind, "modifiers": 1, "key": key, "code": f"Key{key.upper()}", "unmodifiedText": key}
        keys.send("Input.dispatchKeyEvent", {**event, "windowsVirtualKeyCode": ord(key.upper())})
    keys.detach()


def drafts(page: Page) -> int:
    return int(page.evaluate("localStorage.length"))


# ------------------------------------------------------------------------------------------------- by keyboard


def test_a_whole_annotation_by_keyboard_alone(desk: Desk) -> None:
    page = desk.signed_in(desk.context())
    press = page.keyboard.press
    expect(page.locator(FIRST)).to_be_focused()
    page.keyboard.type("clever")
    press("Tab")
    page.keyboard.type("smart")
    alt(page, "p")
    page.keyboard.type("bright idea")
    alt(page, "c")
    page.keyboard.type("easy")
    go(page, lambda: press("Control+Enter"))
    expect(page.get_by_role("status").first).to_contain_text("Saved: clever · smart; phrase: bright idea")
    alt(page, "n")
    go(page, lambda: press("Enter"))
    alt(page, "m")
    alt(page, "w")
    expect(page.locator(FIRST)).to_be_focused()
    go(page, lambda: press("Enter"))
    expect(page.locator("h1")).to_have_text("All done. Thank you!")
    assert desk.said() == [("clever", "smart"), ("NIL",), ("NAME",)]
    go(page, lambda: alt(page, "l"))
    expect(page.locator("tbody tr")).to_have_count(3)
    go(page, lambda: page.locator("tbody a").nth(1).press("Enter"))
    assert page.url.endswith("/annotate/2")
    go(page, lambda: alt(page, "j"))
    assert page.url.endswith("/annotate/1")
    go(page, lambda: alt(page, "k"))
    assert page.url.endswith("/annotate/2")
    (stored,) = desk.campaign.answers.history(desk.campaign.users.by_name("ada").id, 1)
    assert stored.comment == "easy"
    assert 0 < stored.seconds < 60
    assert drafts(page) == 0


def test_single_keys_work_after_escape_and_one_toggle_undoes_the_other(desk: Desk) -> None:
    page = desk.signed_in(desk.context())
    press = page.keyboard.press
    expect(page.locator(FIRST)).to_be_focused()
    press("n")
    expect(page.locator(FIRST)).to_have_value("n")  # typed, not chosen
    press("Backspace")
    press("Escape")
    press("n")
    press("m")
    expect(page.locator("[name=choice][value=nil]")).not_to_be_checked()
    expect(page.locator("[name=choice][value=name]")).to_be_checked()
    press("c")
    expect(page.locator("#comment")).to_be_focused()
    page.keyboard.type("nickname")
    press("Escape")
    press("w")
    expect(page.locator(FIRST)).to_be_focused()
    page.keyboard.type("clever")
    expect(page.locator("[name=choice]:checked")).to_have_count(0)
    page.reload()
    expect(page.locator("#comment")).to_be_visible()  # a draft in a folded field is unfolded
    go(page, lambda: page.press(FIRST, "Enter"))
    assert desk.said() == [("clever",)]
    go(page, lambda: page.get_by_role("link", name="My list").click())
    expect(page.locator("tbody tr").first).to_contain_text("clever")


def test_a_fault_is_said_at_its_field(desk: Desk) -> None:
    page = desk.signed_in(desk.context())
    page.fill("#substitute-2", "clever")
    page.locator("[name=choice][value=nil]").evaluate("(box) => { box.checked = true; }")  # as without scripts
    go(page, lambda: page.press("#substitute-2", "Enter"))
    expect(page.locator("#choice-asked")).to_contain_text("choose one or the other")
    expect(page.locator("[name=choice][value=nil]")).to_have_attribute("aria-invalid", "true")
    page.locator("[name=choice][value=nil]").uncheck()
    page.fill("#substitute-2", "")
    page.fill("#substitute-3", "a;b" * 70)
    go(page, lambda: page.press("#substitute-3", "Enter"))
    expect(page.locator("#substitute-3")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#substitute-1")).not_to_have_attribute("aria-invalid", "true")


def test_the_button_to_save_is_in_sight_on_a_phone(browser: Browser, make: Make) -> None:
    with sitting(browser, make, some_items(1), "phone") as desk:
        page = desk.signed_in(desk.context())
        unfold(page)
        unfold(page, "multiword")
        expect(page.locator("button.main")).to_be_in_viewport(ratio=1)


def test_enter_while_a_word_is_being_composed_sends_nothing(desk: Desk) -> None:
    page = desk.signed_in(desk.context())
    place = page.url
    keys = desk.browser.contexts[-1].new_cdp_session(page)
    keys.send("Input.imeSetComposition", {"text": "かしこ", "selectionStart": 3, "selectionEnd": 3})
    for kind in ("keyDown", "keyUp"):
        keys.send(
            "Input.dispatchKeyEvent", {"type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
        )
    page.keyboard.press("Enter")  # the one that ends the composition
    page.wait_for_timeout(300)
    assert page.url == place
    assert desk.said() == []
    keys.send("Input.insertText", {"text": "賢い"})
    expect(page.locator(FIRST)).to_have_value("賢い")
    page.wait_for_timeout(50)
    go(page, lambda: page.keyboard.press("Enter"))
    assert desk.said() == [("賢い",)]


def test_enter_with_the_key_code_of_a_composition_is_no_enter(desk: Desk) -> None:
    """Safari ends the composition before it tells of the key, and then only the code tells."""
    page = desk.signed_in(desk.context())
    press = """(box, code) => {
        const event = new KeyboardEvent("keydown", { key: "Enter", keyCode: code, bubbles: true, cancelable: true });
        box.dispatchEvent(event);
        return event.defaultPrevented;
    }"""
    assert [page.locator(FIRST).evaluate(press, code) for code in (229, 13)] == [True, False]


# ------------------------------------------------------------------------------------------------------ drafts


def test_a_draft_survives_reload_another_page_and_signing_out(desk: Desk) -> None:
    context = desk.context()
    page = desk.signed_in(context)
    page.fill(FIRST, "clever")
    unfold(page)
    page.fill("#comment", "half a thou")
    page.reload()
    expect(page.locator(FIRST)).to_have_value("clever")
    expect(page.locator("#draft-note")).to_be_visible()
    page.goto("/list")
    go(page, lambda: page.get_by_role("button", name="Sign out").click())
    desk.join(page)
    page.wait_for_url("**/annotate/1")
    expect(page.locator("#comment")).to_have_value("half a thou")
    assert drafts(page) == 1
    go(page, lambda: page.press(FIRST, "Enter"))
    page.wait_for_url("**/annotate/2*")
    assert drafts(page) == 0
    assert desk.said() == [("clever",)]


def test_a_draft_is_its_owners_and_its_items(desk: Desk) -> None:
    context = desk.context()
    page = desk.signed_in(context)
    page.fill(FIRST, "of ada")
    go(page, lambda: page.get_by_role("link", name="Next").click())
    page.wait_for_url("**/annotate/2*")
    expect(page.locator(FIRST)).to_have_value("")
    other = desk.signed_in(context, "bruno")  # the same browser, another person
    expect(other.locator(FIRST)).to_have_value("")


def test_a_session_that_ends_in_mid_sentence_keeps_the_text(desk: Desk) -> None:
    context = desk.context()
    page = desk.signed_in(context)
    page.fill(FIRST, "clever")
    context.clear_cookies()
    go(page, lambda: page.press(FIRST, "Enter"))
    expect(page.locator("h1")).to_contain_text("your answer is not saved yet")
    assert desk.said() == []
    desk.join(page)
    page.wait_for_url("**/annotate/1")
    expect(page.locator(FIRST)).to_have_value("clever")
    go(page, lambda: page.press(FIRST, "Enter"))
    assert desk.said() == [("clever",)]


def test_a_crash_after_the_answer_was_stored_leaves_no_false_draft(desk: Desk) -> None:
    page = desk.signed_in(desk.context())
    page.fill(FIRST, "clever")
    page.route("**/annotate?after=*", lambda route: route.abort())  # stored, but the browser never hears of it
    page.locator(FIRST).press("Enter", no_wait_after=True)
    wait_until(page, lambda: desk.said() == [("clever",)])
    page.unroute("**/annotate?after=*")
    page.goto("/annotate/1")
    expect(page.locator("#draft-note")).to_be_hidden()
    expect(page.locator(FIRST)).to_have_value("clever")
    assert drafts(page) == 0


def test_a_request_that_never_arrived_is_sent_again_as_the_same(desk: Desk) -> None:
    page = desk.signed_in(desk.context())
    page.fill(FIRST, "clever")
    uuid = page.locator("[name=uuid]").input_value()
    page.route("**/annotate/1", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    with page.expect_event("requestfailed"):
        page.locator(FIRST).press("Enter", no_wait_after=True)
    page.unroute("**/annotate/1")
    page.goto("/annotate/1")
    expect(page.locator(FIRST)).to_have_value("clever")
    assert page.locator("[name=uuid]").input_value() == uuid
    go(page, lambda: page.press(FIRST, "Enter"))
    (stored,) = desk.campaign.answers.history(desk.campaign.users.by_name("ada").id, 1)
    assert stored.uuid == uuid


# ------------------------------------------------------------------------------------------- two tabs, two clicks


def test_two_tabs_on_one_item_keep_both_texts(desk: Desk) -> None:
    context = desk.context()
    one = desk.signed_in(context)
    other = context.new_page()
    other.goto("/annotate/1")
    one.fill(FIRST, "clever")
    go(one, lambda: one.press(FIRST, "Enter"))
    other.fill(FIRST, "smart")
    go(other, lambda: other.press(FIRST, "Enter"))
    expect(other.get_by_role("alert")).to_contain_text("You changed this answer somewhere else")
    expect(other.locator("#stored .said")).to_have_text("clever")
    expect(other.locator(FIRST)).to_have_value("smart")
    assert desk.said() == [("clever",)]
    go(other, lambda: other.get_by_role("link", name="Keep what is saved").click())
    expect(other.locator(FIRST)).to_have_value("smart")  # still not thrown away, and said to be unsaved
    expect(other.locator("#draft-note")).to_be_visible()
    go(other, lambda: other.press(FIRST, "Enter"))
    assert desk.said() == [("smart",)]
    assert drafts(other) == 0


def test_a_draft_that_is_older_than_the_saved_answer_is_offered(desk: Desk) -> None:
    context = desk.context()
    page = desk.signed_in(context)
    page.fill(FIRST, "old draft")
    elsewhere = desk.context()
    phone = elsewhere.new_page()
    desk.join(phone)
    phone.wait_for_url("**/annotate/1")
    phone.fill(FIRST, "from the phone")
    go(phone, lambda: phone.press(FIRST, "Enter"))
    page.reload()
    expect(page.locator(FIRST)).to_have_value("from the phone")
    expect(page.locator("#draft-text")).to_have_text("old draft")
    page.get_by_role("button", name="Take the unsaved text").click()
    expect(page.locator(FIRST)).to_have_value("old draft")
    go(page, lambda: page.press(FIRST, "Enter"))
    assert desk.said() == [("old draft",)]


def test_a_double_click_is_one_answer(desk: Desk) -> None:
    page = desk.signed_in(desk.context())
    page.fill(FIRST, "clever")
    page.get_by_role("button", name="Save and go on").dblclick()
    # The second click may abort the first one's navigation, which an expectation of an address survives.
    expect(page).to_have_url(re.compile("/annotate/2"))
    assert desk.said() == [("clever",)]


def test_on_a_phone_both_replies_to_a_question_are_read_at_a_glance(browser: Browser, make: Make) -> None:
    with sitting(browser, make, some_items(1), "phone") as desk:
        page = desk.signed_in(desk.context())
        page.fill(FIRST, "clever, smart")
        go(page, lambda: page.press(FIRST, "Enter"))
        heights = page.locator(".foot button").evaluate_all("(all) => all.map((each) => each.clientHeight)")
        assert len(heights) == 2
        assert max(heights) < 60  # one line each


def test_several_words_in_one_box_are_divided_by_one_key(desk: Desk) -> None:
    page = desk.signed_in(desk.context())
    page.keyboard.type("clever, smart")
    go(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(FIRST)).to_be_focused()
    expect(page.locator(FIRST)).to_have_value("clever, smart")
    expect(page.locator(FIRST)).to_have_attribute("aria-invalid", "true")
    page.goto("/annotate/1")  # the text is a draft until it is stored
    expect(page.locator(FIRST)).to_have_value("clever, smart")
    go(page, lambda: page.press(FIRST, "Enter"))
    expect(page.locator("[autofocus]")).to_be_focused()
    go(page, lambda: page.keyboard.press("Enter"))
    expect(page.get_by_role("status").first).to_contain_text("Saved: clever · smart")
    assert desk.said() == [("clever", "smart")]
    assert drafts(page) == 0
    unfold(page)
    page.fill("#comment", "not sure")
    page.fill(FIRST, "NIL")
    go(page, lambda: page.press("#comment", "Control+Enter"))
    expect(page.get_by_role("button", name="Yes: no good substitute")).to_be_visible()
    go(page, lambda: page.press("#comment", "Control+Enter"))
    assert desk.said() == [("clever", "smart"), ("NIL",)]


# ------------------------------------------------------------------------------------------------ without scripts


def test_everything_but_drafts_works_without_scripts(desk: Desk) -> None:
    context = desk.context(java_script_enabled=False)
    page = desk.signed_in(context)
    page.fill(FIRST, "clever")
    page.fill("#substitute-2", "clever")
    page.press(FIRST, "Enter")
    expect(page.get_by_role("alert")).to_contain_text("the same substitute twice")
    page.get_by_role("button", name="Yes, save it as it is").click()
    expect(page.get_by_role("status")).to_contain_text("Saved: clever")
    page.fill(FIRST, "clever/smart")
    page.press(FIRST, "Enter")
    page.get_by_role("button", name="Yes: clever · smart").click()
    expect(page.get_by_role("status")).to_contain_text("Saved: clever · smart")
    page.get_by_label("No good substitute").check()
    context.clear_cookies()
    page.get_by_role("button", name="Save and go on").click()
    expect(page.locator("h1")).to_contain_text("your answer is not saved yet")
    tab = context.new_page()
    desk.join(tab)
    page.get_by_role("button", name="Send my answer again").click()
    expect(page.get_by_role("status")).to_contain_text("Saved: no good substitute")
    assert desk.said() == [("clever", "clever"), ("clever", "smart"), ("NIL",)]


# ---------------------------------------------------------------------------------------------- how it looks to whom


ACTING = (
    "/people",
    "/settings",
    "/guidelines",
    "/files",
    "/events",
    "/items/more",
    "/agreement",
    "/preview",
    "/preview/1",
)


def visited(desk: Desk) -> Iterator[Page]:
    """Every kind of page, one after the other."""
    organiser(desk.campaign)
    (chloe,) = annotators(desk.campaign, "chloe")
    for item_id in (1, 2):
        assert desk.campaign.assignment.next(chloe) == item_id
        answer(desk.campaign, chloe, item_id, "well-lit", "games", comment="odd")
    page = desk.context().new_page()
    for address in ("/", f"/join/{desk.tokens['ada']}", "/sign-in", "/nowhere"):
        page.goto(address)
        yield page
    page = desk.signed_in(desk.context())
    yield page
    page.goto("/guidelines")
    yield page
    page.goto("/annotate/1")
    go(page, lambda: page.press(FIRST, "Enter"))
    yield page  # refused
    page.fill(FIRST, "bright")
    go(page, lambda: page.press(FIRST, "Enter"))
    yield page  # a question
    page.fill(FIRST, "clever, smart")
    page.fill("#substitute-2", "well-lit.")
    unfold(page, "multiword")
    page.fill("#multiword", "-")
    go(page, lambda: page.press(FIRST, "Enter"))
    yield page  # questions at their fields
    page.fill(FIRST, "bright")
    page.fill("#substitute-2", "")
    page.fill("#multiword", "")
    go(page, lambda: page.press(FIRST, "Enter"))
    other = page.context.new_page()
    other.goto("/annotate/1")
    go(page, lambda: page.press(FIRST, "Enter"))
    yield page  # saved
    other.fill(FIRST, "smart")
    go(other, lambda: other.press(FIRST, "Enter"))
    yield other  # a conflict
    other.fill(FIRST, "well lit")
    go(other, lambda: other.press(FIRST, "Enter"))
    for address in ("/list", "/annotate/1"):
        page.goto(address)
        yield page
    page.goto("/sign-in")
    page.fill("#name", "olga")
    page.fill("#password", PASSWORD)
    go(page, lambda: page.press("#password", "Enter"))
    for address in ("", "/items", "/items/1", f"/people/{chloe.id}", "/curation", *ACTING):
        page.goto(f"/organise{address}")
        yield page


@pytest.mark.parametrize(  # pages of ratings are looked at on a desk by day
    ("scheme", "language", "size"),
    [("dark", "fr", "phone"), pytest.param("light", "en", "desktop", marks=pytest.mark.soak)],
)
def test_no_page_has_serious_faults_of_accessibility_or_sticks_out(
    browser: Browser, make: Make, scheme: str, language: str, size: str
) -> None:
    with sitting(browser, make, some_items(3), size, language) as desk:
        check_looks(desk, scheme)


def check_looks(desk: Desk, scheme: str) -> None:
    seen = 0
    for page in visited(desk):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        found = Axe().run(page).response["violations"]
        serious = [
            (each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in ("serious", "critical")
        ]
        assert serious == [], page.url
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), page.url
        seen += 1
    assert seen == 18 + len(ACTING)


def test_text_from_right_to_left_stays_in_its_place(browser: Browser, make: Make) -> None:
    item = Item(id="1", lexelt="شمس.n", text="كانت الشمس ساطعة في الصباح.", start=5, end=10, language="ar")
    with sitting(browser, make, [CampaignItem(1, item, ItemKind.REAL, ())]) as desk:
        page = desk.signed_in(desk.context())
        sentence = page.locator(".sentence")
        assert sentence.evaluate("(each) => getComputedStyle(each).direction") == "rtl"
        assert page.locator("h1").evaluate("(each) => getComputedStyle(each).direction") == "ltr"
        page.fill(FIRST, "القمر")
        assert page.locator(FIRST).evaluate("(each) => getComputedStyle(each).direction") == "rtl"
        mark = page.locator("mark").bounding_box()
        box = sentence.bounding_box()
        assert mark
        assert box
        assert mark["x"] > box["x"] + box["width"] / 2  # the second word stands on the right


HOSTILE = "<img src=x onerror=alert(1)>, <script>alert(1)</script>"


def test_hostile_sentences_and_answers_do_nothing(browser: Browser, make: Make) -> None:
    items = [
        replace(each, item=replace(each.item, text=f"A bright {HOSTILE}", start=2, end=8)) for each in some_items(1)
    ]
    with sitting(browser, make, items) as desk:
        page = desk.signed_in(desk.context())
        page.on("dialog", lambda dialog: desk.wrong.append(dialog.message))
        expect(page.locator(".sentence")).to_contain_text(HOSTILE)
        page.fill(FIRST, HOSTILE)
        page.reload()
        go(page, lambda: page.press(FIRST, "Enter"))
        expect(page.locator(FIRST)).to_have_value(HOSTILE)
        go(page, lambda: page.get_by_role("button", name="No, save it as it is").click())  # it holds a comma
        expect(page.get_by_role("status").first).to_contain_text(HOSTILE)
        assert page.evaluate("document.querySelectorAll('main img, main script').length") == 0


# -------------------------------------------------------------------------------------------------------- curation


def test_curation_takes_one_key_for_each_decision(browser: Browser, make: Make) -> None:
    with sitting(browser, make, some_items(2)) as desk:
        organiser(desk.campaign)
        ada, bruno = desk.campaign.users.by_name("ada"), desk.campaign.users.by_name("bruno")
        for user, words in ((ada, ("well-lit", "games")), (bruno, ("well lit", "game"))):
            desk.campaign.guidelines.agree(user.id)
            item_id = desk.campaign.assignment.next(user)
            assert isinstance(item_id, int)
            answer(desk.campaign, user, item_id, *words)
        page = desk.context().new_page()
        page.goto("/sign-in")
        page.fill("#name", "olga")
        page.fill("#password", PASSWORD)
        go(page, lambda: page.press("#password", "Enter"))
        page.goto("/organise/curation")
        press = page.keyboard.press
        expect(page.locator(".merge")).to_contain_text("well-lit")
        go(page, lambda: press("a"))
        expect(page.locator(".merge")).to_contain_text("games")
        go(page, lambda: press("r"))
        expect(page.locator("main")).to_contain_text("Nothing is left to decide")
        go(page, lambda: press("u"))
        expect(page.locator(".merge")).to_contain_text("games")
        go(page, lambda: press("a"))
        page.goto("/organise/items/2")
        page.fill("#reason", "a typing mistake")
        go(page, lambda: page.press("#reason", "Enter"))
        lines = (desk.campaign.folder / "curation.tsv").read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t")[:6] for line in lines[1:]]
    assert cells == [
        ["accept", "merge", "well-lit", "well lit", "", ""],
        ["accept", "lemmatise", "games", "game", "", ""],
        ["accept", "drop-item", "", "", "bright.a", "2"],
    ]
