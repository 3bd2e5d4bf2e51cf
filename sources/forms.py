"""Forms for adding sources."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from sources import services
from sources.models import Source
from sources.rendering import available as browser_available


class PatternsField(forms.CharField):
    """Patterns of addresses, one a line; gives a list."""

    widget = forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "none"})

    def to_python(self, value: Any) -> Any:
        """The patterns, each once; ValidationError for one that can match no address."""
        try:
            return services.checked_patterns(str(value or "").splitlines())
        except DomainError as refusal:
            raise ValidationError(str(refusal)) from None

    def prepare_value(self, value: Any) -> Any:
        """What the field shows."""
        return "\n".join(value) if isinstance(value, list) else value


class SiteForm(forms.Form):
    """A website to read."""

    start_address = forms.CharField(
        label=_("Address of the website"),
        max_length=2000,
        help_text=_("Reading starts here and stays on this site."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "url"}),
    )
    page_limit = forms.IntegerField(
        label=_("Pages to read"),
        min_value=1,
        max_value=5000,
        initial=Source._meta.get_field("page_limit").default,
        help_text=_("At most this many pages are read."),
    )
    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=200,
        help_text=_("Left empty, the source is called by its address."),
    )
    depth_limit = forms.IntegerField(
        label=_("Depth"),
        required=False,
        min_value=0,
        max_value=50,
        initial=Source._meta.get_field("depth_limit").default,
        help_text=_("How many links away from the first page a page may be."),
    )
    include = PatternsField(
        label=_("Only addresses like these"),
        required=False,
        help_text=_(
            "One pattern a line, such as /help/* for everything below that folder; * stands for any "
            "characters. Left empty, all of the site is read."
        ),
    )
    exclude = PatternsField(
        label=_("No addresses like these"),
        required=False,
        help_text=_("One pattern a line, such as /news/* or *print=*."),
    )
    # Django takes fields out of the class, so the method of this name stays what it is.
    render = forms.BooleanField(  # type: ignore[assignment]
        label=_("Open pages that need it in a browser"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["render"]
        if browser_available():
            field.help_text = _("For pages that are empty until their programs have run. Slower.")
        else:
            field.disabled = True
            field.help_text = _(
                "No browser is installed on the server. Whoever runs it can add one with "
                "make install EXTRAS=browser."
            )

    def clean_start_address(self) -> str:
        """The address, if it is one that is ever read: said together with every other error."""
        typed: str = self.cleaned_data["start_address"]
        try:
            services.checked_address(typed)
        except DomainError as refusal:
            raise ValidationError(str(refusal)) from None
        return typed

    def clean_depth_limit(self) -> int:
        """The depth given, else the one that the form was opened with."""
        given = self.cleaned_data["depth_limit"]
        return int(self["depth_limit"].initial if given is None else given)

    def basic(self) -> list[BoundField]:
        """The fields that everybody needs."""
        return [self[name] for name in ("start_address", "page_limit", "name")]

    def more(self) -> list[BoundField]:
        """The fields for special cases."""
        return [self[name] for name in ("depth_limit", "include", "exclude", "render")]

    def more_is_used(self) -> bool:
        """Whether a field for special cases has an error, or holds something unusual."""
        return any(
            field.errors or str(field.value() or "") not in {"", str(field.field.initial or "")}
            for field in self.more()
        )


class ManyFilesInput(forms.ClearableFileInput):
    """Lets several files be chosen at once."""

    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """Several files; each is checked as a single one would be.

    An empty one passes here: the service that stores files refuses it by its name.
    """

    widget = ManyFilesInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_empty_file=True, **kwargs)

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[Any]]:
        """The files, at least one where the field is required."""
        given = data if isinstance(data, list | tuple) else [data]
        return [super(ManyFilesField, self).clean(file, initial) for file in given or [None]]


class FilesForm(forms.Form):
    """Files to read."""

    name = forms.CharField(label=_("Name"), max_length=200, help_text=_("Such as “Terms 2026”."))
    documents = ManyFilesField(
        label=_("Files"),
        help_text=_(
            "PDF, Word, Excel, CSV, HTML, Markdown, text, EPUB or ZIP, up to 20 MB each. "
            "Choose several at once."
        ),
    )


class MoreFilesForm(forms.Form):
    """Files for a source that is there already."""

    documents = ManyFilesField(
        label=_("Files"),
        help_text=_("A file with the name of an earlier one takes its place."),
    )


class SourceNameForm(forms.Form):
    """Another name for a source."""

    name = forms.CharField(label=_("Name"), max_length=200)
