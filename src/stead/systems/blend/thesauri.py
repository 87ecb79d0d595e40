"""Tables of any language that has a thesaurus and frequencies, with word vectors where there are some."""

from functools import cache
from importlib.metadata import version
from pathlib import Path

from stead.core.errors import BadInput, UsageError
from stead.core.extras import install_command, is_installed
from stead.lexicons import open_frequencies, open_lexicon
from stead.lexicons.vector_files import read_spacy_vectors
from stead.lexicons.vectors import Vectors
from stead.resources import RESOURCES, derive, find, folder, resource_named
from stead.systems.blend.compiling import Sources, WordVectors, compile_tables
from stead.systems.blend.tables import LAYOUT, Tables

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
_LIBRARY = "wordfreq"


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
    """The commands that would get what is not here."""
    missing = [name for name in resources_of(kind, language) if find(resource_named(name)) is None]
    commands = [] if is_installed(_LIBRARY) else [install_command(_LIBRARY)]
    return [*commands, f"stead resources get {' '.join(missing)}"] if missing else commands


def refuse_lacking(kind: str, language: str) -> None:
    """One sentence with the commands that get what is not here."""
    commands = lacking(kind, language)
    if commands:
        needed = " and ".join(f"`{command}`" for command in commands)
        raise BadInput(f"blend lacks what it needs for {language!r}: get it with {needed}.")


@cache
def thesaurus_tables(kind: str, language: str) -> Tables:
    """Made when they are first asked for."""
    refuse_lacking(kind, language)
    names = resources_of(kind, language)
    files = [path for name in names for path in sorted(folder(name).iterdir()) if path.is_file()]
    signed = f"blend{LAYOUT}-{kind}-{language}-{_LIBRARY}{version(_LIBRARY)}"
    return Tables(derive(signed, files, lambda target: _compile(kind, language, target)))


def _compile(kind: str, language: str, target: Path) -> None:
    vectors = _vectors(VECTORS[language]) if kind == WITH_VECTORS else None
    frequencies = open_frequencies(f"{_LIBRARY}:{language}")
    compile_tables(Sources(open_lexicon(THESAURI[language]), frequencies, vectors, None), target)


def _vectors(name: str) -> WordVectors:
    if name != "glove":
        return read_spacy_vectors(folder(name))
    glove = open_lexicon(name)
    if not isinstance(glove, Vectors):
        raise TypeError("the lexicon of this name is of this kind")
    return glove
