"""How many files of the package a reader has to open to follow what users do most, from end to end."""

import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

import stead as package
from stead.campaign import CampaignSettings, create_campaign, open_campaign
from stead.systems.blend.trained_models import TIERS
from tests.campaign.conftest import GUIDE, some_items
from tests.campaign.pages.guests import Guest, invited, served
from tests.campaign.people import annotators, answer_everything
from tests.cli.running import Command, Write
from tests.lexicons.real import real

SOURCE = str(Path(package.__file__).parent)
MOST_TO_SCORE, MOST_TO_GOLD, MOST_TO_STORE = 30, 30, 15
MOST_TO_SUGGEST, MOST_TO_SUGGEST_AND_PRINT = 30, 40
AROUND_REQUESTS = {"/web/serving.py", "/web/metrics.py"}
"""The protocol of the server, and the count of its requests: around the app, and the same for every request."""


@contextmanager
def files_entered() -> Iterator[set[str]]:
    """The files whose functions are called, in this thread and in threads that are started in the block.

    What is done first is not counted once the set is cleared: imports, and whatever is made once.
    """
    entered: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(SOURCE):
            entered.add(frame.f_code.co_filename.removeprefix(SOURCE))

    before, before_in_threads = sys.getprofile(), threading.getprofile()
    sys.setprofile(note)
    threading.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(before)
        threading.setprofile(before_in_threads)


def few(entered: set[str], most: int) -> bool:
    """Whether so few files were entered, and not none; otherwise they are listed."""
    if not 10 < len(entered) <= most:
        pytest.fail("\n".join([f"{len(entered)} files, at most {most}:", *sorted(entered)]))
    return True


def test_a_line_of_gold_and_one_of_a_run_are_scored(stead: Command, write: Write) -> None:
    words = ("score", write("g.txt", "bright.a 1 :: clever 3;smart 2;\n"), write("r.txt", "bright.a 1 :: clever\n"))
    with files_entered() as entered:
        assert stead(*words, "-m", "best").status == 0
        entered.clear()
        stead(*words, "-m", "best")
    assert few(entered, MOST_TO_SCORE)


@pytest.fixture
def swift() -> str:
    """A sentence for the fastest tier, whose resources are here."""
    for name in TIERS["swift"].resources:
        real(name)
    return "He [handed] the keys to an old friend."


def test_a_sentence_is_given_substitutes(swift: str) -> None:
    with files_entered() as entered, package.Substituter("swift") as substituter:
        first = substituter.suggest(swift)
        entered.clear()
        assert substituter.suggest(swift) == first
        on_the_way = {*entered}
    assert few(on_the_way, MOST_TO_SUGGEST)


def test_the_command_that_suggests_adds_what_it_reads_and_prints(stead: Command, swift: str) -> None:
    with files_entered() as entered:
        assert stead("suggest", swift, "--system", "swift").status == 0
        entered.clear()
        stead("suggest", swift, "--system", "swift")
    assert few(entered, MOST_TO_SUGGEST_AND_PRINT)


def test_answers_become_a_gold(stead: Command, tmp_path: Path) -> None:
    first, again = tmp_path / "gold.txt", tmp_path / "again.txt"
    create_campaign(tmp_path / "words", some_items(4), CampaignSettings(), GUIDE)
    with open_campaign(tmp_path / "words") as campaign:
        for user in annotators(campaign, "ada", "bruno"):
            answer_everything(campaign, user)
    with files_entered() as entered:
        assert stead("campaign", "gold", tmp_path / "words", "-o", first).status == 0
        entered.clear()
        stead("campaign", "gold", tmp_path / "words", "-o", again)
    assert again.read_bytes() == first.read_bytes()
    assert few(entered, MOST_TO_GOLD)


def test_an_answer_that_is_sent_becomes_a_row(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "stead.web")  # how a line of the log is written is the command's affair
    create_campaign(tmp_path / "words", some_items(4), CampaignSettings(), GUIDE)
    with open_campaign(tmp_path / "words") as campaign, files_entered() as entered:
        tokens = invited(campaign, "ada")
        with served(campaign) as address:
            ada = Guest(address)
            first = ada.join(tokens["ada"]).begin()
            second = ada.follow(ada.answer(first, "clever"))
            entered.clear()
            assert ada.answer(second, "smart").status == 303
            on_the_way = entered - AROUND_REQUESTS
    assert few(on_the_way, MOST_TO_STORE)
