"""The addresses at which other devices reach the page, and their QR codes."""

import io
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr
import segno

UNROUTED = "192.0.2.1"
"""An address for examples (RFC 5737): the way to it is asked for, nothing is sent."""
IP = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page is, and by which interface; the page of a host that was named has none."""

    url: str
    interface: str = ""


def addresses(host: str, port: int) -> tuple[Address, ...]:
    """Where other devices find a page that listens at `host`, an IP address: the likeliest first, none for loopback."""
    bound = ip_address(host)
    if bound.is_loopback:
        return ()
    if not bound.is_unspecified:
        return (Address(_url(bound, port)),)
    ways = sorted(_interfaces(bound.version), key=lambda way: str(way[0]) != _outward())
    return tuple(Address(_url(ip, port), name) for ip, name in ways)


def svg(text: str) -> bytes:
    """The QR code of a text as a picture, dark on light whatever the page is."""
    picture = io.BytesIO()
    segno.make(text, error="m", micro=False).save(picture, kind="svg", scale=8, border=4, light="#fff")
    return picture.getvalue()


def drawn(text: str) -> str:
    """The QR code of a text in letters, for a terminal."""
    picture = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(picture, border=2, compact=True)
    return picture.getvalue()


def _interfaces(version: int) -> Iterator[tuple[IP, str]]:
    """The addresses of this machine that others may use; a link-local one would need a zone, which browsers lack."""
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            ip = ip_address(each.ip if isinstance(each.ip, str) else each.ip[0])
            if ip.version == version and not ip.is_loopback and not ip.is_link_local:
                yield ip, adapter.nice_name


def _outward() -> str | None:
    """This machine's address on the way out, which is that of the Wi-Fi rather than of a virtual machine."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect((UNROUTED, 9))
        return str(way.getsockname()[0])
    return None


def _url(ip: IP, port: int) -> str:
    return f"http://[{ip}]:{port}/" if ip.version == 6 else f"http://{ip}:{port}/"
