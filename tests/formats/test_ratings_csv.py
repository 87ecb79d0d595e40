"""Ratings as a table, as people fill it in with a spreadsheet."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.faults import Severity
from stead.core.rating import Rating
from stead.core.text import protect_cell, unprotect_cell
from stead.formats import load_any, sniff
from stead.formats.ratings_csv import rating_table
from stead.formats.registry import Options
from tests.formats.made import How, content, found, read, refusal

HEADING = "lexelt\tid\tsentence\tcandidate\trating\trater\n"


def read_table(text: str | bytes) -> list[Rating]:
    ratings, report = read(text, "ratings", How())
    assert not report.of(Severity.ERROR)
    assert isinstance(ratings, list)
    return ratings


def test_a_row_is_a_rating_and_the_rater_need_be_named_only_once() -> None:
    text = (
        HEADING
        + "bright.a\t1\tA [bright] boy.\tclever\t3\tRita\nbright.a\t1\tA [bright] boy.\tdull\t0\t\n"
        + "bright.a\t1\t\tclever\t2\tRolf\n"
    )
    assert read_table(text) == [
        Rating(lexelt="bright.a", id="1", candidate="clever", rater="Rita", value=3.0),
        Rating(lexelt="bright.a", id="1", candidate="dull", rater="Rita", value=0.0),
        Rating(lexelt="bright.a", id="1", candidate="clever", rater="Rolf", value=2.0),
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_spreadsheets_of_every_country(mark: str) -> None:
    rows = [["Lexelt", "ID", "Candidate", "Value", "Rater"], ["bright.a", "1", "clever", "2,5", "Zoë"]]
    file = io.StringIO()
    csv.writer(file, delimiter=mark, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(rows)
    for encoding in ("utf-8-sig", "utf-16"):
        assert read_table(file.getvalue().encode(encoding)) == [
            Rating(lexelt="bright.a", id="1", candidate="clever", rater="Zoë", value=2.5)
        ]


def test_verdicts_come_in_any_letters() -> None:
    assert read_table(HEADING + "t.n\t1\t\tx\t Good \tr\n")[0].value == "good"


def test_candidates_without_a_rating_are_counted_and_blank_rows_are_not() -> None:
    ratings, report = read(HEADING + "t.n\t1\t\tx\t\tr\nt.n\t1\t\ty\t1\t\nt.n\t1\t\tz\n\t\t\t\t\t\n", "ratings", How())
    assert ratings == [Rating(lexelt="t.n", id="1", candidate="y", rater="r", value=1.0)]
    assert found(report) == [(None, "note", "unrated")]
    assert report.faults[0].message == "2 candidates without a rating"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("t.n\t1\t\tx\t4\tr", 'a rating is a number from 0 to 3, or one of bad, reasonable, good, not "4"'),
        ("t.n\t1\t\tx\t-1\tr", 'not "-1"'),
        ("t.n\t1\t\tx\tnan\tr", 'not "nan"'),
        ("t.n\t1\t\tx\tgreat\tr", 'not "great"'),
        ("t.n\t1\t\tx\t2\t", "no rater: write the name into the column rater"),
    ],
)
def test_a_row_that_cannot_be_used_is_reported(row: str, told: str) -> None:
    ratings, report = read(f"{HEADING}{row}\nt.n\t1\t\ty\t1\tr\n", "ratings", How())
    assert ratings == [Rating(lexelt="t.n", id="1", candidate="y", rater="r", value=1.0)]
    assert (report.faults[0].line, report.faults[0].severity) == (2, Severity.ERROR)
    assert told in report.faults[0].message


def test_a_row_that_would_lose_a_letter_is_refused_or_left_out() -> None:
    data = (HEADING + "t.n\t1\t\tbête\t1\tr\n").encode("cp1252")
    assert 'It looks like windows-1252 ("bête")' in refusal(data, "ratings")
    ratings, report = read(data, "ratings", How(policy="skip"))
    assert (ratings, len(report.faults)) == ([], 1)


@pytest.mark.parametrize(
    ("heading", "told"),
    [
        ("lexelt,id,candidate,rating", "'rater' is missing"),
        ("lexelt,id,candidate,rating,rater,value", "'rating' occurs twice"),
    ],
)
def test_a_heading_that_will_not_do_is_refused(heading: str, told: str) -> None:
    assert told in refusal(f"{heading}\n", "ratings")


def test_a_column_that_is_not_known_is_noted() -> None:
    ratings, report = read("lexelt,id,candidate,rating,rater,coment\nt.n,1,x,1,r,hm\n", "ratings", How())
    assert ratings == [Rating(lexelt="t.n", id="1", candidate="x", rater="r", value=1.0)]
    assert report.faults[0].message == 'the column "coment" is not read (comment may be meant)'


def test_it_is_recognised_and_nothing_else_is_taken_for_it() -> None:
    table = content(HEADING + "t.n\t1\tA [t] here.\tx\t1\tr\n")
    assert sniff(table, "ratings").name == "ratings-csv"
    assert load_any(table, Options())[0] == "ratings"
    annotations = content("lexelt,id,annotator,substitutes\nt.n,1,ada,x\n")
    assert load_any(annotations, Options())[0] == "annotations"


@pytest.mark.parametrize("text", ["=1+1", "+x", "-ly", "@cmd", "'=x", "''-", "＝1", "'tis", '"no," he said', "a\tb"])
def test_no_spreadsheet_takes_a_candidate_for_a_formula(text: str) -> None:
    table = rating_table(["lexelt", "id", "candidate", "rating", "rater"], [["t.n", "1", text, "1", "r"]], mark="\t")
    cell = list(csv.reader(io.StringIO(table), delimiter="\t"))[1][2]
    assert cell[0] not in "=+-@＝"
    assert read_table(table)[0].candidate == text


@given(st.text("'=-\t\r\n＝x", max_size=5))
def test_protection_can_be_undone(text: str) -> None:
    assert unprotect_cell(protect_cell(text)) == text
