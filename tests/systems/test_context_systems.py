"""bow, lm, cmlc and the distributional baselines on twelve sentences, by hand."""

import math
from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.systems import System, parse_system
from tests.counts.twelve import counted
from tests.systems.made import item

CATS = item("[Cats] drink milk.", "cat.n")
CAT = item("She said so. The [cat] sleeps. It is late.", "cat.n")
LEXICON = "cat.n\tdog;mouse;kitty cat\ndog.n\tcat\nmouse.n\tcat\nmilk.n\twater\nwater.n\tmilk\nbark.n\tyelp\n"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A lexicon, and the folder of a counted corpus."""
    folder = tmp_path_factory.mktemp("sources")
    (folder / "lexicon.tsv").write_text(LEXICON, encoding="utf-8")
    return f"list:{folder / 'lexicon.tsv'}", str(counted(folder).folder)


@pytest.fixture
def bow(sources: tuple[str, str]) -> System:
    return parse_system(f"bow(lexicon={sources[0]},model={sources[1]},mu=10)")


@pytest.fixture
def lm(sources: tuple[str, str]) -> System:
    return parse_system(f"lm(lexicon={sources[0]},model=counts:{sources[1]})")


# Of 120 places in pairs (60 pairs) drink has 12 and milk 6; dog has 14 and mouse 9. Both drink once; mouse and milk
# share one sentence, dog and milk none. With mu = 10, P(c | v) / p(c) = (n / p + 10) / (N + 10):
#
#   dog     drink (10 + 10) / 24    milk (0 + 10) / 24
#   mouse   drink (10 + 10) / 19    milk (20 + 10) / 19
#
# Of a kitty cat nothing is known: (0 + 10) / (0 + 10) for both.
DOG = (math.log(20 / 24) + math.log(10 / 24)) / 2
MOUSE = (math.log(20 / 19) + math.log(30 / 19)) / 2


def test_bow_by_hand(bow: System) -> None:
    found = {each.term: each.score for each in bow.suggest(CATS)}
    assert found == pytest.approx({"mouse": 0.0, "kitty cat": -MOUSE, "dog": DOG - MOUSE})


def test_bow_says_which_words_spoke_for_a_candidate(bow: System) -> None:
    sources = {each.term: each.source for each in bow.suggest(CATS)}
    assert sources == {
        "mouse": "milk +0.5, drink +0.1",
        "kitty cat": "nothing in the sentence",
        "dog": "nothing in the sentence",
    }


def test_bow_without_known_words_keeps_the_lexicon_s_order(bow: System) -> None:
    found = bow.suggest(item("[Cats] zzz.", "cat.n"))
    assert [(each.term, each.score) for each in found] == [("dog", 0.0), ("mouse", 0.0), ("kitty cat", 0.0)]


# In "the ... sleeps" with <s> before and </s> behind:
#
#   dog     <s> the dog 4/8,  the dog sleeps 1/4,  dog sleeps </s> 1/1
#   mouse   <s> the mouse 1/8,  neither the mouse sleeps nor anything behind it that begins with "the mouse": .4 of
#           mouse sleeps 1/3,  mouse sleeps </s> 1/1
LM_DOG, LM_MOUSE = math.log10(4 / 8 * 1 / 4 * 1), math.log10(1 / 8 * 0.4 * 1 / 3 * 1)


def test_lm_by_hand_sees_only_the_sentence_of_the_target(lm: System) -> None:
    found = {each.term: each.score for each in lm.suggest(CAT)}
    assert found["dog"] == 0.0
    assert found["mouse"] == pytest.approx(LM_MOUSE - LM_DOG)
    assert found["kitty cat"] < found["mouse"]


def test_lm_inflects(lm: System) -> None:
    """dogs sleep was seen, dog sleep was not: with dog, "the dog sleep" would be backed off."""
    found = {each.term: each.score for each in lm.suggest(item("[Cats] sleep.", "cat.n"))}
    assert found["dog"] == 0.0
    assert found["mouse"] < -1


@pytest.mark.parametrize("weight", [0.0, 0.25, 1.0])
def test_cmlc_weighs_both(sources: tuple[str, str], weight: float, bow: System, lm: System) -> None:
    lexicon, model = sources
    both = parse_system(f"cmlc(lexicon={lexicon},counts={model},model=counts:{model},mu=10,weight={weight})")
    parts = [{each.term: each.score for each in system.suggest(CAT)} for system in (bow, lm)]
    sums = {term: weight * parts[0][term] + (1 - weight) * parts[1][term] for term in parts[0]}
    found = {each.term: each.score for each in both.suggest(CAT)}
    assert found == pytest.approx({term: value - max(sums.values()) for term, value in sums.items()})


def test_signatures_name_what_is_read(sources: tuple[str, str], bow: System, lm: System) -> None:
    lexicon, model = sources
    both = parse_system(f"cmlc(lexicon={lexicon},counts={model},model=counts:{model})")
    assert "|lexicon:lexicon.tsv#" in bow.signature()
    assert "|model:model#" in bow.signature()
    assert "|model:counts:model#" in lm.signature()
    assert all(part in both.signature() for part in ("|lexicon:lexicon.tsv#", "|model:counts:model#", "|counts:model#"))


@pytest.mark.parametrize("measure", ["lin", "l1", "skew", "jaccard", "cosine"])
def test_neighbours_have_the_part_of_speech(sources: tuple[str, str], measure: str) -> None:
    """drink, sleep and the are near too, but the lexicon has them as no nouns; bark it has."""
    system = parse_system(f"distributional(measure={measure},lexicon={sources[0]},model={sources[1]})")
    found = [each.term for each in system.suggest(CATS)]
    assert set(found[:2]) <= {"dog", "mouse"}
    assert set(found) <= {"dog", "mouse", "milk", "water", "bark"}


def test_another_language_is_refused(bow: System) -> None:
    with pytest.raises(UsageError, match="the system bow is for en, but item 1 is in fr"):
        bow.suggest(Item(id="1", lexelt="chat.n", text="Le chat dort.", start=3, end=7, language="fr"))


def test_a_folder_that_is_no_counted_corpus_is_a_sentence(tmp_path: Path, sources: tuple[str, str]) -> None:
    system = parse_system(f"bow(lexicon={sources[0]},model={tmp_path})")
    with pytest.raises(BadInput, match="not a counted corpus"):
        system.suggest(CATS)
