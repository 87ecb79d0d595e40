"""A language model at an endpoint inside a blend: its ratings as a signal, its answers as candidates."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, GoldStandard
from stead.systems import System, parse_system
from stead.systems.blend import system as blending
from stead.systems.blend.candidates import PastAnswers
from stead.systems.blend.components import THESAURUS, Components, name_in_card, open_signal
from stead.systems.blend.signals import Shortlist
from stead.systems.blend.trained_models import BlendModel, open_model
from stead.systems.blend.training import Training, train
from stead.systems.context import TargetContext
from stead.systems.llm import endpoint, transport
from tests.systems.blend.made import plant_few_trees, world
from tests.systems.llm.fake_server import Exchange, FakeServer, completion, question_of, running


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_FIRST_WAIT", 0.01)
    monkeypatch.delenv(transport.KEY_VARIABLE, raising=False)


def is_liked(word: str, sentence: str) -> bool:
    """What people and the language model of these tests agree on, and no table knows."""
    return (sum(map(ord, word)) + sum(map(ord, sentence))) % 4 == 0


def like(exchange: Exchange) -> None:
    """Rate what is liked 3, everything else 0; as substitutes, give a word that no table has and one that some have."""
    data = question_of(exchange.body)
    sentence = f"{data['before']}{data['word']}{data['after']}"
    if "candidates" in data:
        exchange.say(json.dumps({word: 3 * is_liked(word, sentence) for word in data["candidates"]}))
    else:
        exchange.say(json.dumps({"substitutes": ["newfangled", "wordbv"]}))


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with running(like) as fake:
        yield fake


@pytest.fixture
def liked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Training:
    """A world of different sentences in which people answer what they like, whatever the tables say."""
    plant_few_trees(monkeypatch)
    tables, items, _ = world(tmp_path, items=60)
    monkeypatch.setattr(blending, "tables_of", lambda *_: tables)
    sentences = [replace(one, text=f"{one.text[:-1]} on day {number}.") for number, one in enumerate(items)]
    finder = Components(tables, ()).finder
    rows = []
    for one in sentences:
        words = finder.of(one.lexelt.removesuffix(".n"), "n", PastAnswers()).words
        rows.append(GoldRow(one.lexelt, one.id, [(word, 3.0) for word in words if is_liked(word, one.text)]))
    gold = GoldStandard.of(rows, Source("liked", ""), graded=False)
    return Training(items=sentences, gold=gold, components=Components(tables, ()), folds=3, threads=1)


def trained(liked: Training, path: Path, *signals: str) -> BlendModel:
    components = replace(liked.components, signal_names=signals)
    model = train(replace(liked, components=components), {"name": "mine"}).model
    path.write_bytes(model.to_bytes())
    return open_model(str(path))


def test_ratings_are_learned_from_asked_for_and_counted(liked: Training, server: FakeServer, tmp_path: Path) -> None:
    parameters = f"url={server.url};model=m;token_budget=90000000"
    without = trained(liked, tmp_path / "without.npz")
    model = trained(liked, tmp_path / "mine.npz", f"llm={parameters}")
    assert model.card["held_out"]["document"]["p@1"] > 0.9 > 0.6 > without.card["held_out"]["document"]["p@1"]
    assert next(iter(model.card["importance"]["accept"])).startswith("llm_rating")
    assert model.signals == ("llm=model=m",)
    assert server.url.encode() not in (tmp_path / "mine.npz").read_bytes()

    assert len(server.requests) == model.card["items"]
    system = parse_system(f"blend(model={tmp_path / 'mine.npz'},llm={parameters})")
    suggestions = system.suggest_all(liked.items[:4], "oot")
    asked = len(server.requests)
    assert parse_system(str(system)).suggest_all(liked.items[:4], "oot") == suggestions
    assert len(server.requests) == asked
    for one, answers in zip(liked.items, suggestions, strict=False):
        assert is_liked(answers[0].term, one.text)
        assert answers[0].reasons["llm"] == 3.0
    record = system.record_of_answers(liked.items[:4])
    assert (record["requests"], record["prompt tokens"], record["faults"]) == (4, 200, {})


def test_tables_of_other_languages_have_the_signal_too(liked: Training, server: FakeServer, tmp_path: Path) -> None:
    thesaurus = replace(liked, components=replace(liked.components, kind=THESAURUS))
    model = trained(thesaurus, tmp_path / "mine.npz", f"llm=url={server.url};model=m")
    assert next(iter(model.card["importance"]["accept"])).startswith("llm_rating")
    system = parse_system(f"blend(model={tmp_path / 'mine.npz'},llm=url={server.url};model=m)")
    one = replace(liked.items[0], text=liked.items[0].text.replace("day", "night"))
    asked = len(server.requests)
    assert is_liked(system.suggest(one)[0].term, one.text)
    assert len(server.requests) == asked + 1
    assert system.record_of_answers([one])["requests"] == 1


def test_where_it_does_not_answer_there_is_no_value_and_there_are_substitutes(
    liked: Training, server: FakeServer, tmp_path: Path
) -> None:
    trained(liked, tmp_path / "mine.npz", f"llm=url={server.url};model=m")
    server.react = lambda exchange: exchange.say("I would rather not.")
    other = [replace(one, text=one.text.replace("day", "night")) for one in liked.items[:3]]
    system = parse_system(f"blend(model={tmp_path / 'mine.npz'},llm=url={server.url};model=m)")
    for answers in system.suggest_all(other, "oot"):
        assert answers
        assert all("llm" not in answer.reasons for answer in answers)
    assert system.record_of_answers(other)["faults"] == {"answer refused: no JSON in it": 3}


def test_a_rating_of_some_leaves_the_others_without_a_value(server: FakeServer, liked: Training) -> None:
    server.react = lambda exchange: exchange.say('{"b": 1, "c": 3, "a": "?"}')
    signal = open_signal(f"llm=url={server.url};model=m", liked.components.tables)
    (rows,) = signal.values([Shortlist(TargetContext(liked.items[0]), ["a", "b", "c"])])
    np.testing.assert_array_equal(rows, np.array([[np.nan] * 3, [1, -2, 0.25], [3, 0, 0.75]], np.float32))
    assert [len(rows) for rows in signal.values([Shortlist(TargetContext(liked.items[0]), [])])] == [0]


def test_the_address_is_the_users_and_never_that_of_a_file(liked: Training, server: FakeServer, tmp_path: Path) -> None:
    model = trained(liked, tmp_path / "mine.npz", f"llm=url={server.url};model=m")
    hostile = replace(model, card={**model.card, "signals": [f"llm=url={server.url};model=m"]})
    (tmp_path / "hostile.npz").write_bytes(hostile.to_bytes())
    before = len(server.requests)
    for name, more, message in (
        (
            "mine",
            "",
            r"mine\.npz: the model was trained with the signal llm=model=m: name the endpoint, as in llm=url=",
        ),
        (
            "mine",
            ",llm=url=http://h/v1;model=other",
            "the model was trained with llm=model=m, not with llm=model=other",
        ),
        ("hostile", "", "name the endpoint"),
        ("hostile", f",llm=url={server.url};model=m", "the model was trained with llm=url="),
    ):
        with pytest.raises(UsageError, match=message):
            parse_system(f"blend(model={tmp_path / name}.npz{more})").suggest(liked.items[0])
    assert len(server.requests) == before


# ------------------------------------------------------------------------------------------------------- candidates


@pytest.fixture
def plain_model(liked: Training, tmp_path: Path) -> str:
    trained(liked, tmp_path / "plain.npz")
    return f"model={tmp_path / 'plain.npz'}"


def generating(plain_model: str, server: FakeServer, more: str = "") -> System:
    return parse_system(f"blend({plain_model},candidates=llm,llm=url={server.url};model=m{more})")


def test_what_it_answers_joins_the_candidates_of_that_sentence(
    liked: Training, server: FakeServer, plain_model: str
) -> None:
    one = liked.items[0]
    usual = {answer.term: answer.sources for answer in parse_system(f"blend({plain_model})").suggest(one)}
    system = generating(plain_model, server)
    answers = {answer.term: answer.sources for answer in system.suggest(one)}
    assert answers["newfangled"] == ("llm",)
    assert {term: sources for term, sources in answers.items() if term in usual} == usual
    assert {*answers} - {*usual} <= {"newfangled", "wordbv"}
    assert system.record_of_answers([one])["requests"] == 1
    server.react = lambda exchange: exchange.say("no")
    other = replace(one, text=one.text.replace("day", "night"))
    assert "newfangled" not in {answer.term for answer in system.suggest(other)}


def test_candidates_and_ratings_share_a_budget(liked: Training, server: FakeServer, tmp_path: Path) -> None:
    trained(liked, tmp_path / "mine.npz", f"llm=url={server.url};model=m")
    usage = {"prompt_tokens": 1800, "completion_tokens": 100}

    def expensive(exchange: Exchange) -> None:
        exchange.send(200, json.dumps({**json.loads(completion('{"substitutes": []}')), "usage": usage}).encode())

    server.react = expensive
    other = [replace(one, text=one.text.replace("day", "night")) for one in liked.items[:2]]
    endpoint = f"url={server.url};model=m;token_budget=4000"
    system = parse_system(f"blend(model={tmp_path / 'mine.npz'},candidates=llm,llm={endpoint})")
    before = len(server.requests)
    with pytest.raises(BadInput, match="could exceed the budget of 4000 tokens"):
        system.suggest_all(other, "oot")
    assert len(server.requests) == before + 2  # for candidates; nothing is left for ratings


def test_limits_are_not_signed_and_everything_else_is(server: FakeServer, plain_model: str) -> None:
    system = generating(plain_model, server)
    assert system.signature() == generating(plain_model, server, ";token_budget=9;timeout=3").signature()
    assert system.signature() != generating(plain_model, server, ";max_tokens=9").signature()
    assert system.signature() != parse_system(f"blend({plain_model})").signature()
    assert system.one_process
    assert not parse_system("blend").one_process


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("candidates=llm", "candidates=llm needs an endpoint, as in llm=url="),
        ("llm=smollm2", "llm: expected parameters as in url="),
        ("llm=url=http://h/v1;url=http://i/v1", "each once"),
        ("llm=url=http://h/v1", "llm needs an address and a model"),
        ("llm=url=http://h/v1;model=m;colour=red", "'colour' is not a parameter of llm"),
        ("llm=url=http://me:secret@h/v1;model=m", "url has a password, a key or a query in it"),
        ("candidates=moon", "candidates=moon is not valid"),
    ],
)
def test_a_mistake_is_one_sentence(parameters: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        parse_system(f"blend({parameters})")
    assert "secret" not in str(caught.value)


def test_other_signals_keep_their_names_in_cards() -> None:
    assert name_in_card("encoder=checkpoint:x") == "encoder=checkpoint:x"
    assert name_in_card("llm=url=http://h/v1;model=m;max_tokens=9;key=MINE") == "llm=model=m;max_tokens=9"
