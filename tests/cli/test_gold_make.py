"""`stead gold make`: files in, files out, words to standard error."""

import json
from pathlib import Path

import pytest

import stead as package
from tests.cli.running import EXAMPLES, Command, Write

HEADER = '{"schema": "stead.annotations/1"}\n'
RATINGS = '{"schema": "stead.ratings/1"}\n'


def line(item: str, annotator: str, *substitutes: str, **more: object) -> str:
    lexelt, identifier = item.split()
    record = {"lexelt": lexelt, "id": identifier, "annotator": annotator, "substitutes": substitutes, **more}
    return json.dumps(record, ensure_ascii=False) + "\n"


PAPER = HEADER + "".join(
    line("happy.a 9999", str(number), *answers.split())
    for number, answers in enumerate(["glad merry", "glad", "cheerful glad", "merry", "jovial"])
)


def rating(candidate: str, rater: str, value: object) -> str:
    record = {"lexelt": "bright.a", "id": "1", "candidate": candidate, "rater": rater, "value": value}
    return json.dumps(record) + "\n"


def test_the_example_of_the_paper(stead: Command, write: Write) -> None:
    done = stead("gold", "make", write("a.jsonl", PAPER))
    assert (done.status, done.out) == (0, "happy.a 9999 :: glad 3;merry 2;cheerful 1;jovial 1;\n")
    assert done.err.startswith("stead: 1 item in the gold, 4 substitutes. signature: gold|max:3|min:2|weights:counts|")


def test_the_bundled_gold_is_made_of_the_bundled_annotations(stead: Command, example: Path, tmp_path: Path) -> None:
    gold, multiwords = tmp_path / "gold.txt", tmp_path / "gold-multiwords.txt"
    done = stead("gold", "make", "annotations.jsonl", "-o", gold, "--multiwords", multiwords)
    assert (done.status, done.out) == (0, "")
    assert gold.read_bytes() == (EXAMPLES / "gold.txt").read_bytes()
    assert multiwords.read_bytes() == (EXAMPLES / "gold-multiwords.txt").read_bytes()


def test_with_the_bundled_items_it_is_the_same_gold(stead: Command, example: Path) -> None:
    items = [word for language in ("en", "it", "fr") for word in ("--items", f"items.{language}.xml")]
    assert stead("gold", "make", "annotations.jsonl", *items).out == (EXAMPLES / "gold.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("format", ["annotations-csv", "stead"])
def test_making_exporting_and_making_again_gives_the_same_bytes(
    stead: Command, example: Path, tmp_path: Path, format: str
) -> None:
    there, back = tmp_path / "there", tmp_path / "back.jsonl"
    stead("convert", "annotations.jsonl", "--to", format, "-o", there)
    assert stead("gold", "make", there).out == (EXAMPLES / "gold.txt").read_text(encoding="utf-8")
    stead("convert", there, "--to", "stead", "-o", back)
    assert back.read_bytes() == (EXAMPLES / "annotations.jsonl").read_bytes()


def test_nil_and_name_go_to_a_table(stead: Command, example: Path, tmp_path: Path) -> None:
    """Counted by hand in annotations.jsonl: the first and the last item with either."""
    stead("gold", "make", "annotations.jsonl", "-o", tmp_path / "g", "--specials", tmp_path / "special.tsv")
    lines = (tmp_path / "special.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["lexelt\tid\tNIL\tNAME", "bright.a\t5\t0\t3"]
    assert lines[-1] == "doux.a\t214\t1\t0"
    own = package.read_annotations("annotations.jsonl")
    assert sum(int(row.split("\t")[2]) for row in lines[1:]) == sum(each.nil for each in own)
    assert sum(int(row.split("\t")[3]) for row in lines[1:]) == sum(each.name for each in own)


def test_what_is_left_out_is_said(stead: Command, example: Path) -> None:
    err = stead("gold", "make", "annotations.jsonl").err
    assert "3 of 70 items left out: fewer than 2 usable answers (3); spring.n 26, spring.n 30, champ.n 205." in err


def test_shares_are_written_and_the_reader_is_warned(stead: Command, write: Write) -> None:
    done = stead("gold", "make", write("a.jsonl", PAPER), "--weights", "shares")
    assert done.out == "happy.a 9999 :: glad 2;merry 1.5;jovial 1;cheerful 0.5;\n"
    assert "semeval cannot hold that the weights are counts: lost; score it with `--weights counts`" in done.err


def test_another_format_can_be_asked_for(stead: Command, write: Write) -> None:
    done = stead("gold", "make", write("a.jsonl", PAPER), "--weights", "shares", "--to", "stead")
    assert json.loads(done.out.splitlines()[0]) == {"schema": "stead.gold/1", "graded": False}
    assert "lost" not in done.err


def test_limits_are_options(stead: Command, write: Write) -> None:
    own = write("a.jsonl", HEADER + line("a.n 1", "p", "x", "y") + line("b.n 2", "p", "z"))
    assert (
        stead("gold", "make", own, "--min-responses", "1", "--max-answers", "1").out == "a.n 1 :: x 1;\nb.n 2 :: z 1;\n"
    )


def test_ratings_make_a_graded_gold(stead: Command, write: Write) -> None:
    """clever (3 + 2) / 2, lit (0 + 1) / 2."""
    text = RATINGS + rating("clever", "r", 3) + rating("lit", "r", 0) + rating("clever", "s", 2) + rating("lit", "s", 1)
    done = stead("gold", "make", write("ratings.jsonl", text))
    assert (done.status, done.out) == (0, "bright.a 1 :: clever 2.5;lit 0.5;\n")
    assert "gold|grade:mean|scale:0-3|" in done.err
    assert stead("gold", "make", "ratings.jsonl", "--grade", "majority").out == "bright.a 1 :: clever 2;lit 0;\n"


def test_standard_input_is_read_once(stead: Command) -> None:
    assert stead("gold", "make", "-", stdin=PAPER.encode()).out.startswith("happy.a 9999 :: glad 3;")


# ----------------------------------------------------------------------------------------------- the data sheet


def test_the_data_sheet_is_markdown_and_json(stead: Command, example: Path, tmp_path: Path) -> None:
    done = stead("gold", "make", "annotations.jsonl", "-o", tmp_path / "gold.txt", "--data-sheet", tmp_path / "sheet")
    assert done.status == 0
    document = json.loads((tmp_path / "sheet.json").read_text(encoding="utf-8"))
    sections = {each["title"]: each for each in document["sections"]}
    assert document["schema"] == "stead.data-sheet/1"
    assert document["signature"] in done.err
    assert {"what": "items in the gold", "number": 67} in sections["Counts"]["records"]
    assert [each["coefficient"] for each in sections["Agreement"]["records"]][:2] == ["pairwise", "items-with-mode"]
    page = (tmp_path / "sheet.md").read_text(encoding="utf-8")
    assert [each["title"] for each in document["sections"] if f"**{each['title']}**" not in page] == []
    assert document["signature"] in page


def test_the_ceilings_of_the_data_sheet_are_those_of_the_scores(stead: Command, example: Path, tmp_path: Path) -> None:
    stead("gold", "make", "annotations.jsonl", "-o", tmp_path / "gold.txt", "--data-sheet", tmp_path)
    sections = json.loads((tmp_path / "data-sheet.json").read_text(encoding="utf-8"))["sections"]
    [ceilings] = [each["records"] for each in sections if each["title"] == "Ceilings"]
    own = {(each["measure"], each["figure"]): each["ceiling"] for each in ceilings}
    result = package.score("gold.txt", "runs/careful.txt")
    expected = {(each.label, name): value for each in result.scores for name, value in each.ceiling.items()}
    assert expected.items() <= own.items()
    assert own["best", "R"] == pytest.approx(0.4132, abs=5e-5)  # as `stead score` shows it
    assert {"mw-detection", "mw-identification"} <= {measure for measure, _ in own}


def test_names_full_of_markup_do_no_harm(stead: Command, write: Write, tmp_path: Path) -> None:
    name = "Doe, Jane | <script>alert(1)</script> *x* `y` [z](javascript:0)\n# heading"
    write("a.jsonl", HEADER + line("a.n 1", name, "x") + line("a.n 1", "bob", "x"))
    assert stead("gold", "make", "a.jsonl", "-o", "gold.txt", "--data-sheet", "sheet").status == 0
    page = Path("sheet.md").read_text(encoding="utf-8")
    assert "<script>" not in page
    assert "\n# heading" not in page
    row, *_ = [line for line in page.splitlines() if line.startswith("| Doe, Jane")]
    assert row.replace("\\|", "").count("|") == 9  # annotator, items, answers, NIL, NAME, multiwords, 0, 1
    assert " ".join(name.split()) in Path("sheet.json").read_text(encoding="utf-8").encode().decode("unicode_escape")


# ---------------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "the file is empty"),
        (HEADER, "there are no annotations"),
        ("lexelt,id,annotator,substitutes\n", "there are no annotations"),
        (RATINGS, "there are no ratings"),
        (HEADER + line("a.n 1", "p", "x"), "no item is left for the gold"),
        (HEADER + line("a.n 1", "p", "x", "y") + line("a.n 1", "p", "x"), "a.jsonl:3: "),
        (HEADER + line("a.n 1", "p", "x;y", "z"), "--to stead"),
        (HEADER + line("a.n 1", "p", "pn", "z"), "'pn' would be read as a NAME"),
        ("bright.a 1 :: clever 3;\n", "not like annotations"),
    ],
)
def test_bad_input_is_status_1_and_nothing_is_written(stead: Command, write: Write, text: str, fragment: str) -> None:
    done = stead("gold", "make", write("a.jsonl", text), "-o", "made.txt")
    assert (done.status, done.out) == (1, "")
    assert fragment in done.err
    assert not Path("made.txt").exists()


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["--weights", "votes"], "counts"),
        (["--max-answers", "0"], "a whole number from 1 to 20"),
        (["--max-answers", "many"], "--max-answers"),
        (["--grade", "mean"], "is for ratings"),
        (["--to", "coinco"], "semeval"),
        (["-o", "x", "--multiwords", "x"], "two results cannot go to one place"),
        (["--multiwords", "-"], "two results cannot go to one place"),
    ],
)
def test_wrong_usage_is_status_2(stead: Command, write: Write, words: list[str], fragment: str) -> None:
    done = stead("gold", "make", write("a.jsonl", PAPER), *words)
    assert (done.status, done.out) == (2, "")
    assert fragment in done.err


@pytest.mark.parametrize(
    "words",
    [
        ["make", "-", "--curation", "-"],
        ["make", "-", "--items", "-"],
        ["diff", "-", "-"],
        ["stats", "-", "--multiwords", "-"],
        ["curate", "-", "--curation", "-"],
    ],
)
def test_standard_input_cannot_be_read_twice(stead: Command, words: list[str]) -> None:
    done = stead("gold", *words, stdin=PAPER.encode())
    assert (done.status, done.out) == (2, "")
    assert "standard input (-) can be read only once" in done.err


def test_options_of_annotations_are_refused_for_ratings(stead: Command, write: Write) -> None:
    done = stead("gold", "make", write("r.jsonl", RATINGS + rating("x", "r", 1)), "--weights", "counts")
    assert (done.status, done.out) == (2, "")
    assert "these are ratings" in done.err


def test_faults_of_the_file_are_counted_and_strict_refuses(stead: Command, write: Write) -> None:
    write("a.jsonl", PAPER + "nonsense\n")
    assert "a.jsonl: 1 left out (malformed). The first in line " in stead("gold", "make", "a.jsonl").err
    assert stead("gold", "make", "a.jsonl", "--strict").status == 1


def test_unknown_items_are_reported(stead: Command, example: Path) -> None:
    done = stead("gold", "make", "annotations.jsonl", "--items", "items.en.xml")
    number = 5 * (70 - 30)  # five annotators; 30 of the 70 items are English
    assert f"{number} annotations of items that are not among those given: left out (gamba.n 101, gamba.n" in done.err
    assert done.out == "".join(
        (EXAMPLES / "gold.txt").read_text(encoding="utf-8").splitlines(keepends=True)[: done.out.count("\n")]
    )


@pytest.mark.parametrize("words", [[], ["bake"]])
def test_an_action_must_be_named(stead: Command, words: list[str]) -> None:
    done = stead("gold", *words)
    assert (done.status, done.out) == (2, "")
    assert "usage: stead gold" in done.err


@pytest.mark.parametrize("action", ["make", "diff", "stats", "curate"])
def test_every_action_explains_itself(stead: Command, action: str) -> None:
    done = stead("gold", action, "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"usage: stead gold {action} ")


# ------------------------------------------------------------------------------------- what must not be written


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["-o", "./a.jsonl"], "-o would overwrite ./a.jsonl, which is read"),
        (["-o", "g", "--multiwords", "sub/../a.jsonl"], "--multiwords would overwrite"),
        (["-o", "link"], "-o would overwrite link, which is read"),
        (["-o", "c.tsv", "--curation", "c.tsv"], "which is read"),
        (["-o", "g", "--specials", "items.xml", "--items", "items.xml"], "which is read"),
        (["-o", "g", "--multiwords", "./g"], "where -o goes"),
        (["-o", "sheet.md", "--data-sheet", "sheet"], "--data-sheet would overwrite sheet.md, where -o goes"),
        (["-o", "g", "--specials", "./sheet.json", "--data-sheet", "sheet"], "where --specials goes"),
        (["-o", "sub/data-sheet.json", "--data-sheet", "sub"], "where -o goes"),
    ],
)
def test_no_result_overwrites_what_is_read_or_another(
    stead: Command, write: Write, words: list[str], fragment: str
) -> None:
    own = {
        "a.jsonl": PAPER,
        "c.tsv": "status\taction\tfrom\tto\tlexelt\tid\treason\n",
        "items.xml": "<x/>",
        "sub/x": "",
    }
    for name, text in own.items():
        write(name, text)
    Path("link").symlink_to("a.jsonl")
    done = stead("gold", "make", "a.jsonl", *words)
    assert (done.status, done.out) == (2, "")
    assert fragment in done.err
    assert {name: Path(name).read_text(encoding="utf-8") for name in own} == own
    assert not Path("g").exists()


def test_a_data_sheet_does_not_overwrite_the_annotations(stead: Command, write: Write) -> None:
    write("a.json", PAPER)
    done = stead("gold", "make", "a.json", "-o", "g", "--data-sheet", "a")
    assert (done.status, Path("a.json").read_text(encoding="utf-8")) == (2, PAPER)


def test_nothing_is_lost_in_nothing(stead: Command, write: Write) -> None:
    done = stead("gold", "make", write("a.jsonl", PAPER), "-o", "/dev/null", "--specials", "/dev/null")
    assert done.status == 0


def test_the_first_fault_is_named_if_nothing_can_be_read(stead: Command, write: Write) -> None:
    write("a.jsonl", HEADER + '{"lexelt": "a.n", "id": "1", "annotator": "ada", "subsitutes": ["x"]}\nnonsense\n')
    for words in (["gold", "make"], ["agreement"], ["gold", "curate"]):
        done = stead(*words, "a.jsonl")
        assert (done.status, done.out) == (1, "")
        assert "a.jsonl:2: expected an annotation, found" in done.err
        assert '("subsitutes" is no field of it; substitutes may be meant); left out (and 1 more fault)' in done.err


def test_the_data_sheet_lists_faults_and_notes(stead: Command, write: Write) -> None:
    write("a.jsonl", PAPER + "nonsense\n" + line("happy.a 9999", " 9 ", "nil", "x", "y", "z"))
    assert stead("gold", "make", "a.jsonl", "-o", "g", "--data-sheet", "sheet").status == 0
    sections = json.loads(Path("sheet.json").read_text(encoding="utf-8"))["sections"]
    records = {each["title"]: each["records"] for each in sections}
    assert records["Faults of the files"] == [
        {"file": "a.jsonl", "what was done": "left out", "fault": "malformed", "number": 1}
    ]
    notes = " ".join(each["note"] for each in records["Notes"])
    assert 'read without extra spaces, in composed Unicode (NFC): " 9 " as "9".' in notes
    assert '"nil" is among the substitutes' in notes
    assert "1 answer beyond the first 3" in notes


@pytest.mark.parametrize("word", ["nil", "NIL", "-", "name", "Name", "NAME"])
def test_a_mark_written_as_a_substitute_is_said(stead: Command, write: Write, word: str) -> None:
    done = stead("gold", "make", write("a.jsonl", HEADER + line("a.n 1", "p", word, "x")))
    mark = "NAME" if word.upper() == "NAME" else "NIL"
    assert f'"{word}" is among the substitutes (1 answer)' in done.err
    assert f"if {mark} is meant, mark it as {mark}." in done.err


def test_an_annotation_that_lost_a_letter_before_is_refused_or_left_out(stead: Command, write: Write) -> None:
    made = write("a.jsonl", HEADER + line("a.n 1", "p", "\ufffdt\ufffd", "x") + line("a.n 1", "q", "x", "y"))
    refused = stead("gold", "make", made)
    assert refused.status == 1
    assert "a.jsonl:2: holds the replacement character U+FFFD" in refused.err
    skipped = stead("gold", "make", made, "--faults", "skip")
    assert skipped.out == "a.n 1 :: x 1;y 1;\n"
    assert "a.jsonl: 1 left out (encoding)" in skipped.err
