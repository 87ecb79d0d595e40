"""What an annotator meets, through HTTP and without scripts: from the invite link to the last answer."""

import html
import re
from dataclasses import replace
from uuid import uuid4

import pytest

from stead.campaign import Campaign, CampaignSettings, Role
from stead.campaign.pages.shared import CampaignSite
from stead.campaign.settings import AnswerSettings, GuidelineExample, Interface
from tests.campaign.conftest import Clock, Make, some_items
from tests.campaign.pages.guests import Guest, Reply, invited, item_form, served
from tests.campaign.people import change_consent, change_guidelines


def histories(campaign: Campaign, name: str) -> dict[int, list[tuple[str, ...]]]:
    """Every revision of somebody's answers by item."""
    user = campaign.users.by_name(name)
    items = [row.item.id for row in campaign.answers.list_items(user.id)]
    found = {item_id: campaign.answers.history(user.id, item_id) for item_id in items}
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
        assert "Saved: clever · smart; phrase: bright idea" in page.text
        assert "1 of 2 done" in page.text
        last = ada.follow(ada.answer(page, choice="nil"))
        assert "All done. Thank you!" in last.text
        assert "Saved: no good substitute" in last.text
    user = campaign.users.by_name("ada")
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


def test_an_invite_link_says_what_it_is_good_for(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    organisers = campaign.users.add({"olga": Role.ORGANISER}, actor="test")["olga"]
    with served(campaign) as address:
        ada, olga = (Guest(address).get(f"/join/{each}").text for each in (token, organisers))
    assert ("as often as you like; please keep it" in ada, "choose a password" in ada) == (True, False)
    assert ("as often as you like" in olga, "void when you have chosen one" in olga) == (False, True)


@pytest.mark.parametrize(
    "examples", [(), (GuidelineExample("A [fine] day.", "good <b>", "It is."), GuidelineExample("[So]!"))]
)
def test_examples_are_those_of_the_settings(make: Make, examples: tuple[GuidelineExample, ...]) -> None:
    campaign = make(settings=CampaignSettings(examples=examples))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        page = Guest(address).join(token).get("/guidelines").text
    assert ("<h2>Examples</h2>" in page) == bool(examples)
    assert page.count('<p class="sentence short"') == len(examples)
    assert ('dir="auto">A <mark>fine</mark> day.</p>' in page) == bool(examples)
    assert ("good &lt;b&gt;" in page) == bool(examples)


def test_other_examples_are_other_guidelines(make: Make) -> None:
    with_example, without = make(settings=CampaignSettings(examples=(GuidelineExample("A [fine] day."),))), make()
    assert with_example.guidelines.text == without.guidelines.text
    assert with_example.guidelines.version != without.guidelines.version


def test_without_consent_nobody_begins(make: Make) -> None:
    campaign = make(settings=CampaignSettings(interface=Interface(consent="My answers may be *published*.")))
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
    assert campaign.guidelines.has_agreed(campaign.users.by_name("ada").id)


def test_a_form_from_before_the_guidelines_changed_is_stored_under_those_that_were_read(
    make: Make, clock: Clock
) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
    with change_guidelines(campaign) as again, served(again) as address:
        ada = Guest(address, ada.cookies)
        action, _ = item_form(page)
        assert ada.get(action).place == "/guidelines"
        clock.forward(minutes=1)
        told = ada.follow(ada.answer(page, "clever"))
        assert "Saved: clever" in told.text
        assert "have changed since you read them" in told.text
        assert "<h2 dir=auto>Other</h2>" in told.text
        (stored,) = again.answers.current(campaign.users.by_name("ada").id).values()
        assert stored.guideline_version == campaign.guidelines.version != again.guidelines.version
        following = ada.begin()
        assert following.status == 200
        assert "have changed" not in ada.get("/guidelines").text
        ada.answer(following, "smart")
        by_version = {each.substitutes: each.guideline_version for each in again.answers.current(1).values()}
    assert by_version == {("clever",): campaign.guidelines.version, ("smart",): again.guidelines.version}


def test_a_consent_that_is_added_later_is_asked_for(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        ada.join(token).begin()
    with change_consent(campaign, "My answers may be *published*.") as again, served(again) as address:
        ada = Guest(address, ada.cookies)
        page = ada.follow(ada.get("/annotate"))
        assert "My answers may be <em>published</em>." in page.text
        assert "Please tick the box" in ada.post("/guidelines", page.form("/guidelines")).text
        assert item_form(ada.begin())


def test_nobody_agrees_to_what_the_form_did_not_show(make: Make) -> None:
    campaign = make(settings=CampaignSettings(interface=Interface(consent="Once.")))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address).join(token)
        page = ada.follow(ada.get("/annotate"))
    with change_consent(campaign, "For ever.") as again, served(again) as address:
        ada = Guest(address, ada.cookies)
        told = ada.post("/guidelines", {**page.form("/guidelines"), "agree": ["yes"]})
        assert (told.status, "For ever." in told.text) == (409, True)
        assert not again.guidelines.has_agreed(campaign.users.by_name("ada").id)
        assert ada.post("/guidelines", {**told.form("/guidelines"), "agree": ["yes"]}).status == 303


def test_who_never_agreed_keeps_the_text_and_is_sent_to_the_guidelines(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address).join(token)
        user = campaign.users.by_name("ada")
        item_id = campaign.assignment.next(user)
        assert isinstance(item_id, int)
        fields = {
            "item": [CampaignSite(campaign).task_key(user.id, item_id)],
            "uuid": [str(uuid4())],
            "based_on": ["0"],
        }
        told = ada.post("/annotate/1", {**fields, "substitute": ["clever"]})
        assert (told.status, "Please read the guidelines" in told.text) == (409, True)
        ada.begin()
        assert ada.post(*item_form(told)).status == 303
    assert list(histories(campaign, "ada").values()) == [[("clever",)]]


@pytest.mark.parametrize("named", ["of another sentence", "of nobody", "not at all"])
def test_what_was_written_for_another_sentence_is_shown_and_never_stored(make: Make, named: str) -> None:
    """Places of a list are not what they were before an upgrade; a form of before must not go to what is there now."""
    campaign = make(some_items(3))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        first = ada.join(token).begin()
        second = ada.follow(ada.answer(first, "gifted"))
        here, fields = item_form(second)
        keys = {"of another sentence": item_form(first)[1]["item"], "of nobody": ["é"], "not at all": []}
        typed = {**fields, "item": keys[named], "substitute": ["clever"], "multiword": ["a b"], "comment": ["why"]}
        assert fields["item"] != item_form(first)[1]["item"]
        assert f'data-item="{fields["item"][0]}"' in second.text, "drafts are of the sentence, too"
        told = ada.post(here, typed)
        nowhere = ada.post("/annotate/99", typed)
    assert (told.status, nowhere.status) == (409, 404)
    for page in (told, nowhere):
        assert "written for another sentence" in page.text
        assert [text in page.text for text in ("clever", "a b", "why")] == [True] * 3
    assert list(histories(campaign, "ada").values()) == [[("gifted",)]]


def test_no_more_substitutes_are_offered_than_there_are_boxes(make: Make) -> None:
    campaign = make()  # with three boxes
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        told = ada.answer(page, "clever, smart, bold, keen", "gifted")
        path, fields = item_form(told)
        assert ada.post(path, {**fields, "accept": ["yes"]}).status == 303
    assert list(histories(campaign, "ada").values()) == [[("clever", "smart", "gifted")]]


def test_a_phrase_with_a_semicolon_is_told_as_one(make: Make) -> None:
    token = invited(campaign := make(), "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        told = ada.answer(ada.join(token).begin(), "clever", multiword="bright idea; bright spark")
    assert (told.status, "name one phrase only" in told.text, "one box for each" in told.text) == (422, True, False)


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


def asked_fields(page: Reply) -> dict[str, str]:
    """What is asked at each field that is marked as one to look at."""
    found = dict(re.findall(r'<p class="asked" id="([a-z0-9-]+)-asked" dir="auto">(.*?)</p>', page.text))
    marked = re.findall(
        r'<input [^>]*id="([a-z0-9-]+)"[^>]*aria-describedby="[^"]*\b\1-asked" aria-invalid="true"', page.text
    )
    assert sorted(found) == sorted(marked)
    return {field: html.unescape(text) for field, text in found.items()}


@pytest.mark.parametrize(
    ("typed", "question", "button", "stored"),
    [
        (("clever, smart",), "Each gets a box of its own: clever · smart", "Yes: clever · smart", ("clever", "smart")),
        (("clever/smart",), "Each gets a box of its own: clever · smart", "Yes: clever · smart", ("clever", "smart")),
        (("clever or smart",), "of its own: clever · smart", "Yes: clever · smart", ("clever", "smart")),
        (("clever; smart",), "of its own: clever · smart", "Yes: clever · smart", ("clever", "smart")),
        (("CLEVER.",), "Without the punctuation: CLEVER?", "Yes: CLEVER", ("CLEVER",)),
        (("cle\u200bver",), "characters that cannot be seen. Without them: clever?", "Yes: clever", ("clever",)),
        (("NIL",), "“NIL”: do you mean that there is no good substitute?", "Yes: no good substitute", "nil"),
        (("-",), "“-”: do you mean that there is no good substitute?", "Yes: no good substitute", "nil"),
        (("NAME",), "“NAME”: do you mean that the marked word is part of", "Yes: part of a proper name", "name"),
        (("-", "clever"), "“-” is no substitute. Leave this box empty?", "Yes: leave it empty", ("clever",)),
    ],
)
def test_what_is_hardly_one_substitute_is_asked_about_and_one_click_accepts_the_offer(
    make: Make, typed: tuple[str, ...], question: str, button: str, stored: tuple[str, ...] | str
) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        asked = ada.answer(ada.join(token).begin(), *typed, comment="kept")
        assert asked.status == 422
        assert question in asked_fields(asked)["substitute-1"]
        assert f'name="accept" value="yes" dir="auto">{button}</button>' in asked.text
        assert histories(campaign, "ada") == {}
        action, fields = item_form(asked)
        assert fields["substitute"][: len(typed)] == list(typed)
        assert fields["comment"] == ["\nkept"]
        assert ada.post(action, {**fields, "accept": ["yes"]}).status == 303
    (answer,) = campaign.answers.current(campaign.users.by_name("ada").id).values()
    said = "nil" if answer.nil else "name" if answer.name else answer.substitutes
    assert (said, answer.comment) == (stored, "kept")


@pytest.mark.parametrize(
    "typed",
    ["clever, smart", "more or less", "12", "::", "~", "NIL", "name", "CLEVER.", "cle\u200bver", "\u202eclever"],
)
def test_what_is_meant_all_the_same_is_stored_as_it_is(make: Make, typed: str) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        asked = ada.answer(ada.join(token).begin(), typed)
        assert (asked.status, list(asked_fields(asked))) == (422, ["substitute-1"])
        action, fields = item_form(asked)
        assert ada.post(action, fields).status == 303
    assert list(histories(campaign, "ada").values()) == [[(typed,)]]


def test_what_is_never_a_substitute_is_not_kept(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        for typed in ("\u200b", "clever; smart"):
            page = ada.answer(page, typed)
            assert "save it as it is" not in page.text
            page = ada.post(*item_form(page))
            assert page.status == 422
    assert histories(campaign, "ada") == {}


def test_a_question_is_about_one_text_and_another_text_is_asked_about_again(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        asked = ada.answer(ada.join(token).begin(), "clever, smart", "12")
        assert set(asked_fields(asked)) == {"substitute-1", "substitute-2"}
        again = ada.answer(asked, "clever, smart", "13")
        assert list(asked_fields(again)) == ["substitute-2"]  # the first one is meant as it is
        action, fields = item_form(again)
        accepted = ada.post(action, {**fields, "substitute": ["CLEVER.", "13"], "accept": ["yes"]})
        assert set(asked_fields(accepted)) == {
            "substitute-1",
            "substitute-2",
        }  # nobody has offered CLEVER without a dot
    assert histories(campaign, "ada") == {}


def test_a_phrase_that_is_none_is_asked_about(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        asked = ada.answer(ada.join(token).begin(), "clever", multiword="-")
        assert asked_fields(asked) == {"multiword": "“-” is no phrase. Leave this box empty?"}
        action, fields = item_form(asked)
        assert ada.post(action, {**fields, "accept": ["yes"]}).status == 303
    (answer,) = campaign.answers.current(campaign.users.by_name("ada").id).values()
    assert (answer.substitutes, answer.multiword) == (("clever",), "")


@pytest.mark.parametrize(("language", "typed"), [("fr", "malin ou futé"), ("it", "furbo o sveglio")])
def test_or_is_that_of_the_item_or_else_of_the_campaign(make: Make, language: str, typed: str) -> None:
    silent = [replace(each, item=replace(each.item, language="")) for each in some_items(1)]
    campaign = make(silent, CampaignSettings(interface=Interface(language=language)))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        asked = ada.answer(ada.join(token).begin(), typed)
        action, fields = item_form(asked)
        assert ada.post(action, {**fields, "accept": ["yes"]}).status == 303
    assert list(histories(campaign, "ada").values()) == [[tuple(typed.split()[::2])]]


@pytest.mark.parametrize(
    ("typed", "others", "complaint"),
    [
        ((), {}, "Please give a substitute"),
        (("clever",), {"choice": "nil"}, "also said that there is none"),
        (("a", "b", "c", "d"), {}, "more substitutes than asked for"),
        (("clever",), {"multiword": "a; b"}, "name one phrase only"),
        (("\u200b",), {}, "nothing to be seen in this box"),
        (("clever",), {"multiword": "\u202e"}, "nothing to be seen in this box"),
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
        assert "clever · smart" in told.text
        assert "long thought" in told.text
        ada.join(token)  # in another tab
        action, fields = item_form(told)
        assert histories(campaign, "ada") == {}
        assert ada.post(action, fields).status == 303  # the button of the page
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
    settings = CampaignSettings(interface=Interface(title=f"T {text}".replace("\0", "")))
    campaign = make(items, settings)
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        asked = ada.answer(page, text, "clever", multiword=text, comment=text)
        done = ada.follow(ada.answer(asked, text, "clever") if asked.status == 422 else asked)
        shown = [page, asked, done, ada.get("/annotate/1"), ada.get("/list"), ada.get(f"/nowhere/{'%3Cscript%3E'}")]
    for each in shown:
        assert each.status in (200, 303, 404, 422)
        assert "<script>alert" not in each.text
        assert "<img src=x" not in each.text
        assert "776223" not in each.text
        assert "\0" not in each.text


def test_what_is_switched_off_is_not_asked_for(make: Make) -> None:
    off = AnswerSettings(max_substitutes=1, nil=False, name=False, multiword=False, comment=False)
    campaign = make(settings=CampaignSettings(answers=off))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        _, fields = item_form(page)
        assert set(fields) == {"item", "uuid", "based_on", "opened", "milliseconds", "substitute"}
        assert len(fields["substitute"]) == 1
        told = ada.answer(page, choice="nil", multiword="a b", comment="c")
        assert told.status == 422
        assert [name in told.text for name in ("a b", ">\nc<")] == [True, True]


@pytest.mark.parametrize(("language", "text"), [("fr", "Aucun bon substitut"), ("it", "Nessun buon sostituto")])
def test_the_interface_speaks_the_language_of_the_campaign(make: Make, language: str, text: str) -> None:
    campaign = make(settings=CampaignSettings(interface=Interface(language=language)))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        page = Guest(address).join(token).begin()
    assert text in page.text
    assert f'<html lang="{language}">' in page.text
