"""Small helper files: groups and lists of lexelts."""

from pathlib import Path

import pytest

from stead.formats.tables import read_groups, read_lexelts
from stead.task import BadInput


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


def test_an_empty_list_of_lexelts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no lexelts"):
        read_lexelts(file(tmp_path, b"\n"))
