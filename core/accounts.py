"""How accounts behave, for django-allauth."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no type hints
    """Registration is closed unless the installation opens it; people come by invitation."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether a stranger may make an account."""
        return bool(settings.CAUDALS_OPEN_SIGNUP)
