"""Lexelts of run and gold: one target under two spellings is one target."""

from pathlib import Path

import pytest

from stead import score
from stead.core.errors import BadInput, UsageError
from stead.core.item import lexelt_key, speech_letter

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


COARSE = {("free.J", "1"): {"open": 2}, ("free.N", "1"): {"gift": 2}, ("thé.N", "2"): {"tea": 2}}
FINE = ("free.a", "free.n", "the\N{COMBINING ACUTE ACCENT}.n")


def test_candidates_are_found_under_any_spelling_of_the_lexelt() -> None:
    run = {item: list(weights) for item, weights in COARSE.items()}
    candidates = {lexelt: [*weights, "other"] for lexelt, weights in zip(FINE, COARSE.values(), strict=True)}
    result = score(COARSE, run, measures="gap(pool=candidates)", candidates=candidates)
    assert result.value("gap(pool=candidates)") == 1


def test_the_pool_of_a_target_is_that_of_all_its_spellings() -> None:
    """Of open and clear, the run ranks the wrong one first: (1/2) instead of 1."""
    gold = {("free.J", "1"): {"open": 2}, ("free.a", "2"): {"clear": 2}}
    result = score(gold, {("free.J", "1"): ["clear", "open"], ("free.a", "2"): ["clear"]}, measures="gap")
    assert result.value("gap") == pytest.approx((1 / 2 + 1) / 2)


@pytest.mark.parametrize("lexelt", FINE)
def test_a_list_of_lexelts_knows_any_spelling(tmp_path: Path, lexelt: str) -> None:
    run = {item: list(weights) for item, weights in COARSE.items()}
    manual, groups = tmp_path / "manual.txt", tmp_path / "groups.tsv"
    manual.write_text(f"{lexelt}\n", encoding="utf-8")
    groups.write_text(f"{lexelt}\tchosen\n", encoding="utf-8")
    result = score(COARSE, run, measures="best", by=["subset", groups], manual=manual)
    sizes = {one_score.group: one_score.scored for one_score in result.scores}
    assert (sizes["subset=MAN"], sizes["subset=RAND"]) == (1, 2)
    assert (sizes["groups=chosen"], sizes["groups=(none)"]) == (1, 2)


def test_two_rows_of_one_item_are_named() -> None:
    gold = {("free.a", "1"): {"open": 2}, ("free.J", "1"): {"clear": 2}}
    with pytest.raises(BadInput, match=r"two rows for the same item, free\.a 1 and free\.J 1\.$"):
        score(gold, {("free.a", "1"): ["open"]}, measures="best")


def test_a_gold_of_one_item_that_does_not_count_is_no_file_to_check() -> None:
    with pytest.raises(BadInput, match=r"since its only item lacks weights") as caught:
        score({"1": {"open": 1}}, {"1": ["open"]}, measures="best", min_responses=2)
    assert "stead check" not in str(caught.value)


@pytest.mark.parametrize("measure", [3, None])
def test_a_value_of_no_measure_is_a_sentence(measure: object) -> None:
    result = score({"1": {"open": 2}}, {"1": ["open"]}, measures="best")
    with pytest.raises(UsageError, match=f"the name of a measure, such as 'best', not {measure}"):
        result.value(measure)  # type: ignore[arg-type]
