"""Who gets what, and in which order."""

from collections import Counter

import pytest

from stead.campaign import Campaign, ItemKind, LeaseState, NotAssigned, Pause, User
from stead.campaign.folder import delete_user, undelete_user
from stead.campaign.store.database import read_events
from stead.campaign.tasks.annotation import MOST_OPEN
from tests.campaign.conftest import ON_SQLITE, Clock, Make, some_items
from tests.campaign.people import annotators, answer, answer_everything


def order_of(campaign: Campaign, user: User) -> list[int]:
    answer_everything(campaign, user)
    return [each.item.id for each in campaign.answers.list_items(user.id)]


@ON_SQLITE
def test_orders_are_random_but_not_by_chance(make: Make) -> None:
    orders = {
        (seed, name): order_of(campaign, user)
        for seed in (1, 2)
        for campaign in [make(some_items(12), seed=seed)]
        for name, user in zip(("ada", "bruno"), annotators(campaign, "ada", "bruno"), strict=True)
    }
    again = make(some_items(12), seed=1)
    assert order_of(again, annotators(again, "ada")[0]) == orders[1, "ada"]
    assert len({tuple(order) for order in orders.values()}) == 4
    assert all(sorted(order) == list(range(1, 13)) for order in orders.values())


@ON_SQLITE
def test_the_order_of_the_file_can_be_kept(make: Make) -> None:
    campaign = make(some_items(12), order="file")
    assert order_of(campaign, annotators(campaign, "ada")[0]) == list(range(1, 13))


@ON_SQLITE
def test_practice_comes_first_and_checks_now_and_then(make: Make) -> None:
    campaign = make(some_items(10, practice=2, attention=2), attention_every=4, annotators_per_item=8)
    real_before: list[tuple[int, ...]] = []
    for user in annotators(campaign, *"abcdefgh"):
        kinds = [campaign.items.by_id[item_id].kind for item_id in order_of(campaign, user)]
        assert kinds[:2] == [ItemKind.PRACTICE] * 2
        assert Counter(kinds[2:]) == {ItemKind.REAL: 10, ItemKind.ATTENTION: 2}
        checks = [at for at, kind in enumerate(kinds) if kind is ItemKind.ATTENTION]
        real_before.append(tuple(kinds[:at].count(ItemKind.REAL) for at in checks))
    assert all(1 <= first <= 4 < second <= 8 for first, second in real_before)  # one with every four real ones
    assert len(set(real_before)) > 4  # at a place of each annotator's own
    assert len(campaign.overview.annotations()) == 80


@ON_SQLITE
@pytest.mark.parametrize(("limit", "others"), [(0, 0), (7, 0), (0, 3)])
def test_the_total_does_not_tell_when_a_check_comes(make: Make, limit: int, others: int) -> None:
    campaign = make(some_items(10, attention=3), attention_every=3, annotators_per_item=1, items_per_annotator=limit)
    ada, bruno = annotators(campaign, "ada", "bruno")
    for _ in range(others):
        item_id = campaign.assignment.next(bruno)
        assert isinstance(item_id, int)
        answer(campaign, bruno, item_id)
    totals = [campaign.assignment.progress(ada).total]
    kinds: list[ItemKind] = []
    while isinstance(item_id := campaign.assignment.next(ada), int):
        kinds.append(campaign.items.by_id[item_id].kind)
        totals.append(campaign.assignment.progress(ada).total)
        answer(campaign, ada, item_id)
        totals.append(campaign.assignment.progress(ada).total)
    assert kinds.count(ItemKind.ATTENTION) >= 2
    assert set(totals) == {len(kinds)}


def test_practice_and_checks_are_for_everybody(make: Make) -> None:
    campaign = make(some_items(4, practice=1, attention=1), attention_every=1, annotators_per_item=1)
    ada, bruno = annotators(campaign, "ada", "bruno")
    assert answer_everything(campaign, ada) == 6
    assert answer_everything(campaign, bruno) == 1  # no real item is left, so no check comes due


def test_k_of_n_gives_every_item_k_answers_and_evenly(make: Make) -> None:
    campaign = make(some_items(10), mode="k-of-n", annotators_per_item=3, items_per_annotator=6)
    people = annotators(campaign, "ada", "bruno", "chiara", "doris", "emil")
    for turn in range(6):
        for person in people:
            item = campaign.assignment.next(person)
            assert isinstance(item, int)
            answer(campaign, person, item)
        counts = Counter(row.id for row in campaign.overview.annotations())
        # 5 answers a turn on 10 items: as even as can be after every turn
        assert max(counts.values()) - (min(counts.values()) if len(counts) == 10 else 0) <= 1, turn
    assert set(counts.values()) == {3}  # 5 people x 6 items = 10 items x 3
    assert {campaign.assignment.next(person) for person in people} == {Pause.FINISHED}


@ON_SQLITE
def test_an_annotator_can_be_given_more(make: Make) -> None:
    campaign = make(some_items(5), items_per_annotator=2)
    (ada,) = annotators(campaign, "ada")
    assert answer_everything(campaign, ada) == 2
    campaign.users.extend("ada", 2, actor="olga")
    assert answer_everything(campaign, campaign.users.by_name("ada")) == 2


def test_a_paused_annotator_gets_nothing_but_may_finish_an_answer(make: Make) -> None:
    campaign = make()
    (ada,) = annotators(campaign, "ada")
    item = campaign.assignment.next(ada)
    assert isinstance(item, int)
    campaign.users.pause("ada", paused=True, actor="olga")
    ada = campaign.users.by_name("ada")
    assert campaign.assignment.next(ada) is Pause.PAUSED
    assert not answer(campaign, ada, item).answer.late
    campaign.users.pause("ada", paused=False, actor="olga")
    assert isinstance(campaign.assignment.next(campaign.users.by_name("ada")), int)
    kinds = [(event.actor, event.kind, event.user) for event in read_events(campaign.database)]
    assert kinds[-2:] == [("olga", "pause", "ada"), ("olga", "resume", "ada")]


def test_the_same_item_is_shown_until_it_is_answered(make: Make) -> None:
    campaign = make(some_items(5), order="file")
    (ada,) = annotators(campaign, "ada")
    assert [campaign.assignment.next(ada) for _ in range(3)] == [1, 1, 1]
    assert campaign.assignment.next(ada, after=1) == 2
    assert campaign.assignment.next(ada, after=1) == 2
    assert campaign.assignment.next(ada) == 1
    answer(campaign, ada, 1)
    assert campaign.assignment.next(ada) == 2


@ON_SQLITE
def test_nobody_hoards_items(make: Make) -> None:
    campaign = make(some_items(30), order="file")
    (ada,) = annotators(campaign, "ada")
    last: int | None = None
    for _ in range(20):
        found = campaign.assignment.next(ada, after=last)
        assert isinstance(found, int)
        last = found
    assert len(campaign.answers.list_items(ada.id)) == MOST_OPEN
    assert last == 10  # after ten open ones the round begins again


@ON_SQLITE
def test_neighbours_are_those_of_the_own_list(make: Make) -> None:
    campaign = make(some_items(3), order="file")
    (ada,) = annotators(campaign, "ada")
    answer_everything(campaign, ada)
    neighbours = [
        (task.previous_position, task.next_position)
        for task in (campaign.answers.task(ada.id, each) for each in (1, 2, 3))
    ]
    assert neighbours == [(None, 2), (1, 3), (2, None)]


def test_an_organiser_gives_unanswered_items_to_others(make: Make) -> None:
    campaign = make(some_items(2), annotators_per_item=1, order="file")
    ada, bruno = annotators(campaign, "ada", "bruno")
    campaign.assignment.next(ada)
    campaign.assignment.next(ada, after=1)
    answer(campaign, ada, 1)
    assert campaign.assignment.next(bruno) is Pause.WAIT
    assert campaign.assignment.release(ada, actor="olga") == 1
    assert campaign.assignment.next(bruno) == 2
    assert campaign.assignment.next(ada) is Pause.FINISHED  # what was taken away does not come back
    assert answer(campaign, ada, 2).answer.late
    assert campaign.answers.task(ada.id, 1).state is LeaseState.ANSWERED


def test_an_expired_lease_is_renewed_if_there_is_a_place(make: Make, clock: Clock) -> None:
    campaign = make(some_items(1), annotators_per_item=1, lease_hours=1)
    ada, bruno = annotators(campaign, "ada", "bruno")
    campaign.assignment.next(ada)
    clock.forward(hours=2)
    assert campaign.assignment.next(ada) == 1
    clock.forward(hours=2)
    assert campaign.assignment.next(bruno) == 1
    campaign.assignment.open(ada.id, 1)
    assert campaign.answers.task(ada.id, 1).state is LeaseState.EXPIRED
    campaign.assignment.release(bruno, actor="olga")
    campaign.assignment.open(ada.id, 1)
    assert campaign.answers.task(ada.id, 1).state is LeaseState.LEASED


def test_progress_counts_the_own_items(make: Make) -> None:
    campaign = make(some_items(4, practice=1), annotators_per_item=1)
    ada, bruno = annotators(campaign, "ada", "bruno")
    assert (campaign.assignment.progress(ada).done, campaign.assignment.progress(ada).total) == (0, 4)
    item = campaign.assignment.next(ada)
    assert isinstance(item, int)
    answer(campaign, ada, item, seconds=30)
    for _ in range(2):
        item = campaign.assignment.next(ada)
        assert isinstance(item, int)
        answer(campaign, ada, item, seconds=10)
    progress = campaign.assignment.progress(ada)
    assert (progress.done, progress.total, progress.practice_done, progress.practice_total) == (2, 4, 1, 1)
    assert progress.seconds_left == 20  # two are left, and the median of 30, 10, 10 is 10
    assert campaign.assignment.progress(bruno).total == 2  # the other two are ada's
    with pytest.raises(NotAssigned):
        campaign.answers.task(bruno.id, item)


@pytest.mark.parametrize("mode", ["all", "k-of-n"])
def test_who_was_deleted_by_mistake_is_given_again_what_was_open(make: Make, mode: str) -> None:
    campaign = make(some_items(6, practice=1), annotators_per_item=1, mode=mode)
    (ada,) = annotators(campaign, "ada")
    for _ in range(3):
        item_id = campaign.assignment.next(ada)
        assert isinstance(item_id, int)
        answer(campaign, ada, item_id)
    taken_away = campaign.assignment.next(ada)
    campaign.assignment.release(ada, actor="test")
    opened = campaign.assignment.next(ada)
    delete_user(campaign, "ada", actor="test")
    undelete_user(campaign, "ada", actor="test")
    assert campaign.assignment.next(ada) == opened
    assert answer_everything(campaign, ada) == 3  # of six real ones two were answered, and one was given to others
    states = {each.item.id: each.state for each in campaign.answers.list_items(ada.id)}
    assert [item_id for item_id, state in states.items() if state is not LeaseState.ANSWERED] == [taken_away]
