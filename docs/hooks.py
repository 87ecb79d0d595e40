"""Hooks of MkDocs: the pages on Python in the navigation, the table of public names, formulas as MathML."""

import html
import re
from typing import Any

from latex2mathml.converter import convert

from docs.generate import PYTHON, names_by_group, table_of_names, title_of

_NAMES = "<!-- public names -->"
_HOW_IT_IS_RUN = re.compile(r"^( *```(?:console|python)) .*$", re.MULTILINE)
_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)


def on_config(config: Any) -> Any:
    """Put the generated pages on Python under Reference."""
    pages = [f"{PYTHON}/index.md", *({title_of(group): f"{PYTHON}/{group}.md"} for group in names_by_group())]
    reference = next(entry["Reference"] for entry in config["nav"] if "Reference" in entry)
    next(entry for entry in reference if "Python" in entry)["Python"] = pages
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """List the public names, and leave out of code blocks how the tests run them."""
    markdown = _HOW_IT_IS_RUN.sub(r"\1", markdown)
    return markdown.replace(_NAMES, table_of_names()) if _NAMES in markdown else markdown


def on_page_content(content: str, **_: Any) -> str:
    """Show formulas without a script: browsers draw MathML themselves."""

    def mathml(found: re.Match[str]) -> str:
        return convert(html.unescape(found[2]), display="block" if found[1] == "div" else "inline")

    return _FORMULA.sub(mathml, content)
