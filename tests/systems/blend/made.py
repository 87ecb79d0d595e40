"""Tables made from tiny lexicons, and a small world in which answers follow a rule that can be learned."""

import random
from pathlib import Path

import numpy as np
import pytest

from stead.core.faults import Source
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard
from stead.lexicons import open_frequencies, open_lexicon
from stead.lexicons.vectors import Vectors
from stead.lexicons.wordnet_files import WordNet
from stead.systems.blend import training
from stead.systems.blend.word_tables import EncodedVocabulary, Sources, Tables, compile_tables
from tests.systems.made import write_sources

MOBY = "match,game,contest,Lucifer,good book\ncontest,match,game,bout\ngame,match,contest\n"
VECTORS = {"match": (1.0, 0.0), "contest": (0.8, 0.6), "game": (0.0, 2.0), "book": (0.0, 1.0)}


def small_tables(folder: Path, encoded: EncodedVocabulary | None = None) -> Tables:
    """The small WordNet, a thesaurus of three entries, four vectors."""
    lexicon, frequencies = write_sources(folder / "sources")
    (folder / "moby.txt").write_text(MOBY, encoding="utf-8")
    wordnet = open_lexicon(lexicon)
    assert isinstance(wordnet, WordNet)
    vectors = Vectors(list(VECTORS), np.array([*VECTORS.values()], np.float32), "small")
    made = folder / "tables"
    made.mkdir()
    moby = open_lexicon(f"moby:{folder / 'moby.txt'}")
    compile_tables(
        Sources(
            thesaurus=moby,
            frequencies=open_frequencies(frequencies),
            vectors=vectors,
            wordnet=wordnet,
            encoded=encoded,
        ),
        made,
    )
    return Tables(made)


def world(folder: Path, *, seed: int = 1, items: int = 120) -> tuple[Tables, list[Item], GoldStandard]:
    """Thirty words, each with a thesaurus entry of ten; people answer those that list the target in turn."""
    chance = random.Random(seed)
    words = [f"word{letter}{other}" for letter in "abcdef" for other in "vwxyz"]
    entries = {word: chance.sample([other for other in words if other != word], 10) for word in words}
    (folder / "world.txt").write_text("".join(f"{word},{','.join(own)}\n" for word, own in entries.items()))
    made = folder / "world"
    made.mkdir()
    (folder / "f.tsv").write_text("".join(f"{word}\t{chance.randint(1, 50)}\n" for word in words))
    moby = open_lexicon(f"moby:{folder / 'world.txt'}")
    compile_tables(Sources(thesaurus=moby, frequencies=open_frequencies(f"list:{folder / 'f.tsv'}")), made)
    found, rows = [], []
    for number in range(items):
        word = words[number % len(words)]
        mutual = [other for other in entries[word] if word in entries[other]]
        text = f"They saw the {word} again."
        found.append(
            Item(
                id=str(number),
                lexelt=f"{word}.n",
                text=text,
                start=13,
                end=13 + len(word),
                language="en",
                document=f"document {number % 6}",
            )
        )
        rows.append(GoldRow(f"{word}.n", str(number), [(other, 3.0) for other in mutual] or [("nobody", 1.0)]))
    return Tables(made), found, GoldStandard.of(rows, Source("world", ""), graded=False)


def plant_few_trees(patch: pytest.MonkeyPatch) -> None:
    """Forests are as large as real data need, and take seconds; a world with one rule needs fewer trees."""
    for head, objective in training.OBJECTIVES.items():
        patch.setitem(training.OBJECTIVES, head, {**objective, "num_iterations": 20})
