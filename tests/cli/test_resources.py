"""`stead resources`: list, get, path and verify."""

import json
from pathlib import Path

import pytest

from stead.resources import RESOURCES, Resource
from tests.cli.running import Command, tsv
from tests.resources.made import FILES, known, sha256, tree, write_files, zipped


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and no variable of the user's."""
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    for variable in ("WNHOME", "WNSEARCHDIR", "TINY_HOME"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path / "cache"


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Resource:
    """A resource among the others."""
    resource = known(zipped())
    monkeypatch.setitem(RESOURCES, "tiny", resource)
    return resource


@pytest.fixture
def archive(tmp_path: Path, tiny: Resource) -> Path:
    (tmp_path / "tiny.whl").write_bytes(zipped())
    return tmp_path / "tiny.whl"


def test_the_list_says_what_there_is_and_what_of_it_is_here(stead: Command, archive: Path) -> None:
    done = stead("resources", "list")
    assert done.status == 0
    for name, resource in RESOURCES.items():
        line = next(line for line in done.out.splitlines() if line.split()[:1] == [name])
        assert resource.licence.split()[0] in line  # the rest may be on the next line
        assert resource.purpose.split()[0] in line
    assert "  no  " in next(line for line in done.out.splitlines() if line.startswith("tiny "))
    stead("resources", "get", "tiny", "--from", archive)
    assert "  cache  " in next(line for line in stead("resources", "list").out.splitlines() if line.startswith("tiny "))


def test_no_line_of_the_list_is_too_long_for_a_terminal(stead: Command) -> None:
    table = stead("resources", "list").out.splitlines()[:-1]  # the last line has the path of the cache
    assert max(map(len, table)) <= 100


def test_the_list_as_json_and_tsv_has_checksums_and_folders(stead: Command, archive: Path, cache: Path) -> None:
    stead("resources", "get", "tiny", "--from", archive)
    document = json.loads(stead("resources", "list", "--format", "json").out)
    assert (document["schema"], document["cache"]) == ("stead.resources/1", str(cache))
    (own,) = [record for record in document["resources"] if record["name"] == "tiny"]
    assert own["sha256"] == sha256(zipped())
    assert own["folder"] == str(cache / "resources" / "tiny")
    rows = tsv(stead("resources", "list", "--format", "tsv").out)
    assert [row["name"] for row in rows] == list(RESOURCES)
    assert rows[-1]["folder"] == own["folder"]


@pytest.mark.parametrize(("form", "beginning"), [("markdown", "**resources**"), ("latex", r"\begin{table")])
def test_the_list_in_other_forms(stead: Command, form: str, beginning: str) -> None:
    done = stead("resources", "list", "--format", form)
    assert (done.status, done.out.startswith(beginning)) == (0, True)


def test_the_list_goes_on_past_what_is_damaged(stead: Command, archive: Path, cache: Path) -> None:
    stead("resources", "get", "tiny", "--from", archive)
    (cache / "resources" / "tiny" / "words.dat").unlink()
    done = stead("resources", "list")
    assert done.status == 0
    assert "damaged" in next(line for line in done.out.splitlines() if line.startswith("tiny "))
    assert "words.dat is missing" in done.err


def test_get_prints_the_folder_and_says_origin_checksum_and_licence(stead: Command, archive: Path, cache: Path) -> None:
    done = stead("resources", "get", "tiny", "--from", archive)
    assert (done.status, done.out) == (0, f"{cache / 'resources' / 'tiny'}\n")
    assert done.err == (f"stead: tiny: 1.0 from {archive}, SHA-256 {sha256(zipped())}; licence: as you like.\n")


def test_what_is_found_is_not_fetched(
    stead: Command, tiny: Resource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TINY_HOME", str(write_files(tmp_path / "home", FILES)))
    done = stead("resources", "get", "tiny")
    assert (done.status, done.out) == (0, f"{tmp_path / 'home'}\n")
    assert done.err == "stead: tiny: found ($TINY_HOME), nothing was fetched; licence: as you like.\n"


def test_a_wrong_checksum_is_status_1_with_the_way_out(
    stead: Command, tmp_path: Path, tiny: Resource, cache: Path
) -> None:
    other = zipped({"a/words.dat": b"x", "a/words.idx": b"y"})
    (tmp_path / "other.whl").write_bytes(other)
    done = stead("resources", "get", "tiny", "--from", tmp_path / "other.whl")
    assert (done.status, done.out) == (1, "")
    assert f"--accept-checksum {sha256(other)}" in done.err
    assert tree(cache / "resources") == []
    accepted = stead("resources", "get", "tiny", "--from", tmp_path / "other.whl", "--accept-checksum", sha256(other))
    assert accepted.status == 0
    assert "tiny: unknown-" in accepted.err


def test_offline_is_status_1_with_the_command(stead: Command, tiny: Resource) -> None:
    done = stead("resources", "get", "tiny", "--offline")
    assert (done.status, done.out) == (1, "")
    assert "get it with `stead resources get tiny`" in done.err


def test_path_prints_the_folder_or_the_command_that_gets_it(stead: Command, archive: Path, cache: Path) -> None:
    missing = stead("resources", "path", "tiny")
    assert (missing.status, missing.out) == (1, "")
    assert "get it with `stead resources get tiny`" in missing.err
    stead("resources", "get", "tiny", "--from", archive)
    assert stead("resources", "path", "tiny").out == f"{cache / 'resources' / 'tiny'}\n"


def test_verify_is_status_1_for_damage(stead: Command, archive: Path, cache: Path) -> None:
    stead("resources", "get", "tiny", "--from", archive)
    done = stead("resources", "verify", "tiny")
    assert (done.status, done.out.startswith("tiny: intact: ")) == (0, True)
    (cache / "resources" / "tiny" / "words.dat").write_bytes(b"Bright|clever\n")
    done = stead("resources", "verify")
    assert done.status == 1
    assert "tiny: damaged: " in done.out


def test_verify_without_names_passes_over_what_is_not_here(stead: Command, tiny: Resource) -> None:
    assert "tiny" not in stead("resources", "verify").out
    done = stead("resources", "verify", "tiny")
    assert (done.status, done.out) == (1, "tiny: absent: not here; `stead resources get tiny` gets it.\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["get", "wordnte"], "'wordnte' is not a resource; there are wordnet, "),
        (["path", "wordnte"], "'wordnte' is not a resource"),
        (["verify", "wordnte"], "'wordnte' is not a resource"),
        (["get", "wordnet", "bnc", "--from", "x"], "--from and --accept-checksum are about one resource; name one."),
        ([], "ACTION"),
        (["fetch"], "invalid choice: 'fetch'"),
        (["get"], "NAME"),
    ],
)
def test_wrong_usage_is_status_2(stead: Command, words: list[str], complaint: str) -> None:
    done = stead("resources", *words)
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err
