"""Libraries that only some work needs: installed by an extra of stead's, imported when they are first used."""

from functools import cache
from importlib import import_module
from typing import Any

from stead.core.errors import SteadError
from stead.core.text import one_line


@cache
def library(name: str, purpose: str, extra: str) -> Any:
    """The module of this name; if it is not installed, or cannot be loaded, a sentence on how to get it."""
    package = name.partition(".")[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise _unusable(package, purpose, extra, error) from error
        raise SteadError(f"{purpose} needs {package}, which is not installed: pip install 'stead[{extra}]'") from None
    except (ImportError, OSError) as error:  # what the system lacks, or a build for another
        raise _unusable(package, purpose, extra, error) from error


def _unusable(package: str, purpose: str, extra: str, error: Exception) -> SteadError:
    reason = one_line(str(error))
    return SteadError(
        f"{purpose} needs {package}, which is installed but cannot be loaded ({reason:.100}): "
        f"pip install --force-reinstall 'stead[{extra}]' may help."
    )
