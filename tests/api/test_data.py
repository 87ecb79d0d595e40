"""Files from Python: read, write, convert, check."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stead
from stead.core.faults import Severity
from tests.cli.running import EXAMPLES, GOLD, RUN

READERS: dict[str, Callable[..., Any]] = {
    "gold": stead.read_gold,
    "run": stead.read_run,
    "items": stead.read_items,
    "annotations": stead.read_annotations,
    "ratings": stead.read_ratings,
    "mapping": stead.read_forms,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a gold and a run."""
    monkeypatch.chdir(tmp_path)
    Path("gold.txt").write_text(GOLD)
    Path("run.txt").write_text(RUN)
    return tmp_path


# -------------------------------------------------------------------------------------------------- read


def test_items_are_read() -> None:
    items = stead.read_items(EXAMPLES / "items.en.xml")
    assert all(isinstance(item, stead.Item) for item in items)
    assert items[0].target == "brightest"


def test_annotations_are_read() -> None:
    annotations = stead.read_annotations(EXAMPLES / "annotations.jsonl")
    assert all(isinstance(annotation, stead.Annotation) for annotation in annotations)
    assert annotations[1].substitutes == ("smart", "clever", "gifted")


def test_a_gold_is_read() -> None:
    gold = stead.read_gold(EXAMPLES / "gold.txt")
    assert isinstance(gold, stead.GoldStandard)
    assert next(iter(gold)).weights[:2] == [("clever", 4.0), ("smart", 2.0)]


def test_a_run_is_read() -> None:
    run = stead.read_run(EXAMPLES / "runs" / "careful.txt")
    assert isinstance(run, stead.Run)
    assert (run.name, len(run)) == ("careful", 67)
    assert next(iter(run)).answers[0] == "intelligent"


def test_a_mapping_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mapping.txt"
    path.write_text("# comment\nêtre aimé(affection.n)-->amour\n", encoding="utf-8")
    mapping = stead.read_forms(path)
    assert mapping.canonical == {"affection.n": {"être aimé": "amour"}}


def test_reading_refuses_faults_only_if_told_to(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_text("nonsense\nbright.a 1 :: clever\n", encoding="utf-8")
    assert len(stead.read_run(path)) == 1
    with pytest.raises(stead.BadInput, match=r"run\.txt:1"):
        stead.read_run(path, faults="strict")


@pytest.mark.parametrize(
    ("options", "words"),
    [({"format": "csv"}, "semeval"), ({"faults": "ignore"}, "repair"), ({"encoding": "klingon"}, "encoding")],
    ids=["format", "faults", "encoding"],
)
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_readers_answer_wrong_words_with_the_right_ones(
    read: Callable[..., Any], options: dict[str, str], words: str
) -> None:
    with pytest.raises(stead.UsageError, match=words):
        read(EXAMPLES / "gold.txt", **options)


def test_a_format_without_such_a_noun_is_answered_with_those_that_have_it() -> None:
    with pytest.raises(stead.UsageError, match="stead"):
        stead.read_annotations(EXAMPLES / "gold.txt", format="semeval")


@pytest.mark.parametrize("kind", ["items", "annotations", "mapping", "run"])
def test_reading_says_when_a_file_is_something_else(kind: str) -> None:
    with pytest.raises(stead.BadInput, match=r"gold\.txt"):
        READERS[kind](EXAMPLES / "gold.txt")


# ------------------------------------------------------------------------------------------------- write


@pytest.mark.parametrize(
    ("kind", "file"),
    [
        ("gold", "gold.txt"),
        ("run", "runs/careful.txt"),
        ("items", "items.fr.xml"),
        ("annotations", "annotations.jsonl"),
    ],
)
def test_what_is_written_is_read_again(tmp_path: Path, kind: str, file: str) -> None:
    noun = READERS[kind](EXAMPLES / file)
    assert stead.write(noun, tmp_path / "out.jsonl") == ()
    assert list(READERS[kind](tmp_path / "out.jsonl")) == list(noun)


def test_lists_of_annotations_and_ratings_are_written(tmp_path: Path) -> None:
    annotations = [stead.Annotation(lexelt="bright.a", id="1", annotator="ann", substitutes=("clever",))]
    ratings = [stead.Rating(lexelt="bright.a", id="1", candidate="clever", rater="ann", value=2)]
    stead.write(annotations, tmp_path / "annotations.csv", format="annotations-csv")
    stead.write(ratings, tmp_path / "ratings.jsonl")
    assert list(stead.read_annotations(tmp_path / "annotations.csv")) == annotations
    assert stead.read_ratings(tmp_path / "ratings.jsonl") == ratings


def test_what_a_format_cannot_hold_is_returned_and_warned_of(folder: Path) -> None:
    items = stead.read_items(EXAMPLES / "items.en.xml")
    run = stead.read_run("run.txt")
    with pytest.warns(stead.SteadWarning, match="swords cannot hold"):
        losses = stead.write(run, "run.json", format="swords")
    assert losses
    assert stead.write(items, "items.xml", format="semeval") == ()


@pytest.mark.parametrize("noun", [{"1": ["clever"]}, "gold.txt", [], [stead, 3]], ids=str)
def test_what_is_no_noun_is_not_written(folder: Path, noun: Any) -> None:
    with pytest.raises(stead.UsageError, match="noun is a gold") as raised:
        stead.write(noun, "out.jsonl")
    assert raised.value.parameter == "noun"
    assert not Path("out.jsonl").exists()


# ----------------------------------------------------------------------------------------------- convert


def test_a_file_is_converted(folder: Path) -> None:
    done = stead.convert("gold.txt", "gold.jsonl", to="stead")
    assert (done.kind, done.faults, done.losses, done.notes) == ("gold", (), (), ())
    assert list(stead.read_gold("gold.jsonl")) == list(stead.read_gold("gold.txt"))


def test_converting_says_what_was_wrong_and_what_is_lost(folder: Path) -> None:
    Path("run.txt").write_text(RUN + "nonsense\n")
    with pytest.warns(stead.SteadWarning, match="swords cannot hold"):
        done = stead.convert("run.txt", "run.json", to="swords", kind="run")
    assert [fault.line for fault in done.faults] == [4]
    assert len(done.notes) == 1 + len(done.losses)


# ------------------------------------------------------------------------------------------------- check


def test_a_clean_file_is_true() -> None:
    found = stead.check(EXAMPLES / "gold.txt")
    assert found
    assert (found.kind, found.total, list(found)) == ("gold", 0, [])
    assert str(found).endswith("no faults.\n")
    assert found.to("text") == str(found)


def test_every_fault_is_listed(folder: Path) -> None:
    Path("run.txt").write_text(RUN + "nonsense\nbright.a  5 :: shiny\n")
    found = stead.check("run.txt", gold="gold.txt")
    assert not found
    assert [fault.line for fault in found if fault.severity is not Severity.NOTE] == [4, 5, None]
    assert "the id 5 is not in the gold" in str(found)
    assert stead.check("run.txt", gold=stead.read_gold("gold.txt")) == found


def test_a_file_that_cannot_be_read_is_one_fault(folder: Path) -> None:
    found = stead.check("nowhere.txt")
    assert not found
    assert (found.kind, len(found.faults)) == ("", 1)
    assert str(found) == "nowhere.txt: cannot be read: No such file or directory.\n"


def test_an_unknown_kind_is_wrong_usage(folder: Path) -> None:
    with pytest.raises(stead.UsageError, match="kind is 'gld'") as raised:
        stead.check("gold.txt", kind="gld")
    assert raised.value.parameter == "kind"
