"""Text, lines and policies: what every reader is given."""

from dataclasses import replace

import pytest

from stead.core.errors import BadInput
from stead.core.faults import Severity
from stead.formats import Content, Policy, quote
from stead.formats.format import Reading


def reading(data: bytes, policy: Policy = Policy.REPAIR) -> Reading:
    return Reading.start(Content("made.txt", data), format="semeval", policy=policy)


def test_only_lf_and_crlf_end_a_line() -> None:
    data = "one\r\ntwo\u2028still two\x0b\x85\nthree\rstill three\n"
    assert list(reading(data.encode()).lines()) == [
        (1, "one"),
        (2, "two\u2028still two\x0b\x85"),
        (3, "three\rstill three"),
    ]


def test_lines_that_are_blank_are_counted_but_not_given() -> None:
    assert list(reading(b"\n \t\nthree\n\n\r\nsix").lines()) == [(3, "three"), (6, "six")]


def test_text_of_every_byte_order_mark_is_the_same() -> None:
    text = "naïve 賢い 😀\n"
    encoded = [codec + text.encode(name) for codec, name in MARKS]
    assert [reading(data).text() for data in encoded] == [text] * len(MARKS)


MARKS = [(b"", "utf-8"), (b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")]


def test_every_line_with_an_undecodable_byte_is_reported_once() -> None:
    one = replace(reading(b"fine\n\xff\xfe here\nfine\nand \xc3\n"), letters_matter=False)
    assert one.text() == "fine\n\ufffd\ufffd here\nfine\nand \ufffd\n"
    assert [(fault.line, fault.severity, fault.kind) for fault in one.report] == [
        (2, Severity.REPAIRED, "encoding"),
        (4, Severity.REPAIRED, "encoding"),
    ]


def test_a_damaged_utf16_file_is_read_and_reported() -> None:
    one = replace(reading("\ufeffbright\n".encode("utf-16-le") + b"\x00\xd8\n"), letters_matter=False)
    assert one.text().startswith("bright\n")
    assert [fault.kind for fault in one.report] == ["encoding"]


def test_a_source_names_the_file_its_hash_and_its_format() -> None:
    one = reading(b"x")
    assert (one.source.name, one.source.sha256, one.source.format) == ("made", one.content.sha256, "semeval")


def test_repair_lets_a_line_be_used_and_skip_does_not() -> None:
    repairing, skipping = reading(b"", Policy.REPAIR), reading(b"", Policy.SKIP)
    assert repairing.may_use(1, "columns", "odd")
    assert not skipping.may_use(1, "columns", "odd")
    assert [str(fault) for fault in repairing.report] == ["made.txt:1: repaired: odd"]
    assert [str(fault) for fault in skipping.report] == ["made.txt:1: error: odd; left out"]


def test_strict_forgives_a_note() -> None:
    one = reading(b"", Policy.STRICT)
    one.report.note(None, "separator", "mixed")
    one.finish()


@pytest.mark.parametrize("severity", ["repair", "error"])
def test_strict_refuses_anything_else(severity: str) -> None:
    one = reading(b"", Policy.STRICT)
    getattr(one.report, severity)(7, "columns", "odd")
    with pytest.raises(BadInput, match=r"made\.txt:7: "):
        one.finish()


@pytest.mark.parametrize("policy", [Policy.REPAIR, Policy.SKIP])
def test_other_policies_refuse_nothing(policy: Policy) -> None:
    one = reading(b"", policy)
    one.report.error(7, "columns", "odd")
    one.finish()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("clever", '"clever"'),
        ("a\tb\nc", '"a\\tb\\nc"'),
        ("\x1b[31m", '"\\x1b[31m"'),
        ("naïve 賢い", '"naïve 賢い"'),
        ("\u202eevil", '"\\u202eevil"'),
        ("\ud800", '"\\ud800"'),
    ],
)
def test_input_is_shown_on_one_line_with_its_control_characters_escaped(text: str, expected: str) -> None:
    assert quote(text) == expected


def test_long_input_is_cut() -> None:
    assert quote("x" * 60) == '"' + "x" * 60 + '"'
    assert quote("x" * 61) == '"' + "x" * 59 + '…"'
