"""The fingerprint of evidence: versions, prompts, settings, report inputs."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

JSON: TypeAlias = "str | int | float | bool | Sequence[JSON] | Mapping[str, JSON] | None"


def canonical(value: JSON) -> str:
    """`value` as JSON text that is the same whatever order it was built in."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def fingerprint(value: JSON) -> str:
    """The SHA-256 of the canonical form, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()
