"""What somebody typed into the form of an item: shown again as it was, until it is stored."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import uuid4

from stead.campaign.records import Answer, Submission
from stead.campaign.tasks.validation import BOX, MULTIWORD, Question
from stead.web.requests import Form

WORDS, NIL, NAME = "words", "nil", "name"


@dataclass(frozen=True, kw_only=True)
class AnswerForm:
    """The fields of the form; of the questions that were asked, `kept` names those whose text is meant as it is."""

    uuid: str
    based_on: int
    substitutes: tuple[str, ...] = ()
    choice: str = WORDS
    multiword: str = ""
    comment: str = ""
    seconds: float = 0.0
    kept: frozenset[str] = frozenset()
    accepted: frozenset[str] = frozenset()
    item: str = ""
    """The key of the item that the form was made for."""

    @classmethod
    def fresh(cls, answer: Answer | None) -> "AnswerForm":
        """The form before anything is typed: empty, or the answer given so far; a UUID for those without scripts."""
        if answer is None:
            return cls(uuid=str(uuid4()), based_on=0)
        choice = NIL if answer.nil else NAME if answer.name else WORDS
        return cls(
            uuid=str(uuid4()),
            based_on=answer.revision,
            substitutes=answer.substitutes,
            choice=choice,
            multiword=answer.multiword,
            comment=answer.comment,
        )

    @classmethod
    def sent(cls, form: Form) -> "AnswerForm":
        """What a browser sent; the questions of its page are answered by the button that was pressed."""
        asked, kept = frozenset(form.all("asked")), frozenset(form.all("kept"))
        accepts = "accept" in form
        return cls(
            uuid=form.one("uuid")[:100],
            based_on=form.number("based_on"),
            substitutes=tuple(form.all("substitute")),
            choice=form.one("choice") or WORDS,
            multiword=form.one("multiword"),
            comment=form.one("comment"),
            seconds=seconds_of(form),
            kept=kept if accepts else kept | asked,
            accepted=asked if accepts else frozenset(),
            item=form.one("item")[:100],
        )

    def submission(self) -> Submission:
        """For the store."""
        return Submission(
            uuid=self.uuid,
            based_on=self.based_on,
            substitutes=self.substitutes,
            nil=self.choice == NIL,
            name=self.choice == NAME,
            multiword=self.multiword,
            comment=self.comment,
            seconds=self.seconds,
        )

    def upon(self, answer: Answer) -> "AnswerForm":
        """The same text as a change of another revision than it was typed on."""
        return replace(self, uuid=str(uuid4()), based_on=answer.revision)

    def accepting(self, questions: Iterable[Question]) -> "AnswerForm":
        """With what was offered in place of what was typed, where that was accepted."""
        accepted = {each.field: each for each in questions if each.key in self.accepted and each.offer is not None}
        if not accepted:
            return self
        filled = [(at, text) for at, text in enumerate(self.substitutes, start=1) if text.strip()]
        boxes = [(accepted.get(BOX.format(at)), text) for at, text in filled]
        choices = [each.code for each in accepted.values() if each.code in (NIL, NAME)]
        phrase = accepted.get(MULTIWORD)
        return replace(
            self,
            substitutes=tuple(term for asked, text in boxes for term in (asked.offer or () if asked else (text,))),
            choice=choices[0] if choices else self.choice,
            multiword=" ".join(phrase.offer or ()) if phrase else self.multiword,
        )

    def boxes(self, number: int) -> list[str]:
        """The substitutes, and empty boxes for those that are missing; none that was typed is left out."""
        return [*self.substitutes, *[""] * (number - len(self.substitutes))]


def seconds_of(form: Form) -> float:
    """How long it took: as the page measured it or, without scripts, since the page was made."""
    measured, opened = form.number("milliseconds"), form.number("opened")
    if measured >= 0:
        return measured / 1000
    return time.time() - opened if opened >= 0 else 0.0
