"""The pages of crowds, privacy and several campaigns in a browser, without a barrier that axe-core knows of."""

import threading

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from stead.campaign import CampaignSettings
from stead.campaign.server import server_app
from stead.campaign.settings import AssignmentSettings, CrowdSettings, Interface
from stead.web.serving import Server
from tests.campaign.conftest import Make, some_items
from tests.campaign.pages.guests import PASSWORD, organiser
from tests.reporting.browser import chromium


def settings(path: str) -> CampaignSettings:
    return CampaignSettings(
        interface=Interface(language="de", url=f"http://127.0.0.1:8000{path}"),
        assignment=AssignmentSettings(mode="k-of-n", items_per_annotator=1),
        crowd=CrowdSettings(completion_code="C1X2Y3", completion_url="https://example.org/?id={PROLIFIC_PID}"),
    )


def barriers(page: Page) -> list[str]:
    """What axe-core finds, and whether anything sticks out at the side of a phone."""
    found = [violation["id"] for violation in Axe().run(page).response["violations"]]
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return [*found, *(["wide"] if wide else [])]


def test_a_crowd_and_its_organiser_meet_no_barrier_on_a_phone(make: Make) -> None:
    one, two = (make(some_items(2), settings=settings(path)) for path in ("/lab/one", "/lab/two"))
    for campaign in (one, two):
        organiser(campaign)
    link = one.crowd.open_link(actor="olga")
    server = Server(server_app([one, two]), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    met: dict[str, list[str]] = {}
    try:
        with chromium() as browser:
            page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
            page.goto(f"{server.address}/lab/one/crowd/{link}")
            met["asked for an id"] = barriers(page)
            page.goto(f"{server.address}/lab/one/crowd/{link}?PROLIFIC_PID=5f1c")
            met["joining"] = barriers(page)
            page.locator("main button").click()
            page.locator("main form button").click()
            page.locator("#substitute-1").fill("clever")
            page.locator("#substitute-1").press("Enter")
            page.wait_for_url("**/annotate?after=*")
            met["the end"] = barriers(page)
            assert page.locator("main a.main").get_attribute("href") == "https://example.org/?id=5f1c"
            page.goto(f"{server.address}/lab/")
            met["signing in"] = barriers(page)
            page.locator("#name").fill("olga")
            page.locator("#password").fill(PASSWORD)
            page.locator("main form button").click()
            page.locator("main li").nth(1).wait_for()
            met["the list"] = barriers(page)
            page.locator("main li a").first.click()
            page.goto(f"{server.address}/lab/one/organise/crowd")
            met["the crowd"] = barriers(page)
            page.goto(f"{server.address}/lab/one/organise/people/{one.users.by_name('worker-2').id}/erase")
            met["erasing"] = barriers(page)
    finally:
        server.stop()
        thread.join(30)
    assert {name: found for name, found in met.items() if found} == {}
    assert len(met) == 7
