"""The rater's and the organiser's pages over plain HTTP: nothing is lost, whatever goes wrong."""

import re
from collections.abc import Iterator

import pytest

from stead.campaign import Campaign
from stead.campaign.admin.export import export_lines
from stead.campaign.tasks.rating_overview import CandidateRow, RatingOverview
from tests.campaign.conftest import ON_SQLITE
from tests.campaign.pages.guests import PASSWORD, Guest, Reply, forms, invited, item_form, organiser, served
from tests.campaign.rating import made
from tests.campaign.rating.made import MakeRating, phase
from tests.campaign.rating.raters import TASK, begin_part, chosen, radios, rate_part


@pytest.fixture
def campaign(make_pool_campaign: MakeRating) -> Campaign:
    return make_pool_campaign(subsets=2, sentences=4, practice=True, repeats=1, planted=1)


@pytest.fixture
def ada(campaign: Campaign) -> Iterator[Guest]:
    tokens = invited(campaign, "ada", "bruno")
    organiser(campaign)
    with served(campaign) as address:
        yield Guest(address).join(tokens["ada"])


def past_practice(guest: Guest) -> Reply:
    feedback = guest.follow(guest.post(*chosen(guest.begin(), "3")))
    assert feedback.status == 200
    return guest.follow(guest.post("/annotate", guest.follow(guest.get("/annotate")).form("/annotate")))


@ON_SQLITE
def test_practice_comes_first_with_feedback_and_then_parts_as_many_as_one_likes(ada: Guest, campaign: Campaign) -> None:
    page = ada.begin()
    assert "This is practice" in page.text
    assert ada.get(f"{item_form(page)[0]}/feedback").status == 404  # not rated yet
    feedback = ada.follow(ada.post(*chosen(page, "3")))
    assert feedback.text.count("far apart") == 1  # "chilly" should be 3, "unkind" 0
    offer = ada.follow(ada.get("/annotate"))
    assert "Ready to begin" in offer.text
    assert "Part done. Thank you!" in rate_part(ada).text
    assert "All done. Thank you!" in rate_part(ada).text
    listed = ada.get("/list").text
    assert (listed.count("<h2"), listed.count("to do")) == (3, 0)
    assert len(phase(campaign).collector.collection().ratings) == 4 * 5 + 2 * 2


@ON_SQLITE
def test_the_sentence_is_there_once_and_every_candidate_in_its_place(ada: Guest, campaign: Campaign) -> None:
    past_practice(ada)
    for screen in phase(campaign).screens.by_id.values():
        reply = ada.get(f"/annotate/{screen.id}")
        if reply.status != 200 or screen.is_practice:
            continue
        assert reply.text.count("<mark>") == 1
        assert len(radios(reply.text)) == len(screen.candidates)
        if screen.item.item.lexelt == "bright.a":
            assert "She had an <strong" in reply.text or not any(term[0] in "aeio" for term in screen.candidates)
        elif "sing" in screen.candidates:
            assert ">sang</strong>" in reply.text
            assert "given as “sing”" in reply.text


@ON_SQLITE
def test_a_candidate_that_is_not_rated_is_asked_for_and_the_others_are_kept(ada: Guest) -> None:
    page = past_practice(ada)
    action, fields = chosen(page, "1")
    first, *others = radios(page.text)
    reply = ada.post(action, {**fields, first: [], "milliseconds": ["65000"], "moments": ["1:400"]})
    assert reply.status == 422
    assert "Some words are not rated yet" in reply.text
    assert reply.text.count("candidate missing") == 1
    kept = reply.form(action)
    assert [kept.get(name) for name in others] == [["1"]] * len(others)
    assert (kept["milliseconds"], kept["moments"]) == (["65000"], ["1:400"])  # the time that it took counts
    assert page.form(action)["milliseconds"] == [""]  # which is not known of a new page
    assert ada.post(action, {**kept, first: ["?"]}).status == 303


def test_every_post_sent_twice_is_stored_once(ada: Guest, campaign: Campaign) -> None:
    page = past_practice(ada)
    while any(action.startswith("/annotate/") for action in forms(page.text)):
        action, fields = chosen(page, "2")
        replies = [ada.post(action, fields) for _ in range(2)]
        assert [(each.status, each.place) for each in replies] == [(303, replies[0].place)] * 2
        page = ada.follow(replies[0])
    user = campaign.users.by_name("ada")
    histories = [phase(campaign).ratings.history(user.id, each) for each in phase(campaign).screens.by_id]
    assert {len(each) for each in histories} == {0, 1}


@ON_SQLITE
def test_what_another_rater_of_the_same_browser_chose_is_shown_and_not_stored(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=3)
    tokens = invited(campaign, "ada", "bruno")
    with served(campaign) as address:
        action, fields = chosen(begin_part(Guest(address).join(tokens["ada"])), "2")
        bruno = Guest(address).join(tokens["bruno"])
        begin_part(bruno)
        told = bruno.post(action, fields)  # the tab was open when Bruno signed in
        assert (told.status, "not saved yet" in told.text) == (409, True)
        screen_id, users = int(action.rpartition("/")[2]), [campaign.users.by_name(name) for name in tokens]
        assert [phase(campaign).ratings.history(user.id, screen_id) for user in users] == [[], []]
        assert bruno.post(*item_form(told)).status == 303
        assert [len(phase(campaign).ratings.history(user.id, screen_id)) for user in users] == [0, 1]


def of_one_sentence(campaign: Campaign, page: Reply) -> tuple[str, str]:
    """The screen of a page, and the other one of its sentence in the same part."""
    screens = phase(campaign).screens
    shown = screens.by_id[int(item_form(page)[0].rpartition("/")[2])]
    (other,) = (each for each in screens.by_subset[shown.subset] if each.item == shown.item and each != shown)
    return f"/annotate/{shown.id}", f"/annotate/{other.id}"


def test_a_stale_tab_is_told_and_both_versions_are_shown(ada: Guest, campaign: Campaign) -> None:
    page = past_practice(ada)
    _, partner = of_one_sentence(campaign, page)
    assert ada.post(*chosen(ada.get(partner), "2")).status == 303
    action, fields = chosen(page, "1")
    _, other = chosen(ada.get(action), "3")
    assert ada.post(action, fields).status == 303
    told = ada.post(action, other)
    assert told.status == 409
    assert "You changed these ratings somewhere else" in told.text
    stored = told.text[told.text.index('id="stored"') :].partition("</section>")[0]
    assert stored.count("<tr><th") - 1 == len(radios(page.text))
    again = told.form(action)
    assert again["based_on"] == ["1"]
    assert ada.post(action, again).status == 303
    screen_id = int(action.rpartition("/")[2])
    history = phase(campaign).ratings.history(campaign.users.by_name("ada").id, screen_id)
    assert [set(each.judgements) for each in history] == [{"1"}, {"3"}]


def test_ratings_of_a_sentence_that_comes_again_cannot_be_looked_up_until_it_has(
    ada: Guest, campaign: Campaign
) -> None:
    page = past_practice(ada)
    first, second = of_one_sentence(campaign, page)
    _, stale = chosen(page, "3")
    _, fields = chosen(ada.get(first), "1")
    following = ada.follow(ada.post(first, fields))
    assert f'href="{first}"' not in following.text  # neither in the note that it is saved nor as the previous one
    assert f'href="{first}"' not in ada.get("/list").text
    for shown, status in ((ada.get(first), 200), (ada.post(first, stale), 409), (ada.get(f"{first}?after=1"), 200)):
        assert shown.status == status
        assert "comes once more" in shown.text
        assert "checked" not in shown.text
        assert radios(shown.text) == []
    assert ada.post(first, fields).status == 303  # what is sent twice is still stored once
    assert "radio" not in ada.post(first, {**stale, "based_on": ["1"]}).text
    while item_form(following)[0] != second:
        assert f'href="{first}"' not in following.text
        following = ada.follow(ada.post(*chosen(following, "2")))
    assert f'href="{first}"' not in following.text
    assert ada.post(*chosen(following, "2")).status == 303
    again = ada.get(first)
    assert set(again.form(first)["c0"]) == {"1"}
    assert f'href="{first}"' in ada.get("/list").text
    assert ada.post(*chosen(again, "0")).status == 303
    user, screen_id = campaign.users.by_name("ada"), int(first.rpartition("/")[2])
    assert [set(each.judgements) for each in phase(campaign).ratings.history(user.id, screen_id)] == [{"1"}, {"0"}]


def test_who_is_signed_out_meanwhile_loses_nothing(ada: Guest, campaign: Campaign) -> None:
    page = past_practice(ada)
    action, fields = chosen(page, "2")
    cookies, ada.cookies = ada.cookies, {}
    expired = ada.post(action, fields)
    assert expired.status == 401
    kept = expired.form(action)
    names = radios(page.text)
    assert {name: kept[name] for name in names} == {name: ["2"] for name in names}
    ada.cookies = cookies
    assert ada.post(action, kept).status == 303


@ON_SQLITE
def test_a_form_of_another_screen_or_a_damaged_one_is_refused(ada: Guest) -> None:
    page = past_practice(ada)
    action, fields = chosen(page, "2")
    for damage in ({"c0": ["7"]}, {"c149": ["2"]}, {"uuid": ["x"]}, {"based_on": ["-1"]}, {"based_on": ["5"]}):
        assert ada.post(action, {**fields, **damage}).status == 422
    assert ada.post(action, {**fields, "moments": ["0:x 1:99999999999 :: 2"]}).status == 303


@ON_SQLITE
def test_the_order_is_the_raters_own_and_stays_on_reload(ada: Guest, campaign: Campaign) -> None:
    page = past_practice(ada)
    assert radios(page.text) == radios(ada.get(item_form(page)[0]).text)
    orders = {phase(campaign).screens.order(name, 2) for name in ("ada", "bruno", "chiara", "doris", "emil")}
    assert len(orders) > 1


@ON_SQLITE
def test_organisers_see_ratings_speed_controls_and_the_filter(ada: Guest, campaign: Campaign) -> None:
    olga = Guest(ada.address)
    olga.sign_in("olga", PASSWORD)
    for path in ("/organise", "/organise/candidates", "/organise/filter"):
        assert olga.get(path).status == 200  # before anybody has rated
    past_practice(ada)
    rate_part(ada, "3")
    person = campaign.users.by_name("ada").id
    overview = olga.get("/organise").text
    assert "Ratings per candidate" in overview
    assert re.search(r'<span class="tag bad">1/1</span>', overview)  # the planted word was accepted
    assert '<span class="small quiet">(1)</span>' in overview  # one repeat
    candidates = olga.get("/organise/candidates?show=all").text
    assert candidates.count('<th scope="row"') == 20
    assert "3.00" in candidates
    assert olga.get("/organise/candidates?show=unrated").text.count('<th scope="row"') == 10
    assert "excludes" not in olga.get("/organise/candidates").text
    assert "planted" in olga.get("/organise/filter").text
    page = olga.get(f"/organise/people/{person}")
    assert olga.post(f"/organise/people/{person}/pause", page.form(f"/organise/people/{person}/pause")).status == 303
    assert "paused" in olga.get(f"/organise/people/{person}").text
    assert "A pause" in ada.get("/annotate").text
    assert olga.get("/organise/people/999").status == 404


@ON_SQLITE
def test_organisers_who_look_on_do_not_have_everything_worked_out_again(
    ada: Guest, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = []
    work_out = RatingOverview.candidates

    def counted(own: RatingOverview) -> list[CandidateRow]:
        times.append(own)
        return work_out(own)

    monkeypatch.setattr(RatingOverview, "candidates", counted)
    olga = Guest(ada.address)
    olga.sign_in("olga", PASSWORD)
    for path in 2 * ("/organise", "/organise/candidates", "/organise/filter"):
        assert olga.get(path).status == 200
    assert len(times) == 1
    past_practice(ada)
    rate_part(ada, "3")
    assert olga.get("/organise/candidates?show=unrated").text.count('<th scope="row"') == 10  # a change is seen
    assert len(times) == 2


@ON_SQLITE
def test_open_subsets_can_be_given_to_others(ada: Guest, campaign: Campaign) -> None:
    past_practice(ada)
    olga = Guest(ada.address)
    olga.sign_in("olga", PASSWORD)
    person = campaign.users.by_name("ada").id
    address = f"/organise/people/{person}/reassign"
    page = olga.get(f"/organise/people/{person}")
    assert "Give 1 open subset to others" in page.text
    assert olga.post(address, page.form(address)).status == 303
    assert "given back" in olga.get(f"/organise/people/{person}").text


@ON_SQLITE
@pytest.mark.parametrize("language", ["fr", "it"])
def test_the_pages_speak_other_languages(make_pool_campaign: MakeRating, language: str) -> None:
    campaign = make_pool_campaign(language=language, scale="good-reasonable-bad")
    tokens = invited(campaign, "ada")
    organiser(campaign)
    with served(campaign) as address:
        guest = Guest(address).join(tokens["ada"])
        page = begin_part(guest)
        assert {"fr": "acceptable", "it": "accettabile"}[language] in page.text
        assert re.search(r'value="good" data-key="b"', page.text)  # bon, buono
        rate_part(guest, "reasonable")
        olga = Guest(address)
        olga.sign_in("olga", PASSWORD)
        overview = olga.get("/organise").text
        assert {"fr": "Vue d’ensemble", "it": "Panoramica"}[language] in overview
        assert {"fr": "Lots avec 1 évaluateur<", "it": "Parti con 1 valutatore<"}[language] in overview
        assert re.search(r'<td class="number"[^>]*>1,00</td>', olga.get("/organise/candidates").text)
        person = f"/organise/people/{campaign.users.by_name('ada').id}"
        assert olga.post(f"{person}/reassign", {}).status == 303  # she has nothing open: no button is shown
        events = olga.get(person).text.rpartition("<h2>")[2]
        assert {"fr": "ajout ", "it": "aggiunta "}[language] in events
        assert {"fr": "lots en cours donnés à d’autres\N{NO-BREAK SPACE}: 0", "it": "parti in corso date ad altri: 0"}[
            language
        ] in events
    assert {each.value for each in phase(campaign).collector.collection().ratings} == {"reasonable"}


@ON_SQLITE
def test_hostile_words_are_inert(make_pool_campaign: MakeRating, monkeypatch: pytest.MonkeyPatch) -> None:
    nasty = [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{{ 7 * 7 }}",
        "שלום",
        "a\u202eb",
        "\u200b",
        "_",
    ]
    monkeypatch.setattr(made, "WORDS", nasty)
    campaign = make_pool_campaign(sentences=3, golds=2, others=5, subsets=1)
    tokens = invited(campaign, "ada")
    organiser(campaign)
    with served(campaign) as address:
        guest = Guest(address).join(tokens["ada"])
        page = begin_part(guest)
        rate_part(guest)
        olga = Guest(address)
        olga.sign_in("olga", PASSWORD)
        texts = [page.text, guest.get("/annotate/1").text, olga.get("/organise/candidates").text]
    for text in texts:
        assert "<script>alert" not in text
        assert "<img" not in text
    assert len(phase(campaign).collector.collection().ratings) == 3 * 7


# ------------------------------------------------------------------------------------------------------ preview


@ON_SQLITE
def test_a_preview_shows_what_raters_see_and_leaves_nothing(ada: Guest, campaign: Campaign) -> None:
    past_practice(ada)
    olga = Guest(ada.address)
    olga.sign_in("olga", PASSWORD)
    before, screens = "".join(export_lines(campaign)), phase(campaign).screens
    (practice,) = screens.by_subset[0]
    assert 'href="/organise/preview"' in olga.get("/organise").text
    assert f"/organise/preview/{practice.id}" in olga.get("/organise/preview").text  # after the guidelines
    page = olga.get(f"/organise/preview/{practice.id}")
    seen: list[int] = []
    assert "Preview: nothing is saved" in page.text
    action, fields = chosen(page, "3")
    missing = olga.post(action, {**fields, radios(page.text)[0]: []})
    assert (missing.status, missing.text.count("candidate missing")) == (422, 1)
    feedback = olga.post(action, fields)
    assert feedback.text.count("far apart") == 1
    following = re.search(r'class="button main" href="(/organise/preview/\d+)"', feedback.text)
    assert following
    page = olga.get(following[1])
    while not seen or page.status == 303:
        page = olga.follow(page)
        if not any(map(TASK.match, forms(page.text))):
            break
        action, fields = chosen(page, "1")
        seen.append(int(action.rpartition("/")[2]))
        assert 'href="/annotate' not in page.text
        assert olga.get(f"/annotate/{seen[-1]}").status == 403
        page = olga.post(action, fields)
    assert sorted([practice.id, *seen]) == sorted(screens.by_id)  # every screen of every subset, once
    assert olga.get("/organise/preview/999").status == 404
    assert "".join(export_lines(campaign)) == before
    assert ada.get("/annotate").place.startswith("/annotate/")  # no place was taken from anybody
