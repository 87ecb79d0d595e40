"""A resource is where a variable says, or in the cache, or where another program put it; in that order."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.resources import (
    RESOURCES,
    FetchOptions,
    Location,
    Resource,
    cache,
    cache_folder,
    find,
    folder,
    get,
    open_once,
    resource_named,
)
from stead.resources.finding import folder_of
from tests.resources.made import EXTRA, FILES, LISTED, known, write_files, zipped


def test_what_is_not_here_is_one_sentence_with_the_command_that_gets_it() -> None:
    with pytest.raises(BadInput) as missing:
        folder_of(LISTED)
    assert str(missing.value) == (
        "tiny (two words) is not here: get it with `stead resources get tiny` (0 MB), or set TINY_HOME to its folder."
    )


@pytest.mark.parametrize("below", ["", "dict"])
def test_a_variable_names_the_folder_or_the_one_above(
    below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path / "home" / below, FILES)
    monkeypatch.setenv("TINY_HOME", str(tmp_path / "home"))
    assert find(LISTED) == Location(tmp_path / "home" / below, "$TINY_HOME")


def test_a_variable_that_leads_nowhere_is_an_error_and_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TINY_HOME", "nowhere")
    with pytest.raises(BadInput, match=r"TINY_HOME is nowhere, but words.dat, words.idx, ... are not there; correct"):
        find(LISTED)


def test_a_variable_comes_before_the_cache_and_the_cache_before_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = write_files(tmp_path / "place", FILES)
    resource = replace(known(zipped()), install_folders=(str(place),))
    assert find(resource) == Location(place, "in place")
    (tmp_path / "a.whl").write_bytes(zipped())
    get(resource, FetchOptions(source=str(tmp_path / "a.whl")))
    assert find(resource) == Location(cache_folder() / "resources" / "tiny", "cache")
    monkeypatch.setenv("TINY_HOME", str(write_files(tmp_path / "home", FILES)))
    assert find(resource) == Location(tmp_path / "home", "$TINY_HOME")


def test_what_is_found_in_place_is_not_fetched(tmp_path: Path) -> None:
    resource = replace(LISTED, install_folders=(str(write_files(tmp_path / "place", FILES)),))
    assert get(resource) == Location(tmp_path / "place", "in place")
    assert not cache_folder().exists()


def test_a_folder_that_lacks_a_file_is_not_it(tmp_path: Path) -> None:
    write_files(tmp_path / "part", {"words.dat": b"", **EXTRA})
    assert find(replace(LISTED, install_folders=(str(tmp_path / "part"),))) is None


def test_places_may_be_below_a_variable_or_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path / "share" / "words", FILES)
    resource = replace(LISTED, install_folders=("$SOME_PREFIX/share/words",))
    monkeypatch.delenv("SOME_PREFIX", raising=False)
    assert find(resource) is None
    monkeypatch.setenv("SOME_PREFIX", str(tmp_path))
    assert find(resource) == Location(tmp_path / "share" / "words", "in place")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find(replace(LISTED, install_folders=("~/share/words",))) == Location(
        tmp_path / "share" / "words", "in place"
    )


def test_an_installed_python_package_is_found_and_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = write_files(tmp_path / "tiny_package", {"__init__.py": b"raise SystemExit('imported')"})
    write_files(package / "data", FILES)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find(replace(LISTED, install_folders=("python:tiny_package/data",))) == Location(
        package / "data", "in place"
    )
    assert "tiny_package" not in sys.modules
    assert find(replace(LISTED, install_folders=("python:no_such_package/data",))) is None


def test_damage_that_can_be_seen_at_once_is_said(tmp_path: Path) -> None:
    resource = known(zipped())
    (tmp_path / "a.whl").write_bytes(zipped())
    cached = get(resource, FetchOptions(source=str(tmp_path / "a.whl"))).folder
    (cached / "words.dat").write_bytes(b"short")
    with pytest.raises(BadInput, match=r"words.dat has 5 bytes instead of 14; `stead resources get tiny --again`"):
        find(resource)
    (cached / "words.dat").unlink()
    with pytest.raises(BadInput, match=r"words.dat is missing; `stead resources get tiny --again` fetches it again"):
        find(resource)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"files": 1}', '{"files": {"a": {}}}', "\udcff", "[" * 100_000])
def test_a_manifest_that_cannot_be_read_is_damage(text: str, tmp_path: Path) -> None:
    resource = known(zipped())
    (tmp_path / "a.whl").write_bytes(zipped())
    cached = get(resource, FetchOptions(source=str(tmp_path / "a.whl"))).folder
    (cached / "MANIFEST.json").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(BadInput, match=r"MANIFEST.json: damaged; `stead resources get tiny --again` fetches it again"):
        find(resource)
    get(resource, FetchOptions(source=str(tmp_path / "a.whl")))
    assert find(resource)


def test_the_known_resources_are_found_by_name() -> None:
    assert resource_named("wordnet") is RESOURCES["wordnet"]
    with pytest.raises(UsageError, match=r"'wordnte' is not a resource; there are wordnet, mythes-en, "):
        folder("wordnte")


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STEAD_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(BadInput, match="there is no home folder to keep files in; set STEAD_CACHE to a folder"):
        cache_folder()


@pytest.fixture
def fetched(tmp_path: Path) -> tuple[Resource, Path]:
    (tmp_path / "a.whl").write_bytes(zipped())
    resource = known(zipped())
    return resource, get(resource, FetchOptions(source=str(tmp_path / "a.whl"))).folder


def test_damage_that_keeps_the_size_is_said_when_files_are_next_used(fetched: tuple[Resource, Path]) -> None:
    resource, folder = fetched
    assert find(resource) == Location(folder, "cache")
    (folder / "words.dat").write_bytes(b"Bright|clever\n")
    complaint = "words.dat does not have the checksum it had when it was fetched; `stead resources get tiny --again`"
    for _ in range(2):
        with pytest.raises(BadInput, match=complaint):
            find(resource)


def test_files_are_read_whole_once_for_each_version_of_them(
    fetched: tuple[Resource, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    resource, folder = fetched
    read: list[str] = []
    plain = cache.sha256_of

    def counted(path: Path) -> str:
        read.append(path.name)
        return plain(path)

    monkeypatch.setattr(cache, "sha256_of", counted)
    find(resource)
    assert read == []  # they were compared when they were fetched
    os.utime(folder / "words.dat", (1, 1))
    for _ in range(3):
        find(resource)
    assert sorted(read) == ["words.dat", "words.exc", "words.idx"]
    (folder / ".compared.json").write_text("[")
    find(resource)
    assert len(read) == 6


def test_a_cache_that_may_not_be_read_is_a_sentence(
    fetched: tuple[Resource, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    resource, folder = fetched

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    for name in ("exists", "read_text"):
        with monkeypatch.context() as patch:
            patch.setattr(Path, name, forbidden)
            with pytest.raises(BadInput, match=r"MANIFEST.json: cannot be read: Permission denied; allow it, or set "):
                find(resource)
    monkeypatch.setattr(cache, "sha256_of", forbidden)
    os.utime(folder / "words.dat", (1, 1))
    with pytest.raises(BadInput, match=r"words.dat: cannot be read: Permission denied"):
        find(resource)


def test_what_is_opened_by_name_is_opened_again_where_the_name_means_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    open_it = open_once(opened.append)
    open_it("wordnet")
    open_it("wordnet")
    assert opened == ["wordnet"]
    changes: list[Callable[[], None]] = [
        lambda: monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "other")),
        lambda: monkeypatch.setenv("WNHOME", str(tmp_path)),
        lambda: monkeypatch.chdir(tmp_path),
    ]
    for change in changes:
        opened.clear()
        change()
        open_it("wordnet")
        open_it("wordnet")
        assert opened == ["wordnet"]


def test_opening_works_in_a_folder_that_was_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert open_once(len)("wordnet") == 7
