"""`stead campaign rate`, from init to the study, as a person types it."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from stead.campaign import open_campaign
from stead.formats import save
from stead.formats.posthoc_files import serialise_pool
from tests.campaign.rating.made import items_of, phase, pool_of, submission
from tests.cli.running import Command

INIT = ("campaign", "rate", "mine", "--pool", "pool.jsonl", "--items", "items.jsonl", "--raters", "1-2")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool, its sentences, its gold and its run, in the current folder."""
    monkeypatch.chdir(tmp_path)
    pool = pool_of(4, 2, 3)
    Path("pool.jsonl").write_bytes(serialise_pool(pool))
    save(items_of(4), "items", "items.jsonl", "stead")
    rows = [(f"{row.lexelt} {row.id} ::", list(zip(row.candidates, row.weights, strict=True))) for row in pool]
    gold = "".join(f"{key} {''.join(f'{term} {weight:g};' for term, weight in own if weight)}\n" for key, own in rows)
    Path("gold1.txt").write_text(gold)
    for name, every in (("one", 1), ("two", 2)):
        Path(f"{name}.txt").write_text(
            "".join(f"{key}: {';'.join(term for term, _ in own[::every])}\n" for key, own in rows)
        )


def rate(folder: str, *names: str, value: Callable[[str], str] = lambda term: str(len(term) % 4)) -> None:
    """Everybody rates everything that they get, by the length of the word."""
    with open_campaign(folder) as campaign:
        rating = phase(campaign)
        for user in map(campaign.users.by_name, names):
            campaign.guidelines.agree(user.id)
            while rating.assignment.begin(user):
                while (screen_id := rating.assignment.next(user).screen_id) is not None:
                    terms = rating.screens.by_id[screen_id].candidates
                    sent = submission(*map(value, terms), seconds=3.0 * len(terms))
                    rating.ratings.submit(user.id, screen_id, sent)


@pytest.mark.usefixtures("files")
def test_from_init_to_the_study(stead: Command) -> None:
    made = stead(*INIT, "--subsets", "2", "--scale", "0-3")
    assert (made.status, made.out) == (0, "")
    assert "mine: a campaign to rate 2 subsets." in made.err
    assert "judge" in Path("mine/guidelines.md").read_text().lower()
    people = stead("campaign", "users", "add", "mine", "ada", "bruno", "chiara")
    assert people.err == "stead: the links are shown this once; send each to its owner.\n"
    rate("mine", "ada", "bruno")
    status = stead("campaign", "status", "mine", "--format", "markdown")
    assert "| subsets with 2 raters, the most | 2 |" in status.out
    assert re.search(r"^\| ada \| 2 \| 0 \| 0 \| 20 \|", status.out, re.MULTILINE)
    written = stead("campaign", "ratings", "mine", "-o", "ratings.jsonl", "--dispatch", "dispatch.jsonl")
    assert (written.status, written.err.splitlines()[0]) == (0, "stead: 40 ratings written.")
    assert json.loads(Path("ratings.jsonl").read_text().splitlines()[1])["rater"] == "ada"
    assert stead("dispatch", "pool.jsonl", "--verify", "dispatch.jsonl").status == 0
    wanted = ("--fast", "none", "--straight", "none")
    study = stead(
        *("campaign", "study", "mine", "--gold1", "gold1.txt", "--runs", "one.txt", "two.txt", *wanted),
        *("--resamples", "50", "--gold2", "gold2.jsonl", "-o", "study.html", "-o", "study.json"),
    )
    assert study.status == 0, study.err
    assert "40 of 40 ratings used" in study.err
    assert Path("study.html").stat().st_size > 10_000
    assert "<h1>Post hoc study: gold1 and gold2</h1>" in Path("study.html").read_text(encoding="utf-8")
    assert stead("filter", "ratings.jsonl", "--dispatch", "dispatch.jsonl", *wanted, "-o", "kept.jsonl").status == 0
    extended = stead("gold", "extend", "gold1.txt", "kept.jsonl", "-o", "again.jsonl", "--to", "stead")
    assert extended.status == 0
    assert Path("again.jsonl").read_bytes() == Path("gold2.jsonl").read_bytes()


@pytest.mark.usefixtures("files")
def test_no_ratings_are_written_if_their_key_cannot_be(stead: Command) -> None:
    stead(*INIT, "--subsets", "2", "--scale", "0-3")
    failed = stead("campaign", "ratings", "mine", "-o", "ratings.jsonl", "--pseudonyms", "not-there/key.tsv")
    assert (failed.status, "not-there/key.tsv: the key of the pseudonyms cannot be written" in failed.err) == (1, True)
    assert not Path("ratings.jsonl").exists()


@pytest.mark.usefixtures("files")
def test_what_is_left_out_is_said(stead: Command) -> None:
    stead(*INIT, "--subsets", "1")
    stead("campaign", "users", "add", "mine", "ada")
    nothing = stead("campaign", "study", "mine", "--gold1", "gold1.txt", "--runs", "one.txt")
    assert (nothing.status, nothing.out) == (1, "")
    assert "no sitting is done yet" in nothing.err
    rate("mine", "ada", value=lambda term: "?" if term < "f" else "1")
    written = stead("campaign", "ratings", "mine")
    assert re.search(r"\d+ candidates could not be judged and have no rating", written.err)
    excluded = stead(
        *("campaign", "study", "mine", "--gold1", "gold1.txt", "--runs", "one.txt", "--straight", "0.5"),
        *("--fast", "none"),
    )
    assert excluded.status == 1
    assert "the filter leaves no rating" in excluded.err


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        ((*INIT[:5], "--subsets", "2"), 2, "the pool has no sentences in it; say where they are (--items FILE)"),
        ((*INIT,), 2, "say either how large the subsets are (--size), or how many there are (--subsets)"),
        ((*INIT, "--subsets", "99"), 1, "99 subsets cannot each show a substitute of the first gold"),
        ((*INIT, "--subsets", "1", "--raters", "5-3"), 2, "--raters is a number from 1, or a range such as 3-7"),
        ((*INIT, "--subsets", "1", "--practice", "items.jsonl"), 2, "practice needs both sentences"),
        ((*INIT, "--subsets", "1", "--language", "xx"), 1, "language"),
        ((*INIT[:4], "gold1.txt", "--items", "items.jsonl", "--subsets", "1"), 1, "gold1.txt"),
    ],
)
def test_a_slip_is_a_sentence(stead: Command, words: tuple[str, ...], status: int, complaint: str) -> None:
    done = stead(*words)
    assert done.status == status, done.err
    assert complaint in done.err
    assert "Traceback" not in done.err
    assert not Path("mine").exists()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("language", "title", "heading"),
    [("fr", "Substitution lexicale", "# Consignes"), ("it", "Sostituzione lessicale", "# Istruzioni")],
)
def test_a_campaign_speaks_its_language(stead: Command, language: str, title: str, heading: str) -> None:
    assert stead(*INIT, "--subsets", "1", "--language", language).status == 0
    assert f'title = "{title}"' in Path("mine/campaign.toml").read_text()
    assert Path("mine/guidelines.md").read_text().splitlines()[0] == heading


@pytest.mark.usefixtures("files")
def test_sentences_of_another_task_are_refused(stead: Command) -> None:
    save(items_of(2), "items", "few.jsonl", "stead")
    done = stead(*INIT[:5], "--items", "few.jsonl", "--subsets", "1")
    assert done.status == 1
    assert "3 items of the pool without a sentence (bright.a 2, run.v 4, tall.a 3)" in done.err


@pytest.mark.usefixtures("files")
def test_what_is_for_the_other_phase_is_refused(stead: Command) -> None:
    stead(*INIT, "--subsets", "1")
    stead("campaign", "init", "words", "--items", "items.jsonl")
    for words in (("gold", "mine", "-o", "x.txt"), ("export", "mine", "--to", "annotations")):
        done = stead("campaign", *words)
        assert done.status == 2
        assert "people rate here" in done.err
    done = stead("campaign", "ratings", "words")
    assert done.status == 2
    assert "nobody rates here" in done.err
    assert stead("campaign", "doctor", "mine").status == 0
    assert stead("campaign", "doctor", "words").status == 0
    toml = Path("mine/campaign.toml")
    toml.write_text(toml.read_text().replace('scale = "0-3"', 'scale = ""'))
    assert "there are candidates to rate, but no scale" in stead("campaign", "status", "mine").err
