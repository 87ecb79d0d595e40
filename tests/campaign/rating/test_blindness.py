"""Where a candidate comes from is nowhere: over many pages, markup, order and timing are those of its counterpart.

Two campaigns are twins: the same sentences and the same candidates, but what the one has from the gold the other has
from a system. If provenance left any trace on a page, the pages of the twins would differ.
"""

import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from stead.campaign import Campaign, Role, create_campaign, open_campaign
from stead.campaign.admin.rating_setup import PoolFiles, read_screens
from stead.campaign.pages import campaign_app
from stead.campaign.pages.rate import PlacedCandidate, Placements
from stead.campaign.records import CampaignScreen
from stead.campaign.settings import CampaignSettings, RatingSettings
from stead.campaign.store.contents import Screens
from stead.formats import save
from stead.formats.posthoc_files import serialise_pool
from stead.posthoc.candidate_pools import PoolRules, make_pool
from stead.posthoc.dispatching import DispatchRules
from tests.campaign.pages.asgi import Caller
from tests.campaign.pages.guests import cookie_name
from tests.campaign.rating.made import GUIDE, OTHERS, WORDS, items_of, phase
from tests.posthoc.made import gold_of, run_of

RATERS, SENTENCES, EACH = 20, 26, 4
CHANGING = re.compile(r'(name="(?:uuid|item|opened)" value=")[^"]*|(data-drafts=")[^"]*')
ROW = re.compile(r'<div class="candidate".*?</div>\s*</div>', re.DOTALL)
SURE = 0.001
Key = tuple[str, str, str]


@dataclass
class Twin:
    """A campaign, its app, and which candidates it has from the gold."""

    campaign: Campaign
    caller: Caller
    gold: set[Key]
    sessions: dict[str, str] = field(default_factory=dict)

    def page(self, name: str, screen_id: int) -> str:
        headers = [(b"host", b"x"), (b"cookie", f"{cookie_name(self.campaign)}={self.sessions[name]}".encode())]
        reply = self.caller.call("GET", f"/annotate/{screen_id}", b"", headers)
        assert reply.status == 200
        return CHANGING.sub(r"\1\2", reply.text)


def twin(folder: Path, *, swapped: bool) -> Twin:
    chance = random.Random(3)
    gold, answers = {}, {}
    for item in items_of(SENTENCES):
        donor = item.lexelt == "tall.a"  # what is planted beside the others is the same in both
        words = chance.sample(OTHERS.get(item.lexelt, WORDS), 2 * EACH)
        halves = (words[EACH:], words[:EACH]) if swapped and not donor else (words[:EACH], words[EACH:])
        gold[item.lexelt, item.id] = dict.fromkeys(halves[0], 1.0)
        answers[item.lexelt, item.id] = halves[1]
    pool = make_pool(gold_of(gold), [run_of(answers, "run")], [], PoolRules(depth=None)).pool
    folder.mkdir(parents=True)
    (folder / "pool.jsonl").write_bytes(serialise_pool(pool))
    save(items_of(SENTENCES), "items", folder / "items.jsonl", "stead")
    files = PoolFiles(folder / "pool.jsonl", [folder / "items.jsonl"])
    made = read_screens(files, DispatchRules(subsets=1, planted=4), "0-3")  # what comes again is drawn by lot
    assert {each.item.item.lexelt for each in made.screens if each.planted} == {"bright.a"}
    settings = CampaignSettings(rating=RatingSettings(scale="0-3", least_raters=1, most_raters=RATERS))
    create_campaign(folder / "campaign", made.items, settings, GUIDE, screens=made.screens, pool=made.pool)
    campaign = open_campaign(folder / "campaign")
    known = {(*key, word) for key, words in gold.items() for word in words}
    found = Twin(campaign, Caller(campaign_app(campaign)), known)
    names = [f"rater {number}" for number in range(RATERS)]
    campaign.users.add(dict.fromkeys(names, Role.ANNOTATOR), actor="test")
    for name in names:
        user = campaign.users.by_name(name)
        campaign.guidelines.agree(user.id)
        assert phase(campaign).assignment.begin(user)
        found.sessions[name] = campaign.sessions.start(user.id)
    return found


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Twin, Twin]]:
    tmp_path = tmp_path_factory.mktemp("twins")
    made = twin(tmp_path / "one", swapped=False), twin(tmp_path / "two", swapped=True)
    yield made
    for each in made:
        each.caller.close()
        each.campaign.close()


@dataclass
class Looked:
    """What both twins showed, page by page: the texts, and the seconds that each took."""

    pages: list[tuple[str, int, str, str]]
    seconds: list[tuple[float, float]]


def look(twins: tuple[Twin, Twin], screens: int | None = None, raters: int = RATERS) -> Looked:
    """Every screen as every rater, or the first of either, in both campaigns, in an order by chance."""
    chance, found = random.Random(1), Looked([], [])
    everything = sorted(phase(twins[0].campaign).screens.by_id)[:screens]
    for name in islice(twins[0].sessions, raters):
        for screen_id in everything:
            texts, seconds = ["", ""], [0.0, 0.0]
            for which in chance.sample((0, 1), 2):
                began = time.perf_counter()
                texts[which] = twins[which].page(name, screen_id)
                seconds[which] = time.perf_counter() - began
            found.pages.append((name, screen_id, texts[0], texts[1]))
            found.seconds.append((seconds[0], seconds[1]))
    return found


def differing(found: Looked) -> int:
    """How many pages of the twins are not the same, byte by byte."""
    return sum(one != other for _, _, one, other in found.pages)


def kinds_of_rows(twin: Twin, found: Looked) -> dict[bool, set[str]]:
    """The markup of the rows of candidates of the gold and of others, without the words themselves."""
    kinds: dict[bool, set[str]] = {True: set(), False: set()}
    for _, screen_id, text, _ in found.pages:
        screen = phase(twin.campaign).screens.by_id[screen_id]
        item = screen.item.item
        for row in ROW.findall(text):
            at = int(re.findall(r'name="c(\d+)"', row)[0])
            blank = re.sub(r"<strong.*?</strong>.*?</p>", "WORD", re.sub(r'c\d+"|word-\d+', "N", row), flags=re.DOTALL)
            around = blank.replace("She had an ", "She had a ")
            kinds[(item.lexelt, item.id, screen.candidates[at]) in twin.gold].add(f"{item.lexelt} {around}")
    return kinds


def p_of_order(twin: Twin, found: Looked) -> float:
    """How likely so large a difference of mean places is if the gold were any half of the candidates of each page."""
    chance = np.random.default_rng(1)
    labels, places = [], []
    for _, screen_id, text, _ in found.pages:
        screen = phase(twin.campaign).screens.by_id[screen_id]
        if screen.again or screen.planted:
            continue
        item = screen.item.item
        order = [int(at) for at in dict.fromkeys(re.findall(r'name="c(\d+)"', text))]
        labels.append([(item.lexelt, item.id, screen.candidates[at]) in twin.gold for at in order])
        places.append(np.arange(len(order)))
    gold, place = np.array(labels), np.array(places)
    seen = abs(place[gold].mean() - place[~gold].mean())
    drawn = []
    for _ in range(2_000):
        shuffled = chance.permuted(gold, axis=1)
        drawn.append(abs(place[shuffled].mean() - place[~shuffled].mean()))
    return float(np.mean(np.array(drawn) >= seen - 1e-12))


def p_of_timing(found: Looked) -> float:
    """How likely so large a difference of times is if either twin might as well have been the slower one.

    By signed ranks (Wilcoxon), which whoever else uses the machine for a moment cannot upset.
    """
    chance = np.random.default_rng(2)
    differences = np.array([one - other for one, other in found.seconds])
    ranks = np.argsort(np.argsort(np.abs(differences))) + 1.0
    signs = chance.choice((-1.0, 1.0), size=(4_000, len(ranks)))
    return float(np.mean(np.abs(signs @ ranks) >= abs(np.sign(differences) @ ranks)))


@pytest.mark.parametrize(("raters", "pages"), [(5, 250), pytest.param(RATERS, 1_000, marks=pytest.mark.soak)])
def test_pages_tell_nothing_by_markup_order_or_timing(twins: tuple[Twin, Twin], raters: int, pages: int) -> None:
    found = look(twins, raters=raters)
    assert 2 * len(found.pages) >= pages
    assert differing(found) == 0
    kinds = kinds_of_rows(twins[0], found)
    assert kinds[True] == kinds[False]
    assert p_of_order(twins[0], found) > SURE
    # a page takes as long for what one rater sees as for another: once in a million this fails by chance
    assert max(p_of_timing(found), p_of_timing(look(twins, 4))) > SURE
    assert not re.search(r"gold|system|planted|again|repeat|baseline", " ".join(page[2] for page in found.pages[:50]))


def test_a_leak_in_the_markup_is_found(twins: tuple[Twin, Twin], monkeypatch: pytest.MonkeyPatch) -> None:
    own, real = phase(twins[0].campaign).screens.by_id, Placements.of

    def leaking(self: Placements, screen: CampaignScreen, at: int) -> PlacedCandidate:
        """One blank more behind candidates of the gold, in one of the campaigns."""
        found, item = real(self, screen, at), screen.item.item
        leaks = screen is own[screen.id] and (item.lexelt, item.id, screen.candidates[at]) in twins[0].gold
        return replace(found, after=f"{found.after} ") if leaks else found

    monkeypatch.setattr(Placements, "of", leaking)
    assert differing(look(twins, 2)) > 0


def test_a_leak_in_the_order_is_found(twins: tuple[Twin, Twin], monkeypatch: pytest.MonkeyPatch) -> None:
    screens: Screens = phase(twins[0].campaign).screens
    real, chance = screens.order, random.Random(5)

    def leaking(name: str, screen_id: int) -> tuple[int, ...]:
        """Now and then a candidate of the gold comes first."""
        order, screen = list(real(name, screen_id)), screens.by_id[screen_id]
        item = screen.item.item
        if chance.random() < 0.5:
            order.sort(key=lambda at: (item.lexelt, item.id, screen.candidates[at]) not in twins[0].gold)
        return tuple(order)

    monkeypatch.setattr(screens, "order", leaking)
    assert p_of_order(twins[0], look(twins, 6)) <= SURE


def test_a_leak_in_the_timing_is_found(twins: tuple[Twin, Twin], monkeypatch: pytest.MonkeyPatch) -> None:
    real = twins[0].page

    def leaking(name: str, screen_id: int) -> str:
        time.sleep(0.02)
        return real(name, screen_id)

    monkeypatch.setattr(twins[0], "page", leaking)
    assert p_of_timing(look(twins, 3)) <= SURE
