"""`stead campaign`, from init to gold, as a person types it."""

import re
import socket
import stat
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from stead.campaign import open_campaign
from stead.formats import load
from tests.campaign.pages.guests import Guest, invited, served
from tests.campaign.people import answer_everything
from tests.cli.running import EXAMPLES, Command, Write

ITEMS = EXAMPLES / "items.en.xml"
LINK = re.compile(r"(\w+)\thttp://127\.0\.0\.1:8000/join/[\w-]{43}\n")


@pytest.fixture
def mine(stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign in the current folder."""
    monkeypatch.chdir(tmp_path)
    done = stead("campaign", "init", "mine", "--items", ITEMS, "--annotators", "2")
    assert (done.status, done.out) == (0, "")
    assert "a campaign of 30 items" in done.err
    return tmp_path / "mine"


def work(folder: Path, **answers: tuple[str, ...]) -> None:
    with open_campaign(folder) as campaign:
        for name, substitutes in answers.items():
            answer_everything(campaign, campaign.users.by_name(name), *substitutes)


def test_from_init_to_gold(stead: Command, mine: Path) -> None:
    done = stead("campaign", "users", "add", "mine", "ada", "bruno")
    assert LINK.findall(done.out) == ["ada", "bruno"]
    work(mine, ada=("clever", "smart"), bruno=("clever",))
    status = stead("campaign", "status", "mine", "--format", "markdown")
    assert (status.status, status.err) == (0, "")
    assert "| answers | 60 |" in status.out
    assert re.search(r"^\| ada \| 30 \| 0 \| 0 \| 2 \|", status.out, re.MULTILINE)  # substitutes per answer
    assert "substitutes: per answer with any" in status.out
    assert re.search(r"^\| pairwise \| 50", status.out, re.MULTILINE)  # {clever} of {clever, smart} on every item
    gold = stead("campaign", "gold", "mine", "-o", "gold.txt", "--data-sheet", "sheet")
    assert gold.status == 0
    assert "30 items in the gold, 60 substitutes" in gold.err
    assert Path("gold.txt").read_text().splitlines()[0].endswith(":: clever 2;smart 1;")
    assert Path("sheet.md").exists()
    exported = stead("campaign", "export", "mine", "--to", "annotations", "-o", "annotations.jsonl")
    assert (exported.status, exported.err) == (0, "stead: 60 annotations written.\n")
    assert stead("gold", "make", "annotations.jsonl", "-o", "again.txt", "--items", ITEMS).status == 0
    assert Path("again.txt").read_bytes() == Path("gold.txt").read_bytes()
    assert stead("campaign", "export", "mine", "--to", "csv", "-o", "annotations.csv").status == 0
    assert stead("gold", "make", "annotations.csv", "-o", "again.txt", "--items", ITEMS).status == 0
    assert Path("again.txt").read_bytes() == Path("gold.txt").read_bytes()
    assert stead("campaign", "export", "mine", "--to", "semeval", "-o", "task").status == 0
    assert sorted(path.name for path in Path("task").iterdir()) == ["gold-multiwords.txt", "gold.txt", "items.xml"]
    assert Path("task/gold.txt").read_bytes() == Path("gold.txt").read_bytes()


def test_export_import_backup_restore(stead: Command, mine: Path) -> None:
    stead("campaign", "users", "add", "mine", "ada")
    work(mine, ada=("clever",))
    first = stead("campaign", "export", "mine").out
    Path("export.jsonl").write_text(first, encoding="utf-8")
    assert stead("campaign", "init", "second", "--items", ITEMS, "--annotators", "2").status == 0
    assert "30 answers" in stead("campaign", "import", "second", "export.jsonl").err
    assert stead("campaign", "export", "second").out == first
    assert stead("campaign", "backup", "mine", "backup.zip").status == 0
    assert stead("campaign", "restore", "backup.zip", "third").status == 0
    assert stead("campaign", "export", "third").out == first
    for folder in ("mine", "second", "third"):
        done = stead("campaign", "doctor", folder)
        assert (done.status, done.err) == (0, "")
        assert all(line.endswith(": fine") for line in done.out.splitlines())


def test_the_doctor_exits_with_1(stead: Command, mine: Path) -> None:
    (mine / "secret").chmod(0o666)
    done = stead("campaign", "doctor", "mine")
    assert (done.status, done.err) == (1, "stead: mine: 1 problem.\n")


@pytest.mark.parametrize(
    ("language", "title", "heading", "example"),
    [
        ("en", "Lexical substitution", "# Guidelines", "The exam was [hard]"),
        ("fr", "Substitution lexicale", "# Consignes", "La chambre était [claire]"),
        ("it", "Sostituzione lessicale", "# Istruzioni", "La stanza era [chiara]"),
    ],
)
def test_a_campaign_speaks_its_language(
    stead: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    title: str,
    heading: str,
    example: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert stead("campaign", "init", "own", "--items", ITEMS, "--language", language).status == 0
    assert Path("own/guidelines.md").read_text().splitlines()[0] == heading
    settings = Path("own/campaign.toml").read_text()
    assert f'title = "{title}"' in settings
    assert f'[[examples]]\nsentence = "{example}' in settings
    assert stead("campaign", "init", "named", "--items", ITEMS, "--language", language, "--title", "Mine").status == 0
    assert 'title = "Mine"' in Path("named/campaign.toml").read_text()
    assert stead("campaign", "init", "other", "--items", ITEMS, "--language", "nl").status == 1


def guidelines_page(folder: Path) -> str:
    """What an annotator reads before the first item."""
    with open_campaign(folder) as campaign, served(campaign) as address:
        return Guest(address).join(invited(campaign, "ada")["ada"]).get("/guidelines").text


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_no_annotator_reads_an_example_about_an_item_of_the_bundled_campaign(
    stead: Command, tmp_path: Path, language: str
) -> None:
    items = EXAMPLES / f"items.{language}.xml"
    assert stead("campaign", "init", tmp_path / "own", "--items", items, "--language", language).status == 0
    examples = re.findall(r"<mark>(.*?)</mark>", guidelines_page(tmp_path / "own"))
    assert len(examples) == 2
    assert {item.target for item in load(str(items), "items")[0]}.isdisjoint(examples)


@pytest.mark.parametrize(
    "own", ["", '[[examples]]\nsentence = "A [fine] day."\nanswer = "good"\n'], ids=["none", "another"]
)
def test_examples_are_those_that_an_organiser_leaves_in_the_settings(stead: Command, mine: Path, own: str) -> None:
    path = mine / "campaign.toml"
    path.write_text(path.read_text().partition("[[examples]]")[0] + own)
    page = guidelines_page(mine)
    assert re.findall(r"<mark>(.*?)</mark>", page) == (["fine"] if own else [])
    assert ("<strong>good</strong>" in page) == bool(own)


@pytest.mark.parametrize(
    ("url", "told"),
    [("http://127.0.0.1:1", True), ("http://localhost", True), ("https://example.org", False)],
)
def test_whoever_serves_elsewhere_than_links_lead_is_told(
    stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, *, told: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    assert stead("campaign", "init", "own", "--items", ITEMS, "--url", url).status == 0
    monkeypatch.setattr("stead.web.serving.Server.run", lambda server: server._socket.close())
    said = stead("campaign", "serve", "own", "--port", "0").err
    (port,) = re.findall(r"served at http://127\.0\.0\.1:(\d+) until", said)
    assert (f"invite links lead to {url} " in said) == told
    assert (f"the pages are at port {port}." in said) == told


def test_who_serves_where_links_lead_is_told_nothing(
    stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    assert stead("campaign", "init", "own", "--items", ITEMS, "--url", f"http://127.0.0.1:{port}").status == 0
    monkeypatch.setattr("stead.web.serving.Server.run", lambda server: server._socket.close())
    assert "invite links" not in stead("campaign", "serve", "own", "--port", str(port)).err


def test_gold_mentions_answers_that_are_hardly_one_substitute(stead: Command, mine: Path) -> None:
    stead("campaign", "users", "add", "mine", "ada", "bruno")
    work(mine, ada=("clever, smart",), bruno=("clever or smart",))
    gold = stead("campaign", "gold", "mine", "-o", "gold.txt")
    assert '60 answers may be several substitutes in one ("clever or smart", "clever, smart")' in gold.err


def test_deletion_is_soft(stead: Command, mine: Path) -> None:
    stead("campaign", "users", "add", "mine", "ada", "bruno")
    work(mine, ada=("clever",), bruno=("smart",))
    assert stead("campaign", "delete", "mine", "--user", "ada").status == 0
    assert '"annotator": "ada"' not in stead("campaign", "export", "mine", "--to", "annotations").out
    assert '"annotator": "ada"' in stead("campaign", "export", "mine").out
    assert stead("campaign", "undelete", "mine", "--user", "ada").status == 0
    assert stead("campaign", "export", "mine", "--to", "annotations").out.count('"annotator": "ada"') == 30
    assert stead("campaign", "delete", "mine").status == 0
    done = stead("campaign", "users", "add", "mine", "chiara")
    assert (done.status, done.out) == (2, "")
    assert "`stead campaign undelete` takes that back" in done.err
    assert stead("campaign", "delete", "mine").status == 2
    assert stead("campaign", "undelete", "mine").status == 0
    assert stead("campaign", "undelete", "mine").status == 2


def test_links_are_written_to_a_file_of_ones_own(stead: Command, mine: Path) -> None:
    done = stead("campaign", "users", "add", "mine", "ada", "bruno", "-o", "links.tsv")
    assert (done.status, done.out) == (0, "")
    assert "the links are in links.tsv, and nowhere else" in done.err
    assert LINK.findall(Path("links.tsv").read_text()) == ["ada", "bruno"]
    assert stat.S_IMODE(Path("links.tsv").stat().st_mode) == 0o600
    before = Path("links.tsv").read_text()
    done = stead("campaign", "users", "add", "mine", "chiara", "-o", "links.tsv")
    assert (done.status, Path("links.tsv").read_text()) == (2, before)
    assert "there is such a file already" in done.err
    assert stead("campaign", "users", "add", "mine", "chiara", "-o", "nowhere/links.tsv").status == 2
    assert stead("campaign", "users", "add", "mine", "ada", "-o", "again.tsv").status == 1  # there is an ada
    assert not Path("again.tsv").exists()
    with open_campaign(mine) as campaign:
        assert [user.name for user in campaign.users.all()] == ["ada", "bruno"]
    assert stead("campaign", "users", "reset", "mine", "ada", "-o", "ada.tsv").status == 0
    assert LINK.findall(Path("ada.tsv").read_text()) == ["ada"]


def test_no_name_among_the_links_is_run_as_a_formula(stead: Command, mine: Path, write: Write) -> None:
    done = stead("campaign", "users", "import", "mine", write("people.csv", "name\n'=1+1\n"))
    assert done.out.startswith("'=1+1\thttp://")
    with open_campaign(mine) as campaign:
        assert [user.name for user in campaign.users.all()] == ["=1+1"]


def test_links_expire_after_a_period_or_on_a_day(stead: Command, mine: Path) -> None:
    assert stead("campaign", "users", "add", "mine", "ada", "--expires", "14d").status == 0
    assert stead("campaign", "users", "add", "mine", "bruno", "--expires", "2999-12-31").status == 0
    assert stead("campaign", "users", "add", "mine", "chiara").status == 0
    listed = stead("campaign", "users", "list", "mine", "--format", "markdown").out
    assert re.search(r"^\| bruno \|.*\| 2999-12-31T23:59:59.999999Z \|$", listed, re.MULTILINE)
    stead("campaign", "users", "reset", "mine", "bruno", "--expires", "12h")
    with open_campaign(mine) as campaign:
        until = {user.name: user.invite_expires for user in campaign.users.all()}
    assert until.pop("chiara") == ""
    left = {name: datetime.fromisoformat(moment) - datetime.now(UTC) for name, moment in until.items()}
    assert timedelta(days=13, hours=23) < left["ada"] <= timedelta(days=14)
    assert timedelta(hours=11) < left["bruno"] <= timedelta(hours=12)


@pytest.mark.parametrize(
    ("when", "complaint"), [("soon", "expected a period"), ("0d", "expected a period"), ("2020-01-31", "over already")]
)
def test_a_moment_that_is_none_invites_nobody(stead: Command, mine: Path, when: str, complaint: str) -> None:
    done = stead("campaign", "users", "add", "mine", "ada", "--expires", when)
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err


def test_people_are_imported_from_a_table(stead: Command, mine: Path, write: Write) -> None:
    done = stead("campaign", "users", "import", "mine", write("people.csv", "name,role\nada,\nolga,organiser\n\n"))
    assert LINK.findall(done.out) == ["ada", "olga"]
    listed = stead("campaign", "users", "list", "mine", "--format", "markdown").out
    assert re.search(r"^\| olga \| organiser \|", listed, re.MULTILINE)
    reset = stead("campaign", "users", "reset", "mine", "olga")
    assert LINK.findall(reset.out) == ["olga"]


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ("", "expected the columns name, or name and role; found nothing"),
        ("person\nada\n", "expected the columns name"),
        ("name,role\nada,king\n", "row 2: expected a name and annotator or organiser; found ada, king"),
        ("name,role\nada\n", "row 2"),
        ("name\nada\nada\n", "row 3: ada comes twice"),
        ("name\n", "there is nobody in it"),
        (b"name\n\xff\n", "not a CSV file in UTF-8"),
        ('name\n"ada\n', "not a CSV file in UTF-8"),
    ],
)
def test_a_table_of_people_with_a_fault_adds_nobody(
    stead: Command, mine: Path, write: Write, table: str | bytes, complaint: str
) -> None:
    done = stead("campaign", "users", "import", "mine", write("people.csv", table))
    assert (done.status, done.out) == (1, "")
    assert complaint in done.err
    with open_campaign(mine) as campaign:
        assert campaign.users.all() == []


def test_more_annotators_than_places_are_warned_of(stead: Command, mine: Path) -> None:
    done = stead("campaign", "users", "add", "mine", "ada", "bruno", "chiara")
    assert "there are 3 annotators, and items are for 2 each" in done.err


def test_practice_and_attention_checks_come_from_files(stead: Command, tmp_path: Path, write: Write) -> None:
    instance = "<instance id='p'><context>A <head>big</head> one.</context></instance>"
    practice = f"<corpus lang='en'><lexelt item='big.a'>{instance}</lexelt></corpus>"
    checks = practice.replace("'p'", "'c'")
    words = ["campaign", "init", "mine", "--items", str(ITEMS), "--practice", write("p.xml", practice)]
    words += ["--attention", write("c.xml", checks)]
    done = stead(*words)
    assert (done.status, done.out) == (2, "")
    assert "attention checks need expected answers" in done.err
    done = stead(*words, "--expected", write("gold.txt", "big.a p :: large 2;\n"))
    assert (done.status, done.out) == (1, "")
    assert "nothing is expected of the attention check big.a c" in done.err
    assert (
        stead(*words, "--expected", write("gold.txt", "big.a p :: large 2;\nbig.a c :: large 2;great 1;\n")).status == 0
    )
    with open_campaign("mine") as campaign:
        assert [(each.kind, each.expected) for each in list(campaign.items.by_id.values())[:2]] == [
            ("practice", ("large",)),
            ("attention", ("large", "great")),
        ]


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (["init", "new", "--items", "nowhere.xml"], 1, "nowhere.xml: cannot be read"),
        (["init", "mine", "--items", str(ITEMS)], 2, "mine: there is something already"),
        (["init", "new", "--items", str(ITEMS), "--items", str(ITEMS)], 1, "comes twice"),
        (["init", "new", "--items", str(ITEMS), "--language", "nl"], 1, "language in [interface] is one of en, fr, it"),
        (["init", "new", "--items", str(ITEMS), "--annotators", "0"], 1, "is a number from 1 to 1000, not 0"),
        (
            ["init", "new", "--items", str(ITEMS), "--guidelines", "nowhere.md"],
            1,
            "nowhere.md: the guidelines cannot be read: No such file or directory.",
        ),
        (["init", "new", "--items", str(ITEMS), "--database", "mysql://x"], 2, "not a database that campaigns"),
        (
            ["init", "new", "--items", str(ITEMS), "--database", "postgresql://u:pw@127.0.0.1:port/x"],
            2,
            "not the URL of a database",
        ),
        (
            ["init", "new", "--items", str(ITEMS), "--database", "postgresql://u:pw@127.0.0.1:1/x"],
            1,
            "://u:***@127.0.0.1:1/x: the database cannot be opened",
        ),
        (
            ["init", "new", "--items", str(ITEMS), "--url", "stead.example"],
            1,
            "url in [interface] is an address such as https://example.org",
        ),
        (["serve", "mine", "--port", "80000"], 2, "a port is a number from 0 to 65535"),
        (["serve", "mine", "--host", "203.0.113.1", "--port", "0"], 2, "Choose another --host or --port"),
        (["restore", "mine/campaign.toml", "mine"], 1, "not a backup"),
        (["status", "nowhere"], 1, "nowhere/campaign.toml: cannot be read"),
        (["users", "reset", "mine", "nobody"], 2, "there is no user 'nobody'"),
        (["delete", "mine", "--user", "nobody"], 2, "there is no user 'nobody'"),
        (["export", "mine", "--late"], 2, "--late and --all-phases are for"),
        (["export", "mine", "--to", "semeval"], 2, "name a folder"),
        (["restore", "nowhere.zip", "new"], 1, "not a backup that can be read"),
        (["import", "mine", "mine/secret"], 1, "mine/secret:1: "),
        (["frobnicate"], 2, "invalid choice"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else None,
)
def test_mistakes_are_sentences(stead: Command, mine: Path, words: list[str], status: int, complaint: str) -> None:
    done = stead("campaign", *words)
    assert (done.status, done.out) == (status, "")
    assert complaint in done.err
    assert "Traceback" not in done.err
    assert not Path("new").exists()
    assert [path.name for path in Path().iterdir() if path.name.startswith(".")] == []


def test_a_campaign_without_answers_has_a_status(stead: Command, mine: Path) -> None:
    done = stead("campaign", "status", "mine")
    assert done.status == 0
    assert "There are no answers yet." in done.out


def test_restore_and_import_never_touch_what_is_there(stead: Command, mine: Path) -> None:
    stead("campaign", "users", "add", "mine", "ada")
    work(mine, ada=("clever",))
    before = stead("campaign", "export", "mine").out
    assert stead("campaign", "backup", "mine", "backup.zip").status == 0
    Path("export.jsonl").write_text(before, encoding="utf-8")
    restored, imported = (
        stead("campaign", *words) for words in (("restore", "backup.zip", "mine"), ("import", "mine", "export.jsonl"))
    )
    assert (restored.status, "there is something already" in restored.err) == (2, True)
    assert (imported.status, "somebody has worked on this campaign already" in imported.err) == (2, True)
    assert stead("campaign", "export", "mine").out == before


@pytest.mark.parametrize(
    ("host", "url", "told"),
    [
        ("127.0.0.1", "http://127.0.0.1:PORT", ""),
        ("127.0.0.1", "http://localhost:PORT", ""),
        ("127.0.0.1", "https://lexsub.example", ""),
        ("0.0.0.0", "https://lexsub.example", ""),  # a proxy on another machine
        ("0.0.0.0", "http://lexsub.example", "this is plain http"),
        ("127.0.0.1", "http://127.0.0.1:1", "invite links lead to http://127.0.0.1:1 ("),
        ("127.0.0.1", "http://localhost", "invite links lead to http://localhost ("),
    ],
)
def test_whoever_serves_is_told_what_is_unsafe_or_leads_elsewhere(
    stead: Command, mine: Path, monkeypatch: pytest.MonkeyPatch, host: str, url: str, told: str
) -> None:
    monkeypatch.setattr("stead.web.serving.Server.run", lambda server: server._socket.close())
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = str(found.getsockname()[1])
    settings = mine / "campaign.toml"
    text = settings.read_text()
    settings.write_text(text.replace("http://127.0.0.1:8000", url.replace("PORT", port)))
    served = stead("campaign", "serve", "mine", "--host", host, "--port", port)
    assert served.status == 0
    assert len(served.err.splitlines()) == (2 if told else 1)
    assert told in served.err


def test_whoever_serves_is_told_that_others_may_read_the_secret(
    stead: Command, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stead.web.serving.Server.run", lambda server: server._socket.close())
    assert "secret" not in stead("campaign", "serve", "mine", "--port", "0").err
    (mine / "secret").chmod(0o644)
    told = stead("campaign", "serve", "mine", "--port", "0")
    assert "permissions of secret: others may read it (mode 0644); run `chmod 600 mine/secret`" in told.err


ODD_ITEM = "<instance id='{id}'><context>{text}</context></instance>"


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (ODD_ITEM.format(id="1", text="A <head>bright</head> day."), "1 left out (repeated)"),
        (ODD_ITEM.format(id="2", text="A bright day."), "1 left out (malformed)"),
        (ODD_ITEM.format(id="2", text="A <head></head> day."), "1 left out (malformed)"),
        (ODD_ITEM.format(id="2", text="<head>bright</head>" + " word" * 2_000), "a campaign of 2 items"),
        (ODD_ITEM.format(id="2", text="A <head>bright</head> &lt;script&gt;"), "a campaign of 2 items"),
    ],
    ids=["repeated", "no target", "empty target", "10 kB", "HTML"],
)
def test_odd_items_are_kept_or_counted(stead: Command, write: Write, tmp_path: Path, second: str, said: str) -> None:
    first = ODD_ITEM.format(id="1", text="A <head>bright</head> idea.")
    path = write("odd.xml", f"<corpus lang='english'><lexelt item='bright.a'>{first}{second}</lexelt></corpus>")
    done = stead("campaign", "init", tmp_path / "new", "--items", path)
    assert done.status == 0
    assert said in done.err


def test_a_missing_extra_is_one_sentence(stead: Command, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("stead.campaign")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("stead.core.extras.find_spec", lambda _: None)
    done = stead("campaign", "status", "mine")
    said = "stead: a campaign needs alembic, which is not installed: pip install 'stead[web]'\n"
    assert (done.status, done.err) == (1, said)
