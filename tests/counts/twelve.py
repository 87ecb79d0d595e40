"""A corpus of twelve sentences, small enough to count by hand."""

from pathlib import Path

from stead.counts import CountSettings, Model, count_corpus, open_model

SENTENCES = (
    "The dog barked.",
    "The dog chased the cat.",
    "A cat chased a mouse.",
    "The dogs bark.",
    "The cats sleep.",
    "Dogs sleep.",
    "A mouse sleeps.",
    "The dog sleeps.",
    "The cat drinks milk.",
    "The mouse drinks milk.",
    "The dog drinks water.",
    "A cat drank water.",
)
TEXT = "".join(f"{sentence}\n" for sentence in SENTENCES)

WORDS = 43  # 3 + 5 + 5 + 3 + 3 + 2 + 3 + 3 + 4 + 4 + 4 + 4

FORMS = {
    "the": 9,  # twice in the second sentence; in 1, 4, 5, 8, 9, 10, 11
    "a": 4,  # twice in the third; in 7, 12
    "dog": 4,  # 1, 2, 8, 11
    "dogs": 2,  # 4, 6
    "cat": 4,  # 2, 3, 9, 12
    "cats": 1,
    "mouse": 3,  # 3, 7, 10
    "barked": 1,
    "bark": 1,
    "chased": 2,
    "sleep": 2,  # 5, 6
    "sleeps": 2,  # 7, 8
    "drinks": 3,  # 9, 10, 11
    "drank": 1,
    "milk": 2,
    "water": 2,
}

LEMMAS = {
    "the": 9,
    "dog": 6,
    "cat": 5,
    "a": 4,
    "sleep": 4,
    "drink": 4,
    "mouse": 3,
    "bark": 2,
    "chase": 2,
    "milk": 2,
    "water": 2,
}

NEAR = {  # window 2: the second at most two words behind the first
    ("the", "dog"): 5,  # 1, 2, 4, 8, 11
    ("the", "bark"): 2,  # 1, 4
    ("dog", "bark"): 2,
    ("the", "chase"): 1,  # 2
    ("dog", "chase"): 1,
    ("dog", "the"): 1,
    ("chase", "the"): 1,
    ("chase", "cat"): 1,
    ("the", "cat"): 3,  # 2 (the second "the"), 5, 9
    ("a", "cat"): 2,  # 3, 12
    ("a", "chase"): 1,  # 3
    ("cat", "chase"): 1,
    ("cat", "a"): 1,
    ("chase", "a"): 1,
    ("chase", "mouse"): 1,
    ("a", "mouse"): 2,  # 3, 7
    ("the", "sleep"): 2,  # 5, 8
    ("cat", "sleep"): 1,  # 5
    ("dog", "sleep"): 2,  # 6, 8
    ("a", "sleep"): 1,  # 7
    ("mouse", "sleep"): 1,
    ("the", "drink"): 3,  # 9, 10, 11
    ("cat", "drink"): 2,  # 9, 12
    ("cat", "milk"): 1,  # 9
    ("drink", "milk"): 2,  # 9, 10
    ("the", "mouse"): 1,  # 10
    ("mouse", "drink"): 1,
    ("mouse", "milk"): 1,
    ("dog", "drink"): 1,  # 11
    ("dog", "water"): 1,
    ("drink", "water"): 2,  # 11, 12
    ("a", "drink"): 1,  # 12
    ("cat", "water"): 1,
}
# Sentences of n words have (n - 1) + (n - 2) pairs: 2 -> 1, 3 -> 3, 4 -> 5, 5 -> 7. One of 2, five of 3, four of 4, two
# of 5 words: 1 + 15 + 20 + 14.
NEAR_PAIRS = 50

FARTHER = {  # what a whole sentence adds: pairs that are three or four words apart
    ("the", "the"): 1,  # 2
    ("dog", "cat"): 1,
    ("the", "cat"): 1,  # 2, the first "the"
    ("a", "a"): 1,  # 3
    ("cat", "mouse"): 1,
    ("a", "mouse"): 1,
    ("the", "milk"): 2,  # 9, 10
    ("the", "water"): 1,  # 11
    ("a", "water"): 1,  # 12
}
SAME_SENTENCE = {pair: NEAR.get(pair, 0) + FARTHER.get(pair, 0) for pair in {**NEAR, **FARTHER}}

TRIGRAMS = {
    ("<s>", "the", "dog"): 4,  # 1, 2, 8, 11
    ("the", "dog", "barked"): 1,
    ("dog", "barked", "</s>"): 1,
    ("the", "dog", "chased"): 1,
    ("the", "cat", "</s>"): 1,
    ("<s>", "dogs", "sleep"): 1,
    ("drinks", "milk", "</s>"): 2,
    ("the", "dog", "sleep"): 0,
}
BIGRAMS = {
    ("<s>", "the"): 8,  # 1, 2, 4, 5, 8, 9, 10, 11
    ("<s>", "a"): 3,  # 3, 7, 12
    ("<s>", "dogs"): 1,
    ("the", "dog"): 4,
    ("a", "cat"): 2,  # 3, 12
    ("sleep", "</s>"): 2,
    ("cat", "</s>"): 1,
    ("dog", "the"): 0,
}


def counted(folder: Path, settings: CountSettings | None = None) -> Model:
    """The model of the twelve sentences; everything is kept, unless the settings say otherwise."""
    (folder / "twelve.txt").write_text(TEXT, encoding="utf-8")
    count_corpus([str(folder / "twelve.txt")], folder / "model", settings or CountSettings(window=2, min_count=1))
    return open_model(folder / "model")
