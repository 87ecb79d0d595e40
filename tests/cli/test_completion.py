"""`stead completion`: what can follow a line, and the scripts in real shells."""

import os
import pty
import re
import select
import shutil
import subprocess
from pathlib import Path

import pytest

from stead.cli import COMMANDS, choices
from stead.cli.completion import SCRIPTS, complete
from stead.resources import RESOURCES
from tests.cli.running import SCRIPTS as INSTALLED
from tests.cli.running import Command
from tests.test_public_surface import modules_after


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("stead ", [*COMMANDS]),
        ("stead --v", ["--version"]),
        ("stead sco", ["score"]),
        ("stead gold m", ["make"]),
        ("stead datasets ", ["list", "get", "path", "cite", "verify"]),
        ("stead datasets --f", ["--format"]),  # of the action that is meant
        ("stead campaign users i", ["import"]),
        ("stead score --mea", ["--measures"]),
        ("stead score gold.txt run.txt --preset ", [*choices.PRESETS, "none"]),
        ("stead score --preset=se", ["--preset=semeval2007", "--preset=semdis"]),
        ("stead score gold.txt --from ", ["auto", *choices.FORMATS]),
        ("stead score gold.txt run.txt -m best-", ["best-mode"]),
        ("stead score gold.txt run.txt -m oot@10,best,best", ["oot@10,best,best-mode"]),
        ("stead score --match le", ["lenient"]),
        ("stead run mul", ["multiword"]),
        ("stead suggest 'They lost the [match].' --system fi", ["fine", "finest"]),
        ("stead systems d", ["dictionary", "distributional"]),
        ("stead measures jab", ["jabbari-best", "jabbari-best1", "jabbari"]),
        ("stead resources get wordnet ", [*RESOURCES]),
        ("stead datasets get alex", ["alexsis", "alexsis:es"]),
        ("stead reproduce eva", ["evalita2009", "evalita2009:example"]),
        ("stead completion ", ["bash", "zsh", "fish"]),
        ("stead completion bash --", ["--help"]),  # what the scripts use is hidden
        ("stead demo ", ["-h", "--help", "--copy", "--report", "--study"]),
    ],
)
def test_names_are_completed(line: str, words: list[str]) -> None:
    assert complete(line) == (words, False)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("stead score swords:", ["swords:dev", "swords:test"]),
        ("stead score 'swords:", ["swords:dev", "swords:test"]),
        ("stead run wordnet swo", ["swords:dev", "swords:test"]),
        ("stead leaderboard runs --gold=alex", ["--gold=alexsis:es"]),
        ("stead score swords:dev ", []),
        ("stead score swords:dev one.txt two.txt ", []),
        ("stead score swords:dev run.txt --ids ", []),
        ("stead study --gold1 a --gold2 b --runs one two ", []),
        ("stead official ", []),
        ("stead check my\\ gol", []),
    ],
)
def test_elsewhere_are_files_and_where_data_is_read_data_sets_too(line: str, words: list[str]) -> None:
    assert complete(line) == (words, True)


@pytest.mark.parametrize(
    "line", ["stead socre x ", "stead score --min-responses ", "stead score --socre=", "stead 'a\"b"]
)
def test_nothing_is_proposed_for_nonsense_and_numbers(line: str) -> None:
    words, files = complete(line)
    assert not [word for word in words if not word.startswith("-")]
    assert not files


def test_completing_imports_nothing_heavy() -> None:
    call = "main(['completion', 'bash', '--line', 'stead score swords:dev run.txt -m best,'])"
    assert not {"numpy", "stead.api", "stead.datasets", "stead.measures"} & modules_after(
        f"from stead.cli import main; {call}"
    )


def test_an_unknown_shell_is_answered_with_those_there_are(stead: Command) -> None:
    done = stead("completion", "tcsh")
    assert done.status == 2
    assert all(name in done.err for name in SCRIPTS)


# --------------------------------------------------------------------------------------------------- in real shells

LINES = ("stead sco", "stead score gold", "stead score swords:d", "stead score g.txt -m best,oot-m", "stead demo x")
EXPECTED = ["score", "gold here.txt", "swords:dev", "best,oot-mode", ""]


def completed(shell: str, program: str, folder: Path) -> list[str]:
    """What a program for a shell prints, which sources the script and completes each of `LINES`: a line for each."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (folder / "gold here.txt").touch()
    done = subprocess.run(
        [shell, "-c", program, *LINES],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PATH": f"{INSTALLED}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)},
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_bash_completes(tmp_path: Path) -> None:
    """Of a word with a colon, readline replaces what follows; it completes files itself if the function finds none."""
    program = """
        eval "$(stead completion bash)"
        for line in "$0" "$@"; do
            COMP_LINE=$line COMP_POINT=${#line} default=yes last=${line##* }
            compopt() { default=no; }
            _stead stead "${last##*:}"
            [[ $default = yes && ${#COMPREPLY[@]} = 0 ]] && COMPREPLY=($(compgen -f -- "$last"))
            echo "${COMPREPLY[*]}"
        done
    """
    assert completed("bash", program, tmp_path) == [
        "score",
        "gold here.txt",
        "dev",
        "best,oot-mode",
        "",
    ]


def test_zsh_completes(tmp_path: Path) -> None:
    """As somebody types in a terminal: a line, the tabulator, and a key that prints what the line has become."""
    if shutil.which("zsh") is None:
        pytest.skip("zsh is not installed")
    (tmp_path / "gold here.txt").touch()
    program = """
        autoload -U compinit; compinit -D -u
        eval "$(stead completion zsh)"
        show() { zle -I; print -r -- "<$BUFFER>"; BUFFER= }
        zle -N show; bindkey '^X' show
    """
    (tmp_path / ".zshrc").write_text(program, encoding="utf-8")
    path = f"{INSTALLED}{os.pathsep}{os.environ['PATH']}"
    terminal, shell = pty.openpty()
    process = subprocess.Popen(
        ["zsh", "-i"],
        stdin=shell,
        stdout=shell,
        stderr=shell,
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "ZDOTDIR": str(tmp_path), "TERM": "dumb"},
        start_new_session=True,
    )
    try:
        lines = [typed(terminal, f"{line}\t\x18") for line in LINES]
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
        os.close(shell)
    assert lines == [
        "stead score ",
        r"stead score gold\ here.txt ",
        "stead score swords:dev ",
        "stead score g.txt -m best,oot-mode ",
        "stead demo x",
    ]


def typed(terminal: int, keys: str) -> str:
    """Type keys, and give what the shell then prints in angle brackets; nothing if it prints nothing for long."""
    os.write(terminal, keys.encode())
    shown = b""
    output = select.poll()  # `select` takes no large numbers of files
    output.register(terminal, select.POLLIN)
    while not (line := re.search(rb"^<(.*)>\r$", shown, re.MULTILINE)):
        if not output.poll(60_000):
            return ""
        shown += os.read(terminal, 1 << 16)
    return line[1].decode()


def test_fish_completes(tmp_path: Path) -> None:
    program = """
        stead completion fish | source
        for line in $argv
            echo (complete -C $line | string replace -r '\\t.*' '')
        end
    """
    assert completed("fish", program, tmp_path) == EXPECTED
