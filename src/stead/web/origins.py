"""Posts from other sites are refused by what every browser says of where a request comes from."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers

_PORTS = {"http": 80, "https": 443}


def is_cross_site(headers: Headers, url: str) -> bool:
    """Whether a browser says that the request was made by a page of another origin than this site, whose URL is given.

    Sec-Fetch-Site is sent to https and to this machine only; over plain http, and by old browsers, there is Origin. It
    is ours if it is the site's URL, or the host that was asked for; a proxy may ask for another host than the browser
    did. A program that is no browser sends neither, and has no cookies to abuse.
    """
    said = headers.get("sec-fetch-site")
    if said is not None:
        return said not in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        sent_by = urlsplit(origin).netloc.lower()
        return _origin(origin) != _origin(url) and (not sent_by or sent_by != headers.get("host", "").lower())
    except ValueError:
        return True


def _origin(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme)
