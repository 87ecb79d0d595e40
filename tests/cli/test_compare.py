"""`stead compare`: what it prints and writes, and what it says to those who ask for the wrong thing."""

import json
import re
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import GOLD, RUN, SCRIPTS, Command, Write, cells, run_script

FAST = ("-m", "best", "--resamples", "40")


@pytest.fixture
def two(write: Write) -> Write:
    """A second run next to the first."""
    write("second.txt", RUN.replace("smart;clever", "clever"))
    return write


def test_tables_go_to_standard_output_and_steps_to_standard_error(stead: Command, two: Write) -> None:
    done = stead("compare", "gold.txt", "run.txt", "second.txt", *FAST)
    assert done.status == 0
    assert cells(done.out)[0] == ["leaderboard"]
    assert done.err.splitlines()[:5] == [
        "stead: reading ...",
        "stead: scoring ...",
        "stead: resampling by item ...",
        "stead: resampling by lexelt ...",
        "stead: computing breakdowns ...",
    ]


def test_a_table_for_a_paper(stead: Command, two: Write) -> None:
    """The figures are those of the next test; two runs that differ on one item of three: p = 1."""
    words = ("compare", "gold.txt", "run.txt", "second.txt", *FAST, "--table")
    done = stead(*words, "--baseline", "run.txt", "--format", "csv")
    rows = [line.rpartition(",") for line in done.out.splitlines()]
    assert [row for row, *_ in rows] == [
        "run,best R,best R p against run",
        "run,0.3333333333333333,",
        "second,0.4166666666666667,1.0",
    ]
    assert [signed.partition("|")[0] for *_, signed in rows] == ["signatures", "compare", "compare"]
    assert [line for line in done.err.splitlines() if line.endswith("...")] == [
        "stead: reading ...",
        "stead: resampling by item ...",
    ]
    assert r"\label{tab:mine}" in stead(*words, "--format", "latex", "--label", "tab:mine").out
    assert stead(*words, "--figures", "P,R", "-o", "table.tex", "-o", "table.csv").status == 0
    assert r"\multicolumn{2}{c}{best}" in Path("table.tex").read_text(encoding="utf-8")
    assert stead(*words[:-1], "-o", "saved.json").status == 0
    assert stead("report", "saved.json", "--table", "--intervals").out == stead(*words, "--intervals").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--figures", "P"], "--figures is about the table for a paper; add --table."),
        (["--intervals"], "--intervals is about the table for a paper; add --table."),
        (["--table", "--format", "html"], "--table makes no page; leave it out, or choose another format."),
        (["--table", "-o", "x.html"], "--table makes no page; leave it out, or choose another format."),
        (["--table", "--figures", "X"], "--figures are headline, all, or some of P, R, joined by commas, not 'X'."),
        (["--table", "--by", "pos"], "--table shows the scores on all items only; leave out --by, or --table."),
        (["--baseline", "third"], "--baseline is one of the runs, run, second, not 'third'."),
    ],
)
def test_mistakes_about_the_table(stead: Command, two: Write, words: list[str], message: str) -> None:
    done = stead("compare", "gold.txt", "run.txt", "second.txt", *FAST, *words)
    assert done.status == 2
    assert done.err.splitlines()[-1] == f"stead: {message}"


def test_the_figures_are_those_of_stead_score(stead: Command, two: Write) -> None:
    """run: best R (.5 + .5 + 0) / 3 = 33.33; second: (3/4 + .5 + 0) / 3 = 41.67."""
    done = stead("compare", "gold.txt", "run.txt", "second.txt", *FAST)
    assert re.search(r"^1 +second +41\.67 \[", done.out, re.MULTILINE)
    assert re.search(r"^2 +run +33\.33 \[", done.out, re.MULTILINE)


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "tsv", "json", "html"])
def test_every_form_is_printed(stead: Command, two: Write, format: str) -> None:
    done = stead("compare", "gold.txt", "run.txt", "second.txt", *FAST, "--format", format)
    assert done.status == 0
    assert "second" in done.out


def test_files_are_written_in_the_form_of_their_ending(stead: Command, two: Write) -> None:
    done = stead("compare", "gold.txt", "run.txt", "second.txt", *FAST, "-o", "a.html", "-o", "b.json", "-o", "c.tex")
    assert (done.status, done.out) == (0, "")
    assert done.err.endswith("stead: wrote a.html\nstead: wrote b.json\nstead: wrote c.tex\n")
    assert Path("a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert json.loads(Path("b.json").read_text(encoding="utf-8"))["schema"] == "stead.report/1"
    assert r"\begin{table}" in Path("c.tex").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--test", "ar"], {"tests": "randomisation"}),
        (["--test", "bootstrap"], {"tests": "bootstrap"}),
        (["--test", "wilcoxon"], {"tests": "wilcoxon"}),
        (["--unit", "lexelt"], {"unit": "lexelt"}),
        (["--correct", "bh"], {"correction": "bh"}),
        (["--correct", "none"], {"correction": "none"}),
        (["--interval", "percentile"], {"interval": "percentile"}),
        (["--level", "0.9"], {"level": "0.9"}),
        (["--seed", "5"], {"seed": "5"}),
        (["--resamples", "77"], {"resamples": "77"}),
    ],
    ids=" ".join,
)
def test_every_option_reaches_the_procedure(
    stead: Command, two: Write, words: list[str], expected: dict[str, str]
) -> None:
    done = stead("compare", "gold.txt", "run.txt", "second.txt", *FAST, *words, "--format", "json")
    procedure = json.loads(done.out)["comparisons"][0]["procedure"]
    assert expected.items() <= procedure.items()


def test_sentences_and_a_second_gold_are_read(stead: Command, example: Path) -> None:
    words = ["gold.txt", "runs/careful.txt", *FAST, "--items", "items.en.xml", "--items", "items.fr.xml"]
    done = stead("compare", *words, "--other-gold", "gold.txt", "--format", "json")
    document = json.loads(done.out)
    sentences = [item["sentence"] for item in document["items"]]
    assert sum(sentence is not None for sentence in sentences) == 28 + 19, "English and French"
    assert document["golds"][0]["second"]["gold"] == "gold.txt"


def test_groups_are_broken_down(stead: Command, example: Path) -> None:
    done = stead("compare", "gold.txt", "runs/careful.txt", *FAST, "--by", "languages.tsv", "--format", "json")
    names = [breakdown["grouping"] for breakdown in json.loads(done.out)["breakdowns"]]
    assert names == ["languages", "pos", "substitutes", "agreement"]


def test_what_is_odd_about_the_files_is_said(stead: Command, two: Write) -> None:
    two("odd.txt", RUN + "nonsense\nbright.a 99 :: x\n")
    done = stead("compare", "gold.txt", "run.txt", "odd.txt", *FAST)
    assert "stead: odd.txt: 1 left out (malformed). The first in line " in done.err
    assert 'found "nonsense". `stead check odd.txt` lists them.\n' in done.err
    assert "stead: odd: 1 id not in the gold, ignored (99).\n" in done.err


def test_every_example_in_the_help_is_understood(
    stead: Command, example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = re.findall(r"^  (stead compare .*?)(?:  .*|>.*)?$", stead("compare", "--help").out, re.MULTILINE)
    assert len(lines) == 5
    stead("demo", "--copy", tmp_path / "example")
    monkeypatch.chdir(tmp_path / "example")
    Path("items.en.xml").rename("items.xml")
    for name in ("gold1.txt", "gold2.txt"):
        Path(name).write_bytes(Path("gold.txt").read_bytes())
    for line in lines:
        words = [name for word in shlex.split(line)[1:] for name in (sorted(map(str, Path().glob(word))) or [word])]
        assert stead(*words, "--resamples", "20").status == 0, line


# --------------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["gold.txt"], 2, "RUN"),
        (["gold.txt", "nowhere.txt"], 1, "nowhere.txt: cannot be read: No such file"),
        (["nowhere.txt", "run.txt"], 1, "nowhere.txt: cannot be read: No such file"),
        (["run.txt", "gold.txt"], 1, "looks like a run"),
        (["gold.txt", "run.txt", "run.txt"], 1, "run.txt: the same run is given twice."),
        (["gold.txt", "run.txt", "./run.txt"], 1, "run.txt: the same run is given twice."),
        (["gold.txt", "run.txt", "-o", "./gold.txt"], 2, "would overwrite ./gold.txt, which is read"),
        (["gold.txt", "run.txt", "-o", "run.txt"], 2, "would overwrite run.txt, which is read"),
        (["gold.txt", "run.txt", "-m", "bset"], 2, "'bset'"),
        (["gold.txt", "run.txt", "--test", "luck"], 2, "invalid choice: 'luck'"),
        (["gold.txt", "run.txt", "--unit", "moon"], 2, "invalid choice: 'moon'"),
        (["gold.txt", "run.txt", "--level", "2"], 2, "level"),
        (["gold.txt", "run.txt", "--level", "much"], 2, "invalid float value: 'much'"),
        (["gold.txt", "run.txt", "--resamples", "0"], 2, "resamples"),
        (["gold.txt", "run.txt", "--resamples", "-5"], 2, "resamples"),
        (["gold.txt", "run.txt", "--seed", "-1"], 2, "seed"),
        (["gold.txt", "run.txt", "--items", "nowhere.xml"], 1, "nowhere.xml: cannot be read"),
        (["gold.txt", "run.txt", "--items", "gold.txt"], 1, "gold.txt: looks like a gold standard"),
        (["gold.txt", "run.txt", "--other-gold", "run.txt"], 1, "run.txt: looks like a run"),
        (["gold.txt", "run.txt", "--by", "moon"], 2, "'moon' is neither a file of groups"),
        (["gold.txt", "run.txt", "-o", "report.docx"], 2, "report.docx: the ending says the form"),
        (["gold.txt", "run.txt", "-o", "nowhere/report.html"], 2, "-o nowhere/report.html: there is no folder nowhere"),
        (["gold.txt", "run.txt", "--format", "docx"], 2, "invalid choice: 'docx'"),
        (["-", "-"], 2, "standard input (-) can be read only once"),
        (["gold.txt", "-", "--items", "-"], 2, "standard input (-) can be read only once"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_is_one_sentence(stead: Command, write: Write, words: list[str], status: int, said: str) -> None:
    done = stead("compare", *words, *([] if "--resamples" in words else ["--resamples", "20"]))
    assert (done.status, done.out) == (status, "")
    assert said in done.err
    assert "Traceback" not in done.err


def test_what_is_read_is_never_written_over(stead: Command, two: Write) -> None:
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    for option in ("--other-gold", "--ids", "--by", "--mapping", "--annotations", "--items", "--candidates"):
        done = stead("compare", "gold.txt", "run.txt", option, "second.txt", "-o", "second.txt")
        assert (done.status, done.out) == (2, "")
        assert "would overwrite second.txt, which is read" in done.err
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


def test_a_saved_comparison_may_be_replaced_by_itself_with_one_run_more(stead: Command, two: Write) -> None:
    stead("compare", "gold.txt", "run.txt", *FAST, "-o", "saved.json")
    assert stead("report", "saved.json", "--add", "second.txt", "-o", "saved.json").status == 0
    assert len(json.loads(Path("saved.json").read_text(encoding="utf-8"))["runs"]) == 2
    done = stead("report", "saved.json", "--add", "run.txt", "-o", "run.txt")
    assert (done.status, Path("run.txt").read_text(encoding="utf-8")) == (2, RUN)


def test_a_place_that_cannot_be_written_is_said_before_the_work(stead: Command, write: Write) -> None:
    done = stead("compare", "gold.txt", "run.txt", "-o", "nowhere/report.html")
    assert done.err == "stead: -o nowhere/report.html: there is no folder nowhere; name a file that can be written.\n"


@pytest.mark.usefixtures("interrupts_are_heard")
def test_who_interrupts_it_finds_the_old_file_whole(write: Write) -> None:
    old = write("report.html", "what was there before")
    for number in range(8):
        write(f"run{number}.txt", RUN.replace("cat", f"cat;w{number}"))
    names = [f"run{number}.txt" for number in range(8)]
    words = ["compare", "gold.txt", *names, "--resamples", "1000000", "-o", old]
    with subprocess.Popen([str(SCRIPTS / "stead"), *words], stderr=subprocess.PIPE, bufsize=0) as running:
        assert running.stderr is not None
        told = b""
        while b"resampling" not in told:
            told += running.stderr.read(1 << 16)
        running.send_signal(signal.SIGINT)
        told += running.stderr.read()
        assert running.wait() == 130
    assert told.endswith(b"stead: interrupted.\n")
    assert b"Traceback" not in told
    assert Path(old).read_text(encoding="utf-8") == "what was there before"
    assert sorted(path.name for path in Path().glob("*")) == sorted(["gold.txt", "run.txt", old, *names])


def test_an_ending_that_is_no_form_is_said_before_the_work(stead: Command, write: Write) -> None:
    done = stead("compare", "gold.txt", "run.txt", "-o", "report.docx")
    assert done.err.count("\n") == 1


def test_without_scipy_one_sentence_says_what_to_install(stead: Command, two: Write) -> None:
    code = "import sys; sys.modules['scipy'] = None; from stead.cli import main; sys.exit(main())"
    done = run_script("python", "-c", code, "compare", "gold.txt", "run.txt", "second.txt", folder=Path.cwd())
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "stead: reading ...",
        "stead: comparing runs needs scipy, which is not installed: pip install 'stead[compare]'",
    ]
    alone = run_script("python", "-c", code, "compare", "gold.txt", "run.txt", *FAST, folder=Path.cwd())
    assert alone.returncode == 0


def test_a_run_is_read_from_standard_input(stead: Command, write: Write) -> None:
    done = stead("compare", "gold.txt", "-", *FAST, stdin=RUN.encode())
    assert done.status == 0
    assert "stdin" in done.out


def test_the_same_words_give_the_same_bytes_under_any_hash_seed(write: Write) -> None:
    write("second.txt", RUN.replace("smart;clever", "clever"))
    words = ["compare", "gold.txt", "run.txt", "second.txt", *FAST, "--format", "json"]
    outputs = {
        run_script("stead", *words, environment={"PYTHONHASHSEED": seed}, folder=Path.cwd()).stdout
        for seed in ("0", "4711")
    }
    assert len(outputs) == 1
    assert GOLD.split()[0].encode() in outputs.pop()
