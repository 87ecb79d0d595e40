"""`stead simulate`, `pool`, `dispatch`, `filter`, `gold extend` and `study`, one after the other."""

import json
import shutil
from pathlib import Path

import pytest

from stead.cli import main
from tests.cli.running import Command

SMALL = ["--targets", "8", "--sentences", "4", "--runs", "4", "--raters", "12", "--size", "80"]
CONTROLS = ["--bad-raters", "3", "--repeats", "5", "--planted", "5"]


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("simulated") / "campaign"
    assert main(["simulate", str(folder), *SMALL, *CONTROLS]) == 0
    return folder


@pytest.fixture
def campaign(simulated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the simulated campaign, which is the current folder."""
    copy = shutil.copytree(simulated, tmp_path / "campaign")
    monkeypatch.chdir(copy)
    return copy


def runs() -> list[str]:
    return sorted(map(str, Path("runs").glob("*.jsonl")))


def test_the_whole_way(stead: Command, campaign: Path) -> None:
    done = stead("pool", "gold1.jsonl", *runs(), "--baseline", "baseline.jsonl", "-o", "mine.jsonl")
    assert done.status == 0
    assert "Where candidates come from" in done.out
    assert Path("mine.jsonl").read_bytes().split(b"\n", 1)[1] == Path("pool.jsonl").read_bytes().split(b"\n", 1)[1]

    done = stead(
        "dispatch", "mine.jsonl", "--subsets", "9", "--planted", "2", "-o", "mine-parts.jsonl", "--sheets", "s"
    )
    assert (done.status, len(list(Path("s").iterdir()))) == (0, 9)
    assert stead("dispatch", "mine.jsonl", "--verify", "mine-parts.jsonl").status == 0

    done = stead(
        "filter", "ratings.jsonl", "--dispatch", "dispatch.jsonl", "-o", "kept.jsonl", "--excluded", "no.jsonl"
    )
    assert done.status == 0
    given, kept, excluded = (len(Path(f"{name}.jsonl").read_text().splitlines()) for name in ("ratings", "kept", "no"))
    assert given + 1 == kept + excluded  # each file has a header

    done = stead(
        "gold", "extend", "gold1.jsonl", "kept.jsonl", "-o", "gold2.jsonl", "--to", "stead", "--data-sheet", "x"
    )
    assert done.status == 0
    assert "|merge:posthoc|" in done.err
    assert json.loads(Path("x.json").read_text())["schema"] == "stead.data-sheet/1"

    golds = ["--gold1", "gold1.jsonl", "--gold2", "gold2.jsonl", "--pool", "pool.jsonl", "--ratings", "kept.jsonl"]
    more = ["--annotations", "annotations.jsonl", "--frequencies", "list:frequencies.tsv", "--items", "items.jsonl"]
    outputs = ["-o", "study.html", "-o", "study.json", "-o", "study.tex"]
    done = stead("study", *golds, *more, "--runs", *runs(), "--resamples", "100", *outputs)
    assert (done.status, done.out) == (0, "")
    assert json.loads(Path("study.json").read_text())["schema"] == "stead.study/1"
    assert stead("study", *golds, "--runs", *runs(), "--resamples", "0").out.startswith("For ranking these systems")


def test_raters_are_not_told_where_a_candidate_comes_from(stead: Command, campaign: Path) -> None:
    stead(
        "dispatch", "pool.jsonl", "--size", "60", "--planted", "3", "--repeats", "2", "-o", "d.jsonl", "--sheets", "s"
    )
    for path in Path("s").iterdir():
        head, *rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
        assert head == ["lexelt", "id", "sentence", "candidate", "rating", "rater"]
        assert {(row[4], row[5]) for row in rows} == {("", "")}
        text = path.read_text(encoding="utf-8")
        assert not any(word in text for word in ("system", "baseline", "planted", "again", "gold"))


def test_a_sample_as_semeval_drew_it(stead: Command, campaign: Path) -> None:
    conditions = ["--sample", "5", "--min-substitutes", "3", "--no-names", "--no-multiwords"]
    done = stead("pool", "gold1.jsonl", *runs(), *conditions, "--annotations", "annotations.jsonl", "-o", "p.jsonl")
    assert done.status == 0
    assert len(Path("p.jsonl").read_text().splitlines()) == 6
    assert "sample:5|substitutes:3|names:no|multiwords:no|seed:1" in done.out


def test_a_broken_dispatch_is_found_out(stead: Command, campaign: Path) -> None:
    stead("dispatch", "pool.jsonl", "--size", "60", "-o", "d.jsonl")
    lines = Path("d.jsonl").read_text(encoding="utf-8").splitlines()
    Path("d.jsonl").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    done = stead("dispatch", "pool.jsonl", "--verify", "d.jsonl")
    assert done.status == 1
    assert "each candidate is in one subset, once" in done.err


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["dispatch", "pool.jsonl", "--size", "3", "-o", "d"], 1, "is enough (--size)"),
        (["dispatch", "pool.jsonl", "-o", "d"], 2, "--size"),
        (["dispatch", "pool.jsonl", "--size", "9"], 2, "-o FILE"),
        (["dispatch", "pool.jsonl", "--size", "99", "--ratings", "x", "-o", "d"], 2, "'x' is not a whole number"),
        (["dispatch", "gold1.jsonl", "--size", "9", "-o", "d"], 1, "expected a pool"),
        (["dispatch", "pool.jsonl", "--size", "99", "-o", "d", "--items", "items.jsonl"], 2, "--sheets FOLDER"),
        (["dispatch", "pool.jsonl", "--size", "99", "--planted", "999", "-o", "d"], 1, "999 words cannot be planted"),
        (
            ["pool", "gold1.jsonl", "baseline.jsonl", "--depth", "0", "-o", "p"],
            2,
            "--depth is a whole number from 1, not 0",
        ),
        (["pool", "gold1.jsonl", "baseline.jsonl", "--depth", "x", "-o", "p"], 2, "'x' is not a whole number"),
        (["pool", "gold1.jsonl", "baseline.jsonl", "--no-multiwords", "-o", "p"], 2, "(--multiwords)"),
        (["filter", "ratings.jsonl", "--fast", "x"], 2, "neither a number nor none"),
        (["filter", "ratings.jsonl", "--straight", "7"], 2, "from 0 to 1"),
        (["filter", "gold1.jsonl"], 1, "stead.ratings/1"),
        (["gold", "extend", "gold1.jsonl", "ratings.jsonl", "--annotators", "3"], 2, "--merge added"),
        (["simulate"], 2, "--plan"),
        (["simulate", "x", "--targets", "0"], 2, "--targets"),
        (["simulate", ".", *SMALL], 2, "the folder is not empty"),
        (["simulate", "--plan", "--people", "1,x"], 2, "'x' is not a whole number"),
        (["simulate", "--plan", "--campaigns", "0"], 2, "--campaigns is a whole number from 1 to 1000, not 0"),
        (
            ["study", "--gold1", "gold1.jsonl", "--gold2", "truth.jsonl", "--runs", "baseline.jsonl", "-o", "x.pdf"],
            2,
            ".html",
        ),
        (["study", "--gold1", "gold1.jsonl", "--gold2", "none", "--runs", "baseline.jsonl"], 1, "cannot be read"),
    ],
)
def test_what_is_wrong_is_a_sentence(stead: Command, campaign: Path, words: list[str], status: int, told: str) -> None:
    done = stead(*words)
    assert (done.status, done.out) == (status, "")
    assert told in done.err
    assert "Traceback" not in done.err


def test_a_plan(stead: Command) -> None:
    done = stead("simulate", "--plan", *SMALL, "--people", "1,4", "--campaigns", "1", "--format", "json")
    sections = json.loads(done.out)["sections"]
    assert [section["title"] for section in sections] == ["Number of annotators", "Number of raters"]
    assert [record["annotators"] for record in sections[0]["records"]] == [1, 4]


@pytest.mark.parametrize(
    "words",
    [
        ("gold", "extend", "gold1.jsonl", "ratings.jsonl", "-o", "gold1.jsonl"),
        ("gold", "extend", "gold1.jsonl", "ratings.jsonl", "-o", "./ratings.jsonl"),
        ("pool", "gold1.jsonl", "runs/system-1.jsonl", "-o", "runs/system-1.jsonl"),
        ("dispatch", "pool.jsonl", "--size", "100", "-o", "pool.jsonl"),
        ("filter", "ratings.jsonl", "-o", "ratings.jsonl"),
        ("filter", "ratings.jsonl", "-o", "kept.jsonl", "--excluded", "kept.jsonl"),
    ],
)
def test_what_is_read_is_not_written_over(stead: Command, campaign: Path, words: tuple[str, ...]) -> None:
    before = {path: path.read_bytes() for path in campaign.rglob("*.jsonl")}
    done = stead(*words)
    assert (done.status, done.out) == (2, "")
    assert "would overwrite" in done.err
    assert {path: path.read_bytes() for path in campaign.rglob("*.jsonl")} == before
