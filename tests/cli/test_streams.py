"""Results to standard output, words to standard error; pipes, packing, encodings, and the same bytes every time."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLES, SCRIPTS, Command, Write, run_into_closed_pipe, run_script

FULL_DISK = Path("/dev/full")


def test_results_and_words_are_kept_apart(stead: Command, example: Path) -> None:
    done = stead("score", "gold.txt", "runs/napper.txt", "runs/parrot.txt", "-m", "best")
    assert "stead: napper: 22 of 67 scored items not answered.\n" in done.err
    assert "stead: parrot: 186 repeated answers" in done.err
    assert "stead: " not in done.out
    assert all(line.startswith("stead: ") for line in done.err.splitlines())


def test_a_clean_run_has_nothing_to_say(stead: Command, example: Path) -> None:
    assert stead("score", "gold.txt", "runs/careful.txt").err == ""


@pytest.mark.parametrize("format", ["json", "tsv", "csv", "markdown", "latex"])
def test_words_never_get_into_a_result_for_programs(stead: Command, example: Path, format: str) -> None:
    done = stead("score", "gold.txt", "runs/napper.txt", "-m", "best", "--format", format)
    assert "not answered" in done.err
    assert "not answered" not in done.out


# -------------------------------------------------------------------------------------------- where input is


def test_a_run_is_read_from_standard_input(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "-", "-m", "best", "--format", "tsv", stdin=Path("run.txt").read_bytes())
    plain = stead("score", "gold.txt", "run.txt", "-m", "best", "--format", "tsv")
    assert done.out == plain.out.replace("\nrun\t", "\nstdin\t")


def test_a_gold_is_read_from_standard_input(stead: Command, write: Write) -> None:
    done = stead("score", "-", "run.txt", "-m", "best", "--format", "tsv", stdin=Path("gold.txt").read_bytes())
    assert done.out == stead("score", "gold.txt", "run.txt", "-m", "best", "--format", "tsv").out


def test_standard_input_may_be_packed(stead: Command, write: Write) -> None:
    packed = gzip.compress(Path("gold.txt").read_bytes())
    done = stead("score", "-", "run.txt", "-m", "best", "--format", "tsv", stdin=packed)
    assert done.out == stead("score", "gold.txt", "run.txt", "-m", "best", "--format", "tsv").out


@pytest.mark.parametrize("name", ["gold.txt.gz", "gold.gz", "packed.txt"])
def test_packed_files_are_unpacked_whatever_they_are_called(stead: Command, write: Write, name: str) -> None:
    write(name, gzip.compress(Path("gold.txt").read_bytes()))
    write("run.txt.gz", gzip.compress(Path("run.txt").read_bytes()))
    done = stead("score", name, "run.txt.gz", "-m", "best", "--format", "tsv")
    assert done.out == stead("score", "gold.txt", "run.txt", "-m", "best", "--format", "tsv").out


def test_a_pipe_between_two_commands() -> None:
    script = "stead convert gold.txt --as gold --to stead | stead score - runs/careful.txt -m best --format tsv"
    path = f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {script}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=EXAMPLES,
        env={**os.environ, "PATH": path},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\ncareful\tall\tbest\t") == 2


def test_a_closed_standard_input_is_a_sentence() -> None:
    command = f'"{SCRIPTS / "stead"}" score - runs/careful.txt <&-'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=EXAMPLES)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_closed_standard_output_is_no_error() -> None:
    command = f'"{SCRIPTS / "stead"}" measures >&-'
    done = subprocess.run(["bash", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# ----------------------------------------------------------------------------------------- where output goes


@pytest.mark.parametrize(
    "words",
    [
        ["score", "gold.txt", "runs/careful.txt"],
        ["convert", "gold.txt", "--as", "gold", "--to", "stead"],
        ["measures"],
        ["official", "runs/careful.txt", "gold.txt"],
        ["--help"],
        *(
            pytest.param(words, marks=pytest.mark.soak)
            for words in (["check", "gold.txt"], ["demo"], ["--version"], ["score", "--help"])
        ),
    ],
    ids=" ".join,
)
def test_a_reader_that_has_gone_is_met_with_silence(words: list[str]) -> None:
    status, said = run_into_closed_pipe("stead", *words)
    assert (said, status) == ("", 0)


def test_head_takes_one_line_and_no_harm_is_done() -> None:
    command = f'"{SCRIPTS / "stead"}" score gold.txt runs/careful.txt --per-item --format tsv | head -1'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=EXAMPLES)
    heading = "run\tmeasure\tlexelt\tid\tgold\tanswers\tmissed\tcredit\tcounted\tattempted"
    assert (done.stdout, done.stderr) == (f"{heading}\n", "")


@pytest.mark.skipif(not FULL_DISK.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "words", [["measures"], ["convert", "gold.txt", "--as", "gold", "--to", "stead"]], ids=" ".join
)
def test_a_full_disk_is_a_sentence(words: list[str]) -> None:
    with FULL_DISK.open("wb") as full:
        done = subprocess.run(
            [str(SCRIPTS / "stead"), *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=EXAMPLES
        )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "space" in done.stderr


# ------------------------------------------------------------------------------------- the same bytes, always


DETERMINISTIC = [
    ["score", "gold.txt", "runs/careful.txt", "runs/parrot.txt", "--by", "pos", "--by", "lexelt", "--format", "json"],
    ["score", "gold.txt", "runs/napper.txt", "--per-item", "--format", "tsv"],
    ["convert", "annotations.jsonl", "--as", "annotations", "--to", "stead"],
    ["check", "runs/napper.txt", "--gold", "gold.txt"],
    ["gold", "make", "annotations.jsonl", "--weights", "shares"],
    ["gold", "stats", "gold.txt", "--multiwords", "gold-multiwords.txt", "--format", "json"],
    ["gold", "diff", "gold.txt", "gold-multiwords.txt", "--format", "tsv"],
    ["gold", "curate", "annotations.jsonl", "--items", "items.it.xml", "--items", "items.en.xml"],
]


_EACH = "import json, sys; from stead.cli import main; sys.exit(any([main(words) for words in json.load(sys.stdin)]))"


def test_the_same_input_gives_the_same_bytes_under_any_hash_seed() -> None:
    """A seed is a process's, so one process runs all the commands."""
    for_all = json.dumps(DETERMINISTIC).encode()
    first, second = (
        subprocess.run(
            [sys.executable, "-c", _EACH],
            input=for_all,
            capture_output=True,
            check=False,
            cwd=EXAMPLES,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in ("0", "4711")
    )
    assert first.returncode == second.returncode == 0
    assert first.stdout
    assert (first.stdout, first.stderr) == (second.stdout, second.stderr)


@pytest.mark.parametrize("words", DETERMINISTIC, ids=lambda words: words[0])
def test_the_same_input_gives_the_same_bytes_twice(stead: Command, example: Path, words: list[str]) -> None:
    assert stead(*words) == stead(*words)


def test_the_order_of_lines_in_the_files_does_not_matter(stead: Command, write: Write) -> None:
    backwards = "".join(reversed(Path("run.txt").read_text(encoding="utf-8").splitlines(keepends=True)))
    plain = stead("score", "gold.txt", "run.txt", "--format", "tsv").out
    assert stead("score", "gold.txt", write("other/run.txt", backwards), "--format", "tsv").out == plain


def test_output_is_utf_8_whatever_the_terminal_claims() -> None:
    plain = run_script("stead", "score", "gold.txt", "runs/careful.txt", "--per-item", "--format", "tsv")
    ascii_only = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = run_script(
        "stead", "score", "gold.txt", "runs/careful.txt", "--per-item", "--format", "tsv", environment=ascii_only
    )
    assert (done.returncode, done.stdout) == (0, plain.stdout)
    text = run_script("stead", "score", "gold.txt", "runs/careful.txt", environment=ascii_only)
    assert "───" in text.stdout.decode("utf-8")


def test_no_warning_is_ever_shown(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import sys; from stead.cli import main; sys.exit(main())", "demo"],
        env={**os.environ, "STEAD_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
