"""Small matters of wording: what may be printed, and how counts are said."""


def visible(text: str) -> str:
    """A text that cannot move a cursor, hide or reverse itself: characters that do not print become escapes.

    Line ends are kept.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text)


def one_line(text: str) -> str:
    """The same for a place where line ends must not be."""
    return visible(text).replace("\n", "\\n")


def counted(number: int, noun: str) -> str:
    """`1 item`, `2 items`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
