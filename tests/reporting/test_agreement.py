"""Agreement as tables."""

from dataclasses import replace

import pytest

from stead.records.agreement import Agreement
from stead.reporting.agreement import agreement_tables, render_agreement
from stead.reporting.tables import text_table
from tests.agreement.made import ANNOTATIONS, answer, measured


def titles(agreement: Agreement) -> list[str]:
    return [table.title for table in agreement_tables(agreement)]


def test_the_most_wanted_comes_first() -> None:
    assert titles(measured()) == [
        "agreement on substitutes",
        "agreement on multiwords",
        "Krippendorff's alpha",
        "without one annotator at a time",
        "items and pairs left out",
    ]


def test_items_have_tables_of_their_own() -> None:
    assert "agreement on substitutes, item by item" in titles(measured(ANNOTATIONS, "item"))


def test_where_nothing_was_left_out_no_table_says_so() -> None:
    rows = [answer("a.n 1", who, "x", multiword="x y") for who in ("ann", "bob")]
    assert titles(measured(rows))[-1] == "annotators"


@pytest.mark.parametrize(("value", "shown"), [(-0.00001, "0.000"), (-0.3846, "-0.385"), (1.0, "1.000"), (None, "-")])
def test_alpha_is_no_percentage(value: float | None, shown: str) -> None:
    agreement = measured()
    (figure,) = [each for each in agreement.figures if each.coefficient == "alpha-substitutes"]
    changed = replace(agreement, figures=(replace(figure, value=value),), annotators=agreement.annotators[:2])
    table = next(iter(agreement_tables(changed)))
    assert table.columns[:2] == ("coefficient", "value")
    assert table.rows[0][1] == shown


def test_of_a_crowd_some_are_shown_and_the_others_counted() -> None:
    crowd = [answer("a.n 1", f"a{number}", "x") for number in range(40)]
    (table,) = [each for each in agreement_tables(measured(crowd)) if each.title == "without one annotator at a time"]
    assert len(table.rows) == 31
    assert "10 more annotators" in table.caption
    assert "a39" not in text_table(table)
    assert "without=a39" in render_agreement(measured(crowd), "tsv")


def test_who_was_left_out_is_said_below_the_table() -> None:
    table = next(iter(agreement_tables(measured(ANNOTATIONS, without=("cat",)))))
    assert table.caption == "2 annotators, 5 items; without cat."


def test_the_signature_leaves_the_coefficient_open() -> None:
    last = render_agreement(measured(), "text").splitlines()[-2:]
    assert last[0].startswith("signature: COEFFICIENT|dup:once|")
    assert last[1] == "3 more signatures: JSON and TSV have them all."
