"""The little Markdown of guidelines: what it marks up, and that nothing else gets through."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.web.rendering import render_markdown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Title\nText", "<h2 dir=auto>Title</h2>\n<p dir=auto>Text</p>"),
        ("one\ntwo\n\nthree", "<p dir=auto>one two</p>\n<p dir=auto>three</p>"),
        ("- a\n- b\n  goes on", "<ul><li dir=auto>a</li><li dir=auto>b goes on</li></ul>"),
        ("Text:\n1. a\n2) b", "<p dir=auto>Text:</p>\n<ol><li dir=auto>a</li><li dir=auto>b</li></ol>"),
        ("> said\n> so", "<blockquote dir=auto>said so</blockquote>"),
        (
            "*a* **b** `c` snake_case",
            "<p dir=auto><em>a</em> <strong>b</strong> <code>c</code> snake_case</p>",
        ),
        ("2 * 3 * 4", "<p dir=auto>2 * 3 * 4</p>"),
        ("<b>&", "<p dir=auto>&lt;b&gt;&amp;</p>"),
        ("[x](javascript:alert(1))", "<p dir=auto>[x](javascript:alert(1))</p>"),
        ("", "<p dir=auto></p>"),
    ],
)
def test_what_it_marks_up(text: str, expected: str) -> None:
    assert str(render_markdown(text)) == expected


@given(st.text(alphabet=st.sampled_from("#*_`->1. \n<&\"'ab"), max_size=60))
def test_whatever_is_written_only_its_own_tags_come_out(text: str) -> None:
    made = str(render_markdown(text))
    tags = re.findall(r"<[^>]*>", made)
    assert {re.sub(r" dir=auto", "", tag).strip("</>") for tag in tags} <= {
        *("h2", "h3", "h4", "h5", "p", "ul", "ol", "li", "blockquote", "em", "strong", "code")
    }
    assert re.sub(r"<[^>]*>", "", made).count("<") == 0
