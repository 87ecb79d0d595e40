"""Pages in Debian's Chromium, as people see them: on a desk and on a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, sync_playwright

from tests.tools import program

_QUIET = ("gpu", "quic", "background-networking", "component-update", "sync")
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}

USUAL_SIZES = ["desktop", pytest.param("phone", marks=pytest.mark.soak)]
"""For what a page does, which its width hardly changes: on a phone only among the long proofs."""

LOOKS = [
    ("desktop", "light"),
    ("phone", "dark"),
    pytest.param("desktop", "dark", marks=pytest.mark.soak),
    pytest.param("phone", "light", marks=pytest.mark.soak),
]
"""Sizes and colours for how a page looks: each of them once, and the other pairs among the long proofs."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; skips the test where there is none."""
    path = program("chromium", "chromium")
    arguments = ["--no-sandbox", "--no-first-run", *(f"--disable-{name}" for name in _QUIET)]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(path), args=arguments)
        yield browser
        browser.close()


@dataclass
class Visit:
    """An open page, and everything that should not have happened on it."""

    page: Page
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda message: self.wrong.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("dialog", self._dismiss)
        self.page.on("request", lambda request: self._asked_for(request.url))

    def _dismiss(self, dialog: Dialog) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _asked_for(self, address: str) -> None:
        if not address.startswith(("file:", "data:", "blob:")):
            self.wrong.append(f"request: {address}")

    def texts(self, selector: str) -> list[str]:
        """What every element of a kind says."""
        shown = self.page.locator(selector).evaluate_all(
            "(all) => all.map((each) => each.innerText ?? each.textContent)"
        )
        return [text.strip() for text in shown]

    def script(self, expression: str) -> Any:
        """The value of an expression in the page."""
        return self.page.evaluate(expression)


@contextmanager
def visit(browser: Browser, path: Path, size: str = "desktop", **options: Any) -> Iterator[Visit]:
    """Open a page; whatever it does wrong fails the test."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", accept_downloads=True, **options
    )
    opened = Visit(context.new_page())
    opened.page.goto(path.as_uri())
    if options.get("java_script_enabled", True) and opened.page.locator("#item-list").count():
        opened.page.wait_for_selector("#item-list > *")
    yield opened
    context.close()
    assert opened.wrong == []
