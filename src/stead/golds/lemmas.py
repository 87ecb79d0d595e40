"""Lemmas from the library simplemma, which is not installed unless it is asked for."""

from stead.core.errors import UsageError
from stead.golds.proposals import Lemmatise

INSTALL = "pip install 'stead[words]'"


def lemmatiser() -> Lemmatise | None:
    """A function from word and language to lemma; None if the library is not installed."""
    try:
        import simplemma  # noqa: PLC0415 (an extra)
    except ImportError:
        return None

    def lemma_of(word: str, language: str) -> str:
        try:
            return str(simplemma.lemmatize(word, lang=language))
        except ValueError:
            raise UsageError(
                f"there are no lemmas for the language {language!r}: expected a code such as en, fr or it (--language)."
            ) from None

    return lemma_of
