"""Three hundred sentences of all kinds: is the first substitute that people see a good one?

The models are trained anew now and then, so that some first answers may have no verdict yet: they are listed, and count
as neither. Give them one in first_answers.tsv when there are too many.
"""

import csv
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import stead
from stead.core.errors import BadInput
from stead.lexicons import open_lexicon
from stead.systems.blend.trained_models import TIERS
from stead.systems.suitable import is_offensive
from tests.lexicons.real import real

SENTENCES = Path(__file__).with_name("first_answers.tsv")
FORMS = Path(__file__).with_name("forms_read.tsv")
MODERN = Path(__file__).with_name("modern_words.tsv")
ORDINARY = {"news", "fiction", "technical", "chat"}
REFUSED = "(refused)"
BARS = {"swift": (0.84, 0.79), "fine": (0.88, 0.85), "finest": (0.90, 0.86)}
"""The share of good first answers that each tier has reached, less two at most: for ordinary words, for all targets."""


@cache
def verdicts() -> tuple[dict[str, str], ...]:
    lines = [line for line in SENTENCES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return tuple(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def first_answers(tier: str) -> dict[str, str]:
    """The first substitute for each target by a tier."""
    for library in TIERS[tier].libraries:
        pytest.importorskip(library, reason=f"needs the library {library}")
    for name in TIERS[tier].resources:
        real(name)
    return {row["sentence"]: first_answer(row["sentence"], tier) for row in verdicts()}


def first_answer(sentence: str, tier: str) -> str:
    try:
        substitutes = list(stead.suggest(sentence, number=1, system=tier))
    except BadInput:
        return REFUSED
    return substitutes[0].form if substitutes else REFUSED


def judge(row: dict[str, str], tier: str) -> str:
    answer = first_answers(tier)[row["sentence"]].lower()
    bad = row["not acceptable"].lower().split(";")
    if answer in row["acceptable"].lower().split(";"):
        return "good"
    return "form" if f"*{answer}" in bad else "bad" if answer in bad else "new"


def test_every_line_has_a_sentence_with_a_target_and_verdicts_that_do_not_contradict() -> None:
    assert len(verdicts()) == len({row["sentence"] for row in verdicts()}) == 300
    for row in verdicts():
        good, bad = (set(row[column].lower().split(";")) for column in ("acceptable", "not acceptable"))
        assert row["sentence"].count("[") == 1
        assert not good & bad - {""}


@pytest.mark.soak
@pytest.mark.real
@pytest.mark.parametrize("tier", BARS)
def test_the_first_answer_is_mostly_good(tier: str) -> None:
    judged = {row["sentence"]: judge(row, tier) for row in verdicts()}
    new = [f"{sentence} -> {first_answers(tier)[sentence]}" for sentence, verdict in judged.items() if verdict == "new"]
    assert len(new) < len(judged) / 4, "\n".join(["first answers without a verdict:", *new])
    ordinary = Counter(judged[row["sentence"]] for row in verdicts() if row["kind"] in ORDINARY)
    everything = Counter(judged.values())
    assert share_of_good(ordinary) >= BARS[tier][0], "\n".join([str(ordinary), *new])
    assert share_of_good(everything) >= BARS[tier][1], "\n".join([str(everything), *new])
    assert everything["form"] < 0.02 * len(judged)


def share_of_good(verdicts: Counter[str]) -> float:
    return verdicts["good"] / (verdicts.total() - verdicts["new"])


@pytest.mark.soak
@pytest.mark.real
def test_of_all_that_is_put_in_under_two_in_a_hundred_forms_are_wrong() -> None:
    """The forms of the first five substitutes for each target; those that nobody has read yet are listed."""
    first_answers("swift")  # or skip
    lines = [line.split("\t") for line in FORMS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    verdicts = Counter(
        "wrong" if f"*{form}" in read else "right" if form in read else "new"
        for sentence, forms in lines
        for read in [forms.split(";")]
        for form in [substitute.form for substitute in stead.suggest(sentence, number=5, system="swift")]
    )
    assert verdicts["new"] < 0.25 * verdicts.total(), verdicts
    assert verdicts["wrong"] < 0.02 * (verdicts["right"] + verdicts["wrong"]), verdicts


@pytest.mark.soak
@pytest.mark.real
@pytest.mark.parametrize("tier", BARS)
def test_no_word_that_hurts_comes_first(tier: str) -> None:
    wordnet = open_lexicon("wordnet")
    assert not [
        (sentence, answer)
        for sentence, answer in first_answers(tier).items()
        if is_offensive(answer, "", "en", wordnet)
    ]


@pytest.mark.soak
@pytest.mark.real
def test_names_and_numbers_are_left_alone() -> None:
    answers = Counter(
        first_answers("swift")[row["sentence"]] for row in verdicts() if row["kind"] in {"name", "number"}
    )
    assert answers[REFUSED] >= 0.9 * answers.total(), answers


@pytest.mark.soak
@pytest.mark.real
def test_most_modern_words_are_answered_sensibly() -> None:
    first_answers("swift")  # or skip
    lines = [line.split("\t") for line in MODERN.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) == 53
    others = [
        f"{sentence} -> {answer}"
        for sentence, sensible in lines
        for answer in [first_answer(sentence, "swift")]
        if answer.lower() not in sensible.split(";")
    ]
    assert len(lines) - len(others) >= 45, "\n".join(others)
