"""Lemma and part of speech in a sentence, with a handful of forms; and the real lists, if they are here."""

from collections.abc import Callable
from pathlib import Path

import pytest

from stead.words import parse_marked, parts_in_context
from stead.words.form_lists import WordForm
from stead.words.parts_in_context import WordReading, read_in_context
from stead.words.word_forms import WordForms, word_forms, write_forms

FORMS = {
    "fr": [
        WordForm("devons", "devon", "n", "m.pl"),
        WordForm("devons", "devoir", "v", "pri.p1.pl"),
        WordForm("grande", "grand", "a", "f.sg"),
        WordForm("grande", "grand", "n", "f.sg"),
        WordForm("maison", "maison", "n", "f.sg"),
        WordForm("juge", "juge", "n", "m.sg"),
        WordForm("juge", "juger", "v", "pri.p3.sg"),
        WordForm("parti", "partir", "v", "pp.m.sg"),
        WordForm("parti", "parti", "a", "m.sg"),
        WordForm("âge", "âge", "n", "m.sg"),
        WordForm("âge", "âger", "v", "pri.p1.sg"),
    ],
    "it": [
        WordForm("arrabbiata", "arrabbiare", "v", "pp.f.sg"),
        WordForm("arrabbiato", "arrabbiare", "v", "pp.m.sg"),
    ],
    "es": [WordForm("escritor", "escritor", "n", "m.sg")],
    "de": [WordForm("Essen", "Essen", "n", "n.nom.sg"), WordForm("essen", "essen", "v", "inf")],
}


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., WordReading | None]:
    """Reads a marked sentence with those forms; the lexicon knows every word."""
    pytest.importorskip("simplemma", reason="needs the library simplemma")
    opened = {}
    for language, words in FORMS.items():
        write_forms(words, tmp_path / f"{language}.sqlite")
        opened[language] = WordForms(tmp_path / f"{language}.sqlite")
    monkeypatch.setattr(parts_in_context, "word_forms", opened.get)

    def of(language: str, sentence: str, pos: str = "") -> WordReading | None:
        text, start, end = parse_marked(sentence)
        return read_in_context(language, (text[:start], text[start:end], text[end:]), lambda *_: True, pos)

    return of


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("fr", "Nous [devons] partir.", ("devoir", "v")),
        ("fr", "Les [devons] brillent.", ("devon", "n")),
        ("fr", "une [grande] maison", ("grand", "a")),
        ("fr", "Le [juge] entend.", ("juge", "n")),
        ("fr", "Il [juge] trop vite.", ("juger", "v")),
        ("fr", "Il est [parti] à minuit.", ("partir", "v")),
        ("fr", "J'[âge] le vin.", ("âger", "v")),
        ("fr", "L'[âge] du vin.", ("âge", "n")),
        ("it", "La donna si è [arrabbiata].", ("arrabbiare", "v")),
        ("it", "La donna è [arrabbiata].", ("arrabbiato", "a")),
        ("it", "un [buon] amico", ("buono", "a")),
        ("it", "dei [bei] fiori", ("bello", "a")),
        ("es", "un [gran] escritor", ("grande", "a")),
        ("de", "Das [Essen] ist kalt.", ("Essen", "n")),
        ("de", "Wir wollen etwas [essen].", ("essen", "v")),
    ],
)
def test_neighbours_decide(
    read: Callable[..., WordReading], language: str, sentence: str, expected: tuple[str, str]
) -> None:
    assert read(language, sentence)[:2] == expected


def test_a_reading_that_is_clearly_the_likeliest_need_not_be_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`furiosa` would make no sentence of `si è arrabbiata`, although the lexicon has the adjective only."""
    pytest.importorskip("simplemma", reason="needs the library simplemma")
    write_forms(FORMS["it"], tmp_path / "it.sqlite")
    opened = WordForms(tmp_path / "it.sqlite")
    monkeypatch.setattr(parts_in_context, "word_forms", lambda _: opened)
    angry = "arrabbiata"
    for before, expected in (("La donna si è ", ("arrabbiare", "v")), ("La donna è ", ("arrabbiato", "a"))):
        reading = read_in_context("it", (before, angry, "."), lambda _, pos: pos == "a")
        assert reading is not None
        assert reading[:2] == expected


def test_a_given_part_of_speech_is_kept(read: Callable[..., WordReading]) -> None:
    assert read("fr", "Nous [devons] partir.", "n")[:2] == ("devon", "n")


def test_a_language_without_a_list_has_no_reading(read: Callable[..., WordReading | None]) -> None:
    assert read("pt", "As [casas] ardem.") is None


@pytest.mark.soak
@pytest.mark.real
@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("it", "Il cane sembrava [stanco].", ("stanco", "a")),
        ("it", "Gli operai [chiedono] un aumento.", ("chiedere", "v")),
        ("es", "El perro parecía [cansado].", ("cansado", "a")),
        ("es", "Los [niños] juegan.", ("niño", "n")),
        ("fr", "Il habite une [grande] maison.", ("grand", "a")),
        ("de", "Sie trug ein [schönes] Kleid.", ("schön", "a")),
        ("de", "Er hat ein Auto [gekauft].", ("kaufen", "v")),
    ],
)
def test_real_forms(language: str, sentence: str, expected: tuple[str, str]) -> None:
    if word_forms(language) is None:
        pytest.skip(f"the forms of {language} are not here")
    text, start, end = parse_marked(sentence)
    reading = read_in_context(language, (text[:start], text[start:end], text[end:]), lambda *_: True)
    assert reading is not None
    assert reading[:2] == expected
