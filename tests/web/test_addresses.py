"""Where a request comes from: what a visitor writes into X-Forwarded-For counts for nothing."""

import logging

import pytest

from stead.web.requests import Proxies

PROXIES = ("127.0.0.1", "10.0.0.0/8", "fd00::/8")


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("203.0.113.9", [], "203.0.113.9"),
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),  # not one of our proxies: not believed
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["192.0.2.66, 198.51.100.1"], "198.51.100.1"),  # invented by the visitor, passed on by the proxy
        ("127.0.0.1", ["192.0.2.66", "198.51.100.1"], "198.51.100.1"),  # the same in two headers
        ("127.0.0.1", ["192.0.2.66, 198.51.100.1, 10.1.2.3"], "198.51.100.1"),  # two proxies
        ("127.0.0.1", ["10.1.2.3"], "10.1.2.3"),  # the proxy itself asks
        ("127.0.0.1", ["198.51.100.1, unknown"], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("::ffff:127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("fd00::1", ["[2001:db8:1:2:3:4:5:6]:4711"], "2001:db8:1:2::/64"),  # one network is one visitor
        ("2001:db8:1:2::9", [], "2001:db8:1:2::/64"),
    ],
)
def test_the_last_address_that_is_no_proxy_counts(peer: str, forwarded: list[str], expected: str) -> None:
    assert Proxies(PROXIES).client(peer, forwarded) == expected


def test_by_default_nobody_is_believed_and_that_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    proxies = Proxies()
    with caplog.at_level(logging.WARNING, "stead.web"):
        assert {proxies.client("127.0.0.1", [f"198.51.100.{number}"]) for number in range(9)} == {"127.0.0.1"}
    (warning,) = caplog.messages
    assert 'proxies = ["127.0.0.1"]' in warning
