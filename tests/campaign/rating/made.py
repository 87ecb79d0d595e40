"""Pools to rate, made up of plain English words, and what raters do with them."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from stead.campaign import Campaign, User, create_campaign, open_campaign
from stead.campaign.admin.rating_setup import MadeScreens, PoolFiles, read_screens
from stead.campaign.folder import RatingPhase
from stead.campaign.records import RatingSubmission, Stale, Stored, StoredRating
from stead.campaign.settings import CampaignSettings, RatingSettings, Storage
from stead.core.item import Item
from stead.core.pool import CandidatePool
from stead.core.rating import Rating as Judged
from stead.formats import save
from stead.formats.posthoc_files import serialise_pool
from stead.posthoc.candidate_pools import PoolRules, make_pool
from stead.posthoc.dispatching import DispatchRules
from tests.posthoc.made import gold_of, run_of

GUIDE = "# Guide\n\nRate well.\n"
WORDS = [
    "clever",
    "smart",
    "gifted",
    "sunny",
    "shiny",
    "vivid",
    "loud",
    "able",
    "quick",
    "sharp",
    "brilliant",
    "gleaming",
    "cheerful",
    "lively",
    "hopeful",
    "rosy",
    "dazzling",
    "light",
    "clear",
    "pale",
    "green",
    "wooden",
    "empty",
    "heavy",
    "slow",
    "bitter",
    "narrow",
    "hollow",
    "frozen",
    "broken",
]
TALL = ["high", "lofty", "great", "big", "giant", "grand", "huge", "long", "lanky", "raised", "steep", "towering"]
RUN = ["walk", "eat", "sing", "jump", "sleep", "write", "paint", "count", "push", "carry", "climb", "laugh"]
OTHERS = {"tall.a": TALL, "run.v": RUN}

MakeRating = Callable[..., Campaign]


def items_of(sentences: int) -> list[Item]:
    """Sentences about something bright, one of a verb, and, of three or more, one about something tall.

    What fits the tall can be planted beside the bright.
    """
    tall = [
        Item(
            id=str(sentences - 1),
            lexelt="tall.a",
            text="There was a tall tree by the river.",
            start=12,
            end=16,
            language="en",
        )
    ] * (sentences > 2)
    bright = [
        Item(
            id=str(at), lexelt="bright.a", text=f"She had a bright idea, number {at}.", start=10, end=16, language="en"
        )
        for at in range(1, sentences - len(tall))
    ]
    return [
        *bright,
        *tall,
        Item(
            id=str(sentences), lexelt="run.v", text="They ran along the river every day.", start=5, end=8, language="en"
        ),
    ]


def pool_of(sentences: int, golds: int, others: int) -> CandidatePool:
    """So many candidates of the gold for each sentence and so many of a system, drawn from the same words."""
    chance = random.Random(7)
    gold, answers = {}, {}
    for item in items_of(sentences):
        words = chance.sample(OTHERS.get(item.lexelt, WORDS), golds + others)
        gold[item.lexelt, item.id] = {word: float(chance.randint(1, 5)) for word in words[:golds]}
        answers[item.lexelt, item.id] = words[golds:]
    return make_pool(gold_of(gold), [run_of(answers, "run")], [], PoolRules(depth=None)).pool


def made_screens(
    folder: Path, *, sentences: int = 4, golds: int = 2, others: int = 3, practice: bool = False, **rules: Any
) -> MadeScreens:
    """The screens of such a pool, by way of files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pool.jsonl").write_bytes(serialise_pool(pool_of(sentences, golds, others)))
    save(items_of(sentences), "items", folder / "items.jsonl", "stead")
    files = PoolFiles(folder / "pool.jsonl", [folder / "items.jsonl"])
    scale = rules.pop("scale", "0-3")
    if practice:
        save(
            [Item(id="p1", lexelt="cold.a", text="It was a cold day.", start=9, end=13, language="en")],
            "items",
            folder / "practice.jsonl",
            "stead",
        )
        best, worst = (3.0, 0.0) if scale == "0-3" else ("good", "bad")
        expected = [
            Judged(lexelt="cold.a", id="p1", candidate="chilly", rater="us", value=best),
            Judged(lexelt="cold.a", id="p1", candidate="unkind", rater="us", value=worst),
        ]
        save(expected, "ratings", folder / "expected.jsonl", "stead")
        files = PoolFiles(files.pool, files.items, [folder / "practice.jsonl"], folder / "expected.jsonl")
    return read_screens(files, DispatchRules(**{"subsets": 2, **rules}), scale)


def make_rating(
    folder: Path, url: str, clock: Any, *, least: int = 1, most: int = 3, language: str = "en", **options: Any
) -> Campaign:
    """A campaign to rate such a pool, open."""
    scale = options.get("scale", "0-3")
    made = made_screens(folder.with_name(f"{folder.name}-files"), **options)
    settings = CampaignSettings(
        rating=RatingSettings(scale=scale, least_raters=least, most_raters=most), database=Storage(url)
    )
    settings = CampaignSettings(
        interface=type(settings.interface)(language=language), rating=settings.rating, database=settings.database
    )
    create_campaign(folder, made.items, settings, GUIDE, screens=made.screens, pool=made.pool)
    return open_campaign(folder, clock=clock)


def phase(campaign: Campaign) -> RatingPhase:
    """The rating of a campaign."""
    assert campaign.rating is not None
    return campaign.rating


def submission(*judgements: str, based_on: int = 0, **others: Any) -> RatingSubmission:
    """Ratings that were chosen."""
    return RatingSubmission(others.pop("uuid", str(uuid4())), based_on, judgements, **others)


def rate(campaign: Campaign, user: User, screen_id: int, value: str = "2", **others: Any) -> Stored[StoredRating]:
    """Submit the same rating of every candidate, which has to be stored."""
    number = len(phase(campaign).screens.by_id[screen_id].candidates)
    found = phase(campaign).ratings.submit(user.id, screen_id, submission(*[value] * number, **others))
    assert not isinstance(found, Stale)
    return found


def rate_subset(campaign: Campaign, user: User, value: str = "2", **others: Any) -> int:
    """Begin a subset and rate all of it; how many screens that were."""
    if not phase(campaign).assignment.begin(user):
        return 0
    done = 0
    while (screen_id := phase(campaign).assignment.next(user).screen_id) is not None:
        rate(campaign, user, screen_id, value, **others)
        done += 1
    return done
