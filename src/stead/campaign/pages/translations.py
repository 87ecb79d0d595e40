"""Interface languages of an organiser's own: a TOML file of all texts of the pages, checked for completeness."""

from collections.abc import Sequence
from pathlib import Path

from stead.campaign.pages.texts import page_texts
from stead.campaign.settings import OWN_LANGUAGE
from stead.core.errors import BadInput
from stead.web.rendering import Catalogue, places, read_catalogue


def texts_in(language: str, *, rates: bool, folder: Path = Path()) -> Catalogue:
    """The texts of all pages in a language of stead, or in that of a file in a folder."""
    if language.endswith(".toml"):
        return read_own_texts(folder / language, rates=rates)
    return page_texts(language, rates=rates)


_MOST_NAMED = 8  # of faults of one kind


def read_own_texts(path: Path, *, rates: bool) -> Catalogue:
    """The texts in a file of an organiser's own, named after its language; refuse it if any is missing or misspelt.

    It has every text of the pages, with the same places to fill in. Annotating and rating have files of their own: they
    say different things under the same names.
    """
    if not OWN_LANGUAGE.fullmatch(path.name):
        raise BadInput(f"{path}: a file of texts is named after its language, as nl.toml or pt-BR.toml.")
    try:
        texts = read_catalogue(path)
    except OSError as error:
        raise BadInput(f"{path}: the texts of the pages cannot be read: {error.strerror}.") from None
    except ValueError as error:  # not UTF-8, or not TOML
        raise BadInput(f"{path}: not TOML: {error}.") from None
    wanted = page_texts("en", rates=rates).texts
    faults = {
        "lacks": [name for name in wanted if not texts.texts.get(name)],
        "has texts that no page has": [name for name in texts.texts if name not in wanted],
        "has other {places} than the English text in": [
            name for name in wanted if name in texts.texts and not _fits(texts.texts[name], wanted[name])
        ],
    }
    if any(faults.values()):
        listed = "; ".join(f"{fault} {_list_names(names)}" for fault, names in faults.items() if names)
        raise BadInput(f"{path}: {listed}. `stead campaign texts` writes all texts in English, to be translated.")
    return texts


def _fits(text: str, english: str) -> bool:
    """Whether a text has the same places to fill in."""
    try:
        return places(text) == places(english)
    except ValueError:  # a brace without its other
        return False


def _list_names(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def texts_to_translate(language: str, *, rates: bool) -> str:
    """A file of all texts in a language of stead, to be translated into another."""
    texts = page_texts(language, rates=rates).texts
    return _ABOUT_TEXTS + "".join(f"{name} = {_toml(text)}\n" for name, text in texts.items())


_ABOUT_TEXTS = """\
# Every text of the pages, to be translated. Keep the names before the equals signs, and the {places} in braces.
# Name the file after its language (nl.toml), put it into the folder of the campaign, and name it in campaign.toml:
# language = "nl.toml". Names that end in -one are for one, in -many for other numbers.
"""


def _toml(text: str) -> str:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"""\n{quoted}\n"""' if "\n" in text else f'"{quoted}"'
