"""LexMTurk, BenchLS, NNSeval: ranks of simplicity as weights."""

import pytest

from stead.core.faults import Severity
from stead.core.item import Item
from stead.core.substitutes import GoldStandard
from stead.formats import sniff
from tests.formats.made import How, content, found, only_weights, quickly, read, read_gold, read_items, refusal

LINE = "a very bright boy\tbright\t2\t1:smart\t2:clever\t2:full of light\t4:lit\n"


def test_ranks_are_turned_round_into_weights() -> None:
    assert only_weights(LINE) == [("smart", 4.0), ("clever", 3.0), ("full of light", 3.0), ("lit", 1.0)]


def test_an_item_is_named_by_its_sentence_and_word_and_the_gold_is_graded() -> None:
    gold, _ = read(LINE, "gold", How())
    assert isinstance(gold, GoldStandard)
    assert (gold.lexelts, gold.ids, gold.graded) == (["bright"], ["a very bright boy"], True)


def test_the_target_is_the_token_at_its_position() -> None:
    sentence = "bright is so bright"
    items, report = read_items(f"{sentence}\tbright\t3\t1:lit\n")
    assert items == [Item(id=sentence, lexelt="bright", text=sentence, start=13, end=19)]
    assert not report.faults


def test_the_word_may_be_part_of_its_token() -> None:
    assert read_items("so «bright», he said\tbright\t1\t1:lit\n")[0][0].start == 4


@pytest.mark.parametrize("position", ["0", "4", "-1", "x", "1.5", "", "²", "9" * 400, "9" * 5_000, "2 "])
def test_a_position_that_is_off_is_reported_with_its_line(position: str) -> None:
    text = "one two\ttwo\t1\t1:deux\n" + LINE.replace("\t2\t", f"\t{position}\t", 1)
    items, report = read_items(text, "lexmturk")
    if position == "2 ":
        assert len(items) == 2
        return
    assert [item.lexelt for item in items] == ["two"]
    assert found(report) == [(2, Severity.ERROR, "target")]


def test_the_gold_does_not_need_the_position() -> None:
    assert only_weights("a bright boy\tbright\t9\t1:lit\n") == [("lit", 1.0)]


def test_candidates_keep_their_colons_and_digits() -> None:
    assert only_weights("at noon\tnoon\t1\t1:12:00\t2:c:d\n") == [("12:00", 2.0), ("c:d", 1.0)]


@pytest.mark.parametrize(
    "column", ["smart", ":smart", "1:", "x:smart", "-1:smart", "1.5:smart", "9999999:smart", "NaN:x"]
)
def test_a_line_with_a_column_that_is_no_rank_is_left_out_whole(column: str) -> None:
    rows, report = read_gold(LINE + f"one two\ttwo\t1\t1:deux\t{column}\n")
    assert len(rows) == 1
    assert found(report) == [(2, Severity.ERROR, "malformed")]
    assert f'"{column}"' in report.faults[0].message


def test_empty_columns_tabs_at_the_end_and_crlf_make_no_candidates() -> None:
    assert only_weights("one two\ttwo\t1\t1:deux\t\t 2:zwei \t\t\r\n") == [("deux", 2.0), ("zwei", 1.0)]


@pytest.mark.parametrize("line", ["only", "one two\ttwo", "one two\ttwo\t1", "\ttwo\t1\t1:x", "one two\t\t1\t1:x"])
def test_a_line_of_too_few_columns_is_reported(line: str) -> None:
    rows, report = read_gold(LINE + line + "\n")
    assert (len(rows), found(report)) == (1, [(2, Severity.ERROR, "malformed")])


def test_a_second_line_for_an_item_is_reported() -> None:
    for noun, report in (read_gold(LINE * 2), read_items(LINE * 2)):
        assert (len(noun), found(report)) == (1, [(2, Severity.ERROR, "repeated")])


def test_ranks_need_not_begin_at_one() -> None:
    assert only_weights("one two\ttwo\t1\t3:deux\t5:zwei\t0:dos\n") == [("deux", 3.0), ("zwei", 1.0), ("dos", 6.0)]


def test_the_file_is_recognised_and_is_no_run() -> None:
    assert sniff(content(LINE), "gold").name == "lexmturk"
    assert sniff(content("\ufeff" + LINE), "items").name == "lexmturk"
    assert "not like a run" in refusal(LINE, "run")


@pytest.mark.parametrize(
    "line",
    [
        "x" * 100_000,
        "1" * 100_000,
        "a\tb\t" + "1" * 100_000 + "\t" + "1" * 100_000,
        "a\tb\t1\t" + "1:" * 50_000,
        "a\tb\t1\t" + "1:x\t" * 25_000 + ":",
        "a " * 50_000 + "\ta\t49999\t1:x",
        "\t" * 100_000,
    ],
)
def test_hostile_lines_are_read_quickly(line: str) -> None:
    for kind in ("gold", "items"):
        with quickly():
            read(LINE + line + "\n", kind, How("lexmturk"))
    with quickly():
        sniff(content(LINE[:-1] + line), "gold")


def test_ten_megabytes_on_one_line_are_read_quickly() -> None:
    with quickly(4):
        assert len(read_gold("a " * 5_000_000 + "\ta\t4999999\t1:x\n", "lexmturk")[0]) == 1
        assert read_items("a " * 5_000_000 + "\ta\t4999999\t1:x\n", "lexmturk")[0][0].start == 9_999_998
