"""Run the cells of a notebook and store their outputs, without Jupyter: a part of `make docs`."""

import ast
import io
import json
from contextlib import chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

Cell = dict[str, Any]


def executed(text: str) -> str:
    """The notebook with the outputs of its cells, run in order and in an empty folder."""
    notebook = json.loads(text)
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    with TemporaryDirectory() as folder, chdir(folder):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                number += 1
                cell["execution_count"] = number
                cell["outputs"] = _outputs("".join(cell["source"]), names, number)
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _outputs(source: str, names: dict[str, Any], number: int) -> list[Cell]:
    """What a cell prints, and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs: list[Cell] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        outputs.append(
            {"data": _shown(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def _shown(value: Any) -> dict[str, list[str]]:
    """A value as text, and as HTML if it can be shown so."""
    shown = {"text/plain": _lines(repr(value))}
    if hasattr(value, "_repr_html_"):
        shown = {"text/html": _lines(value._repr_html_()), **shown}
    return shown


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def notebook_page(path: Path) -> str:
    """The notebook of a file, with its outputs made anew."""
    return executed(path.read_text(encoding="utf-8"))
