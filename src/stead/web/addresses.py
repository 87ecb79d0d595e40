"""Where a request comes from: the address of the connection, or what a proxy that is known says of it."""

import ipaddress
import logging
from collections.abc import Iterable

_log = logging.getLogger("stead.web")

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_OF_ONE_VISITOR = 64
"""The bits of an IPv6 address that tell networks apart; whoever has one address has all others with the same bits."""


class Proxies:
    """The proxies whose word is taken for where a request comes from: addresses or networks, as `10.0.0.0/8`."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = [ipaddress.ip_network(name, strict=False) for name in named]
        self._has_warned = False

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """The address that attempts are counted by.

        Each proxy appends to X-Forwarded-For whom it was asked by, so the list is read from its end: the last address
        that is none of our proxies. What stands before it may be invented.
        """
        asked_by = [part.strip() for header in forwarded for part in header.split(",")]
        if asked_by and not self._trusts(_parse_address(peer)):
            self._warn(peer)
            return _visitor(peer)
        nearest = peer
        while asked_by and self._trusts(_parse_address(nearest)):
            said = asked_by.pop()
            if _parse_address(said) is None:
                break  # as `unknown`: all that is known is which proxy said so
            nearest = said
        return _visitor(nearest)

    def _trusts(self, address: IPAddress | None) -> bool:
        return address is not None and any(address in network for network in self._networks)

    def _warn(self, peer: str) -> None:
        """Once: behind a proxy that nobody named, all visitors would count as one."""
        if not self._has_warned:
            self._has_warned = True
            _log.warning(
                "X-Forwarded-For from %s is not believed. If that is your proxy, name it in campaign.toml: "
                'proxies = ["%s"] in [access].',
                peer,
                peer,
            )


def _visitor(text: str) -> str:
    """An address as it is counted; of IPv6 the network."""
    address = _parse_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _OF_ONE_VISITOR), strict=False))
    return text if address is None else str(address)


def _parse_address(text: str) -> IPAddress | None:
    """An address with or without a port, as proxies write it; IPv4 also where it is written as IPv6."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
