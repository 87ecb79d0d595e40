"""Archives are unpacked within limits: only the files that are wanted, wherever they lie, and nothing else."""

import gzip
import io
import lzma
import random
import shutil
import subprocess
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stead.core.errors import BadInput
from stead.resources import Resource
from stead.resources.archives import unpack
from tests.resources.made import (
    ARCHIVES,
    EXTRA,
    FILES,
    HONEST,
    INSIDE,
    LISTED,
    NOTICE,
    ar_member,
    deb,
    members,
    tarred,
    tree,
    write_files,
    zipped,
)

WHOLE = sorted([*FILES, *EXTRA, "licence", "licence/COPYING"])


def unpacked(archive: bytes, folder: Path, resource: Resource = LISTED) -> Path:
    (folder / "archive").write_bytes(archive)
    into = folder / "into"
    into.mkdir()
    unpack(folder / "archive", resource, into)
    return into


@pytest.mark.parametrize("archive", ARCHIVES.values(), ids=list(ARCHIVES))
def test_only_the_wanted_files_and_the_licence_are_unpacked(archive: bytes, tmp_path: Path) -> None:
    into = unpacked(archive, tmp_path)
    assert tree(into) == WHOLE
    for name, data in {**FILES, **EXTRA}.items():
        assert (into / name).read_bytes() == data
    assert (into / "licence" / "COPYING").read_bytes() == NOTICE["COPYING"]


def test_a_package_packed_with_zstd_is_unpacked_by_dpkg(tmp_path: Path) -> None:
    if shutil.which("dpkg-deb") is None:
        pytest.skip("needs dpkg-deb")
    package = tmp_path / "package"
    control = "Package: words\nVersion: 1\nArchitecture: all\nMaintainer: a <a@example.org>\nDescription: words\n"
    write_files(package / "DEBIAN", {"control": control.encode()})
    write_files(package / INSIDE, FILES)
    words = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-b", str(package), str(tmp_path / "words.deb")]
    made = subprocess.run(words, check=False, capture_output=True)
    if made.returncode:
        pytest.skip("needs a dpkg-deb that knows zstd")
    assert b"data.tar.zst" in (tmp_path / "words.deb").read_bytes()
    into = tmp_path / "into"
    into.mkdir()
    unpack(tmp_path / "words.deb", LISTED, into)
    assert tree(into) == sorted(FILES)


def test_without_dpkg_a_package_packed_with_zstd_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match="packed with zstd, which needs dpkg-deb; unpack it yourself"):
        unpacked(deb(b"\x28\xb5\x2f\xfd" + bytes(20), "data.tar.zst"), tmp_path)


@pytest.mark.parametrize("pack", [zipped, tarred], ids=["zip", "tar"])
@pytest.mark.parametrize("name", ["../words.dat", "/etc/words.dat", "usr/../../words.dat", "usr/..", "..\\words.dat"])
def test_a_path_that_leads_out_refuses_the_whole_archive(pack: object, name: str, tmp_path: Path) -> None:
    archive = pack({**HONEST, name: b"evil"})  # type: ignore[operator]
    with pytest.raises(BadInput, match="leads out of the folder"):
        unpacked(archive, tmp_path)
    assert not (tmp_path / "words.dat").exists()
    assert not any(b"evil" in path.read_bytes() for path in (tmp_path / "into").rglob("*") if path.is_file())


@pytest.mark.parametrize("pack", [zipped, tarred], ids=["zip", "tar"])
@pytest.mark.parametrize("target", ["/etc/passwd", "../../../secret", "words.idx"])
def test_a_link_in_the_place_of_a_file_is_neither_made_nor_followed(pack: object, target: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    files = members({"words.idx": FILES["words.idx"]})
    archive = pack(files, {f"{INSIDE}/words.dat": target})  # type: ignore[operator]
    with pytest.raises(BadInput, match=r"does not hold tiny: words.dat missing \(a link is no file\)"):
        unpacked(archive, tmp_path)
    assert not any(path.is_symlink() for path in tmp_path.rglob("*"))


@pytest.mark.parametrize("pack", [zipped, tarred], ids=["zip", "tar"])
def test_links_beside_the_files_are_passed_over(pack: object, tmp_path: Path) -> None:
    archive = pack(HONEST, {"usr/share/old/words.dat": "../words/words.dat", "a": "/etc"})  # type: ignore[operator]
    into = unpacked(archive, tmp_path)
    assert tree(into) == WHOLE
    assert not any(path.is_symlink() for path in into.rglob("*"))


def test_a_link_that_later_members_go_through_leads_nowhere(tmp_path: Path) -> None:
    """The classic: a link to a folder outside, then a file below that link."""
    outside = tmp_path / "outside"
    outside.mkdir()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        link = tarfile.TarInfo("way")
        link.type, link.linkname = tarfile.SYMTYPE, str(outside)
        archive.addfile(link)
        for name, data in FILES.items():
            info = tarfile.TarInfo(f"way/{name}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    into = unpacked(buffer.getvalue(), tmp_path)
    assert tree(outside) == []
    assert tree(into) == sorted(FILES)


@pytest.mark.parametrize("kind", [tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE])
def test_what_is_no_plain_file_is_not_made(kind: bytes, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in FILES:
            info = tarfile.TarInfo(f"{INSIDE}/{name}")
            info.type, info.linkname = kind, "usr/bin/words"
            archive.addfile(info)
    with pytest.raises(BadInput, match="does not hold tiny"):
        unpacked(buffer.getvalue(), tmp_path)
    assert tree(tmp_path / "into") == []


SMALL = replace(LISTED, size=0)
"""Allows 16 MB."""
BOMB = bytes(20 << 20)


@pytest.mark.parametrize(
    "archive",
    [
        zipped(members({"words.dat": BOMB, "words.idx": b"x"})),
        tarred(members({"words.dat": BOMB, "words.idx": b"x"}), mode="w:xz"),
        tarred(members({"words.dat": BOMB, "words.idx": b"x"}), mode="w:gz"),
        deb(tarred({"unwanted": BOMB, **HONEST}, mode="w:xz")),
    ],
    ids=["zip", "tar.xz", "tar.gz", "deb, in a member that nobody wants"],
)
def test_a_bomb_is_refused(archive: bytes, tmp_path: Path) -> None:
    assert len(archive) < 100_000
    with pytest.raises(BadInput, match="refused: it unpacks to more than 16 MB"):
        unpacked(archive, tmp_path, SMALL)
    assert sum(path.stat().st_size for path in (tmp_path / "into").rglob("*") if path.is_file()) <= 16 << 20


def test_a_bomb_in_a_member_that_nobody_wants_is_not_even_looked_at_in_a_zip(tmp_path: Path) -> None:
    assert tree(unpacked(zipped({**HONEST, "unwanted": BOMB}), tmp_path, SMALL)) == WHOLE


def test_a_member_that_lies_about_its_size_is_damage(tmp_path: Path) -> None:
    archive = zipped(members(FILES))
    lying = archive.replace((14).to_bytes(4, "little"), (9_000_000).to_bytes(4, "little"))  # the sizes of words.dat
    assert lying != archive
    with pytest.raises(BadInput, match=r"damaged|unpacks to more"):
        unpacked(lying, tmp_path)


def test_an_xz_stream_that_asks_for_gigabytes_of_memory_is_refused(tmp_path: Path) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}]
    with pytest.raises(BadInput, match="damaged, or no archive that stead can unpack"):
        unpacked(lzma.compress(tarred(), filters=filters), tmp_path)


def test_a_sparse_file_claims_bytes_that_are_not_there(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in members(FILES).items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            info.pax_headers = {"GNU.sparse.size": str(1 << 40), "GNU.sparse.map": "0,1"}
            archive.addfile(info, io.BytesIO(data))
    with pytest.raises(BadInput, match="does not hold tiny"):
        unpacked(buffer.getvalue(), tmp_path)


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="more than 20,000 members"):
        unpacked(zipped({f"{number}": b"" for number in range(20_001)}), tmp_path)


def test_a_file_that_comes_twice_is_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for _ in range(2):
            info = tarfile.TarInfo("a/words.dat")
            archive.addfile(info)
    with pytest.raises(BadInput, match=r'"a/words.dat" is in it twice'):
        unpacked(buffer.getvalue(), tmp_path)


def test_two_folders_that_have_the_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match='holds tiny twice, in "one" and in "two"'):
        unpacked(zipped({**members(FILES, "one"), **members(FILES, "two")}), tmp_path)


def test_an_archive_of_something_else_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"archive: refused: it does not hold tiny: words.dat, words.idx missing"):
        unpacked(zipped({"a/readme": b""}), tmp_path)


def test_an_encrypted_zip_is_refused(tmp_path: Path) -> None:
    archive = bytearray(zipped(members(FILES)))
    for place in range(len(archive)):  # bit 0 of the flags, in the local and in the central headers
        if archive[place : place + 4] == b"PK\x03\x04":
            archive[place + 6] |= 1
        if archive[place : place + 4] == b"PK\x01\x02":
            archive[place + 8] |= 1
    with pytest.raises(BadInput, match="does not hold tiny"):
        unpacked(bytes(archive), tmp_path)


@pytest.mark.parametrize(
    "archive",
    [
        b"",
        b"PK",
        b"no archive at all",
        b"!<arch>\n",
        b"!<arch>\n" + ar_member("control.tar.xz", b""),
        b"!<arch>\n" + ar_member("debian-binary", b"2.0\n"),
        b"!<arch>\n" + ar_member("debian-binary", b"2.0\n") + b"x" * 60,
        deb(b"not a tar at all" * 100),
        deb(lzma.compress(b"not a tar at all" * 100)),
        zipped()[:-30],
        tarred(mode="w:gz")[:-30],
    ],
)
def test_what_is_no_archive_or_a_part_of_one_is_refused_in_words(archive: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"archive: (damaged, or no archive|refused)"):
        unpacked(archive, tmp_path)


@pytest.mark.parametrize("archive", ARCHIVES.values(), ids=list(ARCHIVES))
def test_an_archive_that_is_cut_off_never_gives_other_files(archive: bytes, tmp_path: Path) -> None:
    """Cut anywhere, it is refused or (in the padding at its end) whole."""
    for size in random.Random(1).sample(range(len(archive)), 60):
        folder = tmp_path / str(size)
        folder.mkdir()
        try:
            into = unpacked(archive[:size], folder)
        except BadInput:
            continue
        assert {name: (into / name).read_bytes() for name in FILES} == FILES


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_archive_is_an_error_in_words(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    archive = bytearray(data.draw(st.sampled_from(list(ARCHIVES.values()))))
    for _ in range(data.draw(st.integers(1, 6))):
        archive[data.draw(st.integers(0, len(archive) - 1))] = data.draw(st.integers(0, 255))
    folder = tmp_path_factory.mktemp("fuzz")
    try:
        into = unpacked(bytes(archive), folder)
    except BadInput:
        return
    assert set(tree(into)) <= {*WHOLE}


def with_header(kind: bytes, size: int, count: int = 1) -> bytes:
    """An archive that begins with headers of zeros, which extend the next."""
    header = tarfile.TarInfo("extension")
    header.type, header.size = kind, size
    return (header.tobuf() + b"0" * size + bytes(-size % tarfile.BLOCKSIZE)) * count + tarred()


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK])
def test_a_large_header_is_refused_before_it_is_looked_through(kind: bytes, tmp_path: Path) -> None:
    """Looking through 4 MB of zeros would take hours."""
    with pytest.raises(BadInput, match=r"refused: it has a header of more than 4,096 bytes; unpack it yourself, and "):
        unpacked(gzip.compress(with_header(kind, 4 << 20)), tmp_path, replace(LISTED, size=100 << 20))


def test_headers_are_limited_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stead.resources.archives._MOST_HEADERS", 3000)
    with pytest.raises(BadInput, match="its headers have more than 3,000 bytes"):
        unpacked(with_header(tarfile.XHDTYPE, 512, count=3), tmp_path)


def test_names_of_usual_length_are_unpacked_though_they_need_a_header(tmp_path: Path) -> None:
    deep = "/".join(["folder-of-some-length"] * 20)
    assert tree(unpacked(tarred(members(FILES, deep)), tmp_path)) == sorted(FILES)
