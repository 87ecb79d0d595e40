"""TWSI as context-eval lays it out: a heading, related words with counts, spans."""

import pytest

from stead.core.faults import Severity
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard, RunRow
from stead.formats import sniff
from tests.formats.made import (
    How,
    content,
    found,
    only_weights,
    quickly,
    read,
    read_gold,
    read_items,
    read_run,
    refusal,
)

HEADING = (
    "context_id\ttarget\ttarget_pos\ttarget_position\tgold_sense_ids\tpredict_sense_ids\tgolden_related\t"
    "predict_related\tcontext\n"
)
OTHER = (
    "context_id\ttarget-lemma\ttarget_POS\ttarget_position\tgold_IDs\tpredicted_IDs\tgold_related_words\t"
    "predicted_related_words\tcontext\n"
)


def line(gold: str = "lad:3, child of man:1", run: str = "man:0.5, lad:2", span: str = "2,5", **more: str) -> str:
    columns = {"id": "7", "target": "boy", "pos": "n", "context": "a boy is", **more}
    return (
        "\t".join([columns["id"], columns["target"], columns["pos"], span, "1", "2", gold, run, columns["context"]])
        + "\n"
    )


# -------------------------------------------------------------------------------------------------- what is read


@pytest.mark.parametrize("heading", [HEADING, OTHER])
def test_the_same_is_read_under_either_heading(heading: str) -> None:
    text = heading + line()
    assert read_gold(text)[0] == [GoldRow("boy.n", "7", [("lad", 3.0), ("child of man", 1.0)])]
    assert read_run(text)[0] == [RunRow("boy.n", "7", ["lad", "man"], [2.0, 0.5])]
    assert read_items(text)[0] == [Item(id="7", lexelt="boy.n", text="a boy is", start=2, end=5, language="en")]
    assert not [fault for _, report in (read_gold(text), read_run(text), read_items(text)) for fault in report]


def test_counts_make_a_gold_of_counts_and_shares_a_graded_one() -> None:
    for listed, graded in (("a:1,b:2", False), ("a:0.5", True)):
        gold, _ = read(HEADING + line(listed), "gold", How())
        assert isinstance(gold, GoldStandard)
        assert gold.graded is graded


@pytest.mark.parametrize(
    ("listed", "weights"),
    [
        ("", []),
        (" , ,", []),
        ("a:1", [("a", 1.0)]),
        ("a:1,b:2.50 ,  c:0", [("a", 1.0), ("b", 2.5), ("c", 0.0)]),
        ("12:30:4", [("12:30", 4.0)]),
        ("a : 3", [("a", 3.0)]),
        ("a:1e-3", [("a", 0.001)]),
        ("naïve:1,賢い:2", [("naïve", 1.0), ("賢い", 2.0)]),
    ],
)
def test_lists_of_words_with_counts(listed: str, weights: list[tuple[str, float]]) -> None:
    assert only_weights(HEADING + line(listed)) == weights


def test_a_word_without_a_count_counts_once_and_is_reported() -> None:
    [row], report = read_gold(HEADING + line("lad, man:2"))
    assert (row.weights, found(report)) == ([("lad", 1.0), ("man", 2.0)], [(2, Severity.REPAIRED, "weight")])
    assert read_gold(HEADING + line("lad, man:2"), policy="skip")[0][0].weights == [("man", 2.0)]


@pytest.mark.parametrize("part", ["a:", "a:x", "a:-1", "a:NaN", "a:inf", "a:1e308", "a:" + "9" * 400, "a:1:b", ":"])
def test_a_count_that_is_none_is_reported_with_its_line_and_left_out(part: str) -> None:
    [row], report = read_gold(HEADING + line(f"lad:2,{part}"))
    assert (row.weights, found(report)) == ([("lad", 2.0)], [(2, Severity.ERROR, "weight")])


def test_predictions_are_sorted_by_weight_and_ties_stay_in_order() -> None:
    [row], _ = read_run(HEADING + line(run="c:1,a:2,b:1,d:2"))
    assert (row.answers, row.scores) == (["a", "d", "c", "b"], [2.0, 2.0, 1.0, 1.0])


def test_the_context_keeps_its_blanks_since_spans_count_them() -> None:
    [item], _ = read_items(HEADING + line(span="4,7", context="  a boy is "))
    assert (item.target, item.text) == ("boy", "  a boy is ")


def test_crlf_and_a_byte_order_mark_are_read() -> None:
    text = ("\ufeff" + HEADING + line()).replace("\n", "\r\n")
    assert (len(read_gold(text)[0]), read_items(text)[0][0].text) == (1, "a boy is")


@pytest.mark.parametrize(
    "span", ["", "2", "2,", "5,2", "2,2", "-2,5", "2,9", "2.0,5", "a,b", "2,5,7", "2," + "9" * 400]
)
def test_a_span_that_is_off_is_reported_with_its_line(span: str) -> None:
    items, report = read_items(HEADING + line(span=span) + line(id="8"))
    assert ([item.id for item in items], found(report)) == (["8"], [(2, Severity.ERROR, "target")])


def test_a_span_may_have_blanks() -> None:
    assert read_items(HEADING + line(span=" 2 , 5 "))[0][0].target == "boy"


def test_a_target_without_a_part_of_speech_is_its_own_lexelt() -> None:
    assert read_gold(HEADING + line(pos=""))[0][0].lexelt == "boy"


def test_a_second_line_for_an_item_is_reported() -> None:
    text = HEADING + line() + line()
    for noun, report in (read_gold(text), read_run(text), read_items(text)):
        assert (len(noun), found(report)) == (1, [(3, Severity.ERROR, "repeated")])


@pytest.mark.parametrize("bad", ["x\n", "8\tboy\tn\t2,5\n", line(id=""), line(target=" ", id="9"), line()[:-15]])
def test_a_line_of_too_few_columns_is_reported(bad: str) -> None:
    rows, report = read_gold(HEADING + line() + bad)
    assert (len(rows), found(report)) == (1, [(3, Severity.ERROR, "malformed")])


# ----------------------------------------------------------------------------------------------------- bad files


@pytest.mark.parametrize(
    "heading", ["context_id\n", "context_id\tcontext\n", "context_id\ttarget\tcontext\n", "x\ty\n"]
)
def test_a_missing_column_is_refused_in_one_sentence(heading: str) -> None:
    for kind in ("items", "gold", "run"):
        message = refusal(heading, kind, "twsi")
        assert message.startswith("made.txt:1: expected the heading")
        assert "\n" not in message


def test_the_file_is_recognised() -> None:
    for kind in ("items", "gold", "run"):
        assert sniff(content(HEADING + line()), kind).name == "twsi"


@pytest.mark.parametrize(
    "listed",
    [
        "a" * 100_000,
        "," * 100_000,
        ":" * 100_000,
        "a:" + "1" * 100_000 + "x",
        "a:" + "1." * 50_000,
        "x:1 " * 25_000,
        "x" + " " * 100_000 + "y",
        "a:1" + " " * 100_000 + "x",
        "a,".join([" " * 1_000] * 100),
    ],
)
def test_hostile_lists_are_read_quickly(listed: str) -> None:
    with quickly():
        read_gold(HEADING + line(listed))
        read_run(HEADING + line(run=listed))
        read_items(HEADING + line(span=listed))
        read_items(HEADING + line(span=" " * 100_000 + "2"))


def test_ten_megabytes_on_one_line_are_read_quickly() -> None:
    with quickly(5):
        assert len(only_weights(HEADING + line("a:1," * 250_000))) == 250_000
        assert len(read_gold(HEADING + line(context="a boy " + "x" * 10_000_000))[0]) == 1
