"""Set up a rating campaign from its files: sentences, candidates divided into subsets, and practice."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median_low

from stead.campaign.admin.setup import StrPath, refuse_repeats, sound_items
from stead.campaign.records import PRACTICE, SCALES, CampaignItem, CampaignScreen, ItemKind
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report
from stead.core.item import Item
from stead.core.pool import Dispatch
from stead.core.rating import Rating
from stead.core.text import plural
from stead.formats import load, read_content
from stead.formats.posthoc_files import read_pool
from stead.posthoc.dispatching import DispatchRules, make_dispatch

MOST_CANDIDATES = 150
"""How many candidates one page shows at most."""

_SHOWN = 3
Key = tuple[str, str]


@dataclass(frozen=True)
class PoolFiles:
    """The input files; `expected` are ratings of the candidates of practice items."""

    pool: StrPath
    items: Sequence[StrPath]
    practice: Sequence[StrPath] = ()
    expected: StrPath | None = None


@dataclass(frozen=True, kw_only=True)
class MadeScreens:
    """The contents of a new rating campaign. `pool` is the file of the pool, for the study; raters do not see it."""

    items: tuple[CampaignItem, ...]
    screens: tuple[CampaignScreen, ...]
    pool: bytes
    subsets: int
    reports: tuple[Report, ...]
    notes: tuple[str, ...]


def read_screens(files: PoolFiles, rules: DispatchRules, scale: str) -> MadeScreens:
    """Read the files, and divide the pool into subsets."""
    if (files.expected is None) != (not files.practice):
        raise UsageError("practice needs both sentences (`practice`) and ratings of their candidates (`expected`).")
    reports: list[Report] = []
    content = read_content(files.pool)
    practice = list(sound_items(files.practice, reports))
    given = list(sound_items(files.items, reports))
    refuse_repeats([*practice, *given])
    languages = {(item.lexelt, item.id): item.language for item in given}
    dispatch, notes = make_dispatch(read_pool(content), rules, languages)
    _check_screens(dispatch)
    wanted = {(screen.lexelt, screen.id) for screen in dispatch.screens}
    real = [item for item in given if (item.lexelt, item.id) in wanted]
    _refuse_missing(wanted, real)
    if len(real) < len(given):
        notes.append(f"{plural(len(given) - len(real), 'sentence')} without candidates in the pool: left out.")
    kinds = [(ItemKind.PRACTICE, item) for item in practice] + [(ItemKind.REAL, item) for item in real]
    items = tuple(CampaignItem(number, item, kind, ()) for number, (kind, item) in enumerate(kinds, start=1))
    expected = _expected_ratings(files, scale, reports)
    if unused := len(expected.keys() - {(item.lexelt, item.id) for item in practice}):
        notes.append(f"{files.expected}: {plural(unused, 'item')} that nobody practises on: left out.")
    by_key = {(item.item.lexelt, item.item.id): item for item in items}
    screens = [*_practice_screens(items, expected), *_screens(dispatch, by_key)]
    return MadeScreens(
        items=items,
        screens=_number_screens(screens),
        pool=content.data,
        subsets=dispatch.subsets,
        reports=tuple(reports),
        notes=tuple(notes),
    )


def _check_screens(dispatch: Dispatch) -> None:
    for screen in dispatch.screens:
        _check_candidates((screen.lexelt, screen.id), screen.candidates, "Make more subsets (`subsets`).")


def _check_candidates(key: Key, candidates: Collection[str], advice: str) -> None:
    """Refuse candidates that no page can show, or no form can send."""
    lexelt, identifier = key
    if len(candidates) > MOST_CANDIDATES:
        raise BadInput(
            f"{lexelt} {identifier} would show {plural(len(candidates), 'candidate')} on one page, and "
            f"{MOST_CANDIDATES} is the most. {advice}"
        )
    if any("\0" in term for term in candidates):
        raise BadInput(f"a candidate of {lexelt} {identifier} holds a null character.")


def _refuse_missing(wanted: set[Key], items: Sequence[Item]) -> None:
    missing = sorted(wanted - {(item.lexelt, item.id) for item in items})
    if missing:
        some = ", ".join([*(" ".join(key) for key in missing[:_SHOWN]), *["..."] * (len(missing) > _SHOWN)])
        raise BadInput(
            f"{plural(len(missing), 'item')} of the pool without a sentence ({some}); give "
            "the files of items that the pool was made on (`items`)."
        )


def _screens(dispatch: Dispatch, items: Mapping[Key, CampaignItem]) -> Iterator[CampaignScreen]:
    places: dict[int, int] = {}
    for screen in dispatch.screens:
        places[screen.subset] = position = places.get(screen.subset, 0) + 1
        yield CampaignScreen(
            id=0,
            item=items[screen.lexelt, screen.id],
            subset=screen.subset,
            position=position,
            candidates=tuple(sorted(screen.candidates)),
            planted=tuple(sorted(screen.planted)),
            again=screen.again,
        )


def _expected_ratings(files: PoolFiles, scale: str, reports: list[Report]) -> dict[Key, dict[str, str]]:
    """The expected ratings of practice candidates: the median of the ratings in the file, in steps of the scale."""
    if files.expected is None:
        return {}
    ratings: list[Rating]
    ratings, report = load(files.expected, "ratings")
    reports.append(report)
    steps_of: dict[Key, dict[str, list[int]]] = {}
    for rating in ratings:
        given = steps_of.setdefault((rating.lexelt, rating.id), {}).setdefault(rating.candidate, [])
        given.append(_step(rating, scale, str(files.expected)))
    steps = SCALES[scale]
    return {
        key: {term: steps[median_low(values)] for term, values in sorted(given.items())}
        for key, given in steps_of.items()
    }


def _step(rating: Rating, scale: str, path: str) -> int:
    steps = SCALES[scale]
    value = rating.value if isinstance(rating.value, str) else str(round(rating.value))
    if value not in steps:
        raise BadInput(f"{path}: {rating.candidate!r} is rated {rating.value!r}, which is not on the scale {scale}.")
    return steps.index(value)


def _practice_screens(
    items: Sequence[CampaignItem], expected: Mapping[Key, Mapping[str, str]]
) -> Iterator[CampaignScreen]:
    practice = [item for item in items if item.kind is ItemKind.PRACTICE]
    for position, item in enumerate(practice, start=1):
        ratings = expected.get((item.item.lexelt, item.item.id))
        if ratings is None:
            raise BadInput(
                f"nothing is expected of {item.item.lexelt} {item.item.id}; rate its candidates (`expected`)."
            )
        _check_candidates((item.item.lexelt, item.item.id), ratings, "Rate fewer of them (`expected`).")
        yield CampaignScreen(
            id=0,
            item=item,
            subset=PRACTICE,
            position=position,
            candidates=tuple(ratings),
            expected=tuple(ratings.values()),
        )


def _number_screens(screens: Sequence[CampaignScreen]) -> tuple[CampaignScreen, ...]:
    return tuple(
        CampaignScreen(
            id=number,
            item=screen.item,
            subset=screen.subset,
            position=screen.position,
            candidates=screen.candidates,
            planted=screen.planted,
            expected=screen.expected,
            again=screen.again,
        )
        for number, screen in enumerate(screens, start=1)
    )
