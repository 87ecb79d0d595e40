"""The tables of the papers, with the figures that they print."""

from collections.abc import Mapping

import pytest

from stead import UsageError, score
from stead.comparing import golds_table, results_table
from stead.records.comparison import GoldsTable
from tests.comparing.made import published
from tests.parity import test_semdis as semdis

Printed = list[tuple[str, float, int, float, int, int]]

# Tanguy, Fabre and Riviere 2018, tables 2 and 3: score and rank on gold 1, on gold 2, rank difference.
TABLE_2: Printed = [
    ("Proxteam_JDM.Syn", 0.29, 1, 0.48, 1, 0),
    ("Proxteam_AxeParaProx_JDM.Syn", 0.20, 3, 0.37, 2, -1),
    ("CEA_LIST-word_cos_sent", 0.23, 2, 0.33, 3, +1),
    ("Alpage_WoDiS", 0.17, 4, 0.29, 4, 0),
    ("CEA_LIST-fredist_cos_sent", 0.12, 7, 0.25, 5, -2),
    ("CEA_LIST-isc_cos_w2", 0.12, 8, 0.22, 6, -2),
    ("Proxteam_LM", 0.15, 5, 0.18, 7, +2),
    ("CEA_LIST-isc_cos_sent", 0.11, 9, 0.18, 8, -1),
    ("Baseline", 0.13, 6, 0.17, 9, +3),
    ("CEA_LIST-isc_l2_sent", 0.03, 10, 0.09, 10, 0),
]
TABLE_3: Printed = [
    ("Proxteam_JDM.Syn", 0.41, 1, 0.38, 1, 0),
    ("Proxteam_AxeParaProx_JDM.Syn", 0.37, 2, 0.35, 2, 0),
    ("CEA_LIST-isc_cos_sent", 0.29, 4, 0.33, 3, -1),
    ("CEA_LIST-isc_cos_w2", 0.29, 5, 0.33, 4, -1),
    ("Baseline", 0.33, 3, 0.28, 5, +2),
    ("CEA_LIST-fredist_cos_sent", 0.24, 6, 0.23, 6, 0),
    ("CEA_LIST-isc_l2_sent", 0.23, 8, 0.23, 7, -1),
    ("Proxteam_LM", 0.23, 9, 0.22, 8, -1),
    ("CEA_LIST-word_cos_sent", 0.24, 7, 0.19, 9, +2),
    ("Alpage_WoDiS", 0.22, 10, 0.19, 10, 0),
]


def of_printed(rows: Printed, measure: str) -> GoldsTable:
    """The printed scores, with the digits that are not printed made up so that ranks come out as printed."""
    by_name = sorted(rows)  # runs come in no order of merit
    first = {run: {"mean": value - rank / 10_000} for run, value, rank, _, _, _ in by_name}
    second = {run: {"mean": value - rank / 10_000} for run, _, _, value, rank, _ in by_name}
    return golds_table(published({measure: first}, "Gold1"), published({measure: second}, "Gold2"), measure)


@pytest.mark.parametrize(("rows", "measure"), [(TABLE_2, "semdis-best-norm"), (TABLE_3, "semdis-oot-norm")])
def test_the_layout_of_semdis(rows: Printed, measure: str) -> None:
    found = of_printed(rows, measure)
    assert (found.first.gold, found.second.gold, found.second.figure) == ("Gold1", "Gold2", "mean")
    own = [(row.run, row.first_rank, row.second_rank, row.rank_difference) for row in found.rows]
    assert own == [(run, rank, second_rank, moved) for run, _, rank, _, second_rank, moved in rows]
    for row, (_, value, _, second_value, _, _) in zip(found.rows, rows, strict=True):
        assert (row.first_value, row.second_value) == pytest.approx((value, second_value), abs=0.0011)


@pytest.mark.parametrize("name", ["best_norm", "oot_norm"])
def test_five_runs_on_two_golds_of_semdis(name: str) -> None:
    first, second = (semdis.scored(*semdis.RUNS, gold=gold).evaluation for gold in semdis.GOLDS)
    found = golds_table(first, second, semdis.MEASURES[name])
    rows = semdis.expected()["rank_study"]["tables"][name]
    assert [row.run for row in found.rows] == [row["run"].removesuffix(".txt") for row in rows]
    for own, row in zip(found.rows, rows, strict=True):
        assert own.first_value == pytest.approx(row["gold1"], abs=1e-6)
        assert own.second_value == pytest.approx(row["gold2"], abs=1e-6)
        assert (own.first_rank, own.second_rank) == (row["rank1"], row["rank2"])
        assert own.rank_difference == row["rank_difference"]


def means(values: Mapping[str, float | None]) -> dict[str, dict[str, dict[str, float | None]]]:
    return {"rank": {run: {"mean": value} for run, value in values.items()}}


def test_runs_of_one_gold_only_are_left_out_and_named_and_ranks_are_among_the_others() -> None:
    first, second = published(means({"x": 0.9, "a": 0.5, "b": 0.4})), published(means({"b": 0.6, "a": 0.5, "y": 0.1}))
    found = golds_table(first, second, "rank")
    assert [(row.run, row.first_rank, row.second_rank, row.rank_difference) for row in found.rows] == [
        ("b", 2, 1, -1),
        ("a", 1, 2, 1),
    ]
    assert found.notes == (
        "Left out, since the second evaluation does not have them: x.",
        "Left out, since the first evaluation does not have them: y.",
    )


def test_a_run_without_a_value_on_one_gold_has_no_rank_difference() -> None:
    found = golds_table(published(means({"a": None, "b": 0.4})), published(means({"a": 0.5, "b": 0.6})), "rank")
    assert [(row.run, row.first_rank, row.second_rank, row.rank_difference) for row in found.rows] == [
        ("b", 1, 1, 0),
        ("a", None, 2, None),
    ]


def test_golds_without_a_run_in_common() -> None:
    with pytest.raises(UsageError, match="no run in common"):
        golds_table(published(means({"a": 1})), published(means({"b": 1})), "rank")


def figures(rows: str) -> dict[str, dict[str, float | None]]:
    found: dict[str, dict[str, float | None]] = {}
    for row in rows.split(";"):
        run, *numbers = row.split()
        found[run] = dict(zip(("P", "R"), map(float, numbers), strict=True))
    return found


# McCarthy and Navigli 2007, tables 1 and 3, in another order than printed.
BEST = (
    "TOR 2.98 2.98;HIT 11.35 11.35;IRST2 6.95 6.94;KU 12.90 12.90;"
    "MELB 12.68 12.68;UNT 12.77 12.77;USYD 11.23 10.88;IRST1 8.06 8.06"
)
MODE = (
    "TOR 4.72 4.72;HIT 18.86 18.86;IRST2 20.33 20.33;KU 20.65 20.65;"
    "MELB 20.41 20.41;UNT 20.73 20.73;USYD 18.22 17.64;IRST1 13.09 13.09"
)
NMWT = (
    "TOR 3.22 3.22;HIT 11.97 11.97;IRST2 7.25 7.24;KU 13.39 13.39;"
    "MELB 13.35 13.35;UNT 13.46 13.46;USYD 11.68 11.34;IRST1 8.44 8.44"
)
NMWS = (
    "TOR 3.32 3.32;HIT 12.55 12.38;IRST2 7.67 7.66;KU 14.33 13.98;"
    "MELB 14.19 13.82;UNT 13.79 13.79;USYD 12.48 12.10;IRST1 8.98 8.92"
)
PRINTED_ORDER = ["KU", "UNT", "MELB", "HIT", "USYD", "IRST1", "IRST2", "TOR"]

SEMEVAL = published(
    {
        "best": figures(BEST),
        "best-mode": figures(MODE),
        "best/subset=NMWT": figures(NMWT),
        "best/subset=NMWS": figures(NMWS),
    }
)


def test_results_stand_in_the_order_of_recall() -> None:
    found = results_table(SEMEVAL, ["best", "best-mode"])
    assert [(column.label, column.figure) for column in found.columns] == [
        ("best", "P"),
        ("best", "R"),
        ("best-mode", "P"),
        ("best-mode", "R"),
    ]
    assert [row.run for row in found.rows] == PRINTED_ORDER
    assert found.rows[4].values == (11.23, 10.88, 18.22, 17.64)
    assert (found.ordered_by.measure, found.ordered_by.figure) == ("best", "R")


def test_subsets_keep_the_order_though_theirs_is_another() -> None:
    """UNT has more than KU on NMWT, and MELB more than UNT on NMWS; the paper leaves them where they were."""
    found = results_table(SEMEVAL, ["best"], groups=["subset=NMWT", "subset=NMWS"])
    assert [row.run for row in found.rows] == PRINTED_ORDER
    assert found.rows[0].values == (13.39, 13.39, 14.33, 13.98)
    assert found.rows[1].values == (13.46, 13.46, 13.79, 13.79)
    assert [column.group for column in found.columns] == ["subset=NMWT"] * 2 + ["subset=NMWS"] * 2


def test_another_order_can_be_asked_for() -> None:
    found = results_table(SEMEVAL, ["best"], ordered_by="best-mode", figure="P")
    assert [row.run for row in found.rows][:4] == ["UNT", "KU", "MELB", "IRST2"]


def test_a_table_needs_a_measure() -> None:
    with pytest.raises(UsageError, match="at least one measure"):
        results_table(SEMEVAL, [])


def test_a_table_of_real_scores() -> None:
    gold = {("x.n", "1"): {"a": 2}, ("y.v", "2"): {"b": 2}}
    result = score(gold, {"1": ["a"]}, {"1": ["a"], "2": ["b"]}, measures="best", by="pos")
    found = results_table(result.evaluation, ["best"], groups=["all", "pos=n", "pos=v"])
    assert [(row.run, row.values) for row in found.rows] == [
        ("run 2", (1, 1, 1, 1, 1, 1)),
        ("run 1", (1, 0.5, 1, 1, None, 0)),
    ]
