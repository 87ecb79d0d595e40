"""Play the annotators or the raters of a campaign that is being served: for the tutorial, where nobody else is there.

    python people.py annotate words.tsv annotations.jsonl items.en.xml
    python people.py rate raters.tsv gold1.txt items.en.xml

The first file is the table of invite links. Annotators give the answers of `annotations.jsonl`; raters like what
several annotators gave, find some of the rest passable, and reject the others. Whoever has begun goes on from there.
Only the standard library is needed.
"""

import html
import json
import os
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, build_opener

Key = tuple[str, str]
"""Lexelt and id of an item."""


class Visitor:
    """A browser without a screen: it keeps cookies, and the page that it is on."""

    def __init__(self, link: str) -> None:
        """Follow an invite link, and agree to the guidelines if they are shown."""
        parts = urlsplit(link)
        self._server = os.environ.get("SERVER") or f"{parts.scheme}://{parts.netloc}"
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self._opener.addheaders = [("Origin", self._server)]  # as browsers do: forms of other sites are refused
        self.page = self._open(parts.path)
        self.send("/join")
        if self.has_form("/guidelines"):
            self.send("/guidelines")

    def _open(self, path: str, data: bytes | None = None) -> str:
        with self._opener.open(self._server + path, data) as answer:
            return html.unescape(answer.read().decode())

    def has_form(self, action: str) -> bool:
        """Whether the page has a form that goes to this address."""
        return f'action="{action}"' in self.page

    def send(self, action: str, **values: object) -> None:
        """Send a form of the page, with its hidden fields."""
        form = self.page[self.page.index(f'action="{action}"') :].partition("</form>")[0]
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form))
        self.page = self._open(action, urlencode(hidden | values, doseq=True).encode())

    def item_form(self) -> str | None:
        """The address of the form for a sentence, if one is shown."""
        form = re.search(r'action="(/annotate/\d+)"', self.page)
        return form[1] if form else None

    def sentence(self) -> str:
        """The sentence that is shown."""
        found = re.search(r'<p class="sentence.*?>(.*?)</p>', self.page, re.DOTALL)
        text = re.sub(r'<span class="hidden">.*?</span>', "", found[1] if found else "")
        return re.sub(r"<.*?>", "", text).strip()

    def candidates(self) -> Iterator[tuple[str, str]]:
        """The fields of the candidates that are shown, each with its candidate as it was given."""
        for row in self.page.split('<div class="candidate')[1:]:
            field = re.search(r'name="(c\d+)"', row)
            shown = re.search(r"<strong.*?>(.*?)</strong>", row)
            given = re.search(r"given as “(.*?)”", row) or shown
            if field and given:
                yield field[1], given[1]


def items_by_sentence(file: str) -> dict[str, Key]:
    """Lexelts and ids by sentence."""
    return {
        "".join(context.itertext()).strip(): (lexelt.get("item", ""), instance.get("id", ""))
        for lexelt in ET.parse(file).iter("lexelt")
        for instance in lexelt.iter("instance")
        for context in instance.iter("context")
    }


def invited(file: str) -> list[tuple[str, str]]:
    """Names and links."""
    return [(name, link) for name, link in (line.split("\t") for line in Path(file).read_text().splitlines())]


def annotate(links: str, annotations: str, items: str) -> None:
    """Everybody answers everything."""
    keys, answers = items_by_sentence(items), {}
    for record in map(json.loads, Path(annotations).read_text().splitlines()[1:]):
        answers[record["annotator"], record["lexelt"], record["id"]] = record
    for name, link in invited(links):
        visitor = Visitor(link)
        while form := visitor.item_form():
            answer = answers[name, *keys[visitor.sentence()]]
            choice = "nil" if answer.get("nil") else "name" if answer.get("name") else "words"
            words, multiword = answer.get("substitutes", []), answer.get("multiword", "")
            visitor.send(form, substitute=words, multiword=multiword, choice=choice)
        print(f"{name} is done")


def rate(links: str, gold: str, items: str) -> None:
    """Everybody rates every part."""
    keys, opinion = items_by_sentence(items), opinions(gold)
    for name, link in invited(links):
        visitor = Visitor(link)
        while (form := visitor.item_form()) or visitor.has_form("/annotate"):
            if form:
                key = keys[visitor.sentence()]
                visitor.send(form, **{field: opinion(name, key, word) for field, word in visitor.candidates()})
            else:
                visitor.send("/annotate")
        print(f"{name} is done")


def opinions(gold: str) -> Callable[[str, Key, str], int]:
    """What a rater thinks of a candidate: 3 if several annotators gave it, less otherwise, with moods."""
    counts: dict[tuple[str, str], float] = {}
    for line in Path(gold).read_text().splitlines():
        item, _, weights = line.partition(" :: ")
        for word, _, count in (part.rpartition(" ") for part in weights.split(";") if part):
            counts[item, word] = float(count)
    targets: dict[str, set[str]] = {}
    for item, word in counts:
        targets.setdefault(item.split()[0], set()).add(word)

    def opinion(name: str, key: Key, word: str) -> int:
        mood, count = sum(map(ord, name + "".join(key) + word)) % 7, counts.get((" ".join(key), word), 0)
        elsewhere = word in targets.get(key[0], set())
        best = 3 if count > 1 else 2 if count else 1 if elsewhere and mood < 3 else 0
        return max(0, best - 1) if mood == 6 else best

    return opinion


if __name__ == "__main__":
    {"annotate": annotate, "rate": rate}[sys.argv[1]](*sys.argv[2:])
