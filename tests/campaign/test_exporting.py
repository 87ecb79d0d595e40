"""Export, import, export: the same bytes, whatever people typed and whichever database it is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stead import make_gold, measure_agreement, read_annotations
from stead.campaign import Campaign, CampaignSettings, Role, create_campaign, open_campaign
from stead.campaign.admin.doctor import examine
from stead.campaign.admin.export import export_lines
from stead.campaign.admin.import_answers import import_campaign
from stead.campaign.folder import delete_campaign, delete_user, undelete_campaign
from stead.campaign.settings import AssignmentSettings
from stead.core.errors import BadInput, UsageError
from stead.formats import serialise
from stead.formats.files import Content
from tests.campaign.conftest import GUIDE, ON_SQLITE, Clock, Make, some_items
from tests.campaign.people import annotators, answer, answer_everything, submission

HOSTILE = (
    "<script>alert(1)</script>",
    "\u202etfel ot thgir",
    "zero\u200bwidth",
    "e\u0301",
    "\U0001f600 \u0628\u0631",
    "'; DROP TABLE answers --".replace(";", ","),
    '"quoted", \\back',
    "a\u2028b",
    "{}%s",
)


ITEMS = some_items(4, practice=1, attention=1)
SETTINGS = CampaignSettings(assignment=AssignmentSettings(annotators_per_item=2, lease_hours=1, attention_every=2))


def lived_in(make: Make, clock: Clock) -> Campaign:
    """A campaign in which everything that can happen has happened."""
    campaign = make(ITEMS, SETTINGS)
    live_in(campaign, clock)
    return campaign


def live_in(campaign: Campaign, clock: Clock) -> None:
    """Let everything happen that can."""
    ada, bruno, chiara, zoe = annotators(campaign, "ada", "Bruno \u00c9.", "chiara", "zo\u00eb")
    campaign.users.add({"olga": Role.ORGANISER}, actor="test")
    campaign.users.set_password(campaign.users.by_name("olga").id, "correct horse", actor="olga")
    campaign.sessions.start(ada.id)
    campaign.throttle.sign_in("127.0.0.1", "olga")
    campaign.assignment.next(zoe)
    clock.forward(hours=2)
    answer_everything(campaign, ada, *HOSTILE[:3])
    for number, text in enumerate(HOSTILE[3:], start=1):
        answer(campaign, ada, 3, text, based_on=number, comment=f"{text}\nline", multiword=text, seconds=1.5)
    answer_everything(campaign, bruno)
    campaign.answers.submit(bruno.id, 4, submission(nil=True, based_on=1))
    answer_everything(campaign, chiara)
    item = campaign.answers.list_items(zoe.id)[0].item.id
    answer(campaign, zoe, item)
    campaign.users.pause("chiara", paused=True, actor="olga")
    campaign.assignment.release(chiara, actor="olga")
    delete_user(campaign, "chiara", actor="olga")
    delete_campaign(campaign, actor="olga")


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The export of such a campaign."""
    folder, clock = tmp_path_factory.mktemp("campaign") / "mine", Clock()
    create_campaign(folder, ITEMS, SETTINGS, GUIDE)
    with open_campaign(folder, clock=clock) as campaign:
        live_in(campaign, clock)
        return text_of(campaign)


def text_of(campaign: Campaign) -> str:
    return "".join(export_lines(campaign))


def records_of(campaign: Campaign, kind: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in text_of(campaign).rstrip("\n").split("\n")]
    return [line for line in lines if line.get("record") == kind]


def empty_like(make: Make) -> Campaign:
    return make(ITEMS, SETTINGS)


def test_export_import_export_gives_the_same_bytes(make: Make, clock: Clock) -> None:
    first, second = lived_in(make, clock), empty_like(make)
    text = text_of(first)
    counts = import_campaign(second, Content("export.jsonl", text.encode()))
    assert text_of(second) == text
    assert counts["answer"] == text.count('"record": "answer"') > 20
    assert second.deleted == first.deleted
    assert second.overview.annotations() == first.overview.annotations()
    assert [finding for finding in examine(second) if finding.problem] == []


def test_an_export_says_who_when_what_and_by_which_guidelines(make: Make, clock: Clock) -> None:
    campaign = make(some_items(1), annotators_per_item=2)
    (ada,) = annotators(campaign, "ada")
    campaign.assignment.next(ada)
    clock.forward(minutes=5)
    typed = submission("clever", "smart", comment="sure", multiword="bright idea", seconds=12.5)
    campaign.answers.submit(ada.id, 1, typed)
    assert records_of(campaign, "answer") == [
        {
            "record": "answer",
            "annotator": "ada",
            "lexelt": "bright.a",
            "id": "1",
            "phase": "production",
            "uuid": typed.uuid,
            "revision": 1,
            "substitutes": ["clever", "smart"],
            "nil": False,
            "name": False,
            "multiword": "bright idea",
            "comment": "sure",
            "seconds": 12.5,
            "received": "2026-03-02T09:05:00.000000Z",
            "guideline_version": campaign.guidelines.version,
            "late": False,
        }
    ]
    (guidelines,) = records_of(campaign, "guidelines")
    assert guidelines["text"] == campaign.guidelines.text


def test_no_secret_is_exported(make: Make, clock: Clock) -> None:
    campaign = lived_in(make, clock)
    token = campaign.users.reset("ada", actor="test")
    text = text_of(campaign)
    for secret in (
        token,
        "argon2",
        "hash",
        campaign.secret.decode(),
        "127.0.0.1",
        campaign.settings.database.url or "\0",
    ):
        assert secret not in text


def test_imported_people_need_new_links_and_can_go_on(make: Make, clock: Clock) -> None:
    first, second = lived_in(make, clock), empty_like(make)
    undelete_campaign(first, actor="test")
    import_campaign(second, Content("export.jsonl", text_of(first).encode()))
    token = second.users.reset("ada", actor="test")
    ada = second.users.by_invite(token)
    assert ada
    current = second.answers.task(ada.id, 3).answer
    assert current
    assert answer(second, ada, 3, "bright", based_on=current.revision).answer.revision == current.revision + 1


def test_an_export_with_more_answers_than_places_is_refused(make: Make, export: str) -> None:
    second = make(ITEMS, CampaignSettings(assignment=AssignmentSettings(annotators_per_item=1, attention_every=2)))
    before = text_of(second)
    with pytest.raises(BadInput, match=r"x: does not fit campaign.toml: annotators_per_item is 1, but 2 people"):
        import_campaign(second, Content("x", export.encode()))
    assert text_of(second) == before


def test_a_campaign_that_people_worked_on_takes_no_import(make: Make, export: str) -> None:
    second = empty_like(make)
    annotators(second, "ada")
    before = text_of(second)
    with pytest.raises(UsageError, match="somebody has worked on"):
        import_campaign(second, Content("x", export.encode()))
    assert text_of(second) == before


def edited(text: str, change: Callable[[list[dict[str, Any]]], object]) -> bytes:
    lines = [json.loads(line) for line in text.rstrip("\n").split("\n")]
    change(lines)
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def first_of(lines: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(line for line in lines if line.get("record") == kind)


def revised(lines: list[dict[str, Any]], revision: int) -> dict[str, Any]:
    return next(line for line in lines if line.get("record") == "answer" and line["revision"] == revision)


@ON_SQLITE
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda lines: lines.pop(0), 'expected {"schema": "stead.campaign/1"}'),
        (lambda lines: first_of(lines, "answer").update(record="verdict"), "expected a record, one of campaign, item"),
        (lambda lines: first_of(lines, "answer").update(colour="red"), "there is no field 'colour'"),
        (lambda lines: first_of(lines, "answer").pop("uuid"), "no field or nobody called 'uuid'"),
        (lambda lines: first_of(lines, "answer").update(annotator="nobody"), "nobody called 'nobody'"),
        (lambda lines: first_of(lines, "answer").update(annotator=["x"]), "not a record of the kind answer"),
        (lambda lines: first_of(lines, "answer").update(id="77"), "nobody called"),
        (lambda lines: first_of(lines, "answer").update(phase="production"), "the phase is practice"),
        (lambda lines: first_of(lines, "answer").update(revision="1"), "revision is not a whole number"),
        (lambda lines: first_of(lines, "answer").update(comment="\0"), "comment holds a null character"),
        (lambda lines: first_of(lines, "answer").update(seconds=None), "seconds is not a finite number"),
        (lambda lines: first_of(lines, "answer").update(substitutes="x"), "substitutes is not a list"),
        (
            lambda lines: first_of(lines, "answer").update(substitutes=["clever; smart"]),
            "no form takes a semicolon in a substitute",
        ),
        (lambda lines: first_of(lines, "answer").update(multiword="a;b"), "no form takes a semicolon in a multiword"),
        (lambda lines: first_of(lines, "answer").update(substitutes=[]), "no form takes neither substitutes nor NIL"),
        (lambda lines: first_of(lines, "answer").update(nil=True), "no form takes substitutes beside NIL"),
        (
            lambda lines: first_of(lines, "answer").update(substitutes=["x" * 201]),
            "no form takes a text of more than 200 characters",
        ),
        (
            lambda lines: first_of(lines, "answer").update(comment="x" * 10_001),
            "no form takes a text of more than 200 characters",
        ),
        (
            lambda lines: first_of(lines, "answer").update(substitutes=["\u200b"]),
            "no form takes a substitute or multiword in which nothing can be seen",
        ),
        (lambda lines: first_of(lines, "consent").update(consent_version="0"), "is not that of the consent"),
        (
            lambda lines: first_of(lines, "consent").pop("consent_version"),
            "no field or nobody called 'consent_version'",
        ),
        (lambda lines: first_of(lines, "answer").update(uuid="mine"), "no form takes what is no UUID"),
        (lambda lines: first_of(lines, "answer").update(substitutes=[" clever"]), "needless spaces"),
        (lambda lines: first_of(lines, "answer").update(substitutes=["clever", ""]), "needless spaces"),
        (lambda lines: first_of(lines, "answer").update(comment="\x07"), "characters that do not print"),
        (lambda lines: first_of(lines, "answer").update(revision=2), "revision 2 where revision 1 was expected"),
        (lambda lines: lines.remove(revised(lines, 2)), "revision 3 where revision 2 was expected"),
        (lambda lines: revised(lines, 2).update(revision=1), "revision 1 where revision 2 was expected"),
        (lambda lines: first_of(lines, "user").update(name=" ada"), "not a name as it is stored"),
        (lambda lines: first_of(lines, "user").update(name=""), "not a name; expected 1 to 100 characters"),
        (lambda lines: lines.insert(-1, dict(first_of(lines, "answer"))), "after one of the kind event"),
        (lambda lines: lines.insert(-1, first_of(lines, "event") | {"record": "user"}), "after one of the kind event"),
        (lambda lines: lines.pop(), "the file was cut off"),
        (lambda lines: lines.pop(-2), "not the end of an export of"),
        (lambda lines: lines.append(dict(first_of(lines, "event"))), "not the end of an export of"),
        (lambda lines: lines.remove(first_of(lines, "item")), "an export of other items"),
        (lambda lines: first_of(lines, "item").update(text="A bright other."), "an export of other items"),
        (lambda lines: lines.remove(first_of(lines, "assignment")), "contradict each other"),
        (lambda lines: first_of(lines, "user").update(role="king"), "contradict each other"),
    ],
)
def test_a_file_with_a_fault_is_refused_whole(
    make: Make, export: str, change: Callable[[list[dict[str, Any]]], object], complaint: str
) -> None:
    second = empty_like(make)
    before = text_of(second)
    with pytest.raises(BadInput) as refused:
        import_campaign(second, Content("export.jsonl", edited(export, change)))
    assert str(refused.value).startswith("export.jsonl")
    assert complaint in str(refused.value)
    assert text_of(second) == before


@ON_SQLITE
@pytest.mark.parametrize("data", [b"", b"\xff\n", b"[1]\n", b"{\n", b"[" * 100_000 + b"\n"])
def test_bytes_that_are_no_export_are_refused(make: Make, data: bytes) -> None:
    with pytest.raises(BadInput, match="x:1: "):
        import_campaign(make(), Content("x", data))


@ON_SQLITE
def test_other_commands_read_the_annotations(make: Make, clock: Clock, tmp_path: Path) -> None:
    campaign = lived_in(make, clock)
    annotations = campaign.overview.annotations()
    for form, name in (("stead", "a.jsonl"), ("annotations-csv", "a.csv")):
        (tmp_path / name).write_text(serialise(annotations, "annotations", form).text, encoding="utf-8")
        assert list(read_annotations(tmp_path / name)) == annotations
    made = make_gold(tmp_path / "a.jsonl")
    assert len(made.gold) == 4
    assert measure_agreement(tmp_path / "a.jsonl").agreement.items == 4
