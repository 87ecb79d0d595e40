"""The script of the organiser's tutorial plays raters to the end, also one who has begun in the browser."""

from importlib.resources import files
from pathlib import Path

from tests.docs.markdown import Page

ROOT = Path(__file__).resolve().parents[2]
PEOPLE = ROOT / "docs/tutorials/organiser/people.py"
EXAMPLES = Path(str(files("stead"))) / "examples"
SESSION = """
```console
$ head -8 gold.txt > few.txt
$ stead pool few.txt runs/careful.txt -o pool.jsonl
...
$ stead campaign rate rating --pool pool.jsonl --items items.en.xml --raters 1 --subsets 2
...
$ stead campaign users add rating rita -o raters.tsv
...
```

```console serves
$ stead campaign serve rating
```

```console
$ python begin.py
$ python people.py rate raters.tsv gold.txt items.en.xml
rita is done
$ stead campaign status rating
The campaign rating
...
subsets with 1 rater                 2
...
candidates without a rating          0
...
```
"""

BEGIN = """
from people import Visitor, invited

((name, link),) = invited("raters.tsv")
visitor = Visitor(link)
visitor.send("/annotate")
assert visitor.item_form()
"""


def test_a_rater_who_has_begun_goes_on(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page/people.py").write_bytes(PEOPLE.read_bytes())
    (tmp_path / "page/begin.py").write_text(BEGIN, encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(SESSION, encoding="utf-8")
    problems = Page(page, tmp_path / "example", EXAMPLES).run()
    assert problems == [], "\n\n".join(problems)
