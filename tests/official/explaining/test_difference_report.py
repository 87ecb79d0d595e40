"""The differences as tables, JSON and TSV."""

import json
from typing import Any

import pytest

from stead import UsageError
from stead.api.official import render_differences
from stead.official.explain import Cause, ItemDifference, ItemShare, OfficialDifferences, ScoredFile, Total
from tests.official.explaining.made import explained

CLEAN = explained("bright.a 1 :: clever\nbright.a 2 :: shiny\n")
TWO = explained("bright.a 1 :: smart; clever\nbright.a 2 :: \n")
MANY = explained(
    "".join(f"a.n {number} :: Cat\n" for number in range(40)),
    "".join(f"a.n {number} :: cat 2;\n" for number in range(40)),
)


def test_a_clean_run_has_its_totals_and_one_sentence() -> None:
    assert render_differences(CLEAN) == (
        "run: the 2007 program and stead\n"
        "────────────────────────────────────────────────────────────────\n"
        "              answered  best P  best R  best-mode P  best-mode R\n"
        "────────────────────────────────────────────────────────────────\n"
        "2007 program       2/2   62.50   62.50       100.00       100.00\n"
        "stead              2/2   62.50   62.50       100.00       100.00\n"
        "────────────────────────────────────────────────────────────────\n"
        "difference               +0.00   +0.00        +0.00        +0.00\n"
        "Scores x 100. The two agree on every item: 2 scored, no difference.\n"
    )


def test_tables_say_how_the_totals_move_why_and_where() -> None:
    lines = [line.split() for line in render_differences(TWO).splitlines()]
    assert ["2007", "program", "1/2", "12.50", "6.25", "0.00", "0.00"] in lines
    assert ["stead", "1/2", "50.00", "25.00", "0.00", "0.00"] in lines
    assert ["untrimmed-guess", "1", "+37.50", "+18.75", "+0.00", "+0.00"] in lines
    assert ["bright.a", "1", "untrimmed-guess", "12.50", "50.00", "0.00", "0.00"] in lines
    assert ["bright.a", "2", "stale-answer", "blank", "blank", "0.00", "blank"] in lines


def test_a_stale_answer_shows_the_credit_of_a_blank() -> None:
    differences = explained("bright.a 1 :: shiny\nbright.a 2 :: \n")
    assert "blank, 50.00" in render_differences(differences)


def test_text_shows_thirty_items_and_says_how_to_get_all() -> None:
    text = render_differences(MANY)
    assert text.count("a.n  ") == 30
    assert "10 more: --per-item shows all of them" in text
    everything = render_differences(MANY, all_items=True)
    assert everything.count("a.n  ") == 40
    assert "more:" not in everything


def test_markdown_and_latex_are_tables_too() -> None:
    assert "| bright.a | 1 | untrimmed-guess | 12.50 | 50.00 | 0.00 | 0.00 |" in render_differences(TWO, "markdown")
    assert r"\begin{tabular}" in render_differences(TWO, "latex")


def test_tsv_has_a_row_for_each_item_and_measure() -> None:
    rows = [line.split("\t") for line in render_differences(TWO, "tsv").splitlines()]
    assert rows[0][:5] == ["lexelt", "id", "causes", "measure", "official counted"]
    assert rows[1] == ["bright.a", "1", "untrimmed-guess", "best", "1", "1", "0.125", "1", "1", "0.5"]
    assert len(rows) == 1 + 2 * 2


def test_another_form_is_refused() -> None:
    with pytest.raises(UsageError, match="text, markdown, latex, tsv, csv, json"):
        render_differences(CLEAN, "pdf")


def differences_of(document: dict[str, Any]) -> OfficialDifferences:
    """The record that a JSON document was made from."""

    def item(found: dict[str, Any]) -> ItemDifference:
        official, corrected = (
            {name: ItemShare(**share) for name, share in found[program].items()}
            for program in ("official", "corrected")
        )
        return ItemDifference(found["lexelt"], found["id"], tuple(found["causes"]), official, corrected)

    return OfficialDifferences(
        task=document["task"],
        gold=ScoredFile(**document["gold"]),
        run=ScoredFile(**document["run"]),
        official={name: Total(**total) for name, total in document["official"].items()},
        corrected={name: Total(**total) for name, total in document["corrected"].items()},
        causes=tuple(Cause(**cause) for cause in document["causes"]),
        items=tuple(map(item, document["items"])),
        notes=tuple(document["notes"]),
        schema=document["schema"],
    )


@pytest.mark.parametrize("differences", [CLEAN, TWO, MANY], ids=["clean", "two", "many"])
def test_json_holds_everything(differences: OfficialDifferences) -> None:
    document = json.loads(render_differences(differences, "json"))
    assert next(iter(document.items())) == ("schema", "stead.official-differences/1")
    assert differences_of(document) == differences
