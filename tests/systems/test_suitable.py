"""Which suggestions suit a sentence that people see: tried on WordNet itself, and on thesauri of other languages."""

from pathlib import Path

import pytest

from stead.core.item import Item
from stead.lexicons import Lexicon, open_lexicon
from stead.lexicons.thesauri import MyThes
from stead.rules.spelling import spelling_key
from stead.systems import Suggestion, phrasal_target, suitable
from stead.systems.suitable import is_offensive, listed_first
from stead.words import parse_marked
from tests.lexicons.real import real

pytest.importorskip("lemminflect", reason="needs the library lemminflect")


@pytest.fixture(scope="module")
def wordnet() -> Lexicon:
    return open_lexicon(f"wordnet:{real('wordnet')}")


def kept(lexicon: Lexicon, sentence: str, lexelt: str, terms: str, *, offensive: bool = False) -> str:
    marked = parse_marked(sentence)
    item = Item(id="1", lexelt=lexelt, text=marked.text, start=marked.start, end=marked.end, language="en")
    suggestions = [Suggestion(term.strip(), 1.0) for term in terms.split(",")]
    return ", ".join(suggestion.term for suggestion in suitable(item, suggestions, lexicon, offensive=offensive))


@pytest.mark.real
@pytest.mark.parametrize(
    ("sentence", "lexelt", "terms", "expected"),
    [
        ("The [prostitute] spoke.", "prostitute.n", "whore, harlot, sex worker", "sex worker"),
        ("The [black] community met.", "black.a", "negro, dark, nigger", "dark"),
        ("A [Jewish] family moved in.", "Jewish.a", "jew, Christian, judaic", "Judaic"),  # no noun, no other people
        ("The [dog] barked.", "dog.n", "bitches, hound, fucking dog", "hound"),  # forms and parts of phrases
        ("the [best] team", "good.a", "best, finest, goods, good", "finest"),
        ("My [teeth] hurt.", "tooth.n", "teeth, fang", "fang"),
        ("The [colour] faded.", "colour.n", "color, hue", "hue"),
        ("an [e-mail] came", "e-mail.n", "email, message", "message"),
        ("They [utilised] it.", "utilise.v", "utilize, use", "use"),
        ("The [centre] is old.", "centre.n", "center, middle", "middle"),
        ("My [father] left.", "father.n", "mother, dad", "dad"),
        ("a [hot] day", "hot.a", "cold, warm", "warm"),
        ("the [coldest] day", "cold.a", "freezing, chilly", "chilly"),
        ("His [weary] eyes closed.", "weary.a", "fatigue, tire, tired", "tired"),
        ("She [took off] late.", "take off.v", "take, leave", "leave"),
        ("The [old man] sat.", "old man.n", "man, elder, old", "elder"),
        ("They [searched] for it.", "search.v", "look for, look", "look"),
        ("They [searched] the house.", "search.v", "look for, look", "look for, look"),
        ("He was [worried].", "worry.v", "be concern, be afraid, concern", "concern"),
        ("Do not [worry].", "worry.v", "be concern, be afraid, concern", "be afraid, concern"),
        ("My [sister] left.", "sister.n", "aunt, sis, brother", "sis"),
        ("He came in the [fall].", "fall.n", "spring, autumn", "autumn"),
        ("the [blue] wall", "blue.a", "yellow, bluish, azure", "azure"),
        ("a [dry] place", "dry.a", "humid, dried, arid", "arid"),
        ("an [old man]", "old man.n", "young man, elder", "elder"),
        ("Don't [beat around the bush].", "beat around the bush.v", "around the bush, equivocate", "equivocate"),
        ("the [ice] broke", "ice.n", "water, frost", "frost"),
        ("We searched the [web].", "web.n", "world wide web, internet, Paris", "World Wide Web, internet"),
    ],
)
def test_what_does_not_suit_is_left_out(
    wordnet: Lexicon, sentence: str, lexelt: str, terms: str, expected: str
) -> None:
    assert kept(wordnet, sentence, lexelt, terms) == expected


@pytest.mark.real
def test_words_that_hurt_are_kept_if_asked_for_and_for_a_target_that_hurts(wordnet: Lexicon) -> None:
    assert kept(wordnet, "The [prostitute] spoke.", "prostitute.n", "whore", offensive=True) == "whore"
    assert kept(wordnet, "The [whore] spoke.", "whore.n", "slut, prostitute") == "slut, prostitute"


@pytest.mark.real
@pytest.mark.parametrize("word", ["boy", "screw", "spade", "tool", "suit", "woman", "dark", "drunk", "idle"])
def test_a_word_with_one_coarse_sense_among_others_is_no_offence(wordnet: Lexicon, word: str) -> None:
    assert not is_offensive(word, "", "en", wordnet)


@pytest.mark.real
@pytest.mark.parametrize("word", ["kike", "wop", "faggot", "asshole", "slut", "motherfucker", "Nigger", "whores"])
def test_slurs_are_known_by_wordnet_or_by_our_list(wordnet: Lexicon, word: str) -> None:
    assert is_offensive(word, "", "en", wordnet)


@pytest.mark.parametrize(
    ("word", "language"), [("pendejo", "es"), ("connard", "fr"), ("stronzo", "it"), ("Arschloch", "de"), ("slut", "en")]
)
def test_every_language_has_a_list(word: str, language: str) -> None:
    assert is_offensive(word, "", language, None)
    assert not is_offensive("banana", "", language, None)


def test_a_remark_of_a_thesaurus_marks_words_that_it_mostly_calls_vulgar(tmp_path: Path) -> None:
    entries = {
        "Hund": "-|Köter (derb)|Tier",
        "müde": "-|kaputt (derb)|matt",
        "defekt": "-|kaputt|hin",
        "zu": "-|kaputt",
    }
    data, index = "UTF-8\n", ["UTF-8", str(len(entries))]
    for word, meanings in sorted(entries.items()):
        index.append(f"{word}|{len(data.encode())}")
        data += f"{word}|1\n{meanings}\n"
    (tmp_path / "th_de.dat").write_text(data, encoding="utf-8")
    (tmp_path / "th_de.idx").write_text("\n".join(index) + "\n", encoding="utf-8")
    thesaurus = MyThes(tmp_path / "th_de.dat")
    assert thesaurus.is_vulgar("Köter")
    assert not thesaurus.is_vulgar("kaputt")
    assert not thesaurus.is_vulgar("Tier")


@pytest.mark.real
@pytest.mark.parametrize(
    ("lexelt", "program", "first"),
    [
        ("server.n", 0.1, ["program", "server"]),
        ("server.n", 0.01, ["server", "program"]),  # WordNet has the target: too improbable
        ("app.n", 0.01, ["program", "server"]),
    ],
)
def test_words_of_a_list_of_synonyms_come_first(
    wordnet: Lexicon, lexelt: str, program: float, first: list[str]
) -> None:
    item = Item(id="1", lexelt=lexelt, text="an app", start=3, end=6, language="en")
    suggestions = [Suggestion("server", 0.2), Suggestion("program", program, sources=("synonyms",))]
    assert [suggestion.term for suggestion in listed_first(item, suggestions, wordnet)] == first


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("colour", "color"),
        ("organise", "organize"),
        ("on-line", "online"),
        ("theatre", "theater"),
        ("analyse", "analyze"),
    ],
)
def test_two_spellings_have_one_key(one: str, other: str) -> None:
    assert spelling_key(one) == spelling_key(other)


@pytest.mark.parametrize(("one", "other"), [("four", "for"), ("hour", "hor"), ("rise", "rize"), ("tree", "ter")])
def test_short_words_are_not_respelt(one: str, other: str) -> None:
    assert spelling_key(one) != spelling_key(other)


@pytest.mark.real
@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("She [turned] down the offer.", "She [turned down] the offer."),
        ("She [turned] the offer down.", "She [turned down] the offer."),
        ("They [called] it off.", "They [called off] it."),
        ("He [gave] up smoking.", "He [gave up] smoking."),
        ("He [took] his coat off, and sat.", "He [took off] his coat, and sat."),
        ("He [walked] down the street.", "He [walked] down the street."),
        ("She [put] the book on the table.", "She [put] the book on the table."),
        ("The [offer] was good.", "The [offer] was good."),
        ("He [smiled] up at her.", "He [smiled] up at her."),
    ],
)
def test_a_verb_takes_its_particle_along(wordnet: Lexicon, sentence: str, expected: str) -> None:
    text, start, end = phrasal_target(parse_marked(sentence), wordnet)
    assert f"{text[:start]}[{text[start:end]}]{text[end:]}" == expected
