"""Posts from other sites are refused by what every browser says of where a request comes from."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers


def is_cross_site(headers: Headers) -> bool:
    """Whether a browser says that the request was made by a page of another origin.

    Sec-Fetch-Site is sent to https and to this machine only; over plain http there is Origin. A program that is no
    browser sends neither, and has no cookies to abuse.
    """
    said = headers.get("sec-fetch-site")
    if said is not None:
        return said not in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:
        return True
