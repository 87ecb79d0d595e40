"""`stead completion`: scripts that complete commands, options and names in bash, zsh and fish.

The script of a shell asks `stead completion SHELL --line LINE` for the words that can stand at the end of a line. Exit
status 0 says that nothing else can, 1 that a file can as well.
"""

import argparse
import shlex
from collections.abc import Iterable, Iterator, Sequence

from stead.cli import choices, parser_for, with_usual_action
from stead.cli.options import explain
from stead.cli.output import write
from stead.resources import RESOURCES

_BASH = """\
_stead() {
    local IFS=$'\\n' line=${COMP_LINE:0:COMP_POINT}
    local word=${line##*[[:space:]]}
    local kept=${word%"$2"}  # readline replaces only what follows a colon and the like
    if COMPREPLY=($("$1" completion bash --line="$line" 2>/dev/null)); then
        compopt +o default 2>/dev/null
    elif [[ -n $(compgen -f -- "$2") ]]; then
        COMPREPLY=()  # readline completes names of files
    fi
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")
}
complete -o default -F _stead stead
"""
_ZSH = """\
#compdef stead
_stead() {
    local status_of_names names none=1
    names=$("$words[1]" completion zsh --line="${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)
    status_of_names=$?
    compadd -- ${(f)names} && none=0
    if (( status_of_names )); then
        compset -P '--*='
        _files && none=0
    fi
    return none
}
if [[ $funcstack[1] = _stead ]]; then _stead "$@"; else compdef _stead stead; fi
"""
_FISH = """\
function __stead_complete
    stead completion fish --line=(commandline -cp | string collect) 2>/dev/null
    or __fish_complete_path (commandline -ct)
end
complete -c stead -f -a '(__stead_complete)'
"""
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def declare_completion(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Commands, options, their values, measures, systems, resources and data sets are completed; elsewhere, files.
""",
        examples="""
eval "$(stead completion bash)"                                      in ~/.bashrc
eval "$(stead completion zsh)"                                       in ~/.zshrc, after compinit
stead completion fish > ~/.config/fish/completions/stead.fish        once
""",
    )
    parser.add_argument("shell", metavar="SHELL", choices=SCRIPTS, help=", ".join(SCRIPTS))
    parser.add_argument("--line", help=argparse.SUPPRESS)


def run_completion(options: argparse.Namespace) -> int:
    """Print the script, or what it asks for."""
    if options.line is None:
        write(SCRIPTS[options.shell])
        return 0
    words, files = complete(options.line)
    write("".join(f"{word}\n" for word in words))
    return 1 if files else 0


# ------------------------------------------------------------------------------------------------------- completing

_MEASURES = (*choices.MEASURES, *choices.SUITES)


def _with_wholes(parts: Sequence[str]) -> tuple[str, ...]:
    """The names of parts, each after the name of what it is a part of."""
    return tuple(dict.fromkeys(name for part in parts for name in (part.partition(":")[0], part)))


_WORDS_OF_COMMANDS: dict[str, Sequence[str]] = {
    "datasets": _with_wholes(choices.DATASET_PARTS),
    "measures": _MEASURES,
    "official": (),  # as the program of 2007: its system is a file
    "reproduce": _with_wholes(choices.PAPER_TABLES),
    "resources": tuple(RESOURCES),
    "systems": choices.SYSTEMS,
}
"""What stands after these commands."""
_WORDS_OF_PARAMETERS: dict[str, Sequence[str]] = {
    "measures": _MEASURES,
    "match": choices.MATCHING,
    "pos": choices.PARTS_OF_SPEECH,
    "signals": choices.ALL_SIGNALS,
    "system": choices.SYSTEMS,
    "tier": choices.SYSTEMS,
}
_LISTS = {"measures", "match", "signals"}
"""Parameters that are lists with commas."""
_DATA = {"gold", "gold1", "gold2", "other_gold", "items", "candidates"}
"""Parameters that are files or parts of data sets."""


def complete(line: str) -> tuple[list[str], bool]:
    """The words that can stand at the end of a command line, and whether files can."""
    *before, current = with_usual_action(_split(line)[1:])
    parser = parser_for(before)
    command = parser.prog.split()[1:]
    for name in command:
        before = before[before.index(name) + 1 :]
    option, equals, value = current.partition("=")
    if current.startswith("-") and not equals:
        return _starting(current, _options(parser)), False
    if current.startswith("-"):
        words, files = _values(parser._option_string_actions.get(option), command, value)  # noqa: SLF001 (argparse)
        return [f"{option}={word}" for word in words], files
    argument = _argument_after(before, parser)
    return _values(argument, command, current) if argument else (_starting(current, _options(parser)), False)


def _split(line: str) -> list[str]:
    """The words of a line, the last of which may be empty, or in a quote that is still open."""
    end = "\0"
    for closing in ("", '"', "'"):
        try:
            *words, last = shlex.split(f"{line}{end}{closing}")
        except ValueError:
            continue
        return [*words, last.removesuffix(end)]
    return ["", ""]


def _argument_after(words: Sequence[str], parser: argparse.ArgumentParser) -> argparse.Action | None:
    """The argument that the word after these is a value of."""
    options, positionals = parser._option_string_actions, iter(parser._get_positional_actions())  # noqa: SLF001
    expected, positional = None, next(positionals, None)
    for word in words:
        if word.startswith("-") and word != "-":
            expected = options[word] if word in options and options[word].nargs != 0 else None
        elif expected:
            expected = expected if expected.nargs in {"+", "*"} else None
        elif positional and positional.nargs not in {"+", "*"}:
            positional = next(positionals, None)
    return expected or positional


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    return (
        option
        for action in parser._actions  # noqa: SLF001
        if action.help != argparse.SUPPRESS
        for option in action.option_strings
    )


def _values(argument: argparse.Action | None, command: Sequence[str], text: str) -> tuple[list[str], bool]:
    """The values of an argument that begin with a text, and whether it can be a file."""
    if argument is None:
        return [], False
    words, files = _all_values(argument, command)
    if argument.dest not in _LISTS:
        return _starting(text, words), files
    done, comma, last = text.rpartition(",")
    return [f"{done}{comma}{word}" for word in _starting(last, words) if word not in done.split(",")], files


def _all_values(argument: argparse.Action, command: Sequence[str]) -> tuple[Iterable[str], bool]:
    if argument.choices is not None:
        return argument.choices, False
    if not argument.option_strings and command[0] in _WORDS_OF_COMMANDS:
        words = _WORDS_OF_COMMANDS[command[0]]
        return words, not words
    if argument.dest in _WORDS_OF_PARAMETERS:
        return _WORDS_OF_PARAMETERS[argument.dest], False
    is_number = argument.type is not None
    return choices.DATASET_PARTS if argument.dest in _DATA else (), not is_number


def _starting(text: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(text)]
