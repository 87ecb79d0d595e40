"""`stead train`, on a small world; what would fail at the end fails at the beginning."""

import re
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest

from stead.api import systems
from stead.cli.output import refuse_unwritable
from stead.formats import save
from stead.systems.blend.trained_models import open_model
from tests.cli.running import Command
from tests.systems.blend.made import plant_few_trees, world


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with items and a gold; what is known of their words."""
    plant_few_trees(monkeypatch)
    (tmp_path / "made").mkdir()
    tables, items, gold = world(tmp_path / "made", items=60)
    save(items, "items", tmp_path / "items.jsonl", "stead")
    save(gold, "gold", tmp_path / "gold.txt", "semeval")
    for module in ("stead.api.systems", "stead.systems.blend.system"):
        monkeypatch.setattr(f"{module}.tables_of", lambda kind, language: tables)
    monkeypatch.chdir(tmp_path)
    return tmp_path


WORDS = ("train", "--items", "items.jsonl", "--gold", "gold.txt", "--signals", "", "--folds", "3", "-o", "mine.npz")


def test_a_model_is_trained_judged_and_written(small: Path, stead: Command) -> None:
    done = stead(*WORDS, "--runs", "held-out")
    assert done.status == 0, done.err
    assert "trained on 60 items of 6 documents" in done.err
    assert "document left out: best" in done.err
    assert "document and word left out: best" in done.err
    model = open_model("mine.npz")
    assert model.name == "mine"
    assert {path.name for path in (small / "held-out").iterdir()} == {
        f"{by}-{task}.txt" for by in ("document", "document-and-word") for task in ("best", "oot", "coverage")
    }
    scored = stead("score", "gold.txt", "held-out/document-coverage.txt", "-m", "coverage", "--format", "json")
    assert scored.status == 0


def test_the_card_says_how_a_model_was_trained(small: Path, stead: Command) -> None:
    other = '{"id": "x", "lexelt": "wordav.n", "text": "Nothing of the kind.", "start": 0, "end": 7, "language": "en"}'
    (small / "judged.jsonl").write_text((small / "items.jsonl").read_text().splitlines()[0] + "\n" + other + "\n")
    done = stead(*WORDS, "--without", "judged.jsonl", "--sample", "50", "--strict")
    assert done.status == 0, done.err
    assert open_model(str(small / "mine.npz")).card["options"] == {
        "folds": 3,
        "samples": [50],
        "faults": "strict",
        "without": sha256((small / "judged.jsonl").read_bytes()).hexdigest(),
        "lightgbm": version("lightgbm"),
    }


def test_a_gold_of_shares_is_learned_from(small: Path, stead: Command) -> None:
    """Halves for those that list the target in turn, quarters for the rest, which no ranking would take as they are."""
    gold = (small / "gold.txt").read_text()
    (small / "shares.txt").write_text(gold.replace(" 3;", " 0.5;").replace(" 1;", " 0.25;"))
    done = stead(*WORDS, "--gold", "shares.txt")
    assert done.status == 0, done.err
    figures = open_model(str(small / "mine.npz")).card["held_out"]["document"]
    assert figures["p@1"] > 0.8


def test_items_that_nobody_answered_are_counted(small: Path, stead: Command) -> None:
    lines = (small / "gold.txt").read_text().splitlines(keepends=True)
    (small / "fewer.txt").write_text("".join(lines[:-2]))
    done = stead(*WORDS, "--gold", "fewer.txt")
    assert done.status == 0, done.err
    assert "left out 2 items without any answer in the gold." in done.err
    assert "trained on 58 items" in done.err


def test_answers_that_are_no_candidates_are_one_sentence(small: Path, stead: Command) -> None:
    gold = (small / "gold.txt").read_text()
    (small / "other.txt").write_text(re.sub(r":: .*", ":: nobody 2;", gold))
    done = stead(*WORDS, "--gold", "other.txt")
    assert (done.status, done.out) == (1, "")
    assert "none of the answers is among the candidates" in done.err


def test_documents_that_are_judged_on_can_be_left_out(small: Path, stead: Command) -> None:
    lines = (small / "items.jsonl").read_text().splitlines()
    (small / "judged.jsonl").write_text("\n".join(lines[:2]) + "\n")  # the first item
    done = stead(*WORDS, "--without", "judged.jsonl")
    assert "left out 1 document (10 items) that share sentences with judged.jsonl" in done.err


def test_a_model_for_any_language_remembers_nothing(small: Path, stead: Command) -> None:
    done = stead(*WORDS, "--tables", "thesaurus")
    assert done.status == 0, done.err
    model = open_model(str(small / "mine.npz"))
    assert (model.card["tables"], model.signals, model.past_answers.weights) == ("thesaurus", (), {})


def test_whoever_tunes_on_what_a_model_was_trained_on_is_told(small: Path, stead: Command) -> None:
    assert stead(*WORDS).status == 0
    lines = (small / "gold.txt").read_text().splitlines(keepends=True)
    (small / "other.txt").write_text("".join(lines[:-1]))
    for gold, seen in (("gold.txt", True), ("other.txt", False)):
        words = ("--items", "items.jsonl", "--gold", gold, "--folds", "3", "-o", f"{gold}.json")
        done = stead("tune", "blend(model=mine.npz)", *words)
        assert done.status == 0, done.err
        assert ("blend(model=mine.npz) was trained on this gold" in done.err) is seen


def test_whoever_trains_on_what_the_tiers_were_trained_on_is_told(
    small: Path, stead: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    checksum = sha256((small / "gold.txt").read_bytes()).hexdigest()
    monkeypatch.setattr(systems, "tiers_trained_on", lambda given: ["swift", "fine"] if given == checksum else [])
    assert "swift, fine were trained on this gold too" in stead(*WORDS).err


def test_items_of_two_languages_are_refused(small: Path, stead: Command) -> None:
    text = (small / "items.jsonl").read_text()
    assert '"language": "en"' in text or '"language":"en"' in text
    (small / "mixed.jsonl").write_text(text.replace('"en"', '"fr"', 1))
    done = stead(*WORDS, "--items", "mixed.jsonl")
    assert done.status == 2
    assert "--items: expected one language, found en, fr" in done.err


_LINUX = pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder that nobody can write to: /proc")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--signals", "tea-leaves"), "--signals tea-leaves: there are ngrams, surroundings"),
        (("--tables", "thesaurus", "--signals", "ngrams"), "--signals ngrams: there are llm"),
        (("--tables", "thesaurus+vectors", "--signals", "causal"), "--signals causal: there are surroundings"),
        (("--tables", "water"), "invalid choice: 'water'"),
        (("--shortlist", "0"), "--shortlist is a whole number from 1, not 0"),
        (("-o", "gold.txt"), "-o would overwrite gold.txt"),
        (("-o", "nowhere/mine.npz"), "there is no folder nowhere"),
        (("-o", f"{'x' * 251}.npz"), "the folder . takes no such file"),  # a longer name beside it is written first
        pytest.param(("-o", "/proc/mine.npz"), "-o /proc/mine.npz: the folder /proc takes no such file", marks=_LINUX),
        pytest.param(
            ("--runs", "/proc/new"), "--runs /proc/run.txt: the folder /proc takes no such file", marks=_LINUX
        ),
        (("--runs", "made"), "expected a new or an empty folder"),
    ],
)
def test_mistakes_are_said_before_the_work(small: Path, stead: Command, words: tuple[str, ...], said: str) -> None:
    done = stead(*WORDS, *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert not (small / "mine.npz").exists()


@pytest.mark.parametrize("output", ["mine.npz", "there.npz", "-", "/dev/null"])
def test_what_can_be_written_is_tried_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    (tmp_path / "there.npz").write_text("a model")
    monkeypatch.chdir(tmp_path)
    refuse_unwritable(output)
    assert [path.name for path in tmp_path.iterdir()] == ["there.npz"]
    assert (tmp_path / "there.npz").read_text() == "a model"


def test_more_folds_than_documents_are_refused(small: Path, stead: Command) -> None:
    done = stead(*WORDS, "--folds", "7")
    assert done.status == 2
    assert "--folds: 7 of 6 groups" in done.err
