"""Charts: one drawing, which the page shows as SVG and the PDF as it is."""

import re
from xml.etree import ElementTree

import pytest

from grading.values import Label
from reports.charts.interval import interval_chart, strip
from reports.charts.marks import label_mark
from reports.charts.palette import LABEL_INK
from reports.charts.svg import svg
from reports.statistics import narrowing, share
from reports.wording import wording

NS = "{http://www.w3.org/2000/svg}"


def drawn(drawing, title="Pass rate", description="17 of 20"):
    made = svg(drawing, name="rate", title=title, description=description)
    return made, ElementTree.fromstring(made)


def chart(hits=17, total=20, language="en"):
    return interval_chart(share(hits, total), wording(language))


def test_a_chart_has_a_name_and_a_description_for_screen_readers():
    _markup, root = drawn(chart())
    assert root.get("role") == "img"
    ids = root.get("aria-labelledby").split()
    told = {each.get("id"): each.text for each in root.iter() if each.get("id")}
    assert [told[each] for each in ids] == ["Pass rate", "17 of 20"]


def test_hostile_titles_stay_text():
    markup, root = drawn(chart(), title="</title><script>alert(1)</script>", description="<b>")
    assert "<script" not in markup
    assert root.find(f"{NS}title").text == "</title><script>alert(1)</script>"


def test_nothing_in_a_chart_is_refused_by_a_strict_policy_or_repeats_a_name():
    markup, root = drawn(chart())
    assert "style=" not in markup
    assert "url(" not in markup
    assert "<!" not in markup
    assert "<?" not in markup
    names = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(names) == len(set(names)) == 2


def test_colours_follow_the_theme_of_the_page():
    markup, root = drawn(chart())
    assert not re.findall(r"rgb\(|#[0-9a-f]{3,6}", markup)
    colours = {each.get(name) for each in root.iter() for name in ("fill", "stroke")}
    assert colours <= {"currentColor", "none", None}
    assert any(each.get("class") == "chart-accent" for each in root.iter())


def test_the_figures_stand_on_the_chart_itself():
    _markup, root = drawn(chart())
    texts = [each.text for each in root.iter(f"{NS}text")]
    assert {"85.0%", "64.0", "94.8", "0", "25", "50", "75", "100"} == set(texts)


def test_letters_are_anchored_by_the_page_since_its_face_is_another_one():
    _markup, root = drawn(chart())
    anchors = {each.text: each.get("text-anchor") for each in root.iter(f"{NS}text")}
    assert (anchors["85.0%"], anchors["64.0"], anchors["94.8"]) == ("middle", "end", "start")


def test_numbers_are_written_as_the_language_writes_them():
    _markup, root = drawn(chart(language="es"))
    assert "85,0\u00a0%" in [each.text for each in root.iter(f"{NS}text")]


@pytest.mark.parametrize(("hits", "total"), [(0, 5), (5, 5), (1, 1), (850, 1000)])
def test_dot_and_line_stay_inside_the_drawing(hits, total):
    _markup, root = drawn(strip(share(hits, total), width=200))
    dot = root.find(f".//{NS}circle")
    middle, radius = float(dot.get("cx")), float(dot.get("r"))
    assert middle - radius >= 0
    assert middle + radius <= 200


def test_a_row_without_evidence_has_a_scale_and_no_dot():
    _markup, root = drawn(strip(None))
    assert root.find(f".//{NS}circle") is None
    assert root.find(f".//{NS}path") is not None


def test_what_more_questions_would_show_is_a_line_without_a_dot():
    _markup, root = drawn(strip(narrowing(0.8, [100])[0]))
    assert root.find(f".//{NS}circle") is None


def test_no_two_outcomes_share_a_shape():
    shapes = {}
    for label in [*Label, None]:
        drawing = label_mark(label)
        shapes[label] = [
            (type(each).__name__, each.getProperties().get("strokeDashArray"))
            + ((each.fillColor is None,) if hasattr(each, "fillColor") else ())
            for each in drawing.contents
        ]
    assert len({str(each) for each in shapes.values()}) == len(shapes)
    assert set(LABEL_INK) == set(shapes)
