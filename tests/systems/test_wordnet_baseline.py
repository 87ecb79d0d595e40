"""The WordNet baseline: four classes, each by frequency, worked by hand on the small WordNet of the tests."""

from dataclasses import replace

import pytest

from stead.core.errors import BadInput, UsageError
from stead.systems import System, answer, parse_system, rank_pool
from tests.systems.made import item, plain

MATCH = item("They lost the [match].", "match.n")

# The senses of match are fire (lucifer, Lucifer match), game (alone) and match2 (equal). Class 1: lucifer, seen once a
# million, so 4 + 1/2, and a phrase that was never seen, 4. Class 2, above fire: contest 3 + 3/4, lighter 3 + 1/2,
# equal 3. Class 3 would be equal, which is in class 2 already. Class 4, above game: competition 1 + 9/10.
FOUND = [
    ("lucifer", 4.5),
    ("Lucifer match", 4.0),
    ("contest", 3.75),
    ("lighter", 3.5),
    ("equal", 3.0),
    ("competition", 1.9),
]


def test_classes_come_in_order_and_inside_a_class_the_most_frequent_first(wordnet: System) -> None:
    assert plain(wordnet.suggest(MATCH)) == FOUND


def test_the_source_names_the_lexicon_and_the_class(wordnet: System) -> None:
    assert [each.source.partition(": ")[2] for each in wordnet.suggest(MATCH)] == [
        *["first synset"] * 2,
        *["near the first synset"] * 3,
        "near any synset",
    ]
    assert all(each.source.startswith("wordnet") for each in wordnet.suggest(MATCH))


@pytest.mark.parametrize(
    ("lexelt", "expected"),
    [
        # class 1: pass, never seen; class 2, above it: turn over 3 + 99/100, give 3 + 9/10
        ("hand.v", [("pass", 4.0), ("turn over", 3.99), ("give", 3.9)]),
        # its first synset has bright alone; similar to it: lit up 3 + 19/20, lustrous 3 + 4/5, then two never seen, in
        # the lexicon's order
        ("bright.a", [("lit up", 3.95), ("lustrous", 3.8), ("shiny", 3.0), ("aglow", 3.0)]),
        ("quickly.r", [("fast", 4.0)]),
        ("nowhere.n", []),
    ],
)
def test_every_part_of_speech(wordnet: System, lexelt: str, expected: list[tuple[str, float]]) -> None:
    assert plain(wordnet.suggest(item("[It].", lexelt))) == expected


@pytest.mark.parametrize("lexelt", ["bright.j", "bright.J", "bright.s", "bright.n.a"])
def test_other_letters_of_data_sets_are_understood(wordnet: System, lexelt: str) -> None:
    assert wordnet.suggest(item("[It].", lexelt)) == wordnet.suggest(item("[It].", "bright.a"))


def test_a_letter_that_no_lexicon_knows_stands_for_any_part_of_speech(wordnet: System) -> None:
    assert [each.term for each in wordnet.suggest(item("[It].", "quickly.x"))] == ["fast"]


def test_best_is_the_first_and_oot_at_most_ten(wordnet: System) -> None:
    assert answer(wordnet, MATCH, "best").answers == ["lucifer"]
    row = answer(wordnet, MATCH, "oot")
    assert list(zip(row.answers, row.scores or [], strict=True)) == FOUND
    assert (row.lexelt, row.id) == ("match.n", "1")


@pytest.mark.parametrize(("cut", "number"), [(3.0, 5), (3.5, 4), (3.51, 3), (9.0, 0), (0.0, 6)])
def test_coverage_is_cut_at_a_score_which_still_counts(wordnet: System, cut: float, number: int) -> None:
    row = answer(replace(wordnet, cut=cut), MATCH, "coverage")  # type: ignore[call-arg]
    assert row.answers == [term for term, _ in FOUND][:number]


def test_a_pool_is_put_in_order_and_what_is_not_suggested_comes_last(wordnet: System) -> None:
    pool = ["nothing", "competition", "equal", "nowhere", "contest", "nothing"]
    row = rank_pool(wordnet, MATCH, {"match.n": pool})
    assert row.answers == ["contest", "equal", "competition", "nothing", "nowhere"]
    assert row.scores == pytest.approx([3.75, 3.0, 1.9, 0.9, 0.9])  # one below the worst of all suggestions, 1.9


def test_candidates_with_equal_scores_keep_the_order_of_the_system(wordnet: System) -> None:
    row = rank_pool(wordnet, item("[It].", "bright.a"), {"bright.a": ["aglow", "shiny"]})
    assert row.answers == ["shiny", "aglow"]


def test_a_target_without_a_pool_has_no_answers(wordnet: System) -> None:
    assert rank_pool(wordnet, MATCH, {"other.n": ["x"]}).answers == []


def test_a_pool_for_a_target_that_the_lexicon_does_not_have_keeps_its_order(wordnet: System) -> None:
    row = rank_pool(wordnet, item("[It].", "nowhere.n"), {"nowhere.n": ["b", "a"]})
    assert (row.answers, row.scores) == (["b", "a"], [-1.0, -1.0])


def test_another_language_is_refused(wordnet: System) -> None:
    with pytest.raises(UsageError, match="wordnet is for en, but item 1 is in french"):
        wordnet.suggest(item("[It].", "match.n", "french"))
    assert wordnet.suggest(item("[It].", "match.n", ""))
    assert wordnet.suggest(item("[It].", "match.n", "en-GB"))


def test_a_task_that_is_none_is_refused(wordnet: System) -> None:
    with pytest.raises(UsageError, match="'worst' is not a task; there are best, oot, mw, coverage, rank"):
        answer(wordnet, MATCH, "worst")


def test_the_signature_names_what_is_read(wordnet: System) -> None:
    assert "|lexicon:wordnet" in wordnet.signature()
    assert "|frequencies:frequencies.tsv#" in wordnet.signature()


def test_wordnet_that_is_not_here_is_one_sentence_with_the_command() -> None:
    with pytest.raises(BadInput, match="is not here: get it with `stead resources get wordnet`"):
        parse_system("wordnet").suggest(MATCH)
