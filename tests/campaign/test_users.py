"""Invitations, passwords, sessions, the throttle."""

import statistics
import time
from datetime import timedelta

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from stead.campaign import Campaign, Role
from stead.campaign.folder import delete_user
from stead.campaign.records import NotAgreed
from stead.campaign.store import schema
from stead.core.errors import BadInput, UsageError
from tests.campaign.conftest import GUIDE, ON_SQLITE, Clock, Make
from tests.campaign.people import annotators, answer, change_consent, change_guidelines, submission


def add(campaign: Campaign, name: str, role: Role = Role.ANNOTATOR) -> str:
    return campaign.users.add({name: role}, actor="test")[name]


def everything_stored(campaign: Campaign) -> str:
    with campaign.database.read() as connection:
        return "\n".join(
            repr(row) for table in schema.metadata.sorted_tables for row in connection.execute(sa.select(table))
        )


def test_an_invitation_is_the_users_and_not_stored(make: Make) -> None:
    campaign = make()
    token = add(campaign, "ada")
    found = campaign.users.by_invite(token)
    assert found
    assert found.name == "ada"
    assert campaign.users.by_invite(token[:-1]) is None
    assert campaign.users.by_invite("\ud800") is None
    assert token not in everything_stored(campaign)
    assert campaign.invite_link(token) == f"http://127.0.0.1:8000/join/{token}"


def test_an_invitation_expires(make: Make, clock: Clock) -> None:
    campaign = make()
    until = clock() + timedelta(days=14)
    token = campaign.users.add({"ada": Role.ANNOTATOR}, actor="test", expires=until)["ada"]
    clock.forward(days=13, hours=23)
    ada = campaign.users.by_invite(token)
    assert ada
    assert ada.invite_expires == "2026-03-16T09:00:00.000000Z"
    assert campaign.users.invite_expired(token) == ""
    session = campaign.sessions.start(ada.id)
    clock.forward(hours=1)
    assert campaign.users.by_invite(token) is None
    assert campaign.users.invite_expired(token) == ada.invite_expires
    assert campaign.sessions.user(session) == ada  # whoever is signed in stays so
    assert campaign.users.invite_expired("another") == ""
    renewed = campaign.users.reset("ada", actor="test")
    clock.forward(days=1000)
    assert campaign.users.by_invite(renewed)  # without a date, for ever
    assert (campaign.users.invite_expired(token), campaign.users.by_name("ada").invite_expires) == ("", "")


def test_a_reset_makes_link_password_and_sessions_void(make: Make) -> None:
    campaign = make()
    token = add(campaign, "olga", Role.ORGANISER)
    olga = campaign.users.by_name("olga")
    campaign.users.set_password(olga.id, "correct horse", actor="olga")
    assert campaign.users.by_invite(token) is None
    session = campaign.sessions.start(olga.id)
    renewed = campaign.users.reset("olga", actor="test")
    assert campaign.sessions.user(session) is None
    assert campaign.users.by_password("olga", "correct horse") is None
    assert campaign.users.by_invite(renewed) == campaign.users.by_name("olga")


def test_passwords_are_for_organisers_and_kept_as_argon2(make: Make) -> None:
    campaign = make()
    add(campaign, "olga", Role.ORGANISER)
    (ada,) = annotators(campaign, "ada")
    olga = campaign.users.by_name("olga")
    assert campaign.users.by_password("olga", "") is None
    with pytest.raises(BadInput, match="at least 10 characters"):
        campaign.users.set_password(olga.id, "short", actor="olga")
    with pytest.raises(UsageError, match="only organisers"):
        campaign.users.set_password(ada.id, "correct horse", actor="ada")
    campaign.users.set_password(olga.id, "correct horse", actor="olga")
    found = campaign.users.by_password("olga", "correct horse")
    assert found
    assert found.has_password
    for name in ("nobody", "ada", "", "olga\0", "\ud800"):
        assert campaign.users.by_password(name, "correct horse") is None
    for password in ("Correct horse", "", "\ud800", "correct horse" * 1_000):
        assert campaign.users.by_password("olga", password) is None
    stored = everything_stored(campaign)
    assert "correct horse" not in stored
    assert "$argon2id$" in stored


@ON_SQLITE
@pytest.mark.parametrize("name", ["", "  ", "a\nb\x00", "x" * 101, "a\u202eb"])
def test_a_name_has_to_be_one(make: Make, name: str) -> None:
    campaign = make()
    with pytest.raises(BadInput, match="not a name"):
        add(campaign, name)


def test_names_are_added_all_or_none(make: Make) -> None:
    campaign = make()
    annotators(campaign, "ada")
    with pytest.raises(BadInput, match="'ada' already"):
        campaign.users.add({"bruno": Role.ANNOTATOR, "ada": Role.ANNOTATOR}, actor="test")
    with pytest.raises(BadInput, match="comes twice"):
        campaign.users.add({"e\u0301mile": Role.ANNOTATOR, "\u00e9mile": Role.ANNOTATOR}, actor="test")
    assert [user.name for user in campaign.users.all()] == ["ada"]


def test_sessions_end_by_themselves_by_signing_out_and_by_deletion(make: Make, clock: Clock) -> None:
    campaign = make()
    ada, bruno, chiara = annotators(campaign, "ada", "bruno", "chiara")
    first = campaign.sessions.start(ada.id)
    second = campaign.sessions.start(ada.id, instead_of=first)
    assert campaign.sessions.user(first) is None
    assert campaign.sessions.user(second) == ada
    assert second not in everything_stored(campaign)
    other, third = campaign.sessions.start(bruno.id), campaign.sessions.start(chiara.id)
    campaign.sessions.end(other)
    assert campaign.sessions.user(other) is None
    delete_user(campaign, "chiara", actor="test")
    assert campaign.sessions.user(third) is None
    clock.forward(hours=24 * 14)
    assert campaign.sessions.user(second) is None


def waits(campaign: Campaign, address: str, name: str, number: int) -> list[float]:
    """How many seconds each of some attempts has to wait; of those that may not, the number below nought."""
    turns = [campaign.throttle.sign_in(address, name) for _ in range(number)]
    return [turn.seconds if turn.allowed else -turn.seconds for turn in turns]


def test_attempts_from_one_place_keep_a_growing_distance(make: Make, clock: Clock) -> None:
    campaign = make()
    # All at once: the eleventh comes 1 s later, the next 2 s after that, then 4 s; a further 8 s are too long to wait.
    assert waits(campaign, "here", "ada", 15) == [0.0] * 10 + [1.0, 3.0, 7.0, -15.0, -15.0]
    clock.forward(seconds=15)
    assert waits(campaign, "here", "ada", 3) == [0.0, 8.0, -16.0]  # from now on, one in 8 seconds
    clock.forward(minutes=16)
    assert waits(campaign, "here", "ada", 1) == [0.0]
    assert "here" not in everything_stored(campaign)


def test_nobody_is_held_up_by_attempts_from_elsewhere(make: Make) -> None:
    campaign = make()
    waits(campaign, "here", "ada", 40)
    assert waits(campaign, "elsewhere", "ada", 10) == [0.0] * 10
    assert waits(campaign, "here", "bruno", 1) == [0.0]  # somebody else in the same office


def test_trying_many_names_from_one_place_is_slowed_down(make: Make) -> None:
    campaign = make()
    assert [waits(campaign, "here", f"name {number}", 1)[0] for number in range(54)] == [0.0] * 50 + [1, 3, 7, -15]


def test_success_forgets_what_went_before(make: Make) -> None:
    campaign = make()
    waits(campaign, "here", "ada", 12)
    campaign.throttle.reset("here", "ada")
    assert waits(campaign, "here", "ada", 10) == [0.0] * 10


def test_a_password_hashed_at_other_costs_is_right_and_hashed_anew(make: Make) -> None:
    campaign = make()
    add(campaign, "olga", Role.ORGANISER)
    olga = campaign.users.by_name("olga")
    campaign.users.set_password(olga.id, "correct horse", actor="olga")
    dearer = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=2).hash("correct horse")
    with campaign.database.write() as connection:
        connection.execute(sa.update(schema.users).values(password_hash=dearer))
    assert campaign.users.by_password("olga", "wrong horse") is None
    assert stored_hash(campaign) == dearer
    assert campaign.users.by_password("olga", "correct horse")
    assert stored_hash(campaign).startswith("$argon2id$v=19$m=19456,t=2,p=1$")  # OWASP: 19 MiB, 2 passes, 1 lane
    assert campaign.users.by_password("olga", "correct horse")


def stored_hash(campaign: Campaign) -> str:
    with campaign.database.read() as connection:
        return str(connection.execute(sa.select(schema.users.c.password_hash)).scalar_one())


@ON_SQLITE
def test_an_unknown_name_takes_as_long_as_a_known_one(make: Make) -> None:
    campaign = make()
    add(campaign, "olga", Role.ORGANISER)
    campaign.users.set_password(campaign.users.by_name("olga").id, "correct horse", actor="olga")
    spent: dict[str, list[float]] = {"olga": [], "nobody": []}
    for _ in range(15):  # in turns, of the processor's time: others use this machine, too
        for name, seconds in spent.items():
            began = time.process_time()
            assert campaign.users.by_password(name, "wrong horse") is None
            seconds.append(time.process_time() - began)
    known, unknown = (statistics.median(seconds) for seconds in spent.values())
    assert 0.6 < known / unknown < 1.6


def test_consent_is_for_one_version_of_the_guidelines(make: Make) -> None:
    campaign = make()
    campaign.users.add({"ada": Role.ANNOTATOR}, actor="test")
    ada = campaign.users.by_name("ada")
    assert not campaign.guidelines.has_agreed(ada.id)
    for _ in range(2):
        campaign.guidelines.agree(ada.id)
    assert campaign.guidelines.has_agreed(ada.id)
    with change_guidelines(campaign) as again:
        assert not again.guidelines.has_agreed(ada.id)
        assert again.guidelines.version != campaign.guidelines.version


def test_a_consent_that_is_added_or_changed_is_asked_for_again(make: Make) -> None:
    campaign = make()
    (ada,) = annotators(campaign, "ada")
    for text in ("My answers may be published.", "My answers may be *sold*. " + "x" * 5_000):
        with change_consent(campaign, text) as again:
            assert not again.guidelines.has_agreed(ada.id)
            for _ in range(2):
                again.guidelines.agree(ada.id)
            assert again.guidelines.has_agreed(ada.id)
    with change_consent(campaign, "") as again:
        assert again.guidelines.has_agreed(ada.id)  # long ago
        with again.database.read() as connection:
            assert len(connection.execute(sa.select(schema.consents)).all()) == 3


def test_an_answer_belongs_to_the_guidelines_that_its_author_agreed_to(make: Make, clock: Clock) -> None:
    campaign = make()
    (ada,) = annotators(campaign, "ada")
    item_id = campaign.assignment.next(ada)
    assert isinstance(item_id, int)
    old = campaign.guidelines.version
    with change_guidelines(campaign) as again:
        assert answer(again, ada, item_id, "clever").answer.guideline_version == old
        clock.forward(minutes=1)
        again.guidelines.agree(ada.id)
        changed = answer(again, ada, item_id, "smart", based_on=1).answer
        assert changed.guideline_version == again.guidelines.version != old
    with change_guidelines(campaign, GUIDE) as back:
        assert answer(back, ada, item_id, "gifted", based_on=2).answer.guideline_version == old


def test_who_never_agreed_cannot_answer(make: Make) -> None:
    campaign = make()
    campaign.users.add({"ada": Role.ANNOTATOR}, actor="test")
    ada = campaign.users.by_name("ada")
    item_id = campaign.assignment.next(ada)
    assert isinstance(item_id, int)
    with pytest.raises(NotAgreed, match="guidelines come first"):
        campaign.answers.submit(ada.id, item_id, submission("clever"))
    assert campaign.answers.history(ada.id, item_id) == []
