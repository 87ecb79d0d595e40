"""What the policies repair, skip and strict do with each way in which a line can be malformed."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.core.faults import Caution, Severity, Source
from stead.core.substitutes import Run, RunRow
from stead.formats import FORMATS
from tests.formats.made import found, quickly, read_gold, read_run, refusal

KIT = Path(__file__).parents[1] / "parity" / "semeval"
ERROR, REPAIRED = Severity.ERROR, Severity.REPAIRED

CLEAN = ["bright.a 1 :: clever", "bright.a 3 :: lit"]


@dataclass(frozen=True)
class Malformed:
    """A line that breaks the format, and whether one can be certain of what was meant."""

    line: str
    certain: bool
    kind: str


MALFORMED = {
    "no space after the separator": Malformed("bright.a 2 ::smart;sharp", certain=True, kind="columns"),
    "no space before the separator": Malformed("bright.a 2:: smart;sharp", certain=True, kind="columns"),
    "two spaces between columns": Malformed("bright.a  2 :: smart;sharp", certain=True, kind="columns"),
    "two spaces before the separator": Malformed("bright.a 2  :: smart;sharp", certain=True, kind="columns"),
    "tabs": Malformed("bright.a\t2\t::\tsmart;sharp", certain=True, kind="columns"),
    "a space at the start": Malformed(" bright.a 2 :: smart;sharp", certain=True, kind="columns"),
    "dollars": Malformed("bright.a$2$::$smart;sharp", certain=True, kind="columns"),
    "lexelt and id in one": Malformed("bright.a2 :: smart;sharp", certain=True, kind="columns"),
    "no id": Malformed("bright.a :: smart;sharp", certain=False, kind="malformed"),
    "one colon": Malformed("bright.a 2 : smart;sharp", certain=False, kind="malformed"),
    "four colons": Malformed("bright.a 2 :::: smart;sharp", certain=False, kind="malformed"),
    "no separator": Malformed("bright.a 2 smart;sharp", certain=False, kind="malformed"),
    "nothing but answers": Malformed("smart;sharp", certain=False, kind="malformed"),
    "nothing but a separator": Malformed("::", certain=False, kind="malformed"),
}

malformed = pytest.mark.parametrize("case", MALFORMED.values(), ids=MALFORMED)


def file_with(line: str) -> str:
    """A run whose second line is this one."""
    return f"{CLEAN[0]}\n{line}\n{CLEAN[1]}\n"


@malformed
def test_repair_uses_what_is_certain_leaves_out_the_rest_and_reports_both(case: Malformed) -> None:
    rows, report = read_run(file_with(case.line), "semeval")
    used = [("bright.a", "2", ["smart", "sharp"])] if case.certain else []
    assert [(row.lexelt, row.id, row.answers) for row in rows if row.id not in {"1", "3"}] == used
    assert [row.id for row in rows if row.id in {"1", "3"}] == ["1", "3"]
    assert found(report) == [(2, REPAIRED if case.certain else ERROR, case.kind)]


@malformed
def test_skip_leaves_the_line_out_and_reports_it(case: Malformed) -> None:
    rows, report = read_run(file_with(case.line), "semeval", policy="skip")
    assert [row.id for row in rows] == ["1", "3"]
    assert found(report) == [(2, ERROR, case.kind)]
    assert report.faults[0].message.endswith("left out")


@malformed
def test_strict_refuses_the_file_and_names_the_line(case: Malformed) -> None:
    assert refusal(file_with(case.line), "run", "semeval", policy="strict").startswith("made.txt:2: ")


@malformed
def test_every_message_shows_what_was_found(case: Malformed) -> None:
    _, report = read_run(file_with(case.line), "semeval")
    assert case.line.replace("\t", "\\t") in report.faults[0].message


@pytest.mark.parametrize(("policy", "severity"), [("repair", REPAIRED), ("skip", ERROR)])
def test_a_comment_line_is_ignored_and_reported(policy: str, severity: Severity) -> None:
    rows, report = read_run(file_with("# a comment line"), "semeval", policy=policy)
    assert [row.id for row in rows] == ["1", "3"]
    assert found(report) == [(2, severity, "comment")]


def test_a_comment_line_is_refused_under_strict() -> None:
    assert "made.txt:2: " in refusal(file_with("# a comment line"), "run", "semeval", policy="strict")


def test_a_comment_that_contains_the_separator_is_a_comment_too() -> None:
    rows, report = read_run(file_with("# columns :: lexelt id answers"), "semeval")
    assert [row.id for row in rows] == ["1", "3"]
    assert found(report) == [(2, REPAIRED, "comment")]


@pytest.mark.parametrize("policy", ["repair", "skip", "strict"])
@pytest.mark.parametrize("blank", ["", " ", "\t ", "\r"])
def test_a_blank_line_is_no_fault(policy: str, blank: str) -> None:
    rows, report = read_run(file_with(blank), "semeval", policy=policy)
    assert [row.id for row in rows] == ["1", "3"]
    assert not report.faults


@pytest.mark.parametrize("policy", ["repair", "skip", "strict"])
def test_what_real_files_contain_without_harm_is_no_fault(policy: str) -> None:
    data = "bright.a 1 :: clever  3; smart 1\r\nbright.a 2 ::  Bright-eyed 2;child's play 1;;\n"
    rows, report = read_gold(data, "semeval", policy=policy)
    assert [row.weights for row in rows] == [
        [("clever", 3.0), ("smart", 1.0)],
        [("Bright-eyed", 2.0), ("child's play", 1.0)],
    ]
    assert not report.faults


def test_an_invalid_byte_is_left_out_with_its_line_under_skip() -> None:
    rows, report = read_gold(b"bright.a 1 :: clever 3;\nbright.a 2 :: na\xefve 2;\n", policy="skip")
    assert [row.id for row in rows] == ["1"]
    assert found(report) == [(2, ERROR, "encoding")]


def test_an_invalid_byte_is_refused_under_strict() -> None:
    assert "made.txt:2: " in refusal(b"bright.a 1 :: clever 3;\nbright.a 2 :: na\xefve 2;\n", "gold", policy="strict")


def test_an_unreadable_weight_and_a_repeated_item_are_refused_under_strict() -> None:
    data = "bright.a 1 :: clever 3;\nbright.a 2 :: smart;\nbright.a 1 :: lit 2;\n"
    message = refusal(data, "gold", policy="strict")
    assert "made.txt:2: " in message
    assert "made.txt:3: " in message


def test_strict_lists_every_fault_with_file_and_line() -> None:
    lines = [case.line for case in MALFORMED.values()]
    message = refusal("\n".join([CLEAN[0], *lines]), "run", "semeval", policy="strict")
    assert [f"made.txt:{number}: " in message for number in range(2, len(lines) + 2)] == [True] * len(lines)
    assert f"{len(lines)} faults" in message


def test_strict_lists_every_fault_however_many() -> None:
    message = refusal("bright.a 1 :: clever\n" + "bright.a : smart\n" * 50, "run", "semeval", policy="strict")
    assert [number for number in range(2, 52) if f"made.txt:{number}: " not in message] == []


def test_strict_says_one_fault_in_the_singular() -> None:
    message = refusal(file_with("bright.a : smart"), "run", "semeval", policy="strict")
    assert "1 fault;" in message


@pytest.mark.parametrize(("name", "separator"), [("malformed_best", "::"), ("malformed_oot", ":::")])
def test_skip_keeps_exactly_the_lines_of_the_kit_that_are_well_formed(name: str, separator: str) -> None:
    data = (KIT / f"{name}.txt").read_bytes()
    lines = data.decode().splitlines()
    kept = [line.split(" ")[:2] for line in lines if is_well_formed(line, separator)]
    rows, report = read_run(data, "semeval", policy="skip", separator=separator)
    assert [[row.lexelt, row.id] for row in rows] == kept
    assert len(report.faults) == len([line for line in lines if line and not is_well_formed(line, separator)])


def is_well_formed(line: str, separator: str) -> bool:
    """The kit's rule: lexelt, id and separator, with single spaces between them."""
    columns = line.split(" ")
    return len(columns) > 2 and all(columns[:2]) and columns[2] == separator


@pytest.mark.parametrize("name", ["malformed_best", "malformed_oot", "malformed_mw"])
def test_repair_reads_more_of_the_kit_than_skip_and_reports_as_many_lines(name: str) -> None:
    data = (KIT / f"{name}.txt").read_bytes()
    repaired, first = read_run(data, "semeval")
    skipped, second = read_run(data, "semeval", policy="skip")
    assert {(row.lexelt, row.id) for row in skipped} <= {(row.lexelt, row.id) for row in repaired}
    assert [fault.line for fault in first] == [fault.line for fault in second]


@pytest.mark.parametrize("name", ["malformed_best", "malformed_oot", "malformed_mw"])
def test_strict_refuses_the_malformed_files_of_the_kit(name: str) -> None:
    assert "made.txt:" in refusal((KIT / f"{name}.txt").read_bytes(), "run", "semeval", policy="strict")


# ------------------------------------------------------------------------------------------ lines made to hurt


def test_a_long_run_of_blanks_is_read_quickly() -> None:
    with quickly():
        read_run("bright.a 1 :: clever\nbright.a 2" + " " * 12_000 + "x\n", "semeval")


def test_a_long_run_of_colons_is_read_quickly() -> None:
    with quickly():
        read_run("bright.a 1 :: clever\n" + ":" * 8_000 + "\n")


def test_a_long_run_of_dollars_is_read_quickly() -> None:
    with quickly():
        read_run("bright.a 1 :: clever\nbright.a 2" + "$" * 12_000 + "x\n", "semeval")


def test_a_long_run_of_digits_is_no_weight_and_read_quickly() -> None:
    with quickly():
        _, report = read_gold("bright.a 1 :: clever 3;\nbright.a 2 :: lit " + "9" * 100_000 + ";\n", "semeval")
    assert found(report) == [(2, ERROR, "weight")]


def test_a_hundred_thousand_answers_are_read_quickly() -> None:
    with quickly():
        [row], _ = read_run("bright.a 1 :: " + "clever;" * 100_000 + "\n")
    assert len(row.answers) == 100_000


def test_a_message_about_a_long_line_is_short_and_shows_no_control_characters() -> None:
    _, report = read_run("bright.a 1 :: clever\n\x1b[31m" + "x" * 10_000 + "\n", "semeval")
    assert len(report.faults[0].message) < 300
    assert "\x1b" not in report.faults[0].message


# ------------------------------------------------------------------------- answers that are not divided as expected


def test_answers_between_commas_are_noted_with_the_line_and_the_form() -> None:
    rows, report = read_run("side.n 1 :: edge\nside.n 2 :: team, club\nside.n 3 :: rim,edge\n")
    assert [row.answers for row in rows] == [["edge"], ["team, club"], ["rim,edge"]]
    assert [str(fault) for fault in report] == [
        "made.txt:2: note: 2 of 3 answers hold commas, which do not separate answers; "
        '"team, club" is read as one answer; expected "bright.a 1 :: clever;smart"'
    ]


@pytest.mark.parametrize(
    ("lines", "first", "name"),
    [
        (["team,club", "", "clear,safe,x;y"], "team,club", "commas"),
        (["edge", "team|club", "rim|edge"], "team|club", "vertical bars"),
        (["edge", "edge / rim", "team / club"], "edge / rim", "slashes"),
        (["edge", "team\tclub", "rim\tedge"], "team\\tclub", "tabs"),
    ],
)
def test_other_separators_in_most_answers_are_noted_as_a_warning(lines: list[str], first: str, name: str) -> None:
    _, report = read_run("".join(f"side.n {number} :: {rest}\n" for number, rest in enumerate(lines, start=1)))
    [note] = report.notes()
    assert isinstance(note, Caution)
    assert f"2 of 3 answers hold {name}" in note
    assert f'"{first}" is read as one answer' in note


@pytest.mark.parametrize(
    "text", ["side.n 1 :: a, b;c\nside.n 2 :: d, e;f\n", "s.n 1 :: a, b\ns.n 2 :: c\n", "s.n 1 ::\n"]
)
def test_a_comma_here_and_there_is_part_of_an_answer(text: str) -> None:
    assert not read_run(text)[1].faults


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["team 0.5;edge", "rim 3;club 2;edge", "edge"], "3 of 6"),
        (["team 0.5;edge 0.1", "edge 0.9;rim 0.2", "clear"], "4 of 5"),
        (["team 0.5;club 0.1;edge", "edge;rim", "clear;safe"], "2 of 7"),
    ],
)
def test_scores_behind_several_answers_are_noted_as_a_warning(lines: list[str], found: str) -> None:
    rows, report = read_run("".join(f"side.n {number} :: {rest}\n" for number, rest in enumerate(lines, start=1)))
    assert rows[0].answers[0] == "team 0.5"
    [note] = report.notes()
    assert isinstance(note, Caution)
    assert note == (
        f"made.txt:1: {found} answers end in a number, read as part of the answer, as in "
        '"team 0.5"; expected "bright.a 1 :: clever;smart".'
    )


def test_an_answer_with_a_number_is_an_answer() -> None:
    assert not read_run("plane.n 1 :: Boeing 747;jet\nplane.n 2 :: jet;liner\n")[1].faults


def test_entries_of_a_gold_between_commas_are_noted_as_a_warning() -> None:
    rows, report = read_gold("side.n 1 :: edge 2;\nside.n 2 :: team 3,club 1\nside.n 3 :: 3,000 metres 2;\n")
    assert rows[1].weights == [("team 3,club", 1.0)]
    [note] = report.notes()
    assert isinstance(note, Caution)
    assert note.startswith('made.txt:2: "team 3,club" is read as one substitute')


def test_one_term_that_cannot_be_written_is_the_only_one() -> None:
    run = Run.of([RunRow("a.n", "1", ["b;c"])], Source("made", ""))
    with pytest.raises(BadInput, match="it is the only such term"):
        FORMATS["semeval"].writers["run"](run)
