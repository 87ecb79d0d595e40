"""Corpora from Python: targets, samples, counts, neighbours."""

from pathlib import Path

import pytest

import stead
from tests.cli.running import EXAMPLES

CORPUS = (
    "They lost the match by a single goal in the last minute of the game.\n"
    "She struck a match and lit the candle that stood on the old wooden table.\n"
    "The bright boy answered every question that the teacher put to the class.\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a corpus and lists of words."""
    monkeypatch.chdir(tmp_path)
    Path("corpus.txt").write_text(CORPUS)
    Path("targets.txt").write_text("match.n\nbright.a\n")
    return tmp_path


def test_sentences_are_drawn_for_targets(folder: Path) -> None:
    found = stead.sample("corpus.txt", ["match.n", "bright.a"], per_target=2, exact=True)
    assert [item.lexelt for item in found] == ["match.n", "match.n", "bright.a"]
    assert {item.target for item in found} == {"match", "bright"}
    assert found.notes == ("bright.a: 1 of 2 sentences.",)
    assert (len(found), found.found) == (3, 2)
    assert stead.sample(["corpus.txt"], "targets.txt", per_target=2, exact=True).items == found.items


def test_a_sample_can_be_written_and_read(folder: Path) -> None:
    found = stead.sample("corpus.txt", "targets.txt", exact=True)
    stead.write(found.items, "items.xml", format="semeval")
    assert [item.text for item in stead.read_items("items.xml")] == [item.text for item in found]


def test_manual_targets_are_in_the_selection(folder: Path) -> None:
    found = stead.sample("corpus.txt", "targets.txt", exact=True, manual={"match.n", "dog.n"})
    assert found.selection() == "match.n\tMAN\nbright.a\tRAND\n"
    assert "manual: 1 lexelt not among the targets." in found.notes


@pytest.mark.parametrize(
    ("options", "parameter"),
    [
        ({"per_target": 0}, "per_target"),
        ({"min_words": 9, "max_words": 8}, "min_words"),
        ({"layout": "verse"}, "layout"),
        ({"documents": "books"}, "documents"),
    ],
)
def test_a_wrong_parameter_of_a_sample_is_named(folder: Path, options: dict[str, object], parameter: str) -> None:
    with pytest.raises(stead.UsageError, match=f"^{parameter} ") as raised:
        stead.sample("corpus.txt", "targets.txt", **options)  # type: ignore[arg-type]
    assert raised.value.parameter == parameter


def test_targets_are_proposed_from_own_lists(folder: Path) -> None:
    Path("synonyms.tsv").write_text("match.n\tgame;contest\nbright.a\tclever;vivid\n")
    Path("frequencies.tsv").write_text("match\t50\nbright\t90\n")
    told: list[tuple[str, float, float]] = []
    found = stead.propose_targets(
        per_pos={"n": 1, "a": 1},
        min_senses=1,
        lexicon="list:synonyms.tsv",
        frequencies="list:frequencies.tsv",
        progress=lambda *step: told.append(step),
    )
    assert list(found) == ["match.n", "bright.a"]
    assert "2 targets of synonyms.tsv" in found.notes[0]
    assert told[-1] == ("adjectives", 2, 0)


@pytest.mark.parametrize("wanted", [0, {"q": 5}, {}])
def test_a_wrong_number_of_targets_is_named(folder: Path, wanted: int | dict[str, int]) -> None:
    Path("synonyms.tsv").write_text("match.n\tgame\n")
    Path("frequencies.tsv").write_text("match\t50\n")
    with pytest.raises(stead.UsageError, match=r"^per_pos is"):
        stead.propose_targets(per_pos=wanted, lexicon="list:synonyms.tsv", frequencies="list:frequencies.tsv")


def test_a_corpus_is_counted_and_has_neighbours(folder: Path) -> None:
    pytest.importorskip("duckdb")
    told: list[str] = []
    done = stead.count("corpus.txt", "model", min_count=1, memory="500MB", progress=lambda step, *_: told.append(step))
    assert (done.model, done.manifest["counts"]["sentences"]) == (Path("model"), 3)
    assert told
    assert done.notes == ()
    found = stead.neighbours("match", "zebra", model=str(folder / "model"), measure="cosine", number=3)
    assert len(found["match"]) == 3
    assert found.missing["zebra"].startswith("does not occur")


@pytest.mark.parametrize(
    ("options", "parameter"),
    [({"memory": "12"}, "memory"), ({"engine": "abacus"}, "engine"), ({"window": 0}, "window")],
)
def test_a_wrong_parameter_of_a_count_is_named(folder: Path, options: dict[str, object], parameter: str) -> None:
    with pytest.raises(stead.UsageError, match=f"^{parameter} ") as raised:
        stead.count("corpus.txt", "model", **options)  # type: ignore[arg-type]
    assert raised.value.parameter == parameter
    assert not Path("model").exists()


def test_the_example_has_targets_to_look_for(tmp_path: Path) -> None:
    items = stead.read_items(EXAMPLES / "items.en.xml")
    (tmp_path / "corpus.txt").write_text("".join(f"{item.text}\n" for item in items))
    lexelts = sorted({item.lexelt for item in items})
    found = stead.sample(tmp_path / "corpus.txt", lexelts, exact=True, min_words=1)
    assert {item.lexelt for item in found} <= {*lexelts}
    assert len(found) > 0
