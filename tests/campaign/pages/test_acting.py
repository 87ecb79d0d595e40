"""The organiser's pages that act: people, settings, guidelines, items, files, preview; each act is an event."""

import csv
import html
import io
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from stead import make_gold
from stead.campaign import Campaign, Pause, open_campaign
from stead.campaign.admin.changes import settings_version
from stead.campaign.admin.doctor import examine
from stead.campaign.admin.export import export_lines
from stead.campaign.admin.restore import restore
from stead.campaign.records import ItemKind
from stead.campaign.settings import settings_text
from stead.campaign.store.database import read_events
from tests.campaign.conftest import Make, some_items
from tests.campaign.pages.guests import PASSWORD, Fields, Guest, Reply, invited, organiser, served
from tests.campaign.people import annotators, answer, answer_everything

ITEMS = "".join(
    f"{json.dumps(line)}\n"
    for line in (
        {"schema": "stead.items/1"},
        {"lexelt": "dark.a", "id": "1", "text": "A dark room.", "start": 2, "end": 6},
        {"lexelt": "dark.a", "id": "2", "text": "Dark thoughts.", "start": 0, "end": 4},
    )
)


@pytest.fixture
def campaign(make: Make) -> Campaign:
    made = make(some_items(2), annotators_per_item=2, order="file")
    organiser(made)
    return made


def signed_in(address: str) -> Guest:
    guest = Guest(address)
    assert guest.sign_in("olga", PASSWORD).place == "/organise"
    return guest


def kinds(campaign: Campaign, actor: str = "olga") -> list[str]:
    """The kinds of events that somebody caused, without those of signing in."""
    return [event.kind for event in read_events(campaign.database) if event.actor == actor and event.kind != "password"]


def saved(guest: Guest, page: str, **typed: str) -> Reply:
    """Send the form of a page with other texts in some of its fields."""
    fields = guest.get(page).form(page)
    return guest.post(page, {**fields, **{name.replace("__", "."): [text] for name, text in typed.items()}})


# ------------------------------------------------------------------------------------------------------ people


def test_links_are_shown_once_and_work(campaign: Campaign) -> None:
    with served(campaign) as address:
        olga = signed_in(address)
        form = olga.get("/organise/people").form("/organise/people/invite")
        page = olga.post("/organise/people/invite", {**form, "names": ["ada\r\n nora@example.org \r\n"]})
        assert page.status == 200
        links = re.findall(r"/join/([\w-]+)", page.text.partition("mailto:")[0])
        mails = [html.unescape(link) for link in re.findall(r'href="(mailto:[^"]*)"', page.text)]
        assert [mail.partition("?")[0] for mail in mails] == ["mailto:", "mailto:nora@example.org"]
        table = olga.post("/organise/people/links", page.form("/organise/people/links"))
        rows = list(csv.reader(io.StringIO(table.text)))
        assert [row[0] for row in rows] == ["name", "ada", "nora@example.org"]
        assert table.headers["content-disposition"] == 'attachment; filename="links.csv"'
        assert Guest(address).join(rows[1][1].rpartition("/")[2]).begin().status == 200
        assert links[0] in rows[1][1]
        assert links[0] not in olga.get("/organise/people").text
    assert kinds(campaign) == ["add", "add"]


@pytest.mark.parametrize("names", ["", " \n ", "ada\nada", "olga", "a" * 101, "\x07"])
def test_names_that_cannot_be_are_refused_with_what_was_typed(campaign: Campaign, names: str) -> None:
    with served(campaign) as address:
        olga = signed_in(address)
        page = olga.post("/organise/people/invite", {"names": [names], "role": ["annotator"]})
        assert page.status == 422
        assert 'role="alert"' in page.text
        assert ("“ada” comes twice" in page.text) == (names == "ada\nada")
    assert [user.name for user in campaign.users.all()] == ["olga"]


def test_a_new_link_makes_the_old_one_void(campaign: Campaign) -> None:
    token = invited(campaign, "ada")["ada"]
    person = campaign.users.by_name("ada").id
    with served(campaign) as address:
        olga = signed_in(address)
        page = olga.post(f"/organise/people/{person}/link", {"days": ["3"]})
        (new, *_) = re.findall(r"/join/([\w-]+)", page.text)
        assert [Guest(address).post("/join", {"invite": [each]}).status for each in (token, new)] == [403, 303]
        me = campaign.users.by_name("olga").id
        assert olga.post(f"/organise/people/{me}/link", {}).status == 404
    assert campaign.users.by_name("ada").invite_expires
    assert kinds(campaign) == ["reset"]


def test_only_valid_links_go_into_the_table(campaign: Campaign) -> None:
    with served(campaign) as address:
        table = signed_in(address).post("/organise/people/links", {"token": ["=cmd", "abc"]})
    assert table.text == "name,link\n"


def test_an_annotator_is_deleted_and_restored(campaign: Campaign) -> None:
    (ada,) = annotators(campaign, "ada")
    answer_everything(campaign, ada, "clever")
    address_of_ada = f"/organise/people/{ada.id}"
    with served(campaign) as address:
        olga = signed_in(address)
        fields = olga.get(address_of_ada).form(f"{address_of_ada}/delete")
        assert [olga.post(f"{address_of_ada}/delete", fields).place for _ in range(2)] == ["/organise/people"] * 2
        assert (olga.get(address_of_ada).status, campaign.overview.annotations()) == (404, [])
        back = olga.get("/organise/people").form(f"{address_of_ada}/delete")
        assert olga.post(f"{address_of_ada}/delete", back).status == 303
        assert olga.get(address_of_ada).status == 200
        me = campaign.users.by_name("olga").id
        assert olga.post(f"/organise/people/{me}/delete", fields).status == 404
    assert len(campaign.overview.annotations()) == 2
    assert kinds(campaign) == ["delete", "undelete"]


def test_the_page_of_a_person_leads_to_no_list_of_campaigns(campaign: Campaign) -> None:
    """A list of items had the name of the address of that list, on a server of a single campaign."""
    (ada,) = annotators(campaign, "ada")
    answer_everything(campaign, ada, "clever")
    with served(campaign) as address:
        olga = signed_in(address)
        links = [
            re.findall(r'<a href="([^"]*)"', olga.get(page).text)
            for page in ("/organise", f"/organise/people/{ada.id}")
        ]
    assert links[0][:5] == links[1][:5]


# ------------------------------------------------------------------------------------------ settings, guidelines


def test_settings_take_effect_at_once_and_every_version_is_kept(campaign: Campaign) -> None:
    with served(campaign) as address:
        olga = signed_in(address)
        first = settings_version(campaign.settings)
        assert (
            saved(olga, "/organise/settings", interface__title="Wörter", assignment__annotators_per_item="4").status
            == 303
        )
        page = olga.get("/organise/settings")
        assert '<span class="name" dir="auto">Wörter</span>' in page.text
        assert page.form("/organise/settings")["assignment.annotators_per_item"] == ["4"]
        assert first in page.text  # among the versions
        events = olga.get("/organise/events").text
        assert "annotators_per_item: 2 → 4" in html.unescape(events)
    again = open_campaign(campaign.folder)
    assert (again.settings.interface.title, again.settings.assignment.annotators_per_item) == ("Wörter", 4)
    assert again.settings.database == campaign.settings.database
    again.close()
    assert kinds(campaign) == ["settings"]


def test_parameters_of_a_platform_are_names_with_spaces(campaign: Campaign) -> None:
    with served(campaign) as address:
        olga = signed_in(address)
        form = olga.get("/organise/settings").form("/organise/settings")
        assert form["crowd.parameters"] == ["STUDY_ID SESSION_ID"]
        typed = {"crowd__participant": "workerId", "crowd__parameters": " assignmentId,hitId "}
        assert saved(olga, "/organise/settings", **typed).status == 303
        assert saved(olga, "/organise/settings", crowd__parameters="").status == 303
    assert [event.detail for event in read_events(campaign.database) if event.kind == "settings"] == [
        "participant: PROLIFIC_PID → workerId; parameters: STUDY_ID SESSION_ID → assignmentId hitId",
        "parameters: assignmentId hitId → -",
    ]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"crowd__parameters": "a b=c"}, "parameters in [crowd]"),
        ({"assignment__annotators_per_item": "0"}, "a number from 1 to 1000"),
        ({"assignment__lease_hours": "many"}, "a number from"),
        ({"interface__language": "xx"}, "one of"),
        ({"interface__url": "https://example.org/path"}, "start the server again"),
        ({"interface__url": "here"}, "an address such as"),
        ({"interface__language": "nl.toml"}, "nl.toml"),
        ({"example-sentence": "no target"}, "square brackets"),
    ],
)
def test_settings_that_cannot_be_are_refused_and_shown_again(
    campaign: Campaign, typed: dict[str, str], problem: str
) -> None:
    before = (campaign.folder / "campaign.toml").read_bytes()
    with served(campaign) as address:
        page = saved(signed_in(address), "/organise/settings", **typed)
        assert page.status == 422
        assert problem in html.unescape(page.text)
    assert (campaign.folder / "campaign.toml").read_bytes() == before
    assert kinds(campaign) == []


def test_nobody_overwrites_anothers_settings_unseen(campaign: Campaign) -> None:
    with served(campaign) as address:
        one, other = signed_in(address), signed_in(address)
        fields = other.get("/organise/settings").form("/organise/settings")
        assert saved(one, "/organise/settings", interface__title="First").status == 303
        late = other.post("/organise/settings", {**fields, "interface.title": ["Second"]})
        assert late.status == 409
        assert late.form("/organise/settings")["interface.title"] == ["Second"]
    assert kinds(campaign) == ["settings"]


def test_a_file_that_is_edited_by_hand_takes_effect_too_and_a_broken_one_changes_nothing(campaign: Campaign) -> None:
    path = campaign.folder / "campaign.toml"
    changed = replace(campaign.settings, interface=replace(campaign.settings.interface, title="By hand"))
    with served(campaign) as address:
        path.write_text(settings_text(changed), encoding="utf-8")
        assert ">By hand</span>" in Guest(address).get("/sign-in").text
        path.write_text("nonsense", encoding="utf-8")
        assert ">By hand</span>" in Guest(address).get("/sign-in").text


def test_new_guidelines_are_agreed_to_before_anybody_goes_on(campaign: Campaign) -> None:
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        olga, ada = signed_in(address), Guest(address)
        page = ada.join(token).begin()
        old = campaign.guidelines.version
        assert saved(olga, "/organise/guidelines", text="# New\r\n\r\nOther words.").status == 303
        assert old in olga.get("/organise/guidelines").text
        kept = ada.follow(ada.answer(page, "clever"))
        assert "<h2 dir=auto>New</h2>" in kept.text
        assert "Saved: clever" in kept.text
        assert ada.begin().status == 200
        assert saved(olga, "/organise/guidelines", text=" ").status == 422
    assert (campaign.folder / "guidelines.md").read_text(encoding="utf-8") == "# New\n\nOther words.\n"
    (stored,) = campaign.overview.answers_to(1)
    assert stored.guideline_version == old
    assert kinds(campaign) == ["guidelines"]


# ------------------------------------------------------------------------------------------------ items, phases


def multipart(text: bytes, name: str = "more.jsonl") -> tuple[bytes, str]:
    body = b'--XX\r\nContent-Disposition: form-data; name="file"; filename="' + name.encode() + b'"\r\n\r\n' + text
    return body + b"\r\n--XX--\r\n", "multipart/form-data; boundary=XX"


def test_items_of_a_file_are_added_and_given_to_annotators(campaign: Campaign) -> None:
    token = invited(campaign, "ada")["ada"]
    body, kind = multipart(ITEMS.encode())
    with served(campaign) as address:
        olga, ada = signed_in(address), Guest(address).join(token)
        page = ada.begin()
        for _ in range(2):
            page = ada.follow(ada.answer(page, "clever"))
        assert "All done" in page.text
        headers = {"Content-Type": kind, "Origin": address}
        assert olga.ask("POST", "/organise/items/add", body, headers).place == "/organise/items/more"
        assert "dark.a" in olga.get("/organise/items").text
        assert "dark" in ada.begin().text
        again = olga.ask("POST", "/organise/items/add", body, headers)
        assert again.status == 422
        assert "dark.a 1 is in the campaign already" in again.text
        text = b'--XX\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + ITEMS.encode() + b"\r\n"
        both = olga.ask("POST", "/organise/items/add", text + body, headers)
        assert both.status == 422
        assert "A file was chosen, and a text typed" in both.text
        for wrong in (b"", b"--XX", body[:40], b"--XX\r\n\r\nx\r\n--XX--\r\n"):
            assert olga.ask("POST", "/organise/items/add", wrong, headers).status in (400, 422)
        assert olga.ask("POST", "/organise/settings", body, headers).status == 415
    assert kinds(campaign) == ["items"]


def test_only_organisers_can_send_much(campaign: Campaign) -> None:
    body, kind = multipart(b"x" * 600_000)
    with served(campaign) as address:
        headers = {"Content-Type": kind, "Origin": address}
        assert Guest(address).ask("POST", "/organise/items/add", body, headers).status == 413
        assert signed_in(address).ask("POST", "/organise/items/add", body, headers).status == 422


def test_after_a_pilot_everybody_goes_on_with_the_main_phase(campaign: Campaign) -> None:
    ada, bruno = annotators(campaign, "ada", "bruno")
    answer_everything(campaign, ada, "clever")
    assert campaign.assignment.next(bruno) == 1
    with served(campaign) as address:
        olga = signed_in(address)
        assert olga.post("/organise/items/close-pilot", {}).status == 422
        assert olga.post("/organise/items/close-pilot", {"sure": ["yes"]}).status == 303
        assert olga.post("/organise/items/close-pilot", {"sure": ["yes"]}).status == 422  # nothing is left to close
        assert olga.post("/organise/items/add", {"text": [ITEMS]}).status == 303
    assert kinds(campaign) == ["pilot", "items"]
    with open_campaign(campaign.folder, clock=campaign.database.clock) as main:
        assert [len(main.items.of(kind)) for kind in (ItemKind.PILOT, ItemKind.REAL)] == [2, 2]
        progress = main.assignment.progress(ada)
        assert (progress.done, progress.total) == (0, 2)
        given = [main.assignment.next(user) for user in (ada, bruno)]
        assert [main.items.by_id[item_id].item.lexelt for item_id in given if isinstance(item_id, int)] == [
            "dark.a"
        ] * 2
        answer(main, bruno, 1, "late word")  # a form that was open when the pilot closed
        for user in (ada, bruno):
            answer_everything(main, user, "gloomy")
        assert main.assignment.next(ada) is Pause.FINISHED
        gold = make_gold(main.overview.annotations())
        assert [dict(row.weights) for row in gold.gold] == [{"gloomy": 2.0}] * 2
        pilot = main.overview.annotations(kinds=(ItemKind.PILOT,))
        assert {annotation.phase for annotation in pilot} == {"pilot"}
        assert [finding.check for finding in examine(main) if finding.problem] == []


# -------------------------------------------------------------------------------------------------------- files


def with_answers(campaign: Campaign) -> None:
    for user in annotators(campaign, "ada", "bruno"):
        answer_everything(campaign, user, "clever", "smart")


def exported(guest: Guest, what: str) -> Reply:
    return guest.post("/organise/files/export", {"what": [what]})


def test_files_are_those_of_the_commands(campaign: Campaign) -> None:
    with_answers(campaign)
    with served(campaign) as address:
        olga = signed_in(address)
        files = {what: exported(olga, what) for what in ("gold", "data-sheet", "csv", "items", "everything")}
        assert exported(olga, "secret").status == 400
    assert {reply.status for reply in files.values()} == {200}
    assert files["gold"].text == "bright.a 1 :: clever 2;smart 2;\nbright.a 2 :: clever 2;smart 2;\n"
    assert "| items in the gold" in files["data-sheet"].text
    assert len(files["csv"].text.splitlines()) == 5
    assert files["everything"].headers["content-disposition"] == 'attachment; filename="everything.jsonl"'
    # the last download is in itself no event yet
    assert files["everything"].text.count('"record": "event"') == len(read_events(campaign.database)) - 1
    assert kinds(campaign) == ["export"] * 5


def test_a_gold_of_no_answers_is_one_sentence(campaign: Campaign) -> None:
    with served(campaign) as address:
        page = exported(signed_in(address), "gold")
    assert page.status == 422
    assert "there are no annotations" in page.text


def test_a_backup_is_made_downloaded_and_restored(campaign: Campaign, tmp_path: Path) -> None:
    with_answers(campaign)
    with served(campaign) as address:
        olga = signed_in(address)
        assert olga.post("/organise/files/backup", {}).place == "/organise/files"
        fields = olga.get("/organise/files").form("/organise/files/download")
        reply = olga.post("/organise/files/download", fields)
        assert olga.post("/organise/files/download", {"name": ["../secret"]}).status == 404
    (tmp_path / "taken.zip").write_bytes(reply.body)
    assert "secret" not in zipfile.ZipFile(tmp_path / "taken.zip").namelist()
    restore(tmp_path / "taken.zip", tmp_path / "again")
    with open_campaign(tmp_path / "again") as again:
        assert again.overview.annotations() == campaign.overview.annotations()
    assert kinds(campaign) == ["backup", "take-backup"]
    assert (campaign.folder / "backups").stat().st_mode & 0o077 == 0


def test_a_backup_is_deleted(campaign: Campaign) -> None:
    with served(campaign) as address:
        olga = signed_in(address)
        olga.post("/organise/files/backup", {})
        (kept,) = (campaign.folder / "backups").iterdir()
        (campaign.folder / "backup-0001-20260101T000000.zip").write_bytes(b"PK")  # of an upgrade
        assert 'value="backup-0001-20260101T000000.zip"' in olga.get("/organise/files").text
        for name in ("../secret", "campaign.toml", ""):
            assert olga.post("/organise/files/delete", {"name": [name]}).status == 404
        assert olga.post("/organise/files/delete", {"name": [kept.name]}).place == "/organise/files"
        assert olga.post("/organise/files/delete", {"name": [kept.name]}).status == 404
    assert [path.name for path in campaign.folder.rglob("*.zip")] == ["backup-0001-20260101T000000.zip"]
    assert kinds(campaign) == ["backup", "delete-backup"]


def test_what_is_downloaded_under_pseudonyms_names_nobody_and_is_stable(campaign: Campaign) -> None:
    with_answers(campaign)

    def taken(guest: Guest, what: str) -> Reply:
        return guest.post("/organise/files/export", {"what": [what], "pseudonyms": ["yes"]})

    with served(campaign) as address:
        olga = signed_in(address)
        files = {what: taken(olga, what) for what in ("csv", "annotations", "everything", "gold")}
        key = dict(line.split("\t")[::-1] for line in exported(olga, "pseudonyms").text.splitlines())
        assert taken(olga, "csv").text == files["csv"].text
    assert not any(name in reply.text for reply in files.values() for name in ("ada", "bruno"))
    assert {key["ada"], key["bruno"]} == {line.split(",")[2] for line in files["csv"].text.splitlines()[1:]}
    assert files["csv"].headers["content-disposition"] == 'attachment; filename="annotations-pseudonyms.csv"'
    assert files["gold"].headers["content-disposition"] == 'attachment; filename="gold.txt"'
    assert (campaign.folder / "pseudonyms.tsv").stat().st_mode & 0o077 == 0
    assert kinds(campaign) == ["export"] * 6


# ------------------------------------------------------------------------------------------------------ preview


def tables(campaign: Campaign) -> str:
    return "".join(export_lines(campaign))


def test_a_preview_shows_what_annotators_see_and_leaves_nothing(make: Make) -> None:
    campaign = make(some_items(1, practice=1), annotators_per_item=1)
    organiser(campaign)
    before = tables(campaign)
    with served(campaign) as address:
        olga = signed_in(address)
        first = olga.get("/organise/preview")
        assert "Answer well." in first.text
        practice = olga.get("/organise/preview/1")
        _, fields = preview_form(practice)
        assert "aria-invalid" in olga.post("/organise/preview/1", fields).text  # nothing was given
        asked = olga.post("/organise/preview/1", {**fields, "substitute": ["clever, smart"]})
        assert asked.status == 422
        feedback = olga.post("/organise/preview/1", {**fields, "substitute": ["clever"]})
        assert "Well done" in feedback.text
        _, fields = preview_form(olga.get("/organise/preview/2"))
        assert olga.post("/organise/preview/2", {**fields, "substitute": ["x"]}).place == "/organise/preview"
        assert olga.get("/organise/preview/3").status == 404
    assert tables(campaign) == before


def test_a_preview_is_of_the_main_phase_when_the_pilot_is_closed(campaign: Campaign) -> None:
    with served(campaign) as address:
        olga = signed_in(address)
        olga.post("/organise/items/close-pilot", {"sure": ["yes"]})
        assert "/organise/preview/1" in olga.get("/organise/preview").text  # there is nothing else to show
        olga.post("/organise/items/add", {"text": [ITEMS]})
        assert "/organise/preview/3" in olga.get("/organise/preview").text
        page = olga.get("/organise/preview/3")
        assert "dark" in page.text
        assert "/organise/preview/2" not in page.text


def preview_form(page: Reply) -> tuple[str, Fields]:
    action = re.search(r'action="(/organise/preview/\d+)"', page.text)
    assert action
    return action[1], page.form(action[1])


def test_everything_that_was_done_is_on_one_page(campaign: Campaign) -> None:
    invited(campaign, "ada")
    with served(campaign) as address:
        olga = signed_in(address)
        olga.post("/organise/files/backup", {})
        shown = olga.get("/organise/events").text
    rows = re.findall(r"<tr><td.*?</tr>", shown, re.S)
    words = [re.sub(r"<.*?>", " ", row) for row in rows]
    assert len(rows) == len(read_events(campaign.database))
    assert "backup made" in words[0]
    assert "olga" in words[0]
    assert "the command line" in words[-1]
