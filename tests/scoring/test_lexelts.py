"""Lexelts of run and gold: one target under two spellings is one target."""

import pytest

from stead import score
from stead.task import lexelt_key, speech_letter

GOLD = {("thé.n", "1"): {"tea": 2}, ("bright.a", "2"): {"clever": 2}, ("bar.n.v", "3"): {"pub": 2}}


def under_others(*lexelts: str) -> tuple[str, ...]:
    answers = [["tea"], ["clever"], ["pub"]]
    run = {(lexelt, str(number)): own for number, (lexelt, own) in enumerate(zip(lexelts, answers, strict=True), 1)}
    return score(GOLD, run, measures="best").evaluation.runs[0].other_targets


@pytest.mark.parametrize(
    "lexelts",
    [
        ("thé.n", "bright.a", "bar.n.v"),
        ("the\N{COMBINING ACUTE ACCENT}.n", "bright.a", "bar.n.v"),
        ("thé.N", "bright.J", "bar.N.V"),
        ("thé.N", "bright.j", "bar.n.v"),
        ("", "", ""),
    ],
)
def test_another_spelling_is_no_other_lexelt(lexelts: tuple[str, str, str]) -> None:
    assert under_others(*lexelts) == ()


def test_another_word_or_part_of_speech_is() -> None:
    assert under_others("the.n", "bright.n", "bar.n") == ("1", "2", "3")
    assert under_others("thé.v", "Bright.a", "bar.v.n") == ("1", "2", "3")


def test_items_that_share_an_id_are_matched_by_lexelts_of_any_spelling() -> None:
    gold = {("thé.n", "1"): {"tea": 2}, ("bright.a", "1"): {"clever": 2}}
    run = {("bright.J", "1"): ["clever"], ("the\N{COMBINING ACUTE ACCENT}.N", "1"): ["tea"]}
    assert score(gold, run, measures="best").value("best") == 1


@pytest.mark.parametrize(
    ("lexelt", "key", "letter"),
    [
        ("bright.J", "bright.a", "a"),
        ("e commerce.N", "e commerce.n", "n"),
        ("bar.N.V", "bar.n.v", "n"),
        ("U.S..N", "U.S..n", "n"),
        ("Word", "Word", ""),
        ("", "", ""),
        ("x.p", "x.p", "p"),
    ],
)
def test_a_key_has_one_letter_for_each_part_of_speech(lexelt: str, key: str, letter: str) -> None:
    assert (lexelt_key(lexelt), speech_letter(lexelt)) == (key, letter)
