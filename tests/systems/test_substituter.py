"""The object to keep: targets however they are marked, many requests, filters, threads, pickles."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import stead
from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.parallel import _openblas
from stead.systems import Suggestion, System
from stead.systems.base import text
from stead.systems.substituter import AT_ONCE
from tests.cli.sources import small_system, without_resources


@dataclass(frozen=True)
class Listed(System):
    """Suggests what its parameter lists, each a tenth less probable than the one before."""

    name = "listed"
    paper = about = "none"
    threshold = 0.0
    scores_are_probabilities = True
    terms: str = text("", "what is suggested", "words with + between them")

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        terms = self.terms.split("+")
        return [Suggestion(term, 0.9 - 0.1 * rank, "list", ("mine",)) for rank, term in enumerate(terms)]

    def signature(self) -> str:
        return str(self)


LISTED = "tests.systems.test_substituter:Listed"


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return small_system(tmp_path, monkeypatch)


def of(terms: str, **settings: str) -> stead.Substituter:
    return stead.Substituter(f"{LISTED}(terms={terms})", **settings)  # type: ignore[arg-type]


def forms(suggestions: Sequence[stead.Substitute]) -> list[str]:
    return [substitute.form for substitute in suggestions]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"text": "A [match] is a match."}, "A game is a match."),
        ({"text": "A match is a match.", "target": "match", "occurrence": 2}, "A match is a game."),
        ({"text": "A match is a match.", "start": 2, "end": 7}, "A game is a match."),
        ({"text": "A match is a match.", "target": "match", "start": 13}, "A match is a game."),
        ({"text": "a \\match, [sic]", "target": "match"}, "a \\game, [sic]"),
        ({"text": "rematch match", "target": "match"}, "rematch game"),
        ({"text": "Two [ matches ].", "pos": "n"}, "Two  games ."),
    ],
)
@pytest.mark.usefixtures("system")
def test_a_target_by_brackets_offsets_or_occurrence(given: dict[str, object], sentence: str) -> None:
    suggestions = of("game").suggest(**given)  # type: ignore[arg-type]
    assert suggestions[0].sentence == sentence
    assert suggestions[0].sentence[suggestions[0].start : suggestions[0].end] == suggestions[0].form


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"text": "un[match]ed"}, '"match" is only a part of "unmatched"'),
        ({"text": "rematch", "start": 2, "end": 7}, "only a part of"),
        ({"text": "A match is a match.", "target": "match"}, "occurs 2 times"),
        ({"text": "A match is a match.", "target": "match", "occurrence": 3}, "there is no occurrence 3"),
        ({"text": "A match.", "start": 2, "end": 99}, "no part of a text of 8 characters"),
        ({"text": "A match.", "start": 2, "end": 6, "target": "match"}, 'are "matc", not "match"'),
        ({"text": "A  match.", "start": 1, "end": 3}, "white space"),
    ],
)
@pytest.mark.usefixtures("system")
def test_a_target_that_is_no_word_is_refused(given: dict[str, object], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        of("game").suggest(**given)  # type: ignore[arg-type]


@pytest.mark.usefixtures("system")
def test_line_ends_and_double_spaces_inside_a_target_are_spaces() -> None:
    suggestions = of("game").suggest("Two [cup\n  finals].")
    assert suggestions.item.lexelt == "cup final.n"
    assert forms(suggestions) == ["games"]


@pytest.mark.parametrize(
    ("parameter", "call"),
    [
        ("text", lambda made: made.suggest(None)),
        ("number", lambda made: made.suggest("a [match]", number="3")),
        ("number", lambda made: made.suggest_many([], number=2.5)),
        ("start", lambda made: made.suggest("a match", start="2")),
        ("start", lambda made: made.suggest("a match", end=3)),
        ("end", lambda made: made.suggest("a match", start=3)),
        ("candidates", lambda made: made.rank("a [match]", 5)),
        ("requests", lambda made: made.suggest_many("a [match]")),
        ("requests", lambda made: made.suggest_many(5)),
        ("language", lambda made: type(made)("swift", 5)),
        ("spelling", lambda made: type(made)("swift", spelling="welsh")),
        ("tier", lambda _: stead.Substituter.requirements("fastest")),
        ("text", lambda made: made.text(5)),
        ("options", lambda made: made.text("a match", 5)),
        ("variants", lambda made: made.rewrite("a match", variants=-1)),
        ("pos", lambda _: stead.TextOptions(pos="x")),
        ("words", lambda _: stead.TextOptions(words="match")),  # type: ignore[arg-type]
        ("every", lambda _: stead.TextOptions(every=0)),
    ],
)
@pytest.mark.usefixtures("system")
def test_a_wrong_type_is_one_sentence_with_the_parameter(parameter: str, call: object) -> None:
    with pytest.raises(UsageError) as caught:
        call(of("game"))  # type: ignore[operator]
    assert caught.value.parameter == parameter


@pytest.mark.usefixtures("system")
def test_the_target_in_another_form_or_spelling_is_no_substitute() -> None:
    terms = "Match+matches+m\u00e4tch+ma-tch+game"
    assert forms(of(terms).suggest("two [matches]")) == ["games"]


@pytest.mark.usefixtures("system")
def test_spellings_of_one_substitute_are_one_and_as_asked_for() -> None:
    assert forms(of("colour+color+game").suggest("[Matches] ended.")) == ["Colours", "Games"]
    assert forms(of("colour+game", spelling="american").suggest("[Matches] ended.")) == ["Colors", "Games"]
    assert forms(of("color+game", spelling="british").suggest("the [match]")) == ["colour", "game"]


@pytest.mark.usefixtures("system")
def test_what_is_given_is_a_sequence_that_knows_scores_and_sources() -> None:
    suggestions = of("game+contest+equal").suggest("the [match]", min_probability=0.75)
    assert (len(suggestions), suggestions[-1].form, forms(suggestions[:1])) == (2, "contest", ["game"])
    first = suggestions[0]
    assert (first.probability, first.sources, suggestions.item.lexelt) == (0.9, ("mine",), "match.n")
    assert [record["term"] for record in suggestions.records()] == ["game", "contest"]


@pytest.mark.usefixtures("system")
def test_given_candidates_are_all_ranked_the_target_too() -> None:
    ranked = of("game+contest").rank("Two [matches].", iter(["equal", "contest", "game", "contest"]))
    assert forms(ranked) == ["games", "contests", "equals"]


@pytest.mark.usefixtures("system")
def test_many_requests_are_answered_in_order_and_refused_ones_say_why() -> None:
    requests: list[Any] = ["the [match]", "none", {"text": "a match", "target": "match", "id": "x"}, 5, {"tekst": ""}]
    answers = list(of("game").suggest_many(requests * AT_ONCE, number=1))
    assert len(answers) == 5 * AT_ONCE
    assert [answer.item.id for answer in answers[:5]] == ["1", "2", "x", "4", "5"]
    assert [bool(answer.refusal) for answer in answers] == [False, True, False, True, True] * AT_ONCE
    assert answers[1].record() == {"id": "2", "text": "none", "error": answers[1].refusal}
    assert "no target is marked" in answers[1].refusal


@pytest.mark.usefixtures("system")
def test_many_requests_are_read_lazily() -> None:
    numbers = count()
    answers = list(islice(of("game").suggest_many(f"match {number}: a [match]" for number in numbers), 3))
    assert answers[2].item.text == "match 2: a match"
    assert next(numbers) <= 8 * AT_ONCE


@pytest.mark.usefixtures("system")
def test_a_copy_from_a_pickle_answers_alike_and_a_closed_one_not_at_all() -> None:
    with of("game+contest", spelling="british") as substituter:
        answer = substituter.suggest("the [match]")
        copy = pickle.loads(pickle.dumps(substituter))
        assert copy.suggest("the [match]") == answer
    with pytest.raises(UsageError, match=r"^this Substituter is closed"):
        substituter.suggest("the [match]")
    value = stead.Substituter(Listed("game"))
    assert str(pickle.loads(pickle.dumps(value)).tier) == str(Listed("game"))


@dataclass(frozen=True)
class Threads(Listed):
    """Suggests the number of threads that matrix products may use."""

    name = "threads"

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        library = _openblas()
        return [Suggestion(f"t{library.get() if library else 1}", 1.0)]


@pytest.mark.usefixtures("system")
def test_matrix_products_use_one_thread_while_it_works_and_as_many_as_before_afterwards() -> None:
    library = _openblas()
    before = library.get() if library else 1
    if library:
        library.set(2)
    assert stead.Substituter(Threads()).suggest("the [match]")[0].term == "t1"
    if library:
        assert library.get() == 2
        library.set(before)


@pytest.mark.usefixtures("system")
def test_several_threads_get_the_same_answers() -> None:
    substituter = of("game+contest")
    expected = substituter.suggest("the [match]")
    answers: list[stead.Suggestions] = []
    threads = [
        Thread(target=lambda: answers.extend(substituter.suggest("the [match]") for _ in range(20))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 80


def test_requirements_name_all_that_is_lacking_with_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_resources(tmp_path, monkeypatch)
    needed = stead.Substituter.requirements("fine")
    assert needed.lacking == ("wordnet", "moby", "bnc", "glove", "mpnet")
    # The sum of the sizes in the catalogue, with the paraphrases that the command fetches too.
    assert needed.download == pytest.approx(6.5 + 9.3 + 45.6 + 76.1 + 404.5 + 104.3, abs=0.3)
    assert "stead resources get fine" in needed.commands
    assert "646 MB to fetch" in str(needed)
    french = stead.Substituter.requirements("swift", "fr")
    assert french.lacking == ("mythes-fr", "vectors-fr")
    assert "stead resources get fr" in french.commands
