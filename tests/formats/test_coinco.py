"""CoInCo: sentences of tokens, and the substitutions of the targets among them."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from stead.core.faults import Severity
from stead.core.item import Item
from stead.core.substitutes import GoldRow
from stead.formats import load, sniff
from tests.formats.made import content, found, quickly, read_gold, read_items, refusal
from tests.shared import shared


def token(wordform: str, identifier: str = "XXX", inside: str = "", **attributes: str) -> str:
    named = {"lemma": wordform.lower(), "posMASC": "NN", "problematic": "no", **attributes}
    written = " ".join(f'{name}="{value}"' for name, value in named.items())
    return f'<token id="{identifier}" wordform="{wordform}" {written}>{inside}</token>'


def substitutions(**counts: object) -> str:
    listed = "".join(f'<subst lemma="{term}" pos="NN" freq="{count}" />' for term, count in counts.items())
    return f"<substitutions>{listed}</substitutions>"


def sentence(text: str, *tokens: str) -> str:
    return (
        f'<sent MASCfile="a.txt" MASCsentID="s-1"><precontext>Before boy.</precontext>\n<targetsentence>\n  {text}\n'
        f"</targetsentence>\n<postcontext>After.</postcontext>\n<tokens>\n{chr(10).join(tokens)}\n</tokens></sent>"
    )


def document(*sentences: str) -> str:
    return '<?xml version="1.0"?>\n<document>\n' + "\n".join(sentences) + "\n</document>\n"


BOY = token("boy", "7", substitutions(lad=2, youth=1))
SAMPLE = document(sentence("A bright boy.", token("A"), token("bright", "6", lemma="bright", posMASC="JJ"), BOY))


# -------------------------------------------------------------------------------------------------- what is read


def test_the_targets_are_items_in_the_target_sentence_alone() -> None:
    items, report = read_items(SAMPLE)
    assert items == [
        Item(id="6", lexelt="bright.a", text="A bright boy.", start=2, end=8, language="en", document="a.txt"),
        Item(id="7", lexelt="boy.n", text="A bright boy.", start=9, end=12, language="en", document="a.txt"),
    ]
    assert not report.faults


def test_only_targets_with_substitutions_are_in_the_gold() -> None:
    rows, report = read_gold(SAMPLE)
    assert rows == [GoldRow("boy.n", "7", [("lad", 2.0), ("youth", 1.0)])]
    assert not report.faults


def test_problematic_targets_are_left_out_and_counted() -> None:
    bad = [token("bad", str(number), substitutions(poor=1), problematic="yes") for number in (1, 2)]
    text = document(sentence("bad bad boy", *bad, BOY))
    for rows, report in (read_gold(text), read_items(text)):
        assert [row.id for row in rows] == ["7"]
        assert found(report) == [(None, Severity.NOTE, "problematic")]
        assert report.faults[0].message.startswith("2 targets")


def test_a_note_is_no_reason_to_refuse_a_file() -> None:
    text = document(sentence("bad boy", token("bad", "1", problematic="yes"), BOY))
    assert len(read_gold(text, policy="strict")[0]) == 1


def test_clitics_are_found_in_the_word_they_were_split_from() -> None:
    tokens = [token("I"), token("ca"), token("n't", "2", lemma="not", posMASC="RB"), token("do", "3"), token("it")]
    items, report = read_items(document(sentence("I can't do it.", *tokens)))
    assert [(item.target, item.start, item.lexelt) for item in items] == [("n't", 4, "not.r"), ("do", 8, "do.n")]
    assert not report.faults


def test_card_placeholders_are_lemmas_like_any_other() -> None:
    tokens = [token("11"), token("12", "5", substitutions(dozen=1), lemma="@card@", posMASC="CD")]
    text = document(sentence("11 12", *tokens))
    assert [item.lexelt for item in read_items(text)[0]] == ["@card@.c"]
    assert read_gold(text)[0][0].lexelt == "@card@.c"


def test_substitutes_equal_to_the_target_are_kept() -> None:
    rows, report = read_gold(document(sentence("boy", token("boy", "1", substitutions(boy=1, lad=1)))))
    assert rows[0].weights == [("boy", 1.0), ("lad", 1.0)]
    assert not report.faults


def test_a_target_of_several_words_spans_them_however_they_are_laid_out() -> None:
    own = token("take  part", "4", '<subst lemma="join in" freq="2"/>', lemma="take part", posMASC="VBP")
    text = document(sentence("They take\n\n     part now", token("They"), own))
    [item], report = read_items(text)
    assert (item.target, item.text, item.lexelt) == ("take part", "They take part now", "take part.v")
    assert read_gold(text)[0][0].weights == [("join in", 2.0)]
    assert not report.faults


def test_the_second_of_two_equal_words_is_found_where_it_stands() -> None:
    tokens = [token("the"), token("boy"), token("the"), token("boy", "2")]
    [item], _ = read_items(document(sentence("the boy the boy", *tokens)))
    assert item.start == 12


def test_a_token_that_is_not_in_the_text_does_not_hide_those_behind_it() -> None:
    tokens = [token("``", "1"), token("Yes", "2"), token("''", "3"), token("he", "4")]
    items, report = read_items(document(sentence('"Yes" he', *tokens)))
    assert [item.target for item in items] == ["Yes", "he"]
    assert [kind for _, _, kind in found(report)] == ["target", "target"]
    assert report.faults[0].line == 9


def test_a_target_without_a_wordform_is_reported() -> None:
    items, report = read_items(document(sentence("boy", '<token id="1" lemma="x"/>')))
    assert (items, [fault.kind for fault in report]) == ([], ["target"])


@pytest.mark.parametrize("tag", ["", "XXX", "é"])
def test_an_unknown_tag_gives_its_first_letter(tag: str) -> None:
    [item], _ = read_items(document(sentence("boy", token("boy", "1", posMASC=tag))))
    assert item.lexelt == f"boy.{tag[:1].lower() or 'x'}"


def test_a_repeated_id_is_reported_and_the_first_kept() -> None:
    text = document(sentence("A boy", BOY), sentence("One boy", token("boy", "7", substitutions(man=9))))
    rows, report = read_gold(text)
    assert [row.weights for row in rows] == [[("lad", 2.0), ("youth", 1.0)]]
    assert [(fault.severity, fault.kind) for fault in report] == [(Severity.ERROR, "repeated")]
    items, report = read_items(text)
    assert [item.text for item in items] == ["A boy"]
    assert [fault.kind for fault in report] == ["repeated"]


@pytest.mark.parametrize("count", ["", "x", "-1", "1.5", "1e3", "NaN", "inf", "9" * 400, "9" * 5_000, "²", "1e308"])
def test_a_count_that_is_none_is_reported_with_its_line_and_left_out(count: str) -> None:
    rows, report = read_gold(document(sentence("boy", token("boy", "1", substitutions(lad=count, youth=1)))))
    assert rows[0].weights == [("youth", 1.0)]
    assert found(report) == [(9, Severity.ERROR, "malformed")]


@pytest.mark.parametrize("attribute", ["", 'lemma=""', 'lemma="  "'])
def test_a_substitution_without_a_lemma_is_reported_and_left_out(attribute: str) -> None:
    rows, report = read_gold(document(sentence("boy", token("boy", "1", f'<subst {attribute} freq="1"/>'), BOY)))
    assert [row.id for row in rows] == ["7"]
    assert len(report.faults) == 1


@pytest.mark.parametrize("identifier", ["", " ", "XXX"])
def test_a_token_without_an_id_is_no_target(identifier: str) -> None:
    assert len(read_items(document(sentence("boy boy", token("boy", identifier), BOY)))[0]) == 1


@pytest.mark.parametrize("text", ["<document/>", document(sentence("A boy", token("boy"))), document(BOY)])
def test_a_file_without_targets_is_refused_in_one_sentence(text: str) -> None:
    for kind in ("items", "gold"):
        assert "no targets" in refusal(text, kind, "coinco")


def test_the_file_is_recognised_and_is_no_run() -> None:
    assert sniff(content(SAMPLE), "gold").name == "coinco"
    assert sniff(content(SAMPLE), "items").name == "coinco"
    assert "looks like items" in refusal(SAMPLE, "run")


def test_a_line_that_speaks_of_target_sentences_is_not_taken_for_one() -> None:
    assert sniff(content("tag.n 1 :: <targetsentence> 1;\n"), "gold").name == "semeval"


def test_references_crlf_and_controls_are_repaired() -> None:
    text = SAMPLE.replace("A bright", "A&nbsp;R&D &#8221 ; \x07bright").replace("\n", "\r\n")
    items, report = read_items(text)
    assert [item.target for item in items] == ["bright", "boy"]
    assert {fault.severity for fault in report} == {Severity.REPAIRED}


# ---------------------------------------------------------------------------------------------------- bad files


@pytest.mark.parametrize("cut", range(60, len(SAMPLE) - 2, 41))
def test_a_truncated_file_is_refused_with_its_line(cut: int) -> None:
    message = refusal(SAMPLE[:cut], "gold", "coinco")
    assert message.startswith("made.txt:")
    assert "not well-formed XML" in message


BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE x [<!ENTITY e "boy">]>',
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE x [<!ENTITY % e SYSTEM "http://127.0.0.1:9/x.dtd"> %e;]>',
        f'<!DOCTYPE x [<!ENTITY e0 "boy">{BOMB}]>',
    ],
)
def test_a_file_that_declares_entities_is_refused_quickly(declaration: str) -> None:
    with quickly():
        message = refusal(SAMPLE.replace("<document>", f"{declaration}<document>"), "items", "coinco")
    assert message.startswith("made.txt:2: declares the entity")


def test_a_dtd_that_is_named_is_not_fetched() -> None:
    assert len(read_items(SAMPLE.replace("<document>", '<!DOCTYPE document SYSTEM "/absent.dtd"><document>'))[0]) == 2


def test_deep_nesting_is_no_trouble() -> None:
    with quickly():
        text = SAMPLE.replace("</document>", "<x>" * 50_000 + "</x>" * 50_000 + "</document>")
        assert len(read_items(text)[0]) == 2


def test_a_sentence_of_many_pieces_is_read_quickly() -> None:
    with quickly(3):
        items, _ = read_items(document(sentence("ab<x/>" * 300_000 + " boy", token("boy", "1"))), "coinco")
    assert items == []  # too far from the token before it to be sure


@pytest.mark.parametrize("wordform", ["boy", "absent"])
def test_a_sentence_of_many_targets_is_read_quickly(wordform: str) -> None:
    tokens = [token(wordform, str(number)) for number in range(20_000)]
    with quickly(3):
        items, report = read_items(document(sentence("boy " * 20_000, *tokens)))
    assert len(items) + report.total() == 20_000


def test_ten_megabytes_on_one_line_are_read_quickly() -> None:
    with quickly(4):
        assert len(read_items(document(sentence("boy " + "x" * 10_000_000, BOY)))[0]) == 1


def test_ids_with_control_characters_are_levelled_and_reported() -> None:
    items, report = read_items(document(sentence("boy", token("boy", "7\x1b[2J"))))
    assert [item.id for item in items] == ["7 [2J"]
    assert [fault.kind for fault in report] == ["control"]


# ------------------------------------------------------------------------------------------------ the real file


@pytest.fixture(scope="module")
def real() -> Path:
    return shared("data", "coinco", "coinco_dev.xml.gz", what="the CoInCo data")


def tokens_of(path: Path) -> Iterator[ET.Element]:
    with gzip.open(path) as file:
        for _, element in ET.iterparse(file):
            if element.tag == "token" and element.get("id") != "XXX" and element.get("problematic") != "yes":
                yield element


def test_the_development_half_is_read_without_an_error(real: Path) -> None:
    targets = list(tokens_of(real))
    expected = {
        token.get("id"): [(each.get("lemma", ""), float(each.get("freq", ""))) for each in token.iter("subst")]
        for token in targets
    }
    gold, gold_report = load(real, "gold")
    items, item_report = load(real, "items")
    assert {row.id: row.weights for row in gold} == {key: own for key, own in expected.items() if own}
    assert len(gold) == 10_027
    assert [item.id for item in items] == list(expected)
    assert all(
        item.target.split() == token.get("wordform", "").split() for item, token in zip(items, targets, strict=True)
    )
    for report in (gold_report, item_report):
        assert [(fault.severity, fault.kind) for fault in report] == [(Severity.NOTE, "problematic")]
