"""The counted corpus of a system: a folder made by `stead count` or, by default, WordNet's own text."""

import re
from collections.abc import Iterator
from pathlib import Path

from stead.counts import CountSettings, Model, count_corpus, open_model
from stead.lexicons.wordnet_files import WordNet
from stead.resources import derive, folder, open_once

GLOSSES = "glosses"
"""The name of the corpus of WordNet's definitions and examples: small, but it is always there."""

_EXAMPLE = re.compile(r'"([^"]+)"')
_SETTINGS = CountSettings(min_count=2)


@open_once
def open_counts(name: str) -> Model:
    """Open the counts of a name; those of the glosses are counted at first use, and kept."""
    return open_model(_glosses_model() if name == GLOSSES else name)


def _glosses_model() -> Path:
    wordnet = WordNet(folder("wordnet"))

    def make(new: Path) -> None:
        text = new / "glosses.txt"
        text.write_text("".join(f"{line}\n" for line in gloss_lines(wordnet)), encoding="utf-8")
        count_corpus([str(text)], new / GLOSSES, _SETTINGS)
        text.unlink()

    return derive(GLOSSES, wordnet.data_files, make) / GLOSSES


def gloss_lines(wordnet: WordNet) -> Iterator[str]:
    """A line for each definition, after the word that it defines, and one for each example."""
    for words, gloss in wordnet.glosses():
        definition = _EXAMPLE.sub("", gloss).strip(" ;:")
        for word in words:
            yield f"{word} {definition}"
        yield from _EXAMPLE.findall(gloss)
