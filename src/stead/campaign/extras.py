"""What only campaigns need: installed by an extra, and looked for before anything else."""

from importlib.util import find_spec

from stead.core.errors import UsageError

_NEEDED = ("sqlalchemy", "alembic", "argon2", "jinja2", "starlette", "uvicorn")


def require_web() -> None:
    """One sentence on how to install what is missing."""
    if any(find_spec(name) is None for name in _NEEDED):
        raise UsageError("campaigns need further packages: pip install 'stead[web]'")
