"""Scores by group: parts of speech, lexelts, a user's table, and the subsets of the 2007 paper."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from stead import BadInput, ScoreResult, UsageError, score
from stead.records.scores import Score

GOLD = {
    ("bright.a", "1"): {"clever": 2},
    ("bar.n.v", "2"): {"pub": 2},
    ("bar.n.v", "3"): {"rod": 3},
    ("well.r", "4"): {"quite": 2},
    ("run.v", "5"): {"dash": 2},
    ("run.v", "6"): {"flow": 1},
    ("e commerce.J", "7"): {"trade": 2},
}
"""Item 6 has too few responses to be scored."""

RUN = {"1": ["clever"], "2": ["pub"], "3": ["wrong"], "4": [], "5": ["dash", "flow"], "7": ["trade"]}


def score_groups(by: str | Iterable[str], gold: Any = GOLD, **options: Any) -> ScoreResult:
    return score(gold, RUN, measures=options.pop("measures", "best"), by=by, **options)


def by_group(result: ScoreResult) -> dict[str, Score]:
    return {one_score.group: one_score for one_score in result.scores}


def sizes(result: ScoreResult) -> dict[str, tuple[int, int]]:
    return {one_score.group: (one_score.scored, one_score.attempted) for one_score in result.scores}


def test_parts_of_speech_are_the_first_letter_after_the_word_in_the_papers_order() -> None:
    assert list(sizes(score_groups("pos")).items()) == [
        ("all", (6, 5)),
        ("pos=n", (2, 2)),
        ("pos=v", (1, 1)),
        ("pos=a", (1, 1)),
        ("pos=r", (1, 0)),
        ("pos=J", (1, 1)),
    ]


def test_figures_of_a_group_are_those_of_its_items_alone() -> None:
    groups = by_group(score_groups("pos"))
    assert groups["pos=n"].figures == {"P": 0.5, "R": 0.5}
    assert groups["pos=v"].figures == {"P": 0.5, "R": 0.5}
    assert groups["pos=r"].figures == {"P": None, "R": 0}
    assert groups["pos=J"].figures == {"P": 1, "R": 1}


def test_items_without_a_part_of_speech_are_a_group_of_their_own_and_come_last() -> None:
    result = score_groups("pos", {"1": {"clever": 2}, ("zebra.z", "2"): {"pub": 2}})
    assert list(sizes(result)) == ["all", "pos=z", "pos=(none)"]


def test_lexelts() -> None:
    assert sizes(score_groups("lexelt")) == {
        "all": (6, 5),
        "lexelt=bar.n.v": (2, 2),
        "lexelt=bright.a": (1, 1),
        "lexelt=e commerce.J": (1, 1),
        "lexelt=run.v": (1, 1),
        "lexelt=well.r": (1, 0),
    }


def test_items_without_a_lexelt_are_a_group_of_their_own() -> None:
    assert list(sizes(score_groups("lexelt", {"1": {"clever": 2}}))) == ["all", "lexelt=(none)"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "genre.tsv"
    path.write_text("# id or lexelt, group\nbar.n.v\tnews\n3\tprose\n5\tprose\n1\tnews\n", encoding="utf-8")
    return path


def test_a_table_names_ids_or_lexelts_and_ids_come_first(table: Path) -> None:
    assert list(sizes(score_groups(str(table))).items()) == [
        ("all", (6, 5)),
        ("genre=news", (2, 2)),
        ("genre=prose", (2, 2)),
        ("genre=(none)", (2, 1)),
    ]


def test_groups_of_a_division_make_up_the_whole(table: Path) -> None:
    for by in ("pos", "lexelt", str(table)):
        whole, *groups = sizes(score_groups(by)).values()
        assert tuple(map(sum, zip(*groups, strict=True))) == whole


def test_several_divisions_at_once(table: Path) -> None:
    assert set(sizes(score_groups(["pos", str(table)]))) == set(sizes(score_groups("pos"))) | set(
        sizes(score_groups(str(table)))
    )


def test_a_table_that_names_no_item_is_refused(table: Path) -> None:
    table.write_text("99\tnews\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"genre\.tsv: names no id and no lexelt of the gold"):
        score_groups(str(table))


@pytest.mark.parametrize("line", ["1 news", "1\t", "1"])
def test_a_table_with_a_malformed_line_is_refused(table: Path, line: str) -> None:
    table.write_text(f"2\tnews\n{line}\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"genre\.tsv:2: expected"):
        score_groups(str(table))


def test_a_table_that_is_not_there_is_refused_with_the_divisions_there_are(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"absent\.tsv.*pos, lexelt, subset"):
        score_groups(str(tmp_path / "absent.tsv"))


def test_tables_of_the_same_name_do_not_replace_each_other(tmp_path: Path) -> None:
    tables = [tmp_path / folder / "genre.tsv" for folder in ("one", "other")]
    for path, content in zip(tables, ["1\tnews\n", "2\tnews\n3\tnews\n"], strict=True):
        path.parent.mkdir()
        path.write_text(content, encoding="utf-8")
    result = score_groups(map(str, tables))
    assert sorted(one_score.scored for one_score in result.scores if one_score.group.endswith("=news")) == [1, 2]


def test_a_table_called_pos_does_not_replace_the_parts_of_speech(tmp_path: Path) -> None:
    path = tmp_path / "pos.tsv"
    path.write_text("1\tn\n", encoding="utf-8")
    result = score_groups(["pos", str(path)])
    assert sorted(one_score.scored for one_score in result.scores if one_score.group.endswith("=n")) == [1, 2]


# The subsets of the 2007 paper


MULTIWORDS = {("bar.n.v", "2"): {"bar none": 2, "bar": 1}, ("bar.n.v", "3"): {"one": 2, "other": 2}, "5": {"run": 1}}


def test_items_whose_target_is_part_of_an_agreed_multiword_are_left_out_of_nmwt() -> None:
    result = score_groups("subset", multiwords=MULTIWORDS)
    assert sizes(result) == {"all": (6, 5), "subset=MWT": (1, 1), "subset=NMWT": (5, 4), "subset=NMWS": (6, 5)}


def test_multiword_targets_are_told_apart_where_ids_repeat_across_lexelts() -> None:
    gold = {("bright.a", "1"): {"clever": 2}, ("bar.n", "1"): {"pub": 2}}
    multiwords = {("bright.a", "1"): {"bright spark": 2}, ("bar.n", "1"): {"bar none": 1}}
    result = score(gold, {("bar.n", "1"): ["pub"]}, measures="best", by="subset", multiwords=multiwords)
    assert sizes(result) == {"all": (2, 1), "subset=MWT": (1, 0), "subset=NMWT": (1, 1), "subset=NMWS": (2, 1)}


def test_manual_targets(tmp_path: Path) -> None:
    manual = tmp_path / "manual.txt"
    manual.write_text("bar.n.v\nrun.v\n", encoding="utf-8")
    result = score_groups("subset", manual=manual)
    assert sizes(result) == {"all": (6, 5), "subset=MAN": (3, 3), "subset=RAND": (3, 2), "subset=NMWS": (6, 5)}


def test_a_list_of_manual_targets_that_names_no_target_is_refused(tmp_path: Path) -> None:
    manual = tmp_path / "manual.txt"
    manual.write_text("zebra.n\n", encoding="utf-8")
    with pytest.raises(BadInput):
        score_groups("subset", manual=manual)


def test_single_words_only() -> None:
    """Item 1 keeps its two responses, item 2 falls below two, item 3 is answered with a multiword only."""
    gold = {
        "1": {"clever": 1, "sharp": 1, "on the ball": 2},
        "2": {"pub": 1, "public house": 3},
        "3": {"rod": 2, "fire-iron": 1},
    }
    run = {"1": ["on the ball", "clever"], "2": ["public house", "pub"], "3": ["iron rod"]}
    result = score(gold, run, measures="best,oot@10", by="subset")
    best, oot = (one_score for one_score in result.scores if one_score.group == "subset=NMWS")
    assert (best.scored, best.attempted) == (2, 1)
    assert best.figures == {"P": 1 / 2, "R": 1 / 4}
    assert oot.figures == {"P": 1 / 2, "R": 1 / 4}
    assert result.value("best", "R") == pytest.approx((3 / 2 / 4 + 4 / 2 / 4 + 0) / 3)


def test_hyphenated_terms_are_single_words() -> None:
    result = score({"1": {"fire-iron": 2}}, {"1": ["fire-iron"]}, measures="best", by="subset")
    assert [one_score.figures["R"] for one_score in result.scores] == [1, 1]


def test_a_gold_of_multiwords_only_leaves_nothing_to_single_words() -> None:
    result = score({"1": {"on the ball": 2}}, {"1": ["on the ball"]}, by="subset")
    for one_score in result.scores:
        if one_score.group == "subset=NMWS":
            assert (one_score.scored, one_score.attempted) == (0, 0)
            assert set(one_score.figures.values()) == {None}


def test_groups_have_one_score_for_each_run_and_measure() -> None:
    result = score(GOLD, RUN, {"1": ["smart"]}, measures="best,oot@10", by="pos")
    keys = [(one_score.run, one_score.group, one_score.measure) for one_score in result.scores]
    assert len(set(keys)) == len(keys) == 2 * 6 * 2


def test_a_figure_of_a_group_by_its_name() -> None:
    result = score_groups("pos")
    assert result.value("best", "R", group="pos=n") == 0.5
    assert result.value("best", "R") == result.value("best", "R", group="all")
