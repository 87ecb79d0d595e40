"""Exports, imports, backups and upgrades of campaigns in which people rate."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stead.campaign import Campaign, open_campaign
from stead.campaign.admin.backup import back_up
from stead.campaign.admin.doctor import examine
from stead.campaign.admin.export import export_lines
from stead.campaign.admin.import_answers import import_campaign
from stead.campaign.admin.restore import restore
from stead.campaign.folder import POOL
from stead.core.errors import BadInput
from stead.formats import Content
from tests.campaign.conftest import ON_SQLITE, Clock
from tests.campaign.people import annotators
from tests.campaign.rating.made import MakeRating, phase, rate, rate_subset

OPTIONS: dict[str, Any] = {"sentences": 4, "practice": True, "repeats": 2, "planted": 2}


def rated(make_pool_campaign: MakeRating, clock: Clock) -> Campaign:
    """Somebody is done, somebody is late, somebody is in the middle, and one changed their mind."""
    campaign = make_pool_campaign(**OPTIONS, most=1)
    ada, bruno, _ = annotators(campaign, "ada", "bruno", "Zoë <b>")
    for user in (ada, bruno):
        practice = phase(campaign).assignment.next(user).screen_id
        assert practice is not None
        rate(campaign, user, practice)
        clock.forward(minutes=1)
    phase(campaign).assignment.begin(ada)
    first = phase(campaign).assignment.next(ada).screen_id
    assert first is not None
    clock.forward(hours=30)
    rate_subset(campaign, bruno)
    rate_subset(campaign, bruno)
    screens = phase(campaign).screens
    late = screens.by_id[first]
    for each in screens.by_subset[late.subset]:
        if each.item == late.item:  # ratings can be changed when all of the sentence is rated
            rate(campaign, ada, each.id, seconds=7.25)
    rate(campaign, ada, first, "?", based_on=1)
    return campaign


def text_of(campaign: Campaign) -> str:
    return "".join(export_lines(campaign))


def test_export_import_export_gives_the_same_bytes(make_pool_campaign: MakeRating, clock: Clock) -> None:
    campaign = rated(make_pool_campaign, clock)
    before = text_of(campaign)
    kinds = [json.loads(line).get("record") for line in before.splitlines()]
    assert {"screen", "sitting", "rating"} <= set(kinds)
    assert '"gold' not in before
    second = make_pool_campaign(**OPTIONS, most=1)
    counts = import_campaign(second, Content("x.jsonl", before.encode()))
    assert counts["rating"] == kinds.count("rating") > 5
    assert text_of(second) == before
    assert phase(second).collector.collection(late=True) == phase(campaign).collector.collection(late=True)
    assert [finding for finding in examine(second) if finding.problem] == []
    ada = second.users.by_name("ada")
    assert phase(second).assignment.next(ada).pause is not None  # work goes on where it was


@pytest.mark.parametrize("to", ["sqlite", "postgres"])
@ON_SQLITE
def test_a_backup_restores_on_either_database(
    make_pool_campaign: MakeRating, clock: Clock, tmp_path: Path, to: str, request: pytest.FixtureRequest
) -> None:
    campaign = rated(make_pool_campaign, clock)
    back_up(campaign, tmp_path / "b.zip")
    make_url: Callable[[], str] = request.getfixturevalue("new_postgres") if to == "postgres" else str
    restore(tmp_path / "b.zip", tmp_path / "again", database_url=make_url())
    with open_campaign(tmp_path / "again", clock=clock) as found:
        assert text_of(found) == text_of(campaign)
        assert (found.folder / POOL).read_bytes() == (campaign.folder / POOL).read_bytes()
        assert (found.folder / POOL).stat().st_mode & 0o077 == 0  # it knows where candidates come from
        assert [finding for finding in examine(found) if finding.problem] == []
        (dora,) = annotators(found, "dora")
        assert phase(found).assignment.next(dora).screen_id is not None


@pytest.mark.parametrize(
    ("record", "change", "complaint"),
    [
        ("rating", {"moments": [1.5]}, "not a list of whole numbers"),
        ("rating", {"moments": []}, "not a rating of each of 2 candidates"),
        ("rating", {"judgements": [3]}, "judgements"),
        ("rating", {"judgements": ["3"]}, "not a rating of each of 2 candidates"),
        ("rating", {"judgements": ["3", "good"]}, "not a rating of each of 2 candidates on the scale"),
        ("rating", {"screen": 99}, "nobody called"),
        ("rating", {"colour": "red"}, "there is no field 'colour'"),
        ("sitting", {"subset": 99}, "there is no subset 99"),
    ],
)
@ON_SQLITE
def test_a_file_with_a_fault_is_refused_whole(
    make_pool_campaign: MakeRating, clock: Clock, record: str, change: dict[str, Any], complaint: str
) -> None:
    lines = [json.loads(line) for line in text_of(rated(make_pool_campaign, clock)).splitlines()]
    next(line for line in lines if line.get("record") == record).update(change)
    second = make_pool_campaign(**OPTIONS, most=1)
    before = text_of(second)
    with pytest.raises(BadInput, match=complaint):
        import_campaign(second, Content("x.jsonl", "\n".join(map(json.dumps, lines)).encode()))
    assert text_of(second) == before


@ON_SQLITE
def test_the_doctor_sees_that_others_may_read_where_candidates_come_from(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign()
    pool = campaign.folder / POOL
    assert [finding.problem for finding in examine(campaign) if POOL in finding.check] == [""]
    pool.chmod(0o644)
    (problem,) = [finding.problem for finding in examine(campaign) if finding.problem]
    assert f"others may read it (mode 0644); run `chmod 600 {pool}`" in problem
    pool.unlink()
    (problem,) = [finding.problem for finding in examine(campaign) if finding.problem]
    assert problem == "it is not there; restore a backup (`stead campaign restore`)"


@ON_SQLITE
def test_another_division_of_the_pool_is_another_campaign(make_pool_campaign: MakeRating, clock: Clock) -> None:
    text = text_of(rated(make_pool_campaign, clock))
    for others in ({"subsets": 1}, {"seed": 2}, {"planted": 1}):
        second = make_pool_campaign(**{**OPTIONS, **others}, most=1)
        with pytest.raises(BadInput, match="an export of other items"):
            import_campaign(second, Content("x.jsonl", text.encode()))
