"""Forms of `core`."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from core.models import Membership, User, Workspace
from core.permissions import Role


class WorkspaceForm(forms.Form):
    """What a new workspace is called and in which language it works."""

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        help_text=_("The organisation or the team whose assistant is tested."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_("The language of reports. Questions can be in any language."),
    )
    plan = forms.ChoiceField(label=_("Plan"), choices=Workspace.Plan.choices, required=False)

    def __init__(self, *args: Any, may_choose_plan: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_choose_plan:
            del self.fields["plan"]


class MemberForm(forms.Form):
    """Somebody who has an account, and what they will be in the workspace."""

    email = forms.EmailField(label=_("E-mail address"))
    role = forms.ChoiceField(label=_("Role"), choices=Membership.RoleChoice.choices)

    def clean_email(self) -> User:
        """The person with this address."""
        person = User.objects.filter(email__iexact=self.cleaned_data["email"]).first()
        if person is None:
            raise forms.ValidationError(
                _("Nobody has an account with this address. They need to make one first.")
            )
        return person


class InvitationForm(forms.Form):
    """Whom to invite, as what, and for experts to which test sets."""

    email = forms.EmailField(label=_("E-mail address"))
    role = forms.TypedChoiceField(
        label=_("Role"), choices=Membership.RoleChoice.choices, coerce=Role
    )
    test_sets = forms.TypedMultipleChoiceField(
        label=_("Test sets"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("For experts, who see only these. You can change them later."),
    )

    def __init__(self, *args: Any, test_sets: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["test_sets"].choices = test_sets  # type: ignore[attr-defined]  # of a choice field
        if not test_sets:
            del self.fields["test_sets"]


class AssignedForm(forms.Form):
    """The test sets that an expert sees and signs off."""

    test_sets = forms.TypedMultipleChoiceField(
        label=_("Test sets"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, test_sets: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["test_sets"].choices = test_sets  # type: ignore[attr-defined]  # of a choice field


class JoinForm(forms.Form):
    """What somebody who was invited and has no account says of themselves."""

    name = forms.CharField(label=_("Your name"), max_length=150)
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 8 characters, not only digits, and not a common one."),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._email = email

    def clean(self) -> dict[str, Any]:
        """The password is held against the rules, the name and the address."""
        given = super().clean() or {}
        if "password" in given:
            person = User(email=self._email, name=given.get("name", ""))
            try:
                validate_password(given["password"], person)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return given


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.TypedChoiceField(choices=Membership.RoleChoice.choices, coerce=Role)


class LanguageForm(forms.Form):
    """The language in which a person reads the portal."""

    language = forms.ChoiceField(choices=settings.LANGUAGES)
    next = forms.CharField(required=False)


class NoticesForm(forms.Form):
    """How often a person wants to get notices by e-mail."""

    notices = forms.ChoiceField(
        label=_("Send me notices by e-mail"),
        choices=User.Notices.choices,
        widget=forms.RadioSelect,
        help_text=_("They stand on this page in any case."),
    )


class CommentForm(forms.Form):
    """A comment, whom it mentions, and whether the customer may read it."""

    text = forms.CharField(
        label=_("Comment"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "data-mentions": ""}),
    )
    mentions = forms.TypedMultipleChoiceField(
        label=_("Who is told"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    internal = forms.BooleanField(label=_("Only Caudals’ staff see this"), required=False)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, people: Sequence[User], staff: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Beside other forms, whose fields have these names too.
        self.auto_id = "comment_%s"
        self.fields["mentions"].choices = [(one.pk, str(one)) for one in people]  # type: ignore[attr-defined]  # of this kind of field
        if not people:
            del self.fields["mentions"]
        if not staff:
            del self.fields["internal"]
