"""Proposing targets from what is known of words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.words import ProposalSettings, WordRecord, propose_targets

RECORDS = [
    WordRecord("match", "n", 4, 9, 50.0),
    WordRecord("dog", "n", 7, 12, 120.0),
    WordRecord("spring", "n", 6, 5, 40.0),
    WordRecord("bright", "a", 10, 30, 60.0),
]
ONE_EACH = {"n": 10, "a": 10}


def proposed(*records: WordRecord, **changes: object) -> list[str]:
    return propose_targets(records, ProposalSettings(per_part_of_speech=ONE_EACH, **changes)).lexelts  # type: ignore[arg-type]


def test_suitable_words_are_proposed_by_part_of_speech_and_alphabet() -> None:
    proposal = propose_targets(RECORDS, ProposalSettings(per_part_of_speech=ONE_EACH))
    assert proposal.lexelts == ["dog.n", "match.n", "spring.n", "bright.a"]
    assert proposal.suitable == {"n": 3, "a": 1}


@pytest.mark.parametrize(
    "record",
    [
        WordRecord("dog", "n", 1, 12, 1.0),  # one sense
        WordRecord("dog", "n", 7, 0, 1.0),  # no synonym
        WordRecord("dog", "n", 7, 12, 0.4),  # too rare
        WordRecord("dog", "n", 7, 12, 9.1),  # too frequent
        WordRecord("look after", "n", 7, 12, 1.0),  # a phrase
        WordRecord("Dog", "n", 7, 12, 1.0),  # a name
        WordRecord("d0g", "n", 7, 12, 1.0),
        WordRecord("dog", "v", 7, 12, 1.0),  # a part of speech that is not wanted
    ],
)
def test_an_unsuitable_word_is_not_proposed(record: WordRecord) -> None:
    assert proposed(record, least_frequency=0.5, most_frequency=9.0) == []


def test_the_conditions_can_be_changed() -> None:
    record = WordRecord("dog", "n", 1, 0, 1.0)
    assert proposed(record, least_senses=1, least_synonyms=0) == ["dog.n"]
    assert proposed(WordRecord("dog", "n", 2, 3, 1.0), least_synonyms=4) == []


@given(st.permutations(RECORDS), st.integers(), st.integers(0, 3))
def test_the_order_of_the_records_makes_no_difference(records: list[WordRecord], seed: int, wanted: int) -> None:
    settings = ProposalSettings(per_part_of_speech={"n": wanted}, seed=seed)
    proposal = propose_targets(iter(records), settings)
    assert proposal == propose_targets([*RECORDS, *RECORDS], settings)
    assert len(proposal.lexelts) == wanted


def test_every_word_has_the_same_chance() -> None:
    """600 draws of 1 from 3 nouns: each is expected 200 times, standard deviation 11.5."""
    drawn = [
        propose_targets(RECORDS, ProposalSettings(per_part_of_speech={"n": 1}, seed=seed)).lexelts[0]
        for seed in range(600)
    ]
    assert all(abs(drawn.count(lexelt) - 200) < 58 for lexelt in ("dog.n", "match.n", "spring.n"))
