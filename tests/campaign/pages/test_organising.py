"""The organiser's pages through HTTP: what they show, what they can do to annotators, and curation."""

import csv
import re
from itertools import pairwise

import pytest

from stead import make_gold
from stead.campaign import Campaign, CampaignSettings, Pause
from stead.campaign.pages.texts import FEW_ITEMS, cautions, page_texts
from stead.campaign.settings import AssignmentSettings, Interface
from tests.campaign.conftest import ON_SQLITE, Clock, Make, some_items
from tests.campaign.pages.guests import PASSWORD, Fields, Guest, Reply, forms, invited, organiser, served
from tests.campaign.people import annotators, answer


def cells(page: Reply, name: str) -> list[str]:
    """The cells of the row that a name heads."""
    row = next(row for row in re.findall(r"<tr.*?</tr>", page.text, re.S) if f">{name}<" in row)
    return [re.sub(r"<.*?>|\s+", " ", cell).strip() for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.S)]


def signed_in(address: str) -> Guest:
    guest = Guest(address)
    assert guest.sign_in("olga", PASSWORD).place == "/organise"
    return guest


def with_answers(make: Make, clock: Clock) -> Campaign:
    """Three real items and an attention check; Ada answers all, Bruno two. They agree on one of two items."""
    campaign = make(some_items(3, attention=1), annotators_per_item=2, order="file", attention_every=2)
    organiser(campaign)
    ada, bruno = annotators(campaign, "ada", "bruno")
    for number, words in enumerate((("clever",), ("smart", "gifted"), ("wrong",), ("sunny",)), start=1):
        item_id = campaign.assignment.next(ada)
        assert isinstance(item_id, int)
        clock.forward(minutes=1)
        answer(campaign, ada, item_id, *words, seconds=10.0 * number, comment="odd" if number == 4 else "")
    for words in (("clever",), ("dazzling",)):
        item_id = campaign.assignment.next(bruno)
        assert isinstance(item_id, int)
        answer(campaign, bruno, item_id, *words, seconds=7.0)
    return campaign


def test_the_overview_counts_what_happened(make: Make, clock: Clock) -> None:
    campaign = with_answers(make, clock)
    with served(campaign) as address:
        page = signed_in(address).get("/organise")
    # answered, open, late, practice, checks, substitutes an answer, NIL, NAME, comments, median seconds, last
    # Ada: 3 real answers with 1 + 2 + 1 substitutes = 1.33 each, after 10, 20 and 40 seconds; the check was missed
    expected = ["3", "0", "0", "0", "0/1", "1.33", "0", "0", "1", "20", "2026-03-02 09:04 UTC"]
    assert cells(page, "ada") == expected
    assert cells(page, "bruno")[:1] + cells(page, "bruno")[9:10] == ["2", "7"]
    # 5 answers of 2 x 3; 2 items with both; pairwise: items 2 and 3 have 1 and 0 in common, mean 50 %
    assert "<dd>5 <span" in page.text
    assert "<dd>2 <span" in page.text
    assert re.search(r"<dt>Pairwise agreement</dt><dd>50.0\N{NO-BREAK SPACE}%</dd>", page.text)
    assert cells(page, "2026-03-02")[0] == "6"
    assert re.search(r"bright.a</bdi> 3</a>: no two agree", page.text)
    assert re.search(r"bright.a</bdi> 4</a>: comments", page.text)


def test_answers_that_are_hardly_one_substitute_are_to_be_looked_at(make: Make) -> None:
    campaign = make(some_items(3), order="file")
    organiser(campaign)
    (ada,) = annotators(campaign, "ada")
    for words in (("clever", "quick on the uptake"), ("clever, smart",), ("clever", "NIL")):
        item_id = campaign.assignment.next(ada)
        assert isinstance(item_id, int)
        answer(campaign, ada, item_id, *words)
    with served(campaign) as address:
        olga = signed_in(address)
        page, listed = olga.get("/organise").text, olga.get("/organise/items?show=flagged").text
        shown = olga.get("/organise/items/3").text
    assert re.findall(r"bright.a</bdi> (\d)</a>: unclear answers", page) == ["2", "3"]
    assert listed.count(">unclear answers<") == 2
    assert ">clever · NIL<" in shown


def test_an_item_shows_every_version_of_every_answer(make: Make, clock: Clock) -> None:
    campaign = with_answers(make, clock)
    answer(campaign, campaign.users.by_name("ada"), 2, "brilliant", based_on=1)
    with served(campaign) as address:
        olga = signed_in(address)
        page = olga.get("/organise/items/2")
        assert [olga.get(f"/organise/items/{number}").status for number in (1, 99)] == [200, 404]
        commented = olga.get("/organise/items?show=commented")
        assert '<p class="quiet small">1 item.</p>' in commented.text
        assert "3 items." in olga.get("/organise/items?show=flagged&page=7").text  # 2 and 3 disagree, 4 has a comment
    assert page.text.count('<tr class="old">') == 1
    assert [word in page.text for word in ("clever", "brilliant")] == [True, True]
    decide, undo = "/organise/items/2/decide", "/organise/curation/undo"
    assert set(forms(page.text)) - {decide, undo} == {"/sign-out", "/organise/curation/drop"}  # none changes an answer


@pytest.mark.parametrize("to", ["clever; smart", "\N{ZERO WIDTH SPACE}"])
def test_no_decision_makes_a_substitute_that_no_gold_can_hold(make: Make, clock: Clock, to: str) -> None:
    campaign = with_answers(make, clock)
    decision = {"action": ["merge"], "form": ["clever"], "to": [to], "scope": ["item"]}
    with served(campaign) as address:
        olga = signed_in(address)
        assert olga.post("/organise/items/2/decide", decision).status == 422
        assert olga.post("/organise/curation/add", decision).status == 422
        assert olga.post("/organise/items/2/decide", {**decision, "to": ["clever / smart"]}).status == 303


@pytest.mark.parametrize("scope", ["item", "lexelt", "everywhere"])
def test_a_decision_holds_for_the_item_its_lexelt_or_everywhere(make: Make, clock: Clock, scope: str) -> None:
    campaign = with_answers(make, clock)
    item = campaign.items.by_id[2].item
    with served(campaign) as address:
        decision = {"action": ["lemmatise"], "form": ["clever"], "to": ["smart"], "scope": [scope]}
        assert signed_in(address).post("/organise/items/2/decide", decision).status == 303
    lines = (campaign.folder / "curation.tsv").read_text(encoding="utf-8").splitlines()
    (line,) = csv.DictReader(lines, delimiter="\t")
    assert (line["lexelt"], line["id"]) == {
        "item": (item.lexelt, item.id),
        "lexelt": (item.lexelt, ""),
        "everywhere": ("", ""),
    }[scope]


def test_an_annotator_is_paused_and_goes_on(make: Make, clock: Clock) -> None:
    campaign = with_answers(make, clock)
    bruno = campaign.users.by_name("bruno")
    place = f"/organise/people/{bruno.id}"
    with served(campaign) as address:
        olga = signed_in(address)
        for paused in (True, False):
            fields = olga.get(place).form(f"{place}/pause")
            assert olga.post(f"{place}/pause", fields).place == place
            assert campaign.users.by_name("bruno").paused is paused
            assert (">Resume<" in olga.get(place).text) is paused
        assert "by olga" in olga.get(place).text
        assert olga.get(f"/organise/people/{campaign.users.by_name('olga').id}").status == 404


def test_open_items_are_given_to_others(make: Make) -> None:
    campaign = make(some_items(1), annotators_per_item=1)
    organiser(campaign)
    ada, bruno = annotators(campaign, "ada", "bruno")
    assert campaign.assignment.next(ada) == 1
    assert campaign.assignment.next(bruno) is Pause.WAIT
    with served(campaign) as address:
        olga = signed_in(address)
        place = f"/organise/people/{ada.id}"
        assert olga.post(f"{place}/reassign", olga.get(place).form(f"{place}/reassign")).place == place
    assert campaign.assignment.next(bruno) == 1


def test_an_annotator_is_given_more_than_the_settings_say(make: Make) -> None:
    campaign = make(some_items(3), items_per_annotator=1)
    organiser(campaign)
    (ada,) = annotators(campaign, "ada")
    assert campaign.assignment.next(ada) in (1, 2, 3)
    with served(campaign) as address:
        olga = signed_in(address)
        place = f"/organise/people/{ada.id}/extend"
        fields = olga.get(f"/organise/people/{ada.id}").form(place)
        assert olga.post(place, {**fields, "items": ["2"]}).status == 303
        wrong = [olga.post(place, {**fields, "items": [text]}).status for text in ("0", "-1", "x", "999999999")]
        assert wrong == [400] * 4
    assert campaign.users.by_name("ada").extra_items == 2


# ------------------------------------------------------------------------------------------------------------ curation


def curated(campaign: Campaign) -> list[list[str]]:
    path = campaign.folder / "curation.tsv"
    return [line.split("\t")[:6] for line in path.read_text(encoding="utf-8").splitlines()[1:]]


BELOW_ZERO, FEW = "with two annotators per item it is never above zero", "On 2 items only: too few to rely on."


@ON_SQLITE
def test_a_coefficient_below_zero_or_on_few_items_is_explained(make: Make, clock: Clock) -> None:
    """Of 4 words to two items, both annotators gave 1: alpha = 1 - (3 / 4) / (2 x 5 x 3 / (8 x 7)) = -0.4."""
    campaign = with_answers(make, clock)
    with served(campaign) as address:
        olga = signed_in(address)
        overview, agreement = olga.get("/organise").text, olga.get("/organise/agreement").text
    for page in (overview, agreement):
        alpha = page.partition("<dt>Krippendorff")[2].partition("</div>")[0]
        assert "<dd>\N{MINUS SIGN}0.40</dd>" in alpha
        assert BELOW_ZERO in alpha
        assert FEW in alpha
        pairwise_agreement = page.partition("<dt>Pairwise agreement")[2].partition("</div>")[0]
        assert BELOW_ZERO not in pairwise_agreement
        assert FEW in pairwise_agreement


def test_cautions_are_of_the_coefficient_and_the_items() -> None:
    words = page_texts("en", rates=False)
    assert cautions(words, "alpha-ordinal", -0.1, FEW_ITEMS) == [words("below-zero")]
    assert cautions(words, "alpha-substitutes", -0.1, FEW_ITEMS) == [words("below-zero-alpha-substitutes")]
    assert cautions(words, "alpha-substitutes", 0.0, FEW_ITEMS) == []
    assert cautions(words, "pairwise", 0.5, 1) == [words("few-items-one", number=1)]
    assert cautions(words, "pairwise", None, 0) == []


@pytest.fixture
def to_curate(make: Make) -> Campaign:
    campaign = make(some_items(2), annotators_per_item=2, order="file")
    organiser(campaign)
    for name, words in (("ada", ("well-lit", "Smart")), ("bruno", ("well lit", "smart"))):
        (user,) = annotators(campaign, name)
        assert campaign.assignment.next(user) == 1
        answer(campaign, user, 1, *words)
    return campaign


def decided(guest: Guest, status: str, page: Reply | None = None) -> Reply:
    """Decide the proposal that is shown."""
    page = page or guest.get("/organise/curation")
    fields = page.form("/organise/curation/decide")
    first = {name: values[:1] for name, values in fields.items()}
    return guest.post("/organise/curation/decide", {**first, "status": [status]})


def undo_forms(guest: Guest) -> list[Fields]:
    """What the buttons beside the decisions send, the last decision first."""
    fields = guest.get("/organise/curation").form("/organise/curation/undo")
    return [dict(zip(fields, ([each] for each in row), strict=True)) for row in zip(*fields.values(), strict=True)]


def test_decisions_are_lines_of_the_file_and_any_of_them_can_be_undone(to_curate: Campaign) -> None:
    before = to_curate.overview.answers_to(1)
    undo = "/organise/curation/undo"
    with served(to_curate) as address:
        olga = signed_in(address)
        assert "<dd>2</dd>" in olga.get("/organise/curation").text
        assert [decided(olga, "accept").status, decided(olga, "refuse").status] == [303, 303]
        assert [line[:2] for line in curated(to_curate)] == [["accept", "merge"], ["refuse", "merge"]]
        assert "Nothing is left to decide" in olga.get("/organise/curation").text
        last, first = undo_forms(olga)
        assert olga.post(undo, first).status == 303
        assert [line[:2] for line in curated(to_curate)] == [["refuse", "merge"]]
        assert olga.post(undo, last).status == 409  # that page was of another file
        assert olga.post(undo, {**last, "version": [""]}).status == 409
        (left,) = undo_forms(olga)
        assert olga.post(undo, {**left, "line": ["1"]}).status == 422  # the heading
        assert [line[:2] for line in curated(to_curate)] == [["refuse", "merge"]]
        assert olga.post(undo, left).status == 303
        assert curated(to_curate) == []
    assert to_curate.overview.answers_to(1) == before


def test_a_proposal_in_the_file_is_no_decision_that_could_be_undone(to_curate: Campaign) -> None:
    path = to_curate.folder / "curation.tsv"
    heading = "status\taction\tfrom\tto\tlexelt\tid\treason\n"
    path.write_text(f"{heading}proposed\tmerge\ta\tb\naccept\tmerge\tc\td\n", encoding="utf-8")
    with served(to_curate) as address:
        olga = signed_in(address)
        (accepted,) = undo_forms(olga)
        assert accepted["line"] == ["3"]
        assert olga.post("/organise/curation/undo", {**accepted, "line": ["2"]}).status == 422
    assert len(curated(to_curate)) == 2


def test_no_heading_of_a_proposal_skips_a_level(to_curate: Campaign) -> None:
    with served(to_curate) as address:
        text = signed_in(address).get("/organise/curation").text
    assert "The gold as it would be" in text
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", text)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels)), levels


def test_every_decision_is_within_reach_of_its_undo(to_curate: Campaign) -> None:
    path = to_curate.folder / "curation.tsv"
    rows = "".join(f"accept\tmerge\told{number}\tnew\t\t\t\n" for number in range(150))
    path.write_text(f"status\taction\tfrom\tto\tlexelt\tid\treason\n{rows}", encoding="utf-8")
    with served(to_curate) as address:
        olga = signed_in(address)
        page = olga.get("/organise/curation?page=2")
        fields = page.form("/organise/curation/undo")
        chosen = {name: values[-1:] for name, values in fields.items()}
        assert olga.post("/organise/curation/undo", chosen).status == 303
    assert [line[2] for line in curated(to_curate)] == [f"old{number}" for number in range(1, 150)]


def test_of_two_organisers_on_one_proposal_the_second_is_told(to_curate: Campaign) -> None:
    with served(to_curate) as address:
        one, other = signed_in(address), signed_in(address)
        same = other.get("/organise/curation")
        assert decided(one, "accept").status == 303
        told = decided(other, "refuse", same)
        assert told.status == 409
        assert "nothing was done" in told.text
    assert len(curated(to_curate)) == 1


def test_an_item_is_dropped_with_a_reason_once(to_curate: Campaign) -> None:
    with served(to_curate) as address:
        olga = signed_in(address)
        fields = olga.get("/organise/items/2").form("/organise/curation/drop")
        statuses = [
            olga.post("/organise/curation/drop", {**fields, "reason": [reason]}).status
            for reason in (" ", "a\tb\nc", "again")
        ]
        assert statuses == [422, 303, 422]
    (line,) = (to_curate.folder / "curation.tsv").read_text(encoding="utf-8").splitlines()[1:]
    assert line == "accept\tdrop-item\t\t\tbright.a\t2\ta b c"


def test_decisions_of_ones_own(to_curate: Campaign) -> None:
    add, scope = "/organise/curation/add", {"lexelt": ["bright.a"], "id": ["1"]}
    with served(to_curate) as address:
        olga = signed_in(address)
        fields = olga.get("/organise/curation").form(add)
        given: list[Fields] = [
            {"action": ["merge"], "form": ["smart"], "to": ["clever"]},
            {"action": ["split"], "form": ["well-lit"], "to": ["well; lit"], **scope},
            {"action": ["drop"], "form": ["Smart"], "reason": ["a slip"], **scope},
        ]
        assert [olga.post(add, {**fields, **own}).status for own in given] == [303, 303, 303]
    assert curated(to_curate) == [
        ["accept", "merge", "smart", "clever", "", ""],
        ["accept", "split", "well-lit", "well; lit", "bright.a", "1"],
        ["accept", "drop", "Smart", "", "bright.a", "1"],
    ]


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ({"action": ["merge"], "form": ["smart"], "to": ["smart"]}, "the same on both sides"),
        ({"action": ["drop"], "form": ["smart"]}, "needs a reason"),
        ({"action": ["split"], "form": ["smart"], "to": ["clever"]}, "two or more different ones"),
        ({"action": ["drop"], "form": ["smart"], "reason": ["x"], "id": ["7"]}, "needs its lexelt"),
    ],
)
def test_what_is_wrong_with_a_decision_is_said_beside_what_was_typed(
    to_curate: Campaign, own: Fields, problem: str
) -> None:
    add = "/organise/curation/add"
    with served(to_curate) as address:
        olga = signed_in(address)
        refused = olga.post(add, {**olga.get("/organise/curation").form(add), **own})
        assert refused.status == 422
        assert problem in refused.text
        assert refused.form(add)["form"] == ["smart"]
    assert not (to_curate.folder / "curation.tsv").exists()


def test_junk_and_several_words_are_proposed_to_be_dropped_and_split(make: Make) -> None:
    campaign = make(some_items(1), annotators_per_item=2, order="file")
    organiser(campaign)
    for user, words in zip(annotators(campaign, "ada", "bruno"), (("12", "smart"), ("clever, smart",)), strict=True):
        assert campaign.assignment.next(user) == 1
        answer(campaign, user, 1, *words)
    with served(campaign) as address:
        olga = signed_in(address)
        assert [decided(olga, "accept").status for _ in range(2)] == [303, 303]
    assert curated(campaign) == [
        ["accept", "drop", "12", "", "", ""],
        ["accept", "split", "clever, smart", "clever; smart", "", ""],
    ]
    made = make_gold(campaign.overview.annotations(), curation=campaign.folder / "curation.tsv")
    assert [dict(row.weights) for row in made.gold] == [{"smart": 2.0, "clever": 1.0}]


@ON_SQLITE
def test_reasons_are_in_the_language_of_the_pages_but_those_of_people(make: Make) -> None:
    settings = CampaignSettings(
        interface=Interface(language="de"), assignment=AssignmentSettings(annotators_per_item=2, order="file")
    )
    campaign = make(some_items(1), settings)
    organiser(campaign)
    for user, word in zip(annotators(campaign, "ada", "bruno"), ("well-lit", "well lit"), strict=True):
        assert campaign.assignment.next(user) == 1
        answer(campaign, user, 1, word)
    with served(campaign) as address:
        olga = signed_in(address)
        page = olga.get("/organise/curation")
        assert "Bindestrich oder Leerzeichen; 1 : 1 Antworten" in page.text
        assert decided(olga, "accept", page).status == 303
        fields = olga.get("/organise/items/1").form("/organise/curation/drop")
        assert olga.post("/organise/curation/drop", {**fields, "reason": ["the target is a noun"]}).status == 303
        for shown in (olga.get("/organise/curation").text, olga.get("/organise/items/1").text):
            assert "Bindestrich oder Leerzeichen; 1 : 1 Antworten" in shown
            assert "hyphen or space" not in shown
        assert "Nicht im Goldstandard: Satz auslassen: the target is a noun" in shown
    assert (campaign.folder / "curation.tsv").read_text(encoding="utf-8").count("hyphen or space; 1 : 1 answers") == 1


def test_proposals_that_stand_in_the_file_are_decided_there(to_curate: Campaign) -> None:
    heading = "status\taction\tfrom\tto\tlexelt\tid\treason\n"
    path = to_curate.folder / "curation.tsv"
    path.write_text(f"{heading}# a note\nproposed\tmerge\tSmart\tclever\t\t\tby hand\n", encoding="utf-8")
    with served(to_curate) as address:
        assert decided(signed_in(address), "accept").status == 303
    assert path.read_text(encoding="utf-8") == f"{heading}# a note\naccept\tmerge\tSmart\tclever\t\t\tby hand\n"


def test_a_file_that_cannot_be_read_is_shown_as_such(to_curate: Campaign) -> None:
    (to_curate.folder / "curation.tsv").write_text("nonsense\n", encoding="utf-8")
    with served(to_curate) as address:
        olga = signed_in(address)
        page = olga.get("/organise/curation")
        fields = olga.get("/organise/items/2").form("/organise/curation/drop")
        assert olga.post("/organise/curation/drop", {**fields, "reason": ["x"]}).status == 409
    assert page.status == 409
    assert "expected the columns" in page.text


def test_annotators_have_no_way_to_the_organisers_pages(to_curate: Campaign) -> None:
    token = invited(to_curate, "chloe")["chloe"]
    with served(to_curate) as address:
        page = Guest(address).join(token).begin()
    assert "/organise" not in page.text
