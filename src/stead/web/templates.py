"""Templates that escape everything they are given, and refuse names that nobody gave."""

from collections.abc import Callable, Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

SHARED = Path(__file__).parent / "shared"


class Templates:
    """The templates of some folders and the shared ones."""

    def __init__(
        self, *folders: Path, values: Mapping[str, object], filters: Mapping[str, Callable[..., object]]
    ) -> None:
        self._environment = Environment(
            loader=FileSystemLoader([*folders, SHARED]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.globals.update(values)
        self._environment.filters.update(filters)

    def respond(self, name: str, status: int = 200, /, **values: object) -> HTMLResponse:
        """A page."""
        return HTMLResponse(self._environment.get_template(name).render(values), status)
