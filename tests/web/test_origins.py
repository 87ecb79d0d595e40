"""Posts of other origins: behind a proxy, too, where the host that is asked for is not what the browser asked for."""

import pytest
from starlette.datastructures import Headers

from stead.web.requests import is_from_here

BEHIND_PROXY = "127.0.0.1:8000"
URL = "https://lexsub.example/"


@pytest.mark.parametrize(
    ("host", "origin", "refused"),
    [
        (BEHIND_PROXY, "https://lexsub.example", False),
        (BEHIND_PROXY, "https://lexsub.example:443", False),
        (BEHIND_PROXY, "https://LEXSUB.example", False),
        (BEHIND_PROXY, "http://lexsub.example", True),  # another origin: not encrypted
        (BEHIND_PROXY, "https://lexsub.example:8443", True),
        (BEHIND_PROXY, "https://evil.example", True),
        (BEHIND_PROXY, "https://lexsub.example.evil.example", True),
        (BEHIND_PROXY, "https://lexsub.example@evil.example", True),
        (BEHIND_PROXY, "null", True),
        (BEHIND_PROXY, "https://lexsub.example:port", True),
        ("lexsub.example", "https://lexsub.example", False),
        (BEHIND_PROXY, "http://127.0.0.1:8000", False),  # without the proxy
        ("", "null", True),
    ],
)
def test_the_url_of_the_settings_is_ours_whatever_the_host(host: str, origin: str, refused: bool) -> None:
    assert is_from_here(Headers({"host": host, "origin": origin}), URL) is not refused


@pytest.mark.parametrize(("site", "refused"), [("same-origin", False), ("none", False), ("same-site", True)])
def test_what_the_browser_says_of_the_site_counts_most(site: str, refused: bool) -> None:
    headers = Headers({"host": BEHIND_PROXY, "origin": "https://lexsub.example", "sec-fetch-site": site})
    assert is_from_here(headers, URL) is not refused


@pytest.mark.parametrize(
    ("referrer", "refused"),
    [
        ("https://lexsub.example/annotate/1", False),
        ("https://lexsub.example/", False),
        ("https://evil.example/https://lexsub.example/", True),
        ("", True),
    ],
)
def test_of_the_oldest_browsers_the_referrer_counts(referrer: str, refused: bool) -> None:
    assert is_from_here(Headers({"host": BEHIND_PROXY, "referer": referrer}), URL) is not refused


def test_what_does_not_say_where_it_comes_from_is_refused() -> None:
    assert not is_from_here(Headers({"host": BEHIND_PROXY}), URL)
    assert not is_from_here(Headers({}), URL)
