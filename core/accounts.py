"""How accounts behave, for django-allauth."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.http import HttpRequest

from core.inviting import is_invited


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no type hints
    """Registration is closed unless the installation opens it; people come by invitation."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether a stranger may make an account."""
        return bool(settings.CAUDALS_OPEN_SIGNUP)


class SingleSignOnAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # no type hints
    """Whoever the provider knows signs in; an account of their own needs the same as elsewhere."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Whether this person may make an account: where it is open, or by an invitation."""
        if settings.CAUDALS_OPEN_SIGNUP:
            return True
        confirmed = [found.email for found in sociallogin.email_addresses if found.verified]
        return any(is_invited(address) for address in confirmed)

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> Any:
        """The person as the provider describes them; their name is kept whole."""
        person = super().populate_user(request, sociallogin, data)
        parts = (data.get("first_name"), data.get("last_name"))
        person.name = (data.get("name") or " ".join(filter(None, parts)))[:150]
        person.email = person.email.lower()
        return person
