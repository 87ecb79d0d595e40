"""The Python interface to golds."""

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import stead
from stead import Curation, Decision
from stead.core.faults import Source
from tests.golds.made import annotation, by_letters, item, weights

EXAMPLES = Path(str(files("stead"))) / "examples"
ROWS = [
    annotation(*row) for row in by_letters("happy.a 9999", "glad;merry", "glad", "cheerful;glad", "merry", "jovial")
]


def test_a_gold_is_made_of_objects() -> None:
    result = stead.make_gold(ROWS)
    assert weights(result.gold) == {"happy.a 9999": {"glad": 3.0, "merry": 2.0, "cheerful": 1.0, "jovial": 1.0}}
    assert repr(result) == "<GoldResult: 1 item, 0 left out>"


def test_a_gold_is_made_of_a_file_or_of_what_it_holds() -> None:
    path = EXAMPLES / "annotations.jsonl"
    from_file = stead.make_gold(path)
    from_noun = stead.make_gold(stead.read_annotations(path))
    assert list(from_file.gold) == list(from_noun.gold) == list(stead.read_gold(EXAMPLES / "gold.txt"))
    assert from_file.signature == from_noun.signature


def test_what_is_made_can_be_scored_as_the_file_can() -> None:
    result = stead.make_gold(EXAMPLES / "annotations.jsonl")
    run = EXAMPLES / "runs" / "careful.txt"
    made = stead.score(result.gold, run, multiwords=result.multiwords)
    read = stead.score(EXAMPLES / "gold.txt", run, multiwords=EXAMPLES / "gold-multiwords.txt")
    assert [score.figures for score in made.scores] == [score.figures for score in read.scores]


def test_options_are_those_of_the_command() -> None:
    shares = stead.make_gold(ROWS, weights="shares", max_answers=1, min_responses=1)
    assert weights(shares.gold) == {"happy.a 9999": {"glad": 2.0, "cheerful": 1.0, "jovial": 1.0, "merry": 1.0}}
    with pytest.raises(stead.UsageError):
        stead.make_gold(ROWS, weights="votes")
    with pytest.raises(stead.UsageError, match="is for ratings"):
        stead.make_gold(ROWS, grade="mean")


def test_items_are_files_or_objects() -> None:
    assert len(stead.make_gold(ROWS, items=[item("happy.a 9999")]).gold) == 1
    with pytest.raises(stead.BadInput, match="none of the annotated items"):
        stead.make_gold(ROWS, items=EXAMPLES / "items.en.xml")


def test_letters_that_were_lost_before_are_noted_of_annotations_from_python() -> None:
    made = stead.make_gold([annotation("a.n 1", "p", "\N{REPLACEMENT CHARACTER}t;x")])
    assert any("1 answer with \N{REPLACEMENT CHARACTER} in place of a letter" in note for note in made.notes)


def test_ratings_make_a_graded_gold() -> None:
    ratings = [
        stead.Rating(lexelt="a.n", id="1", candidate="x", rater=rater, value=value)
        for rater, value in (("r", 3), ("s", 2))
    ]
    assert weights(stead.make_gold(ratings).gold) == {"a.n 1": {"x": 2.5}}
    with pytest.raises(stead.UsageError, match="these are ratings"):
        stead.make_gold(ratings, weights="counts")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_ratings_are_told_from_annotations_by_their_first_line(tmp_path: Path, encoding: str) -> None:
    record = '{"lexelt": "a.n", "id": "1", "candidate": "x", "rater": "r", "value": 2}'
    (tmp_path / "r.jsonl").write_text(f'\n{{"schema": "stead.ratings/1"}}\n{record}\n', encoding=encoding)
    assert weights(stead.make_gold(tmp_path / "r.jsonl").gold) == {"a.n 1": {"x": 2.0}}


def test_a_mixture_of_objects_is_refused() -> None:
    with pytest.raises(stead.UsageError, match="only"):
        stead.make_gold([*ROWS, stead.Rating(lexelt="a.n", id="1", candidate="x", rater="r", value=1)])  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [7, None, {"1": ["x"]}, [1, 2], b"a.jsonl"])
def test_anything_else_is_refused_in_a_sentence(given: object) -> None:
    with pytest.raises(stead.UsageError, match="annotations is a file, a list of Annotation or of Rating objects"):
        stead.make_gold(given)  # type: ignore[arg-type]


def test_an_empty_list_is_refused() -> None:
    with pytest.raises(stead.BadInput, match="no annotations"):
        stead.make_gold([])


def test_a_data_sheet_has_agreement_and_ceilings() -> None:
    """Ten pairs: 1/2 + 1/3 + 1/2 + 0 + 1/2 + 0 + 0 + 0 + 0 + 0 = 11/6; one item, so that nothing can be resampled."""
    sheet = stead.make_gold(ROWS).data_sheet()
    pairwise = sheet.records("Agreement")[0]
    assert (pairwise["coefficient"], pairwise["value"], pairwise["low by item"]) == ("pairwise", 18.33, None)
    assert {"measure": "best", "figure": "R", "ceiling": pytest.approx(3 / 7)} in sheet.records("Ceilings")
    with pytest.raises(stead.UsageError, match="there is no table 'Agrement'; there are Procedure"):
        sheet.records("Agrement")


def test_the_agreement_of_a_data_sheet_is_that_of_the_answers_that_were_counted() -> None:
    """First answers only: glad, glad, cheerful, merry, jovial, so that 1 pair of 10 is equal.

    With jovial read as glad there are three times glad: 3 pairs of 10. A second item, on which all agree, is not asked
    for, and moves nothing.
    """
    other = [annotation(*row) for row in by_letters("sad.a 1", "low", "low", "low", "low", "low")]
    curation = Curation((Decision(status="accept", action="merge", form="jovial", to="glad"),))
    asked = [item("happy.a 9999")]
    for chosen, expected in ((None, 10.0), (curation, 30.0)):
        result = stead.make_gold([*ROWS, *other], max_answers=1, items=asked, curation=chosen)
        assert result.data_sheet().records("Agreement")[0]["value"] == expected
    text = next(each.text for each in result.data_sheet().sections if each.title == "Agreement")
    assert text.startswith("Of the answers that were counted, as curation left them")


def test_multiwords_and_nil_are_part_of_that_agreement() -> None:
    rows = [*ROWS, annotation("in.p 1", "a", "NIL", "in a way"), annotation("in.p 1", "b", "x;y", "in a way")]
    assert stead.make_gold(rows).made.used() == rows


def test_the_agreement_of_ratings_is_of_those_that_were_counted() -> None:
    ratings = [stead.Rating(lexelt="a.n", id="1", candidate="x", rater=rater, value=3) for rater in "rs"]
    sheet = stead.make_gold(
        [*ratings, stead.Rating(lexelt="a.n", id="1", candidate=" ", rater="r", value=0)]
    ).data_sheet()
    assert {each["items"] for each in sheet.records("Agreement")} == {1}


def test_the_ceilings_of_a_made_gold_are_over_all_its_items() -> None:
    """One item with one answer: it is in the gold since one answer was demanded, and so it is scored."""
    result = stead.make_gold(ROWS[-1:], min_responses=1)
    assert {"measure": "best", "figure": "R", "ceiling": 1.0} in result.data_sheet().records("Ceilings")


def test_golds_are_described_and_compared_as_dicts_too() -> None:
    described = stead.describe_gold({"1": {"clever": 3, "smart": 1}})
    assert {"what": "items with a mode", "value": 1} in described.records("Gold")
    compared = stead.compare_golds({"1": {"clever": 3}}, {"1": {"clever": 2}})
    assert compared.records("Items in both") == [
        {"lexelt": "", "id": "1", "what": "changed", "substitute": "clever", "first": 3.0, "second": 2.0}
    ]
    assert repr(compared) == "<SheetResult: From gold to gold, 4 tables>"


def test_curation_is_proposed() -> None:
    rows = [annotation(*row) for row in by_letters("a.n 1", "well-lit", "well lit", "well lit")]
    found = stead.propose_curation(rows)
    assert [(each.form, each.to) for each in found.decisions] == [("well-lit", "well lit")]
    assert found.notes == ("No lemmas are proposed: say the language (`language='en'`), or give the items (`items`).",)


def test_the_language_overrides_that_of_the_items() -> None:
    pytest.importorskip("simplemma")
    rows = [annotation(*row) for row in by_letters("a.n 1", "games", "x")]
    found = stead.propose_curation(rows, items=[item("a.n 1", "english")], language="en")
    assert [(each.form, each.to) for each in found.decisions] == [("games", "game")]


def test_unknown_policies_are_refused() -> None:
    for call in (stead.make_gold, stead.propose_curation, stead.describe_gold):
        with pytest.raises(stead.UsageError, match="repair, skip, strict"):
            call("x", faults="lenient")


# ------------------------------------------------------------------------------------------- what Python gives


def test_a_curation_given_from_python_is_signed_by_its_decisions() -> None:
    merges = [
        Curation((Decision(status="accept", action="merge", form=form, to="glad", line=line),))
        for form, line in ROWS_AND_LINES
    ]
    signatures = [stead.make_gold(ROWS, curation=each).signature for each in merges]
    assert "|curation:sha256:" in signatures[0]
    assert signatures[0] != signatures[1]
    assert signatures[0] == signatures[2]
    assert "|curation:" not in stead.make_gold(ROWS).signature


ROWS_AND_LINES = [("jovial", 0), ("merry", 0), ("jovial", 7)]


def test_a_decision_of_python_that_changes_nothing_is_named_by_its_number() -> None:
    chosen = Curation(
        (
            Decision(status="accept", action="merge", form="jovial", to="glad"),
            Decision(status="accept", action="merge", form="x", to="y"),
        )
    )
    assert "curation, decision 2: merge x into y: changes nothing." in stead.make_gold(ROWS, curation=chosen).notes


def test_annotators_of_objects_are_tidied() -> None:
    odd = [replace(ROWS[0], annotator="Zoé"), replace(ROWS[0], annotator=" Zoe\N{COMBINING ACUTE ACCENT}"), ROWS[1]]
    for given in (odd, stead.Annotations.of(odd, Source("mine", ""))):
        result = stead.make_gold(given)
        assert weights(result.gold) == {"happy.a 9999": {"glad": 2.0, "merry": 1.0}}
        assert [fault.kind for report in result.reports for fault in report] == ["names"]
        assert len(stead.measure_agreement(given, resamples=0).agreement.annotators) == 2
    found = result.data_sheet().records("Answers of each annotator")
    assert [each["annotator"] for each in found] == ["Zoé", "b"]


@pytest.mark.parametrize(
    "call", [stead.make_gold, stead.measure_agreement, stead.human_ceiling, stead.propose_curation]
)
def test_objects_of_nobody_are_refused(call: Callable[[object], object]) -> None:
    with pytest.raises(stead.BadInput, match="annotations, annotation 2: expected the name of the annotator"):
        call([ROWS[0], replace(ROWS[1], annotator=" ")])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"substitutes": "glad"}, "annotation 1: substitutes are a list of texts, not 'glad'"),
        ({"substitutes": (1,)}, "annotation 1: substitutes are a list of texts"),
        ({"substitutes": None}, "annotation 1: substitutes are a list of texts"),
        ({"id": 9999}, "annotation 1: id is a text, not 9999"),
        ({"annotator": None}, "annotation 1: annotator is a text, not None"),
        ({"nil": 1}, "annotation 1: nil is True or False, not 1"),
        ({"multiword": ["x"]}, "annotation 1: multiword is a text"),
    ],
)
def test_an_annotation_that_is_none_is_refused_in_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    for call in (stead.make_gold, stead.measure_agreement, stead.human_ceiling, stead.propose_curation):
        with pytest.raises(stead.UsageError, match=sentence):
            call([replace(ROWS[0], **wrong), *ROWS[1:]])


def test_a_rating_that_is_none_is_refused_in_a_sentence() -> None:
    fine = stead.Rating(lexelt="a.n", id="1", candidate="x", rater="r", value=2)
    for call in (stead.make_gold, stead.measure_agreement):
        with pytest.raises(stead.UsageError, match="rating 2: candidate is a text, not 7"):
            call([fine, replace(fine, candidate=7)])  # type: ignore[arg-type]
        with pytest.raises(stead.BadInput, match="one of bad, reasonable, good as value, found 'great'"):
            call([fine, replace(fine, value="great")])
    with pytest.raises(stead.BadInput, match="with 7; expected a number from 0 to 3"):
        stead.make_gold([replace(fine, value=7)])


def test_no_items_are_none() -> None:
    for none in (None, ()):
        assert len(stead.make_gold(ROWS, items=none).gold) == 1
        assert stead.propose_curation(ROWS, items=none).decisions == ()


@pytest.mark.parametrize("items", [7, [7], [None], [ROWS[0]], {"x": 1}.values()])
def test_items_that_are_none_are_refused_in_a_sentence(items: Any) -> None:
    for call in (stead.make_gold, stead.propose_curation):
        with pytest.raises(
            stead.UsageError, match="items is a file, several files, Item objects, or a data frame, not"
        ):
            call(ROWS, items=items)


@pytest.mark.parametrize(
    ("call", "options", "sentence"),
    [
        (stead.make_gold, {"curation": 7}, "curation is a file, or a Curation of decisions, not 7"),
        (stead.make_gold, {"curation": [1]}, "curation is a file"),
        (stead.make_gold, {"max_answers": "many"}, "max_answers"),
        (stead.make_gold, {"max_answers": [3]}, "max_answers"),
        (stead.propose_curation, {"language": 7}, "language is a code such as 'en', not 7"),
        (stead.measure_agreement, {"without": 7}, "without is a name or a list of names, not 7"),
        (stead.measure_agreement, {"without": None}, "without is a name or a list of names, not None"),
        (stead.measure_agreement, {"by": [7]}, "by is a name or a list of names, not 7"),
        (stead.measure_agreement, {"max_answers": 0}, "a whole number from 1 to 20"),
        (stead.human_ceiling, {"max_answers": "x"}, "a whole number from 1 to 20"),
        (stead.human_ceiling, {"without": [None]}, "without is a name or a list of names, not None"),
    ],
)
def test_options_that_are_none_are_refused_in_a_sentence(
    call: Callable[..., object], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(stead.UsageError, match=sentence):
        call(ROWS, **options)


def test_the_agreement_of_a_data_sheet_has_the_limit_of_the_gold() -> None:
    """With four answers: a shares d with b, 1 of 4."""
    rows = [annotation("a.n 1", "a", "w;x;y;d"), annotation("a.n 1", "b", "d")]
    for most, expected in ((3, 0.0), (4, 25.0)):
        sheet = stead.make_gold(rows, max_answers=most).data_sheet()
        assert sheet.records("Agreement")[0]["value"] == expected
