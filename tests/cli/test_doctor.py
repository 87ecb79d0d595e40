"""`stead doctor`: what is installed, what is missing, what is broken, and the command for each."""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from stead import __version__
from stead.core.extras import EXTRAS
from stead.datasets import PUBLISHED
from stead.resources import RESOURCES
from tests.cli.running import Command, Outcome, tsv
from tests.datasets.made import tiny, write_mirror
from tests.resources.made import known, zipped


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and a small resource and a small data set among the others."""
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    for variable in ("WNHOME", "WNSEARCHDIR", "TINY_HOME", "STEAD_MIRROR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setitem(RESOURCES, "tiny", known(zipped()))
    monkeypatch.setitem(PUBLISHED, "tiny", tiny(tmp_path))
    return tmp_path / "cache"


@pytest.fixture
def resource(stead: Command, cache: Path, tmp_path: Path) -> Path:
    """The folder of the small resource, which is here."""
    (tmp_path / "tiny.whl").write_bytes(zipped())
    assert stead("resources", "get", "tiny", "--from", tmp_path / "tiny.whl").status == 0
    return cache / "resources" / "tiny"


@pytest.fixture
def data_set(stead: Command, cache: Path, tmp_path: Path) -> Path:
    """The folder of the small data set, which is here."""
    assert stead("datasets", "get", "tiny", "--from", write_mirror(tmp_path / "mirror")).status == 0
    return cache / "datasets" / "tiny"


def state_of(kind: str, name: str, done: Outcome) -> tuple[str, str]:
    """The state and the command of a finding, in JSON."""
    document = json.loads(done.out)
    assert document["schema"] == "stead.doctor/1"
    (finding,) = [each for each in document["findings"] if (each["kind"], each["name"]) == (kind, name)]
    return finding["state"], finding["command"]


def test_versions_scorer_and_cache_are_told(stead: Command, cache: Path) -> None:
    done = stead("doctor", "--format", "json")
    assert (done.status, done.err) == (0, "")
    states = {name: state_of("program", name, done)[0] for name in ("Python", "stead", "scorer", "cache")}
    assert states == {
        "Python": platform.python_version(),
        "stead": __version__,
        "scorer": "works",
        "cache": "writable",
    }
    assert not cache.exists()


def test_a_missing_extra_is_no_fault_and_comes_with_its_command(
    stead: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stead.core.extras.is_installed", lambda package: package != "gguf")
    done = stead("doctor", "--format", "json")
    assert (done.status, done.err) == (0, "")
    assert state_of("extra", "finest", done) == ("missing", "pip install 'stead[finest]'")
    assert state_of("extra", "fine", done) == ("installed", "")


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_people_get_a_table_of_each_kind_with_a_line_for_each_thing(stead: Command, data_set: Path, form: str) -> None:
    done = stead("doctor", "--format", form)
    titles = [line.strip("*") for line in done.out.splitlines()]
    assert [title for title in ("program", "extras", "resources", "data sets") if title not in titles] == []
    for name, purpose in [(name, extra.purpose) for name, extra in EXTRAS.items()] + [
        (name, resource.purpose) for name, resource in RESOURCES.items()
    ]:
        beginning = purpose.split()[0]  # the rest may be on the next line
        assert [line for line in done.out.splitlines() if name in line.split() and beginning in line], name


def test_resources_are_missing_until_they_are_fetched(stead: Command, tmp_path: Path) -> None:
    assert state_of("resource", "tiny", stead("doctor", "--format", "json")) == ("missing", "stead resources get tiny")
    (tmp_path / "tiny.whl").write_bytes(zipped())
    stead("resources", "get", "tiny", "--from", tmp_path / "tiny.whl")
    assert state_of("resource", "tiny", stead("doctor", "--format", "json")) == ("installed", "")


def test_a_damaged_resource_is_status_1(stead: Command, resource: Path) -> None:
    (resource / "words.dat").unlink()
    done = stead("doctor", "--format", "json")
    assert done.status == 1
    assert "words.dat is missing" in done.err
    assert state_of("resource", "tiny", done) == ("damaged", "stead resources get tiny --again")


def test_data_sets_that_are_here_are_listed_and_a_damaged_one_is_status_1(stead: Command, data_set: Path) -> None:
    done = stead("doctor", "--format", "tsv")
    assert {row["state"] for row in tsv(done.out) if row["kind"] == "data set"} == {"installed"}
    assert done.status == 0
    next(path for path in sorted(data_set.rglob("*")) if path.suffix == ".txt" or "gold" in path.name).write_bytes(b"?")
    done = stead("doctor", "--format", "tsv")
    assert "damaged" in {row["state"] for row in tsv(done.out) if row["kind"] == "data set"}
    assert done.status == 1


def test_a_cache_that_cannot_be_written_is_status_1(
    stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "file" / "cache"))
    done = stead("doctor", "--format", "json")
    assert (done.status, state_of("program", "cache", done)[0]) == (1, "read-only")
    assert "set STEAD_CACHE to a folder that can be written" in done.err


def test_without_a_home_and_a_cache_the_rest_is_told(stead: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError

    for variable in ("STEAD_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    done = stead("doctor", "--format", "json")
    assert (done.status, state_of("program", "cache", done)[0]) == (1, "missing")
    assert done.err.count("there is no home folder") == 1


def test_numpy_that_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('libopenblas.so: cannot open')")
    call = "import sys; from stead.cli import main; sys.exit(main(['doctor']))"
    done = subprocess.run(
        [sys.executable, "-c", call],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 1
    assert "the scorer cannot be loaded: libopenblas.so" in done.stderr
    assert "Traceback" not in done.stderr
