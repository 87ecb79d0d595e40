"""The page in a real browser, at the width of a desk and of a phone: words, substitutes, undoing, keys, what fails."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import log
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from stead.playground.guards import Keys, ServiceOptions, Visitors
from tests.playground.services import Client, Endings, served
from tests.reporting.browser import LOOKS, SIZES, USUAL_SIZES, chromium

TEXT = "Here comes a warm rain, and a kind man."
KEY = "0123456789abcdef"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@dataclass
class Table:
    """A page of the service, and everything that should not have happened on it."""

    page: Page
    wrong: list[str] = field(default_factory=list)

    def word(self, text: str) -> Any:
        return self.page.locator(".word", has_text=text).first

    def reader(self) -> str:
        return str(self.page.locator("#reader").inner_text())

    def type(self, text: str) -> None:
        """Put in a text of one's own."""
        self.page.click("#edit")
        self.page.fill("#editor", text)
        self.page.keyboard.press("Control+Enter")
        expect(self.page.locator("#reading-line")).to_be_hidden()


@contextmanager
def table(browser: Browser, address: str, size: str = "desktop", **options: Any) -> Iterator[Table]:
    """The page, opened; whatever it asks of other hosts or does wrong fails the test."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
    context.set_default_timeout(15_000)
    found = Table(context.new_page())
    context.on("request", lambda request: None if request.url.startswith(address) else found.wrong.append(request.url))
    context.on("weberror", lambda error: found.wrong.append(str(error.error)))
    found.page.goto(address)
    yield found
    context.close()
    assert found.wrong == []


@pytest.fixture(params=USUAL_SIZES)
def desk(request: pytest.FixtureRequest, browser: Browser, client: Client) -> Iterator[Table]:
    with table(browser, client.address, request.param) as found:
        found.type(TEXT)
        yield found


def test_a_substitute_is_put_in_with_its_article_and_taken_back(desk: Table) -> None:
    desk.word("warm").click()
    expect(desk.page.locator(".choice-word .form")).to_have_text(
        ["warmable", "warmible", "warmous", "warmless", "warmful", "warmish"]
    )
    desk.page.locator(".choice-word").nth(1).click()
    assert desk.reader() == "Here comes a warmible rain, and a kind man."
    expect(desk.page.locator("#status")).to_have_text("warmible now stands in the place of warm.")
    desk.page.locator(".close").click()
    desk.word("kind").click()
    desk.page.locator(".choice-word").first.click()
    assert desk.reader() == "Here comes a warmible rain, and a kindable man."
    desk.page.locator(".close").click()
    for expected in ("Here comes a warmible rain, and a kind man.", TEXT):
        desk.page.click("#undo")
        assert desk.reader() == expected
    expect(desk.page.locator("#undo")).to_be_disabled()


_WIDTHS_AT_WHICH_A_LINE_BEGINS_WITH_PUNCTUATION = """() => {
  const reader = document.querySelector("#reader"), wrong = [];
  for (let width = 160; width < 260; width += 2) {
    reader.style.width = `${width}px`;
    const texts = document.createTreeWalker(reader, NodeFilter.SHOW_TEXT);
    for (let before = texts.nextNode(); texts.nextNode(); before = texts.currentNode) {
      if (!before.parentNode.matches(".word") || /^\\s/.test(texts.currentNode.data)) continue;
      const range = document.createRange();
      range.setStart(texts.currentNode, 0);
      range.setEnd(texts.currentNode, 1);
      if (range.getBoundingClientRect().left < before.parentNode.getBoundingClientRect().left) wrong.push(width);
    }
  }
  return wrong;
}"""


def test_no_line_begins_with_the_comma_of_the_word_before(desk: Table) -> None:
    desk.type('Rain, "warm", (kind) rain; warm man, warm: rain, man.')
    assert desk.reader() == 'Rain, "warm", (kind) rain; warm man, warm: rain, man.'
    assert desk.page.evaluate(_WIDTHS_AT_WHICH_A_LINE_BEGINS_WITH_PUNCTUATION) == []


def test_another_choice_replaces_the_first_one(desk: Table) -> None:
    desk.word("rain").click()
    for number in (0, 3):
        desk.page.locator(".choice-word").nth(number).click()
    assert desk.reader() == "Here comes a warm rainless, and a kind man."
    expect(desk.page.locator(".choice-word[aria-pressed=true] .form")).to_have_text("rainless")
    desk.page.locator(".restore").click()
    assert desk.reader() == TEXT


def test_the_panel_says_how_probable_and_why_and_where_the_cut_off_is(desk: Table) -> None:
    desk.word("rain").click()
    rows = desk.page.locator(".substitutes > li")
    expect(rows).to_have_count(7)
    expect(rows.nth(3)).to_have_class("cutoff")  # 0.9, 0.76 and 0.62 are above 0.5
    expect(rows.nth(0).locator(".figure")).to_contain_text("90 %")
    expect(rows.nth(0).locator(".place")).to_have_text("… comes a warm rainable, and a kind man.")
    rows.nth(0).locator(".why").click()
    more = rows.nth(0).locator(".more")
    expect(more.locator(".tag")).to_have_text(["WordNet", "a thesaurus"])
    expect(more.locator("dd")).to_have_text(["10 times less likely than rain here", "similarity 0.80"])


def test_every_signal_is_said_in_its_own_unit_and_its_meter_stays_in_its_box(browser: Browser) -> None:
    said = {
        "ngrams": (-4.0, "Word sequences", ">1000 times less likely than rain here"),
        "bi-encoder": (6.5, "Encoder, learned", "6.5"),
        "translation": (log(20), "Translation and back", "20 times as likely as rain here"),
        "listing senses": (2.0, "Senses that list it", "2"),
        "same sentence": (0.79, "Encoder, sentence", "similarity 0.79"),
        "back-translation": (log(0.25), "Translation and back", "25 % as likely as the likeliest word"),
    }
    reasons = {signal: value for signal, (value, _, _) in said.items()}
    with served(swift=Endings(reasons=reasons)) as client, table(browser, client.address) as desk:
        desk.type(TEXT)
        desk.word("rain").click()
        desk.page.locator(".why").first.click()
        more = desk.page.locator(".more").first
        expect(more.locator("dt")).to_have_text([name for _, name, _ in said.values()])
        expect(more.locator("dd")).to_have_text([words for _, _, words in said.values()])
        for meter in more.locator(".meter").all():
            ends = ("--from", "--to")
            low, high = (
                meter.evaluate("(meter, end) => Number(meter.style.getPropertyValue(end))", end) for end in ends
            )
            assert -1 <= low <= 0 <= high <= 1


def test_everything_can_be_done_by_keyboard(desk: Table) -> None:
    press = desk.page.keyboard.press
    desk.word("comes").focus()
    press("ArrowRight")
    expect(desk.word("warm")).to_be_focused()
    press("Enter")
    expect(desk.page.locator(".choice-word").first).to_be_focused()
    press("Enter")
    expect(desk.page.locator("#reader")).to_have_text("Here comes a warmable rain, and a kind man.")
    expect(desk.page.locator(".choice-word").first).to_be_focused()
    press("Escape")
    expect(desk.word("warmable")).to_be_focused()
    press("End")
    expect(desk.word("man")).to_be_focused()
    press("Control+z")
    expect(desk.page.locator("#reader")).to_have_text(TEXT)


def test_offsets_are_right_after_characters_of_two_units(desk: Table) -> None:
    desk.type("👍🏽 𝒳 comes a warm rain")
    desk.word("warm").click()
    desk.page.locator(".choice-word").first.click()
    desk.page.locator(".close").click()
    desk.word("rain").click()
    desk.page.locator(".choice-word").first.click()
    assert desk.reader() == "👍🏽 𝒳 comes a warmable rainable"


def test_two_systems_are_shown_side_by_side(desk: Table) -> None:
    desk.page.select_option("#beside", "wordnet")
    desk.word("rain").click()
    expect(desk.page.locator(".columns h3")).to_have_text(["swift", "wordnet"])
    expect(desk.page.locator(".columns section").nth(1).locator(".elsewhere").nth(2)).to_have_text("number 3 in swift")


def test_markup_in_a_text_stays_text(desk: Table) -> None:
    desk.type('<img src=x onerror="alert(1)"> </script><b>warm</b> rain')
    assert desk.reader() == '<img src=x onerror="alert(1)"> </script><b>warm</b> rain'
    desk.word("warm").click()
    expect(desk.page.locator(".place").first).to_contain_text("<b>warmable</b>")


def test_the_settings_change_what_is_asked(desk: Table) -> None:
    desk.page.select_option("#number", "5")
    desk.word("rain").click()
    expect(desk.page.locator(".choice-word")).to_have_count(5)
    desk.page.select_option("#language", "fr")
    expect(desk.page.locator("#reader")).to_contain_text("Chère Lucie")
    expect(desk.page.locator("#reader")).to_have_attribute("lang", "fr")
    expect(desk.page.locator("#system option")).to_have_text(["swift"])


def test_a_text_without_targets_and_no_text_say_so(desk: Table) -> None:
    desk.type("of the and")
    expect(desk.page.locator("#empty-title")).to_have_text("No word of this text has substitutes here.")
    desk.type("")
    expect(desk.page.locator("#empty-title")).to_have_text("There is no text yet.")


def test_a_service_that_is_gone_is_an_error_that_can_be_tried_again(browser: Browser) -> None:
    with served() as client, table(browser, client.address) as desk:
        expect(desk.page.locator("#reading-line")).to_be_hidden()
        desk.page.route("**/v1/**", lambda route: route.abort())
        desk.page.select_option("#number", "5")
        expect(desk.page.locator("#problem-text")).to_have_text("The service does not answer. Is it still running?")
        desk.page.unroute("**/v1/**")
        desk.page.click("#again")
        expect(desk.page.locator("#problem")).to_be_hidden()
        expect(desk.page.locator(".word").first).to_be_visible()


def test_an_error_of_the_service_is_shown_in_its_own_words(browser: Browser) -> None:
    with served(swift=Endings(fails=True)) as client, table(browser, client.address) as desk:
        expect(desk.page.locator("#problem-text")).to_have_text(
            "Something is wrong with the service; its log says what."
        )


def test_a_key_is_asked_for_and_kept_in_the_tab(browser: Browser) -> None:
    with served(ServiceOptions(keys=Keys([KEY]))) as client, table(browser, client.address) as desk:
        expect(desk.page.locator("#key")).to_be_focused()
        desk.page.fill("#key", KEY)
        desk.page.keyboard.press("Enter")
        expect(desk.page.locator(".word").first).to_be_visible()
        desk.page.reload()
        expect(desk.page.locator(".word").first).to_be_visible()


def test_the_page_speaks_the_language_of_the_browser(browser: Browser, client: Client) -> None:
    with table(browser, client.address, locale="it-IT") as desk:
        expect(desk.page.locator("h1")).to_have_text("Una parola al posto di un'altra")


@pytest.mark.parametrize(("size", "colours"), LOOKS)
def test_nothing_bars_anybody(browser: Browser, client: Client, size: str, colours: Any) -> None:
    with table(browser, client.address, size, color_scheme=colours, bypass_csp=True) as desk:
        page = desk.page
        found: list[tuple[str, str, str]] = []

        def look(state: str) -> None:
            violations = Axe().run(page).response["violations"]
            found.extend((state, violation["id"], violation["nodes"][0]["html"]) for violation in violations)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state

        desk.type(TEXT)
        look("text")
        desk.word("rain").click()
        page.locator(".why").first.click()
        page.locator(".choice-word").nth(2).click()
        page.locator(".why").nth(1).click()
        look("panel")
        page.select_option("#beside", "wordnet")
        expect(page.locator(".columns h3")).to_have_count(2)
        look("comparison")
        page.locator(".close").click()
        page.click("#edit")
        look("editing")
        page.route("**/v1/**", lambda route: route.abort())
        page.keyboard.press("Control+Enter")
        expect(page.locator("#problem")).to_be_visible()
        look("error")
        page.goto(f"{client.address}/reference")
        look("reference")
        assert found == []


def test_a_page_of_another_site_that_is_named_may_ask(browser: Browser) -> None:
    with served() as elsewhere, browser.new_context(bypass_csp=True) as context:
        visitors = Visitors(origins=frozenset({elsewhere.address}))
        with served(ServiceOptions(visitors=visitors)) as client:
            page = context.new_page()
            page.goto(elsewhere.address)
            ask = """async (address) => {
                const [method, headers] = ["POST", { "content-type": "application/json" }];
                const body = JSON.stringify({ text: "a [warm] rain" });
                return (await fetch(`${address}/v1/suggest`, { method, headers, body })).status;
            }"""
            assert page.evaluate(ask, client.address) == 200
