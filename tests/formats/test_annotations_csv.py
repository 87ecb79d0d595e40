"""Annotations as a table."""

import csv
import io

import pytest

from stead.core.annotation import Annotation, Annotations
from stead.core.faults import Severity
from stead.formats import load_any, sniff
from stead.formats.registry import Options
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
            lexelt="bright.a",
            id="1",
            annotator="ada",
            substitutes=("clever", "well lit"),
            multiword="bright spark",
            comment='hm, "nice"',
            time="2009",
            phase="trial",
        ),
        Annotation(lexelt="bright.a", id="2", annotator="ada", nil=True),
    ]


def test_columns_come_in_any_order_and_some_may_be_missing() -> None:
    assert read_table("annotator,substitutes,id,lexelt\nada, clever ; smart ;,1,bright.a\n") == [
        Annotation(lexelt="bright.a", id="1", annotator="ada", substitutes=("clever", "smart"))
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
        ("lexelt,id,annotator,substitutes,id", "'id' occurs twice"),
    ],
)
def test_a_heading_that_is_not_understood_is_refused(heading: str, problem: str) -> None:
    message = refusal(f"{heading}\n", "annotations")
    assert message.startswith("made.txt:1: expected the columns lexelt, id, annotator, substitutes, and optionally nil")
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
    assert "cannot be written" in told(
        [Annotation(lexelt="a.n", id="1", annotator="ada", substitutes=(term,))], "annotations", "annotations-csv"
    )


def test_any_csv_reader_can_read_what_is_written() -> None:
    odd = Annotation(
        lexelt='a,"b".n',
        id="1\r2",
        annotator="<b>, x",
        substitutes=("clever", "well lit"),
        comment="one\ntwo",
        name=True,
    )
    text, losses = written([odd], "annotations", "annotations-csv")
    [heading, row] = list(csv.reader(io.StringIO(text, newline="")))
    assert losses == []
    assert heading == HEADING.strip().split(",")
    assert row == ['a,"b".n', "1\r2", "<b>, x", "clever;well lit", "", "yes", "", "one\ntwo", "", ""]


# ------------------------------------------------------------------------------------------ what spreadsheets do


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("lexelt;id;annotator;substitutes;nil", 'bright.a;1;ada;"clever;smart";'),
        ("lexelt\tid\tannotator\tsubstitutes\tnil", "bright.a\t1\tada\tclever;smart\t"),
        ("Lexelt,ID,Annotator,SUBSTITUTES,Nil", "bright.a,1,ada,clever;smart,"),
        ('"Lexelt";"Id";"Annotator";"Substitutes ";"NIL"', 'bright.a;1;ada;"clever;smart";'),
    ],
    ids=["semicolons", "tabs", "capitals", "all of it"],
)
def test_other_marks_between_columns_and_capital_headings_are_read(heading: str, row: str) -> None:
    for end in ("\n", "\r\n"):
        assert read_table(f"{heading}{end}{row}{end}") == [
            Annotation(lexelt="bright.a", id="1", annotator="ada", substitutes=("clever", "smart"))
        ]
        assert load_any(content(f"{heading}{end}{row}{end}"), Options())[0] == "annotations"


def test_substitutes_that_fall_into_several_columns_are_reported() -> None:
    _, report = read("lexelt;id;annotator;substitutes\nbright.a;1;ada;clever;smart\n", "annotations", How())
    assert found(report) == [(2, "error", "malformed")]
    assert "4 columns in the heading, 5 here" in report.faults[0].message


def test_a_column_that_is_missing_is_named() -> None:
    message = refusal("lexelt,id,annotater,substitutes\na.n,1,ada,x\n", "annotations")
    assert "'annotator' is missing" in message
    message = refusal("lexelt,id,annotator,substitutes,multi word\na.n,1,ada,x,\n", "annotations")
    assert "'multi word' is none of them (multiword may be meant)" in message


@pytest.mark.parametrize("column", ["nil", "name"])
def test_flags_are_the_words_of_spreadsheets(column: str) -> None:
    words = ["1", "true", "TRUE", "yes", "x", "X", "y", "oui", "si", "Sì", "VRAI", "wahr", column, column.upper()]
    for word in words:
        [annotation] = read_table(f"lexelt,id,annotator,substitutes,{column}\na.n,1,ada,,{word}\n")
        assert (annotation.nil, annotation.name) == (column == "nil", column == "name")
    for word in ["0", "false", "no", "n", "N", "non", "", " ", "FAUX", "falsch"]:
        [annotation] = read_table(f"lexelt,id,annotator,substitutes,{column}\na.n,1,ada,,{word}\n")
        assert (annotation.nil, annotation.name) == (False, False)


def test_a_flag_that_is_not_understood_says_what_is() -> None:
    _, report = read("lexelt,id,annotator,substitutes,nil\na.n,1,ada,,NAME\n", "annotations", How())
    assert 'nil is yes or no, not "NAME": write NIL, yes, y, true, 1, x' in report.faults[0].message


def test_letters_of_another_encoding_do_not_make_one_word_of_two() -> None:
    data = (HEADING + "a.n,1,ada,pâté,,,,,,\na.n,1,bob,pètà,,,,,,\na.n,1,cat,pat,,,,,,\n").encode("cp1252")
    assert refusal(data, "annotations") == (
        'made.txt:2: byte 0xe2 is not valid UTF-8. It looks like windows-1252 ("pâté"): read it with '
        "`encoding='windows-1252'`, or save it as UTF-8."
    )
    annotations, report = read(data, "annotations", How(policy="skip"))
    assert isinstance(annotations, Annotations)
    assert [each.annotator for each in annotations] == ["cat"]
    assert found(report) == [(2, "error", "encoding"), (3, "error", "encoding")]


def test_damaged_utf_16_is_refused() -> None:
    assert "not valid UTF-16" in refusal(HEADING.encode("utf-16") + b"\x00\xd8\x00\xd8", "annotations")


# --------------------------------------------------------------------------------------------------- annotators


def test_annotators_are_one_whatever_blanks_and_accents_are_made_of() -> None:
    text = HEADING + "".join(f"a.n,{number},{name},x,,,,,,\n" for number, name in enumerate(NAMES))
    annotations, report = read(text, "annotations", How())
    assert isinstance(annotations, Annotations)
    assert list(annotations.annotators) == ["Ana Lía"] * len(NAMES)
    assert annotations.annotators.vocabulary == ["Ana Lía"]
    assert found(report) == [(None, "note", "names")]
    assert report.faults[0].message.startswith("3 names of annotators are read without extra spaces")


NAMES = ["Ana Lía", " Ana Lía ", "Ana  Lía", "Ana Li\N{COMBINING ACUTE ACCENT}a"]


def test_a_row_of_nobody_is_reported_with_its_line() -> None:
    annotations, report = read(HEADING + "a.n,1, ,x,,,,,,\na.n,1,ada,x,,,,,,\n", "annotations", How())
    assert isinstance(annotations, Annotations)
    assert list(annotations) == [Annotation(lexelt="a.n", id="1", annotator="ada", substitutes=("x",))]
    assert found(report) == [(2, "error", "nameless")]
    assert "expected the name of the annotator" in refusal(
        HEADING + "a.n,1, ,x,,,,,,\n", "annotations", policy="strict"
    )


FORMULAS = ("=1+1", "+x", "-ly", "@cmd", "'=x", "''-", "'tis", "\t=x", "＝1")


def test_no_spreadsheet_takes_a_text_for_a_formula_and_every_text_comes_back() -> None:
    given = [
        Annotation(
            lexelt="-ly.r",
            id="=id",
            annotator=formula,
            substitutes=("clever", term),
            multiword=formula,
            comment=formula,
        )
        for formula in FORMULAS
        for term in FORMULAS
        if formula.strip() == formula and term.strip() == term
    ]
    given.append(Annotation(lexelt="a.n", id="1", annotator="ada", substitutes=("x",), comment="\t=x"))
    text, _ = written(given, "annotations", "annotations-csv")
    for row in csv.reader(io.StringIO(text, newline="")):
        assert not [cell for cell in row for part in cell.split(";") if part.startswith(tuple("=+-@\t\r＝"))]
    assert read_table(text.encode()) == given
