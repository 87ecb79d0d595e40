"""`stead measures`: what there is, what it rewards, and the rules of matching."""

import pytest

from stead.core.parameters import declarations
from stead.measures import MEASURES, SUITES, parse_measure
from stead.rules.definitions import PRESETS, Rules
from tests.cli.running import Command


def test_every_measure_is_listed_with_what_it_rewards_its_range_and_its_paper(stead: Command) -> None:
    done = stead("measures")
    assert (done.status, done.err) == (0, "")
    for measure in MEASURES.values():
        line = next(line for line in done.out.splitlines() if line.split()[:1] == [str(measure)])
        assert measure.paper in line
        assert "0 to 1" in line
        assert f"  rewards {measure.rewards}\n" in done.out


def test_every_suite_is_listed_with_its_members(stead: Command) -> None:
    """In as many lines as it takes."""
    words = stead("measures").out.partition("suites")[2].split()
    for name, members in SUITES.items():
        expected = [name, *", ".join(members).split()]
        assert any(words[start : start + len(expected)] == expected for start in range(len(words))), name


def test_no_line_of_the_list_is_too_long_for_a_terminal(stead: Command) -> None:
    assert max(map(len, stead("measures").out.splitlines())) <= 100


@pytest.mark.parametrize("name", list(MEASURES))
def test_a_measure_is_explained(stead: Command, name: str) -> None:
    done = stead("measures", name)
    assert done.status == 0
    measure = parse_measure(name)
    assert done.out.startswith(f"{measure}\n")
    for part in (measure.paper, measure.rewards, ", ".join(measure.figures)):
        assert part in done.out
    for parameter in declarations(measure):
        assert f"{parameter}:" in done.out
    assert ".. math::" not in done.out
    assert ":math:" not in done.out


def test_a_measure_is_explained_with_the_parameters_asked_for(stead: Command) -> None:
    assert stead("measures", "oot@3").out.startswith("oot@3\n")


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_is_explained_too(stead: Command, suite: str) -> None:
    done = stead("measures", suite)
    assert done.status == 0
    for member in SUITES[suite]:
        assert f"{parse_measure(member)}\n" in done.out


@pytest.mark.parametrize("name", ["gap", "swords-f"])
def test_the_words_that_a_parameter_takes_are_explained(stead: Command, name: str) -> None:
    out = stead("measures", name).out
    for declared in declarations(MEASURES[name]).values():
        assert f"{declared.meaning}; {declared.accepts}\n" in out


def test_an_unknown_measure_is_answered_with_those_there_are(stead: Command) -> None:
    done = stead("measures", "bleu")
    assert (done.status, done.out) == (2, "")
    assert "'bleu' is not a measure. There are best, " in done.err


def test_every_rule_of_matching_is_listed_with_its_value_in_each_preset(stead: Command) -> None:
    done = stead("measures", "--match")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    for name in declarations(Rules):
        start = next(place for place, line in enumerate(lines) if line.startswith(f"{name}: "))
        values = ", ".join(f"{preset} {getattr(rules, name)}" for preset, rules in PRESETS.items())
        assert lines[start + 2] == f"  presets {values}"
