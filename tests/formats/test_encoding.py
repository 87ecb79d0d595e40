"""Encodings: no letter is guessed; what a file looks like is said, and what the user names is read."""

import re
from pathlib import Path
from typing import Any

import pytest

import stead
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Severity
from stead.formats import Content, Options, load, load_content, parse_encoding
from tests.formats.made import corpus, instance

GOLD = "thé.n 1 :: pâté 3;côté 1;\nthé.n 2 :: gâteau 2;\n"
RUN = "thé.n 1 :: pâté;côté\nthé.n 2 :: gâteau\n"


def file(path: Path, text: str, encoding: str) -> Path:
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["windows-1252", "iso-8859-1", "latin-1"])
def test_a_run_in_another_encoding_scores_as_it_does_in_utf8(tmp_path: Path, encoding: str) -> None:
    gold = file(tmp_path / "gold.txt", GOLD, "utf-8")
    run = file(tmp_path / "run.txt", RUN, encoding)
    with pytest.raises(BadInput) as caught:
        stead.score(gold, run)
    assert str(caught.value) == (
        f'{run}:1: byte 0xe9 is not valid UTF-8. It looks like windows-1252 ("thé"): read it with '
        "`encoding='windows-1252'`, or save it as UTF-8."
    )
    assert stead.score(gold, run, measures="oot@10", encoding=encoding).value("oot@10") == 1


def test_a_gold_too_and_lists_and_mappings(tmp_path: Path) -> None:
    gold, run = file(tmp_path / "gold.txt", GOLD, "cp1252"), file(tmp_path / "run.txt", RUN, "utf-8")
    helpers: dict[str, Any] = {
        "mapping": file(tmp_path / "mapping.txt", "côté(thé.n)-->pâté\n", "cp1252"),
        "candidates": file(tmp_path / "candidates.txt", "thé.n::pâté;côté;gâteau\n", "cp1252"),
        "manual": file(tmp_path / "manual.txt", "thé.n\n", "cp1252"),
        "by": [file(tmp_path / "groups.tsv", "thé.n\tété\n", "cp1252")],
    }
    result = stead.score(gold, run, measures="oot@10,gap(pool=candidates)", encoding="cp1252", **helpers)
    assert {score.group for score in result.scores} == {"all", "groups=été"}
    plain: dict[str, Any] = {"by": "subset", "measures": "oot@10"}
    for name, helper in helpers.items():
        with pytest.raises(BadInput, match="is not valid UTF-8"):
            stead.score({("thé.n", "1"): {"a": 2}}, {"1": ["a"]}, **(plain | {name: helper}))


def test_the_encoding_is_in_the_signature_and_the_hash_is_of_the_file(tmp_path: Path) -> None:
    gold, run = file(tmp_path / "gold.txt", GOLD, "cp1252"), file(tmp_path / "run.txt", RUN, "cp1252")
    result = stead.score(gold, run, measures="best", encoding="windows-1252")
    assert "|encoding:cp1252|" in result.scores[0].signature
    assert result.evaluation.gold.sha256 == Content("", gold.read_bytes()).sha256
    assert "encoding" not in stead.score({"1": {"a": 2}}, {"1": ["a"]}, measures="best").scores[0].signature


def test_files_in_utf8_are_read_as_such_whatever_the_others_are_in() -> None:
    options = Options(encoding="cp1252")
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        run, report = load_content(Content("run.txt", RUN.encode(encoding)), "run", options)
        assert (run.lexelts, list(run.answers), report.faults) == (["thé.n"] * 2, [["pâté", "côté"], ["gâteau"]], [])


def test_a_damaged_byte_in_a_file_of_utf8_is_no_other_encoding() -> None:
    data = GOLD.encode().replace("gâteau".encode(), b"g\xe2teau")
    for encoding in (None, "cp1252"):
        with pytest.raises(BadInput) as caught:
            load_content(Content("gold.txt", data), "gold", Options(encoding=encoding))
        assert str(caught.value) == (
            "gold.txt:2: byte 0xe2 is not valid UTF-8. The rest is UTF-8: correct that line, or leave such lines out "
            "(`faults='skip'`)."
        )


def test_an_encoding_that_does_not_look_western_is_not_guessed() -> None:
    with pytest.raises(BadInput, match=r"UTF-8\. Read it with `encoding='NAME'`, or save it as UTF-8\.$"):
        load_content(Content("run.txt", "чай.n 1 :: напиток\n".encode("cp1251")), "run", Options())
    run, _ = load_content(
        Content("run.txt", "чай.n 1 :: напиток\n".encode("cp1251")), "run", Options(encoding="cp1251")
    )
    assert run.lexelts == ["чай.n"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_its_mark_is_recognised(encoding: str) -> None:
    content = Content("run.txt", RUN.encode(encoding))
    with pytest.raises(BadInput, match=f"UTF-16 without a byte order mark: read it with `encoding='{encoding}'`"):
        load_content(content, "run", Options())
    assert load_content(content, "run", Options(encoding=encoding))[0].lexelts == ["thé.n"] * 2


def test_an_encoding_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BadInput, match=r"run.txt:1: neither UTF-8 nor utf-16-le \(byte 0x"):
        load_content(Content("run.txt", b"th\xe9.n 1 :: xy"), "run", Options(encoding="utf-16-le"))


@pytest.mark.parametrize("name", ["klingon", "", "rot13", "utf-7", "iso-2022-jp", "hex"])
def test_what_is_no_encoding_of_text_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="is not an encoding of text"):
        stead.read_run("nowhere.txt", encoding=name)


def test_a_sentence_may_lose_a_letter_but_its_target_may_not() -> None:
    text = corpus(instance("caf\x00 <head>bright</head>", "1") + instance("a <head>br\x00ght</head> boy", "2"))
    data = text.encode().replace(b"\x00", b"\xe9")
    items, report = load_content(Content("items.xml", data), "items", Options())
    assert [(item.id, item.text) for item in items] == [("1", "caf\N{REPLACEMENT CHARACTER} bright")]
    assert [fault.severity for fault in report if fault.kind == "encoding"][-1] is Severity.ERROR
    items, _ = load_content(Content("items.xml", data), "items", Options(encoding="cp1252"))
    assert [item.text for item in items] == ["café bright", "a bréght boy"]


def test_the_encoding_that_xml_declares_comes_first() -> None:
    text = '<?xml version="1.0" encoding="iso-8859-15"?>' + corpus(instance("5 € <head>bright</head>"))
    [item], report = load_content(Content("items.xml", text.encode("iso-8859-15")), "items", Options(encoding="cp1252"))
    assert (item.text, report.faults) == ("5 € bright", [])


def test_loading_takes_an_encoding(tmp_path: Path) -> None:
    path = file(tmp_path / "gold.txt", GOLD, "cp1252")
    assert stead.read_gold(path, encoding="cp1252").substitutes.vocabulary == ["pâté", "côté", "gâteau"]
    assert len(load(path, "gold", Options(encoding="cp1252"))[0]) == 2


LOST = "holds the replacement character U+FFFD, a letter that was lost when the file was converted"


@pytest.mark.parametrize("kind", ["gold", "run"])
def test_a_letter_that_was_lost_before_is_damage_like_any_other(tmp_path: Path, kind: str) -> None:
    texts = {"gold": "thé.n 1 :: tea 2;\nrun.v 2 :: sprint 2;\n", "run": "thé.n 1 :: tea\nrun.v 2 :: sprint\n"}
    texts[kind] = texts[kind].replace("sprint", "spr\N{REPLACEMENT CHARACTER}nt")
    gold, run = tmp_path / "gold.txt", tmp_path / "run.txt"
    gold.write_text(texts["gold"], encoding="utf-8")
    run.write_text(texts["run"], encoding="utf-8")
    for faults in ("repair", "strict"):
        with pytest.raises(BadInput, match=rf"{kind}\.txt:2: .*{re.escape(LOST)}"):
            stead.score(gold, run, measures="best", faults=faults)
    with pytest.warns(stead.SteadWarning, match=r"1 left out \(encoding\)"):
        result = stead.score(gold, run, measures="best", faults="skip")
    assert result.scores[0].scored == (1 if kind == "gold" else 2)
    assert result.scores[0].attempted == 1


@pytest.mark.parametrize(
    ("option", "text"),
    [("ids", "thé.1\n"), ("by", "thé.n\tété\n"), ("candidates", "thé.n::pâté\n"), ("manual", "thé.n\n")],
)
def test_a_small_table_in_another_encoding_is_refused_with_the_encoding_it_looks_like(
    tmp_path: Path, option: str, text: str
) -> None:
    table = file(tmp_path / "table.txt", text, "latin-1")
    options: dict[str, Any] = {option: table} | ({"by": "subset"} if option == "manual" else {})
    with pytest.raises(BadInput) as caught:
        stead.score({("thé.n", "1"): {"pâté": 2}}, {("thé.n", "1"): ["pâté"]}, measures="best", **options)
    assert str(caught.value) == (
        f"{table}:1: byte 0xe9 is not valid UTF-8. It looks like windows-1252 "
        "(\"thé\"): read it with `encoding='windows-1252'`, or save it as UTF-8."
    )


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_file_that_is_not_in_the_utf8_that_was_named_is_refused_as_without_a_name(encoding: str) -> None:
    content = Content("run.txt", RUN.encode("cp1252"))
    with pytest.raises(BadInput, match=r"^run\.txt:1: byte 0xe9 is not valid UTF-8\. It looks like windows-1252"):
        load_content(content, "run", Options(encoding=parse_encoding(encoding)))
