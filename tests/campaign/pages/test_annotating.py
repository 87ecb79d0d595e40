"""What an annotator meets, through HTTP and without scripts: from the invite link to the last answer."""

from dataclasses import replace

import pytest

from stead.campaign import Campaign, Settings
from stead.campaign.settings import Answers, Interface
from tests.campaign.conftest import Clock, Make, some_items
from tests.campaign.pages.guests import Guest, forms, invited, item_form, served


def histories(campaign: Campaign, name: str) -> dict[int, list[tuple[str, ...]]]:
    """Every revision of somebody's answers by item."""
    user = campaign.users.named(name)
    found = {row.item.id: campaign.answers.history(user.id, row.item.id) for row in campaign.answers.listed(user.id)}
    return {item_id: [each.substitutes for each in answers] for item_id, answers in found.items() if answers}


def test_from_the_invite_link_to_the_last_answer(make: Make) -> None:
    campaign = make(some_items(2, practice=1), annotators_per_item=1)
    tokens = invited(campaign, "ada")
    with served(campaign) as address:
        ada = Guest(address)
        first = ada.join(tokens["ada"]).begin()
        assert "Practice 1 of 1" in first.text
        assert '<mark><span class="hidden">marked word: </span>bright</mark> idea, number 1.' in first.text
        feedback = ada.follow(ada.answer(first, "smart"))
        assert "Others thought of something else" in feedback.text
        page = ada.follow(ada.get("/annotate?after=1"))
        assert "Sentence 1" in page.text
        assert "0 of 2 done" in page.text
        page = ada.follow(ada.answer(page, "clever", "", "smart", multiword="bright idea", comment="a\r\nb"))
        assert "Saved: clever, smart; phrase: bright idea" in page.text
        assert "1 of 2 done" in page.text
        last = ada.follow(ada.answer(page, choice="nil"))
        assert "All done. Thank you!" in last.text
        assert "Saved: no good substitute" in last.text
    user = campaign.users.named("ada")
    answers = [campaign.answers.history(user.id, number)[-1] for number in (1, 2, 3)]
    real = sorted((each.substitutes, each.nil, each.multiword, each.comment) for each in answers[1:])
    assert real == [((), True, "", ""), (("clever", "smart"), False, "bright idea", "a\nb")]


def test_looking_at_an_invite_link_signs_nobody_in(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        for method in ("GET", "HEAD"):
            assert ada.ask(method, f"/join/{token}", None, {}).status == 200
        assert ada.cookies == {}
        assert ada.get("/annotate").status == 401


def test_without_consent_nobody_begins(make: Make) -> None:
    campaign = make(settings=Settings(interface=Interface(consent="My answers may be *published*.")))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address).join(token)
        page = ada.follow(ada.get("/annotate"))
        assert "My answers may be <em>published</em>." in page.text
        refused = ada.post("/guidelines", page.form("/guidelines"))
        assert refused.status == 422
        assert "Please tick the box" in refused.text
        assert ada.get("/annotate").place == "/guidelines"
        assert ada.begin().status == 200
    assert campaign.guidelines.has_agreed(campaign.users.named("ada").id)


def test_a_second_click_is_the_same_answer(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        first, second = ada.answer(page, "clever"), ada.answer(page, "clever")
    assert (first.status, first.place) == (second.status, second.place) == (303, first.place)
    assert list(histories(campaign, "ada").values()) == [[("clever",)]]


def test_a_stale_form_is_told_and_loses_nothing(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        action, _ = item_form(page)
        other_tab = ada.get(action)
        ada.answer(page, "clever", comment="the first")
        told = ada.answer(other_tab, "smart", comment="the second")
        assert told.status == 409
        assert "You changed this answer somewhere else" in told.text
        assert '<p class="said" dir="auto">clever</p>' in told.text
        assert "the first" in told.text
        _, fields = item_form(told)
        assert (fields["substitute"][0], fields["comment"]) == ("smart", ["\nthe second"])  # a browser drops that \n
        assert list(histories(campaign, "ada").values()) == [[("clever",)]]
        assert ada.answer(told, "smart").status == 303
    assert list(histories(campaign, "ada").values()) == [[("clever",), ("smart",)]]


def test_another_answer_under_the_same_uuid_is_treated_as_stale(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        ada.answer(page, "clever")
        told = ada.answer(page, "smart")
        assert told.status == 409
        assert ada.answer(told, "smart").status == 303
    assert list(histories(campaign, "ada").values()) == [[("clever",), ("smart",)]]


@pytest.mark.parametrize(
    ("typed", "question"),
    [(("clever", "Clever "), "the same substitute twice"), (("bright",), "the marked word itself")],
)
def test_an_odd_answer_is_asked_about_and_stored_when_it_is_meant(
    make: Make, typed: tuple[str, ...], question: str
) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        asked = ada.answer(ada.join(token).begin(), *typed, milliseconds="8500")
        assert (asked.status, question in asked.text) == (422, True)
        assert histories(campaign, "ada") == {}
        _, fields = item_form(asked)
        assert fields["substitute"][: len(typed)] == list(typed)
        assert fields["milliseconds"] == ["8500"]  # which the time for the question is added to
        assert ada.answer(asked, *typed).status == 303
    assert len(histories(campaign, "ada")) == 1


@pytest.mark.parametrize(
    ("typed", "others", "complaint"),
    [
        ((), {}, "Please give a substitute"),
        (("clever",), {"choice": "nil"}, "also said that there is none"),
        (("a", "b", "c", "d"), {}, "more substitutes than asked for"),
        (("a; b",), {}, "one box for each"),
        (("x" * 201,), {}, "too long"),
        (("clever",), {"uuid": "1"}, "damaged on its way"),
        (("clever",), {"based_on": "7"}, "damaged on its way"),
        (("clever",), {"based_on": "x"}, "damaged on its way"),
    ],
)
def test_what_cannot_be_stored_is_shown_again_with_the_reason(
    make: Make, typed: tuple[str, ...], others: dict[str, str], complaint: str
) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        told = ada.answer(ada.join(token).begin(), *typed, comment="kept", **others)
        assert told.status == 422
        assert complaint in told.text
        _, fields = item_form(told)
        assert fields["substitute"][: len(typed)] == list(typed)
        assert fields["comment"] == ["\nkept"]
    assert histories(campaign, "ada") == {}


def test_a_session_that_ends_in_mid_sentence_costs_nothing(make: Make, clock: Clock) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        clock.forward(hours=campaign.settings.access.session_hours)
        told = ada.answer(page, "clever", "smart", comment="long thought")
        assert told.status == 401
        assert "clever, smart" in told.text
        assert "long thought" in told.text
        ada.join(token)  # in another tab
        action, fields = item_form(told)
        again = ada.post(action, fields)  # the button of the page
        assert again.status == 403
        assert "not saved yet" in again.text
        assert histories(campaign, "ada") == {}
        action, fields = item_form(again)
        assert ada.post(action, fields).status == 303
    assert list(histories(campaign, "ada").values()) == [[("clever", "smart")]]


def test_previous_next_and_the_list_lead_through_ones_own_items(make: Make) -> None:
    campaign = make(some_items(3))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        first = ada.join(token).begin()
        assert "Previous" not in first.text.replace("Previous</li>", "")
        place, _ = item_form(first)
        second = ada.follow(ada.get(f"/annotate?after={place.rpartition('/')[2]}"))  # next: left open, not answered
        assert f'href="{place}" accesskey="j"' in second.text
        ada.answer(second, "clever", comment="odd")
        listed = ada.get("/list").text
        assert listed.count(">to do<") == 1
        assert listed.count(">done<") == 1
        assert "with a comment" in listed


def test_pauses_are_explained(make: Make) -> None:
    campaign = make(some_items(1), annotators_per_item=1)
    tokens = invited(campaign, "ada", "bruno")
    with served(campaign) as address:
        ada, bruno = Guest(address).join(tokens["ada"]), Guest(address).join(tokens["bruno"])
        ada.begin()
        assert "Nothing to do at the moment" in bruno.begin().text
        campaign.users.pause("ada", paused=True, actor="test")
        assert "The organiser has paused your work" in ada.get("/annotate").text


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 777 * 999 }}",
    "\u202eevil\u2066",
    "a\u200bb",
    "'; DROP TABLE answers; --".replace(";", ","),
    "\x00\x01\x1b[31m",
    "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_inert_everywhere(make: Make, text: str) -> None:
    items = some_items(1)
    items = [replace(each, item=replace(each.item, text=f"A bright idea, {text}".replace("\0", ""))) for each in items]
    settings = Settings(interface=Interface(title=f"T {text}".replace("\0", "")))
    campaign = make(items, settings)
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        done = ada.follow(ada.answer(page, text, "clever", multiword=text, comment=text))
        shown = [page, done, ada.get("/annotate/1"), ada.get("/list"), ada.get(f"/nowhere/{'%3Cscript%3E'}")]
    for each in shown:
        assert each.status in (200, 404)
        assert "<script>alert" not in each.text
        assert "<img src=x" not in each.text
        assert "776223" not in each.text
        assert "\0" not in each.text


def test_what_is_switched_off_is_not_asked_for(make: Make) -> None:
    off = Answers(max_substitutes=1, nil=False, name=False, multiword=False, comment=False)
    campaign = make(settings=Settings(answers=off))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        _, fields = item_form(page)
        assert set(fields) == {"token", "uuid", "based_on", "opened", "milliseconds", "substitute"}
        assert len(fields["substitute"]) == 1
        told = ada.answer(page, choice="nil", multiword="a b", comment="c")
        assert told.status == 422
        assert [name in told.text for name in ("a b", ">\nc<")] == [True, True]


@pytest.mark.parametrize(("language", "text"), [("fr", "Aucun bon substitut"), ("it", "Nessun buon sostituto")])
def test_the_interface_speaks_the_language_of_the_campaign(make: Make, language: str, text: str) -> None:
    campaign = make(settings=Settings(interface=Interface(language=language)))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        page = Guest(address).join(token).begin()
    assert text in page.text
    assert f'<html lang="{language}">' in page.text


def test_every_form_of_a_page_brings_the_token(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        page = Guest(address).join(token).begin()
    assert {len(fields["token"][0]) for fields in forms(page.text).values()} == {64}
