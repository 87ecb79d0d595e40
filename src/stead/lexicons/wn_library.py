"""Lexicons of the library `wn`: Open English WordNet, the wordnets of OMW for French, Italian, and so on."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stead.core.errors import BadInput
from stead.core.extras import import_extra
from stead.lexicons.interface import check_pos, check_relation

if TYPE_CHECKING:
    import wn

_SATELLITE = "s"


class WnSense:
    """A sense of the library, for one of its words."""

    def __init__(self, sense: "wn.Sense", word: str) -> None:
        self._sense, self._word = sense, word
        self._synset = sense.synset()

    @property
    def id(self) -> str:
        """The library's identifier of the sense."""
        return str(self._sense.id)

    @property
    def pos(self) -> str:
        """One letter; a satellite counts as an adjective."""
        return "a" if self._synset.pos == _SATELLITE else str(self._synset.pos)

    @property
    def synonyms(self) -> tuple[str, ...]:
        """The other words of the synset."""
        return self._without_word(self._synset.lemmas())

    @property
    def weights(self) -> tuple[float, ...]:
        """Empty: all weights are equal."""
        return ()

    @property
    def count(self) -> int | None:
        """The sum of the lexicon's counts, or None without counts."""
        counts = self._sense.counts()
        return sum(counts) if counts else None

    def related(self, relation: str) -> tuple[str, ...]:
        """List the words of related synsets, and of related senses."""
        check_relation(relation)
        synsets = [lemma for synset in self._synset.get_related(relation) for lemma in synset.lemmas()]
        senses = [sense.word().lemma() for sense in self._sense.get_related(relation)]
        return self._without_word(synsets + senses)

    def _without_word(self, words: list[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for word in words if word.lower() != self._word.lower()))


class WnLexicon:
    """A lexicon in the library's database, by its specifier (`oewn:2024`, `omw-fr`)."""

    def __init__(self, specifier: str) -> None:
        wn = import_extra("wn", f"wn:{specifier}")
        try:
            self._wordnet = wn.Wordnet(specifier, search_all_forms=False)
        except wn.Error:
            known = ", ".join(lexicon.specifier() for lexicon in wn.lexicons()) or "none"
            raise BadInput(
                f"wn:{specifier}: the library wn has no such lexicon; it has {known}. "
                f"`python -m wn download {specifier}` gets it."
            ) from None
        (lexicon, *_) = self._wordnet.lexicons()
        self.name, self.language = f"wn:{lexicon.specifier()}", lexicon.language

    def senses(self, lemma: str, pos: str = "") -> tuple[WnSense, ...]:
        """List the senses of a word, in the lexicon's order; satellites are sorted in among the adjectives."""
        senses = self._wordnet.senses(lemma, pos=check_pos(pos) or None)
        if pos == "a":
            senses = sorted([*senses, *self._wordnet.senses(lemma, pos=_SATELLITE)], key=_rank)
        return tuple(WnSense(sense, lemma) for sense in senses)

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and bool(lemma) and bool(self._wordnet.words(lemma))

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """List all entries."""
        letters = [check_pos(pos) or None, *([_SATELLITE] if pos == "a" else [])]
        words = (word.lemma() for letter in letters for word in self._wordnet.words(pos=letter))
        return iter(dict.fromkeys(words))


def _rank(sense: "wn.Sense") -> int:
    """Give the rank of a sense in the lexicon, across entries that differ only in a and s.

    The library sorts by it within an entry, and does not expose it.
    """
    from wn._queries import get_sense_n  # noqa: PLC0415

    return get_sense_n(sense.id, sense.lexicon().specifier()) or 0
