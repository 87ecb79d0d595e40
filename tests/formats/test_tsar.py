"""TSAR-2022 and MLSP-2024: sentence, word, and annotations or predictions between tabs."""

from collections import Counter
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.core.faults import Severity, Source
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.formats import FORMATS, KINDS, load, load_any, sniff
from tests.formats.made import (
    How,
    content,
    found,
    only_answers,
    only_weights,
    quickly,
    read,
    read_gold,
    read_items,
    read_run,
    refusal,
    write_problem,
    written,
)
from tests.shared import shared

MEMORY = Source("made", "")
SENTENCE = "It is compulsory, he said."
LINE = f"{SENTENCE}\tcompulsory\tmandatory\trequired\tmandatory\tof duty\n"


# -------------------------------------------------------------------------------------------------- what is read


def test_an_annotation_weighs_how_often_it_stands() -> None:
    assert only_weights(LINE) == [("mandatory", 2.0), ("required", 1.0), ("of duty", 1.0)]


def test_annotations_are_told_apart_by_case_as_they_stand() -> None:
    assert only_weights(f"{SENTENCE}\tcompulsory\ta\tA\ta\n") == [("a", 2.0), ("A", 1.0)]


def test_predictions_stay_in_order_and_are_kept_as_often_as_they_stand() -> None:
    assert only_answers(LINE) == ["mandatory", "required", "mandatory", "of duty"]


def test_an_item_is_named_by_its_sentence_and_word() -> None:
    items, report = read_items(LINE)
    assert items == [Item(id=SENTENCE, lexelt="compulsory", text=SENTENCE, start=6, end=16)]
    assert not report.faults
    assert read_gold(LINE)[0][0][:2] == ("compulsory", SENTENCE)
    assert read_run(LINE)[0][0][:2] == ("compulsory", SENTENCE)


def test_a_gold_is_of_counts() -> None:
    gold, _ = read(LINE, "gold", How())
    assert isinstance(gold, GoldStandard)
    assert (gold.graded, gold.judges) == (False, None)


@pytest.mark.parametrize("ending", ["\r\n", "\t\t\t\n", "\t \t\r\n", "  \n", ""])
def test_line_ends_tabs_and_blanks_at_the_end_are_nothing(ending: str) -> None:
    assert only_answers(LINE[:-1] + ending) == ["mandatory", "required", "mandatory", "of duty"]


def test_empty_columns_are_nothing() -> None:
    text = f" {SENTENCE} \t compulsory\t\tmandatory\t \t required \n"
    assert only_weights(text) == [("mandatory", 1.0), ("required", 1.0)]
    assert only_answers(text) == ["mandatory", "required"]


def test_a_line_without_annotations_or_predictions_is_an_item() -> None:
    text = f"{SENTENCE}\tcompulsory\n"
    assert only_weights(text) == []
    assert only_answers(text) == []
    assert len(read_items(text)[0]) == 1


@pytest.mark.parametrize("line", ["only a sentence", "\tcompulsory\tx", f"{SENTENCE}\t\tx", "::"])
def test_a_line_without_sentence_or_word_is_reported(line: str) -> None:
    for noun, report in (
        read_gold(LINE + line, "tsar"),
        read_run(LINE + line, "tsar"),
        read_items(LINE + line, "tsar"),
    ):
        assert (len(noun), found(report)) == (1, [(2, Severity.ERROR, "malformed")])


def test_a_word_that_is_not_in_the_sentence_is_no_item_but_has_gold() -> None:
    text = LINE + f"{SENTENCE}\tobligatory\tneeded\n"
    items, report = read_items(text)
    assert (len(items), found(report)) == (1, [(2, Severity.ERROR, "target")])
    assert len(read_gold(text)[0]) == 2


def test_a_word_that_stands_twice_is_noted_and_the_first_taken() -> None:
    items, report = read_items("bright, but not too bright\tbright\n")
    assert (items[0].start, found(report)) == (0, [(1, Severity.NOTE, "target")])


def test_a_whole_word_is_preferred() -> None:
    assert read_items("Brightly bright\tbright\nunbrightly\tbright\n")[0][0].start == 9


def test_two_words_of_a_sentence_are_two_items() -> None:
    assert [row.lexelt for row in read_gold(LINE + f"{SENTENCE}\tsaid\ttold\n")[0]] == ["compulsory", "said"]


def test_a_second_line_for_an_item_is_reported_in_golds_and_items_and_left_to_scoring_in_runs() -> None:
    for noun, report in (read_gold(LINE * 2), read_items(LINE * 2)):
        assert (len(noun), found(report)) == (1, [(2, Severity.ERROR, "repeated")])
    assert len(read_run(LINE * 2)[0]) == 2


def test_faults_are_refused_if_the_policy_is_strict() -> None:
    assert "made.txt:2:" in refusal(LINE * 2, "gold", policy="strict")


# --------------------------------------------------------------------------------------------------- recognising


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        "\ufeff" + LINE,
        "\n\n" + LINE,
        LINE.replace("\n", "\r\n"),
        "彼は賢い\t賢い\t利口\n",
        "The Bright boy\tbright\tlit\n",
        "not there\tabsent\tx\n" + LINE,
        LINE + "a stray control\x02 in a sentence\tstray\n" + LINE * 3,
    ],
)
def test_files_are_recognised(text: str) -> None:
    for kind in ("items", "gold", "run"):
        assert sniff(content(text), kind).name == "tsar"


_BINARY = [
    bytes(range(256)),
    b"\x00a b\tb\tc\n",
    b"a b\tb\t\x00\n",
    b"a b\tb\n\x01\x02\x03\x04\x05",
    b"a\x01 b\tb\n",
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\t\tx",
    b"\x7fELF\x02\x01\x01\tE\t\n",
    b"PK\x03\x04\x14\t\x00\t",
]


@pytest.mark.parametrize("data", _BINARY)
def test_a_binary_file_is_in_no_format(data: bytes) -> None:
    for kind in KINDS:
        assert not FORMATS["tsar"].recognises(data.decode(errors="replace"), kind)
    with pytest.raises(BadInput, match=r"no format|a zip archive or an Office document"):
        load_any(content(data), How().options)


@pytest.mark.parametrize(
    "text", ["id\tgroup\n1\ta\n", "bright.a\t1\n", "one column\n", "\t\t\t\n", "a\t\n", "measure\tvalue\nbest\t0.5\n"]
)
def test_a_table_of_something_else_is_in_no_format(text: str) -> None:
    with pytest.raises(BadInput):
        sniff(content(text), "gold")


def test_what_begins_like_another_format_is_not_this_one() -> None:
    for line in ('{"a b": 1}\ta', "<a b>\ta", "RESULT\tRESULT", "context_id\tcontext", "a b :: b\tb", "a b\tb\t1\t1:x"):
        assert not FORMATS["tsar"].recognises(line + "\n", "run")


# ------------------------------------------------------------------------------------------------------- writing


def test_what_is_written_is_read_again() -> None:
    for kind in ("gold", "run"):
        noun, _ = read(LINE, kind, How())
        text, losses = written(noun, kind, "tsar")
        assert losses == []
        again, _ = read(text, kind, How("tsar"))
        assert list(again) == list(noun)  # type: ignore[call-overload]
    items, _ = read_items(LINE)
    assert written(items, "items", "tsar") == (f"{SENTENCE}\tcompulsory\n", [])


def gold(*weights: tuple[str, float], graded: bool | None = None, **more: object) -> GoldStandard:
    return GoldStandard.of([GoldRow("b", "a b", list(weights), **more)], MEMORY, graded=graded)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("noun", "words"),
    [
        (gold(("x", 0.5)), "not counts"),
        (gold(("x", 0.5), graded=False), "not counts"),
        (gold(("x", 2.0), graded=True), "not counts"),
        (gold(("x", 1e12)), "above 10,000"),
        (gold(("x", 10_001.0)), "above 10,000"),
        (gold(("x", float("nan")), graded=False), "not counts"),
        (gold(("x", 1.0), names=2.0), "the NAME responses"),
        (gold(("x", 1.0), ("y", 0.0)), "the substitutes of weight 0"),
        (gold(("x", 1.0), judges=[3.0]), "how many judged each substitute"),
        (gold(("x", 1.0), proficient=[True]), "which substitutes are proficient"),
        (gold(("x", 1.0), ("x", 2.0)), "equal substitutes as separate entries"),
        (gold(("", 1.0)), "cannot be written"),
        (gold((" x", 1.0)), "cannot be written"),
        (gold(("x\ty", 1.0)), "cannot be written"),
        (gold(("x\ny", 1.0)), "cannot be written"),
        (gold(("x\r", 1.0)), "cannot be written"),
    ],
)
def test_what_a_gold_would_lose_is_said(noun: GoldStandard, words: str) -> None:
    with quickly():
        assert words in write_problem(noun, "gold", "tsar")


@pytest.mark.parametrize(
    ("lexelt", "identifier"), [("", "1"), ("a.n", ""), ("a.n", "\ufeff1"), ("a\tb", "1"), ("a", "1\n")]
)
def test_an_item_that_would_be_read_otherwise_is_refused(lexelt: str, identifier: str) -> None:
    assert "cannot be written" in write_problem(Run.of([RunRow(lexelt, identifier, ["x"])], MEMORY), "run", "tsar")


def test_lost_scores_are_said() -> None:
    assert (
        write_problem(Run.of([RunRow("b", "a b", ["x"], [0.5])], MEMORY), "run", "tsar") == "the scores of the answers"
    )


def test_what_items_would_lose_is_said() -> None:
    text = "bright and bright"
    first, second = (
        Item(id=text, lexelt="bright", text=text, start=0, end=6),
        Item(id=text, lexelt="bright", text=text, start=11, end=17),
    )
    assert write_problem([first], "items", "tsar") == ""
    assert "which occurrence" in write_problem([second], "items", "tsar")
    assert "share sentence and word" in write_problem([first, second], "items", "tsar")
    assert written([first, second], "items", "tsar")[0] == f"{text}\tbright\n"
    assert "ids and lexelts" in write_problem(
        [Item(id="1", lexelt="bright.a", text=text, start=0, end=6)], "items", "tsar"
    )
    assert "languages" in write_problem(
        [Item(id=text, lexelt="bright", text=text, start=0, end=6, language="en")], "items", "tsar"
    )
    assert "cannot be written" in write_problem(
        [Item(id="1", lexelt="x", text="a\nb", start=0, end=1)], "items", "tsar"
    )


# ----------------------------------------------------------------------------------------------------- bad files


@pytest.mark.parametrize(
    "line",
    [
        "x" * 100_000,
        "\t" * 100_000,
        "a\ta\t" + "\t" * 100_000,
        "a " * 50_000 + "\ta",
        "a" * 50_000 + "\t" + "a" * 25_000,
        " " * 100_000 + "\tx\ty",
        ("(" * 50_000) + "\t(",
        "\x1b" * 100_000 + "\t\x1b",
    ],
)
def test_hostile_lines_are_read_quickly(line: str) -> None:
    for kind in ("items", "gold", "run"):
        with quickly():
            read(LINE + line + "\n", kind, How("tsar"))
    with quickly():
        FORMATS["tsar"].recognises(line, "run")


def test_ten_megabytes_on_one_line_are_read_quickly() -> None:
    with quickly(4):
        assert len(read_run(LINE[:-1] + "\tmust" * 2_000_000)[0][0].answers) == 2_000_004
        assert read_items("a " + "x" * 10_000_000 + "\ta\n", "tsar")[0][0].start == 0


def test_messages_show_controls_escaped() -> None:
    _, report = read_gold(LINE + "\x1b[2J", "tsar")
    assert "\\x1b[2J" in str(report.faults[0])


def test_bytes_that_are_not_utf8_are_reported_with_their_line() -> None:
    data = LINE.encode() + b"a caf\xe9\tcaf\xe9\tbar\n"
    assert "made.txt:2: byte 0xe9 is not valid UTF-8" in refusal(data, "gold")
    rows, report = read_gold(data, policy="skip")
    assert (len(rows), found(report)) == (1, [(2, Severity.ERROR, "encoding")])


# ------------------------------------------------------------------------------------------------ the real files


def real(name: str) -> Path:
    return shared("parity", "tsar", name, what="the TSAR-2022 data")


@pytest.mark.parametrize(("language", "count"), [("en", 10), ("es", 12), ("pt", 10)])
def test_the_trial_data_are_read_without_a_fault(language: str, count: int) -> None:
    path = real(f"tsar2022_{language}_trial_gold.tsv")
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    gold, report = load(path, "gold")
    items, item_report = load(path, "items")
    assert (len(gold), len(items), report.faults, item_report.of(Severity.ERROR)) == (count, count, [], [])
    assert [dict(row.weights) for row in gold] == [dict(Counter(filter(None, line[2:]))) for line in lines]
    bare, report = load(real(f"tsar2022_{language}_trial_none.tsv"), "items")
    assert [(item.text, item.target) for item in bare] == [(item.text, item.target) for item in items]
    assert report.of(Severity.ERROR) == []


@pytest.mark.parametrize(
    ("name", "count"),
    [
        *(("run_en_clean", 10), ("run_en_quirks", 9), ("run_es_clean", 12), ("run_es_quirks", 10)),
        *(("run_pt_clean", 10), ("run_pt_quirks", 9)),
    ],
)
def test_the_runs_are_read_without_a_fault(name: str, count: int) -> None:
    path = real(f"{name}.tsv")
    run, report = load(path, "run")
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    assert (len(run), report.faults) == (count, [])
    assert [row.answers for row in run] == [[each.strip() for each in line[2:] if each.strip()] for line in lines]


# ----------------------------------------------------------------------------------- targets in another form


@pytest.mark.parametrize(
    ("word", "sentence", "target"),
    [
        ("notifique", "Notifique a su banco.", "Notifique"),
        ("toben", "In der Partei tobten Kontroversen.", "tobten"),
        ("avisieren", "Um die avisierte Vereinigung ging es.", "avisierte"),
        ("nominieren", "Er wurde nominiert.", "nominiert"),
    ],
)
def test_a_target_in_other_case_or_a_weak_form_of_a_german_verb_is_taken_and_noted(
    word: str, sentence: str, target: str
) -> None:
    items, report = read_items(f"{sentence}\t{word}\tx\n", "tsar")
    assert [(item.lexelt, item.target) for item in items] == [(word, target)]
    assert [(fault.severity, fault.kind) for fault in report] == [(Severity.NOTE, "target")]
    assert target in next(iter(report)).message


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("aufgreifen", "Sie wurden in den Straßen aufgegriffen."),  # a strong verb
        ("toben", "Es tobte, und es tobt noch."),  # which of them?
        ("geben", "Das Gebet half."),
        ("keen", "He kept it."),
    ],
)
def test_a_target_that_is_not_certain_is_left_out_with_the_reason(word: str, sentence: str) -> None:
    items, report = read_items(f"{sentence}\t{word}\tx\n", "tsar")
    assert items == []
    assert [(fault.severity, fault.kind) for fault in report] == [(Severity.ERROR, "target")]
