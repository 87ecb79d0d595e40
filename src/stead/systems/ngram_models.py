"""N-gram language models: the probability of words given those before them. Counted, or ready-made.

pocketsphinx     the trigrams that come with the library of that name (English)
counts:FOLDER    the n-grams of a corpus that `stead count` has counted
kenlm:FILE       an ARPA or KenLM file
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra, reinstall_command
from stead.counts import Model, open_model
from stead.counts.count_settings import BEGIN, SPECIAL, UNKNOWN
from stead.resources import derive, open_once
from stead.words import tokenise, words_of

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Floats32 = npt.NDArray[np.float32]
_NO_WORD = -1
"""The number of any word that the tables lack."""
_LAYOUT = 2
"""Goes up when the arrays are laid out differently."""
_HEADER = b"Trie Language Model\x03"
_FORMAT = "the trigrams that come with pocketsphinx, in the format of its version 5"
_VALUES = 1 << 16
_VALUE_BITS = 16
_UNIGRAM = np.dtype([("score", "<f4"), ("back_off", "<f4"), ("first", "<u4")])
_BITS, _FIRST_BITS = 38, 20
"""Of a hash, and of its first half."""
_ODD = np.uint64(0x9E3779B97F4A7C15)
_PADDING = 8  # bytes after packed numbers
_WORDS = "words.txt"
_BACK_OFF = 0.4
"""Brants et al. 2007, section 4: what a shorter history costs."""

_UNKNOWN_LOG10 = -7.0
"""A word that a ready-made model does not know: as rare as one in ten million."""


class Window(NamedTuple):
    """The words before a slot as far as a model looks, and on from there; `start` is the first that is predicted."""

    words: Sequence[str]
    start: int


class FormSlot(NamedTuple):
    """The words before and after a slot as far as it is looked at, and the words of each form that may stand in it."""

    left: Sequence[str]
    forms: Sequence[Sequence[str]]
    right: Sequence[str]


class SlotScores(NamedTuple):
    """For each form of a slot the logarithms of five probabilities."""

    whole: Floats
    """Of the form and the words after it, given those before it."""
    prefix: Floats
    """Of the form, given the words before it."""
    near: Floats
    """Of the form, given the last word before it."""
    following: Floats
    """Of the words after it, given the form."""
    alone: Floats
    """Of the words of the form, each alone."""


class LanguageModel(ABC):
    """Gives windows a probability."""

    name: str
    """Its name in signatures."""
    order: int
    """The order of the n-grams."""

    @abstractmethod
    def words(self, text: str) -> list[str]:
        """Tokenise a text as the model's own text was."""

    @abstractmethod
    def log10(self, windows: Sequence[Window]) -> list[float]:
        """For each window the logarithm of the probability of all words from `start` on."""

    def score_slots(self, slots: Sequence[FormSlot]) -> list[SlotScores]:
        """Score the forms of some slots; faster only if a model overrides it."""
        return [_score_by_windows(self, slot) for slot in slots]


def _score_by_windows(model: LanguageModel, slot: FormSlot) -> SlotScores:
    left, forms, right = slot
    last = left[-1:]

    def score(windows: Iterable[Window]) -> Floats:
        return np.array(model.log10([*windows]), np.float64)

    prefix = score(Window([*left, *form], len(left)) for form in forms)
    whole = prefix
    for end in range(1, len(right) + 1):  # word by word, as a window is summed
        sides = [len(left) + len(form) for form in forms]
        windows = [[*left, *form, *right[:end]] for form in forms]
        whole = whole + score(Window(window, side + end - 1) for window, side in zip(windows, sides, strict=True))
    alone = iter(model.log10([Window([word], 0) for form in forms for word in form]))
    return SlotScores(
        whole,
        prefix,
        near=score(Window([*last, *form], len(last)) for form in forms),
        following=score(Window([*form, *right], len(form)) for form in forms),
        alone=np.array([sum(islice(alone, len(form))) for form in forms], np.float64),
    )


class CountedLanguageModel(LanguageModel):
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


# ------------------------------------------------------------------------------------------- the trigrams of a library


class TrigramScores(NamedTuple):
    """The scores of the words of a row: of each alone, after the word before it, after the two words before it."""

    alone: npt.NDArray[Any]
    after_one: npt.NDArray[Any]
    after_two: npt.NDArray[Any]


class TrigramTables:
    """The trigrams that come with the library pocketsphinx as arrays, laid out once and mapped from then on.

    The library answers one question at a time, and a target with its candidates has five hundred; here many words are
    scored in one pass. A bigram is one number, made of its word's and that of the word before; a trigram, of its
    bigram's place and the number of the word before that. Scores are logarithms to a base near 1. The library adds them
    in 32 bits, and cuts off what is after the point.
    """

    def __init__(self, file: Path) -> None:
        if not file.is_file():
            raise _unusable(file, "no such file.")
        folder = derive(f"trigrams{_LAYOUT}", [file], lambda target: _lay_out(file, target))

        def mapped(name: str) -> npt.NDArray[Any]:
            return np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False))

        words = (folder / _WORDS).read_text(encoding="utf-8").split("\n")
        self._numbers = {word: number for number, word in enumerate(words)}
        self._scores: Floats32 = mapped("scores")
        self._back_offs: Floats32 = mapped("back-offs")
        self._bigrams = _HashedNumbers(mapped("bigrams"), mapped("bigram-starts"))
        self._bigram_scores, self._bigram_back_offs = mapped("bigram-scores"), mapped("bigram-back-offs")
        self._trigrams = _HashedNumbers(mapped("trigrams"), mapped("trigram-starts"))
        self._trigram_scores = mapped("trigram-scores")
        self._values: Floats32 = mapped("values")

    def numbers(self, words: Sequence[str]) -> list[int]:
        """The numbers of some words."""
        number = self._numbers.get
        return [number(word, _NO_WORD) for word in words]

    def scores(self, words: Ints) -> TrigramScores:
        """Score each word of a row; beyond its beginning, and before an unknown word, nothing is known.

        The score of an unknown word means nothing.
        """
        size = len(self._scores)
        before, second = _shifted(words, 1), _shifted(words, 2)
        follows = (words >= 0) & (before >= 0)
        bigrams = self._bigrams.find(words * size + before, follows)
        trigrams = self._trigrams.find(bigrams * size + second, (bigrams >= 0) & (second >= 0))
        alone = self._scores[words]
        to_word = np.where(before >= 0, self._back_offs[before], np.float32(0))
        history = np.where(second >= 0, _shifted(bigrams, 1), _NO_WORD)
        to_bigram = np.where(history >= 0, self._values[1, self._bigram_back_offs[history]], np.float32(0))
        after_one = np.where(bigrams >= 0, self._values[0, self._bigram_scores[bigrams]], alone + to_word)
        after_two = np.where(trigrams >= 0, self._values[2, self._trigram_scores[trigrams]], after_one + to_bigram)
        return TrigramScores(*(scores.astype(np.int64) for scores in (alone, after_one, after_two)))


def _shifted(numbers: Ints, places: int) -> Ints:
    """For each number of a row the one some places before it."""
    return np.concatenate([np.full(places, _NO_WORD), numbers])[: len(numbers)]


class _HashedNumbers(NamedTuple):
    """Different numbers below 2 ** 38 in the order of their hashes, of which each has one of its own.

    The first half of a hash says where to look; the second half is what is found there. A look-up goes to two or three
    places of memory, a bisection to twenty.
    """

    rests: npt.NDArray[np.uint32]
    """The second half of each hash."""
    starts: npt.NDArray[np.uint32]
    """Where the hashes with each first half begin."""

    @classmethod
    def order(cls, numbers: Ints) -> tuple["_HashedNumbers", Ints]:
        """Order numbers by their hashes; also give the order."""
        firsts, rests = _hashes(numbers)
        order = np.argsort(firsts, kind="stable")
        starts = np.searchsorted(firsts[order], np.arange((1 << _FIRST_BITS) + 1)).astype(np.uint32)
        return cls(rests[order], starts), order

    def find(self, wanted: Ints, possible: npt.NDArray[np.bool_]) -> Ints:
        """The places of some numbers, of those that are possible; -1 for others, and for what is not there."""
        places = np.full(len(wanted), _NO_WORD)
        left = np.flatnonzero(possible)
        firsts, rests = _hashes(wanted[left])
        at, end = self.starts[firsts].astype(np.int64), self.starts[firsts + 1]
        while len(left := left[some := at < end]):
            at, end, rests = at[some], end[some], rests[some]
            is_there = self.rests[at] == rests
            places[left[is_there]] = at[is_there]
            left, at, end, rests = left[~is_there], at[~is_there] + 1, end[~is_there], rests[~is_there]
        return places


def _hashes(numbers: Ints) -> tuple[Ints, npt.NDArray[np.uint32]]:
    """Both halves of the hash of each number: a product with an odd number can be undone (Knuth 1998, section 6.4)."""
    mixed = numbers.astype(np.uint64) * _ODD
    mixed &= np.uint64((1 << _BITS) - 1)
    rests = mixed & np.uint64((1 << (_BITS - _FIRST_BITS)) - 1)
    return (mixed >> np.uint64(_BITS - _FIRST_BITS)).astype(np.int64), rests.astype(np.uint32)


def _unusable(file: Path, problem: str) -> BadInput:
    return BadInput(f"{file}: {problem} `{reinstall_command('pocketsphinx')}` installs it again.")


def _lay_out(file: Path, target: Path) -> None:
    """Read the file of the library, and write its arrays.

    It is a trie by the predicted word and the words before it, the nearest first; what follows the header is

    - the numbers of words, bigrams and trigrams, and a number that says nothing;
    - tables of 65,536 values: the scores of bigrams, their back-off weights, the scores of trigrams;
    - for each word its score, its back-off weight, and where its bigrams begin;
    - for each bigram the word before, its values in both tables, and where its trigrams begin, packed to the bit;
    - for each trigram the word before these, and its value, packed;
    - the size of what follows, and the words.
    """
    source = _LibraryFile(file)
    words, bigrams, trigrams, _ = map(int, source.take(16).view("<u4"))
    values = source.checked_scores(source.take(3 * 4 * _VALUES).view("<f4"))
    unigrams = source.take((words + 1) * _UNIGRAM.itemsize).view(_UNIGRAM)
    alone, to_word = (source.checked_scores(unigrams[name][:words]) for name in ("score", "back_off"))
    word_bits = words.bit_length()
    before, back_offs, scores, first = source.take_packed(
        bigrams + 1, [word_bits, _VALUE_BITS, _VALUE_BITS, trigrams.bit_length()]
    )
    second, trigram_scores = source.take_packed(trigrams + 1, [word_bits, _VALUE_BITS])
    texts = source.take_words(words)
    above = np.repeat(np.arange(words), source.checked_sizes(unigrams["first"], bigrams))
    before = source.checked_words(before[: len(above)], words)
    hashed_bigrams, order = _HashedNumbers.order(above * words + before)
    above = np.repeat(np.argsort(order), source.checked_sizes(first[: len(order) + 1], trigrams))
    second = source.checked_words(second[: len(above)], words)
    hashed_trigrams, order_of_trigrams = _HashedNumbers.order(above * words + second)
    arrays: dict[str, npt.NDArray[Any]] = {
        "scores": alone,
        "back-offs": to_word,
        "bigrams": hashed_bigrams.rests,
        "bigram-starts": hashed_bigrams.starts,
        "bigram-scores": scores[order].astype(np.uint16),
        "bigram-back-offs": back_offs[order].astype(np.uint16),
        "trigrams": hashed_trigrams.rests,
        "trigram-starts": hashed_trigrams.starts,
        "trigram-scores": trigram_scores[order_of_trigrams].astype(np.uint16),
        "values": values.reshape(3, _VALUES),
    }
    for name, array in arrays.items():
        np.save(target / f"{name}.npy", array)
    (target / _WORDS).write_text("\n".join(texts), encoding="utf-8", newline="\n")


class _LibraryFile:
    """The parts of a file of the library, one after the other; a file that is damaged is refused.

    Most of the file is numbers that point to others: those of a damaged one would lack words, or give them the scores
    of others, and nobody would know.
    """

    def __init__(self, file: Path) -> None:
        self._file, self._data, self._at = file, np.fromfile(file, np.uint8), len(_HEADER)
        header = self._data[: self._at].tobytes()
        self._expect(header == _HEADER, _FORMAT, f"{header!r}")

    def take(self, size: int) -> npt.NDArray[np.uint8]:
        """The next bytes."""
        start, self._at = self._at, self._at + size
        self._expect(self._at <= len(self._data), f"{self._at:,} bytes or more", f"{len(self._data):,}")
        return self._data[start : self._at]

    def take_packed(self, rows: int, bits: Sequence[int]) -> list[Ints]:
        """The columns of packed rows; each number, of at most 25 bits, is read from the four bytes that hold it."""
        data = self.take((rows * sum(bits) + 7) // 8 + _PADDING)
        columns = []
        for begin, end in pairwise(np.cumsum([0, *bits]).tolist()):
            places = np.arange(rows, dtype=np.int64) * sum(bits) + begin
            held = sum(data[(places >> 3) + byte].astype(np.int64) << 8 * byte for byte in range(4))
            columns.append((held >> (places & 7)) & ((1 << (end - begin)) - 1))
        return columns

    def take_words(self, number: int) -> list[str]:
        """The words, which end the file; each is followed by a zero."""
        (size,) = self.take(4).view("<u4").tolist()
        *words, _ = self.take(size).tobytes().decode(errors="surrogateescape").split("\0")
        self._expect(self._at == len(self._data), f"{self._at:,} bytes", f"{len(self._data):,}")
        odd = next((word for word in words if not word.isprintable()), None)
        self._expect(odd is None, "words in UTF-8", f"{odd!r:.60}")
        different = len({*words})
        self._expect(
            len(words) == different == number, f"{number:,} different words", f"{different:,} of {len(words):,}"
        )
        return words

    def checked_sizes(self, starts: npt.NDArray[Any], most: int) -> Ints:
        """How many rows each number has, from where those of each begin and those of the last end."""
        sizes: Ints = starts[1:].astype(np.int64) - starts[:-1]
        is_rising = starts[0] == 0 and starts[-1] <= most and np.all(sizes >= 0)
        self._expect(is_rising, f"places in rising order from 0 to {most:,}", "others")
        return sizes

    def checked_words(self, numbers: Ints, words: int) -> Ints:
        """Numbers of words, each of which is there."""
        highest = int(numbers.max(initial=0))
        self._expect(highest < words or not len(numbers), f"numbers of {words:,} words", highest)
        return numbers

    def checked_scores(self, scores: Floats32) -> Floats32:
        """Scores, each of which is a number."""
        odd = scores[~np.isfinite(scores)]
        self._expect(not len(odd), "finite scores", next(iter(odd), None))
        return scores

    def _expect(self, is_so: object, expected: str, what_is_there: object) -> None:
        if not is_so:
            raise _unusable(self._file, f"expected {expected}, found {what_is_there}.")


class PocketsphinxModel(LanguageModel):
    """The library's model of English: words in lower case without punctuation, trigrams."""

    name, order = "pocketsphinx", 3

    def __init__(self) -> None:
        pocketsphinx = import_extra("pocketsphinx", "this language model")
        self._tables = TrigramTables(Path(pocketsphinx.get_model_path()) / "en-us" / "en-us.lm.bin")
        self._unit = float(pocketsphinx.LogMath().log_to_log10(1))

    def words(self, text: str) -> list[str]:
        """Tokenise a text; contractions are single words in this model."""
        return [word.lower() for word in words_of(text)]

    def log10(self, windows: Sequence[Window]) -> list[float]:
        """Score all windows at once, in one row."""
        row = _WordRow([self._tables.numbers(words) for words, _ in windows])
        logs, begins = self._logs(row), np.array([start for _, start in windows], np.int64)
        return [*map(float, row.sums(logs.after_two, row.places >= begins[row.owners]))]

    def score_slots(self, slots: Sequence[FormSlot]) -> list[SlotScores]:
        """Score the forms of all slots at once, each with the words before and after it, in one row."""
        numbers = self._tables.numbers
        texts: list[list[int]] = []
        begins, ends = [], []
        for slot in slots:
            left, right = numbers(slot.left), numbers(slot.right)
            forms = [numbers(form) for form in slot.forms]
            texts += [[*left, *form, *right] for form in forms]
            begins += [len(left)] * len(forms)
            ends += [len(left) + len(form) for form in forms]
        row = _WordRow(texts)
        logs = self._logs(row)
        begin, end = np.array(begins, np.int64)[row.owners], np.array(ends, np.int64)[row.owners]
        in_form, after = (begin <= row.places) & (row.places < end), row.places >= end
        scores = SlotScores(
            whole=row.sums(logs.after_two, in_form | after),
            prefix=row.sums(logs.after_two, in_form),
            near=row.sums(np.where(row.places == begin, logs.after_one, logs.after_two), in_form),
            following=row.sums(np.where(row.places == begin + 1, logs.after_one, logs.after_two), after),
            alone=row.sums(logs.alone, in_form),
        )
        stops = accumulate((len(slot.forms) for slot in slots), initial=0)
        return [SlotScores(*(column[start:stop] for column in scores)) for start, stop in pairwise(stops)]

    def _logs(self, row: "_WordRow") -> TrigramScores:
        """The logarithms of the probabilities of the words in a row."""
        unknown = row.words == _NO_WORD
        units = self._tables.scores(row.words)
        return TrigramScores(*(np.where(unknown, _UNKNOWN_LOG10, scores * self._unit) for scores in units))


class _WordRow:
    """Word numbers of several texts in one row, with something unknown before each: nothing goes on beyond it."""

    def __init__(self, texts: Sequence[Sequence[int]]) -> None:
        self._number = len(texts)
        self.words = np.array([*chain.from_iterable((_NO_WORD, *text) for text in texts)], np.int64)
        sizes = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
        self.owners = np.repeat(np.arange(len(texts)), sizes)
        """The text of each word."""
        self.places = np.arange(len(self.words)) - np.repeat(np.cumsum(sizes) - sizes, sizes) - 1
        """The place of each word in its text; -1 for what is before it."""

    def sums(self, values: Floats, chosen: npt.NDArray[np.bool_]) -> Floats:
        """Sum the values of some words text by text, in their order."""
        return np.bincount(self.owners[chosen], values[chosen], minlength=self._number).astype(np.float64, copy=False)


class KenlmModel(LanguageModel):
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
