"""Where a version is copied to."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.models import Workspace
from testsets.models import TestSet, TestSetVersion


class CopyForm(forms.Form):
    """A new test set with a name, or one that is there."""

    into = forms.ModelChoiceField(
        label=gettext_lazy("Into"),
        queryset=TestSet.objects.none(),
        required=False,
        empty_label=gettext_lazy("A new test set"),
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the new test set"), max_length=200, required=False
    )

    def __init__(
        self, *args: Any, workspace: Workspace, version: TestSetVersion, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        sets = TestSet.objects.for_workspace(workspace).order_by("name", "pk")
        self.fields["into"].queryset = sets  # type: ignore[attr-defined]  # a model field
        self.initial.setdefault(
            "name",
            _("%(name)s, copy of version %(number)s")
            % {"name": version.test_set.name[:150], "number": version.number},
        )

    def clean(self) -> dict[str, Any]:
        """A new test set has a name."""
        data = super().clean() or {}
        if data.get("into") is None and not data.get("name", "").strip() and not self.errors:
            self.add_error("name", _("Give the new test set a name."))
        return data
