"""Answers of machines are in no gold and in no agreement, unless somebody asks for them; then the gold says so."""

import json
from pathlib import Path

import pytest

import stead
from stead import Annotation, Rating, SteadWarning
from stead.core.annotation import is_machine, machine_name
from stead.core.errors import BadInput, UsageError
from stead.posthoc import extend_gold

MACHINE = machine_name("llm(url=http://localhost/v1,model=m)")


def annotation(annotator: str, *substitutes: str, id: str = "1") -> Annotation:
    return Annotation(lexelt="bright.a", id=id, annotator=annotator, substitutes=substitutes)


def rating(rater: str, candidate: str, value: float) -> Rating:
    return Rating(lexelt="bright.a", id="1", candidate=candidate, rater=rater, value=value)


PEOPLE = [annotation("ann", "clever", "smart"), annotation("bob", "clever")]
MIXED = [*PEOPLE, annotation(MACHINE, "smart", "shiny")]
RATED_BY_PEOPLE = [rating("ann", "clever", 3.0), rating("bob", "clever", 2.0), rating("ann", "shiny", 0.0)]
RATED = [*RATED_BY_PEOPLE, rating(MACHINE, "clever", 1.0), rating(MACHINE, "shiny", 3.0)]


def weights(gold: stead.GoldStandard) -> dict[str, float]:
    (row,) = gold
    return dict(row.weights)


@pytest.mark.parametrize(
    ("name", "machine"),
    [
        ("machine:llm", True),
        ("Machine:x", True),
        ("  machine:x", True),
        ("machine", False),
        ("ann", False),
        ("a machine:x", False),
        ("", False),
    ],
)
def test_the_beginning_of_the_name_marks_a_machine(name: str, machine: bool) -> None:
    assert is_machine(name) == machine


def test_annotations_of_machines_are_in_no_gold() -> None:
    with pytest.warns(SteadWarning, match=r"1 annotation by machines \(machine:llm.*left out"):
        made = stead.make_gold(MIXED)
    assert weights(made.gold) == weights(stead.make_gold(PEOPLE).gold) == {"clever": 2, "smart": 1}
    assert "machines" not in made.signature
    assert made.made.counts["annotations by machines"] == 1
    assert "by machines" in made.to("markdown")


def test_annotations_of_machines_count_if_asked_for_and_the_gold_says_so() -> None:
    made = stead.make_gold(MIXED, machines="include")
    assert weights(made.gold) == {"clever": 2, "smart": 2, "shiny": 1}
    assert "|machines:included" in made.signature
    assert MACHINE in made.to("markdown")


def test_a_gold_of_people_is_signed_as_ever() -> None:
    assert stead.make_gold(PEOPLE).signature == stead.make_gold(PEOPLE, machines="include").signature


def test_ratings_of_machines_are_in_no_gold() -> None:
    with pytest.warns(SteadWarning, match="2 ratings by machines"):
        made = stead.make_gold(RATED)
    assert weights(made.gold) == weights(stead.make_gold(RATED_BY_PEOPLE).gold) == {"clever": 2.5, "shiny": 0.0}
    included = stead.make_gold(RATED, machines="include")
    assert weights(included.gold) == {"clever": 2.0, "shiny": 1.5}
    assert "|machines:included" in included.signature


def test_nor_in_a_second_gold() -> None:
    first = {("bright.a", "1"): {"clever": 2, "smart": 1}}
    assert weights(extend_gold(first, RATED).gold) == {"clever": 2.5, "shiny": 0.0}
    included = extend_gold(first, RATED, machines="include")
    assert weights(included.gold) == {"clever": 2.0, "shiny": 1.5}
    assert "|machines:included" in included.signature


def test_machines_alone_make_no_gold() -> None:
    with pytest.raises(BadInput, match="there are no annotations by people"):
        stead.make_gold([annotation(MACHINE, "smart")])
    with pytest.raises(BadInput, match="there are no ratings by people"):
        stead.make_gold([rating(MACHINE, "smart", 2.0)])
    assert len(stead.make_gold([annotation(MACHINE, "smart", "keen")], machines="include").gold) == 1


@pytest.mark.parametrize(
    "make", [lambda: stead.make_gold(PEOPLE, machines="some"), lambda: stead.measure_agreement(PEOPLE, machines="all")]
)
def test_another_word_is_refused(make: "object") -> None:
    with pytest.raises(UsageError, match="machines is one of leave-out, include"):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(("form", "name"), [("stead", "a.jsonl"), ("annotations-csv", "a.csv")])
def test_the_mark_survives_every_format_of_annotations(tmp_path: Path, form: str, name: str) -> None:
    path = tmp_path / name
    stead.write(MIXED, path, format=form)
    assert weights(stead.make_gold(path).gold) == {"clever": 2, "smart": 1}


@pytest.mark.parametrize(("form", "name"), [("stead", "r.jsonl"), ("ratings-csv", "r.csv")])
def test_the_mark_survives_every_format_of_ratings(tmp_path: Path, form: str, name: str) -> None:
    path = tmp_path / name
    stead.write(RATED, path, format=form)
    assert weights(stead.make_gold(path).gold) == {"clever": 2.5, "shiny": 0.0}


# --------------------------------------------------------------------------------------------------------- agreement


def test_machines_have_no_part_in_the_agreement_of_people() -> None:
    others = [
        annotation("ann", "smart", id="2"),
        annotation("bob", "keen", id="2"),
        annotation(MACHINE, "keen", id="2"),
    ]
    both = stead.measure_agreement([*MIXED, *others], resamples=0)
    people = stead.measure_agreement([*PEOPLE, *others[:2]], resamples=0)
    assert [figure.value for figure in both.figures] == [figure.value for figure in people.figures]
    assert "2 annotations by machines" in both.notes[0]
    included = stead.measure_agreement([*MIXED, *others], machines="include", resamples=0)
    assert included.value("pairwise") != people.value("pairwise")


def test_nor_in_the_agreement_of_raters() -> None:
    both, people = (stead.measure_agreement(given, resamples=0) for given in (RATED, RATED_BY_PEOPLE))
    assert both.value("unanimous") == people.value("unanimous")


def test_a_machine_is_scored_against_all_people_and_changes_no_score_of_theirs() -> None:
    """Clever is named by two of three people: of best, the machine gets 2/4 for clever, halved with a wrong answer."""
    people = [*PEOPLE, annotation("eve", "keen")]
    alone = stead.human_ceiling(people, measures="best")
    both = stead.human_ceiling([*people, annotation(MACHINE, "clever", "shiny")], measures="best")
    scores = {score.run: score.figures["R"] for score in both.scores}
    assert scores.pop(MACHINE) == pytest.approx(2 / 4 / 2)
    assert scores == {score.run: score.figures["R"] for score in alone.scores}
    assert both.mean("best", "R") == alone.mean("best", "R")


def test_a_machine_can_be_left_out_of_the_table() -> None:
    given = [*PEOPLE, annotation("eve", "keen"), annotation(MACHINE, "clever")]
    result = stead.human_ceiling(given, measures="best", without=MACHINE)
    assert MACHINE not in {score.run for score in result.scores}
    json.loads(result.to("json"))
