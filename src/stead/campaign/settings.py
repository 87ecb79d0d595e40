"""The settings of a campaign: a commented TOML file that a person edits, read strictly."""

import ipaddress
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from stead.core.errors import BadInput

SETTINGS = "campaign.toml"
EXAMPLES = "examples"
OWN_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\.toml")
"""The name of a file of texts: its language (BCP 47)."""
PLACE = re.compile(r"\{([^{}]*)\}")
"""A place in an address that is filled in for each person."""
LANGUAGES = ("en", "fr", "it", "de", "es")
MODES = ("all", "k-of-n")
ORDERS = ("random", "file")
MOST_SUBSTITUTES = 20
SCALES = ("0-3", "good-reasonable-bad")
FORMS = ("base", "inflected", "any")


@dataclass(frozen=True)
class _Kind:
    """A kind of text, or of what is in a list: which are of it, and how a message names them."""

    accepts: Callable[[str], bool]
    named: str


def _is_address(value: str) -> bool:
    """Whether a URL can be the address of the site: a host, perhaps a port, perhaps a path."""
    parts = _split(value)
    if parts is None or parts.query or parts.fragment or parts.username:
        return False
    return re.fullmatch(r"(/(?!\.)[A-Za-z0-9._~-]+)*/?", parts.path) is not None


def _is_link(value: str) -> bool:
    return not value or _split(value) is not None


def _split(value: str) -> SplitResult | None:
    """The parts of a URL of a host; None if it is none."""
    try:
        parts = urlsplit(value)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if sound and value.isprintable() and " " not in value else None


def _is_network(value: str) -> bool:
    try:
        ipaddress.ip_network(value, strict=False)
    except ValueError:
        return False
    return True


def _is_parameter(value: str) -> bool:
    return re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]{0,63}", value) is not None


_TEXT = _Kind(lambda _: True, "text between quotes")
_TITLE = _Kind(lambda value: bool(value.strip()), "a text that is not empty: links to the campaign show it")
_ADDRESS = _Kind(_is_address, "an address such as https://example.org or https://example.org/lexsub")
_LINK = _Kind(_is_link, "an address such as https://example.org/complete?code=1, or nothing")
_NETWORK = _Kind(_is_network, 'a list of addresses or networks, as ["127.0.0.1", "10.0.0.0/8"]')
_PARAMETER = _Kind(_is_parameter, "the name of a parameter of an address, as PROLIFIC_PID")
_PARAMETERS = _Kind(_is_parameter, 'a list of names of parameters of an address, as ["STUDY_ID"]')
_LANGUAGE = _Kind(
    lambda value: value in LANGUAGES or OWN_LANGUAGE.fullmatch(value) is not None,
    f"one of {', '.join(LANGUAGES)}, or a file of texts in the folder that is named after its language, as nl.toml",
)


def _setting(
    default: Any,
    *,
    least: int | None = None,
    most: int | None = None,
    among: tuple[str, ...] = (),
    kind: _Kind = _TEXT,
) -> Any:
    return field(default=default, metadata={"least": least, "most": most, "among": among, "kind": kind})


@dataclass(frozen=True)
class Interface:
    """Settings of the pages: title, language, address, consent."""

    title: str = _setting("Lexical substitution", kind=_TITLE)
    language: str = _setting("en", kind=_LANGUAGE)
    url: str = _setting("http://127.0.0.1:8000", kind=_ADDRESS)
    consent: str = _setting("")

    @property
    def language_code(self) -> str:
        """The code of the language, also of texts in a file."""
        return self.language.removesuffix(".toml")

    @property
    def path(self) -> str:
        """The path of the site on its host: empty, or as `/lexsub`."""
        return urlsplit(self.url).path.rstrip("/")


@dataclass(frozen=True, kw_only=True)
class AssignmentSettings:
    """Settings of assignment: which items an annotator gets, in which order, for how long."""

    mode: str = _setting("all", among=MODES)
    annotators_per_item: int = _setting(5, least=1, most=1_000)
    items_per_annotator: int = _setting(0, least=0, most=10_000_000)
    order: str = _setting("random", among=ORDERS)
    seed: int = _setting(1, least=0, most=1 << 62)
    lease_hours: int = _setting(24, least=1, most=24 * 365)
    attention_every: int = _setting(20, least=1, most=1_000_000)


@dataclass(frozen=True, kw_only=True)
class AnswerSettings:
    """Settings of answers."""

    max_substitutes: int = _setting(3, least=1, most=MOST_SUBSTITUTES)
    form: str = _setting("base", among=FORMS)
    nil: bool = _setting(True)  # noqa: FBT003
    name: bool = _setting(True)  # noqa: FBT003
    multiword: bool = _setting(True)  # noqa: FBT003
    comment: bool = _setting(True)  # noqa: FBT003


@dataclass(frozen=True, kw_only=True)
class RatingSettings:
    """Settings of rating; a campaign without a scale is one in which people give substitutes."""

    scale: str = _setting("", among=("", *SCALES))
    least_raters: int = _setting(3, least=1, most=1_000)
    most_raters: int = _setting(7, least=1, most=1_000)
    seed: int = _setting(1, least=0, most=1 << 62)
    lease_hours: int = _setting(24, least=1, most=24 * 365)
    subsets_per_rater: int = _setting(0, least=0, most=1_000_000)


@dataclass(frozen=True, kw_only=True)
class CrowdSettings:
    """Settings of the one link for many: what its address says of a person, limits, and how it ends."""

    participant: str = _setting("PROLIFIC_PID", kind=_PARAMETER)
    parameters: tuple[str, ...] = _setting(("STUDY_ID", "SESSION_ID"), kind=_PARAMETERS)
    most_people: int = _setting(0, least=0, most=1_000_000)
    completion_code: str = _setting("")
    personal_codes: bool = _setting(False)  # noqa: FBT003
    completion_url: str = _setting("", kind=_LINK)
    failed_checks: int = _setting(0, least=0, most=1_000_000)
    screened_answers: str = _setting("drop", among=("drop", "keep"))
    screened_code: str = _setting("")
    screened_url: str = _setting("", kind=_LINK)

    @property
    def names(self) -> tuple[str, ...]:
        """All parameters that are read from the address."""
        return (self.participant, *self.parameters)


@dataclass(frozen=True)
class PrivacySettings:
    """Setting of the retention of identities."""

    retention_days: int = _setting(0, least=0, most=36_500)


@dataclass(frozen=True)
class Access:
    """Settings of signing in."""

    session_hours: int = _setting(24 * 14, least=1, most=24 * 365)
    attempts: int = _setting(10, least=1, most=1_000)
    attempts_minutes: int = _setting(15, least=1, most=24 * 60)
    proxies: tuple[str, ...] = _setting((), kind=_NETWORK)


@dataclass(frozen=True)
class Storage:
    """Setting of the database: a PostgreSQL URL, or nothing for the file `campaign.sqlite` in the folder."""

    url: str = _setting("")


@dataclass(frozen=True)
class GuidelineExample:
    """An example that annotators see: a sentence with its target in square brackets, an answer, and why it is one."""

    sentence: str = _setting("")
    answer: str = _setting("")
    why: str = _setting("")

    @property
    def parts(self) -> tuple[str, str, str]:
        """The sentence before the target, the target, and the sentence after it."""
        before, _, rest = self.sentence.partition("[")
        target, _, after = rest.partition("]")
        return before, target, after


@dataclass(frozen=True, kw_only=True)
class CampaignSettings:
    """All settings, by section."""

    interface: Interface = Interface()
    assignment: AssignmentSettings = AssignmentSettings()
    answers: AnswerSettings = AnswerSettings()
    rating: RatingSettings = RatingSettings()
    access: Access = Access()
    crowd: CrowdSettings = CrowdSettings()
    privacy: PrivacySettings = PrivacySettings()
    database: Storage = Storage()
    examples: tuple[GuidelineExample, ...] = ()


def read_settings(path: Path) -> CampaignSettings:
    """Read the file; an unknown name or an impossible value is a fault."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}. Was it made by `stead campaign init`?") from None
    return parse_settings(data, str(path))


def parse_settings(content: bytes, path: str) -> CampaignSettings:
    """Parse the bytes of a settings file."""
    try:
        data = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: not TOML: {error}.") from None
    _refuse_unknown(path, "section", data, {**_SECTIONS, EXAMPLES: ()})
    read = {name: _section(path, name, kind, data.get(name, {})) for name, kind in _SECTIONS.items()}
    _check_links(path, read["crowd"])
    return CampaignSettings(**read, examples=_examples(path, data.get(EXAMPLES, [])))


def _check_links(path: str, crowd: CrowdSettings) -> None:
    """Refuse a place to fill in that no address of a participant fills."""
    for name in ("completion_url", "screened_url"):
        unknown = [named for named in PLACE.findall(getattr(crowd, name)) if named not in crowd.names]
        if unknown:
            raise BadInput(
                f"{path}: {name} in [crowd] holds {{{unknown[0]}}}, which is not read from the address of the link; "
                f"expected {' or '.join(f'{{{known}}}' for known in crowd.names)} (participant, parameters)."
            )


def settings_of(given: dict[str, dict[str, Any]]) -> CampaignSettings:
    """The defaults with some values replaced; None means the default."""
    known = {name: {key: value for key, value in values.items() if value is not None} for name, values in given.items()}
    return CampaignSettings(
        **{name: _section(SETTINGS, name, kind, known.get(name, {})) for name, kind in _SECTIONS.items()}
    )


def _examples(path: str, data: object) -> tuple[GuidelineExample, ...]:
    if not isinstance(data, list):
        raise BadInput(f"{path}: an example is a table, written [[{EXAMPLES}]] on a line of its own.")
    examples = tuple(_section(path, f"[{EXAMPLES}]", GuidelineExample, table) for table in data)
    for example in examples:
        if not re.fullmatch(r"[^\[\]]*\[[^\[\]]+\][^\[\]]*", example.sentence):
            raise BadInput(
                f"{path}: sentence in [[{EXAMPLES}]] has its target in square brackets, once, as in "
                f'"The exam was [hard]."; found {example.sentence!r}.'
            )
    return examples


def _section(path: str, name: str, kind: Any, data: object) -> Any:
    if not isinstance(data, dict):
        raise BadInput(f"{path}: {name} is a section, written [{name}] on a line of its own.")
    declared = {setting.name: setting for setting in fields(kind)}
    _refuse_unknown(path, f"setting of [{name}]", data, declared)
    for key, value in data.items():
        problem = _problem(declared[key].default, declared[key].metadata, value)
        if problem:
            raise BadInput(f"{path}: {key} in [{name}] is {problem}, not {value!r}.")
    return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in data.items()})


def _refuse_unknown(path: str, what: str, given: dict[str, Any], known: dict[str, Any]) -> None:
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."
            raise BadInput(f"{path}: {name} is no {what}; {hint}")


def _problem(default: object, limits: Any, value: object) -> str:
    """The values that a setting accepts, in words; empty if the value is one of them."""
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else "true or false"
    if isinstance(default, int):
        fits = isinstance(value, int) and not isinstance(value, bool) and limits["least"] <= value <= limits["most"]
        return "" if fits else f"a number from {limits['least']} to {limits['most']}"
    kind: _Kind = limits["kind"]
    if isinstance(default, tuple):
        fits = isinstance(value, (list, tuple)) and all(isinstance(text, str) and kind.accepts(text) for text in value)
        return "" if fits else kind.named
    if limits["among"]:
        return "" if value in limits["among"] else f"one of {', '.join(limits['among'])}"
    if not isinstance(value, str) or "\0" in value:
        return _TEXT.named
    return "" if kind.accepts(value) else kind.named


def settings_text(settings: CampaignSettings) -> str:
    """The text of the settings file with a comment above every setting, as `init` writes it."""
    parts = ["# A campaign of stead. Changes take effect at once, but for those of the database.\n"]
    for name in _SECTIONS:
        section = getattr(settings, name)
        if name in (_OF_PRODUCTION if settings.rating.scale else _OF_RATING):
            continue
        parts.append(f"[{name}]")
        for setting in fields(section):
            comment = _COMMENTS[name, setting.name]
            parts.append("".join(f"# {line}\n" for line in comment.splitlines()) + _line(setting.name, section))
        parts.append("")
    parts.append(_ABOUT_EXAMPLES)
    for example in settings.examples:
        parts += [f"[[{EXAMPLES}]]", *(_line(part.name, example) for part in fields(example)), ""]
    return "\n".join(parts)


def _line(name: str, section: Any) -> str:
    value = getattr(section, name)
    if isinstance(value, bool):
        return f"{name} = {'true' if value else 'false'}"
    if isinstance(value, int):
        return f"{name} = {value}"
    if isinstance(value, tuple):
        return f"{name} = [{', '.join(map(_quote, value))}]"
    return f"{name} = {_quote(value)}"


def _quote(text: str) -> str:
    escaped = "".join(_ESCAPES.get(char) or (char if char.isprintable() else f"\\U{ord(char):08x}") for char in text)
    return f'"{escaped}"'


_SECTIONS = {section.name: type(section.default) for section in fields(CampaignSettings) if section.name != EXAMPLES}
_ABOUT_EXAMPLES = """\
# What annotators see below the guidelines: sentences with the target in square brackets, an answer, and why it is one.
# Change them, add more, or remove them: without any, no examples are shown.
"""
_OF_PRODUCTION, _OF_RATING = ("assignment", "answers"), ("rating",)
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}

_COMMENTS = {
    ("interface", "title"): "The name of the campaign, as annotators see it.",
    ("interface", "language"): "The language of the pages: en, fr, it, de, es; or a file of your own in this folder,\n"
    "named after its language (nl.toml; `stead campaign texts` writes what to translate).",
    ("interface", "url"): "The address under which annotators reach the server, with its path if it has one\n"
    "(https://example.org/lexsub); invite links begin with it.",
    ("interface", "consent"): "What annotators agree to before they begin; nothing: they only read the guidelines.",
    ("assignment", "mode"): "all: every annotator is given every item, until it has enough answers.\n"
    "k-of-n: any number of annotators; the items with the fewest answers are given first.",
    ("assignment", "annotators_per_item"): "k: how many annotators answer each item.",
    ("assignment", "items_per_annotator"): "The most items that one annotator is given; 0: no limit.",
    ("assignment", "order"): "random: in an order of each annotator's own; file: as in the files of items.",
    ("assignment", "seed"): "Random seed of the orders: same seed, same orders.",
    ("assignment", "lease_hours"): "How long an item waits for its annotator before somebody else may have it.",
    ("assignment", "attention_every"): "One attention check among this many items, at a random place.",
    ("answers", "max_substitutes"): "How many substitutes one may give.",
    ("answers", "form"): "The form of substitutes that the page asks for: base (tall, not taller); inflected, as the\n"
    "sentence needs it; any: it asks for none.",
    ("answers", "nil"): "Whether one may answer that there is no good substitute (NIL).",
    ("answers", "name"): "Whether one may answer that the target is part of a proper name (NAME).",
    ("answers", "multiword"): "Whether one is asked for a phrase that the target is an integral part of.",
    ("answers", "comment"): "Whether one may leave a comment.",
    ("rating", "scale"): "0-3, or good-reasonable-bad. Never change it when somebody has rated.",
    ("rating", "least_raters"): "The number of raters that each subset should have at least.",
    ("rating", "most_raters"): "The number of raters that a subset may have at most.",
    ("rating", "seed"): "Random seed of the orders: same seed, same orders.",
    ("rating", "lease_hours"): "How long a subset waits for its rater before somebody else may have it.",
    ("rating", "subsets_per_rater"): "The most subsets that one person is given; 0: no limit.",
    ("crowd", "participant"): "The parameter that has a person's id in the address of the one link for many\n"
    "(`stead campaign crowd`). Prolific: PROLIFIC_PID; MTurk: workerId; SONA: survey_code.",
    ("crowd", "parameters"): "Other parameters to keep with a person. MTurk: assignmentId, hitId.",
    ("crowd", "most_people"): "How many people may join by the link; 0: no limit.",
    ("crowd", "completion_code"): "The completion code: what people see when they are done.",
    ("crowd", "personal_codes"): "Whether everybody gets a code of their own instead; the payment sheet lists them.",
    ("crowd", "completion_url"): "Where people go when they are done; a parameter in braces is filled in, as\n"
    "https://example.org/done?id={PROLIFIC_PID}.",
    ("crowd", "failed_checks"): "Whoever fails this many attention checks is given nothing more; 0: all go on.",
    ("crowd", "screened_answers"): "drop: the answers of whoever is screened out do not count, and others get\n"
    "their places; keep: they count.",
    ("crowd", "screened_code"): "The completion code of those who are screened out.",
    ("crowd", "screened_url"): "Where those who are screened out go, written like completion_url.",
    ("privacy", "retention_days"): "Days after their last answer until the identity of annotators is erased; 0: never.",
    ("access", "session_hours"): "How long one stays signed in.",
    ("access", "attempts"): "Failed attempts to sign in under one name from one address before more are slowed down.",
    ("access", "attempts_minutes"): "Minutes for which a failed attempt is counted.",
    ("access", "proxies"): 'The proxies in front of the server, as ["127.0.0.1", "10.0.0.0/8"]; only they are\n'
    "believed when they say where a request comes from (X-Forwarded-For).",
    ("database", "url"): "A PostgreSQL database (postgresql://USER@HOST/NAME); nothing: the file campaign.sqlite.",
}
