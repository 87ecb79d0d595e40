"""Which format a file is in, and what is said when there is none."""

import io
import json
import re
from pathlib import Path

import pytest

import stead
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.formats import FORMATS, KINDS, Kind, Options, Policy, load, load_any, registry, save, sniff
from stead.formats.registry import format_named
from tests.formats.made import How, content, corpus, instance, quickly, read, read_run, refusal

SCHEMA = '{"schema": "stead.run/1"}\n'

SNIFFED: list[tuple[str, Kind, str]] = [
    ("bright.a 1 :: clever 3;smart 1;\n", "gold", "semeval"),
    ("bright.a 1 :: clever;smart\n", "run", "semeval"),
    ("bright.a 1 ::: clever;smart\n", "run", "semeval"),
    ("fulmineo.a$7$::$veloce 3;rapido 2; istantaneo 1\n", "gold", "evalita"),
    ("fulmineo.a7::$veloce;rapido\n", "run", "evalita"),
    ("engager.v 12 ::  embaucher 4; payer 1;\n", "gold", "semdis"),
    ("engager.v 12 :: embaucher ; payer\n", "run", "semdis"),
    ("fatiguer(las.a)-->fatigué\n", "mapping", "semdis"),
    (SCHEMA, "run", "stead"),
    ("\n  " + SCHEMA, "run", "stead"),
    ("\ufeff" + SCHEMA, "run", "stead"),
    (corpus(instance("<head>bright</head>")), "items", "semeval"),
    ("\ufeff\n" + corpus(instance("<head>bright</head>")), "items", "semeval"),
    ('{"contexts": {}, "targets": {}}', "items", "swords"),
    ('{"substitutes_lemmatized": true, "substitutes": {}}', "run", "swords"),
    ("<document><sent><targetsentence>", "gold", "coinco"),
    ("target word,Sentence,acc_subs,unacc_subs\n", "gold", "prolex"),
    ('{"a": {"sentence": "x", "sentence_split": ["x"], "substitutes": []}}', "gold", "sws"),
    ("context_id\ttarget\tcontext\n", "run", "twsi"),
    ("RESULT\tbright.a 1\tclever 0.5\n", "run", "melamud"),
    ("a bright boy\tbright\t1\t1:clever\n", "gold", "lexmturk"),
    ("a bright boy\tbright\tclever\tclever\n", "gold", "tsar"),
    ("a bright boy\tbright\tclever\tclever\n", "run", "tsar"),
    ('{"1": ["clever", "smart"]}', "run", "json"),
    ('{\n  "1": [\n    "clever",\n    "smart"\n  ]\n}\n', "run", "json"),
    ('\ufeff{"the id": {"clever": 0.9}}', "run", "json"),
    ("bright.a/1 Q0 clever 1 0.9 mine\n", "run", "trec"),
    ("bright.a/1\t0\tclever\t3\n", "gold", "trec"),
]


@pytest.mark.parametrize(("text", "kind", "name"), SNIFFED)
def test_a_file_is_recognised_by_its_content(text: str, kind: Kind, name: str) -> None:
    assert sniff(content(text), kind).name == name


@pytest.mark.parametrize(("text", "kind", "name"), SNIFFED)
def test_a_file_is_recognised_in_utf16_too(text: str, kind: Kind, name: str) -> None:
    assert sniff(content(("\ufeff" + text.removeprefix("\ufeff")).encode("utf-16-le")), kind).name == name


def test_a_file_is_recognised_although_its_beginning_is_cut_inside_a_character() -> None:
    text = "bright.a 1 :: " + "é" * 40_000
    assert sniff(content("x" + text), "run").name == "semeval"
    assert sniff(content(text), "run").name == "semeval"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\t\n"])
def test_an_empty_file_is_refused_in_one_sentence(kind: Kind, data: bytes) -> None:
    assert refusal(data, kind) == "made.txt: the file is empty."


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n", b"\xff\xfe", b"\xff\xfe\n\x00"])
def test_a_file_of_nothing_but_a_byte_order_mark_is_empty(data: bytes) -> None:
    assert refusal(data, "run") == "made.txt: the file is empty."


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_in_no_known_format_is_refused_with_the_formats_that_are_known(kind: Kind) -> None:
    message = refusal("once upon a time\n", kind)
    able = [name for name, known in FORMATS.items() if kind in known.readers]
    assert [name for name in able if name not in message] == []
    assert "\n" not in message


def test_an_unknown_format_is_refused_with_the_formats_there_are() -> None:
    with pytest.raises(UsageError) as caught:
        read("", "run", How("conll"))
    assert "'conll'" in str(caught.value)
    assert [name for name in FORMATS if name not in str(caught.value)] == []
    assert "\n" not in str(caught.value)


def test_an_unknown_format_is_refused_on_saving_too(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'conll'"):
        save([], "items", tmp_path / "x", "conll")
    assert list(tmp_path.iterdir()) == []


def test_a_format_that_cannot_hold_the_noun_is_refused_with_those_that_can(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="stead"):
        save([], "annotations", tmp_path / "x", "semeval")
    with pytest.raises(UsageError, match="stead"):
        read("", "annotations", How("semeval"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["annotations", "mapping"])
def test_a_run_given_as_something_else_is_refused_in_one_sentence(kind: Kind) -> None:
    assert "\n" not in refusal("bright.a 1 :: clever\n", kind)


@pytest.mark.parametrize("data", ["bright.a 1 :: clever 3;\n", "bright.a 1 :: clever ; smart\n"])
def test_a_gold_or_run_given_as_items_is_told_apart_from_broken_xml(data: str) -> None:
    assert "well-formed" not in refusal(data, "items")


def test_nothing_is_written_when_a_noun_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_bytes(b"old")
    run = Run.of([RunRow("a.n", "1", ["b;c"])], Source("made", ""))
    with pytest.raises(BadInput):
        save(run, "run", path, "semeval")
    assert path.read_bytes() == b"old"


def test_losses_are_returned_in_words(tmp_path: Path) -> None:
    run = Run.of([RunRow("a.n", "1", ["b"], [0.5])], Source("made", ""))
    assert save(run, "run", tmp_path / "run.txt", "semeval") == ["the scores of the answers"]


def test_standard_input_is_loaded_in_the_format_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"bright.a 1 ::: clever\n")))
    run, _ = load("-", "run", Options(format="semeval-oot", policy=Policy.STRICT))
    assert run.source.format == "semeval-oot"


def test_the_report_names_the_file_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("run.txt").write_bytes(b"bright.a 1 :: clever\nbright.a\t2\t::\tsmart\n")
    _, report = load("run.txt", "run")
    assert [str(fault).partition(": ")[0] for fault in report] == ["run.txt:2"]


def test_the_public_function_loads_what_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_bytes(b"bright.a 1 :: clever 3;\n")
    assert list(stead.read_gold(path)) == [GoldRow("bright.a", "1", [("clever", 3.0)])]
    with pytest.raises(UsageError, match="repair, skip, strict"):
        stead.read_gold(path, faults="lenient")


def test_every_format_that_is_written_is_read() -> None:
    assert [known.name for known in FORMATS.values() if not known.writers.keys() <= known.readers.keys()] == []


def test_names_of_formats_are_their_keys_and_fit_a_command_line() -> None:
    assert [known.name for known in FORMATS.values()] == list(FORMATS)
    assert all(name.replace("-", "").isalnum() and name == name.lower() for name in FORMATS)
    assert format_named("stead") is FORMATS["stead"]


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_noun_is_written_without_a_fault(name: str) -> None:
    source = Source("made", "")
    nouns: dict[Kind, object] = {
        "items": list[Item](),
        "annotations": [],
        "ratings": [],
        "gold": GoldStandard.of([], source),
        "run": Run.of([], source),
    }
    writers = {kind: writer for kind, writer in FORMATS[name].writers.items() if kind in nouns}
    assert [writer(nouns[kind]).losses for kind, writer in writers.items()] == [[]] * len(writers)


def test_sniffing_a_line_of_semicolons_is_quick() -> None:
    with quickly():
        read_run("bright.a 1 :: " + ";" * 60_000 + "\n")


def test_sniffing_many_lines_of_colons_is_quick() -> None:
    with quickly():
        read_run("bright.a 1 :: clever\n" + (":" * 3_000 + "\n") * 8)


def test_json_that_is_not_ours_is_refused_in_one_sentence() -> None:
    message = refusal(json.dumps({"documents": {}, "queries": {}}), "gold")
    assert "stead.gold/1" in message
    assert "\n" not in message


def test_json_that_is_half_of_a_known_format_is_refused_with_what_it_lacks() -> None:
    message = refusal(json.dumps({"contexts": {}, "targets": {}}), "gold")
    assert "'substitutes' is missing" in message
    assert "\n" not in message


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "data", [bytes(range(256)), b"\x00\t\x00\n", b"\x1f\t\x1f", b"\x00" * 100, b"\x7fELF\t\x01ELF"]
)
def test_a_binary_file_is_in_no_format(data: bytes, kind: Kind) -> None:
    assert re.fullmatch(r"made.txt(:1)?: expected .+, found .+[.?]", refusal(data, kind))


# ------------------------------------------------------------------------------------------- whatever it holds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param(corpus(instance("<head>bright</head>")), "items", id="items"),
        pytest.param("bright.a 1 :: clever 3;smart 1;\n", "gold", id="gold"),
        pytest.param("bright.a 1 :: clever;smart\n", "run", id="run"),
        pytest.param("fulmineo.a$7$::$veloce 3;rapido 2\n", "gold", id="gold with dollars"),
        pytest.param("engager.v 12 :: embaucher ; payer\n", "run", id="run with spaces"),
        pytest.param("# rules\nfatiguer(las.a)-->fatigué\n", "mapping", id="mapping"),
        pytest.param('{"schema": "stead.annotations/1"}\n', "annotations", id="annotations"),
        pytest.param('{"schema": "stead.ratings/1"}\n', "ratings", id="ratings"),
        pytest.param("lexelt,id,annotator,substitutes\n", "annotations", id="table of annotations"),
        pytest.param(
            "id,substitutes,annotator,lexelt,comment\n1,a,ann,b.n,x :: y-->z\n", "annotations", id="with marks"
        ),
        pytest.param('{"schema": "stead.gold/1"}\n', "gold", id="gold in JSON Lines"),
        pytest.param("bright.a 1 :: clever 3;smart 1;\nbright.a 2 : lit 1;\n", "gold", id="gold with a fault"),
        pytest.param("RESULT\tbright.a 1\tclever 0.5\n", "run", id="melamud"),
        pytest.param('{"substitutes": {"t:1": [["lit", 1]]}}', "run", id="results of SWORDS"),
        pytest.param("a bright boy\tbright\tclever\n", "items", id="sentences with annotations"),
    ],
)
def test_what_a_file_holds_is_found_out(text: str, kind: Kind) -> None:
    assert load_any(content(text), Options())[0] == kind


def test_a_gold_in_which_some_weights_are_missing_is_still_a_gold_and_its_faults_are_told() -> None:
    lines = [f"bright.a {number} :: clever 3;" for number in range(4)]
    kind, _, report = load_any(content("\n".join([*lines, "bright.a 5 :: smart;", ""])), Options())
    assert kind == "gold"
    assert [fault.line for fault in report] == [5]


@pytest.mark.parametrize(("data", "word"), [("", "empty"), ("once upon a time\n", "semeval")])
def test_a_file_that_holds_nothing_known_is_refused_in_one_sentence(data: str, word: str) -> None:
    with pytest.raises(BadInput, match=word) as caught:
        load_any(content(data), Options())
    assert "\n" not in str(caught.value)


# -------------------------------------------------------------------------------------- what is in no known format


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        (
            "\nside.n 1 : team\n",
            "run",
            'made.txt:2: expected a run, as in "bright.a 1 :: clever;smart", found "side.n 1 : team".',
        ),
        (
            "side.n 1 team 3\n",
            "gold",
            'expected a gold standard, as in "bright.a 1 :: clever 3;smart 1;", found "side.n 1 team 3".',
        ),
        ("1,team\n", "run", 'found "1,team". Other formats can be named (`run_format`): swords, '),
        ("1,team\n", "gold", "(`gold_format`): sws, swords, "),
        ("[1]\n", "run", '{"lexelt": "bright.a", "id": "1", "answers": ["clever", "smart"]}'),
        (
            "nothing\n",
            "mapping",
            'as in "form(target.pos)-->canonical form", found "nothing". Other formats can be named (`format`)',
        ),
    ],
)
def test_what_is_not_recognised_is_shown_beside_what_was_expected(text: str, kind: Kind, expected: str) -> None:
    assert expected in refusal(text, kind)


def test_golds_and_runs_can_be_in_formats_of_their_own(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.txt", tmp_path / "run.txt"
    gold.write_text("bright.a 1 :: clever 2;\n", encoding="utf-8")
    run.write_text("RESULT\tbright.a 1\tclever 1\n", encoding="utf-8")
    options = {"gold_format": "semeval", "run_format": "melamud", "measures": "best"}
    result = stead.score(gold, run, **options)  # type: ignore[arg-type]
    assert "|from:semeval/melamud|" in result.scores[0].signature
    assert stead.score(gold, run, run_format="melamud", measures="best").value("best") == 1
    assert stead.score(gold, run, format="semeval", run_format="melamud", measures="best").value("best") == 1
    with pytest.raises(UsageError, match="the format melamud holds no gold"):
        stead.score(gold, run, format="melamud")
    with pytest.raises(UsageError, match="'nonsense' is not a format"):
        stead.score(gold, run, run_format="nonsense")


def test_what_the_registry_says_of_a_format_is_what_the_format_holds() -> None:
    for name, known in FORMATS.items():
        assert (known.name, [kind for kind in KINDS if kind in known.readers]) == (name, _holds(name))


def _holds(name: str) -> list[Kind]:
    defined = registry._DEFINITIONS[name].kinds
    return [kind for kind in KINDS if kind in defined]
