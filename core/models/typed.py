"""What people have typed and not sent yet."""

from django.conf import settings
from django.db import models

from core.models.base import OperationalModel


class TypedText(OperationalModel):
    """What one showing of a form held when it was last kept; `core.typed` writes and reads it.

    Once the form was sent and accepted the values are gone, and the row only keeps a late request of
    the same showing from bringing them back.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    form = models.CharField(max_length=200, help_text="Which form of which record.")
    load = models.CharField(max_length=40, help_text="One showing of the form in one tab.")
    base = models.CharField(
        max_length=100, blank=True, help_text="What the record was like when it was typed."
    )
    values = models.JSONField(default=dict, help_text="{field: text, or whether it is ticked}")
    changed_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "form", "load"], name="typed_text_once")
        ]
        indexes = [
            models.Index(fields=["person", "changed_at"], name="typed_text_oldest"),
            models.Index(fields=["changed_at"], name="typed_text_age"),
        ]

    def __str__(self) -> str:
        return f"{self.form} · {self.person}"
