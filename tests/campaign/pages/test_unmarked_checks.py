"""Nothing on an annotator's pages tells an attention check from an ordinary item."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from stead.campaign import CampaignItem, ItemKind
from tests.campaign.conftest import Make, some_items
from tests.campaign.pages.guests import Guest, Reply, invited, item_form, served

REAL, CHECKS, PRACTICE = 12, 3, 2


def alike() -> list[CampaignItem]:
    """Practice, checks and real items that differ in nothing but their numbers and kinds."""
    made = some_items(REAL, practice=PRACTICE, attention=CHECKS)
    return [replace(each, item=replace(each.item, text="A bright idea.")) for each in made]


def masked(reply: Reply, place: int) -> tuple[int, str]:
    """A reply without what must differ: keys of items, UUIDs, times, and places: the own one or next to it."""
    named = set(map(int, re.findall(r"(?:/annotate/|after=)(\d+)", reply.text)))
    assert named <= {place - 1, place, place + 1}
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "UUID", reply.text)
    text = re.sub(r'(name="item" value|data-item|data-saved-item)="[0-9a-f]{32}"', r"\1=KEY", text)
    return reply.status, re.sub(r"\d+", "#", f"{reply.place}\n{text}")


def looks(ada: Guest, place: int) -> Iterator[tuple[int, str]]:
    """Everything that an annotator can see of an item, before and after it is answered, and of mistakes with it."""
    address = f"/annotate/{place}"
    page = ada.get(address)
    yield masked(page, place)
    yield masked(ada.answer(page), place)  # empty
    yield masked(ada.answer(page, "clever, smart"), place)  # a question
    yield masked(ada.get(f"{address}/feedback"), place)
    stored = ada.answer(page, "clever", milliseconds="5000")
    yield masked(stored, place)
    following = ada.get(stored.place)
    yield masked(following, place)
    yield masked(ada.get(following.place), place + 1)
    yield masked(ada.get(address), place)
    yield masked(ada.answer(page, "smart"), place)  # a conflict
    yield masked(ada.get(f"{address}/feedback"), place)


@pytest.mark.parametrize("order", ["file", "random"])
def test_a_check_looks_like_any_other_item(make: Make, order: str) -> None:
    campaign = make(alike(), order=order, attention_every=4)
    tokens = invited(campaign, "ada")
    user = campaign.users.by_name("ada")
    seen: dict[ItemKind, list[list[tuple[int, str]]]] = {ItemKind.REAL: [], ItemKind.ATTENTION: []}
    totals: set[str] = set()
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(tokens["ada"]).begin()
        for _ in range(PRACTICE):
            ada.answer(page, "clever", milliseconds="5000")
            page = ada.follow(ada.get("/annotate"))
        last = PRACTICE + REAL + CHECKS
        for place in range(PRACTICE + 1, last + 1):
            assert item_form(page)[0] == f"/annotate/{place}"
            totals.update(re.findall(r"\d+ of (\d+) done", page.text))
            kind = campaign.items.by_id[campaign.answers.item_at(user.id, place)].kind
            found = list(looks(ada, place))
            if PRACTICE + 2 < place < last - 1:  # the first and the last of a list have other neighbours
                seen[kind].append(found)
            page = ada.follow(ada.get(f"/annotate?after={place}"))
        listed = ada.get("/list").text
    assert totals == {str(REAL + CHECKS)}
    assert len(seen[ItemKind.ATTENTION]) >= 2
    assert all(found == seen[ItemKind.REAL][0] for kind in seen for found in seen[kind])
    rows = [re.sub(r"\d+", "#", row) for row in re.findall(r"<tr><td.*?</tr>", listed, re.S)]
    assert len(rows) == last
    assert len(set(rows[PRACTICE:])) == 1
    assert "attention" not in listed


def test_no_script_knows_of_checks(make: Make) -> None:
    campaign = make(alike())
    tokens = invited(campaign, "ada")
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(tokens["ada"]).begin()
        scripts = [ada.get(each).text for each in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)]
    assert len(scripts) >= 3
    assert [script for script in (page.text, *scripts) if "attention" in script.lower()] == []
