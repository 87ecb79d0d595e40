"""Make the pictures of the tutorials and guides again: `make screenshots`. Needs Chromium, and the extra `dev`.

The campaign, the report and the study of the tutorials are made in a folder that is thrown away, and shown to the
browser. Pictures are WebP files in docs/images.
"""

import base64
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
PEOPLE = HERE / "tutorials/organiser/people.py"
DESK, PHONE = (1040, 650), (390, 720)
_AS_WEBP = """async (data) => {
  const image = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.86).split(",")[1];
}"""


class Camera:
    """A browser whose pictures go to docs/images."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._encoder = browser.new_page()

    @contextlib.contextmanager
    def page(self, size: tuple[int, int] = DESK) -> Iterator[Page]:
        """A new page, with cookies of its own."""
        view = {"width": size[0], "height": size[1]}
        context = self._browser.new_context(viewport=view, device_scale_factor=1.5, reduced_motion="reduce")
        yield context.new_page()
        context.close()

    def take(self, shown: Any, name: str) -> None:
        """Save what a page or an element shows."""
        data = base64.b64encode(shown.screenshot(animations="disabled")).decode()
        (HERE / f"images/{name}.webp").write_bytes(base64.b64decode(self._encoder.evaluate(_AS_WEBP, data)))
        print(f"docs/images/{name}.webp", file=sys.stderr)


def _run(folder: Path, command: str, **variables: str) -> str:
    """What a command of the shell prints."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": programs, "COLUMNS": "100", "NO_COLOR": "1", **variables}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


@contextlib.contextmanager
def _served(folder: Path, *words: str) -> Iterator[str]:
    """The address of a server while a command of stead runs it."""
    command = [sys.executable, "-m", "stead", *words, "--port", "0"]
    with (folder / "server.log").open("w+") as log, subprocess.Popen(command, cwd=folder, stderr=log) as server:
        try:
            while not (found := re.search(r"http://\S+", (folder / "server.log").read_text())):
                time.sleep(0.1)
            yield found[0]
        finally:
            server.terminate()


def _follow(page: Page, server: str, link: str) -> None:
    """Follow an invite link, wherever the server is today."""
    page.goto(f"{server}/join/{link.rpartition('/')[2]}")


def _sign_in(page: Page, server: str, link: str) -> None:
    """Follow the link of an organiser, who chooses a password."""
    _follow(page, server, link)
    page.click("button.main")
    for field in ("#password", "#again"):
        page.fill(field, "correct horse battery")
    page.click("button.main")


def _links(folder: Path, table: str) -> dict[str, str]:
    return dict(line.split("\t") for line in (folder / table).read_text().splitlines())


def _researcher(camera: Camera, folder: Path) -> None:
    items = "--items items.en.xml --items items.it.xml --items items.fr.xml"
    _run(folder, f"stead compare gold.txt runs/*.txt -m best,oot@10 --by pos {items} --resamples 2000 -o report.html")
    with camera.page() as page:
        page.goto((folder / "report.html").as_uri())
        page.wait_for_timeout(500)
        camera.take(page, "report")
        for part in ("differences", "items"):
            page.locator(f"#{part}").evaluate("element => element.scrollIntoView()")
            page.wait_for_timeout(500)
            if part == "items":
                page.locator("#items summary").first.click()
            camera.take(page, f"report-{part}")


def _annotation(camera: Camera, folder: Path) -> None:
    _run(folder, "stead campaign init words --items items.en.xml --annotators 5")
    _run(folder, "stead campaign users add words ada bruno chloe dario elif > words.tsv")
    _run(folder, "stead campaign users add words doris --organiser > organisers.tsv")
    with _served(folder, "campaign", "serve", "words") as server:
        for size, name in ((DESK, "annotate"), (PHONE, "annotate-phone")):
            with camera.page(size) as page:
                _follow(page, server, _links(folder, "words.tsv")["ada"])
                page.click("button.main")
                if name == "annotate":
                    camera.take(page, "guidelines")
                    page.click("button.main")
                boxes = page.locator('input[name="substitute"]')
                boxes.nth(0).fill("wealthy")
                camera.take(page, name)
        _run(folder, f"python {PEOPLE} annotate words.tsv annotations.jsonl items.en.xml", SERVER=server)
        with camera.page() as page:
            _sign_in(page, server, _links(folder, "organisers.tsv")["doris"])
            page.goto(f"{server}/organise")
            camera.take(page, "organise")
            for address, name in (("curation", "curation"), ("agreement", "agreement"), ("items/1", "side-by-side")):
                page.goto(f"{server}/organise/{address}")
                camera.take(page, name)
    _run(folder, "stead campaign gold words -o gold1.txt && stead campaign export words --to annotations -o said.jsonl")


def _rating(camera: Camera, folder: Path) -> None:
    _run(folder, "stead pool gold1.txt runs/*.txt -o pool.jsonl")
    rating = "--scale 0-3 --raters 3-7 --subsets 4 --repeats 3 --planted 3"
    _run(folder, f"stead campaign rate rating --pool pool.jsonl --items items.en.xml {rating}")
    _run(folder, "stead campaign users add rating rita sami tess ugo > raters.tsv")
    _run(folder, "stead campaign users add rating doris --organiser > organisers.tsv")
    with _served(folder, "campaign", "serve", "rating") as server:
        with camera.page() as page:
            _follow(page, server, _links(folder, "raters.tsv")["rita"])
            for _ in range(3):  # join, guidelines, the first part
                page.click("button.main")
            camera.take(page, "rate")
        _run(folder, f"python {PEOPLE} rate raters.tsv gold1.txt items.en.xml", SERVER=server)
        with camera.page() as page:
            _sign_in(page, server, _links(folder, "organisers.tsv")["doris"])
            page.goto(f"{server}/organise")
            camera.take(page, "organise-rating")
    study = "--gold1 gold1.txt --runs runs/*.txt --annotations said.jsonl --fast none --resamples 200"
    _run(folder, f"stead campaign study rating {study} --gold2 gold2.jsonl -o study.html")
    with camera.page() as page:
        page.goto((folder / "study.html").as_uri())
        page.wait_for_timeout(500)
        camera.take(page, "study")


def _builder(camera: Camera, folder: Path) -> None:
    with _served(folder, "serve", "--tier", "swift", "--tier", "wordnet") as server, camera.page((1200, 820)) as page:
        page.goto(server)
        page.wait_for_selector("#reading-line", state="hidden")
        for word in ("lovely", "strong"):
            page.locator(".word", has_text=word).first.click()
            page.locator(".choice-word").first.click()
        page.locator(".why").first.click()
        page.mouse.move(0, 0)
        camera.take(page, "playground")


TUTORIALS = {
    "researcher": [_researcher],
    "organiser": [_annotation, _rating],
    "builder": [_builder],
}


def main(wanted: Sequence[str]) -> None:
    """Take the pictures of all tutorials, or of those that are named."""
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if chromium is None:
        sys.exit("docs.screenshots: needs the program chromium or chromium-headless-shell.")
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        camera, folder = Camera(browser), Path(temporary) / "example"
        _run(Path(temporary), f"stead demo --copy {folder}")
        for name in wanted or TUTORIALS:
            for take in TUTORIALS[name]:
                take(camera, folder)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
