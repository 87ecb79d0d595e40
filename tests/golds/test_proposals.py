"""What is proposed to a person, and what is not proposed again."""

import pytest

from stead.core.errors import UsageError
from stead.golds import (
    AnswerRules,
    Curation,
    Decision,
    ProposalCause,
    ProposalReason,
    likeliest_lemma,
    prepare_answers,
    propose_decisions,
)
from tests.golds.made import annotations, by_letters, decisions

NOTHING = Curation()


def proposed(
    *rows: tuple[str, ...], curation: Curation = NOTHING, languages: dict[tuple[str, str], str] | None = None
) -> list[Decision]:
    """What is proposed for these annotations; the made-up lemma of a word is the word without its last s."""
    answers = prepare_answers(annotations(*rows), AnswerRules(), curation, None)[0].answers
    lemmatise = None if languages is None else lambda word, _: word.removesuffix("s")
    return propose_decisions(answers, curation, languages, lemmatise)


def pairs(found: list[Decision]) -> list[tuple[str, str]]:
    return [(each.form, each.to) for each in found]


@pytest.mark.parametrize(
    ("rare", "frequent", "reason"),
    [
        ("German", "german", "case"),
        ("well-lit", "well lit", "hyphen or space"),
        ("Well-Lit", "well lit", "hyphen or space"),
        ("child\u2019s play", "child's play", "apostrophe"),
        ("color", "colour", "American and British spelling"),
        ("bank note", "banknote", "written together or apart"),
        ("bank-note", "banknote", "written together or apart"),
    ],
)
def test_the_rarer_form_is_proposed_to_be_merged_into_the_more_frequent(rare: str, frequent: str, reason: str) -> None:
    [found] = proposed(*by_letters("a.n 1", rare, frequent, frequent, "other"))
    assert (found.status, found.action, found.form, found.to) == ("proposed", "merge", rare, frequent)
    assert found.reason == f"{reason}; 1 : 2 answers"


@pytest.mark.parametrize(
    "reason",
    [
        ProposalReason(ProposalCause.NO_LETTER, 1),
        ProposalReason(ProposalCause.SEVERAL_WORDS, 12),
        *(ProposalReason(cause, 1, 20) for cause in ProposalCause),
        ProposalReason(ProposalCause.LEMMA, 3, 0, "pt-BR"),
    ],
)
def test_the_reason_of_a_proposal_is_read_back_from_its_text(reason: ProposalReason) -> None:
    assert ProposalReason.parse(str(reason)) == reason


@pytest.mark.parametrize(
    "text", ["", "by hand", "case", "case; many answers", "the case; 1 : 2 answers", "case; 1 : 2 answers, I think"]
)
def test_a_reason_that_a_person_wrote_is_not_that_of_a_proposal(text: str) -> None:
    assert ProposalReason.parse(text) is None


def test_of_equally_frequent_forms_the_first_by_its_characters_is_kept() -> None:
    assert pairs(proposed(*by_letters("a.n 1", "well-lit", "well lit"))) == [("well-lit", "well lit")]


def test_all_forms_of_a_word_are_merged_into_one() -> None:
    rows = by_letters("a.n 1", "well-lit", "well lit", "Well lit", "well lit")
    assert pairs(proposed(*rows)) == [("Well lit", "well lit"), ("well-lit", "well lit")]


def test_words_that_are_not_alike_are_left_alone() -> None:
    assert proposed(*by_letters("a.n 1", "light", "lit", "lights", "resume", "résumé")) == []


def test_forms_of_different_items_and_of_multiwords_count_too() -> None:
    rows = [("a.n 1", "p", "sur le champ"), ("b.n 2", "p", "x", "sur-le-champ"), ("b.n 2", "q", "y", "sur-le-champ")]
    assert pairs(proposed(*rows)) == [("sur le champ", "sur-le-champ")]


# ------------------------------------------------------------------------------------- several words, and none


@pytest.mark.parametrize(
    ("form", "parts"),
    [
        ("clever, smart", "clever; smart"),
        ("clever,smart", "clever; smart"),
        ("clever/smart / able", "clever; smart; able"),
        ("clever or smart", "clever; smart"),
        ("clever, Or smart", "clever; smart"),
        ("malin ou habile", "malin; habile"),
        ("furbo o abile", "furbo; abile"),
        ("clever, clever, smart,", "clever; smart"),
    ],
)
def test_an_answer_of_several_words_is_proposed_to_be_split(form: str, parts: str) -> None:
    [found] = proposed(*by_letters("a.n 1", form, form, "other"))
    assert (found.action, found.form, found.to, found.reason) == ("split", form, parts, "several words; 2 answers")


@pytest.mark.parametrize("form", ["hold back", "well-lit", "oracle", "for", "n/a", "clever,", "no. 1, 2"])
def test_what_is_one_word_is_not_proposed_to_be_split(form: str) -> None:
    assert proposed(*by_letters("a.n 1", form, "other")) == []


@pytest.mark.parametrize("form", ["12", "::", "~", "24/7", "\N{ZERO WIDTH SPACE}", "-"])
def test_what_has_no_letter_is_proposed_to_be_dropped(form: str) -> None:
    [found] = proposed(*by_letters("a.n 1", form, "other"))
    assert (found.action, found.form, found.to, found.reason) == ("drop", form, "", "no letter; 1 answer")


@pytest.mark.parametrize("form", ["A4", "日", "ß", "1st"])
def test_what_has_a_letter_of_any_script_is_not(form: str) -> None:
    assert proposed(*by_letters("a.n 1", form, "other")) == []


def test_multiwords_are_dropped_but_not_split() -> None:
    found = proposed(("a.n 1", "p", "x", "12"), ("a.n 1", "q", "x", "a, b"))
    assert [(each.action, each.form) for each in found] == [("drop", "12")]


@pytest.mark.parametrize(
    "known", [(), (Decision(status="proposed", action="split", form="games, plays", to="games; plays"),)]
)
def test_nothing_else_is_proposed_for_a_form_that_may_be_split(known: tuple[Decision, ...]) -> None:
    rows = by_letters("a.n 1", "games, plays", "Games, plays", "x")
    found = proposed(*rows, curation=Curation(known), languages={("a.n", "1"): "en"})
    assert {each.action for each in found} == {"split"}


def test_what_was_refused_to_be_split_is_merged_like_any_other() -> None:
    refused = Curation((Decision(status="refuse", action="split", form="more or less", to="more; less"),))
    found = proposed(*by_letters("a.r 1", "more or less", "more-or-less", "more or less"), curation=refused)
    assert [(each.action, each.form, each.to) for each in found] == [("merge", "more-or-less", "more or less")]


def test_a_split_into_other_parts_that_was_refused_is_not_proposed_again() -> None:
    refused = Curation((Decision(status="refuse", action="split", form="a, b, c", to="a, b; c"),))
    assert proposed(*by_letters("a.r 1", "a, b, c", "x"), curation=refused) == []


# ------------------------------------------------------------------------------------------ what was decided


@pytest.mark.parametrize("status", ["accept", "refuse", "proposed"])
def test_what_was_decided_or_proposed_is_not_proposed_again(status: str) -> None:
    curation = Curation((Decision(status=status, action="merge", form="well-lit", to="well lit"),))
    assert proposed(*by_letters("a.n 1", "well-lit", "well lit"), curation=curation) == []


def test_what_was_refused_is_not_proposed_the_other_way_round() -> None:
    curation = Curation((Decision(status="refuse", action="merge", form="well-lit", to="well lit"),))
    assert proposed(*by_letters("a.n 1", "well-lit", "well-lit", "well lit"), curation=curation) == []


def test_proposals_build_on_what_was_accepted() -> None:
    rows = by_letters("a.n 1", "gamez", "games", "game")
    languages = {("a.n", "1"): "en"}
    accepted = decisions(("merge", "gamez", "games"))
    [found] = proposed(*rows, curation=accepted, languages=languages)
    assert (found.form, found.to, found.reason) == ("games", "game", "lemma (en); 2 : 1 answers")


# ---------------------------------------------------------------------------------------------------- lemmas


def test_single_words_are_lemmatised_everywhere_if_there_is_one_language() -> None:
    rows = [*by_letters("a.n 1", "games", "full of lights", "eye-catchers"), *by_letters("b.n 2", "games", "dogs")]
    found = proposed(*rows, languages={("a.n", "1"): "en", ("b.n", "2"): "en"})
    assert [(each.action, each.form, each.to, each.lexelt) for each in found] == [
        ("lemmatise", "dogs", "dog", ""),
        ("lemmatise", "games", "game", ""),
    ]


def test_with_several_languages_each_lexelt_is_decided_apart() -> None:
    rows = [*by_letters("a.n 1", "sales", "x"), *by_letters("b.n 2", "sales", "x")]
    found = proposed(*rows, languages={("a.n", "1"): "en", ("b.n", "2"): "fr"})
    assert [(each.lexelt, each.form, each.reason[:10]) for each in found] == [
        ("a.n", "sales", "lemma (en)"),
        ("b.n", "sales", "lemma (fr)"),
    ]


def test_items_of_unknown_language_are_not_lemmatised() -> None:
    assert proposed(*by_letters("a.n 1", "games", "x"), languages={("a.n", "1"): ""}) == []


def test_a_form_that_is_to_be_merged_is_not_lemmatised_as_well() -> None:
    found = proposed(*by_letters("a.n 1", "Dogs", "dogs", "dogs"), languages={("a.n", "1"): "en"})
    assert pairs(found) == [("Dogs", "dogs"), ("dogs", "dog")]


def test_a_lemma_that_was_refused_is_not_proposed_again() -> None:
    curation = Curation((Decision(status="refuse", action="lemmatise", form="glasses", to="glasse"),))
    assert proposed(*by_letters("a.n 1", "glasses", "x"), curation=curation, languages={("a.n", "1"): "en"}) == []


def test_lemmas_come_from_simplemma() -> None:
    pytest.importorskip("simplemma")
    forms = (("games", "en"), ("game", "english"), ("maisons", "fr"), ("case", "it"))
    assert [likeliest_lemma(*each) for each in forms] == ["game", "game", "maison", "casa"]


def test_a_language_without_lemmas_is_one_sentence() -> None:
    with pytest.raises(UsageError, match="there is no lemmatiser for zh; there are ar"):
        likeliest_lemma("games", "zh")
