"""The multiword baseline: a phrase of WordNet with the target, within two words before and behind it."""

import pytest

from stead.systems import System, answer, parse_system
from tests.lexicons.real import real
from tests.systems.made import item, plain, write_sources

# Each phrase was looked up in the index files of WordNet 3.0 by hand.
SENTENCES = [
    ("They [took] part in it.", "take.v", ["take part"]),  # the target's lemma
    ("He made up [one's] mind.", "one's.n", ["make up one's mind"]),  # another word's lemma
    ("It takes the [cake].", "cake.n", ["take the cake"]),
    ("He kicked the [bucket].", "bucket.n", ["kick the bucket"]),
    ("They are taking [part].", "part.n", ["take part"]),
    ("Points of [view] differ.", "view.n", ["point of view"]),
    ("They lost the [match]. Point made.", "match.n", []),  # match point is there, but a sentence ends in between
    ("They lost the [match] point.", "match.n", ["match point"]),
    ("His father-in-[law] came.", "law.n", ["father-in-law", "in-law"]),  # hyphens in the text and in WordNet
    ("His father in [law] came.", "law.n", ["father-in-law", "in-law"]),  # only in WordNet
    ("A [point]-of-view shot.", "point.n", ["point of view"]),  # only in the text
    ("Look on the [bright] side of it.", "bright.a", ["bright side"]),
    ("It is, by and [large], true.", "large.a", ["by and large"]),  # two words before
    ("On the other [hand] he was late.", "hand.n", []),  # on the other hand begins three words before
    ("On the [other] hand he was late.", "other.a", ["on the other hand"]),  # two before, one behind, a capital
    ("It pays in the long [run].", "run.n", ["long run"]),  # in the long run begins three words before
    ("It pays in the [long] run.", "long.a", ["in the long run", "long run"]),  # the longest first
    ("It is a [point] of view.", "point.n", ["point of view"]),  # two words behind
    ("They had a [break] for coffee.", "break.n", []),  # coffee break is there, but not in this order
]


@pytest.mark.real
@pytest.mark.parametrize(("sentence", "lexelt", "phrases"), SENTENCES)
def test_phrases_of_wordnet_itself(sentence: str, lexelt: str, phrases: list[str]) -> None:
    system = parse_system(f"multiword(lexicon=wordnet:{real('wordnet')})")
    asked = item(sentence, lexelt)
    assert [each.term for each in system.suggest(asked)] == phrases
    assert answer(system, asked, "mw").answers == phrases[:1]


@pytest.fixture
def multiword(tmp_path_factory: pytest.TempPathFactory) -> System:
    lexicon, _ = write_sources(tmp_path_factory.mktemp("sources"))
    return parse_system(f"multiword(lexicon={lexicon})")


def test_the_score_is_the_number_of_words(multiword: System) -> None:
    assert plain(multiword.suggest(item("The Cup [Final]!", "final.n"))) == [("cup final", 2.0)]


@pytest.mark.parametrize(
    "sentence", ["[turned] over", "He [turned] over", "He turned [turned] over and over", "x x x [TURNED] OVER x x x"]
)
def test_places_in_the_sentence(multiword: System, sentence: str) -> None:
    assert [each.term for each in multiword.suggest(item(sentence, "turn.v"))] == ["turn over"]


@pytest.mark.parametrize(
    "sentence", ["[turn]", "over [turn]", "[turn] it all over", "[turnover]", "turn over the [cup]"]
)
def test_no_phrase(multiword: System, sentence: str) -> None:
    assert multiword.suggest(item(sentence, "turn.v")) == []


def test_the_window_can_be_wider(multiword: System) -> None:
    wide = parse_system(str(multiword).replace("(", "(window=9,"))
    assert [each.term for each in wide.suggest(item("[lit] up", "lit.a"))] == ["lit up"]


def test_a_long_text_is_no_trouble(multiword: System) -> None:
    text = f"{'word ' * 20_000}[turn] over{' word' * 20_000}"
    assert [each.term for each in multiword.suggest(item(text, "turn.v"))] == ["turn over"]
