"""Curation in the browser: proposals one at a time, and every item with its annotators side by side.

A decision is accepted or refused by one key, made on the page of an item for the item, its lexelt or everywhere, and
tried before it is made: the gold as it would be is always shown. Any decision can be undone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.admin.curator import TOO_FEW, Book, Curator, ItemGold, drop, refuse_impossible
from stead.campaign.pages.shared import CampaignSite, see_other
from stead.campaign.pages.texts import paginate
from stead.campaign.records import CampaignItem, ItemKind, Overtaken
from stead.core.annotation import Annotation
from stead.core.errors import SteadError
from stead.golds import Decision
from stead.golds.decisions import DROP, REPLACING, SPLIT
from stead.web.requests import Visit

_SHOWN, _EXAMPLES, _LONGEST = 50, 6, 500
_ADDRESS = "/organise/curation"
_OWN_ACTIONS = (*REPLACING, SPLIT, DROP)
_OWN_FIELDS = ("action", "form", "to", "lexelt", "id", "reason")
_ITEM_FIELDS = ("action", "form", "to", "scope", "reason")
_SCOPES = ("item", "lexelt", "everywhere")


@dataclass(frozen=True, slots=True)
class GoldChange:
    """A substitute in the gold of an item: its weight without any decision, and with all of them."""

    substitute: str
    before: int
    now: int


def _changes(before: ItemGold, now: ItemGold) -> list[GoldChange]:
    """The substitutes of two golds of an item; those that are gone come last."""
    gone = [term for term in before.weights if term not in now.weights]
    return [GoldChange(term, before.weights.get(term, 0), now.weights.get(term, 0)) for term in (*now.weights, *gone)]


class CurationPages:
    """The organiser's pages on the curation file."""

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._curator = site, Curator(site.campaign)
        self._items, self._overview = site.campaign.items, site.campaign.overview

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
            effects=self._effects(current, book),
            counts=self._curator.counts(book),
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

    def _effects(self, decision: Decision | None, book: Book) -> list[tuple[CampaignItem, list[GoldChange]]]:
        """The gold of the first items that a proposal would change: as it is, and as it would be."""
        if decision is None or not decision.form:
            return []
        effects, accepted = [], _accepted(book)
        for use in self._curator.uses_of(decision.form, decision.lexelt, _EXAMPLES):
            answers = self._answers(use.item)
            applied = (accepted, [*accepted, replace(decision, status="accept")])
            before, after = (self._curator.item_gold(use.item, answers, decisions) for decisions in applied)
            effects.append((use.item, _changes(before, after)))
        return effects

    def _answers(self, item: CampaignItem) -> list[Annotation]:
        return self._overview.annotations(item_id=item.id, kinds=(item.kind,))

    # ----------------------------------------------------------------------------------------- one item, side by side

    def item(self, visit: Visit) -> Response:
        """Show the annotators' answers to an item side by side, the decisions on them, and the gold as it would be."""
        return self._item(visit, self._known_item(visit.parameters["item"]), 200)

    def _known_item(self, number: int) -> CampaignItem:
        item = self._items.by_id.get(number)
        if item is None:
            raise HTTPException(404)
        return item

    def _item(
        self,
        visit: Visit,
        item: CampaignItem,
        status: int,
        *,
        error: str = "",
        problem: str = "",
        typed: Mapping[str, str] | None = None,
        tried: Decision | None = None,
    ) -> Response:
        try:
            book = self._curator.book()
        except SteadError as fault:  # the answers can be looked at all the same
            book, error, problem = Book("", (), ()), "curation-unreadable-title", str(fault)
        answers, history = self._answers(item), self._overview.answers_to(item.id)
        decisions = [*_accepted(book), *([tried] if tried else [])]
        before, now = (self._curator.item_gold(item, answers, applied) for applied in ((), decisions))
        forms = dict.fromkeys(term for answer in answers for term in answer.substitutes)
        positions = [other.id for other in self._items.of(item.kind)]
        at = positions.index(item.id)
        return self._site.page(
            visit,
            "item.html",
            status,
            item=item,
            answers=answers,
            forms=list(forms),
            history=history,
            newest={answer.user: answer.revision for answer in history},
            gold=_changes(before, now),
            left_out=self._left_out_in_words(now),
            book=book,
            applying=self._curator.applying_to(item, answers, book) if item.kind is ItemKind.REAL else [],
            actions=_OWN_ACTIONS,
            scopes=_SCOPES,
            typed=typed or dict.fromkeys(_ITEM_FIELDS, ""),
            tried=tried,
            error=error,
            problem=problem,
            previous=positions[at - 1] if at else None,
            following=positions[at + 1] if at + 1 < len(positions) else None,
        )

    def _left_out_in_words(self, gold: ItemGold) -> str:
        """Why an item is not in the gold, in words; empty if it is."""
        if gold.left_out in ("", TOO_FEW):
            return self._site.words("gold-too-few") if gold.left_out else ""
        action, _, reason = gold.left_out.partition(": ")
        return f"{self._site.words(f'action-{action}')}: {reason}"

    def decide_on_item(self, visit: Visit) -> Response:
        """Make a decision on a substitute of an item, or try it: show the gold as it would be, and write nothing."""
        item = self._known_item(visit.parameters["item"])
        typed = {name: visit.form.one(name).strip()[:_LONGEST] for name in _ITEM_FIELDS}
        if typed["action"] not in _OWN_ACTIONS or typed["scope"] not in _SCOPES or item.kind is not ItemKind.REAL:
            raise HTTPException(400)
        try:
            decision = self._own_decision(
                **{name: typed[name] for name in ("action", "form", "to", "reason")},
                lexelt="" if typed["scope"] == "everywhere" else item.item.lexelt,
                id=item.item.id if typed["scope"] == "item" else "",
            )
            if "try" in visit.form:
                return self._item(visit, item, 200, typed=typed, tried=decision)
            self._curator.decide(decision, "accept", visit.form.one("version"), actor=visit.user.name)
        except Overtaken:
            return self._item(visit, item, 409, error="curation-overtaken", typed=typed)
        except SteadError as fault:
            return self._item(visit, item, 422, error="curation-no-decision", problem=str(fault), typed=typed)
        return see_other(f"/organise/items/{item.id}")

    def _own_decision(self, *, action: str, form: str, to: str, lexelt: str, id: str, reason: str) -> Decision:
        because = reason or ("" if action == DROP else self._site.words("curation-by-hand"))
        decision = Decision(status="accept", action=action, form=form, to=to, lexelt=lexelt, id=id, reason=because)
        refuse_impossible(decision)
        return decision

    # ------------------------------------------------------------------------------------------------------ decisions

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
        if typed["action"] not in _OWN_ACTIONS:
            raise HTTPException(400)
        try:
            decision = self._own_decision(**typed)
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
        item = visit.form.number("item")
        return see_other(f"/organise/items/{item}" if item in self._items.by_id else _ADDRESS)

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


def _accepted(book: Book) -> list[Decision]:
    """The decisions that are applied, in their order."""
    return [decision for decision in reversed(book.decided) if decision.status == "accept"]


def _matter(decision: Decision) -> tuple[str, ...]:
    return decision.action, decision.form, decision.to, decision.lexelt, decision.id
