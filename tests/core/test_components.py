"""The components of pages: what they show for what they are given."""

import itertools
import logging

import pytest
from django import forms
from django.template import engines
from django.test import RequestFactory
from django.utils import translation

from core.permissions import Permission
from core.wording import LABELS


def render(source, request=None, **context):
    return engines["django"].from_string("{% load caudals %}" + source).render(context, request)


@pytest.fixture(autouse=True)
def _no_undefined_variables(caplog):
    caplog.set_level(logging.DEBUG, "django.template")
    yield
    # Django's own templates of form fields ask for attributes that a field may lack.
    ours = [r for r in caplog.get_records("call") if "django/forms/" not in r.getMessage()]
    assert [record.getMessage() for record in ours] == []


@pytest.mark.parametrize("code", LABELS)
def test_a_label_is_a_word_and_a_shape_never_a_colour_alone(code):
    html = render("{% label code %}", code=code)
    assert str(LABELS[code]) in html
    assert f"shapes.svg#{code}" in html
    assert render('{% include "components/_label.html" with label=code %}', code=code) == html


def test_every_label_has_a_shape_of_its_own(settings):
    sprite = (settings.BASE_DIR / "static" / "img" / "shapes.svg").read_text()
    drawings = [sprite.split(f'id="{code}"')[1].split("</symbol>")[0] for code in LABELS]
    assert all(one != other for one, other in itertools.combinations(drawings, 2))


def test_an_unknown_label_is_a_fault_and_not_an_empty_word():
    with pytest.raises(KeyError):
        render('{% label "fine" %}')


def test_marked_text_keeps_every_character_and_escapes_it():
    parts = [("a <b> ", ""), ("24 hours", "quotation"), ("\n & more", "")]
    html = render("{% marked parts %}", parts=parts)
    assert 'a &lt;b&gt; <mark class="mark--quotation">24 hours</mark>\n &amp; more</div>' in html


def test_an_interval_is_drawn_to_scale_and_said_in_words():
    html = render("{% interval 0.85 0.64 0.948 %}")
    assert 'x1="64.00%" x2="94.80%"' in html
    assert 'cx="85.00%"' in html
    assert 'aria-label="85%, 95% interval from 64% to 95%"' in html


def test_a_drawing_keeps_its_notation_in_languages_that_write_a_comma():
    with translation.override("es"):
        html = render("{% interval 0.855 0.64 0.9485 %}")
    assert 'x2="94.85%"' in html
    assert 'cx="85.50%"' in html


@pytest.mark.parametrize(
    ("share", "language", "expected"),
    [(0.875, "en", "87.5%"), (0.875, "es", "87,5\xa0%"), (None, "en", "–"), (1, "en", "100.0%")],
)
def test_a_percentage_is_written_as_the_language_writes_it(share, language, expected):
    with translation.override(language):
        assert render("{{ share|percent:1 }}", share=share) == expected


def test_progress_asks_again_only_while_there_is_something_to_wait_for():
    source = (
        '{% progress id="run" done=12 total=20 sentence="12 of 20 answered" url="/x/" live=live %}'
    )
    assert 'hx-trigger="every 3s"' in render(source, live=True)
    done = render(source, live=False)
    assert "hx-get" not in done
    assert '<progress max="20" value="12"' in done


def test_a_field_ties_its_help_and_its_error_to_the_input():
    class Form(forms.Form):
        name = forms.CharField(help_text="Shown in reports.")

    html = render('{% include "components/_form.html" %}', form=Form({"name": ""}))
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'id="id_name_helptext"' in html
    assert 'id="id_name_error"' in html
    assert 'aria-invalid="true"' in html


def test_choices_stand_in_a_fieldset_with_a_legend():
    class Form(forms.Form):
        role = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)

    html = render('{% include "components/_form.html" %}', form=Form())
    assert "<legend>Role</legend>" in html
    assert "<fieldset" in html


def test_a_filter_keeps_other_parameters_and_starts_at_the_first_row():
    request = RequestFactory().get("/", {"q": "fares", "after": "9", "show": "all"})
    choices = [("all", "All", 24), ("flagged", "Flagged", None)]
    html = render('{% filters choices "flagged" "show" %}', request=request, choices=choices)
    assert "?q=fares&amp;show=flagged" in html
    assert "after=" not in html
    assert html.count('aria-current="page"') == 1


def test_may_reads_the_permissions_of_the_request():
    request = RequestFactory().get("/")
    source = '{% may "EDIT" as can %}{% if can %}yes{% else %}no{% endif %}'
    assert render(source, request=request) == "no"
    vars(request)["permissions"] = frozenset({Permission.EDIT})
    assert render(source, request=request) == "yes"


def test_a_mark_explains_itself():
    html = render('{% mark "exploratory" %}')
    assert "Exploratory" in html
    assert "no passage behind them" in html
    assert "<details" in html
