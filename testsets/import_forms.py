"""Forms for taking over a file: choosing it, and saying yes to what was read."""

import base64
import binascii
import zlib
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from testsets.exchange import ENDINGS, LARGEST_FILE, LARGEST_YAML, MOST_QUESTIONS

DRAFT: Final = "draft"
VERSION: Final = "version"


class GivenFile(NamedTuple):
    """A file as somebody chose it."""

    name: str
    raw: bytes


class FileForm(forms.Form):
    """The file to read."""

    file = forms.FileField(
        label=_("File"),
        help_text=format_lazy(
            _(
                "CSV, Excel, JSON Lines or JSON up to {most} MB, or YAML up to {yaml} MB, with up to"
                " {questions} questions."
            ),
            most=LARGEST_FILE // 1024 // 1024,
            yaml=LARGEST_YAML // 1024 // 1024,
            questions=lazy(number_format, str)(MOST_QUESTIONS, force_grouping=True),
        ),
        widget=forms.ClearableFileInput(
            attrs={"accept": ",".join(f".{ending}" for ending in ENDINGS)}
        ),
    )

    def given(self) -> GivenFile:
        """The file, once the form is valid; of a larger one than is read only its beginning."""
        file = self.cleaned_data["file"]
        return GivenFile(file.name or "", file.read(LARGEST_FILE + 1))


class PackedFileForm(forms.Form):
    """The file again, as the page of the preview carries it: nothing waits on the server."""

    packed = forms.CharField(widget=forms.HiddenInput)
    file_name = forms.CharField(widget=forms.HiddenInput, max_length=300)

    def __init__(self, *args: Any, file: GivenFile | None = None, **kwargs: Any) -> None:
        if file is not None:
            packed = base64.urlsafe_b64encode(zlib.compress(file.raw)).decode()
            kwargs["initial"] = {
                "packed": packed,
                "file_name": file.name,
                **(kwargs.get("initial") or {}),
            }
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Unpack the file, no further than a file may be large."""
        data = super().clean() or {}
        unpacker = zlib.decompressobj()
        try:
            raw = unpacker.decompress(
                base64.urlsafe_b64decode(data.get("packed", "")), LARGEST_FILE + 1
            )
        except (ValueError, binascii.Error, zlib.error):
            raw = b""
        if not raw:
            raise forms.ValidationError(_("The file did not come along whole. Choose it again."))
        data["file"] = GivenFile(data.get("file_name", ""), raw)
        return data


class NewSetForm(PackedFileForm):
    """A new test set of the questions of a file."""

    name = forms.CharField(label=_("Name of the test set"), max_length=200)
    mode = forms.ChoiceField(
        label=_("Import as"),
        widget=forms.RadioSelect,
        choices=[
            (DRAFT, _("A draft, to review and approve")),
            (VERSION, _("A frozen version, exactly as in the file")),
        ],
    )
    again = forms.BooleanField(label=_("Import it again, as another test set"), required=False)

    def __init__(self, *args: Any, file: GivenFile | None = None, **kwargs: Any) -> None:
        if file is not None:
            name = PurePath(file.name).stem[:200]
            kwargs["initial"] = {"name": name, **(kwargs.get("initial") or {})}
        super().__init__(*args, file=file, **kwargs)

    def limit_to(self, *, version: bool, before: bool) -> None:
        """Offer a frozen version, and importing once more, only where there is a point to it."""
        if not version:
            mode: Any = self.fields["mode"]
            mode.choices = mode.choices[:1]
        if not before:
            del self.fields["again"]
