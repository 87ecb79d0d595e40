"""Train the tagger of English: `python -m tools.train_tagger COINCO.xml[.gz] BROWN.txt[.gz]`.

CoInCo's tokens have tags, but there are few of them. So a first model learns from them, and from sentences of our own,
with what WordNet counted as one more feature; it tags the sentences of another corpus; and the tagger, which is shipped
and does without WordNet, learns from all of these. A token of CoInCo whose two annotations differ in their part of
speech teaches nothing.

`--left-out` keeps two fifths of CoInCo's documents out of both steps, and prints how often the tagger is right there.
"""

import argparse
import gzip
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import IO, NamedTuple
from xml.etree import ElementTree as ET

import numpy as np
import numpy.typing as npt

from stead.lexicons import PARTS_OF_SPEECH, open_lexicon
from stead.systems.context import morphology_of
from stead.words import tokenise
from stead.words.tagging import (
    COARSE,
    START,
    WEIGHTS,
    Describe,
    DescribedWord,
    Tagger,
    described,
    hash_features,
    part_score,
)

OWN = Path(__file__).with_name("tagger_sentences.txt")
ROWS = {"first": 1 << 18, "shipped": 1 << 17}
EPOCHS = {"first": 5, "shipped": 3}
REPEATED = 3
"""How often the tagged sentences are among those that the first model has tagged."""
BROWN_SHARE = 3
"""Every n-th sentence of the other corpus is used."""
PARTS, LEFT_OUT = 5, (1, 3)
SMALLEST = 0.3
"""Smaller weights become zero."""

# TreeTagger's tags, as far as they differ from the Penn Treebank's.
_TREE_TAGGER = {
    "NP": "NNP",
    "NPS": "NNP",
    "NNPS": "NNP",
    "PP": "PRP",
    "PP$": "PRP$",
    "EX": "PRP",
    **{f"V{verb}{ending}": f"VB{ending}" for verb in "VH" for ending in ("", "D", "N", "G", "P", "Z")},
    "IN/that": "IN",
    "PDT": "DT",
    "WP": "W",
    "WP$": "W",
    "WDT": "W",
    "WRB": "W",
    "RBS": "RBR",
    "FW": "NN",
    "SENT": ".",
    ":": ".",
    "``": '"',
    "''": '"',
    "(": '"',
    ")": '"',
    "SYM": '"',
}


class TaggedToken(NamedTuple):
    """A token with what it teaches (if anything) and, of a content word, the part of speech and whether both agree."""

    word: str
    tag: str | None
    part_of_speech: str = ""
    agreed: bool = False


Sentence = list[TaggedToken]


def tagged_documents(path: Path) -> dict[str, list[Sentence]]:
    """Read CoInCo's sentences by document."""
    documents: dict[str, list[Sentence]] = defaultdict(list)
    with _opened(path) as file:
        for sentence in ET.parse(file).getroot().iter("sent"):  # data that the user has chosen
            tokens = [token for element in sentence.iter("token") for token in _tokens(element)]
            if tokens:
                documents[sentence.attrib["MASCfile"]].append(tokens)
    return documents


def _opened(path: Path) -> IO[bytes]:
    return gzip.open(path) if path.suffix == ".gz" else path.open("rb")  # type: ignore[return-value]


def _tokens(element: ET.Element) -> Iterator[TaggedToken]:
    words = element.attrib["wordform"].split()
    if len(words) != 1:
        yield from (TaggedToken(word, None) for word in words)
        return
    automatic, manual = (_treebank(element.attrib[name]) for name in ("posTT", "posMASC"))
    if manual == "XXX":
        yield TaggedToken(words[0], automatic)
        return
    agreed = COARSE[manual] == COARSE.get(automatic)
    yield TaggedToken(words[0], manual if agreed else None, COARSE[manual], agreed)


def _treebank(tag: str) -> str:
    first = tag.split(maxsplit=1)[0]
    return _TREE_TAGGER.get(first, first)


def own_sentences() -> Iterator[Sentence]:
    """Read our own sentences, some words of which have a tag."""
    for line in OWN.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield [TaggedToken(*_word_and_tag(word)) for word in line.split()]


def _word_and_tag(word: str) -> tuple[str, str | None]:
    text, slash, tag = word.partition("/")
    return (text, tag) if slash else (word, None)


def plain_sentences(path: Path) -> Iterator[list[str]]:
    """Tokenise every n-th line of a corpus, whose quotation marks may be written as in TeX."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            words = [token.text for token in tokenise(line.replace("``", '"').replace("''", '"'), "en")]
            if words and number % BROWN_SHARE == 0:
                yield words


# ------------------------------------------------------------------------------------------------------------- learning

Lesson = tuple[list[str], list[str | None]]


class Perceptron:
    """An averaged perceptron: whenever it is wrong, the right tag gains what the chosen one loses."""

    def __init__(self, tags: Sequence[str], rows: int, describe: Describe) -> None:
        self._tags, self._describe = list(tags), describe
        self._weights = np.zeros((rows, len(tags)), np.float32)
        self._moments = np.zeros((rows, len(tags)), np.float64)
        self._steps = 0

    def learn(self, lessons: Sequence[Lesson], epochs: int) -> npt.NDArray[np.float64]:
        """Learn from sentences, in random order; give the mean of the weights over all steps."""
        hashed = [[*zip(*self._hashed(words), tags, strict=True)] for words, tags in lessons]
        chance = random.Random(1)
        for _ in range(epochs):
            chance.shuffle(hashed)
            for sentence in hashed:
                self._learn_sentence(sentence)
        return self._weights - self._moments / self._steps

    def _hashed(self, words: Sequence[str]) -> tuple[list[DescribedWord], list[npt.NDArray[np.int32]]]:
        """Describe the words of a sentence, and hash their features, which every epoch needs again."""
        describing, size = self._describe(words), len(self._weights)
        rows = [np.array(hash_features(word.features, size), np.int32) for word in describing]
        for word in describing:
            word.features = ()
        return describing, rows

    def _learn_sentence(self, sentence: Iterable[tuple[DescribedWord, npt.NDArray[np.int32], str | None]]) -> None:
        second = last = START
        for word, known_rows, tag in sentence:
            rows = np.append(known_rows, hash_features(word.features_after(second, last), len(self._weights)))
            chosen = int(self._weights[rows].sum(axis=0).argmax())
            self._steps += 1
            if tag is not None and self._tags[chosen] != tag:
                for column, change in ((self._tags.index(tag), 1), (chosen, -1)):
                    self._weights[rows, column] += change
                    self._moments[rows, column] += change * self._steps
            second, last = last, self._tags[chosen]


def described_with_counts() -> Describe:
    """Describe words also by the parts of speech that WordNet has them as, the most frequent first."""
    wordnet = open_lexicon("wordnet")
    morphology = morphology_of(wordnet)

    @lru_cache(None)
    def usual_parts(word: str) -> str:
        counts = {
            pos: max(1 + sum(sense.count or 0 for sense in wordnet.senses(lemma, pos)) for lemma in lemmas)
            for pos in PARTS_OF_SPEECH
            if (lemmas := morphology(word, pos)[:2])
        }
        shares = {pos: count / sum(counts.values()) for pos, count in counts.items()}
        ordered = sorted(shares, key=lambda pos: -shares[pos])
        return "".join(f"{pos}{sum(shares[pos] > bound for bound in (0.1, 0.5, 0.9))}" for pos in ordered)

    def describe(words: Sequence[str]) -> list[DescribedWord]:
        parts = ["#", *(usual_parts(word.lower()) for word in words), "#"]
        lower = ["#", *map(str.lower, words), "#"]
        describing = described(words)
        for at, word in enumerate(describing, start=1):
            left, here, right = parts[at - 1 : at + 2]
            word.features = [
                *word.features,
                f"W{here}",
                f"We{here}|{lower[at][-3:]}",
                f"LW{left}|{here}",
                f"WR{here}|{right}",
                f"LWR{left}|{here}|{right}",
                f"lW{lower[at - 1]}|{here}",
                f"Wr{here}|{lower[at + 1]}",
            ]
        return describing

    return describe


def trained(tagged: Sequence[Sentence], plain: Iterable[list[str]]) -> Tagger:
    """Train the first model on tagged sentences, and the tagger on these and on those that the first one tags."""
    tags = sorted({token.tag for sentence in tagged for token in sentence if token.tag})
    lessons: list[Lesson] = [
        ([token.word for token in sentence], [token.tag for token in sentence]) for sentence in tagged
    ]
    describe = described_with_counts()
    first = Tagger(tags, Perceptron(tags, ROWS["first"], describe).learn(lessons, EPOCHS["first"]), describe)
    tagged_by_first: list[Lesson] = [(words, [*first.tag(words)]) for words in plain]
    lessons = [*lessons * REPEATED, *tagged_by_first]
    weights = Perceptron(tags, ROWS["shipped"], described).learn(lessons, EPOCHS["shipped"])
    return Tagger(tags, _as_bytes(weights))


def _as_bytes(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.int8]:
    """Round weights to steps such that the largest is 127; the smallest become zero."""
    kept = np.where(np.abs(weights) < SMALLEST, 0, weights)
    rounded: npt.NDArray[np.int8] = np.rint(kept * (127 / np.abs(kept).max())).astype(np.int8)
    return rounded


# ------------------------------------------------------------------------------------------------------------ measuring


def is_left_out(documents: Mapping[str, Sequence[Sentence]]) -> dict[str, bool]:
    """Divide documents into parts of about the same size, and say which are left out."""
    sizes, parts = [0] * PARTS, {}
    for name in sorted(documents, key=lambda name: (-len(documents[name]), name)):
        part = sizes.index(min(sizes))
        sizes[part] += len(documents[name])
        parts[name] = part in LEFT_OUT
    return parts


def report(tagger: Tagger, sentences: Iterable[Sentence]) -> str:
    """Say in how many content words of tagged sentences the part of speech is found, among those in WordNet."""
    morphology = morphology_of(open_lexicon("wordnet"))
    right: Counter[bool] = Counter()
    total: Counter[bool] = Counter()
    for sentence in sentences:
        scores = tagger.scores([token.word for token in sentence])
        for token, token_scores in zip(sentence, scores, strict=True):
            parts = [pos for pos in PARTS_OF_SPEECH if morphology(token.word, pos)]
            if token.part_of_speech and parts:
                total[token.agreed] += 1
                chosen = max(parts, key=lambda part: part_score(token_scores, part))
                right[token.agreed] += chosen == token.part_of_speech
    return (
        f"content words in WordNet: {sum(right.values()) / total.total():.2%} of {total.total()} are right, "
        f"and {right[True] / total[True]:.2%} of the {total[True]} on which both annotations agree"
    )


def main() -> None:
    """Train, and write the file; or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("coinco", type=Path)
    parser.add_argument("plain", type=Path, help="sentences without tags, one a line")
    parser.add_argument("-o", "--output", type=Path, default=WEIGHTS)
    parser.add_argument("--left-out", action="store_true", help="measure on documents that nothing is learned from")
    options = parser.parse_args()
    documents = tagged_documents(options.coinco)
    left_out = is_left_out(documents) if options.left_out else dict.fromkeys(documents, False)
    tagged = [sentence for name, document in documents.items() if not left_out[name] for sentence in document]
    tagger = trained([*tagged, *own_sentences()], plain_sentences(options.plain))
    if options.left_out:
        print(report(tagger, [sentence for name in documents if left_out[name] for sentence in documents[name]]))
    else:
        tagger.save(options.output)


if __name__ == "__main__":
    main()
