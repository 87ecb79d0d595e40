"""The forms of words in French, Italian, Spanish and German, as lists that are fetched have them.

Only attested forms are used: what no list has is not made up. The lists are compiled once into a database (SQLite).
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import lru_cache
from itertools import chain
from pathlib import Path

from stead.resources import RESOURCES, derive, find, folder, open_once, resource_named
from stead.words.form_lists import WordForm, apertium_forms, french_forms, german_nouns, german_verbs

_LAYOUT = 4
_KEPT = 1 << 15
FORM_LISTS = {
    "fr": ("forms-fr", "genders-fr"),
    "it": ("forms-it",),
    "es": ("forms-es",),
    "de": ("forms-de", "verbs-de"),
}
"""The resources with the forms of each language that has some."""


def _read_forms(language: str, paths: Sequence[Path]) -> Iterable[WordForm]:
    match language:
        case "fr":
            return french_forms(*paths)
        case "de":
            nouns, verbs = paths
            return chain(german_nouns(nouns), german_verbs(verbs))
        case _:
            return apertium_forms(*paths)


class WordForms:
    """The forms of one language: what a form can be, and the form of a word with given features."""

    def __init__(self, path: Path) -> None:
        # Nothing writes to it once it is there, so that threads and forked processes may share it.
        self._database = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        self.analyses = lru_cache(_KEPT)(self._analyses)
        self.of_lemma = lru_cache(_KEPT)(self._of_lemma)

    def _analyses(self, form: str) -> tuple[WordForm, ...]:
        """List what a form can be."""
        return self._select("form", form)

    def _of_lemma(self, lemma: str, pos: str) -> tuple[WordForm, ...]:
        """List all forms of a word."""
        return tuple(word for word in self._select("lemma", lemma) if word.pos == pos)

    def _select(self, column: str, text: str) -> tuple[WordForm, ...]:
        query = f"SELECT form, lemma, pos, features FROM forms WHERE {column} = ? ORDER BY rowid"  # noqa: S608
        return tuple(WordForm(*row) for row in self._database.execute(query, (text,)))

    def form(self, lemma: str, pos: str, features: str) -> str | None:
        """Give the form of a word with some features, as `case` of casa, n, f.pl."""
        return next((word.form for word in self.of_lemma(lemma, pos) if word.features == features), None)


def write_forms(words: Iterable[WordForm], path: Path) -> None:
    """Write forms into a database, each with its features once."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE forms (form TEXT, lemma TEXT, pos TEXT, features TEXT)")
        database.executemany("INSERT INTO forms VALUES (?, ?, ?, ?)", dict.fromkeys(words))
        database.execute("CREATE INDEX by_form ON forms (form)")
        database.execute("CREATE INDEX by_lemma ON forms (lemma)")


def word_forms(language: str) -> WordForms | None:
    """Open the forms of a language; None if there is no list for it, or if it is not installed."""
    return _open_forms(language) if language in FORM_LISTS else None


@open_once
def _open_forms(language: str) -> WordForms | None:
    names = FORM_LISTS[language]
    if any(find(resource_named(name)) is None for name in names):
        return None
    paths = [folder(name) / RESOURCES[name].files[0] for name in names]
    made = derive(
        f"forms{_LAYOUT}-{language}",
        paths,
        lambda target: write_forms(_read_forms(language, paths), target / "forms.sqlite"),
        "compiling the forms of words: some seconds, this once.",
    )
    return WordForms(made / "forms.sqlite")
