"""Every address as every role, on both databases: who may see what, and that nobody sees another's."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product

from stead.campaign import Campaign
from stead.campaign.admin.campaign_files import backups
from stead.campaign.pages import campaign_pages
from stead.campaign.pages.shared import CampaignSite
from tests.campaign.conftest import Make, new_url, some_items
from tests.campaign.pages.guests import PASSWORD, Fields, Guest, Reply, forms, invited, item_form, organiser, served

__all__ = ["new_url"]  # these run on PostgreSQL too

ROLES = ("anonymous", "ada", "bruno", "olga")

CROWD_AND_PRIVACY = {
    ("GET", "/crowd/{link}"): (200, 200, 200, 200),
    ("POST", "/crowd"): (403, 403, 403, 403),  # with a wrong link
    ("GET", "/organise/crowd"): (303, 403, 403, 200),
    ("POST", "/organise/crowd"): (401, 403, 403, 303),
    ("GET", "/organise/people/{person:number}/erase"): (303, 403, 403, 200),
    ("POST", "/organise/people/{person:number}/erase"): (401, 403, 403, 422),  # without the name
}
"""Of campaigns of either kind."""

# What each role gets. Item 1 is Ada's, answered "adaword"; item 2 is Bruno's. 303* leads away from the page: to work,
# to the overview, or to sign in.
TABLE = {
    ("GET", "/"): (200, 303, 303, 303),
    ("GET", "/assets/{name}"): (200, 200, 200, 200),
    ("GET", "/join/{invite}"): (200, 200, 200, 200),
    ("POST", "/join"): (403, 403, 403, 403),  # with a wrong invitation
    ("GET", "/sign-in"): (200, 200, 200, 200),
    ("POST", "/sign-in"): (403, 403, 403, 403),  # with a wrong password
    ("GET", "/guidelines"): (401, 200, 200, 403),
    ("POST", "/guidelines"): (401, 303, 303, 403),
    ("GET", "/annotate"): (401, 200, 303, 403),  # for Ada there is nothing left
    ("GET", "/annotate/{position:number}"): (401, 200, 200, 403),
    ("POST", "/annotate/{position:number}"): (401, 303, 303, 403),
    ("GET", "/annotate/{position:number}/feedback"): (401, 404, 404, 403),  # it is no practice item
    ("GET", "/list"): (401, 200, 200, 403),
    ("GET", "/organise"): (303, 403, 403, 200),
    ("GET", "/organise/items"): (303, 403, 403, 200),
    ("GET", "/organise/items/{item:number}"): (303, 403, 403, 200),
    ("GET", "/organise/people/{person:number}"): (303, 403, 403, 200),
    ("POST", "/organise/people/{person:number}/pause"): (401, 403, 403, 303),
    ("POST", "/organise/people/{person:number}/reassign"): (401, 403, 403, 303),
    ("POST", "/organise/people/{person:number}/extend"): (401, 403, 403, 303),
    ("GET", "/organise/curation"): (303, 403, 403, 200),
    ("POST", "/organise/curation/decide"): (401, 403, 403, 409),  # there is no such proposal
    ("POST", "/organise/curation/add"): (401, 403, 403, 303),
    ("POST", "/organise/curation/drop"): (401, 403, 403, 303),
    ("POST", "/organise/curation/undo"): (401, 403, 403, 303),
    ("POST", "/organise/items/{item:number}/decide"): (401, 403, 403, 303),
    ("GET", "/organise/agreement"): (303, 403, 403, 200),
    ("GET", "/organise/plan"): (303, 403, 403, 200),
    ("GET", "/organise/preview"): (303, 403, 403, 200),
    ("GET", "/organise/preview/{position:number}"): (303, 403, 403, 200),
    ("POST", "/organise/preview/{position:number}"): (401, 403, 403, 303),
    ("GET", "/organise/items/more"): (303, 403, 403, 200),
    ("POST", "/organise/items/add"): (401, 403, 403, 303),
    ("POST", "/organise/items/close-pilot"): (401, 403, 403, 422),  # the box is not ticked
    ("GET", "/organise/people"): (303, 403, 403, 200),
    ("POST", "/organise/people/invite"): (401, 403, 403, 200),
    ("POST", "/organise/people/links"): (401, 403, 403, 200),
    ("POST", "/organise/people/{person:number}/link"): (401, 403, 403, 200),
    ("POST", "/organise/people/{person:number}/delete"): (401, 403, 403, 303),
    ("GET", "/organise/settings"): (303, 403, 403, 200),
    ("POST", "/organise/settings"): (401, 403, 403, 303),
    ("GET", "/organise/guidelines"): (303, 403, 403, 200),
    ("POST", "/organise/guidelines"): (401, 403, 403, 303),
    ("GET", "/organise/files"): (303, 403, 403, 200),
    ("POST", "/organise/files/export"): (401, 403, 403, 200),
    ("POST", "/organise/files/backup"): (401, 403, 403, 303),
    ("POST", "/organise/files/download"): (401, 403, 403, 200),
    ("POST", "/organise/files/delete"): (401, 403, 403, 303),
    ("GET", "/organise/events"): (303, 403, 403, 200),
    ("POST", "/sign-out"): (401, 303, 303, 303),
    **CROWD_AND_PRIVACY,
}


@dataclass
class House:
    """A campaign with one guest of each role, and the address of its style sheet."""

    campaign: Campaign
    guests: dict[str, Guest]
    style: str

    def ask(self, role: str, method: str, address: str, **headers: str) -> Reply:
        """Ask for a page with parameters and fields that make sense."""
        # a new link would sign its owner out, and deleting would too
        person = self.campaign.users.by_name("dora" if address.endswith(("/link", "/delete")) else "ada").id
        given = {
            "{item:number}": "1",
            "{position:number}": "1",  # of one's own list
            "{screen:number}": "1",
            "{person:number}": str(person),
            "{invite}": "abc",
            "{link}": "abc",
            "{name}": self.style,
        }
        path = re.sub(r"\{.*?\}", lambda match: given[match[0]], address)
        guest = self.guests[role]
        return guest.get(path) if method == "GET" else guest.post(path, self._fields(guest, address), **headers)

    def _fields(self, guest: Guest, address: str) -> Fields:
        fields: Fields = {"agree": ["yes"], "paused": ["no"], "items": ["3"], "invite": ["abc"]}
        fields |= {"name": ["olga"], "password": ["wrong"], "status": ["accept"], "item": ["1"], "reason": ["odd"]}
        fields |= {"link": ["abc"], "PROLIFIC_PID": ["p1"], "open": ["no"], "deleted": ["yes"]}
        if address.endswith("add"):
            fields |= {"action": ["merge"], "form": ["a"], "to": ["b"]}
        if address.endswith("undo"):
            shown = forms(self.guests["olga"].get("/organise/curation").text).get(address, {})
            fields |= {name: values[:1] for name, values in shown.items()}
        fields |= self._acting_fields(address)
        if address.startswith("/annotate"):
            own = guest if guest is self.guests["bruno"] else self.guests["ada"]
            _, fields = item_form(own.get("/annotate/1"))
            fields = {**fields, "substitute": ["adaword", "more"]}
        if address == "/guidelines":
            fields["version"] = [self.campaign.guidelines.agreement]
        return fields

    def _acting_fields(self, address: str) -> Fields:
        """What the organiser's forms send that change the campaign: as they are shown, with what a person types."""
        pages = {"/organise/settings": address, "/organise/guidelines": address}
        pages["/organise/preview/{position:number}"] = "/organise/preview/1"
        typed: dict[str, Fields] = {
            "/organise/items/add": {"text": [ITEMS]},
            "/organise/items/{item:number}/decide": {
                "action": ["merge"],
                "form": ["adaword"],
                "to": ["x"],
                "scope": ["item"],
            },
            "/organise/people/invite": {"names": ["carla"], "role": ["annotator"]},
            "/organise/files/export": {"what": ["csv"]},
            "/organise/files/download": {"name": [*backups(self.campaign), ""][:1]},
            "/organise/files/delete": {"name": [*backups(self.campaign), ""][:1]},
            "/organise/preview/{position:number}": {"substitute": ["clever"]},
        }
        shown: Fields = {}
        if address in pages:
            shown = forms(self.guests["olga"].get(pages[address]).text).get(pages[address], {})
        return {**shown, **typed.get(address, {})}


ITEMS = '{"schema": "stead.items/1"}\n{"lexelt": "dark.a", "id": "9", "text": "A dark room.", "start": 2, "end": 6}\n'


@contextmanager
def inhabited(make: Make) -> Iterator[House]:
    campaign = make(some_items(2), annotators_per_item=1, order="file")
    tokens = invited(campaign, "ada", "bruno", "dora")
    organiser(campaign)
    with served(campaign) as address:
        guests = {role: Guest(address) for role in ROLES}
        page = guests["ada"].join(tokens["ada"]).begin()
        assert guests["ada"].answer(page, "adaword").status == 303
        guests["bruno"].join(tokens["bruno"]).begin()
        assert guests["olga"].sign_in("olga", PASSWORD).place == "/organise"
        style = CampaignSite(campaign).assets.address("style.css").rpartition("/")[2]
        yield House(campaign, guests, style)


def test_the_table_names_every_page(make: Make) -> None:
    pages = {(page.method, page.address) for page in campaign_pages(CampaignSite(make()))}
    assert pages == set(TABLE)


def test_every_address_as_every_role(make: Make) -> None:
    with inhabited(make) as house:
        # signing out comes last
        found = {
            route: tuple(house.ask(role, *route).status for role in ROLES)
            for route in sorted(TABLE, key=lambda route: route == ("POST", "/sign-out"))
        }
    assert found == TABLE


def test_nobody_sees_another_annotators_words(make: Make) -> None:
    with inhabited(make) as house:
        addresses = [address for method, address in TABLE if method == "GET"]
        seen = {
            role: [address for address in addresses if "adaword" in house.ask(role, "GET", address).text]
            for role in ROLES
        }
    assert seen["anonymous"] == seen["bruno"] == []
    assert "/annotate/{position:number}" in seen["ada"]
    assert "/organise/items/{item:number}" in seen["olga"]


FORGED = {
    "another site": {"Sec_Fetch_Site": "cross-site"},
    "another site of the same domain": {"Sec_Fetch_Site": "same-site"},
    "another site, with our origin": {"Sec_Fetch_Site": "cross-site", "Origin": "OURS"},
    "a browser that knows only Origin": {"Origin": "https://evil.example"},
    "a page that hides its origin": {"Origin": "null"},
    "a browser that knows only Referer": {"Referer": "https://evil.example/annotate/1"},
    "an old browser, from a page that hides where it is": {"Referer": ""},
}
"""What a browser says of a form that a page of somebody else sends, with the cookie of who is signed in."""


def send_forged(house: House, table: Mapping[tuple[str, str], tuple[int, ...]], role: str, sender: str) -> None:
    """Send what the role may send, as a page of somebody else makes their browser send it: all of it is refused."""
    headers = {name: value.replace("OURS", house.guests[role].address) for name, value in FORGED[sender].items()}
    for (method, address), statuses in table.items():
        allowed = statuses[ROLES.index(role)] in (200, 303, 409, 422)
        if method == "POST" and (allowed or address in ("/join", "/sign-in", "/crowd")):
            assert house.ask(role, method, address, **headers).status == 403, (role, sender, address)


def test_no_form_of_another_site_does_anything(make: Make) -> None:
    with inhabited(make) as house:
        before = house.campaign.overview.answers_to(1)
        for role, sender in product(("ada", "olga"), FORGED):
            send_forged(house, TABLE, role, sender)
            assert house.campaign.overview.answers_to(1) == before, (role, sender)
            assert house.guests[role].get("/").status == 303, (role, sender)  # still signed in
        assert not (house.campaign.folder / "curation.tsv").exists()


def test_nothing_that_an_organiser_can_send_changes_an_answer(make: Make) -> None:
    with inhabited(make) as house:
        before = [house.campaign.overview.answers_to(item_id) for item_id in (1, 2)]
        for method, address in TABLE:
            if (method, address) != ("POST", "/sign-out"):
                house.ask("olga", method, address)
        assert [house.campaign.overview.answers_to(item_id) for item_id in (1, 2)] == before
