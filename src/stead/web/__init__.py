"""What every page shares: the app, sessions, security, templates, languages, assets, and the server."""

from stead.web.addresses import Proxies
from stead.web.app import Site, make_app
from stead.web.assets import Assets
from stead.web.cookies import SessionCookie, form_token
from stead.web.languages import Catalogue, read_catalogue
from stead.web.later import Later
from stead.web.markdown import rendered_markdown
from stead.web.pages import Page
from stead.web.serving import Server
from stead.web.templates import Templates
from stead.web.visit import Form, Visit

__all__ = [
    "Assets",
    "Catalogue",
    "Form",
    "Later",
    "Page",
    "Proxies",
    "Server",
    "SessionCookie",
    "Site",
    "Templates",
    "Visit",
    "form_token",
    "make_app",
    "read_catalogue",
    "rendered_markdown",
]
