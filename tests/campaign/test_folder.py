"""A campaign is made whole or not at all, and opened only if everything is there."""

import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from stead.campaign import CampaignSettings, create_campaign, open_campaign
from stead.campaign import folder as folder_module
from stead.campaign.admin.backup import Upgraded, upgrade_campaign
from stead.campaign.settings import Storage
from stead.campaign.store import schema
from stead.campaign.store.database import Database, newest_revision, read_events
from stead.core.errors import BadInput, UsageError
from tests.campaign.conftest import GUIDE, ON_SQLITE, Make, some_items


def test_a_new_campaign_has_what_it_needs_and_its_secrets_are_private(make: Make) -> None:
    campaign = make()
    names = sorted(path.name for path in campaign.folder.iterdir())
    assert [name for name in names if "sqlite" not in name] == ["campaign.toml", "guidelines.md", "secret"]
    for name in names:
        if name != "guidelines.md":
            assert stat.S_IMODE((campaign.folder / name).stat().st_mode) == 0o600
    assert len(campaign.secret) == 64  # 32 bytes in hexadecimal
    assert campaign.guidelines.text == GUIDE
    assert [event.kind for event in read_events(campaign.database)] == ["init"]


@ON_SQLITE
def test_secrets_differ(make: Make) -> None:
    assert make().secret != make().secret


def test_the_migrations_make_the_tables_that_the_program_knows(make: Make) -> None:
    with make().database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


@pytest.mark.parametrize("there", ["file", "full"])
def test_nothing_is_made_where_something_is(tmp_path: Path, there: str) -> None:
    folder = tmp_path / "mine"
    if there == "full":
        folder.mkdir()
    (folder if there == "file" else folder / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="there is something already"):
        create_campaign(folder, some_items(1), CampaignSettings(), GUIDE)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match="cannot be made: "):
        create_campaign(tmp_path / "file" / "mine", some_items(1), CampaignSettings(), GUIDE)


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    create_campaign(tmp_path / "mine", some_items(2), CampaignSettings(), GUIDE)
    with open_campaign(tmp_path / "mine") as campaign:
        assert len(campaign.items.by_id) == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_interrupted_init_leaves_nothing(
    tmp_path: Path, new_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def fail(*_: object) -> None:
        raise error

    url = new_url()
    settings = replace(CampaignSettings(), database=Storage(url))
    with monkeypatch.context() as patch:
        patch.setattr(folder_module, "insert_items", fail)
        with pytest.raises(error):
            create_campaign(tmp_path / "mine", some_items(1), settings, GUIDE)
    assert list(tmp_path.iterdir()) == []
    create_campaign(tmp_path / "mine", some_items(1), settings, GUIDE)  # the database is as empty as before
    open_campaign(tmp_path / "mine").close()


def test_a_database_in_use_is_refused(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    settings = replace(CampaignSettings(), database=Storage(new_postgres()))
    create_campaign(tmp_path / "first", some_items(1), settings, GUIDE)
    with pytest.raises(UsageError, match="holds something already"):
        create_campaign(tmp_path / "second", some_items(1), settings, GUIDE)
    assert not (tmp_path / "second").exists()


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("mysql://me@here/x", "expected sqlite:///FILE or postgresql://"),
        ("nonsense", "not the URL of a database"),
        ("sqlite://", "expected sqlite:///FILE"),
    ],
)
def test_another_kind_of_database_is_a_sentence(url: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        Database(url)


def test_a_server_that_is_not_there_is_a_sentence_without_the_password(tmp_path: Path) -> None:
    settings = replace(CampaignSettings(), database=Storage("postgresql://me:hush@127.0.0.1:1/x"))
    with pytest.raises(BadInput, match="cannot be opened") as refused:
        create_campaign(tmp_path / "mine", some_items(1), settings, GUIDE)
    assert "hush" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


@ON_SQLITE
@pytest.mark.parametrize("name", ["campaign.toml", "guidelines.md", "secret"])
def test_what_is_missing_is_named(make: Make, name: str) -> None:
    campaign = make()
    (campaign.folder / name).unlink()
    with pytest.raises(BadInput, match=name):
        open_campaign(campaign.folder)


@pytest.mark.parametrize("attempt", [open_campaign, upgrade_campaign])
def test_a_missing_database_is_not_made_anew(tmp_path: Path, attempt: Callable[[Path], object]) -> None:
    create_campaign(tmp_path / "mine", some_items(1), CampaignSettings(), GUIDE)
    (tmp_path / "mine" / "campaign.sqlite").unlink()
    with pytest.raises(BadInput, match="the database is not there"):
        attempt(tmp_path / "mine")
    assert not (tmp_path / "mine" / "campaign.sqlite").exists()


@ON_SQLITE
def test_a_short_secret_is_refused(make: Make) -> None:
    campaign = make()
    (campaign.folder / "secret").write_text("changeme\n")
    with pytest.raises(BadInput, match="not a secret: 8 bytes"):
        open_campaign(campaign.folder)


def test_a_database_of_another_version_is_refused_and_an_upgrade_offered(make: Make) -> None:
    campaign = make()
    assert upgrade_campaign(campaign.folder) == Upgraded(newest_revision(), newest_revision(), None)
    with campaign.database.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    for attempt in (open_campaign, upgrade_campaign):
        with pytest.raises(
            BadInput, match=f"at revision 9999, and this version .* {newest_revision()}. Install a newer stead"
        ):
            attempt(campaign.folder)
    with campaign.database.write() as connection:
        connection.exec_driver_sql("DELETE FROM alembic_version")
    for attempt in (open_campaign, upgrade_campaign):
        with pytest.raises(BadInput, match="holds no campaign"):
            attempt(campaign.folder)


def test_readers_see_one_moment(make: Make) -> None:
    campaign = make()
    count = sa.select(sa.func.count()).select_from(schema.users)
    with campaign.database.read() as connection:
        before = connection.execute(count).scalar_one()
        with campaign.database.write() as other:
            other.execute(sa.insert(schema.meta).values(key="a", value="b"))
        meta = sa.select(sa.func.count()).select_from(schema.meta)
        assert (before, connection.execute(meta).scalar_one()) == (0, 0)
