"""N-gram language models: the probability of words given those before them. Counted, or ready-made.

pocketsphinx     the trigrams that come with the library of that name (English)
counts:FOLDER    the n-grams of a corpus that `stead count` has counted
kenlm:FILE       an ARPA or KenLM file
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra
from stead.counts import Model, open_model
from stead.counts.count_settings import BEGIN, SPECIAL, UNKNOWN
from stead.resources import open_once
from stead.words import tokenise, words_of

_BACK_OFF = 0.4
"""Brants et al. 2007, section 4: what a shorter history costs."""

_UNKNOWN_LOG10 = -7.0
"""A word that a ready-made model does not know: as rare as one in ten million."""


class Window(NamedTuple):
    """The words before a slot as far as a model looks, and on from there; `start` is the first that is predicted."""

    words: Sequence[str]
    start: int


class LanguageModel(Protocol):
    """Gives windows a probability."""

    @property
    def name(self) -> str:
        """Its name in signatures."""

    @property
    def order(self) -> int:
        """The order of the n-grams."""

    def words(self, text: str) -> list[str]:
        """Tokenise a text as the model's own text was."""

    def log10(self, windows: Sequence[Window]) -> list[float]:
        """For each window the logarithm of the probability of all words from `start` on."""


class CountedLanguageModel:
    """Stupid back-off (Brants et al. 2007) on the n-grams of a counted corpus.

    S(w | h) = count(h w) / count(h) where that was seen, else 0.4 S(w | h without its first word); a word alone has its
    share of the corpus, and one that was never seen half an occurrence. In n-grams, all words that are too rare are
    `<unk>`: each of them has the same share of its count.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self.name = f"counts:{model.name}"
        self.order = model.settings.ngrams
        self._rare_words = max(1, len(model.forms) - (model.vocabulary - len(SPECIAL)))

    def words(self, text: str) -> list[str]:
        """Tokenise a text as the corpus was."""
        return [word.lower() for word in words_of(text, self._model.settings.language)]

    def log10(self, windows: Sequence[Window]) -> list[float]:
        """Score all windows at once."""
        ids = [[self._model.form_id(word) for word in window.words] for window in windows]
        places = [(row, at) for row, window in enumerate(windows) for at in range(window.start, len(window.words))]
        scores = np.array([self._alone(windows[row].words[at]) for row, at in places])
        for length in range(2, self.order + 1):
            reached = [which for which, (_, at) in enumerate(places) if at >= length - 1]
            grams = [ids[places[which][0]][places[which][1] - length + 1 : places[which][1] + 1] for which in reached]
            self._extend(scores, np.array(reached, np.int64), np.array(grams, np.int64).reshape(-1, length))
        sums = np.zeros(len(windows))
        np.add.at(sums, np.array([row for row, _ in places], np.int64), np.log10(scores))
        return [float(total) for total in sums]

    def _extend(self, scores: npt.NDArray[np.float64], which: npt.NDArray[np.int64], grams: npt.NDArray[Any]) -> None:
        """Stupid back-off: relative frequency where the longer n-gram was seen, else the shorter one's, discounted."""
        if not len(grams):
            return
        seen, history = self._model.ngram_counts(grams), self._model.ngram_counts(grams[:, :-1])
        types = np.where(grams[:, -1] == SPECIAL.index(UNKNOWN), self._rare_words, 1)
        scores[which] = np.where(seen > 0, seen / types / np.maximum(history, 1), _BACK_OFF * scores[which])

    def _alone(self, word: str) -> float:
        count = self._model.ngram([word]) if word in SPECIAL else self._model.frequency(word)
        return max(count, 0.5) / self._model.words


class PocketsphinxModel:
    """The library's model of English: words in lower case without punctuation, trigrams."""

    name, order = "pocketsphinx", 3

    def __init__(self) -> None:
        pocketsphinx = import_extra("pocketsphinx", "this language model")
        self._logs = pocketsphinx.LogMath()
        self._zero = self._logs.get_zero()
        path = Path(pocketsphinx.get_model_path()) / "en-us" / "en-us.lm.bin"
        self._model = pocketsphinx.NGramModel(pocketsphinx.Config(), self._logs, str(path))
        self._prob, self._to_log10 = self._model.prob, self._logs.log_to_log10
        self._alone = lru_cache(1 << 15)(self._look_up)

    def words(self, text: str) -> list[str]:
        """Tokenise a text; contractions are single words in this model."""
        return [word.lower() for word in words_of(text)]

    def log10(self, windows: Sequence[Window]) -> list[float]:
        """Score each window word by word."""
        look_up, alone, scores = self._look_up, self._alone, []
        for words, start in windows:  # hundreds for a target: a call for each would take longer than the look-ups
            total = 0.0
            for at in range(start, len(words)):
                if at >= 2:
                    total += look_up(words[at], words[at - 1], words[at - 2])
                elif at:
                    total += look_up(words[at], words[0])
                else:
                    total += alone(words[0])
            scores.append(total)
        return scores

    def _look_up(self, *newest_first: str) -> float:
        log = self._prob(newest_first)
        return _UNKNOWN_LOG10 if log <= self._zero else float(self._to_log10(log))


class KenlmModel:
    """A KenLM file of the user's own; whether it has capitals and punctuation is detected from its words."""

    def __init__(self, path: Path) -> None:
        kenlm = import_extra("kenlm", "this language model")
        if not path.is_file():
            raise BadInput(f"{path}: no such file; expected an ARPA or KenLM file.")
        try:
            self._model = kenlm.Model(str(path))
        except (OSError, RuntimeError, UnicodeDecodeError) as error:  # it quotes what it finds, even if that is no text
            raise BadInput(f"{path}: no ARPA or KenLM file ({str(error).splitlines()[0]}).") from None
        self._state = kenlm.State
        self.name, self.order = f"kenlm:{path.name}", int(self._model.order)
        self._capitals = "The" in self._model
        self._punctuation = "," in self._model

    def words(self, text: str) -> list[str]:
        """Tokenise a text as the words of the model are spelt."""
        tokens = [token.text for token in tokenise(text) if self._punctuation or token.is_word]
        return tokens if self._capitals else [token.lower() for token in tokens]

    def log10(self, windows: Sequence[Window]) -> list[float]:
        """Score each window word by word."""
        return [self._score(window) for window in windows]

    def _score(self, window: Window) -> float:
        state, total = self._state(), 0.0
        begins = bool(window.words) and window.words[0] == BEGIN
        (self._model.BeginSentenceWrite if begins else self._model.NullContextWrite)(state)
        for at, word in enumerate(window.words):
            if at == 0 and begins:
                continue
            following = self._state()
            score = self._model.BaseScore(state, word, following)
            total += score if at >= window.start else 0.0
            state = following
        return total


def _open_counted(rest: str) -> LanguageModel:
    return CountedLanguageModel(open_model(rest))


def _kenlm(rest: str) -> LanguageModel:
    return KenlmModel(Path(rest))


_KINDS: dict[str, Callable[[str], LanguageModel]] = {"counts": _open_counted, "kenlm": _kenlm}


@open_once
def open_language_model(text: str) -> LanguageModel:
    """Open the language model of a name."""
    kind, _, rest = text.partition(":")
    if text == PocketsphinxModel.name:
        return PocketsphinxModel()
    if kind not in _KINDS or not rest:
        raise UsageError(f"{text!r} is no language model; there are pocketsphinx, counts:FOLDER, kenlm:FILE.")
    return _KINDS[kind](rest)
