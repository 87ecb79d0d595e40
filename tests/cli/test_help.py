"""The help texts, and what `stead` says when it is asked for nothing or for nonsense."""

import argparse
import re
from importlib import import_module

import pytest

from stead import __version__
from stead.cli import COMMANDS, campaign, gold
from tests.cli.running import Command, run_script


def test_help_lists_every_command(stead: Command) -> None:
    done = stead("--help")
    assert (done.status, done.err) == (0, "")
    for name, summary in COMMANDS.items():
        assert re.search(rf"^    {name}\s", done.out, re.MULTILINE)
        assert " ".join(summary.split()[:3]) in done.out


def test_the_version_is_printed(stead: Command) -> None:
    done = stead("--version")
    assert (done.status, done.out) == (0, f"stead {__version__}\n")


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself(stead: Command, name: str) -> None:
    done = stead(name, "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"usage: stead {name} ")


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_option_of_every_command_is_explained(name: str) -> None:
    parser = argparse.ArgumentParser()
    import_module(f"stead.cli.{name}").configure(parser)
    silent = [action.dest for action in parser._actions if not action.help]
    assert silent == []


@pytest.mark.parametrize(
    "name", [f"{command.__name__}_{name}" for command in (gold, campaign) for name in command.ACTIONS]
)
def test_every_option_of_every_action_is_explained(name: str) -> None:
    parser = argparse.ArgumentParser()
    import_module(name).configure(parser)
    assert silent_options(parser) == []


def silent_options(parser: argparse.ArgumentParser) -> list[str]:
    """The options without an explanation, also those of actions."""
    inner = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    below = [dest for choices in inner for each in choices.values() for dest in silent_options(each)]
    return [action.dest for action in parser._actions if not action.help] + below


def test_proper_names_keep_their_capitals(stead: Command) -> None:
    assert "Perl" in stead("legacy", "--help").out


@pytest.mark.parametrize("words", [[], ["socre"], ["--frobnicate"], ["score", "--help-me"]], ids=" ".join)
def test_nonsense_is_status_2_with_usage_on_standard_error(stead: Command, words: list[str]) -> None:
    done = stead(*words)
    assert (done.status, done.out) == (2, "")
    assert "usage: stead" in done.err


def test_an_unknown_command_is_answered_with_those_there_are(stead: Command) -> None:
    done = stead("socre")
    for name in COMMANDS:
        assert f"'{name}'" in done.err or f" {name}" in done.err


@pytest.mark.parametrize("name", ["stead", "lexsub_score"])
def test_help_works_from_a_shell(name: str) -> None:
    done = run_script(name, "--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(f"usage: {name} ".encode())
