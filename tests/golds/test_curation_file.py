"""Curation files: strict for programs, comfortable for people."""

import codecs
import csv
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import BadInput, UsageError
from stead.core.text import tidy
from stead.formats import Content
from stead.golds import Curation, Decision, read_curation, remove_lines, serialise_curation, undo_decisions

HEADING = "status\taction\tfrom\tto\tlexelt\tid\treason\n"
GOOD = (
    HEADING
    + "accept\tmerge\twell-lit\twell lit\t\t\thyphen\n"
    + "# a remark\n\n"
    + "refuse\tlemmatise\tglasses\tglass\tsee.v\n"
    + "proposed\tlemmatise\tgames\tgame\tplay.v\t7\t\n"
    + "accept\tdrop-item\t\t\tbright.a\t7\tthe target is a noun\n"
    + "accept\tdrop-lexelt\t\t\tdim.a\t\terroneous part of speech\n"
)
SUBSTITUTES = (
    HEADING
    + "accept\tsplit\tclever, smart\tclever ;  smart\n"
    + "accept\tdrop\t12\t\tbright.a\t7\ta slip\n"
    + "proposed\tdrop\t::\t\t\t\tno letter\n"
)


def read(text: str | bytes) -> Curation:
    return read_curation(Content("c.tsv", text.encode() if isinstance(text, str) else text))


def refusal(row: str) -> str:
    with pytest.raises(BadInput) as caught:
        read(HEADING + row + "\n")
    return str(caught.value)


def test_every_decision_is_read_with_its_line() -> None:
    assert read(GOOD).decisions == (
        Decision(status="accept", action="merge", form="well-lit", to="well lit", reason="hyphen", line=2),
        Decision(status="refuse", action="lemmatise", form="glasses", to="glass", lexelt="see.v", line=5),
        Decision(status="proposed", action="lemmatise", form="games", to="game", lexelt="play.v", id="7", line=6),
        Decision(
            status="accept",
            action="drop-item",
            form="",
            to="",
            lexelt="bright.a",
            id="7",
            reason="the target is a noun",
            line=7,
        ),
        Decision(
            status="accept",
            action="drop-lexelt",
            form="",
            to="",
            lexelt="dim.a",
            id="",
            reason="erroneous part of speech",
            line=8,
        ),
    )
    assert [each.line for each in read(GOOD).accepted] == [2, 7, 8]


def test_decisions_to_split_and_to_drop_are_read() -> None:
    split, slip, junk = read(SUBSTITUTES).decisions
    assert split.parts == ("clever", "smart")
    assert slip == Decision(
        status="accept", action="drop", form="12", to="", lexelt="bright.a", id="7", reason="a slip", line=3
    )
    assert (junk.status, junk.form, junk.parts) == ("proposed", "::", ())
    assert [replace(each, line=0) for each in read(serialise_curation([split, slip, junk])).decisions] == [
        replace(each, line=0) for each in (split, slip, junk)
    ]


@pytest.mark.parametrize(
    "data",
    [
        GOOD.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.encode("utf-16"),
        GOOD.replace("well lit", " well  lit ").encode(),
    ],
    ids=["CR LF", "byte order mark", "UTF-16", "blanks"],
)
def test_what_spreadsheets_and_editors_do_to_files_does_no_harm(data: bytes) -> None:
    assert read(data).decisions == read(GOOD).decisions


@pytest.mark.parametrize(
    ("row", "fragment"),
    [
        ("accepted\tmerge\ta\tb", "accept, refuse, proposed"),
        ("accept\tjoin\ta\tb", "merge, lemmatise, split, drop, drop-item, drop-lexelt"),
        ("accept\tmerge\ta", "two forms"),
        ("accept\tmerge\t\tb", "two forms"),
        ("accept\tmerge\ta\ta", "same on both sides"),
        ("accept\tmerge\ta\ta ", "same on both sides"),
        ("accept\tmerge\ta\tb\t\t7", "needs its lexelt"),
        ("accept\tsplit\ta, b\ta", "two or more different ones"),
        ("accept\tsplit\ta, a\ta; a", "two or more different ones"),
        ("accept\tsplit\ta, b\ta; ;", "two or more different ones"),
        ("accept\tsplit\t\ta; b", "two or more different ones"),
        ("accept\tsplit\ta\ta; b", "one of its own parts"),
        ("accept\tsplit\ta, b\ta; b\t\t7", "needs its lexelt"),
        ("accept\tdrop\t12", "needs a reason"),
        ("accept\tdrop\t\t\tbright.a\t7\todd", "one form"),
        ("accept\tdrop\ta\tb\t\t\todd", "none to read it as"),
        ("accept\tdrop\t12\t\t\t7\todd", "needs its lexelt"),
        ("accept\tdrop-item\t\t\tbright.a\t\todd", "lexelt and id"),
        ("accept\tdrop-item\t\t\t\t7\todd", "lexelt and id"),
        ("accept\tdrop-item\t\t\tbright.a\t7", "needs a reason"),
        ("accept\tdrop-lexelt\t\t\tbright.a\t7\todd", "no id"),
        ("accept\tdrop-lexelt\tx\t\tbright.a\t\todd", "no forms"),
        ("accept\tmerge\ta\tb\t\t\tr\tmore", "expected 7 columns"),
        ("accept merge a b", "accept, refuse, proposed"),
        ("\t\ta\tb", "accept, refuse, proposed"),
    ],
)
def test_a_row_that_makes_no_sense_is_refused_with_its_line(row: str, fragment: str) -> None:
    assert refusal(row).startswith("c.tsv:2: ")
    assert fragment in refusal(row)


def test_all_faults_are_told_together() -> None:
    assert refusal("accept\tmerge\ta\nyes\tmerge\ta\tb\naccept\tmerge\tb\tc").count("c.tsv:") == 2


@pytest.mark.parametrize("text", ["", "# nothing\n", "accept\tmerge\ta\tb\n", "status,action\n"])
def test_a_file_without_its_heading_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"c\.tsv:1: expected the columns status, action, from"):
        read(text)


def test_damaged_bytes_are_refused() -> None:
    with pytest.raises(BadInput, match=r"c\.tsv:2: byte 0xff"):
        read(HEADING.encode() + b"accept\tmerge\t\xff\tb\n")


words = st.text(min_size=1).map(tidy).filter(bool)
reasons = st.text().map(tidy)
forms = st.tuples(words, words).filter(lambda pair: pair[0] != pair[1])
merging = st.builds(
    lambda status, pair, lexelt, reason: Decision(
        status=status, action="merge", form=pair[0], to=pair[1], lexelt=lexelt, reason=reason
    ),
    st.sampled_from(["accept", "refuse", "proposed"]),
    forms,
    words,
    reasons,
)


@given(st.lists(merging))
def test_what_is_written_comes_back(decisions: list[Decision]) -> None:
    again = read(serialise_curation(decisions)).decisions
    assert [replace(each, line=0) for each in again] == decisions


def test_new_proposals_stand_behind_what_there_was() -> None:
    new = [Decision(status="proposed", action="merge", form="a", to="b")]
    data = serialise_curation(new, Content("c.tsv", GOOD.removesuffix("\n").encode()))
    assert data.decode() == GOOD + "proposed\tmerge\ta\tb\t\t\t\n"
    assert serialise_curation([], Content("c.tsv", GOOD.encode())) == GOOD.encode()


# ------------------------------------------------------------------------------------------------------- undo


def test_the_last_decision_is_undone_and_nothing_else_touched() -> None:
    data, removed = undo_decisions(Content("c.tsv", GOOD.encode()), 1)
    assert data.decode() == "".join(GOOD.splitlines(keepends=True)[:-1])
    assert [each.lexelt for each in removed] == ["dim.a"]


def test_any_line_is_taken_out_and_nothing_else_touched() -> None:
    data = remove_lines(Content("c.tsv", GOOD.encode("utf-16")), {5})
    assert data.decode("utf-16") == GOOD.replace("refuse\tlemmatise\tglasses\tglass\tsee.v\n", "")


def test_proposals_are_no_decisions_and_refusals_are() -> None:
    data, removed = undo_decisions(Content("c.tsv", GOOD.encode()), 3)
    assert [each.status for each in removed] == ["refuse", "accept", "accept"]
    assert [each.status for each in read(data).decisions] == ["accept", "proposed"]


@pytest.mark.parametrize("count", [0, -1, 5])
def test_what_is_not_there_cannot_be_undone(count: int) -> None:
    with pytest.raises(UsageError, match="has 4 decisions"):
        undo_decisions(Content("c.tsv", GOOD.encode()), count)


def test_undoing_works_on_any_encoding(tmp_path: Path) -> None:
    data, _ = undo_decisions(Content("c.tsv", GOOD.encode("utf-16")), 1)
    assert read(data).decisions == read(GOOD).decisions[:-1]


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
    ],
)
def test_undoing_and_adding_keep_the_encoding_and_its_mark(encoding: str, mark: bytes) -> None:
    def encoded(text: str) -> bytes:
        return mark + text.encode(encoding)

    data, _ = undo_decisions(Content("c.tsv", encoded(GOOD)), 1)
    assert data == encoded("".join(GOOD.splitlines(keepends=True)[:-1]))
    new = [Decision(status="proposed", action="merge", form="a", to="b")]
    assert serialise_curation(new, Content("c.tsv", encoded(GOOD))) == encoded(GOOD + "proposed\tmerge\ta\tb\t\t\t\n")


# ------------------------------------------------------------------------------------------------------ quotes


def test_cells_may_be_quoted_as_spreadsheets_do_it() -> None:
    quoted = HEADING + '"accept"\t"merge"\t"""well"" lit"\twell "lit"\t\t\t"one\ttab, ""so"""\n"# a remark"\n'
    [decision] = read(quoted).decisions
    assert (decision.form, decision.to, decision.reason) == ('"well" lit', 'well "lit"', 'one tab, "so"')
    heading = "\t".join(f'"{name}"' for name in HEADING.split()) + "\n"
    assert read(heading + quoted.partition("\n")[2]).decisions == (decision,)


@pytest.mark.parametrize("form", ['=HYPERLINK("http://x")', "+1", "-x", "@sum", "'=x", "''-x", '"=x"', "'tis"])
def test_no_cell_is_a_formula_and_every_form_comes_back(form: str) -> None:
    decision = Decision(
        status="accept",
        action="merge",
        form=form,
        to=f"{form} y",
        lexelt="bright.a",
        id="7",
        reason=f"{form} z",
        line=2,
    )
    data = serialise_curation([decision])
    cells = next(csv.reader([data.decode().splitlines()[1]], delimiter="\t"))
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []
    assert read_curation(Content("x", data)).decisions == (decision,)


def test_files_with_bare_signs_are_read_as_they_were() -> None:
    row = b"accept\tmerge\t-x\t=y\t\t\t\n"
    assert [(each.form, each.to) for each in read_curation(Content("x", HEADING.encode() + b"\n" + row)).decisions] == [
        ("-x", "=y")
    ]


def test_a_form_that_begins_with_a_quote_is_written_between_quotes() -> None:
    data = serialise_curation([Decision(status="accept", action="merge", form='"well" lit', to='well "lit"')])
    assert data.decode() == HEADING + 'accept\tmerge\t"""well"" lit"\twell "lit"\t\t\t\n'


@pytest.mark.parametrize("cell", ['"well lit', '"well" lit'])
def test_a_quote_that_is_not_closed_is_refused_with_its_line(cell: str) -> None:
    assert refusal(f"accept\tmerge\t{cell}\tb").startswith("c.tsv:2: a cell that begins with a quote ends with one")


# --------------------------------------------------------------------------------------------------- in Python


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (("accepted", "merge", "a", "b"), "the status is accept, refuse, proposed"),
        (("accept", "join", "a", "b"), "the action is merge"),
        (("accept", "merge", "a", " a "), "same on both sides"),
        (("accept", "drop-item", "", "", "x.n", "1"), "needs a reason"),
    ],
)
def test_a_decision_that_makes_no_sense_cannot_be_made(words: tuple[str, ...], fragment: str) -> None:
    with pytest.raises(BadInput, match=fragment):
        Decision(**dict(zip(("status", "action", "form", "to", "lexelt", "id"), words, strict=False)))  # type: ignore[arg-type]


def test_a_decision_is_of_texts_and_a_curation_of_decisions() -> None:
    with pytest.raises(UsageError, match="the id of a decision is a text, not 7"):
        Decision(status="accept", action="merge", form="a", to="b", lexelt="x.n", id=7)  # type: ignore[arg-type]
    for wrong in ("accept", 7, ["accept"], None):
        with pytest.raises(UsageError, match="a curation is a list of decisions"):
            Curation(wrong)  # type: ignore[arg-type]
    assert Curation([Decision(status="accept", action="merge", form="a", to="b")]).accepted  # type: ignore[arg-type]


def test_forms_are_tidied() -> None:
    assert (
        Decision(
            status="accept", action="merge", form=" e\N{COMBINING ACUTE ACCENT}te\N{COMBINING ACUTE ACCENT} ", to="x"
        ).form
        == "été"
    )
