"""Pages in Debian's Chromium, as people see them: on a desk and on a phone."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Browser, Dialog, Page, ViewportSize, expect, sync_playwright

from tests.tools import program

PATIENCE = 60_000
"""Milliseconds that a busy machine is given: whoever has not to wait does not."""
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
    # Without windows, which nobody sees here: a tab takes a fifth of the time that it takes in the whole browser.
    path = shutil.which("chromium-headless-shell") or program("chromium", "chromium-headless-shell")
    arguments = ["--no-sandbox", "--no-first-run", *(f"--disable-{name}" for name in _QUIET)]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(path), args=arguments)
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


@dataclass
class Visit:
    """An open page, and everything that should not have happened on it."""

    page: Page
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._listeners: dict[str, Callable[[Any], None]] = {
            "console": lambda message: self.wrong.append(f"console: {message.text}"),
            "pageerror": lambda error: self.wrong.append(f"error: {error}"),
            "dialog": self._dismiss,
            "request": lambda request: self._asked_for(request.url),
        }
        for event, listener in self._listeners.items():
            self.page.on(event, listener)

    def leave(self) -> None:
        """Leave the tab as a new one would be."""
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.mouse.move(0, 0)
        self.page.goto("about:blank")
        self.page.emulate_media(media="null")
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)

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


_TABS: WeakKeyDictionary[Browser, dict[str, Page]] = WeakKeyDictionary()
"""Empty tabs by their sizes: a new one in a context of its own takes longer than most tests."""


@contextmanager
def visit(browser: Browser, path: Path, size: str = "desktop", **options: Any) -> Iterator[Visit]:
    """Open a page; whatever it does wrong fails the test. With options of a context, that context is a new one."""
    width, height = SIZES[size]
    viewport: ViewportSize = {"width": width, "height": height}
    tabs = _TABS.setdefault(browser, {})
    tab = None if options else tabs.pop(size, None)
    if tab is None:
        tab = browser.new_context(viewport=viewport, reduced_motion="reduce", **options).new_page()
    elif tab.viewport_size != viewport:
        tab.set_viewport_size(viewport)
    opened = Visit(tab)
    tab.goto(path.as_uri())
    if options.get("java_script_enabled", True) and tab.locator("#item-list").count():
        tab.wait_for_selector("#item-list > *")
    yield opened
    if options:
        tab.context.close()
    else:
        opened.leave()
        tabs[size] = tab
    assert opened.wrong == []
