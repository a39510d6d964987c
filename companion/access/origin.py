"""Where a request comes from: our own page or another site, this machine or elsewhere. Pure."""

from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

LARGEST_REQUEST = 16_384
"""Bytes; the largest honest request is eight names."""
LARGEST_LOG = 262_144
"""Bytes of an event log: twenty times those of a long evening's game."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
"""What a proxy adds that stands between somebody elsewhere and this machine."""


def is_from_our_page(headers: Headers) -> bool:
    """Whether our own page asks, or no page, under a name that no stranger can point at this machine."""
    host = headers.get("host", "")
    origin = headers.get("origin")
    return _is_ours(host) and (origin is None or urlsplit(origin).netloc == host)


def is_small(headers: Headers, largest: int = LARGEST_REQUEST) -> bool:
    """Whether a request tells its length in bytes, and that is no more than is ever needed."""
    length = headers.get("content-length", "")
    return length.isdecimal() and int(length) <= largest


def is_on_this_machine(client: str | None, headers: Headers) -> bool:
    """Whether who asks sits at this machine, by the address of the client."""
    if client is None or any(name in headers for name in FORWARDED):
        return False
    try:
        address = ip_address(client)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def _is_ours(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
        ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(".local")
    return True
