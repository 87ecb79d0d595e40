"""Changes to a campaign that runs, in the store of both databases."""

from dataclasses import replace

import pytest

from stead.campaign import open_campaign
from stead.campaign.admin.changes import add_items, change_settings, close_pilot, settings_version, settings_versions
from stead.campaign.admin.export import export_lines
from stead.campaign.admin.import_answers import import_campaign
from stead.campaign.records import Overtaken
from stead.core.errors import BadInput
from stead.core.item import Item
from stead.formats import Content
from tests.campaign.conftest import Make, some_items
from tests.campaign.people import annotators, answer_everything


def test_places_that_are_taken_stay(make: Make) -> None:
    campaign = make(some_items(2), annotators_per_item=2)
    for user in annotators(campaign, "ada", "bruno"):
        answer_everything(campaign, user)
    fewer = replace(campaign.settings, assignment=replace(campaign.settings.assignment, annotators_per_item=1))
    with pytest.raises(BadInput, match="2 people have the same sentence"):
        change_settings(campaign, fewer, version=settings_version(campaign.settings), actor="olga")


def test_an_export_of_both_phases_is_imported_as_it_was(make: Make) -> None:
    further = [Item(id="9", lexelt="dark.a", text="A dark room.", start=2, end=6, language="en")]
    first = make(some_items(2), annotators_per_item=1, order="file")
    (ada,) = annotators(first, "ada")
    answer_everything(first, ada, "clever")
    close_pilot(first, actor="olga")
    add_items(first, further, actor="olga")
    with open_campaign(first.folder, clock=first.database.clock) as main:
        answer_everything(main, ada, "gloomy")
        changed = replace(main.settings, assignment=replace(main.settings.assignment, lease_hours=5))
        change_settings(main, changed, version=settings_version(main.settings), actor="olga")
        exported = "".join(export_lines(main))
    items = [*some_items(2), replace(some_items(3)[2], item=further[0])]
    second = make(items, annotators_per_item=1, order="file")
    counts = import_campaign(second, Content("export", exported.encode()))
    assert counts["settings"] == 2
    with open_campaign(second.folder) as again:
        assert "".join(export_lines(again)) == exported


def test_no_version_of_the_settings_tells_where_the_database_is(make: Make) -> None:
    campaign = make()
    changed = replace(campaign.settings, assignment=replace(campaign.settings.assignment, lease_hours=5))
    change_settings(campaign, changed, version=settings_version(campaign.settings), actor="olga")
    assert "lease_hours = 5" in settings_versions(campaign)[0].text + settings_versions(campaign)[1].text
    assert "postgresql://" not in "".join(version.text for version in settings_versions(campaign)).replace(
        "postgresql://USER@HOST/NAME", ""
    )
    with pytest.raises(Overtaken):
        change_settings(campaign, changed, version="another", actor="olga")
    with open_campaign(campaign.folder) as again:
        assert again.settings == changed


def test_items_that_are_there_already_are_refused_all_together(make: Make) -> None:
    campaign = make()
    with pytest.raises(BadInput, match="comes twice"):
        add_items(campaign, [item.item for item in some_items(1)], actor="olga")
    assert len(campaign.items.by_id) == 3
