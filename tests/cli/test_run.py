"""`stead run`: the answers of a system to a file of items."""

from pathlib import Path

import pytest

from stead.formats import load
from tests.cli.running import Command, Write
from tests.cli.sources import small_system, without_resources
from tests.systems.made import xml

ITEMS = xml(
    [
        ("match.n", "They lost the [match]."),
        ("hand.v", "He [handed] it over."),
        ("nowhere.n", "It is [nowhere]."),
        ("cup final.n", "A [cup final]."),
    ]
)


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write) -> str:
    write("items.xml", ITEMS)
    return small_system(tmp_path, monkeypatch)


def answers(path: str = "out.txt") -> dict[str, list[str]]:
    return {row.id: row.answers for row in load(path, "run")[0]}


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("best", "match.n 1 :: lucifer\nhand.v 2 :: pass\n"),
        (
            "oot",
            "match.n 1 ::: lucifer;Lucifer match;contest;lighter;equal;competition\nhand.v 2 ::: pass;turn over;give\n",
        ),
        ("coverage", "match.n 1 ::: lucifer;Lucifer match;contest;lighter;equal\nhand.v 2 ::: pass;turn over;give\n"),
    ],
)
def test_each_task_in_the_format_of_its_papers(stead: Command, system: str, task: str, expected: str) -> None:
    done = stead("run", system, "items.xml", "--task", task, "-o", "out.txt")
    assert (done.status, done.out) == (0, "")
    assert "wrote out.txt: 2 of 4 items answered. wordnet(" in done.err
    lines = [
        line for line in Path("out.txt").read_text().splitlines(keepends=True) if line.split("::")[1].strip(": \n")
    ]
    assert "".join(lines) == expected
    assert not Path("out.txt.part").exists()


def test_oot_is_the_task_if_none_is_named_and_the_run_can_be_scored(stead: Command, system: str, write: Write) -> None:
    write("g.txt", "match.n 1 :: contest 2;game 2;\nhand.v 2 :: give 4;\n")
    assert stead("run", system, "items.xml", "-o", "out.txt").status == 0
    scored = stead("score", "g.txt", "out.txt", "--measures", "oot@10", "--format", "tsv")
    assert scored.status == 0
    assert "75" in scored.out  # item 1 has contest, 2 of 4; item 2 has give, 4 of 4


def test_the_phrase_that_a_target_is_part_of(stead: Command, system: str, write: Write) -> None:
    write("phrases.xml", xml([("turn.v", "He [turned] over."), ("turn.v", "He [turned].")]))
    done = stead("run", "multiword", "phrases.xml", "--task", "mw", "-o", "out.txt")
    assert "1 of 2 items answered" in done.err
    assert answers()["1"] == ["turn over"]


def test_candidates_of_a_gold_are_ranked(stead: Command, system: str, write: Write) -> None:
    gold = write("g.txt", "match.n 1 :: game 2;contest 1;\nmatch.n 9 :: lucifer 3;\nhand.v 2 :: give 2;pass 1;\n")
    done = stead("run", system, "items.xml", "--task", "rank", "--candidates", f"gold:{gold}", "-o", "out.txt")
    assert done.status == 0
    assert "2 of 4 items answered" in done.err
    assert {number: own for number, own in answers().items() if own} == {
        "1": ["lucifer", "contest", "game"],
        "2": ["pass", "give"],
    }
    assert stead("score", gold, "out.txt", "--measures", "gap").status == 0


def test_candidates_of_a_file_are_ranked(stead: Command, system: str, write: Write) -> None:
    write("pool.txt", "match.n::equal;contest\n")
    assert stead("run", system, "items.xml", "--task", "rank", "--candidates", "pool.txt", "-o", "out.txt").status == 0
    assert answers()["1"] == ["contest", "equal"]


def test_a_gold_without_any_of_the_items_leaves_nothing_to_rank_and_that_is_said(
    stead: Command, system: str, write: Write
) -> None:
    gold = write("g.txt", "other.n 7 :: thing 2;\n")
    done = stead("run", system, "items.xml", "--task", "rank", "--candidates", f"gold:{gold}", "-o", "out.txt")
    assert (done.status, done.out) == (1, "")
    assert "has candidates for none of the 4 items" in done.err
    assert not Path("out.txt").exists()


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (["items.xml"], 2, "-o/--output"),
        (["items.xml", "-o", "-"], 2, "-o names a file"),
        (["items.xml", "-o", "items.xml"], 2, "-o would overwrite items.xml, which is read"),
        (["items.xml", "-o", "."], 2, ". is a folder; -o names a file"),
        (["items.xml", "-o", "x", "--to", "lexmturk"], 2, "invalid choice"),
        (["items.xml", "-o", "x", "--task", "rank"], 2, "--candidates are needed for the task rank"),
        (["items.xml", "-o", "x", "--candidates", "run.txt"], 2, "--candidates are for the task rank"),
        (["items.xml", "-o", "x", "--task", "rank", "--candidates", "no.txt"], 1, "no.txt: cannot be read"),
        (["items.xml", "-o", "x", "--task", "rank", "--candidates", "gold:no.txt"], 1, "no.txt: cannot be read"),
        (
            ["items.xml", "-o", "run.txt", "--task", "rank", "--candidates", "gold:run.txt"],
            2,
            "would overwrite run.txt",
        ),
        (["items.xml", "-o", "x", "--task", "worst"], 2, "invalid choice"),
        (["items.xml", "-o", "nowhere/x"], 1, "nowhere/x.part: cannot be written: No such file or directory"),
        (["no.xml", "-o", "x"], 1, "no.xml: cannot be read"),
        (["empty.xml", "-o", "x"], 1, "empty"),
        (["french.xml", "-o", "x"], 2, "wordnet is for en, but item 1 is in fr"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_nothing_is_left(
    stead: Command, system: str, write: Write, words: list[str], status: int, complaint: str
) -> None:
    write("empty.xml", "")
    write("french.xml", xml([("train.n", "Le [train].")], "fr"))
    before = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    done = stead("run", system, *words)
    assert (done.status, done.out) == (status, "")
    assert complaint in done.err
    assert {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before


@pytest.mark.parametrize("name", ["wordnte", "wordnet(cut=x)", "no.module:X"])
def test_what_is_no_system_is_wrong_usage(stead: Command, system: str, name: str) -> None:
    assert stead("run", name, "items.xml", "-o", "out.txt").status == 2


def test_a_resource_that_is_not_here_is_one_sentence_with_the_command(
    stead: Command, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_resources(tmp_path, monkeypatch)
    write("items.xml", ITEMS)
    done = stead("run", "wordnet", "items.xml", "-o", "out.txt")
    assert (done.status, done.out) == (1, "")
    assert "get it with `stead resources get wordnet`" in done.err
    assert not list(Path().glob("out*"))


def test_items_may_come_from_standard_input(stead: Command, system: str) -> None:
    assert stead("run", system, "-", "-o", "piped.txt", stdin=ITEMS.encode()).status == 0
    assert stead("run", system, "items.xml", "-o", "out.txt").status == 0
    assert Path("piped.txt").read_bytes() == Path("out.txt").read_bytes()


def test_faults_of_the_items_are_said_or_refused(stead: Command, system: str, write: Write) -> None:
    write("faulty.xml", ITEMS.replace("<head>match</head>", "match"))
    done = stead("run", system, "faulty.xml", "-o", "out.txt")
    assert "faulty.xml" in done.err
    assert stead("run", system, "faulty.xml", "-o", "strict.txt", "--strict").status == 1
    assert not Path("strict.txt").exists()


def test_other_scripts_control_characters_and_long_texts(stead: Command, system: str, write: Write) -> None:
    long = "word " * 200_000
    sentences = [("слово.n", "Это [слово]."), ("言葉.n", "[言葉]"), ("match.n", f"{long}[match] {long}")]
    write("odd.xml", xml(sentences, "en"))
    done = stead("run", system, "odd.xml", "--task", "best", "-o", "out.txt")
    assert done.status == 0
    assert answers()["3"] == ["lucifer"]


def test_the_same_bytes_every_time(stead: Command, system: str) -> None:
    stead("run", system, "items.xml", "-o", "one.txt")
    stead("run", system, "items.xml", "-o", "two.txt")
    assert Path("one.txt").read_bytes() == Path("two.txt").read_bytes()


def test_a_list_that_has_changed_begins_anew(stead: Command, system: str, write: Write) -> None:
    mine = f"dictionary(lexicon=list:mine.tsv,{system.partition('(')[2]}"
    write("mine.tsv", "match\tgame\n")
    assert stead("run", mine, "items.xml", "-o", "out.txt").status == 0
    signed = stead("run", mine, "items.xml", "-o", "first.txt").err
    write("mine.tsv", "match\tcontest\n")
    assert stead("run", mine, "items.xml", "-o", "second.txt").err.partition("|")[2] != signed.partition("|")[2]
    assert answers("second.txt")["1"] == ["contest"]


@pytest.mark.parametrize("other", ["mine.tsv", "link.tsv", "items.xml"])
def test_what_a_system_reads_is_not_written_over(stead: Command, system: str, write: Write, other: str) -> None:
    write("mine.tsv", "match\tgame\n")
    Path("link.tsv").symlink_to("mine.tsv")
    mine = f"dictionary(lexicon=list:mine.tsv,{system.partition('(')[2]}"
    done = stead("run", mine, "items.xml", "-o", other)
    assert (done.status, done.err) == (2, f"stead: -o would overwrite {other}, which is read. Name another file.\n")


def test_what_a_format_cannot_hold_is_kept_and_written_in_another(stead: Command, system: str, write: Write) -> None:
    """The answers are there already when the second command is given: nothing is asked again."""
    vectors = write("words.vec", "2 2\nmatch 1 0\ngame;set 1 0.1\n")
    frequencies = system.partition("(")[2]
    words = ("run", f"dictionary(lexicon=vectors:{vectors},{frequencies}", "items.xml", "-o", "out.jsonl")
    refused = stead(*words)
    assert refused.status == 1
    assert "cannot be written in this format" in refused.err
    assert "(--to stead)" in refused.err
    done = stead(*words, "--to", "stead")
    assert done.status == 0
    assert "4 items of 4 were answered before; going on." in done.err
    assert answers("out.jsonl")["1"] == ["game;set"]


@pytest.mark.parametrize("content", [b"my notes\n", b"{}", b"\xff"])
def test_a_file_of_somebody_else_beside_the_run_is_not_touched(
    stead: Command, system: str, write: Write, content: bytes
) -> None:
    write("out.txt.part", content)
    done = stead("run", system, "items.xml", "-o", "out.txt")
    assert done.status == 1
    assert "out.txt.part: holds no answers of stead, and would be written over; move it, or change -o." in done.err
    assert Path("out.txt.part").read_bytes() == content
