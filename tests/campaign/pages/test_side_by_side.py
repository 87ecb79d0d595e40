"""Two campaigns on one host, in one browser: signing in to one signs nobody out of the other."""

from playwright.sync_api import Page, expect

from stead.campaign import Campaign
from tests.campaign.conftest import Make
from tests.campaign.pages.guests import invited, served
from tests.reporting.browser import chromium


def join(page: Page, address: str, token: str) -> None:
    page.goto(f"{address}/join/{token}")
    page.locator("main button").click()
    page.wait_for_url("**/guidelines")


def test_two_campaigns_stay_signed_in_in_one_browser(make: Make) -> None:
    first, second = make(), make()
    tokens = [invited(campaign, "ada")["ada"] for campaign in (first, second)]
    with served(first) as here, served(second) as there, chromium() as browser:
        context = browser.new_context()
        page = context.new_page()
        join(page, here, tokens[0])
        join(page, there, tokens[1])
        for address, campaign in ((here, first), (there, second)):
            page.goto(f"{address}/guidelines")
            expect(page.locator("main form button")).to_be_visible()
            page.locator("main form button").click()
            page.wait_for_url(f"{address}/annotate/*")
            assert has_agreed(campaign)


def has_agreed(campaign: Campaign) -> bool:
    return campaign.guidelines.has_agreed(campaign.users.by_name("ada").id)
