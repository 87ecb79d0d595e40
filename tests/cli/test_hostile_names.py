"""Names and ids come from strangers: they must not move the cursor, hide themselves, or break the output."""

import os

import pytest

from tests.cli.running import GOLD, RUN, Command, Write

ESCAPE = "\x1b[31m"
FORMATS = ["text", "markdown", "latex", "tsv", "json"]
FOR_PEOPLE = ["text", "markdown", "latex"]


def is_clean(text: str) -> bool:
    return all(character.isprintable() or character in "\n\t" for character in text)


def test_the_check_itself() -> None:
    assert is_clean("a\tb\nç─")
    assert not is_clean(ESCAPE)
    assert not is_clean("\u202egnirts")


@pytest.mark.parametrize("per_item", [[], ["--per-item"]], ids=["averages", "per item"])
@pytest.mark.parametrize("format", FOR_PEOPLE)
def test_control_characters_in_the_name_of_a_run_are_made_visible(
    stead: Command, write: Write, format: str, per_item: list[str]
) -> None:
    name = write(f"a{ESCAPE}b\u202ec.txt", RUN)
    done = stead("score", "gold.txt", name, "-m", "best", "--format", format, *per_item)
    assert done.status == 0
    assert is_clean(done.out), ascii(done.out)


@pytest.mark.parametrize("format", FOR_PEOPLE)
def test_control_characters_in_the_name_of_a_gold_are_made_visible(stead: Command, write: Write, format: str) -> None:
    done = stead("score", write(f"a{ESCAPE}b.txt", GOLD), "run.txt", "-m", "best", "--format", format)
    assert done.status == 0
    assert is_clean(done.out), ascii(done.out)


@pytest.mark.parametrize("format", FOR_PEOPLE)
def test_control_characters_in_ids_and_lexelts_are_made_visible(stead: Command, write: Write, format: str) -> None:
    write("odd.txt", f"bri{ESCAPE}ght.a i{ESCAPE}1 :: clever 2;\n")
    write("answers.txt", f"bri{ESCAPE}ght.a i{ESCAPE}1 :: clever\n")
    done = stead("score", "odd.txt", "answers.txt", "-m", "best", "--per-item", "--format", format)
    assert done.status == 0
    assert is_clean(done.out), ascii(done.out)


def test_control_characters_in_groups_are_made_visible(stead: Command, write: Write) -> None:
    write("genre.tsv", f"1\t{ESCAPE}news\n")
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--by", "genre.tsv")
    assert is_clean(done.out), ascii(done.out)


def test_words_about_ids_are_clean(stead: Command, write: Write) -> None:
    write("odd.txt", f"bright.a 1 :: clever\nbright.a {ESCAPE}9 :: clever\n")
    done = stead("score", "gold.txt", "odd.txt", "-m", "best")
    assert "not in the gold" in done.err
    assert is_clean(done.err), ascii(done.err)


def test_words_about_other_ids_are_clean(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", write("odd.txt", f"bright.a {ESCAPE}9 :: clever\n"))
    assert done.status == 1
    assert is_clean(done.err), ascii(done.err)


def test_words_about_files_are_clean(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", f"no{ESCAPE}where.txt")
    assert done.status == 1
    assert is_clean(done.err), ascii(done.err)


def test_faults_of_ids_are_clean(stead: Command, write: Write) -> None:
    write("odd.txt", f"bright.a 1 :: clever\nbright.a {ESCAPE}9 :: clever\n")
    done = stead("check", "odd.txt", "--gold", "gold.txt")
    assert "not in the gold" in done.out
    assert is_clean(done.out), ascii(done.out)


def test_faults_of_lines_are_clean(stead: Command, write: Write) -> None:
    done = stead("check", write("odd.txt", f"bright.a 1 :: clever\n{ESCAPE}nonsense\n"))
    assert done.status == 1
    assert is_clean(done.out), ascii(done.out)


def test_faults_of_repeated_lines_are_clean(stead: Command, write: Write) -> None:
    line = f"bright.a {ESCAPE}1 :: clever 2;\n"
    done = stead("check", write("odd.txt", line + line))
    assert done.status == 1
    assert is_clean(done.out), ascii(done.out)


@pytest.mark.parametrize("words", [[name] for name in FORMATS] + [["text", "--per-item"]], ids=" ".join)
def test_a_file_whose_name_is_not_utf_8_is_no_traceback(stead: Command, write: Write, words: list[str]) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    try:
        write(name, RUN)
    except OSError:
        pytest.skip("needs a file system that takes any bytes as a name")
    done = stead("score", "gold.txt", name, "-m", "best", "--format", *words)
    assert (done.status, done.err) == (0, "")


def test_a_lone_surrogate_in_an_id_is_no_traceback(stead: Command, write: Write) -> None:
    record = '{"lexelt": "bright.a", "id": "\\ud800", '
    write("odd.jsonl", '{"schema": "stead.gold/1"}\n' + record + '"weights": [["clever", 2]]}\n')
    write("answers.jsonl", '{"schema": "stead.run/1"}\n' + record + '"answers": ["clever"]}\n')
    for name in FORMATS:
        words = ["odd.jsonl", "answers.jsonl", "-m", "best", "--per-item", "--format", name]
        assert stead("score", *words).status in {0, 1}


def test_a_run_called_ceiling_is_not_taken_for_the_ceiling(stead: Command, write: Write) -> None:
    path = write("a/ceiling.txt", RUN)
    refused = stead("score", "gold.txt", path, "-m", "best")
    assert (refused.status, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert "a run cannot be called ceiling" in refused.err
    assert stead("score", "gold.txt", f"mine={path}", "-m", "best").status == 0


def test_names_in_any_script_are_kept(stead: Command, write: Write) -> None:
    for name in ("日本語", "עברית", "ελληνικά", "naïve café"):
        assert name in stead("score", "gold.txt", write(f"{name}.txt", RUN), "-m", "best").out


def test_a_name_that_begins_with_a_dash_can_be_given_behind_two(stead: Command, write: Write) -> None:
    write("-odd.txt", RUN)
    assert stead("score", "-m", "best", "--", "gold.txt", "-odd.txt").status == 0


@pytest.mark.parametrize("format", FOR_PEOPLE)
def test_control_characters_in_golds_that_are_described_and_compared_are_made_visible(
    stead: Command, write: Write, format: str
) -> None:
    name = write(f"a{ESCAPE}b.txt", f"bri{ESCAPE}ght.a i{ESCAPE}1 :: cle{ESCAPE}ver 2;\n")
    for words in (["stats", name], ["diff", "gold.txt", name], ["diff", name, "gold.txt"]):
        done = stead("gold", *words, "--format", format)
        assert done.status == 0
        assert is_clean(done.out), ascii(done.out)


def test_control_characters_in_the_names_of_annotators_are_made_visible(stead: Command, write: Write) -> None:
    rows = [
        f'{{"lexelt": "a.n", "id": "1", "annotator": "{who}\\u001b[31m\\u202e", "substitutes": ["x"]}}' for who in "pq"
    ]
    write("a.jsonl", "\n".join(['{"schema": "stead.annotations/1"}', *rows, ""]))
    assert stead("gold", "make", "a.jsonl", "-o", "made.txt", "--data-sheet", "sheet").status == 0
    with open("sheet.md", encoding="utf-8") as page:  # noqa: PTH123
        assert is_clean(page.read())
