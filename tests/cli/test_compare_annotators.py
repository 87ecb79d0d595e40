"""`stead compare --annotations`: the ranking without each annotator."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import EXAMPLES, Command, Write

FAST = ("-m", "best", "--resamples", "40")
VOTES = {"ann": ("clever", "pub"), "bob": ("clever", "bar"), "cho": ("smart", "bar")}
RUNS = {"a": ("clever", "pub"), "b": ("smart", "bar"), "c": ("clever", "bar")}


def annotations(votes: dict[str, tuple[str, str]] = VOTES) -> str:
    lines = ['{"schema": "stead.annotations/1"}']
    for annotator, terms in votes.items():
        for number, term in enumerate(terms, start=1):
            record = {"lexelt": f"w{number}.n", "id": str(number), "annotator": annotator, "substitutes": [term]}
            lines.append(json.dumps({**record, "comment": "secret remark", "time": "2026-01-02T03:04:05Z"}))
    return "\n".join(lines) + "\n"


@pytest.fixture
def files(write: Write) -> Write:
    """Three people on two items, and three runs."""
    write("gold.txt", "w1.n 1 :: clever 2;smart 1;\nw2.n 2 :: bar 2;pub 1;\n")
    write("people.jsonl", annotations())
    for name, (one, two) in RUNS.items():
        write(f"{name}.txt", f"w1.n 1 :: {one}\nw2.n 2 :: {two}\n")
    return write


def compared(stead: Command, *further: str, format: str = "json") -> Any:
    done = stead(
        "compare",
        "gold.txt",
        "a.txt",
        "b.txt",
        "c.txt",
        *FAST,
        "--annotations",
        "people.jsonl",
        *further,
        "--format",
        format,
    )
    assert done.status == 0, done.err
    return json.loads(done.out) if format == "json" else done.out


def test_rankings_without_each_by_hand(stead: Command, files: Write) -> None:
    """The best of a run is the sum of its two answers' shares of the weight.

    With all: a 2/3 + 1/3, b 1/3 + 2/3, c 2/3 + 2/3: c 1st, a and b 2nd.
    Without ann: a 1/2 + 0, b 1/2 + 1, c 1/2 + 1: b and c 1st, a 3rd. Of the pairs, a-c is ordered alike, a-b is tied
    before, b-c after: tau-b = 1 / sqrt(2 * 2).
    Without bob: every answer has half of the weight: all are 1st, and there is no tau.
    Without cho: a 1 + 1/2, b 0 + 1/2, c 1 + 1/2: a and c 1st, b 3rd; tau as without ann.
    """
    document = compared(stead)
    found = [
        (each["annotator"], each["scored"], each["agreement"]["tau"], each["moved"], each["largest_move"])
        for each in document["annotators"]
    ]
    assert found == [
        ("ann", 2, pytest.approx(0.5), 2, 1),
        ("bob", 2, None, 2, 1),
        ("cho", 2, pytest.approx(0.5), 2, 1),
    ]
    assert {each["agreement"]["first"]["figure"] for each in document["annotators"]} == {"R"}
    assert not [note for note in document["notes"] if "people" in note], "the gold was made of these annotations"


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "html"])
def test_every_form_for_people_has_it(stead: Command, files: Write, format: str) -> None:
    title = "Does the ranking depend on one annotator?" if format == "html" else "rankings without one annotator"
    assert title in compared(stead, format=format)
    done = stead("compare", "gold.txt", "a.txt", "b.txt", *FAST, "--format", format)
    assert title not in done.out


def test_the_table_by_hand(stead: Command, files: Write) -> None:
    table = compared(stead, format="text").partition("rankings without one annotator")[2].splitlines()
    assert table[2].split() == ["measure", "unchanged", "lowest", "tau", "without", "largest", "move"]
    assert table[4].split() == ["best", "R", "0/3", "0.50", "ann", "1"]


def test_the_page_names_the_annotators(stead: Command, files: Write) -> None:
    page = compared(stead, format="html")
    section = page.partition('<section id="annotators"')[2].partition("</section>")[0]
    for name in VOTES:
        assert f'<bdi dir="auto">{name}</bdi></th><td>2</td>' in section
    assert section.count("0.50<small>2 move</small>") == 2


def test_what_people_wrote_beside_their_answers_and_when_is_not_kept(stead: Command, files: Write) -> None:
    for text in (json.dumps(compared(stead)), compared(stead, format="html")):
        assert "secret remark" not in text
        assert "03:04:05" not in text


def test_a_run_can_be_added_afterwards(stead: Command, files: Write) -> None:
    words = [*FAST, "--annotations", "people.jsonl"]
    stead("compare", "gold.txt", "a.txt", "b.txt", "c.txt", *words, "-o", "all.json")
    stead("compare", "gold.txt", "a.txt", "b.txt", *words, "-o", "two.json")
    assert stead("report", "two.json", "--add", "c.txt", "-o", "added.json").status == 0
    assert Path("added.json").read_bytes() == Path("all.json").read_bytes()


def test_a_gold_that_was_curated_is_said_to_differ(stead: Command, files: Write) -> None:
    files("gold.txt", "w1.n 1 :: clever 3;\nw2.n 2 :: bar 2;pub 1;\n")
    document = compared(stead)
    assert (
        "people: the gold made of these annotations differs from gold on 1 of 2 items; annotators are left out of the "
        "former."
    ) in document["notes"]


def test_shares_are_recognised(stead: Command, files: Write) -> None:
    """Ann gives two answers to item 1, each half a vote: clever 1.5, smart 1, quick 0.5.

    With all: a 1.5/3 + 1/3, b 1/3 + 2/3, c 1.5/3 + 2/3: c, b, a. Without ann: a 1/2 + 0, b and c 1/2 + 1: b moves up.
    """
    text = annotations().replace('"ann", "substitutes": ["clever"]', '"ann", "substitutes": ["clever", "quick"]')
    files("people.jsonl", text)
    files("gold.txt", "w1.n 1 :: clever 1.5;smart 1;quick 0.5;\nw2.n 2 :: bar 2;pub 1;\n")
    document = compared(stead, "--weights", "counts")
    assert not [note for note in document["notes"] if "annotations" in note]
    assert (document["annotators"][0]["moved"], document["annotators"][0]["largest_move"]) == (1, 1)


def test_ratings_are_taken_too(stead: Command, files: Write) -> None:
    """Two raters; without one the gold is what the other says: bad for a and c on item 1, and the other way round."""
    lines = ['{"schema": "stead.ratings/1"}']
    for rater, grades in {"ann": (3, 0, 3, 1), "bob": (0, 2, 3, 1)}.items():
        for (item, term), value in zip([(1, "clever"), (1, "smart"), (2, "bar"), (2, "pub")], grades, strict=True):
            lines.append(
                json.dumps({"lexelt": f"w{item}.n", "id": str(item), "candidate": term, "rater": rater, "value": value})
            )
    files("people.jsonl", "\n".join(lines) + "\n")
    files("gold.txt", "w1.n 1 :: clever 1.5;smart 1.0;\nw2.n 2 :: bar 3.0;pub 1.0;\n")
    document = compared(stead, "--weights", "graded")
    # All: c 1.5+3, b 1+3, a 1.5+1 (shares of 2.5 and 4): .6 + .75, .4 + .75, .6 + .25: c, b, a.
    # Without ann: clever 0, smart 2: b 1 + .75, c 0 + .75, a 0 + .25: b, c, a.
    # Without bob: clever 3, smart 0: c 1 + .75, a 1 + .25, b 0 + .75: c, a, b.
    assert [(each["annotator"], each["moved"]) for each in document["annotators"]] == [("ann", 2), ("bob", 2)]


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        ("", 1, "people.jsonl: the file is empty"),
        ("w1.n 1 :: clever 2;\n", 1, "people.jsonl:"),
        (annotations().replace('"id": "', '"id": "9'), 1, "none of the annotated items is in the gold"),
    ],
    ids=["empty", "a gold", "other items"],
)
def test_what_is_no_annotations_of_this_gold_is_one_sentence(
    stead: Command, files: Write, content: str, status: int, said: str
) -> None:
    files("people.jsonl", content)
    done = stead("compare", "gold.txt", "a.txt", "b.txt", *FAST, "--annotations", "people.jsonl")
    assert (done.status, done.out) == (status, "")
    assert said in done.err
    assert "resampling" not in done.err, "it is said before the work"


def test_one_annotator_alone_leaves_nothing_and_that_is_said(stead: Command, files: Write) -> None:
    files("people.jsonl", annotations({"ann": ("clever", "pub")}))
    document = compared(stead, "--min-responses", "1")
    assert document["annotators"] == []
    assert any(note.startswith("people: without ann there is no ranking") for note in document["notes"])


def test_one_run_has_no_ranking(stead: Command, files: Write) -> None:
    done = stead("compare", "gold.txt", "a.txt", *FAST, "--annotations", "people.jsonl", "--format", "json")
    assert done.status == 0
    assert json.loads(done.out)["annotators"] == []


def test_names_of_strangers_are_inert(stead: Command, files: Write) -> None:
    name = "<script>alert(1)</script>\\u001b[31m_%&$"
    files("people.jsonl", annotations().replace('"ann"', f'"{name}"'))
    page = compared(stead, format="html")
    assert "<script>alert(1)" not in page
    assert r"\textless{}script" in compared(stead, format="latex")
    assert "\x1b" not in page + compared(stead, format="text")


def test_the_bundled_annotators(stead: Command, example: Path) -> None:
    words = ["gold.txt", *map(str, sorted((EXAMPLES / "runs").glob("*.txt"))), *FAST, "--format", "json"]
    done = stead("compare", *words, "--annotations", "annotations.jsonl")
    document = json.loads(done.out)
    assert [each["annotator"] for each in document["annotators"]] == ["ada", "bruno", "chloe", "dario", "elif"]
    assert not [note for note in document["notes"] if "annotations" in note], "the gold was made of them"


def test_a_leaderboard_takes_annotations(stead: Command, files: Write) -> None:
    for name in RUNS:
        files(f"runs/{name}.txt", Path(f"{name}.txt").read_text(encoding="utf-8"))
    words = ["runs", "--gold", "gold.txt", *FAST, "--annotations", "people.jsonl", "-o", "site"]
    assert stead("leaderboard", *words).status == 0
    assert 'id="annotators"' in Path("site/index.html").read_text(encoding="utf-8")
