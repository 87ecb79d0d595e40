"""What nobody can see of a text, levelled."""

import unicodedata


def tidy(text: str) -> str:
    """A text in Unicode NFC without needless blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())
