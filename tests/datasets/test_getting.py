"""Get a part of a data set: from a mirror, from a folder, by checksum; what is wrong is a sentence, and is not kept."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from stead.core.errors import BadInput
from stead.core.progress import Bytes
from stead.datasets import DatasetPart, part_named
from stead.datasets.getting import get, origin_of, verify
from stead.resources import FetchOptions
from tests.datasets.made import CANDIDATES, FOLDER, GOLD, ITEMS, RUN, SERVED, write_mirror
from tests.resources.made import tree
from tests.resources.server import Served

KEPT = [".compared.json", "MANIFEST.json", "baseline.txt", "tiny.gold", "tiny.xml"]


def test_a_part_is_fetched_from_a_mirror_and_checked(whole: DatasetPart, mirror: Served) -> None:
    heard: list[tuple[str, float, float]] = []
    folder = get(whole, FetchOptions(source=mirror.address), progress=lambda *told: heard.append(told))
    assert tree(folder) == KEPT
    assert (folder / "tiny.gold").read_bytes() == GOLD
    assert ("tiny:all tiny.gold", Bytes(len(GOLD)), Bytes(len(GOLD))) in heard
    assert f"{mirror.address}/{FOLDER}/data/tiny.gold" in origin_of(whole)
    assert verify(whole).state == "intact"


def test_a_mirror_can_be_named_by_a_variable(
    whole: DatasetPart, mirror: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEAD_MIRROR", f"{mirror.address}/")
    assert tree(get(whole)) == KEPT


def test_without_a_mirror_it_is_fetched_from_where_it_is_published(
    whole: DatasetPart, mirror: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stead.datasets.data_set._HOST", mirror.address)
    assert tree(get(whole)) == KEPT


def test_what_is_here_is_not_fetched_again_unless_it_is_asked_for(whole: DatasetPart, mirror: Served) -> None:
    options = FetchOptions(source=mirror.address)
    get(whole, options)
    mirror.asked.clear()
    get(whole)
    assert mirror.asked == []
    get(whole, FetchOptions(source=mirror.address, again=True))
    assert len(mirror.asked) == 3


def test_a_selection_uses_the_files_of_the_whole(whole: DatasetPart, mirror: Served) -> None:
    folder = get(part_named("tiny:dev"), FetchOptions(source=mirror.address))
    assert folder == whole.folder
    assert part_named("tiny:test").is_here


def test_a_connection_that_is_cut_is_resumed(whole: DatasetPart, mirror: Served) -> None:
    mirror.cuts = [10]
    assert tree(get(whole, FetchOptions(source=mirror.address))) == KEPT
    assert mirror.asked[1] == (mirror.asked[0][0], "bytes=10-")


def test_what_was_interrupted_is_resumed_by_the_next_attempt(whole: DatasetPart, mirror: Served, cache: Path) -> None:
    mirror.cuts = [10, 0]
    with pytest.raises(BadInput, match=r"the connection was cut after 10 of .* What has arrived is kept"):
        get(whole, FetchOptions(source=mirror.address))
    assert not whole.is_here
    mirror.asked.clear()
    get(whole, FetchOptions(source=mirror.address))
    assert mirror.asked[0][1] == "bytes=10-"


def test_a_wrong_checksum_is_said_and_nothing_is_kept(whole: DatasetPart, mirror: Served, cache: Path) -> None:
    path = f"/{FOLDER}/data/tiny.gold"
    mirror.files[path] = GOLD.replace(b"clever", b"stupid")
    with pytest.raises(BadInput, match=r"tiny.gold: has the checksum .* was expected; nothing was kept"):
        get(whole, FetchOptions(source=mirror.address))
    assert not whole.is_here
    assert tree(cache / "datasets") == ["tiny"]


def test_a_file_that_is_larger_than_it_should_be_is_refused(whole: DatasetPart, mirror: Served) -> None:
    mirror.files[f"/{FOLDER}/data/tiny.gold"] = GOLD * 10
    with pytest.raises(BadInput, match=r"tiny.gold: larger than \d+ bytes; stead reads no further"):
        get(whole, FetchOptions(source=mirror.address))


def test_without_a_network_the_alternatives_are_named(whole: DatasetPart) -> None:
    with pytest.raises(BadInput) as refused:
        get(whole, FetchOptions(source="http://127.0.0.1:9"))
    assert "cannot be fetched: Connection refused. " in str(refused.value)
    assert "`stead datasets get tiny:all --from FOLDER` (or the address of a mirror), or set STEAD_MIRROR." in str(
        refused.value
    )


def test_a_full_disk_is_a_sentence_and_leaves_what_was_there(
    whole: DatasetPart, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_mirror(tmp_path / "mirror")
    get(whole, FetchOptions(source=str(folder)))
    before = tree(cache)

    def full(source: Path, target: Path, **_: Any) -> None:
        """Fail as the real one does: the error has the names of both files."""
        raise OSError(errno.ENOSPC, "No space left on device", str(source), None, str(target))

    monkeypatch.setattr("shutil.copyfile", full)
    with pytest.raises(BadInput) as refused:
        get(whole, FetchOptions(source=str(folder), again=True))
    assert str(refused.value).startswith(f"{cache}: cannot be written: No space left on device. Nothing was kept; make")
    assert tree(cache) == before
    assert whole.is_here


def test_offline_fetches_nothing_and_says_how_to(whole: DatasetPart, mirror: Served) -> None:
    for source in ("", mirror.address):
        with pytest.raises(
            BadInput, match=r"tiny:all .* is not here: get it with `stead datasets get tiny:all` .*--offl"
        ):
            get(whole, FetchOptions(source=source, offline=True))
    assert mirror.asked == []


def test_offline_takes_files_of_this_machine(whole: DatasetPart, tmp_path: Path) -> None:
    source = str(write_mirror(tmp_path / "mirror"))
    assert tree(get(whole, FetchOptions(source=source, offline=True))) == KEPT


# -------------------------------------------------------------------------------------------------------- folders


def test_files_are_found_in_a_folder_by_their_checksums_whatever_they_are_called(
    whole: DatasetPart, tmp_path: Path
) -> None:
    place = tmp_path / "place" / "deep"
    place.mkdir(parents=True)
    for name, data in {"a": GOLD, "b": ITEMS, "c.txt": RUN, "d": b"nothing"}.items():
        (place / name).write_bytes(data)
    folder = get(whole, FetchOptions(source=str(tmp_path / "place")))
    assert (folder / "tiny.gold").read_bytes() == GOLD
    assert origin_of(whole) == str(tmp_path / "place")


def test_one_file_can_be_named_itself(tmp_path: Path) -> None:
    (tmp_path / "anything").write_bytes(CANDIDATES)
    folder = get(part_named("tiny:ranked"), FetchOptions(source=str(tmp_path / "anything")))
    assert (folder / "tiny.candidates").read_bytes() == CANDIDATES


def test_a_file_of_another_version_is_said(whole: DatasetPart, tmp_path: Path, cache: Path) -> None:
    place = write_mirror(tmp_path / "mirror")
    (place / FOLDER / "data" / "tiny.gold").write_bytes(GOLD + b"\n")
    with pytest.raises(BadInput, match=r"tiny.gold is another version: its SHA-256 is [0-9a-f]{64}, not "):
        get(whole, FetchOptions(source=str(place)))
    assert not whole.is_here


def test_a_file_that_is_not_there_is_said_with_its_checksum(whole: DatasetPart, tmp_path: Path) -> None:
    checksum = whole.part.files[0].sha256
    with pytest.raises(BadInput, match=rf"no file in it has the SHA-256 of tiny.xml, {checksum} \(\d+ bytes\)"):
        get(whole, FetchOptions(source=str(tmp_path)))


def test_a_folder_that_is_not_there_is_said(whole: DatasetPart) -> None:
    with pytest.raises(BadInput, match="nowhere: no such file or folder"):
        get(whole, FetchOptions(source="nowhere"))


def test_a_mirror_that_is_no_address_and_no_folder_is_named(
    whole: DatasetPart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEAD_MIRROR", "mirror.example.org")
    with pytest.raises(BadInput, match=r"^STEAD_MIRROR=mirror\.example\.org: no such file or folder"):
        get(whole)


def test_links_pipes_and_endless_folders_are_not_followed(whole: DatasetPart, tmp_path: Path) -> None:
    real = write_mirror(tmp_path / "real")
    place = tmp_path / "place"
    place.mkdir()
    (place / "loop").symlink_to(place)
    (place / "tiny.xml").symlink_to(real / FOLDER / "data" / "tiny.xml")
    os.mkfifo(place / "tiny.gold")
    with pytest.raises(BadInput, match=r"no file in it has the SHA-256 of tiny.xml"):
        get(whole, FetchOptions(source=str(place)))


def test_a_folder_of_too_many_files_is_not_searched(
    whole: DatasetPart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stead.datasets.getting._MOST_FILES", 3)
    for number in range(4):
        (tmp_path / f"{number}").write_bytes(b"")
    with pytest.raises(BadInput, match="has more than 3 files; name a folder nearer to the data"):
        get(whole, FetchOptions(source=str(tmp_path)))


# ------------------------------------------------------------------------------------------------- damage, versions


def test_damage_is_noticed_when_a_file_is_used_and_by_verify(whole: DatasetPart, tmp_path: Path) -> None:
    folder = get(whole, FetchOptions(source=str(write_mirror(tmp_path / "mirror"))))
    (folder / "tiny.gold").write_bytes(GOLD.replace(b"clever", b"stupid"))
    with pytest.raises(BadInput, match=r"`stead datasets get tiny:all --again` fetches it again"):
        whole.path("gold")
    assert verify(whole).state == "damaged"
    (folder / "MANIFEST.json").write_text("nonsense")
    with pytest.raises(BadInput, match=r"MANIFEST.json: damaged; `stead datasets get tiny:all --again`"):
        whole.path("gold")
    assert verify(whole).state == "damaged"


def test_files_of_another_version_of_the_catalogue_are_not_here(whole: DatasetPart, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(CANDIDATES)
    ranked = part_named("tiny:ranked")
    folder = get(ranked, FetchOptions(source=str(tmp_path / "a")))
    folder.rename(whole.cached_folder)
    assert not whole.is_here
    assert verify(whole).state == "absent"


def test_what_is_not_here_is_absent(whole: DatasetPart) -> None:
    verdict = verify(whole)
    assert (verdict.state, verdict.message) == ("absent", "not here; `stead datasets get tiny:all` gets it.")


# ------------------------------------------------------------------------------------------ data without an address


def test_data_without_an_address_says_where_to_ask() -> None:
    private = part_named("private:test")
    for attempt in (lambda: get(private), lambda: private.gold):
        with pytest.raises(
            BadInput, match=r"has no public address. Ask the laboratory, https://lab.example.org; then "
        ):
            attempt()


def test_files_that_a_user_brings_are_taken_for_what_they_hold(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    for name, data in {"answers": GOLD, "texts.xml": ITEMS, "README": b"Read me.\n"}.items():
        (place / name).write_bytes(data)
    private = part_named("private:test")
    folder = get(private, FetchOptions(source=str(place)))
    assert tree(folder) == [".compared.json", "MANIFEST.json", "gold.txt", "items.xml"]
    assert (private.gold.ids, [item.id for item in private.items]) == (["1", "2", "3"], ["1", "2", "3"])
    assert verify(private).state == "intact"
    with pytest.raises(BadInput, match="private:test has no mapping; it has items and gold"):
        private.mapping  # noqa: B018


def test_two_files_that_could_be_the_gold_are_refused(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_bytes(GOLD)
    with pytest.raises(BadInput, match=r"2 files could be the gold of private:test: a.txt, b.txt; leave one"):
        get(part_named("private:test"), FetchOptions(source=str(tmp_path)))


def test_a_folder_without_a_gold_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(ITEMS)
    with pytest.raises(BadInput, match=r"no file in it can be read as a gold standard. Is it sentences on request\?"):
        get(part_named("private:test"), FetchOptions(source=str(tmp_path)))


def test_the_paths_of_a_mirror_are_those_of_the_catalogue() -> None:
    parts = [part_named("tiny:all"), part_named("tiny:ranked")]
    assert {f"/{file.path}" for part in parts for file in part.part.files} == {*SERVED}
