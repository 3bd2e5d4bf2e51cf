"""Forms for adding sources."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from sources.models import Source


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


class ManyFilesInput(forms.ClearableFileInput):
    """Lets several files be chosen at once."""

    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """Several files; each is checked as a single one would be."""

    widget = ManyFilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[Any]]:
        """The files, at least one where the field is required."""
        given = data if isinstance(data, list | tuple) else [data]
        return [super(ManyFilesField, self).clean(file, initial) for file in given or [None]]


class FilesForm(forms.Form):
    """Files to read."""

    name = forms.CharField(label=_("Name"), max_length=200, help_text=_("Such as “Terms 2026”."))
    documents = ManyFilesField(
        label=_("Files"),
        help_text=_("HTML, Markdown or plain text, up to 5 MB each. Choose several at once."),
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
