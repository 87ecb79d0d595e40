"""What a blend works with: tables made from lexicons, and the signals that a model was trained with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from stead.core.errors import UsageError
from stead.lexicons import open_frequencies, open_lexicon
from stead.lexicons.vectors import Vectors
from stead.lexicons.wordnet import WordNet
from stead.resources import derive, folder
from stead.systems.blend import relative
from stead.systems.blend.compiling import Sources, compile_tables
from stead.systems.blend.neighbourhood import Neighbours
from stead.systems.blend.signals.base import Signal
from stead.systems.blend.signals.causal import CausalSignal
from stead.systems.blend.signals.encoder import EncoderSignal
from stead.systems.blend.signals.masked import MaskedSignal
from stead.systems.blend.signals.ngrams import NgramSignal
from stead.systems.blend.signals.surroundings import SurroundingsSignal
from stead.systems.blend.tables import LAYOUT, Tables
from stead.systems.blend.thesauri import ENGLISH_TABLES, THESAURUS, WITH_VECTORS, thesaurus_tables

ENGLISH = ("wordnet", "moby", "bnc", "glove")
"""The resources that English tables are made from."""

SIGNALS: dict[str, tuple[Callable[[Tables, str], Signal], str]] = {
    "ngrams": (lambda _, model: NgramSignal(model), "pocketsphinx"),
    "surroundings": (lambda tables, _: SurroundingsSignal(tables), "tables"),
    "masked": (lambda _, model: MaskedSignal(model), ""),
    "encoder": (lambda _, model: EncoderSignal(model), "minilm"),
    "causal": (lambda _, model: CausalSignal(model), "smollm2"),
}
"""What makes each signal, and the model that it asks if none is named as in `encoder=checkpoint:NAME`."""
SIGNALS_OF = {ENGLISH_TABLES: tuple(SIGNALS), THESAURUS: (), WITH_VECTORS: ("surroundings",)}
"""The signals that go with each kind of tables: the others have read English only."""

USUAL_SIGNALS = {**SIGNALS_OF, ENGLISH_TABLES: ("ngrams", "surroundings")}


def signal_of(text: str, tables: Tables) -> Signal:
    """The signal of a name."""
    name, _, model = text.partition("=")
    if name not in SIGNALS:
        raise UsageError(f"{name}: no such signal; there are {', '.join(SIGNALS)}.")
    make, usual = SIGNALS[name]
    if not (model or usual):
        raise UsageError(f"the signal {name} needs a model, as in {name}=NAME.")
    return make(tables, model or usual)


@dataclass(frozen=True)
class Kit:
    """Tables and signals, opened when they are first needed; a model that is for any language sees standings."""

    tables: Tables
    signal_names: Sequence[str]
    kind: str = ENGLISH_TABLES

    @property
    def remembers(self) -> bool:
        """Whether what people have answered is known: answers in one language say nothing of words in another."""
        return self.kind == ENGLISH_TABLES

    @cached_property
    def neighbours(self) -> Neighbours:
        """What finds candidates."""
        return Neighbours(self.tables, () if self.remembers else relative.FEATURES)

    @cached_property
    def signals(self) -> list[Signal]:
        """In the order of their columns."""
        known = SIGNALS_OF.get(self.kind, ())
        unknown = [name for name in self.signal_names if name.partition("=")[0] not in known]
        if unknown:
            there = ", ".join(known) or "none"
            raise UsageError(f"{', '.join(unknown)}: no such signals; with {self.kind} tables there are {there}.")
        signals = [signal_of(name, self.tables) for name in self.signal_names]
        return signals if self.remembers else [relative.RelativeSignal(signal) for signal in signals]


def tables_of(kind: str, language: str) -> Tables:
    """Tables of a kind for a language: what a model was trained with, it must be used with."""
    if kind != ENGLISH_TABLES:
        return thesaurus_tables(kind, language)
    if language != "en":
        raise UsageError(f"{kind} tables hold no words of {language!r}: train with `tables='thesaurus'`.")
    return english_tables()


@cache
def english_tables() -> Tables:
    """Made from WordNet, Moby, the BNC's frequencies and GloVe when they are first asked for."""
    files = [path for name in ENGLISH for path in sorted(folder(name).iterdir()) if path.is_file()]
    return Tables(derive(f"blend{LAYOUT}", files, _compile_english, "laying out the lexicons: a minute, this once."))


def _compile_english(target: Path) -> None:
    wordnet, glove = open_lexicon("wordnet"), open_lexicon("glove")
    if not isinstance(wordnet, WordNet) or not isinstance(glove, Vectors):
        raise TypeError("the lexicons of these names are of these kinds")
    compile_tables(Sources(open_lexicon("moby"), open_frequencies("bnc"), glove, wordnet), target)
