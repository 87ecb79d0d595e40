"""`stead systems`: what there is to run."""

import re
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from stead.systems.blend.trained_models import open_model
from tests.cli.running import Command


def test_every_system_with_its_paper(stead: Command) -> None:
    done = stead("systems")
    assert (done.status, done.err) == (0, "")
    for name, paper in (("wordnet", "2007"), ("multiword", "2007"), ("dictionary", "2014")):
        (line,) = [each for each in done.out.splitlines() if each.startswith(f"{name} ")]
        assert paper in line


def test_the_parameters_of_some(stead: Command) -> None:
    done = stead("systems", "wordnet(cut=2)", "dictionary")
    assert (done.status, done.err) == (0, "")
    assert "wordnet(cut=2.0)\n" in done.out
    (line, other) = [each.split()[:2] for each in done.out.splitlines() if each.startswith("cut ")]
    assert (line, other) == (["cut", "2.0"], ["cut", "0.9"])


@pytest.mark.parametrize("name", ["wordnte", "wordnet(cut=x)", "no.module:X", ""])
def test_what_is_no_system_is_a_sentence(stead: Command, name: str) -> None:
    done = stead("systems", name)
    assert (done.status, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1


def test_a_system_that_does_not_work_is_named_and_the_others_are_listed(
    stead: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = EntryPoints([EntryPoint("broken", "no.such.module:X", "stead.systems")])
    monkeypatch.setattr("stead.systems.registry.entry_points", lambda group: broken.select(group=group))
    done = stead("systems")
    assert done.status == 0
    assert "\ndictionary " in done.out
    assert done.err == (
        "stead: the registered system broken: cannot be imported (ModuleNotFoundError: No module named 'no').\n"
    )
    assert stead("systems", "wordnet").err == ""


def test_a_model_shows_its_card(stead: Command) -> None:
    out = stead("systems", "swift").out
    assert out.startswith("blend(model=swift)\n")
    assert re.search(rf"^lexelts +{open_model('swift').card['lexelts']}$", out, re.MULTILINE)
    assert "\non what was left out, by document\n" in out
    assert "\nwhat the head best asks for most\n" in out
