"""The generated pages are what the program says today: run `make docs` if this fails."""

import sys
from pathlib import Path

import pytest

from docs.generate import pages

DOCS = Path(__file__).parents[2] / "docs"


OTHER_LAYOUT = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="argparse lays out help otherwise in other versions"
)


@pytest.mark.parametrize("name", [pytest.param("commands.md", marks=OTHER_LAYOUT), "measures.md", "report.schema.json"])
def test_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name]
