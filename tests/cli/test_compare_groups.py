"""`stead compare --by`: every way to divide the items, with figures worked out by hand, in every form of output."""

import json
import re

import pytest

from tests.cli.running import RUN, Command, Write, tsv

FAST = ("-m", "best", "--resamples", "40")
SENTENCES = (
    '{"schema": "stead.items/1"}\n'
    '{"id": "1", "lexelt": "bright.a", "text": "a bright boy", "start": 2, "end": 8}\n'
    '{"id": "2", "lexelt": "bright.a", "text": "so bright that one two three four five six seven eight", '
    '"start": 3, "end": 9}\n'
)

# Best of `run` is .5 on item 1, .5 on item 2 and 0 on item 3; item 4 is not scored. Item 1 has 2 substitutes and a
# share of 3/4 for the first, item 2 has 3 and 2/4, item 3 has 2 and 2/4. Item 1 has 3 words, item 2 has 11, item 3 has
# no sentence. The lemma bright is met 10 times in a million, a bound of the higher band; dog is not listed.
# NMWS is all three items, since there is no substitute of several words: (.5 + .5 + 0) / 3.
EXPECTED = {
    "pos": {"a": 0.5, "n": 0.0},
    "lexelt": {"bright.a": 0.5, "dog.n": 0.0},
    "substitutes": {"2": 0.25, "3-4": 0.5},
    "agreement": {"0.5-0.75": 0.25, "0.75-1": 0.5},
    "length": {"1-10": 0.5, "11-20": 0.5, "(none)": 0.0},
    "frequency": {"0-1": 0.0, "10-100": 0.5},
    "genre": {"news": 0.25, "(none)": 0.5},
    "subset": {"MWT": 0.0, "NMWT": 0.5, "MAN": 0.5, "RAND": 0.0, "NMWS": 1 / 3},
}


@pytest.fixture
def files(write: Write) -> Write:
    """Everything that any division needs."""
    write("second.txt", RUN.replace("smart;clever", "clever"))
    write("items.jsonl", SENTENCES)
    write("counts.tsv", "bright\t10\n")
    write("genre.tsv", "1\tnews\n3\tnews\n")
    write("multiwords.txt", "dog.n 3 :: hot dog 2;\n")
    write("manual.txt", "bright.a\n")
    return write


def words_for(name: str) -> list[str]:
    further = {
        "length": ["--items", "items.jsonl"],
        "subset": ["--multiwords", "multiwords.txt", "--manual", "manual.txt"],
    }
    by = {"genre": "genre.tsv", "frequency": "frequency:list:counts.tsv"}.get(name, name)
    return ["gold.txt", "run.txt", "second.txt", *FAST, "--by", by, *further.get(name, [])]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_division_by_hand(stead: Command, files: Write, name: str) -> None:
    done = stead("compare", *words_for(name), "--format", "json")
    assert done.status == 0
    (own,) = [each for each in json.loads(done.out)["breakdowns"] if each["grouping"] == name]
    found = {
        row["group"].removeprefix(f"{name}="): row["value"]
        for row in own["rows"]
        if (row["run"], row["figure"]) == ("run", "R")
    }
    assert found == {group: pytest.approx(value) for group, value in EXPECTED[name].items()}
    assert [group.removeprefix(f"{name}=") for group in own["groups"]] == list(found)


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("format", ["text", "markdown", "latex"])
def test_a_table_of_the_groups_keeps_the_order_of_the_leaderboard(
    stead: Command, files: Write, name: str, format: str
) -> None:
    """`second` has 3/4 on item 1 and is first, in every group too, though it is nowhere better on the others."""
    done = stead("compare", *words_for(name), "--format", format)
    title = rf"caption{{best by {name}" if format == "latex" else f"best by {name}"
    before, _, behind = done.out.partition(title)
    body = before.rpartition("toprule")[2] if format == "latex" else behind.partition("Scores x 100")[0]
    assert re.findall(r"^(?:\| )?(second|run)\b.*\.\d\d[ |\\]*$", body, re.MULTILINE) == ["second", "run"]
    for value in EXPECTED[name].values():
        assert f"{100 * value:.2f}" in done.out


def test_every_division_is_in_the_page(stead: Command, files: Write) -> None:
    words = [word for name in EXPECTED for word in words_for(name)[3 + len(FAST) :]]
    done = stead("compare", "gold.txt", "run.txt", "second.txt", *FAST, *words, "--format", "html")
    assert done.status == 0
    for name in EXPECTED:
        assert f"agreement of rankings by best R on groups of items: {name}" in done.out


def test_rankings_on_groups_are_compared(stead: Command, files: Write) -> None:
    """On nouns both runs have nothing and are tied, so that there is no tau; on adjectives they rank as on all."""
    done = stead("compare", *words_for("pos"))
    square = done.out.partition("agreement of rankings by best R on groups of items: pos")[2].splitlines()
    all_items, nouns, adjectives = (line.split() for line in square[4:7])
    assert all_items == ["1", "all", "·", "-", "1.00"]
    assert nouns[1:] == ["n", nouns[2], "·", "-"]
    assert adjectives[1:] == ["a", "1.00", adjectives[3], "·"]


def test_length_needs_sentences(stead: Command, files: Write) -> None:
    for command in ("compare", "score"):
        done = stead(command, "gold.txt", "run.txt", "-m", "best", "--by", "length")
        assert (done.status, done.out) == (2, "")
        assert done.err.endswith("stead: groups by length (--by length) need the sentences of the items (--items).\n")


@pytest.mark.parametrize("name", ["substitutes", "agreement"])
def test_the_same_names_divide_for_stead_score(stead: Command, files: Write, name: str) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--by", name)
    for group, value in EXPECTED[name].items():
        assert re.search(rf"^{name}={re.escape(group)} +run .* {100 * value:.2f}$", done.out, re.MULTILINE)


def test_a_leaderboard_knows_lengths_too(stead: Command, files: Write) -> None:
    files("runs/one.txt", RUN)
    words = ["runs", "--gold", "gold.txt", *FAST, "--by", "length", "--items", "items.jsonl", "-o", "site"]
    assert stead("leaderboard", *words).status == 0


def test_the_bands_of_frequency(stead: Command, write: Write) -> None:
    numbers = {"a": 0.99, "b": 1, "c": 9.9, "d": 10, "e": 99, "f": 100, "g": 5000}
    write("counts.tsv", "".join(f"{word}\t{number}\n" for word, number in numbers.items()))
    write("g.txt", "".join(f"{word}.n {at} :: x 2;\n" for at, word in enumerate(numbers)))
    write("r.txt", "".join(f"{word}.n {at} :: x\n" for at, word in enumerate(numbers)))
    done = stead("score", "g.txt", "r.txt", "-m", "best", "--by", "frequency:list:counts.tsv", "--format", "tsv")
    sizes = {row["group"]: row["scored"] for row in tsv(done.out) if row["group"].startswith("frequency")}
    bands = {"0-1": "1", "1-10": "2", "10-100": "2", "100 and more": "2"}
    assert sizes == {f"frequency={band}": size for band, size in bands.items()}


@pytest.mark.parametrize(
    ("by", "complaint"),
    [
        ("frequency:", "'' is not a source of frequencies; there are bnc"),
        ("frequency:list:no.tsv", "no.tsv: cannot be read"),
        ("frequency", "'frequency' is neither a file of groups nor one of pos, lexelt, subset"),
    ],
)
def test_a_list_of_frequencies_that_is_not_there(stead: Command, files: Write, by: str, complaint: str) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--by", by)
    assert done.status in {1, 2}
    assert complaint in done.err


def test_a_list_that_divides_is_not_written_over(stead: Command, files: Write) -> None:
    files("counts.json", "bright\t10\n")
    done = stead("compare", "gold.txt", "run.txt", *FAST, "--by", "frequency:list:counts.json", "-o", "counts.json")
    assert (done.status, "would overwrite counts.json, which is read" in done.err) == (2, True)
