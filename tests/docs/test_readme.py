"""The examples of the README work after the install that it names: with stead's own dependencies, and nothing else."""

import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from importlib.resources import files
from pathlib import Path

import pytest

from tests.docs.markdown import Page, blocks

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
EXAMPLES = Path(str(files("stead"))) / "examples"
INSTALL = "pip install ."

PROGRAM = """#!/bin/sh
exec {python} -I -S -c 'import sys; sys.path.insert(0, "{packages}"); {rest}' "$@"
"""
STEAD = "from stead.cli import main; sys.exit(main())"
PYTHON = "exec(sys.argv[2])"


def required(name: str) -> Iterator[Distribution]:
    """What an install without extras brings along."""
    found = distribution(name)
    for requirement in found.requires or ():
        if "extra ==" not in requirement:
            (other,) = re.findall(r"^[\w.-]+", requirement)
            yield distribution(other)
            yield from required(other)


def installed_in(folder: Path) -> Path:
    """A folder of programs that see stead and what it requires, and no other package of this environment."""
    packages, programs = folder / "packages", folder / "programs"
    packages.mkdir()
    programs.mkdir()
    (packages / "stead").symlink_to(files("stead"))  # type: ignore[arg-type]
    for each in required("stead"):
        for top in {file.parts[0] for file in each.files or () if file.parts[0] != ".."}:
            (packages / top).symlink_to(Path(str(each.locate_file(top))))
    for name, rest in (("stead", STEAD), ("python", PYTHON)):
        program = programs / name
        program.write_text(PROGRAM.format(python=sys.executable, packages=packages, rest=rest), encoding="utf-8")
        program.chmod(0o755)
    return programs


def test_the_install_comes_before_the_first_example() -> None:
    text = README.read_text(encoding="utf-8")
    first = next(iter(blocks(text)))
    assert first.language == "console"
    assert INSTALL in "\n".join(text.splitlines()[: first.line - 1])


def test_no_extra_is_seen_by_the_programs_of_a_bare_install(tmp_path: Path) -> None:
    python = installed_in(tmp_path) / "python"
    assert subprocess.run([python, "-c", "import numpy, stead"], check=False).returncode == 0
    lacking = subprocess.run([python, "-c", "import scipy"], check=False, capture_output=True, text=True)
    assert "No module named 'scipy'" in lacking.stderr


def test_every_example_works_after_the_install_that_is_named(tmp_path: Path) -> None:
    programs = installed_in(tmp_path)
    problems = Page(README, tmp_path / "example", EXAMPLES, programs).run()
    assert problems == [], "\n\n".join(problems)


@pytest.mark.soak
def test_every_example_works_in_a_new_environment(tmp_path: Path) -> None:
    venv.create(tmp_path / "new", with_pip=True)
    programs = tmp_path / "new" / "bin"
    subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", str(ROOT)], check=True)
    problems = Page(README, tmp_path / "example", EXAMPLES, programs).run()
    assert problems == [], "\n\n".join(problems)
