"""Everything that writes about reviewing."""

from reviews.raising import raise_flags

__all__ = ["raise_flags"]
