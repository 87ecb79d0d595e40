"""What is released: the package whole, nothing else, and metadata that a package index shows well."""

import email
import subprocess
import zipfile
from pathlib import Path

import pytest

from stead._version import __version__
from tools import release

GOOD = """Name: stead
Version: 1.0.0
Summary: a workbench
Keywords: words
License-Expression: Apache-2.0
Requires-Python: >=3.11
Description-Content-Type: text/markdown
Classifier: Programming Language :: Python :: 3.11
Classifier: Programming Language :: Python :: 3.12
Classifier: Programming Language :: Python :: 3.13

# stead
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    pytest.importorskip("build", reason="needs the extra stead[release]")
    pytest.importorskip("hatchling", reason="needs the extra stead[release]")
    return release.build(tmp_path_factory.mktemp("dist"))


def test_wheel_and_source_archive_have_all_that_they_need_and_nothing_else(built: tuple[Path, Path]) -> None:
    wheel, archive = built
    assert release.faults_of_wheel(wheel) == []
    assert release.faults_of_archive(archive) == []


def test_a_wheel_without_a_model_and_with_a_test_is_refused(built: tuple[Path, Path], tmp_path: Path) -> None:
    wheel = tmp_path / built[0].name
    with zipfile.ZipFile(built[0]) as good, zipfile.ZipFile(wheel, "w") as bad:
        models = [name for name in good.namelist() if name.endswith(".npz")]
        for name in set(good.namelist()) - set(models):
            bad.writestr(name, good.read(name))
        bad.writestr("tests/test_all.py", "")
    faults = release.faults_of_wheel(wheel)
    assert {f"{name} is missing" for name in models} < set(faults)
    assert "tests/test_all.py does not belong there" in faults
    assert any(fault.startswith("there are no models") for fault in faults)


@pytest.mark.parametrize("name", ["stead/__pycache__/a.pyc", "stead/a.pyc", "stead/tests/a.py", "stead/.mypy_cache/a"])
def test_what_lies_about_in_a_checkout_is_refused(name: str) -> None:
    wanted = {*release.sources(), name}
    assert list(release.faults_of_names(wanted, wanted)) == [f"{name} does not belong there"]


def test_a_file_that_git_does_not_know_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "src/stead"
    package.mkdir(parents=True)
    for name in ("__init__.py", "notes.txt", "grüße.txt"):
        (package / name).touch()
    for words in (["init", "--quiet"], ["add", "src/stead/__init__.py", "src/stead/grüße.txt"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    wanted = release.sources(package)
    assert wanted == {"stead/__init__.py", "stead/grüße.txt"}
    assert "stead/notes.txt does not belong there" in release.faults_of_names({*wanted, "stead/notes.txt"}, wanted)


def test_the_package_as_it_is_is_fine() -> None:
    assert list(release.faults_of_names(release.sources(), release.sources())) == []


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.whl"
    with large.open("wb") as file:
        file.truncate(release.LARGEST + 1)
    (fault,) = release.faults_of_size(large)
    assert fault.startswith("large.whl has 12000001 bytes")


def test_good_metadata_are_fine() -> None:
    text = GOOD.replace("1.0.0", __version__)
    assert list(release.faults_of_metadata(email.message_from_string(text))) == []


@pytest.mark.parametrize(
    ("line", "other", "fault"),
    [
        ("Summary: a workbench\n", "", "the metadata have no Summary"),
        (f"Version: {__version__}", "Version: 0.9", f"the metadata have version 0.9, the sources {__version__}"),
        ("# stead", "stead", "the metadata have no readme"),
        ("3.12", "2.7", "there is no classifier of Python 3.12"),
    ],
)
def test_poor_metadata_are_refused(line: str, other: str, fault: str) -> None:
    text = GOOD.replace("1.0.0", __version__).replace(line, other)
    assert list(release.faults_of_metadata(email.message_from_string(text))) == [fault]


def test_links_that_a_package_index_cannot_follow_are_listed() -> None:
    readme = "[one](docs/one.md) [two](https://example.org/two) [three](#three) `[4](x y)` [five](CHANGELOG.md)"
    assert release.relative_links(readme) == ["docs/one.md", "CHANGELOG.md"]


def test_the_changelog_begins_with_the_version_and_its_date() -> None:
    text = (release.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert list(release.faults_of_changelog(text)) == []
    (fault,) = release.faults_of_changelog("# Changelog\n\n## 0.9 (2026-01-01)\n")
    assert "begins with '## 0.9 (2026-01-01)'" in fault
