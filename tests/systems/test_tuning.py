"""Tuning: the best cut-off, chosen on some lexelts and measured on others, by hand."""

from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.core.substitutes import GoldStandard
from stead.formats import load
from stead.systems import System, parse_system
from stead.systems.tuning import Development, tune
from tests.systems.made import item

# Each of four words has a frequent synonym that people gave, and a rare one that they did not.
WORDS = ("cat", "dog", "fox", "owl")
SYNONYMS = "".join(f"{word}\tgood{word};bad{word}\n" for word in WORDS)
NUMBERS = "".join(f"good{word}\t9\nbad{word}\t1\n" for word in WORDS)  # scores .9 and .5
GOLD = "".join(f"{word}.n {number} :: good{word} 3;\n" for number, word in enumerate(WORDS))


@pytest.fixture
def system(tmp_path: Path) -> System:
    (tmp_path / "synonyms.tsv").write_text(SYNONYMS, encoding="utf-8")
    (tmp_path / "numbers.tsv").write_text(NUMBERS, encoding="utf-8")
    names = f"lexicon=list:{tmp_path / 'synonyms.tsv'},frequencies=list:{tmp_path / 'numbers.tsv'}"
    return parse_system(f"dictionary({names},language=en)")


def gold(tmp_path: Path, text: str = GOLD) -> GoldStandard:
    (tmp_path / "gold.txt").write_text(text, encoding="utf-8")
    return load(tmp_path / "gold.txt", "gold")[0]


ITEMS = [item(f"The [{word}] sat.", f"{word}.n", id=str(number)) for number, word in enumerate(WORDS)]


def test_the_cut_that_keeps_the_good_is_found(system: System, tmp_path: Path) -> None:
    """From .5 on: P = 3 / (3 + 1), R = 1, F = 6/7. From .9 on: F = 1."""
    found = tune(system, Development(ITEMS, gold(tmp_path), "a", "b"), folds=2)
    assert parse_system(found.system).threshold == pytest.approx(0.9)
    assert (found.value, found.held_out, found.items, found.lexelts, found.tried) == (1.0, 1.0, 4, 4, 2)
    assert (found.items_sha256, found.gold_sha256) == ("a", "b")


def test_what_is_chosen_without_a_lexelt_is_measured_on_it(system: System, tmp_path: Path) -> None:
    """Of the fox, people gave only the rare one: with .9, which is best on the others, it scores 0.

    On the fox and two others .9 gives P = R = 2/3, and .5 gives F = 6/7 on each: that is chosen, and measured.
    """
    found = tune(system, Development(ITEMS, gold(tmp_path, GOLD.replace("goodfox", "badfox"))), folds=4)
    assert found.value > found.held_out
    assert sorted(fold.value for fold in found.folds) == pytest.approx([0.0, 6 / 7, 6 / 7, 6 / 7], abs=1e-6)
    assert [fold.lexelts for fold in found.folds] == [1, 1, 1, 1]


def test_the_same_seed_gives_the_same_folds(system: System, tmp_path: Path) -> None:
    data = Development(ITEMS, gold(tmp_path))
    assert tune(system, data, folds=2, seed=3) == tune(system, data, folds=2, seed=3)


def test_parameters_worth_trying_are_tried(tmp_path: Path, system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(system), "grid", {"cut": (0.0, 1.0)})
    steps: list[str] = []
    tune(system, Development(ITEMS, gold(tmp_path)), folds=2, progress=lambda step, *_: steps.append(step))
    assert steps == ["dictionary(cut=0)", "dictionary(cut=1)"]


def test_mistakes_are_sentences(system: System, tmp_path: Path) -> None:
    data = Development(ITEMS, gold(tmp_path))
    with pytest.raises(UsageError, match="folds: 5 of 4 lexelts"):
        tune(system, data)
    with pytest.raises(UsageError, match="multiword has no cut-off"):
        tune(parse_system("multiword"), data)
    others = [item("A [hen].", "hen.n", id="99")]
    with pytest.raises(BadInput, match="of the same data set"):
        tune(system, Development(others, data.gold), folds=2)
