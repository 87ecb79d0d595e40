"""`stead gold stats` and `stead gold diff`: a gold described, two golds compared."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Command, Write, cells, tsv


def test_a_gold_is_described(stead: Command, write: Write) -> None:
    """Of the four items of gold.txt, items 1, 2 and 4 have a mode: clever, shiny, sprint."""
    done = stead("gold", "stats", "gold.txt")
    assert (done.status, done.err) == (0, "")
    rows = cells(done.out)
    assert ["items", "4"] in rows
    assert ["items", "with", "a", "mode", "3"] in rows
    assert ["items", "with", "a", "mode,", "share", "0.75"] in rows


def test_the_ceiling_of_best_is_worked_out_by_hand(stead: Command, write: Write) -> None:
    """Best answers: 3/4 for item 1, 2/4 for items 2 and 3; item 4 is not scored. (0.75 + 0.5 + 0.5) / 3 = 0.58333."""
    document = json.loads(stead("gold", "stats", "gold.txt", "--format", "json").out)
    [ceilings] = [each["records"] for each in document["sections"] if each["title"] == "Ceilings"]
    values = {(each["measure"], each["figure"]): each["ceiling"] for each in ceilings}
    assert values["best", "R"] == pytest.approx(1.75 / 3)
    assert values["oot@10", "R"] == 1.0


def test_multiwords_are_described_too(stead: Command, example: Path) -> None:
    """Nine of the eleven lines of gold-multiwords.txt have one phrase above the others, named twice or more."""
    done = stead("gold", "stats", "gold.txt", "--multiwords", "gold-multiwords.txt")
    assert ["items", "with", "a", "gold", "multiword", "9"] in cells(done.out)
    assert ["mw-detection", "R", "1"] in cells(done.out)


def test_a_gold_without_a_scored_item_has_no_ceilings_and_says_why(stead: Command, write: Write) -> None:
    done = stead("gold", "stats", write("thin.txt", "run.v 4 :: sprint 1;\n"))
    assert done.status == 0
    assert "Ceilings: thin.txt: no item is scored" in done.out


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "tsv", "json"])
@pytest.mark.parametrize("words", [["stats", "gold.txt"], ["diff", "gold.txt", "other.txt"]])
def test_every_form_of_output_is_the_same_twice(stead: Command, write: Write, format: str, words: list[str]) -> None:
    write("other.txt", "bright.a 1 :: clever 2;well & lit 1;\n")
    one, other = (stead("gold", *words, "--format", format) for _ in range(2))
    assert (one.status, one.out) == (0, other.out)
    assert one.out.endswith("\n")


def test_differences_are_listed(stead: Command, write: Write) -> None:
    write("other.txt", "bright.a 1 :: clever 2;bright 1;\nbright.a 2 :: shiny 2;vivid 1;lit 1;\nnew.n 9 :: x 2;\n")
    rows = cells(stead("gold", "diff", "gold.txt", "other.txt").out)
    assert ["bright.a", "1", "added", "bright", "-", "1"] in rows
    assert ["bright.a", "1", "changed", "clever", "3", "2"] in rows
    assert ["bright.a", "1", "removed", "smart", "1", "-"] in rows
    assert ["new.n", "9", "1", "2"] in rows
    assert ["dog.n", "3", "2", "4"] in rows


def test_differences_for_programs(stead: Command, write: Write) -> None:
    write("other.txt", "bright.a 1 :: clever 2;smart 1;\n")
    document = json.loads(stead("gold", "diff", "gold.txt", "other.txt", "--format", "json").out)
    assert [each["title"] for each in document["sections"]] == [
        "Differences",
        "Items only in the first",
        "Items only in the second",
        "Items in both",
    ]
    assert document["sections"][3]["records"] == [
        {"lexelt": "bright.a", "id": "1", "what": "changed", "substitute": "clever", "first": 3.0, "second": 2.0}
    ]
    table = tsv(stead("gold", "diff", "gold.txt", "other.txt", "--format", "tsv").out)
    assert {"section": "Items in both", "row": "1", "column": "second", "value": "2.0"} in table


def test_the_same_gold_in_another_format_does_not_differ(stead: Command, write: Write) -> None:
    stead("convert", "gold.txt", "--as", "gold", "--to", "stead", "-o", "gold.jsonl")
    rows = cells(stead("gold", "diff", "gold.txt", "gold.jsonl").out)
    assert ["items", "in", "both", "that", "differ", "0"] in rows


@pytest.mark.parametrize("words", [["stats", "run.txt"], ["diff", "gold.txt", "run.txt"], ["stats", "nowhere.txt"]])
def test_what_is_no_gold_is_status_1(stead: Command, write: Write, words: list[str]) -> None:
    done = stead("gold", *words)
    assert (done.status, done.out) == (1, "")
