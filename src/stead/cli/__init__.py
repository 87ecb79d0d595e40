"""The command line: one module for each group of commands, imported when one of them is used.

`GROUPS` lists every command. The command `stead gold make` is in the module that its row names: `declare_gold_make`
declares its options and `run_gold_make` runs it. Modules that compute are imported in `run_...` only.
"""

import argparse
import atexit
import gc
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from stead._version import __version__
from stead.cli.output import OPTIONS, guard, remember_options, terminal_width


class Command(NamedTuple):
    """What a command does, and the module of this folder that it is in; or its actions, each a command of its own."""

    summary: str
    module: str = ""
    actions: Mapping[str, "Command"] = MappingProxyType({})
    usual_action: str = ""
    """The action that is meant if none is named."""


_GOLD = {
    "make": Command("make a gold standard of annotations or ratings", "gold"),
    "extend": Command("make a second gold of post hoc ratings, alone or added to the first", "gold"),
    "diff": Command("show where two gold standards differ", "gold"),
    "stats": Command("describe a gold standard, and the ceiling of every measure on it", "gold"),
    "curate": Command("propose what to merge and lemmatise, or undo decisions", "gold"),
}
_USERS = {
    "add": Command("add people and print their invite links", "campaign_admin"),
    "list": Command("list who takes part", "campaign_admin"),
    "reset": Command("make a new invite link; the old one, password and sessions are void", "campaign_admin"),
    "import": Command("add people from a CSV file and print their invite links", "campaign_admin"),
}
_CAMPAIGN = {
    "init": Command("make a campaign: a folder with settings, guidelines and a database", "campaign"),
    "rate": Command("make a campaign in which people rate a pool", "campaign_rate"),
    "serve": Command("show the pages: annotators answer, organisers look and curate", "campaign"),
    "users": Command("add, list and invite the people who take part", actions=_USERS),
    "status": Command("show how far everybody has come, and how far they agree", "campaign"),
    "export": Command("write what was answered: everything, or annotations for other commands", "campaign"),
    "import": Command("read an export into a new campaign", "campaign"),
    "gold": Command("make a gold standard of the campaign's annotations", "campaign"),
    "ratings": Command("write what people rated, for other commands", "campaign_rate"),
    "study": Command("make a second gold of what people rated, and the study of it", "campaign_rate"),
    "crowd": Command("open one link for many people, as for Prolific, MTurk or SONA, or close it", "campaign_crowd"),
    "payments": Command("write how long everybody has worked, and on how much", "campaign_crowd"),
    "erase": Command("erase the identity of a person; answers stay", "campaign_crowd"),
    "texts": Command("write the texts of all pages, to translate them into another language", "campaign_crowd"),
    "backup": Command("write everything into one file, while people work", "campaign_admin"),
    "restore": Command("make a campaign of a backup", "campaign_admin"),
    "doctor": Command("look for anything that is wrong with a campaign", "campaign_admin"),
    "delete": Command("delete a campaign or one of its users, such that it can be taken back", "campaign_admin"),
    "undelete": Command("take a deletion back", "campaign_admin"),
    "upgrade": Command("bring the database of an older version up to date", "campaign_admin"),
}
_DATASETS = {
    "list": Command("list the data sets of the field and what of them is here", "datasets"),
    "get": Command("fetch data sets, or parts of them, check and keep them", "datasets"),
    "path": Command("print the folder of a part of a data set", "datasets"),
    "cite": Command("print the papers to cite, as BibTeX", "datasets"),
    "verify": Command("compare data sets with their checksums", "datasets"),
}
_RESOURCES = {
    "list": Command("list the resources and what of them is here", "resources"),
    "get": Command("find resources, or fetch, check and keep them", "resources"),
    "prepare": Command("lay out the tables of a tier or language ahead of its first use", "resources"),
    "path": Command("print the folder of a resource", "resources"),
    "verify": Command("compare resources with their checksums", "resources"),
}

GROUPS: dict[str, dict[str, Command]] = {
    "score and compare": {
        "datasets": Command(
            "list, fetch, check and cite the field's data sets", actions=_DATASETS, usual_action="list"
        ),
        "demo": Command("score the bundled example and say what to try next", "demo"),
        "check": Command("list every fault of a file", "check"),
        "convert": Command("write a file in another format", "check"),
        "score": Command("score runs against a gold standard", "score"),
        "compare": Command("tell which differences between runs are real", "compare"),
        "report": Command("show a saved comparison, or add runs to it", "compare"),
        "leaderboard": Command("make a static site from a folder of runs", "compare"),
        "reproduce": Command("make the tables of the field's papers again, ours beside theirs", "reproduce"),
        "measures": Command("list the measures, what they reward, and their papers", "score"),
        "official": Command("print what the 2007 Perl scorer prints, defects included", "score"),
    },
    "annotate and make golds": {
        "targets": Command("propose targets for a new task from a lexicon", "items"),
        "sample": Command("draw sentences for a list of targets from a corpus", "items"),
        "campaign": Command("have people annotate: make a campaign, invite, export, back up", actions=_CAMPAIGN),
        "annotate": Command("let a system annotate items, under the name of a machine", "systems"),
        "agreement": Command("measure how far annotators agree, and score each against the others", "agreement"),
        "gold": Command("make, describe, compare and curate gold standards", actions=_GOLD),
    },
    "post hoc": {
        "pool": Command("put together what the gold and all runs propose, to be rated", "posthoc"),
        "dispatch": Command("divide a pool into subsets for raters, or check such a division", "posthoc"),
        "rate": Command("let a system rate a pool, under the name of a machine", "systems"),
        "filter": Command("exclude ratings that are not to be trusted", "posthoc"),
        "study": Command("tell whether a second gold was worth it", "posthoc"),
        "simulate": Command("make a whole campaign with known truth, or plan one", "posthoc"),
    },
    "find substitutes": {
        "suggest": Command("find substitutes for one word of a sentence, or the words of a text", "suggest"),
        "rewrite": Command("rewrite a text with substitutes, or draw variants of its sentences", "suggest"),
        "serve": Command("show a page and offer an HTTP service that find substitutes", "serve"),
        "run": Command("write the answers of a system to a file of items", "systems"),
        "systems": Command("list the systems that can be run", "systems"),
        "train": Command("learn from people's answers which words are good substitutes", "systems"),
        "worth": Command("tell whether a language model is worth it: quality, cost, and as a judge", "systems"),
        "tune": Command("set a system's parameters and its cut-off on development data", "systems"),
    },
    "corpora and resources": {
        "count": Command("count the words, pairs and n-grams of a corpus", "corpus"),
        "neighbours": Command("find words that are used alike in a counted corpus", "corpus"),
        "resources": Command("find, fetch and check what lexicons are read from", actions=_RESOURCES),
    },
    "this installation": {
        "doctor": Command("say what is installed, and how to get what is missing", "diagnosis"),
        "completion": Command("print a script that completes commands in bash, zsh or fish", "completion"),
    },
}
"""Every command, under headings and in the order of the work."""
COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}


_OBJECTS = 100_000
"""New objects before the first look for cycles: by default importing alone would cause dozens, all in vain."""


def _end_without_looking_for_cycles() -> None:
    """An ending process frees everything anyway; but DuckDB would list all that is left of it as leaks."""
    if "duckdb" not in sys.modules:
        gc.freeze()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 is fine, 1 bad input, 2 wrong usage."""
    words = with_usual_action(list(sys.argv[1:] if arguments is None else arguments))
    gc.set_threshold(_OBJECTS)
    atexit.register(_end_without_looking_for_cycles)
    parser = _parser()
    command = parser.add_commands(COMMANDS, words)

    def action() -> int:
        chosen, others = parser.parse_known_args(words)
        if others and not any(word.startswith("-") for word in others) and not _is_value_elsewhere(others, words):
            # Files after options, which argparse takes only of a parser without subcommands.
            with suppress(TypeError):  # nor of one with a positional argument in an exclusive group
                chosen, others = command.parse_known_intermixed_args(words[len(command.prog.split()) - 1 :])
        if others:
            command.error(_describe_unrecognised(others, words, command))
        return int(chosen.run(chosen))

    OPTIONS.clear()
    remember_options(command)
    return guard(action)


_VALUES_ELSEWHERE = {"--confidence": "--level"}
"""Options without a value, and those that take the value that is often given after them."""


def _is_value_elsewhere(others: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the first of the words that are left is a number after an option that has its value elsewhere."""
    before = _word_before(others[0], words)
    return before in _VALUES_ELSEWHERE and others[0].replace(".", "", 1).isdecimal()


def _word_before(word: str, words: Sequence[str]) -> str:
    return next((first for first, second in pairwise(words) if second == word), "")


def _describe_unrecognised(others: Sequence[str], words: Sequence[str], command: argparse.ArgumentParser) -> str:
    """Say which words a command does not take, and how they could be given that are taken otherwise."""
    message = f"unrecognized arguments: {' '.join(others)}"
    if _is_value_elsewhere(others, words):
        before = _word_before(others[0], words)
        return f"{message} ({before} takes no value; {_VALUES_ELSEWHERE[before]} {others[0]} sets it)"
    is_file = len(others) == 1 and not others[0].startswith("-")
    if is_file and "--output" in command._option_string_actions:  # noqa: SLF001 (argparse)
        return f"{message} (-o {others[0]} writes to that file)"
    return message


def parser_for(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the command that these words name, or of the commands that can follow them."""
    return _parser().add_commands(COMMANDS, words)


def _parser() -> "_Parser":
    parser = _Parser(
        prog="stead",
        description="The workbench for lexical substitution: which words can stand in another word's stead?",
        epilog="`stead COMMAND --help` explains a command.",
    )
    parser.add_argument("--version", action="version", version=f"stead {__version__}")
    return parser


def with_usual_action(words: list[str]) -> list[str]:
    """Add the action that is meant where a command is given without one."""
    command = COMMANDS.get(words[0]) if words else None
    if command is None or not command.usual_action:
        return words
    names_none = not words[1:] or (words[1].startswith("-") and words[1] not in {"-h", "--help"})
    return [words[0], command.usual_action, *words[1:]] if names_none else words


def every_command(commands: Mapping[str, Command] = COMMANDS) -> Iterator[tuple[str, ...]]:
    """The words of every command, and of every action after the command that it belongs to."""
    for name, command in commands.items():
        yield (name,)
        for words in every_command(command.actions):
            yield (name, *words)


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Looks up the width of the terminal by itself: argparse makes a formatter for every option, and loads shutil."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_width() - 2)


class _Parser(argparse.ArgumentParser):
    """A parser in which only the command that is asked for knows its options, and which lists commands in groups."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=_HelpFormatter, **settings)

    _commands: "argparse._SubParsersAction[_Parser] | None" = None

    def add_commands(
        self, commands: Mapping[str, Command], words: Sequence[str], above: tuple[str, ...] = ()
    ) -> argparse.ArgumentParser:
        """Add the commands, and the options of the one that is asked for; give the parser of that one."""
        what, asked = ("ACTION" if above else "COMMAND"), _first_word(words)
        self._commands = self.add_subparsers(metavar=what, required=True, help="what to do:", parser_class=_Parser)
        asked_parser: argparse.ArgumentParser = self
        # A parser takes long to make: where one command is asked for, the others need none.
        wanted = {asked: commands[asked]} if asked is not None and asked in commands else commands
        for name, command in wanted.items():
            parser = self._commands.add_parser(
                name,
                help=command.summary,
                description=command.summary[0].upper() + command.summary[1:] + ".",
            )
            if name == asked:
                asked_parser = parser.declare(command, words[words.index(name) + 1 :], (*above, name))
        return asked_parser

    def declare(self, command: Command, words: Sequence[str], names: tuple[str, ...]) -> argparse.ArgumentParser:
        """Declare the options of a command, or its actions."""
        if command.actions:
            return self.add_commands(command.actions, words, names)
        module, name = import_module(f"stead.cli.{command.module}"), "_".join(names)
        getattr(module, f"declare_{name}")(self)
        self.set_defaults(run=getattr(module, f"run_{name}"))
        return self

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse what is none of the choices, with the one that was probably meant."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            from difflib import get_close_matches  # for mistakes only

            close = get_close_matches(str(value), map(str, action.choices or ()), n=1)
            error.message += f". Did you mean {close[0]}?" if close else ""
            raise

    def format_help(self) -> str:
        """Help with the commands under the headings of `GROUPS`."""
        if self._commands is None or {*self._commands.choices} != {*COMMANDS}:
            return super().format_help()
        listed = {action.metavar: action for action in self._commands._get_subactions()}  # noqa: SLF001 (argparse)
        page = self._get_formatter()
        page.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        page.add_text(self.description)
        for heading, group in GROUPS.items():
            page.start_section(heading)
            page.add_arguments([listed[name] for name in group])
            page.end_section()
        page.start_section("options")
        page.add_arguments([action for action in self._actions if action.option_strings])
        page.end_section()
        page.add_text(self.epilog)
        return page.format_help()


def _first_word(words: Sequence[str]) -> str | None:
    return next((word for word in words if not word.startswith("-")), None)
