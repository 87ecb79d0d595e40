"""`stead train`, on a small world; what would fail at the end fails at the beginning."""

from pathlib import Path

import pytest

import stead.cli.train
from stead.formats import save
from stead.systems.blend.model import open_model
from tests.cli.running import Command
from tests.systems.blend.made import world


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with items and a gold; what is known of their words."""
    (tmp_path / "made").mkdir()
    tables, items, gold = world(tmp_path / "made", items=60)
    save(items, "items", tmp_path / "items.jsonl", "stead")
    save(gold, "gold", tmp_path / "gold.txt", "semeval")
    monkeypatch.setattr(stead.cli.train, "tables_of", lambda kind, language: tables)
    monkeypatch.chdir(tmp_path)
    return tmp_path


WORDS = ("train", "--items", "items.jsonl", "--gold", "gold.txt", "--signals", "", "--folds", "3", "-o", "mine.npz")


def test_a_model_is_trained_judged_and_written(small: Path, stead: Command) -> None:
    done = stead(*WORDS, "--runs", "held-out")
    assert done.status == 0, done.err
    assert "trained on 60 items of 6 documents" in done.err
    assert "on documents left out: best" in done.err
    assert "on lexelts left out: best" in done.err
    model = open_model("mine.npz")
    assert model.name == "mine"
    assert {path.name for path in (small / "held-out").iterdir()} == {
        f"{by}-{task}.txt" for by in ("document", "lexelt") for task in ("best", "oot", "coverage")
    }
    scored = stead("score", "gold.txt", "held-out/document-coverage.txt", "-m", "coverage", "--format", "json")
    assert scored.status == 0


def test_documents_that_are_judged_on_can_be_left_out(small: Path, stead: Command) -> None:
    lines = (small / "items.jsonl").read_text().splitlines()
    (small / "judged.jsonl").write_text("\n".join(lines[:2]) + "\n")  # the first item
    done = stead(*WORDS, "--by", "document", "--without", "judged.jsonl")
    assert "left out 1 document (10 items) that share sentences with judged.jsonl" in done.err


def test_a_model_for_any_language_remembers_nothing(small: Path, stead: Command) -> None:
    done = stead(*WORDS, "--tables", "thesaurus", "--by", "lexelt")
    assert done.status == 0, done.err
    model = open_model(str(small / "mine.npz"))
    assert (model.card["tables"], model.signals, model.memory.weights) == ("thesaurus", (), {})


def test_items_of_two_languages_are_refused(small: Path, stead: Command) -> None:
    text = (small / "items.jsonl").read_text()
    assert '"language": "en"' in text or '"language":"en"' in text
    (small / "mixed.jsonl").write_text(text.replace('"en"', '"fr"', 1))
    done = stead(*WORDS, "--items", "mixed.jsonl")
    assert done.status == 2
    assert "--items: expected one language, found en, fr" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--signals", "tea-leaves"), "--signals tea-leaves: there are ngrams, surroundings"),
        (("--tables", "thesaurus", "--signals", "ngrams"), "--signals ngrams: there are none"),
        (("--tables", "thesaurus+vectors", "--signals", "causal"), "--signals causal: there are surroundings"),
        (("--tables", "water"), "invalid choice: 'water'"),
        (("--by", "weekday"), "--by weekday: there are document, lexelt"),
        (("--by", ","), "--by: expected document or lexelt, or both"),
        (("--shortlist", "0"), "expected at least one candidate"),
        (("-o", "gold.txt"), "-o would overwrite gold.txt"),
        (("-o", "nowhere/mine.npz"), "there is no folder nowhere"),
        (("--runs", "made"), "expected a new or an empty folder"),
    ],
)
def test_mistakes_are_said_before_the_work(small: Path, stead: Command, words: tuple[str, ...], said: str) -> None:
    done = stead(*WORDS, *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert not (small / "mine.npz").exists()


def test_more_folds_than_documents_are_refused(small: Path, stead: Command) -> None:
    done = stead(*WORDS, "--folds", "7", "--by", "document")
    assert done.status == 2
    assert "7 folds of 6 groups" in done.err
