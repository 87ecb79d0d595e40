"""Optional libraries: installed by an extra of stead, imported when they are first used."""

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from stead.core.errors import NotInstalled
from stead.core.text import one_line

EXTRAS = {
    "compare": ("scipy",),
    "counts": ("duckdb", "ibis", "pyarrow"),
    "spark": ("py4j", "pyspark"),
    "lm": ("kenlm", "pocketsphinx"),
    "fine": ("onnxruntime", "tokenizers"),
    "finest": ("gguf",),
    "train": ("lightgbm",),
    "neural": ("huggingface_hub", "torch", "transformers"),
    "web": ("alembic", "argon2", "jinja2", "sqlalchemy", "starlette", "uvicorn"),
    "wn": ("wn",),
    "wordfreq": ("wordfreq",),
    "words": ("lemminflect", "simplemma"),
}
"""Each extra with the packages that are imported because of it."""

_EXTRA_OF = {package: extra for extra, packages in EXTRAS.items() for package in packages}


def import_extra(name: str, purpose: str) -> Any:
    """Import an optional library; NotInstalled says how to install it if it is missing or cannot be loaded."""
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


def _missing(package: str, purpose: str) -> NotInstalled:
    return NotInstalled(f"{purpose} needs {package}, which is not installed: {install_command(_EXTRA_OF[package])}")


def _unusable(package: str, purpose: str, error: Exception) -> NotInstalled:
    reason = one_line(str(error))
    return NotInstalled(
        f"{purpose} needs {package}, which is installed but cannot be loaded ({reason:.100}): "
        f"pip install --force-reinstall 'stead[{_EXTRA_OF[package]}]' may help."
    )
