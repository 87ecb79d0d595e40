"""The corpus that is there when none was counted: WordNet's own text."""

from inspect import unwrap
from pathlib import Path

import pytest

from stead.lexicons.wordnet_files import WordNet
from stead.systems.counted_corpora import GLOSSES, gloss_lines, open_counts
from tests.cli.sources import without_resources
from tests.lexicons.made import Made, write_wordnet

SYNSETS = (
    Made("dog", "n", ["dog", "domestic_dog"], (), 'an animal that barks; "the dog barked"; "a dog sleeps here"'),
    Made("bark", "v", ["bark"], (), "make the sound of a dog"),
)


def test_each_word_stands_before_its_definition_and_examples_stand_alone(tmp_path: Path) -> None:
    assert list(gloss_lines(WordNet(write_wordnet(tmp_path, SYNSETS)))) == [
        "dog an animal that barks",
        "domestic dog an animal that barks",
        "the dog barked",
        "a dog sleeps here",
        "bark make the sound of a dog",
    ]


def test_the_glosses_are_counted_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_resources(tmp_path, monkeypatch)
    monkeypatch.setenv("WNHOME", str(write_wordnet(tmp_path / "wordnet" / "dict", SYNSETS).parent))
    model = open_counts(GLOSSES)
    assert model.lemma_frequency("dog") == 5
    began = (model.folder / "manifest.json").stat().st_mtime_ns
    assert (unwrap(open_counts)(GLOSSES).folder / "manifest.json").stat().st_mtime_ns == began
