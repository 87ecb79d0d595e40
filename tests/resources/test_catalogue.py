"""The table of resources: complete, and without the name of any registry's host."""

import re
from pathlib import Path

import pytest

from stead.resources import RESOURCES, Resource

EVERY = pytest.mark.parametrize("resource", RESOURCES.values(), ids=list(RESOURCES))
_SHA256 = re.compile(r"[0-9a-f]{64}")
SOURCE = Path(__file__).resolve().parents[2] / "src" / "stead"


def test_these_are_known() -> None:
    assert list(RESOURCES) == [
        *("wordnet", "mythes-en", "mythes-fr", "mythes-it", "mythes-de", "mythes-es"),
        *("moby", "bnc", "glove", "paraphrases", "vectors-fr"),
        *("forms-fr", "genders-fr", "forms-it", "forms-es", "forms-de", "verbs-de"),
        *("fra-ita", "fra-spa", "deu-fra", "deu-spa", "deu-swe", "ita-fin", "ding", "multiwordnet"),
        *("minilm", "mpnet", "smollm2", "opus"),
    ]


@EVERY
def test_everything_is_declared(resource: Resource) -> None:
    assert resource.version
    assert resource.purpose
    assert resource.licence
    assert resource.files
    assert resource.notices
    assert resource.contents
    assert resource.size > 0
    assert all(_SHA256.fullmatch(digest) for digest in resource.contents)
    for artefact in resource.artefacts:
        assert _SHA256.fullmatch(artefact.sha256)
        assert artefact.size > 0
        assert artefact.version


@EVERY
def test_names_of_files_are_plain(resource: Resource) -> None:
    """They become names on the user's disk."""
    names = [*resource.files, *resource.extras, *resource.notices]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"([A-Za-z0-9_][A-Za-z0-9_-]*/)?[A-Za-z0-9_][A-Za-z0-9_.-]*", name) for name in names)


@EVERY
def test_an_archive_is_smaller_than_it_may_become(resource: Resource) -> None:
    assert all(artefact.size < resource.most_bytes for artefact in resource.artefacts)


def test_pieces_are_numbered_like_their_packages() -> None:
    for resource in RESOURCES.values():
        for index, artefact in enumerate(resource.artefacts if resource.pieces else ()):
            assert resource.pieces is not None
            assert artefact.package.rpartition("-")[2] == resource.pieces.name(index).rpartition(".")[2]


def test_no_host_of_a_registry_is_named() -> None:
    hosts = re.compile(r"https?://(?!127\.)[\w.]+|\b[\w-]+\.(?:org|com|net|io)\b")
    found = [
        f"{path.name}: {match[0]}"
        for path in sorted((SOURCE / "resources").glob("*.py"))
        for match in hosts.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
