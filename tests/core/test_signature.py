"""Signatures are made from the fields of settings, each of which says how."""

import hashlib
from dataclasses import dataclass, field, fields, is_dataclass
from importlib import import_module
from typing import Any

import pytest

from stead import __version__
from stead.core.parameters import VERSION, digest, shorten_hash, signed, signed_parts, unsigned


@dataclass(frozen=True)
class Made:
    """Settings with a part, two parts, a part that is left out at times, and a field that is not signed."""

    depth: int = field(default=3, metadata=signed({"depth": lambda own, _: str(own.depth)}))
    file: str = field(default="gold", metadata=signed({"of": lambda own, _: own.file, "at": lambda _, about: about}))
    seed: int = field(default=0, metadata=signed({"seed": lambda own, _: str(own.seed) if own.seed else None}))
    threads: int = field(default=1, metadata=unsigned("the figures are the same with any number of threads"))


def test_parts_come_field_by_field() -> None:
    assert list(signed_parts(Made(), "home")) == ["depth:3", "of:gold", "at:home"]
    assert list(signed_parts(Made(seed=4, threads=2), "home")) == ["depth:3", "of:gold", "at:home", "seed:4"]


def test_parts_that_do_not_matter_are_left_out() -> None:
    assert list(signed_parts(Made(seed=4), "home", without={"at", "depth"})) == ["of:gold", "seed:4"]


def test_a_field_that_does_not_say_how_it_is_signed_is_an_error() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Forgetful(Made):
        forgotten: int = 1

    with pytest.raises(TypeError, match=r"Forgetful\.forgotten says neither how it is signed nor why it is not"):
        list(signed_parts(Forgetful(), "home"))


@pytest.mark.parametrize(
    ("module", "name"),
    [("stead.scoring.settings", "ScoringSettings"), ("stead.agreement.figures", "AgreementSettings")],
)
def test_every_field_of_settings_says_how_it_is_signed(module: str, name: str) -> None:
    settings: Any = getattr(import_module(module), name)
    assert is_dataclass(settings)
    assert [part.name for part in fields(settings) if "signature" not in part.metadata] == []


def test_hashes_are_those_of_what_is_printed_and_shown_in_short() -> None:
    own = hashlib.sha256(b"[('a', 1)]").hexdigest()
    assert digest([("a", 1)]) == own
    assert shorten_hash(own) == f"sha256:{own[:12]}"


def test_letters_without_a_code_of_their_own_can_be_hashed() -> None:
    assert digest("\udc80") != digest("\udc81")


def test_signatures_end_with_the_version() -> None:
    assert f"v:{__version__}" == VERSION
