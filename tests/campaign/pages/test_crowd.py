"""Crowds: many people join by one link, each under the id of a platform, and go back to it at the end."""

import csv
import re
from dataclasses import replace

import pytest

from stead.campaign import Campaign, CampaignSettings
from stead.campaign.admin.payments import payment_rows
from stead.campaign.folder import delete_user
from stead.campaign.settings import AssignmentSettings, CrowdSettings
from tests.campaign.conftest import Clock, Make, some_items
from tests.campaign.pages.guests import PASSWORD, Guest, Reply, invited, organiser, served


def settings(items: int = 2, **crowd: object) -> CampaignSettings:
    assignment = AssignmentSettings(mode="k-of-n", annotators_per_item=2, items_per_annotator=items)
    return CampaignSettings(assignment=assignment, crowd=CrowdSettings(**crowd))  # type: ignore[arg-type]


def opened(campaign: Campaign) -> str:
    return campaign.crowd.open_link(actor="test")


def join(guest: Guest, link: str, participant: str, **others: str) -> Reply:
    """Open the link as a platform does, and press the button."""
    query = "&".join(f"{name}={value}" for name, value in {"PROLIFIC_PID": participant, **others}.items())
    return guest.post("/crowd", guest.get(f"/crowd/{link}?{query}").form("/crowd"))


def work(guest: Guest, *answers: str) -> Reply:
    """Answer all that there is; the page at the end."""
    page = guest.begin()
    for number in range(20):
        if 'action="/annotate/' not in page.text:
            return page
        page = guest.follow(guest.answer(page, answers[number % len(answers)] if answers else "smart"))
    raise AssertionError("there is no end")


def test_a_person_joins_works_and_goes_back_with_the_code(make: Make) -> None:
    wanted = settings(completion_code="DONE1", completion_url="https://x.example/c?p={PROLIFIC_PID}&s={STUDY_ID}")
    campaign = make(some_items(3), settings=wanted)
    with served(campaign) as address:
        guest = Guest(address)
        assert join(guest, opened(campaign), "5f1c", STUDY_ID="a%26b").place == "/annotate"
        end = work(guest)
    assert "DONE1" in end.text
    assert 'href="https://x.example/c?p=5f1c&amp;s=a%26b"' in end.text
    (row,) = payment_rows(campaign)
    assert (row.name, row.participant, row.parameters) == ("worker-1", "5f1c", "STUDY_ID=a&b")
    assert (row.state, row.items, row.code) == ("finished", 2, "DONE1")


def test_who_comes_again_is_the_same_person_and_goes_on(make: Make) -> None:
    campaign = make(some_items(3), settings=settings())
    link = opened(campaign)
    with served(campaign) as address:
        first, again = Guest(address), Guest(address)
        join(first, link, "5f1c")
        first.answer(first.begin(), "smart")
        join(again, link, "5f1c")
        assert "1 of 2 done" in again.begin().text
    assert [user.name for user in campaign.users.all()] == ["worker-1"]


def test_the_id_is_on_no_page_of_others_and_in_no_answer(make: Make) -> None:
    campaign = make(some_items(3), settings=settings())
    with served(campaign) as address:
        guest = Guest(address)
        join(guest, opened(campaign), "5f1c")
        assert "5f1c" not in guest.answer(guest.begin(), "smart").text
    assert [annotation.annotator for annotation in campaign.overview.annotations()] == ["worker-1"]


@pytest.mark.parametrize("given", ["", "{{%PROLIFIC_PID%}}", "a%20b", "x" * 101, "%00"])
def test_without_an_id_one_is_asked_for_it(make: Make, given: str) -> None:
    campaign = make(settings=settings())
    link = opened(campaign)
    with served(campaign) as address:
        guest = Guest(address)
        page = guest.get(f"/crowd/{link}?PROLIFIC_PID={given}")
        assert 'id="participant"' in page.text
        fields = page.form("/crowd")
        refused = guest.post("/crowd", {**fields, "PROLIFIC_PID": ["a b"]})
        assert (refused.status, 'aria-invalid="true"' in refused.text) == (422, True)
        assert guest.post("/crowd", {**fields, "PROLIFIC_PID": [" 5f1c "]}).place == "/annotate"


def test_a_preview_on_mturk_joins_nobody(make: Make) -> None:
    wanted = settings(participant="workerId", parameters=("assignmentId", "hitId"))
    campaign = make(settings=wanted)
    link = opened(campaign)
    with served(campaign) as address:
        page = Guest(address).get(f"/crowd/{link}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=1")
        assert "This is a preview" in page.text
        assert "<form" not in page.text
    assert campaign.crowd_link(link).endswith(
        f"/crowd/{link}?workerId=${{workerId}}&assignmentId=${{assignmentId}}&hitId=${{hitId}}"
    )


def test_nobody_joins_by_a_link_that_is_closed_or_wrong(make: Make) -> None:
    campaign = make(settings=settings())
    link = opened(campaign)
    with served(campaign) as address:
        inside, late = Guest(address), Guest(address)
        join(inside, link, "early")
        assert campaign.crowd.close_link(actor="test")
        assert join(late, link, "later").status == 403
        assert join(late, "wrong", "later").status == 403
        assert join(late, "wrong", "early").status == 403
        assert join(Guest(address), link, "early").place == "/annotate"  # comes back, in another browser
        assert join(late, opened(campaign), "later").status == 303  # another one
        assert inside.begin().status == 200  # goes on
    assert opened(campaign) != link


def test_there_are_as_many_places_as_the_settings_say(make: Make) -> None:
    campaign = make(settings=settings(most_people=1))
    link = opened(campaign)
    with served(campaign) as address:
        assert join(Guest(address), link, "first").status == 303
        refused = join(Guest(address), link, "second")
        assert (refused.status, "All places are taken" in refused.text) == (410, True)
        assert join(Guest(address), link, "first").status == 303


def test_nobody_takes_the_place_of_somebody_who_was_invited(make: Make) -> None:
    campaign = make(settings=settings())
    invited(campaign, "ada", "worker-3")
    with served(campaign) as address:
        join(Guest(address), opened(campaign), "ada")
    assert [user.name for user in campaign.users.all()] == ["ada", "worker-3", "worker-4"]


def test_who_was_deleted_cannot_join_again(make: Make) -> None:
    campaign = make(settings=settings())
    link = opened(campaign)
    campaign.crowd.join(link, "5f1c", {})
    delete_user(campaign, "worker-1", actor="test")
    with served(campaign) as address:
        assert join(Guest(address), link, "5f1c").status == 403


def test_who_comes_when_nothing_is_left_gets_no_code(make: Make) -> None:
    campaign = make(some_items(1), settings=replace(settings(completion_code="DONE1")))
    link = opened(campaign)
    with served(campaign) as address:
        for name in ("a", "b"):
            guest = Guest(address)
            join(guest, link, name)
            assert "DONE1" in work(guest).text
        late = Guest(address)
        join(late, link, "c")
        end = work(late)
    assert ("DONE1" in end.text, "Others have taken all sentences" in end.text) == (False, True)
    assert [row.state for row in payment_rows(campaign)] == ["finished", "finished", "working"]


def checked(**crowd: object) -> CampaignSettings:
    made = settings(items=4, failed_checks=1, screened_code="OUT", completion_code="DONE", **crowd)
    return replace(made, assignment=replace(made.assignment, attention_every=1))


@pytest.mark.parametrize("kept", ["drop", "keep"])
def test_who_fails_the_checks_is_screened_out(make: Make, kept: str) -> None:
    campaign = make(some_items(4, attention=1), settings=checked(screened_answers=kept))
    with served(campaign) as address:
        guest = Guest(address)
        join(guest, opened(campaign), "careless")
        end = work(guest, "nonsense")
        assert ("OUT" in end.text, "DONE" in end.text) == (True, False)
        assert "OUT" in guest.follow(guest.get("/annotate")).text  # for good
    counted = campaign.overview.annotations()
    assert (counted == []) is (kept == "drop")
    (row,) = payment_rows(campaign)
    assert (row.state, row.items > 1, row.code) == ("screened", True, "OUT")  # paid for the work all the same
    assert not any(item.open for item in campaign.overview.items())


def test_who_passes_the_checks_goes_on_to_the_end(make: Make) -> None:
    campaign = make(some_items(4, attention=1), settings=checked())
    with served(campaign) as address:
        guest = Guest(address)
        join(guest, opened(campaign), "careful")
        assert "DONE" in work(guest, "clever").text  # which the check expects


def test_codes_of_ones_own_differ_and_stay(make: Make) -> None:
    campaign = make(settings=settings(personal_codes=True))
    codes = [campaign.crowd.personal_code(number) for number in range(200)]
    assert len(set(codes)) == 200
    assert all(re.fullmatch("[A-Z2-9]{8}", code) for code in codes)
    assert codes[7] == campaign.crowd.personal_code(7)


def test_the_sheet_has_the_time_that_was_measured(make: Make, clock: Clock) -> None:
    campaign = make(some_items(2), settings=settings())
    organiser(campaign)
    with served(campaign) as address:
        guest = Guest(address)
        join(guest, opened(campaign), "=cmd()")  # no id
        join(guest, opened(campaign), "5f1c")
        page = guest.begin()
        clock.forward(minutes=3)
        page = guest.follow(guest.answer(page, "smart", milliseconds="45000"))
        clock.forward(minutes=2)
        guest.answer(page, "smart", milliseconds="15000")
        olga = Guest(address)
        olga.sign_in("olga", PASSWORD)
        sheet = olga.post("/organise/files/export", {"what": ["payments"]})
        shown = olga.get("/organise/crowd")
    (row,) = csv.DictReader(sheet.text.splitlines())
    assert (row["items"], row["minutes"], row["elapsed"]) == ("2", "1.0", "5.0")
    assert sheet.headers["content-disposition"] == 'attachment; filename="payments.csv"'
    assert "5f1c" in shown.text


def test_an_organiser_opens_and_closes_the_link_in_the_browser(make: Make) -> None:
    campaign = make(settings=settings())
    organiser(campaign)
    with served(campaign) as address:
        olga = Guest(address)
        olga.sign_in("olga", PASSWORD)
        shown = olga.follow(olga.post("/organise/crowd", {"open": ["yes"]}))
        link = campaign.crowd.token()
        assert f"/crowd/{link}?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}" in shown.text
        olga.post("/organise/crowd", {"open": ["no"]})
    assert (bool(link), campaign.crowd.token()) == (True, "")


def test_an_organiser_is_told_what_a_crowd_still_needs(make: Make) -> None:
    campaign = make()
    organiser(campaign)
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address).join(token)
        assert ada.answer(ada.begin(), "clever").status == 303
        olga = Guest(address)
        olga.sign_in("olga", PASSWORD)
        before = olga.get("/organise/crowd").text
        fields = olga.get("/organise/settings").form("/organise/settings")
        limits = {"assignment.mode": ["k-of-n"], "assignment.items_per_annotator": ["9"], "crowd.most_people": ["50"]}
        olga.post("/organise/settings", {**fields, **limits, "crowd.completion_code": ["C1"]})
        after = olga.get("/organise/crowd").text
    told = ("no code and no way back", "given every item", "no limit per person")
    assert [text in before for text in told] == [True] * 3
    assert [text in after for text in told] == [False] * 3
    # who was invited by name did not come by the link, and what they did is not the crowd's
    assert '<dd>0 <span class="small quiet">of 50</span>' in after
    assert "<dt>items</dt><dd>0</dd>" in after
