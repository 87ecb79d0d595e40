"""`stead neighbours` and `stead tune`, through the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Command, Write
from tests.counts.twelve import counted
from tests.systems.made import xml

LEXICON = "cat.n\tdog;mouse\ndog.n\tcat\nmouse.n\tcat\n"
GOLD = "cat.n 1 :: dog 3;\ncat.n 2 :: mouse 2;dog 1;\ndog.n 3 :: cat 3;\nmouse.n 4 :: cat 2;\n"
SENTENCES = [
    ("cat.n", "The [cat] sleeps."),
    ("cat.n", "The [cat] drinks milk."),
    ("dog.n", "The [dog] drinks milk."),
    ("mouse.n", "A [mouse] sleeps."),
]


@pytest.fixture(autouse=True)
def files(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A counted corpus, a lexicon, items and their gold in the current folder."""
    monkeypatch.chdir(tmp_path)
    counted(tmp_path)
    for name, content in (("lexicon.tsv", LEXICON), ("gold.txt", GOLD), ("items.xml", xml(SENTENCES))):
        write(name, content)


def test_neighbours_are_a_table(stead: Command) -> None:
    done = stead(
        "neighbours",
        "dog",
        "--model",
        "model",
        "--measure",
        "jaccard",
        "-n",
        "1",
        "--pos",
        "n",
        "--lexicon",
        "list:lexicon.tsv",
    )
    assert (done.status, done.err) == (0, "")
    assert "cat" in done.out
    assert "43 words; jaccard" in done.out


def test_an_unknown_word_is_named_and_the_others_are_answered(stead: Command) -> None:
    done = stead("neighbours", "zebra", "dog", "--model", "model")
    assert done.status == 1
    assert "zebra: does not occur" in done.err
    assert "neighbour" in done.out


def test_a_tuned_system_is_run(stead: Command) -> None:
    system = "lm(lexicon=list:lexicon.tsv,model=counts:model)"
    tuned = stead("tune", system, "--items", "items.xml", "--gold", "gold.txt", "-o", "tuned.json", "--folds", "3")
    assert tuned.status == 0, tuned.err
    assert "lexelts left out, in 3 folds" in tuned.err
    record = json.loads(Path("tuned.json").read_text(encoding="utf-8"))
    assert (record["schema"], record["lexelts"], record["items"]) == ("stead.tuned/1", 3, 4)
    done = stead("run", "tuned:tuned.json", "items.xml", "--task", "coverage", "-o", "run.txt")
    assert done.status == 0, done.err
    assert f"cut={parameter(record['system'], 'cut')}" in done.err


def parameter(system: str, name: str) -> str:
    return system.partition(f"{name}=")[2].partition(")")[0].partition(",")[0]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("run", "tuned:nowhere.json", "items.xml", "-o", "run.txt"), 1, "nowhere.json: cannot be read"),
        (
            ("run", "tuned:gold.txt", "items.xml", "-o", "run.txt"),
            1,
            "gold.txt: expected a tuned system (stead.tuned/1)",
        ),
        (("tune", "multiword", "--items", "items.xml", "--gold", "gold.txt", "-o", "x.json"), 2, "has no cut-off"),
        (
            ("tune", "lm", "--items", "items.xml", "--gold", "gold.txt", "-o", "gold.txt"),
            2,
            "-o would overwrite gold.txt, which is read",
        ),
        (("neighbours", "dog", "--model", "."), 1, "not a counted corpus"),
        (
            ("neighbours", "dog", "--model", "model", "--measure", "skew", "--alpha", "2"),
            2,
            "--alpha is a number between 0 and 1, not 2",
        ),
    ],
)
def test_mistakes_are_a_sentence(stead: Command, words: tuple[str, ...], status: int, message: str) -> None:
    done = stead(*words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err


@pytest.mark.parametrize("number", ["0", "-3"])
def test_a_number_of_neighbours_below_one_is_wrong_usage(stead: Command, number: str) -> None:
    done = stead("neighbours", "dog", "--model", "model", "-n", number)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"stead: --number is a whole number from 1, not {number}.\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-o", "model"], "-o model: is a folder; name a file that can be written."),
        (["-o", "no/tuned.json"], "-o no/tuned.json: there is no folder no; name a file that can be written."),
        (["-o", "tuned.json", "--folds", "9"], "--folds: 9 of 3 lexelts; expected at least 2, and a lexelt for each."),
    ],
)
def test_what_tuning_cannot_end_in_is_refused_at_its_beginning(
    stead: Command, words: list[str], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stead.systems.tuning._try_settings", lambda *_: pytest.fail("it began"))
    done = stead(
        "tune", "bow(lexicon=list:lexicon.tsv,model=model)", "--items", "items.xml", "--gold", "gold.txt", *words
    )
    assert (done.status, done.err) == (2, f"stead: {complaint}\n")
