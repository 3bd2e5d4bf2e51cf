"""People who sign in."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.base import Kind
from core.models.constraints import one_of


class UserManager(BaseUserManager["User"]):
    """Makes people by e-mail address."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A stored person; without a password they can only come in by reset or single sign-on."""
        person = self.model(email=self.normalize_email(email).lower(), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A person who may use the administration pages."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """A person. `is_staff` means Caudals' own staff, who triage across workspaces."""

    KIND = Kind.OPERATIONAL
    WORKSPACE_PATH = None

    class Notices(models.TextChoices):
        IMMEDIATE = "immediate", _("At once")
        DAILY = "daily", _("Once a day")
        OFF = "off", _("Never")

    username = None  # type: ignore[assignment]  # people sign in by e-mail address
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=150, blank=True)
    language = models.CharField(_("language"), max_length=8, blank=True)
    notices = models.CharField(
        _("notices by e-mail"), max_length=10, choices=Notices.choices, default=Notices.IMMEDIATE
    )

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = UserManager()  # type: ignore[assignment,misc]  # AbstractUser's manager wants a username

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [one_of("notices", ["immediate", "daily", "off"], "person_notices_known")]

    def __str__(self) -> str:
        return self.name or self.email
