"""Leaderboards from a folder: what is scored, what is refused and why, and what becomes of the site."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

import stead
from tests.cli.running import GOLD, RUN
from tests.reporting.reports import HOSTILE, small

OPTIONS: dict[str, Any] = {"measures": "best", "resamples": 30}


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A folder with two runs, next to their gold."""
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    folder = tmp_path / "runs"
    folder.mkdir()
    (folder / "one.txt").write_text(RUN, encoding="utf-8")
    (folder / "two.txt").write_text(RUN.replace("smart;clever", "clever"), encoding="utf-8")
    return folder


def made(runs: Path, **options: Any) -> stead.LeaderboardResult:
    return stead.leaderboard(runs, runs.parent / "gold.txt", **{**OPTIONS, **options})


def files(site: Path) -> dict[str, bytes]:
    return {str(path.relative_to(site)): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("name", ["", "-", "a\0b"])
def test_a_site_needs_the_name_of_a_folder(runs: Path, name: str) -> None:
    with pytest.raises(stead.UsageError, match=r"^path is the name of a folder, not "):
        made(runs).save(name)


def test_all_runs_of_a_folder_are_compared(runs: Path) -> None:
    found = made(runs)
    assert [run.name for run in found.comparison.report.runs] == ["one", "two"]
    assert found.refused == {}


BROKEN = {
    "empty.txt": (b"", "the file is empty."),
    "blank.txt": (b"  \n \n", "the file is empty."),
    "gold-again.txt": (GOLD.encode(), "looks like a gold standard"),
    "other.txt": (b"dog.n 999 :: cat\n", "no id of the run is in the gold gold.txt (run: 999; gold: 1, 2, 3, ...)."),
    "noise.bin": (b"\x00\xff\x00\xfe", "expected a run, found bytes"),
    "picture.png": (b"\x89PNG\r\n\x1a\n\x00\x00", "expected a run, found bytes"),
    "README.md": (b"# About these runs\n\nMade by hand.\n", 'smart", found "# About these runs"'),
    "no-answer.txt": (b"bright.a 1 ::\n", "no answer"),
    "packed.txt.gz": (b"\x1f\x8b\x08\x00broken", "a damaged gzip file"),
}


def test_what_cannot_be_scored_is_refused_with_the_reason(runs: Path) -> None:
    for name, (content, _) in BROKEN.items():
        (runs / name).write_bytes(content)
    found = made(runs)
    assert [run.name for run in found.comparison.report.runs] == ["one", "two"]
    assert set(found.refused) == set(BROKEN)
    for name, (_, why) in BROKEN.items():
        assert why in found.refused[name], name
        assert str(runs.parent) not in found.refused[name], "where the folder is concerns nobody"


def test_the_reasons_are_on_the_first_page(runs: Path, tmp_path: Path) -> None:
    (runs / "<b>.txt").write_text("", encoding="utf-8")
    found = made(runs)
    found.save(tmp_path / "site")
    text = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert "<li><strong>&lt;b&gt;.txt</strong>: the file is empty.</li>" in text


def test_links_folders_and_unreadable_files_are_refused_too(runs: Path) -> None:
    (runs / "nowhere.txt").symlink_to(runs / "gone.txt")
    (runs / "folder").mkdir()
    (runs / "locked.txt").write_text(RUN, encoding="utf-8")
    (runs / "locked.txt").chmod(0)
    (runs / ".hidden").write_text("", encoding="utf-8")
    refused = made(runs).refused
    assert refused["nowhere.txt"] == "cannot be read: No such file or directory."
    assert refused["folder"] == "cannot be read: Is a directory."
    assert ".hidden" not in refused
    if os.geteuid() != 0:
        assert refused["locked.txt"] == "cannot be read: Permission denied."


def test_faults_refuse_a_run_only_if_they_are_to(runs: Path) -> None:
    (runs / "odd.txt").write_text(RUN + "nonsense\n", encoding="utf-8")
    assert made(runs).refused == {}
    refused = made(runs, faults="strict").refused
    assert list(refused) == ["odd.txt"]
    assert "faults=strict refuses the file" in refused["odd.txt"]


def test_runs_of_the_same_name_go_by_their_file_names(runs: Path) -> None:
    (runs / "one.dat").write_text(RUN.replace("shiny", "lit"), encoding="utf-8")
    names = [run.name for run in made(runs).comparison.report.runs]
    assert names == ["one.dat", "one.txt", "two"]


def test_a_mistake_elsewhere_is_not_the_fault_of_the_runs(runs: Path) -> None:
    (runs.parent / "gold.txt").write_text("", encoding="utf-8")
    with pytest.raises(stead.BadInput, match=r"gold\.txt: the file is empty"):
        made(runs)
    with pytest.raises(stead.UsageError, match="bset"):
        made(runs, measures="bset")
    (runs.parent / "gold.txt").write_text(GOLD, encoding="utf-8")
    with pytest.raises(stead.BadInput, match=r"nothing\.txt: cannot be read"):
        made(runs, ids=runs.parent / "nothing.txt")
    with pytest.raises(stead.UsageError, match="randomisation"):
        made(runs, tests="luck")


def test_a_folder_without_any_run_is_refused_with_all_reasons(runs: Path) -> None:
    for path in runs.iterdir():
        path.write_text("", encoding="utf-8")
    with pytest.raises(stead.BadInput, match="no run that can be scored") as caught:
        made(runs)
    assert str(caught.value).endswith("\none.txt: the file is empty.\ntwo.txt: the file is empty.")


def test_what_is_no_folder_is_a_mistake(runs: Path) -> None:
    for path in (runs / "one.txt", runs / "nowhere"):
        with pytest.raises(stead.UsageError, match="expected a folder of runs"):
            stead.leaderboard(path, runs.parent / "gold.txt")


def test_one_run_makes_a_site(runs: Path, tmp_path: Path) -> None:
    (runs / "two.txt").unlink()
    made(runs).save(tmp_path / "site")
    assert list(files(tmp_path / "site")) == ["comparison.json", "index.html", "systems/one.html"]


# ------------------------------------------------------------------------------------------------ the site


def test_building_again_gives_the_same_bytes(runs: Path, tmp_path: Path) -> None:
    (runs / "empty.txt").write_text("", encoding="utf-8")
    made(runs).save(tmp_path / "site")
    before = files(tmp_path / "site")
    made(runs).save(tmp_path / "site")
    assert files(tmp_path / "site") == before
    made(runs).save(tmp_path / "another")
    assert files(tmp_path / "another") == before


def test_a_file_that_is_dropped_gets_a_page_and_one_that_is_taken_away_loses_it(runs: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    made(runs).save(site)
    (runs / "three.txt").write_text(RUN.replace("shiny", "lit"), encoding="utf-8")
    (runs / "one.txt").unlink()
    made(runs).save(site)
    assert list(files(site)) == ["comparison.json", "index.html", "systems/three.html", "systems/two.html"]
    assert "three" in files(site)["index.html"].decode()


def test_pages_of_other_people_are_neither_removed_nor_overwritten(runs: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "systems").mkdir(parents=True)
    (site / "systems/mine.html").write_text("mine", encoding="utf-8")
    made(runs).save(site)
    assert (site / "systems/mine.html").read_text(encoding="utf-8") == "mine"
    (site / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(stead.BadInput, match=r"index\.html: exists, and was not made by stead"):
        made(runs).save(site)
    assert (site / "index.html").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", [*HOSTILE.values(), "/etc/x", "a/../../b"])
def test_no_run_can_write_outside_the_site(tmp_path: Path, name: str) -> None:
    """Names of runs given in Python can be anything, and runs of the same name go by their paths, which may climb."""
    site = tmp_path / "inside" / "site"
    stead.LeaderboardResult(small(name, "two", measures="best"), {}).save(site)
    pages = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(pages) == 4
    assert all(path.is_relative_to(site) for path in pages)


def test_a_site_that_cannot_be_written_is_a_sentence(runs: Path, tmp_path: Path) -> None:
    (tmp_path / "site").write_text("a file", encoding="utf-8")
    with pytest.raises(stead.BadInput, match="cannot be made: "):
        made(runs).save(tmp_path / "site")


def test_the_site_holds_a_comparison_that_can_be_added_to(runs: Path, tmp_path: Path) -> None:
    made(runs).save(tmp_path / "site")
    (tmp_path / "new.txt").write_text(RUN, encoding="utf-8")
    added = stead.add_runs(stead.load_comparison(tmp_path / "site/comparison.json"), tmp_path / "new.txt")
    assert [run.name for run in added.report.runs] == ["one", "two", "new"]


def test_no_path_of_the_organiser_is_in_the_site(runs: Path, tmp_path: Path) -> None:
    for name, (content, _) in BROKEN.items():
        (runs / name).write_bytes(content)
    made(runs, by="subset").save(tmp_path / "site")
    for name, content in files(tmp_path / "site").items():
        assert str(tmp_path).encode() not in content, name


OOT = RUN.replace("::", ":::")


@pytest.mark.parametrize(
    ("files", "options", "first"),
    [
        ({"a.txt": OOT, "b.txt": OOT}, {}, "oot"),
        ({"a.oot": RUN, "b.oot.txt": RUN}, {}, "oot"),
        ({"a.best": RUN, "b.best": RUN}, {"measures": "oot,best"}, "best"),
        ({"a.txt": OOT, "b.txt": RUN}, {}, "best"),
        ({"a.txt": RUN, "b.txt": RUN}, {"measures": "gap,best"}, "gap"),
        ({"a.best": RUN, "a.oot": OOT, "b.txt": RUN}, {}, "best"),
        ({"a.txt": OOT, "b.txt": OOT}, {"measures": "best,gap"}, "best"),
        ({"a.txt": OOT, "b.txt": OOT}, {"rank_by": "best"}, "best"),
        ({"a.txt": RUN, "b.txt": RUN}, {"rank_by": "oot@10"}, "oot"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else None,
)
def test_systems_are_ranked_by_the_measure_that_all_runs_were_made_for(
    tmp_path: Path, files: dict[str, str], options: dict[str, Any], first: str
) -> None:
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    folder = tmp_path / "runs"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    report = made(folder, **{"measures": "best,oot@10,gap", **options}).comparison.report
    ranking = report.comparisons[0].rankings[0].by.measure
    assert re.split(r"[@(]", ranking)[0] == first
    assert report.inputs.measures[0] == ranking, "so that runs that are added later are ranked in the same way"


def test_a_measure_that_is_not_computed_ranks_nothing(runs: Path) -> None:
    with pytest.raises(stead.UsageError, match=r"^rank_by is one of the measures, best, not 'gap'\.$"):
        made(runs, rank_by="gap")
    with pytest.raises(stead.UsageError, match="'bset' is not a measure"):
        made(runs, rank_by="bset")


def test_details_of_systems_are_among_the_runs(runs: Path, tmp_path: Path) -> None:
    (runs / "systems.toml").write_text('[one]\nname = "The One"\ncost = 2.5\n', encoding="utf-8")
    board = made(runs, title="A task", date="2026-11-17")
    assert board.refused == {}
    board.save(tmp_path / "site")
    written = files(tmp_path / "site")
    assert list(written) == ["comparison.json", "index.html", "systems/one.html", "systems/two.html"]
    assert b"The One" in written["index.html"]
    assert b"<h1>A task</h1>" in written["index.html"]
    assert b"2026-11-17" in written["systems/two.html"]
    made(runs, title="A task", date="2026-11-17").save(tmp_path / "again")
    assert files(tmp_path / "again") == written, "the same bytes"


def test_a_mistake_in_the_details_is_said_before_the_work(runs: Path) -> None:
    (runs / "systems.toml").write_text('[one]\nurl = "x"\n', encoding="utf-8")
    steps: list[str] = []
    with pytest.raises(stead.BadInput, match="url of one is not known; there are name, paper, link, parameters, cost"):
        made(runs, progress=lambda step, done, total: steps.append(step))
    assert steps == []
