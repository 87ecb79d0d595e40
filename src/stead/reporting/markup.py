"""Text in HTML."""

import html

from stead.core.text import visible


def escaped(text: str) -> str:
    """Text that is no markup, control characters made visible."""
    return html.escape(visible(text))
