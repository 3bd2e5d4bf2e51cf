"""Credentials of assistants, encrypted where they rest."""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from core.errors import DomainError
from core.keys import stored_key


def _cipher() -> Fernet:
    secret = settings.CAUDALS_CREDENTIALS_KEY or stored_key(settings.VAR_DIR / "credentials.key")
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()))


def encrypt(secret: str) -> str:
    """The secret as text that only this installation can read; "" stays ""."""
    return _cipher().encrypt(secret.encode()).decode("ascii") if secret else ""


def decrypt(stored: str) -> str:
    """The secret behind `stored`; DomainError when the key that encrypted it is gone."""
    if not stored:
        return ""
    try:
        return _cipher().decrypt(stored.encode("ascii")).decode()
    except InvalidToken:
        raise DomainError(
            "The stored credential can't be read with this installation's key. Type it in again."
        ) from None
