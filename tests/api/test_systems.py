"""Systems from Python: run, train, tune."""

from pathlib import Path

import pytest

import stead
from stead.systems import Suggestion, System
from tests.cli.running import EXAMPLES
from tests.systems.blend.made import plant_few_trees, world
from tests.systems.made import item

SYSTEM = "dictionary(lexicon=list:synonyms.tsv,frequencies=list:frequencies.tsv,language=en)"


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A system of which everything is in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("synonyms.tsv").write_text("bright.a\tclever;smart\n")
    Path("frequencies.tsv").write_text("clever\t20\nsmart\t40\n")
    return SYSTEM


def items() -> list[stead.Item]:
    return stead.read_items(EXAMPLES / "items.en.xml")


class Parrot(System):
    """Repeats the target."""

    name = "parrot"
    about = "repeats the target"
    paper = "none"
    threshold = 0.0

    def signature(self) -> str:
        """Its name."""
        return self.name

    def suggest(self, item: stead.Item) -> list[Suggestion]:
        return [Suggestion(item.target, 1.0, "itself")]


def test_a_system_answers_items_in_memory(system: str) -> None:
    told: list[tuple[float, float]] = []
    found = stead.run(system, EXAMPLES / "items.en.xml", progress=lambda _, done, total: told.append((done, total)))
    assert len(found.run) == len(items())
    assert 0 < found.answered < len(items())
    assert told[-1] == (float(len(items())), float(len(items())))
    assert found.signature.startswith("dictionary(")
    assert list(stead.run(system, items()).run) == list(found.run)
    assert stead.score(EXAMPLES / "gold.txt", found.run, measures="oot").value("oot", "R") is not None


def test_an_own_system_answers() -> None:
    found = stead.run(Parrot(), items()[:3], task="best")
    assert [row.answers for row in found.run] == [[item.target] for item in items()[:3]]


def test_a_run_is_written_and_can_be_saved_otherwise(system: str) -> None:
    found = stead.run(system, items(), task="best", output="run.txt")
    assert not Path("run.txt.part").exists()
    assert [row.answers for row in stead.read_run("run.txt")] == [row.answers for row in found.run]
    found.save("run.jsonl")
    assert [row.scores for row in stead.read_run("run.jsonl")] == [row.scores for row in found.run]


def test_candidates_are_ranked(system: str) -> None:
    found = stead.run(system, items(), task="rank", candidates={"bright.a": ["smart", "dull", "clever"]})
    ranked = next(row.answers for row in found.run if row.answers)
    assert sorted(ranked) == ["clever", "dull", "smart"]
    from_gold = stead.run(system, items(), task="rank", candidates=f"gold:{EXAMPLES / 'gold.txt'}")
    assert from_gold.answered


@pytest.mark.parametrize(
    ("options", "parameter"),
    [
        ({"task": "worst"}, "task"),
        ({"task": "rank"}, "candidates"),
        ({"candidates": {"bright.a": ["smart"]}}, "candidates"),
        ({"workers": 0}, "workers"),
    ],
)
def test_a_wrong_parameter_of_a_run_is_named(system: str, options: dict[str, object], parameter: str) -> None:
    with pytest.raises(stead.UsageError, match=f"^{parameter} ") as raised:
        stead.run(system, items(), **options)  # type: ignore[arg-type]
    assert raised.value.parameter == parameter


def test_what_is_no_item_is_refused(system: str) -> None:
    with pytest.raises(stead.BadInput, match=r"They lost the \[match\]\.: cannot be read"):
        stead.run(system, ["They lost the [match]."])
    with pytest.raises(stead.UsageError, match="items is a file, several files, Item objects, or a data frame, not 5"):
        stead.run(system, [*items(), 5])  # type: ignore[list-item]


# --------------------------------------------------------------------------------------------------------- train


def test_a_blend_is_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lightgbm")
    plant_few_trees(monkeypatch)
    tables, sentences, gold = world(tmp_path, items=60)
    monkeypatch.setattr("stead.api.systems.tables_of", lambda kind, language: tables)
    told: list[str] = []
    found = stead.train(gold, sentences, name="mine", signals=[], folds=3, progress=lambda step, *_: told.append(step))
    assert (found.card["name"], found.card["items"]) == ("mine", 60)
    assert {*found.runs} == {"document", "document and word"}
    assert told
    found.save(tmp_path / "mine.npz")
    assert len(found.save_runs(tmp_path / "runs")) == 6
    assert stead.score(gold, tmp_path / "runs" / "document-best.txt", measures="best").value("best") is not None


@pytest.mark.parametrize(
    ("options", "parameter"),
    [
        ({"signals": "tea-leaves"}, "signals"),
        ({"tables": "water"}, "tables"),
        ({"shortlist": 0}, "shortlist"),
    ],
)
def test_a_wrong_parameter_of_training_is_named(options: dict[str, object], parameter: str) -> None:
    with pytest.raises(stead.UsageError, match=f"^{parameter} ") as raised:
        stead.train({}, [], **options)  # type: ignore[arg-type]
    assert raised.value.parameter == parameter


# ---------------------------------------------------------------------------------------------------------- tune


def test_a_cut_off_is_found_and_the_tuned_system_runs(system: str) -> None:
    """People gave the frequent synonym of each word only; the cut-off leaves the rare one out."""
    words = ("cat", "dog", "fox", "owl")
    Path("synonyms.tsv").write_text("".join(f"{word}.n\tgood{word};bad{word}\n" for word in words))
    Path("frequencies.tsv").write_text("".join(f"good{word}\t9\nbad{word}\t1\n" for word in words))
    sentences = [item(f"The [{word}] sat.", f"{word}.n", id=str(number)) for number, word in enumerate(words)]
    gold = {(f"{word}.n", str(number)): {f"good{word}": 3} for number, word in enumerate(words)}
    found = stead.tune(system, gold, sentences, folds=2)
    assert (found.tuned.value, found.tuned.held_out) == (1.0, 1.0)
    assert "coverage F 100.00 on 4 items" in str(found)
    found.save("tuned.json")
    for name in (found.system, "tuned:tuned.json"):
        answers = stead.run(name, sentences, task="coverage").run
        assert [row.answers for row in answers] == [[f"good{word}"] for word in words]


def test_a_system_without_a_cut_off_cannot_be_tuned() -> None:
    with pytest.raises(stead.UsageError, match="has no cut-off"):
        stead.tune(Parrot(), EXAMPLES / "gold.txt", items())
