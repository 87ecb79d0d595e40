"""The settings: what is written is read again, and a slip of the pen is a sentence."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.campaign.settings import (
    Access,
    AssignmentSettings,
    CampaignSettings,
    GuidelineExample,
    Interface,
    RatingSettings,
    parse_settings,
    read_settings,
    settings_of,
    settings_text,
)
from stead.core.errors import BadInput

BRACKETS = str.maketrans("[]", "()")


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000", "HTTPS://Example.org/", "http://[::1]:8000", "https://a.b:1"])
def test_an_address_is_a_host_and_perhaps_a_port(url: str) -> None:
    assert parse_settings(f'[interface]\nurl = "{url}"'.encode(), "x").interface.url == url


def test_an_example_is_a_sentence_with_its_target() -> None:
    assert GuidelineExample("The exam was [hard], and long.").parts == ("The exam was ", "hard", ", and long.")


def test_the_defaults_are_written_and_read_again() -> None:
    assert parse_settings(settings_text(CampaignSettings()).encode(), "x") == CampaignSettings()


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_text_is_written_and_read_again(text: str) -> None:
    example = GuidelineExample(f"{text.translate(BRACKETS)} [{text.translate(BRACKETS)}.]", text, text)
    settings = CampaignSettings(interface=Interface(title=f"{text}.", consent=text), examples=(example, example))
    assert parse_settings(settings_text(settings).encode(), "x") == settings


@pytest.mark.parametrize(("scale", "left_out"), [("", {"rating"}), ("0-3", {"assignment", "answers"})])
def test_every_setting_has_a_comment_above_it(scale: str, left_out: set[str]) -> None:
    lines = settings_text(CampaignSettings(rating=RatingSettings(scale=scale))).splitlines()
    assert not left_out.intersection(line.strip("[]") for line in lines)
    for section in fields(CampaignSettings):
        if section.name in (*left_out, "examples"):  # a list of tables has one comment above all of them
            continue
        for setting in fields(section.default):  # type: ignore[arg-type]
            (place,) = [
                number
                for number, line in enumerate(lines)
                if line.startswith(f"{setting.name} = ")
                and lines[: number + 1].count(f"[{section.name}]")
                and not any(line.startswith("[") for line in lines[lines.index(f"[{section.name}]") + 1 : number])
            ]
            assert lines[place - 1].startswith("# ")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "[assignment]\nannotators_per_itm = 3",
            "annotators_per_itm is no setting of [assignment]; did you mean annotators_per_item?",
        ),
        ("[asignment]", "asignment is no section; did you mean assignment?"),
        (
            "[zzz]",
            "zzz is no section; there are interface, assignment, answers, rating, access, crowd, privacy, database, "
            "examples.",
        ),
        ("[assignment]\nannotators_per_item = 0", "is a number from 1 to 1000, not 0"),
        ("[assignment]\nannotators_per_item = true", "is a number from 1 to 1000, not True"),
        ('[assignment]\nannotators_per_item = "5"', "is a number from 1 to 1000, not '5'"),
        ('[assignment]\nmode = "some"', "is one of all, k-of-n, not 'some'"),
        ('[interface]\nlanguage = "nl"', "is one of en, fr, it, de, es, or a file of texts in the folder"),
        ('[interface]\nlanguage = "../nl.toml"', "or a file of texts in the folder"),
        ('[crowd]\nparticipant = "a b"', "is the name of a parameter of an address"),
        ('[crowd]\nparameters = ["a", ""]', "is a list of names of parameters of an address"),
        ('[crowd]\ncompletion_url = "javascript:alert(1)"', "is an address such as https://example.org/complete"),
        ('[crowd]\ncompletion_url = "https://x.example/?id={workerId}"', "holds {workerId}, which is not read"),
        ('[crowd]\nscreened_answers = "burn"', "is one of drop, keep"),
        ("[privacy]\nretention_days = -1", "is a number from 0 to 36500"),
        ('[access]\nproxies = "127.0.0.1"', "is a list of addresses or networks"),
        ('[access]\nproxies = ["localhost"]', "is a list of addresses or networks"),
        ("[access]\nproxies = [1]", "is a list of addresses or networks"),
        ('[interface]\nurl = "ftp://x.example"', "is an address such as"),
        ('[interface]\nurl = "https://x.example:port"', "is an address such as"),
        ('[interface]\nurl = "https://"', "is an address such as"),
        ("[answers]\nnil = 1", "is true or false, not 1"),
        ("[interface]\ntitle = 1", "is text between quotes, not 1"),
        ('[interface]\ntitle = " "', "title in [interface] is a text that is not empty"),
        ("interface = 1", "interface is a section"),
        ("[interface", "not TOML"),
        ('[interface]\nurl = "https://example.org/../x"', "url in [interface] is an address such as"),
        ('[interface]\nurl = "https://example.org//x"', "url in [interface] is an address such as"),
        ('[interface]\nurl = "https://example.org/a b"', "url in [interface] is an address such as"),
        ('[interface]\nurl = "https://example.org/?a=b"', "is an address such as"),
        ('[interface]\nurl = "example.org"', "is an address such as https://example.org or https://example.org/lexsub"),
        ('[interface]\nurl = "http://example.org:99999"', "is an address such as"),
        ('[interface]\nurl = "http://[::1"', "is an address such as"),
        ('examples = "none"', "an example is a table, written [[examples]]"),
        ('[[examples]]\nsentense = "A."', "sentense is no setting of [[examples]]; did you mean sentence?"),
        ('[[examples]]\nsentence = "A bright idea."', "has its target in square brackets, once"),
        ('[[examples]]\nsentence = "A [bright] [idea]."', "has its target in square brackets, once"),
        ("[[examples]]\nsentence = 1", "sentence in [[examples]] is text between quotes, not 1"),
    ],
)
def test_a_slip_is_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_settings(text.encode(), "campaign.toml")
    assert str(refused.value).startswith("campaign.toml: ")
    assert complaint in str(refused.value)


def test_proxies_are_written_and_read_again() -> None:
    settings = CampaignSettings(access=Access(proxies=("127.0.0.1", "10.0.0.0/8", "fd00::/8")))
    assert parse_settings(settings_text(settings).encode(), "x") == settings


def test_bytes_that_are_no_text_are_a_sentence() -> None:
    with pytest.raises(BadInput, match="not TOML"):
        parse_settings(b"\xff", "campaign.toml")


def test_what_is_given_stands_and_the_rest_is_default() -> None:
    given = settings_of({"assignment": {"annotators_per_item": 3, "seed": None}})
    assert given == replace(CampaignSettings(), assignment=AssignmentSettings(annotators_per_item=3))
    with pytest.raises(BadInput, match="from 1 to 1000"):
        settings_of({"assignment": {"annotators_per_item": -1}})


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:

    with pytest.raises(BadInput, match="stead campaign init"):
        read_settings(tmp_path / "campaign.toml")
