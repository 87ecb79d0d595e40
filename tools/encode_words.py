"""Make the vectors of words that come with stead: `python -m tools.encode_words`; needs the resources of fine.

A sentence encoder reads each of the most frequent words in a short sentence for its part of speech. Principal
components keep most of what tells words apart, and few levels of each are enough: fewer dimensions in more detail are
worse. The same resources give the same bytes on the same kind of processor.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from stead.lexicons import open_frequencies, open_lexicon
from stead.lexicons.wordnet_files import WordNet
from stead.systems.blend.word_tables import ENCODED_WORDS, SENTENCES, EncodedVocabulary, in_short_sentence
from stead.systems.neural.encoders import open_encoder

WORDS = 40_000
DIMENSIONS = 192
LEVELS = 3
"""On each side of zero; the farthest stands for three standard deviations and more."""
_AT_ONCE = 2048
Floats = npt.NDArray[np.float32]


def main() -> None:
    """Encode the words, and write the file into the package."""
    chosen = [*_words()]
    parts = "".join(pos for _, pos in chosen)
    vectors = np.zeros((len(chosen), 0), np.float32)
    for pos in SENTENCES:
        rows = np.flatnonzero(np.array([*parts]) == pos)
        encoded = _encode([chosen[row] for row in rows])
        vectors = vectors if vectors.size else np.zeros((len(chosen), encoded.shape[1]), np.float32)
        vectors[rows] = encoded - encoded.mean(axis=0)  # what all have in common is the sentence
    vocabulary = EncodedVocabulary([word for word, _ in chosen], parts, _quantise(_reduce(vectors)))
    vocabulary.save(ENCODED_WORDS)
    print(f"{ENCODED_WORDS}: {len(chosen)} words, {ENCODED_WORDS.stat().st_size} bytes")


def _words() -> Iterator[tuple[str, str]]:
    """Words with each of their parts of speech, the most frequent first, then phrases that are no nouns."""
    wordnet, frequencies = open_lexicon("wordnet"), open_frequencies("bnc")
    if not isinstance(wordnet, WordNet):
        raise TypeError("the lexicon of this name is of this kind")
    entries = sorted((entry.lemma, entry.pos) for entry in wordnet.entries())
    parts: dict[str, str] = {}
    for lemma, pos in entries:
        parts[lemma] = parts.get(lemma, "") + pos
    counted = {lemma: frequencies.of(lemma) for lemma in parts if " " not in lemma}
    usual = sorted((lemma for lemma in counted if counted[lemma]), key=lambda lemma: (-counted[lemma], lemma))
    yield from ((lemma, pos) for lemma in usual[:WORDS] for pos in parts[lemma])
    yield from ((lemma, pos) for lemma, pos in entries if " " in lemma and pos != "n")


def _encode(words: Sequence[tuple[str, str]]) -> Floats:
    spans = [in_short_sentence(word, pos) for word, pos in words]
    encoder = open_encoder("mpnet")
    return np.concatenate([encoder.vectors(spans[at : at + _AT_ONCE])[0] for at in range(0, len(spans), _AT_ONCE)])


def _reduce(vectors: Floats) -> Floats:
    """The first principal components."""
    wide = vectors.astype(np.float64)
    _, axes = np.linalg.eigh(wide.T @ wide)
    return np.asarray(wide @ axes[:, : -DIMENSIONS - 1 : -1], np.float32)


def _quantise(vectors: Floats) -> npt.NDArray[np.int8]:
    deviations = vectors.std(axis=1, keepdims=True)
    return np.asarray(np.clip(np.round(vectors / (3 * deviations) * LEVELS), -LEVELS, LEVELS), np.int8)


if __name__ == "__main__":
    main()
