"""Which network addresses may be reached."""

import ipaddress
import socket
from collections.abc import Collection

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# What `is_global` takes for public, or does in some versions of Python.
_NOT_PUBLIC = tuple(
    ipaddress.ip_network(text)
    for text in (
        "192.0.0.0/24",  # protocol assignments; a cloud answers for its metadata there
        "192.88.99.0/24",  # relays of 6to4, given up
        "168.63.129.16/32",  # the host agent of a cloud, reachable from inside it only
        "64:ff9b:1::/48",  # local NAT64
        "3fff::/20",  # documentation
    )
)


class AddressRefused(OSError):
    """The host leads to an address that is not public; nothing was sent to it."""


def is_public(address: Address) -> bool:
    """Whether an address belongs to the public internet.

    IPv6 forms that carry an IPv4 address (mapped, 6to4, Teredo, NAT64) are judged by what they carry,
    because the operating system or a gateway would connect to that.
    """
    if isinstance(address, ipaddress.IPv6Address):
        carried = address.ipv4_mapped or address.sixtofour
        if address.teredo:
            carried = address.teredo[1]
        if address in _NAT64:
            carried = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if carried is not None:
            return is_public(carried)
        if address.is_site_local:
            return False
    if any(address in network for network in _NOT_PUBLIC if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def is_allowed(host: str, port: int, allowed_private: Collection[str]) -> bool:
    """Whether the operator named this host, with or without its port."""
    name = host.strip("[]").casefold()
    named = {entry.casefold() for entry in allowed_private}
    return bool({name, f"{name}:{port}", f"[{name}]:{port}"} & named)


def checked_addresses(host: str, port: int, *, allowed_private: Collection[str] = ()) -> list[str]:
    """The addresses of `host` to connect to, in the resolver's order.

    The resolver reads decimal, octal and hexadecimal hosts as the system's connect would, so what is
    judged is what is reached. Raises AddressRefused when any of them is not public and the host is
    not in `allowed_private`, and socket.gaierror when the name is unknown.
    """
    found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not is_allowed(host, port, allowed_private):
        for text in addresses:
            if not is_public(ipaddress.ip_address(text.split("%")[0])):
                raise AddressRefused(
                    f"{host} leads to {text}, which is not a public address, so it is not contacted. "
                    "Whoever runs this portal can allow it with CAUDALS_ALLOW_PRIVATE_HOSTS."
                )
    return addresses
