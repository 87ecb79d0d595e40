"""What is answered about a target refers to the text as it was given, wherever a particle was moved to."""

import pytest

from stead.playground.served_systems import smallest_edit
from stead.systems import Substitute


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
