"""A campaign that is deleted while it is served, and a store that fails: said in words, and nothing typed is lost."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign
from stead.campaign.folder import delete_campaign, undelete_campaign
from tests.campaign.conftest import Make, some_items
from tests.campaign.pages.guests import Guest, Reply, invited, item_form, organiser, served

TYPED = "clever&<bold>"


def eventually(ask: Callable[[], Reply], status: int) -> Reply:
    """What is answered within two seconds of a change that the server has to notice by itself."""
    until = time.monotonic() + 2
    while (reply := ask()).status != status and time.monotonic() < until:
        time.sleep(0.05)
    assert reply.status == status, reply.text
    return reply


def test_a_campaign_that_is_deleted_while_it_is_served_is_closed_and_comes_back(make: Make) -> None:
    campaign = make(annotators_per_item=1)
    organiser(campaign)
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address).join(token)
        page = ada.begin()
        action, fields = item_form(page)
        delete_campaign(campaign, actor="test")
        closed = eventually(lambda: ada.get(action), 410)
        assert "This campaign has been closed." in closed.text
        assert [Guest(address).get(path).status for path in ("/", "/sign-in", f"/join/{token}", "/organise")] == [
            410
        ] * 4
        style = closed.text.split('<link rel="stylesheet" href="')[1].split('"')[0]
        assert ada.get(style).status == 200
        kept = ada.post(action, {**fields, "substitute": [TYPED]})
        assert kept.status == 410
        assert campaign.overview.answers_to(1) == []
        undelete_campaign(campaign, actor="test")
        eventually(lambda: ada.get(action), 200)
        assert ada.post(action, kept.form(action)).status == 303  # what was sent meanwhile is sent again by one button
    (stored,) = [each for item_id in (1, 2, 3) for each in campaign.overview.answers_to(item_id)]
    assert stored.substitutes == (TYPED,)


@dataclass
class Fault:
    """A store that fails, as the pragmas of SQLite let it, on every connection for as long as the fault lasts."""

    begin: str
    end: str
    lasts: bool = True

    def strike(self, campaign: Campaign) -> None:
        with closing(sqlite3.connect(str(campaign.database.url.database), isolation_level=None)) as connection:
            connection.execute("VACUUM")  # pages that were freed before would be room
        sa.event.listen(campaign.database._engine, "begin", self._set)

    def _set(self, connection: sa.Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA {self.begin.format(pages=pages) if self.lasts else self.end}")


FULL = ("max_page_count = {pages}", "max_page_count = 1000000")  # "database or disk is full"
READ_ONLY = ("query_only = ON", "query_only = OFF")  # "attempt to write a readonly database"


@pytest.mark.parametrize("pragmas", [FULL, READ_ONLY], ids=["full disk", "read only"])
def test_a_store_that_cannot_be_written_says_so_and_the_text_is_stored_afterwards(
    make: Make, pragmas: tuple[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    campaign = make(some_items(3), annotators_per_item=1)
    token, fault, long = invited(campaign, "ada")["ada"], Fault(*pragmas), "x" * 9_000
    with served(campaign) as address:
        ada = Guest(address).join(token)
        action, fields = item_form(ada.begin())
        fault.strike(campaign)
        failed = ada.post(action, {**fields, "substitute": [TYPED], "comment": [long]})
        assert failed.status == 503
        assert "Your answer is not saved yet" in failed.text
        assert "<script" not in failed.text  # nothing that could clear the draft of the browser
        assert ada.get(action).status == 200  # reading goes on
        assert [campaign.overview.answers_to(item_id) for item_id in (1, 2, 3)] == [[], [], []]
        fault.lasts = False
        again = [ada.post(action, failed.form(action)).status for _ in range(2)]  # by the button, and once more
        assert again == [303, 303]
    (stored,) = [each for item_id in (1, 2, 3) for each in campaign.overview.answers_to(item_id)]
    assert (stored.substitutes, stored.comment) == ((TYPED,), long)
    assert "Traceback" not in capfd.readouterr().err


def test_signing_in_with_a_store_that_cannot_be_written_is_refused_in_words(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        guest = Guest(address)
        page = guest.get(f"/join/{token}")
        Fault(*READ_ONLY).strike(campaign)
        refused = guest.post("/join", page.form("/join"))
    assert refused.status == 503
    assert "Nothing can be saved at the moment" in refused.text
