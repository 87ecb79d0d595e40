"""`stead annotate` and `stead rate`: a language model, or any system, answers under the name of a machine."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import stead
from stead import cli
from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.systems import RatingQuestion, Suggestion, System
from tests.systems.llm.fake_server import FakeServer, running
from tests.systems.made import item, xml

ITEMS = [item("He lost the [match].", "match.n"), item("A [light] blue.", "light.a", id="2")]


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with running() as fake:
        yield fake


def llm(server: FakeServer) -> str:
    return f"llm(url={server.url},model=m,tries=1,at_once=1)"


def pool() -> object:
    gold = {("match.n", "1"): {"game": 2, "contest": 1}, ("light.a", "2"): {"pale": 3}}
    return stead.posthoc.pool(gold, {("match.n", "1"): ["lighter", "game"], ("light.a", "2"): ["pale"]})


@dataclass(frozen=True)
class Grader(System):
    """Suggests four words for nouns and none for others, and rates by length."""

    name = "grader"
    paper = about = "for tests"
    threshold = 0.5

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        scores = {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.6, "e": 0.1} if item.lexelt.endswith(".n") else {"z": 0.2}
        return [Suggestion(term, score) for term, score in scores.items()]

    def rate_all(self, questions: Sequence[RatingQuestion]) -> list[Sequence[float | None]]:
        return [[float(len(term) % 4) for term in question.candidates] for question in questions]

    def signature(self) -> str:
        return "grader"


@dataclass(frozen=True)
class Failing(Grader):
    def annotate_all(self, items: Sequence[Item]) -> list[Sequence[str] | None]:
        raise ZeroDivisionError

    def rate_all(self, questions: Sequence[RatingQuestion]) -> list[Sequence[float | None]]:
        return []


def test_any_system_annotates_with_up_to_three_good_substitutes_or_nil() -> None:
    first, second = stead.annotate(ITEMS, Grader()).annotations
    assert (first.annotator, first.substitutes, first.nil) == ("machine:grader", ("a", "b", "c"), False)
    assert (second.substitutes, second.nil) == ((), True)


def test_a_language_model_annotates_under_a_name_without_limits_and_keys(server: FakeServer) -> None:
    result = stead.annotate(ITEMS, llm(server))
    assert result.machine == f"machine:llm(url={server.url},model=m)"
    assert [annotation.substitutes for annotation in result.annotations] == [
        ("matchlike", "unmatch"),
        ("lightlike", "unlight"),
    ]
    assert result.record["requests"] == 2


def test_an_answer_that_cannot_be_used_is_no_annotation_and_no_nil(server: FakeServer) -> None:
    texts = iter(["Sorry.", '{"substitutes": []}'])
    server.react = lambda exchange: exchange.say(next(texts))
    with pytest.warns(stead.SteadWarning, match="1 of 2 items without an answer that can be used"):
        result = stead.annotate(ITEMS, llm(server))
    (only,) = result.annotations
    assert (only.id, only.nil) == ("2", True)


def test_a_language_model_rates_every_candidate_of_a_pool(server: FakeServer) -> None:
    result = stead.rate(pool(), llm(server), ITEMS)  # type: ignore[arg-type]
    assert {(rating.id, rating.candidate): rating.value for rating in result.ratings} == {
        ("1", "game"): 0.0,
        ("1", "contest"): 3.0,
        ("1", "lighter"): 3.0,
        ("2", "pale"): 0.0,
    }
    assert {rating.rater for rating in result.ratings} == {result.machine}


def test_a_candidate_without_a_rating_is_left_out_and_noted(server: FakeServer) -> None:
    server.react = lambda exchange: exchange.say('{"game": 2, "pale": "good"}')
    with pytest.warns(stead.SteadWarning, match="3 of 4 candidates without an answer"):
        result = stead.rate(pool(), llm(server), ITEMS)  # type: ignore[arg-type]
    assert [rating.candidate for rating in result.ratings] == ["game"]


def test_a_pool_without_its_sentences_cannot_be_rated() -> None:
    with pytest.raises(BadInput, match=r"1 of 2 items of the pool without a sentence \(light\.a 2\)"):
        stead.rate(pool(), Grader(), ITEMS[:1])  # type: ignore[arg-type]


def test_a_system_without_probabilities_cannot_rate() -> None:
    with pytest.raises(UsageError, match="the system wordnet cannot rate"):
        stead.rate(pool(), "wordnet", ITEMS)  # type: ignore[arg-type]


def test_a_system_of_somebody_else_that_fails_is_named() -> None:
    with pytest.raises(BadInput, match=r"the system grader, items 1 to 2: ZeroDivisionError"):
        stead.annotate(ITEMS, Failing())
    with pytest.raises(BadInput, match="expected 2 answers"):
        stead.rate(pool(), Failing(), ITEMS)  # type: ignore[arg-type]


def test_the_commands_write_answers_and_records_and_golds_leave_them_out(
    server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("items.xml").write_text(xml([("match.n", "He lost the [match]."), ("light.a", "A [light] blue.")]))
    pool().save("pool.jsonl")  # type: ignore[attr-defined]
    assert cli.main(["annotate", "items.xml", "--with", llm(server), "-o", "annotations.jsonl"]) == 0
    assert cli.main(["rate", "pool.jsonl", "--items", "items.xml", "--with", llm(server), "-o", "ratings.jsonl"]) == 0
    words = capsys.readouterr().err
    assert f"wrote annotations.jsonl: 2 annotations by machine:llm(url={server.url},model=m)." in words
    assert "wrote ratings.jsonl: 4 ratings by machine:llm" in words
    for name, requests in (("annotations", 2), ("ratings", 2)):
        assert json.loads(Path(f"{name}.jsonl.record.json").read_text())["requests"] == requests
        assert cli.main(["gold", "make", f"{name}.jsonl"]) == 1
        assert f"there are no {name} by people" in capsys.readouterr().err
        assert cli.main(["gold", "make", f"{name}.jsonl", "--machines", "include"]) == 0
        assert "|machines:included" in capsys.readouterr().err
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.*")}
    assert cli.main(["annotate", "items.xml", "--with", llm(server), "-o", "annotations.jsonl"]) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.*")} == before
    assert len(server.requests) == 4


@pytest.mark.parametrize("command", [["annotate", "items.xml"], ["rate", "pool.jsonl", "--items", "items.xml"]])
def test_a_command_that_fails_leaves_a_record_of_what_happened(
    server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("items.xml").write_text(xml([("match.n", "He lost the [match]."), ("light.a", "A [light] blue.")]))
    pool().save("pool.jsonl")  # type: ignore[attr-defined]
    server.react = lambda exchange: exchange.send(400, b"no") if exchange.number == 2 else exchange.say('{"x": 1}')
    assert cli.main([*command, "--with", llm(server), "-o", "machine.jsonl"]) == 1
    assert not Path("machine.jsonl").exists()
    record = json.loads(Path("machine.jsonl.record.json").read_text())
    assert record["ended"] == f"{server.url}: refuses the request (HTTP 400): no."
    assert (record["requests"], record["questions without a reply"]) == (1, 1)
    (faulty,) = record["items with faults"]
    assert faulty["lexelt"] == "match.n"
    if command[0] == "annotate":
        assert faulty["substitutes"] is None
    else:
        assert sorted(faulty["not rated"]) == ["contest", "game", "lighter"]


KEY = "sk-never-to-be-seen-0123456789"


def test_no_command_writes_the_key_that_a_server_repeats(
    server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("STEAD_LLM_KEY", KEY)
    Path("items.xml").write_text(xml([("match.n", "He lost the [match]."), ("light.a", "A [light] blue.")]))
    Path("gold.txt").write_text("match.n 1 :: game 3;\nlight.a 2 :: pale 3;\n")
    pool().save("pool.jsonl")  # type: ignore[attr-defined]
    commands = [
        ["annotate", "items.xml", "--with", llm(server), "-o", "annotations.jsonl"],
        ["rate", "pool.jsonl", "--items", "items.xml", "--with", llm(server), "-o", "ratings.jsonl"],
        ["worth", llm(server), "--items", "items.xml", "--gold", "gold.txt", "--format", "json"],
        ["run", llm(server), "items.xml", "-o", "run.txt"],
    ]
    reactions = [
        (1, lambda exchange: exchange.send(401, f"wrong key {KEY}".encode())),
        (1, lambda exchange: exchange.send(400, f"wrong key {KEY}".encode())),
        (1, lambda exchange: exchange.send(500, f"wrong key {KEY}".encode())),
        (0, lambda exchange: exchange.say(json.dumps({"substitutes": [KEY, "game"], "game": 1, KEY: 2}))),
    ]
    for status, reaction in reactions:
        server.react = reaction
        assert [cli.main(words) for words in commands] == [status] * len(commands)
    assert all(headers["authorization"] == f"Bearer {KEY}" for headers in server.headers)
    written = capfd.readouterr()
    contents = [path.read_bytes().decode(errors="replace") for path in tmp_path.rglob("*") if path.is_file()]
    assert len(contents) > 10
    assert not any(KEY in text for text in (*contents, written.out, written.err))
