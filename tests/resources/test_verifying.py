"""Compare every byte of a resource with its checksum."""

from dataclasses import replace
from pathlib import Path

import pytest

from stead.resources import FetchOptions, Resource, get, verify
from tests.resources.made import FILES, LISTED, contents, known, write_files, zipped


@pytest.fixture
def fetched(tmp_path: Path) -> tuple[Resource, Path]:
    (tmp_path / "a.whl").write_bytes(zipped())
    resource = known(zipped())
    return resource, get(resource, FetchOptions(source=str(tmp_path / "a.whl"))).folder


def test_what_is_as_it_was_is_intact(fetched: tuple[Resource, Path]) -> None:
    verdict = verify(fetched[0])
    assert (verdict.state, verdict.message) == ("intact", f"{fetched[1]}: unchanged since it was fetched.")


def test_one_other_byte_is_damage(fetched: tuple[Resource, Path]) -> None:
    resource, folder = fetched
    (folder / "words.dat").write_bytes(b"Bright|clever\n")  # as long as before
    verdict = verify(resource)
    assert verdict.state == "damaged"
    assert f"{folder / 'words.dat'} does not have the checksum it had when it was fetched" in verdict.message
    assert "`stead resources get tiny --again`" in verdict.message


@pytest.mark.parametrize("name", [*FILES, "MANIFEST.json"])
def test_a_file_that_is_cut_off_is_damage(name: str, fetched: tuple[Resource, Path]) -> None:
    resource, folder = fetched
    (folder / name).write_bytes((folder / name).read_bytes()[:3])
    assert verify(resource).state == "damaged"
    assert name in verify(resource).message


def test_what_is_nowhere_is_absent() -> None:
    assert verify(LISTED).state == "absent"


def test_files_of_another_program_are_known_or_not(tmp_path: Path) -> None:
    place = write_files(tmp_path / "place", FILES)
    resource = replace(LISTED, install_folders=(str(place),), contents=frozenset({contents(FILES)}))
    assert verify(resource).state == "known"
    (place / "words.idx").write_bytes(b"other")
    verdict = verify(resource)
    assert verdict.state == "unknown"
    assert verdict.message.endswith(f"checksum {contents({**FILES, 'words.idx': b'other'})}.")


def test_fetching_again_mends_it(fetched: tuple[Resource, Path], tmp_path: Path) -> None:
    resource, folder = fetched
    (folder / "words.dat").write_bytes(b"")
    get(resource, FetchOptions(source=str(tmp_path / "a.whl"), again=True))
    assert verify(resource).state == "intact"


def test_other_files_do_not_matter(fetched: tuple[Resource, Path]) -> None:
    resource, folder = fetched
    (folder / "note.txt").write_text("mine")
    assert verify(resource).state == "intact"


def test_the_fingerprint_is_what_the_shell_computes() -> None:
    """`printf a > a; printf b > b; sha256sum * | sha256sum`, in a shell."""
    assert contents({"b": b"b", "a": b"a"}) == "cb13f400dcb618e400d0f7d54f7cdb330d37a07272cb99a1016cda5830a10556"
    assert contents({"a": b"a"}) != contents({"b": b"a"})
