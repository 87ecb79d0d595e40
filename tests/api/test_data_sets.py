"""Data sets by name in Python: `stead.dataset`, and names wherever a gold or items are expected."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

import stead
from stead.datasets import PUBLISHED, DataFile, DataSet, Part, part_named
from stead.datasets.getting import get
from stead.resources import FetchOptions
from tests.datasets.made import tiny, write_mirror
from tests.shared import shared

RUN = {("bright.a", "1"): ["smart"], ("bright.a", "2"): ["shiny"], ("dog.n", "3"): ["cat"]}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A made data set that is here, and nothing else."""
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(PUBLISHED, "tiny", tiny(tmp_path))
    for name in ("tiny:all", "tiny:ranked"):
        get(part_named(name), FetchOptions(source=str(write_mirror(tmp_path / "mirror"))))


def test_a_part_holds_gold_items_candidates_and_runs() -> None:
    part = stead.dataset("tiny:all")
    assert (len(part.gold), len(part.items), sorted(part.candidates), sorted(part.runs)) == (
        3,
        3,
        ["bright.a", "dog.n"],
        ["baseline"],
    )
    assert repr(part) == "<DatasetPart: tiny:all>"


def test_a_wrong_name_is_a_usage_error_with_the_names_that_exist() -> None:
    with pytest.raises(stead.UsageError, match="there are tiny:all, tiny:dev"):
        stead.dataset("tiny:tset")
    with pytest.raises(stead.UsageError, match="name is a text, not 3"):
        stead.dataset(3)  # type: ignore[arg-type]


def test_a_name_and_the_part_itself_are_scored_alike() -> None:
    """By hand: 1/4, 2/3 and 0 for three items."""
    for gold in ("tiny:all", stead.dataset("tiny:all"), stead.dataset("tiny:all").gold):
        result = stead.score(gold, RUN, measures="best")
        assert result.value("best") == pytest.approx((1 / 4 + 2 / 3) / 3)
        assert result.notes[0] == (
            "The preset semeval2007, which is usual for tiny:all, was used; `preset='none'` turns it off."
        )
        (score,) = result.scores
        assert "program:semeval2007" in score.signature
        assert stead.dataset("tiny:all").gold.source.sha256[:12] in score.signature


@pytest.mark.parametrize("gold", ["tiny:all", "tiny:dev"])
def test_the_preset_can_be_turned_off_or_be_another_one(gold: str) -> None:
    for preset in ("none", "tsar"):
        result = stead.score(gold, RUN, measures="best", preset=preset)
        assert "program:" not in result.scores[0].signature
        assert not any("usual" in note for note in result.notes)


def test_a_preset_that_is_none_is_none_for_any_gold() -> None:
    gold = {("bright.a", "1"): {"clever": 3, "smart": 1}}
    assert (
        stead.score(gold, RUN, measures="best", preset="none").scores == stead.score(gold, RUN, measures="best").scores
    )


def test_a_preset_that_sets_options_gives_way_to_other_ones(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(PUBLISHED, "tiny", replace(tiny(tmp_path), preset="tsar"))
    used = stead.score("tiny:all", RUN)
    assert used.value("map@1(over=run)") is not None
    same = stead.score("tiny:all", RUN, match="exact,target=drop", measures="best")
    assert "was used" in same.notes[0]
    other = stead.score("tiny:all", RUN, match="lenient", measures="best")
    assert other.notes[0] == (
        "The preset tsar, which is usual for tiny:all, was not used. It has match exact,target=drop, not lenient."
    )
    assert other.value("best") == stead.score("tiny:all", RUN, preset="none", measures="best").value("best")


def test_a_preset_that_needs_wordnet_says_how_to_do_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("WNHOME", raising=False)
    monkeypatch.delenv("WNSEARCHDIR", raising=False)
    monkeypatch.setattr("stead.resources.finding.find", lambda resource: None)
    monkeypatch.setitem(PUBLISHED, "tiny", replace(tiny(tmp_path), preset="swords"))
    with pytest.raises(
        stead.BadInput, match=r"get it with `stead resources get wordnet`.* `preset='none'` does without"
    ):
        stead.score("tiny:all", RUN)


def test_names_are_read_as_golds_and_items() -> None:
    assert stead.read_gold("tiny:dev").ids == ["2", "3"]
    assert [item.id for item in stead.read_items("tiny:test")] == ["1"]
    assert stead.compare_golds("tiny:all", "tiny:dev").records()
    assert stead.score("tiny:dev", RUN, measures="gap(pool=candidates)", candidates="tiny:ranked").scores


def test_a_comparison_says_which_preset_was_used() -> None:
    result = stead.compare("tiny:all", RUN, {("bright.a", "1"): ["clever"], ("dog.n", "3"): ["mutt"]}, resamples=20)
    assert any("preset semeval2007" in note for note in result.notes)
    assert result.report.gold.name == "tiny:all"


def declared(path: Path) -> DataFile:
    data = path.read_bytes()
    return DataFile(path=f"lab/files/v1/{path.name}", size=len(data), sha256=hashlib.sha256(data).hexdigest())


def test_the_mapping_of_a_data_set_is_used_with_its_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shared("parity", "semdis", what="the SemDis 2014 data")
    part = Part(name="half", gold=declared(folder / "gold1.txt"), mapping=declared(folder / "mapping.txt"))
    made = DataSet(name="semdis", title="half", language="fr", licence="x", preset="semdis", parts=(part,))
    monkeypatch.setitem(PUBLISHED, "semdis", made)
    get(part_named("semdis:half"), FetchOptions(source=str(folder)))
    run = folder / "made_quirks.txt"
    by_name = stead.score("semdis:half", run)
    by_file = stead.score(folder / "gold1.txt", run, measures="semdis", match="semdis", mapping=folder / "mapping.txt")
    assert [score.figures for score in by_name.scores] == [score.figures for score in by_file.scores]
    without = stead.score("semdis:half", run, preset="none", measures="semdis", match="semdis")
    assert [score.figures for score in without.scores] != [score.figures for score in by_file.scores]


def test_a_gold_in_another_format_is_scored_by_the_2007_program_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of CoInCo's development items, all answered with their first substitute."""
    folder = shared("data", "coinco", what="the development data")
    whole = declared(folder / "coinco_dev.xml.gz")
    made = replace(
        PUBLISHED["coinco"],
        name="concepts",
        parts=(Part(name="all", gold=whole, items=whole), *PUBLISHED["coinco"].parts[1:]),
    )
    monkeypatch.setitem(PUBLISHED, "concepts", made)
    part = part_named("concepts:dev")
    get(part, FetchOptions(source=str(folder)))
    assert len(part.gold) == 10_027
    run = {(row.lexelt, row.id): [row.weights[0][0]] for row in list(part.gold)[:1000]}
    result = stead.score(part, run, measures="best")
    assert "program:semeval2007" in result.scores[0].signature
    assert result.evaluation.gold.name == "concepts:dev"


def test_a_gold_that_was_changed_is_no_longer_that_of_the_data_set() -> None:
    whole = stead.dataset("tiny:all").gold
    gold = stead.GoldStandard.of(list(whole)[:2], whole.source, graded=False)
    assert "program:" not in stead.score(gold, RUN, measures="best").scores[0].signature
    assert "program:" not in stead.score(whole, RUN, measures="best", preset="none").scores[0].signature
