"""A substitute in the target's form, and in its sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import UsageError
from stead.core.item import Item
from stead.words import Inflected, inflect, parse_marked, replace_target
from stead.words.inflection import Capitals, capitals_of, english_forms_of


@pytest.mark.parametrize(
    ("substitute", "form", "lexelt", "expected"),
    [
        ("game", "matches", "match.n", "games"),
        ("game", "match", "match.n", "game"),
        ("give", "handed", "hand.v", "gave"),
        ("look after", "minded", "mind.v", "looked after"),
        ("mind", "looks after", "look after.v", "minds"),
        ("tend", "looked_after", "look_after.v", "tended"),
        ("piece of cake", "snaps", "snap.n", "pieces of cake"),
        ("mother-in-law", "aunts", "aunt.n", "mothers-in-law"),
        ("aunt", "mothers-in-law", "mother-in-law.n", "aunts"),
        ("coffee table", "desks", "desk.n", "coffee tables"),
        ("sneaker", "tennis shoes", "tennis shoe.n", "sneakers"),
        ("double-check", "verified", "verify.v", "double-checked"),
        ("be able to", "managed", "manage.v", "was able to"),
        ("clever", "brighter", "bright.a", "cleverer"),
        ("intelligent", "brighter", "bright.a", "more intelligent"),
        ("intelligent", "brightest", "bright.a", "most intelligent"),
        ("well-known", "greatest", "great.a", "most well-known"),
        ("more able", "better", "good.a", "more able"),
        ("quickly", "faster", "fast.r", "more quickly"),
        ("clever", "brighter", "bright.J", "cleverer"),
        ("lad", "boy's", "boy.n", "lad's"),
        ("lad", "boys'", "boy.n", "lads'"),
        ("child", "boys’", "boy.n", "children’s"),
        ("in charge", "heads", "head.n", "in charge"),
        ("24/7", "days", "day.n", "24/7"),
        ("forgo", "waived", "waive.v", "forwent"),
        ("humans", "people", "person.n", "humans"),  # what is a plural already
        ("masses", "people", "person.n", "masses"),
        ("children", "boys", "boy.n", "children"),
        ("larger", "bigger", "big.a", "larger"),  # what is compared already
        ("best", "finest", "fine.a", "best"),
        ("worse", "harder", "hard.r", "worse"),
        ("musk ox", "cows", "cow.n", "musk oxen"),
        ("Hugo Wolf", "composers", "composer.n", "Hugo Wolfs"),
        ("wolf", "dogs", "dog.n", "wolves"),
        ("Frenchman", "men", "man.n", "Frenchmen"),
        ("West Country", "regions", "region.n", "West Countries"),
        ("game", "Matches", "match.n", "Games"),
        ("game", "MATCHES", "match.n", "GAMES"),
        ("find out", "LEARNED", "learn.v", "FOUND OUT"),
        ("look after", "Minded", "mind.v", "Looked after"),
        ("TV", "sets", "set.n", "TVs"),
        ("iPod", "Players", "player.n", "iPods"),
    ],
)
def test_a_substitute_takes_the_form_of_the_target(substitute: str, form: str, lexelt: str, expected: str) -> None:
    result = inflect(substitute, form, lexelt)
    assert (result.text, result.inflected) == (expected, True)


def test_the_sentence_tells_the_past_from_the_participle() -> None:
    assert inflect("give", "handed", "hand.v", before="He ").text == "gave"
    assert inflect("give", "handed", "hand.v", before="The book was ").text == "given"
    assert inflect("go", "left", "leave.v", before="They have already ").text == "gone"


@pytest.mark.parametrize("language", ["fr", "it", "Spanish", "zh", ""])
def test_a_language_without_inflector_leaves_the_substitute_and_says_so(language: str) -> None:
    assert inflect("jeu", "matchs", "match.n", language) == Inflected("jeu", "", inflected=False)
    assert inflect("jeu", "Matchs", "match.n", language) == Inflected("Jeu", "", inflected=False)


def test_an_unknown_part_of_speech_leaves_the_substitute_and_says_so() -> None:
    assert inflect("game", "matches", "match.x") == Inflected("game", "", inflected=False)
    assert inflect("game", "matches", "match") == Inflected("game", "", inflected=False)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UsageError, match="is not a language"):
        inflect("game", "matches", "match.n", "Klingonish")


def replaced(sentence: str, lexelt: str, substitute: str, language: str = "en") -> str:
    text, start, end = parse_marked(sentence)
    item = Item(id="1", lexelt=lexelt, text=text, start=start, end=end, language=language)
    result = replace_target(item, substitute)
    assert result.text[result.start : result.end]
    return f"{result.text[: result.start]}[{result.text[result.start : result.end]}]{result.text[result.end :]}"


@pytest.mark.parametrize(
    ("sentence", "lexelt", "substitute", "expected"),
    [
        ("They lost the [match].", "match.n", "game", "They lost the [game]."),
        ("[Matches] were lost.", "match.n", "game", "[Games] were lost."),
        ("He is a [bright] boy.", "bright.a", "intelligent", "He is an [intelligent] boy."),
        ("An [easy] win", "easy.a", "useful", "A [useful] win"),
        ("A [bright] boy", "bright.a", "honest", "An [honest] boy"),
        ("A [brighter] boy", "bright.a", "intelligent", "A [more intelligent] boy"),
        (
            "A GOOD [MATCH], A [GOOD] ONE".replace("[MATCH]", "MATCH"),
            "good.a",
            "honest",
            "A GOOD MATCH, AN [HONEST] ONE",
        ),
        ("It was [handed] to him.", "hand.v", "give", "It was [given] to him."),
        ("Grade A [eggs] here", "egg.n", "owl", "Grade A [owls] here"),
    ],
)
def test_a_sentence_has_the_substitute_and_the_right_article(
    sentence: str, lexelt: str, substitute: str, expected: str
) -> None:
    assert replaced(sentence, lexelt, substitute) == expected


def test_other_languages_keep_their_articles() -> None:
    assert replaced("Vou a [casa].", "casa.n", "abrigo", "pt") == "Vou a [abrigo]."
    assert not replace_target(
        Item(id="1", lexelt="casa.n", text="a casa", start=2, end=6, language="pt"), "abrigo"
    ).inflected
    assert replaced("a [casa]", "casa.n", "abitazione", "") == "a [abitazione]"


def test_every_form_of_a_word_or_phrase_can_be_listed() -> None:
    assert english_forms_of("look after", "v") == {"look after", "looks after", "looking after", "looked after"}
    assert english_forms_of("bright", "a") == {"bright", "brighter", "brightest"}
    assert english_forms_of("mother-in-law", "n") == {"mother-in-law", "mothers-in-law"}
    assert {"bright", "brightest", "brights"} <= english_forms_of("bright", "")
    assert english_forms_of("in charge", "n") == {"in charge"}


LETTERS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=12)
FORMS = LETTERS.flatmap(lambda word: st.sampled_from([word, word.capitalize(), word.upper()]))


@given(LETTERS, FORMS, st.sampled_from("nvarx"), st.sampled_from(["en", "fr", "de"]))
def test_inflection_keeps_the_capitals_of_the_target(substitute: str, form: str, pos: str, language: str) -> None:
    result = inflect(substitute, form, f"{form.lower()}.{pos}", language)
    assert capitals_of(result.text) is capitals_of(form)


PHRASES = st.one_of(
    st.text(max_size=20),
    st.lists(st.sampled_from(["look", "after", "-", " ", "_", "of", "'s", "Ü", "ly", "7"])).map("".join),
)


@given(PHRASES, PHRASES, PHRASES, st.sampled_from("nvarx"), st.sampled_from(["en", "tr", ""]))
def test_anything_can_be_given(substitute: str, form: str, lemma: str, pos: str, language: str) -> None:
    result = inflect(substitute, form, f"{lemma}.{pos}", language, before=lemma, after=form)
    assert isinstance(result.text, str)
    assert bool(result.tag) is result.inflected


@given(LETTERS, st.sampled_from("nvar"))
def test_a_base_form_changes_nothing(substitute: str, pos: str) -> None:
    assert inflect(substitute, "match", f"match.{pos}").text == substitute
    assert capitals_of(substitute) is Capitals.LOWER


@pytest.mark.parametrize(
    ("substitute", "form", "lexelt", "expected"),
    [
        ("golden", "brighter", "bright.a", "more golden"),
        ("paid", "better", "good.a", "more paid"),
        ("real", "better", "good.a", "more real"),
        ("simple", "easier", "easy.a", "simpler"),
        ("offspring", "children", "child.n", "offspring"),
        ("parent", "children's", "child.n", "parents'"),
        ("boss", "father's", "father.n", "boss's"),
        ("offspring", "boys'", "boy.n", "offspring's"),
    ],
)
def test_comparatives_mass_nouns_and_possessives(substitute: str, form: str, lexelt: str, expected: str) -> None:
    assert inflect(substitute, form, lexelt).text == expected


@pytest.mark.parametrize(
    ("before", "form", "lexelt", "substitute", "expected"),
    [
        ("The ", "U.S.", "u.s..n", "American", "American"),  # an acronym is not shouted
        ("A ", "TV", "tv.n", "television", "television"),
        ("", "TV", "tv.n", "television", "Television"),
        ("The ", "MATCH", "match.n", "game", "GAME"),
        ("A ", "Jewish", "Jewish.a", "religious", "religious"),  # its capital is its own
        ("", "Bright", "bright.a", "clever", "Clever"),
    ],
)
def test_capitals_of_acronyms_and_names_are_not_passed_on(
    before: str, form: str, lexelt: str, substitute: str, expected: str
) -> None:
    assert inflect(substitute, form, lexelt, before=before, after=" is what they lost").text == expected
