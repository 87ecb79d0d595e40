"""The first promises: one answer for one UUID, no silent overwriting, blind annotators."""

from uuid import uuid4

import pytest
import sqlalchemy as sa

from stead.campaign import AnswerConflict, AnswerRefused, LeaseState, NotAssigned, Pause, Stale, Stored
from tests.campaign.conftest import ON_SQLITE, Clock, Make, some_items
from tests.campaign.people import annotators, answer, answer_everything, submission


def test_an_annotator_is_given_every_item_once(make: Make) -> None:
    campaign = make(annotators_per_item=2)
    ada, bruno = annotators(campaign, "ada", "bruno")
    assert answer_everything(campaign, ada) == 3
    assert campaign.assignment.next(ada) is Pause.FINISHED
    assert answer_everything(campaign, bruno) == 3
    assert [len(campaign.overview.answers_to(each.item.id)) for each in campaign.overview.items()] == [2, 2, 2]


def test_the_same_uuid_twice_is_one_answer(make: Make) -> None:
    campaign = make()
    (ada,) = annotators(campaign, "ada")
    item = campaign.assignment.next(ada)
    assert isinstance(item, int)
    typed = submission("clever", "smart", comment="sure")
    first, second = (campaign.answers.submit(ada.id, item, typed) for _ in range(2))
    assert isinstance(first, Stored)
    assert isinstance(second, Stored)
    assert (first.replayed, second.replayed) == (False, True)
    assert first.answer == second.answer
    assert len(campaign.answers.history(ada.id, item)) == 1


def test_another_answer_under_the_same_uuid_is_refused(make: Make) -> None:
    campaign = make()
    (ada,) = annotators(campaign, "ada")
    item = campaign.assignment.next(ada)
    assert isinstance(item, int)
    uuid = str(uuid4())
    answer(campaign, ada, item, "clever", uuid=uuid)
    (bruno,) = annotators(campaign, "bruno")
    other, of_bruno = campaign.assignment.next(ada), campaign.assignment.next(bruno)
    assert isinstance(other, int)
    assert isinstance(of_bruno, int)
    for user, number, word in ((ada, item, "smart"), (ada, other, "clever"), (bruno, of_bruno, "clever")):
        with pytest.raises(AnswerConflict, match="another answer"):
            campaign.answers.submit(user.id, number, submission(word, uuid=uuid))
    assert len(campaign.overview.annotations()) == 1


def test_a_stale_submission_stores_nothing_and_shows_what_is_stored(make: Make) -> None:
    campaign = make()
    (ada,) = annotators(campaign, "ada")
    item = campaign.assignment.next(ada)
    assert isinstance(item, int)
    stored = answer(campaign, ada, item, "clever").answer
    found = campaign.answers.submit(ada.id, item, submission("smart"))
    assert found == Stale(stored)
    corrected = answer(campaign, ada, item, "smart", based_on=1).answer
    assert (corrected.revision, corrected.substitutes) == (2, ("smart",))
    assert [each.substitutes for each in campaign.answers.history(ada.id, item)] == [("clever",), ("smart",)]


def test_nobody_sees_what_is_not_theirs(make: Make) -> None:
    campaign = make(annotators_per_item=1)
    ada, bruno = annotators(campaign, "ada", "bruno")
    item = campaign.assignment.next(ada)
    assert isinstance(item, int)
    answer(campaign, ada, item)
    for attempt in (
        lambda: campaign.answers.task(bruno.id, item),
        lambda: campaign.answers.submit(bruno.id, item, submission("clever")),
        lambda: campaign.assignment.open(bruno.id, item),
        lambda: campaign.answers.task(ada.id, 10_000),
    ):
        with pytest.raises(NotAssigned):
            attempt()
    assert campaign.answers.list_items(bruno.id) == []
    assert campaign.answers.history(bruno.id, item) == []


def test_an_answer_cannot_be_changed_even_by_hand(make: Make) -> None:
    campaign = make()
    (ada,) = annotators(campaign, "ada")
    answer_everything(campaign, ada)
    for change in ("UPDATE answers SET comment = 'x'", "DELETE FROM answers"):
        with pytest.raises(sa.exc.DatabaseError, match="never changed"), campaign.database.write() as connection:
            connection.exec_driver_sql(change)


def test_a_lease_that_ran_out_goes_to_another_and_the_late_answer_is_kept(make: Make, clock: Clock) -> None:
    campaign = make(some_items(1), annotators_per_item=1, lease_hours=2)
    ada, bruno = annotators(campaign, "ada", "bruno")
    assert campaign.assignment.next(ada) == 1
    assert campaign.assignment.next(bruno) is Pause.WAIT
    clock.forward(hours=2)
    assert campaign.assignment.next(bruno) == 1
    answer(campaign, bruno, 1, "smart")
    late = answer(campaign, ada, 1, "clever").answer
    assert late.late
    assert campaign.answers.task(ada.id, 1).state is LeaseState.LATE
    assert [each.annotator for each in campaign.overview.annotations()] == ["bruno"]
    assert [each.annotator for each in campaign.overview.annotations(late=True)] == ["ada", "bruno"]
    assert campaign.assignment.next(ada) is Pause.FINISHED


def test_a_lease_that_ran_out_while_nobody_asked_is_answered_in_time(make: Make, clock: Clock) -> None:
    campaign = make(some_items(1), annotators_per_item=1, lease_hours=2)
    ada, bruno = annotators(campaign, "ada", "bruno")
    assert campaign.assignment.next(ada) == 1
    clock.forward(hours=50)
    assert not answer(campaign, ada, 1).answer.late
    assert campaign.assignment.next(bruno) is Pause.FINISHED


@ON_SQLITE
@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        (submission(), ("empty",)),
        (submission("  ", "\t"), ("empty",)),
        (submission("a", "b", "c", "d"), ("too-many",)),
        (submission("a", nil=True), ("both",)),
        (submission(nil=True, name=True), ("both",)),
        (submission("a" * 201), ("too-long",)),
        (submission("a", comment="x" * 10_001), ("too-long",)),
        (submission("a", uuid="1"), ("uuid",)),
        (submission("a", based_on=-1), ("revision",)),
    ],
)
def test_what_cannot_be_an_answer_is_refused_with_its_reasons(make: Make, typed: object, codes: tuple[str]) -> None:
    campaign = make(some_items(1))
    (ada,) = annotators(campaign, "ada")
    campaign.assignment.next(ada)
    with pytest.raises(AnswerRefused) as refused:
        campaign.answers.submit(ada.id, 1, typed)  # type: ignore[arg-type]
    assert refused.value.codes == codes
    assert campaign.answers.history(ada.id, 1) == []
