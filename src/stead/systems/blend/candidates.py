"""The candidates of a target, and their features that do not depend on the sentence.

Candidates are the words of the synsets up to two steps away, the target's entry in the thesaurus, its paraphrases, the
nearest vectors, and what people have answered before (`PastAnswers`). Each has a row of numbers, one for each name in
`FEATURES`.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import compress
from typing import NamedTuple

import numpy as np

from stead.core.arrays import IntArray, Ragged
from stead.rules.spelling import spelling_key
from stead.systems.blend.features import FEATURES, NO_RANK, PAST_ANSWER_FEATURES, PATHS
from stead.systems.blend.signals import percentiles
from stead.systems.blend.word_tables import PARTS, Floats, Ints, Tables, spelling_checksum

_NEAREST = 60
_NEAREST_ENCODED = 100
_SAMPLED = 8
_LIKELY = 0.6
"""How much of the most frequent part of speech among near words another must have to be likely too."""
_PARAPHRASES = 60  # in each direction
_MOST_SISTERS = 400
Pair = tuple[str, str]
"""A target (`bright.a`) and an answer."""
_TRACE = 1e-9
"""What is left of a sum of shares when all of them are taken from it again."""
_WORDS = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*(?: [^\W\d_]+(?:['\u2019-][^\W\d_]+)*)*")
"""Letters, with apostrophes and hyphens between them: no punctuation set apart, no figures, no marks for them."""


@dataclass(frozen=True)
class Candidates:
    """The candidates of a target, and a row of numbers for each."""

    words: list[str]
    features: Floats


@dataclass(frozen=True)
class PastAnswers:
    """The answers in the training data: weights by target and answer."""

    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @cached_property
    def _back(self) -> Mapping[str, Mapping[str, float]]:
        """By answer, the targets that it was given to."""
        back: dict[str, dict[str, float]] = defaultdict(dict)
        for target, answers in self.weights.items():
            lemma, _, pos = target.rpartition(".")
            for answer, weight in answers.items():
                back[f"{answer}.{pos}"][lemma] = weight
        return dict(back)

    @cached_property
    def _records(self) -> Mapping[str, Mapping[str, "_PastRecord"]]:
        """By part of speech and word, what is known of it."""
        records: dict[str, dict[str, _PastRecord]] = defaultdict(dict)
        for key in {**self.weights, **self._back}:
            word, _, pos = key.rpartition(".")
            back = self._back.get(key, {})
            records[pos][word] = _PastRecord(self.weights.get(key, {}), back, sum(back.values()))
        return dict(records)

    @classmethod
    def of(cls, answers: Iterable[tuple[str, Mapping[str, float]]]) -> "PastAnswers":
        """Collect the answers to targets, sentence by sentence; an answer that is no word is left out."""
        weights: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for target, target_answers in answers:
            if _WORDS.fullmatch(target.rpartition(".")[0]):
                for answer, weight in target_answers.items():
                    if _WORDS.fullmatch(tidy(answer)):
                        weights[target][tidy(answer)] += weight
        return cls({target: dict(target_weights) for target, target_weights in weights.items()})

    def without(self, other: "PastAnswers") -> "PastAnswers":
        """Subtract the answers of another."""
        left = dict(self.weights)
        for target, answers in other.weights.items():
            kept = {word: weight - answers.get(word, 0.0) for word, weight in self.weights.get(target, {}).items()}
            left[target] = {word: weight for word, weight in kept.items() if weight > _TRACE}
        return PastAnswers({target: answers for target, answers in left.items() if answers})

    def answers(self, lemma: str, pos: str) -> set[str]:
        """The answers to a target, and the targets to which it was the answer."""
        target = f"{lemma}.{pos}"
        return {*self.weights.get(target, ()), *self._back.get(target, ())}

    def features(self, lemma: str, pos: str, words: Sequence[str]) -> Iterable[Floats]:
        """Features: weight, share of the target's weight, reverse weight, common answers, weight as any answer."""
        records = self._records.get(pos, {})
        answers, back, _ = records.get(lemma, _NOTHING)
        total = sum(answers.values())
        rows = np.zeros((len(words), len(PAST_ANSWER_FEATURES)), np.float32)
        rows[:, -1] = total
        known = [(row, word, records[word]) for row, word in enumerate(words) if word in records]
        if known:
            shared_answers = _overlaps(answers, {answer: records[answer].back for answer in answers})
            shared_targets = _overlaps(back, {target: records[target].answers for target in back})
            rows[[row for row, *_ in known], :-1] = [
                (
                    answers.get(word, 0.0),
                    answers.get(word, 0.0) / (total + 2.0),
                    back.get(word, 0.0),
                    shared_answers.get(word, 0.0) + shared_targets.get(word, 0.0),
                    record.popular,
                )
                for _, word, record in known
            ]
        return iter(np.log1p(rows).T)


class _PastRecord(NamedTuple):
    """The answers to a word, the words that it was the answer to, and the sum of these weights."""

    answers: Mapping[str, float]
    back: Mapping[str, float]
    popular: float


_NOTHING = _PastRecord({}, {}, 0.0)


def tidy(answer: str) -> str:
    """Tidy an answer: lower case, without leftovers in some gold standards that no run could hold."""
    return " ".join(answer.lower().replace(";", " ").split())


def _overlaps(weights: Mapping[str, float], others: Mapping[str, Mapping[str, float]]) -> Mapping[str, float]:
    """How much of a list of answers each other word shares: by answer, `others` are the words with it and its weight.

    Words that share nothing are not looked at, and most candidates share nothing.
    """
    shared: dict[str, float] = defaultdict(float)
    for answer, weight in weights.items():
        for word, other_weight in others[answer].items():
            shared[word] += min(weight, other_weight)
    return shared


class CandidateFinder:
    """Finds the candidates of targets in tables; some features may be percentiles among the candidates.

    Then entries of the thesaurus are read both ways: what lists the target is a candidate too, as in languages whose
    thesaurus is small or lacks the entries of frequent words.
    """

    def __init__(self, tables: Tables, relative: Sequence[str] = (), language: str = "en") -> None:
        self._tables, self._language = tables, language
        self._relative = [FEATURES.index(name) for name in relative]

    def of(self, lemma: str, pos: str, past: PastAnswers) -> Candidates:
        """All candidates of a target, in alphabetical order."""
        return self._as_percentiles(self._find(lemma, pos, past))

    def _find(self, lemma: str, pos: str, past: PastAnswers) -> Candidates:
        paths = _Paths(self._tables, lemma, pos)
        near = self._nearest(lemma, pos)
        listed = self._thesaurus_words(lemma, pos)
        known = np.unique(np.concatenate([paths.words(), listed, self._paraphrases(lemma, pos), near]))
        known = known[~self._is_spelling(known, lemma)]
        answered = sorted(word for word in past.answers(lemma, pos) if self._key(word) != self._key(lemma))
        numbers = self._tables.numbers(answered)
        new = ~np.isin(numbers, known)
        words = [*(self._tables.words[number] for number in known.tolist()), *compress(answered, new)]
        order = sorted(range(len(words)), key=words.__getitem__) if new.any() else range(len(words))
        numbers = np.concatenate([known, numbers[new]])[order]
        return self._describe([words[index] for index in order], numbers, paths, near, past)

    def _key(self, word: str) -> str:
        """What the spellings of a word share; of what has no letters, the word itself."""
        return spelling_key(word, self._language) or word

    def _is_spelling(self, numbers: Ints, lemma: str) -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
        """Which words are the target in any spelling; keys are compared where their checksums are the same."""
        key = self._key(lemma)
        same = self._tables.spellings[numbers] == spelling_checksum(key)
        for index in np.flatnonzero(same):
            same[index] = self._key(self._tables.words[numbers[index]]) == key
        return np.asarray(same)

    def of_words(self, lemma: str, pos: str, past: PastAnswers, words: Iterable[str]) -> Candidates:
        """The features of given candidates of a target, whether or not the lexicons have them."""
        listed = list(words)
        numbers = self._tables.numbers([word.lower() for word in listed])
        given = self._describe(listed, numbers, _Paths(self._tables, lemma, pos), self._nearest(lemma, pos), past)
        if not self._relative:
            return given
        others = self._find(lemma, pos, past)  # percentiles are those among all candidates
        rows = np.concatenate([given.features, others.features])
        return Candidates(given.words, self._as_percentiles(Candidates([], rows)).features[: len(given.words)])

    def parts_of(self, lemma: str) -> str:
        """The parts of speech that a word can have."""
        return "".join(pos for pos in PARTS if self._can_be(self._target(lemma), pos)[0])

    def likely_parts_of(self, lemma: str) -> str:
        """The parts of speech that a word without senses is likely to have: those of most words with near vectors."""
        near = self._nearest_by_counts(lemma, "")
        shares = {pos: float(self._can_be(near, pos).mean()) if len(near) else 1.0 for pos in PARTS}
        return "".join(pos for pos, share in shares.items() if share >= _LIKELY * max(shares.values()))

    def _as_percentiles(self, near: Candidates) -> Candidates:
        features = near.features.copy()
        features[:, self._relative] = percentiles(features[:, self._relative])
        return Candidates(near.words, features)

    def _describe(self, words: list[str], numbers: Ints, paths: "_Paths", near: Ints, past: PastAnswers) -> Candidates:
        if not words:
            return Candidates([], np.empty((0, len(FEATURES)), np.float32))
        lemma, pos = paths.lemma, paths.pos
        plain = [word.lower() for word in words]
        columns = [
            *paths.features(numbers),
            *self._entries(lemma, numbers),
            *self._paraphrase_features(lemma, pos, numbers),
            *self._vectors(lemma, pos, numbers, near),
            *self._frequencies(lemma, numbers),
            *_surface(lemma, plain),
            *self._glosses(lemma, pos, numbers),
            np.full(len(words), PARTS.find(pos or "?"), np.float32),
            *past.features(lemma, pos, plain),
        ]
        return Candidates(words, np.column_stack(columns).astype(np.float32))

    def _nearest(self, lemma: str, pos: str) -> Ints:
        """The words with the nearest vectors that can be of this part of speech, the nearest first.

        The vectors of an encoder tell words that mean the same from words that stand in the same texts.
        """
        target = self._encoded_key(lemma, pos)
        if target is None or not self._tables.encoded.has(target).any():
            return self._nearest_by_counts(lemma, pos)
        keys, vectors = self._encoded_words(pos)
        nearest = keys[_largest(vectors @ self._tables.encoded.vectors(target)[0], _NEAREST_ENCODED + 1)]
        return np.asarray(nearest[nearest != target][:_NEAREST_ENCODED] // len(PARTS))

    def _encoded_key(self, lemma: str, pos: str) -> Ints | None:
        return self._tables.word_and_part(self._target(lemma), pos) if pos and pos in PARTS else None

    def _target(self, lemma: str) -> Ints:
        return np.array([self._tables.number(lemma)], np.int32)

    def _nearest_by_counts(self, lemma: str, pos: str) -> Ints:
        (vector,) = self._tables.vectors(self._target(lemma))
        if not vector.any():
            return np.empty(0, np.int32)
        numbers, vectors = self._counted_words(pos)
        nearest = numbers[_largest(vectors @ vector, _NEAREST + 1)]
        return np.asarray(nearest[nearest != self._tables.number(lemma)][:_NEAREST])

    @cached_property
    def _encoded_words(self) -> Callable[[str], tuple[Ints, Floats]]:
        """The frequent words of a part of speech that the encoder has vectors of, and these."""

        @cache
        def of(pos: str) -> tuple[Ints, Floats]:
            keys = self._tables.encoded.frequent
            keys = keys[keys % len(PARTS) == PARTS.index(pos)]
            return keys, self._tables.encoded.vectors(keys)

        return of

    @cached_property
    def _counted_words(self) -> Callable[[str], tuple[Ints, Floats]]:
        """The words of a part of speech that have a frequency and a vector, and their vectors."""

        @cache
        def of(pos: str) -> tuple[Ints, Floats]:
            tables = self._tables
            counted = np.flatnonzero(tables.frequencies > tables.frequencies[-1]).astype(np.int32)
            numbers = counted[self._can_be(counted, pos)]
            vectors = tables.vectors(numbers)
            known = vectors.any(axis=1)
            return numbers[known], vectors[known]

        return of

    def _can_be(self, numbers: Ints, pos: str) -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
        """Whether words have a sense of a part of speech; if nothing has senses, any word can be anything."""
        tables = self._tables
        if not len(tables.senses.values):
            return np.ones(len(numbers), bool)
        if pos not in PARTS or not pos:
            return np.asarray(np.any([self._can_be(numbers, part) for part in PARTS], axis=0))
        return np.asarray(tables.senses.sizes_of(tables.word_and_part(numbers, pos)) > 0)

    def _thesaurus_words(self, lemma: str, pos: str) -> Ints:
        """The synonyms in the thesaurus: words of this part of speech, and phrases, whose part of speech is unknown."""
        target = self._tables.number(lemma)
        listed = self._tables.thesaurus.row(target)
        if self._relative:
            listed = np.union1d(listed, self._listing(target))
        phrases = np.array([" " in self._tables.words[number] for number in listed], bool)
        return np.asarray(listed[self._can_be(listed, pos) | phrases])

    @cached_property
    def _listing(self) -> Callable[[int], Ints]:
        """The words whose entries list a word."""
        lists = self._tables.thesaurus
        owners = np.repeat(np.arange(len(lists.starts) - 1, dtype=np.int32), np.diff(lists.starts))
        order = np.argsort(lists.values, kind="stable")
        listed, owners = lists.values[order], owners[order]

        def of(number: int) -> Ints:
            first, last = np.searchsorted(listed, [number, number + 1])
            return owners[first:last]

        return of

    def _paraphrases(self, lemma: str, pos: str) -> Ints:
        """The paraphrases of a target, and the words that it paraphrases, the most probable of each."""
        tables, key = self._tables, self._word_and_part(lemma, pos)
        if key is None:
            return np.empty(0, np.int32)
        back = tables.paraphrased.row(key)
        return np.concatenate([tables.paraphrases.row(key)[:_PARAPHRASES], back[:_PARAPHRASES]])

    def _paraphrase_features(self, lemma: str, pos: str, numbers: Ints) -> Iterable[Floats]:
        """Probabilities given the target and of it, rank, shared paraphrases (cosine), and how many the target has."""
        tables, key = self._tables, self._word_and_part(lemma, pos)
        nothing = np.zeros(len(numbers), np.float32)
        if key is None:
            return nothing, nothing, nothing + NO_RANK, nothing, nothing
        forward = _by_number(tables, tables.paraphrases, tables.paraphrase_probabilities, key)
        back = _by_number(tables, tables.paraphrased, tables.paraphrased_probabilities, key)
        ranks = np.full(len(tables.words) + 1, NO_RANK, np.float32)
        listed = tables.paraphrases.row(key)
        ranks[listed] = np.arange(len(listed))
        others = tables.paraphrases.indices_of(tables.word_and_part(numbers, pos))
        probabilities = tables.paraphrase_probabilities[others.values]
        shared = others.sum_by_list(probabilities * forward[tables.paraphrases.values[others.values]])
        lengths = np.sqrt(others.sum_by_list(probabilities**2) * (forward @ forward))
        cosine = shared / np.maximum(lengths, _TRACE)
        return forward[numbers], back[numbers], ranks[numbers], cosine, nothing + len(listed)

    def _word_and_part(self, lemma: str, pos: str) -> int | None:
        """The row of a target among the words with parts of speech."""
        if not pos or pos not in PARTS:
            return None
        return int(self._tables.word_and_part(self._target(lemma), pos)[0])

    def _entries(self, lemma: str, numbers: Ints) -> Iterable[Floats]:
        tables, target = self._tables, self._tables.number(lemma)
        synonyms = tables.thesaurus.row(target)
        mark = np.zeros(len(tables.words) + 1, bool)
        mark[synonyms] = True
        others = tables.thesaurus.rows(numbers)
        shared = _count_by_list(others, mark[others.values])
        back = _count_by_list(others, others.values == target)
        cosine = shared / np.sqrt(np.maximum(1, others.sizes) * max(1, len(synonyms)))
        return mark[numbers], back, shared, cosine, others.sizes, np.full(len(numbers), len(synonyms))

    def _vectors(self, lemma: str, pos: str, numbers: Ints, near: Ints) -> Iterable[Floats]:
        """Cosine, rank among the nearest words, and cosine of encoded words, of which not every word is one."""
        tables, encoded = self._tables, self._tables.encoded
        yield tables.vectors(numbers) @ tables.vectors(self._target(lemma))[0]
        ranks = {number: rank for rank, number in enumerate(near.tolist())}
        yield np.array([ranks.get(number, NO_RANK) for number in numbers.tolist()], np.float32)
        target = self._encoded_key(lemma, pos)
        if target is None or not encoded.has(target).any():
            yield np.full(len(numbers), np.nan, np.float32)
            return
        keys = tables.word_and_part(numbers, pos)
        yield np.where(encoded.has(keys), encoded.vectors(keys) @ encoded.vectors(target)[0], np.float32(np.nan))

    def _frequencies(self, lemma: str, numbers: Ints) -> Iterable[Floats]:
        target_frequency = self._tables.frequencies[self._tables.number(lemma)]
        of_all = self._tables.frequencies[numbers]
        return of_all, np.full(len(numbers), target_frequency), of_all - target_frequency

    def _glosses(self, lemma: str, pos: str, numbers: Ints) -> Iterable[Floats]:
        """Whether one word defines the other, and how many words their definitions share."""
        tables, target = self._tables, self._tables.number(lemma)
        mark = np.zeros(len(tables.words) + 1, bool)
        target_words = self._definition_words(np.array([target], np.int32), pos)[0]
        mark[target_words] = True
        words, owners = self._definition_words(numbers, pos)
        shared = np.bincount(owners, mark[words], len(numbers))
        back = np.bincount(owners, words == target, len(numbers)) > 0
        sizes = np.bincount(owners, minlength=len(numbers))
        return mark[numbers], back, shared / np.sqrt(np.maximum(1, sizes) * max(1, len(np.unique(target_words))))

    def _definition_words(self, numbers: Ints, pos: str) -> tuple[Ints, IntArray]:
        """The words of the definitions of words, and the index of the word that each defines."""
        tables = self._tables
        if not pos or pos not in PARTS:
            return np.empty(0, np.int32), np.empty(0, np.int64)
        synsets = tables.senses.rows(tables.word_and_part(numbers, pos))
        words = tables.glosses.rows(synsets.values)
        return words.values, synsets.owners[words.owners]


def _count_by_list(lists: Ragged[np.int32], flags: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]") -> IntArray:
    """How many of the values of each list are flagged."""
    counts = np.concatenate([[0], np.cumsum(flags)])
    return np.asarray(counts[lists.starts[1:]] - counts[lists.starts[:-1]])


def _largest(values: Floats, number: int) -> IntArray:
    """The indices of the largest values, the largest first.

    The last of as many values of a sample cannot be above the last of all, so that few are left to be sorted.
    """
    sample = values[::_SAMPLED]
    least = np.partition(sample, -number)[-number] if len(sample) > number else -np.inf
    likely = np.flatnonzero(values >= least)
    return np.asarray(likely[np.lexsort((likely, -values[likely]))[:number]])


def _by_number(tables: Tables, lists: Ragged[np.int32], probabilities: Floats, key: int) -> Floats:
    """The probabilities of one list, by the numbers of its words; 0 for all others."""
    row = slice(lists.starts[key], lists.starts[key + 1])
    by_number = np.zeros(len(tables.words) + 1, np.float32)
    by_number[lists.values[row]] = probabilities[row]
    return by_number


_NO_WORDS = np.empty(0, np.int32)


class _Paths:
    """The synsets around a target's senses, and the words that these paths lead to."""

    def __init__(self, tables: Tables, lemma: str, pos: str) -> None:
        self._tables, self.lemma, self.pos = tables, lemma, pos
        self._target = tables.number(lemma)
        key = tables.word_and_part(np.array([self._target], np.int32), pos)[0] if pos and pos in PARTS else -1
        if key < 0:
            self._senses, counts = np.empty(0, np.int32), np.empty(0, np.int32)
        else:
            self._senses = tables.senses.row(key)
            counts = tables.counts[tables.senses.starts[key] : tables.senses.starts[key + 1]]
        shares = counts + 0.5
        self._shares = shares / shares.sum() if len(shares) else shares
        self._reached = {path: self._follow(path) for path in (*PATHS, "antonym")}

    def _step(self, synsets: Ints, senses: Ints, relation: str) -> tuple[Ints, Ints]:
        if not len(synsets):
            return synsets, senses
        related = self._tables.relations[relation].rows(synsets)
        return related.values, senses[related.owners]

    def _follow(self, path: str) -> tuple[Ints, Ints]:
        """The words at the end of a path, and the rank of the sense from which each was reached; pairs once."""
        start = self._senses, np.arange(len(self._senses), dtype=np.int32)
        match path:
            case "synonym":
                synsets, senses = start
            case "sister":
                synsets, senses = self._step(*self._step(*start, "hypernym"), "hyponym")
                synsets, senses = synsets[:_MOST_SISTERS], senses[:_MOST_SISTERS]
            case "hypernym2" | "similar2":
                relation = path.removesuffix("2")
                synsets, senses = self._step(*self._step(*start, relation), relation)
            case _:
                synsets, senses = self._step(*start, path)
        if not len(synsets):  # no relation of this kind, as for most parts of speech
            return _NO_WORDS, _NO_WORDS
        words = self._tables.synset_words.rows(synsets)
        if not len(words.values):
            return _NO_WORDS, _NO_WORDS
        ranks = len(self._senses)
        pairs = np.unique(words.values.astype(np.int64) * ranks + senses[words.owners])
        return (pairs // ranks).astype(np.int32), (pairs % ranks).astype(np.int32)

    def words(self) -> Ints:
        """All words that any path leads to."""
        return np.unique(np.concatenate([words for path, (words, _) in self._reached.items() if path != "antonym"]))

    def features(self, numbers: Ints) -> Iterable[Floats]:
        """For each path the share of the senses that lead to a word, and the rank of the first; then sums."""
        size = len(numbers)
        order = np.argsort(numbers, kind="stable")
        close, total = np.zeros(size, np.float32), np.zeros(size, np.float32)
        for path in PATHS:
            words, senses = self._reached[path]
            if not len(words):
                yield from (np.zeros(size, np.float32), np.full(size, NO_RANK, np.float32))
                continue
            places = np.minimum(np.searchsorted(numbers, words, sorter=order), size - 1)
            hits = numbers[order[places]] == words
            columns, hit_senses = order[places[hits]], senses[hits]
            share = np.bincount(columns, self._shares[hit_senses], size)
            rank = np.full(size, NO_RANK, np.float32)
            np.minimum.at(rank, columns, hit_senses.astype(np.float32))
            yield from (share, rank)
            total += np.bincount(columns, minlength=size)
            if path in {"synonym", "hypernym", "hyponym", "similar", "other", "also"}:
                close = np.maximum(close, share)
        yield np.isin(numbers, self._reached["antonym"][0])
        yield from (close, total)
        yield from self._own(numbers)

    def _own(self, numbers: Ints) -> Iterable[Floats]:
        """Number of senses of the word and of the target, frequency, and rank of the shared sense."""
        tables = self._tables
        nothing = np.zeros(len(numbers), np.float32)
        if not self.pos or self.pos not in PARTS:
            return nothing, nothing, nothing, nothing + NO_RANK
        places = tables.senses.indices_of(tables.word_and_part(numbers, self.pos))
        hits = np.isin(tables.senses.values[places.values], self._senses)
        shared = np.full(len(numbers), NO_RANK, np.float32)
        np.minimum.at(shared, places.owners[hits], places.ranks[hits].astype(np.float32))
        seen = places.sum_by_list(tables.counts[places.values])
        return places.sizes, np.full(len(numbers), len(self._senses)), np.log1p(seen), shared


def _surface(lemma: str, words: list[str]) -> Iterable[Floats]:
    """Surface features of the words."""
    stem = lemma[: max(4, len(lemma) - 3)]
    rows = [(word.count(" "), len(word), word.startswith(stem), lemma in word.split(), "-" in word) for word in words]
    return iter(np.array(rows, np.float32).reshape(-1, 5).T)
