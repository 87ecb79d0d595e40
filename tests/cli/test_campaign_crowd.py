"""`stead campaign crowd`, `payments`, `erase`, `texts` and `export --pseudonyms`, as a person types them."""

import csv
import re
import stat
from pathlib import Path

import pytest

from stead.campaign import open_campaign
from stead.campaign.pages.shared import CampaignSite
from tests.campaign.people import answer_everything
from tests.cli.running import EXAMPLES, Command

ITEMS = EXAMPLES / "items.en.xml"


@pytest.fixture
def mine(stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign in the current folder, with two annotators."""
    monkeypatch.chdir(tmp_path)
    assert stead("campaign", "init", "mine", "--items", ITEMS, "--annotators", "2").status == 0
    assert stead("campaign", "users", "add", "mine", "ada", "bruno", "-o", "links.tsv").status == 0
    return tmp_path / "mine"


def test_the_link_for_many_is_opened_shown_again_and_closed(stead: Command, mine: Path) -> None:
    opened = stead("campaign", "crowd", "mine")
    link = re.fullmatch(
        r"http://127\.0\.0\.1:8000/crowd/[\w-]{43}\?PROLIFIC_PID=\{\{%PROLIFIC_PID%\}\}&.*\n", opened.out
    )
    assert link
    assert [words in opened.err for words in ("k-of-n", "items_per_annotator", "completion_code")] == [True] * 3
    assert stead("campaign", "crowd", "mine").out == opened.out
    assert stead("campaign", "crowd", "mine", "--close").status == 0
    again = stead("campaign", "crowd", "mine", "--close")
    assert (again.status, "no link is open" in again.err) == (2, True)
    assert stead("campaign", "crowd", "mine").out != opened.out


def test_the_payment_sheet_is_for_its_owner_alone(stead: Command, mine: Path) -> None:
    with open_campaign(mine) as campaign:
        answer_everything(campaign, campaign.users.by_name("ada"), "clever")
        campaign.crowd.join(campaign.crowd.open_link(actor="test"), "5f1c", {"STUDY_ID": "s1", "other": "no"})
    assert stead("campaign", "payments", "mine", "-o", "payments.csv").status == 0
    assert stat.S_IMODE(Path("payments.csv").stat().st_mode) == 0o600
    rows = list(csv.DictReader(Path("payments.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["name"], row["participant"], row["parameters"], row["items"]) for row in rows] == [
        ("ada", "", "", "30"),
        ("bruno", "", "", "0"),
        ("worker-3", "5f1c", "STUDY_ID=s1", "0"),
    ]
    there = stead("campaign", "payments", "mine", "-o", "payments.csv")
    assert (there.status, "there is such a file already" in there.err) == (2, True)
    assert stead("campaign", "payments", "mine").out == Path("payments.csv").read_text(encoding="utf-8")


def test_people_are_erased_by_name_by_id_and_when_they_are_due(stead: Command, mine: Path) -> None:
    with open_campaign(mine) as campaign:
        campaign.crowd.join(campaign.crowd.open_link(actor="test"), "5f1c", {})
    (mine / "backup-0001-20260101T000000.zip").write_bytes(b"")
    erased = stead("campaign", "erase", "mine", "ada")
    assert (erased.status, "those of erased-1" in erased.err) == (0, True)
    assert "backup-0001-20260101T000000.zip was made before" in erased.err
    assert "those of erased-3" in stead("campaign", "erase", "mine", "--participant", "5f1c").err
    unknown = stead("campaign", "erase", "mine", "--participant", "5f1c")
    assert (unknown.status, "nobody joined under the id '5f1c'" in unknown.err) == (2, True)
    never = stead("campaign", "erase", "mine", "--due")
    assert (never.status, "retention_days in [privacy] is 0" in never.err) == (2, True)
    settings = mine / "campaign.toml"
    settings.write_text(settings.read_text().replace("retention_days = 0", "retention_days = 1"), encoding="utf-8")
    assert "nobody is due" in stead("campaign", "erase", "mine", "--due").err
    assert stead("campaign", "erase", "mine").status == 2


@pytest.mark.parametrize("form", ["stead", "annotations", "csv"])
def test_exports_under_pseudonyms_name_nobody(stead: Command, mine: Path, form: str) -> None:
    with open_campaign(mine) as campaign:
        answer_everything(campaign, campaign.users.by_name("ada"), "clever")
    for name in ("one", "two"):
        done = stead("campaign", "export", "mine", "--to", form, "--pseudonyms", "key.tsv", "-o", name)
        assert (done.status, "says who is who" in done.err) == (0, True)
    text = Path("one").read_text(encoding="utf-8")
    assert (re.search(r"\bada\b", text), bool(re.search(r"\bp-[0-9a-f]{8}\b", text))) == (None, True)
    assert Path("two").read_text(encoding="utf-8") == text
    assert stat.S_IMODE(Path("key.tsv").stat().st_mode) == 0o600
    same = stead("campaign", "export", "mine", "--pseudonyms", "x", "-o", "x")
    assert (same.status, Path("x").exists()) == (2, False)


@pytest.mark.parametrize("form", ["stead", "annotations", "csv", "semeval"])
@pytest.mark.parametrize("key", ["/proc/key.tsv", "not-there/key.tsv"])  # nobody can write there, not even root
def test_no_export_is_written_if_its_key_cannot_be(stead: Command, mine: Path, form: str, key: str) -> None:
    with open_campaign(mine) as campaign:
        answer_everything(campaign, campaign.users.by_name("ada"), "clever")
    failed = stead("campaign", "export", "mine", "--to", form, "--pseudonyms", key, "-o", "out")
    assert (failed.status, f"{key}: the key of the pseudonyms cannot be written" in failed.err) == (1, True)
    assert not Path("out").exists()


# ------------------------------------------------------------------------------------------------------ languages


def test_a_language_of_ones_own_is_translated_checked_and_used(stead: Command, mine: Path) -> None:
    assert stead("campaign", "texts", "-o", "nl.toml").status == 0
    text = Path("nl.toml").read_text(encoding="utf-8")
    Path("nl.toml").write_text(text.replace('join-button = "Sign in"', 'join-button = "Aanmelden"'), encoding="utf-8")
    checked = stead("campaign", "texts", "--check", "nl.toml")
    assert (checked.status, "complete" in checked.err) == (0, True)
    assert stead("campaign", "init", "dutch", "--items", ITEMS, "--language", "nl.toml").status == 0
    assert 'language = "nl.toml"' in Path("dutch/campaign.toml").read_text(encoding="utf-8")
    assert stead("campaign", "backup", "dutch", "dutch.zip").status == 0
    assert stead("campaign", "restore", "dutch.zip", "again").status == 0
    for folder in ("dutch", "again"):
        with open_campaign(folder) as campaign:
            words = CampaignSite(campaign).words
            assert (words.language, words("join-button")) == ("nl", "Aanmelden")


@pytest.mark.parametrize("language", ["en", "fr", "it", "de", "es"])
def test_what_is_written_to_translate_is_complete(stead: Command, mine: Path, language: str) -> None:
    assert stead("campaign", "texts", "--language", language, "--rating", "-o", "xx.toml").status == 0
    assert stead("campaign", "texts", "--check", "xx.toml", "--rating").status == 0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('sign-out = "Sign out"\n', ""), "lacks sign-out."),
        (('sign-out = "Sign out"', 'sign-out = ""'), "lacks sign-out."),
        (("sign-out =", "sign-oat ="), "lacks sign-out; has texts that no page has sign-oat"),
        (("Signed in as {name}", "Aangemeld"), "has other {places} than the English text in signed-in-as"),
        (("Signed in as {name}", "Aangemeld {name"), "has other {places} than the English text in signed-in-as"),
        (("{name}", "{name:d}"), "has other {places} than the English text in signed-in-as"),
        (('"Sign out"', "12"), "nl.toml: sign-out is 12; expected a text in quotation marks."),
        (('"Sign out"', '["Afmelden"]'), "nl.toml: sign-out is ['Afmelden']; expected a text"),
        (("skip =", "skip"), "not TOML"),
    ],
)
def test_a_translation_that_is_not_complete_is_a_sentence(
    stead: Command, mine: Path, change: tuple[str, str], complaint: str
) -> None:
    stead("campaign", "texts", "-o", "nl.toml")
    text = Path("nl.toml").read_text(encoding="utf-8")
    assert change[0] in text
    Path("nl.toml").write_text(text.replace(*change, 1), encoding="utf-8")
    for words in (["texts", "--check", "nl.toml"], ["init", "dutch", "--items", ITEMS, "--language", "nl.toml"]):
        refused = stead("campaign", *words)
        assert refused.status == 1
        assert complaint in refused.err
    assert not Path("dutch").exists()


def test_no_campaign_is_made_whose_settings_cannot_be_read(stead: Command, mine: Path) -> None:
    stead("campaign", "texts", "-o", "nl.toml")
    text = Path("nl.toml").read_text(encoding="utf-8")
    Path("nl.toml").write_text(
        re.sub("(?m)^example-one-sentence = .*", 'example-one-sentence = "Mooi."', text), "utf-8"
    )
    for option, complaint in (("--language=nl.toml", "square brackets, once"), ("--title= ", "text that is not empty")):
        refused = stead("campaign", "init", "dutch", "--items", ITEMS, option)
        assert (refused.status, complaint in refused.err) == (1, True)
        assert not Path("dutch").exists()


def test_a_file_of_texts_is_named_after_its_language(stead: Command, mine: Path) -> None:
    stead("campaign", "texts", "-o", "dutch texts.toml")
    refused = stead("campaign", "texts", "--check", "dutch texts.toml")
    assert (refused.status, "named after its language" in refused.err) == (1, True)
    missing = stead("campaign", "texts", "--check", "nl.toml")
    assert (missing.status, "cannot be read" in missing.err) == (1, True)
    assert stead("campaign", "texts", "--language", "nl").status == 2


# ------------------------------------------------------------------------------------------------------- serving


def test_several_campaigns_are_served_under_their_paths(
    stead: Command, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stead.web.serving.Server.run", lambda server: server._socket.close())
    url = "http://127.0.0.1:8000/two"
    assert stead("campaign", "init", "two", "--items", ITEMS, "--url", url).status == 0
    refused = stead("campaign", "serve", "mine", "two", "--port", "0")
    assert refused.status == 2
    assert 'write it into campaign.toml: url = "http://127.0.0.1:8000/mine"' in refused.err
    settings = mine / "campaign.toml"
    settings.write_text(settings.read_text().replace(":8000", ":8000/mine"), encoding="utf-8")
    served = stead("campaign", "serve", "mine", "two", "--port", "0", "--upgrade")
    assert served.status == 0
    assert re.search(r"mine: served at http://127\.0\.0\.1:\d+/mine until", served.err)
    assert re.search(r"two: served at http://127\.0\.0\.1:\d+/two until", served.err)
    assert served.err.count("as before") == 2
    wrong = stead("campaign", "serve", "mine", "--monitor", "nobody")
    assert (wrong.status, "--monitor nobody: expected an address or a network" in wrong.err) == (2, True)
