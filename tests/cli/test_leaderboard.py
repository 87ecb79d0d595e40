"""`stead leaderboard`: a site from a folder, and what it says on the way."""

from pathlib import Path

import pytest

from tests.cli.running import RUN, Command, Write

FAST = ("-m", "best", "--resamples", "40")


@pytest.fixture
def folder(write: Write) -> Write:
    """A folder `runs` with two runs."""
    write("runs/one.txt", RUN)
    write("runs/two.txt", RUN.replace("smart;clever", "clever"))
    return write


def test_a_site_is_written(stead: Command, folder: Write) -> None:
    done = stead("leaderboard", "runs", "--gold", "gold.txt", *FAST, "-o", "site")
    assert (done.status, done.out) == (0, "")
    assert done.err.endswith("stead: wrote 4 files; begin with site/index.html\n")
    names = sorted(str(path) for path in Path("site").rglob("*") if path.is_file())
    assert names == ["site/comparison.json", "site/index.html", "site/systems/one.html", "site/systems/two.html"]


def test_what_is_refused_is_said_with_the_reason(stead: Command, folder: Write) -> None:
    folder("runs/empty.txt", "")
    done = stead("leaderboard", "runs", "--gold", "gold.txt", *FAST, "-o", "site")
    assert done.status == 0
    assert "stead: not scored: empty.txt: the file is empty.\n" in done.err


def test_a_reason_names_its_line_once(stead: Command, folder: Write) -> None:
    folder("runs/people.jsonl", '{"schema": "stead.annotations/1"}\n')
    done = stead("leaderboard", "runs", "--gold", "gold.txt", *FAST, "-o", "site")
    assert "stead: not scored: people.jsonl: line 1: expected" in done.err
    assert "people.jsonl" in Path("site/index.html").read_text(encoding="utf-8")


def test_the_steps_are_told(stead: Command, folder: Write) -> None:
    done = stead("leaderboard", "runs", "--gold", "gold.txt", *FAST, "-o", "site")
    assert done.err.startswith("stead: looking at 2 files ...\nstead: reading ...\nstead: scoring ...\n")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["runs", "-o", "site"], 2, "--gold"),
        (["runs", "--gold", "gold.txt"], 2, "-o/--output"),
        (["nowhere", "--gold", "gold.txt", "-o", "site"], 2, "nowhere: expected a folder of runs."),
        (["runs", "--gold", "nowhere.txt", "-o", "site"], 1, "nowhere.txt: cannot be read"),
        (["runs", "--gold", "gold.txt", "-o", ""], 2, "--output is the name of a folder, not ''."),
        (["runs", "--gold", "gold.txt", "-o", "-"], 2, "--output is the name of a folder, not '-'."),
        (["runs", "--gold", "gold.txt", "-o", "gold.txt"], 2, "gold.txt: is a file; name a folder for the site (-o)."),
        (["runs", "--gold", "gold.txt", "-o", "runs/../runs"], 2, "runs/../runs: is the folder of runs"),
        (["runs", "--gold", "gold.txt", "-o", "site", "-m", "bset"], 2, "'bset'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_is_one_sentence(stead: Command, folder: Write, words: list[str], status: int, said: str) -> None:
    done = stead("leaderboard", *words, "--resamples", "20")
    assert (done.status, done.out) == (status, "")
    assert said in done.err
    assert "Traceback" not in done.err


def test_an_empty_folder_is_a_sentence(stead: Command, folder: Write) -> None:
    Path("none").mkdir()
    done = stead("leaderboard", "none", "--gold", "gold.txt", "-o", "site")
    assert done.status == 1
    assert "none: no run that can be scored." in done.err
    assert not Path("site").exists()


def test_the_runs_of_a_system_for_its_tasks_are_one_row(stead: Command, folder: Write) -> None:
    folder("runs/three.best", RUN)
    folder("runs/three.oot", RUN.replace("::", ":::").replace("cat", "mutt"))
    done = stead("leaderboard", "runs", "--gold", "gold.txt", "-m", "best,oot", "--resamples", "40", "-o", "site")
    assert "three: best from the run for best; all other measures from the run for oot." in done.err
    assert sorted(path.name for path in Path("site/systems").iterdir()) == ["one.html", "three.html", "two.html"]


def test_a_system_of_which_a_run_is_refused_is_not_scored_at_all(stead: Command, folder: Write) -> None:
    folder("runs/three.best", RUN)
    folder("runs/three.oot", "")
    done = stead("leaderboard", "runs", "--gold", "gold.txt", *FAST, "-o", "site")
    assert "not scored: three.best: three.oot, another run of this system, is refused." in done.err
    assert "not scored: three.oot: the file is empty." in done.err


def test_the_date_is_that_of_the_sources_or_the_one_given(
    stead: Command, folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def page(*words: str) -> str:
        assert stead("leaderboard", "runs", "--gold", "gold.txt", *FAST, "-o", "site", *words).status == 0
        return Path("site/index.html").read_text(encoding="utf-8")

    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert "<time" not in page()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert "1970-01-02</time>" in page()
    assert "2026-11-17</time>" in page("--date", "2026-11-17", "--title", "A task")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    done = stead("leaderboard", "runs", "--gold", "gold.txt", *FAST, "-o", "site")
    assert (done.status, done.err) == (2, "stead: SOURCE_DATE_EPOCH is a number of seconds since 1970, not 'soon'.\n")


def test_details_of_a_page_need_a_page(stead: Command, folder: Write) -> None:
    words = ("compare", "gold.txt", "runs/one.txt", "runs/two.txt", *FAST, "--title", "A task")
    done = stead(*words)
    assert (done.status, done.err) == (2, "stead: --title is about the page; add -o FILE.html.\n")
    assert stead(*words, "--rank-by", "best", "-o", "page.html").status == 0
    assert "<h1>A task</h1>" in Path("page.html").read_text(encoding="utf-8")
