"""`stead check`: every fault of a file, all at once."""

from pathlib import Path

import pytest

from tests.cli.running import Command, Write

FAULTY = (
    "bright.a 1 :: clever;smart\n"  # 1 clean
    "bright.a  2 :: shiny\n"  # 2 two blanks
    "nonsense\n"  # 3 no separator
    "bright.a 4 :::: lit\n"  # 4 four colons
    "# a comment\n"  # 5
    "dog.n3 :: hound\n"  # 6 glued
)


def test_a_clean_file_has_no_faults_and_status_0(stead: Command, write: Write) -> None:
    done = stead("check", "gold.txt", "run.txt")
    assert (done.status, done.err) == (0, "")
    assert done.out == "gold.txt: gold, 4 rows: no faults.\nrun.txt: run, 3 rows: no faults.\n"


def test_all_faults_are_listed_at_once_with_their_lines(stead: Command, write: Write) -> None:
    done = stead("check", write("faulty.txt", FAULTY), "--as", "run")
    assert done.status == 1
    lines = done.out.splitlines()
    assert [line.split(":")[1] for line in lines[:-1]] == ["2", "3", "4", "5", "6"]
    assert [line.split(":")[2].strip() for line in lines[:-1]].count("error") == 2
    assert lines[-1].endswith("5 faults.")


def test_a_fault_says_what_was_found_and_what_was_expected(stead: Command, write: Write) -> None:
    done = stead("check", write("faulty.txt", FAULTY), "--as", "run")
    assert 'faulty.txt:3: error: expected "bright.a 1 :: clever;smart", found "nonsense"; left out' in done.out


def test_one_faulty_file_of_many_makes_the_status_1(stead: Command, write: Write) -> None:
    write("faulty.txt", FAULTY)
    done = stead("check", "run.txt", "faulty.txt", "gold.txt")
    assert done.status == 1
    assert "run.txt: run, 3 rows: no faults." in done.out
    assert "gold.txt: gold, 4 rows: no faults." in done.out


@pytest.mark.parametrize("line", ["bright.a 1 :: clever three;", "bright.a 1 :: 3;", "bright.a 1 :: clever -3;"])
def test_a_gold_entry_without_a_usable_weight_is_a_fault(stead: Command, write: Write, line: str) -> None:
    done = stead("check", write("faulty.txt", f"dog.n 2 :: hound 2;\n{line}\n"))
    assert done.status == 1
    assert "faulty.txt:2: error:" in done.out
    assert "gold, 1 row: 1 fault." in done.out


def test_what_a_file_holds_is_found_out(stead: Command, example: Path) -> None:
    done = stead("check", "items.en.xml", "annotations.jsonl", "gold.txt", "runs/magpie.txt")
    kinds = [line.split()[1].rstrip(",") for line in done.out.splitlines()]
    assert kinds == ["items", "annotations", "gold", "run"]


def test_a_mapping_is_recognised(stead: Command, write: Write) -> None:
    done = stead("check", write("mapping.txt", "brainy(bright.a)-->clever\nquick(bright.a)-->clever\n"))
    assert done.out == "mapping.txt: mapping, 2 rules: no faults.\n"


def test_a_run_with_numbers_in_its_answers_is_still_a_run(stead: Command, write: Write) -> None:
    done = stead("check", write("numbers.txt", "bright.a 1 :: catch 22\ndog.n 2 :: hound\nrun.v 3 :: sprint\n"))
    assert done.out == "numbers.txt: run, 3 rows: no faults.\n"


@pytest.mark.parametrize("kind", ["items", "annotations", "gold", "mapping"])
def test_a_file_that_is_not_what_it_is_said_to_be_is_a_fault(stead: Command, write: Write, kind: str) -> None:
    done = stead("check", "run.txt", "--as", kind)
    assert done.status == 1
    assert "run.txt" in done.out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere.txt", "cannot be read"),
        ("folder", "cannot be read"),
        ("empty.txt", "empty"),
        ("binary.bin", "no format"),
        ("broken.xml", "well-formed"),
        ("list.txt", "no format"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence(stead: Command, write: Write, name: str, words: str) -> None:
    Path("folder").mkdir()
    write("empty.txt", "")
    write("binary.bin", bytes(range(256)))
    write("broken.xml", "<corpus><lexelt item='x.n'>")
    write("list.txt", "bright.a\ndog.n\n")
    done = stead("check", name, "gold.txt")
    assert done.status == 1
    first, second = done.out.splitlines()
    assert first.startswith(name)
    assert words in first
    assert second == "gold.txt: gold, 4 rows: no faults."


def test_what_cannot_be_recognised_is_not_called_a_bad_gold(stead: Command, write: Write) -> None:
    done = stead("check", write("list.txt", "bright.a\ndog.n\n"))
    assert "hold a gold standard" not in done.out


# ------------------------------------------------------------------------------------------- against a gold


def test_ids_are_checked_against_a_gold(stead: Command, write: Write) -> None:
    write("odd.txt", "bright.a 1 :: clever\nbright.a 1 :: smart\nbright.a 9 :: x\n")
    done = stead("check", "odd.txt", "--gold", "gold.txt")
    assert done.status == 1
    assert "the id 9 is not in the gold" in done.out
    assert "the id 1 comes a second time" in done.out
    assert "3 items of the gold without a line (2, 3, 4" in done.out
    assert "2 faults." in done.out


def test_missing_items_are_no_fault(stead: Command, write: Write) -> None:
    done = stead("check", "run.txt", "--gold", "gold.txt")
    assert done.status == 0
    assert "note: 1 item of the gold without a line (4" in done.out


def test_a_list_of_missing_items_that_is_complete_does_not_end_in_dots(stead: Command, write: Write) -> None:
    assert "(4, ...)" not in stead("check", "run.txt", "--gold", "gold.txt").out


def test_ids_that_are_unique_only_within_a_lexelt_are_not_repeated(stead: Command, write: Write) -> None:
    write("within.txt", "bar.n 1 :: pub 2;\ncross.n 1 :: rood 2;\n")
    write("answers.txt", "bar.n 1 :: pub\ncross.n 1 :: rood\n")
    done = stead("check", "answers.txt", "--gold", "within.txt")
    assert (done.status, done.out) == (0, "answers.txt: run, 2 rows: no faults.\n")


def test_what_scoring_says_of_a_run_checking_says_too(stead: Command, write: Write) -> None:
    write("gold.txt", "bar.n 1 :: pub 2;\nrood.n 2 :: cross 3;\nlone.n 3 :: only 1;\nside.n 4 :: edge 2;\n")
    write("odd.txt", "bar.v 1 :: pub\nrood.N 2 :: cross\nlone.n 3 :: only\nside.n 4 ::\n")
    done = stead("check", "odd.txt", "--gold", "gold.txt")
    scored = stead("score", "gold.txt", "odd.txt", "-m", "best")
    for message in (
        "1 of 3 scored items not answered",
        "1 id with another lexelt than in the gold, matched by id (1)",
    ):
        assert f"odd.txt: note: {message}\n" in done.out
        assert f"odd: {message}." in scored.err


def test_every_line_that_is_not_utf8_is_listed(stead: Command, write: Write) -> None:
    write("latin.txt", "thé.n 1 :: tea\nbar.n 2 :: pub\nthé.n 3 :: café\n".encode("cp1252"))
    done = stead("check", "latin.txt")
    assert done.status == 1
    assert 'latin.txt:1: error: byte 0xe9 is not valid UTF-8; left out. It looks like windows-1252 ("thé")' in done.out
    assert "latin.txt:3: error: byte 0xe9 is not valid UTF-8; left out\n" in done.out
    assert stead("check", "latin.txt", "--encoding", "cp1252").out == "latin.txt: run, 3 rows: no faults.\n"


def test_a_gold_and_a_run_can_be_in_formats_that_are_named(stead: Command, write: Write) -> None:
    write("ranked.txt", "RANKED\tbright.a 1\tclever 1.0\n")
    done = stead("check", "ranked.txt", "--gold", "gold.txt", "--gold-format", "semeval", "--run-format", "melamud")
    assert done.status == 0
    refused = stead("check", "ranked.txt", "--gold", "gold.txt", "--gold-format", "melamud")
    assert (refused.status, "the format melamud holds no gold" in refused.err) == (2, True)


def test_a_gold_that_cannot_be_read_is_said_on_standard_error(stead: Command, write: Write) -> None:
    done = stead("check", "run.txt", "--gold", "nowhere.txt")
    assert (done.status, done.out) == (1, "")
    assert "nowhere.txt: cannot be read" in done.err


def test_a_gold_in_a_format_of_its_own_can_be_compared(stead: Command, write: Write) -> None:
    write("gold.jsonl", '{"schema": "stead.gold/1"}\n{"lexelt": "bright.a", "id": "1", "weights": [["clever", 2]]}\n')
    done = stead("check", write("one.txt", "bright.a 1 :: clever\n"), "--gold", "gold.jsonl")
    assert (done.status, done.out) == (0, "one.txt: run, 1 row: no faults.\n")


# ---------------------------------------------------------------------------------------------------- usage


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        ([], "FILE"),
        (["run.txt", "--as", "answers"], "'answers'"),
        (["run.txt", "--from", "csv"], "'csv'"),
        (["run.txt", "--as", "annotations", "--from", "semeval"], "these do: stead, annotations-csv"),
    ],
)
def test_wrong_usage_is_status_2(stead: Command, write: Write, words: list[str], fragment: str) -> None:
    done = stead("check", *words)
    assert (done.status, done.out) == (2, "")
    assert fragment in done.err


def test_standard_input_is_checked(stead: Command) -> None:
    done = stead("check", "-", stdin=b"bright.a 1 :: clever\nnonsense\n")
    assert done.status == 1
    assert "-:2: error:" in done.out


def test_what_the_demo_recommends_to_check_has_something_to_show(stead: Command, example: Path) -> None:
    """`stead demo` recommends `stead check runs/parrot.txt` to see what is wrong with a file."""
    assert "repeat" in stead("check", "runs/parrot.txt").out


def test_a_letter_that_was_lost_before_is_a_fault(stead: Command, write: Write) -> None:
    done = stead("check", write("lost.txt", "dog.n 1 :: hound\ndog.n 2 :: m\N{REPLACEMENT CHARACTER}tt\n"))
    assert done.status == 1
    assert "lost.txt:2: error: holds the replacement character U+FFFD" in done.out
    assert "lost.txt: run, 1 row: 1 fault." in done.out


@pytest.mark.parametrize(("kind", "entry"), [("run", "cité;été"), ("gold", "cité 2;été 1;")])
def test_a_file_of_which_no_letter_can_be_read_is_called_what_it_is(
    stead: Command, write: Write, kind: str, entry: str
) -> None:
    done = stead("check", write("latin.txt", f"thé.n 1 :: {entry}\nthé.n 2 :: {entry}\n".encode("latin-1")))
    assert done.status == 1
    assert f"latin.txt: {kind}, 0 rows: 3 faults." in done.out


def test_a_mapping_of_which_no_letter_can_be_read_is_a_mapping(stead: Command, write: Write) -> None:
    text = "été(thé.n)-->cité\nétés(thé.n)-->cité\n"
    done = stead("check", write("latin.txt", text.encode("latin-1")))
    assert done.status == 1
    assert "latin.txt: mapping, 0 rules: 2 faults." in done.out


def test_two_spellings_of_an_item_are_a_second_line_that_is_named(stead: Command, write: Write) -> None:
    done = stead("check", write("twice.txt", "free.a 1 :: open 2;\nfree.J 1 :: clear 2;\n"))
    assert done.status == 1
    assert 'twice.txt:2: error: a second line for "free.J" "1"; left out' in done.out


def test_a_missing_item_is_named_as_in_the_gold(stead: Command, write: Write) -> None:
    write("coarse.txt", "free.J 1 :: open 2;\nfree.N 1 :: gift 2;\n")
    done = stead("check", write("some.txt", "free.n 1 :: gift\n"), "--gold", "coarse.txt")
    assert "1 item of the gold without a line (free.J 1)" in done.out
