"""Sentences: where they end, in several languages, and that nothing but blanks is lost."""

import gzip
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.words import SentenceSpan, split_sentences
from tests.formats.made import quickly
from tests.shared import shared


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Mr. Smith left. | He had lost the match. | Why? | Nobody knew!"),
        ("en", "J. R. Smith of Acme Inc. came at 5 p.m. | The U.S. Army and Gen. Lee, e.g. in Ohio, lost."),
        ("en", 'He said "Stop!" and left. | "Really?" she asked. | "Yes." | He paused... | Then he went.'),
        ("en", "“Go on.” | ‘No.’ | (See fig. 3.) | It cost $3.50. | Dr. A. B. Jones Jr. agreed."),
        ("en", "1. First of all, yes. | 2. Second, No. 5 is alive. | No. | It is not."),
        ("en", "It was the son's. | The daughter's art. | Modern art. | He left in 1999. | So did she."),
        ("en", "said . '' | The jury of Ivan Allen Jr. . | Next ."),
        ("en", "wrapped over\nlines. | And on\n\n | a paragraph without end\n \n | the last"),
        (
            "fr",
            "M. Dupont est là. | « Oui. » | Il part. | L'homme… | Il dit : « Non ! » puis sort. | "
            "Voir p. 12 etc. | Les autres.",
        ),
        ("it", "Il sig. Rossi è qui. | «Ciao!» disse. | Poi l'avv. Bianchi uscì. | Ecc. | Il resto."),
        (
            "de",
            "Am 3. Mai kam Dr. Müller. | Er sagte: „Das ist gut.“ | Dann ging er, z. B. nach Haus. | "
            "Das war 1999. | Der Rest usw. | Die anderen.",
        ),
        ("es", "El Sr. López llegó. | ¿Qué pasa? | ¡Nada! | EE.UU. es grande. | Ud. lo sabe."),
        ("ru", "Он пришёл. | Она ушла? | Да! | А. С. Пушкин писал."),
        ("zh", "我们输了这场比赛。| 他说：“好！”| 然后走了。"),
        ("hi", "यह है। | वह है।"),
        ("ar", "هل جاء؟ | نعم."),
        ("", "One. | Two? three. four? | Five"),
    ],
)
def test_sentences_end_here(language: str, text: str) -> None:
    expected = [part.strip() for part in text.split("|")]
    found = split_sentences(text.replace("| ", "").replace("|", ""), language)
    assert [sentence.text for sentence in found] == expected


def test_a_sentence_knows_its_place() -> None:
    assert split_sentences("  One. Two.  ") == [SentenceSpan("One.", 2, 6), SentenceSpan("Two.", 7, 11)]
    assert split_sentences("") == split_sentences(" \n\n ") == []


PIECES = st.sampled_from(
    [
        "Mr",
        "A",
        "a",
        "etc",
        "3",
        ".",
        "!",
        "?",
        "…",
        "。",
        " ",
        "\n",
        "\n\n",
        '"',
        "'",
        "''",
        "»",
        "(",
        "“",
        "The",
        "z.B",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)), st.sampled_from(["", "en", "fr", "de", "zh"]))
def test_only_blanks_lie_between_sentences(text: str, language: str) -> None:
    place = 0
    for sentence in split_sentences(text, language):
        assert not text[place : sentence.start].strip()
        assert sentence.text == text[sentence.start : sentence.end] == sentence.text.strip() != ""
        place = sentence.end
    assert not text[place:].strip()


@pytest.mark.parametrize(
    "piece", [".", ". ", " .", '."', "\n", "\n ", " ", "A. ", "3. ", ". (", "。", "x.", "\t\n", ".'' "]
)
def test_hostile_texts_take_no_longer_than_others(piece: str) -> None:
    with quickly(8):
        split_sentences(piece * (200_000 // len(piece)), "en")


def detokenised(line: str) -> str:
    line = re.sub(r" ([.,;:!?)])", r"\1", line)
    return line.replace("`` ", '"').replace(" ''", '"').replace("( ", "(")


def test_the_sentences_of_the_brown_corpus_are_found() -> None:
    """One sentence a line, joined; lines that begin small or are numbers of a list are no fair test of the rules."""
    path = shared("data", "corpus", "brown.txt.gz", what="the Brown corpus")
    lines = [detokenised(line) for line in gzip.decompress(path.read_bytes()).decode().split("\n")]
    fair = [
        line
        for line in lines
        if re.search(r"[.!?][\"')]*$", line) and re.match(r"[\"('A-Z]+[a-z]", line) and len(line) > 5
    ][:20_000]
    ends, place = set(), -1
    for line in fair:
        place += 1 + len(line)
        ends.add(place)
    found = {sentence.end for sentence in split_sentences(" ".join(fair), "en")}
    assert len(found & ends) / len(found) > 0.99  # precision
    assert len(found & ends) / len(ends) > 0.99  # recall
