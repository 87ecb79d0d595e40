"""What can go wrong with a corpus or a disk: one sentence each, nothing half done, nothing dropped silently."""

import errno
import gzip
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stead.core.errors import BadInput, SteadError, UsageError
from stead.counts import CountSettings, count_corpus, open_model
from stead.counts.atomic_files import new_array, report_full_disk, write_array
from stead.counts.corpus_files import DEFAULT_BYTES
from stead.resources.cache import hold_lock
from tests.counts import twelve
from tests.counts.made import make_small_blocks, tables, write_text

SETTINGS = CountSettings(window=2, min_count=1)


def count(folder: Path, *names: str, strict: bool = False) -> dict[str, Any]:
    return count_corpus([str(folder / name) for name in names], folder / "model", SETTINGS, strict=strict)


def damaged_gzip() -> bytes:
    """Many words, and wrong bytes in their middle."""
    packed = bytearray(gzip.compress(b"".join(b"word%d and others\n" % number for number in range(50_000))))
    packed[len(packed) // 2] ^= 0xFF
    packed[len(packed) // 2 + 1] ^= 0xFF
    return bytes(packed)


@pytest.fixture(params=[1 << 17, pytest.param(DEFAULT_BYTES, marks=pytest.mark.soak)], ids=["small", "real"])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """The size of the blocks into which files are cut: small ones, and in the long proofs those of real corpora."""
    size: int = request.param
    make_small_blocks(monkeypatch, size)
    return size


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("".join(f"{each}\n" for each in twelve.SENTENCES[:6]), encoding="utf-8")
    (tmp_path / "z.txt").write_text("".join(f"{each}\n" for each in twelve.SENTENCES[6:]), encoding="utf-8")
    return tmp_path


def test_a_damaged_gzip_among_others_is_left_out_by_name(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (folder / "m.gz").write_bytes(damaged_gzip())
    manifest = count(folder, "a.txt", "m.gz", "z.txt")
    (skipped,) = manifest["skipped"]
    assert skipped["path"] == str(folder / "m.gz")
    assert "m.gz: a damaged gzip file" in skipped["reason"]
    other = tmp_path_factory.mktemp("other")
    twelve.counted(other)
    assert tables(folder / "model") == tables(other / "model")


def test_a_large_damaged_file_leaves_nothing_of_its_beginning(
    folder: Path, block: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    whole = gzip.compress(b"some words of no use\n" * (3 * block // 21), mtime=0)
    (folder / "m.gz").write_bytes(whole[: len(whole) * 9 // 10])
    manifest = count(folder, "a.txt", "m.gz", "z.txt")
    assert [each["path"] for each in manifest["skipped"]] == [str(folder / "m.gz")]
    other = tmp_path_factory.mktemp("other")
    twelve.counted(other)
    assert tables(folder / "model") == tables(other / "model")


def test_strict_stops_at_a_damaged_file(folder: Path) -> None:
    (folder / "m.gz").write_bytes(damaged_gzip())
    with pytest.raises(BadInput, match=r"m\.gz: a damaged gzip file .*; pack or copy it again\."):
        count(folder, "a.txt", "m.gz", "z.txt", strict=True)
    assert not (folder / "model").exists()


def test_damaged_zstd_and_parquet_are_left_out(folder: Path) -> None:
    (folder / "m.zst").write_bytes(b"\x28\xb5\x2f\xfd" + b"\x07garbage" * 9)
    (folder / "n.parquet").write_bytes(b"PAR1" + b"garbage" * 9)
    manifest = count(folder, "a.txt", "m.zst", "n.parquet", "z.txt")
    assert [Path(each["path"]).name for each in manifest["skipped"]] == ["m.zst", "n.parquet"]
    assert open_model(folder / "model").words == twelve.WORDS


def test_lines_that_are_not_utf8_are_counted(folder: Path) -> None:
    (folder / "m.txt").write_bytes(b"caf\xe9 au lait\n\xff\xfe\n")
    manifest = count(folder, "a.txt", "m.txt", "z.txt")
    assert manifest["left_out"] == {"lines that are not valid UTF-8": 2}
    assert open_model(folder / "model").words == twelve.WORDS


def test_a_line_of_many_blocks(tmp_path: Path, block: int) -> None:
    times = 119 * block // 230  # the file has nearly twelve blocks
    line = b"alpha beta gamma delta " * times
    (tmp_path / "long.txt").write_bytes(line + b"\nlast one\n")
    manifest = count_corpus([str(tmp_path / "long.txt")], tmp_path / "model", CountSettings(span=0))
    model = open_model(tmp_path / "model")
    assert model.words == 4 * times + 2
    assert manifest["left_out"]["lines cut for being too long"] == len(manifest["shards"]) - 1


def test_many_blocks_without_a_blank(tmp_path: Path, block: int) -> None:
    (tmp_path / "long.txt").write_bytes(b"first one\n" + b"x" * (12 * block) + b"\nlast one\n")
    manifest = count_corpus([str(tmp_path / "long.txt")], tmp_path / "model", SETTINGS)
    assert open_model(tmp_path / "model").words == 4
    assert manifest["left_out"]["bytes without any space or line end"] > 9 * block


@pytest.mark.parametrize("content", [b"", b"\n\n", b"... !\n", gzip.compress(b"", mtime=0)])
def test_a_corpus_without_words_is_an_error_and_leaves_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "empty.txt").write_bytes(content)
    with pytest.raises(BadInput, match=r"the corpus has no words; nothing is written\."):
        count(tmp_path, "empty.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["empty.txt"]


def test_if_nothing_but_a_damaged_file_is_there_the_error_says_why(tmp_path: Path) -> None:
    (tmp_path / "m.gz").write_bytes(damaged_gzip()[:1000])
    with pytest.raises(BadInput, match=r"no words; nothing is written\. .*m\.gz: a damaged gzip file"):
        count(tmp_path, "m.gz")


def test_a_folder_that_is_no_model_is_not_overwritten(folder: Path) -> None:
    (folder / "model").mkdir()
    (folder / "model" / "precious.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="model exists, and is not a model; give another name"):
        count(folder, "a.txt")


def test_a_model_is_replaced(folder: Path) -> None:
    count(folder, "a.txt")
    count(folder, "a.txt", "z.txt")
    assert open_model(folder / "model").words == twelve.WORDS
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "model", "z.txt"]


def test_two_processes_do_not_count_into_one_model(folder: Path) -> None:
    (folder / "model.part").mkdir()
    with (
        hold_lock(folder / "model.part" / "lock", lambda: None),
        pytest.raises(SteadError, match="model is being counted by another process"),
    ):
        count(folder, "a.txt")


def test_what_is_no_model_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not a counted corpus"):
        open_model(tmp_path)


def test_a_full_disk_stops_the_reading_and_space_lets_it_go_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(np, "save", full)
        with pytest.raises(SteadError, match=r"model\.part: the disk is full; free some space, and count again"):
            count(folder, "a.txt", "z.txt")
    assert not (folder / "model").exists()
    count(folder, "a.txt", "z.txt")
    assert open_model(folder / "model").words == twelve.WORDS


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 12 MB; needs the right to mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    done = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=12m", "tmpfs", folder], capture_output=True, check=False
    )
    if not done or done.returncode:
        pytest.skip("needs the right to mount a small disk")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_disk_that_is_really_full(tmp_path: Path, small_disk: Path) -> None:
    write_text(tmp_path / "text.txt", 3_000_000)
    with pytest.raises(SteadError, match=r"model\.part: the disk is full; free some space, and count again"):
        count_corpus([str(tmp_path / "text.txt")], small_disk / "model", SETTINGS)
    assert not (small_disk / "model").exists()


def test_a_mapped_file_takes_its_space_at_once(small_disk: Path) -> None:
    with pytest.raises(OSError, match="No space left"):
        new_array(small_disk / "array.npy", np.int64, 2 << 20)


def test_an_array_on_a_full_disk_says_that_it_is_full(small_disk: Path) -> None:
    with pytest.raises(SteadError, match="the disk is full"), report_full_disk(small_disk):
        write_array(small_disk / "array.npy", np.zeros(2 << 20))


def test_a_file_that_is_no_text_is_left_out_by_name(folder: Path) -> None:
    (folder / "m.bin").write_bytes(bytes(range(256)) * 100)
    (folder / "n.txt").write_bytes("some words\n".encode("utf-16"))
    manifest = count(folder, "a.txt", "m.bin", "n.txt", "z.txt")
    assert [Path(each["path"]).name for each in manifest["skipped"]] == ["m.bin", "n.txt"]
    assert all("is not UTF-8 text" in each["reason"] for each in manifest["skipped"])
    assert open_model(folder / "model").words == twelve.WORDS


def test_a_folder_that_was_not_begun_by_a_count_is_not_touched(folder: Path) -> None:
    (folder / "model.part" / "mine").mkdir(parents=True)
    with pytest.raises(UsageError, match=r"model\.part exists, and is not an unfinished count"):
        count(folder, "a.txt")
    assert (folder / "model.part" / "mine").exists()


def test_a_folder_that_ends_before_a_count_began_is_used(folder: Path) -> None:
    (folder / "model.part").mkdir()
    (folder / "model.part" / "lock").touch()
    count(folder, "a.txt", "z.txt")
    assert open_model(folder / "model").words == twelve.WORDS


def test_a_model_inside_its_corpus_is_not_counted(folder: Path) -> None:
    (folder / "manifest.json").write_text('{"schema": "of something else"}', encoding="utf-8")
    words = count(folder, ".")["counts"]["words"]
    assert words > twelve.WORDS  # the other manifest is text like any other
    shutil.copytree(folder / "model", folder / "old.part")
    (folder / "old.part" / "manifest.json").rename(folder / "old.part" / "work.json")
    manifest = count(folder, ".")
    assert manifest["counts"]["words"] == words
    assert [Path(each["path"]).name for each in manifest["corpus"]["files"]] == ["a.txt", "manifest.json", "z.txt"]


def test_a_file_that_is_given_twice_is_counted_once(folder: Path) -> None:
    (folder / "link.txt").symlink_to(folder / "a.txt")
    manifest = count(folder, "a.txt", "../" + folder.name + "/a.txt", "link.txt", "z.txt")
    assert manifest["counts"]["words"] == twelve.WORDS


@pytest.mark.parametrize("name", ["", "-"])
def test_what_cannot_be_read_again_is_no_corpus(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="is not a corpus: give files"):
        count_corpus([name], tmp_path / "model", SETTINGS)
    assert not list(tmp_path.iterdir())


def test_a_model_of_another_version_says_so(folder: Path) -> None:
    count(folder, "a.txt")
    manifest = folder / "model" / "manifest.json"
    manifest.write_text(
        manifest.read_text(encoding="utf-8").replace("stead.counts/1", "stead.counts/9"), encoding="utf-8"
    )
    with pytest.raises(BadInput, match=r"was counted by another version \(stead\.counts/9, not stead\.counts/1\)"):
        open_model(folder / "model")


@pytest.mark.parametrize(
    "content", ['{"schema": "stead.counts/1"}', '{"schema": "stead.counts/1", "settings": {"x": 1}}']
)
def test_a_damaged_manifest_says_so(tmp_path: Path, content: str) -> None:
    (tmp_path / "manifest.json").write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=r"manifest\.json: is damaged .*; count the corpus again\."):
        open_model(tmp_path)


@pytest.mark.parametrize("left", [None, 0, 100, 150])
def test_a_damaged_index_says_so(folder: Path, left: int | None) -> None:
    count(folder, "a.txt", "z.txt")
    for path in (folder / "model" / "index").iterdir():
        if left is None:
            path.unlink()
        else:
            path.write_bytes(path.read_bytes()[:left])
    model = open_model(folder / "model")
    for ask in (lambda: model.cooccurrences("after"), lambda: model.ngram(["the", "cat"]), lambda: model.contexts):
        with pytest.raises(BadInput, match=r"index/.*: cannot be read: .*; count the corpus again\."):
            ask()
