"""`stead demo`: the first thing that people see."""

import filecmp
import re
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from stead.cli import main
from tests.cli.running import EXAMPLES, Command, Outcome, Write
from tests.cli.sources import without_resources
from tests.lexicons.real import real


@pytest.fixture(autouse=True)
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Nothing is here."""
    if "real" in request.keywords:
        return
    without_resources(tmp_path / "resources", monkeypatch)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """What the demo says where no resource is."""
    streams = {name: TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for name in ("stdout", "stderr")}
    with pytest.MonkeyPatch.context() as patch:
        without_resources(tmp_path_factory.mktemp("resources"), patch)
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        status = main(["demo"])
    out, err = (stream.buffer.getvalue().decode() for stream in streams.values())
    return Outcome(status, out, err)


def test_without_wordnet_the_demo_says_so_and_goes_on(demo: Outcome) -> None:
    assert (demo.status, demo.err) == (0, "")
    assert "What next?" in demo.out.partition("it needs `stead resources get wordnet bnc`")[2]


@pytest.mark.real
def test_with_wordnet_the_demo_finds_substitutes_for_three_words(stead: Command) -> None:
    real("wordnet"), real("bnc")
    done = stead("demo")
    of_tables = ("this once.", "waiting.")  # that were missing, or that another test was making
    others = [line for line in done.err.splitlines() if not line.endswith(of_tables)]
    assert (done.status, others) == (0, [])
    assert "He gave the keys to an old friend." in done.out
    assert done.out.count("substitute ") == 3


def test_the_demo_scores_the_bundled_runs(demo: Outcome) -> None:
    assert demo.status == 0
    names = ("careful", "hedger", "magpie", "napper", "parrot", "ceiling")
    counts = {demo.out.count(f"\n{name} ") for name in names}
    assert len(counts) == 1, "every run is in every table"
    assert counts.pop() >= 4, "best, out of ten, Jabbari, SemDis"


def test_the_demo_shows_what_stead_score_shows(stead: Command, example: Path, demo: Outcome) -> None:
    runs = sorted(path.relative_to(example) for path in (example / "runs").glob("*.txt"))
    table = stead("score", "gold.txt", *runs).out.partition("\nsignature:")[0]
    assert table in demo.out


def expanded(command: str, folder: Path) -> list[str]:
    """The words of a command behind `stead`, with its patterns expanded as a shell does."""
    words = command.split()[1:]
    found = [sorted(str(path.relative_to(folder)) for path in folder.glob(word)) or [word] for word in words]
    return [name for names in found for name in names]


def test_what_the_demo_tells_people_to_try_works(
    stead: Command, demo: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = demo.out.partition("What next?")[2]
    copy, *others = re.findall(r"^  (stead .+?)(?:  | [A-Z]|$)", said, re.MULTILINE)
    assert len(others) == 8
    monkeypatch.chdir(tmp_path)
    assert stead(*expanded(copy, tmp_path)).status == 0
    monkeypatch.chdir(tmp_path / "example")
    for command in others:
        assert stead(*expanded(command, Path.cwd())).status == 0, command


def test_the_demo_studies_a_simulated_campaign(stead: Command, tmp_path: Path) -> None:
    done = stead("demo", "--study", tmp_path / "study.html")
    assert (done.status, done.err) == (0, "")
    assert "Was a second gold worth it? A simulated campaign: For ranking these systems" in done.out
    assert done.out.rstrip().endswith(str(tmp_path / "study.html"))
    assert "<h1>Post hoc study: " in (tmp_path / "study.html").read_text(encoding="utf-8")


def test_the_example_can_be_copied(stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = stead("demo", "--copy", "mine")
    assert (done.status, done.out) == (0, "")
    assert "mine" in done.err
    names = [str(path.relative_to(EXAMPLES)) for path in EXAMPLES.rglob("*") if path.is_file()]
    assert filecmp.cmpfiles(EXAMPLES, "mine", names, shallow=False) == (names, [], [])
    assert {path.name for path in Path("mine").rglob("*")} == {path.name for path in EXAMPLES.rglob("*")}


def test_the_copy_can_be_scored_by_the_commands_of_its_own_readme(
    stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stead("demo", "--copy", tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    readme = (tmp_path / "mine" / "README.md").read_text(encoding="utf-8")
    commands = [line for line in readme.splitlines() if line.startswith("    stead ")]
    assert len(commands) == 4
    for command in commands:
        assert stead(*expanded(command, Path.cwd())).status == 0, command


def test_nothing_is_overwritten(stead: Command, write: Write) -> None:
    done = stead("demo", "--copy", ".")
    assert done.status == 1
    assert "exists already" in done.err
    assert sorted(path.name for path in Path().iterdir()) == ["gold.txt", "run.txt"]


def test_a_folder_that_cannot_be_made_is_a_sentence(stead: Command, write: Write) -> None:
    done = stead("demo", "--copy", "gold.txt/inside")
    assert (done.status, done.out) == (1, "")
    assert "gold.txt/inside" in done.err


def test_the_demo_names_no_more_than_it_shows(demo: Outcome) -> None:
    assert "5 systems" in demo.out or "five systems" in demo.out


def test_the_report_of_the_demo_is_written_and_its_place_is_said_at_the_end(
    stead: Command, write: Write, demo: Outcome
) -> None:
    done = stead("demo", "--report", "report.html")
    assert done.status == 0
    assert done.out.endswith("\nThe report of these runs, to be opened in a browser: report.html\n")
    text = Path("report.html").read_text(encoding="utf-8")
    assert "<h1>5 systems on gold</h1>" in text
    assert demo.out in done.out


@pytest.mark.parametrize(
    ("file", "status", "said"), [("report.docx", 2, "the ending says the form"), ("no/r.html", 2, "there is no folder")]
)
def test_a_report_that_cannot_be_written_is_a_sentence(
    stead: Command, write: Write, file: str, status: int, said: str
) -> None:
    done = stead("demo", "--report", file)
    assert done.status == status
    assert said in done.err
    assert "Traceback" not in done.err


def test_make_demo_writes_the_report_into_the_folder_that_clean_removes() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
    assert "stead demo --report demo-out/report.html" in makefile
    assert re.search(r"^clean:.*\n\trm -rf .* demo-out ", makefile, re.MULTILINE)


@pytest.mark.parametrize("option", ["--report", "--study"])
def test_an_output_that_cannot_be_written_is_refused_before_the_demo_runs(
    stead: Command, tmp_path: Path, option: str
) -> None:
    refused = stead("demo", option, tmp_path / "no" / "such" / "page.html")
    assert (refused.status, refused.out) == (2, "")
    assert f"{option} {tmp_path}" in refused.err
