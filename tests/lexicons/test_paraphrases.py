"""METEOR's table of paraphrases."""

import gzip
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.lexicons.paraphrases import Paraphrase, read_paraphrases


def _write(folder: Path, text: str) -> Path:
    path = folder / "paraphrase-en.gz"
    path.write_bytes(gzip.compress(text.encode()))
    return path


def test_pairs_are_read_in_their_order(tmp_path: Path) -> None:
    path = _write(tmp_path, "0.25\ncurb\nreduce\n0.01\nput up with\ntolerate\n")
    assert [*read_paraphrases(path)] == [
        Paraphrase(0.25, "curb", "reduce"),
        Paraphrase(0.01, "put up with", "tolerate"),
    ]


def test_a_probability_above_one_is_one(tmp_path: Path) -> None:
    assert [pair.probability for pair in read_paraphrases(_write(tmp_path, "227.9\na\nb\n"))] == [1.0]


@pytest.mark.parametrize(("text", "where"), [("0.5\na\nb\nno number\na\nc\n", "line 4"), ("much\na\nb\n", "line 1")])
def test_what_is_no_table_is_named_with_its_line(tmp_path: Path, text: str, where: str) -> None:
    with pytest.raises(BadInput, match=rf"paraphrase-en\.gz: {where}: expected a probability and two phrases"):
        list(read_paraphrases(_write(tmp_path, text)))


@pytest.mark.parametrize("damage", ["cut", "plain", "missing"])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, damage: str) -> None:
    path = _write(tmp_path, "0.5\na\nb\n" * 1000)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:40])
    elif damage == "plain":
        path.write_text("0.5\na\nb\n")
    else:
        path.unlink()
    with pytest.raises(BadInput, match=r"paraphrase-en\.gz"):
        list(read_paraphrases(path))
