"""Every language says everything, with the same places to fill in."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from stead import campaign, web
from stead.agreement.measuring import COEFFICIENTS
from stead.campaign import pages
from stead.campaign.records import ItemKind, LeaseState, Pause
from stead.campaign.settings import LANGUAGES
from stead.campaign.tasks import annotation_overview
from stead.golds import ProposalCause
from stead.golds.decisions import ACTIONS, STATUSES
from stead.web.rendering import places, read_catalogue

FOLDER = Path(pages.__file__).parent
CATALOGUES = {language: read_catalogue(FOLDER / "languages" / f"{language}.toml") for language in LANGUAGES}
ENGLISH = CATALOGUES["en"].texts
ALIKE = {
    "fr": {
        "cause-apostrophe",
        "column-version",
        "crowd-own-code",
        "sort-lexelt",
        "unit-propositions",
        "versions-title",
    },
    "it": {"cause-lemma", "sign-in-password"},
    "de": {"backups-kilobytes", "guidelines-label", "sign-in-name"},
    "es": {"backups-kilobytes", "sort-lexelt"},
}
"""Words that are the same in English."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_with_the_same_places(language: str) -> None:
    own = CATALOGUES[language].texts
    assert own.keys() == ENGLISH.keys()
    assert {name: places(text) for name, text in own.items()} == {name: places(ENGLISH[name]) for name in own}
    assert [name for name, text in own.items() if not text.strip()] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_language_is_not_english(language: str) -> None:
    own = CATALOGUES[language].texts.items()
    same = {name for name, text in own if text == ENGLISH[name] and any(map(str.isalpha, text))}
    assert same == ALIKE.get(language, set())


def used_names() -> set[str]:
    """The texts that templates and handlers name; `"state-" ~ ...` or `f"state-{...}"` stands for all that begin so."""
    sources = [*FOLDER.glob("templates/*.html"), *FOLDER.glob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    return set(re.findall(r'["\']([a-z]+(?:-[a-z0-9]+)*-?)["\'{]', text))


def test_no_text_is_left_over() -> None:
    names = used_names()
    beginnings = tuple(name for name in names if name.endswith("-"))
    counted = {f"{name}-{number}" for name in names for number in ("one", "many")}
    paused = {f"{pause}-{part}" for pause in Pause for part in ("title", "text")}
    known = names | counted | paused | {"decimal-sign"}  # by `stead.web.rendering`
    assert {name for name in ENGLISH if name not in known and not name.startswith(beginnings)} == set()


def test_every_state_and_pause_has_words() -> None:
    assert {f"state-{state}" for state in LeaseState} | {f"{pause}-title" for pause in Pause} <= ENGLISH.keys()


# --------------------------------------------------------------------------------- nothing is said but by the catalogue

CODE = re.compile(r"<(kbd|code)>.*?</\1>", re.S)  # keys, files and commands are the same in every language
ATTRIBUTES = re.compile(r"\{% block (?:body|width) %\}.*?\{% endblock %\}", re.S)  # stand within a tag
JINJA = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.S)
SPOKEN = re.compile(r"\b(?:aria-label|alt|title|placeholder|data-label)=\"(.*?)\"")
WORD = re.compile(r"[^\W\d_]{2,}")
CODES = {"NIL", "NAME"}
TEMPLATES = [*sorted(FOLDER.glob("templates/*.html")), *sorted(Path(web.__file__).parent.glob("shared/*.html"))]


def literal_words(template: str) -> set[str]:
    """The words that a template says by itself: between its tags, and in attributes that are read out."""
    plain = JINJA.sub("", CODE.sub("", ATTRIBUTES.sub("", template)))
    shown = re.sub(r"<[^>]*>", " ", plain)
    return {word for text in (shown, *SPOKEN.findall(plain)) for word in WORD.findall(text)} - CODES


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_says_nothing_by_itself(path: Path) -> None:
    assert literal_words(path.read_text(encoding="utf-8")) == set()


def test_words_in_a_template_are_noticed() -> None:
    template = '<p title="Top">{{ t("x") }} of <code>stead</code>{% if y %}done{% endif %}</p><i aria-label="{{ a }}">'
    assert literal_words(template) == {"Top", "of", "done"}


def spoken_strings(source: str) -> set[str]:
    """Text with a blank between words that is no docstring: what a handler would say by itself."""
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docs)
    return {str(node.value) for node in constants if re.search(r"[a-z] [a-z]", str(node.value))}


HANDLERS = [path for path in sorted(FOLDER.glob("*.py")) if path.stem != "translations"]
"""All modules but one, which reads files of texts: who reads its messages has written such a file."""


@pytest.mark.parametrize("path", HANDLERS, ids=lambda path: path.stem)
def test_a_handler_says_nothing_by_itself(path: Path) -> None:
    assert spoken_strings(path.read_text(encoding="utf-8")) == set()


def test_every_code_has_words() -> None:
    """What templates put together from a beginning and a code."""
    units = {coefficient.unit.replace(" ", "-") for coefficient in COEFFICIENTS}
    found = {f"kind-{kind}" for kind in ItemKind if kind is not ItemKind.REAL}
    found |= {f"unit-{unit}" for unit in units} | {f"action-{action}" for action in ACTIONS}
    found |= {f"cause-{cause.name.lower().replace('_', '-')}" for cause in ProposalCause}
    found |= {f"status-{status}" for status in STATUSES if status != "proposed"}
    found |= {f"flag-{code}" for code in re.findall(r'"([a-z]+)":', inspect.getsource(annotation_overview))}
    assert found <= ENGLISH.keys()


def recorded_kinds(source: str) -> set[str]:
    """The kinds of events that a module records: the texts among the arguments of a call that records one."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    recording = [call for call in calls if ast.unparse(call.func).rpartition(".")[2] in RECORDING]
    given = [argument for call in recording for argument in call.args]
    given += [choice for node in given if isinstance(node, ast.IfExp) for choice in (node.body, node.orelse)]
    return {str(node.value) for node in given if isinstance(node, ast.Constant)}


RECORDING = ("record_event", "_record", "_change")


def test_every_event_has_words() -> None:
    kinds: set[str] = set()
    for path in Path(campaign.__file__).parent.rglob("*.py"):
        kinds |= recorded_kinds(path.read_text(encoding="utf-8"))
    assert {"add", "open-link", "delete-backup", "pause", "resume"} <= kinds
    assert {f"event-{kind}" for kind in kinds} <= ENGLISH.keys()


def test_numbers_have_a_comma_but_in_english() -> None:
    assert [CATALOGUES[language].decimal(1.25, 1) for language in LANGUAGES] == ["1.2", *["1,2"] * 4]


def test_french_signs_stay_with_their_words() -> None:
    texts = CATALOGUES["fr"].texts.values()
    assert [text for text in texts if re.search(r" [:;?!»]|« ", text)] == []
    assert any("\N{NO-BREAK SPACE}?" in text for text in texts)


def test_nought_is_one_in_french_and_many_in_english() -> None:
    texts = {"x-one": "one {number}", "x-many": "many {number}"}
    french, english = (type(CATALOGUES["fr"])(language, texts) for language in ("fr", "en"))
    assert [french.counted("x", number)[:3] for number in (0, 1, 2)] == ["one", "one", "man"]
    assert [english.counted("x", number)[:3] for number in (0, 1, 2)] == ["man", "one", "man"]


SUBSET = {"en": "subset", "fr": "sous-ensemble", "it": "sottoinsiem", "de": "Teilmenge", "es": "subconjunto"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_organisers_read_one_word_for_a_subset_of_the_pool(language: str) -> None:
    names = ("setting-least_raters", "setting-most_raters", "setting-subsets_per_rater", "file-ratings")
    assert [
        name for name in names if SUBSET[language].casefold() not in CATALOGUES[language].texts[name].casefold()
    ] == []
