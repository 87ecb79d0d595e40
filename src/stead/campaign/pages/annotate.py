"""Annotation in the browser: one sentence at a time; after any error, the text that was typed is shown again."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.pages.shared import PREVIEW, CampaignSite, TaskPages, preview_address, seconds_of, see_other
from stead.campaign.pages.texts import paginate, time_left
from stead.campaign.records import (
    Answer,
    CampaignItem,
    ItemKind,
    ItemView,
    LeaseState,
    NotAssigned,
    Stale,
    Stored,
    Submission,
)
from stead.campaign.tasks.validation import (
    BOX,
    LONGEST_TERM,
    MULTIWORD,
    AnswerQuestion,
    is_expected,
    is_invisible,
    normalise,
    questions,
)
from stead.web.requests import Form, Visit

NIL, NAME = "nil", "name"
CHOICE, COMMENT = "choice", "comment"
"""The fields of the two toggles, and of the comment."""
_OF_ONE_FIELD = {
    "empty": BOX.format(1),
    "both": CHOICE,
    "nil-off": CHOICE,
    "name-off": CHOICE,
    "phrase-separator": MULTIWORD,
    "multiword-off": MULTIWORD,
    "comment-off": COMMENT,
}
_OF_SOME_TEXTS: dict[str, Callable[[str], bool]] = {
    "separator": lambda text: ";" in text,
    "invisible": is_invisible,
    "too-long": lambda text: len(text) > LONGEST_TERM,
}


@dataclass(frozen=True, kw_only=True)
class AnswerForm:
    """The form of an item; `kept` names the questions to which the answer was to keep the text."""

    uuid: str
    based_on: int
    substitutes: tuple[str, ...] = ()
    nil: bool = False
    name: bool = False
    multiword: str = ""
    comment: str = ""
    seconds: float = 0.0
    kept: frozenset[str] = frozenset()
    accepted: frozenset[str] = frozenset()
    key: str = ""

    @classmethod
    def fresh(cls, answer: Answer | None) -> "AnswerForm":
        """A new form: empty, or with the answer given so far; it has a UUID for browsers without scripts."""
        if answer is None:
            return cls(uuid=str(uuid4()), based_on=0)
        return cls(
            uuid=str(uuid4()),
            based_on=answer.revision,
            substitutes=answer.substitutes,
            nil=answer.nil,
            name=answer.name,
            multiword=answer.multiword,
            comment=answer.comment,
        )

    @classmethod
    def from_form(cls, form: Form) -> "AnswerForm":
        """Read the form that a browser sent; the button that was pressed answers the questions of its page."""
        asked, kept = frozenset(form.all("asked")), frozenset(form.all("kept"))
        accepts = "accept" in form
        return cls(
            uuid=form.one("uuid")[:100],
            based_on=form.number("based_on"),
            substitutes=tuple(form.all("substitute")),
            nil=NIL in form.all(CHOICE),
            name=NAME in form.all(CHOICE),
            multiword=form.one("multiword"),
            comment=form.one("comment"),
            seconds=seconds_of(form),
            kept=kept if accepts else kept | asked,
            accepted=asked if accepts else frozenset(),
            key=form.one("item")[:100],
        )

    def submission(self) -> Submission:
        """The submission for the store."""
        return Submission(
            uuid=self.uuid,
            based_on=self.based_on,
            substitutes=self.substitutes,
            nil=self.nil,
            name=self.name,
            multiword=self.multiword,
            comment=self.comment,
            seconds=self.seconds,
        )

    def accept_offers(self, questions: Iterable[AnswerQuestion]) -> "AnswerForm":
        """The form with the accepted offers in place of the texts that were typed."""
        accepted = {
            question.field: question
            for question in questions
            if question.key in self.accepted and question.offer is not None
        }
        if not accepted:
            return self
        filled = [(at, text) for at, text in enumerate(self.substitutes, start=1) if text.strip()]
        boxes = [(accepted.get(BOX.format(at)), text) for at, text in filled]
        codes = {question.code for question in accepted.values()}
        phrase = accepted.get(MULTIWORD)
        return replace(
            self,
            substitutes=tuple(term for asked, text in boxes for term in (asked.offer or () if asked else (text,))),
            nil=self.nil or NIL in codes,
            name=self.name or NAME in codes,
            multiword=" ".join(phrase.offer or ()) if phrase else self.multiword,
        )

    def faults(self, codes: Iterable[str], most: int) -> dict[str, str]:
        """The fields that a refusal is about, each with the first code that is about it."""
        texts = {BOX.format(at): text for at, text in enumerate(self.substitutes, start=1)} | {
            MULTIWORD: self.multiword
        }
        faults: dict[str, str] = {}
        for code in codes:
            if code in _OF_SOME_TEXTS:
                fields = [field for field, text in texts.items() if _OF_SOME_TEXTS[code](text)]
            else:
                fields = [BOX.format(most + 1) if code == "too-many" else _OF_ONE_FIELD.get(code, "")]
            for field in filter(None, fields):
                faults.setdefault(field, code)
        return faults

    def boxes(self, number: int) -> list[str]:
        """The substitutes, followed by empty boxes up to a number; none that was typed is left out."""
        return [*self.substitutes, *[""] * (number - len(self.substitutes))]


class AnnotationPages(TaskPages[AnswerForm]):
    """The annotator's pages."""

    def __init__(self, site: CampaignSite) -> None:
        super().__init__(site, site.campaign.answers)
        self._language = site.campaign.settings.interface.language_code

    def start(self, visit: Visit) -> Response:
        """Redirect to the next item, or say why there is none."""
        user, position = visit.user, visit.query.number("after")
        try:
            last: int | None = self._campaign.answers.item_at(user.id, position)
        except NotAssigned:
            last = None
        after = "" if last is None else f"?after={position}"
        if not self._campaign.guidelines.has_agreed(user.id):
            return see_other(f"/guidelines{after}")
        self._screen(visit)
        following = self._campaign.assignment.next(user, after=last)
        if isinstance(following, int):
            return see_other(f"/annotate/{self._campaign.answers.position_of(user.id, following)}{after}")
        progress = self._campaign.assignment.progress(user)
        return self._pause(visit, following, done=progress.done, progress=progress, saved=self._saved(visit))

    def show(self, visit: Visit) -> Response:
        """Show the form for an item of the annotator's own list."""
        task = self._task(visit)
        if not self._campaign.guidelines.has_agreed(visit.user.id):
            return see_other("/guidelines")
        if task.state is LeaseState.EXPIRED:
            self._campaign.assignment.open(visit.user.id, task.item.id)
        return self._form(visit, AnswerForm.fresh(task.answer), 200, task=task, saved=self._saved(visit))

    def _read(self, form: Form) -> AnswerForm:
        return AnswerForm.from_form(form)

    def _task_id(self, visit: Visit) -> int:
        """The item at the position in the annotator's own list that the address names."""
        try:
            return self._campaign.answers.item_at(visit.user.id, visit.parameters["position"])
        except NotAssigned:
            raise HTTPException(404) from None

    def _other_form(self, visit: Visit, form: AnswerForm, status: int) -> Response:
        return self._site.page(visit, "other-sentence.html", status, typed=form)

    def _store(self, visit: Visit, task_id: int, form: AnswerForm) -> Response | Stored[Answer] | Stale[Answer]:
        item = self._campaign.items.by_id[task_id]
        form = form.accept_offers(self._questions(form, item))
        asked = [
            question
            for question in self._questions(form, item)
            if question.key not in form.kept or not question.may_be_kept
        ]
        if asked:
            at = {question.field: question for question in asked if question.field}
            return self._form(visit, form, 422, notice="question", asked=asked, asked_at=at)
        return self._submit(visit, task_id, form.submission())

    def _submit(self, visit: Visit, task_id: int, submission: Submission) -> Response | Stored[Answer] | Stale[Answer]:
        return self._campaign.answers.submit(visit.user.id, task_id, submission)

    def _questions(self, form: AnswerForm, item: CampaignItem) -> tuple[AnswerQuestion, ...]:
        return questions(form.submission(), item, self._campaign.settings.answers, self._language)

    def _rebase(self, form: AnswerForm, revision: int) -> AnswerForm:
        return replace(form, uuid=str(uuid4()), based_on=revision)

    def _after(self, visit: Visit, task_id: int) -> str:
        """The address after an answer: practice items with expected answers show these first."""
        item, position = self._campaign.items.by_id[task_id], visit.parameters["position"]
        if item.kind is ItemKind.PRACTICE and item.expected:
            return f"/annotate/{position}/feedback"
        return f"/annotate?after={position}"

    def _task(self, visit: Visit) -> ItemView:
        try:
            return self._campaign.answers.task_at(visit.user.id, visit.parameters["position"])
        except NotAssigned:
            raise HTTPException(404) from None

    def _saved(self, visit: Visit) -> ItemView | None:
        try:
            return self._campaign.answers.task_at(visit.user.id, visit.query.number("after"))
        except NotAssigned:
            return None

    def _form(self, visit: Visit, form: AnswerForm, status: int, *, task: Any = None, **values: object) -> Response:
        task, progress = task or self._task(visit), self._campaign.assignment.progress(visit.user)
        most = self._campaign.settings.answers.max_substitutes
        defaults: dict[str, object] = {
            "notice": "",
            "codes": (),
            "asked": (),
            "asked_at": {},
            "stored": task.answer,
            "saved": None,
            "most": most,
        }
        refused = form.faults(codes, most) if isinstance(codes := values.get("codes", ()), tuple) else {}
        return self._site.page(
            visit,
            "annotate.html",
            status,
            task=task,
            faults=refused,
            typed=form,
            boxes=form.boxes(most),
            progress=progress,
            left=time_left(self._site.words, progress.seconds_left),
            **{**defaults, **values},
        )

    # ---------------------------------------------------------------------------------------------- practice and list

    def feedback(self, visit: Visit) -> Response:
        """Show the expected answers of a practice item, once it is answered."""
        task = self._task(visit)
        if task.item.kind is not ItemKind.PRACTICE or task.answer is None:
            raise HTTPException(404)
        return self._feedback(visit, task, onward=f"/annotate?after={task.position}")

    def _feedback(self, visit: Visit, task: ItemView, **values: object) -> Response:
        same = task.answer is not None and is_expected(task.answer.substitutes, task.item)
        return self._site.page(visit, "feedback.html", task=task, same=same, **values)

    def show_list(self, visit: Visit) -> Response:
        """Show the annotator's list: answered and open items."""
        shown = paginate(self._campaign.answers.list_items(visit.user.id), visit.query.number("page", 1))
        progress = self._campaign.assignment.progress(visit.user)
        left = time_left(self._site.words, progress.seconds_left)
        return self._site.page(
            visit,
            "list.html",
            rows=shown.rows,
            page=shown.page,
            pages=shown.pages,
            progress=progress,
            left=left,
            given=self._campaign.answers.current(visit.user.id),
        )


# ------------------------------------------------------------------------------------------------------- preview


class PreviewPages(AnnotationPages):
    """The annotator's pages for an organiser who tries them: all checks, no place taken, nothing stored."""

    def start(self, visit: Visit) -> Response:
        """Show the guidelines as annotators see them first."""
        return self._preview_guidelines(visit, self._numbers()[0])

    def show(self, visit: Visit) -> Response:
        """Show the form for an item."""
        task = self._task(visit)
        return self._form(visit, AnswerForm.fresh(None), 200, task=task)

    def _task_id(self, visit: Visit) -> int:
        """The number of the item itself: an organiser may know which ones are alike."""
        number = int(visit.parameters["position"])
        if number not in self._campaign.items.by_id:
            raise HTTPException(404)
        return number

    def _numbers(self) -> list[int]:
        """The numbers of the items that annotators are given; those of a closed pilot if there are no others."""
        items = self._campaign.items.by_id
        return [number for number, item in items.items() if item.kind is not ItemKind.PILOT] or list(items)

    def _task(self, visit: Visit) -> ItemView:
        number, numbers = self._task_id(visit), self._numbers()
        return ItemView(
            item=self._campaign.items.by_id[number],
            position=number,
            state=LeaseState.LEASED,
            leased_until="",
            answer=None,
            previous_position=max((other for other in numbers if other < number), default=None),
            next_position=min((other for other in numbers if other > number), default=None),
        )

    def _submit(self, visit: Visit, task_id: int, submission: Submission) -> Response:
        """Check an answer as if it were stored, and go on; practice shows what is expected."""
        checked = normalise(submission, self._campaign.settings.answers)
        task = self._task(visit)
        onward = preview_address(task.next_position)
        if task.is_practice and task.item.expected:
            tried = replace(task, answer=_unstored(checked, task_id, visit.user.name))
            return self._feedback(visit, tried, onward=onward, preview=True, work=PREVIEW)
        return see_other(onward)

    def _form(self, visit: Visit, form: AnswerForm, status: int, *, task: Any = None, **values: object) -> Response:
        return super()._form(visit, form, status, task=task, **{"preview": True, "work": PREVIEW, **values})


def _unstored(sent: Submission, item_id: int, user: str) -> Answer:
    """An answer that was only tried."""
    return Answer(
        uuid=sent.uuid,
        user=user,
        item_id=item_id,
        revision=1,
        substitutes=sent.substitutes,
        nil=sent.nil,
        name=sent.name,
        multiword=sent.multiword,
        comment=sent.comment,
        seconds=sent.seconds,
        received="",
        guideline_version="",
        late=False,
    )
