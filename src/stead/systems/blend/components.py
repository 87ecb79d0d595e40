"""The components of a blend: tables compiled from lexicons, the words in them, and the signals of a model."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from importlib.metadata import version
from pathlib import Path

from stead.core.errors import BadInput, UsageError
from stead.core.extras import install_command, is_installed
from stead.lexicons import open_frequencies, open_lexicon
from stead.lexicons.interface import ListedSense, Sense, check_pos
from stead.lexicons.paraphrases import read_paraphrases
from stead.lexicons.vector_files import read_spacy_vectors
from stead.lexicons.vectors import Vectors
from stead.lexicons.wordnet_files import WordNet
from stead.resources import RESOURCES, derive, find, folder, open_once, resource_named
from stead.rules.spelling import other_spellings
from stead.systems.blend.candidates import CandidateFinder
from stead.systems.blend.features import PERCENTILE_FEATURES
from stead.systems.blend.signals import (
    BiEncoderSignal,
    CausalSignal,
    EncoderSignal,
    MaskedSignal,
    NgramSignal,
    PercentileSignal,
    RatedSignal,
    Signal,
    SurroundingsSignal,
    TranslationSignal,
)
from stead.systems.blend.word_tables import (
    ENCODED_WORDS,
    LAYOUT,
    EncodedVocabulary,
    Sources,
    Tables,
    WordVectors,
    compile_tables,
)
from stead.systems.llm.prompted import ENDPOINT_EXAMPLE, parse_endpoint
from stead.systems.neural.biencoder import BiEncoder
from stead.words import WordNetMorphology
from stead.words.parts_in_context import base_parts
from stead.words.word_forms import FORM_LISTS

ENGLISH_TABLES = "english"
THESAURUS, WITH_VECTORS = "thesaurus", "thesaurus+vectors"
KINDS = {
    ENGLISH_TABLES: "WordNet, Moby, the BNC, GloVe and answers",
    THESAURUS: "a thesaurus and frequencies, for any language",
    WITH_VECTORS: "the same with vectors, for languages that have some",
}
"""What tables are made from; models of the last two are trained in one language and used in all."""
_PREFIX = "mythes-"
THESAURI = {name.removeprefix(_PREFIX): name for name in RESOURCES if name.startswith(_PREFIX)}
VECTORS = {"en": "glove", "fr": "vectors-fr"}
FREQUENCY_LIBRARY = "wordfreq"
_THESAURUS_LAYOUT = 5
"""Goes up when a thesaurus is read differently."""
ENGLISH = ("wordnet", "moby", "bnc", "glove")
"""The resources that English tables are made from."""
PARAPHRASES = "paraphrases"
"""A resource that English tables are also made from if it is installed."""
LLM = "llm"
SIGNALS: dict[str, tuple[Callable[[Tables, str], Signal], str]] = {
    "ngrams": (lambda _, model: NgramSignal(model), "pocketsphinx"),
    "surroundings": (lambda tables, _: SurroundingsSignal(tables), "tables"),
    "biencoder": (lambda _, model: BiEncoderSignal(model), "mpnet"),
    "masked": (lambda _, model: MaskedSignal(model), ""),
    "encoder": (lambda _, model: EncoderSignal(model), "mpnet"),
    "translation": (lambda _, model: TranslationSignal(model), "opus"),
    "causal": (lambda _, model: CausalSignal(model), "smollm2"),
    LLM: (lambda _, parameters: RatedSignal(parse_endpoint(parameters)), ""),
}
"""What makes each signal, and the model that it asks if none is named as in `encoder=checkpoint:NAME`."""
SIGNALS_BY_TABLES = {ENGLISH_TABLES: tuple(SIGNALS), THESAURUS: (LLM,), WITH_VECTORS: ("surroundings", LLM)}
"""The signals that go with each kind of tables: the others have read English only."""
DEFAULT_SIGNALS = {ENGLISH_TABLES: ("ngrams", "surroundings"), THESAURUS: (), WITH_VECTORS: ("surroundings",)}


def open_signal(text: str, tables: Tables) -> Signal:
    """Make the signal of a name."""
    name, _, model = text.partition("=")
    if name not in SIGNALS:
        raise UsageError(f"{name}: no such signal; there are {', '.join(SIGNALS)}.")
    make, usual = SIGNALS[name]
    if not (model or usual):
        example = ENDPOINT_EXAMPLE if name == LLM else "NAME"
        raise UsageError(f"the signal {name} needs a model, as in {name}={example}.")
    return make(tables, model or usual)


def name_in_card(signal: str) -> str:
    """The name of a signal as the card of a model has it: without the address of an endpoint.

    Sentences, and the key, go to addresses that the user names, and never to one that a file names.
    """
    name, _, model = signal.partition("=")
    return f"{name}={parse_endpoint(model).settings_of_answers}" if name == LLM and model else signal


def with_endpoint(signals: Sequence[str], endpoint: str) -> list[str]:
    """The signals of a model, the signal llm with the user's endpoint, whose answers must be those it has learned."""
    learned = next((name for name in signals if name.partition("=")[0] == LLM), "")
    if learned and not endpoint:
        raise UsageError(
            f"the model was trained with the signal {learned}: name the endpoint, as in llm={ENDPOINT_EXAMPLE}.",
            parameter="llm",
        )
    if learned and (there := name_in_card(f"{LLM}={endpoint}")) != learned:
        raise UsageError(f"llm: the model was trained with {learned}, not with {there}.", parameter="llm")
    return [f"{LLM}={endpoint}" if name == learned else name for name in signals]


@dataclass(frozen=True)
class Components:
    """Tables and signals, opened when they are first needed; a model for any language sees percentiles."""

    tables: Tables
    signal_names: Sequence[str]
    kind: str = ENGLISH_TABLES
    language: str = "en"
    biencoder: BiEncoder | None = None
    """The weights of the bi-encoder that were learned with a model, if it has one."""

    @property
    def uses_past_answers(self) -> bool:
        """Whether past answers are used: answers in one language say nothing of words in another."""
        return self.kind == ENGLISH_TABLES

    @cached_property
    def finder(self) -> CandidateFinder:
        """The finder of candidates."""
        relative = () if self.uses_past_answers else PERCENTILE_FEATURES
        return CandidateFinder(self.tables, relative, self.language)

    @cached_property
    def signals(self) -> list[Signal]:
        """The signals, in the order of their columns."""
        known = SIGNALS_BY_TABLES.get(self.kind, ())
        unknown = [name for name in self.signal_names if name.partition("=")[0] not in known]
        if unknown:
            there = ", ".join(known) or "none"
            raise UsageError(f"{', '.join(unknown)}: no such signals; with {self.kind} tables there are {there}.")
        signals = [open_signal(name, self.tables) for name in self.signal_names]
        if self.biencoder:
            signals = [
                signal.with_weights(self.biencoder) if isinstance(signal, BiEncoderSignal) else signal
                for signal in signals
            ]
        if self.uses_past_answers:
            return signals
        # ratings are from 0 to 3 in every language
        return [signal if isinstance(signal, RatedSignal) else PercentileSignal(signal) for signal in signals]


def tables_of(kind: str, language: str) -> Tables:
    """Open the tables of a kind for a language; a model must be used with the kind it was trained with."""
    if kind != ENGLISH_TABLES:
        return thesaurus_tables(kind, language)
    if language != "en":
        raise UsageError(f"{kind} tables hold no words of {language!r}: train with `tables='thesaurus'`.")
    return english_tables()


@open_once
def english_tables() -> Tables:
    """Compile the English tables from WordNet, Moby, BNC frequencies, GloVe and paraphrases, if here, at first use."""
    names = [*ENGLISH, *([PARAPHRASES] if find(resource_named(PARAPHRASES)) else [])]
    files = [path for name in names for path in sorted(folder(name).iterdir()) if path.is_file()]
    files.append(ENCODED_WORDS)
    return Tables(derive(f"blend{LAYOUT}", files, _compile_english, "laying out the lexicons: a minute, this once."))


def _compile_english(target: Path) -> None:
    wordnet, glove = open_lexicon("wordnet"), open_lexicon("glove")
    if not isinstance(wordnet, WordNet) or not isinstance(glove, Vectors):
        raise TypeError("the lexicons of these names are of these kinds")
    table = find(resource_named(PARAPHRASES))
    paraphrases = read_paraphrases(table.folder / RESOURCES[PARAPHRASES].files[0]) if table else ()
    compile_tables(
        Sources(
            thesaurus=open_lexicon("moby"),
            frequencies=open_frequencies("bnc"),
            vectors=glove,
            wordnet=wordnet,
            paraphrases=paraphrases,
            encoded=EncodedVocabulary.load(ENCODED_WORDS),
        ),
        target,
    )


def kind_for(language: str) -> str:
    """The best kind of tables that a language can have."""
    return WITH_VECTORS if language in VECTORS else THESAURUS


def resources_of(kind: str, language: str) -> list[str]:
    """The resources that tables are made from."""
    if language not in THESAURI:
        raise UsageError(f"blend has no thesaurus for {language!r}, only for {', '.join(THESAURI)}.")
    if kind == WITH_VECTORS and language not in VECTORS:
        raise UsageError(f"there are no vectors for {language!r}, only for {', '.join(VECTORS)}; leave the model out.")
    return [THESAURI[language], *([VECTORS[language]] if kind == WITH_VECTORS else [])]


def lacking(kind: str, language: str) -> list[str]:
    """The commands that install what is missing."""
    missing = [name for name in resources_of(kind, language) if find(resource_named(name)) is None]
    commands = [] if is_installed(FREQUENCY_LIBRARY) else [install_command(FREQUENCY_LIBRARY)]
    return [*commands, f"stead resources get {' '.join(missing)}"] if missing else commands


def refuse_lacking(kind: str, language: str) -> None:
    """Refuse a language of which something is not installed, with the commands that install it."""
    commands = lacking(kind, language)
    if commands:
        needed = " and ".join(f"`{command}`" for command in commands)
        raise BadInput(f"blend lacks what it needs for {language!r}: get it with {needed}.")


@open_once
def thesaurus_tables(kind: str, language: str) -> Tables:
    """Compile the tables of a language at first use."""
    refuse_lacking(kind, language)
    forms = [name for name in FORM_LISTS.get(language, ()) if find(resource_named(name))]
    names = [*resources_of(kind, language), *forms]
    files = [path for name in names for path in sorted(folder(name).iterdir()) if path.is_file()]
    signed = f"blend{LAYOUT}.{_THESAURUS_LAYOUT}-{kind}-{language}-{FREQUENCY_LIBRARY}{version(FREQUENCY_LIBRARY)}"
    return Tables(derive(signed, files, lambda target: _compile(kind, language, target)))


def _compile(kind: str, language: str, target: Path) -> None:
    vectors = _vectors(VECTORS[language]) if kind == WITH_VECTORS else None
    frequencies = open_frequencies(f"{FREQUENCY_LIBRARY}:{language}")
    # OpenThesaurus marks broader words: read backwards, they would make `Grippe` a synonym of `Krankheit`.
    related = ("similar", "other") if language == "de" else Sources.related
    sources = Sources(
        thesaurus=open_lexicon(THESAURI[language]),
        frequencies=frequencies,
        vectors=vectors,
        language=language,
        related=related,
        parts_of=partial(base_parts, language),
    )
    compile_tables(sources, target)


def _vectors(name: str) -> WordVectors:
    if name != "glove":
        return read_spacy_vectors(folder(name))
    glove = open_lexicon(name)
    if not isinstance(glove, Vectors):
        raise TypeError("the lexicon of this name is of this kind")
    return glove


# ---------------------------------------------------------------------------------------------------------- known words

_MOST_KEPT = 4096


class KnownWords:
    """A lexicon of all words in a blend's tables; one that WordNet lacks has the parts of speech of its neighbours."""

    language = "en"

    def __init__(self, wordnet: WordNet, tables: Tables) -> None:
        self._wordnet, self._tables, self._finder = wordnet, tables, CandidateFinder(tables)
        self.name = f"{wordnet.name}, the thesaurus or the vectors"
        self._senses = lru_cache(_MOST_KEPT)(self._find_senses)
        self._new_parts = lru_cache(_MOST_KEPT)(self._find_new_parts)

    def senses(self, lemma: str, pos: str = "") -> tuple[Sense, ...]:
        """List WordNet's senses of a word or of another spelling of it; a word that only the tables know has one."""
        return self._senses(lemma, check_pos(pos))

    def _find_senses(self, lemma: str, pos: str) -> tuple[Sense, ...]:
        for spelling in (lemma, *other_spellings(lemma)):
            if senses := self._wordnet.senses(spelling, pos):
                return senses
        parts = self._new_parts(lemma.lower())
        return (ListedSense(id=lemma, pos=parts, synonyms=()),) if parts and pos in parts else ()

    def has(self, lemma: str, pos: str) -> bool:
        """Whether a word has senses of a part of speech; WordNet's need not be read for that."""
        spellings = (lemma, *other_spellings(lemma))
        return any(self._wordnet.has(spelling, pos) for spelling in spellings) or pos in self._new_parts(lemma.lower())

    def _find_new_parts(self, word: str) -> str:
        """The parts of speech of a word that only the tables know; none for other words."""
        if word not in self._tables or word in self._wordnet or self._is_inflected(word):
            return ""
        return self._finder.likely_parts_of(word)

    def _is_inflected(self, form: str) -> bool:
        """Whether a form is one of another known word, as `smartphones` is."""
        morphology = WordNetMorphology({}, lambda lemma, pos: lemma != form and self.has(lemma, pos))
        return any(morphology(form, pos) for pos in "nv")

    def exceptions(self, pos: str) -> Mapping[str, tuple[str, ...]]:
        """The irregular forms that WordNet lists for a part of speech."""
        return self._wordnet.exceptions(pos)

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and bool(self.senses(lemma))

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """List WordNet's words (of a part of speech); the others have none."""
        return self._wordnet.lemmas(pos)


@open_once
def known_words() -> KnownWords:
    """Open the lexicon of all words in the English tables."""
    wordnet = open_lexicon("wordnet")
    if not isinstance(wordnet, WordNet):
        raise TypeError("the lexicon of this name is of this kind")
    return KnownWords(wordnet, tables_of(ENGLISH_TABLES, "en"))
