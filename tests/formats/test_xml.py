"""XML from anywhere: what is hostile is refused or inert, quickly, and without a look outside the file."""

import builtins
import socket
import urllib.request
from pathlib import Path

import pytest

from tests.formats.made import content, corpus, found, instance, quickly, read_items, refusal, targets_unless_refused

SECRET = "the secret of the house"


@pytest.fixture(autouse=True)
def no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any attempt to open a socket, a URL or a file fails the test."""

    def fail(*arguments: object, **options: object) -> None:
        raise AssertionError(f"reached outside the file: {arguments}")

    monkeypatch.setattr(socket, "socket", fail)
    monkeypatch.setattr(socket, "create_connection", fail)
    monkeypatch.setattr(socket, "getaddrinfo", fail)
    monkeypatch.setattr(urllib.request, "urlopen", fail)
    monkeypatch.setattr(builtins, "open", fail)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file that must not be read."""
    path = tmp_path / "secret.txt"
    path.write_bytes(SECRET.encode())
    return path


def hostile(doctype: str, context: str = "&x; <head>bright</head>") -> str:
    return corpus(instance(context), before=f"{doctype}\n")


def test_billion_laughs_are_refused_quickly() -> None:
    entities = ['<!ENTITY l0 "lol">', *(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))]
    with quickly():
        message = refusal(hostile(f"<!DOCTYPE corpus [{''.join(entities)}]>", "&l11; <head>bright</head>"), "items")
    assert "l0" in message
    assert "\n" not in message


def test_quadratic_blowup_is_refused_quickly() -> None:
    doctype = f'<!DOCTYPE corpus [<!ENTITY x "{"lol" * 50_000}">]>'
    with quickly():
        refusal(hostile(doctype, "&x;" * 5_000 + "<head>bright</head>"), "items")


def test_an_external_entity_is_refused_and_its_file_is_not_read(secret: Path) -> None:
    message = refusal(hostile(f'<!DOCTYPE corpus [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'), "items")
    assert SECRET not in message


def test_an_external_entity_on_the_network_is_refused_and_not_fetched() -> None:
    assert "entity" in refusal(hostile('<!DOCTYPE corpus [<!ENTITY x SYSTEM "http://192.0.2.1/x">]>'), "items")


def test_an_unused_entity_is_refused_all_the_same() -> None:
    assert "entity" in refusal(hostile('<!DOCTYPE corpus [<!ENTITY x "y">]>', "<head>bright</head>"), "items")


def test_a_parameter_entity_is_refused_and_not_fetched(secret: Path) -> None:
    doctype = f'<!DOCTYPE corpus [<!ENTITY % x SYSTEM "{secret.as_uri()}"> %x;]>'
    assert SECRET not in refusal(hostile(doctype), "items")


def test_an_undeclared_parameter_entity_is_inert_or_refused() -> None:
    data = hostile("<!DOCTYPE corpus [ %x; ]>", "<head>bright</head>")
    assert targets_unless_refused(data) in ([], ["bright"])


@pytest.mark.parametrize("address", ["http://192.0.2.1/lexsub.dtd", "file:///etc/passwd", "//192.0.2.1/share/x.dtd"])
def test_an_external_dtd_is_inert(address: str) -> None:
    items, report = read_items(hostile(f'<!DOCTYPE corpus SYSTEM "{address}">', "<head>bright</head>"))
    assert [item.text for item in items] == ["bright"]
    assert not report.faults


def test_an_entity_that_only_an_external_dtd_could_declare_stays_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lexsub.dtd").write_bytes(f'<!ENTITY house "{SECRET}">'.encode())
    monkeypatch.chdir(tmp_path)
    doctype = '<!DOCTYPE corpus PUBLIC "-//X//Y" "lexsub.dtd">'
    [item], report = read_items(hostile(doctype, "&house; <head>bright</head>"))
    assert item.text == "&house; bright"
    assert [kind for _, _, kind in found(report)] == ["entity"]


def test_an_xinclude_and_a_stylesheet_are_inert(secret: Path) -> None:
    include = f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{secret.as_uri()}" parse="text"/>'
    sheet = '<?xml version="1.0"?><?xml-stylesheet href="http://192.0.2.1/x.xsl"?>'
    [item], _ = read_items(hostile(sheet, f"a {include}<head>bright</head>"))
    assert item.text == "a bright"


def test_a_stylesheet_without_a_declaration_is_inert() -> None:
    [item], _ = read_items(hostile('<?xml-stylesheet href="http://192.0.2.1/x.xsl"?>', "a <head>bright</head>"))
    assert item.text == "a bright"


def test_elements_nested_a_hundred_thousand_deep_are_read_quickly() -> None:
    with quickly():
        [item], _ = read_items(corpus(instance("<b>" * 100_000 + "<head>bright</head>" + "</b>" * 100_000)))
    assert item.text == "bright"


def test_a_long_run_of_blanks_is_read_quickly() -> None:
    with quickly():
        [item], _ = read_items(corpus(instance("a" + " " * 25_000 + "<head>bright</head>")))
    assert item.text == "a bright"


def test_unclosed_declarations_are_refused_quickly() -> None:
    data = "<corpus>" + "<?xml " * 4_000
    with quickly():
        refusal(data, "items")


def test_thousands_of_heads_in_one_context_are_read_quickly() -> None:
    with quickly():
        [item], _ = read_items(corpus(instance("a <head>bright</head>" * 8_000)))
    assert item.target == "bright"


def test_thousands_of_broken_entities_are_read_quickly() -> None:
    with quickly():
        [item], report = read_items(corpus(instance("&" * 20_000 + "<head>bright</head>")))
    assert item.target == "bright"
    assert report.total() == 20_000
    assert len(report.faults) == 10_001  # the last one says that the others are only counted


def test_a_huge_attribute_is_read_quickly() -> None:
    with quickly():
        [item], _ = read_items(corpus(instance("<head>bright</head>"), lexelt="x" * 1_000_000 + ".n"))
    assert len(item.lexelt) == 1_000_002


def test_the_guard_of_these_tests_guards() -> None:
    with pytest.raises(AssertionError, match="outside"):
        socket.create_connection(("192.0.2.1", 80))
    assert content("x").data == b"x"
