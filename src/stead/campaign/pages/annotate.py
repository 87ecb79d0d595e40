"""One sentence at a time: shown, answered, stored; whatever goes wrong, the text that was typed is shown again."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.pages.answer_form import AnswerForm
from stead.campaign.pages.site import CampaignSite, paged, see_other, time_left
from stead.campaign.records import (
    AnswerConflict,
    AnswerRefused,
    CampaignItem,
    Kind,
    NotAgreed,
    NotAssigned,
    Stale,
    State,
    Stored,
    Task,
    User,
)
from stead.campaign.tasks.validation import Question, is_expected, questions
from stead.web.requests import Visit


class AnnotationPages:
    """The annotator's pages. Every call names the session's own user, so nobody sees what is another's."""

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._campaign = site, site.campaign

    # --------------------------------------------------------------------------------------------------- guidelines

    def guidelines(self, visit: Visit) -> Response:
        """Guidelines with examples, and the consent."""
        return self._guidelines(visit, 200)

    def _guidelines(self, visit: Visit, status: int, *, lacks_consent: bool = False) -> Response:
        own = self._campaign.guidelines
        agreed = own.has_agreed(visit.user.id)
        return self._site.page(
            visit,
            "guidelines.html",
            status,
            guidelines=own,
            agreed=agreed,
            changed=not agreed and own.has_agreed_before(visit.user.id),
            lacks_consent=lacks_consent,
            saved=self._saved(visit),
        )

    def agree(self, visit: Visit) -> Response:
        """Note that what the form showed was read, and the consent given if one is asked for."""
        own = self._campaign.guidelines
        if visit.form.one("version") != own.agreement:  # changed since the form was made
            return self._guidelines(visit, 409)
        if own.consent and visit.form.one("agree") != "yes":
            return self._guidelines(visit, 422, lacks_consent=True)
        own.agree(visit.user.id)
        return see_other("/annotate")

    # -------------------------------------------------------------------------------------------------------- items

    def start(self, visit: Visit) -> Response:
        """On to the next item, or why there is none."""
        user: User = visit.user
        saved = self._saved(visit)
        after = f"?after={saved.place}" if saved else ""
        if not self._campaign.guidelines.has_agreed(user.id):
            return see_other(f"/guidelines{after}")
        found = self._campaign.work.next(user, after=saved.item.id if saved else None)
        if isinstance(found, int):
            return see_other(f"/annotate/{self._campaign.answers.place_of(user.id, found)}{after}")
        progress = self._campaign.overview.progress(user)
        return self._site.page(visit, "pause.html", reason=found, progress=progress, saved=saved)

    def show(self, visit: Visit) -> Response:
        """The form for an item of the annotator's own list."""
        task = self._task(visit)
        if not self._campaign.guidelines.has_agreed(visit.user.id):
            return see_other("/guidelines")
        if task.state is State.EXPIRED:
            self._campaign.work.open(visit.user.id, task.item.id)
        return self._form(visit, task, AnswerForm.fresh(task.answer), saved=self._saved(visit))

    def send(self, visit: Visit) -> Response:
        """Store an answer with the item that its form was made for, and go on when it is on disk."""
        typed = AnswerForm.sent(visit.form)
        try:
            item_id = self._item_id(visit)
        except HTTPException as error:
            return self._other_sentence(visit, typed, error.status_code)
        if typed.item != self._site.item_key(visit.user.id, item_id):
            return self._other_sentence(visit, typed, 409)
        return self._send(visit, typed, self._campaign.items.by_id[item_id])

    def _send(self, visit: Visit, typed: AnswerForm, item: CampaignItem) -> Response:
        if not visit.token_is_right:  # signed in again since the form was made: shown again, to be sent once more
            return self._form(visit, self._task(visit), typed, 403, notice="again")
        typed = typed.accepting(self._questions(typed, item))
        asked = [each for each in self._questions(typed, item) if each.key not in typed.kept or not each.may_be_kept]
        if asked:
            at = {each.field: each for each in asked if each.field}
            return self._form(visit, self._task(visit), typed, 422, notice="question", asked=asked, asked_at=at)
        try:
            done = self._campaign.answers.submit(visit.user.id, item.id, typed.submission())
        except AnswerRefused as error:
            return self._form(visit, self._task(visit), typed, 422, notice="refused", codes=error.codes)
        except AnswerConflict:
            done = Stale(self._task(visit).answer)
        except NotAssigned:
            raise HTTPException(404) from None
        except NotAgreed:
            return self._form(visit, self._task(visit), typed, 409, notice="agree")
        if isinstance(done, Stored):
            return see_other(_behind(item, visit.parameters["place"]))
        return self._told(visit, typed, done)

    def _other_sentence(self, visit: Visit, typed: AnswerForm, status: int) -> Response:
        """What was typed for an item that does not stand at this place: shown, and never stored with another."""
        return self._site.page(visit, "other-sentence.html", status, typed=typed)

    def _questions(self, typed: AnswerForm, item: CampaignItem) -> tuple[Question, ...]:
        settings = self._campaign.settings
        return questions(typed.submission(), item, settings.answers, settings.interface.language)

    def _told(self, visit: Visit, typed: AnswerForm, stale: Stale) -> Response:
        """Both texts, to choose from; a form that was filled in on a revision that never was is damaged."""
        task = self._task(visit)
        if stale.current is None:
            return self._form(visit, task, typed, 422, notice="refused", codes=("revision",))
        return self._form(visit, task, typed.upon(stale.current), 409, notice="conflict", stored=stale.current)

    def _item_id(self, visit: Visit) -> int:
        """The item at the place that the address names in the annotator's own list."""
        try:
            return self._campaign.answers.item_at(visit.user.id, visit.parameters["place"])
        except NotAssigned:
            raise HTTPException(404) from None

    def _task(self, visit: Visit) -> Task:
        try:
            return self._campaign.answers.task(visit.user.id, self._item_id(visit))
        except NotAssigned:
            raise HTTPException(404) from None

    def _saved(self, visit: Visit) -> Task | None:
        """The item whose answer has just been stored, which the browser may now forget its draft of."""
        answers, user_id = self._campaign.answers, visit.user.id
        try:
            return answers.task(user_id, answers.item_at(user_id, visit.query.number("after")))
        except NotAssigned:
            return None

    def _form(self, visit: Visit, task: Task, typed: AnswerForm, status: int = 200, **values: object) -> Response:
        progress = self._campaign.overview.progress(visit.user)
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
        return self._site.page(
            visit,
            "item.html",
            status,
            task=task,
            typed=typed,
            boxes=typed.boxes(most),
            progress=progress,
            left=time_left(self._site.words, progress.seconds_left),
            is_practice=task.item.kind is Kind.PRACTICE,
            **{**defaults, **values},
        )

    # ---------------------------------------------------------------------------------------------- practice and list

    def feedback(self, visit: Visit) -> Response:
        """What others said to a practice item, after one has answered it."""
        task = self._task(visit)
        if task.item.kind is not Kind.PRACTICE or task.answer is None:
            raise HTTPException(404)
        same = is_expected(task.answer.substitutes, task.item)
        return self._site.page(visit, "feedback.html", task=task, same=same)

    def listed(self, visit: Visit) -> Response:
        """What is done and what is not."""
        shown = paged(self._campaign.answers.listed(visit.user.id), visit.query.number("page", 1))
        progress = self._campaign.overview.progress(visit.user)
        left = time_left(self._site.words, progress.seconds_left)
        return self._site.page(
            visit, "list.html", rows=shown.rows, page=shown.page, pages=shown.pages, progress=progress, left=left
        )


def _behind(item: CampaignItem, place: int) -> str:
    """Where an annotator goes from an item: practice items that have expected answers show them first."""
    if item.kind is Kind.PRACTICE and item.expected:
        return f"/annotate/{place}/feedback"
    return f"/annotate?after={place}"
