"""Disk full, read-only cache, two fetches at once, a fetch that is killed: nothing half-written is left behind."""

import os
import resource as limits
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.resources import FetchOptions, find, get
from stead.resources.cache import sha256_of
from tests.resources.made import FILES, known, members, tree, zipped

LARGE = zipped(members({**FILES, "words.dat": os.urandom(1 << 20)}))
"""A megabyte that cannot be packed."""

_GET = """
import logging, sys
from stead.resources import FetchOptions, get
from stead.core.errors import SteadError
from tests.resources.made import known
logging.basicConfig(level=logging.INFO, format="%(message)s")
archive = open(sys.argv[1], "rb").read()
try:
    print(get(known(archive), FetchOptions(*sys.argv[2:])).folder)
except SteadError as error:
    sys.exit(str(error))
"""


def program(archive: Path, *wishes: str) -> list[str]:
    """A process that gets the resource in an archive."""
    return [sys.executable, "-c", _GET, str(archive), *wishes]


def with_little_room(words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a process that the system lets write files of half a megabyte at most."""

    def limit() -> None:
        limits.setrlimit(limits.RLIMIT_FSIZE, (1 << 19, 1 << 19))

    return subprocess.run(words, check=False, capture_output=True, text=True, preexec_fn=limit)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    (tmp_path / "large.whl").write_bytes(LARGE)
    return tmp_path / "large.whl"


def test_a_full_disk_is_a_sentence_and_leaves_nothing(archive: Path, cache: Path) -> None:
    done = with_little_room(program(archive, str(archive)))
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot be written: File too large. Nothing was kept; make room, or set STEAD_CACHE" in done.stderr
    assert "Traceback" not in done.stderr
    assert tree(cache / "resources") == []


def test_a_full_disk_leaves_the_version_that_was_there(archive: Path, cache: Path) -> None:
    old = zipped(members(FILES))
    (archive.parent / "old.whl").write_bytes(old)
    get(known(old), FetchOptions(source=str(archive.parent / "old.whl")))
    before = tree(cache / "resources")
    done = with_little_room(program(archive, str(archive)))
    assert done.returncode == 1
    assert tree(cache / "resources") == before
    assert (cache / "resources" / "tiny" / "words.dat").read_bytes() == FILES["words.dat"]


@contextmanager
def not_the_superuser() -> Iterator[None]:
    """To the superuser, nothing is forbidden."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A folder that cannot be written."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    with not_the_superuser():
        yield folder
    folder.rmdir()


def test_a_read_only_cache_is_a_sentence(read_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEAD_CACHE", str(read_only / "cache"))
    with pytest.raises(BadInput) as refused:
        get(known(LARGE), FetchOptions(source="large.whl"))
    message = str(refused.value)
    assert f"{read_only}/cache" in message
    assert "cannot be written: Permission denied." in message
    assert "set STEAD_CACHE to a folder that can be written" in message


def test_a_source_that_cannot_be_read_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        secret = Path(folder, "secret.whl")
        secret.write_bytes(LARGE)
        secret.chmod(0)
        monkeypatch.setenv("STEAD_CACHE", f"{folder}/cache")
        with (
            not_the_superuser(),
            pytest.raises(BadInput, match=r"secret.whl: cannot be read: Permission denied\.$"),
        ):
            get(known(LARGE), FetchOptions(source=str(secret)))
        assert tree(Path(folder, "cache", "resources")) == []


def test_a_cache_whose_place_is_taken_by_a_file_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "file"))
    with pytest.raises(BadInput, match=r"file/resources: cannot be written: Not a directory"):
        get(known(LARGE), FetchOptions(source="large.whl"))


SLOW_APT = """#!/bin/sh
echo run >> {log}
sleep 1
cp {archive} tiny_1_all.deb
"""

_GET_PACKAGE = _GET.replace("known(archive)", "known(archive, PACKAGED)").replace(
    "import known", "import known\nfrom tests.resources.test_fetching import PACKAGED"
)


def slow_client(folder: Path, archive: Path) -> dict[str, str]:
    """An apt-get that takes its time and notes that it was run; the environment in which it is found."""
    (folder / "bin").mkdir()
    script = folder / "bin" / "apt-get"
    script.write_text(SLOW_APT.format(log=folder / "log", archive=archive))
    script.chmod(0o755)
    return {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}


def start(archive: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _GET_PACKAGE, str(archive)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_of_two_fetches_at_once_one_waits_and_finds_it(archive: Path, cache: Path, tmp_path: Path) -> None:
    environment = slow_client(tmp_path, archive)
    processes = [start(archive, environment) for _ in range(3)]
    outcomes = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert {out for out, _ in outcomes} == {f"{cache / 'resources' / 'tiny'}\n"}
    assert (tmp_path / "log").read_text() == "run\n"  # fetched once
    assert sum("tiny: another process is writing it; waiting." in err for _, err in outcomes) == 2
    assert find(known(LARGE))


def wait_for(condition: object, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.02)


def test_what_a_killed_fetch_left_is_no_resource_and_the_next_one_clears_it_away(
    archive: Path, cache: Path, tmp_path: Path
) -> None:
    environment = slow_client(tmp_path, archive)
    process = start(archive, environment)
    wait_for((tmp_path / "log").exists)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert find(known(LARGE)) is None
    assert any("new" in name for name in tree(cache / "resources"))
    time.sleep(1.2)  # the client that was left alone ends
    assert start(archive, environment).communicate(timeout=60)[0] == f"{cache / 'resources' / 'tiny'}\n"
    assert {name.split("/")[0] for name in tree(cache / "resources")} == {"tiny"}


def test_a_fetch_that_is_asked_to_end_clears_up_itself(archive: Path, cache: Path, tmp_path: Path) -> None:
    """The command, not the function: it turns SIGTERM into an orderly end."""
    environment = slow_client(tmp_path, archive)
    command = [str(Path(sys.executable).with_name("stead")), "resources", "get", "wordnet", "--again"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for((tmp_path / "log").exists)
    process.terminate()
    process.communicate(timeout=60)
    assert process.returncode == 143
    assert tree(cache / "resources") == []


def test_the_checksum_is_of_the_bytes(archive: Path) -> None:
    empty = archive.parent / "empty"
    empty.write_bytes(b"")
    # SHA-256 of nothing, from FIPS 180-4's test values
    assert sha256_of(empty) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
