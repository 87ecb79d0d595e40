"""Items in XML: each oddity of real files, read as a person would read it, and reported."""

import pytest

from stead.core.faults import Severity
from stead.core.item import Item
from tests.formats.made import corpus, found, instance, read_items, refusal, targets_unless_refused, told, written

ERROR, REPAIRED, NOTE = Severity.ERROR, Severity.REPAIRED, Severity.NOTE
PLAIN = "a <head>bright</head> boy"


def only_item(data: str | bytes) -> Item:
    """The item of a file of one item that needs no repair."""
    [item], report = read_items(data)
    assert not report.faults
    return item


def text_and_faults(context: str) -> tuple[str, list[tuple[int | None, Severity, str]]]:
    """The text of the item with this context, and what was reported."""
    [item], report = read_items(corpus(instance(context)))
    return item.text, found(report)


# ------------------------------------------------------------------------------------------------- plain files


def test_a_clean_file_gives_lexelt_id_text_target_and_language() -> None:
    item = only_item(corpus(instance("who was a <head>bright</head> boy only 12 years old")))
    assert item == Item(
        id="1", lexelt="bright.a", text="who was a bright boy only 12 years old", start=10, end=16, language="english"
    )
    assert item.target == "bright"


def test_items_keep_the_order_of_the_file_when_ids_do_not_ascend() -> None:
    items, report = read_items(corpus(instance(PLAIN, "30"), instance(PLAIN, "4"), instance(PLAIN, "12")))
    assert [item.id for item in items] == ["30", "4", "12"]
    assert not report.faults


def test_ids_may_be_unique_only_within_a_lexelt() -> None:
    data = corpus(instance(PLAIN) + '</lexelt><lexelt item="dim.a">' + instance("a <head>dim</head> light"))
    items, report = read_items(data)
    assert [(item.lexelt, item.id) for item in items] == [("bright.a", "1"), ("dim.a", "1")]
    assert not report.faults


def test_the_same_id_twice_in_a_lexelt_leaves_out_the_second_and_says_so() -> None:
    items, report = read_items(corpus(instance(PLAIN), instance("the <head>bright</head> sun")))
    assert [item.text for item in items] == ["a bright boy"]
    assert found(report) == [(3, ERROR, "repeated")]


def test_a_lexelt_with_two_parts_of_speech_is_kept_whole() -> None:
    assert only_item(corpus(instance("at the <head>bar</head>"), lexelt="bar.n.v")).lexelt == "bar.n.v"


def test_a_lexelt_with_a_blank_is_kept_whole() -> None:
    assert only_item(corpus(instance(PLAIN), lexelt="e commerce.J")).lexelt == "e commerce.J"


def test_a_language_that_is_not_named_is_empty() -> None:
    data = corpus(instance(PLAIN)).replace(' lang="english"', "")
    assert only_item(data).language == ""


def test_elements_around_the_target_leave_its_place_right() -> None:
    item = only_item(corpus(instance("<s>It is <b>a <head>bright</head></b> boy</s>")))
    assert (item.text, item.target) == ("It is a bright boy", "bright")


def test_a_target_inside_a_word_is_not_torn_off() -> None:
    item = only_item(corpus(instance("ein Fern<head>licht</head>schalter")))
    assert (item.text, item.target) == ("ein Fernlichtschalter", "licht")


# -------------------------------------------------------------------------------------------------- spaces


def test_whitespace_and_a_newline_inside_head_are_not_part_of_the_target() -> None:
    item = only_item(corpus(instance("nel corso della <head>fulminea\n      </head> offensiva"), lexelt="fulmineo.a"))
    assert (item.text, item.target) == ("nel corso della fulminea offensiva", "fulminea")


def test_whitespace_at_the_start_of_head_is_not_part_of_the_target() -> None:
    item = only_item(corpus(instance("nel corso della <head>\n  fulminea</head> offensiva")))
    assert (item.text, item.target) == ("nel corso della fulminea offensiva", "fulminea")


def test_whitespace_inside_head_still_parts_the_words_around_it() -> None:
    item = only_item(corpus(instance("della<head> fulminea </head>offensiva")))
    assert (item.text, item.target) == ("della fulminea offensiva", "fulminea")


def test_blanks_inside_a_multiword_target_become_one() -> None:
    assert only_item(corpus(instance("he <head>ran\n  into</head> her"))).target == "ran into"


def test_newlines_in_a_context_become_blanks() -> None:
    assert only_item(corpus(instance("\n  a\n  <head>bright</head>\n  boy\n"))).text == "a bright boy"


def test_crlf_reads_like_lf() -> None:
    data = corpus(instance("a\n<head>bright</head>\nboy"))
    assert only_item(data.replace("\n", "\r\n")) == only_item(data)


# ------------------------------------------------------------------------------------------------- encodings


def test_a_byte_order_mark_is_no_text() -> None:
    assert only_item("\ufeff" + corpus(instance(PLAIN))) == only_item(corpus(instance(PLAIN)))


@pytest.mark.parametrize("declared", ["", '<?xml version="1.0" encoding="UTF-16"?>'])
@pytest.mark.parametrize("byte_order", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_byte_order_mark_is_read(byte_order: str, declared: str) -> None:
    text = "\ufeff" + declared + corpus(instance("une <head>idée</head> brillante"))
    assert only_item(text.encode(byte_order)).target == "idée"


def test_a_declared_latin1_encoding_is_used() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>\n' + corpus(instance("une <head>idée</head> brillante"))
    assert only_item(text.encode("latin-1")).target == "idée"


def test_a_declared_encoding_in_single_quotes_is_used() -> None:
    text = "<?xml version='1.0' encoding='latin-1' ?>" + corpus(instance("une <head>idée</head> brillante"))
    assert only_item(text.encode("latin-1")).target == "idée"


def test_a_file_declared_ascii_that_is_utf8_is_read_as_utf8() -> None:
    text = '<?xml version="1.0" encoding="US-ASCII"?>' + corpus(instance("une <head>idée</head> brillante"))
    assert only_item(text).target == "idée"


def test_an_unknown_declared_encoding_is_reported_and_read_as_utf8() -> None:
    text = '<?xml version="1.0" encoding="klingon-8"?>' + corpus(instance("une <head>idée</head> brillante"))
    [item], report = read_items(text)
    assert item.target == "idée"
    assert found(report) == [(1, REPAIRED, "encoding")]


@pytest.mark.parametrize("name", ["undefined", "punycode", "idna", "unicode_escape", "utf-7", "hex", "utf-32", "."])
def test_a_declared_encoding_that_makes_no_sense_is_never_a_traceback(name: str) -> None:
    data = f'<?xml version="1.0" encoding="{name}"?>' + corpus(instance(r"a <head>bright</head> b\oy \ud800 é"))
    assert targets_unless_refused(data) in ([], ["bright"])


def test_an_invalid_utf8_byte_is_replaced_and_reported_with_its_line() -> None:
    [_, item], report = read_items(
        corpus(instance(PLAIN), instance("caf# <head>bright</head>", "2")).encode().replace(b"#", b"\xe9")
    )
    assert item.text == "caf\N{REPLACEMENT CHARACTER} bright"
    assert found(report) == [(3, REPAIRED, "encoding")]


@pytest.mark.parametrize(
    "garbled",
    [
        pytest.param("cafÃ©", id="small e acute read as Latin-1"),
        pytest.param("Ã\x89cole", id="capital E acute read as Latin-1"),
        pytest.param("Ã‰cole", id="capital E acute read as Windows-1252"),
        pytest.param("itâ€™s", id="right quote"),
        pytest.param("â€˜tis", id="left quote"),
        pytest.param("â€œwell", id="opening double quote"),
        pytest.param("â€”", id="dash"),
        pytest.param("Â£5", id="pound"),
        pytest.param("cÅ“ur", id="ligature"),
    ],
)
def test_mojibake_is_noted_and_kept_as_it_is(garbled: str) -> None:
    text, faults = text_and_faults(f"{garbled} <head>bright</head>")
    assert text == f"{garbled} bright"
    assert faults == [(2, NOTE, "mojibake")]


@pytest.mark.parametrize("honest", ["São Paulo à noite", "ÂNGELO E MÃE", "café – “déjà vu”", "Ångström", "€ 5"])
def test_honest_accents_are_no_mojibake(honest: str) -> None:
    assert text_and_faults(f"{honest} <head>bright</head>") == (f"{honest} bright", [])


# -------------------------------------------------------------------------------------------------- entities


def test_a_broken_entity_with_a_blank_before_its_semicolon_is_mended() -> None:
    text, faults = text_and_faults("he said so&#8221 ; <head>bright</head>")
    assert text == "he said so\N{RIGHT DOUBLE QUOTATION MARK} bright"
    assert faults == [(2, REPAIRED, "entity")]


def test_html_entities_are_read_and_reported() -> None:
    text, faults = text_and_faults("caf&eacute; &mdash; <head>bright</head>")
    assert text == "café — bright"
    assert faults == [(2, REPAIRED, "entity")] * 2


def test_a_bare_ampersand_is_an_ampersand_and_reported() -> None:
    text, faults = text_and_faults("R&D at M & S <head>bright</head>")
    assert text == "R&D at M & S bright"
    assert faults == [(2, REPAIRED, "entity")] * 2


def test_an_unknown_entity_is_kept_as_it_is_written_and_reported() -> None:
    text, faults = text_and_faults("&nosuchthing; <head>bright</head>")
    assert text == "&nosuchthing; bright"
    assert faults == [(2, REPAIRED, "entity")]


def test_the_five_entities_of_xml_need_no_repair() -> None:
    assert text_and_faults("&lt;&amp;&gt;&quot;&apos; <head>bright</head>") == ("<&>\"' bright", [])


def test_well_formed_character_references_need_no_repair() -> None:
    assert text_and_faults("&#8221;&#x201D;&#38;lt; <head>bright</head>") == ("””&lt; bright", [])


@pytest.mark.parametrize("reference", ["&#0;", "&#xD800;", "&#x110000;", "&#9999999;", "&#xFFFF;", "&#;", "&#x;"])
def test_a_reference_to_no_character_is_kept_as_it_is_written_and_reported(reference: str) -> None:
    text, faults = text_and_faults(f"{reference} <head>bright</head>")
    assert text == f"{reference} bright"
    assert faults == [(2, REPAIRED, "entity")]


def test_broken_entities_in_attributes_are_mended_too() -> None:
    [item], report = read_items(corpus(instance(PLAIN), lexelt="R&D.n"))
    assert item.lexelt == "R&D.n"
    assert found(report) == [(1, REPAIRED, "entity")]


def test_ampersands_in_a_cdata_section_are_literal() -> None:
    assert text_and_faults("<![CDATA[R&D &#65; <x> &eacute;]]> <head>bright</head>") == (
        "R&D &#65; <x> &eacute; bright",
        [],
    )


def test_ampersands_in_a_comment_are_nobody_s_business() -> None:
    assert text_and_faults("<!-- R&D --> <head>bright</head>") == ("bright", [])


def test_a_forbidden_control_character_becomes_a_blank_and_is_reported() -> None:
    text, faults = text_and_faults("a\x00b\x0b <head>bright</head>")
    assert text == "a b bright"
    assert faults == [(2, REPAIRED, "control")] * 2


# ------------------------------------------------------------------------------------------------- structure


def test_a_doctype_that_names_an_absent_dtd_is_ignored() -> None:
    data = corpus(instance(PLAIN), before='<!DOCTYPE corpus SYSTEM "lexsub.dtd">\n')
    assert only_item(data).text == "a bright boy"


def test_two_heads_take_the_first_and_are_reported() -> None:
    [item], report = read_items(corpus(instance("<head>bright</head> and <head>brighter</head>")))
    assert (item.text, item.target, item.start) == ("bright and brighter", "bright", 0)
    assert found(report) == [(2, REPAIRED, "heads")]


def test_two_heads_are_left_out_under_skip() -> None:
    data = corpus(instance(PLAIN), instance("<head>bright</head> and <head>brighter</head>", "2"))
    items, report = read_items(data, policy="skip")
    assert [item.id for item in items] == ["1"]
    assert found(report) == [(3, ERROR, "heads")]


def test_no_head_leaves_out_the_instance_and_says_so() -> None:
    items, report = read_items(corpus(instance(PLAIN), instance("no target here", "2")))
    assert [item.id for item in items] == ["1"]
    assert found(report) == [(3, ERROR, "malformed")]
    assert "<head>" in report.faults[0].message


@pytest.mark.parametrize("head", ["<head></head>", "<head/>", "<head> \n </head>"])
def test_an_empty_head_marks_no_target_so_the_instance_is_left_out(head: str) -> None:
    items, report = read_items(corpus(instance(PLAIN), instance(f"a {head} boy", "2")))
    assert [item.id for item in items] == ["1"]
    assert [fault[:2] for fault in found(report)] == [(3, ERROR)]


def test_an_instance_without_id_is_left_out_and_says_so() -> None:
    items, report = read_items(corpus(instance(PLAIN), f"<instance><context>{PLAIN}</context></instance>"))
    assert [item.id for item in items] == ["1"]
    assert found(report) == [(3, ERROR, "malformed")]
    assert "id" in report.faults[0].message


def test_an_instance_without_context_is_never_dropped_silently() -> None:
    items, report = read_items(corpus(instance(PLAIN), f'<instance id="2">{PLAIN}</instance>'))
    assert [item.id for item in items] == ["1"]
    assert [fault[:2] for fault in found(report)] == [(3, ERROR)]


def test_an_instance_outside_every_lexelt_does_not_inherit_the_last_one() -> None:
    data = corpus(instance(PLAIN)).replace("</lexelt>", "</lexelt>" + instance("a <head>dim</head> light", "2"))
    items, report = read_items(data)
    assert [(item.lexelt, item.id) for item in items] == [("bright.a", "1")]
    assert found(report) == [(3, ERROR, "malformed")]


def test_a_file_without_items_is_refused_in_one_sentence() -> None:
    message = refusal("<corpus></corpus>", "items")
    assert message.startswith("made.txt: no items")
    assert "\n" not in message


def test_xml_that_is_not_well_formed_is_refused_with_its_line() -> None:
    message = refusal(corpus(instance(PLAIN), "<instance id='2'><context>a <head>bright</context>"), "items")
    assert message.startswith("made.txt:3: not well-formed XML (mismatched tag)")


# ----------------------------------------------------------------------------------------------- line numbers


@pytest.mark.parametrize(
    "declaration",
    [
        pytest.param('<?xml version="1.0"?>\n', id="one line"),
        pytest.param('<?xml version="1.0"\n encoding="utf-8"?>\n', id="two lines"),
        pytest.param('\n\n<?xml version="1.0"?>\n', id="blank lines before it"),
    ],
)
def test_faults_name_the_line_of_the_file_whatever_the_declaration_looks_like(declaration: str) -> None:
    data = corpus(instance(PLAIN), instance("R&D without target", "2"), before=declaration)
    _, report = read_items(data)
    line = data[: data.index("R&D")].count("\n") + 1
    assert [fault.line for fault in report] == [line, line]


def test_strict_refuses_repairs_and_lists_them_all() -> None:
    data = corpus(instance("R&D <head>bright</head>"), instance("nothing", "2"), instance("<head>bright</head>", "2"))
    message = refusal(data, "items", policy="strict")
    assert "made.txt:2: " in message
    assert "made.txt:3: " in message


def test_strict_accepts_a_clean_file_and_a_mere_note() -> None:
    items, report = read_items(corpus(instance("cafÃ© <head>bright</head>")), policy="strict")
    assert len(items) == 1
    assert found(report) == [(2, NOTE, "mojibake")]


# ---------------------------------------------------------------------------------------------------- writing


def test_what_xml_needs_escaped_comes_back() -> None:
    item = Item(id='"1"', lexelt="R&D<.n", text="a < b && \"c\" > 'd' &lt; ]]>", start=0, end=1, language="en&g")
    text, losses = written([item], "items", "semeval")
    assert losses == []
    assert read_items(text)[0] == [item]


def test_several_languages_are_a_loss_that_is_said() -> None:
    items = [
        Item(id="1", lexelt="a.n", text="a", start=0, end=1, language="english"),
        Item(id="2", lexelt="b.n", text="b", start=0, end=1, language="italian"),
    ]
    assert written(items, "items", "semeval")[1] != []


@pytest.mark.parametrize(
    "item",
    [
        pytest.param(Item(id="1", lexelt="a.n", text="a\x00b", start=0, end=3), id="a character that XML forbids"),
        pytest.param(Item(id="1", lexelt="a.n", text="a  b", start=0, end=1), id="two spaces"),
        pytest.param(Item(id="1", lexelt="a.n", text="a\nb", start=0, end=1), id="a line end"),
        pytest.param(Item(id="1", lexelt="a.n", text="a ", start=0, end=1), id="a space at the end"),
        pytest.param(Item(id="", lexelt="a.n", text="a", start=0, end=1), id="no id"),
        pytest.param(Item(id="1", lexelt="", text="a", start=0, end=1), id="no lexelt"),
        pytest.param(Item(id="1", lexelt="a\tb.n", text="a", start=0, end=1), id="a tab in the lexelt"),
    ],
)
def test_what_the_xml_cannot_hold_is_said_or_refused(item: Item) -> None:
    assert told([item], "items", "semeval") != ""


def test_items_of_lexelts_that_alternate_are_sorted_together_and_that_is_said() -> None:
    items = [
        Item(id="1", lexelt="a.n", text="a", start=0, end=1),
        Item(id="2", lexelt="b.n", text="b", start=0, end=1),
        Item(id="3", lexelt="a.n", text="a", start=0, end=1),
    ]
    text, losses = written(items, "items", "semeval")
    assert [item.id for item in read_items(text)[0]] == ["1", "3", "2"]
    assert losses != []
