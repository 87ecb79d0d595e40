"""Systems by name: ours, those that packages register, those of a module; names and parameters that are wrong."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import UsageError
from stead.core.item import Item
from stead.systems import Suggestion, System, known_systems, parse_system, registry
from stead.systems.base import text
from stead.systems.papers.wordnet import WordNetSystem

HERE = "tests.systems.test_systems_by_name"


@dataclass(frozen=True)
class Echo(System):
    """Suggests one word, whatever the target."""

    name = "echo"
    paper = "none"
    about = "one word"
    word: str = text("echo", "the word", "a word")

    @property
    def threshold(self) -> float:
        return 0.0

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        return [Suggestion(self.word, 1.0)]

    def signature(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Undeclared(Echo):
    size: int = 3


class Nameless(System):
    pass


class Abstract(System):
    name = paper = about = "abstract"


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Six registered systems; two have names of ours, two cannot be imported, one is no system."""
    (tmp_path / "stumbling_module.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    points = {"echo": "Echo", "wordnet": "Echo", "swift": "Echo", "broken": "Nothing", "number": "HERE"}
    made = [EntryPoint(name, f"{HERE}:{attribute}", "stead.systems") for name, attribute in points.items()]
    made.append(EntryPoint("stumbling", "stumbling_module:X", "stead.systems"))
    monkeypatch.setattr(
        registry, "entry_points", lambda group: EntryPoints(each for each in made if each.group == group)
    )


def test_those_of_the_papers() -> None:
    assert list(known_systems(print))[:3] == ["wordnet", "multiword", "dictionary"]


@pytest.mark.usefixtures("registered")
def test_a_registered_system_is_found_by_its_name() -> None:
    assert parse_system("echo(word=sound)") == Echo("sound")


@pytest.mark.usefixtures("registered")
def test_nobody_replaces_one_of_ours() -> None:
    assert parse_system("wordnet") == WordNetSystem()


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("broken", "the registered system broken: cannot be imported"),
        ("number", "number is not a system: expected a sub"),
    ],
)
def test_a_registered_system_that_does_not_work_is_named(name: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        parse_system(name)


@pytest.mark.usefixtures("registered")
def test_one_that_does_not_work_does_not_hide_the_others() -> None:
    heard: list[str] = []
    known = known_systems(heard.append)
    assert list(known) == [*registry.SYSTEMS, "echo"]
    assert [each.partition(":")[0] for each in heard] == [
        "the registered system wordnet",
        "the registered system swift",
        "the registered system broken",
        "the registered system number is not a system",
        "the registered system stumbling",
    ]
    assert heard[0].endswith(f"not used, since stead has one of this name (from {HERE}:Echo).")
    assert heard[-1].endswith("cannot be imported (ZeroDivisionError: division by zero).")


@pytest.mark.usefixtures("registered")
def test_a_wrong_name_is_answered_with_all_names_even_if_one_is_broken() -> None:
    with pytest.raises(
        UsageError,
        match=r"'ecko' is not a system\. There are wordnet, .*, blend, llm, swift, fine, finest, echo, broken",
    ):
        parse_system("ecko")


def test_a_system_of_a_module() -> None:
    assert parse_system(f"{HERE}:Echo(word=sound)") == Echo("sound")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("no.such.module:X", "cannot be imported"),
        (f"{HERE}:Nowhere", "cannot be imported"),
        (".relative:X", "cannot be imported"),
        (":X", "cannot be imported"),
        (f"{HERE}:", "cannot be imported"),
        (f"{HERE}:HERE", "is not a system: expected a subclass of stead.systems.System"),
        (f"{HERE}:Nameless", "with name, paper, about"),
        (f"{HERE}:Abstract", "the system abstract cannot be made: .*abstract"),
        (f"{HERE}:Undeclared", "the system echo cannot be made: 'declaration'"),
        ("", "'' is not a system"),
        ("wordnet(", "is not a system"),
        ("wordnet)cut=3(", "is not a system"),
        ("wordnet(cut=3)x", "is not a system"),
        ("wor\ndnet", "is not a system"),
        ("wordnet(cut)", r"expected parameters as in \(name=value,name=value\), each once"),
        ("wordnet(cut=3,cut=4)", "each once"),
        ("wordnet(,)", "each once"),
        ("wordnet(=3)", "each once"),
        ("wordnet(size=3)", "'size' is not a parameter of wordnet; it has lexicon, frequencies, cut"),
        ("wordnet(cut=high)", "cut=high is not valid; cut is a number"),
        ("wordnet(cut=nan)", "cut=nan is not valid"),
        ("multiword(window=0)", "window=0 is not valid"),
    ],
)
def test_what_is_wrong_is_one_sentence(name: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint) as caught:
        parse_system(name)
    assert "\n" not in str(caught.value)


def test_a_module_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_systems.py").write_text(f"from {HERE} import Echo as Mine\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert parse_system("own_systems:Mine") == Echo()
    sys.modules.pop("own_systems")


@pytest.mark.parametrize(
    "name", ["wordnet", "wordnet(cut=3.5)", "multiword(window=3)", "dictionary(lexicon=mythes-fr,language=fr,cut=0.25)"]
)
def test_a_name_is_written_as_it_is_read(name: str) -> None:
    assert str(parse_system(name)) == name


def test_what_is_usual_is_not_written() -> None:
    assert str(parse_system("wordnet( lexicon = wordnet , cut = 2.5 )")) == "wordnet"


@given(st.text(max_size=12), st.text(max_size=12), st.floats(allow_nan=False))
def test_a_system_is_read_as_it_is_written_or_cannot_be_made(lexicon: str, frequencies: str, cut: float) -> None:
    if any(set("(),") & set(each) or each != each.strip() for each in (lexicon, frequencies)):
        with pytest.raises(UsageError, match="without commas and parentheses"):
            WordNetSystem(lexicon, frequencies, cut)
    else:
        system = WordNetSystem(lexicon, frequencies, cut)
        assert parse_system(str(system)) == system


@given(st.text(max_size=30))
def test_any_text_is_a_system_or_a_sentence(name: str) -> None:
    with suppress(UsageError):  # anything else is a fault of ours
        assert isinstance(parse_system(name), System)


def test_a_tier_is_the_blend_with_its_model() -> None:
    assert parse_system("fine") == parse_system("blend(model=fine)")
    assert parse_system("swift(cut=0.2)") == parse_system("blend(model=swift,cut=0.2)")
    with pytest.raises(UsageError, match=r"swift: has its own model; blend\(model=fine\) asks for another"):
        parse_system("swift(model=fine)")
