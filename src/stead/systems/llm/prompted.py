"""The system llm: any language model at an endpoint of the OpenAI kind finds substitutes, annotates and rates."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources import files
from itertools import chain, islice
from math import inf
from pathlib import Path
from string import Template
from typing import Any, ClassVar, NamedTuple

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.parameters import Declaration, choice, configure, digest, number, shorten_hash
from stead.systems.base import MOST_ANNOTATED, RatingQuestion, Suggestion, System, target_of, text
from stead.systems.context import sentence_bounds
from stead.systems.llm.answers import RatingsAnswer, SubstitutesAnswer, read_ratings, read_substitutes
from stead.systems.llm.endpoint import Endpoint, Limits, Question, Reply, tokens_of
from stead.systems.llm.languages import lists_signature
from stead.systems.llm.transport import KEY_VARIABLE, check_url

PROMPTS = ("substitutes", "ratings")
_VERSIONS = ("1",)
_BREAK = "\n---\n"
_SEPARATOR = ";"
ENDPOINT_EXAMPLE = "url=http://localhost:8080/v1;model=NAME"
"""The parameters of llm where they are one value themselves."""
_MOST_RATED = 20
"""Candidates of one question."""
_AROUND = 1000  # characters of the sentence on each side of the word
_SPEECH = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}
_DAY = 86_400  # seconds
_NOT_SENT = "none"
_NAME_OF_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
_MARK = re.compile(r"<|\[(?=/?[A-Z_]+\])")
"""How marks begin that models are trained with; no bracket of JSON is followed by a name."""


def _escape(mark: re.Match[str]) -> str:
    """The first character of a mark, as JSON may write it."""
    return f"\\u{ord(mark.group()):04x}"


def _not_negative(default: float, meaning: str) -> float:
    """Declare a parameter that is a number from 0."""

    def read(given: str) -> float:
        value = float(given)
        if not 0 <= value < float("inf"):
            raise ValueError(given)
        return value

    return field(default=default, metadata={"declaration": Declaration(meaning, "a number from 0", read)})


def _or_left_out(declared: Any) -> Any:
    """Let a parameter also be `none`: the field is not sent, for endpoints that refuse it."""
    given: Declaration = declared.metadata["declaration"]
    accepts = f"{given.accepts}, or {_NOT_SENT}: the field is not sent"
    read = Declaration(given.meaning, accepts, lambda text: text if text == _NOT_SENT else given.read(text))
    return field(default=declared.default, metadata={"declaration": read})


def _budget(meaning: str) -> float:
    """Declare a parameter that is a number from 0, or inf for no limit."""

    def read(given: str) -> float:
        value = float(given)
        if not value >= 0:
            raise ValueError(given)
        return int(value) if value.is_integer() else value

    return field(default=inf, metadata={"declaration": Declaration(meaning, "a number from 0; inf: any", read)})


def _seconds(default: float, meaning: str) -> float:
    """Declare a parameter that is a time; no socket waits for longer than a few years."""

    def read(given: str) -> float:
        value = float(given)
        if not 0 < value <= _DAY:
            raise ValueError(given)
        return value

    accepts = f"a number above 0, up to {_DAY}"
    return field(default=default, metadata={"declaration": Declaration(meaning, accepts, read)})


def _address() -> str:
    """Declare the address of the endpoint."""
    declaration = Declaration("the address of the endpoint", "such as http://localhost:8080/v1", check_url)
    return field(default="", metadata={"declaration": declaration})


def _key_variable() -> str:
    """Declare the name of the variable that has the key; a key that is given by mistake is not repeated."""

    def read(given: str) -> str:
        if not _NAME_OF_VARIABLE.fullmatch(given):
            raise UsageError(
                f"key is the name of an environment variable, such as {KEY_VARIABLE}, and never the key itself.",
                parameter="key",
            )
        return given

    declaration = Declaration("the environment variable that has the key, if one is needed", "a name", read)
    return field(default=KEY_VARIABLE, metadata={"declaration": declaration})


class Prompt(NamedTuple):
    """What a model is told, and how the question is put to it."""

    instruction: str
    question: str

    @classmethod
    def parse(cls, content: str, location: str) -> "Prompt":
        """Read a prompt: the instruction, a line `---`, and the question with `$question` for the data."""
        instruction, line, question = content.replace("\r\n", "\n").partition(_BREAK)
        template = Template(question)
        if not line or not template.is_valid() or template.get_identifiers() != ["question"]:
            raise BadInput(
                f"{location}: expected an instruction, a line ---, and a question with $question in it, and no other $."
            )
        return cls(instruction.strip(), question.strip())


@dataclass(frozen=True, kw_only=True)
class PromptedSystem(System):
    """A language model is asked for substitutes, or for ratings of candidates; what is no word never gets through.

    The prompts are part of the signature, and every answer is kept: the same run asks nothing twice. Scores of
    substitutes are 1, 1/2, 1/3, ... in the model's order; given candidates are ranked by their ratings.
    """

    name = "llm"
    paper = "stead"
    about = "any language model at an endpoint of the OpenAI kind"
    operational: ClassVar[frozenset[str]] = frozenset(
        {
            "key",
            "at_once",
            "requests_a_minute",
            "timeout",
            "tries",
            "token_budget",
            "cost_budget",
            "input_price",
            "output_price",
        }
    )
    threshold: ClassVar[float] = 0.0

    url: str = _address()
    model: str = text("", "the model, as the endpoint names it", "a name")
    prompts: str = text("1", "the prompts", f"version {' or '.join(_VERSIONS)}, or a folder with your own")
    format: str = choice(
        "schema",
        {
            "schema": "a JSON schema, which most endpoints hold the model to",
            "object": "any JSON object",
            "text": "only the prompt asks for JSON, for endpoints without either",
        },
        "the form of answers that the endpoint is asked for",
    )
    temperature: float | str = _or_left_out(_not_negative(0.0, "the temperature"))
    max_tokens: int = number(300, "the most tokens of an answer, thoughts included")
    limit_field: str = choice(
        "max_tokens",
        {
            "max_tokens": "most endpoints",
            "max_completion_tokens": "reasoning models of OpenAI, which refuse the other",
        },
        "the field in which max_tokens is sent",
    )
    seed: int | str = _or_left_out(number(1, "random seed of the model", least=0))
    key: str = _key_variable()
    at_once: int = number(4, "requests at once", most=256)
    requests_a_minute: int = number(0, "requests a minute; 0: any number", least=0)
    timeout: float = _seconds(60.0, "seconds until a request is tried again")
    tries: int = number(6, "how often a request is tried", most=100)
    token_budget: float = _budget("tokens of one start of a command; 0: only kept answers")
    cost_budget: float = _budget("what one start of a command may cost, by the prices")
    input_price: float = _not_negative(0.0, "price of a million tokens of questions")
    output_price: float = _not_negative(0.0, "price of a million tokens of answers")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cost_budget < inf and not (self.input_price or self.output_price):
            raise UsageError(
                "cost_budget needs the prices of a million tokens, input_price and output_price: without them nothing "
                "seems to cost anything.",
                parameter="cost_budget",
            )

    @property
    def one_process(self) -> bool:
        """Always: its limits hold for one process."""
        return True

    @property
    def settings_of_answers(self) -> str:
        """What its answers depend on besides the address, as in `model=NAME;max_tokens=40`."""
        usual = type(self)().signed_settings()
        changed = {name: value for name, value in self.signed_settings().items() if value != usual[name]}
        return _SEPARATOR.join(f"{name}={value}" for name, value in changed.items() if name != "url")

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Ask for substitutes, best first."""
        return self.suggest_all([item], "oot")[0]

    def suggest_all(self, items: Sequence[Item], task: str) -> list[Sequence[Suggestion]]:  # noqa: ARG002
        """Ask for substitutes of many items, a few at once; an answer that cannot be used gives none."""
        return [
            [Suggestion(term, 1 / rank, self.model) for rank, term in enumerate(answer.terms or (), start=1)]
            for answer in self._substitutes(items)
        ]

    def annotate_all(self, items: Sequence[Item]) -> list[Sequence[str] | None]:
        """Annotate items with the first substitutes of the model; None where its answer cannot be used."""
        return [None if answer.terms is None else answer.terms[:MOST_ANNOTATED] for answer in self._substitutes(items)]

    def rank(self, item: Item, pool: Sequence[str]) -> list[Suggestion]:
        """Rank given candidates by their ratings, equal ones in the order given; those without a rating come last."""
        candidates = list(dict.fromkeys(pool))
        (ratings,) = self.rate_all([RatingQuestion(item, candidates)])
        scored = zip(candidates, ratings, strict=True)
        suggestions = [
            Suggestion(term, -1.0 if value is None else value, "not rated" if value is None else self.model)
            for term, value in scored
        ]
        return sorted(suggestions, key=lambda suggestion: -suggestion.score)

    def rate_all(self, questions: Sequence[RatingQuestion]) -> list[Sequence[float | None]]:
        """Ask for ratings from 0 to 3 of the candidates of many items."""
        parts = [list(_in_parts(question)) for question in questions]
        answers = iter(self._ratings([part for parts_of_item in parts for part in parts_of_item]))
        return [
            [value for answer in islice(answers, len(parts_of_item)) for value in answer.values]
            for parts_of_item in parts
        ]

    def signature(self) -> str:
        """The system without what cannot change an answer, the checksums of its prompts, the lists of languages."""
        checksums = ",".join(shorten_hash(digest(tuple(prompt))) for prompt in self._prompts.values())
        return f"{self.identity()}|prompts:{checksums}|languages:{lists_signature()}"

    def prompt_texts(self) -> Mapping[str, str]:
        """The prompts, for people who want to read them."""
        return {name: f"{prompt.instruction}\n\n{prompt.question}" for name, prompt in self._prompts.items()}

    # ------------------------------------------------------------------------------------------------- what it took

    def record_of_answers(self, items: Sequence[Item]) -> Mapping[str, Any]:
        """What the answers to items took: requests, faults of answers, tokens, cost."""
        return self._record(
            _Asked(item, self._substitutes_question(item), partial(read_substitutes, item=item)) for item in items
        )

    def record_of_ratings(self, questions: Sequence[RatingQuestion]) -> Mapping[str, Any]:
        """What the ratings of candidates took: requests, faults of answers, tokens, cost."""
        return self._record(
            _Asked(part.item, self._ratings_question(part), partial(read_ratings, candidates=part.candidates))
            for question in questions
            for part in _in_parts(question)
        )

    def _record(self, questions: Iterable["_Asked"]) -> Mapping[str, Any]:
        faults: Counter[str] = Counter()
        unchecked: Counter[str] = Counter()
        obstacles: Counter[str] = Counter()
        replies: dict[str, tuple[Question, Reply]] = {}
        without_reply: set[str] = set()
        faulty: list[Mapping[str, Any]] = []
        for asked in questions:
            question, reply = asked.question, self._endpoint.reply_kept(asked.question)
            if reply is None:
                without_reply.add(question.text)
                continue
            answer = asked.read(reply)
            faults.update(answer.faults)
            if answer.faults:
                faulty.append(_record_of_faults(asked.item, answer))
            if isinstance(answer, SubstitutesAnswer) and answer.unchecked:
                unchecked[answer.unchecked] += 1
            obstacles.update(() if question.text in replies else reply.obstacles)
            replies[question.text] = question, reply
        tokens = [tokens_of(question, reply) for question, reply in replies.values()]
        prompt_tokens, completion_tokens = (sum(counts) for counts in zip((0, 0), *tokens, strict=True))
        return {
            "requests": len(replies),
            "questions without a reply": len(without_reply),
            "attempts": sum(reply.tries for _, reply in replies.values()),
            "prompt tokens": prompt_tokens,
            "completion tokens": completion_tokens,
            "replies without a count of tokens": sum(reply.prompt_tokens is None for _, reply in replies.values()),
            "cost": self._limits.cost(prompt_tokens, completion_tokens),
            "seconds, added up": round(sum(reply.seconds for _, reply in replies.values()), 3),
            "obstacles": dict(sorted(obstacles.items())),
            "faults": dict(sorted(faults.items())),
            "language not checked": dict(sorted(unchecked.items())),
            "items with faults": faulty,
        }

    # -------------------------------------------------------------------------------------------------- what is asked

    def _substitutes(self, items: Sequence[Item]) -> list[SubstitutesAnswer]:
        replies = self._endpoint.ask_all([self._substitutes_question(item) for item in items])
        return [read_substitutes(reply, item) for reply, item in zip(replies, items, strict=True)]

    def _ratings(self, parts: Sequence[RatingQuestion]) -> list[RatingsAnswer]:
        replies = self._endpoint.ask_all([self._ratings_question(part) for part in parts])
        return [read_ratings(reply, part.candidates) for reply, part in zip(replies, parts, strict=True)]

    def _substitutes_question(self, item: Item) -> Question:
        terms = {"type": "array", "items": {"type": "string"}}
        return self._question("substitutes", _data_of(item), {"substitutes": terms})

    def _ratings_question(self, part: RatingQuestion) -> Question:
        grade = {"type": "integer", "enum": [0, 1, 2, 3]}
        data = _data_of(part.item) | {"candidates": [*part.candidates]}
        return self._question("ratings", data, dict.fromkeys(part.candidates, grade))

    def _question(self, kind: str, data: Mapping[str, Any], properties: Mapping[str, Any]) -> Question:
        """The request: data is JSON in the question, so that nothing in it can end it.

        Marks are escaped: some servers take `<|im_end|>` or `[/INST]` in a sentence for the end of the message.
        """
        prompt = self._prompts[kind]
        written = _MARK.sub(_escape, json.dumps(data, ensure_ascii=False))
        question = Template(prompt.question).substitute(question=written)
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": prompt.instruction},
                {"role": "user", "content": question},
            ],
            self.limit_field: self.max_tokens,
        }
        sampling = {"temperature": self.temperature, "seed": self.seed}
        body |= {name: value for name, value in sampling.items() if value != _NOT_SENT}
        if self.format == "object":
            body["response_format"] = {"type": "json_object"}
        elif self.format == "schema":
            schema = {
                "type": "object",
                "properties": properties,
                "required": [*properties],
                "additionalProperties": False,
            }
            wanted = {"name": kind, "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": wanted}
        return Question(body)

    @cached_property
    def _prompts(self) -> Mapping[str, Prompt]:
        return {name: Prompt.parse(*self._prompt_file(name)) for name in PROMPTS}

    def _prompt_file(self, name: str) -> tuple[str, str]:
        """The text of a prompt, and where it is from."""
        if self.prompts in _VERSIONS:
            file = f"{name}.{self.prompts}.txt"
            return (files("stead") / "systems" / "llm" / "prompts" / file).read_text(encoding="utf-8"), file
        path = Path(self.prompts) / f"{name}.txt"
        try:
            return path.read_text(encoding="utf-8"), str(path)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
            raise BadInput(f"{path}: cannot be read: {reason}.") from None

    @cached_property
    def _limits(self) -> Limits:
        return Limits(
            at_once=self.at_once,
            requests_a_minute=self.requests_a_minute,
            timeout=self.timeout,
            tries=self.tries,
            token_budget=self.token_budget,
            cost_budget=self.cost_budget,
            input_price=self.input_price,
            output_price=self.output_price,
        )

    @cached_property
    def _endpoint(self) -> Endpoint:
        for parameter, example in (("url", "http://localhost:8080/v1"), ("model", "NAME")):
            if not getattr(self, parameter):
                raise UsageError(f"the system llm needs {parameter}: llm({parameter}={example},...).")
        return Endpoint(self.url, self.key, self._limits)


def parse_endpoint(text: str) -> PromptedSystem:
    """Read the parameters of llm where they are one value themselves: `url=http://localhost:8080/v1;model=NAME`."""
    pairs = [part.partition("=") for part in text.split(_SEPARATOR)]
    given = {name.strip(): value.strip() for name, _, value in pairs}
    if len(given) < len(pairs) or not all(equals for _, equals, _ in pairs):
        raise UsageError(f"llm: expected parameters as in {ENDPOINT_EXAMPLE}, each once.", parameter="llm")
    system = configure(PromptedSystem(), given)
    if not (system.url and system.model):
        raise UsageError(f"llm needs an address and a model, as in {ENDPOINT_EXAMPLE}.", parameter="llm")
    return system


def merge_records(records: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Add up what several kinds of questions took."""

    def add_up(values: Sequence[Any]) -> Any:
        if isinstance(values[0], list):
            return [*chain.from_iterable(values)]
        if not isinstance(values[0], Mapping):
            return sum(values)
        return dict(sorted(sum(map(Counter, values), Counter[str]()).items()))

    return {name: add_up([record[name] for record in records]) for name in records[0]}


class _Asked(NamedTuple):
    """A question about an item, and how its answer is read."""

    item: Item
    question: Question
    read: Callable[[Reply], SubstitutesAnswer | RatingsAnswer]


def _record_of_faults(item: Item, answer: SubstitutesAnswer | RatingsAnswer) -> Mapping[str, Any]:
    """What was wrong with the answer to an item, and what is missing therefore."""
    record: dict[str, Any] = {"lexelt": item.lexelt, "id": item.id, "faults": dict(Counter(answer.faults))}
    if isinstance(answer, RatingsAnswer):
        return record | {"not rated": [*answer.unrated]}
    return record | {"substitutes": None if answer.terms is None else len(answer.terms)}


def _data_of(item: Item) -> dict[str, Any]:
    """The sentence around the target, in three parts, so that no mark is needed that it could forge."""
    first, last = sentence_bounds(item.text, item.start, item.end, item.language)
    data = {
        "before": item.text[max(first, item.start - _AROUND) : item.start],
        "word": item.target,
        "after": item.text[item.end : min(last, item.end + _AROUND)],
    }
    speech = _SPEECH.get(target_of(item)[1])
    return data | ({"part of speech": speech} if speech else {})


def _in_parts(question: RatingQuestion) -> Iterator[RatingQuestion]:
    """A question for each group of candidates: a model that is asked for too many at once loses some."""
    candidates = question.candidates
    for begin in range(0, len(candidates), _MOST_RATED):
        yield RatingQuestion(question.item, candidates[begin : begin + _MOST_RATED])
