"""A backup restores: same export, on the same database or on the other."""

import hashlib
import json
import stat
import threading
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from stead.campaign import Role, open_campaign
from stead.campaign.admin.backup import back_up
from stead.campaign.admin.doctor import examine
from stead.campaign.admin.restore import restore
from stead.core.errors import BadInput, UsageError
from tests.campaign.conftest import ON_SQLITE, Clock, Make, some_items
from tests.campaign.people import annotators, answer, answer_everything, submission
from tests.campaign.test_exporting import lived_in, text_of


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_restored_campaign_exports_the_same_and_goes_on(
    make: Make, clock: Clock, tmp_path: Path, new_postgres: Callable[[], str], target: str
) -> None:
    campaign = lived_in(make, clock)
    token = campaign.users.reset("ada", actor="test")
    (campaign.folder / "curation.tsv").write_text("decisions", encoding="utf-8")
    back_up(campaign, tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "again", database_url=new_postgres() if target == "postgres" else "")
    with open_campaign(tmp_path / "again", clock=clock) as again:
        assert text_of(again) == text_of(campaign)
        assert again.secret != campaign.secret
        assert again.settings.assignment == campaign.settings.assignment
        assert (again.folder / "curation.tsv").read_text() == "decisions"
        assert again.users.by_password("olga", "correct horse")
        ada = again.users.by_invite(token)
        assert ada
        current = again.answers.task(ada.id, 3).answer
        assert current
        answer(again, ada, 3, "bright", based_on=current.revision)
        again.users.add({"new": Role.ANNOTATOR}, actor="test")
        assert [finding for finding in examine(again) if finding.problem] == []


def test_a_backup_is_private_and_holds_no_secret(make: Make, clock: Clock, tmp_path: Path) -> None:
    campaign = lived_in(make, clock)
    session = campaign.sessions.start(campaign.users.by_name("ada").id)
    back_up(campaign, tmp_path / "backup.zip")
    assert stat.S_IMODE((tmp_path / "backup.zip").stat().st_mode) == 0o600
    with zipfile.ZipFile(tmp_path / "backup.zip") as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    assert campaign.secret not in everything
    assert session.encode() not in everything
    assert campaign.settings.database.url.encode() not in everything or not campaign.settings.database.url
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@ON_SQLITE
def test_a_backup_overwrites_nothing(make: Make, tmp_path: Path) -> None:
    (tmp_path / "backup.zip").write_text("mine")
    with pytest.raises(UsageError, match="never overwrites"):
        back_up(make(), tmp_path / "backup.zip")
    assert (tmp_path / "backup.zip").read_text() == "mine"
    with pytest.raises(BadInput, match="cannot be written"):
        back_up(make(), tmp_path / "nowhere" / "backup.zip")


def test_a_backup_taken_while_people_work_is_of_one_moment(make: Make, tmp_path: Path) -> None:
    campaign = make(some_items(40), annotators_per_item=2)
    people = annotators(campaign, "ada", "bruno")
    threads = [threading.Thread(target=answer_everything, args=(campaign, person)) for person in people]
    for thread in threads:
        thread.start()
    for number in range(3):
        back_up(campaign, tmp_path / f"{number}.zip")
    for thread in threads:
        thread.join()
    for number in range(3):
        restore(tmp_path / f"{number}.zip", tmp_path / str(number))
        with open_campaign(tmp_path / str(number)) as again:
            assert [finding for finding in examine(again) if finding.problem] == []


def changed(source: Path, target: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    with zipfile.ZipFile(source) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target


def rewritten(files: dict[str, bytes], /, **values: object) -> None:
    files["manifest.json"] = json.dumps({**json.loads(files["manifest.json"]), **values}).encode()


def with_rows(files: dict[str, bytes], rows: bytes) -> None:
    """Other rows, in the form of a backup of PostgreSQL, and a manifest that promises them."""
    del files["campaign.sqlite"]
    files["rows.jsonl"] = rows
    promised = json.loads(files["manifest.json"])["files"]
    del promised["campaign.sqlite"]
    promised["rows.jsonl"] = {"sha256": hashlib.sha256(rows).hexdigest(), "bytes": len(rows)}
    rewritten(files, files=promised)


def an_event(**values: object) -> bytes:
    row = {"time": "2026-03-02T09:00:00Z", "actor": "olga", "kind": "note", "detail": "", **values}
    return json.dumps({"table": "events", "row": row}).encode() + b"\n"


@ON_SQLITE
@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        (an_event(user_id=7, detail="confidential"), r"its rows do not fit into the tables \(FOREIGN KEY [a-z ]+\)\.$"),
        (an_event(colour="confidential"), r"its rows do not fit into the tables \([^\n]*colour[^\n]*\)\.$"),
        (an_event(id=["confidential"]), r"its rows do not fit into the tables \([^\n]*\)\.$"),
        (an_event().replace(b"events", b"nowhere"), r"a part of it is missing \(nowhere\)\.$"),
        (b'{"table": "events"}\n', "a line of its rows is not a row of a table"),
        (b"[" * 100_000, "it holds JSON that is nested too deeply"),
    ],
)
def test_what_is_no_row_is_refused_in_one_sentence(make: Make, tmp_path: Path, rows: bytes, complaint: str) -> None:
    back_up(make(), tmp_path / "backup.zip")
    damaged = changed(tmp_path / "backup.zip", tmp_path / "damaged.zip", lambda files: with_rows(files, rows))
    with pytest.raises(BadInput, match=complaint) as refused:
        restore(damaged, tmp_path / "again")
    assert [text in str(refused.value) for text in ("confidential", "sqlalche", "\n")] == [False] * 3


@ON_SQLITE
def test_large_rows_are_not_all_in_memory_at_once(make: Make, tmp_path: Path) -> None:
    megabytes = 100
    back_up(make(), tmp_path / "backup.zip")
    rows = an_event(detail="x" * (1 << 20)) * megabytes
    large = changed(tmp_path / "backup.zip", tmp_path / "large.zip", lambda files: with_rows(files, rows))
    tracemalloc.start()
    try:
        restore(large, tmp_path / "again")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < megabytes << 20


@ON_SQLITE
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda files: files.update({"guidelines.md": b"x"}), "guidelines.md in it is damaged"),
        (lambda files: files.pop("manifest.json"), "not a backup made by"),
        (lambda files: files.update({"manifest.json": b"[]"}), "not a backup made by"),
        (lambda files: files.pop("campaign.toml"), "not a backup that can be read"),
        (lambda files: rewritten(files, schema="other/1"), "of the kind 'other/1'"),
        (lambda files: rewritten(files, revision="9999"), "at revision 9999, .* Install a newer stead"),
        (lambda files: rewritten(files, revision=None), "damaged: its manifest does not say at which revision"),
    ],
)
def test_a_damaged_backup_is_refused_and_nothing_is_made(
    make: Make, tmp_path: Path, change: Callable[[dict[str, bytes]], object], complaint: str
) -> None:
    back_up(make(), tmp_path / "backup.zip")
    damaged = changed(tmp_path / "backup.zip", tmp_path / "damaged.zip", change)
    with pytest.raises(BadInput, match=complaint):
        restore(damaged, tmp_path / "again")
    assert not (tmp_path / "again").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    for name in ("text", "nowhere"):
        with pytest.raises(BadInput, match="not a backup that can be read"):
            restore(tmp_path / name, tmp_path / "again")


def test_a_backup_is_restored_into_an_empty_folder_only(make: Make, tmp_path: Path) -> None:
    campaign = make()
    (ada,) = annotators(campaign, "ada")
    campaign.assignment.next(ada)
    campaign.answers.submit(ada.id, campaign.answers.list_items(ada.id)[0].item.id, submission("clever"))
    back_up(campaign, tmp_path / "backup.zip")
    before = text_of(campaign)
    with pytest.raises(UsageError, match="there is something already"):
        restore(tmp_path / "backup.zip", campaign.folder)
    assert text_of(campaign) == before
