"""Small helper files: groups, candidates, and lists of ids and lexelts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.formats.side_files import read_candidates, read_groups, read_ids, read_lexelts, read_targets
from tests.formats.made import quickly


def file(folder: Path, data: bytes) -> Path:
    path = folder / "table.tsv"
    path.write_bytes(data)
    return path


def test_groups_are_read_by_id_or_lexelt(tmp_path: Path) -> None:
    data = b"# ids\n1\teasy\n\nbright.a \t hard \r\n"
    assert read_groups(file(tmp_path, data)) == {"1": "easy", "bright.a": "hard"}


@pytest.mark.parametrize("line", [b"1 easy", b"1\t", b"1\t  "])
def test_a_line_without_group_is_refused_with_its_number(tmp_path: Path, line: bytes) -> None:
    path = file(tmp_path, b"1\teasy\n" + line + b"\n")
    with pytest.raises(BadInput) as caught:
        read_groups(path)
    assert str(caught.value).startswith(f"{path}:2: ")


def test_all_lines_without_group_are_reported_together(tmp_path: Path) -> None:
    path = file(tmp_path, b"1 easy\n2\thard\n3 hard\n")
    with pytest.raises(BadInput) as caught:
        read_groups(path)
    assert f"{path}:1: " in str(caught.value)
    assert f"{path}:3: " in str(caught.value)


def test_an_item_in_two_groups_is_never_settled_silently(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=":2"):
        read_groups(file(tmp_path, b"1\teasy\n1\thard\n"))


def test_an_undecodable_byte_in_a_table_is_never_read_silently(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=":1"):
        read_groups(file(tmp_path, b"1\teas\xff\n"))


def test_lexelts_are_read_one_a_line(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbfbright.a\r\n# comment\n\n e commerce.J \n"
    assert read_lexelts(file(tmp_path, data)) == {"bright.a", "e commerce.J"}


def test_targets_keep_their_order_and_come_once(tmp_path: Path) -> None:
    assert read_targets(file(tmp_path, b"b.n\n# c.n\na.n\nb.n\n")) == ["b.n", "a.n"]


def test_targets_without_part_of_speech_are_all_refused_with_their_lines(tmp_path: Path) -> None:
    path = file(tmp_path, b"bright\nmatch.n\n\ndog\n")
    with pytest.raises(BadInput) as caught:
        read_targets(path)
    assert [line.split(": ")[0] for line in str(caught.value).splitlines()] == [f"{path}:1", f"{path}:4"]
    with pytest.raises(BadInput, match="no targets; expected one per line"):
        read_targets(file(tmp_path, b"# nothing\n"))


def test_an_empty_list_of_lexelts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no lexelts"):
        read_lexelts(file(tmp_path, b"\n"))


# ---------------------------------------------------------------------------------------------------- candidates


def test_candidates_are_read_with_colons_or_tabs(tmp_path: Path) -> None:
    data = b"# candidates\nbright.a::clever;full of light; lit ;\r\ne commerce.J\tshop;;trade\n\nbright.a:: dim\n"
    assert read_candidates(file(tmp_path, data)) == {
        "bright.a": ["clever", "full of light", "lit", "dim"],
        "e commerce.J": ["shop", "trade"],
    }


def test_candidates_may_hold_colons(tmp_path: Path) -> None:
    assert read_candidates(file(tmp_path, b"noon.n::12::00;a:b\n")) == {"noon.n": ["12::00", "a:b"]}


@pytest.mark.parametrize("line", [b"bright.a", b"bright.a::", b"::clever", b"bright.a:: ; ;", b"bright.a clever"])
def test_lines_without_candidates_are_refused_with_their_numbers(tmp_path: Path, line: bytes) -> None:
    path = file(tmp_path, b"bright.a::clever\n" + line + b"\n" + line + b"\n")
    with pytest.raises(BadInput) as caught:
        read_candidates(path)
    assert [each.partition(": ")[0] for each in str(caught.value).splitlines()] == [f"{path}:2", f"{path}:3"]


def test_an_empty_list_of_candidates_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no candidates"):
        read_candidates(file(tmp_path, b"# nothing\n"))


def test_ten_megabytes_of_candidates_on_one_line_are_read_quickly(tmp_path: Path) -> None:
    with quickly(3):
        assert len(read_candidates(file(tmp_path, b"bright.a::" + b"lit;" * 1_000_000))["bright.a"]) == 1_000_000


# ----------------------------------------------------------------------------------------------------------- ids


def test_ids_are_read_one_a_line(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf4\r\n# development\n\n 5 \n5\n"
    assert read_ids(file(tmp_path, data)) == {"4", "5"}


def test_an_empty_list_of_ids_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no ids"):
        read_ids(file(tmp_path, b"\n"))


@pytest.mark.parametrize("reader", [read_candidates, read_groups, read_ids, read_lexelts, read_targets])
@pytest.mark.parametrize("data", [b"a::\xff;b\n", b"\xff\xfe", b"\x00\xff\t\x00"])
def test_damaged_tables_are_refused_in_words(tmp_path: Path, reader: Callable[[Path], object], data: bytes) -> None:
    with pytest.raises(BadInput, match=r"table\.tsv"):
        reader(file(tmp_path, data))
