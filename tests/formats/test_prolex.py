"""ProLex: CSV with a marked target and lists of substitutes as Python writes them."""

import builtins
import csv
import warnings

import pytest

from stead.core.faults import Severity
from stead.core.item import Item
from stead.core.substitutes import GoldStandard
from stead.formats import sniff
from tests.formats.made import How, content, found, only_weights, quickly, read, read_gold, read_items, refusal

HEADING = "target word,Sentence,acc_subs,unacc_subs\n"
LINE = """bright,A **bright** boy.,"['clever', 'quick-witted']",['lit']\n"""


def row(accepted: str, rejected: str = "[]", sentence: str = "A **bright** boy.", word: str = "bright") -> str:
    quoted = ",".join('"' + cell.replace('"', '""') + '"' for cell in (word, sentence, accepted, rejected))
    return quoted + "\n"


def weights(accepted: str, rejected: str = "[]") -> list[tuple[str, float]]:
    return only_weights(HEADING + row(accepted, rejected))


# -------------------------------------------------------------------------------------------------- what is read


def test_acceptable_substitutes_weigh_one_and_the_others_nothing() -> None:
    assert only_weights(HEADING + LINE) == [("clever", 1.0), ("quick-witted", 1.0), ("lit", 0.0)]


def with_levels(proficient: str, line: str = LINE) -> str:
    return f"{HEADING[:-1]},prof_acc_subs\n{line[:-1]},{proficient}\n"


def test_which_of_the_acceptable_are_proficient_is_read_where_the_file_says_it() -> None:
    rows, report = read_gold(with_levels("['quick-witted']"))
    assert [(row.weights, row.proficient) for row in rows] == [
        ([("clever", 1.0), ("quick-witted", 1.0), ("lit", 0.0)], [False, True, False])
    ]
    assert not report.faults
    assert [row.proficient for row in read_gold(with_levels("[]"))[0]] == [[False] * 3]
    assert [row.proficient for row in read_gold(HEADING + LINE)[0]] == [None]


def test_a_proficient_substitute_is_acceptable_though_that_list_lacks_it() -> None:
    """Also if the list of the unacceptable has it: proficient substitutes are a selection of the acceptable ones."""
    rows, report = read_gold(with_levels("\"['lit', 'apt', 'apt']\""))
    terms = [("clever", 1.0), ("quick-witted", 1.0), ("lit", 1.0), ("apt", 1.0), ("lit", 0.0)]
    assert (rows[0].weights, rows[0].proficient) == (terms, [False, False, True, True, False])
    assert found(report) == [(2, Severity.REPAIRED, "proficient")]


def test_a_malformed_list_of_the_proficient_is_reported() -> None:
    rows, report = read_gold(with_levels("x") + "dim,A **dim** room.,['dark'],[],[]\n")
    assert [row.lexelt for row in rows] == ["dim"]
    assert found(report) == [(2, Severity.ERROR, "malformed")]
    assert "prof_acc_subs" in report.faults[0].message


def test_an_item_is_its_sentence_without_the_marks() -> None:
    items, report = read_items(HEADING + LINE)
    assert items == [Item(id="A bright boy.", lexelt="bright", text="A bright boy.", start=2, end=8, language="en")]
    assert not report.faults
    gold, _ = read(HEADING + LINE, "gold", How())
    assert isinstance(gold, GoldStandard)
    assert (gold.ids, gold.lexelts, gold.graded) == (["A bright boy."], ["bright"], True)


@pytest.mark.parametrize(
    ("listed", "terms"),
    [
        ("[]", []),
        ("", []),
        ("  ", []),
        ("['a']", ["a"]),
        (" [ 'a' , \"b\" ] ", ["a", "b"]),
        ("['a',]", ["a"]),
        ("""["child's play", 'say "no"']""", ["child's play", 'say "no"']),
        (r"""['child\'s play', "say \"no\""]""", ["child's play", 'say "no"']),
        (r"['a\\b', 'c\td', 'caf\xe9', '\u8ce2', '\U0001f600']", ["a\\b", "c\td", "café", "賢", "😀"]),
        ("['a, b', '[c]', 'd]']", ["a, b", "[c]", "d]"]),
        ("['naïve', '  padded ', '', ' ']", ["naïve", "padded"]),
        ("['a\nb']", ["a\nb"]),
        ("""['__import__("os").abort()']""", ['__import__("os").abort()']),
    ],
)
def test_lists_of_texts_are_read_as_python_writes_them(listed: str, terms: list[str]) -> None:
    assert weights(listed) == [(term, 1.0) for term in terms]
    assert weights("[]", listed) == [(term, 0.0) for term in terms]


MALFORMED = [
    *("[", "]", "a", "['a'", "'a']", "['a]", "('a',)", "{'a'}", "'a'", "None", "[None]", "[1]", "[['a']]", "[b'a']"),
    *("['a' 'b']", "['a' + 'b']", "['a'][0]", "[a]", "['a';]", "[,]", "['a',,'b']", "[f'a']", "['a'], ['b']"),
    *(r"['\d']", r"['\ud800']", r"['\Uffffffff']", r"['\x']", r"['a\']", "[nan]", "[1e308]", "[" + "9" * 5_000 + "]"),
    *("[__import__('os').abort()]", "__import__('os').abort()", "[x for x in ()]", "[9**9**9]", "['a'*10**10]"),
    *("[" * 90_000, "[" * 90_000 + "]" * 90_000, "-" * 90_000 + "1", "(" * 90_000, "['a\\'" * 20_000),
]


@pytest.mark.parametrize("listed", MALFORMED)
def test_anything_but_a_list_of_texts_is_reported_with_its_line_and_left_out(listed: str) -> None:
    with quickly(), warnings.catch_warnings():
        warnings.simplefilter("error")
        rows, report = read_gold(HEADING + row(listed) + LINE)
    assert [each.weights[0][0] for each in rows] == ["clever"]
    assert found(report) == [(2, Severity.ERROR, "malformed")]
    _, report = read_gold(HEADING + row("[]", listed) + LINE)
    assert "unacc_subs" in report.faults[0].message


def test_nothing_of_a_list_is_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("evaluated")

    with monkeypatch.context() as patched:  # pytest itself imports when a test fails
        for name in ("eval", "exec", "compile", "__import__"):
            patched.setattr(builtins, name, fail)
        report = read_gold(HEADING + row("['a', eval('1')]") + LINE, "prolex")[1]
    assert len(report.faults) == 1


def test_lines_in_quotes_belong_to_one_row_and_the_last_is_named() -> None:
    text = HEADING + row("['a']", sentence="Two\nlines with **bright**\nlight") + row("oops", word="dim")
    [item], report = read_items(HEADING + row("['a']", sentence="Two\nlines with **bright**\nlight"))
    assert (item.target, item.text) == ("bright", "Two\nlines with bright\nlight")
    rows, report = read_gold(text)
    assert (len(rows), found(report)) == (1, [(5, Severity.ERROR, "malformed")])


def test_crlf_a_byte_order_mark_blank_lines_and_quoted_headings_are_read() -> None:
    text = "\ufeff" + '"target word","Sentence",acc_subs,unacc_subs,prof_unacc_subs\n\n' + LINE[:-1] + ",x\n\n"
    assert len(only_weights(text.replace("\n", "\r\n"))) == 3


def test_columns_may_stand_in_any_order_if_the_format_is_said() -> None:
    assert only_weights("Sentence,unacc_subs,acc_subs,target word\nA **b**,\"['x']\",\"['y']\",b\n", "prolex") == [
        ("y", 1.0),
        ("x", 0.0),
    ]


def test_several_marked_targets_are_noted_and_the_first_taken() -> None:
    [item], report = read_items(HEADING + row("[]", sentence="So **bright**, too **bright**!"))
    assert (item.text, item.start, item.target) == ("So bright, too bright!", 3, "bright")
    assert found(report) == [(2, Severity.NOTE, "target")]


@pytest.mark.parametrize(
    ("sentence", "before"),
    [
        ("**bright**", ""),
        ("so **bright** it is", "so "),
        ("say ** bright ** now", "say  "),
        ("a * b **bright**", "a * b "),
    ],
)
def test_marks_are_found_and_blanks_within_them_are_not_the_target(sentence: str, before: str) -> None:
    [item], report = read_items(HEADING + row("[]", sentence=sentence))
    assert (item.target, item.text[: item.start], report.faults) == ("bright", before, [])


@pytest.mark.parametrize(
    "sentence", ["A bright boy.", "A **bright boy.", "A ** boy.", "A **** boy", "*bright*", "A ** ** boy"]
)
def test_a_sentence_without_a_marked_target_is_reported(sentence: str) -> None:
    items, report = read_items(HEADING + row("[]", sentence=sentence))
    assert (items, found(report)) == ([], [(2, Severity.ERROR, "target")])


def test_a_second_row_for_an_item_is_reported() -> None:
    for noun, report in (read_gold(HEADING + LINE * 2), read_items(HEADING + LINE * 2)):
        assert (len(noun), found(report)) == (1, [(3, Severity.ERROR, "repeated")])


@pytest.mark.parametrize("line", ["bright", "bright,A **bright** boy.", "a,b,c,d,e", ",A **b**,[],[]", "b, ,[],[]"])
def test_a_row_of_too_few_or_too_many_columns_is_reported(line: str) -> None:
    rows, report = read_gold(HEADING + LINE + line + "\n")
    assert (len(rows), found(report)) == (1, [(3, Severity.ERROR, "malformed")])


# ----------------------------------------------------------------------------------------------------- bad files


@pytest.mark.parametrize("heading", ["target word,Sentence,acc_subs\n", "target word,Sentence,\n", "x\n", '""\n'])
def test_a_missing_column_is_refused_in_one_sentence(heading: str) -> None:
    message = refusal(heading, "gold", "prolex")
    assert message.startswith("made.txt:1: expected the columns")
    assert "\n" not in message


@pytest.mark.parametrize("line", ['bright,"A **bright** boy', 'bright,"A "x" boy",[],[]\n', "a,b\rc,d,e\n"])
def test_broken_quotes_are_refused_with_the_line(line: str) -> None:
    message = refusal(HEADING + LINE + line, "gold")
    assert message.startswith("made.txt:3: not a CSV file")
    assert "\n" not in message


def test_the_limit_of_the_csv_module_is_left_as_it_was() -> None:
    before = csv.field_size_limit()
    read_gold(HEADING + LINE)
    refusal(HEADING + '"', "gold")
    assert csv.field_size_limit() == before


def test_a_field_beyond_the_limit_is_refused_in_one_sentence() -> None:
    with quickly(3):
        message = refusal(HEADING + "x" * (1 << 24) + "y,b,[],[]\n", "gold")
    assert message.startswith("made.txt:2: not a CSV file")


def test_ten_megabytes_on_one_line_are_read_quickly() -> None:
    with quickly(4):
        assert len(read_gold(HEADING + row("['a']", sentence="**x** " + "y" * 10_000_000))[0]) == 1
        assert len(only_weights(HEADING + row("[" + "'a', " * 300_000 + "]"))) == 300_000


@pytest.mark.parametrize(
    "sentence", ["*" * 100_000, "** " * 33_000, "**" + "a" * 100_000, "*a" * 50_000, "**a" * 33_000]
)
def test_hostile_marks_are_read_quickly(sentence: str) -> None:
    with quickly():
        read_items(HEADING + row("[]", sentence=sentence))


@pytest.mark.parametrize(
    "inside", [" " * 100_000, "'" * 100_001, "\\" * 100_000, "'\\", "'a' " * 25_000, "'" + "\\'" * 50_000]
)
def test_hostile_lists_are_read_quickly(inside: str) -> None:
    with quickly():
        read_gold(HEADING + row(f"[{inside}]"))
        read_gold(HEADING + row(f"['a', {inside}x]"))


def test_bytes_that_are_not_utf8_are_refused_and_their_rows_left_out_if_asked() -> None:
    data = HEADING.encode() + LINE.encode() + b"dim,a **d\xe9m** room,['x'],[]\n"
    assert "made.txt:3: byte 0xe9 is not valid UTF-8" in refusal(data, "gold")
    rows, report = read_gold(data, policy="skip")
    assert (len(rows), found(report)) == (1, [(3, Severity.ERROR, "encoding")])


def test_the_file_is_recognised_and_is_no_run() -> None:
    assert sniff(content(HEADING + LINE), "gold").name == "prolex"
    assert "not like a run" in refusal(HEADING + LINE, "run")
