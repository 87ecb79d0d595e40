"""Every form in which a corpus may come gives the same counts."""

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from stead.core.errors import BadInput
from stead.counts import CountSettings, Model, count_corpus, open_model
from stead.counts import corpus_files as blocks_module
from stead.counts.corpus_files import BlockKind, blocks_of, files_of, text_of
from stead.counts.shards import groups_of
from tests.counts import twelve
from tests.counts.made import tables

SETTINGS = CountSettings(window=2, min_count=1)


def counted(folder: Path, *corpus: str | Path, settings: CountSettings = SETTINGS) -> Model:
    count_corpus(list(map(str, corpus)), folder / "model", settings)
    return open_model(folder / "model")


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("expected")
    twelve.counted(folder)
    return tables(folder / "model")


def write(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def json_lines(field: str = "text") -> bytes:
    """Two sentences a record, a line end between them."""
    pairs = zip(twelve.SENTENCES[::2], twelve.SENTENCES[1::2], strict=True)
    return "".join(json.dumps({"id": 1, field: "\n".join(pair)}) + "\n" for pair in pairs).encode()


def zstd(data: bytes) -> bytes:
    return bytes(pa.Codec("zstd").compress(data, asbytes=True))


FORMS = {
    "text.txt": twelve.TEXT.encode(),
    "no-line-end": twelve.TEXT.rstrip().encode(),
    "crlf.txt": twelve.TEXT.replace("\n", "\r\n").encode(),
    "mark.txt": b"\xef\xbb\xbf" + twelve.TEXT.encode(),
    "blank-lines.txt": twelve.TEXT.replace("\n", "\n\n \n").encode(),
    "one-line.txt": twelve.TEXT.replace("\n", " ").encode(),
    "text.gz": gzip.compress(twelve.TEXT.encode()),
    "named-otherwise": gzip.compress(twelve.TEXT[:100].encode()) + gzip.compress(twelve.TEXT[100:].encode()),
    "text.zst": zstd(twelve.TEXT.encode()),
    "text.jsonl": json_lines(),
    "text.jsonl.gz": gzip.compress(json_lines()),
    "text.ndjson.zst": zstd(json_lines()),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_gives_the_same_tables(tmp_path: Path, name: str, expected: object) -> None:
    counted(tmp_path, write(tmp_path / name, FORMS[name]))
    assert tables(tmp_path / "model") == expected


def test_parquet_and_a_field_of_another_name(tmp_path: Path, expected: object) -> None:
    pq.write_table(pa.table({"id": range(13), "body": [*twelve.SENTENCES, None]}), tmp_path / "text.parquet")
    write(tmp_path / "text.jsonl", json_lines("body"))
    settings = CountSettings(window=2, min_count=1, field="body")
    counted(tmp_path, tmp_path / "text.parquet", settings=settings)
    assert tables(tmp_path / "model") == expected
    counted(tmp_path, tmp_path / "text.jsonl", settings=settings)
    assert tables(tmp_path / "model") == expected


def test_a_parquet_file_without_the_column_says_which_there_are(tmp_path: Path) -> None:
    pq.write_table(pa.table({"id": [1], "body": ["x"]}), tmp_path / "text.parquet")
    with pytest.raises(BadInput, match=r"there is no column text; there are id, body\. `field` names another"):
        count_corpus([str(tmp_path / "text.parquet")], tmp_path / "model", SETTINGS, strict=True)


def test_folders_globs_and_addresses(tmp_path: Path, expected: object, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, sentence in enumerate(twelve.SENTENCES):
        write(tmp_path / "corpus" / str(number % 3) / f"{number:02}.txt", sentence.encode())
    write(tmp_path / "corpus" / ".hidden", b"nobody sees this\n")
    for given in ("corpus", "corpus/**/*.txt", (tmp_path / "corpus").as_uri()):
        monkeypatch.chdir(tmp_path)
        model = counted(tmp_path, given)
        assert tables(tmp_path / "model") == expected
        assert len(model.manifest["corpus"]["files"]) == 12
        assert len(model.manifest["shards"]) == 1  # small files are worked on together


def test_a_file_named_twice_is_read_once(tmp_path: Path, expected: object) -> None:
    path = write(tmp_path / "text.txt", twelve.TEXT.encode())
    counted(tmp_path, path, tmp_path / "*.txt")
    assert tables(tmp_path / "model") == expected


@pytest.mark.parametrize("given", ["absent.txt", "absent*.txt", "file:///absent/folder/"])
def test_what_is_not_there_is_an_error(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"^(absent|file)"):
        files_of([given])


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no file"):
        files_of([str(tmp_path)])


def test_large_files_are_in_groups_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stead.counts.shards.DEFAULT_BYTES", 100)
    sizes = [10, 60, 40, 300, 20, 20]
    files = {str(number): size for number, size in enumerate(sizes)}
    assert [list(group.sizes) for group in groups_of(files)] == [[10, 60], [40], [300], [20, 20]]


def test_blocks_end_where_lines_do(tmp_path: Path) -> None:
    lines = [f"line {number} of some\n".encode() for number in range(100)]
    found = list(blocks_of(str(write(tmp_path / "text.txt", b"".join(lines))), "text", 64))
    assert b"".join(block.data for block in found) == b"".join(lines)
    assert all(block.data.endswith(b"\n") and len(block.data) <= 2 * 64 for block in found)
    assert [block.number for block in found] == list(range(len(found)))


def test_a_line_that_is_too_long_is_cut_at_blanks(tmp_path: Path) -> None:
    text = b"word " * 100 + b"end\nnext line\n"
    found = list(blocks_of(str(write(tmp_path / "text.txt", text)), "text", 64))
    assert b"".join(block.data for block in found) == text
    assert sum(block.cut for block in found) == len([block for block in found if not block.data.endswith(b"\n")]) > 2
    assert all(block.data.endswith((b" ", b"\n")) for block in found)


@pytest.mark.parametrize("kind", [BlockKind.TEXT, BlockKind.JSON_LINES])
def test_a_line_that_cannot_be_cut_is_left_out_and_counted(tmp_path: Path, kind: BlockKind) -> None:
    name = "text.jsonl" if kind is BlockKind.JSON_LINES else "text.txt"
    text = b"first\n" + b"x" * 640 + b"\nlast line\n"
    found = list(blocks_of(str(write(tmp_path / name, text)), "text", 64))
    kept = b"".join(block.data for block in found)
    assert kept.startswith(b"first\n")
    assert kept.endswith(b"\nlast line\n")
    assert sum(block.dropped for block in found) == len(text) - len(kept) > 500


def test_lines_that_are_not_utf8_or_not_json_are_left_out_and_counted() -> None:
    text, left_out = text_of(
        blocks_module.TextBlock(number=0, kind=BlockKind.TEXT, data=b"good\n\xff\xfe bad\nalso \xc3\xa9\n"), "text"
    )
    assert (text, left_out) == ("good\nalso é\n", {blocks_module.NOT_UTF8: 1})
    data = b'{"text": "good"}\n[1]\n{"text": 3}\n{"other": "x"}\n{"text": \n\n{"text": "\\ud800 odd"}\n'
    text, left_out = text_of(blocks_module.TextBlock(number=0, kind=BlockKind.JSON_LINES, data=data), "text")
    assert (text, left_out) == ("good\n? odd", {blocks_module.NOT_JSON: 4})
