"""The help texts, and what `stead` says when it is asked for nothing or for nonsense."""

import argparse
import ast
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest

from stead import __version__, cli
from stead.cli import COMMANDS, GROUPS, every_command
from tests.cli.running import Command, run_script
from tests.test_public_surface import modules_after


def test_help_lists_every_command_under_its_heading(stead: Command) -> None:
    done = stead("--help")
    assert (done.status, done.err) == (0, "")
    sections = re.split(r"^([a-z ]+):$", done.out, flags=re.MULTILINE)
    assert sections[1::2] == [*GROUPS, "options"]
    for listed, group in zip(sections[2::2], GROUPS.values(), strict=False):
        assert re.findall(r"^  (\w+) ", listed, re.MULTILINE) == [*group]
        for command in group.values():
            assert " ".join(command.summary.split()[:3]) in listed


def test_the_version_is_printed(stead: Command) -> None:
    done = stead("--version")
    assert (done.status, done.out) == (0, f"stead {__version__}\n")


@pytest.mark.parametrize("words", [*every_command()], ids=" ".join)
def test_every_command_explains_itself(stead: Command, words: tuple[str, ...]) -> None:
    done = stead(*words, "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"usage: stead {' '.join(words)} ")


def leaves(commands: Mapping[str, cli.Command] = COMMANDS, above: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """The name of every command that has options, and its module."""
    for name, command in commands.items():
        if command.actions:
            yield from leaves(command.actions, (*above, name))
        else:
            yield "_".join((*above, name)), command.module


def declared(name: str, module: str) -> argparse.ArgumentParser:
    """The parser of a command."""
    parser = argparse.ArgumentParser()
    getattr(import_module(f"stead.cli.{module}"), f"declare_{name}")(parser)
    return parser


@pytest.mark.parametrize(("name", "module"), [*leaves()])
def test_every_option_of_every_command_is_explained(name: str, module: str) -> None:
    assert [action.dest for action in declared(name, module)._actions if not action.help] == []


def test_every_declared_command_is_in_the_table() -> None:
    """And has a function that runs it."""
    modules = {module for _, module in leaves()}
    found = {
        (name.removeprefix(verb), module)
        for module in modules
        for name in vars(import_module(f"stead.cli.{module}"))
        for verb in ("declare_", "run_")
        if name.startswith(verb)
    }
    assert found == {*leaves()}


# What showing help imports of stead. Modules that compute are imported when a command runs.
MOST_MODULES = 90


@pytest.mark.parametrize(
    "words", [("gold", "stats"), ("campaign", "status"), ("score",), ("compare",), ("suggest",), ("train",), ("study",)]
)
def test_help_imports_little(words: tuple[str, ...]) -> None:
    loaded = modules_after(f"from stead.cli import main; main([*{words!r}, '--help'])")
    assert sum(name.partition(".")[0] == "stead" for name in loaded) < MOST_MODULES
    assert not {"numpy", "sqlalchemy"} & loaded


@pytest.mark.parametrize(("name", "module"), [*leaves()])
def test_declaring_options_imports_nothing_that_computes(name: str, module: str) -> None:
    """`resources` lists its resources, which are light."""
    tree = ast.parse((Path(cli.__file__).parent / f"{module}.py").read_text(encoding="utf-8"))
    imported = {node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)}
    light = ("stead.cli", "stead.core.errors", "stead.core.text", "stead.resources")
    assert [each for each in imported if each.startswith("stead") and not each.startswith(light)] == []


def test_proper_names_keep_their_capitals(stead: Command) -> None:
    assert "Perl" in stead("official", "--help").out


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
