"""Annotations as a table."""

import csv
import io

import pytest

from stead.formats import load_any, sniff
from stead.formats.registry import Options
from stead.task import Annotation, Annotations, Severity
from tests.formats.made import How, content, found, read, refusal, told, written

HEADING = "lexelt,id,annotator,substitutes,nil,name,multiword,comment,time,phase\n"


def read_table(text: str | bytes, policy: str = "repair") -> list[Annotation]:
    annotations, report = read(text, "annotations", How(policy=policy))
    assert isinstance(annotations, Annotations)
    assert not report.of(Severity.ERROR)
    return list(annotations)


def test_a_row_is_an_annotation() -> None:
    text = (
        HEADING
        + 'bright.a,1,ada,clever;well lit,no,,bright spark,"hm, ""nice""",2009,trial\nbright.a,2,ada,,yes,,,,,\n'
    )
    assert read_table(text) == [
        Annotation(
            "bright.a",
            "1",
            "ada",
            ("clever", "well lit"),
            multiword="bright spark",
            comment='hm, "nice"',
            time="2009",
            phase="trial",
        ),
        Annotation("bright.a", "2", "ada", nil=True),
    ]


def test_columns_come_in_any_order_and_some_may_be_missing() -> None:
    assert read_table("annotator,substitutes,id,lexelt\nada, clever ; smart ;,1,bright.a\n") == [
        Annotation("bright.a", "1", "ada", ("clever", "smart"))
    ]


@pytest.mark.parametrize(("word", "flag"), [("yes", True), ("TRUE", True), ("1", True), ("no", False), (" ", False)])
def test_flags_are_words(word: str, flag: bool) -> None:
    [annotation] = read_table(f"lexelt,id,annotator,substitutes,name\na.n,1,ada,,{word}\n")
    assert annotation.name is flag


def test_it_is_recognised_by_its_heading() -> None:
    for text in (HEADING, '"id","lexelt","annotator","substitutes"\r\n', "\ufeff" + HEADING, "\n" + HEADING):
        assert sniff(content(text), "annotations").name == "annotations-csv"
        assert load_any(content(text), Options())[0] == "annotations"


def test_what_spreadsheets_write_is_read() -> None:
    text = HEADING.replace("\n", "\r\n") + 'bright.a,1,"Doe, Jane",clever,,,,"two\r\nlines",,\r\n\r\n'
    [annotation] = read_table(b"\xef\xbb\xbf" + text.encode())
    assert (annotation.annotator, annotation.comment) == ("Doe, Jane", "two\r\nlines")


def test_lines_are_counted_although_cells_go_over_several() -> None:
    text = HEADING + 'a.n,1,ada,x,,,,"one\ntwo",,\n\na.n,2,ada,x,maybe,,,,,\na.n,3,ada\na.n,4,ada,x,,,,,,\n'
    annotations, report = read(text, "annotations", How())
    assert isinstance(annotations, Annotations)
    assert annotations.lines.tolist() == [2, 7]
    assert found(report) == [(5, "error", "malformed"), (6, "error", "malformed")]
    messages = [fault.message for fault in report]
    assert 'nil is yes or no, not "maybe"' in messages[0]
    assert "10 columns in the heading, 3 here" in messages[1]


@pytest.mark.parametrize(
    ("heading", "problem"),
    [
        ("lexelt,id,annotator", "'substitutes' is missing"),
        ("lexelt,id,annotator,substitutes,mutliword", "'mutliword' is none of them"),
        ("lexelt,id,annotator,substitutes,id", "'id' comes twice"),
    ],
)
def test_a_heading_that_is_not_understood_is_refused(heading: str, problem: str) -> None:
    message = refusal(f"{heading}\n", "annotations")
    assert message.startswith("made.txt:1: expected the columns lexelt, id, annotator, substitutes, and if need be nil")
    assert problem in message


def test_what_is_no_csv_is_refused_with_its_line() -> None:
    assert refusal(HEADING + 'a.n,1,"ada,x\n', "annotations").startswith("made.txt:2: not a CSV file")


def test_strict_refuses_what_repair_leaves_out() -> None:
    assert "faults=strict" in refusal(HEADING + "a.n,1\n", "annotations", policy="strict")


def test_damaged_lines_are_left_out_under_skip() -> None:
    data = (HEADING + "a.n,1,ada,x,,,,,,\na.n,2,ada,#,,,,,,\n").encode().replace(b"#", b"\xff")
    annotations, report = read(data, "annotations", How(policy="skip"))
    assert isinstance(annotations, Annotations)
    assert [each.id for each in annotations] == ["1"]
    assert found(report) == [(3, "error", "encoding")]


@pytest.mark.parametrize("term", ["a;b", "", " a", "a\nb"])
def test_a_substitute_that_would_read_otherwise_is_not_written(term: str) -> None:
    assert "cannot be written" in told([Annotation("a.n", "1", "ada", (term,))], "annotations", "annotations-csv")


def test_any_csv_reader_can_read_what_is_written() -> None:
    odd = Annotation('a,"b".n', "1\r2", "<b>, x", ("clever", "well lit"), comment="one\ntwo", name=True)
    text, losses = written([odd], "annotations", "annotations-csv")
    [heading, row] = list(csv.reader(io.StringIO(text, newline="")))
    assert losses == []
    assert heading == HEADING.strip().split(",")
    assert row == ['a,"b".n', "1\r2", "<b>, x", "clever;well lit", "", "yes", "", "one\ntwo", "", ""]
