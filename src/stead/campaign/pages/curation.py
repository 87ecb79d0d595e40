"""Curation in the browser: one proposal at a time, accepted or refused by one key; any decision can be undone."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.admin.curator import Book, Curator, Overtaken, drop
from stead.campaign.pages.shared import CampaignSite, see_other
from stead.campaign.pages.texts import paginate
from stead.core.errors import SteadError
from stead.golds import Decision
from stead.golds.decisions import DROP, REPLACING, SPLIT
from stead.web.requests import Visit

_SHOWN, _EXAMPLES, _LONGEST = 50, 6, 500
_ADDRESS = "/organise/curation"
_OWN_ACTIONS = (*REPLACING, SPLIT, DROP)
_OWN_FIELDS = ("action", "form", "to", "lexelt", "id", "reason")


class CurationPages:
    """The organiser's pages on the curation file."""

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._curator = site, Curator(site.campaign)
        self._items = site.campaign.items

    def show(self, visit: Visit) -> Response:
        """Show the first open proposal, or the first after those that were skipped."""
        return self._render(visit, 200, "")

    def _render(
        self, visit: Visit, status: int, error: str, problem: str = "", typed: Mapping[str, str] | None = None
    ) -> Response:
        try:
            book = self._curator.book()
        except SteadError as fault:  # somebody edited the file by hand, and it cannot be read
            return self._site.page(visit, "curation-unreadable.html", 409, problem=str(fault))
        skipped = min(max(0, visit.query.number("skip", 0)), max(0, len(book.open) - 1))
        current = book.open[skipped] if book.open else None
        decided = paginate(book.decided, visit.query.number("page", 1))
        return self._site.page(
            visit,
            "curation.html",
            status,
            book=book,
            current=current,
            skipped=skipped,
            examples=self._examples(current),
            waiting=book.open[skipped + 1 : skipped + 1 + _SHOWN],
            decided=decided.rows,
            page=decided.page,
            pages=decided.pages,
            actions=_OWN_ACTIONS,
            typed=typed or dict.fromkeys(_OWN_FIELDS, ""),
            error=error,
            problem=problem,
        )

    def _examples(self, decision: Decision | None) -> list[tuple[str, list[object]]]:
        if decision is None or not decision.form:
            return []
        forms = (decision.form, *decision.parts)
        return [(form, list(self._curator.uses_of(form, decision.lexelt, _EXAMPLES))) for form in forms]

    def decide(self, visit: Visit) -> Response:
        """Accept or refuse a proposal."""
        status = visit.form.one("status")
        if status not in ("accept", "refuse"):
            raise HTTPException(400)
        wanted = tuple(visit.form.one(name) for name in ("action", "form", "to", "lexelt", "id"))
        proposal = next((proposal for proposal in self._book().open if _matter(proposal) == wanted), None)
        if proposal is None:
            return self._overtaken(visit)
        return self._written(visit, proposal, status)

    def add(self, visit: Visit) -> Response:
        """Add a decision of the organiser's own: read one form as another or as several, or leave it out."""
        typed = {name: visit.form.one(name).strip()[:_LONGEST] for name in _OWN_FIELDS}
        action, form, to, lexelt, identifier, reason = typed.values()
        if action not in _OWN_ACTIONS:
            raise HTTPException(400)
        by_hand = "" if action == DROP else self._site.words("curation-by-hand")
        try:
            decision = Decision(
                status="accept", action=action, form=form, to=to, lexelt=lexelt, id=identifier, reason=reason or by_hand
            )
        except SteadError as problem:
            return self._render(visit, 422, "curation-no-decision", str(problem), typed)
        return self._written(visit, decision, "accept")

    def drop(self, visit: Visit) -> Response:
        """Leave an item out of the gold, with a reason."""
        item = self._items.by_id.get(visit.form.number("item"))
        if item is None:
            raise HTTPException(404)
        try:
            decision = drop(item, visit.form.one("reason").strip()[:_LONGEST])
        except SteadError:
            return self._render(visit, 422, "curation-no-reason")
        if any(_matter(earlier) == _matter(decision) for earlier in self._book().decided):
            return self._render(visit, 422, "curation-dropped")
        return self._written(visit, decision, "accept")

    def undo(self, visit: Visit) -> Response:
        """Undo a decision."""
        try:
            self._curator.undo(visit.form.number("line"), visit.form.one("version"), actor=visit.user.name)
        except Overtaken:
            return self._overtaken(visit)
        except SteadError:
            return self._render(visit, 422, "curation-nothing")
        return see_other(_ADDRESS)

    def _written(self, visit: Visit, decision: Decision, status: str) -> Response:
        try:
            self._curator.decide(decision, status, visit.form.one("version"), actor=visit.user.name)
        except Overtaken:
            return self._overtaken(visit)
        except SteadError as problem:
            return self._render(visit, 422, "curation-impossible", str(problem))
        skipped = visit.form.number("skip", 0)
        return see_other(f"{_ADDRESS}?skip={skipped}" if skipped else _ADDRESS)

    def _book(self) -> Book:
        try:
            return self._curator.book()
        except SteadError:
            raise HTTPException(409) from None

    def _overtaken(self, visit: Visit) -> Response:
        return self._render(visit, 409, "curation-overtaken")


def _matter(decision: Decision) -> tuple[str, ...]:
    return decision.action, decision.form, decision.to, decision.lexelt, decision.id
