"""One answer of a run: split into guesses, and each guess levelled."""


def split_guesses(text: str) -> list[str]:
    """The levelled guesses between the semicolons.

    As Perl splits: what is empty at the end falls away, what is empty elsewhere is a guess. Quirk: nothing is
    trimmed and capitals stay, so " clever", "Clever" and a "clever" before a carriage return are all wrong.
    """
    pieces = text.split(";")
    while pieces and not pieces[-1]:
        pieces.pop()
    return [level_guess(piece) for piece in pieces]


def level_guess(guess: str) -> str:
    """Hyphens to blanks, "non x" to "nonx", one apostrophe removed; quirk: no American spelling."""
    return without_one_apostrophe(_join_non(guess.replace("-", " ")))


def without_one_apostrophe(term: str) -> str:
    """Quirk: the first apostrophe goes, a second one stays."""
    return term.replace("'", "", 1)


def _join_non(guess: str) -> str:
    """Quirk: done to the guess only, so a gold "non-stop" is never matched."""
    return "non" + guess.removeprefix("non ") if guess.startswith("non ") else guess
