"""`stead agreement`: the right figures, in every form, under every option; and mistakes."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from stead.core.annotation import Annotation
from stead.formats.jsonlines import write_annotations
from tests.agreement.made import ANNOTATIONS, answer
from tests.cli.running import Command, Write, cells, run_script, tsv
from tests.cli.test_hostile_names import ESCAPE, is_clean

FORMATS = ["text", "markdown", "latex", "tsv", "csv", "json"]


def file_of(annotations: Sequence[Annotation] = ANNOTATIONS) -> str:
    return write_annotations(list(annotations)).text


@pytest.fixture
def made(write: Write) -> str:
    return write("made.jsonl", file_of())


# ------------------------------------------------------------------------------------------------------ figures


def test_the_figures_are_those_worked_by_hand(stead: Command, made: str) -> None:
    done = stead("agreement", made, "--resamples", "0")
    assert (done.status, done.err) == (0, "")
    rows = cells(done.out)
    assert ["pairwise", "20.83", "4", "8", "pairs"] in rows
    assert ["items-with-mode", "50.00", "4", "4", "items"] in rows
    assert ["mode-pairwise", "53.33", "2", "5", "answers"] in rows
    assert ["semdis-same", "30.43", "4", "23", "decision", "pairs"] in rows
    assert ["semdis-both", "20.00", "4", "20", "decision", "pairs"] in rows
    assert ["semdis-mode-annotators", "80.00", "2", "5", "answers"] in rows
    assert ["semdis-mode-propositions", "44.44", "2", "9", "propositions"] in rows
    assert ["multiword-detection", "90.91", "5", "11", "pairs"] in rows
    assert ["multiword-identification-either", "25.00", "2", "4", "pairs"] in rows
    assert ["multiword-identification-both", "33.33", "1", "3", "pairs"] in rows
    assert ["alpha-substitutes", "-0.385", "4", "11", "substitutes"] in rows
    assert ["alpha-multiwords", "0.667", "5", "5", "items"] in rows


def test_intervals_stand_in_brackets(stead: Command, made: str) -> None:
    done = stead("agreement", made)
    (row,) = [line for line in done.out.splitlines() if line.startswith("pairwise ")]
    assert row.count("[") == row.count("]") == 2


def test_the_figures_without_each_annotator_are_shown_with_what_each_did(stead: Command, made: str) -> None:
    rows = cells(stead("agreement", made).out)
    assert ["bob", "4", "0", "1", "0", "0", "2.25", "0.00", "0.00", "-"] in rows  # answers, NIL, NAME, blank, missing
    assert ["cat", "2", "1", "0", "1", "1", "1.00", "29.17", "75.00", "69.44"] in rows
    assert ["everybody", "11", "1", "1", "1", "1", "1.45", "20.83", "50.00", "53.33"] in rows


def test_what_was_left_out_is_shown(stead: Command, made: str) -> None:
    done = stead("agreement", made)
    assert ["pairs", "NIL", "2", "of", "15"] in cells(done.out)
    assert ["items", "no", "mode", "2", "of", "5"] in cells(done.out)
    assert "8 of 15 pairs used." in done.out


def test_the_bundled_example(stead: Command, example: Path) -> None:
    """48 of the 67 items that scoring keeps have a mode, as `stead score` says of the gold."""
    done = stead("agreement", "annotations.jsonl")
    assert (done.status, done.err) == (0, "")
    (row,) = [line for line in cells(done.out) if line[:1] == ["items-with-mode"]]
    assert (row[1], row[-2:]) == (f"{100 * 48 / 67:.2f}", ["67", "items"])
    assert max(map(len, done.out.splitlines()[:-3])) <= 120


def test_leaving_out_the_one_who_names_most_raises_the_agreement(stead: Command, example: Path) -> None:
    everybody = tsv(stead("agreement", "annotations.jsonl", "--format", "tsv").out)
    found = {(row["group"], row["coefficient"]): float(row["value"]) for row in everybody if row["value"]}
    for name in ("pairwise", "mode-pairwise"):
        assert found["without=bruno", name] > found["all", name]
    without = tsv(stead("agreement", "annotations.jsonl", "--without", "bruno", "--format", "tsv").out)
    assert float(without[0]["value"]) == pytest.approx(found["without=bruno", "pairwise"])


@pytest.mark.parametrize("division", ["pos", "lexelt", "item"])
def test_divisions(stead: Command, made: str, division: str) -> None:
    done = stead("agreement", made, "--by", division, "--format", "tsv")
    groups = {row["group"].partition("=")[0] for row in tsv(done.out)}
    assert groups == {"all", division, "without"}


@pytest.mark.parametrize("division", ["pos", "lexelt", "item"])
@pytest.mark.parametrize("format", ["text", "markdown", "latex"])
def test_divisions_in_tables(stead: Command, made: str, division: str, format: str) -> None:
    done = stead("agreement", made, "--by", division, "--format", format)
    assert done.status == 0
    assert {"pos": "pos=n", "lexelt": "lexelt=dog.n", "item": "dog.n 3"}[division] in done.out


def test_the_same_input_gives_the_same_bytes(stead: Command, made: str) -> None:
    for form in FORMATS:
        assert stead("agreement", made, "--format", form).out == stead("agreement", made, "--format", form).out


def test_another_seed_draws_other_resamples(stead: Command, example: Path) -> None:
    first, second = (stead("agreement", "annotations.jsonl", "--seed", seed).out for seed in ("1", "2"))
    assert first != second


def test_rules_of_matching(stead: Command, write: Write) -> None:
    rows = [answer("a.n 1", "ann", "Well-lit"), answer("a.n 1", "bob", "well lit")]
    write("made.jsonl", file_of(rows))
    assert ["pairwise", "100.00", "1", "1", "pair"] in cells(stead("agreement", "made.jsonl").out)
    exact = stead("agreement", "made.jsonl", "--match", "exact")
    assert ["pairwise", "0.00", "1", "1", "pair"] in cells(exact.out)
    assert "|match:exact|" in exact.out


# ------------------------------------------------------------------------------------------------------- formats


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("humans", [[], ["--humans"]], ids=["agreement", "humans"])
def test_every_format_is_signed(stead: Command, made: str, format: str, humans: list[str]) -> None:
    done = stead("agreement", made, *humans, "--format", format)
    assert done.status == 0
    assert "annotations:sha256:" in done.out


def test_json_is_one_document_that_names_what_was_left_out(stead: Command, made: str) -> None:
    document = json.loads(stead("agreement", made, "--format", "json").out)
    assert next(iter(document.items())) == ("schema", "stead.agreement/1")
    assert document["pairs"] == {
        "possible": 15,
        "used": 8,
        "left_out": {"NIL": 2, "NAME": 1, "blank": 2, "not annotated": 2},
    }
    assert document["left_out"]["items"]["no mode"] == [["bright.a", "1"], ["hold.v", "5"]]
    assert document["left_out"]["answers"]["NIL"] == [["bright.a", "2", "cat"]]
    assert document["figures"][0]["value"] == pytest.approx(5 / 24)
    assert len(document["figures"][0]["interval_by_item"]) == 2


def test_tsv_has_every_digit(stead: Command, made: str) -> None:
    rows = tsv(stead("agreement", made, "--format", "tsv").out)
    assert float(rows[0]["value"]) == pytest.approx(5 / 24, abs=1e-15)
    assert (rows[0]["coefficient"], rows[0]["items"], rows[0]["compared"], rows[0]["unit"]) == (
        "pairwise",
        "4",
        "8",
        "pairs",
    )


def test_standard_input(stead: Command, write: Write) -> None:
    done = stead("agreement", "-", stdin=file_of().encode())
    assert done.status == 0
    assert "20.83" in done.out


# -------------------------------------------------------------------------------------------------------- humans


def test_annotators_against_the_others(stead: Command, made: str) -> None:
    done = stead("agreement", made, "--humans", "-m", "best")
    assert (done.status, done.err) == (0, "")
    rows = cells(done.out)
    assert ["ann", "3/3", "30.56", "30.56"] in rows
    assert ["bob", "2/2", "33.33", "33.33"] in rows
    assert ["cat", "2/4", "16.67", "8.33"] in rows
    assert ["mean", "26.85", "24.07"] in rows


def test_humans_take_the_measures_of_2007_if_none_are_named(stead: Command, made: str) -> None:
    done = stead("agreement", made, "--humans")
    for name in ("best P", "best-mode R", "oot@10 P", "oot-mode@10 R"):
        assert name in done.out


def test_humans_as_tsv_and_json(stead: Command, made: str) -> None:
    rows = tsv(stead("agreement", made, "--humans", "-m", "best", "--format", "tsv").out)
    assert [(row["row"], row["annotator"], row["figure"]) for row in rows[-3:]] == [
        ("annotator", "cat", "R"),
        ("mean", "", "P"),
        ("mean", "", "R"),
    ]
    assert float(rows[-1]["value"]) == pytest.approx(26 / 108)
    document = json.loads(stead("agreement", made, "--humans", "-m", "best", "--format", "json").out)
    assert next(iter(document.items())) == ("schema", "stead.humans/1")
    assert document["means"][0]["figures"]["R"] == pytest.approx(26 / 108)


def test_multiwords_of_humans(stead: Command, example: Path) -> None:
    done = stead("agreement", "annotations.jsonl", "--humans", "-m", "multiwords")
    assert done.status == 0
    assert "named/gold" in done.out
    assert done.err.startswith("stead: elif: not scored against the others, since they lack a multiword")


# ------------------------------------------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--without", "Bruno"], 2, "there is no annotator 'Bruno' to leave out; there are ann, bob, cat"),
        (["--without", "ann,bob"], 2, "there is no annotator 'ann,bob'"),
        (["--without", "ann", "--without", "bob"], 1, "one annotator only (cat) without ann, bob"),
        (["-m", "best"], 2, "add --humans"),
        (["--humans", "--by", "pos"], 2, "leave one of --humans and --by out"),
        (["--humans", "-m", "bset"], 2, "Did you mean best?"),
        (["--humans", "-m", "swords-f"], 2, "annotators were given none"),
        (["--seed", "-1"], 2, "seed is a whole number from 0"),
        (["--resamples", "-5"], 2, "resamples is a whole number from 0"),
        (["--resamples", "2000000"], 2, "resamples is a whole number from 0 to 1000000"),
        (["--match", "lenien"], 2, "not a matching preset"),
        (["--match", "lenient,duplicates=paid"], 2, "do not give duplicates=paid"),
        (["--by", "verb"], 2, "invalid choice"),
        (["--seed", "one"], 2, "invalid int value"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_is_a_sentence(stead: Command, made: str, words: list[str], status: int, message: str) -> None:
    done = stead("agreement", made, *words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        ('{"schema": "stead.annotations/1"}\n', "no annotator; agreement needs the answers of two or more"),
        ('{"schema": "stead.gold/1"}\n', 'expected {"schema": "stead.annotations/1"}'),
        ("bright.a 1 :: clever 2;\n", "looks like a gold standard, not like annotations"),
    ],
)
def test_a_file_that_holds_no_annotations(stead: Command, write: Write, content: str, message: str) -> None:
    done = stead("agreement", write("odd.jsonl", content))
    assert (done.status, done.out) == (1, "")
    assert message in done.err


def test_a_file_that_is_not_there(stead: Command, write: Write) -> None:
    done = stead("agreement", "nowhere.jsonl")
    assert (done.status, done.err) == (1, "stead: nowhere.jsonl: cannot be read: No such file or directory.\n")


def test_lines_that_cannot_be_read_are_counted(stead: Command, write: Write) -> None:
    done = stead("agreement", write("made.jsonl", file_of() + '{"lexelt": 5}\n'))
    assert done.status == 0
    assert "made.jsonl: 1 left out (malformed)" in done.err
    assert stead("agreement", "made.jsonl", "--strict").status == 1


def test_repeated_rows_are_said_or_refused(stead: Command, write: Write) -> None:
    done = stead("agreement", write("made.jsonl", file_of([*ANNOTATIONS, ANNOTATIONS[0]])))
    assert done.status == 0
    assert "made.jsonl: 1 row given a second time" in done.err
    other = answer("bright.a 1", "ann", "gifted")
    done = stead("agreement", write("made.jsonl", file_of([*ANNOTATIONS, other])))
    assert (done.status, done.out) == (1, "")
    assert 'made.jsonl:16: "ann" answers "bright.a" "1" with "gifted", but in made.jsonl:2 with "clever".' in done.err


ODD_NAMES = [
    "Smith, J.",
    "<b>bold</b>",
    r"\textbf{x} & 100%",
    "a|b",
    f"red{ESCAPE}",
    "日本語",
]


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
@pytest.mark.parametrize("words", [[], ["--humans"]], ids=["agreement", "humans"])
@pytest.mark.parametrize("format", FORMATS)
def test_odd_names_break_nothing(stead: Command, write: Write, name: str, words: list[str], format: str) -> None:
    rows = [*ANNOTATIONS, *(answer(f"{each.lexelt} {each.id}", name, "clever", "sprint") for each in ANNOTATIONS[:9:3])]
    done = stead("agreement", write("made.jsonl", file_of(rows)), *words, "--format", format)
    assert (done.status, done.err) == (0, "")
    if format == "json":
        people = json.loads(done.out)
        assert name in (
            [each["run"] for each in people["scores"]] if words else [p["name"] for p in people["annotators"]]
        )
    elif format == "tsv":
        assert len({line.count("\t") for line in done.out.splitlines()}) == 1
    else:
        assert is_clean(done.out), ascii(done.out)
    if format == "latex":
        assert r"\textbf{x}" not in done.out


def test_names_are_tidied_and_those_of_nobody_left_out(stead: Command, write: Write) -> None:
    odd = [answer(f"{each.lexelt} {each.id}", f"{each.annotator}\n ", *each.substitutes) for each in ANNOTATIONS[:1]]
    write("made.jsonl", file_of([*odd, *ANNOTATIONS[1:], answer("bright.a 1", " ", "clever")]))
    done = stead("agreement", "made.jsonl", "--without", " ann ", "--without", "bob", "--resamples", "0")
    assert done.status == 1  # cat alone
    assert "one annotator only (cat) without ann, bob" in done.err
    done = stead("agreement", "made.jsonl", "--resamples", "0")
    assert ["pairwise", "20.83", "4", "8", "pairs"] in cells(done.out)
    assert 'in composed Unicode (NFC): "ann\\n " as "ann".' in done.err
    assert "made.jsonl: 1 left out (nameless). The first in line " in done.err


def test_as_many_answers_are_used_as_in_a_gold(stead: Command, write: Write) -> None:
    """ann: a b c (d); bob: d. With three answers nothing is shared; with four, 1 of 4."""
    write("made.jsonl", file_of([answer("a.n 1", "ann", "a", " ", "a", "b", "c", "d"), answer("a.n 1", "bob", "d")]))
    done = stead("agreement", "made.jsonl", "--resamples", "0")
    assert ["pairwise", "0.00", "1", "1", "pair"] in cells(done.out)
    assert "made.jsonl: 1 answer beyond the first 3 of an annotator: not used." in done.err
    assert "|max:3|" in done.out
    done = stead("agreement", "made.jsonl", "--resamples", "0", "--max-answers", "4")
    assert ["pairwise", "25.00", "1", "1", "pair"] in cells(done.out)
    assert "not used" not in done.err
    assert "|max:4|" in done.out


def test_the_limit_holds_for_people_as_runs(stead: Command, write: Write) -> None:
    """Recall of oot is 1 of 2 for ann if d counts, and 0 if it does not; the gold of the others is d and e."""
    rows = [answer("a.n 1", "ann", "a", "b", "c", "d"), answer("a.n 1", "bob", "d"), answer("a.n 1", "cat", "e")]
    write("made.jsonl", file_of(rows))
    for most, expected in (("3", "0.00"), ("4", "50.00")):
        done = stead("agreement", "made.jsonl", "--humans", "-m", "oot", "--max-answers", most)
        (row,) = [line for line in cells(done.out) if line[:1] == ["ann"]]
        assert row[-1] == expected


def test_the_limit_is_that_of_a_gold(stead: Command, made: str) -> None:
    done = stead("agreement", made, "--max-answers", "0")
    assert (done.status, done.out) == (2, "")
    assert "--max-answers is a whole number from 1 to 20" in done.err


RATED = '{"schema": "stead.ratings/1"}\n' + "".join(
    json.dumps({"lexelt": "a.n", "id": "1", "candidate": candidate, "rater": rater, "value": value}) + "\n"
    for candidate, rater, value in [("well  lit", "r", 3), ("well lit ", "s", 3), ("x", "r", 1), (" ", "s", 2)]
)


def test_candidates_are_tidied_as_for_a_gold(stead: Command, write: Write) -> None:
    done = stead("agreement", write("r.jsonl", RATED), "--resamples", "0")
    assert (done.status, ["unanimous", "100.00", "1", "1", "candidate"] in cells(done.out)) == (0, True)
    assert "r.jsonl: 1 rating of blank candidates: left out." in done.err


def test_verdicts_and_numbers_are_not_compared(stead: Command, write: Write) -> None:
    done = stead("agreement", write("r.jsonl", RATED.replace('"value": 1', '"value": "good"')))
    assert (done.status, done.out) == (1, "")
    assert "r.jsonl: 1 verdict (bad, reasonable, good) and 3 numbers among the ratings" in done.err


def test_ratings_have_neither_rules_nor_a_limit_nor_annotators(stead: Command, write: Write) -> None:
    write("r.jsonl", RATED)
    for words in (["--match", "exact"], ["--max-answers", "2"], ["--humans"]):
        done = stead("agreement", "r.jsonl", *words)
        assert (done.status, done.out) == (2, "")


def test_somebody_with_an_odd_name_can_be_left_out(stead: Command, write: Write) -> None:
    rows = [*ANNOTATIONS, answer("bright.a 1", "Smith, J.", "clever")]
    done = stead("agreement", write("made.jsonl", file_of(rows)), "--without", "Smith, J.")
    assert next(line for line in cells(done.out) if line[:1] == ["pairwise"])[1] == "20.83"
    assert "without:Smith%2C J.|" in done.out


def test_it_works_from_a_shell(example: Path) -> None:
    done = run_script("stead", "agreement", "annotations.jsonl", "--by", "pos", "--format", "markdown")
    assert (done.returncode, done.stderr) == (0, b"")
