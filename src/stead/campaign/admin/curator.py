"""Curation of a campaign's answers: proposals, decisions, and undoing a decision.

Every decision is a line of `curation.tsv` in the campaign's folder, the file that `stead gold make` understands; the
annotators' answers stay as they are.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from stead.campaign.folder import CURATION, Campaign
from stead.campaign.records import CampaignItem, ItemKind, Overtaken
from stead.campaign.store.database import record_event
from stead.campaign.tasks.validation import is_invisible
from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput, SteadError
from stead.core.extras import is_installed
from stead.core.faults import Source
from stead.formats import Content, read_content, write_content
from stead.golds import (
    AnswerRules,
    Curation,
    Decision,
    likeliest_lemma,
    make_gold,
    prepare_answers,
    propose_decisions,
    read_curation,
    remove_lines,
    serialise_curation,
)

_MOST_ANSWERS = 20
_CHANGED = "the curation file has changed in the meantime."
TOO_FEW = "too-few"
"""Why an item is not in the gold if nobody has dropped it."""


@dataclass(frozen=True)
class Book:
    """The contents of the curation file; `version` identifies them, for whoever wants to change them."""

    version: str
    decided: tuple[Decision, ...]
    """The last one first."""
    open: tuple[Decision, ...]
    """Proposals that are not decided, in the file or new."""


@dataclass(frozen=True)
class FormUse:
    """An item to which a form was given, and by how many annotators."""

    item: CampaignItem
    annotators: int


@dataclass(frozen=True)
class ItemGold:
    """The gold of one item as it would be: weights by substitute, largest first; `left_out` says why it has none."""

    weights: dict[str, int]
    left_out: str = ""


@dataclass(frozen=True)
class GoldCounts:
    """The gold as it would be, in numbers."""

    items: int
    in_gold: int
    substitutes: int


class Curator:
    """Reads and writes the curation file of a campaign, one change at a time."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._path = campaign.folder / CURATION
        self._known: tuple[object, tuple[Decision, ...]] = ("", ())
        self._counted: tuple[object, GoldCounts] = ("", GoldCounts(0, 0, 0))

    def book(self) -> Book:
        """Read the curation file: decisions and open proposals."""
        content = self._content()
        curation = read_curation(content)
        decided = tuple(decision for decision in reversed(curation.decisions) if decision.status != "proposed")
        waiting = tuple(decision for decision in curation.decisions if decision.status == "proposed")
        return Book(content.sha256, decided, (*waiting, *self._proposals(curation)))

    def decide(self, decision: Decision, status: str, version: str, *, actor: str) -> None:
        """Write down a decision, accepted or refused; it replaces the proposal in the file if there is one.

        Nothing as the `version`: whatever the file is by now.
        """
        made = replace(decision, status=status)
        with self._campaign.database.write() as connection:
            content = self._current(version)
            before = Content(content.path, remove_lines(content, {decision.line}))
            data = serialise_curation([made], before)
            read_curation(Content(content.path, data))  # says what is wrong with it, before it is in the file
            self._write(connection, data, status, str(made), actor)

    def undo(self, line: int, version: str, *, actor: str) -> Decision:
        """Undo the decision in a line of this version of the file; return it."""
        with self._campaign.database.write() as connection:
            content = self._content()
            if content.sha256 != version:
                raise Overtaken(_CHANGED)
            made = (decision for decision in read_curation(content).decisions if decision.status != "proposed")
            decision = next((decision for decision in made if decision.line == line), None)
            if decision is None:
                raise BadInput(f"{content.path}:{line}: there is no decision in this line.")
            self._write(connection, remove_lines(content, {line}), "undo", str(decision), actor)
            return decision

    def uses_of(self, form: str, lexelt: str, most: int) -> list[FormUse]:
        """The items to which a form was given, so that a person can see what it meant there."""
        annotators: dict[tuple[str, str], int] = {}
        for annotation in self._campaign.overview.annotations():
            if form in (*annotation.substitutes, annotation.multiword) and lexelt in ("", annotation.lexelt):
                annotators[annotation.lexelt, annotation.id] = annotators.get((annotation.lexelt, annotation.id), 0) + 1
        items = self._campaign.items.by_key
        return [FormUse(items[key], number) for key, number in list(annotators.items())[:most]]

    # ------------------------------------------------------------------------------------- the gold as it would be

    def item_gold(self, item: CampaignItem, answers: Sequence[Annotation], decisions: Iterable[Decision]) -> ItemGold:
        """The gold of one item by some decisions; those of the file, or with one more, or none."""
        if not answers:
            return ItemGold({})
        columns, rules = Annotations.of(answers, Source("campaign", "")), AnswerRules()
        prepared, _ = prepare_answers(columns, rules, Curation(tuple(decisions)), [item.item])
        counted = prepared.answers
        votes = Counter(counted.vocabulary[code] for code in counted.codes.tolist())
        weights = dict(sorted(votes.items(), key=lambda vote: (-vote[1], vote[0])))
        reason = prepared.dropped.get(0, "")
        return ItemGold(weights, reason or (TOO_FEW if votes.total() < rules.min_responses else ""))

    def applying_to(self, item: CampaignItem, answers: Sequence[Annotation], book: Book) -> list[Decision]:
        """The decisions that have to do with the answers to an item, the last one first."""
        key, forms = (item.item.lexelt, item.item.id), {term for answer in answers for term in answer.substitutes}
        forms |= {part for decision in book.decided if decision.form in forms for part in decision.parts}
        return [
            decision
            for decision in book.decided
            if decision.lexelt in ("", key[0])
            and decision.id in ("", key[1])
            and (not decision.form or decision.form in forms)
        ]

    def counts(self, book: Book) -> GoldCounts:
        """The size of the gold by the decisions of the file, counted again when answers or decisions have changed."""
        key = self._campaign.overview.version(), book.version
        if self._counted[0] != key:
            self._counted = key, self._count(book)
        return self._counted[1]

    def _count(self, book: Book) -> GoldCounts:
        items = [campaign_item.item for campaign_item in self._campaign.items.of(ItemKind.REAL)]
        annotations = self._campaign.overview.annotations()
        if not annotations:
            return GoldCounts(len(items), 0, 0)
        columns = Annotations.of(annotations, Source("campaign", ""))
        try:
            made = make_gold(columns, curation=Curation(book.decided[::-1]), items=items)
        except BadInput:  # no item has enough answers yet
            return GoldCounts(len(items), 0, 0)
        return GoldCounts(len(items), len(made.gold), len(made.gold.weights))

    def _write(self, connection: sa.Connection, data: bytes, kind: str, detail: str, actor: str) -> None:
        """Write the file and the event; the right to write the database is also that to write the file."""
        record_event(connection, self._campaign.database.now(), actor, f"curation {kind}", detail=detail)
        write_content(self._path, data)

    def _content(self) -> Content:
        return read_content(self._path) if self._path.exists() else Content(str(self._path), serialise_curation([]))

    def _current(self, version: str) -> Content:
        content = self._content()
        if version and content.sha256 != version:
            raise Overtaken(_CHANGED)
        return content

    def _proposals(self, curation: Curation) -> tuple[Decision, ...]:
        """New proposals, searched again only when answers or decisions have changed."""
        key = self._campaign.overview.version(), curation
        if self._known[0] != key:
            self._known = key, self._find_proposals(self._campaign.overview.annotations(), curation)
        return self._known[1]

    def _find_proposals(self, annotations: Sequence[Annotation], curation: Curation) -> tuple[Decision, ...]:
        if not annotations:
            return ()
        items = [campaign_item.item for campaign_item in self._campaign.items.of(ItemKind.REAL)]
        columns = Annotations.of(annotations, Source("campaign", ""))
        prepared, _ = prepare_answers(columns, AnswerRules(max_answers=_MOST_ANSWERS), curation, items)
        languages = {(item.lexelt, item.id): item.language for item in items}
        lemmatise = likeliest_lemma if is_installed("simplemma") else None
        try:
            return tuple(propose_decisions(prepared.answers, curation, languages, lemmatise))
        except SteadError:  # a language that nobody has lemmas for: merges are proposed all the same
            return tuple(propose_decisions(prepared.answers, curation))


def drop(item: CampaignItem, reason: str) -> Decision:
    """The decision to leave an item out; a reason is needed."""
    if not reason.strip():
        raise BadInput("say why the item is dropped.")
    return Decision(
        status="accept", action="drop-item", form="", to="", lexelt=item.item.lexelt, id=item.item.id, reason=reason
    )


def refuse_impossible(decision: Decision) -> None:
    """Refuse a decision that makes a substitute of what no annotator can give, and no gold file can hold."""
    for part in decision.parts:
        if ";" in part:
            raise BadInput(f'"{part}" has a semicolon, which separates substitutes; to make several of one, split it.')
        if is_invisible(part):
            raise BadInput("there is nothing to be seen in the new substitute.")
