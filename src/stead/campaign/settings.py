"""The settings of a campaign: a commented TOML file that a person edits, read strictly."""

import ipaddress
import re
import tomllib
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from stead.core.errors import BadInput

SETTINGS = "campaign.toml"
EXAMPLES = "examples"
LANGUAGES = ("en", "fr", "it")
MODES = ("all", "k-of-n")
ORDERS = ("random", "file")
MOST_SUBSTITUTES = 20
SCALES = ("0-3", "good-reasonable-bad")


def _setting(
    default: Any,
    *,
    least: int | None = None,
    most: int | None = None,
    among: tuple[str, ...] = (),
    address: bool = False,
) -> Any:
    return field(default=default, metadata={"least": least, "most": most, "among": among, "address": address})


@dataclass(frozen=True)
class Interface:
    """Settings of the pages: title, language, address, consent."""

    title: str = _setting("Lexical substitution")
    language: str = _setting("en", among=LANGUAGES)
    url: str = _setting("http://127.0.0.1:8000", address=True)
    consent: str = _setting("")


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


@dataclass(frozen=True)
class AnswerSettings:
    """Settings of answers."""

    max_substitutes: int = _setting(3, least=1, most=MOST_SUBSTITUTES)
    nil: bool = _setting(True)  # noqa: FBT003
    name: bool = _setting(True)  # noqa: FBT003
    multiword: bool = _setting(True)  # noqa: FBT003
    comment: bool = _setting(True)  # noqa: FBT003


@dataclass(frozen=True)
class RatingSettings:
    """Settings of rating; a campaign without a scale is one in which people give substitutes."""

    scale: str = _setting("", among=("", *SCALES))
    least_raters: int = _setting(3, least=1, most=1_000)
    most_raters: int = _setting(7, least=1, most=1_000)
    seed: int = _setting(1, least=0, most=1 << 62)
    lease_hours: int = _setting(24, least=1, most=24 * 365)


@dataclass(frozen=True)
class Access:
    """Settings of signing in."""

    session_hours: int = _setting(24 * 14, least=1, most=24 * 365)
    attempts: int = _setting(10, least=1, most=1_000)
    attempts_minutes: int = _setting(15, least=1, most=24 * 60)
    proxies: tuple[str, ...] = _setting(())


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
    return CampaignSettings(**read, examples=_examples(path, data.get(EXAMPLES, [])))


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
    if isinstance(default, tuple):
        fits = isinstance(value, (list, tuple)) and all(map(_is_network, value))
        return "" if fits else 'a list of addresses or networks, as ["127.0.0.1", "10.0.0.0/8"]'
    if limits["among"]:
        return "" if value in limits["among"] else f"one of {', '.join(limits['among'])}"
    if not isinstance(value, str) or "\0" in value:
        return "text between quotes"
    return (
        "" if not limits["address"] or _is_address(value) else "an address without a path, such as https://example.org"
    )


def _is_address(value: str) -> bool:
    """Whether a URL can be the address of the site: a host, perhaps a port, and no path."""
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        return False
    bare = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and bare and port != 0


def _is_network(value: object) -> bool:
    try:
        ipaddress.ip_network(value if isinstance(value, str) else "", strict=False)
    except ValueError:
        return False
    return True


def settings_text(settings: CampaignSettings) -> str:
    """The text of the settings file with a comment above every setting, as `init` writes it."""
    parts = ["# A campaign of stead. Changes take effect when the server is started again.\n"]
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
    ("interface", "title"): "What annotators see as the name of the campaign.",
    ("interface", "language"): "The language of the interface: en, fr or it.",
    (
        "interface",
        "url",
    ): "The address under which annotators reach the server, without a path; invite links begin with it.",
    ("interface", "consent"): "What annotators agree to before they begin; nothing: they only read the guidelines.",
    ("assignment", "mode"): "all: every annotator is given every item, until it has enough answers.\n"
    "k-of-n: any number of annotators; the items with the fewest answers are given first.",
    ("assignment", "annotators_per_item"): "k: how many annotators answer each item.",
    ("assignment", "items_per_annotator"): "The most items that one annotator is given; 0: no limit.",
    ("assignment", "order"): "random: in an order of each annotator's own; file: as in the files of items.",
    ("assignment", "seed"): "Of the random orders: same seed, same orders.",
    ("assignment", "lease_hours"): "How long an item waits for its annotator before somebody else may have it.",
    ("assignment", "attention_every"): "One attention check among this many items, at a random place.",
    ("answers", "max_substitutes"): "How many substitutes one may give.",
    ("answers", "nil"): "Whether one may answer that there is no good substitute (NIL).",
    ("answers", "name"): "Whether one may answer that the target is part of a proper name (NAME).",
    ("answers", "multiword"): "Whether one is asked for a phrase that the target is an integral part of.",
    ("answers", "comment"): "Whether one may leave a comment.",
    ("rating", "scale"): "0-3, or good-reasonable-bad. Never change it when somebody has rated.",
    ("rating", "least_raters"): "How many people should rate each subset;",
    ("rating", "most_raters"): "and how many may.",
    ("rating", "seed"): "Of the random orders: same seed, same orders.",
    ("rating", "lease_hours"): "How long a subset waits for its rater before somebody else may have it.",
    ("access", "session_hours"): "How long one stays signed in.",
    ("access", "attempts"): "After this many failed attempts under one name from one address, more are slowed down,",
    ("access", "attempts_minutes"): "until they are this many minutes old.",
    ("access", "proxies"): 'The proxies in front of the server, as ["127.0.0.1", "10.0.0.0/8"]; only they are\n'
    "believed when they say where a request comes from (X-Forwarded-For).",
    ("database", "url"): "A PostgreSQL database (postgresql://USER@HOST/NAME); nothing: the file campaign.sqlite.",
}
