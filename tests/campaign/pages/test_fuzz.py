"""Whatever is sent to whichever address by whomever: never an error of ours, always the headers."""

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import quote, quote_from_bytes

import pytest

from stead.campaign import Campaign, NotAssigned, Submission
from stead.campaign.pages import campaign_app, campaign_pages
from stead.campaign.pages.shared import CampaignSite
from stead.records.sheet import Section
from tests.campaign.conftest import ON_SQLITE, Make, new_url, some_items
from tests.campaign.pages.asgi import Caller
from tests.campaign.pages.guests import Fields, Reply, cookie_name, forms, invited, organiser
from tests.campaign.people import annotators, answer

__all__ = ["new_url"]  # these run on PostgreSQL too

NUMBERS = ("0", "1", "2", "3", "7", "-1", "999999999", "2147483648", "9223372036854775808", "1e9", "٣", "²", "1_0", "")
WORDS = (
    "clever",
    "bright",
    "games",
    "well-lit\twell lit",
    "a\nb",
    "a;b",
    "ada",
    "olga",
    "bright.a",
    "\0",
    "x" * 300,
    "",
)
FIELDS = {
    "uuid": ("00000000-0000-4000-8000-000000000000", "{00000000-0000-4000-8000-000000000001}"),
    "based_on": ("0", "1", "2"),
    "choice": ("words", "nil", "name"),
    "asked": ("twice", "target", "several clever, smart", "nil NIL", "invisible \u200b"),
    "kept": ("twice", "target", "several clever, smart"),
    "accept": ("yes",),
    "agree": ("yes",),
    "paused": ("yes", "no"),
    "status": ("accept", "refuse"),
    "action": ("merge", "lemmatise", "split", "drop", "drop-item"),
    "show": ("flagged", "all"),
    "role": ("annotator", "organiser"),
    "what": ("gold", "data-sheet", "csv", "everything", "ratings"),
    "scope": ("item", "lexelt", "everywhere"),
    "try": ("yes",),
    "sure": ("yes",),
    "sort": ("agreement", "answers", "file", "lexelt"),
    "names": ("carla", "dora\r\ndora", "olga", "\t", "x" * 300),
    "text": ("# Guide", '{"lexelt": "dark.a", "id": "9", "text": "A dark room.", "start": 2, "end": 6}', "<corpus>"),
    "answers.form": ("base", "inflected", "any"),
    "example-sentence": ("A [fine] day.", "none"),
    **dict.fromkeys(("interface.title", "interface.consent", "example-answer", "token"), WORDS),
    **dict.fromkeys(("days", "assignment.annotators_per_item", "answers.max_substitutes"), NUMBERS),
    "open": ("yes", "no"),
    "PROLIFIC_PID": ("p1", "p2", "{{%PROLIFIC_PID%}}", "ASSIGNMENT_ID_NOT_AVAILABLE", "a b", ""),
    **dict.fromkeys(("link", "STUDY_ID", "SESSION_ID"), WORDS),
    **dict.fromkeys(("substitute", "multiword", "comment", "invite", "password", "again"), WORDS),
    "name": (*WORDS, "erased-1"),
    **dict.fromkeys(("form", "to", "lexelt", "id", "reason", "version"), WORDS),
    **dict.fromkeys(("opened", "milliseconds", "items", "item", "line", "skip", "page", "after"), NUMBERS),
}
FORMS = {
    "/annotate/": ("uuid", "based_on", "substitute", "multiword", "comment", "choice", "asked", "kept", "accept"),
    "/join": ("invite", "password", "again"),
    "/sign-in": ("name", "password"),
    "/guidelines": ("agree",),
    "/organise/people": ("paused", "items", "item", "names", "role", "days", "token", "name"),
    "/organise/items": ("action", "form", "to", "scope", "reason", "version", "try", "text", "sure"),
    "/organise/files": ("what", "name"),
    "/organise/guidelines": ("text", "version"),
    "/organise/preview": ("uuid", "substitute", "multiword", "comment", "choice", "asked", "accept"),
    "/organise/settings": (
        "interface.title",
        "assignment.annotators_per_item",
        "answers.max_substitutes",
        "answers.form",
        "example-sentence",
    ),
    "/organise/crowd": ("open",),
    "/crowd": ("link", "PROLIFIC_PID", "STUDY_ID", "SESSION_ID"),
    "/organise/curation": ("status", "action", "form", "to", "lexelt", "id", "reason", "version", "item", "line"),
}
REQUESTS = 1_500
Values = Mapping[str, tuple[str, ...]]
Forms = Mapping[str, tuple[str, ...]]
METHODS = ("GET", "POST", "HEAD", "PUT", "OPTIONS")
FORM = b"application/x-www-form-urlencoded"
WITH_FILES = b"multipart/form-data; boundary=XX"


class Dice:
    """Chance with a seed: mostly what makes sense, since nonsense alone is refused at the door."""

    def __init__(self, seed: int, values: Values = FIELDS, forms: Forms = FORMS) -> None:
        self._random = random.Random(seed)
        self.one_of = self._random.choice
        self._values, self._forms = values, forms

    def happens(self, share: float) -> bool:
        return self._random.random() < share

    def text(self) -> str:
        """Any characters: surrogates, nulls, directions, and all."""
        ranges = ((0, 0x7F), (0, 0x2FF), (0x2000, 0x20FF), (0xD800, 0xDFFF), (0, 0x10FFFF))
        return "".join(chr(self._random.randint(*self.one_of(ranges))) for _ in range(self._random.randint(0, 20)))

    def data(self) -> bytes:
        return self._random.randbytes(self._random.randint(0, 60))

    def parameter(self) -> str:
        return self.one_of(("1", "2", "3")) if self.happens(0.7) else self.one_of((*NUMBERS, self.text()))

    def field(self, name: str) -> tuple[str, str]:
        return name, self.one_of(self._values[name]) if self.happens(0.8) else self.one_of((*NUMBERS, self.text()))

    def fields(self, address: str) -> list[tuple[str, str]]:
        """Most fields of the form that goes there, and some of others."""
        own = next((names for beginning, names in self._forms.items() if address.startswith(beginning)), ())
        further = [self.field(self.one_of(sorted(self._values))) for _ in range(self._random.randint(0, 3))]
        return [self.field(name) for name in own if self.happens(0.8)] + further

    def filled_in(self, address: str, shown: Fields) -> list[tuple[str, str]]:
        """A form as it was shown, with other texts in some of its fields."""
        others = [(name, text) for name, text in self.fields(address) if self.happens(0.3)]
        changed = {name for name, _ in others}
        return [(name, text) for name, texts in shown.items() if name not in changed for text in texts] + others


def percent(text: str) -> str:
    return quote(text.encode(errors="surrogatepass"), safe="")


def encoded(pairs: list[tuple[str, str]]) -> bytes:
    return "&".join(f"{percent(name)}={percent(text)}" for name, text in pairs).encode()


def with_files(pairs: list[tuple[str, str]]) -> bytes:
    """A form with files, some of whose fields are files; names are as hostile as texts."""
    parts = [
        f'--XX\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{text}\r\n'
        for name, text in pairs
        for file in (f'; filename="{text[:8]}"' if name in ("text", "file") else "",)
    ]
    return "".join([*parts, "--XX--\r\n"]).encode(errors="surrogatepass")


class Fuzzer:
    """Sends anything to a campaign's app, as anybody."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._site = CampaignSite(campaign)
        self.pages = campaign_pages(self._site)
        self.caller = Caller(campaign_app(campaign))
        self._cookie = cookie_name(campaign)
        self._names = ("ada", "olga")
        self._ids = {name: campaign.users.by_name(name).id for name in self._names}  # who is erased keeps the number
        self._sessions: dict[str, str] = {}
        self._seen: dict[str, dict[str, Fields]] = {}
        """The forms that each person saw since signing in, by where they go: as they were shown last."""
        for name in self._names:
            self._begin(name)

    def _begin(self, name: str) -> None:
        """A new session, which begins at the first page."""
        session = self._sessions[name] = self._campaign.sessions.start(self._ids[name])
        self._seen[name] = {}
        self._ask(name, session, ("GET", "/", b""))

    def _anything(self, dice: Dice, who: str) -> tuple[str, str, list[tuple[str, str]]]:
        """Any fields to any address, mostly with the key of the task that is there."""
        page = dice.one_of(self.pages)
        path = re.sub(r"\{.*?\}", lambda _: dice.parameter().replace("/", ""), page.address)
        path = path.encode(errors="replace").decode()
        method = page.method if dice.happens(0.8) else dice.one_of(METHODS)
        key = self._key(who, path) if dice.happens(0.8) else []
        return method, path, key + dice.fields(page.address)

    def _key(self, who: str, path: str) -> list[tuple[str, str]]:
        """What a form for the task at an address has, if it is a task of this person."""
        beginning, _, number = path.rpartition("/")
        if not (who and beginning == "/annotate" and number.isascii() and number.isdigit() and len(number) < 9):
            return []
        user_id, task_id = self._ids[who], int(number)
        if self._campaign.rating is None:
            try:
                task_id = self._campaign.answers.item_at(user_id, task_id)
            except NotAssigned:
                return []
        return [("item", self._site.task_key(user_id, task_id))]

    def _form_seen(self, dice: Dice, who: str) -> tuple[str, str, list[tuple[str, str]]]:
        """A form that somebody saw: it has the key of its item, and answers the questions that its page asks."""
        action = dice.one_of(sorted(self._seen[who]))
        return "POST", action, dice.filled_in(action, self._seen[who][action])

    def request(self, dice: Dice) -> None:
        """One request; raises whatever the app raises, and demands what every answer has to have."""
        who = dice.one_of((*self._names, "")) if dice.happens(0.9) else ""
        session = self._sessions.get(who, "") or dice.text()
        follows = bool(self._seen.get(who)) and dice.happens(0.5)
        method, path, pairs = self._form_seen(dice, who) if follows else self._anything(dice, who)
        body = encoded(pairs) if dice.happens(0.9) else dice.data()
        query = encoded(dice.fields("")) if dice.happens(0.9) else quote_from_bytes(dice.data()).encode()
        kind = FORM if dice.happens(0.9) else dice.data()
        if dice.happens(0.1):
            body, kind = with_files([*pairs, ("file", dice.text())]), WITH_FILES
        origin = b"http://x" if dice.happens(0.9) else dice.data()
        reply = self._ask(who, session, (method, path, query), body, kind, origin)
        if who and reply.status == 303 and path in ("/sign-out", "/join", "/sign-in", "/crowd"):
            self._begin(who)
        if reply.status == 303 and path.endswith("/erase"):  # nobody who is erased stays signed in
            for name in self._names:
                self._begin(name)
        annotator = self._campaign.users.by_id(self._ids["ada"])
        if annotator and annotator.paused:  # who is paused would send no further answer
            self._campaign.users.pause(annotator.name, paused=False, actor="olga")

    def _ask(
        self,
        who: str,
        session: str,
        target: tuple[str, str, bytes],
        body: bytes = b"",
        kind: bytes = FORM,
        origin: bytes = b"http://x",
    ) -> Reply:
        """The answer to a request; like a browser, go where it sends one to, and remember the forms that are there."""
        cookie = f"{self._cookie}={session}".encode(errors="surrogatepass")
        headers = [(b"host", b"x"), (b"cookie", cookie), (b"content-type", kind), (b"origin", origin)]
        request = (*target, headers, body)
        try:
            reply = self.caller.call(*request)
        except Exception as error:
            error.add_note(f"sent as {who or 'nobody'}: {request}")
            raise
        assert reply.status < 500, request
        assert reply.headers["x-frame-options"] == "DENY", request
        if who and reply.status == 303:
            place, _, query = reply.place.partition("?")
            self._ask(who, session, ("GET", place, query.encode()))
        elif who and b"<form" in reply.body:
            self._seen[who] |= forms(reply.text, choosing=True)
            self._seen[who].pop("/sign-out", None)  # it is on every page, and nobody would get anywhere
        return reply


@pytest.fixture(autouse=True)
def _nothing_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan takes seconds, and depends on nothing that is sent but the number of annotators."""
    monkeypatch.setattr("stead.campaign.pages.dashboard.plan_more_annotators", lambda *_: Section("", (), ()))


@contextmanager
def fuzzer(make: Make) -> Iterator[Fuzzer]:
    campaign = make(some_items(4, practice=1), annotators_per_item=2, order="file", items_per_annotator=3)
    invited(campaign, "ada")
    organiser(campaign)
    (bruno,) = annotators(campaign, "bruno")
    ada = campaign.users.by_name("ada")
    campaign.guidelines.agree(ada.id)
    for user, words in ((ada, ("games", "well-lit")), (bruno, ("game", "well lit"))):
        for item_id in (campaign.assignment.next(user), campaign.assignment.next(user)):
            assert isinstance(item_id, int)
            answer(campaign, user, item_id, *words, based_on=len(campaign.answers.history(user.id, item_id)))
    made = Fuzzer(campaign)
    try:
        yield made
    finally:
        made.caller.close()


def fuzz(found: Fuzzer, requests: int, dice: Dice | None = None) -> None:
    dice = dice or Dice(requests)
    for _ in range(requests):
        found.request(dice)


@ON_SQLITE
def test_nothing_that_is_sent_breaks_the_server(make: Make) -> None:
    with fuzzer(make) as found:
        fuzz(found, REQUESTS)


@pytest.mark.soak
def test_nothing_that_is_sent_for_long_breaks_the_server(make: Make) -> None:
    with fuzzer(make) as found:
        fuzz(found, 100_000)


def test_the_fuzzer_finds_a_planted_error(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that needs the right address, person, token and one odd field; the short run has to find it."""
    with fuzzer(make) as found:
        real = found._campaign.answers.submit

        def fragile(user_id: int, item_id: int, submission: Submission) -> object:
            if submission.multiword:
                raise RuntimeError("planted")
            return real(user_id, item_id, submission)

        monkeypatch.setattr(found._campaign.answers, "submit", fragile)
        with pytest.raises(RuntimeError, match="planted"):
            fuzz(found, REQUESTS)
