"""Edits refer to the text as it was given, wherever a particle was moved to; a tier that is lacking is refused."""

from pathlib import Path

import pytest

from stead.core.errors import UsageError
from stead.playground.guards import Refusal
from stead.playground.served_systems import LoadedSystem, TargetQuery, choose_systems, smallest_edit
from stead.systems import Substitute, Substituter
from tests.cli.sources import small_system, without_resources
from tests.systems.test_substituter import LISTED


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("She turned the offer down.", "She declined the offer."),
        ("She turned the man down.", "She declined the man."),  # both end in n
        ("He handed it over", "He gave it"),
        ("Ann took it off", "Ann took it off"),
    ],
)
def test_an_edit_of_the_given_text_makes_the_new_sentence(text: str, sentence: str) -> None:
    edit = smallest_edit(text, Substitute(term="", form="", sentence=sentence, start=0, end=0, score=1.0))
    assert text[: edit.start] + edit.text + text[edit.end :] == sentence
    assert edit.start >= len(sentence.split(maxsplit=1)[0]) + 1 or text == sentence


def test_a_refusal_names_no_option_that_the_service_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_system(tmp_path, monkeypatch)
    system = LoadedSystem(lambda *_: Substituter(f"{LISTED}(terms=event)"), "swift", "en")
    queries = [TargetQuery(text="They lost to [Maria]."), TargetQuery(text="They lost to [Maria].", candidates=["Ann"])]
    details = [answer.detail for answer in system.answer(queries) if isinstance(answer, Refusal)]
    assert details == ['"Maria" is a name; names, numbers and function words are left alone.'] * 2


def test_words_that_only_join_others_are_no_targets() -> None:
    system = LoadedSystem(lambda *_: Substituter(f"{LISTED}(terms=soir)", language="fr"), "fr", "fr")
    targets = system.targets("Dans la ville, mais pas avec Anne, tombe la pluie.", 3)
    assert [target.text[target.start or 0 : target.end] for target in targets] == ["ville", "tombe", "pluie"]


def test_a_tier_that_is_not_here_is_refused_with_the_one_command_that_gets_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_resources(tmp_path, monkeypatch)
    with pytest.raises(UsageError, match=r"--tier fine: .*`stead resources get fine` \(646 MB to fetch\)"):
        choose_systems(["fine"], [])
    with pytest.raises(UsageError, match=r"--language it: .*`stead resources get it`"):
        choose_systems([], ["it"])
