"""Changes to a campaign that runs, in the store of both databases."""

import threading
from dataclasses import replace

import pytest

from stead.campaign import CampaignSettings, open_campaign
from stead.campaign.admin.changes import (
    add_items,
    change_guidelines,
    change_settings,
    close_pilot,
    settings_version,
    settings_versions,
)
from stead.campaign.admin.curator import Curator
from stead.campaign.admin.export import export_lines
from stead.campaign.admin.import_answers import import_campaign
from stead.campaign.records import Overtaken
from stead.core.errors import BadInput
from stead.core.item import Item
from stead.formats import Content
from stead.golds import Decision
from tests.campaign.conftest import Make, some_items
from tests.campaign.people import annotators, answer_everything


def test_places_that_are_taken_stay(make: Make) -> None:
    campaign = make(some_items(2), annotators_per_item=2)
    for user in annotators(campaign, "ada", "bruno"):
        answer_everything(campaign, user)
    fewer = replace(campaign.settings, assignment=replace(campaign.settings.assignment, annotators_per_item=1))
    with pytest.raises(BadInput, match="2 people have the same sentence"):
        change_settings(campaign, fewer, version=settings_version(campaign.settings), actor="olga")


def leased(settings: CampaignSettings, hours: int) -> CampaignSettings:
    return replace(settings, assignment=replace(settings.assignment, lease_hours=hours))


def test_of_two_changes_to_the_same_version_the_second_is_refused(make: Make) -> None:
    campaign = make()
    version, guidelines = settings_version(campaign.settings), campaign.guidelines.version
    with open_campaign(campaign.folder) as other:  # as a request that came at the same moment has it
        change_settings(campaign, leased(campaign.settings, 5), version=version, actor="olga")
        with pytest.raises(Overtaken):
            change_settings(other, leased(other.settings, 6), version=version, actor="otto")
        change_guidelines(campaign, "Olga's", version=guidelines, actor="olga")
        with pytest.raises(Overtaken):
            change_guidelines(other, "Otto's", version=guidelines, actor="otto")
    with open_campaign(campaign.folder) as again:
        assert (again.settings.assignment.lease_hours, again.guidelines.text) == (5, "Olga's\n")


def test_decisions_that_are_made_at_once_are_all_in_the_file(make: Make) -> None:
    campaign = make()
    curators, ready = [Curator(campaign), Curator(campaign)], threading.Barrier(8)  # as of two servers of one folder

    def decide(number: int) -> None:
        decision = Decision(status="accept", action="merge", form=f"word{number}", to="word", reason="test")
        ready.wait()
        curators[number % 2].decide(decision, "accept", "", actor="olga")

    threads = [threading.Thread(target=decide, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {decision.form for decision in curators[0].book().decided} == {f"word{number}" for number in range(8)}


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
    with pytest.raises(BadInput, match="is in the campaign already"):
        add_items(campaign, [item.item for item in some_items(1)], actor="olga")
    assert len(campaign.items.by_id) == 3
