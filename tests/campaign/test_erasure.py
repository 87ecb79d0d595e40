"""Whoever is erased leaves no trace; pseudonyms say nothing, and are always the same."""

import json
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign, CampaignSettings, Role, open_campaign
from stead.campaign.admin.backup import back_up
from stead.campaign.admin.campaign_files import DOWNLOADS, make_download
from stead.campaign.admin.changes import change_settings, settings_version
from stead.campaign.admin.doctor import examine
from stead.campaign.admin.erasure import erase, erase_due
from stead.campaign.admin.export import export_lines
from stead.campaign.admin.import_answers import import_campaign
from stead.campaign.admin.pseudonyms import KEY, Pseudonyms
from stead.campaign.admin.restore import restore
from stead.campaign.settings import PrivacySettings
from stead.campaign.store import schema
from stead.campaign.store.database import read_events
from stead.cli.campaign import _retention
from stead.core.errors import BadInput, UsageError
from stead.formats.files import Content
from tests.campaign.conftest import Clock, Make
from tests.campaign.pages.guests import PASSWORD, Guest, organiser, served
from tests.campaign.pages.servers import server_process
from tests.campaign.people import annotators, answer, answer_everything

NAME, ID, STUDY = "Zebedäus Quux", "5f1cparticipant", "study77"
TRACES = [NAME, "Quux", ID, STUDY, "I am Zebedee"]


def inhabited(make: Make, **settings: object) -> Campaign:
    """A campaign with somebody who left traces everywhere, and others."""
    campaign = make(settings=CampaignSettings(**settings) if settings else None)  # type: ignore[arg-type]
    (user, ada) = annotators(campaign, NAME, "ada")
    answer_everything(campaign, ada)
    item_id = campaign.assignment.next(user)
    assert isinstance(item_id, int)
    answer(campaign, user, item_id, "smart", comment="I am Zebedee")
    answer(campaign, user, item_id, "smart", comment="I am Zebedee, really", based_on=1)
    worker = campaign.crowd.join(campaign.crowd.open_link(actor=NAME), ID, {"STUDY_ID": STUDY})
    campaign.guidelines.agree(worker.id)
    campaign.users.pause("ada", paused=True, actor=NAME)
    campaign.sessions.start(user.id)
    return campaign


def traces_in(data: bytes) -> list[str]:
    texts = {text: [text.encode(), json.dumps(text).strip('"').encode()] for text in TRACES}
    return [text for text, forms in texts.items() if any(form in data for form in forms)]


def rows(campaign: Campaign) -> bytes:
    """All rows of all tables."""
    with campaign.database.read() as connection:
        found = [list(connection.execute(sa.select(table))) for table in schema.metadata.sorted_tables]
    return repr(found).encode()


def unpacked(path: Path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def test_the_traces_are_found_before(make: Make) -> None:
    campaign = inhabited(make)
    assert traces_in(rows(campaign)) == TRACES


def test_an_erased_person_leaves_no_trace(make: Make, tmp_path: Path) -> None:
    campaign = inhabited(make)
    before = campaign.overview.annotations()
    left = [erase(campaign, name, actor="olga") for name in (NAME, "worker-3")]
    assert left == ["erased-1", "erased-3"]
    assert traces_in(rows(campaign)) == []
    assert traces_in("".join(export_lines(campaign)).encode()) == []
    back_up(campaign, tmp_path / "after.zip")
    assert traces_in(unpacked(tmp_path / "after.zip")) == []
    files = [path for path in campaign.folder.rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"campaign.toml"}
    assert [path.name for path in files if traces_in(path.read_bytes())] == []
    kept = campaign.overview.annotations()
    assert sorted((one.id, one.substitutes) for one in kept) == sorted((one.id, one.substitutes) for one in before)
    assert {finding.problem for finding in examine(campaign)} == {""}


def test_that_it_happened_is_recorded(make: Make, clock: Clock) -> None:
    campaign = inhabited(make)
    erase(campaign, NAME, actor="olga")
    last = read_events(campaign.database)[-1]
    assert (last.kind, last.user, last.actor) == ("erase", "erased-1", "olga")
    paused = next(event for event in read_events(campaign.database) if event.kind == "pause")
    assert paused.actor == "erased-1"
    with pytest.raises(UsageError, match="is erased already"):
        erase(campaign, "erased-1", actor="olga")


def test_nobody_gets_in_as_somebody_who_was_erased(make: Make) -> None:
    campaign = make()
    token = campaign.users.add({NAME: Role.ANNOTATOR}, actor="test")[NAME]
    session = campaign.sessions.start(campaign.users.by_name(NAME).id)
    erase(campaign, NAME, actor="test")
    assert (campaign.users.by_invite(token), campaign.sessions.user(session)) == (None, None)


def test_answers_cannot_be_changed_all_the_same(make: Make) -> None:
    campaign = inhabited(make)
    for change in (
        "UPDATE answers SET comment = 'other'",
        "UPDATE answers SET comment = '', substitutes = '[]'",
        "UPDATE answers SET late = true, comment = ''",
        "DELETE FROM answers",
    ):
        with pytest.raises(sa.exc.DBAPIError, match="never changed"), campaign.database.write() as connection:
            connection.exec_driver_sql(change)
    with campaign.database.write() as connection:
        connection.exec_driver_sql("UPDATE answers SET comment = ''")


def test_every_column_of_an_answer_is_guarded(make: Make) -> None:
    campaign = inhabited(make)
    others = {"uuid": "x", "substitutes": "[]", "multiword": "x", "received": "x", "seconds": 99.0, "nil": True}
    others |= {
        "name": True,
        "late": True,
        "revision": 9,
        "item_id": 2,
        "user_id": 2,
        "guideline_version": "x",
        "id": 99,
    }
    assert others.keys() | {"comment"} == set(schema.answers.columns.keys())
    for column, value in others.items():
        changed = sa.update(schema.answers).where(schema.answers.c.user_id == 1).values({column: value, "comment": ""})
        with pytest.raises(sa.exc.DBAPIError, match="never changed"), campaign.database.write() as connection:
            connection.execute(changed)


def test_a_server_that_runs_shows_and_logs_nothing_of_it(make: Make) -> None:
    campaign = inhabited(make)
    organiser(campaign)
    person = campaign.users.by_name(NAME).id
    with server_process(campaign.folder, "--log") as server:
        olga = Guest(server.address)
        olga.sign_in("olga", PASSWORD)
        assert traces_in(olga.get("/organise").body)  # the server has computed its figures
        before = olga.post("/organise/files/export", {"what": ["pseudonyms"]}).text
        assert traces_in(before.encode()) == [NAME, "Quux"]
        page = olga.get(f"/organise/people/{person}/erase")
        wrong = olga.post(f"/organise/people/{person}/erase", {"name": ["somebody else"]})
        assert (page.status, wrong.status) == (200, 422)
        assert olga.post(f"/organise/people/{person}/erase", {"name": [NAME]}).status == 303
        erase(campaign, "worker-3", actor="test")
        pages = ["/organise", "/organise/items", "/organise/items/1", f"/organise/people/{person}", "/organise/crowd"]
        shown = [olga.get(path) for path in (*pages, "/organise/events", "/organise/people", "/organise/curation")]
        taken = [{"what": [what]} for what in DOWNLOADS if what != "ratings"]
        shown += [olga.post("/organise/files/export", fields) for fields in taken]
        shown += [olga.post("/organise/files/export", {**fields, "pseudonyms": ["yes"]}) for fields in taken]
        assert [reply.status for reply in shown] == [200] * len(shown)
        assert [traces_in(reply.body) for reply in shown] == [[]] * len(shown)
        after = (campaign.folder / KEY).read_text(encoding="utf-8")
        assert (
            after.splitlines()[1:] == before.replace(NAME, "erased-1").replace("worker-3", "erased-3").splitlines()[1:]
        )
        files = [path for path in campaign.folder.rglob("*") if path.is_file()]
        assert [path.name for path in files if traces_in(path.read_bytes())] == []
        server.process.terminate()
        server.process.wait(30)
        assert "/organise/people/{person:number}/erase 303" in server.said()
        assert traces_in(server.said().encode()) == []


def test_who_cannot_be_erased_and_who_is_erased_already_are_no_error_of_the_server(make: Make) -> None:
    campaign = inhabited(make)
    organiser(campaign)
    person = campaign.users.by_name(NAME).id
    place, key = f"/organise/people/{person}", campaign.folder / KEY
    with served(campaign) as address:
        olga = Guest(address)
        olga.sign_in("olga", PASSWORD)
        key.write_text("nonsense", encoding="utf-8")
        key.chmod(0o600)
        refused = olga.post(f"{place}/erase", {"name": [NAME]})
        assert (refused.status, "not the key of pseudonyms" in refused.text) == (422, True)
        assert campaign.users.by_name(NAME).id == person
        key.unlink()
        again = [olga.post(f"{place}/erase", {"name": [name]}).place for name in (NAME, NAME, "erased-1")]
        assert [*again, olga.get(f"{place}/erase").place] == [place] * 4
    assert [event.kind for event in read_events(campaign.database)].count("erase") == 1


def test_retention_erases_those_whose_time_is_over(make: Make, clock: Clock) -> None:
    campaign = inhabited(make, privacy=PrivacySettings(retention_days=30))
    organiser(campaign)
    clock.forward(days=29)
    assert erase_due(campaign) == []
    annotators(campaign, "late")
    clock.forward(days=2)
    assert sorted(erase_due(campaign)) == ["erased-1", "erased-2", "erased-3"]
    assert erase_due(campaign) == []
    assert [user.name for user in campaign.users.all()] == ["erased-1", "erased-2", "erased-3", "late", "olga"]


def test_a_retention_that_is_set_while_the_server_runs_is_kept_whatever_goes_wrong_first(
    make: Make, clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("stead.cli.campaign._RETENTION_SECONDS", 0.05)
    campaign = inhabited(make)
    clock.forward(days=31)
    key = campaign.folder / KEY
    key.write_text("nonsense", encoding="utf-8")
    key.chmod(0o600)
    kept = replace(campaign.settings, privacy=PrivacySettings(retention_days=30))
    with _retention([campaign]):
        change_settings(campaign, kept, version=settings_version(campaign.settings), actor="olga")
        wait_until(lambda: "not the key of pseudonyms" in capsys.readouterr().err)
        key.unlink()
        wait_until(lambda: [user.name for user in campaign.users.all()] == ["erased-1", "erased-2", "erased-3"])


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it never happened")


def test_without_a_retention_nobody_is_erased(make: Make, clock: Clock) -> None:
    campaign = inhabited(make)
    clock.forward(days=36_000)
    assert erase_due(campaign) == []


# ----------------------------------------------------------------------------------------------------- pseudonyms


def test_an_export_under_pseudonyms_names_nobody_and_is_stable(make: Make, tmp_path: Path) -> None:
    campaign, key = inhabited(make), tmp_path / "key.tsv"

    def export() -> str:
        pseudonyms = Pseudonyms(key)
        text = "".join(export_lines(campaign, pseudonyms))
        pseudonyms.save()
        return text

    first = export()
    assert traces_in(first.encode()) == ["I am Zebedee"]  # comments are as people wrote them
    assert '"ada"' not in first
    assert export() == first
    annotators(campaign, "new")
    assert set(first.splitlines()) - set(export().splitlines()) <= {first.splitlines()[-1]}
    assert key.stat().st_mode & 0o777 == 0o600
    assert NAME in key.read_text(encoding="utf-8")


def test_whoever_is_erased_during_an_export_is_not_in_the_key_file(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = inhabited(make)

    def erase_meanwhile(campaign: Campaign, pseudonyms: Pseudonyms | None = None) -> Iterator[str]:
        yield from list(export_lines(campaign, pseudonyms))
        erase(campaign, NAME, actor="olga")

    monkeypatch.setattr("stead.campaign.admin.campaign_files.export_lines", erase_meanwhile)
    make_download(campaign, "everything", actor="olga", pseudonyms=True)
    text = (campaign.folder / KEY).read_text(encoding="utf-8")
    assert ("ada" in text, traces_in(text.encode())) == (True, [])


def test_an_export_under_pseudonyms_can_be_imported(make: Make, tmp_path: Path) -> None:
    campaign, second = inhabited(make), make()
    text = "".join(export_lines(campaign, Pseudonyms(tmp_path / "key.tsv")))
    import_campaign(second, Content("x", text.encode()))
    assert "".join(export_lines(second)) == text


def test_a_crowd_comes_through_export_and_backup(make: Make, tmp_path: Path) -> None:
    campaign, second = inhabited(make), make()
    text = "".join(export_lines(campaign))
    assert ID in text
    import_campaign(second, Content("x", text.encode()))
    assert "".join(export_lines(second)) == text
    back_up(campaign, tmp_path / "b.zip")
    restore(tmp_path / "b.zip", tmp_path / "third")
    with open_campaign(tmp_path / "third") as third:
        assert "".join(export_lines(third)) == text
        assert third.crowd.token() == campaign.crowd.token()  # the link in the study on the platform still works


@pytest.mark.parametrize("text", ["", "pseudonym\tname\np-1", "name\tpseudonym\na\tb", "pseudonym\tname\n\tb\n"])
def test_what_is_no_key_is_a_sentence(tmp_path: Path, text: str) -> None:
    key = tmp_path / "key.tsv"
    key.write_text(text, encoding="utf-8")
    key.chmod(0o600)
    with pytest.raises(BadInput, match="not the key of pseudonyms"):
        Pseudonyms(key)


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    key = tmp_path / "key.tsv"
    key.write_text("pseudonym\tname\n", encoding="utf-8")
    key.chmod(0o644)
    with pytest.raises(BadInput, match="chmod 600"):
        Pseudonyms(key)
