"""Translation as a judge of substitutes: out to another language, and how likely each candidate is on the way back.

The words around the target are translated once; the model of the way back then says how likely each candidate is in the
target's place, given that translation and the words before it. A candidate that has lost the meaning is not likely.

    log P(c) = sum over i of log P(c_i | translation, before, c_1 ... c_(i-1))

This is the forced prefix of ParaLS (Qiang et al. 2023), with a translation in the place of a paraphraser.

opus                   OPUS-MT between English and French (Tiedemann and Thottingal 2020), on CTranslate2: the pair that
                       `stead resources get opus` fetches, in both directions
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.errors import UsageError
from stead.core.extras import import_extra
from stead.core.parallel import map_in_order, one_blas_thread
from stead.resources import derive, folder, open_once
from stead.systems.neural.attention import Floats
from stead.systems.neural.checkpoints import batch_by_length
from stead.systems.neural.marian import FILES, PURPOSE, UNKNOWN, Marian, convert, open_pieces
from stead.systems.neural.replicas import Replicas

_LAYOUT = 3
"""Goes up when checkpoints are converted differently."""
_WAIT = "converting the translation models: some seconds, this once."
_OTHER = {"en": "fr", "fr": "en"}
_FOLDERS = {"en": "helsinki_en_fr", "fr": "helsinki_fr_en"}
"""The folder of the model that translates from a language."""
_AFTER = 2
"""Tokens after the candidate that are scored: more of them change no ranking."""
_MOST_TOKENS = 96
"""No more of a text is read, and no longer translation is made."""
_TOKENS_AT_ONCE = 320
_PIVOTS_KEPT = 1 << 16
_PARTS = 2
"""Of the options of a gap: one text alone keeps two cores busy."""

_MOST_PIECES = 4
_SPACE, _APOSTROPHES = "\N{LOWER ONE EIGHTH BLOCK}", ("'", "\N{RIGHT SINGLE QUOTATION MARK}")

Pieces = Sequence[str]
Flags = npt.NDArray[np.bool_]


class TranslatedGap(NamedTuple):
    """A gap in a text, and what may fill it."""

    before: str
    target: str
    after: str
    options: Sequence[str]

    @property
    def text(self) -> str:
        """The text with the target in it."""
        return f"{self.before}{self.target}{self.after}"


class _Continuation(NamedTuple):
    """Pieces of an option and some after it, and how many are the option's."""

    pieces: Pieces
    size: int


class LikelyWord(NamedTuple):
    """A word that may follow one of several leads, and the logarithm of its probability."""

    lead: int
    word: str
    log: float


@dataclass
class _OpenWord:
    """A word of which more pieces may come."""

    log: float
    lead: int
    tokens: list[int]
    complete: bool = False

    def extend(self, logs: Floats, goes_on: Flags) -> None:
        """Add the likeliest piece, or end the word, whichever is likelier."""
        end = float(np.logaddexp.reduce(logs[~goes_on]))
        best = int(np.argmax(np.where(goes_on, logs, -np.inf)))
        self.complete = end >= logs[best]
        self.log += end if self.complete else float(logs[best])
        if not self.complete:
            self.tokens.append(best)


class TranslationModel:
    """A model of one direction: it translates on CTranslate2, and scores translations on NumPy."""

    def __init__(self, converted: Path, compute_type: str = "int8") -> None:
        self._folder = converted
        self._replicas = Replicas(import_extra("ctranslate2", PURPOSE).Translator, converted, compute_type)
        self.source, self.target = (open_pieces(converted / f"{side}.spm") for side in ("source", "target"))

    @cached_property
    def _scorer(self) -> Marian:
        return Marian(self._folder)

    def translate(self, texts: Sequence[str]) -> list[list[str]]:
        """The pieces of the likeliest translation of each text, chosen piece by piece."""
        pieces = [self.source.encode(text, out_type=str)[:_MOST_TOKENS] for text in texts]
        translations: list[list[str]] = [[]] * len(texts)
        parts = batch_by_length([*map(len, pieces)], most=_TOKENS_AT_ONCE, equal=True)
        waiting = [
            self._replicas.model.translate_batch(
                [pieces[index] for index in part],
                beam_size=1,
                max_decoding_length=_MOST_TOKENS,
                asynchronous=True,
            )
            for part in parts
        ]
        for part, results in zip(parts, waiting, strict=True):
            for index, result in zip(part, results, strict=True):
                translations[index] = result.result().hypotheses[0]
        return translations

    @cached_property
    def _kinds(self) -> tuple[Flags, Flags]:
        """Which pieces begin a word after a space, and which are letters that go on with one."""
        pieces = self._scorer.numbers["target"]
        begins = [piece[:1] == _SPACE and _is_word(piece[1:]) for piece in pieces]
        return np.array(begins), np.array([_is_word(piece) for piece in pieces])

    def continue_words(self, source: Pieces, beginning: Pieces, leads: Sequence[Pieces], most: int) -> list[LikelyWord]:
        """The likeliest words after each lead, which follows the beginning of a translation: the best first pieces.

        A word goes on with the likeliest piece until its end is likelier. A lead that ends with an apostrophe is
        followed by letters, any other by a space.
        """
        scorer, (begins, goes_on) = self._scorer, self._kinds
        memory, text = scorer.read(_numbers(scorer, "source", source)), _numbers(scorer, "target", beginning)
        before = [_numbers(scorer, "target", lead) for lead in leads]
        known = scorer.score_continuations(memory, text, before) if all(before) else [np.zeros(1)] * len(before)
        words = []
        for number, logs in enumerate(scorer.next_logarithms(memory, text, before)):
            attached = bool(leads[number]) and leads[number][-1].endswith(_APOSTROPHES)
            first = np.where(goes_on if attached else begins, logs, -np.inf) + known[number].sum()
            words += [_OpenWord(float(first[token]), number, [int(token)]) for token in np.argsort(-first)[:most]]
        words = sorted(words, key=lambda word: -word.log)[:most]
        for _ in range(_MOST_PIECES):
            if not (open_words := [word for word in words if not word.complete]):
                break
            following = scorer.next_logarithms(
                memory, text, [[*before[word.lead], *word.tokens] for word in open_words]
            )
            for word, logs in zip(open_words, following, strict=True):
                word.extend(logs, goes_on)
        pieces = list(scorer.numbers["target"])
        return [
            LikelyWord(word.lead, "".join(pieces[token] for token in word.tokens).lstrip(_SPACE), word.log)
            for word in words
        ]

    def score(self, source: Pieces, beginning: Pieces, options: Sequence[Pieces]) -> list[Floats]:
        """The log-probability of each piece of some continuations of the beginning of a translation.

        Each part reads the beginning anew. Their number depends on nothing, since the last digit of a product depends
        on the size of its matrices.
        """
        scorer = self._scorer
        memory = scorer.read(_numbers(scorer, "source", source))
        text = _numbers(scorer, "target", beginning)
        tokens = [_numbers(scorer, "target", option) for option in options]
        size = -(-len(tokens) // _PARTS)
        parts = [tokens[start : start + size] for start in range(0, len(tokens), size)]
        scored = map_in_order(lambda part: scorer.score_continuations(memory, text, part), parts)
        return [logs for part in scored for logs in part]


def _is_word(text: str) -> bool:
    return text.replace("-", "").isalpha()


def _numbers(scorer: Marian, side: str, pieces: Pieces) -> list[int]:
    numbers = scorer.numbers[side]
    return [numbers.get(piece, numbers[UNKNOWN]) for piece in pieces]


class RoundTrip:
    """Two models, out and back; pivots (translations) of texts are cached."""

    def __init__(self, name: str, out: TranslationModel, back: TranslationModel) -> None:
        self.name = name
        self._out, self._back = out, back
        self._pivots: dict[str, Pieces] = {}

    def pivots(self, texts: Sequence[str]) -> list[Pieces]:
        """Translate texts; another thread may clear the cache at any time."""
        known = {text: pieces for text in texts if (pieces := self._pivots.get(text)) is not None}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, self._out.translate(new) if new else (), strict=True))
        if len(self._pivots) + len(new) > _PIVOTS_KEPT:
            self._pivots.clear()
        self._pivots.update((text, known[text]) for text in new)
        return [known[text] for text in texts]

    def score(self, gaps: Sequence[TranslatedGap]) -> list[Floats]:
        """For each gap, options x 2: the log-probability of each option, and of the first pieces after it.

        An option that has no pieces has no value, nor has any where there is no translation.
        """
        pivots = self.pivots([gap.text for gap in gaps])
        with one_blas_thread:
            pairs = zip(gaps, pivots, strict=True)
            return list(map_in_order(lambda pair: self._score_one(*pair), pairs))

    def likely_words(self, gap: TranslatedGap, most: int) -> list[LikelyWord]:
        """The likeliest words in a gap after each of its options, which are leads such as articles, or empty."""
        (pivot,) = self.pivots([gap.text])
        if not pivot:
            return []
        encode = self._back.target.encode
        texts = [encode(f"{gap.before}{lead}".rstrip(), out_type=str) for lead in gap.options]
        shared = min(_common(texts[0], pieces) for pieces in texts)
        with one_blas_thread:
            return self._back.continue_words(pivot, texts[0][:shared], [pieces[shared:] for pieces in texts], most)

    def _score_one(self, gap: TranslatedGap, pivot: Pieces) -> Floats:
        logs = np.full((len(gap.options), 2), np.nan, np.float32)
        beginning, spans = self._spans(gap)
        rows = [row for row, span in enumerate(spans) if span.size] if pivot else []
        if rows:
            scored = self._back.score(pivot, beginning, [spans[row].pieces for row in rows])
            for row, values in zip(rows, scored, strict=True):
                size = spans[row].size
                logs[row] = values[:size].sum(), values[size:].sum()
        return logs

    def _spans(self, gap: TranslatedGap) -> tuple[Pieces, list[_Continuation]]:
        """The pieces that all texts begin with, and for each option its own pieces and some after it.

        The former are those of the words before the gap, unless a piece reaches into it.
        """
        encode = self._back.target.encode
        texts = [encode(f"{gap.before}{option}{gap.after}", out_type=str) for option in gap.options]
        ends = [len(encode(f"{gap.before}{option}", out_type=str)) for option in gap.options]
        before = encode(gap.before.rstrip(), out_type=str)
        shared = min((_common(before, pieces) for pieces in texts), default=0)
        return before[:shared], [
            _Continuation(pieces[shared : end + _AFTER], max(0, end - shared) if option.strip() else 0)
            for option, pieces, end in zip(gap.options, texts, ends, strict=True)
        ]


def _common(first: Pieces, second: Pieces) -> int:
    """The number of pieces that two texts have in common at their beginnings."""
    return next((at for at, (one, other) in enumerate(zip(first, second, strict=False)) if one != other), len(first))


@open_once
def open_round_trip(text: str, language: str) -> RoundTrip:
    """Open the pair of models of a name for texts in a language."""
    if text != "opus":
        raise UsageError(f"{text!r} is no pair of translation models; there is opus.")
    if language not in _OTHER:
        raise UsageError(f"{text} translates {' and '.join(_OTHER)}, not {language!r}.")
    return RoundTrip(text, _open_opus(language), _open_opus(_OTHER[language]))


@open_once
def _open_opus(language: str) -> TranslationModel:
    source = folder("opus") / _FOLDERS[language]
    files = [source / name for name in FILES]
    return TranslationModel(derive(f"marian{_LAYOUT}-{language}", files, lambda target: convert(source, target), _WAIT))
