"""The records of a campaign: plain data, as pages and commands see them.

Times are UTC in ISO 8601 with microseconds (`2026-03-02T09:14:05.000000Z`), so that their order is that of the texts.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from stead.core.errors import SteadError
from stead.core.item import Item


class Role(StrEnum):
    """The role of a user, which says what they may do."""

    ANNOTATOR = "annotator"
    ORGANISER = "organiser"


class ItemKind(StrEnum):
    """The purpose of an item."""

    REAL = "real"  # goes into the gold
    PRACTICE = "practice"  # comes first, with feedback
    ATTENTION = "attention"  # strewn among the real ones, with known answers
    PILOT = "pilot"  # was real until its phase was closed; no longer assigned, and not in the gold


class LeaseState(StrEnum):
    """The state of a lease.

    Those that are leased or answered are *live*: an item never has more than k of them. State alone decides; the time
    of a lease matters only when somebody asks for work, since then leases that have run out become expired.
    """

    LEASED = "leased"
    ANSWERED = "answered"
    EXPIRED = "expired"  # the lease ran out before an answer came
    RELEASED = "released"  # an organiser gave the item back
    LATE = "late"  # answered after others had filled the item's places; the answer is kept and flagged


LIVE = (LeaseState.LEASED, LeaseState.ANSWERED)
ANSWERED = (LeaseState.ANSWERED, LeaseState.LATE)


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Somebody who takes part."""

    id: int
    name: str
    role: Role
    created: str
    paused: bool
    extra_items: int
    deleted: bool
    has_password: bool
    invite_expires: str = ""
    """Until when the invite link is valid; nothing: for ever, or there is none."""


@dataclass(frozen=True, slots=True)
class CampaignItem:
    """An item of the campaign: its number is its key in the store, and its position in the order of the files."""

    id: int
    item: Item
    kind: ItemKind
    expected: tuple[str, ...]

    @property
    def parts(self) -> tuple[str, str, str]:
        """The sentence before the target, the target, and the sentence after it."""
        item = self.item
        return item.text[: item.start], item.target, item.text[item.end :]


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What an annotator sends: `uuid` is made by the client once for each submission, `based_on` is the revision
    that the form was filled in on (0 for an empty one).
    """

    uuid: str
    based_on: int
    substitutes: tuple[str, ...] = ()
    nil: bool = False
    name: bool = False
    multiword: str = ""
    comment: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A stored answer; it is never changed: a correction is a further revision."""

    uuid: str
    user: str
    item_id: int
    revision: int
    substitutes: tuple[str, ...]
    nil: bool
    name: bool
    multiword: str
    comment: str
    seconds: float
    received: str
    guideline_version: str
    late: bool


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stored(Generic[T]):
    """The answer is on disk; `replayed` if it was there before under the same UUID."""

    answer: T
    replayed: bool


@dataclass(frozen=True, slots=True)
class Stale(Generic[T]):
    """Nothing was stored: the form was based on an older revision than the current one, which is this."""

    current: T | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemView:
    """One item as its annotator sees it: its place in the annotator's list, and the answer given so far."""

    item: CampaignItem
    position: int
    state: LeaseState
    leased_until: str
    answer: Answer | None
    previous_position: int | None
    next_position: int | None

    @property
    def task_id(self) -> int:
        """The number of the task in the store: that of the item."""
        return self.item.id

    @property
    def page_number(self) -> int:
        """The number of its page, in addresses: its position, since numbers of items would tell which are alike."""
        return self.position

    @property
    def is_practice(self) -> bool:
        """Whether the item is practice, which does not count."""
        return self.item.kind is ItemKind.PRACTICE


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of an annotator's list of items."""

    item: CampaignItem
    position: int
    state: LeaseState
    revision: int
    commented: bool


class Pause(StrEnum):
    """The reason why there is nothing to do."""

    PAUSED = "paused"  # the organiser paused this annotator
    FINISHED = "finished"  # every item that this annotator may have is answered
    WAIT = "wait"  # all that is left is leased by others: more may come free


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an annotator; `seconds_left` is an estimate from the median of the answers so far."""

    done: int
    total: int
    practice_done: int
    practice_total: int
    seconds_left: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event: an action on the campaign, who did it, to whom."""

    time: str
    actor: str
    kind: str
    user: str
    item_id: int | None
    detail: str


class AnswerRefused(SteadError):
    """An answer that cannot be stored as it is; `codes` name what is wrong, for pages to say in their language."""

    def __init__(self, codes: tuple[str, ...]) -> None:
        super().__init__(f"the answer cannot be stored: {', '.join(codes)}.")
        self.codes = codes


class AnswerConflict(SteadError):
    """The UUID of a submission belongs to another answer already."""


class Overtaken(SteadError):
    """Raised if somebody else has changed the same thing since the page was made; nothing was done."""


class NotAgreed(SteadError):
    """Raised if somebody answers who has never agreed to any guidelines."""


class NotAssigned(SteadError):
    """The item does not exist, or is not this annotator's; the message does not say which."""


PRACTICE = 0
"""The number of the subset that everybody practises on."""

CANNOT_JUDGE = "?"
SCALES = {"0-3": ("0", "1", "2", "3"), "good-reasonable-bad": ("bad", "reasonable", "good")}
"""The ratings of each scale, worst first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignScreen:
    """A sentence with the candidates that are rated together, in alphabetical order.

    Nothing here, and nothing that is stored beside it, tells where a candidate comes from. `planted` are those among
    them that fit nowhere; a screen that comes `again` is the second of its sentence in a subset, and some of its
    candidates are on the first, too. `expected` are, of practice, the ratings that the candidates should have.
    """

    id: int
    item: CampaignItem
    subset: int
    position: int
    candidates: tuple[str, ...]
    planted: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    again: bool = False

    @property
    def is_practice(self) -> bool:
        """Whether the screen is practice, which does not count."""
        return self.subset == PRACTICE


class RatingClosed(SteadError):
    """The ratings of a screen cannot be changed while another screen of the same sentence is to be rated."""


@dataclass(frozen=True, slots=True)
class RatingSubmission:
    """What a rater sends of one screen: `judgements` has a rating for each candidate, in the order of the screen.

    `uuid` is made by the client once for each submission, `based_on` is the revision that the form was filled in on.
    `moments` are the milliseconds after which each candidate was rated; nothing if the client did not say.
    """

    uuid: str
    based_on: int
    judgements: tuple[str, ...]
    moments: tuple[int, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRating:
    """The ratings of one screen by one rater; never changed: a correction is a further revision."""

    uuid: str
    user: str
    screen_id: int
    revision: int
    judgements: tuple[str, ...]
    moments: tuple[int, ...]
    seconds: float
    received: str
    guideline_version: str
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenView:
    """One screen as its rater sees it: the candidates in an order of the rater's own, and what was given so far.

    `number` is its place among the `total` screens of the sitting, for this rater. While it is `closed`, its ratings
    are neither shown nor changed.
    """

    screen: CampaignScreen
    order: tuple[int, ...]
    state: LeaseState
    answer: StoredRating | None
    number: int
    total: int
    previous_id: int | None
    next_id: int | None
    closed: bool

    @property
    def item(self) -> CampaignItem:
        """The sentence."""
        return self.screen.item

    @property
    def task_id(self) -> int:
        """The number of the task in the store: that of the screen."""
        return self.screen.id

    @property
    def page_number(self) -> int:
        """The number of its page, in addresses."""
        return self.screen.id

    @property
    def is_practice(self) -> bool:
        """Whether the screen is practice, which does not count."""
        return self.screen.is_practice


@dataclass(frozen=True, slots=True)
class SittingRow:
    """One line of a rater's list: a subset, by the place at which the rater took it, and its screens in their order."""

    position: int
    subset: int
    state: LeaseState
    screens: tuple[tuple[CampaignScreen, int], ...]
    """Each with the revision of the rater's own ratings, 0 if there are none."""
    closed: frozenset[int]
    """The numbers of the screens that cannot be looked at for now."""

    @property
    def done(self) -> int:
        """The number of screens that are rated."""
        return sum(revision > 0 for _, revision in self.screens)


@dataclass(frozen=True, slots=True)
class Offer:
    """A subset that a rater may begin: the number of its candidates, and the seconds it takes at the rater's pace."""

    candidates: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Next:
    """The next step of a rater: a screen, a new subset that can be begun, or why there is neither."""

    screen_id: int | None = None
    offer: Offer | None = None
    pause: Pause | None = None


@dataclass(frozen=True, slots=True)
class RaterProgress:
    """The progress of a rater in the open sitting, in candidates; and the number of subsets that are done."""

    done: int
    total: int
    sittings: int
    seconds_left: float | None
