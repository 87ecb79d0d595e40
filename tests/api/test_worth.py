"""What systems are worth: figures by hand on a small world, and judges whose worth is known."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import stead
from stead.core.item import Item
from stead.systems import RatingQuestion, Suggestion, System
from stead.systems.base import text
from tests.systems.llm.fake_server import Exchange, question_of, running

GOOD, FAIR, BAD = "good", "fair", "bad"
NUMBER = 40
TRUTH = {GOOD: 3.0, FAIR: 2.0, BAD: 0.0}


def items() -> list[Item]:
    return [
        Item(id=str(number), lexelt="match.n", text=f"The match number {number}.", start=4, end=9, language="en")
        for number in range(NUMBER)
    ]


def gold() -> dict[str, dict[str, float]]:
    return {str(number): {GOOD: 3, FAIR: 1} for number in range(NUMBER)}


@dataclass(frozen=True)
class Knowing(System):
    """Answers the words that it is named for, and rates as its parameter says."""

    name = "knowing"
    paper = about = "none"
    threshold = 0.0
    words: str = text(GOOD, "its answers", "words")
    ratings: str = text("true", "how it rates", "true, turned or none")

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        return [Suggestion(word, 1.0) for word in self.words.split("-") if word]

    def rate_all(self, questions: Sequence[RatingQuestion]) -> list[Sequence[float | None]]:
        def value(word: str) -> float | None:
            return {"true": TRUTH[word], "turned": 3.0 - TRUTH[word], "none": None}[self.ratings]

        return [[value(word) for word in question.candidates] for question in questions]

    def signature(self) -> str:
        return str(self)


def people(seed: int = 1) -> list[stead.Rating]:
    """Four people who see the truth, and one time in four something else."""
    chance = random.Random(seed)
    return [
        stead.Rating(
            lexelt="match.n",
            id=str(number),
            candidate=word,
            rater=rater,
            value=TRUTH[word] if chance.random() < 0.75 else float(chance.randint(0, 3)),
        )
        for number in range(NUMBER)
        for rater in ("ann", "bob", "cat", "dan")
        for word in TRUTH
    ]


SYSTEMS = [Knowing(words="good-fair"), Knowing(words="fair", ratings="turned"), Knowing(words="bad", ratings="none")]


def test_quality_is_that_of_score_and_nothing_counts_twice() -> None:
    """best: the first of two words has 3/4 of the weight, and an answer is one word; oot: all of it."""
    result = stead.worth(SYSTEMS, gold(), items(), resampling=stead.Resampling(resamples=50))
    assert [(row.answered, row.best, row.oot) for row in result.systems] == [(40, 75, 100), (40, 25, 25), (40, 0, 0)]
    assert result.records()[1]["oot_interval"] == (25, 25)
    assert all(row.seconds > 0 and row.tokens is None and row.cost is None for row in result.systems)
    assert not result.judges
    assert result.records()[0]["as"] == "system"


def test_a_judge_who_knows_the_truth_is_worth_more_than_a_person_and_one_who_turns_it_nothing() -> None:
    others = {"a": {one.id: ["good"] for one in items()}, "b": {one.id: ["fair"] for one in items()}}
    result = stead.worth(
        SYSTEMS,
        gold(),
        items(),
        runs=[{name: run} for name, run in others.items()] + [{"c": {one.id: ["bad"] for one in items()}}],
        ratings=people(),
        resampling=stead.Resampling(resamples=200),
    )
    true, turned = result.judges
    assert true.candidates == turned.candidates == 3 * NUMBER
    assert true.agreement is not None
    assert true.person is not None
    assert true.agreement > true.person > 0.5
    assert true.people is None or true.people > 1
    assert true.tau == pytest.approx(1)
    assert true.rankers.startswith("1 ")
    assert turned.agreement is not None
    assert turned.agreement < -0.5
    assert turned.people == 0.0
    assert turned.tau is not None
    assert turned.tau < 0
    assert turned.rankers.startswith("< 1 ")  # one person ranks better
    assert "machine:knowing(words=bad,ratings=none): gave no judgement that can be used." in result.notes
    table = result.to("markdown")
    assert "as judges" in table
    assert "machine:knowing(words=good-fair)" in table


def test_annotators_are_compared_by_the_ranking_that_they_give() -> None:
    annotated = [
        stead.Annotation(lexelt="match.n", id=one.id, annotator=name, substitutes=(word,))
        for one in items()
        for name, word in (("ann", GOOD), ("bob", GOOD), ("cat", FAIR))
    ]
    runs = [{word: {one.id: [word] for one in items()}} for word in (GOOD, FAIR, BAD)]
    result = stead.worth([SYSTEMS[0], SYSTEMS[2]], gold(), items(), runs=runs, annotations=annotated)
    good, bad = result.judges
    assert (good.agreement, good.person, good.people) == (None, None, None)
    assert good.tau is not None
    assert bad.tau is not None
    assert good.tau > bad.tau


@dataclass(frozen=True)
class Mute(System):
    """Answers, and cannot rate."""

    name = "mute"
    paper = about = "none"
    threshold = 0.0

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        return [Suggestion(FAIR, 1.0)]

    def signature(self) -> str:
        return str(self)


def test_a_system_that_cannot_rate_is_a_system_only_and_one_other_system_is_no_ranking() -> None:
    result = stead.worth([SYSTEMS[0], Mute()], gold(), items(), ratings=people())
    assert len(result.systems) == 2
    (judge,) = result.judges
    assert (judge.tau, judge.rankers) == (None, "")
    assert "mute: cannot rate; it is compared as a system only." in result.notes
    assert any(note.startswith("tau: ") and "two or more" in note for note in result.notes)
    ranked = stead.worth([SYSTEMS[0], Mute()], gold(), items(), ratings=people(), runs=[{"c": {"1": [BAD]}}])
    assert not any(note.startswith("tau: ") for note in ranked.notes)


def test_a_mistake_in_the_judgements_is_found_before_any_system_is_asked() -> None:
    class Costly(Knowing):
        def suggest(self, item: Item) -> Sequence[Suggestion]:
            raise AssertionError("asked")

    with pytest.raises(stead.SteadError, match="mute cannot rate"):
        stead.worth(Mute(), gold(), items(), ratings=people())
    with pytest.raises(stead.SteadError, match="no rating of"):
        stead.worth(Costly(), gold(), items(), ratings=[])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ratings": [], "annotations": []}, "ratings or annotations of people are given, not both"),
        ({"systems": [SYSTEMS[0], SYSTEMS[0]]}, "systems are one or more, each once"),
        ({"systems": []}, "systems are one or more, each once"),
        ({"gold": {"x": {"good": 2}}}, "has none of the items"),
        (
            {"ratings": [people()[0].__class__(lexelt="a.n", id="x", candidate="b", rater="c", value=1.0)]},
            "no rating of",
        ),
    ],
)
def test_a_mistake_is_one_sentence(change: dict[str, object], message: str) -> None:
    given: dict[str, object] = {"systems": SYSTEMS, "gold": gold(), "items": items(), **change}
    with pytest.raises(stead.SteadError, match=message):
        stead.worth(**given)  # type: ignore[arg-type]


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    result = stead.worth(SYSTEMS[0], {**gold(), "x": {"a": 2}}, items()[:30])
    assert "left out: 11 gold rows without counterpart." in result.notes
    assert len(result.systems) == 1


def test_answers_of_a_model_that_could_not_be_used_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It declines every fourth item, and rates one of three candidates."""
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path))

    def hesitate(exchange: Exchange) -> None:
        question = question_of(exchange.body)
        if "candidates" in question:
            exchange.say(json.dumps({GOOD: 3}))
        elif int(question["after"].split()[-1].rstrip(".")) % 4:
            exchange.say(json.dumps([GOOD]))
        else:
            exchange.say(None, message={"refusal": "No."})

    annotated = [
        stead.Annotation(lexelt="match.n", id=one.id, annotator=name, substitutes=(GOOD,))
        for one in items()
        for name in ("ann", "bob")
    ]
    how = stead.Resampling(resamples=20)
    with running(hesitate) as server:
        name = f"llm(url={server.url},model=m)"
        with pytest.warns(stead.SteadWarning, match="the model declines"):
            rated = stead.worth(name, gold(), items(), ratings=people(), resampling=how)
        notes = stead.worth(name, gold(), items(), annotations=annotated, resampling=how).notes
    declined = f"{name}: faults of the model's answers: answer refused: the model declines (10)."
    assert declined in rated.notes
    assert declined in notes
    assert f"machine:{name}: 80 of 120 candidates without an answer that can be used: left out." in rated.notes
    assert f"machine:{name}: faults of the model's answers: rating missing or not from 0 to 3 (80)." in rated.notes
    assert any(note.startswith(f"machine:{name}: 40 requests, ") for note in rated.notes)
    assert [note for note in notes if note.startswith("machine:")] == [
        f"machine:{name}: 10 of 40 items without an answer that can be used: left out."
    ]


def test_what_changes_a_figure_changes_the_signature() -> None:
    def signed(systems: Sequence[System] = SYSTEMS[:2], **changed: object) -> str:
        given: dict[str, object] = {"resampling": stead.Resampling(resamples=20), **changed}
        return stead.worth(systems, gold(), items(), **given).signature  # type: ignore[arg-type]

    runs = [{"c": {"1": [BAD]}}, {"d": {"1": [GOOD]}}]
    signatures = [
        signed(),
        signed(SYSTEMS[:1]),
        signed(runs=runs),
        signed(runs=runs[:1]),
        signed(ratings=people()),
        signed(ratings=people(seed=2)),
        *(
            signed(resampling=stead.Resampling(**{"resamples": 20, **change}))  # type: ignore[arg-type]
            for change in (
                {"seed": 2},
                {"resamples": 30},
                {"level": 0.9},
                {"unit": "lexelt"},
                {"interval": "percentile"},
            )
        ),
    ]
    assert len({*signatures}) == len(signatures)
    assert signed() == signatures[0]


def test_a_system_without_an_answer_recalls_nothing_and_stops_nobody() -> None:
    given = stead.worth(
        [SYSTEMS[0], Knowing(words="")], gold(), items(), ratings=people(), resampling=stead.Resampling(resamples=20)
    )
    silent = given.systems[1]
    assert (silent.answered, silent.best, silent.oot, silent.oot_interval) == (0, 0, 0, None)
    assert given.systems[0].oot == 100
    assert "knowing(words=): has no answer: its R is 0, and no judge ranks it." in given.notes
    assert [judge.tau for judge in given.judges] == [None, None]
    assert any(note.startswith("tau: ") for note in given.notes)
    (alone,) = stead.worth(Knowing(words=""), gold(), items(), resampling=stead.Resampling(resamples=20)).systems
    assert (alone.answered, alone.oot) == (0, 0)


def test_one_system_alone_can_be_a_judge() -> None:
    how = stead.Resampling(resamples=20)
    (judge,) = stead.worth(SYSTEMS[0], gold(), items(), ratings=people(), resampling=how).judges
    (beside_others, _) = stead.worth(SYSTEMS[:2], gold(), items(), ratings=people(), resampling=how).judges
    assert (judge.tau, judge.rankers) == (None, "")
    assert (judge.agreement, judge.people) == (beside_others.agreement, beside_others.people)
