"""Targets found in sentences, in all their forms."""

import pytest

from stead.core.errors import BadInput, UsageError
from stead.words import TargetFinder


def found(sentence: str, *lexelts: str, language: str = "en", exact: bool = False) -> list[str]:
    finder = TargetFinder(lexelts, language, exact=exact)
    hits = finder.find(sentence)
    assert finder.may_hold(sentence) or not hits
    return [f"{hit.lexelt}:{sentence[hit.start : hit.end]}{'?' if hit.in_name else ''}" for hit in hits]


@pytest.mark.parametrize(
    ("sentence", "lexelt", "expected"),
    [
        ("They lost the matches.", "match.n", ["matches"]),
        ("Matches were lost, a match won.", "match.n", ["Matches", "match"]),
        ("He gave it to them, given time.", "give.v", ["gave", "given"]),
        ("The dog's tail.", "dog.n", ["dog"]),
        ("They don't.", "do.v", ["do"]),
        ("He travelled and traveled.", "travel.v", ["travelled", "traveled"]),
        ("It has borne much; the bear bears.", "bear.n", ["bear", "bears"]),
        ("It has borne much; the bear bears.", "bear.v", ["borne", "bear", "bears"]),
        ("She looked after him; he looks often after her.", "look after.v", ["looked after"]),
        ("She looked after him.", "look_after.v", ["looked after"]),
        ("Both mothers-in-law came.", "mother-in-law.n", ["mothers-in-law"]),
        ("Rematch, matching, match-fixing.", "match.n", []),
        ("see www.match.org", "match.n", []),
        ("The blorfs blorfed.", "blorf.v", ["blorfs", "blorfed"]),
        ("The brightest of brights.", "bright.x", ["brightest", "brights"]),
    ],
)
def test_english_forms_are_found(sentence: str, lexelt: str, expected: list[str]) -> None:
    assert found(sentence, lexelt) == [f"{lexelt}:{form}" for form in expected]


@pytest.mark.parametrize(
    ("language", "sentence", "lexelt", "expected"),
    [
        ("fr", "L'homme voit des chevaux.", "cheval.n", ["chevaux"]),
        ("fr", "L'homme voit.", "homme.n", ["homme"]),
        ("it", "Mangiavano dell'uva.", "mangiare.v", ["Mangiavano"]),
        ("de", "Die Häuser sind alt.", "Haus.n", ["Häuser"]),
        ("es", "Dos perros.", "perro.n", ["perros"]),
    ],
)
def test_forms_of_other_languages_are_found_by_their_lemmas(
    language: str, sentence: str, lexelt: str, expected: list[str]
) -> None:
    assert found(sentence, lexelt, language=language) == [f"{lexelt}:{form}" for form in expected]


def test_several_targets_are_found_in_order() -> None:
    hits = found("They lost the bright match.", "bright.a", "bright.n", "match.n", "lose.v")
    assert hits == ["lose.v:lost", "bright.a:bright", "bright.n:bright", "match.n:match"]


def test_exact_forms_need_no_lemmatiser() -> None:
    assert found("我们输了这场比赛。", "比赛.n", language="zh", exact=True) == ["比赛.n:比赛"]
    assert found("The matches and the match", "match.n", exact=True) == ["match.n:match"]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("He met Mr Bright there.", ["Bright?"]),
        ("Bright boys win.", ["Bright"]),
        ('"Bright boys win."', ["Bright"]),
        ('He said: "Bright boys win."', ["Bright"]),
        ("HE IS BRIGHT.", ["BRIGHT?"]),
        ("a bright boy", ["bright"]),
    ],
)
def test_a_capital_inside_a_sentence_looks_like_a_name(sentence: str, expected: list[str]) -> None:
    assert found(sentence, "bright.a") == [f"bright.a:{form}" for form in expected]


def test_capitals_of_the_list_and_of_german_are_no_names() -> None:
    assert found("He speaks French.", "French.n") == ["French.n:French"]
    assert found("Das ist ein Haus.", "Haus.n", language="de") == ["Haus.n:Haus"]


def test_a_language_without_lemmatiser_is_refused_with_the_way_out() -> None:
    with pytest.raises(UsageError, match=r"no lemmatiser for zh; find only the forms of the list \(`exact`\)"):
        TargetFinder(["比赛.n"], "zh")


@pytest.mark.parametrize("lexelt", ["!.n", "...a"])
def test_a_target_without_a_word_is_refused(lexelt: str) -> None:
    with pytest.raises(BadInput, match="no word to look for"):
        TargetFinder([lexelt], "en")


def test_only_so_many_lemmas_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stead.words.target_spans._REMEMBERED", 3)
    finder = TargetFinder(["cheval.n"], "fr")
    for _ in range(2):
        assert finder.may_hold("un deux trois quatre cinq chevaux")
        assert len(finder._keys) <= 3
