"""The data sheet holds everything, also what others worked out."""

from stead.core.faults import Report
from stead.golds import Curation, Decision, data_sheet, make_gold
from stead.records.sheet import Section
from tests.golds.made import annotations, by_letters, decisions, made

ROWS = [*by_letters("bright.a 1", "well-lit", "well lit", "NIL"), *by_letters("dim.a 2", "NAME")]
TITLES = [
    "Procedure",
    "Counts",
    "Faults of the files",
    "Notes",
    "Answers of each annotator",
    "Answers to each item",
    "Gold",
    "Parts of speech",
    "Substitutes of each item",
    "Weights",
    "Agreement",
    "Ceilings",
    "Items left out",
]


def test_the_sections_are_in_order_and_none_is_empty() -> None:
    sheet = data_sheet(made(*ROWS))
    assert [each.title for each in sheet.sections] == TITLES
    assert all(each.rows or each.text for each in sheet.sections)
    assert sheet.signature == made(*ROWS).signature


def test_agreement_and_ceilings_stand_where_they_belong() -> None:
    agreement = [Section("Pairwise agreement", ("what", "value"), (("pairwise", 0.2775),))]
    ceilings = [Section("Ceilings", ("measure", "figure", "ceiling"), (("best", "P", 0.5),))]
    sections = data_sheet(made(*ROWS), agreement=agreement, ceilings=ceilings).sections
    assert sections[-3:-1] == (*agreement, *ceilings)


def test_what_is_not_computed_says_so() -> None:
    texts = {each.title: each.text for each in data_sheet(made(*ROWS)).sections}
    assert texts["Agreement"] == texts["Ceilings"] == "Not computed."


def test_who_answered_how() -> None:
    sections = {each.title: each for each in data_sheet(made(*ROWS)).sections}
    columns = ("annotator", "items", "answers", "NIL", "NAME", "multiwords", "items with 0", "items with 1")
    assert sections["Answers of each annotator"].columns == columns
    assert sections["Answers of each annotator"].rows == (
        ("a", 2, 1, 0, 1, 0, 1, 1),
        ("b", 1, 1, 0, 0, 0, 0, 1),
        ("c", 1, 0, 1, 0, 0, 1, 0),
    )
    assert sections["Answers to each item"].rows == ((2, 1, 1),)
    assert sections["Items left out"].rows == (("dim.a", "2", "fewer than 2 usable answers: 0 (NIL 0, NAME 1)"),)


def test_each_decision_is_listed_with_what_it_changed() -> None:
    curation = decisions(("merge", "well-lit", "well lit", "", "", "hyphen"), ("merge", "q", "r"))
    sections = {each.title: each for each in data_sheet(make_gold(annotations(*ROWS), curation=curation)).sections}
    assert sections["Curation"].rows == (
        (1, "merge well-lit into well lit", "hyphen", 1),
        (2, "merge q into r", "", 0),
    )
    assert ("answers changed by curation", 1) in sections["Counts"].rows


def test_gold_multiwords_are_listed() -> None:
    rows = [("a.n 1", "p", "x", "in a way"), ("a.n 1", "q", "y", "in a way")]
    sections = {each.title: each for each in data_sheet(made(*rows)).sections}
    assert sections["Gold multiwords"].rows == (("a.n", "1", "in a way"),)


def test_faults_of_files_and_notes_are_listed() -> None:
    report = Report("a.jsonl")
    report.error(3, "malformed", "no")
    report.error(4, "malformed", "no")
    report.repair(None, "line ends", "CR")
    report.note(None, "names", "tidied")
    sections = {each.title: each for each in data_sheet(made(*ROWS), [report]).sections}
    assert sections["Faults of the files"].rows == (
        ("a.jsonl", "left out", "malformed", 2),
        ("a.jsonl", "repaired", "line ends", 1),
    )
    notes = [note for (note,) in sections["Notes"].rows]
    assert notes[0] == "a.jsonl: tidied."
    assert notes[1:] == list(made(*ROWS).notes) != []


def test_decisions_of_every_status_are_counted() -> None:
    one = decisions(("merge", "well-lit", "well lit"))
    refused = [
        Decision(status="refuse", action="merge", form="x", to="y"),
        Decision(status="refuse", action="merge", form="p", to="q"),
    ]
    more = [*refused, Decision(status="proposed", action="merge", form="v", to="w")]
    curation = Curation((*one.decisions, *more), "curation.tsv", "c" * 64)
    sections = {each.title: each for each in data_sheet(make_gold(annotations(*ROWS), curation=curation)).sections}
    found = {what: number for what, number in sections["Counts"].rows if str(what).startswith("decisions")}
    assert found == {"decisions accepted": 1, "decisions refused": 2, "decisions not made yet": 1}
    [meaning] = [row[2] for row in sections["Procedure"].rows if row[0] == "curation"]
    assert meaning == "the curation file, with 1 accepted decision, 2 refused, 1 not decided yet"
