"""Corpora and lexicons: propose targets, draw sentences, count words, find words that are used alike."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from stead.api.inputs import StrPath, refuse_second_input
from stead.api.results import TableResult
from stead.core.arguments import NotNegative, Positive, Range, Seed, checked, naming
from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.progress import Progress, silent
from stead.core.text import plural
from stead.counts import ENGINES, CountSettings, count_corpus
from stead.counts.similarity import Similarities, SimilarWord, measure_named
from stead.formats import parse_encoding
from stead.formats.side_files import read_lexelts, read_targets
from stead.lexicons import PARTS_OF_SPEECH, default_frequencies, default_lexicon, open_frequencies, open_lexicon
from stead.lexicons.lookups import word_records
from stead.systems.counted_corpora import GLOSSES, open_counts
from stead.systems.papers.distributional import lemmas_with
from stead.words import (
    Corpus,
    CorpusLayout,
    Documents,
    Proposal,
    ProposalSettings,
    Sample,
    SampleSettings,
    TargetFinder,
    TargetTally,
    WordRecord,
    language_code,
    sample_items,
)
from stead.words import propose_targets as draw_targets
from stead.words.lemmatisers import LEMMATISED

Size = Annotated[int, Range(1, 1_000_000)]
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_LEAST_MEMORY = 500_000_000
_MOST_MEMORY = 10**15


# -------------------------------------------------------------------------------------------------------- targets


@dataclass(frozen=True, repr=False)
class TargetsResult(TableResult):
    """What `propose_targets` found: iterates over the lexelts."""

    _table = "targets"

    lexelts: tuple[str, ...]
    suitable: Mapping[str, int]
    """How many words met every condition, by part of speech."""
    lexicon: str
    frequencies: str

    def __iter__(self) -> Iterator[str]:
        return iter(self.lexelts)

    def __len__(self) -> int:
        return len(self.lexelts)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, as the command line logs them."""
        numbers = ", ".join(f"{PARTS_OF_SPEECH[pos]}s {number}" for pos, number in self.suitable.items())
        drawn = f"{plural(len(self.lexelts), 'target')} of {self.lexicon} with {self.frequencies}"
        return (f"{drawn}; suitable: {numbers}.",)

    def records(self) -> list[dict[str, Any]]:
        """One record for each target."""
        return [{"lexelt": lexelt} for lexelt in self.lexelts]

    def _summary(self) -> str:
        return plural(len(self.lexelts), "target")


@checked
def propose_targets(
    *,
    per_pos: NotNegative | Mapping[str, int] = 10,
    frequency: tuple[float, float] = (0.0, float("inf")),
    min_senses: NotNegative = 2,
    min_synonyms: NotNegative = 1,
    language: str = "en",
    lexicon: str | None = None,
    frequencies: str | None = None,
    seed: Seed = 1,
    progress: Progress = silent,
) -> TargetsResult:
    """Propose targets for a new task: single words in lower case with several senses and a synonym.

    - `per_pos`: how many of each part of speech, or `{"n": 20, "v": 5}`.
    - `frequency`: lowest and highest frequency, per million words unless your own list counts otherwise.
    - `min_senses`, `min_synonyms`: fewest senses and synonyms.
    - `language`: code of the language.
    - `lexicon`: such as `"wordnet"`, `"mythes-fr"`, `"wn:LEXICON"`; None is the usual one of the language.
    - `frequencies`: such as `"bnc"`, `"wordfreq:fr"`, `"list:FILE"`; None is the usual list of the language.
    - `seed`: random seed.
    - `progress`: is told how many words have been looked at.

    >>> lexelts = list(stead.propose_targets(per_pos={"n": 20, "v": 20}, frequency=(5, 200)))
    """
    with naming("language"):
        code = language_code(language)
    with naming("lexicon"):
        words = open_lexicon(default_lexicon(code) if lexicon is None else lexicon)
    with naming("frequencies"):
        listed = open_frequencies(default_frequencies(code) if frequencies is None else frequencies)
    _check_languages(code, words.language, listed.language)
    wanted = _per_part_of_speech(per_pos)
    settings = ProposalSettings(
        per_part_of_speech=wanted,
        least_senses=min_senses,
        least_synonyms=min_synonyms,
        least_frequency=frequency[0],
        most_frequency=frequency[1],
        seed=seed,
    )
    proposal: Proposal = draw_targets(_report_progress(word_records(words, listed, wanted), progress), settings)
    if not proposal.lexelts:
        raise BadInput(f"no word of {words.name} meets every condition; widen the band or ask for fewer senses.")
    return TargetsResult(tuple(proposal.lexelts), proposal.suitable, words.name, listed.name)


def _per_part_of_speech(wanted: int | Mapping[str, int]) -> Mapping[str, int]:
    numbers = dict.fromkeys(PARTS_OF_SPEECH, wanted) if isinstance(wanted, int) else dict(wanted)
    if not numbers.keys() <= PARTS_OF_SPEECH.keys() or not any(numbers.values()):
        known = ", ".join(PARTS_OF_SPEECH)
        raise UsageError(f"per_pos is {wanted!r}, neither a number nor numbers of {known}.", parameter="per_pos")
    return numbers


def _report_progress(records: Iterable[WordRecord], progress: Progress) -> Iterator[WordRecord]:
    """Pass the records on, and report how many there were."""
    for number, record in enumerate(records, start=1):
        progress(f"{PARTS_OF_SPEECH[record.part_of_speech]}s", number, 0)
        yield record


def _check_languages(asked: str, *languages: str) -> None:
    for language in filter(None, languages):
        if language != asked:
            raise UsageError(f"language is {asked}, but what is named is in {language}.", parameter="language")


# --------------------------------------------------------------------------------------------------------- sample


@dataclass(frozen=True, repr=False)
class SampleResult(TableResult):
    """What `sample` drew: iterates over the items."""

    _table = "targets"

    items: tuple[Item, ...]
    tallies: Mapping[str, TargetTally]
    """What became of the sentences with each target."""
    per_target: int
    manual: frozenset[str] = frozenset()
    left_out: tuple[str, ...] = ()
    """What of the corpus and the lists could not be used, in sentences."""

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def found(self) -> int:
        """How many targets have an item."""
        return sum(1 for tally in self.tallies.values() if tally.taken)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, as the command line logs them: what is missing, and why."""
        return (*self.left_out, *_shortfalls(self.tallies, self.per_target))

    def records(self) -> list[dict[str, Any]]:
        """One record for each target: how many sentences were drawn."""
        return [{"lexelt": lexelt, "sentences": tally.taken} for lexelt, tally in self.tallies.items()]

    def _summary(self) -> str:
        return f"{plural(len(self.items), 'item')} for {self.found} of {plural(len(self.tallies), 'target')}"

    def selection(self) -> str:
        """The table of lexelts whose sentences people pick (MAN) and of the others (RAND), for groups of items."""
        return "".join(f"{lexelt}\t{'MAN' if lexelt in self.manual else 'RAND'}\n" for lexelt in self.tallies)


@checked
def sample(
    corpus: StrPath | Sequence[StrPath],
    targets: StrPath | Iterable[str],
    *,
    per_target: Size = 10,
    language: str = "en",
    min_words: Size = 8,
    max_words: Size = 60,
    layout: str = "lines",
    documents: str = "unknown",
    exact: bool = False,
    manual: StrPath | Collection[str] | None = None,
    seed: Seed = 1,
    encoding: str | None = None,
    progress: Progress = silent,
) -> SampleResult:
    """Draw sentences for targets from a corpus: the items of a new task.

    - `corpus`: files of plain text in UTF-8, or gzip of it; `-` is standard input.
    - `targets`: a file of lexelts, one a line, or lexelts such as `["bright.a"]`.
    - `per_target`: sentences for each target.
    - `language`: code of the language of the corpus.
    - `min_words`, `max_words`: shortest and longest sentence, in words.
    - `layout`: `"lines"`: a line holds one or several sentences; `"sentences"`: one; `"wrapped"`: sentences run over
      line ends, and empty lines part paragraphs.
    - `documents`: draw at most one sentence for a target from each document: `"files"`, or `"blank-lines"` (what lies
      between empty lines); `"unknown"`: no such limit.
    - `exact`: find targets only in the form of the list, which needs no lemmatiser.
    - `manual`: a file or collection of the lexelts for which people will pick among the sentences.
    - `seed`: random seed; the same corpus, targets and seed give the same items.
    - `encoding`: of lists of lexelts that are not UTF-8.
    - `progress`: is told how many bytes have been read.

    >>> items = stead.sample(["news.txt.gz"], ["bright.a", "match.n"], per_target=5).items
    """
    paths = _paths(corpus)
    refuse_second_input([*paths, targets, manual])
    if min_words > max_words:
        raise UsageError(f"min_words {min_words} is more than the longest, {max_words}.", parameter="min_words")
    known = parse_encoding(encoding)
    lexelts = read_targets(str(targets), known) if isinstance(targets, str | os.PathLike) else [*dict.fromkeys(targets)]
    picked, strangers = _manual(manual, lexelts, known)
    settings = SampleSettings(per_target, seed, min_words, max_words)
    text = Corpus(
        paths=paths,
        layout=_member(CorpusLayout, "layout", layout),
        documents=_member(Documents, "documents", documents),
        progress=progress,
    )
    drawn: Sample = sample_items(text, lexelts, TargetFinder(lexelts, language, exact=exact), settings)
    return SampleResult(
        tuple(drawn.items), drawn.tallies, per_target, frozenset(picked), (*strangers, *text.left_out.messages())
    )


def _paths(corpus: StrPath | Sequence[StrPath]) -> list[str]:
    return [str(corpus)] if isinstance(corpus, str | os.PathLike) else [str(path) for path in corpus]


def _member(kind: Any, name: str, value: str) -> Any:
    """Look up a member of an enumeration by its name."""
    if value not in list(map(str, kind)):
        raise UsageError(f"{name} is {value!r}; there are {', '.join(map(str, kind))}.", parameter=name)
    return kind(value)


def _manual(
    given: StrPath | Collection[str] | None, lexelts: Sequence[str], encoding: str | None
) -> tuple[set[str], list[str]]:
    """Read the lexelts that people pick sentences for, and note those that are no targets."""
    if given is None:
        return set(), []
    name = str(given) if isinstance(given, str | os.PathLike) else "manual"
    picked = read_lexelts(name, encoding) if isinstance(given, str | os.PathLike) else {*given}
    if not picked & {*lexelts}:
        raise BadInput(f"{name}: names none of the targets. Is it of the same data set?")
    others = picked - {*lexelts}
    return picked, [f"{name}: {plural(len(others), 'lexelt')} not among the targets."] if others else []


def _shortfalls(tallies: Mapping[str, TargetTally], wanted: int) -> Iterator[str]:
    """A sentence for each target with fewer sentences than wanted."""
    for lexelt, tally in tallies.items():
        if tally.taken == wanted:
            continue
        why = "; ".join(_reasons(tally))
        if not tally.taken and not why:
            yield f"{lexelt}: not found; is it spelt as in the corpus, and the language right? Or give more text."
        else:
            yield f"{lexelt}: {tally.taken} of {plural(wanted, 'sentence')}{f' ({why})' if why else ''}."


def _reasons(tally: TargetTally) -> Iterator[str]:
    """Say why sentences with a target could not be drawn."""
    for count, what in (
        (tally.wrong_length, "too short or too long"),
        (tally.in_name, "with a capital, as in a name"),
        (tally.forbidden, "with characters that XML cannot hold"),
        (tally.near_duplicates, "nearly the same as others"),
    ):
        if count:
            yield f"{count} {what}"
    if tally.reserve_exhausted:
        yield "more are there, but too many are nearly the same; draw again with another seed"


# ---------------------------------------------------------------------------------------------------------- count


@dataclass(frozen=True, repr=False)
class CountResult(TableResult):
    """What `count` wrote: the folder of the model, and its manifest."""

    _table = "counts"

    model: Path
    manifest: Mapping[str, Any]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, as the command line logs them."""
        counts, settings = self.manifest["counts"], self.manifest["settings"]
        notes = [f"left out: {skipped['reason']}" for skipped in self.manifest["skipped"]]
        notes += [f"{reason}: {number:,}." for reason, number in self.manifest["left_out"].items()]
        if settings["language"] not in LEMMATISED:
            notes.append(f"there is no lemmatiser for {settings['language']}: every form is its own lemma.")
        if not counts["lemmas_kept"]:
            notes.append(
                f"no word occurs {settings['min_count']} times: give a smaller `min_count` to have pairs and n-grams."
            )
        return tuple(notes)

    def records(self) -> list[dict[str, Any]]:
        """One record for each number of the manifest."""
        return [{"what": name, "number": number} for name, number in self.manifest["counts"].items()]

    def _summary(self) -> str:
        return f"{self.model}: {self.manifest['counts']['words']:,} words"


@checked
def count(
    corpus: StrPath | Sequence[StrPath],
    model: StrPath,
    *,
    window: int = 5,
    ngrams: int = 3,
    min_count: int = 5,
    span: int = 50,
    common: float = 0.003,
    language: str = "en",
    field: str = "text",
    engine: str = "duckdb",
    memory: int | str = "1GB",
    strict: bool = False,
    progress: Progress = silent,
) -> CountResult:
    """Count the words, pairs and n-grams of a corpus; an interrupted count goes on when it is called again.

    - `corpus`: files, folders, globs or addresses of object stores: plain text in UTF-8, JSON Lines or Parquet; text
      and JSON may be packed by gzip or zstd.
    - `model`: the folder to write.
    - `window`: words on each side that are near a word.
    - `ngrams`: the longest sequences of words to count.
    - `min_count`: leave rarer words out of pairs, and call them `<unk>` in n-grams.
    - `span`: words apart, at most, that are paired in a sentence; 0: no such pairs.
    - `common`: leave lemmas that are a greater share of all words out of sentence pairs.
    - `language`: code of the language.
    - `field`: field or column that holds the text.
    - `engine`: `"duckdb"` or `"spark"`.
    - `memory`: bound of memory, all processes together: bytes, or a size such as `"1GB"`.
    - `strict`: stop at a damaged file instead of leaving it out.
    - `progress`: is told the step, how much of it is done, and of how much.

    >>> stead.count("books/", "model").manifest["counts"]["words"]
    """
    if engine not in ENGINES:
        raise UsageError(f"engine is {engine!r}; there are {', '.join(ENGINES)}.", parameter="engine")
    settings = CountSettings(
        window=window, ngrams=ngrams, language=language, min_count=min_count, span=span, common=common, field=field
    )
    files = _paths(corpus)
    manifest = count_corpus(
        files, Path(model), settings, engine=engine, memory=_memory(memory), strict=strict, progress=progress
    )
    return CountResult(Path(model), manifest)


def _memory(size: int | str) -> int:
    """Parse a size of memory: bytes, or a text such as 1GB."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", str(size).strip(), re.IGNORECASE)
    number = float(match[1]) * _UNITS[match[2].upper()] if match else 0
    if number < _LEAST_MEMORY:
        raise UsageError(f"memory {size!r} is no size of at least 500MB, such as 1GB.", parameter="memory")
    if number > _MOST_MEMORY:
        raise UsageError(f"memory {size!r} is more than 1000TB; give what there is, such as 1GB.", parameter="memory")
    return int(number)


# ----------------------------------------------------------------------------------------------------- neighbours


@dataclass(frozen=True, repr=False)
class NeighboursResult(TableResult):
    """What `neighbours` found for each word; those of `missing` have none, and it says why."""

    _table = "neighbours"

    by_word: Mapping[str, tuple[SimilarWord, ...]]
    missing: Mapping[str, str] = field(default_factory=dict)
    corpus: str = ""
    """The name of the counted corpus, and its size in words."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Which words have no neighbours, and why."""
        return tuple(f"{word}: {why}" for word, why in self.missing.items())

    def __getitem__(self, word: str) -> tuple[SimilarWord, ...]:
        return self.by_word[word]

    def records(self) -> list[dict[str, Any]]:
        """One record for each neighbour of each word, nearest first."""
        return [
            {"word": word, **neighbour._asdict()} for word, similar in self.by_word.items() for neighbour in similar
        ]

    def _summary(self) -> str:
        return f"{', '.join(self.by_word) or 'no word'} in {self.corpus}"


@checked
def neighbours(
    *words: str,
    model: StrPath | CountResult = GLOSSES,
    measure: str = "lin",
    alpha: float = 0.99,
    pos: str = "",
    lexicon: str = "wordnet",
    number: Positive = 10,
) -> NeighboursResult:
    """Find words that are used alike in a counted corpus.

    - `words`: lemmas.
    - `model`: the folder of a counted corpus, or what `count` returned; `"glosses"` are WordNet's own, counted
      when they are first needed.
    - `measure`: the similarity: `"lin"`, `"l1"`, `"skew"`, `"jaccard"` or `"cosine"`.
    - `alpha`: of the measure `"skew"`.
    - `pos`: only words of a part of speech: `"n"`, `"v"`, `"a"` or `"r"`.
    - `lexicon`: what knows parts of speech.
    - `number`: how many neighbours.

    >>> [neighbour.lemma for neighbour in stead.neighbours("match", number=5)["match"]]
    """
    with naming("measure"):
        similarity = measure_named(measure, alpha)
    counts = open_counts(str(model.model if isinstance(model, CountResult) else model))
    among = None
    if pos:
        with naming("lexicon"):
            words_known = open_lexicon(lexicon)
        with naming("pos"):
            among = lemmas_with(counts, words_known, pos)
    similarities = Similarities(counts)
    nearest = {word: tuple(similarities.nearest(word, similarity, number, among)) for word in words}
    missing = {
        word: f"{_why(counts.lemma_frequency(word), counts.settings.min_count)} in {counts.name}."
        for word, similar in nearest.items()
        if not similar
    }
    return NeighboursResult(
        {word: similar for word, similar in nearest.items() if similar},
        missing,
        f"{counts.name}: {counts.words:,} words",
    )


def _why(frequency: int, least: int) -> str:
    if not frequency:
        return "does not occur; is it a lemma, in lower case, of the corpus's language? It is not"
    return (
        f"occurs {plural(frequency, 'time')}, and has no neighbours below {least}"
        if frequency < least
        else "has no neighbours"
    )
