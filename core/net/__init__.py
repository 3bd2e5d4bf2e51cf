"""Reaching other machines: public addresses only, checked on the address really connected to."""

from core.net.addresses import AddressRefused, checked_addresses, is_public
from core.net.guarded import guarded_async_transport, guarded_transport
from core.net.lanes import Lanes

__all__ = [
    "AddressRefused",
    "Lanes",
    "checked_addresses",
    "guarded_async_transport",
    "guarded_transport",
    "is_public",
]
