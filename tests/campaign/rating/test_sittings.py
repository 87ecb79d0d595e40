"""Who rates what: subsets that lack ratings first, never more raters than may, and what becomes of late ones."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from threading import Barrier

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign, LeaseState, NotAssigned, Pause, Stale, Stored
from stead.campaign.admin.doctor import examine
from stead.campaign.folder import delete_user, undelete_user
from stead.campaign.records import CANNOT_JUDGE, AnswerConflict, AnswerRefused, CampaignScreen
from stead.campaign.store import schema
from stead.campaign.tasks.rating_overview import figures
from stead.formats import load, save
from stead.posthoc.filtering import Filtered, FilterRules, filter_ratings
from tests.campaign.conftest import Clock
from tests.campaign.people import annotators
from tests.campaign.rating.made import MakeRating, phase, rate, rate_subset, submission

CLIENTS = 50


def live(campaign: Campaign) -> Counter[int]:
    table = schema.sittings
    with campaign.database.read() as connection:
        rows = connection.execute(sa.select(table.c.subset).where(table.c.state.in_(("leased", "answered"))))
        return Counter(rows.scalars())


def states(campaign: Campaign) -> list[tuple[int, int, str]]:
    table = schema.sittings
    with campaign.database.read() as connection:
        return [
            (row.user_id, row.subset, row.state) for row in connection.execute(sa.select(table).order_by(table.c.id))
        ]


def problems(campaign: Campaign) -> list[str]:
    return [finding.check for finding in examine(campaign) if finding.problem]


def test_subsets_that_lack_ratings_come_first(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=4, sentences=8)
    people = annotators(campaign, "ada", "bruno", "chiara", "doris")
    for person in people:
        assert rate_subset(campaign, person) > 0
    assert live(campaign) == dict.fromkeys((1, 2, 3, 4), 1)
    assert rate_subset(campaign, people[0]) > 0
    assert sorted(live(campaign).values()) == [1, 1, 1, 2]


def test_a_rater_may_have_any_number_of_subsets_each_once(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=3, sentences=6)
    (ada,) = annotators(campaign, "ada")
    assert all(rate_subset(campaign, ada) for _ in range(3))
    assert sorted(subset for _, subset, _ in states(campaign)) == [1, 2, 3]
    assert phase(campaign).assignment.next(ada).pause is Pause.FINISHED
    assert not phase(campaign).assignment.begin(ada)
    assert problems(campaign) == []


def test_one_subset_at_a_time_however_often_one_asks(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=3, sentences=6)
    (ada,) = annotators(campaign, "ada")
    assert all(phase(campaign).assignment.begin(ada) for _ in range(5))
    assert len(states(campaign)) == 1


def test_50_raters_at_once_never_exceed_the_most(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=4, sentences=8, most=7)
    people = annotators(campaign, *(f"person {number}" for number in range(CLIENTS)))
    together = Barrier(CLIENTS)

    def work(position: int) -> int:
        together.wait()
        return rate_subset(campaign, people[position]) > 0

    with ThreadPoolExecutor(CLIENTS) as pool:
        done = sum(pool.map(work, range(CLIENTS)))
    assert done == 28  # 4 subsets x 7 places; the other 22 of 50 come for nothing
    assert live(campaign) == dict.fromkeys((1, 2, 3, 4), 7)
    counts = Counter((each.lexelt, each.id, each.candidate) for each in phase(campaign).collector.collection().ratings)
    assert set(counts.values()) == {7}
    assert problems(campaign) == []


def test_a_lease_that_ran_out_goes_to_somebody_else_and_late_ratings_are_kept(
    make_pool_campaign: MakeRating, clock: Clock
) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=2, most=1)
    ada, bruno = annotators(campaign, "ada", "bruno")
    sittings = phase(campaign).assignment
    assert sittings.begin(ada)
    first = sittings.next(ada).screen_id
    assert first is not None
    assert sittings.next(bruno).pause is Pause.WAIT
    clock.forward(hours=25)
    assert rate_subset(campaign, bruno) == 2
    assert rate(campaign, ada, first).answer.late
    assert [state for _, _, state in states(campaign)] == ["late", "answered"]
    collector = phase(campaign).collector
    assert {each.rater for each in collector.collection().ratings} == {"bruno"}
    assert {each.rater for each in collector.collection(late=True).ratings} == {"ada", "bruno"}
    assert problems(campaign) == []


def test_who_comes_back_in_time_goes_on_and_working_renews_the_lease(
    make_pool_campaign: MakeRating, clock: Clock
) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=3, most=1)
    ada, bruno = annotators(campaign, "ada", "bruno")
    sittings = phase(campaign).assignment
    sittings.begin(ada)
    for _ in range(2):
        screen_id = sittings.next(ada).screen_id
        assert screen_id is not None
        rate(campaign, ada, screen_id)
        clock.forward(hours=20)
    assert sittings.next(bruno).pause is Pause.WAIT  # 40 hours after the beginning, 20 after the last rating
    clock.forward(hours=5)
    assert sittings.next(bruno).offer is not None
    sittings.open(ada.id, 1)
    assert sittings.next(bruno).pause is Pause.WAIT
    last = sittings.next(ada).screen_id
    assert last is not None
    assert not rate(campaign, ada, last).answer.late
    assert states(campaign)[0][2] == LeaseState.ANSWERED


def test_who_comes_back_too_late_goes_on_with_what_was_begun_if_a_place_is_free(
    make_pool_campaign: MakeRating, clock: Clock
) -> None:
    campaign = make_pool_campaign(subsets=5, sentences=10, practice=True)
    (ada,) = annotators(campaign, "ada")
    sittings = phase(campaign).assignment
    practice = sittings.next(ada).screen_id
    clock.forward(hours=25)
    assert sittings.next(ada).screen_id == practice
    assert practice is not None
    rate(campaign, ada, practice)
    sittings.begin(ada)
    first = sittings.next(ada).screen_id
    assert first is not None
    rate(campaign, ada, first)
    begun = phase(campaign).screens.by_id[first].subset
    clock.forward(hours=25)
    assert sittings.next(ada).offer is not None
    assert sittings.begin(ada)
    following = sittings.next(ada).screen_id
    assert following not in (None, first)
    assert [subset for _, subset, _ in states(campaign)] == [0, begun]


def test_who_is_deleted_makes_room_and_counts_again_only_where_there_is_some(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=2, most=1)
    ada, bruno = annotators(campaign, "ada", "bruno")
    rate_subset(campaign, ada)
    delete_user(campaign, "ada", actor="test")
    assert phase(campaign).collector.collection(late=True).ratings == []
    assert rate_subset(campaign, bruno) == 2
    undelete_user(campaign, "ada", actor="test")
    assert [state for _, _, state in states(campaign)] == ["late", "answered"]
    delete_user(campaign, "bruno", actor="test")
    delete_user(campaign, "ada", actor="test")
    undelete_user(campaign, "ada", actor="test")
    assert [state for _, _, state in states(campaign)] == ["answered", "released"]
    assert problems(campaign) == []


def test_a_paused_rater_gets_nothing_and_released_subsets_go_to_others(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=2, most=1)
    ada, bruno = annotators(campaign, "ada", "bruno")
    phase(campaign).assignment.begin(ada)
    campaign.users.pause("ada", paused=True, actor="test")
    assert phase(campaign).assignment.next(ada).pause is Pause.PAUSED
    assert not phase(campaign).assignment.begin(ada)
    assert phase(campaign).assignment.release(ada, actor="test") == 1
    assert rate_subset(campaign, bruno) == 2


# ---------------------------------------------------------------------------------------------------- submissions


def test_a_submission_sent_again_is_one_rating_and_another_under_its_uuid_is_refused(
    make_pool_campaign: MakeRating,
) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=2)
    (ada,) = annotators(campaign, "ada")
    phase(campaign).assignment.begin(ada)
    screen = phase(campaign).screens.by_id[1]
    sent = submission(*["1"] * len(screen.candidates))
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda _: phase(campaign).ratings.submit(ada.id, 1, sent), range(20)))
    stored = [each for each in found if isinstance(each, Stored)]
    assert (len(stored), sum(not each.replayed for each in stored)) == (20, 1)
    other = submission(*["2"] * len(screen.candidates), uuid=sent.uuid)
    with pytest.raises(AnswerConflict):
        phase(campaign).ratings.submit(ada.id, 1, other)
    second = submission(*["2"] * len(phase(campaign).screens.by_id[2].candidates), uuid=sent.uuid)
    with pytest.raises(AnswerConflict):
        phase(campaign).ratings.submit(ada.id, 2, second)
    assert len(phase(campaign).ratings.history(ada.id, 1)) == 1


def test_of_20_tabs_at_once_one_wins_and_the_others_are_told(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=2)
    (ada,) = annotators(campaign, "ada")
    phase(campaign).assignment.begin(ada)
    number = len(phase(campaign).screens.by_id[1].candidates)
    tabs = [submission(*[str(at % 4)] * number) for at in range(20)]
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda sent: phase(campaign).ratings.submit(ada.id, 1, sent), tabs))
    (won,) = [each for each in found if isinstance(each, Stored)]
    assert {each.current for each in found if isinstance(each, Stale)} == {won.answer}


def test_what_cannot_be_a_rating_is_refused(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=2)
    ada, bruno = annotators(campaign, "ada", "bruno")
    phase(campaign).assignment.begin(ada)
    number = len(phase(campaign).screens.by_id[1].candidates)
    fine = ["2"] * (number - 1)
    cases = {
        ("missing",): submission(*fine, ""),
        ("ratings",): submission(*fine, "4"),
        ("ratings", "missing"): submission(*fine, "1", ""),
        ("uuid",): submission(*fine, "1", uuid="x"),
        ("revision",): submission(*fine, "1", based_on=-1),
    }
    for codes, sent in cases.items():
        with pytest.raises(AnswerRefused) as refused:
            phase(campaign).ratings.submit(ada.id, 1, sent)
        assert refused.value.codes == codes
    for user, screen_id in ((bruno, 1), (ada, 999)):
        with pytest.raises(NotAssigned):
            phase(campaign).ratings.submit(user.id, screen_id, submission(*fine, "1"))
    assert phase(campaign).ratings.history(ada.id, 1) == []


def test_nobody_can_change_a_rating_in_the_database(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=2)
    (ada,) = annotators(campaign, "ada")
    rate_subset(campaign, ada)
    for change in (sa.update(schema.ratings).values(late=True), sa.delete(schema.ratings)):
        with pytest.raises(sa.exc.DatabaseError, match="never changed"), campaign.database.write() as connection:
            connection.execute(change)


# ------------------------------------------------------------------------------------------------ for posthoc


def test_times_are_those_at_which_each_rating_was_given_without_being_changed_again(
    make_pool_campaign: MakeRating, clock: Clock
) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=2, golds=1, others=1)
    (ada,) = annotators(campaign, "ada")
    phase(campaign).assignment.begin(ada)
    clock.forward(seconds=60)  # 09:01:00, opened 10 seconds before
    phase(campaign).ratings.submit(ada.id, 1, submission("1", "2", moments=(4_000, 9_000), seconds=10))
    clock.forward(seconds=60)  # the second is changed; the first is not
    phase(campaign).ratings.submit(ada.id, 1, submission("1", "3", based_on=1, moments=(0, 1_500), seconds=2))
    phase(campaign).ratings.submit(ada.id, 2, submission("0", CANNOT_JUDGE, seconds=4))
    found = phase(campaign).collector.collection()
    first, second, third = found.ratings
    assert (first.value, first.time) == (1.0, "2026-03-02T09:00:54.000000Z")
    assert (second.value, second.time) == (3.0, "2026-03-02T09:01:59.500000Z")
    assert (third.value, third.time) == (0.0, "2026-03-02T09:01:58.000000Z")  # not told: halfway through 4 seconds
    assert dict(found.unjudged) == {("ada", 1): 1}


def test_the_overview_and_the_filter_mean_the_same_standard_deviation(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=3)
    for user, value in zip(annotators(campaign, "ada", "bruno", "chiara"), "013", strict=True):
        rate_subset(campaign, user, value, seconds=100.0)
    overview = phase(campaign).overview
    shown = figures(overview.candidates())["deviation"]
    assert shown == pytest.approx(sqrt(7 / 3))  # 0, 1 and 3: mean 4/3, squares 16/9 + 1/9 + 25/9, of n - 1
    preview = overview.preview(FilterRules(straight=None))
    assert preview is not None
    rows = {row[0]: row[1] for row in preview.sections[2].rows}
    assert rows["mean-standard-deviation"] == pytest.approx(shown, abs=1e-4)


def test_sentences_that_come_twice_are_apart_for_every_rater(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=8, repeats=3)
    screens = phase(campaign).screens
    orders = [screens.of(f"rater {number}", 1) for number in range(50)]
    assert len(set(orders)) > 40
    for order in orders:
        assert set(order) == set(screens.by_subset[1])
        places: dict[int, list[tuple[int, bool]]] = {}
        for place, screen in enumerate(order):
            places.setdefault(screen.item.id, []).append((place, screen.again))
        for (first, is_again), (second, comes_again) in places.values():
            assert second - first > 1
            assert (is_again, comes_again) == (False, True)
    assert {order[-1].item.id for order in orders} == {each.item.id for each in screens.by_subset[1]}


def test_who_cannot_judge_is_not_incomplete_and_the_controls_are_found(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=3, repeats=3, planted=4)
    ada, bruno = annotators(campaign, "ada", "bruno")
    rate_subset(campaign, ada, CANNOT_JUDGE, seconds=100.0)
    rate_subset(campaign, bruno, "3", seconds=100.0)
    rows = {row.user.name: row for row in phase(campaign).overview.raters()}
    # 3 sentences x 5 candidates, 4 planted, 3 again = 22
    assert (rows["ada"].ratings, rows["ada"].unjudged) == (0, 22)
    bruno_row = rows["bruno"]
    assert (bruno_row.ratings, bruno_row.repeats, bruno_row.change) == (22, 3, 0.0)
    assert (bruno_row.planted, bruno_row.accepted) == (4, 4)
    preview = phase(campaign).overview.preview()
    assert preview is not None
    excluded = {row[0]: row[5] for row in preview.sections[1].rows}
    assert excluded == {"unknown": 0, "incomplete": 0, "repeats": 0, "planted": 22, "straight": 0, "fast": 0}
    candidates = phase(campaign).overview.candidates()
    assert (len(candidates), {len(row.ratings) for row in candidates}) == (15, {1})


def repeated_of(campaign: Campaign) -> list[tuple[CampaignScreen, CampaignScreen, str]]:
    """The candidates that come twice, with their two screens."""
    own = phase(campaign).screens.by_subset[1]
    pairs = [(first, again) for first in own for again in own if again.again > first.again and again.item == first.item]
    return [(first, again, term) for first, again in pairs for term in again.candidates if term in first.candidates]


def filtered_file(campaign: Campaign, folder: Path) -> Filtered:
    """What the filter makes of the ratings by way of a file, without the rule about straight lines."""
    collector = phase(campaign).collector
    save(collector.collection().ratings, "ratings", folder / "ratings.jsonl", "stead")
    ratings = load(folder / "ratings.jsonl", "ratings")[0]
    return filter_ratings(ratings, collector.dispatch(), FilterRules(incomplete=None, straight=None))


@pytest.mark.parametrize(
    ("changed", "to"),
    [("first", "3"), ("again", "0"), ("first", CANNOT_JUDGE), ("again", CANNOT_JUDGE)],
)
def test_repeats_are_compared_as_first_given_whatever_is_changed_later(
    make_pool_campaign: MakeRating, tmp_path: Path, changed: str, to: str
) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=8, repeats=3)
    (ada,) = annotators(campaign, "ada")
    repeated = repeated_of(campaign)
    assert len(repeated) == 3
    phase(campaign).assignment.begin(ada)
    while (screen_id := phase(campaign).assignment.next(ada).screen_id) is not None:
        rate(campaign, ada, screen_id, "3" if phase(campaign).screens.by_id[screen_id].again else "0", seconds=100.0)
    for screen in {first if changed == "first" else again for first, again, _ in repeated}:
        rate(campaign, ada, screen.id, to, based_on=1, seconds=100.0)
    (row,) = phase(campaign).overview.raters()
    assert (row.repeats, row.change) == (3, 3.0)
    preview = phase(campaign).overview.preview()
    assert preview is not None
    (excluded,) = [cells[5] for cells in preview.sections[1].rows if cells[0] == "repeats"]
    assert isinstance(excluded, int)
    assert excluded > 0
    found = filtered_file(campaign, tmp_path)
    assert {report.rule: report.raters for report in found.rules}["repeats"] == ("ada",)
    terms = {(first.item.item.id, term) for first, _, term in repeated}
    values = [each.value for each in found.everything if (each.id, each.candidate) in terms]
    gold = {"3": [3.0] * 3, CANNOT_JUDGE: []}[to] if changed == "first" else [0.0] * 3
    assert values == gold  # the newest revision of the first rating; a repeat is never in the gold beside it


def test_who_could_not_judge_at_first_is_not_measured_by_what_is_said_later(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=8, repeats=3)
    (ada,) = annotators(campaign, "ada")
    phase(campaign).assignment.begin(ada)
    while (screen_id := phase(campaign).assignment.next(ada).screen_id) is not None:
        again = phase(campaign).screens.by_id[screen_id].again
        rate(campaign, ada, screen_id, "2" if again else CANNOT_JUDGE, seconds=100.0)
    (row,) = phase(campaign).overview.raters()
    assert row.repeats == 0
    for screen in {first for first, _, _ in repeated_of(campaign)}:
        rate(campaign, ada, screen.id, "2", based_on=1, seconds=100.0)
    (row,) = phase(campaign).overview.raters()
    assert row.repeats == 0
    assert row.ratings + row.unjudged == phase(campaign).screens.sizes[1]
