"""Items in Parquet files: the same items as in any other file, whatever the row groups; faults with their rows."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import stead
from stead.core.errors import BadInput
from stead.core.item import Item
from stead.formats import is_parquet
from stead.formats.parquet_items import ParquetItems


def rows(number: int, first: int = 1) -> list[dict[str, Any]]:
    """Rows of items; every third has no language."""
    return [
        {
            "id": str(index),
            "lexelt": "match.n",
            "text": f"Élan {index}: they lost the match.",
            "start": len(f"Élan {index}: they lost the "),
            "end": len(f"Élan {index}: they lost the match"),
            "language": None if index % 3 == 0 else "en",
            "score": index / 2,
        }
        for index in range(first, first + number)
    ]


def write_rows(path: Path, given: Sequence[dict[str, Any]], **options: Any) -> str:
    pq.write_table(pa.Table.from_pylist(list(given)), path, **options)
    return str(path)


def items_of(given: Sequence[dict[str, Any]]) -> list[Item]:
    rows_of_items: list[dict[str, Any]] = [{**row, "language": row["language"] or ""} for row in given]
    return [Item(**{name: value for name, value in row.items() if name != "score"}) for row in rows_of_items]


def test_every_way_to_ask_gives_the_items_of_the_rows(tmp_path: Path) -> None:
    expected = items_of(rows(25))
    items = ParquetItems(write_rows(tmp_path / "a.parquet", rows(25), row_group_size=7))
    assert list(items) == expected
    assert len(items) == 25
    assert [items[0], items[7], items[-1]] == [expected[0], expected[7], expected[-1]]
    for part in (slice(5, 16), slice(20, 99), slice(None, None, 3), slice(9, 2, -2), slice(30, 40)):
        assert items[part] == expected[part]
    with pytest.raises(IndexError):
        items[25]
    assert items[3].target == "match"


def test_a_folder_as_spark_writes_it_is_its_files_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "items"
    folder.mkdir()
    write_rows(folder / "part-00001.parquet", rows(5, first=11))
    write_rows(folder / "part-00000.parquet", rows(10))
    (folder / "_SUCCESS").touch()
    assert list(ParquetItems(str(folder))) == items_of(rows(15))
    assert is_parquet(folder)
    assert not is_parquet(tmp_path)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"start": 4000}, "row 2: expected an item, found start and end do not mark a target in the text"),
        ({"text": None}, "row 2: expected an item, found text is not text"),
        ({"id": "1"}, "row 2: a second row for the item 1"),
    ],
)
def test_a_row_that_is_no_item_is_named(tmp_path: Path, change: dict[str, Any], fault: str) -> None:
    given = rows(3)
    given[1] |= change
    with pytest.raises(BadInput, match=rf"a\.parquet: {fault}\.$"):
        ParquetItems(write_rows(tmp_path / "a.parquet", given))


def test_many_faults_are_counted(tmp_path: Path) -> None:
    given = [row | {"end": -1} for row in rows(14)]
    with pytest.raises(BadInput, match=r"a\.parquet: 4 more faults\.$") as caught:
        ParquetItems(write_rows(tmp_path / "a.parquet", given))
    assert len(str(caught.value).splitlines()) == 11


def test_columns_that_are_missing_damage_and_emptiness_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"expected the columns id, lexelt, text, start, end, found id, word; no lexelt"):
        ParquetItems(write_rows(tmp_path / "a.parquet", [{"id": "1", "word": "x"}]))
    whole = Path(write_rows(tmp_path / "b.parquet", rows(500))).read_bytes()
    (tmp_path / "b.parquet").write_bytes(whole[:-200])
    with pytest.raises(BadInput, match=r"b\.parquet: cannot be read as Parquet: [^\n]+\.$"):
        ParquetItems(str(tmp_path / "b.parquet"))
    (tmp_path / "c.parquet").write_bytes(whole[:1000] + bytes(400) + whole[1400:])
    with pytest.raises(BadInput, match=r"c\.parquet: [^\n]+\.$"):
        ParquetItems(str(tmp_path / "c.parquet"))
    pq.write_table(pa.Table.from_pylist(rows(1)).slice(0, 0), tmp_path / "d.parquet")
    with pytest.raises(BadInput, match=r"d\.parquet: no items in it\.$"):
        ParquetItems(str(tmp_path / "d.parquet"))


def test_a_run_on_parquet_is_the_run_on_the_same_items(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "items.parquet", rows(70), row_group_size=20)
    system = "tests.systems.batching:AtOnce"
    whole = list(stead.run(system, items_of(rows(70))).run)
    assert list(stead.run(system, path, output=tmp_path / "run.txt").run) == whole
    assert list(stead.run(system, [path, *items_of(rows(2, first=71))]).run)[:64] == whole[:64]
