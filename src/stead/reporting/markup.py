"""Text in HTML."""

import html

from stead._wording import visible


def escaped(text: str) -> str:
    """Text that is no markup, control characters made visible."""
    return html.escape(visible(text))
