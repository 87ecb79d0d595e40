"""The runner of documentation is itself run, on small pages made up for it."""

import sys
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLES
from tests.docs.markdown import Block, Page, blocks, is_left_to_ci, matches, steps


@pytest.fixture
def example(tmp_path: Path) -> Path:
    folder = tmp_path / "example"
    (folder / "runs").mkdir(parents=True)
    (folder / "runs" / "a.txt").write_text("a\n", encoding="utf-8")
    return folder


def problems(text: str, tmp_path: Path, example: Path) -> list[str]:
    path = tmp_path / "page.md"
    path.write_text(text, encoding="utf-8")
    return Page(path, tmp_path / "folder", example).run()


def console(*lines: str, info: str = "console") -> str:
    return "\n".join(["text", "", f"```{info}", *lines, "```", "", "more text", ""])


def test_blocks_are_found_with_their_info_and_line() -> None:
    text = "# A\n\n```console exit=1\n$ false\n```\n\n- item\n\n  ```python\n  x = 1\n    y\n  ```\n\n~~~~\n```\n~~~~\n"
    assert list(blocks(text)) == [
        Block("console exit=1", ["$ false"], 4),
        Block("python", ["x = 1", "  y"], 10),
        Block("", ["```"], 15),
    ]


def test_a_block_that_is_never_closed_is_an_error() -> None:
    with pytest.raises(ValueError, match="line 2 is never closed"):
        list(blocks("text\n```console\n$ true\n"))


def test_commands_and_their_output_are_told_apart() -> None:
    (block,) = blocks(console("$ one \\", ">   more", "a", "", "b", "", "$ two", "$ three", "> c"))
    assert [(step.command, step.expected) for step in steps(block)] == [
        ("one \\\n  more", ["a", "", "b"]),
        ("two", []),
        ("three", ["> c"]),
    ]
    assert [step.line for step in steps(block)] == [4, 10, 11]


def test_output_without_a_command_is_an_error() -> None:
    (block,) = blocks(console("no command"))
    with pytest.raises(ValueError, match="line 4: output without a command"):
        steps(block)


@pytest.mark.parametrize(
    ("expected", "shown", "same"),
    [
        (["a"], ["a"], True),
        (["a"], ["b"], False),
        (["a"], ["a", "b"], False),
        (["a", "b"], ["a"], False),
        (["..."], [], True),
        (["..."], ["a", "b"], True),
        (["...", "b"], ["a", "b"], True),
        (["...", "b"], ["a", "b", "c"], False),
        (["a", "...", "c", "..."], ["a", "b", "b", "c", "d"], True),
        (["a", "...", "c"], ["a", "c"], True),
        (["a", "...", "c"], ["a", "b"], False),
        (["...", "b", "..."], ["a", "b", "a", "b", "c"], True),
        (["a ..."], ["a b"], False),
        (["a", "...", "a"], ["a"], False),
        (["...", "x", "y", "...", "x", "..."], ["x", "x", "y", "x"], True),
        (["..."] * 20 + ["z"], ["a"] * 2000, False),
    ],
)
def test_output_is_compared_line_by_line(expected: list[str], shown: list[str], same: bool) -> None:
    assert matches(expected, shown) is same


def test_the_right_output_is_no_problem(tmp_path: Path, example: Path) -> None:
    text = console("$ echo one; echo two", "one", "two", "$ printf 'a  \\n\\nb\\n\\n'", "a", "", "b")
    assert problems(text, tmp_path, example) == []


def test_the_wrong_output_is_shown_with_its_place(tmp_path: Path, example: Path) -> None:
    (problem,) = problems(console("$ echo two", "one"), tmp_path, example)
    assert problem.startswith("page.md:4: $ echo two\n")
    assert "expected:\none\n" in problem
    assert "shown:\ntwo\n" in problem


def test_every_problem_of_a_page_is_found(tmp_path: Path, example: Path) -> None:
    assert len(problems(console("$ echo two", "one", "$ false") + console("$ false"), tmp_path, example)) == 3


def test_both_streams_are_shown_as_on_a_terminal(tmp_path: Path, example: Path) -> None:
    assert problems(console("$ echo words >&2; echo result", "words", "result"), tmp_path, example) == []


def test_a_command_without_output_only_has_to_succeed(tmp_path: Path, example: Path) -> None:
    assert problems(console("$ echo anything"), tmp_path, example) == []
    (problem,) = problems(console("$ echo anything; false"), tmp_path, example)
    assert "exit status 1, expected 0" in problem


def test_a_command_with_the_right_output_has_to_succeed_too(tmp_path: Path, example: Path) -> None:
    (problem,) = problems(console("$ echo one; exit 3", "one"), tmp_path, example)
    assert "exit status 3, expected 0" in problem


def test_the_last_command_has_to_exit_as_the_block_says(tmp_path: Path, example: Path) -> None:
    assert problems(console("$ true", "$ false", info="console exit=1"), tmp_path, example) == []
    assert len(problems(console("$ true", info="console exit=1"), tmp_path, example)) == 1
    assert len(problems(console("$ false", "$ false", info="console exit=1"), tmp_path, example)) == 1


def test_commands_find_the_example(tmp_path: Path, example: Path) -> None:
    assert problems(console("$ cat runs/*.txt", "a"), tmp_path, example) == []


def test_the_interpreter_of_the_tests_comes_first(tmp_path: Path, example: Path) -> None:
    text = console("$ python -c 'import sys; print(sys.executable)'", str(Path(sys.executable).with_name("python")))
    assert problems(text, tmp_path, example) == []


def test_files_stay_for_the_whole_page_but_each_block_begins_at_the_top(tmp_path: Path, example: Path) -> None:
    text = console("$ mkdir new", "$ cd new", "$ echo x > y") + console("$ ls new", "y", "$ ls runs", "a.txt")
    assert problems(text, tmp_path, example) == []


def test_a_command_finds_nothing_on_standard_input(tmp_path: Path, example: Path) -> None:
    assert problems(console("$ cat; echo end", "end"), tmp_path, example) == []


@pytest.mark.parametrize("command", ["make demo", "make", "pip install .", "python -m pip install -e '.[dev]'"])
def test_what_ci_does_itself_is_left_to_it(command: str) -> None:
    (block,) = blocks(console(f"$ {command}"))
    assert is_left_to_ci(block)


@pytest.mark.parametrize(
    "command", ["stead demo", "stead gold make a", "echo makes", "pip list", "stead score a b --maker"]
)
def test_other_commands_are_not_left_to_ci(command: str) -> None:
    (block,) = blocks(console(f"$ {command}"))
    assert not is_left_to_ci(block)


def test_blocks_in_other_languages_are_text(tmp_path: Path, example: Path) -> None:
    assert problems("```\n$ false\n```\n\n```xml\n<a/>\n```\n", tmp_path, example) == []


def test_python_without_prompts_is_a_program(tmp_path: Path, example: Path) -> None:
    first = "```python\nfrom pathlib import Path\nx = Path('runs/a.txt').read_text()\n```\n\n"
    assert problems(first + "```python\nassert x == 'a\\n'\n```\n", tmp_path, example) == []
    (problem,) = problems("```python\n1 / 0\n```\n", tmp_path, example)
    assert problem == "page.md:2: ZeroDivisionError: division by zero"


def test_python_with_prompts_is_a_doctest(tmp_path: Path, example: Path) -> None:
    right = "```python\n>>> x = 1\n>>> x + 1\n2\n```\n\n```python\n>>> [x, 'and so on']\n[1, ...]\n```\n"
    assert problems(right, tmp_path, example) == []
    (problem,) = problems("```python\n>>> 1 + 1\n3\n```\n", tmp_path, example)
    assert "Expected:\n    3\nGot:\n    2\n" in problem


SERVER = """
import sys, time
print("served at http://127.0.0.1:1 now", sys.argv[1:], flush=True)
time.sleep(60)
"""


def test_a_server_runs_until_the_page_ends_and_others_find_it(tmp_path: Path, example: Path) -> None:
    (example / "server.py").write_text(SERVER, encoding="utf-8")
    served = console("$ python server.py", info="console serves")
    assert problems(served + console("$ echo $SERVER", "http://127.0.0.1:1") + served, tmp_path, example) == []


def test_a_server_that_does_not_start_is_a_problem(tmp_path: Path, example: Path) -> None:
    (problem,) = problems(console("$ python absent.py", info="console serves"), tmp_path, example)
    assert "is not served" in problem
    assert "absent.py" in problem


def test_a_block_that_needs_what_is_not_there_is_left_out(tmp_path: Path, example: Path) -> None:
    assert problems(console("$ false", info="console needs=no-such-resource"), tmp_path, example) == []


def test_the_files_of_a_page_are_there(tmp_path: Path, example: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "own.txt").write_text("own\n", encoding="utf-8")
    assert problems(console("$ cat own.txt", "own"), tmp_path, example) == []


@pytest.mark.parametrize(
    "command",
    [
        "stead score gold.txt runs/*.txt \\\n    -m best",
        "cd runs && stead check parrot.txt 'no such file.txt'",
        "stead measures --wrong",
    ],
)
def test_stead_alone_does_in_this_process_what_it_does_in_a_shell(command: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    here, shell = Page(page, tmp_path / "here", EXAMPLES), Page(page, tmp_path / "shell", EXAMPLES, cold=True)
    status, shown, folder = here._run_command(command, here.folder)
    assert (status, shown, tmp_path / "shell" / folder.relative_to(here.folder)) == shell._run_command(
        command, shell.folder
    )
