"""What the table promises for files without one defect is what the official program prints for such files.

Each defect is undone here by hand, in the text of the files, all others being left as they are.
"""

import re
from collections.abc import Callable

import pytest

from stead.official.program import run_official_on
from stead.official.program_input import Document, Task
from tests.official.explaining.made import explained

GOLD = """\
side.n 1 :: team 3;Club 1;
side.n 2 :: rim  3;edge 2;a b 1;
side.n 3 :: well-lit 3;don't 2;x 2;dim 1;
side.n 4 :: hypnotic 3;café owner 2;brim 1;
side.n 5 :: brim 1;face 4;face 2;
side.n 6 :: non-stop 3;team 1;
safe.n 7 :: sure 2;
e commerce.J 8 :: trade 2;team 1;
"""
RUN = """\
side.n 1 {} club;;team
side.n 2 {} rim;a  b
side.n 8 {}\N{SPACE}
side.n 3 {} well-lit; dim;dont
side.n 4 {} hypnotic;caf\N{LATIN SMALL LETTER E WITH ACUTE} owner;hypnotic
side.n 5 {} brim;wall;brim\r
side.n 6 {} non-stop;team;non stop
safe.n 7 {} sure
"""
Text = Callable[[str], str]


def same(text: str) -> str:
    return text


def swapped(old: str, new: str) -> Text:
    def rewrite(text: str) -> str:
        assert old in text, old
        return text.replace(old, new)

    return rewrite


UNDONE: dict[str, tuple[Text, Text]] = {
    "stale-answer": (same, lambda run: "".join(line for line in run.splitlines(keepends=True) if "n 8 " not in line)),
    "carriage-return": (same, swapped("\r", "")),
    "untrimmed-guess": (same, swapped("; dim", ";dim")),
    "empty-guess": (same, swapped(";;", ";")),
    "double-space": (swapped("rim  3", "rim 3"), swapped("a  b", "a b")),
    "hyphenated-mode": (
        lambda gold: gold.replace("well-lit", "well lit").replace("non-stop", "non stop"),
        lambda run: run.replace("well-lit", "well lit").replace("non-stop", "non stop"),
    ),
    "pn-anywhere": (swapped("hypnotic", "hyp_notic"), swapped("hypnotic", "hyp_notic")),
    "joined-non": (
        swapped("non-stop", "non_-stop"),
        lambda run: run.replace("non-stop", "non_-stop").replace("non stop", "non_ stop"),
    ),
    "apostrophe": (swapped("don't", "do_n_t"), same),
    "case": (swapped("Club", "club"), same),
    "odd-characters": (swapped("café", "cafe"), swapped("caf\N{LATIN SMALL LETTER E WITH ACUTE}", "cafe")),
    "one-letter": (swapped("x 2", "xx 2"), same),
    "equal-gold-terms": (swapped("face 4;face 2", "face 6"), same),
    "first-listed-mode": (swapped("brim 1;face 4;face 2", "face 4;face 2;brim 1"), same),
}
WITHOUT_REPEATS = ("owner", "non-stop;team", "brim;wall")
WITH_REPEATS = ("owner;hypnotic", "non-stop;team;non stop", "brim;wall;brim")


def without_repeats(task: Task) -> Text:
    """In oot the places of repeats are kept by a wrong guess."""
    filled = ";_" if task == "oot" else ""

    def rewrite(run: str) -> str:
        for before, after in zip(WITH_REPEATS, WITHOUT_REPEATS, strict=True):
            run = swapped(before, after + filled)(run)
        return run

    return rewrite


@pytest.mark.parametrize(
    ("task", "name"),
    [
        (task, name)
        for task in ("best", "oot")
        for name in [*UNDONE, "repeated-guess"]
        if (task, name) != ("oot", "empty-guess")  # it takes more than ten guesses to act
    ],
)
def test_the_figure_without_one_defect_is_what_the_program_prints_without_it(task: Task, name: str) -> None:
    in_gold, in_run = UNDONE.get(name, (same, without_repeats(task)))
    run = RUN.replace("{}", "::" if task == "best" else ":::")
    if name == "repeated-guess":  # with a carriage return the last guess is another one
        run = run.replace("\r", "")
    assert promised(name, run, GOLD, task) == printed(in_run(run), in_gold(GOLD), task)


def promised(name: str, run: str, gold: str, task: Task) -> list[str]:
    """The figures that the table has for files without the defect."""
    (cause,) = [cause for cause in explained(run, gold, task).causes if cause.name == name]
    found = [100 * value for figures in cause.alone.values() for value in figures.values() if value is not None]
    return [f"{value:.2f}" for value in found]


def printed(run: str, gold: str, task: Task) -> list[str]:
    """The figures that the official program prints."""
    said = run_official_on(Document.of(b"run", run.encode()), Document.of(b"gold", gold.encode()), task).stdout.decode()
    return re.findall(r"= (\d+\.\d\d)", said)


@pytest.mark.parametrize("task", ["best", "oot"])
def test_a_lexelt_of_several_words_is_in_form(task: Task) -> None:
    run = RUN.replace("{}", "::" if task == "best" else ":::")
    differences = explained(run, GOLD, task)
    assert "line-form" not in {cause.name for cause in differences.causes}
    assert next(iter(differences.corrected.values())).counted == 8


# ------------------------------------------------------------------------------------------------------ multiwords

MULTIWORD_GOLD = """\
side.n 1 :: look up 3;
side.n 2 :: get on 2;
side.n 3 :: take  off 2;
side.n 4 :: well-lit room 2;
side.n 5 :: don't know 2;
side.n 6 :: Give in 2;
side.n 7 :: café owner 2;
side.n 8 :: x 2;
side.n 9 :: go on 1;go off 1;go on 1;
side.n 10 :: carry out 1;put up 2;
side.n 11 :: pn 3;
side.n 12 :: run out 2;
side.n 13 :: turn up 2;
side.n a14 :: fall out 2;
side.n 15 :: go by 0;set off 2;
side.n 16 :: come by 2;
"""
MULTIWORD_RUN = """\
side.n 1 :: look up\r
side.n 2 :: get on\N{SPACE}
side.n 3 :: take off
side.n 4 :: well lit room
side.n 5 :: don't know
side.n 6 :: give in
side.n 7 :: café owner
side.n 8 :: x
side.n 9 :: go on
side.n 10 :: put up
side.n 11 :: in side
side.n 12 ::\N{SPACE}
side.n 13 :: turn up;turn in
side.n a14 :: fall out
side.n 15 :: set off
side.n 16 :: come by
"""
UNDONE_IN_MULTIWORDS: dict[str, tuple[Text, Text]] = {
    "zero-count": (swapped("go by 0;", ""), same),
    "id-not-a-number": (swapped("a14", "14"), swapped("a14", "14")),
    "name-counted": (swapped("pn 3;", ""), same),
    "blank-detected": (same, swapped("side.n 12 :: \n", "")),
    "carriage-return": (same, swapped("\r", "")),
    "semicolon": (same, swapped(";turn in", "")),
    "untrimmed-guess": (same, swapped("get on ", "get on")),
    "double-space": (swapped("take  off", "take off"), same),
    "hyphen": (swapped("well-lit", "well lit"), same),
    "apostrophe": (swapped("don't", "do_n_t"), swapped("don't", "do_n_t")),
    "case": (swapped("Give", "give"), same),
    "odd-characters": (swapped("café", "cafe"), swapped("café", "cafe")),
    "one-letter": (swapped(":: x 2", ":: xx 2"), swapped(":: x\n", ":: xx\n")),
    "equal-gold-terms": (swapped("go on 1;go off 1;go on 1", "go on 2;go off 1"), same),
    "first-listed-mode": (
        lambda gold: swapped("carry out 1;put up 2", "put up 2;carry out 1")(
            swapped("go by 0;set off 2", "set off 2;go by 0")(gold)
        ),
        same,
    ),
}


@pytest.mark.parametrize("name", UNDONE_IN_MULTIWORDS)
def test_the_figure_of_multiwords_without_one_defect_is_what_the_program_prints_without_it(name: str) -> None:
    in_gold, in_run = UNDONE_IN_MULTIWORDS[name]
    without = printed(in_run(MULTIWORD_RUN), in_gold(MULTIWORD_GOLD), "mw")
    assert len(without) == 4
    assert without != printed(MULTIWORD_RUN, MULTIWORD_GOLD, "mw")
    assert promised(name, MULTIWORD_RUN, MULTIWORD_GOLD, "mw") == without
