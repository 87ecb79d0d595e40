"""The status of a campaign as a sheet: how far everybody has come, and how far they agree."""

from typing import TYPE_CHECKING

from stead.core.text import counted
from stead.records.sheet import Section, Sheet

if TYPE_CHECKING:
    from stead.campaign import Campaign
    from stead.campaign.tasks.rating_phase import RatingPhase

_PEOPLE = "Of real items; substitutes: per answer with any; checks: attention checks passed; seconds: the median."
_ANNOTATORS = (
    "annotator",
    "answered",
    "open",
    "late",
    "substitutes",
    "NIL",
    "NAME",
    "comments",
    "checks",
    "seconds",
    "",
)
_RATERS = ("rater", "done", "open", "late", "ratings", "cannot judge", "seconds", "repeats", "planted", "")
_CAPTION = "Repeats: how far from the first rating, on average. Planted: accepted of those shown."


def annotation_status(campaign: "Campaign", agreement: Section) -> Sheet:
    """Items, annotators and their agreement."""
    items = campaign.overview.items()
    wanted = campaign.settings.assignment.annotators_per_item
    counts = (
        ("items", len(items)),
        (f"items with {counted(wanted, 'answer')}", sum(item.answered >= wanted for item in items)),
        ("items without an answer", sum(item.answered == 0 for item in items)),
        ("answers", sum(item.answered for item in items)),
        ("answers wanted", wanted * len(items)),
    )
    rows = tuple(
        (
            row.user.name,
            row.answered,
            row.open,
            row.late,
            row.substitutes,
            row.nil,
            row.names,
            row.comments,
            f"{row.checks_passed}/{row.checks_answered}",
            row.median_seconds,
            "paused" if row.user.paused else "",
        )
        for row in campaign.overview.annotators()
    )
    sections = (
        Section("Items", ("count of", "number"), counts, _deleted(campaign)),
        Section("Annotators", _ANNOTATORS, rows, _PEOPLE),
        agreement,
    )
    return Sheet(f"The campaign {campaign.folder}", sections)


def rating_status(campaign: "Campaign", rating: "RatingPhase") -> Sheet:
    """Subsets, raters and their agreement."""
    subsets, candidates = rating.overview.subsets(), rating.overview.candidates()
    least, most = campaign.settings.rating.least_raters, campaign.settings.rating.most_raters
    counts = (
        ("subsets", len(subsets)),
        (f"subsets with {counted(least, 'rater')}", sum(row.done >= least for row in subsets)),
        (f"subsets with {counted(most, 'rater')}, the most", sum(row.done >= most for row in subsets)),
        ("candidates", len(candidates)),
        (f"candidates with {counted(least, 'rating')}", sum(len(row.ratings) >= least for row in candidates)),
        ("candidates without a rating", sum(not row.ratings for row in candidates)),
    )
    rows = tuple(
        (
            row.user.name,
            row.done,
            row.open,
            row.late,
            row.ratings,
            row.unjudged,
            None if row.seconds is None else round(row.seconds, 2),
            None if row.change is None else round(row.change, 3),
            f"{row.accepted}/{row.planted}",
            "paused" if row.user.paused else "",
        )
        for row in rating.overview.raters()
    )
    preview = rating.overview.preview()
    sections = (
        Section("Subsets", ("count of", "number"), counts, _deleted(campaign)),
        Section("Raters", _RATERS, rows, _CAPTION),
        *(() if preview is None else preview.sections[1:]),
    )
    return Sheet(f"The campaign {campaign.folder}", sections)


def _deleted(campaign: "Campaign") -> str:
    return f"Deleted on {campaign.deleted}." if campaign.deleted else ""
