"""Small files: which defect did it, item by item."""

import pytest

from stead import BadInput
from stead.official.explain import ItemShare
from stead.official.program_input import Task
from tests.official.explaining.made import GOLD, causes, explained


def test_an_item_has_both_verdicts_and_its_causes() -> None:
    (item,) = explained("bright.a 1 :: smart; clever\n").items
    assert (item.lexelt, item.id, item.causes) == ("bright.a", "1", ("untrimmed-guess",))
    assert item.official == {"best": ItemShare(1, 1, 0.125), "best-mode": ItemShare(1, 1, 0)}
    assert item.corrected == {"best": ItemShare(1, 1, 0.5), "best-mode": ItemShare(1, 1, 0)}


def test_a_cause_says_on_how_many_items_it_acted_and_how_far_the_figures_move() -> None:
    differences = explained("bright.a 1 :: smart; clever\nbright.a 2 :: Shiny\n")
    assert [(cause.name, cause.case, cause.items) for cause in differences.causes] == [
        ("untrimmed-guess", "space_after_semicolon_best", 1),
        ("case", "capital_best", 1),
    ]
    assert differences.causes[0].moves["best"] == {"P": 0.1875, "R": 0.1875}
    assert differences.causes[1].moves == {"best": {"P": 0.25, "R": 0.25}, "best-mode": {"P": 0.5, "R": 0.5}}


def test_an_item_may_have_several_causes_in_the_order_of_the_walk() -> None:
    (item,) = explained("bright.a 1 ::: Smart;smart; lit;clever\r\n", task="oot").items
    assert item.causes == ("carriage-return", "case", "repeated-guess")


def test_defects_that_cancel_each_other_out_leave_no_difference() -> None:
    differences = explained("bright.a 1 ::: Smart;smart\n", task="oot")
    assert causes(differences) == {"case", "repeated-guess"}
    assert differences.items == ()


def test_items_stand_in_the_order_of_the_gold() -> None:
    run = "bright.a 2 :: Shiny\nbright.a 1 :: Clever\n"
    assert [item.id for item in explained(run).items] == ["1", "2"]


@pytest.mark.parametrize(
    ("gold", "run", "cause"),
    [
        ("a.n 1 :: cat 2;dog 0;\n", "a.n 1 :: cat\n", None),
        ("a.n 1 :: cat 1;dog 0;\n", "a.n 1 :: cat\n", "zero-count"),
        ("a.n 1 :: cat 0;dog 0;\n", "a.n 1 :: cat\n", "zero-count"),
        ("a.n 1 :: cat 2.5;dog 1;\n", "a.n 1 :: cat\n", "decimal-weight"),
        ("a.n 1 :: cat 2;\nb.n 1 :: dog 2;\n", "a.n 1 :: cat\nb.n 1 :: dog\n", "shared-id"),
        ("a.n 1 :: cat 2;\na.n 1 :: dog 2;\n", "a.n 1 :: cat\n", "line-form"),
        ("a.n 1 :: cat 2;dog;\n", "a.n 1 :: cat\n", "line-form"),
        ("a.n 1 :: cat 2;\n", "a.n 1 ::\na.n 1 :: cat\n", "line-form"),
        ("a.n 1 :: cat 2;\n", "# 1 :: dog\na.n 1 :: cat\n", "line-form"),
        ("a.n 1 :: look  up 2;\n", "a.n 1 :: look up\n", "double-space"),
        ("a.n 1 :: look up 2;\n", "a.n 1 :: look  up\n", "double-space"),
        ("a.n 1 :: caf\u00e9 2;\n", "a.n 1 :: cafe\u0301\n", "odd-characters"),
        ("a.n 1 ::: cat 2;\n", "a.n 1 :: cat\n", "line-form"),
        ("a.n 1 :: cat 2;\n", "a.n :: :: cat\na.n 1 :: cat\n", None),
        ("free.J 1 :: cat 2;\nfree.N 1 :: dog 2;\n", "free.a 1 :: cat\nfree.n 1 :: dog\n", "shared-id"),
        ("caf\u00e9.n 1 :: cat 2;\na.n 1 :: dog 2;\n", "cafe\u0301.n 1 :: cat\na.n 1 :: dog\n", "shared-id"),
        (f"a.n 1 :: cat {'9' * 5000};dog 2;\n", "a.n 1 :: dog\n", "line-form"),
    ],
)
def test_oddities_that_the_kit_does_not_have(gold: str, run: str, cause: str | None) -> None:
    safe = "safe.n 0 :: sure 2;\n", b"safe.n 0 :: sure\n"
    found = causes(explained(safe[1] + run.encode(), safe[0] + gold))
    assert (cause in found) if cause else not found
    assert "unexplained" not in found


def test_an_id_of_which_the_program_takes_a_part_is_no_obstacle() -> None:
    differences = explained("a.n 1:: :: look up\na.n 2 :: get on\n", "a.n 1 :: look up 2;\na.n 2 :: get on 2;\n", "mw")
    assert "unexplained" not in causes(differences)


def test_of_several_multiwords_the_first_counts() -> None:
    gold = "a.n 1 :: look up 2;\n"
    (item,) = explained("a.n 1 :: look up;look out\n", gold, "mw").items
    assert item.causes == ("semicolon",)


def test_a_death_in_the_middle_is_said_and_the_rest_is_compared() -> None:
    gold = "a.n 1 :: cat 0;dog 0;\nb.n 2 :: owl 2;\n"
    differences = explained("a.n 1 :: cat\nb.n 2 :: owl\n", gold)
    assert "the counts of item 1 add up to 0" in differences.notes[0]
    assert causes(differences) == {"zero-count"}
    assert [item.id for item in differences.items] == ["2", "1"]  # stead does not score item 1


def test_lines_left_out_are_a_note() -> None:
    (note,) = explained("bright.a 1 :: clever\nbright.a 2 : shiny\n").notes
    assert note.startswith("run.txt: stead leaves out malformed lines (1 fault), as the official program")


@pytest.mark.parametrize("task", ["best", "oot", "mw"])
def test_ids_and_lexelts_may_be_in_any_script(task: Task) -> None:
    separator = ":::" if task == "oot" else "::"
    gold = GOLD.replace("bright.a 1", "schön.a é1")
    (item,) = explained(f"schön.a é1 {separator} Clever\nbright.a 2 {separator} shiny\n", gold, task).items
    assert (item.lexelt, item.id) == ("schön.a", "é1")


def test_other_encodings_and_line_ends_are_read() -> None:
    run = "bright.a 1 :: clever\nbright.a 2 :: shiny\n"
    assert causes(explained(run.encode("utf-16"))) == {"line-form"}
    assert causes(explained(run.replace("\n", "\r"))) == {"line-form"}
    assert causes(explained(b"\xef\xbb\xbf" + run.encode())) == set()


def test_a_file_in_another_encoding_is_refused() -> None:
    with pytest.raises(BadInput, match=r"run.txt:2: not UTF-8 \(byte 0xe9\); save it as UTF-8, since"):
        explained(b"bright.a 1 :: clever\nbright.a 2 :: caf\xe9\n")


def test_a_run_of_nobody_knows_what_is_refused() -> None:
    with pytest.raises(BadInput, match="official program stops here"):
        explained("bright.a 7 :: clever\n")
