"""Tables for raters: written, filled in, read again, and never written over."""

import csv
from pathlib import Path

import pytest

from tests.cli.running import Command

GOLD = "bright.a 1 :: clever 3;smart 2;\ntake.v 2 :: grab 4;seize 1;\n"
RUN = 'bright.a 1 ::: clever;-ly;=1+1\ntake.v 2 ::: get;"hold";catch\n'
ITEMS = '{"schema": "stead.items/1"}\n' + "".join(
    f'{{"id": "{number}", "lexelt": "{lexelt}", "text": "{text}", "start": {start}, "end": {end}}}\n'
    for number, lexelt, text, start, end in (
        (1, "bright.a", 'He said: \\"a bright boy\\".', 12, 18),
        (2, "take.v", "I take it.", 2, 6),
    )
)


@pytest.fixture
def sheets(stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("gold.txt", GOLD), ("run.txt", RUN), ("items.jsonl", ITEMS)):
        Path(name).write_text(text, encoding="utf-8")
    assert stead("pool", "gold.txt", "run.txt", "-o", "pool.jsonl").status == 0
    words = ["--subsets", "1", "--repeats", "1", "-o", "dispatch.jsonl", "--sheets", "sheets"]
    done = stead("dispatch", "pool.jsonl", *words, "--items", "items.jsonl")
    assert (done.status, done.err.count("without a sentence")) == (0, 0)
    return tmp_path / "sheets"


def filled_in(sheet: Path, rater: str, mark: str) -> Path:
    """A table as a rater sends it back: everything rated 2, the name in the first row only."""
    with sheet.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file, delimiter="\t")
    for number, row in enumerate(rows):
        row[4:] = ["2,0", "" if number else rater]
    place = sheet.parent / f"{sheet.stem}-{rater}.csv"
    with place.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=mark).writerows([head, *rows])
    return place


def test_tables_that_raters_fill_in_are_read(stead: Command, sheets: Path) -> None:
    people = (("Ada", ";"), ("Bo", "\t"), ("Zoë", ","))
    tables = [filled_in(sheet, *person) for sheet in sorted(sheets.glob("*.tsv")) for person in people]
    done = stead("filter", *tables, "--dispatch", "dispatch.jsonl", "-o", "kept.jsonl")
    assert done.status == 0
    # 9 candidates and one repeat, of three raters
    assert "27 of 30 ratings used" in done.out
    assert stead("check", tables[0]).out.startswith(f"{tables[0]}: ratings, ")
    done = stead("gold", "extend", "gold.txt", "kept.jsonl", "-o", "gold2.jsonl", "--to", "stead")
    assert done.status == 0
    gold = Path("gold2.jsonl").read_text(encoding="utf-8")
    assert all(f'"{term}", 2.0' in gold for term in ("-ly", "=1+1", '\\"hold\\"', "clever"))


def test_sentences_are_shown_with_the_target_in_brackets(sheets: Path) -> None:
    lines = [line for sheet in sheets.iterdir() for line in sheet.read_text(encoding="utf-8").splitlines()]
    rows = csv.reader(lines, delimiter="\t")
    assert {row[2] for row in rows if row[0] == "bright.a"} == {'He said: "a [bright] boy".'}


def test_tables_are_never_written_over(stead: Command, sheets: Path) -> None:
    before = {path: path.read_bytes() for path in (*sheets.iterdir(), Path("dispatch.jsonl"))}
    words = ["--subsets", "1", "--seed", "2", "-o", "dispatch.jsonl", "--sheets", "sheets"]
    Path("sheets/subset-1.tsv").touch()
    done = stead("dispatch", "pool.jsonl", *words)
    assert (done.status, done.out) == (2, "")
    assert "would overwrite sheets/subset-1.tsv, which may have been filled in" in done.err
    assert {path: path.read_bytes() for path in before} == before


def test_items_without_a_sentence_are_counted(stead: Command, sheets: Path) -> None:
    words = ["--subsets", "1", "-o", "other.jsonl", "--sheets", "other"]
    assert "2 of 2 items without a sentence" in stead("dispatch", "pool.jsonl", *words).err


def test_check_knows_pools_and_dispatches(stead: Command, sheets: Path) -> None:
    done = stead("check", "pool.jsonl", "dispatch.jsonl")
    assert (done.status, done.out) == (
        0,
        "pool.jsonl: pool, 9 candidates for 2 items: no faults.\n"
        "dispatch.jsonl: dispatch, 9 candidates in 1 subset: no faults.\n",
    )
    text = Path("pool.jsonl").read_text(encoding="utf-8")
    Path("cut.jsonl").write_text(text[:-20], encoding="utf-8")
    done = stead("check", "cut.jsonl")
    assert done.status == 1
    assert "cut.jsonl:3: " in done.out
    assert "The file is damaged" in done.out
    Path("bom.jsonl").write_text(text, encoding="utf-8-sig")
    assert stead("check", "bom.jsonl").status == 0
    assert "expected a dispatch" in stead("check", "pool.jsonl", "--as", "dispatch").out


def test_when_nothing_is_left_it_is_said(stead: Command, sheets: Path) -> None:
    Path("other.csv").write_text("lexelt,id,candidate,rating,rater\nx.n,9,y,1,ada\n", encoding="utf-8")
    done = stead("filter", "other.csv", "--dispatch", "dispatch.jsonl")
    assert done.status == 0
    assert "every rating is excluded; are ratings and dispatch of the same campaign?" in done.err
