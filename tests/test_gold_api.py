"""The Python interface to golds."""

from importlib.resources import files
from pathlib import Path

import pytest

import stead
from tests.golds.made import annotation, by_letters, item, weights

EXAMPLES = Path(str(files("stead"))) / "examples"
ROWS = [
    annotation(*row) for row in by_letters("happy.a 9999", "glad;merry", "glad", "cheerful;glad", "merry", "jovial")
]


def test_a_gold_is_made_of_objects() -> None:
    result = stead.make_gold(ROWS)
    assert weights(result.gold) == {"happy.a 9999": {"glad": 3.0, "merry": 2.0, "cheerful": 1.0, "jovial": 1.0}}
    assert repr(result) == "<GoldResult: 1 items, 0 left out>"


def test_a_gold_is_made_of_a_file_or_of_what_it_holds() -> None:
    path = EXAMPLES / "annotations.jsonl"
    from_file = stead.make_gold(path)
    from_noun = stead.make_gold(stead.load(path, "annotations"))
    assert list(from_file.gold) == list(from_noun.gold) == list(stead.load(EXAMPLES / "gold.txt", "gold"))
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


def test_ratings_make_a_graded_gold() -> None:
    ratings = [stead.Rating("a.n", "1", "x", rater, value) for rater, value in (("r", 3), ("s", 2))]
    assert weights(stead.make_gold(ratings).gold) == {"a.n 1": {"x": 2.5}}
    with pytest.raises(stead.UsageError, match="these are ratings"):
        stead.make_gold(ratings, weights="counts")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_ratings_are_told_from_annotations_by_their_first_line(tmp_path: Path, encoding: str) -> None:
    record = '{"lexelt": "a.n", "id": "1", "candidate": "x", "rater": "r", "value": 2}'
    (tmp_path / "r.jsonl").write_text(f'\n{{"schema": "stead.ratings/1"}}\n{record}\n', encoding=encoding)
    assert weights(stead.make_gold(tmp_path / "r.jsonl").gold) == {"a.n 1": {"x": 2.0}}


def test_a_mixture_of_objects_is_refused() -> None:
    with pytest.raises(stead.BadInput, match="only"):
        stead.make_gold([*ROWS, stead.Rating("a.n", "1", "x", "r", 1)])  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [7, None, {"1": ["x"]}, [1, 2], b"a.jsonl"])
def test_anything_else_is_refused_in_a_sentence(given: object) -> None:
    with pytest.raises(stead.BadInput, match="expected a path, or a list of Annotation or of Rating objects"):
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


def test_the_ceilings_of_a_made_gold_are_over_all_its_items() -> None:
    """One item with one answer: it is in the gold since one answer was demanded, and so it is scored."""
    result = stead.make_gold(ROWS[-1:], min_responses=1)
    assert {"measure": "best", "figure": "R", "ceiling": 1.0} in result.data_sheet().records("Ceilings")


def test_golds_are_described_and_compared_as_dicts_too() -> None:
    described = stead.describe_gold({"1": {"clever": 3, "smart": 1}})
    assert {"what": "items with a mode", "value": 1} in described.records("Gold")
    compared = stead.diff_golds({"1": {"clever": 3}}, {"1": {"clever": 2}})
    assert compared.records("Items in both") == [
        {"lexelt": "", "id": "1", "what": "changed", "substitute": "clever", "first": 3.0, "second": 2.0}
    ]
    assert repr(compared) == "<SheetResult: From gold to gold, 4 tables>"


def test_curation_is_proposed() -> None:
    rows = [annotation(*row) for row in by_letters("a.n 1", "well-lit", "well lit", "well lit")]
    found = stead.propose_curation(rows)
    assert [(each.form, each.to) for each in found.decisions] == [("well-lit", "well lit")]
    assert found.notes == ("No lemmas are proposed: say the language (--language en), or give the items (--items).",)


def test_the_language_overrides_that_of_the_items() -> None:
    pytest.importorskip("simplemma")
    rows = [annotation(*row) for row in by_letters("a.n 1", "games", "x")]
    found = stead.propose_curation(rows, items=[item("a.n 1", "english")], language="en")
    assert [(each.form, each.to) for each in found.decisions] == [("games", "game")]


def test_unknown_policies_are_refused() -> None:
    for call in (stead.make_gold, stead.propose_curation, stead.describe_gold):
        with pytest.raises(stead.UsageError, match="repair, skip, strict"):
            call("x", faults="lenient")
