"""The nouns of rating: screens, what is rated on one, and how far a rater has come."""

from dataclasses import dataclass

from stead.campaign.records import CampaignItem, Pause, State
from stead.core.errors import SteadError

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
    place: int
    candidates: tuple[str, ...]
    planted: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    again: bool = False

    @property
    def is_practice(self) -> bool:
        """Whether it does not count."""
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
class RatingTask:
    """One screen as its rater sees it: the candidates in an order of the rater's own, and what was given so far.

    `number` is its place among the `total` screens of the sitting, for this rater. While it is `closed`, its ratings
    are neither shown nor changed.
    """

    screen: CampaignScreen
    order: tuple[int, ...]
    state: State
    stored: StoredRating | None
    number: int
    total: int
    previous_id: int | None
    next_id: int | None
    closed: bool


@dataclass(frozen=True, slots=True)
class SittingRow:
    """One line of a rater's list: a subset, by the place at which the rater took it, and its screens in their order."""

    place: int
    subset: int
    state: State
    screens: tuple[tuple[CampaignScreen, int], ...]
    """With the revision of the rater's own ratings, 0 if there are none."""
    closed: frozenset[int]
    """The numbers of the screens that cannot be looked at for now."""

    @property
    def done(self) -> int:
        """How many screens are rated."""
        return sum(revision > 0 for _, revision in self.screens)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a rater may begin with: so many candidates, that take about so many seconds at the rater's own pace."""

    candidates: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Next:
    """What comes next for a rater: a screen, a new subset that can be begun, or why there is neither."""

    screen_id: int | None = None
    offer: Offer | None = None
    pause: Pause | None = None


@dataclass(frozen=True, slots=True)
class RaterProgress:
    """How far a rater has come in the sitting that is open, in candidates; and how many subsets are done."""

    done: int
    total: int
    sittings: int
    seconds_left: float | None
