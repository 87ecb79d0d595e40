"""`stead convert`: every kind in every format that can hold it, there and back."""

import gzip
import json
from pathlib import Path

import pytest

import stead as package
from stead.formats import FORMATS, KINDS, Kind
from tests.cli.running import EXAMPLES, Command, Write

SOURCES: dict[Kind, str] = {
    "items": "items.it.xml",
    "annotations": "annotations.jsonl",
    "gold": "gold.txt",
    "run": "runs/parrot.txt",
}
OURS = ("stead", "annotations-csv", "semeval", "semeval-oot", "evalita", "semdis")
"""The formats that hold all that the example has of a kind, if they hold the kind at all."""

PAIRS = [(kind, name) for kind in SOURCES for name in OURS if kind in FORMATS[name].writers]
IMPOSSIBLE = [(kind, name) for kind in SOURCES for name, known in FORMATS.items() if kind not in known.writers]


def nouns(path: Path, kind: Kind) -> list[object]:
    return list(getattr(package, f"read_{kind}")(path))


@pytest.mark.parametrize(("kind", "format"), PAIRS)
def test_every_kind_survives_every_format_that_can_hold_it(
    stead: Command, example: Path, tmp_path: Path, kind: Kind, format: str
) -> None:
    there, back = tmp_path / "there", tmp_path / "back"
    done = stead("convert", SOURCES[kind], "--as", kind, "--to", format, "-o", there)
    assert (done.status, done.out, done.err) == (0, "", "")
    assert nouns(there, kind) == nouns(EXAMPLES / SOURCES[kind], kind)
    assert stead("convert", there, "--as", kind, "--from", format, "--to", "stead", "-o", back).err == ""
    assert nouns(back, kind) == nouns(EXAMPLES / SOURCES[kind], kind)


@pytest.mark.parametrize(("kind", "format"), PAIRS)
def test_what_is_written_has_no_faults(stead: Command, example: Path, tmp_path: Path, kind: Kind, format: str) -> None:
    there = tmp_path / "there"
    stead("convert", SOURCES[kind], "--as", kind, "--to", format, "-o", there)
    assert stead("check", there, "--as", kind, "--from", format).status == 0


@pytest.mark.parametrize(("kind", "format"), IMPOSSIBLE)
def test_a_format_that_cannot_hold_a_kind_says_which_can(
    stead: Command, example: Path, kind: Kind, format: str
) -> None:
    done = stead("convert", SOURCES[kind], "--as", kind, "--to", format)
    assert (done.status, done.out) == (2, "")
    assert "it can as " in done.err
    assert "stead" in done.err.partition("it can as ")[2]


@pytest.mark.parametrize("format", list(FORMATS))
@pytest.mark.parametrize("kind", list(SOURCES))
def test_no_conversion_is_a_traceback(stead: Command, example: Path, kind: Kind, format: str) -> None:
    assert stead("convert", SOURCES[kind], "--as", kind, "--to", format).status in {0, 1, 2}


def test_a_mapping_is_written_or_refused_with_a_whole_sentence(stead: Command, write: Write) -> None:
    write("mapping.txt", "brainy(bright.a)-->clever\n")
    done = stead("convert", "mapping.txt", "--as", "mapping", "--to", "semdis")
    assert done.status == 2 or "brainy" in done.out
    assert "it can as ." not in done.err


def test_every_kind_is_tried() -> None:
    assert {*SOURCES, "mapping", "ratings"} == set(KINDS)


def test_the_result_goes_to_standard_output_unless_said_otherwise(stead: Command, example: Path) -> None:
    done = stead("convert", "gold.txt", "--as", "gold", "--to", "semeval")
    assert (done.status, done.err) == (0, "")
    assert done.out == (EXAMPLES / "gold.txt").read_text(encoding="utf-8")


def test_a_name_in_gz_is_packed_the_same_way_each_time(stead: Command, write: Write) -> None:
    for name in ("a.gz", "b.gz"):
        stead("convert", "run.txt", "--as", "run", "--to", "semeval", "-o", name)
    assert Path("a.gz").read_bytes() == Path("b.gz").read_bytes()
    assert gzip.decompress(Path("a.gz").read_bytes()) == Path("run.txt").read_bytes()


def test_a_file_can_be_converted_in_place(stead: Command, write: Write) -> None:
    assert stead("convert", "run.txt", "--as", "run", "--to", "semeval-oot", "-o", "run.txt").status == 0
    assert Path("run.txt").read_text(encoding="utf-8").startswith("bright.a 1 ::: smart;clever\n")


def test_oot_answers_stand_behind_three_colons(stead: Command, write: Write) -> None:
    done = stead("convert", "run.txt", "--as", "run", "--to", "semeval-oot")
    assert done.out.splitlines()[0] == "bright.a 1 ::: smart;clever"


def test_weights_keep_every_digit(stead: Command, write: Write) -> None:
    write("floats.txt", "bright.a 1 :: clever 2.375;smart 0.1;dim 3;\n")
    done = stead("convert", "floats.txt", "--as", "gold", "--to", "semeval")
    assert done.out == "bright.a 1 :: clever 2.375;smart 0.1;dim 3;\n"


def test_standard_input_can_be_converted(stead: Command) -> None:
    done = stead("convert", "-", "--as", "run", "--to", "stead", stdin=b"bright.a 1 :: clever\n")
    assert json.loads(done.out.splitlines()[1]) == {"lexelt": "bright.a", "id": "1", "answers": ["clever"]}


# ------------------------------------------------------------------------------------------ what is lost


def rows(kind: str, *records: dict[str, object], **header: object) -> str:
    lines = [{"schema": f"stead.{kind}/1", **header}, *({"lexelt": "bright.a", "id": "1"} | each for each in records)]
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_lost_scores_are_said(stead: Command, write: Write) -> None:
    write("scored.jsonl", rows("run", {"answers": ["clever", "smart"], "scores": [0.9, 0.1]}))
    done = stead("convert", "scored.jsonl", "--as", "run", "--to", "semeval", "-o", "out.txt")
    assert done.status == 0
    assert "semeval cannot hold the scores of the answers: lost." in done.err


def test_scores_are_kept_by_our_own_format(stead: Command, write: Write) -> None:
    write("scored.jsonl", rows("run", {"answers": ["clever", "smart"], "scores": [0.9, 0.1]}))
    done = stead("convert", "scored.jsonl", "--as", "run", "--to", "stead")
    assert (done.err, done.out) == ("", Path("scored.jsonl").read_text(encoding="utf-8"))


def test_lost_languages_are_said(stead: Command, write: Write) -> None:
    record: dict[str, object] = {"text": "a bright boy", "start": 2, "end": 8}
    write("items.jsonl", rows("items", {**record, "language": "en"}, {**record, "id": "2", "language": "fr"}))
    done = stead("convert", "items.jsonl", "--as", "items", "--to", "semeval", "-o", "items.xml")
    assert "languages" in done.err


@pytest.mark.parametrize("term", ["either;or", "two\nlines", " padded ", ""])
def test_a_term_that_a_line_cannot_hold_is_refused(stead: Command, write: Write, term: str) -> None:
    write("odd.jsonl", rows("run", {"answers": [term, "clever"]}))
    done = stead("convert", "odd.jsonl", "--as", "run", "--to", "semeval", "-o", "out.txt")
    assert done.status == 1
    assert "--to stead" in done.err
    assert not Path("out.txt").exists()


def is_kept_or_said(stead: Command, kind: Kind) -> bool:
    """Whether what is in `odd.jsonl` is in its conversion too, or the command says that it is not."""
    done = stead("convert", "odd.jsonl", "--as", kind, "--to", "semeval", "-o", "out.txt")
    if done.status or "cannot hold" in done.err:
        return True
    stead("convert", "out.txt", "--as", kind, "--to", "stead", "-o", "back.jsonl")
    return nouns(Path("back.jsonl"), kind) == nouns(Path("odd.jsonl"), kind)


def test_an_id_with_a_blank_is_kept_or_its_loss_said(stead: Command, write: Write) -> None:
    write("odd.jsonl", rows("run", {"id": "my item", "answers": ["clever"]}))
    assert is_kept_or_said(stead, "run")


def test_a_lexelt_with_a_line_end_is_kept_or_its_loss_said(stead: Command, write: Write) -> None:
    write("odd.jsonl", rows("run", {"lexelt": "bright.a 1 :: dim\nbright.a", "answers": ["clever"]}))
    assert is_kept_or_said(stead, "run")


def test_a_substitute_called_pn_is_kept_or_its_loss_said(stead: Command, write: Write) -> None:
    write("odd.jsonl", rows("gold", {"weights": [["pn", 2.0], ["clever", 1.0]]}, graded=False))
    assert is_kept_or_said(stead, "gold")


def test_that_a_gold_is_graded_is_kept_or_its_loss_said(stead: Command, write: Write) -> None:
    write("odd.jsonl", rows("gold", {"weights": [["clever", 2.0], ["smart", 1.0]]}, graded=True))
    done = stead("convert", "odd.jsonl", "--as", "gold", "--to", "semeval", "-o", "out.txt")
    assert "cannot hold" in done.err or package.read_gold("out.txt").graded


def test_the_order_of_items_is_kept_or_its_loss_said(stead: Command, write: Write) -> None:
    record: dict[str, object] = {"text": "a bright boy", "start": 2, "end": 8}
    items = [{**record, "id": str(number), "lexelt": lexelt} for number, lexelt in enumerate(["a.n", "b.n", "a.n"])]
    write("odd.jsonl", rows("items", *items))
    assert is_kept_or_said(stead, "items")


def test_a_lone_surrogate_is_no_traceback(stead: Command, write: Write) -> None:
    write("odd.jsonl", '{"schema": "stead.run/1"}\n{"lexelt": "bright.a", "id": "1", "answers": ["\\ud800"]}\n')
    done = stead("convert", "odd.jsonl", "--as", "run", "--to", "semeval")
    assert done.status in {0, 1}


# -------------------------------------------------------------------------------------------- mistakes


def test_faults_of_the_source_are_said(stead: Command, write: Write) -> None:
    write("odd.txt", "bright.a 1 :: clever\nnonsense\n")
    done = stead("convert", "odd.txt", "--as", "run", "--to", "stead")
    assert done.status == 0
    assert "odd.txt:2: error:" in done.err
    assert stead("convert", "odd.txt", "--as", "run", "--to", "stead", "--strict").status == 1


@pytest.mark.parametrize(
    ("words", "status", "fragment"),
    [
        (["nowhere.txt", "--as", "run", "--to", "stead"], 1, "nowhere.txt: cannot be read"),
        (["run.txt", "--as", "gold", "--to", "stead"], 1, "looks like a run"),
        (["gold.txt", "--as", "run", "--to", "stead"], 1, "looks like a gold"),
        (["run.txt", "--as", "run", "--to", "stead", "-o", "nowhere/out"], 1, "nowhere/out: cannot be written"),
        (["run.txt", "--as", "run", "--to", "stead", "-o", "."], 1, "cannot be written"),
        (["run.txt", "--as", "run", "--to", "csv"], 2, "'csv'"),
        (["run.txt", "--as", "answers", "--to", "stead"], 2, "'answers'"),
        (["run.txt", "--as", "run"], 2, "--to"),
        ([], 2, "FILE"),
    ],
)
def test_mistakes(stead: Command, write: Write, words: list[str], status: int, fragment: str) -> None:
    done = stead("convert", *words)
    assert (done.status, done.out) == (status, "")
    assert fragment in done.err


def test_a_failed_conversion_leaves_the_old_file_alone(stead: Command, write: Write) -> None:
    write("odd.jsonl", rows("run", {"answers": ["either;or"]}))
    write("out.txt", "precious\n")
    assert stead("convert", "odd.jsonl", "--as", "run", "--to", "semeval", "-o", "out.txt").status == 1
    assert Path("out.txt").read_text(encoding="utf-8") == "precious\n"


def test_no_temporary_file_is_left_behind(stead: Command, write: Write) -> None:
    before = set(Path.cwd().iterdir())
    stead("convert", "run.txt", "--as", "run", "--to", "stead", "-o", ".")
    stead("convert", "run.txt", "--as", "run", "--to", "stead", "-o", "new.jsonl")
    assert {path.name for path in set(Path.cwd().iterdir()) - before} == {"new.jsonl"}
