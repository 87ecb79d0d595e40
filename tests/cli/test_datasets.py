"""`stead datasets`: list, get, path, cite, verify; and names of data sets wherever a gold or items are expected."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stead.datasets import PUBLISHED
from tests.cli.running import Command, Write, cells, tsv
from tests.datasets.made import GOLD, PRIVATE, SERVED, tiny, write_mirror
from tests.resources.server import Served, serving
from tests.shared import shared

BEST = "best (SemEval-2007)"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, a made data set, no mirror, and a folder of one's own."""
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("STEAD_MIRROR", raising=False)
    monkeypatch.setitem(PUBLISHED, "tiny", tiny(tmp_path))
    monkeypatch.setitem(PUBLISHED, "private", PRIVATE)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cache"


@pytest.fixture
def mirror() -> Iterator[Served]:
    with serving(dict(SERVED)) as served:
        yield served


@pytest.fixture
def here(stead: Command, tmp_path: Path) -> None:
    assert stead("datasets", "get", "tiny", "--from", write_mirror(tmp_path / "mirror")).status == 0


def row_of(name: str, table: str) -> list[str]:
    return next(line.split() for line in table.splitlines() if line.startswith(f"{name} "))


# ---------------------------------------------------------------------------------------------------------- list


@pytest.mark.parametrize("words", [[], ["list"]])
def test_the_list_says_what_there_is_and_what_of_it_is_here(stead: Command, words: list[str], here: None) -> None:
    done = stead("datasets", *words)
    assert (done.status, done.err) == (0, "")
    assert row_of("swords:dev", done.out)[:5] == ["swords:dev", "370", "1476", "en", "no"]
    assert row_of("evalita2009:test", done.out)[:3] == ["evalita2009:test", "it", "ask"]
    assert row_of("tiny:all", done.out)[:5] == ["tiny:all", "3", "1", "en", "yes"]  # counted
    assert row_of("tiny:test", done.out)[1] == "1"
    assert max(map(len, done.out.splitlines())) <= 100


def test_the_list_as_json_and_tsv_has_addresses_and_checksums(stead: Command) -> None:
    document = json.loads(stead("datasets", "--format", "json").out)
    assert document["schema"] == "stead.datasets/1"
    (trial,) = [record for record in document["datasets"] if record["name"] == "semeval2007:trial"]
    assert trial["papers"] == ["McCarthy & Navigli 2007", "McCarthy & Navigli 2009"]
    gold = next(file for file in trial["files"] if file["path"].endswith("lst_trial.gold"))
    assert gold["address"] == f"https://raw.githubusercontent.com/{gold['path']}"
    assert (gold["bytes"], gold["sha256"][:8]) == (17219, "2c661d66")
    rows = {row["name"]: row for row in tsv(stead("datasets", "--format", "tsv").out)}
    assert rows["semeval2007:trial"]["papers"] == "McCarthy & Navigli 2007; McCarthy & Navigli 2009"
    assert rows["swords:test"]["items"] == ""


def test_the_list_goes_on_past_what_is_damaged(stead: Command, here: None, cache: Path) -> None:
    (cache / "datasets" / "tiny" / "all" / "tiny.gold").unlink()
    done = stead("datasets")
    assert done.status == 0
    assert row_of("tiny:all", done.out)[3] == "damaged"  # no number of items
    assert "tiny.gold is missing; `stead datasets get tiny:all --again` fetches it again" in done.err


# ----------------------------------------------------------------------------------------------------------- get


def test_get_prints_the_folder_and_says_origin_and_licence(stead: Command, mirror: Served, cache: Path) -> None:
    done = stead("datasets", "get", "tiny:ranked", "--from", mirror.address)
    assert (done.status, done.out) == (0, f"{cache / 'datasets' / 'tiny' / 'ranked'}\n")
    address = f"{mirror.address}{next(path for path in SERVED if path.endswith('candidates'))}"
    assert done.err == f"stead: tiny:ranked: from {address}, SHA-256 checked; licence: as you like.\n"


def test_get_without_a_part_gets_each_set_of_files_once(stead: Command, mirror: Served, cache: Path) -> None:
    done = stead("datasets", "get", "tiny", "tiny:dev", "--from", mirror.address)
    assert done.out.splitlines() == [str(cache / "datasets" / "tiny" / name) for name in ("all", "ranked")]
    assert len(mirror.asked) == 4


def test_get_says_what_went_wrong_in_one_sentence(stead: Command, mirror: Served) -> None:
    mirror.files[next(path for path in SERVED if path.endswith("tiny.gold"))] = GOLD[::-1]
    for words, complaint in {
        ("tiny:all", "--from", mirror.address): "was expected; nothing was kept",
        ("tiny:all", "--from", "http://127.0.0.1:9"): "cannot be fetched: ",
        ("tiny:all", "--offline"): "--offline forbids it",
        ("tiny:all", "--from", "nowhere"): "nowhere: no such file or folder.",
        ("private:test",): "Ask the laboratory, https://lab.example.org",
    }.items():
        done = stead("datasets", "get", *words)
        assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
        assert complaint in done.err


def test_get_goes_on_past_what_cannot_be_had_and_says_all_of_it_at_the_end(
    stead: Command, mirror: Served, cache: Path
) -> None:
    mirror.files.pop(next(path for path in SERVED if path.endswith("tiny.gold")))
    done = stead("datasets", "get", "private", "tiny", "--from", mirror.address)
    assert (done.status, done.out) == (1, f"{cache / 'datasets' / 'tiny' / 'ranked'}\n")
    ready, *complaints, summary = done.err.splitlines()
    assert ready.startswith("stead: tiny:ranked: from ")
    assert [complaint.split()[1] for complaint in complaints[:2]] == ["private:test", "private:trial"]
    assert "tiny.gold: cannot be fetched" in complaints[2]
    assert summary == "stead: not fetched: private:test, private:trial, tiny:all."


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["get", "sword:dev"], "no data set is called 'sword'; there are semeval2007, "),
        (["get", "SemDis"], " Did you mean semdis2014?"),
        (["path", "swords:dve"], "swords has no part 'dve'; there are swords:dev, swords:test."),
        (["path", "swords"], "swords has several parts; name one of swords:dev, swords:test."),
        (["verify", "sword"], "no data set is called 'sword'"),
        (["cite"], "NAME"),
        (["fetch"], "invalid choice: 'fetch'"),
        (["--fromat", "json"], "unrecognized arguments"),
    ],
)
def test_wrong_usage_is_status_2(stead: Command, words: list[str], complaint: str) -> None:
    done = stead("datasets", *words)
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err


# ------------------------------------------------------------------------------------------- path, cite and verify


def test_path_prints_the_folder_or_the_command_that_gets_it(stead: Command, cache: Path, tmp_path: Path) -> None:
    missing = stead("datasets", "path", "tiny:dev")
    assert (missing.status, missing.out) == (1, "")
    assert "get it with `stead datasets get tiny:dev`" in missing.err
    stead("datasets", "get", "tiny:dev", "--from", write_mirror(tmp_path / "mirror"))
    assert stead("datasets", "path", "tiny:dev").out == f"{cache / 'datasets' / 'tiny' / 'all'}\n"


def test_cite_prints_each_paper_once(stead: Command) -> None:
    done = stead("datasets", "cite", "semeval2007", "semeval2007:trial", "swords:dev")
    entries = [line for line in done.out.splitlines() if line.startswith("@")]
    assert entries == [
        "@inproceedings{mccarthy-navigli-2007,",
        "@article{mccarthy-navigli-2009,",
        "@inproceedings{lee-etal-2021,",
    ]


def test_verify_is_status_1_for_damage_and_for_what_was_asked_for_and_is_not_here(
    stead: Command, here: None, cache: Path
) -> None:
    done = stead("datasets", "verify")
    assert (done.status, len(done.out.splitlines())) == (0, 2)
    assert stead("datasets", "verify", "swords:dev").status == 1
    (cache / "datasets" / "tiny" / "all" / "tiny.gold").write_bytes(GOLD[::-1])
    done = stead("datasets", "verify")
    assert done.status == 1
    assert done.out.startswith("tiny:all: damaged: ")


def test_verify_says_where_to_ask_and_that_nothing_is_published_to_compare_with(
    stead: Command, write: Write, cache: Path
) -> None:
    done = stead("datasets", "verify", "private:test")
    assert (done.status, done.out) == (
        1,
        "private:test: absent: not here; ask the laboratory, https://lab.example.org; then `stead datasets get "
        "private:test --from FOLDER` takes the files.\n",
    )
    users = write("users", "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n")
    done = stead("datasets", "get", "private:test", "--from", users)
    assert (done.status, done.out) == (1, "")
    assert "no file in it can be read as a gold standard" in done.err
    brought = write("brought.gold", GOLD)
    done = stead("datasets", "get", "private:test", "--from", brought)
    assert done.status == 0
    assert f"from {brought}, no checksum is published, so the files were not compared; licence: " in done.err
    folder = cache / "datasets" / "private" / "test"
    done = stead("datasets", "verify", "private:test")
    assert (done.status, done.out) == (
        0,
        f"private:test: intact: {folder}: unchanged since you gave the files; no checksums are published.\n",
    )


def test_the_list_says_which_parts_have_no_gold_and_what_each_holds(stead: Command) -> None:
    assert "Without a gold: semeval2007:candidates (candidates), tiny:ranked (candidates)." in " ".join(
        stead("datasets").out.split()
    )
    rows = {row["name"]: row["holds"] for row in tsv(stead("datasets", "--format", "tsv").out)}
    assert (rows["tiny:ranked"], rows["semdis2014:test"]) == ("candidates", "items gold mapping")


# --------------------------------------------------------------------------------------------------------- names


@pytest.mark.usefixtures("here")
def test_a_name_stands_for_a_gold_and_its_usual_preset_is_used_and_said(stead: Command, write: Write) -> None:
    """By hand: 1/4, 2/3 and 0 for three items; the modes are clever and shiny, the third item has none."""
    write("my.best", "bright.a 1 :: smart\nbright.a 2 :: shiny\ndog.n 3 :: cat\n")
    done = stead("score", "tiny:all", "my.best")
    assert ["my", "3/3", "30.56", "30.56", "50.00", "50.00"] in cells(done.out)
    assert "program:semeval2007|" in done.out
    assert "items of tiny:all" in done.out
    assert (
        done.err
        == "stead: The preset semeval2007, which is usual for tiny:all, was used; --preset none turns it off.\n"
    )


@pytest.mark.usefixtures("here")
def test_the_usual_preset_can_be_turned_off(stead: Command, write: Write) -> None:
    write("my.best", "bright.a 1 :: smart\n")
    done = stead("score", "tiny:all", "my.best", "--preset", "none", "-m", "best")
    assert (done.status, "program:" in done.out, "match:lenient" in done.out) == (0, False, True)
    assert "preset" not in done.err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--match", "exact"], "leave out "),
        (["--by", "subset"], "The 2007 program has no subsets."),
    ],
)
def test_a_preset_that_contradicts_the_options_is_not_used_and_that_is_said(
    stead: Command, write: Write, words: list[str], reason: str
) -> None:
    write("my.best", "bright.a 1 :: smart\n")
    done = stead("score", "tiny:all", "my.best", *words)
    assert (done.status, "program:" in done.out) == (0, False)
    assert "The preset semeval2007, which is usual for tiny:all, was not used. " in done.err
    assert reason in done.err


@pytest.mark.usefixtures("here")
def test_the_usual_preset_holds_beside_measures_that_it_has_not(stead: Command, write: Write) -> None:
    write("my.best", "bright.a 1 :: smart\nbright.a 2 :: shiny\ndog.n 3 :: cat\n")
    done = stead("score", "tiny:all", "my.best", "-m", "best,gap(pool=candidates)", "--format", "tsv")
    signatures = {row["measure"].partition("(")[0]: row["signature"] for row in tsv(done.out)}
    assert "program:semeval2007" in signatures["best"]
    assert "program:" not in signatures["gap"]
    assert "scored without it: gap(pool=candidates)." in done.err


@pytest.mark.usefixtures("here")
def test_a_run_that_the_program_cannot_read_is_scored_without_it(stead: Command, write: Write) -> None:
    write("run.jsonl", '{"schema": "stead.run/1"}\n{"lexelt": "bright.a", "id": "1", "answers": ["clever"]}\n')
    done = stead("score", "tiny:all", "run.jsonl", "-m", "best")
    assert (done.status, "program:" in done.out) == (0, False)
    assert "does not read run.jsonl, which is in the format stead" in done.err


@pytest.mark.usefixtures("here")
def test_items_of_a_named_gold_come_with_their_sentences(stead: Command, write: Write) -> None:
    write("my.best", "bright.a 1 :: smart\nbright.a 2 :: shiny\ndog.n 3 :: cat\n")
    done = stead("score", "tiny:all", "my.best", "-m", "best", "--per-item", "--format", "tsv")
    heading, first, *_ = (line.split("\t") for line in done.out.splitlines())
    record = dict(zip(heading, first, strict=True))
    assert (record["id"], record["sentence"], record["target"]) == ("1", "A bright boy.", "bright")
    selected = stead("score", "tiny:dev", "my.best", "-m", "best", "--per-item", "--format", "tsv")
    assert "A bright boy." not in selected.out
    assert "A bright light." in selected.out


@pytest.mark.usefixtures("here")
def test_a_named_gold_is_divided_by_the_length_of_its_sentences(stead: Command, write: Write) -> None:
    write("my.best", "bright.a 1 :: smart\nbright.a 2 :: shiny\ndog.n 3 :: cat\n")
    for command in ("score", "compare"):
        by_name = stead(command, "tiny:all", "my.best", "--by", "length")
        given = stead(command, "tiny:all", "my.best", "--by", "length", "--items", "tiny:all")
        assert (by_name.status, by_name.out) == (0, given.out)
        assert re.search("length[=\n]", by_name.out)
    report = json.loads(stead("compare", "tiny:all", "my.best", "--format", "json").out)
    assert report["items"][0]["sentence"] == ["A ", "bright", " boy."]


@pytest.mark.usefixtures("here")
def test_names_stand_for_selections_candidates_and_items(stead: Command, write: Write) -> None:
    write("my.best", "bright.a 1 :: smart;clever\nbright.a 2 :: shiny\ndog.n 3 :: cat\n")
    dev = stead("score", "tiny:dev", "my.best", "--preset", "none", "-m", "best")
    assert "on 2 of 2 items of tiny:dev" in dev.out
    own = stead("score", "tiny:all", "my.best", "-m", "gap(pool=candidates)", "--preset", "none")
    named = stead("score", "tiny:all", "my.best", "-m", "gap(pool=candidates)", "--candidates", "tiny:ranked")
    assert (own.status, own.out) == (0, named.out)
    compared = stead("compare", "tiny:all", "my.best", "--items", "tiny:all", "--by", "length", "--preset", "none")
    assert compared.status == 0, compared.err


@pytest.mark.usefixtures("here")
def test_names_stand_for_golds_and_items_of_other_commands(stead: Command, write: Write) -> None:
    write("my.best", "bright.a 1 :: smart\nbright.a 2 :: shiny\ndog.n 3 :: cat\n")
    assert stead("check", "tiny:all").status == 0
    assert stead("check", "my.best", "--gold", "tiny:dev").status == 1  # the id 1 is not in it
    assert stead("convert", "tiny:dev", "-o", "dev.txt", "--to", "semeval").status == 0
    assert [line.split()[1] for line in Path("dev.txt").read_text(encoding="utf-8").splitlines()] == ["2", "3"]
    assert stead("gold", "stats", "tiny:dev").status == 0
    official = stead("official", "my.best", "tiny:all")
    assert official.out == stead("official", "my.best", "cache/datasets/tiny/all/tiny.gold").out
    assert stead("score", "tiny:all", "my.best", "--explain-official").status == 0


@pytest.mark.usefixtures("here")
def test_a_file_of_the_name_comes_before_the_data_set(stead: Command, write: Write) -> None:
    write("my.best", "bright.a 1 :: smart\n")
    write("tiny:all", "bright.a 1 :: smart 2;\n")
    done = stead("score", "tiny:all", "my.best", "-m", "best")
    assert (done.err, ["my", "1/1", "100.00", "100.00"] in cells(done.out)) == ("", True)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("tiny:tset", "tiny:tset: there is no such file, and tiny has no part 'tset'; there are tiny:all, tiny:dev, "),
        ("tyni:all", "tyni:all: there is no such file, and no data set is called 'tyni'; there are semeval2007, "),
        ("tiny:all", "is not here: get it with `stead datasets get tiny:all`"),
        ("private:test", "has no public address. Ask the laboratory"),
        (
            "tiny:ranked",
            "tiny:ranked has no gold; it has candidates. Parts with gold: tiny:all, tiny:dev, tiny:test.",
        ),
    ],
)
def test_a_name_that_is_not_there_is_a_sentence(stead: Command, write: Write, name: str, complaint: str) -> None:
    done = stead("score", name, write("my.best", "bright.a 1 :: smart\n"))
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    assert complaint in done.err


def test_a_gold_in_a_file_needs_no_data_sets() -> None:
    program = (
        "import sys; from stead.cli import main; main(['score', 'gold.txt', 'runs/careful.txt']); "
        "sys.exit('stead.datasets' in sys.modules)"
    )
    folder = Path(__file__).resolve().parents[2] / "src" / "stead" / "examples"
    assert subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, check=False).returncode == 0


# ----------------------------------------------------------------------------------------------------- the real data


def test_the_trial_half_is_fetched_from_a_mirror_over_a_cut_connection_and_scored(
    stead: Command, cache: Path, write: Write
) -> None:
    """From the server to the published figure in two commands; the reference program prints it in `expected.json`."""
    parity = shared("parity", "ls07-trial")
    trial = PUBLISHED["semeval2007"].part("trial")
    names = {trial.items: "lexsub_trial.xml", trial.gold: "gold.txt"}
    with serving({f"/{file.path}": (parity / name).read_bytes() for file, name in names.items() if file}) as served:
        served.cuts = [10_000]
        done = stead("datasets", "get", "semeval2007:trial", "--from", served.address)
    assert (done.status, done.out) == (0, f"{cache / 'datasets' / 'semeval2007' / 'trial'}\n")
    assert served.asked[1][1] == "bytes=10000-"
    run = write("run.best", (parity / "wordnet_best.txt").read_bytes())
    by_name = stead("score", "semeval2007:trial", run, "--format", "tsv")
    by_file = stead("score", parity / "gold.txt", run, "--preset", "semeval2007", "--format", "tsv")
    assert by_name.status == 0
    assert by_name.out == by_file.out
